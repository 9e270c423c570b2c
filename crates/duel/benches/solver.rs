//! How fast positions and whole games are solved, a game is followed, and an answer is proved and checked.
//!
//! `scripts/bench-peers` sets whole games beside the matchings of other libraries.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use duel::solve::{Pairing, Watch, check, prove, solve, solve_game};
use duel::{Game, Move, Position};

/// A chain that is legal in every pool used here, a few plies long and far from its end.
const ON_100: [u64; 6] = [48, 96, 12, 60, 10, 90];
const ON_10_000: [u64; 12] = [5_040, 2_520, 7_560, 1_260, 8_820, 420, 9_240, 840, 6_720, 120, 9_960, 60];

fn game(code: &str) -> Game {
    code.parse().expect("a code of our own")
}

fn start(code: &str) -> Position {
    game(code).start().expect("a game that can be played")
}

fn after(code: &str, picks: &[u64]) -> Position {
    let position = game(code).replay(picks.iter().copied().map(Move::Pick)).expect("legal picks");
    assert!(position.outcome().is_none(), "there must be something left to solve");
    position
}

fn positions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve a position");
    for (what, position) in [
        ("100 numbers, the start", start("take:1..100")),
        ("100 numbers, 2 plies in", after("take:1..100", &ON_100[..2])),
        ("100 numbers, 6 plies in", after("take:1..100", &ON_100)),
        ("juniper-green, 2 plies in", after("juniper-green", &ON_100[..2])),
        ("juniper-green, 6 plies in", after("juniper-green", &ON_100)),
        ("10,000 numbers, the start", start("take:1..10000")),
        ("10,000 numbers, 12 plies in", after("take:1..10000", &ON_10_000)),
    ] {
        group.bench_function(what, |bencher| bencher.iter(|| solve(black_box(&position), &mut Watch::forever())));
    }
    group.finish();
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve a game");
    group.sample_size(20);
    for code in ["take:2..10000", "take:2..100000", "take:2..50,misere"] {
        let game = game(code);
        group.bench_function(code, |bencher| bencher.iter(|| solve_game(black_box(&game), &mut Watch::forever())));
    }
    group.finish();
}

/// The pairing after every pick of a chain: kept up, kept up together with which numbers are missable, or made anew.
fn following(criterion: &mut Criterion) {
    for (what, code, picks) in
        [("100 numbers", "take:1..100", &ON_100[..]), ("10,000 numbers", "take:1..10000", &ON_10_000[..])]
    {
        let start = start(code);
        let positions: Vec<Position> = (1..=picks.len()).map(|plies| after(code, &picks[..plies])).collect();
        let pairing = || Pairing::of(&start).expect("a pool game");
        let mut group = criterion.benchmark_group(format!("follow {} picks, {what}", picks.len()));
        group.bench_function("remove", |bencher| {
            bencher.iter_batched_ref(
                pairing,
                |pairing| picks.iter().for_each(|&pick| pairing.remove(pick)),
                BatchSize::LargeInput,
            );
        });
        group.bench_function("remove and refresh", |bencher| {
            bencher.iter_batched_ref(
                pairing,
                |pairing| {
                    for &pick in picks {
                        pairing.remove(pick);
                        pairing.refresh();
                    }
                },
                BatchSize::LargeInput,
            );
        });
        group.bench_function("anew", |bencher| {
            bencher.iter(|| positions.iter().filter_map(Pairing::of).map(|pairing| pairing.pairs()).sum::<usize>());
        });
        group.finish();
    }
}

fn proofs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("proofs");
    for code in ["classic", "take:2..10000"] {
        let position = start(code);
        let proof = prove(&position, &mut Watch::forever()).expect("pairings prove it");
        group.bench_function(format!("prove {code}"), |bencher| {
            bencher.iter(|| prove(black_box(&position), &mut Watch::forever()));
        });
        group.bench_function(format!("check {code}"), |bencher| bencher.iter(|| check(black_box(&proof))));
    }
    group.finish();
}

criterion_group!(benches, positions, games, following, proofs);
criterion_main!(benches);
