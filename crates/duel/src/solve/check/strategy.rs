//! A strategy: what the winner of a misère pool game answers, in the order in which a walk through all games needs it.

use std::collections::BTreeSet;

use super::board::{Board, related};
use super::{Check, broken, ensure};
use crate::solve::proof::{STRATEGY_NUMBERS, STRATEGY_REPLIES};

/// Checks that these replies win against every move, where the loser is to move: here, or after the pick.
pub(super) fn check(replies: &[u64], board: &Board<'_>, pick: Option<u64>) -> Check {
    let free = board.pool().numbers().filter(|&number| board.is_free(number)).count();
    ensure(free <= STRATEGY_NUMBERS, || {
        format!("{free} numbers are free, and a strategy is about {STRATEGY_NUMBERS} at most")
    })?;
    ensure(replies.len() <= STRATEGY_REPLIES, || {
        format!("the strategy has {} replies, and {STRATEGY_REPLIES} are the most", replies.len())
    })?;
    let mut board = board.clone();
    if let Some(pick) = pick {
        ensure(board.pick(pick), || format!("the pick {pick} is not legal"))?;
        ensure(!board.is_over(), || format!("the pick {pick} leaves no move, and whoever cannot move wins"))?;
    }
    Walk::new(&board).check(&board, replies)
}

/// A set of numbers, a bit for each, by their places in the list of those that are free.
type Set = Box<[u64]>;

fn contains(set: &Set, at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

fn without(set: &Set, at: usize) -> Set {
    let mut set = set.clone();
    set[at / 64] &= !(1 << (at % 64));
    set
}

fn common(one: &Set, other: &Set) -> Set {
    one.iter().zip(other).map(|(one, other)| one & other).collect()
}

fn first(set: &Set) -> Option<usize> {
    let word = set.iter().position(|&word| word != 0)?;
    Some(word * 64 + set[word].trailing_zeros() as usize)
}

/// A last pick, and what can still be reached from it. Nothing else matters for what follows.
type Stand = (usize, Set);

struct Walk {
    numbers: Vec<u64>,
    /// For every place those of its divisors and multiples.
    related: Vec<Set>,
    /// Whether the first number is 1, to be picked only where nothing else is legal.
    one_is_a_last_resort: bool,
}

impl Walk {
    fn new(board: &Board<'_>) -> Walk {
        let numbers: Vec<u64> = board.pool().numbers().filter(|&number| board.is_free(number)).collect();
        let relatives = |&number: &u64| set_of(&numbers, |other| related(number, other));
        let related = numbers.iter().map(relatives).collect();
        Walk { related, one_is_a_last_resort: board.one_is_a_last_resort(), numbers }
    }

    fn check(&self, board: &Board<'_>, replies: &[u64]) -> Check {
        let mut replies = (1..).zip(replies.iter().copied());
        // The positions that were met: those in which the winner was to move, and those in which the loser was.
        let (mut answered, mut tried) = (BTreeSet::<Stand>::new(), BTreeSet::<Stand>::new());
        // The positions on the way to here in which the loser is to move: what is free, and which moves are still to be tried.
        let mut way = vec![(set_of(&self.numbers, |_| true), set_of(&self.numbers, |number| board.is_legal(number)))];
        while let Some((free, untried)) = way.last_mut() {
            let Some(next) = first(untried) else {
                way.pop();
                continue;
            };
            *untried = without(untried, next);
            let Some((reachable, legal)) = self.after(next, &without(free, next)) else {
                // The winner cannot move, and so has won.
                continue;
            };
            if !answered.insert((next, reachable.clone())) {
                continue;
            }
            let Some((at, reply)) = replies.next() else {
                return broken(format!("the strategy ends before there is a reply to {}", self.numbers[next]));
            };
            let Some(place) = self.numbers.binary_search(&reply).ok().filter(|&place| contains(&legal, place)) else {
                return broken(format!(
                    "reply {at} of the strategy, {reply}, is not legal after {}",
                    self.numbers[next]
                ));
            };
            let Some((reachable, legal)) = self.after(place, &without(&reachable, place)) else {
                return broken(format!(
                    "reply {at} of the strategy, {reply}, leaves no move, and whoever cannot move wins"
                ));
            };
            if tried.insert((place, reachable.clone())) {
                way.push((reachable, legal));
            }
        }
        match replies.next() {
            None => Ok(()),
            Some((at, _)) => broken(format!("the strategy goes on after reply {}, the last that is needed", at - 1)),
        }
    }

    /// What can be reached after this pick and what is legal, if anything is.
    fn after(&self, last: usize, free: &Set) -> Option<(Set, Set)> {
        let mut edge = common(&self.related[last], free);
        let mut legal = edge.clone();
        let first_legal = first(&legal)?;
        if self.one_is_a_last_resort && first_legal == 0 {
            let others = without(&legal, 0);
            legal = if first(&others).is_some() { others } else { legal };
        }
        let mut reachable = edge.clone();
        while let Some(at) = first(&edge) {
            edge = without(&edge, at);
            for (word, &relatives) in self.related[at].iter().enumerate() {
                let found = relatives & free[word] & !reachable[word];
                edge[word] |= found;
                reachable[word] |= found;
            }
        }
        Some((reachable, legal))
    }
}

fn set_of(numbers: &[u64], is_in: impl Fn(u64) -> bool) -> Set {
    let mut set = vec![0; numbers.len().div_ceil(64)].into_boxed_slice();
    for (at, _) in numbers.iter().enumerate().filter(|&(_, &number)| is_in(number)) {
        set[at / 64] |= 1 << (at % 64);
    }
    set
}
