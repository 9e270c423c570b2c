//! A pairing: a maximum matching of the divisor graph on some numbers of a pool, as people see it.

use super::graph::{Divisibility, Graph, Listed, Numbering};
use super::matching::Matcher;
use super::{OutOfBudget, Watch};
use crate::game::Pool;
use crate::position::Position;

/// How many roots are searched between two looks at whether to go on.
const ROOTS_BETWEEN_LOOKS: u32 = 4_096;

/// As many pairs of numbers as possible, each a number and a divisor of it, no number in two pairs.
///
/// A pairing of the free numbers decides a pool game: whoever can pick a number that *some* such pairing misses wins, by
/// answering every later pick with its partner. It follows a game: after a pick the rest is paired anew by one search.
pub struct Pairing {
    pool: Pool,
    numbering: Numbering,
    engine: Engine,
    numbers: usize,
    /// The largest number that takes part, or that did when the pairing was made.
    largest: u64,
}

enum Engine {
    Scaled(Matcher<Divisibility>),
    Placed(Matcher<Listed>),
}

/// Does the same with whichever engine it is.
macro_rules! with {
    ($engine:expr, $matcher:ident => $body:expr) => {
        match $engine {
            Engine::Scaled($matcher) => $body,
            Engine::Placed($matcher) => $body,
        }
    };
}

impl Pairing {
    /// A pairing of the numbers that are free in a pool game; none in a division game.
    pub fn of(position: &Position) -> Option<Pairing> {
        let pool = position.game().pool()?;
        let free = |number| position.is_free(number);
        Pairing::on(pool, free, &mut Watch::forever()).ok()
    }

    /// A pairing of those numbers of the pool that are `present`.
    pub(crate) fn on(pool: Pool, present: impl Fn(u64) -> bool, watch: &mut Watch<'_>) -> Result<Pairing, OutOfBudget> {
        let numbering = Numbering::of(&pool);
        let (mut numbers, mut largest) = (0, 0);
        for number in pool.numbers().filter(|&number| present(number)) {
            (numbers, largest) = (numbers + 1, number);
        }
        let in_play = |vertex| {
            let number = numbering.number(&pool, vertex);
            pool.contains(number) && present(number)
        };
        let mut engine = match numbering {
            Numbering::Scaled { hi, .. } => Engine::Scaled(Matcher::new(Divisibility::new(hi), in_play)),
            Numbering::Placed => {
                let all: Vec<u64> = pool.numbers().collect();
                Engine::Placed(Matcher::new(Listed::of(&all), in_play))
            }
        };
        with!(&mut engine, matcher => maximise(matcher, watch))?;
        Ok(Pairing { pool, numbering, engine, numbers, largest })
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        with!(&self.engine, matcher => matcher.size())
    }

    /// How many numbers take part, those without a partner included.
    pub fn numbers(&self) -> usize {
        self.numbers
    }

    /// The partner of a number; none for one that the pairing misses.
    pub fn partner(&self, number: u64) -> Option<u64> {
        let vertex = self.vertex(number);
        with!(&self.engine, matcher => matcher.mate(vertex)).map(|mate| self.numbering.number(&self.pool, mate))
    }

    /// Whether some pairing with as many pairs misses this number: picking it wins. For numbers that take part.
    pub fn is_missable(&self, number: u64) -> bool {
        let vertex = self.vertex(number);
        with!(&self.engine, matcher => matcher.is_missable(vertex))
    }

    /// Whether the number, which takes part, is in the barrier: the partner of a missable number in every pairing.
    pub(crate) fn is_barrier(&self, number: u64) -> bool {
        let vertex = self.vertex(number);
        with!(&self.engine, matcher => matcher.is_barrier(vertex))
    }

    /// Changes the pairing into one with as many pairs that misses this missable number.
    pub(crate) fn expose(&mut self, number: u64) {
        let vertex = self.vertex(number);
        with!(&mut self.engine, matcher => matcher.expose(vertex));
    }

    /// Takes a number that takes part out, and pairs what is left by one search from its partner.
    pub fn remove(&mut self, number: u64) {
        let vertex = self.vertex(number);
        with!(&mut self.engine, matcher => matcher.remove(vertex));
        self.numbers -= 1;
    }

    /// Lets all numbers up to this one take part, and pairs them by one search each; which ones are missable is found out
    /// again. For pairings that were made on a part of their pool.
    pub(crate) fn insert_up_to(&mut self, upper: u64) {
        let first_new = self.largest + 1;
        for number in (first_new..=upper).filter(|&number| self.pool.contains(number)) {
            let vertex = self.vertex(number);
            with!(&mut self.engine, matcher => matcher.insert(vertex));
            self.numbers += 1;
            self.largest = number;
        }
        self.refresh();
    }

    /// Finds out again which numbers are missable, after numbers were removed.
    pub fn refresh(&mut self) {
        with!(&mut self.engine, matcher => matcher.relabel());
    }

    fn vertex(&self, number: u64) -> u32 {
        self.numbering.vertex(&self.pool, number)
    }
}

fn maximise<G: Graph>(matcher: &mut Matcher<G>, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
    let size = matcher.vertices() as u32;
    for root in (0..size).rev() {
        if root.is_multiple_of(ROOTS_BETWEEN_LOOKS) {
            watch.look(f64::from(size - root) / f64::from(size))?;
        }
        matcher.try_root(root);
    }
    Ok(())
}
