//! The two sides, their moves, and what the rules say about a move that they do not allow.

use std::fmt::{self, Display};

use crate::game::Pool;
use crate::typed::{NotAMove, Typed};

/// A side in a game: `One` is the side that moved first, whoever that was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Player {
    One,
    Two,
}

impl Player {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// Who makes the move at this place of a game; the first is at 0.
    pub fn of_ply(ply: usize) -> Player {
        if ply.is_multiple_of(2) { Player::One } else { Player::Two }
    }

    /// 1 or 2.
    pub fn number(self) -> u8 {
        self.index() as u8 + 1
    }

    /// 0 or 1, for arrays with a place for each side.
    pub fn index(self) -> usize {
        match self {
            Player::One => 0,
            Player::Two => 1,
        }
    }
}

/// A move: a pick from a pool, or a division of a number on the table.
///
/// Moves are ordered as they are listed: by the number picked, or by the number divided and then by the divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Picking this number from the pool.
    Pick(u64),
    /// Dividing one of the numbers on the table.
    Divide {
        /// The number on the table.
        number: u64,
        /// The proper divisor it is divided by.
        by: u64,
    },
}

impl Move {
    /// The number that was picked, or that lies on the table after the division.
    pub fn number(self) -> u64 {
        match self {
            Move::Pick(number) => number,
            Move::Divide { number, by } => number / by,
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pick(number) => write!(f, "{number}"),
            Move::Divide { number, by } => write!(f, "{number}/{by}"),
        }
    }
}

/// A well-formed move that the rules do not allow, with the reason for a person to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// What was tried.
    pub attempt: Typed,
    /// Why it is not legal; the most specific reason there is.
    pub reason: IllegalReason,
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The pool never had this number.
    NotOnBoard {
        /// The pool.
        pool: Pool,
    },
    /// There is no such number on the table.
    NotOnTable {
        /// What is there.
        table: Vec<u64>,
    },
    /// Somebody has picked it before.
    Taken,
    /// The first pick must be something else.
    NotFirst {
        /// What it must be: "an even number".
        rule: String,
    },
    /// It is 1, and something else is legal.
    LastResort,
    /// It is neither a divisor nor a multiple of the last pick.
    Unrelated {
        /// The last pick.
        last: u64,
    },
    /// It does not divide the number, or it is 1 or the number itself.
    NotProperDivisor {
        /// The number to divide.
        number: u64,
    },
    /// The game has ended.
    GameOver,
}

impl std::error::Error for IllegalMove {}

impl Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { attempt, reason } = self;
        match (reason, *attempt) {
            (IllegalReason::NotOnBoard { pool }, _) => write!(f, "{attempt} is not on this board: it has {pool}"),
            (IllegalReason::NotOnTable { table }, Typed::Number(number) | Typed::Division { number, .. }) => {
                let table: Vec<String> = table.iter().map(u64::to_string).collect();
                write!(f, "{number} is not on the table, which has {}", table.join(", "))
            }
            (IllegalReason::Taken, _) => write!(f, "{attempt} is already taken"),
            (IllegalReason::NotFirst { rule }, _) => {
                write!(f, "{attempt} is not allowed as the first pick: it must be {rule}")
            }
            (IllegalReason::LastResort, _) => {
                write!(f, "{attempt} may be picked only when nothing else is left to pick")
            }
            (IllegalReason::Unrelated { last }, _) => {
                write!(f, "{attempt} is neither a divisor nor a multiple of {last}")
            }
            (IllegalReason::NotProperDivisor { number }, Typed::Number(by) | Typed::Division { by, .. }) => {
                write!(f, "{by} is not a proper divisor of {number}")
            }
            (IllegalReason::GameOver, _) => write!(f, "{attempt} comes too late: the game is over"),
        }
    }
}

/// What came of a number that somebody offered as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was legal and has been played.
    Played(Move),
    /// It was not a move at all. It costs nothing in any game: ask again.
    NotAMove(NotAMove),
    /// It was illegal, and nothing changed: ask again.
    AskAgain(IllegalMove),
    /// It was illegal, and in this game that loses: the game is over.
    Lost(IllegalMove),
}
