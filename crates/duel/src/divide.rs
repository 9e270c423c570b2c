//! The division games.
//!
//! One number, or several, lie on the table. Players take turns choosing one of them and a proper divisor of it (greater
//! than 1 and less than the number) and dividing: the number becomes the result. When only primes are left nobody can
//! divide; whoever has to has lost, or, in a misère game, has won.
//!
//! ```
//! use duel::{Game, Move, Player};
//!
//! let mut position = "divide:60".parse::<Game>()?.start()?;
//! position.play(Move::Divide { number: 60, by: 2 })?;
//! position.play(Move::Divide { number: 30, by: 5 })?;
//! position.play(Move::Divide { number: 6, by: 3 })?;
//! assert_eq!(position.numbers(), Some([2].as_slice()));
//! assert_eq!(position.outcome().expect("2 is prime").winner, Player::One);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every number that can ever lie on the table divides one that lay there at the start, so the primes are found once.

use crate::factor::{divisors, exponents, prime_divisors};
use crate::moves::{IllegalReason, Move};

#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) table: Vec<u64>,
    primes: Vec<u64>,
}

/// The numbers on the table, ascending: it does not matter where a number lies.
pub(crate) type State = Vec<u64>;

impl Board {
    pub(crate) fn new(table: &[u64]) -> Board {
        let mut primes: Vec<u64> = table.iter().copied().flat_map(prime_divisors).collect();
        primes.sort_unstable();
        primes.dedup();
        Board { table: table.to_vec(), primes }
    }

    pub(crate) fn start(&self) -> State {
        self.table.clone()
    }

    pub(crate) fn check(state: &State, number: u64, by: u64) -> Result<(), IllegalReason> {
        if state.binary_search(&number).is_err() {
            return Err(IllegalReason::NotOnTable { table: state.clone() });
        }
        if 1 < by && by < number && number.is_multiple_of(by) {
            Ok(())
        } else {
            Err(IllegalReason::NotProperDivisor { number })
        }
    }

    pub(crate) fn divide(state: &mut State, number: u64, by: u64) {
        replace(state, number, number / by);
    }

    pub(crate) fn undo(state: &mut State, number: u64, by: u64) {
        replace(state, number / by, number);
    }

    pub(crate) fn is_over(&self, state: &State) -> bool {
        state.iter().all(|number| self.primes.binary_search(number).is_ok())
    }

    pub(crate) fn legal_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.legal_count(state));
        for number in distinct(state) {
            let divisors = divisors(&exponents(number, &self.primes));
            let proper = &divisors[1..divisors.len() - 1];
            moves.extend(proper.iter().map(|&by| Move::Divide { number, by }));
        }
        moves
    }

    pub(crate) fn legal_count(&self, state: &State) -> usize {
        let proper =
            |number| exponents(number, &self.primes).iter().map(|&(_, e)| e as usize + 1).product::<usize>() - 2;
        distinct(state).map(proper).sum()
    }
}

/// Equal numbers on the table are one choice.
fn distinct(state: &State) -> impl Iterator<Item = u64> + '_ {
    state.chunk_by(|a, b| a == b).map(|equal| equal[0])
}

fn replace(state: &mut State, old: u64, new: u64) {
    if let Ok(at) = state.binary_search(&old) {
        state[at] = new;
        state.sort_unstable();
    }
}
