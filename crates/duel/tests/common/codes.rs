//! Random games, as plain codes: what one generator makes from one seed is the same everywhere.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Primes from which large numbers are made, some of them near the limits of 32 and 64 bits.
pub(crate) const PRIMES: [u64; 20] = [
    2,
    3,
    5,
    7,
    11,
    13,
    17,
    97,
    257,
    641,
    9_973,
    65_537,
    6_700_417,
    2_147_483_647,
    4_294_967_279,
    4_294_967_291,
    67_280_421_310_721,
    1_000_000_000_000_037,
    2_305_843_009_213_693_951,
    18_446_744_073_709_551_557,
];

/// One choice of every kind of clause that a pool game can have.
#[derive(Clone, Copy, Debug)]
struct Clauses {
    parity: Option<&'static str>,
    composite: bool,
    low: bool,
    high: bool,
    resort: bool,
    misere: bool,
    invalid: Option<&'static str>,
}

/// Every combination of clauses on random pools: some of them leave no first pick.
pub(crate) fn pool_codes(rng: &mut impl Rng) -> Vec<String> {
    let mut codes = Vec::new();
    for at in 0..32 * 3 * 3 {
        let bit = |n: u32| (at >> n) & 1 == 1;
        let clauses = Clauses {
            parity: [None, Some("first=even"), Some("first=odd")][at / 32 % 3],
            invalid: [None, Some("invalid=loses"), Some("invalid=retry")][at / 96],
            composite: bit(0),
            low: bit(1),
            high: bit(2),
            resort: bit(3),
            misere: bit(4),
        };
        codes.push(pool_code(&clauses, rng));
    }
    codes
}

fn pool_code(clauses: &Clauses, rng: &mut impl Rng) -> String {
    let lowest = if clauses.resort { 1 } else { rng.random_range(1..=6) };
    let count = rng.random_range(1..=60);
    let (low, step) = match rng.random_range(0..6) {
        0 => (lowest, rng.random_range(2..=7)),
        // Multiples of one number are related as 1, 2, 3 are, however large they are. Whether large ones are composite
        // is more than the referee can say.
        1 if !clauses.resort && !clauses.composite => {
            let unit = rng.random_range(1..=u64::MAX / count);
            (unit, unit)
        }
        _ => (lowest, 1),
    };
    let high = low + (count - 1) * step;
    let mut code = format!("take:{low}..{high}");
    if step > 1 {
        code += &format!("/{step}");
    }
    let mut bound = || rng.random_range(low - 1..=high.saturating_add(1));
    let first = match (clauses.low, clauses.high) {
        (false, false) => None,
        (true, false) => Some(format!("first={}..", bound())),
        (false, true) => Some(format!("first=..{}", bound())),
        (true, true) => {
            let (one, other) = (bound(), bound());
            Some(format!("first={}..{}", one.min(other), one.max(other)))
        }
    };
    let clauses = [
        first.as_deref(),
        clauses.parity,
        clauses.composite.then_some("first=composite"),
        clauses.resort.then_some("resort=1"),
        clauses.misere.then_some("misere"),
        clauses.invalid,
    ];
    for clause in clauses.into_iter().flatten() {
        code += &format!(",{clause}");
    }
    code
}

/// One to four numbers on the table: small ones, primes, and large ones made of known primes.
pub(crate) fn division_code(rng: &mut impl Rng) -> String {
    let table: Vec<String> = (0..rng.random_range(1..=4)).map(|_| number_to_divide(rng).to_string()).collect();
    let clauses = ["", ",misere", ",invalid=loses", ",misere,invalid=loses"].choose(rng).expect("there are four");
    format!("divide:{}{clauses}", table.join(","))
}

fn number_to_divide(rng: &mut impl Rng) -> u64 {
    match rng.random_range(0..4) {
        0 => PRIMES[rng.random_range(1..PRIMES.len())],
        1 => {
            let mut product: u64 = 3;
            // At most a dozen factors: the referee lists all their products.
            for _ in 0..rng.random_range(1..=11) {
                let factor = PRIMES[rng.random_range(0..PRIMES.len())];
                product = product.checked_mul(factor).unwrap_or(product);
            }
            product
        }
        _ => rng.random_range(3..=400),
    }
}
