//! The divisor graph of a pool: an edge between two numbers when one divides the other.
//!
//! No edge is ever stored for an ordinary pool. The multiples of a number are found by striding, its divisors from the
//! smallest prime factors that a sieve has noted. Pools with wide gaps get lists instead: they are small.

use crate::factor::{gcd, is_prime};
use crate::game::Pool;

/// A graph on the vertices below [`size`](Graph::size).
pub(crate) trait Graph {
    fn size(&self) -> usize;

    /// Shows the neighbours of a vertex one by one until `visit` has seen enough; true if it has.
    fn neighbours(&mut self, vertex: u32, visit: impl FnMut(u32) -> bool) -> bool;
}

/// What a number prime to 2, 3 and 5 leaves when it is divided by 30.
const RESIDUES: [u32; 8] = [1, 7, 11, 13, 17, 19, 23, 29];

/// So many places of a table are sieved at a time: they stay in the cache.
const SEGMENT: usize = 1 << 15;

/// The divisor graph on the numbers 0 to `hi` as vertices; which of them are in play is for the user to know.
#[derive(Clone)]
pub(crate) struct Divisibility {
    hi: u32,
    /// The smallest prime factor of each number prime to 30 up to `hi`, eight of them for every thirty numbers; 0 for primes. Sixteen
    /// bits are enough, because the smallest prime factor of a composite number is at most its square root.
    smallest_factor: Vec<u16>,
    scratch: Vec<u32>,
}

impl Divisibility {
    /// `hi` is at most [`POOL_NUMBERS`](crate::POOL_NUMBERS).
    pub(crate) fn new(hi: u32) -> Divisibility {
        let mut smallest_factor = vec![0; (hi as usize / 30 + 1) * RESIDUES.len()];
        // A prime times whatever leaves the same residue stands at every `8 * prime`th place.
        let mut strides: Vec<(usize, usize)> = Vec::new();
        for prime in (7..=hi.isqrt()).rev().filter(|&number| is_prime(number.into())) {
            for residue in RESIDUES {
                let factor = prime + (residue + 30 - prime % 30) % 30;
                strides.push((place(u64::from(prime) * u64::from(factor)), prime as usize));
            }
        }
        let mut end = 0;
        while end < smallest_factor.len() {
            end = (end + SEGMENT).min(smallest_factor.len());
            // The smallest prime comes last, and stays.
            for (next, prime) in &mut strides {
                while *next < end {
                    smallest_factor[*next] = *prime as u16;
                    *next += RESIDUES.len() * *prime;
                }
            }
        }
        Divisibility { hi, smallest_factor, scratch: Vec::new() }
    }

    #[inline]
    pub(super) fn smallest_prime_factor(&self, number: u32) -> u32 {
        if let Some(prime) = [2, 3, 5].into_iter().find(|&prime| number.is_multiple_of(prime)) {
            return prime;
        }
        self.noted_factor(number)
    }

    /// The smallest prime factor of a number prime to 30.
    #[inline]
    fn noted_factor(&self, number: u32) -> u32 {
        match self.smallest_factor[place(number.into())] {
            0 => number,
            factor => factor.into(),
        }
    }

    /// The multiples of a number, itself left out, ascending.
    #[inline]
    pub(super) fn multiples(&self, number: u32) -> impl Iterator<Item = u32> + use<> {
        (2..self.hi / number + 1).map(move |factor| factor * number)
    }

    /// The divisors of a number, itself left out, in `scratch`; roughly ascending.
    fn list_divisors(&mut self, number: u32) {
        self.scratch.clear();
        self.scratch.push(1);
        let mut rest = number;
        for prime in [2, 3, 5] {
            rest = self.multiply_divisors(rest, prime);
        }
        while rest > 1 {
            rest = self.multiply_divisors(rest, self.noted_factor(rest));
        }
        self.scratch.pop();
    }

    /// Lists all that the listed divisors and the powers of a prime in a number make; gives the number without them.
    #[inline]
    fn multiply_divisors(&mut self, mut rest: u32, prime: u32) -> u32 {
        let before = self.scratch.len();
        let mut power = 1;
        while rest.is_multiple_of(prime) {
            rest /= prime;
            power *= prime;
            for at in 0..before {
                self.scratch.push(self.scratch[at] * power);
            }
        }
        rest
    }
}

/// Where a number prime to 30 stands in a table of such numbers.
#[inline]
fn place(number: u64) -> usize {
    /// How many of the residues are below each.
    const BELOW: [u8; 30] = [0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7];
    (number / 30) as usize * RESIDUES.len() + usize::from(BELOW[(number % 30) as usize])
}

impl Graph for Divisibility {
    fn size(&self) -> usize {
        self.hi as usize + 1
    }

    #[inline]
    fn neighbours(&mut self, vertex: u32, mut visit: impl FnMut(u32) -> bool) -> bool {
        self.list_divisors(vertex);
        // The large divisors first: a number and its largest divisor make the pair that is least in the way of others.
        self.scratch.iter().rev().any(|&divisor| visit(divisor)) || self.multiples(vertex).any(visit)
    }
}

/// A graph with its edges in lists.
#[derive(Clone)]
pub(crate) struct Listed {
    starts: Vec<u32>,
    lists: Vec<u32>,
}

impl Listed {
    /// The divisor graph on the numbers of a pool, each the vertex of its place.
    pub(crate) fn of(pool: &Pool) -> Listed {
        // Two numbers of the pool differ by a multiple of the step, so the multiples of a number stand at equal distances in it.
        let common = gcd(pool.lo, pool.step);
        let count = pool.count() as usize;
        let multiples = |place: usize| match usize::try_from(pool.number(place) / common) {
            Ok(distance) => (place..count).step_by(distance).skip(1),
            Err(_) => (0..0).step_by(1).skip(1),
        };
        // First how many neighbours each has, then where their lists end, then the lists from their ends.
        let mut starts = vec![0u32; count + 1];
        for place in 0..count {
            for multiple in multiples(place) {
                starts[place] += 1;
                starts[multiple] += 1;
            }
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut lists = vec![0; end as usize];
        let mut note = |at: usize, neighbour: usize| {
            starts[at] -= 1;
            lists[starts[at] as usize] = neighbour as u32;
        };
        for place in (0..count).rev() {
            for multiple in multiples(place) {
                note(place, multiple);
                note(multiple, place);
            }
        }
        Listed { starts, lists }
    }
}

impl Graph for Listed {
    fn size(&self) -> usize {
        self.starts.len() - 1
    }

    fn neighbours(&mut self, vertex: u32, visit: impl FnMut(u32) -> bool) -> bool {
        let (start, end) = (self.starts[vertex as usize], self.starts[vertex as usize + 1]);
        self.lists[start as usize..end as usize].iter().copied().any(visit)
    }
}

/// How the numbers of a pool become vertices.
///
/// Dividing every number of a pool by a common divisor changes nothing about who divides whom. So a pool whose first
/// number is a multiple of its step is a run of whole numbers in disguise, and unless that run begins far from 1 its
/// numbers are the vertices themselves. Other pools are numbered through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// The vertex of a number is the number divided by this.
    Scaled { by: u64, hi: u32 },
    /// The vertex of a number is its place in the pool.
    Placed,
}

impl Numbering {
    pub(crate) fn of(pool: &Pool) -> Numbering {
        let scale = if pool.count() == 1 { pool.lo } else { pool.step };
        let hi = pool.hi / scale;
        if pool.lo.is_multiple_of(scale) && hi <= crate::POOL_NUMBERS.min(4 * pool.count() + 1_000) {
            Numbering::Scaled { by: scale, hi: hi as u32 }
        } else {
            Numbering::Placed
        }
    }

    pub(crate) fn vertex(self, pool: &Pool, number: u64) -> u32 {
        match self {
            Numbering::Scaled { by, .. } => (number / by) as u32,
            Numbering::Placed => pool.index(number) as u32,
        }
    }

    pub(crate) fn number(self, pool: &Pool, vertex: u32) -> u64 {
        match self {
            Numbering::Scaled { by, .. } => u64::from(vertex) * by,
            Numbering::Placed => pool.number(vertex as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_neighbours(graph: &mut impl Graph, vertex: u32) -> Vec<u32> {
        let mut found = Vec::new();
        graph.neighbours(vertex, |neighbour| {
            found.push(neighbour);
            false
        });
        found.sort_unstable();
        found
    }

    #[test]
    fn neighbours_are_the_divisors_and_multiples() {
        let mut graph = Divisibility::new(500);
        let mut listed = Listed::of(&"take:1..500".parse::<crate::Game>().unwrap().pool().unwrap());
        for n in 1..=500u32 {
            let slow: Vec<u32> = (1..=500).filter(|&m| m != n && (m % n == 0 || n % m == 0)).collect();
            assert_eq!(all_neighbours(&mut graph, n), slow, "{n}");
            let listed = all_neighbours(&mut listed, n - 1);
            assert_eq!(listed.iter().map(|v| v + 1).collect::<Vec<_>>(), slow, "{n}");
        }
    }

    #[test]
    fn pools_are_numbered_so_that_divisibility_stays() {
        let pool = |code: &str| code.parse::<crate::Game>().unwrap().pool().unwrap();
        assert_eq!(Numbering::of(&pool("take:2..20/2")), Numbering::Scaled { by: 2, hi: 10 });
        assert_eq!(Numbering::of(&pool("take:7..7")), Numbering::Scaled { by: 7, hi: 1 });
        assert_eq!(Numbering::of(&pool("take:3..99/2")), Numbering::Placed);
        assert_eq!(Numbering::of(&pool("take:1000000000..1000000100")), Numbering::Placed);
    }
}
