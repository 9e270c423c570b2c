//! Finding long chains by trying: a chain is changed a little, over and over, and sometimes for the worse.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Size, Solo, goes_with, neighbours};
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

/// So many steps take about as long as a position of a search.
const STEPS_OF_A_POSITION: u64 = 16;
/// How many steps are worth a hint.
const STEPS_FOR_A_HINT: u64 = 1 << 19;

/// A chain as long as can be found with a small part of the budget, or a little more if that is hardly anything; sooner, when it has as many numbers as `enough`. The same numbers give the same
/// chain everywhere.
///
/// # Errors
/// When somebody says stop.
pub fn find(size: Size, enough: Option<usize>, watch: &mut Watch<'_>) -> Result<Vec<u64>, OutOfBudget> {
    let steps = watch.left().saturating_mul(4).min(STEPS_FOR_A_NUMBER * size.last().max(64)).max(FIRST_ROUND);
    let mut trial = Trial::new(neighbours(size), 1, luck::of_long_chains(size.last()));
    trial.improve(steps, enough.unwrap_or(size.count()), watch)?;
    Ok(trial.best.into_iter().map(u64::from).collect())
}

/// Numbers that can follow the end of a chain one after the other, as many as can be found in a short time.
///
/// # Errors
/// When somebody says stop.
pub fn continuation(solo: &Solo, watch: &mut Watch<'_>) -> Result<Vec<u64>, OutOfBudget> {
    let Some(end) = solo.position().last() else {
        return find(solo.size(), None, &mut watch.at_most(STEPS_FOR_A_HINT));
    };
    let mut neighbours = neighbours(solo.size());
    let is_gone = |number: u64| number != end && !solo.position().is_free(number);
    for (number, of_it) in (0..).zip(&mut neighbours) {
        of_it.retain(|&other| !is_gone(number) && !is_gone(other.into()));
    }
    let mut trial = Trial::new(neighbours, end as u32, luck::of_long_chains(solo.size().last()));
    trial.is_tied = true;
    trial.improve(STEPS_FOR_A_HINT, solo.size().count(), watch)?;
    Ok(trial.best.into_iter().skip(1).map(u64::from).collect())
}

struct Trial {
    neighbours: Vec<Vec<u32>>,
    chain: Vec<u32>,
    /// Where every number stands in the chain.
    places: Vec<usize>,
    best: Vec<u32>,
    /// Whether the first number stays where it is.
    is_tied: bool,
    luck: ChaCha8Rng,
}

impl Trial {
    fn new(neighbours: Vec<Vec<u32>>, first: u32, luck: ChaCha8Rng) -> Trial {
        let mut places = vec![OUTSIDE; neighbours.len()];
        places[first as usize] = 0;
        Trial { neighbours, chain: vec![first], places, best: vec![first], is_tied: false, luck }
    }

    /// Goes so many steps, in rounds, or until the chain has as many numbers as `enough`.
    fn improve(&mut self, steps: u64, enough: usize, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        let (mut gone, mut round) = (0, FIRST_ROUND);
        while gone < steps && self.best.len() < enough {
            for step in 0..round.min(steps - gone) {
                if step.is_multiple_of(1 << 12) {
                    watch.look((gone + step) as f64 / steps as f64 / 2.0)?;
                }
                let patience = PATIENCE.start() + (PATIENCE.end() - PATIENCE.start() + 1) * step / round;
                self.step(patience as u32);
                if self.best.len() >= enough {
                    break;
                }
            }
            gone += round;
            watch.spend(round / STEPS_OF_A_POSITION);
            round *= 2;
        }
        Ok(())
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
                None if self.is_tied => return,
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
            if if first > 0 { !goes(first - 1, second - 1) } else { self.is_tied } {
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
