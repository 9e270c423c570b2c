//! Games played at random, and what they are good for: positions with their exact value for those who train programs.

use std::hash::{Hash, Hasher};

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::{FxHashSet, FxHasher};

use crate::luck::{self, below, shuffle};
use crate::moves::Move;
use crate::position::Position;

/// After so many games without a new position luck is not the way to find another one.
const PATIENCE: usize = 2_000;

/// A legal move at random, but one that does not end the game as long as there is such a move; `None` when it is over.
pub(crate) fn step(position: &Position, rng: &mut impl Rng) -> Option<Move> {
    let mut moves = position.legal_moves();
    shuffle(&mut moves, rng);
    let goes_on = |&&candidate: &&Move| !position.ends_by(candidate);
    moves.iter().find(goes_on).or(moves.first()).copied()
}

/// Somebody who plays by chance, and ends no game as long as there is another move: for openings that leave a game to play.
///
/// ```
/// use duel::Game;
/// use duel::wander::Wanderer;
///
/// let start = "evens".parse::<Game>()?.start()?;
/// let chosen = Wanderer::new(7).choose(&start);
/// assert!(chosen.is_some_and(|chosen| start.check(chosen).is_ok()));
/// assert_eq!(chosen, Wanderer::new(7).choose(&start), "the same seed means the same luck");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Wanderer {
    rng: ChaCha8Rng,
}

impl Wanderer {
    /// Whoever has the luck of this seed.
    pub fn new(seed: u64) -> Wanderer {
        Wanderer { rng: luck::of_wanderers(seed) }
    }

    /// A legal move by chance; `None` when the game is over.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        step(position, &mut self.rng)
    }
}

/// Different positions of a game, each from a game of its own played at random, as long as that finds new ones; then what is
/// left, until there is none. Two tables of a division game with the same numbers are no different positions, whoever has
/// the turn: what wins is the same.
pub struct Positions {
    start: Position,
    rng: ChaCha8Rng,
    seen: FxHashSet<u64>,
    /// Once luck finds nothing new: where a walk through the whole game has still to go, and where it has been.
    walk: Option<(Vec<Position>, FxHashSet<u64>)>,
}

impl Positions {
    /// The positions that this seed means, of the game that begins here.
    pub fn new(start: Position, seed: u64) -> Positions {
        Positions { start, rng: luck::of_positions(seed), seen: FxHashSet::default(), walk: None }
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
        if self.walk.is_none() {
            for _ in 0..PATIENCE {
                let position = self.moment()?;
                if self.seen.insert(key(&position)) {
                    return Some(position);
                }
            }
            self.walk = Some((vec![self.start.clone()], FxHashSet::default()));
        }
        let (ahead, been) = self.walk.as_mut()?;
        while let Some(position) = ahead.pop() {
            for next in position.legal_moves().into_iter().filter_map(|chosen| position.after(chosen)) {
                if next.outcome().is_none() && been.insert(key(&next)) {
                    ahead.push(next);
                }
            }
            if self.seen.insert(key(&position)) {
                return Some(position);
            }
        }
        None
    }
}

fn key(position: &Position) -> u64 {
    let mut hasher = FxHasher::default();
    match position.on_table() {
        Some(numbers) => numbers.hash(&mut hasher),
        None => position.hash(&mut hasher),
    }
    hasher.finish()
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
        // Any divisors of 60 and 84 but 1 can lie there, not both of them prime.
        let start = "divider:60,84".parse::<Game>().unwrap().start().unwrap();
        let all: Vec<Position> = Positions::new(start, 1).collect();
        let running = |number: u64| (2..=number).filter(|divisor| number.is_multiple_of(*divisor)).collect::<Vec<_>>();
        let mut tables: Vec<[u64; 2]> = Vec::new();
        for a in running(60) {
            for b in running(84) {
                let mut table = [a, b];
                table.sort_unstable();
                let is_over = crate::factor::is_prime(a) && crate::factor::is_prime(b);
                if !is_over && !tables.contains(&table) {
                    tables.push(table);
                }
            }
        }
        assert_eq!(all.len(), tables.len());
    }
}
