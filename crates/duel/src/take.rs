//! The pool games.
//!
//! Two players take turns picking a number from a shared pool; a picked number is gone. The first pick is any number
//! that the rules allow. After that a pick must be a divisor or a multiple of the last pick. Where 1 is a last resort it
//! may be picked only when nothing else is legal, and after it every number left is a multiple of it. Whoever has no
//! legal pick has lost, or, in a misère game, has won.
//!
//! ```
//! use duel::{Game, Move, Reason, Side};
//!
//! let mut position = "take:2..6".parse::<Game>()?.start()?;
//! position.play(Move::Pick(4))?;
//! assert_eq!(position.legal_moves(), [Move::Pick(2)]);
//! position.play(Move::Pick(2))?;
//! position.play(Move::Pick(6))?;
//! position.play(Move::Pick(3))?;
//! let outcome = position.outcome().expect("3 has no divisor or multiple left");
//! assert_eq!((outcome.winner, &outcome.reason), (Side::Two, &Reason::NoMove));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Numbers are held by their index in the pool. What is legal is worked out once after every pick and kept: asking for
//! it, checking a pick against it and seeing the end then cost next to nothing.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::bits::members;
use crate::factor::{divisors, exponents, prime_divisors};
use crate::game::{Game, Pool, Take};
use crate::moves::{IllegalReason, Move, Side};
use crate::position::Relation;

/// Boards up to this size keep every number's neighbours in a list; on larger ones they are worked out when needed.
const LISTED: u64 = 4_096;

/// A pool game with what can be prepared once for all its positions.
#[derive(Debug)]
pub(crate) struct Prepared {
    game: Game,
    rules: Take,
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

/// What is free, what was picked last, and what may be picked now.
#[derive(Clone, Debug)]
pub(crate) struct State {
    prepared: Arc<Prepared>,
    numbers: NumberSet,
    last: Option<u32>,
    /// The indices that may be picked now, ascending.
    legal: Vec<u32>,
}

impl Prepared {
    pub(crate) fn new(game: Game, rules: Take) -> Prepared {
        let pool = rules.pool;
        let first_picks = rules.first_picks().map(|number| pool.index(number) as u32).collect();
        let neighbours = (pool.count() <= LISTED).then(|| Neighbours::of_all(&rules));
        let resort = rules.resort.then(|| pool.index(1) as u32);
        Prepared { game, rules, first_picks, neighbours, resort }
    }

    fn number(&self, index: u32) -> u64 {
        self.rules.pool.number(index as usize)
    }
}

impl State {
    pub(crate) fn start(prepared: Prepared) -> State {
        let numbers = NumberSet::all_free(prepared.rules.pool.count() as usize);
        State { numbers, last: None, legal: prepared.first_picks.clone(), prepared: Arc::new(prepared) }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.prepared.game
    }

    pub(crate) fn pool(&self) -> Pool {
        self.prepared.rules.pool
    }

    /// The numbers still free, ascending.
    pub(crate) fn free(&self) -> impl Iterator<Item = u64> + '_ {
        self.numbers.free().map(|index| self.prepared.rules.pool.number(index))
    }

    pub(crate) fn is_free(&self, number: u64) -> bool {
        let pool = &self.prepared.rules.pool;
        pool.contains(number) && self.numbers.is_free(pool.index(number))
    }

    /// How a number stands to the board.
    pub(crate) fn relation(&self, number: u64) -> Relation {
        let pool = &self.prepared.rules.pool;
        if !pool.contains(number) {
            return Relation::Elsewhere;
        }
        let index = pool.index(number) as u32;
        if let Some(taker) = self.numbers.taker(index as usize) {
            return if self.last == Some(index) { Relation::Last(taker) } else { Relation::Taken(taker) };
        }
        match (self.legal.binary_search(&index), self.last) {
            (Ok(_), None) => Relation::First,
            (Ok(_), Some(last)) if index < last => Relation::Divisor,
            (Ok(_), Some(_)) => Relation::Multiple,
            (Err(_), _) if self.prepared.resort == Some(index) => Relation::LastResort,
            (Err(_), _) => Relation::Free,
        }
    }

    /// The indices that may be picked now, ascending.
    #[inline]
    pub(crate) fn legal(&self) -> &[u32] {
        &self.legal
    }

    #[inline]
    pub(crate) fn nth_legal(&self, at: usize) -> Option<Move> {
        self.legal.get(at).map(|&index| Move::Pick(self.prepared.number(index)))
    }

    /// The index of a legal pick, or why the pick is not legal.
    #[inline]
    pub(crate) fn check(&self, number: u64) -> Result<u32, IllegalReason> {
        let pool = &self.prepared.rules.pool;
        if !pool.contains(number) {
            return Err(self.not_on_board());
        }
        let index = pool.index(number) as u32;
        if self.legal.binary_search(&index).is_ok() { Ok(index) } else { Err(self.why_not(number)) }
    }

    /// Why what is no number of the pool is not legal.
    pub(crate) fn not_on_board(&self) -> IllegalReason {
        IllegalReason::NotOnBoard { pool: self.pool() }
    }

    /// Why a number of the pool is not legal.
    #[cold]
    fn why_not(&self, number: u64) -> IllegalReason {
        let rules = &self.prepared.rules;
        if !self.is_free(number) {
            return IllegalReason::Taken;
        }
        match self.last.map(|last| self.prepared.number(last)) {
            None => match rules.first.rule(&rules.pool) {
                rule if !rules.first.allows(number) => IllegalReason::NotFirst { rule },
                _ => IllegalReason::LastResort,
            },
            Some(last) if last.is_multiple_of(number) || number.is_multiple_of(last) => IllegalReason::LastResort,
            Some(last) => IllegalReason::Unrelated { last },
        }
    }

    /// Picks a number for this player, if it is legal.
    #[inline]
    pub(crate) fn pick(&mut self, number: u64, player: Side) -> Result<(), IllegalReason> {
        let index = self.check(number)?;
        self.numbers.take(index as usize, player);
        self.last = Some(index);
        self.refresh();
        Ok(())
    }

    /// Puts the last pick back; `before` is the pick before it.
    pub(crate) fn undo(&mut self, before: Option<u64>) {
        if let Some(last) = self.last {
            self.numbers.put_back(last as usize);
        }
        self.last = before.map(|number| self.prepared.rules.pool.index(number) as u32);
        self.refresh();
    }

    #[inline]
    fn refresh(&mut self) {
        let State { prepared, numbers, last, legal } = self;
        match (last, &prepared.neighbours) {
            (None, _) => legal.clone_from(&prepared.first_picks),
            (Some(last), Some(neighbours)) => {
                // Whether a neighbour is free is a coin toss, and a branch on it would be guessed wrong half of the time:
                // so every neighbour is noted, and the next note takes its place where it is not free.
                let neighbours = neighbours.of(*last);
                legal.resize(neighbours.len(), 0);
                let mut noted = 0;
                for &index in neighbours {
                    legal[noted] = index;
                    noted += usize::from(numbers.is_free(index as usize));
                }
                legal.truncate(noted);
            }
            (Some(last), None) => {
                legal.clear();
                legal.extend(related(&prepared.rules, *last).into_iter().filter(|&n| numbers.is_free(n as usize)));
            }
        }
        if let Some(one) = prepared.resort
            && legal.len() > 1
            && legal[0] == one
        {
            legal.remove(0);
        }
    }
}

/// The same can still happen: who took a number that is gone does not count.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.last == other.last
            && self.numbers.0.iter().map(|word| word.free).eq(other.numbers.0.iter().map(|word| word.free))
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.last.hash(state);
        self.numbers.0.iter().for_each(|word| word.free.hash(state));
    }
}

/// Which numbers are free and who took the others, one bit each, in one piece of memory: positions are copied a lot.
#[derive(Clone, Debug)]
struct NumberSet(Vec<Word>);

/// Sixty-four numbers of the pool.
#[derive(Clone, Copy, Debug)]
struct Word {
    free: u64,
    /// Those that the side that moved second has taken.
    by_two: u64,
}

impl NumberSet {
    fn all_free(count: usize) -> NumberSet {
        let mut words = vec![Word { free: u64::MAX, by_two: 0 }; count.div_ceil(64)];
        if let (Some(last), used @ 1..) = (words.last_mut(), count % 64) {
            last.free = (1 << used) - 1;
        }
        NumberSet(words)
    }

    #[inline]
    fn is_free(&self, index: usize) -> bool {
        self.0[index / 64].free >> (index % 64) & 1 == 1
    }

    fn taker(&self, index: usize) -> Option<Side> {
        let is_by_two = self.0[index / 64].by_two >> (index % 64) & 1 == 1;
        (!self.is_free(index)).then_some(if is_by_two { Side::Two } else { Side::One })
    }

    #[inline]
    fn take(&mut self, index: usize, player: Side) {
        let Word { free, by_two } = &mut self.0[index / 64];
        *free &= !(1 << (index % 64));
        *by_two |= (player.index() as u64) << (index % 64);
    }

    fn put_back(&mut self, index: usize) {
        let Word { free, by_two } = &mut self.0[index / 64];
        *free |= 1 << (index % 64);
        *by_two &= !(1 << (index % 64));
    }

    /// The indices that are free, ascending.
    fn free(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| members(word.free).map(move |bit| at * 64 + bit))
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
