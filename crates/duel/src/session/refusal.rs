//! Why something cannot be done.

use crate::game::GameError;
use crate::moves::IllegalMove;
use crate::text::TextError;
use crate::typed::NotAMove;

/// Why something cannot be done in a session. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// What was typed is no move.
    NotAMove(NotAMove),
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    /// Somebody else has the turn.
    NotTheirTurn,
    /// The round has ended.
    Over,
    /// The round has not ended.
    NotOver,
    /// No person has made a move.
    NothingToTakeBack,
    /// Only a person does that.
    ForPeople,
    /// They have agreed to play without advice.
    NoAdvice,
    /// Only the referee does that.
    ForTheReferee,
    /// There is no match, or it is decided.
    NoMoreRounds,
    /// The match is not decided.
    MatchGoesOn,
    /// A fair start would not help here.
    NoFairStart,
    /// The game cannot be started.
    CannotStart(GameError),
    /// Events without a beginning.
    NotBegun,
    /// A second beginning.
    BegunAlready,
    /// What is said to have happened could not have come of anything that was done.
    DidNotHappen,
    /// The record says something about the people and their games that cannot be.
    Record(TextError),
    /// The rule file, or the code of its game, is not one.
    Rules(TextError),
    /// The rule file is of another game.
    OtherRules,
}
