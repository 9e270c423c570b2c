//! A game in which people find the legal numbers themselves.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::Session;
use crate::moves::Side;
use crate::number::parse_number;
use crate::seats::Seat;

/// How often somebody tried a number that was not legal, by move.
///
/// It is written as the number of the move, counted from 1, and how often: `3:2 5:1`; or `none`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Misses(BTreeMap<usize, u32>);

/// A text that tells no misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMisses;

/// How well somebody has found what is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many moves were found without a wrong try.
    pub at_once: usize,
    /// How many moves were made.
    pub moves: usize,
    /// How many tries were wrong.
    pub wrong: u32,
}

impl Misses {
    pub(super) fn count(&mut self, at: usize) {
        let misses = self.0.entry(at).or_default();
        *misses = misses.saturating_add(1);
    }

    /// The last move in which there was one, counted from 0.
    pub(crate) fn last(&self) -> Option<usize> {
        self.0.keys().last().copied()
    }
}

impl Display for Misses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (nth, (at, misses)) in self.0.iter().enumerate() {
            let gap = if nth == 0 { "" } else { " " };
            write!(f, "{gap}{}:{misses}", at + 1)?;
        }
        Ok(())
    }
}

impl FromStr for Misses {
    type Err = NoMisses;

    fn from_str(text: &str) -> Result<Misses, NoMisses> {
        let mut misses = Misses::default();
        if text == "none" {
            return Ok(misses);
        }
        for entry in text.split(' ') {
            let (at, count) = entry.split_once(':').ok_or(NoMisses)?;
            let at: usize = parse_number(at).and_then(|at| at.try_into().ok()).ok_or(NoMisses)?;
            let count: u32 = parse_number(count).and_then(|count| count.try_into().ok()).ok_or(NoMisses)?;
            let is_next = at.checked_sub(1).filter(|&at| misses.last().is_none_or(|last| last < at));
            misses.0.insert(is_next.filter(|_| count > 0).ok_or(NoMisses)?, count);
        }
        Ok(misses)
    }
}

impl Session {
    /// Whether people find the legal numbers themselves, so that nobody is to show them.
    pub fn hides_legal(&self) -> bool {
        self.misses.is_some()
    }

    /// How well this person has found what is legal in this round; `None` where it was shown, and for computers.
    pub fn found(&self, seat: Seat) -> Option<Found> {
        let Misses(misses) = self.misses.as_ref().filter(|_| self.is_person(seat))?;
        let is_theirs = |at: &usize| self.seat(Side::of_ply(*at)) == seat;
        let made = (self.opening..self.position.moves().len()).filter(is_theirs);
        let wrong =
            misses.iter().filter(|(at, _)| is_theirs(at)).fold(0, |sum: u32, (_, &wrong)| sum.saturating_add(wrong));
        let moves = made.clone().count();
        Some(Found { at_once: made.filter(|at| !misses.contains_key(at)).count(), moves, wrong })
    }
}
