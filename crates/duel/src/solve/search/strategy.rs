//! What the winner answers, wherever the winner is to move: the argument of a proof where no theorem has one.
//!
//! The walk is that of docs/proof-format.md. Of the replies that are known to win, that one is taken after which the fewest
//! positions are new to the walk, so that it stays small.

use super::known::{Folded, Met};
use super::set::Set;
use super::{Search, Watch};
use crate::moves::Move;
use crate::position::Position;
use crate::solve::OutOfBudget;
use crate::solve::proof::{STRATEGY_REPLIES, Unproved};

/// How a position is won.
pub(in crate::solve) struct Strategy {
    /// The move that wins, when the player to move does.
    pub(in crate::solve) pick: Option<Move>,
    /// The replies, in the order in which the walk comes to need them.
    pub(in crate::solve) replies: Vec<u64>,
}

/// A position that is not over, as it is remembered.
struct Stand<const W: usize> {
    last: usize,
    reachable: Set<W>,
    key: u64,
}

/// A position in which the loser is to move, and the moves that are still to be tried.
struct Lost<const W: usize> {
    free: Set<W>,
    untried: Set<W>,
}

impl<const W: usize> Search<W> {
    /// How the position is won: by this pick where one is given that wins, and else by the first that does.
    pub(super) fn strategy(
        &mut self,
        position: &Position,
        by: Option<Move>,
        watch: &mut Watch<'_>,
    ) -> Result<Strategy, Unproved> {
        let all = Set::of(0..self.numbers.len());
        let legal = position.legal_moves();
        let pick = match self.first_winning(by.iter().chain(&legal), legal.len(), watch) {
            Ok(pick) => pick,
            Err(ended) => return Err(ended.with_hope(self.has_hope(&legal, &all)).into()),
        };
        let lost = match pick {
            Some(at) => Lost { free: all.without(at), untried: self.places.replies(at, &all.without(at)) },
            None => Lost { free: all, untried: Set::of(legal.iter().filter_map(|&pick| self.place(pick))) },
        };
        let replies = self.walk(lost, STRATEGY_REPLIES, watch)?;
        Ok(Strategy { pick: pick.map(|at| Move::Pick(self.numbers[at])), replies })
    }

    fn place(&self, pick: Move) -> Option<usize> {
        self.numbers.binary_search(&pick.number()).ok()
    }

    fn first_winning<'m>(
        &mut self,
        picks: impl Iterator<Item = &'m Move>,
        count: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<usize>, OutOfBudget> {
        let all = Set::of(0..self.numbers.len());
        for (done, &pick) in picks.enumerate() {
            watch.look((done as f64 / count as f64).min(1.0))?;
            let Some(at) = self.place(pick) else { continue };
            if !self.mover_wins(at, all.without(at), watch)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Tries every move of the loser, ascending, and replies to each, to the end of every game, so many times at most.
    fn walk(&mut self, start: Lost<W>, most: usize, watch: &mut Watch<'_>) -> Result<Vec<u64>, Unproved> {
        let mut met = self.known.nothing_met()?;
        let mut replies = Vec::new();
        let mut way = vec![start];
        while let Some(lost) = way.last_mut() {
            let Some(next) = lost.untried.iter().next() else {
                way.pop();
                continue;
            };
            lost.untried = lost.untried.without(next);
            let Some(won) = self.unless_over(next, &lost.free.without(next))? else { continue };
            if !self.known.meet(&mut met, won.key, won.last)? {
                continue;
            }
            watch.spend_node()?;
            if replies.len() == most {
                return Err(Unproved::TooLong { most });
            }
            let after = self.best_reply(&won, &met)?;
            self.known.push(&mut replies, self.numbers[after.last])?;
            if self.known.meet(&mut met, after.key, after.last)? {
                way.push(Lost { untried: self.places.replies(after.last, &after.reachable), free: after.reachable });
            }
        }
        Ok(replies)
    }

    /// The position after this pick, unless nothing can follow.
    fn unless_over(&mut self, last: usize, free: &Set<W>) -> Result<Option<Stand<W>>, OutOfBudget> {
        let replies = self.places.replies(last, free);
        if replies.is_empty() {
            return Ok(None);
        }
        let reachable = self.places.reachable(&replies, free);
        let key = self.known.fold(&reachable, (&Set::EMPTY, &Folded::EMPTY))?.key;
        Ok(Some(Stand { last, reachable, key }))
    }

    /// What is left to the loser by the reply, of those that are known to win, after which the fewest positions are new.
    fn best_reply(&mut self, won: &Stand<W>, met: &Met) -> Result<Stand<W>, OutOfBudget> {
        let mut best: Option<((u32, u32), Stand<W>)> = None;
        for reply in self.places.replies(won.last, &won.reachable).iter() {
            let Some(after) = self.unless_over(reply, &won.reachable.without(reply))? else { continue };
            if self.known.get(after.key, after.last) != Some(false) {
                continue;
            }
            let new = self.new_after(&after, met)?;
            if best.as_ref().is_none_or(|(least, _)| new < *least) {
                best = Some((new, after));
            }
        }
        // The search forgets nothing, and found this position won by such a reply.
        let (_, after) = best.expect("a won position has a reply that is known to win");
        Ok(after)
    }

    /// How many positions follow that the walk has not met, and how many numbers can be reached in all of them.
    fn new_after(&mut self, lost: &Stand<W>, met: &Met) -> Result<(u32, u32), OutOfBudget> {
        let mut new = (0, 0);
        for next in self.places.replies(lost.last, &lost.reachable).iter() {
            if let Some(won) = self.unless_over(next, &lost.reachable.without(next))?
                && !self.known.has_met(met, won.key, won.last)
            {
                new = (new.0 + 1, new.1 + won.reachable.len());
            }
        }
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn a_strategy_that_is_too_long_is_said_to_be() {
        let position = "take:2..10,misere".parse::<Game>().unwrap().start().unwrap();
        let mut watch = Watch::forever();
        let mut search = Search::<1>::new(&position, position.free(), &watch).unwrap();
        let Strategy { pick, replies } = search.strategy(&position, None, &mut watch).unwrap();
        assert_eq!((pick, &replies[..]), (Some(Move::Pick(9)), &[6, 4][..]));
        let free = Set::of(0..9).without(7);
        let mut after_9 = |most| search.walk(Lost { free, untried: Set::of([1].into_iter()) }, most, &mut watch);
        assert_eq!(after_9(2), Ok(vec![6, 4]));
        assert_eq!(after_9(1), Err(Unproved::TooLong { most: 1 }));
    }
}
