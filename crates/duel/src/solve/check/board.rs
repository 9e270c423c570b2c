//! A position of a pool game, as far as a proof needs it: each move costs the same, however large the pool is.

use super::{Check, broken};
use crate::game::{Pool, Take};
use crate::moves::Move;

#[derive(Clone)]
pub(super) struct Board<'a> {
    rules: &'a Take,
    /// For every place of the pool.
    free: Vec<bool>,
    last: Option<u64>,
}

impl<'a> Board<'a> {
    /// The position after these moves.
    pub(super) fn replay(rules: &'a Take, moves: &[Move]) -> Check<Board<'a>> {
        let mut board = Board { rules, free: vec![true; rules.pool.count() as usize], last: None };
        for (at, &played) in moves.iter().enumerate() {
            if !matches!(played, Move::Pick(number) if board.pick(number)) {
                return broken(format!("move {}, {played}, is not legal", at + 1));
            }
        }
        Ok(board)
    }

    /// Picks a number, and says whether it was legal.
    pub(super) fn pick(&mut self, number: u64) -> bool {
        let is_legal = self.is_legal(number);
        if is_legal {
            self.free[self.rules.pool.index(number)] = false;
            self.last = Some(number);
        }
        is_legal
    }

    pub(super) fn pool(&self) -> &Pool {
        &self.rules.pool
    }

    pub(super) fn last(&self) -> Option<u64> {
        self.last
    }

    pub(super) fn is_free(&self, number: u64) -> bool {
        self.rules.pool.contains(number) && self.free[self.rules.pool.index(number)]
    }

    /// Whether the number may be picked, as far as nothing is a last resort.
    fn fits(&self, number: u64) -> bool {
        self.is_free(number)
            && match self.last {
                None => self.rules.first.allows(number),
                Some(last) => related(number, last),
            }
    }

    pub(super) fn is_legal(&self, number: u64) -> bool {
        self.fits(number) && !(number == 1 && self.rules.resort && self.more_than_one_fits())
    }

    fn more_than_one_fits(&self) -> bool {
        self.pool().numbers().any(|number| number > 1 && self.fits(number))
    }

    pub(super) fn is_over(&self) -> bool {
        !self.pool().numbers().any(|number| self.fits(number))
    }

    /// Whether 1 is free and waits until nothing else is legal.
    pub(super) fn one_is_a_last_resort(&self) -> bool {
        self.rules.resort && self.is_free(1)
    }

    pub(super) fn only_one_is_legal(&self) -> bool {
        self.fits(1) && !self.more_than_one_fits()
    }

    /// Whether the rules allow it as the first pick; 1 as a last resort too.
    pub(super) fn is_first_pick(&self, number: u64) -> bool {
        self.rules.first.allows(number)
    }

    /// The divisors and multiples of a number in the pool, taken ones too.
    pub(super) fn relatives(&self, number: u64) -> impl Iterator<Item = u64> {
        self.pool().numbers().filter(move |&other| related(number, other))
    }
}

/// Whether one of two different numbers divides the other.
pub(super) fn related(a: u64, b: u64) -> bool {
    a != b && (a.is_multiple_of(b) || b.is_multiple_of(a))
}
