//! The browser game's side of `duel`: one function, [`ask`], which takes a question as JSON text and answers in JSON text.
//!
//! Nothing is remembered between two questions. A question about a game in progress carries its record, and one about any other
//! position the game and its moves, so that work can be stopped at any moment by throwing the worker away, and so that a server
//! can answer the same questions later.
//!
//! ```
//! let answer = web::ask(r#"{"ask": "verdicts", "game": "chain", "moves": [14]}"#);
//! assert_eq!(answer, r#"{"ok":{"winner":2,"winning":[2,7],"method":"matching"}}"#);
//! ```

mod answers;
mod ask;
mod boundary;
mod challenged;
mod drawn;
mod game;
mod kept;
mod opened;
mod picture;
mod scene;
mod set_up;

pub use ask::ask;
