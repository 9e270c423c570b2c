//! Finding long chains by trying: a chain is changed a little, over and over, and sometimes for the worse.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Size, goes_with, neighbours};
use crate::luck::{self, below};
use crate::solve::{OutOfBudget, Watch};

/// A number that is not in the chain has this place.
const OUTSIDE: usize = usize::MAX;
/// How many steps the first round has. Every further one has twice as many.
const FIRST_ROUND: u64 = 1 << 18;
/// How many steps all rounds have for each number, at most.
const STEPS_FOR_A_NUMBER: u64 = 1 << 17;
/// One number less is put up with once in 2^2 steps at the beginning of a round, and once in 2^8 at its end.
const PATIENCE: std::ops::RangeInclusive<u64> = 2..=8;
/// As many numbers at most are jumped over when another one is to take their place.
const LONGEST_JUMP: usize = 4;

/// A chain as long as can be found with half of the budget; sooner, when it has as many numbers as `enough`. The same numbers give the same
/// chain everywhere.
///
/// # Errors
/// When somebody says stop.
pub fn find(size: Size, enough: Option<usize>, watch: &mut Watch<'_>) -> Result<Vec<u64>, OutOfBudget> {
    let enough = enough.unwrap_or(size.count());
    let mut steps = watch.left() / 2;
    steps = steps.min(STEPS_FOR_A_NUMBER * size.last().max(64));
    let all = steps;
    let mut trial = Trial::new(size);
    let mut round = FIRST_ROUND;
    while steps > 0 && trial.best.len() < enough {
        for step in 0..round.min(steps) {
            if step.is_multiple_of(1 << 12) {
                watch.look((all - steps + step) as f64 / all as f64 / 2.0)?;
            }
            let patience = PATIENCE.start() + (PATIENCE.end() - PATIENCE.start() + 1) * step / round;
            trial.step(patience as u32);
            if trial.best.len() >= enough {
                break;
            }
        }
        steps = steps.saturating_sub(round);
        watch.spend(round);
        round *= 2;
    }
    Ok(trial.best.into_iter().map(u64::from).collect())
}

struct Trial {
    neighbours: Vec<Vec<u32>>,
    chain: Vec<u32>,
    /// Where every number stands in the chain.
    places: Vec<usize>,
    best: Vec<u32>,
    luck: ChaCha8Rng,
}

impl Trial {
    fn new(size: Size) -> Trial {
        let mut places = vec![OUTSIDE; size.count() + 1];
        places[1] = 0;
        let neighbours = neighbours(size);
        Trial { neighbours, chain: vec![1], places, best: vec![1], luck: luck::of_long_chains(size.last()) }
    }

    fn step(&mut self, patience: u32) {
        let number = 1 + below(&mut self.luck, self.neighbours.len() - 1);
        let of_it = &self.neighbours[number];
        if of_it.is_empty() {
            return;
        }
        let other = of_it[below(&mut self.luck, of_it.len())] as usize;
        if self.places[other] == OUTSIDE {
            return;
        }
        match self.places[number] {
            OUTSIDE => self.put_in(number as u32, self.places[other], patience),
            place => self.turn_part(place.min(self.places[other]), place.max(self.places[other])),
        }
        if self.chain.len() > self.best.len() {
            self.best.clone_from(&self.chain);
        }
    }

    /// Puts a number next to the one at `at`, in the place of the few that stand between that one and another that the number goes with, or
    /// of those up to an end of the chain.
    fn put_in(&mut self, number: u32, at: usize, patience: u32) {
        let jump = 1 + below(&mut self.luck, LONGEST_JUMP);
        let between = if self.is_heads() {
            match self.chain.get(at + jump) {
                Some(&after) if !goes_with(after, number) => return,
                Some(_) => at + 1..at + jump,
                None => at + 1..self.chain.len(),
            }
        } else {
            match at.checked_sub(jump) {
                Some(before) if !goes_with(self.chain[before], number) => return,
                Some(before) => before + 1..at,
                None => 0..at,
            }
        };
        let lost = between.len().saturating_sub(1) as u32;
        if lost > 0 && self.luck.next_u64() >> (64 - patience * lost) != 0 {
            return;
        }
        for &gone in &self.chain[between.clone()] {
            self.places[gone as usize] = OUTSIDE;
        }
        let from = between.start;
        let moved = if between.len() == 1 { from + 1 } else { usize::MAX };
        self.chain.splice(between, [number]);
        let to = moved.min(self.chain.len());
        self.number_places(from, to);
    }

    /// Joins the numbers at two places, by turning round what stands between them, if the numbers that lose their neighbours by it can be
    /// joined, too.
    fn turn_part(&mut self, first: usize, second: usize) {
        let goes = |a: usize, b: usize| goes_with(self.chain[a], self.chain[b]);
        let part = if self.luck.next_u64() >> 63 == 0 {
            if second + 1 < self.chain.len() && !goes(first + 1, second + 1) {
                return;
            }
            first + 1..second + 1
        } else {
            if first > 0 && !goes(first - 1, second - 1) {
                return;
            }
            first..second
        };
        let (from, to) = (part.start, part.end);
        self.chain[part].reverse();
        self.number_places(from, to);
    }

    fn number_places(&mut self, from: usize, to: usize) {
        for place in from..to {
            self.places[self.chain[place] as usize] = place;
        }
    }

    fn is_heads(&mut self) -> bool {
        self.luck.next_u64() >> 63 == 0
    }
}
