//! Why something cannot be done.

use crate::game::GameError;
use crate::moves::IllegalMove;
use crate::record::RecordError;
use crate::typed::NotAMove;

/// Why something cannot be done in a session. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// What was typed is no move.
    #[error("{0}")]
    NotAMove(NotAMove),
    /// The rules do not allow the move.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// Somebody else has the turn.
    #[error("it is not their turn")]
    NotTheirTurn,
    /// The round has ended.
    #[error("the game is over")]
    Over,
    /// The round has not ended.
    #[error("the game is not over yet")]
    NotOver,
    /// No person has made a move.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// Only a person does that.
    #[error("only a person at the board can do that")]
    ForPeople,
    /// Only the referee does that.
    #[error("only the referee can do that")]
    ForTheReferee,
    /// There is no match, or it is decided.
    #[error("there is no other round to play")]
    NoMoreRounds,
    /// The match is not decided.
    #[error("the match goes on: there is another round to play")]
    MatchGoesOn,
    /// A fair start would not help here.
    #[error("there is no fair start to be had here")]
    NoFairStart,
    /// The game cannot be started.
    #[error("{0}")]
    CannotStart(GameError),
    /// Events without a beginning.
    #[error("the events do not begin with a beginning")]
    NotBegun,
    /// A second beginning.
    #[error("a session begins once")]
    BegunAlready,
    /// What is said to have happened could not have come of anything that was done.
    #[error("that cannot have happened here")]
    DidNotHappen,
    /// The record says something about the people and their games that cannot be.
    #[error("{0}")]
    Record(RecordError),
    /// The rule file is not one, or not of this game.
    #[error("{0}")]
    Rules(String),
}
