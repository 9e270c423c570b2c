//! Games played at random, and what they are good for: positions with their exact value for those who train programs.

use std::hash::{Hash, Hasher};

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::{FxHashSet, FxHasher};

use crate::luck::{self, below, shuffle};
use crate::position::{Move, Position};

/// After so many games without a new position there is hardly another one.
const PATIENCE: usize = 2_000;

/// A legal move at random, but one that does not end the game as long as there is such a move; `None` when it is over.
pub(crate) fn step(position: &Position, rng: &mut impl Rng) -> Option<Move> {
    let mut moves = position.legal_moves();
    shuffle(&mut moves, rng);
    let goes_on = |&&candidate: &&Move| !position.ends_by(candidate);
    moves.iter().find(goes_on).or(moves.first()).copied()
}

/// Different positions of a game, each from a game of its own played at random. They end when there is hardly a new one to
/// be found.
pub struct Positions {
    start: Position,
    rng: ChaCha8Rng,
    seen: FxHashSet<u64>,
}

impl Positions {
    /// The positions that this seed means, of the game that begins here.
    pub fn new(start: Position, seed: u64) -> Positions {
        Positions { start, rng: luck::of_positions(seed), seen: FxHashSet::default() }
    }

    /// Some moment of a game, while it runs.
    fn moment(&mut self) -> Option<Position> {
        let mut position = self.start.clone();
        let mut plies = Vec::new();
        while position.outcome().is_none() {
            let chosen = step(&position, &mut self.rng)?;
            position.play(chosen).ok()?;
            plies.push(chosen);
        }
        let moment = below(&mut self.rng, plies.len());
        while position.moves().len() > moment {
            position.undo()?;
        }
        Some(position)
    }
}

impl Iterator for Positions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        if self.start.outcome().is_some() {
            return None;
        }
        for _ in 0..PATIENCE {
            let position = self.moment()?;
            let mut hasher = FxHasher::default();
            position.hash(&mut hasher);
            if self.seen.insert(hasher.finish()) {
                return Some(position);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn positions_are_different_and_running_and_the_same_for_the_same_seed() {
        let start = "evens".parse::<Game>().unwrap().start().unwrap();
        let some: Vec<Position> = Positions::new(start.clone(), 7).take(50).collect();
        assert_eq!(some.len(), 50);
        for (at, position) in some.iter().enumerate() {
            assert!(position.outcome().is_none() && !some[..at].contains(position));
        }
        assert_eq!(some, Positions::new(start.clone(), 7).take(50).collect::<Vec<_>>());
        assert_ne!(some, Positions::new(start, 8).take(50).collect::<Vec<_>>());
    }

    #[test]
    fn a_small_game_runs_out_of_positions() {
        let start = "divider:12".parse::<Game>().unwrap().start().unwrap();
        let all: Vec<Position> = Positions::new(start, 1).collect();
        assert_eq!(all.len(), 3, "12, 6 and 4; 3 and 2 are the end");
    }
}
