//! Going through all chains at once, a number at a time.
//!
//! The numbers are taken one after the other, and of each it is settled which of its neighbours it stands next to. What matters for the
//! rest is little: which of the numbers that were met but not yet taken are free, used up, or at the end of a piece of chain, and where
//! that piece ends otherwise. All ways that agree in this are one state, and of those only the one that has lost the fewest numbers is kept. So
//! that few numbers are met and not taken, the order begins with large primes, which have hardly any neighbours.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::{Size, neighbours};
use crate::solve::{OutOfBudget, Watch};

/// How many numbers may have been met and not taken, so that a state fits into 128 bits: five for each.
const MOST_OPEN: usize = 25;
/// With more numbers than this they do not fit.
const SEARCHED: usize = 223;
const BITS: usize = 5;

/// How a number stands in a state. What is larger than these is the end of a piece whose other end is the number at the place
/// `code - PAIRED`.
const FREE: u8 = 0;
const USED: u8 = 1;
/// The end of a piece whose other end is an end of the whole chain.
const LOOSE: u8 = 2;
const PAIRED: u8 = 3;

/// The bytes that a state takes, with the room that a table keeps empty.
const BYTES: u64 = 64;

/// A chain of these numbers that is longer than `length`; `None` when all were gone through and none is.
///
/// # Errors
/// When the budget ends before that is certain.
pub fn longer(size: Size, length: usize, watch: &mut Watch<'_>) -> Result<Option<Vec<u64>>, OutOfBudget> {
    let count = size.count();
    match count {
        _ if length >= count => return Ok(None),
        1 => return Ok(Some(vec![1])),
        _ if count > SEARCHED => return Err(OutOfBudget::TooLarge { numbers: count, most: SEARCHED }),
        _ => {}
    }
    let order = order(size);
    let mut sweep = Sweep { most_lost: count - length - 1, sought: None, beside: [None; 2], seen: None };
    // What was before each number, to find the way back from the end of a chain.
    let mut layers: Vec<Vec<(u128, u16)>> = vec![vec![(0, 0)]];
    let mut kept = 0;
    for (taken, step) in order.iter().enumerate() {
        watch.look(0.5 + taken as f64 / count as f64 / 2.0)?;
        let mut next = States::default();
        for &(state, lost) in &layers[taken] {
            watch.spend_node()?;
            sweep.take(step, count - taken - 1, state, lost, &mut next);
            watch.room_for((kept + next.len()) as u64 * BYTES)?;
            if let Some(last) = sweep.seen.take() {
                return way_back(&order[..=taken], &layers, (state, lost), last, watch).map(Some);
            }
        }
        kept += next.len();
        // In order, because a table has another one on every kind of machine, and the chain that is found must not.
        let mut layer: Vec<(u128, u16)> = next.into_iter().collect();
        layer.sort_unstable();
        layers.push(layer);
    }
    Ok(None)
}

/// Whether no chain of these numbers is longer than `length`: all of them are gone through.
///
/// # Errors
/// When the budget ends before that is certain.
pub fn is_longest(size: Size, length: usize, watch: &mut Watch<'_>) -> Result<bool, OutOfBudget> {
    Ok(longer(size, length, watch)?.is_none())
}

/// The places of one or two neighbours that a number was put beside.
type Beside = [Option<usize>; 2];

/// The chain that ends by putting the last of these numbers beside those, in this state: before each number the state is looked for from
/// which it led here.
fn way_back(
    order: &[Step],
    layers: &[Vec<(u128, u16)>],
    mut here: (u128, u16),
    mut beside: Beside,
    watch: &mut Watch<'_>,
) -> Result<Vec<u64>, OutOfBudget> {
    let mut joined: Vec<[u32; 2]> = Vec::new();
    for at in (0..order.len()).rev() {
        watch.look(1.0)?;
        joined.extend(beside.iter().flatten().map(|&place| [order[at].number, order[at].after[place]]));
        let Some(before) = at.checked_sub(1) else { break };
        let mut sweep = Sweep { most_lost: usize::MAX, sought: Some(here), beside: [None; 2], seen: None };
        for &(state, lost) in &layers[before] {
            sweep.take(&order[before], 0, state, lost, &mut States::default());
            if let Some(found) = sweep.seen {
                (here, beside) = ((state, lost), found);
                break;
            }
        }
    }
    Ok(in_a_row(&joined))
}

/// Numbers of which these stand next to each other, from one end to the other.
fn in_a_row(joined: &[[u32; 2]]) -> Vec<u64> {
    let beside = |number: u32| {
        joined.iter().filter_map(move |&[a, b]| if a == number { Some(b) } else { (b == number).then_some(a) })
    };
    let ends = joined.iter().flatten().copied().filter(|&number| beside(number).count() == 1);
    let mut chain: Vec<u32> = ends.min().into_iter().collect();
    while let Some(next) = chain.last().and_then(|&end| beside(end).find(|other| !chain.contains(other))) {
        chain.push(next);
    }
    chain.into_iter().map(u64::from).collect()
}

/// A number as it is taken.
struct Step {
    number: u32,
    /// Where the numbers that were open before are open now; the number itself is not any more.
    moved: Vec<Option<usize>>,
    /// Where its neighbours are open that are not taken yet.
    neighbours: Vec<usize>,
    /// The numbers that are open after it.
    after: Vec<u32>,
}

/// The order in which the numbers are taken: always the one that leaves the fewest open.
fn order(size: Size) -> Vec<Step> {
    let neighbours = neighbours(size);
    let mut waiting: Vec<u32> = (1..=size.0).collect();
    let mut is_taken = vec![false; size.count() + 1];
    let mut open: Vec<u32> = Vec::new();
    let mut steps = Vec::new();
    while !waiting.is_empty() {
        let cost = |&number: &u32| {
            let left = neighbours[number as usize].iter().filter(|&&other| !is_taken[other as usize]);
            let (new, left) =
                left.fold((0, 0), |(new, all), other| (new + usize::from(!open.contains(other)), all + 1));
            (open.len() + new - usize::from(open.contains(&number)), left, std::cmp::Reverse(number))
        };
        let Some(number) = waiting.iter().copied().min_by_key(cost) else { break };
        waiting.retain(|&other| other != number);
        is_taken[number as usize] = true;
        let left: Vec<u32> =
            neighbours[number as usize].iter().copied().filter(|&other| !is_taken[other as usize]).collect();
        let mut after: Vec<u32> = open.iter().copied().filter(|&other| other != number).collect();
        after.extend(left.iter().filter(|other| !open.contains(other)));
        let place = |number: &u32| after.iter().position(|other| other == number);
        let moved = open.iter().map(place).collect();
        let neighbours = left.iter().filter_map(place).collect();
        steps.push(Step { number, moved, neighbours, after: after.clone() });
        open = after;
    }
    steps
}

/// How the open numbers stand, each by its code.
#[derive(Clone, Copy)]
struct Open {
    codes: [u8; MOST_OPEN],
    len: usize,
}

impl Open {
    fn packed(&self) -> u128 {
        self.codes[..self.len].iter().rev().fold(0, |packed, &code| packed << BITS | u128::from(code))
    }

    /// The same after the number at this place got one more neighbour: its piece now ends at `end`.
    fn grown(mut self, at: usize, end: u8) -> Open {
        match self.codes[at] {
            FREE => {
                self.codes[at] = end;
                if end >= PAIRED {
                    self.codes[usize::from(end - PAIRED)] = PAIRED + at as u8;
                }
            }
            other => {
                self.codes[at] = USED;
                for (one, two) in [(other, end), (end, other)] {
                    if one >= PAIRED {
                        self.codes[usize::from(one - PAIRED)] = two;
                    }
                }
            }
        }
        self
    }
}

struct Sweep {
    /// A chain that is longer leaves out so many numbers at most.
    most_lost: usize,
    /// On the way back: the state that is looked for.
    sought: Option<(u128, u16)>,
    /// What the number that is taken is put beside.
    beside: Beside,
    /// What it was put beside where a chain ended that is long enough, or the state was the one that is looked for.
    seen: Option<Beside>,
}

type States = FxHashMap<u128, u16>;

impl Sweep {
    /// Takes a number, in all ways that there are.
    fn take(&mut self, step: &Step, waiting: usize, state: u128, lost: u16, next: &mut States) {
        let code = |at: usize| (state >> (BITS * at)) as u8 & ((1 << BITS) - 1);
        let mut open = Open { codes: [FREE; MOST_OPEN], len: step.after.len() };
        let (mut own, mut loose) = (FREE, 0);
        for (at, &to) in step.moved.iter().enumerate() {
            let code = match code(at) {
                // A number that is paired with the one that is taken gets its own code right below.
                paired if paired >= PAIRED => {
                    step.moved[usize::from(paired - PAIRED)].map_or(paired, |other| PAIRED + other as u8)
                }
                other => other,
            };
            loose += usize::from(code == LOOSE);
            match to {
                Some(to) => open.codes[to] = code,
                None => own = code,
            }
        }
        let may_end = loose < 2;
        self.beside = [None; 2];
        match own {
            USED => self.keep(&open, lost, next),
            FREE => {
                self.keep(&open, lost + 1, next);
                for (at, &one) in step.neighbours.iter().enumerate() {
                    if open.codes[one] == USED {
                        continue;
                    }
                    if may_end {
                        self.beside = [Some(one), None];
                        self.join(open, LOOSE, one, waiting, lost, next);
                    }
                    for &two in &step.neighbours[at + 1..] {
                        self.beside = [Some(one), Some(two)];
                        self.join_two(open, one, two, waiting, lost, next);
                    }
                }
            }
            end => {
                if end == LOOSE {
                    self.finish(&open, waiting, lost);
                } else if may_end {
                    let mut ended = open;
                    ended.codes[usize::from(end - PAIRED)] = LOOSE;
                    self.keep(&ended, lost, next);
                }
                for &one in &step.neighbours {
                    if open.codes[one] != USED && end != PAIRED + one as u8 {
                        self.beside = [Some(one), None];
                        self.join(open, end, one, waiting, lost, next);
                    }
                }
            }
        }
    }

    /// The number that is taken stands between the open ones at two places.
    fn join_two(&mut self, open: Open, one: usize, two: usize, waiting: usize, lost: u16, next: &mut States) {
        let end = match open.codes[one] {
            FREE => PAIRED + one as u8,
            end => end,
        };
        if open.codes[two] == USED || open.codes[two] == PAIRED + one as u8 {
            return;
        }
        let mut used = open;
        if open.codes[one] != FREE {
            used.codes[one] = USED;
        }
        self.join(used, end, two, waiting, lost, next);
    }

    /// A piece that ends at `end` is joined to the open number at a place.
    fn join(&mut self, open: Open, end: u8, at: usize, waiting: usize, lost: u16, next: &mut States) {
        let joined = open.grown(at, end);
        if end == LOOSE && open.codes[at] == LOOSE {
            self.finish(&joined, waiting, lost);
        } else {
            self.keep(&joined, lost, next);
        }
    }

    fn keep(&mut self, open: &Open, lost: u16, next: &mut States) {
        if usize::from(lost) > self.most_lost {
            return;
        }
        if let Some(sought) = self.sought {
            if sought == (open.packed(), lost) {
                self.seen = Some(self.beside);
            }
            return;
        }
        match next.entry(open.packed()) {
            Entry::Occupied(mut known) => *known.get_mut() = lost.min(*known.get()),
            Entry::Vacant(vacant) => {
                vacant.insert(lost);
            }
        }
    }

    /// The chain has both its ends: whatever is not in it is lost, and other pieces there must not be.
    fn finish(&mut self, open: &Open, waiting: usize, lost: u16) {
        let codes = &open.codes[..open.len];
        if self.sought.is_none() && codes.iter().all(|&code| code == FREE || code == USED) {
            let used = codes.iter().filter(|&&code| code == USED).count();
            if usize::from(lost) + waiting - used <= self.most_lost {
                self.seen = Some(self.beside);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_searched_fits_into_a_state_and_one_number_more_would_not() {
        let most_open = |last: usize| {
            let steps = order(Size::new(last as u64).expect("a size"));
            steps.iter().map(|step| step.after.len()).max().unwrap_or(0)
        };
        for last in 1..=SEARCHED {
            assert!(most_open(last) <= MOST_OPEN, "{last}");
        }
        assert!(most_open(SEARCHED + 1) > MOST_OPEN);
        let too_many = Size::new(SEARCHED as u64 + 1).expect("a size");
        assert!(matches!(longer(too_many, 1, &mut Watch::forever()), Err(OutOfBudget::TooLarge { .. })));
    }
}
