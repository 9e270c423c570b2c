//! A matching, and the barrier that shows that it is maximum.

use super::{Check, broken, ensure};
use crate::game::Pool;

/// What a proof says of the numbers in play.
pub(super) struct Certificate<'a> {
    pub(super) matching: &'a [[u64; 2]],
    pub(super) barrier: &'a [u64],
}

impl Certificate<'_> {
    /// Checks that the matching is a maximum one of the numbers in play, and that it misses this one of them.
    pub(super) fn check(&self, pool: &Pool, in_play: impl Fn(u64) -> bool, missed: Option<u64>) -> Check<Maximum> {
        let mut maximum = Maximum::new(pool, in_play);
        maximum.apply(self.matching)?;
        if let Some(missed) = missed {
            ensure(!maximum.place(missed)?.matched, || format!("the matching does not miss {missed}"))?;
        }
        maximum.take_away(self.barrier)?;
        let odd = maximum.join_components();
        let numbers = maximum.places.iter().filter(|place| place.in_play).count();
        let (pairs, barrier) = (self.matching.len(), self.barrier.len());
        ensure(2 * pairs + odd == numbers + barrier, || {
            format!("the matching is not shown to be maximum: twice {pairs} pairs is not {numbers} + {barrier} - {odd}")
        })?;
        Ok(maximum)
    }
}

/// The numbers in play, and what a certificate says of each.
pub(super) struct Maximum {
    pool: Pool,
    places: Vec<Place>,
}

/// What the certificate says of a number of the pool.
#[derive(Clone, Copy)]
struct Place {
    in_play: bool,
    matched: bool,
    barrier: bool,
    /// Towards the representative of its component.
    towards: u32,
    /// How many members the component has, at its representative.
    members: u32,
}

impl Maximum {
    fn new(pool: &Pool, in_play: impl Fn(u64) -> bool) -> Maximum {
        let place =
            |(at, number)| Place { in_play: in_play(number), matched: false, barrier: false, towards: at, members: 1 };
        Maximum { pool: *pool, places: (0..).zip(pool.numbers()).map(place).collect() }
    }

    fn place(&mut self, number: u64) -> Check<&mut Place> {
        let at = self.pool.contains(number).then(|| self.pool.index(number));
        match at.map(|at| &mut self.places[at]).filter(|place| place.in_play) {
            Some(place) => Ok(place),
            None => broken(format!("{number} is not in play")),
        }
    }

    fn apply(&mut self, matching: &[[u64; 2]]) -> Check {
        for &[a, b] in matching {
            ensure(a != b && a > 0 && b > 0 && (a.is_multiple_of(b) || b.is_multiple_of(a)), || {
                format!("{a} and {b} are no pair: neither divides the other")
            })?;
            for number in [a, b] {
                let place = self.place(number)?;
                ensure(!place.matched, || format!("{number} is in two pairs"))?;
                place.matched = true;
            }
        }
        Ok(())
    }

    fn take_away(&mut self, barrier: &[u64]) -> Check {
        for &number in barrier {
            let place = self.place(number)?;
            ensure(!place.barrier, || format!("{number} is in the barrier twice"))?;
            place.barrier = true;
        }
        Ok(())
    }

    /// Joins what is left into components along every edge, and counts those with an odd number of members. Of all multiples
    /// of all numbers of a pool there are as many as a harmonic sum has: n log n.
    fn join_components(&mut self) -> usize {
        for at in 0..self.places.len() {
            if !self.is_left(at) {
                continue;
            }
            let number = self.pool.number(at);
            if self.pool.last() / number <= self.places.len() as u64 {
                for multiple in (2..=self.pool.last() / number).map(|factor| factor * number) {
                    if self.pool.contains(multiple) {
                        self.join(at, self.pool.index(multiple));
                    }
                }
            } else {
                // Wide gaps: the pool itself is the shorter list to go through. Only its first number can be that small.
                for other in at + 1..self.places.len() {
                    if self.pool.number(other).is_multiple_of(number) {
                        self.join(at, other);
                    }
                }
            }
        }
        let is_representative = |&at: &usize| self.places[at].towards as usize == at;
        let odd = |&at: &usize| self.is_left(at) && self.places[at].members % 2 == 1;
        (0..self.places.len()).filter(is_representative).filter(odd).count()
    }

    fn is_left(&self, at: usize) -> bool {
        self.places[at].in_play && !self.places[at].barrier
    }

    fn join(&mut self, a: usize, b: usize) {
        if !self.is_left(b) {
            return;
        }
        let (a, b) = (self.representative(a), self.representative(b));
        if a != b {
            let (small, large) = if self.places[a].members < self.places[b].members { (a, b) } else { (b, a) };
            self.places[small].towards = large as u32;
            self.places[large].members += self.places[small].members;
        }
    }

    /// The smaller component is always joined to the larger one, so the way is short.
    fn representative(&self, mut at: usize) -> usize {
        while self.places[at].towards as usize != at {
            at = self.places[at].towards as usize;
        }
        at
    }

    /// The numbers that some maximum matching may miss, as far as this certificate says: the members of odd components.
    /// Those of the barrier and of even components are covered by every one.
    pub(super) fn not_surely_covered(&self) -> impl Iterator<Item = u64> {
        let is_odd = |&at: &usize| self.is_left(at) && self.places[self.representative(at)].members % 2 == 1;
        (0..self.places.len()).filter(is_odd).map(|at| self.pool.number(at))
    }
}
