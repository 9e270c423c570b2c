//! How long a computer player takes for a move, the coach for a hint, and a puzzle to be made.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use duel::coach::hint;
use duel::computer::computer_move;
use duel::puzzle::{Grade, puzzle};
use duel::solve::{Watch, solve};
use duel::{Game, Level, Move, Position, RuleBook};

fn start(code: &str) -> Position {
    code.parse::<Game>().expect("a code of our own").start().expect("a game that can be played")
}

/// Positions of some games between players who only know the rules, every few plies from the start.
fn of_games(code: &str, every: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 1..=5 {
        let mut position = start(code);
        while position.outcome().is_none() {
            if position.moves().len().is_multiple_of(every) {
                positions.push(position.clone());
            }
            let chosen = computer_move(&position, Level::Rules, seed).expect("a game that is not over has a move");
            position.play(chosen).expect("a legal move");
        }
    }
    positions
}

/// The lost positions among these: where the perfect player has the most to think about.
fn lost(positions: &[Position]) -> Vec<Position> {
    let is_lost = |position: &&Position| {
        solve(position, &mut Watch::nodes(100_000)).is_ok_and(|solution| solution.winning.is_empty())
    };
    positions.iter().filter(is_lost).cloned().collect()
}

/// The slowest of the positions is what people wait for: it is found first, and then measured.
fn slowest(positions: &[Position], level: Level) -> Option<&Position> {
    positions.iter().max_by_key(|position| {
        let begun = std::time::Instant::now();
        black_box(computer_move(position, level, 1));
        begun.elapsed()
    })
}

/// Nobody can win it, so that the perfect player weighs everything.
const WAYS: &str = "divide:90720,142560,168480,220320,246240,298080,375840,401760";

fn moves(criterion: &mut Criterion) {
    for (what, code, every) in [
        ("100 numbers", "take:1..100", 1),
        ("100 numbers, juniper-green", "juniper-green", 1),
        ("100 numbers, last resort", "take:1..100,resort=1", 1),
        ("100 numbers, misère", "take:2..101,misere", 1),
        ("10,000 numbers", "take:1..10000", 20),
        ("eight numbers to divide in 944 ways", WAYS, 1),
    ] {
        let positions = of_games(code, every);
        let mut group = criterion.benchmark_group(format!("the slowest move of five games on {what}"));
        group.sample_size(20);
        for level in Level::ALL {
            if let Some(position) = slowest(&positions, level) {
                group.bench_function(format!("level {}", level.number()), |bencher| {
                    bencher.iter(|| computer_move(black_box(position), level, 1));
                });
            }
        }
        if let Some(position) = slowest(&lost(&positions), Level::Perfect) {
            group.bench_function("level 5, perfect, in a lost position", |bencher| {
                bencher.iter(|| computer_move(black_box(position), Level::Perfect, 1));
            });
        }
        group.finish();
    }
}

fn coach(criterion: &mut Criterion) {
    let mut position = start("juniper-green");
    position.play_all([48, 96, 12, 60, 10, 90].map(Move::Pick)).expect("legal picks");
    criterion.bench_function("a hint on 100 numbers", |bencher| {
        bencher.iter(|| hint(black_box(&position), &mut Watch::forever()));
    });
    let mut group = criterion.benchmark_group("a puzzle of juniper-green");
    let book = RuleBook::find("juniper-green").expect("a book of our own");
    for grade in Grade::ALL {
        let mut seed = 0;
        group.bench_function(grade.to_string(), |bencher| {
            bencher.iter(|| {
                seed += 1;
                puzzle(&book, Some(grade), seed)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, moves, coach);
criterion_main!(benches);
