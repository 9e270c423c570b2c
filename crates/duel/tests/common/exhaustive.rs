//! Exhaustive search: slow, simple, and right.

use std::collections::HashMap;

use duel::{Game, Move, Position, Side};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Exhaustive search that knows nothing but the rules.
#[derive(Default)]
pub(crate) struct Exhaustive {
    known: HashMap<Position, Side>,
}

impl Exhaustive {
    pub(crate) fn winner(&mut self, position: &Position) -> Side {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        if let Some(&winner) = self.known.get(position) {
            return winner;
        }
        let mover = position.turn();
        let winner = if self.winning(position).is_empty() { mover.other() } else { mover };
        self.known.insert(position.clone(), winner);
        winner
    }

    pub(crate) fn winning(&mut self, position: &Position) -> Vec<Move> {
        let mover = position.turn();
        let moves = position.legal_moves();
        moves.into_iter().filter(|&candidate| self.winner(&after(position, candidate)) == mover).collect()
    }
}

pub(crate) fn after(position: &Position, played: Move) -> Position {
    let mut after = position.clone();
    after.play(played).unwrap();
    after
}

pub(crate) fn start(code: &str) -> Position {
    code.parse::<Game>().unwrap().start().unwrap()
}

pub(crate) fn at_random(position: &Position, rng: &mut ChaCha8Rng) -> Move {
    position.nth_legal((rng.next_u64() % position.legal_count() as u64) as usize).unwrap()
}
