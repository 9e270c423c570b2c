//! A pairing: a maximum matching of the divisor graph on some numbers of a pool, as people see it.

use super::graph::{Divisibility, Graph, Listed, Numbering};
use super::matching::Matcher;
use super::{OutOfBudget, Watch};
use crate::game::Pool;
use crate::position::Position;

/// How many roots are searched between two looks at whether to go on.
const ROOTS_BETWEEN_LOOKS: u32 = 4_096;

/// A pool whose numbers have to be listed has at most so many of them: they take up to a gigabyte.
const LISTED_NUMBERS: usize = 10_000_000;

/// As many pairs of numbers as possible, each a number and a divisor of it, no number in two pairs.
///
/// A pairing of the free numbers decides a pool game: whoever can pick a number that *some* such pairing misses wins, by
/// answering every later pick with its partner. It follows a game: after a pick the rest is paired anew by one search.
#[derive(Clone)]
pub struct Pairing {
    pool: Pool,
    numbering: Numbering,
    engine: Engine,
    numbers: usize,
    /// The largest number that takes part, or that did when the pairing was made.
    largest: u64,
}

/// The three kinds of numbers that Gallai and Edmonds found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// Some largest pairing misses it: it is a winning pick.
    D,
    /// It goes with a number of D, and is in every largest pairing: it belongs to the barrier.
    A,
    /// Neither.
    C,
}

/// How many numbers of each kind there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Those that some largest pairing misses.
    pub d: u64,
    /// The others that go with one of those.
    pub a: u64,
    /// All others.
    pub c: u64,
}

#[derive(Clone)]
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
                check_listed(&pool)?;
                Engine::Placed(Matcher::new(Listed::of(&pool), in_play))
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

    /// The pairs of a pairing with as many of them that misses this missable number, if one is given, and the barrier that
    /// shows that there cannot be more. `present` says which numbers take part.
    ///
    /// It takes the pairing with it, because the ways along which it is changed are not good for a second change.
    pub(crate) fn certificate(
        mut self,
        missed: Option<u64>,
        present: impl Fn(u64) -> bool,
    ) -> (Vec<[u64; 2]>, Vec<u64>) {
        if let Some(missed) = missed {
            let vertex = self.vertex(missed);
            with!(&mut self.engine, matcher => matcher.expose(vertex));
        }
        let mut pairs = Vec::with_capacity(self.pairs());
        let mut barrier = Vec::new();
        for number in self.pool.numbers().filter(|&number| present(number)) {
            pairs.extend(self.partner(number).filter(|&partner| number < partner).map(|partner| [number, partner]));
            let vertex = self.vertex(number);
            if with!(&self.engine, matcher => matcher.is_barrier(vertex)) {
                barrier.push(number);
            }
        }
        (pairs, barrier)
    }

    /// Takes a number that takes part out, and pairs what is left by one search from its partner.
    pub fn remove(&mut self, number: u64) {
        let vertex = self.vertex(number);
        with!(&mut self.engine, matcher => matcher.remove(vertex));
        self.numbers -= 1;
    }

    /// Lets all numbers up to this one take part, and finds out again which ones are missable. For pairings that were made on a
    /// part of their pool, and from which nothing was removed.
    pub(crate) fn insert_up_to(&mut self, upper: u64) {
        let first_new = self.largest + 1;
        for number in (first_new..=upper).filter(|&number| self.pool.contains(number)) {
            let vertex = self.vertex(number);
            with!(&mut self.engine, matcher => matcher.insert(vertex));
            self.numbers += 1;
            self.largest = number;
        }
    }

    /// How many numbers of each kind take part.
    pub fn kinds(&self) -> Kinds {
        let ((d, inner), vertices) = with!(&self.engine, matcher => (matcher.count_labels(), matcher.vertices()));
        let a = inner - (vertices - self.numbers);
        Kinds { d: d as u64, a: a as u64, c: (self.numbers - d - a) as u64 }
    }

    /// Of which kind a number is that takes part.
    pub fn kind(&self, number: u64) -> NumberKind {
        let vertex = self.vertex(number);
        with!(&self.engine, matcher => match () {
            () if matcher.is_missable(vertex) => NumberKind::D,
            () if matcher.is_barrier(vertex) => NumberKind::A,
            () => NumberKind::C,
        })
    }

    /// Finds out again which numbers are missable, after numbers were removed.
    pub fn refresh(&mut self) {
        with!(&mut self.engine, matcher => matcher.relabel());
    }

    fn vertex(&self, number: u64) -> u32 {
        self.numbering.vertex(&self.pool, number)
    }
}

/// Refuses a pool whose lists would take all the memory there is.
pub(super) fn check_listed(pool: &Pool) -> Result<(), OutOfBudget> {
    let numbers = pool.count() as usize;
    if numbers <= LISTED_NUMBERS { Ok(()) } else { Err(OutOfBudget::TooLarge { numbers, most: LISTED_NUMBERS }) }
}

pub(super) fn maximise<G: Graph>(matcher: &mut Matcher<G>, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
    let size = matcher.vertices() as u32;
    for root in (0..size).rev() {
        if root.is_multiple_of(ROOTS_BETWEEN_LOOKS) {
            watch.look(f64::from(size - root) / f64::from(size))?;
        }
        matcher.try_root(root);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use petgraph::algo::maximum_matching;
    use petgraph::graph::UnGraph;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// The size of a maximum matching of the divisor graph on these numbers, found by somebody else's code.
    fn matching_number(numbers: &[u64]) -> usize {
        let mut graph = UnGraph::<u64, ()>::default();
        let nodes: Vec<_> = numbers.iter().map(|&number| graph.add_node(number)).collect();
        for (i, a) in numbers.iter().enumerate() {
            for (j, b) in numbers.iter().enumerate().skip(i + 1) {
                if b.is_multiple_of(*a) {
                    graph.add_edge(nodes[i], nodes[j], ());
                }
            }
        }
        maximum_matching(&graph).len()
    }

    fn without(numbers: &[u64], number: u64) -> Vec<u64> {
        numbers.iter().copied().filter(|&other| other != number).collect()
    }

    #[test]
    fn agrees_with_petgraph_on_random_induced_subgraphs() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for (code, trials) in [("take:1..60", 60), ("take:2..120/2", 30), ("take:3..150/7", 30), ("take:2..300", 6)] {
            let pool = code.parse::<crate::Game>().unwrap().pool().unwrap();
            for _ in 0..trials {
                let share = rng.random_range(0.2..1.0);
                let numbers: Vec<u64> = pool.numbers().filter(|_| rng.random_bool(share)).collect();
                let present = |number| numbers.binary_search(&number).is_ok();
                let pairing = Pairing::on(pool, present, &mut Watch::forever()).unwrap();
                let largest = matching_number(&numbers);
                assert_eq!((pairing.pairs(), pairing.numbers()), (largest, numbers.len()), "{code} {numbers:?}");
                let missable =
                    numbers.iter().copied().filter(|&number| pairing.is_missable(number)).collect::<Vec<_>>();
                for &number in &numbers {
                    let can_be_missed = matching_number(&without(&numbers, number)) == largest;
                    assert_eq!(missable.contains(&number), can_be_missed, "{code} {number} in {numbers:?}");
                }
                for &number in &missable {
                    let pairing = Pairing::on(pool, present, &mut Watch::forever()).unwrap();
                    let (pairs, _) = pairing.certificate(Some(number), present);
                    assert_eq!(pairs.len(), largest, "missing {number} costs no pair");
                    assert!(pairs.iter().all(|pair| !pair.contains(&number)), "{number}");
                }
            }
        }
    }
}
