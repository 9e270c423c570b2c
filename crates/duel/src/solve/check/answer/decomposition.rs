//! The numbers of a pool, and what the rows of a proof have shown of each.

use super::super::{Broken, Check, broken, ensure};
use crate::bits::Bits;
use crate::game::{Pool, Take};
use crate::solve::{Watch, WinningMoves};

/// What stands in [`Decomposition::sets`] for a number that is in no set.
const REST: u32 = u32::MAX;
const BARRIER: u32 = u32::MAX - 1;
const NOT_IN_PLAY: u32 = u32::MAX - 2;

/// How many numbers are looked at between two looks at whether to go on.
const BETWEEN_LOOKS: usize = 1 << 16;

pub(super) struct Decomposition {
    pool: Pool,
    /// For every place of the pool the place of another number of its set, nearer to the one that stands for the set; itself if that
    /// is the one.
    sets: Vec<u32>,
    /// The places that some cycle goes through.
    in_cycle: Bits,
    /// The sets that a number of the barrier is paired with, and those of which it was used that none is.
    paired: Bits,
    left_over: Bits,
    rest: u64,
    barrier: u64,
    cycle: Vec<u32>,
}

impl Decomposition {
    /// Nothing is shown yet, and every number is a set.
    pub(super) fn of(take: &Take) -> Decomposition {
        let numbers = take.pool.count() as usize;
        let mut sets: Vec<u32> = (0..numbers as u32).collect();
        if take.resort {
            sets[take.pool.index(1)] = NOT_IN_PLAY;
        }
        Decomposition {
            pool: take.pool,
            sets,
            in_cycle: Bits::empty(numbers),
            paired: Bits::empty(numbers),
            left_over: Bits::empty(numbers),
            rest: 0,
            barrier: 0,
            cycle: Vec::new(),
        }
    }

    /// Whichever number is picked first, one of these is left to answer 1, and nothing follows it.
    pub(super) fn check_punishers(&self, punishers: [u64; 2]) -> Check {
        ensure(punishers[0] != punishers[1], || "two punishers are different".into())?;
        for punisher in punishers {
            self.place(punisher)?;
            let relative = self.pool.numbers().find(|&other| other > 1 && related(punisher, other));
            if let Some(relative) = relative {
                return broken(format!("{punisher} punishes nothing: it is related to {relative}"));
            }
        }
        Ok(())
    }

    /// Two numbers that every largest pairing pairs with others that no winning pick is related to.
    pub(super) fn rest(&mut self, one: u64, other: u64) -> Check {
        check_pair(one, other)?;
        for number in [one, other] {
            let place = self.place(number)?;
            ensure(self.sets[place] as usize == place, || format!("{number} is in the rest twice"))?;
            self.sets[place] = REST;
        }
        self.rest += 1;
        Ok(())
    }

    /// Makes one set of those that a cycle goes through, an odd number of them.
    pub(super) fn cycle(&mut self, numbers: &[u64]) -> Check {
        let mut round = std::mem::take(&mut self.cycle);
        round.clear();
        for &number in numbers {
            let place = self.place(number)?;
            self.in_cycle.insert(place);
            round.push(self.set(number)?);
        }
        let mut entered = 0;
        for (at, (&here, &number)) in round.iter().zip(numbers).enumerate() {
            let next = (at + 1) % round.len();
            if here != round[next] {
                check_pair(number, numbers[next])?;
                entered += 1;
            }
        }
        round.sort_unstable();
        round.dedup();
        ensure(entered == round.len() && entered % 2 == 1 && entered > 1, || {
            format!("{numbers:?} does not go round through an odd number of sets")
        })?;
        // The smallest stands for all. The large sets have small numbers, so the ways stay short.
        for &set in &round[1..] {
            self.sets[set as usize] = round[0];
        }
        self.cycle = round;
        Ok(())
    }

    /// A number of the barrier, one of the set that it is paired with, and one of a set that can be left over in that one's place.
    pub(super) fn barrier(&mut self, number: u64, partner: u64, from: u64) -> Check {
        check_pair(number, partner)?;
        check_pair(number, from)?;
        let from = self.set(from)?;
        if !self.paired.contains(from as usize) {
            self.left_over.insert(from as usize);
        }
        let with = self.set(partner)? as usize;
        ensure(!self.paired.contains(with) && !self.left_over.contains(with), || {
            format!("the set of {partner} is paired already, or was to be left over")
        })?;
        self.paired.insert(with);
        let place = self.place(number)?;
        let is_alone = self.sets[place] as usize == place && !self.in_cycle.contains(place);
        ensure(is_alone && !self.paired.contains(place) && !self.left_over.contains(place), || {
            format!("{number} is in the barrier, and elsewhere")
        })?;
        self.sets[place] = BARRIER;
        self.barrier += 1;
        Ok(())
    }

    /// Checks that no line goes from one set to another or to the rest.
    pub(super) fn finish(mut self, watch: &mut Watch<'_>) -> Check<Shown> {
        for place in 0..self.sets.len() {
            self.sets[place] = self.representative(self.sets[place]);
        }
        let stride = greatest_common_divisor(self.pool.first(), self.pool.step());
        for (place, &set) in self.sets.iter().enumerate() {
            if place.is_multiple_of(BETWEEN_LOOKS) || place < BETWEEN_LOOKS && place.is_power_of_two() {
                // A number has as many multiples as the pool has of its size, so the work goes by the logarithm.
                let done = (1.0 + place as f64).ln() / (1.0 + self.sets.len() as f64).ln();
                watch.look(done).map_err(|ended| Broken(ended.to_string()))?;
            }
            if set == BARRIER || set == NOT_IN_PLAY {
                continue;
            }
            let number = self.pool.number(place);
            // The multiples of a number that are in the pool stand at equal distances.
            let Ok(distance) = usize::try_from(number / stride) else { continue };
            let multiples = self.sets[place..].iter().step_by(distance).skip(1);
            if let Some(at) = multiples.into_iter().position(|&other| other != set && other != BARRIER) {
                let other = self.pool.number(place + (at + 1) * distance);
                return broken(format!("{number} and {other} are related, and in different parts"));
            }
        }
        let is_set = |&(place, &set): &(usize, &u32)| set as usize == place;
        let sets = self.sets.iter().enumerate().filter(is_set).count() as u64;
        let in_sets = self.sets.iter().filter(|&&set| set < NOT_IN_PLAY).count() as u64;
        Ok(Shown { pairs: self.rest + self.barrier + (in_sets - sets) / 2, pool: self.pool, sets: self.sets })
    }

    /// Where a number that is in play stands.
    fn place(&self, number: u64) -> Check<usize> {
        let place = self.pool.contains(number).then(|| self.pool.index(number));
        match place.filter(|&place| self.sets[place] != NOT_IN_PLAY) {
            Some(place) => Ok(place),
            None => broken(format!("{number} is not in play")),
        }
    }

    /// What stands for the set of a number.
    fn set(&mut self, number: u64) -> Check<u32> {
        let place = self.place(number)?;
        match self.sets[place] {
            REST => broken(format!("{number} is in the rest, and elsewhere")),
            BARRIER => broken(format!("{number} is in the barrier, and elsewhere")),
            _ => Ok(self.representative(place as u32)),
        }
    }

    fn representative(&mut self, mut place: u32) -> u32 {
        while place < NOT_IN_PLAY {
            let towards = self.sets[place as usize];
            if towards == place {
                break;
            }
            let further = self.sets[towards as usize];
            self.sets[place as usize] = further;
            place = further;
        }
        place
    }
}

/// What was shown of all numbers.
pub(super) struct Shown {
    pub(super) pairs: u64,
    pool: Pool,
    sets: Vec<u32>,
}

impl Shown {
    /// How many first picks are allowed, and those of them that are in a set: they win.
    pub(super) fn first_picks(&self, take: &Take) -> (u64, WinningMoves) {
        WinningMoves::among(take, |number| self.sets[self.pool.index(number)] < NOT_IN_PLAY)
    }
}

fn related(one: u64, other: u64) -> bool {
    one != other && one > 0 && other > 0 && (one.is_multiple_of(other) || other.is_multiple_of(one))
}

fn check_pair(one: u64, other: u64) -> Check {
    ensure(related(one, other), || format!("{one} and {other} are no pair: neither divides the other"))
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}
