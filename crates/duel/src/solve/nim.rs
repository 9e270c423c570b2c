//! Division games are Nim in disguise.
//!
//! Dividing a number by a proper divisor leaves any of its divisors but 1 and itself. If the number has k + 1 prime
//! factors, counted with multiplicity, what is left can have any number of them from 1 to k. So it is a heap of k: every
//! move makes it smaller, and every smaller size can be reached. Several numbers are several heaps.

use crate::factor::{exponents, prime_divisors};
use crate::moves::Move;
use crate::position::Position;

/// The size of the heap that a number stands for: its prime factors, counted with multiplicity, less one.
pub fn heap(number: u64) -> u32 {
    let factors = exponents(number, &prime_divisors(number));
    factors.iter().map(|&(_, exponent)| exponent).sum::<u32>().saturating_sub(1)
}

/// Whether the player to move can win against these heaps.
pub(crate) fn mover_wins(heaps: &[u32], misere: bool) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let only_single_moves = heaps.iter().all(|&heap| heap <= 1);
    // With heaps of at most one every move is forced, and whoever wants to run out of moves wants the other parity.
    if misere && only_single_moves { sum == 0 } else { sum != 0 }
}

/// The moves after which the opponent cannot win, ascending.
pub(crate) fn winning_moves(position: &Position) -> Vec<Move> {
    let table = position.on_table().unwrap_or_default();
    let misere = position.game().is_misere();
    let heaps: Vec<u32> = table.iter().map(|&number| heap(number)).collect();
    let wins = |&candidate: &Move| {
        let Move::Divide { number, by } = candidate else { return false };
        let Ok(at) = table.binary_search(&number) else { return false };
        let mut after = heaps.clone();
        after[at] = heaps[at] - heap(by) - 1;
        !mover_wins(&after, misere)
    };
    position.legal_moves().into_iter().filter(wins).collect()
}
