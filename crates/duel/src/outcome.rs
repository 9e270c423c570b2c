//! How games end.

use crate::moves::Player;
use crate::typed::Typed;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub winner: Player,
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

/// How a player can lose a game that is not over yet.
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
