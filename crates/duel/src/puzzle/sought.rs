//! Where puzzles are looked for. What may become an idea is known before any game is played, so the ideas are put into an order
//! that depends on the seed, and for one after the other games are made that end with it.

use std::iter;

use rand::Rng;

use crate::game::{Game, Pool};
use crate::luck::{self, below};
use crate::moves::Move;
use crate::puzzle::judged::CHOICES;
use crate::puzzle::{Idea, NEIGHBOURS, Puzzle, Sort, heaps};
use crate::rulebook::RuleBook;
use crate::solve::{Pairing, Watch};

/// How many games are made for all ideas together, and for one of them, times the numbers of the pool: on a large board a game
/// has more moments, and takes longer. Where no theorem helps every moment does.
const ALL_GAMES: usize = 150_000;
const GAMES: usize = 4_000;
const MOST_GAMES: usize = 80;
const SEARCHED: usize = 16;
/// From how many tables one is chosen.
const TABLES: usize = 1_200;
/// Steps of this size around the circle of all 64-bit numbers do not come near each other soon: the golden section.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Where an idea stands in the order of a seed. Seeds beside each other begin with different ideas, and each of them, twenty seeds
/// on, with another one of its own. Who must take a neighbour's takes the one that the neighbour comes to last.
fn place(idea: &Idea, seed: u64) -> (u64, u64) {
    let key = idea.key();
    let away = (key % NEIGHBOURS + NEIGHBOURS - seed % NEIGHBOURS) % NEIGHBOURS;
    let around = key.wrapping_sub((seed / NEIGHBOURS).wrapping_mul(GOLDEN));
    (away, if away == 0 { around } else { !around })
}

/// Whether no neighbour of this seed begins with the idea.
pub(super) fn is_own(idea: &Idea, seed: u64) -> bool {
    place(idea, seed).0 == 0
}

/// The first puzzle of this sort in the order of the seed.
pub(super) fn first(book: &RuleBook, sort: Sort, seed: u64) -> Option<Puzzle> {
    let rng = &mut luck::of_puzzles(seed);
    let Some(hunt) = Hunt::new(book.game()) else {
        let mut tables: Vec<Moment> = (0..TABLES).map(|_| some_table(rng)).collect();
        tables.sort_by_cached_key(|table| place(&table.idea, seed));
        return tables.iter().find_map(|table| table.puzzle(book, sort));
    };
    let mut spare = None;
    let size = hunt.relatives.len() * if hunt.misere { SEARCHED } else { 1 };
    let each = (GAMES / size).clamp(1, MOST_GAMES);
    let games = hunt.ideas(seed).into_iter().flat_map(|aim| iter::repeat_n(aim, each)).take(ALL_GAMES / size);
    for (aim, last, answer) in games {
        let is_good = |idea: &Idea| *idea == aim || is_own(idea, seed);
        for moment in hunt.moments(last, answer, rng)? {
            if (spare.is_none() || is_good(&moment.idea))
                && let Some(puzzle) = moment.puzzle(book, sort)
            {
                if is_good(&puzzle.idea()) {
                    return Some(puzzle);
                }
                spare = Some(puzzle);
            }
        }
    }
    spare
}

/// A moment that may be a puzzle.
struct Moment {
    idea: Idea,
    /// What was picked, or what lies on the table.
    numbers: Vec<u64>,
}

impl Moment {
    /// The puzzle that it is, if it is one of this sort.
    fn puzzle(&self, book: &RuleBook, sort: Sort) -> Option<Puzzle> {
        let book = match self.idea {
            Idea::Answer { .. } => book.clone(),
            Idea::Heaps(_) => book.clone().with_table(self.numbers.clone()),
        };
        let mut position = book.game().start().ok()?;
        if position.on_table().is_none() {
            position.play_all(self.numbers.iter().copied().map(Move::Pick)).ok()?;
        }
        Puzzle::judge(book, position, sort)
    }
}

/// A pool, and who is related to whom in it, by their places.
struct Hunt {
    pool: Pool,
    relatives: Vec<Vec<u64>>,
    resort: bool,
    misere: bool,
}

impl Hunt {
    fn new(game: &Game) -> Option<Hunt> {
        let pool = game.pool()?;
        let are_related = |a: u64, b: u64| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
        let relatives = |a| pool.numbers().filter(|&b| are_related(a, b)).collect();
        let relatives = pool.numbers().map(relatives).collect();
        Some(Hunt { pool, relatives, resort: game.has_last_resort(), misere: game.is_misere() })
    }

    fn of(&self, number: u64) -> &[u64] {
        &self.relatives[self.pool.index(number)]
    }

    /// Whatever may be an idea here, in the order of the seed.
    fn ideas(&self, seed: u64) -> Vec<(Idea, u64, u64)> {
        let rich = self.pool.numbers().filter(|&last| self.of(last).len() >= CHOICES);
        let of = |last| self.of(last).iter().map(move |&answer| (Idea::Answer { last, answer }, last, answer));
        let mut ideas: Vec<_> = rich.flat_map(of).collect();
        ideas.sort_by_cached_key(|(idea, ..)| place(idea, seed));
        ideas
    }

    /// Moments in which this number lies there and one number alone seems to win, of a game in which that answer is spared. It is
    /// made from its end: a game is a way from number to number, and can be gone in both directions.
    fn moments(&self, last: u64, answer: u64, rng: &mut impl Rng) -> Option<Vec<Moment>> {
        // As long as 1 is a last resort it takes no part.
        let takes_part = |number: u64| number > 1 || !self.resort;
        let mut pairing = Pairing::on(self.pool, takes_part, &mut Watch::forever()).ok()?;
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
            if free(last).count() < CHOICES {
                return Some(moments);
            }
            let winning: Vec<u64> =
                free(last).filter(|&number| takes_part(number) && pairing.is_missable(number)).collect();
            // In a misère game pairs decide nothing, and one has to try.
            let only = if self.misere { Some(&answer) } else { winning.first().filter(|_| winning.len() == 1) };
            if let Some(&answer) = only {
                let numbers = way.iter().rev().copied().collect();
                moments.push(Moment { idea: Idea::Answer { last, answer }, numbers });
            }
            let mut next: Vec<u64> = free(end).filter(|&number| number != answer && takes_part(number)).collect();
            // What wins beside the answer is best gone.
            if next.iter().any(|number| winning.contains(number)) && below(rng, 2) == 0 {
                next.retain(|number| winning.contains(number));
            }
            if next.is_empty() {
                return Some(moments);
            }
            end = next[below(rng, next.len())];
            way.push(end);
        }
    }
}

/// Numbers for a table. Powers of a prime are among them because other numbers often can be divided in several ways that
/// come to the same.
fn some_table(rng: &mut impl Rng) -> Moment {
    const POWERS: [u64; 16] = [4, 8, 9, 16, 25, 27, 32, 49, 64, 81, 125, 128, 243, 256, 512, 729];
    let count = 2 + below(rng, 3);
    let number = |rng: &mut _| match below(rng, 2) {
        0 => POWERS[below(rng, POWERS.len())],
        _ => 6 + below(rng, 115) as u64,
    };
    let mut numbers: Vec<u64> = (0..count).map(|_| number(rng)).collect();
    numbers.sort_unstable();
    Moment { idea: Idea::Heaps(heaps(&numbers)), numbers }
}
