//! Exhaustive search, for what no theorem covers: misère pool games, and last-resort pools in which 1 can be taken
//! unpunished.
//!
//! Two things make it feasible. Moves that leave the opponent the fewest replies are tried first, and a position is
//! remembered by what can still be reached from its last pick, because the rest of the pool does not matter any more.

use rustc_hash::FxHashMap;

use super::{OutOfBudget, Watch};
use crate::moves::Move;
use crate::position::Position;

/// The winning moves of a running pool game, ascending.
pub(crate) fn winning_moves(position: &Position, watch: &mut Watch<'_>) -> Result<Vec<Move>, OutOfBudget> {
    let numbers = position.free();
    match numbers.len() {
        0..=64 => Search::<1>::new(position, numbers).winning_moves(position, watch),
        65..=128 => Search::<2>::new(position, numbers).winning_moves(position, watch),
        129..=256 => Search::<4>::new(position, numbers).winning_moves(position, watch),
        257..=1024 => Search::<16>::new(position, numbers).winning_moves(position, watch),
        // Hopeless, and said at once.
        _ => Err(OutOfBudget),
    }
}

/// A set of free numbers, by their places in the list of those that were free at the start of the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    const EMPTY: Set<W> = Set([0; W]);

    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn without(mut self, at: usize) -> Set<W> {
        self.0[at / 64] &= !(1 << (at % 64));
        self
    }

    fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    fn and(self, other: Set<W>) -> Set<W> {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn or(self, other: Set<W>) -> Set<W> {
        Set(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| at * 64 + word.trailing_zeros() as usize)
        })
    }
}

struct Search<const W: usize> {
    numbers: Vec<u64>,
    /// For every place the places of its divisors and multiples.
    related: Vec<Set<W>>,
    misere: bool,
    /// The place of the number that may be picked only when nothing else is legal.
    resort: Option<usize>,
    /// Whether the player to move wins, by what can still be reached and the last pick.
    known: FxHashMap<(Set<W>, u32), bool>,
}

impl<const W: usize> Search<W> {
    fn new(position: &Position, numbers: Vec<u64>) -> Search<W> {
        let related = numbers.iter().map(|&number| {
            let mut set = Set::EMPTY;
            for (at, &other) in numbers.iter().enumerate() {
                if other != number && (other.is_multiple_of(number) || number.is_multiple_of(other)) {
                    set.insert(at);
                }
            }
            set
        });
        Search {
            related: related.collect(),
            misere: position.game().is_misere(),
            resort: position.game().has_last_resort().then(|| numbers.iter().position(|&n| n == 1)).flatten(),
            known: FxHashMap::default(),
            numbers,
        }
    }

    fn winning_moves(&mut self, position: &Position, watch: &mut Watch<'_>) -> Result<Vec<Move>, OutOfBudget> {
        let mut all = Set::EMPTY;
        (0..self.numbers.len()).for_each(|at| all.insert(at));
        let legal = position.legal_moves();
        let mut winning = Vec::new();
        for (done, &pick) in legal.iter().enumerate() {
            watch.look(done as f64 / legal.len() as f64)?;
            if let Ok(at) = self.numbers.binary_search(&pick.number())
                && !self.mover_wins(at, all.without(at), watch)?
            {
                winning.push(pick);
            }
        }
        Ok(winning)
    }

    /// Whether the player who must answer this pick wins.
    fn mover_wins(&mut self, last: usize, free: Set<W>, watch: &mut Watch<'_>) -> Result<bool, OutOfBudget> {
        let replies = self.replies(last, free);
        if replies == Set::EMPTY {
            return Ok(self.misere);
        }
        let reachable = self.reachable(replies, free);
        let key = (reachable, last as u32);
        if let Some(&wins) = self.known.get(&key) {
            return Ok(wins);
        }
        watch.spend_node()?;
        let mut ordered: Vec<(u32, usize)> =
            replies.iter().map(|reply| (self.replies(reply, reachable.without(reply)).len(), reply)).collect();
        ordered.sort_unstable();
        let mut wins = false;
        for (_, reply) in ordered {
            if !self.mover_wins(reply, reachable.without(reply), watch)? {
                wins = true;
                break;
            }
        }
        self.known.insert(key, wins);
        Ok(wins)
    }

    fn replies(&self, last: usize, free: Set<W>) -> Set<W> {
        let replies = self.related[last].and(free);
        match self.resort {
            Some(one) if replies.contains(one) && replies.len() > 1 => replies.without(one),
            _ => replies,
        }
    }

    /// Everything that can still be picked in what follows.
    fn reachable(&self, replies: Set<W>, free: Set<W>) -> Set<W> {
        // Only the rules hide 1 from the replies while it is free; it can be reached as soon as they run out.
        let mut reached = match self.resort {
            Some(one) if free.contains(one) => return free,
            _ => replies,
        };
        let mut edge = reached;
        while edge != Set::EMPTY {
            let found = edge.iter().fold(Set::EMPTY, |found, at| found.or(self.related[at])).and(free);
            edge = Set(std::array::from_fn(|word| found.0[word] & !reached.0[word]));
            reached = reached.or(edge);
        }
        reached
    }
}
