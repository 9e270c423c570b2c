//! Divisor games: two-player number games in which each move is a divisor or a multiple of what came before.
//!
//! This library holds the rules and everything that follows from them. It is pure: no input or output, no clock, no
//! hidden randomness.
//!
//! A game is a value with a short text code, or a built-in rule book's name:
//!
//! ```
//! use duel::Game;
//!
//! let game: Game = "juniper-green:40".parse()?;
//! assert_eq!(game, "take:1..40,first=even".parse()?);
//! # Ok::<(), duel::CodeError>(())
//! ```
//!
//! A position knows what is legal, says why something is not, and sees the end as soon as it stands:
//!
//! ```
//! use duel::{Game, Move, Side};
//!
//! let mut position = "evens".parse::<Game>()?.start()?;
//! for number in [12, 6, 18, 2, 4, 8, 16] {
//!     position.play(Move::Pick(number))?;
//! }
//! let outcome = position.outcome().expect("16 has no divisor or multiple left");
//! assert_eq!((outcome.winner, outcome.reason.code()), (Side::One, "no-move"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A record is a game as text, and text that is not a legal game is never a record:
//!
//! ```
//! use duel::Record;
//!
//! let record: Record = "[Game \"divider\"]\n\n60/2 30/5 6/3".parse()?;
//! assert_eq!(record.position().on_table(), Some([2].as_slice()));
//! assert!("[Game \"divider\"]\n\n60/7".parse::<Record>().is_err());
//! # Ok::<(), duel::TextError>(())
//! ```
//!
//! A position is solved exactly, and what is solved can be proved and explained:
//!
//! ```
//! use duel::coach::hint;
//! use duel::solve::{Watch, check, prove, solve};
//! use duel::speech::Language;
//! use duel::{Game, Move};
//!
//! let position = "chain".parse::<Game>()?.replay([Move::Pick(14)])?;
//! let solution = solve(&position, &mut Watch::forever())?;
//! assert_eq!(solution.winning, [Move::Pick(2), Move::Pick(7)]);
//! let proof = prove(&position, &mut Watch::forever())?;
//! assert_eq!(check(&proof)?.pick(), Some(Move::Pick(2)));
//! let advice = hint(&position, &mut Watch::forever())?.expect("the game is not over");
//! assert!(Language::English.say(&advice).starts_with("Every move wins; the simplest is 7."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The root has the words of the game; the rest has a module each: [`session`] the game in progress with its people, [`live`] the same at several devices, [`solve`] who wins
//! and why, [`computer`] players, [`coach`] advice and reviews, [`challenge`], [`puzzle`] and [`lesson`] questions with a provable answer,
//! [`speech`] all of it in sentences, [`bot`] and [`json`] what programs that play are told, [`longest`] the question of the longest chain, [`record`],
//! [`rulebook`] and [`text`] what is read and written, [`tally`] games counted, [`factor`] and [`wander`] numbers and games by chance. [`code`], [`take`] and
//! [`divide`] are pages to read: the language of game codes, and the rules of the two kinds of game.

#![forbid(unsafe_code)]

mod bits;
pub mod bot;
pub mod challenge;
pub mod coach;
pub mod code;
pub mod computer;
mod date;
pub mod divide;
pub mod drawing;
pub mod factor;
mod game;
pub mod json;
pub mod lesson;
pub mod live;
pub mod longest;
mod luck;
mod moves;
mod name;
mod number;
mod outcome;
mod position;
pub mod puzzle;
pub mod record;
pub mod rulebook;
mod rulefile;
mod seats;
pub mod session;
pub mod solve;
pub mod speech;
mod suggest;
pub mod take;
pub mod tally;
pub mod text;
mod typed;
pub mod wander;
mod words;

pub use computer::Level;
pub use date::{Date, NotADate};
pub use game::{
    FirstPickRule, Game, GameError, Invalid, PLAYABLE_NUMBERS, POOL_NUMBERS, Pool, SMALLEST_ON_TABLE, TABLE_NUMBERS,
};
pub use moves::{IllegalMove, IllegalReason, Move, Offered, Side};
pub use name::{Name, NameError};
pub use outcome::{Loss, LostBy, Outcome, Reason};
pub use position::{Contradiction, NotPlayable, Numbers, Position, Relation, ReplayError, WrongMove};
pub use record::Record;
pub use rulebook::RuleBook;
pub use seats::{Id, NobodyKnown, NotAnId, Seat, Sitter, Who};
pub use session::Session;
pub use text::{CodeError, TextError};
pub use typed::{NotAMove, Typed};
