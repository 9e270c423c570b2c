//! Divisor games by question and answer: what a page asks today, and a server and programs in other languages tomorrow.
//!
//! Nothing is remembered between two questions. A question about a game in progress carries its record, and one about any other
//! position the game and its moves, so that work can be stopped at any moment by throwing away whoever does it.
//!
//! ```
//! use api::{Answer, Asked};
//!
//! let asked = r#"{"v":1,"ask":"verdicts","scene":{"game":"chain","moves":["14"]}}"#;
//! let answer = r#"{"v":1,"answer":"verdicts","ok":{"winner":2,"winning":["2","7"],"words":"Player 2 wins with best play.","method":"matching","method_words":"matching"}}"#;
//! assert_eq!(api::answer_text(asked), answer);
//!
//! let Asked { question, language } = Asked::from_json(asked)?;
//! let Answer::Verdicts(verdicts) = api::answer(&question, language)? else { panic!() };
//! assert_eq!(verdicts.method, "matching");
//! assert_eq!(Answer::from_json(answer)?, Answer::Verdicts(verdicts));
//! # Ok::<(), api::Problem>(())
//! ```

#![forbid(unsafe_code)]

#[macro_use]
pub mod wire;

mod book;
#[cfg(test)]
mod declarations;
pub mod live;
mod problem;
#[cfg(feature = "questions")]
mod questions;

pub use problem::Problem;
#[cfg(feature = "questions")]
pub use questions::{Answer, Asked, Question, alone, answer, answer_text, question};
