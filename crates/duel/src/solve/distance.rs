//! How many moves a game lasts when the winner wins as soon as possible and the loser holds out as long as possible.
//!
//! Who wins is known before. Whether the winner can end the game within so many moves is asked for one more move at a time, so what
//! is near is found first, and what a question has settled about a position is remembered for the next one. Numbers that are divided
//! are heaps, and what can happen to them depends on their sizes alone.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rustc_hash::FxHasher;

use super::search::NUMBERS;
use super::search::places::Places;
use super::search::set::Set;
use super::{OutOfBudget, Solution, Watch, heap, nim};
use crate::moves::Move;
use crate::position::Position;

/// How far the end of a position is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// How many moves there are until the end; `None` where the budget ended.
    pub position: Option<u32>,
    /// The same for every legal move, ascending, the move itself included.
    pub moves: Vec<(Move, Option<u32>)>,
    /// What ended before everything was known.
    pub out_of_budget: Option<OutOfBudget>,
}

type Table<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;

/// Finds out how far the end of a position is whose solution this is. What is given is exact.
///
/// ```
/// use duel::Game;
/// use duel::solve::{Watch, distances, solve};
///
/// let start = "take:2..6".parse::<Game>()?.start()?;
/// let solution = solve(&start, &mut Watch::forever())?;
/// let distances = distances(&start, &solution, &mut Watch::forever());
/// assert_eq!(distances.position, Some(1), "nothing goes with 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distances(position: &Position, solution: &Solution, watch: &mut Watch<'_>) -> Distances {
    let moves: Vec<(Move, Option<u32>)> = position.legal_moves().into_iter().map(|legal| (legal, None)).collect();
    let mut distances = Distances { position: moves.is_empty().then_some(0), moves, out_of_budget: None };
    let found = match position.on_table() {
        _ if distances.moves.is_empty() => Ok(()),
        Some(table) => by_heaps(table, position.game().is_misere(), &mut distances, watch),
        None => by_search(position, solution, &mut distances, watch),
    };
    distances.out_of_budget = found.err();
    distances.settle(solution, position.on_table().is_none());
    distances
}

impl Distances {
    /// The winner takes the shortest of the winning moves, the loser the longest of all. Where what is near was found first a
    /// winning move that is not known cannot be shorter than one that is.
    fn settle(&mut self, solution: &Solution, nearest_first: bool) {
        let wins = |chosen: &Move| solution.winning.binary_search(chosen).is_ok();
        self.position = self.position.or_else(|| match solution.winning.is_empty() {
            false if !nearest_first && self.out_of_budget.is_some() => None,
            false => self.moves.iter().filter(|(chosen, _)| wins(chosen)).filter_map(|(_, far)| *far).min(),
            true => self.moves.iter().map(|(_, far)| *far).collect::<Option<Vec<u32>>>()?.into_iter().max(),
        });
    }
}

fn by_search(
    position: &Position,
    solution: &Solution,
    distances: &mut Distances,
    watch: &mut Watch<'_>,
) -> Result<(), OutOfBudget> {
    let numbers = position.free();
    match numbers.len() {
        0..=64 => Search::<1>::new(position, &numbers).ask(&numbers, solution, distances, watch),
        65..=128 => Search::<2>::new(position, &numbers).ask(&numbers, solution, distances, watch),
        129..=256 => Search::<4>::new(position, &numbers).ask(&numbers, solution, distances, watch),
        257..=NUMBERS => Search::<16>::new(position, &numbers).ask(&numbers, solution, distances, watch),
        numbers => Err(OutOfBudget::TooLarge { numbers, most: NUMBERS }),
    }
}

/// A position and whether the winner is to move in it.
type Key<const W: usize> = (u16, bool, [u64; W]);

/// What is known: the end cannot be forced within so many moves, and it can within so many.
#[derive(Clone, Copy)]
struct Bounds {
    not_within: u16,
    within: u16,
}

struct Search<const W: usize> {
    places: Places<W>,
    misere: bool,
    known: Table<Key<W>, Bounds>,
}

impl<const W: usize> Search<W> {
    fn new(position: &Position, numbers: &[u64]) -> Search<W> {
        Search {
            places: Places::of(position, numbers, Vec::new()),
            misere: position.game().is_misere(),
            known: Table::default(),
        }
    }

    /// Asks about every move with one more move at a time.
    fn ask(
        &mut self,
        numbers: &[u64],
        solution: &Solution,
        distances: &mut Distances,
        watch: &mut Watch<'_>,
    ) -> Result<(), OutOfBudget> {
        let all = Set::of(0..numbers.len());
        let wins: Vec<bool> =
            distances.moves.iter().map(|(chosen, _)| solution.winning.binary_search(chosen).is_ok()).collect();
        for within in 0..=numbers.len() as u16 {
            watch.look(f64::from(within) / (numbers.len() + 1) as f64)?;
            let mut open = false;
            for ((chosen, far), &wins) in distances.moves.iter_mut().zip(&wins) {
                let Ok(at) = numbers.binary_search(&chosen.number()) else { continue };
                if far.is_none() && self.ends(at, &all.without(at), !wins, within, watch)? {
                    *far = Some(u32::from(within) + 1);
                }
                open |= far.is_none();
            }
            if !open {
                break;
            }
        }
        Ok(())
    }

    /// Whether the winner, who is to move or not, can have won so many moves after this pick.
    fn ends(
        &mut self,
        last: usize,
        free: &Set<W>,
        winner_moves: bool,
        within: u16,
        watch: &mut Watch<'_>,
    ) -> Result<bool, OutOfBudget> {
        let replies = self.places.replies(last, free);
        if replies.is_empty() {
            return Ok(winner_moves == self.misere);
        }
        // The last move is the winner's, or in a misère game the loser's.
        if within == 0 || (within % 2 == 1) != (winner_moves != self.misere) {
            return if within == 0 { Ok(false) } else { self.ends(last, free, winner_moves, within - 1, watch) };
        }
        let reachable = self.places.reachable(&replies, free);
        let key = (last as u16, winner_moves, reachable.0);
        let bounds = self.known.get(&key).copied().unwrap_or(Bounds { not_within: 0, within: u16::MAX });
        if within >= bounds.within || within <= bounds.not_within {
            return Ok(within >= bounds.within);
        }
        watch.spend_node()?;
        // Those that leave the fewest replies first: they are the most likely to settle it.
        let mut in_order: Vec<(u32, usize)> =
            replies.iter().map(|reply| (self.places.replies(reply, &reachable.without(reply)).len(), reply)).collect();
        in_order.sort_unstable();
        if !winner_moves {
            in_order.reverse();
        }
        let mut ends = !winner_moves;
        for (_, reply) in in_order {
            if self.ends(reply, &reachable.without(reply), !winner_moves, within - 1, watch)? == winner_moves {
                ends = winner_moves;
                break;
            }
        }
        let bounds = if ends { Bounds { within, ..bounds } } else { Bounds { not_within: within, ..bounds } };
        self.remember(key, bounds, watch)?;
        Ok(ends)
    }

    fn remember(&mut self, key: Key<W>, bounds: Bounds, watch: &Watch<'_>) -> Result<(), OutOfBudget> {
        // A table that grows is there twice for a moment.
        let entry = size_of::<(Key<W>, Bounds)>() as u64 + 1;
        if self.known.len() == self.known.capacity() && 5 * entry * self.known.len() as u64 > watch.memory {
            return Err(OutOfBudget::Memory { allowed: watch.memory, hopeless: false });
        }
        self.known.insert(key, bounds);
        Ok(())
    }
}

/// Heaps, ascending, without empty ones, by how far their end is.
type Heaps = Table<Vec<u8>, u32>;

fn by_heaps(table: &[u64], misere: bool, distances: &mut Distances, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
    let heaps: Vec<u8> = table.iter().map(|&number| heap(number) as u8).collect();
    let mut known = Heaps::default();
    for (chosen, far) in &mut distances.moves {
        let Move::Divide { number, by } = *chosen else { continue };
        let Ok(at) = table.binary_search(&number) else { continue };
        let after = with(&heaps, at, heap(number / by) as u8);
        *far = Some(1 + until_end(&after, misere, &mut known, watch)?);
    }
    Ok(())
}

fn with(heaps: &[u8], at: usize, size: u8) -> Vec<u8> {
    let mut after = heaps.to_vec();
    after[at] = size;
    after.retain(|&size| size > 0);
    after.sort_unstable();
    after
}

fn until_end(heaps: &[u8], misere: bool, known: &mut Heaps, watch: &mut Watch<'_>) -> Result<u32, OutOfBudget> {
    if heaps.is_empty() {
        return Ok(0);
    }
    if let Some(&far) = known.get(heaps) {
        return Ok(far);
    }
    watch.spend_node()?;
    let mover_wins = |heaps: &[u8]| nim::mover_wins(&heaps.iter().map(|&size| size.into()).collect::<Vec<_>>(), misere);
    let wins = mover_wins(heaps);
    let mut best: Option<u32> = None;
    for at in 0..heaps.len() {
        // Equal heaps are equal choices.
        if at > 0 && heaps[at - 1] == heaps[at] {
            continue;
        }
        for size in 0..heaps[at] {
            let after = with(heaps, at, size);
            if wins && mover_wins(&after) {
                continue;
            }
            let far = 1 + until_end(&after, misere, known, watch)?;
            best = Some(best.map_or(far, |best| if wins { best.min(far) } else { best.max(far) }));
        }
    }
    let far = best.unwrap_or_default();
    let entry = (heaps.len() + size_of::<(Vec<u8>, u32)>() + 16) as u64;
    if 3 * entry * known.len() as u64 > watch.memory {
        return Err(OutOfBudget::Memory { allowed: watch.memory, hopeless: false });
    }
    known.insert(heaps.to_vec(), far);
    Ok(far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::moves::Side;
    use crate::solve::solve;
    use crate::wander::Positions;

    /// Who wins, and after how many moves, by trying everything.
    fn brute(position: &Position) -> (Side, u32) {
        if let Some(outcome) = position.outcome() {
            return (outcome.winner, 0);
        }
        let mover = position.turn();
        let after = |chosen: Move| {
            let mut after = position.clone();
            after.play(chosen).unwrap();
            brute(&after)
        };
        let all: Vec<(Side, u32)> = position.legal_moves().into_iter().map(after).collect();
        let wins = all.iter().filter(|(winner, _)| *winner == mover).map(|(_, far)| far + 1).min();
        let loses = all.iter().map(|(_, far)| far + 1).max().unwrap();
        wins.map_or((mover.other(), loses), |far| (mover, far))
    }

    fn found(position: &Position) -> Distances {
        let solution = solve(position, &mut Watch::forever()).unwrap();
        distances(position, &solution, &mut Watch::forever())
    }

    fn check(position: &Position) {
        let found = found(position);
        assert_eq!((found.position, found.out_of_budget), (Some(brute(position).1), None), "{position:?}");
        for (chosen, far) in found.moves {
            let mut after = position.clone();
            after.play(chosen).unwrap();
            assert_eq!(far, Some(brute(&after).1 + 1), "{chosen} in {position:?}");
        }
    }

    #[test]
    fn agrees_with_trying_everything() {
        for code in ["take:1..9", "take:2..14", "take:1..9,misere", "take:2..13,misere", "take:2..16/2", "take:3..31/2"]
        {
            check(&code.parse::<Game>().unwrap().start().unwrap());
        }
        for upper in 2..=9 {
            check(&format!("last-resort:{upper}").parse::<Game>().unwrap().start().unwrap());
        }
        for code in
            ["divider:60", "divider:60,84", "divider:12,18,30", "divide:12,18,30,misere", "divide:8,6,4,9,misere"]
        {
            check(&code.parse::<Game>().unwrap().start().unwrap());
        }
    }

    #[test]
    fn agrees_in_the_middle_of_games() {
        let games =
            ["take:1..24", "take:2..26", "take:1..22,misere", "take:2..26,misere", "last-resort:22", "divide:96,80"];
        for (seed, code) in (0..).zip(games) {
            let positions = Positions::new(code.parse::<Game>().unwrap().start().unwrap(), seed).take(200);
            let small = |position: &Position| position.on_table().is_some() || position.free().len() <= 16;
            let checked = positions.filter(small).inspect(check).count();
            assert!(checked > 20, "{code}: {checked}");
        }
    }

    #[test]
    fn what_the_budget_does_not_reach_is_not_given_and_what_is_given_is_exact() {
        for code in ["take:2..20", "take:2..18,misere", "last-resort:14", "divider:60,84,90,96"] {
            let position = code.parse::<Game>().unwrap().start().unwrap();
            let solution = solve(&position, &mut Watch::forever()).unwrap();
            let all = found(&position);
            let mut given_before = 0;
            for nodes in [0, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 100_000] {
                let some = distances(&position, &solution, &mut Watch::nodes(nodes));
                assert!(some.position.is_none() || some.position == all.position, "{code} {nodes}");
                for (one, other) in some.moves.iter().zip(&all.moves) {
                    assert!(one.1.is_none() || one == other, "{code} {nodes}");
                }
                let given = some.moves.iter().filter(|(_, far)| far.is_some()).count();
                assert_eq!(given < all.moves.len(), some.out_of_budget.is_some(), "{code} {nodes}");
                assert!(given >= given_before, "{code} {nodes}");
                given_before = given;
            }
            assert_eq!(given_before, all.moves.len(), "{code}");
        }
        let large = "take:1..2000".parse::<Game>().unwrap().start().unwrap();
        let solution = solve(&large, &mut Watch::forever()).unwrap();
        let none = distances(&large, &solution, &mut Watch::forever());
        assert!(matches!(none.out_of_budget, Some(OutOfBudget::TooLarge { .. })) && none.position.is_none());
    }

    #[test]
    fn memory_ends_it_too() {
        let position = "take:2..40".parse::<Game>().unwrap().start().unwrap();
        let solution = solve(&position, &mut Watch::forever()).unwrap();
        let some = distances(&position, &solution, &mut Watch::forever().memory(100_000));
        assert_eq!(some.out_of_budget, Some(OutOfBudget::Memory { allowed: 100_000, hopeless: false }));
        assert_eq!(some.position, Some(1), "what is near is found first");
    }
}
