//! Luck that can be had again: the same seed means the same luck on every machine, in the browser too.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::computer::{Level, choose};
use crate::moves::Move;
use crate::position::Position;
use crate::seats::Seat;

/// What each part of a seed's luck is for, so that no part disturbs another.
const TOSS: u64 = 0;
const FIRST_MOVE: u64 = 1;
const PUZZLES: u64 = u64::MAX;
const WANDERERS: u64 = u64::MAX - 1;
const POSITIONS: u64 = u64::MAX - 2;
const LONG_CHAINS: u64 = u64::MAX - 3;

fn luck(seed: u64, part: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(part);
    rng
}

/// Who moves first when a coin decides.
pub fn toss(seed: u64) -> Seat {
    if luck(seed, TOSS).next_u32().is_multiple_of(2) { Seat::One } else { Seat::Two }
}

/// The move that a computer player of this level makes; `None` when the game is over. It depends on the seed, the
/// position and how many moves were made, and on nothing else: a game that is taken back or resumed goes on as it would
/// have gone.
pub fn computer_move(position: &Position, level: Level, seed: u64) -> Option<Move> {
    choose(position, level, &mut luck(seed, FIRST_MOVE + position.moves().len() as u64))
}

/// The luck that puzzles are made of.
pub(crate) fn of_puzzles(seed: u64) -> ChaCha8Rng {
    luck(seed, PUZZLES)
}

/// The luck of whoever wanders.
pub(crate) fn of_wanderers(seed: u64) -> ChaCha8Rng {
    luck(seed, WANDERERS)
}

/// The luck that positions to learn from are made of.
pub(crate) fn of_positions(seed: u64) -> ChaCha8Rng {
    luck(seed, POSITIONS)
}

/// The luck that long chains are found with.
pub(crate) fn of_long_chains(seed: u64) -> ChaCha8Rng {
    luck(seed, LONG_CHAINS)
}

/// A random number below `count`, the same on machines of every word size.
pub(crate) fn below(rng: &mut impl Rng, count: usize) -> usize {
    ((u128::from(rng.next_u64()) * count as u128) >> 64) as usize
}

pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    for at in (1..items.len()).rev() {
        items.swap(at, below(rng, at + 1));
    }
}
