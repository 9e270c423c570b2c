//! Values that are here only to be said.

use crate::challenge::{DayResult, Progress};
use crate::coach::Reviewed;
use crate::computer::Level;
use crate::date::Date;
use crate::game::Game;
use crate::lesson::Lesson;
use crate::moves::Move;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::rulebook::RuleBook;
use crate::seats::{Seat, Who};

/// How a game is played, in a few sentences. What an illegal number costs is not among them, because that is another thing for
/// people than for programs.
///
/// ```
/// use duel::Game;
/// use duel::speech::{Language, Rules};
///
/// let game: Game = "divider:84,misere".parse()?;
/// let said = Language::English.say(&Rules(&game));
/// assert!(said.starts_with("One number lies on the table: 84."));
/// assert!(said.contains("Whoever faces a prime cannot divide, and wins."));
/// # Ok::<(), duel::CodeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a>(pub &'a Game);

/// How a game is played, for whoever is just invited to it: what it is played with, what is done, and who loses.
///
/// ```
/// use duel::Game;
/// use duel::speech::{InShort, Language};
///
/// let game: Game = "juniper-green:40".parse()?;
/// let said = Language::English.say(&InShort(&game));
/// assert!(said.starts_with("Take turns to pick from the numbers 1 to 40, each a divisor or a multiple of the last."));
/// assert!(said.ends_with("The first pick must be an even number. Whoever cannot pick loses."));
/// # Ok::<(), duel::CodeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InShort<'a>(pub &'a Game);

/// The name of a computer player; what it sees is said by its [`Level`].
#[derive(Clone, Copy, Debug)]
pub struct Opponent(pub Level);

/// Where a game turned.
#[derive(Clone, Copy, Debug)]
pub struct TurningPoints<'a>(pub &'a [Reviewed]);

/// Who was winning before which moves, as far as that is known: by the names of whoever moved first, and of the other one.
#[derive(Clone, Copy, Debug)]
pub struct WhoWasWinning<'a>(pub &'a [Reviewed], pub &'a [String; 2]);

/// What the last move has left to whoever is to move now.
#[derive(Clone, Copy, Debug)]
pub struct Left<'a>(pub &'a Position);

/// Why a move was legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyLegal {
    /// The one divides the other.
    Division {
        /// What was divided.
        number: u64,
        /// By what.
        by: u64,
    },
    /// It was the first pick.
    First(u64),
    /// It was 1, and nothing else was left.
    LastResort {
        /// The pick before.
        before: u64,
    },
    /// It is a divisor of the pick before.
    Divisor {
        /// The number.
        number: u64,
        /// The pick before.
        before: u64,
    },
    /// It is a multiple of the pick before.
    Multiple {
        /// The number.
        number: u64,
        /// The pick before.
        before: u64,
    },
}

impl Position {
    /// Why the last move was legal; `None` before the first one.
    pub fn why_legal(&self) -> Option<WhyLegal> {
        let (&last, before) = self.moves().split_last()?;
        Some(match (last, before.last().map(|before| before.number())) {
            (Move::Divide { number, by }, _) => WhyLegal::Division { number, by },
            (Move::Pick(number), None) => WhyLegal::First(number),
            (Move::Pick(1), Some(before)) if self.game().has_last_resort() => WhyLegal::LastResort { before },
            (Move::Pick(number), Some(before)) if before.is_multiple_of(number) => WhyLegal::Divisor { number, before },
            (Move::Pick(number), Some(before)) => WhyLegal::Multiple { number, before },
        })
    }
}

/// What somebody has learned who has won the game at the end of this lesson.
#[derive(Clone, Copy, Debug)]
pub struct Learned<'a>(pub &'a Lesson);

/// How far somebody is with puzzles, said after one that may be that of a day.
#[derive(Clone, Copy, Debug)]
pub struct HowFar<'a> {
    /// How far they are.
    pub progress: &'a Progress,
    /// Whether it was the puzzle of a day.
    pub is_daily: bool,
}

/// What became of the puzzle of a day, for others to read: it gives nothing away.
#[derive(Clone, Copy, Debug)]
pub struct Shared<'a> {
    /// The day.
    pub date: Date,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What became of it.
    pub result: DayResult,
    /// On how many days in a row one was solved.
    pub days: u32,
}

/// What somebody in a seat is called who has not said otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsualName {
    pub(crate) who: Who,
    pub(crate) seat: Seat,
}

/// The name of a computer where there is only one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TheComputer;

/// The rules as a program is told them that is made for prose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RulesForBots<'a>(pub(crate) &'a RuleBook);

/// The board for the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardForBots<'a>(pub(crate) &'a Position);

/// What is legal, for the program on the side of this number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LegalForBots<'a> {
    pub(crate) position: &'a Position,
    pub(crate) you: u8,
}
