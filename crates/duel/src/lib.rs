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
//! use duel::{Game, Move, Player};
//!
//! let mut position = "evens".parse::<Game>()?.start()?;
//! for number in [12, 6, 18, 2, 4, 8, 16] {
//!     position.play(Move::Pick(number))?;
//! }
//! let outcome = position.outcome().expect("16 has no divisor or multiple left");
//! assert_eq!((outcome.winner, outcome.reason.code()), (Player::One, "no-move"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A record is a game as text, and text that is not a legal game is never a record:
//!
//! ```
//! use duel::Record;
//!
//! let record: Record = "[Game \"divider\"]\n\n60/2 30/5 6/3".parse()?;
//! assert_eq!(record.position().numbers(), Some([2].as_slice()));
//! assert!("[Game \"divider\"]\n\n60/7".parse::<Record>().is_err());
//! # Ok::<(), duel::RecordError>(())
//! ```

#![forbid(unsafe_code)]

mod bits;
mod bot;
mod challenge;
mod coach;
pub mod code;
mod computer;
mod date;
pub mod divide;
mod factor;
mod game;
mod in_words;
mod json;
mod lesson;
mod list;
mod luck;
mod match_play;
mod moves;
mod name;
mod number;
mod outcome;
mod position;
mod progress;
mod puzzle;
mod record;
mod records;
mod rulebook;
mod rulefile;
mod seats;
mod sentence;
mod session;
mod solve;
mod suggest;
pub mod take;
mod typed;
mod wander;
mod words;

pub use bot::{BOT_LINE_BYTES, BadAnswer, BotLine, bot_answer, bytes_in_words};
pub use challenge::{Attempt, Challenge, NoChallenge, NoReply, Refutation, Reply, Source, Stage, Standing, Went};
pub use coach::{Hint, Mark, Reviewed, Why, explain, hint, review, turning_points, turning_points_in_words};
pub use code::CodeError;
pub use computer::{Level, choose};
pub use date::{Date, NotADate};
pub use factor::{is_prime, prime_factors};
pub use game::{Game, GameError, Invalid, PLAYABLE_NUMBERS, POOL_NUMBERS, Pool, SMALLEST_ON_TABLE, TABLE_NUMBERS};
pub use json::PositionView;
pub use lesson::{Lesson, lesson};
pub use list::{Role, Span, numbers_for_people};
pub use luck::{computer_move, toss};
pub use match_play::{MatchError, check_match};
pub use moves::{Answer, IllegalMove, IllegalReason, Move, Player};
pub use name::{Name, NameError};
pub use outcome::{Loss, LostBy, Outcome, Reason};
pub use position::{Contradiction, NotPlayable, Position, Relation, ReplayError, View, WrongMove};
pub use progress::{BadProgress, PROGRESS_BYTES, Progress};
pub use puzzle::{Grade, NoPuzzle, Puzzle, Which, daily, daily_of, puzzle, puzzle_of_any_book};
pub use record::{RECORD_BYTES, Record, RecordError};
pub use records::{RecordText, Records, split_records};
pub use rulebook::RuleBook;
pub use rulefile::{RULE_FILE_BYTES, RuleFileError};
pub use seats::{Id, NobodyKnown, NotAnId, Seat, Sitter, Who};
pub use sentence::sentence;
pub use session::{Action, By, Deed, Event, First, Help, May, NotAnEvent, Refusal, Session, Setup, SetupError};
pub use solve::{
    Broken, GameSolution, HINT_MEMORY, Method, OutOfBudget, Pairing, Proof, Proved, Solution, SurveyRow, USUAL_NODES,
    Unproved, Unsolved, Watch, WinningMoves, check, heap, prove, solve, solve_game, survey,
};
pub use suggest::did_you_mean;
pub use typed::{NotAMove, Typed};
pub use wander::{Positions, Wanderer};
pub use words::Phrase;
