//! Exhaustive search, for what no theorem covers: misère pool games.
//!
//! Two things make it feasible. Moves that leave the opponent the fewest replies are tried first, and a position is
//! remembered by what can still be reached from its last pick, because the rest of the pool does not matter any more.

mod known;
mod memory;
pub(super) mod places;
pub(super) mod set;
mod strategy;

use known::{Folded, Known};
use memory::Memory;
use places::Places;
use set::Set;
pub(super) use strategy::Strategy;

use super::{OutOfBudget, Unproved, Watch};
use crate::moves::Move;
use crate::position::Position;

/// A search among more numbers than this is hopeless, and that is said at once.
pub(super) const NUMBERS: usize = 1_024;

/// A search is hopeless, too, among numbers that hang together and have so many more lines than numbers. 2 to 72 has 121
/// more, and takes half a minute; every ten numbers take thirty times as long, and 2 to 136 is where this begins.
const HOPELESS: u32 = 300;

/// Does this with a search among the numbers that are free, whose sets are as wide as it takes.
macro_rules! search {
    ($position:expr, $watch:expr, $method:ident($($argument:expr),*)) => {{
        let numbers = $position.free();
        match numbers.len() {
            0..=64 => Search::<1>::new($position, numbers, $watch)?.$method($position, $($argument,)* $watch),
            65..=128 => Search::<2>::new($position, numbers, $watch)?.$method($position, $($argument,)* $watch),
            129..=256 => Search::<4>::new($position, numbers, $watch)?.$method($position, $($argument,)* $watch),
            257..=NUMBERS => Search::<16>::new($position, numbers, $watch)?.$method($position, $($argument,)* $watch),
            numbers => Err(OutOfBudget::TooLarge { numbers, most: NUMBERS }.into()),
        }
    }};
}

/// The winning moves of a running pool game, ascending.
pub(crate) fn winning_moves(position: &Position, watch: &mut Watch<'_>) -> Result<Vec<Move>, OutOfBudget> {
    search!(position, watch, winning_moves())
}

/// What to play after each answer to a winning pick; nothing where the answer ends the game, and loses it.
pub(crate) fn replies(after: &Position, watch: &mut Watch<'_>) -> Result<Vec<(Move, Option<Move>)>, OutOfBudget> {
    search!(after, watch, winning_replies())
}

/// How a running pool game is won: by this pick where one is given that wins, and else by the first that does.
pub(super) fn strategy(position: &Position, by: Option<Move>, watch: &mut Watch<'_>) -> Result<Strategy, Unproved> {
    search!(position, watch, strategy(by))
}

struct Search<const W: usize> {
    numbers: Vec<u64>,
    places: Places<W>,
    misere: bool,
    known: Known<W>,
    /// The positions on the way to where the search is, each with a pick after which the next one stands.
    way: Vec<Open<W>>,
    /// The replies that are still to be tried in those positions, the most promising ones last.
    untried: Vec<Reply>,
}

/// A position whose verdict is being found out.
#[derive(Clone, Copy)]
struct Open<const W: usize> {
    reachable: Set<W>,
    folded: Folded<W>,
    last: u16,
    /// Where its untried replies begin.
    untried: u32,
}

/// A reply and how many replies it leaves; that first, because the fewest come first.
type Reply = (u16, u16);

impl<const W: usize> Search<W> {
    fn new(position: &Position, numbers: Vec<u64>, watch: &Watch<'_>) -> Result<Search<W>, OutOfBudget> {
        let mut memory = Memory::of(watch);
        let places = Places::of(position, &numbers, memory.room(numbers.len())?);
        let lines = places.ends(&Set::of(0..numbers.len())) as usize;
        Ok(Search {
            // No number is picked twice, so the way is no longer than the list, and has no more replies than all together.
            way: memory.room(numbers.len())?,
            untried: memory.room(lines)?,
            places,
            misere: position.game().is_misere(),
            known: Known::new(numbers.len(), memory)?,
            numbers,
        })
    }

    fn winning_moves(&mut self, position: &Position, watch: &mut Watch<'_>) -> Result<Vec<Move>, OutOfBudget> {
        let all = Set::of(0..self.numbers.len());
        let legal = position.legal_moves();
        let mut winning = Vec::new();
        for (done, &pick) in legal.iter().enumerate() {
            watch.look(done as f64 / legal.len() as f64)?;
            let Ok(at) = self.numbers.binary_search(&pick.number()) else { continue };
            match self.mover_wins(at, all.without(at), watch) {
                Ok(true) => {}
                Ok(false) => winning.push(pick),
                Err(ended) => return Err(ended.with_hope(self.has_hope(&legal, &all))),
            }
        }
        Ok(winning)
    }

    /// For every answer the first reply that wins.
    fn winning_replies(
        &mut self,
        after: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<(Move, Option<Move>)>, OutOfBudget> {
        let all = Set::of(0..self.numbers.len());
        let mut found = Vec::new();
        for answer in after.legal_moves() {
            let Ok(at) = self.numbers.binary_search(&answer.number()) else { continue };
            let free = all.without(at);
            let mut winning = None;
            for reply in self.places.replies(at, &free).iter() {
                if !self.mover_wins(reply, free.without(reply), watch)? {
                    winning = Some(Move::Pick(self.numbers[reply]));
                    break;
                }
            }
            found.push((answer, winning));
        }
        Ok(found)
    }

    /// Whether a larger budget could be enough for what these picks lead to.
    fn has_hope(&self, picks: &[Move], all: &Set<W>) -> bool {
        let picks = picks.iter().filter_map(|pick| self.numbers.binary_search(&pick.number()).ok());
        let mut rest = self.places.reachable(&Set::of(picks), all);
        while let Some(first) = rest.iter().next() {
            let part = self.places.reachable(&Set::of([first].into_iter()), &rest);
            let ends = self.places.ends(&part);
            if ends / 2 > part.len() + HOPELESS {
                return false;
            }
            rest = rest.minus(&part);
        }
        true
    }

    /// Whether the player who must answer this pick wins. The way there is kept in a list and not on the stack, which is
    /// small in a browser, and games can be as long as the pool.
    fn mover_wins(&mut self, last: usize, free: Set<W>, watch: &mut Watch<'_>) -> Result<bool, OutOfBudget> {
        let mut verdict = self.enter(last, free, watch)?;
        loop {
            let Some(open) = self.way.last() else { return Ok(verdict.unwrap_or_default()) };
            let untried = open.untried as usize;
            // A reply is good when whoever must answer it does not win.
            let wins = verdict == Some(false);
            if !wins && self.untried.len() > untried {
                let Some((_, reply)) = self.untried.pop() else { continue };
                verdict = self.enter(reply.into(), open.reachable.without(reply.into()), watch)?;
                continue;
            }
            self.known.insert(open.folded.key, open.last.into(), wins)?;
            self.untried.truncate(untried);
            self.way.pop();
            verdict = Some(wins);
        }
    }

    /// Whether the player who must answer this pick wins, if that can be seen; else the position becomes the end of the way.
    fn enter(&mut self, last: usize, free: Set<W>, watch: &mut Watch<'_>) -> Result<Option<bool>, OutOfBudget> {
        let replies = self.places.replies(last, &free);
        if replies.is_empty() {
            return Ok(Some(self.misere));
        }
        let reachable = self.places.reachable(&replies, &free);
        let like = self.way.last().map_or((&Set::EMPTY, &Folded::EMPTY), |open| (&open.reachable, &open.folded));
        let folded = self.known.fold(&reachable, like)?;
        if let Some(wins) = self.known.get(folded.key, last) {
            return Ok(Some(wins));
        }
        watch.spend_node()?;
        let untried = self.untried.len();
        for reply in replies.iter() {
            let left = self.places.replies(reply, &reachable.without(reply)).len();
            self.untried.push((left as u16, reply as u16));
        }
        self.untried[untried..].sort_unstable_by(|one, other| other.cmp(one));
        self.way.push(Open { reachable, folded, last: last as u16, untried: untried as u32 });
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    /// The winning moves, with so many numbers that are related to nothing strewn between those of the pool, that a set of
    /// them takes many words.
    fn strewn<const W: usize>(position: &Position, between: usize) -> Vec<Move> {
        let pool = position.free();
        let stranger = |number: &u64| pool.iter().all(|&n| !n.is_multiple_of(*number) && !number.is_multiple_of(n));
        let mut numbers = pool.clone();
        for &number in &pool {
            numbers.extend((number + 1..).filter(stranger).take(between));
        }
        numbers.sort_unstable();
        assert!(numbers.len() > 64 * W / 2 && numbers.len() <= 64 * W, "{} numbers", numbers.len());
        let mut watch = Watch::forever();
        Search::<W>::new(position, numbers, &watch).unwrap().winning_moves(position, &mut watch).unwrap()
    }

    #[test]
    fn the_answer_is_the_same_however_many_words_a_set_takes() {
        for code in ["take:2000..38000/1000,misere", "take:5000..47000/1000,misere", "take:1000..33000/1000,misere"] {
            let position = code.parse::<Game>().unwrap().start().unwrap();
            let expected = strewn::<1>(&position, 0);
            assert!(!expected.is_empty());
            assert_eq!(strewn::<2>(&position, 1), expected, "{code}");
            assert_eq!(strewn::<4>(&position, 4), expected, "{code}");
            assert_eq!(strewn::<16>(&position, 20), expected, "{code}");
        }
    }
}
