//! The two sides, their moves, and what the rules say about a move that they do not allow.

use std::fmt::{self, Display};

use crate::game::{FirstPickRule, Pool};
use crate::typed::{NotAMove, Typed};

/// A side in a game: `One` is the side that moved first, whoever that was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    One,
    Two,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }

    /// Who makes the move at this place of a game; the first is at 0.
    pub fn of_ply(ply: usize) -> Side {
        if ply.is_multiple_of(2) { Side::One } else { Side::Two }
    }

    /// 1 or 2.
    pub fn number(self) -> u8 {
        self.index() as u8 + 1
    }

    /// 0 or 1, for arrays with a place for each side.
    pub fn index(self) -> usize {
        match self {
            Side::One => 0,
            Side::Two => 1,
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
    /// The number that was picked, or that lies on the table after the division: that of `60/2` is 30.
    ///
    /// # Panics
    /// No legal move divides by 0, and one that does has no number.
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

/// A well-formed move that the rules do not allow, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// What was tried.
    pub attempt: Typed,
    /// Why it is not legal; the most specific reason there is.
    pub reason: IllegalReason,
}

impl IllegalMove {
    /// Whether it loses where an illegal number does. A division of what is not there is a slip: nobody has misjudged a number.
    pub(crate) fn can_cost_the_game(&self) -> bool {
        !matches!(self.reason, IllegalReason::NotOnTable { .. })
    }
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
        /// What it must be.
        rule: FirstPickRule,
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

/// What came of a number that somebody offered as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It was legal and has been played.
    Played(Move),
    /// It was not a move at all. It costs nothing in any game: ask again.
    NotAMove(NotAMove),
    /// It was illegal, and nothing changed: ask again, unless the game is over.
    AskAgain(IllegalMove),
    /// It was illegal, and in this game that loses: the game is over.
    Lost(IllegalMove),
}
