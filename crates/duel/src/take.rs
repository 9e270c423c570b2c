//! The pool games.
//!
//! Two players take turns picking a number from a shared pool; a picked number is gone. The first pick is any number
//! that the rules allow. After that a pick must be a divisor or a multiple of the last pick. Where 1 is a last resort it
//! may be picked only when nothing else is legal, and after it every number left is a multiple of it. Whoever has no
//! legal pick has lost, or, in a misère game, has won.
//!
//! ```
//! use duel::{Game, Move, Player, Reason};
//!
//! let mut position = "take:2..6".parse::<Game>()?.start()?;
//! position.play(Move::Pick(4))?;
//! assert_eq!(position.legal_moves(), [Move::Pick(2)]);
//! position.play(Move::Pick(2))?;
//! position.play(Move::Pick(6))?;
//! position.play(Move::Pick(3))?;
//! let outcome = position.outcome().expect("3 has no divisor or multiple left");
//! assert_eq!((outcome.winner, &outcome.reason), (Player::Two, &Reason::NoMove));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Numbers are held by their index in the pool. What is legal is worked out once after every pick and kept: asking for
//! it, checking a pick against it and seeing the end then cost next to nothing.

use crate::bits::Bits;
use crate::factor::{divisors, exponents, prime_divisors};
use crate::game::Take;
use crate::moves::IllegalReason;

/// Boards up to this size keep every number's neighbours in a list; on larger ones they are worked out when needed.
const LISTED: u64 = 4_096;

/// The rules of one pool game with what can be prepared once.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) rules: Take,
    first_picks: Vec<u32>,
    neighbours: Option<Neighbours>,
    /// The index of the number that may be picked only when nothing else is legal.
    resort: Option<u32>,
}

/// For every index the indices of its divisors and multiples, ascending, one after the other.
#[derive(Debug)]
struct Neighbours {
    starts: Vec<u32>,
    lists: Vec<u32>,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) free: Bits,
    pub(crate) last: Option<u32>,
    /// The indices that may be picked now, ascending.
    pub(crate) legal: Vec<u32>,
}

impl Board {
    pub(crate) fn new(rules: &Take) -> Board {
        let pool = rules.pool;
        let first_picks = rules.first_picks().map(|number| pool.index(number) as u32).collect();
        let neighbours = (pool.count() <= LISTED).then(|| Neighbours::of_all(rules));
        let resort = rules.resort.then(|| pool.index(1) as u32);
        Board { rules: rules.clone(), first_picks, neighbours, resort }
    }

    pub(crate) fn start(&self) -> State {
        State { free: Bits::full(self.rules.pool.count() as usize), last: None, legal: self.first_picks.clone() }
    }

    pub(crate) fn number(&self, index: u32) -> u64 {
        self.rules.pool.number(index as usize)
    }

    /// The index of a legal pick, or why the pick is not legal.
    #[inline]
    pub(crate) fn check(&self, state: &State, number: u64) -> Result<u32, IllegalReason> {
        let pool = &self.rules.pool;
        if !pool.contains(number) {
            return Err(IllegalReason::NotOnBoard { pool: *pool });
        }
        let index = pool.index(number) as u32;
        if !state.free.contains(index as usize) {
            return Err(IllegalReason::Taken);
        }
        if state.legal.binary_search(&index).is_ok() { Ok(index) } else { Err(self.why_not(state, number)) }
    }

    /// Why a free number of the pool is not legal.
    #[cold]
    fn why_not(&self, state: &State, number: u64) -> IllegalReason {
        match state.last.map(|last| self.number(last)) {
            None => match self.rules.first.describe(&self.rules.pool) {
                Some(rule) if !self.rules.first.allows(number) => IllegalReason::NotFirst { rule },
                _ => IllegalReason::LastResort,
            },
            Some(last) if last.is_multiple_of(number) || number.is_multiple_of(last) => IllegalReason::LastResort,
            Some(last) => IllegalReason::Unrelated { last },
        }
    }

    #[inline]
    pub(crate) fn pick(&self, state: &mut State, index: u32) {
        state.free.remove(index as usize);
        state.last = Some(index);
        self.refresh(state);
    }

    /// Puts the last pick back; `before` is the pick before it.
    pub(crate) fn undo(&self, state: &mut State, before: Option<u64>) {
        if let Some(last) = state.last {
            state.free.insert(last as usize);
        }
        state.last = before.map(|number| self.rules.pool.index(number) as u32);
        self.refresh(state);
    }

    #[inline]
    fn refresh(&self, state: &mut State) {
        let State { free, last, legal } = state;
        legal.clear();
        match (last, &self.neighbours) {
            (None, _) => legal.extend_from_slice(&self.first_picks),
            (Some(last), Some(neighbours)) => {
                // Whether a neighbour is free is a coin toss, and a branch on it would be guessed wrong half of the time:
                // so every neighbour is noted, and the note is dropped again where it is not free.
                for &index in neighbours.of(*last) {
                    legal.push(index);
                    legal.truncate(legal.len() - usize::from(!free.contains(index as usize)));
                }
            }
            (Some(last), None) => {
                legal.extend(related(&self.rules, *last).into_iter().filter(|&n| free.contains(n as usize)));
            }
        }
        if let Some(one) = self.resort
            && legal.len() > 1
            && legal[0] == one
        {
            legal.remove(0);
        }
    }
}

impl Neighbours {
    fn of_all(rules: &Take) -> Neighbours {
        let mut starts = vec![0];
        let mut lists = Vec::new();
        for index in 0..rules.pool.count() as u32 {
            lists.extend(related(rules, index));
            starts.push(lists.len() as u32);
        }
        Neighbours { starts, lists }
    }

    #[inline]
    fn of(&self, index: u32) -> &[u32] {
        let index = index as usize;
        &self.lists[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// The indices of the divisors and multiples of a number in its pool, ascending, itself left out.
fn related(rules: &Take, index: u32) -> Vec<u32> {
    let pool = &rules.pool;
    let number = pool.number(index as usize);
    let mut related: Vec<u32> = divisors(&exponents(number, &prime_divisors(number)))
        .into_iter()
        .filter(|&d| d < number && pool.contains(d))
        .map(|d| pool.index(d) as u32)
        .collect();
    // In a pool with wide gaps most multiples are not in it: then the pool itself is the shorter list to go through.
    if pool.hi / number <= pool.count() {
        let multiples = (2..=pool.hi / number).map(|factor| factor * number);
        related.extend(multiples.filter(|&m| pool.contains(m)).map(|m| pool.index(m) as u32));
    } else {
        let above = index + 1..pool.count() as u32;
        related.extend(above.filter(|&other| pool.number(other as usize).is_multiple_of(number)));
    }
    related
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Kind};

    fn rules(code: &str) -> Take {
        match code.parse::<Game>().unwrap().kind {
            Kind::Take(take) => take,
            Kind::Divide(_) => panic!("{code} is no pool game"),
        }
    }

    #[test]
    fn related_numbers_are_the_divisors_and_multiples_in_the_pool() {
        for code in ["take:1..60", "take:2..60/2", "take:3..200/7", "take:1..1000000000000/99999999999", "take:5..5"] {
            let rules = rules(code);
            let numbers: Vec<u64> = rules.pool.numbers().collect();
            for (index, &number) in numbers.iter().enumerate() {
                let slow = (0..numbers.len() as u32).filter(|&other| other as usize != index).filter(|&other| {
                    number % numbers[other as usize] == 0 || numbers[other as usize].is_multiple_of(number)
                });
                assert_eq!(related(&rules, index as u32), slow.collect::<Vec<_>>(), "{code} {number}");
            }
        }
    }

    #[test]
    fn big_boards_know_the_same_neighbours_as_listed_ones() {
        let mut position = "take:1..5000".parse::<Game>().unwrap().start().unwrap();
        for number in [2_500, 1, 4_096, 2] {
            position.play(crate::Move::Pick(number)).unwrap();
        }
        let legal: Vec<u64> = position.legal_moves().into_iter().map(crate::Move::number).collect();
        let slow: Vec<u64> = (4..=5_000).filter(|n| n % 2 == 0 && ![2_500, 4_096].contains(n)).collect();
        assert_eq!(legal, slow);
    }
}
