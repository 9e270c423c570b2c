//! Moves that were made before, made again.

use super::Position;
use crate::code::shorten;
use crate::game::{Game, GameError};
use crate::moves::{IllegalMove, Move};
use crate::typed::NotAMove;

/// A move of a list that is not legal where it comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// Which move of the game it would be, counted from 1.
    pub number: usize,
    /// Why it is not legal.
    pub illegal: IllegalMove,
}

/// Why there is no position after a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The game cannot be played on a board.
    Game(GameError),
    /// One of the moves is not legal.
    Move(WrongMove),
}

/// A text that is no legal move where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotPlayable {
    /// It is no move at all.
    NotAMove {
        /// Enough of it to recognise it.
        text: String,
        /// What a move looks like.
        why: NotAMove,
    },
    /// It is not legal.
    Illegal(IllegalMove),
}

impl Game {
    /// The position after these moves.
    ///
    /// ```
    /// use duel::{Game, Move};
    ///
    /// let game: Game = "chain".parse()?;
    /// assert_eq!(game.replay([12, 4, 16].map(Move::Pick))?.last(), Some(16));
    /// let refused = game.replay([12, 4, 15].map(Move::Pick)).unwrap_err();
    /// assert_eq!(refused.to_string(), "move 3: 15 is neither a divisor nor a multiple of 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Game::start`], and the first move that is not legal.
    pub fn replay(&self, moves: impl IntoIterator<Item = Move>) -> Result<Position, ReplayError> {
        let mut position = self.start()?;
        position.play_all(moves)?;
        Ok(position)
    }
}

impl Position {
    /// Plays a move that is written in a file or given as an argument. It is data and no attempt, so an illegal one never
    /// loses a game.
    ///
    /// # Errors
    /// What is no legal move changes nothing.
    pub fn play_written(&mut self, text: &str) -> Result<Move, NotPlayable> {
        let typed = text.parse().map_err(|_: NotAMove| self.expected()).and_then(|typed| self.understand(typed));
        let attempt = typed.map_err(|why| NotPlayable::NotAMove { text: shorten(text), why })?;
        let chosen = self.check(attempt)?;
        self.play(chosen)?;
        Ok(chosen)
    }

    /// Plays these moves, one after the other.
    ///
    /// # Errors
    /// The first one that is not legal. Those before it have been played.
    pub fn play_all(&mut self, moves: impl IntoIterator<Item = Move>) -> Result<(), WrongMove> {
        moves.into_iter().try_for_each(|played| {
            self.play(played).map_err(|illegal| WrongMove { number: self.moves.len() + 1, illegal })
        })
    }
}
