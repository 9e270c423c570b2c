//! How a position ends but by a move.

use super::Position;
use crate::game::Game;
use crate::moves::{Move, Side};
use crate::outcome::{Loss, LostBy, Outcome, Reason};
use crate::typed::Typed;

/// An end that a game cannot have had.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// It ended otherwise.
    Over {
        /// How many moves there are.
        moves: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// Somebody who could move is said to have been stuck.
    NotStuck {
        /// How many moves there are.
        moves: usize,
    },
    /// Whoever is said to have named an illegal number did not have the turn.
    NotTheirTurn,
    /// What is said to have been an illegal number was a legal one, or none at all.
    NotIllegal(Typed),
}

impl Position {
    /// Ends a running game with this player's loss.
    pub fn lose(&mut self, loser: Side, by: LostBy) {
        if self.outcome.is_none() {
            self.end_with(loser, by.into());
        }
    }

    pub(super) fn end_with(&mut self, loser: Side, how: Loss) {
        self.outcome = Some(Outcome { winner: loser.other(), reason: Reason::Lost(how) });
    }

    /// Ends the game as a file or another program says that it ended; `None` says that it still runs.
    ///
    /// # Errors
    /// What the rules do not allow after these moves. Then nothing changes.
    pub fn conclude(&mut self, said: Option<&Outcome>) -> Result<(), Contradiction> {
        let moves = self.moves.len();
        match (&self.outcome, said) {
            (None, None) => Ok(()),
            (Some(stands), Some(said)) if stands == said => Ok(()),
            (Some(stands), _) => Err(Contradiction::Over { moves, outcome: stands.clone() }),
            (None, Some(Outcome { reason: Reason::NoMove, .. })) => Err(Contradiction::NotStuck { moves }),
            (None, Some(Outcome { winner, reason: Reason::Lost(loss) })) => {
                let loss = match *loss {
                    Loss::IllegalNumber(_) if *winner == self.turn() => return Err(Contradiction::NotTheirTurn),
                    Loss::IllegalNumber(number) => {
                        let attempt = self.understand(number).map_err(|_| Contradiction::NotIllegal(number))?;
                        if self.check(attempt).is_ok() {
                            return Err(Contradiction::NotIllegal(attempt));
                        }
                        Loss::IllegalNumber(attempt)
                    }
                    Loss::Resigned | Loss::Time | Loss::Forfeit => loss.clone(),
                };
                self.end_with(winner.other(), loss);
                Ok(())
            }
        }
    }

    /// The same game with a fair start, if this one was over after its first pick and a fair start would have helped.
    pub fn fair_offer(&self) -> Option<Game> {
        let is_over_at_once = matches!(self.moves(), [Move::Pick(_)])
            && matches!(self.outcome(), Some(Outcome { reason: Reason::NoMove, .. }));
        if !is_over_at_once || self.game().is_misere() || self.game().has_fair_start() {
            return None;
        }
        self.game().clone().with_fair_start().ok()
    }
}
