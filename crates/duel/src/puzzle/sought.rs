//! Where puzzles are looked for. What may become an idea is known before any game is played, so the ideas are dealt out to the
//! seeds, and for one after the other games are made that end with it.

use std::iter;

use rand::Rng;

use crate::game::{Game, Pool};
use crate::luck::{self, below, shuffle};
use crate::moves::Move;
use crate::puzzle::judged::CHOICES;
use crate::puzzle::{NEIGHBOURS, Puzzle, Sort};
use crate::rulebook::RuleBook;
use crate::solve::{Pairing, Watch, heap};

/// How many games are made for all ideas together, times the numbers of the pool, and for one of them, times their square: on a
/// large board a game has more moments, takes longer, and there are more ideas. Where no theorem helps every moment takes longer.
const ALL_GAMES: usize = 150_000;
const GAMES: usize = 280_000;
const MOST_GAMES: usize = 120;
const SEARCHED: usize = 16;
/// How many tables are made for one idea.
const TABLES: usize = 6;

/// A puzzle that was found.
pub(super) struct Found {
    pub(super) puzzle: Puzzle,
    /// Whether no neighbour of its seed has the same idea.
    pub(super) is_own: bool,
}

/// The first puzzle of this sort in the order of the seed.
pub(super) fn first(book: &RuleBook, sort: Sort, seed: u64) -> Option<Found> {
    let rng = &mut luck::of_puzzles(seed);
    let Some(hunt) = Hunt::new(book.game()) else { return first_table(book, sort, seed, rng) };
    let (own, others) = deal(hunt.aims(), seed, rng);
    let count = hunt.relatives.len();
    let size = count * if hunt.misere { SEARCHED } else { 1 };
    let each = (GAMES / size / count).clamp(1, MOST_GAMES);
    // Before a neighbour's idea is taken the own ones get a second chance.
    let aims = own.iter().chain(&own).chain(&others);
    let mut spare = None;
    for &aim in aims.flat_map(|aim| iter::repeat_n(aim, each)).take(ALL_GAMES / size) {
        for (idea, way) in hunt.moments(aim, rng) {
            let is_own = own.contains(&idea);
            let is_wanted = is_own || idea == aim;
            if !is_wanted && spare.is_some() {
                continue;
            }
            let Ok(position) = book.game().replay(way.into_iter().map(Move::Pick)) else { continue };
            let Some(puzzle) = Puzzle::judge(book.clone(), position, sort) else { continue };
            let found = Found { puzzle, is_own };
            if is_wanted {
                return Some(found);
            }
            spare = Some(found);
        }
    }
    spare
}

/// The same where numbers are divided.
fn first_table(book: &RuleBook, sort: Sort, seed: u64, rng: &mut impl Rng) -> Option<Found> {
    const POWERS: [u64; 14] = [4, 8, 9, 16, 25, 27, 32, 49, 64, 81, 125, 128, 243, 729];
    const LARGEST: u32 = 6;
    let by_heap = |numbers: Vec<u64>| -> Vec<Vec<u64>> {
        let of = |size| numbers.iter().copied().filter(|&number| heap(number) == size).collect();
        (0..=LARGEST).map(of).collect()
    };
    let (powers, all) = (by_heap(POWERS.into()), by_heap((6..=120).chain(POWERS).collect()));
    let (own, others) = deal(tables(LARGEST), seed, rng);
    for (at, (heaps, moved)) in own.iter().chain(&others).enumerate() {
        for _ in 0..TABLES {
            // Only a power of a prime can be divided in one way alone so that a certain heap is left.
            let numbers = heaps.iter().map(|heap| (if heap == moved { &powers } else { &all }, *heap as usize));
            let mut table: Vec<u64> = numbers.map(|(from, heap)| from[heap][below(rng, from[heap].len())]).collect();
            table.sort_unstable();
            let book = book.clone().with_table(table);
            let position = book.game().start().ok()?;
            if let Some(puzzle) = Puzzle::judge(book, position, sort) {
                return Some(Found { puzzle, is_own: at < own.len() });
            }
        }
    }
    None
}

/// One to four heaps of at most this size of which one alone can be moved in to win; and that one.
fn tables(largest: u32) -> Vec<(Vec<u32>, u32)> {
    let mut tables: Vec<Vec<u32>> = vec![Vec::new()];
    let mut at = 0;
    while tables[at].len() < 4 {
        let least = tables[at].last().copied().unwrap_or(1);
        for heap in least..=largest {
            tables.push([&tables[at][..], &[heap]].concat());
        }
        at += 1;
    }
    let with_only = |heaps: Vec<u32>| {
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let winning: Vec<u32> = heaps.iter().copied().filter(|heap| heap ^ sum < *heap).collect();
        (winning.len() == 1).then(|| (heaps, winning[0]))
    };
    tables.into_iter().filter_map(with_only).collect()
}

/// Deals whatever may be an idea out to seeds that are neighbours: what this one has, and what the others have. Each time that it
/// is its turn again a seed begins with the next of its own.
fn deal<T>(ideas: Vec<T>, seed: u64, rng: &mut impl Rng) -> (Vec<T>, Vec<T>) {
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (turn, idea) in (0..NEIGHBOURS).cycle().zip(ideas) {
        if turn == seed % NEIGHBOURS { own.push(idea) } else { others.push(idea) }
    }
    if !own.is_empty() {
        let first = (seed / NEIGHBOURS % own.len() as u64) as usize;
        own.swap(0, first);
        shuffle(&mut own[1..], rng);
    }
    shuffle(&mut others, rng);
    (own, others)
}

/// A pool, and who is related to whom in it, by their places.
struct Hunt {
    pool: Pool,
    relatives: Vec<Vec<u64>>,
    /// A pairing of what takes part: as long as 1 is a last resort it does not.
    pairing: Pairing,
    resort: bool,
    misere: bool,
}

/// The idea of a pool game.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Aim {
    answer: u64,
    last: u64,
}

impl Hunt {
    fn new(game: &Game) -> Option<Hunt> {
        let (pool, resort) = (game.pool()?, game.has_last_resort());
        let are_related = |a: u64, b: u64| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
        let relatives = |a| pool.numbers().filter(|&b| are_related(a, b)).collect();
        let relatives = pool.numbers().map(relatives).collect();
        let pairing = Pairing::on(pool, |number| number > 1 || !resort, &mut Watch::forever()).ok()?;
        Some(Hunt { pool, relatives, pairing, resort, misere: game.is_misere() })
    }

    fn of(&self, number: u64) -> &[u64] {
        &self.relatives[self.pool.index(number)]
    }

    /// Whatever may be an idea here, in the order of the answers: one that is rare is rare whatever lies there, and so the rare ones
    /// are dealt out evenly. Where pairs decide, a prime has so many partners that it hardly ever is the only answer.
    fn aims(&self) -> Vec<Aim> {
        let answers = self.pool.numbers().filter(|&answer| self.misere || heap(answer) > 0);
        let is_rich = |last: &u64| self.of(*last).len() > CHOICES;
        let of = |answer| self.of(answer).iter().copied().filter(is_rich).map(move |last| Aim { answer, last });
        answers.flat_map(of).collect()
    }

    /// Moments of a game, each with all that was picked, in which the last number lies there and one number alone seems to win; the
    /// answer is spared. The game is made from its end: it is a way from number to number, and can be gone in both directions.
    fn moments(&self, Aim { answer, last }: Aim, rng: &mut impl Rng) -> Vec<(Aim, Vec<u64>)> {
        let takes_part = |number: u64| number > 1 || !self.resort;
        let mut pairing = self.pairing.clone();
        let (mut way, mut end) = (vec![last], last);
        let mut is_gone = vec![false; self.relatives.len()];
        let mut moments = Vec::new();
        loop {
            is_gone[self.pool.index(end)] = true;
            if takes_part(end) {
                pairing.remove(end);
            }
            pairing.refresh();
            let free = |of: u64| self.of(of).iter().copied().filter(|&number| !is_gone[self.pool.index(number)]);
            let choices: Vec<u64> = free(last).collect();
            let wins = |&number: &u64| takes_part(number) && pairing.is_missable(number);
            let winning: Vec<u64> = choices.iter().copied().filter(wins).collect();
            // In a misère game pairs decide nothing, and one has to try.
            let only = if self.misere { Some(&answer) } else { winning.first().filter(|_| winning.len() == 1) };
            if let Some(&answer) = only {
                moments.push((Aim { answer, last }, way.iter().rev().copied().collect()));
            }
            // There must be enough to choose from.
            let is_spared = |number: u64| number == answer || choices.len() == CHOICES && choices.contains(&number);
            let mut next: Vec<u64> = free(end).filter(|&number| takes_part(number) && !is_spared(number)).collect();
            // What wins beside the answer is best gone.
            if next.iter().any(|number| winning.contains(number)) && below(rng, 2) == 0 {
                next.retain(|number| winning.contains(number));
            }
            if next.is_empty() {
                return moments;
            }
            end = next[below(rng, next.len())];
            way.push(end);
        }
    }
}
