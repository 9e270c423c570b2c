//! How games end.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use crate::moves::Side;
use crate::typed::Typed;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub winner: Side,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The player to move had no legal move.
    NoMove,
    /// A player lost before that.
    Lost(Loss),
}

/// How a player has lost a game that was not over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// By naming this illegal number. It is not among the game's moves.
    IllegalNumber(Typed),
    /// By giving up.
    Resigned,
    /// By running out of time.
    Time,
    /// By not being there to play on.
    Forfeit,
}

/// How a player can lose a running game without naming a number. By a number they lose only when they name one:
/// [`Position::offer`](crate::Position::offer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostBy {
    /// Giving up.
    Resigning,
    /// Running out of time.
    Time,
    /// Not being there to play on.
    Forfeit,
}

impl From<LostBy> for Loss {
    fn from(by: LostBy) -> Loss {
        match by {
            LostBy::Resigning => Loss::Resigned,
            LostBy::Time => Loss::Time,
            LostBy::Forfeit => Loss::Forfeit,
        }
    }
}

/// As records write it: "1-0 no-move", "0-1 illegal-number 7".
impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = match self.winner {
            Side::One => "1-0",
            Side::Two => "0-1",
        };
        write!(f, "{score} {}", self.reason.code())?;
        match self.reason {
            Reason::Lost(Loss::IllegalNumber(number)) => write!(f, " {number}"),
            _ => Ok(()),
        }
    }
}

impl Reason {
    /// The reason as it is written in records and JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::NoMove => "no-move",
            Reason::Lost(Loss::IllegalNumber(_)) => "illegal-number",
            Reason::Lost(Loss::Resigned) => "resigned",
            Reason::Lost(Loss::Time) => "time",
            Reason::Lost(Loss::Forfeit) => "forfeit",
        }
    }
}
