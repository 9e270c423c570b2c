//! How fast random games are played, and how fast the divisors of hard numbers are found.
//!
//! The playouts go through the public interface of the library, as a computer player or a test campaign would. Beside
//! them stands the named peer: the least that any program could do for the same game, one 64-bit word for the pool and
//! one mask of neighbours for each number, without reasons, records or undo.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use duel::{Game, Position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SEED: u64 = 2_026;
/// How many games make one sample: enough that their average length hardly varies.
const GAMES: u64 = 10_000;

/// The numbers 2 to 50, as bits 2 to 50 of a word.
const POOL: u64 = (1 << 51) - (1 << 2);

fn start(code: &str) -> Position {
    code.parse::<Game>().expect("a code of our own").start().expect("a game that can be played")
}

/// Plays to the end and says how many plies that took.
fn library_playout(start: &Position, rng: &mut ChaCha8Rng) -> u64 {
    let mut position = start.clone();
    while let choices @ 1.. = position.legal_count() {
        let chosen = position.nth_legal(rng.random_range(0..choices)).expect("a choice below the count");
        position.play(chosen).expect("a legal move");
    }
    position.moves().len() as u64
}

/// For every number of the pool the set of its divisors and multiples.
fn neighbour_masks() -> [u64; 51] {
    let related = |a: u64, b: u64| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
    std::array::from_fn(|a| (2..=50).filter(|&b| a > 1 && related(a as u64, b)).map(|b| 1 << b).sum())
}

fn bitset_playout(neighbours: &[u64; 51], rng: &mut ChaCha8Rng) -> u64 {
    let mut free = POOL;
    let mut legal = free;
    let mut plies = 0;
    while legal != 0 {
        for _ in 0..rng.random_range(0..legal.count_ones()) {
            legal &= legal - 1;
        }
        let pick = legal.trailing_zeros() as usize;
        free &= !(1 << pick);
        legal = free & neighbours[pick];
        plies += 1;
    }
    plies
}

/// Criterion wants to know beforehand how many elements a sample has: the same seed gives the same games.
fn total_plies(mut playout: impl FnMut(&mut ChaCha8Rng) -> u64) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    (0..GAMES).map(|_| playout(&mut rng)).sum()
}

fn playouts(criterion: &mut Criterion) {
    let classic = start("classic");
    let neighbours = neighbour_masks();
    let plies = total_plies(|rng| library_playout(&classic, rng));
    // Both play by the same rules with the same dice, so they must play the very same games.
    assert_eq!(plies, total_plies(|rng| bitset_playout(&neighbours, rng)), "the peer plays another game");

    let mut group = criterion.benchmark_group("playouts of classic");
    group.throughput(Throughput::Elements(plies));
    group.bench_function("library", |bencher| {
        bencher.iter(|| total_plies(|rng| library_playout(black_box(&classic), rng)));
    });
    group.bench_function("bare bitset", |bencher| {
        bencher.iter(|| total_plies(|rng| bitset_playout(black_box(&neighbours), rng)));
    });
    group.finish();
}

fn divisors(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("divisors");
    for (what, code) in [
        ("two 32-bit primes", "divide:18446743979220271189"),
        ("most divisors of all 64-bit numbers", "divide:18401055938125660800"),
    ] {
        let game: Game = code.parse().expect("a code of our own");
        group.bench_function(what, |bencher| {
            bencher.iter_batched(
                || game.clone(),
                |game| game.start().expect("a game that can be played").legal_moves(),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, playouts, divisors);
criterion_main!(benches);
