//! The numbers that are free where a search begins, by their places in the list of them: what may follow what.

use super::set::Set;
use crate::position::Position;

pub(in crate::solve) struct Places<const W: usize> {
    /// For every place the places of its divisors and multiples.
    related: Vec<Set<W>>,
    /// The place of the number that may be picked only when nothing else is legal.
    resort: Option<usize>,
}

impl<const W: usize> Places<W> {
    /// The places of these numbers, in a list that has room for them.
    pub(in crate::solve) fn of(position: &Position, numbers: &[u64], mut related: Vec<Set<W>>) -> Places<W> {
        let is_related = |a: u64, b: u64| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
        related.clear();
        related.extend(numbers.iter().map(|&number| {
            let places = numbers.iter().enumerate().filter(|&(_, &other)| is_related(number, other));
            Set::of(places.map(|(at, _)| at))
        }));
        let resort = position.game().has_last_resort().then(|| numbers.binary_search(&1).ok()).flatten();
        Places { related, resort }
    }

    /// How many lines of these places end in these places.
    pub(in crate::solve) fn ends(&self, places: &Set<W>) -> u32 {
        places.iter().map(|at| self.related[at].and(places).len()).sum()
    }

    pub(in crate::solve) fn replies(&self, last: usize, free: &Set<W>) -> Set<W> {
        let replies = self.related[last].and(free);
        match self.resort {
            Some(one) if replies.contains(one) && replies.len() > 1 => replies.without(one),
            _ => replies,
        }
    }

    /// Everything that can still be picked in what follows.
    pub(in crate::solve) fn reachable(&self, replies: &Set<W>, free: &Set<W>) -> Set<W> {
        // Only the rules hide 1 from the replies while it is free; it can be reached as soon as they run out.
        if self.resort.is_some_and(|one| free.contains(one)) {
            return *free;
        }
        let mut missing = free.minus(replies);
        let mut edge = *replies;
        while !edge.is_empty() && !missing.is_empty() {
            // What touches the edge is found from whichever side has fewer numbers to ask.
            let found = if missing.len() < edge.len() {
                Set::of(missing.iter().filter(|&at| self.related[at].meets(&edge)))
            } else {
                edge.iter().fold(Set::EMPTY, |found, at| found.or(&self.related[at])).and(&missing)
            };
            missing = missing.minus(&found);
            edge = found;
        }
        free.minus(&missing)
    }
}
