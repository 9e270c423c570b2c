//! What the referee costs: plies a second between two players of level 1, in the program itself and as processes, everything
//! included: openings, clocks, records on disk, and the exact judge of every decision.
//!
//! The peer is the library alone: the same player against itself, with nothing around it.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use duel::computer::computer_move;
use duel::{Game, Level};

const RUNS: usize = 5;
const IN_PROCESS: u32 = 20_000;
const AS_PROCESSES: u32 = 2_000;

fn main() -> io::Result<()> {
    let program = env!("CARGO_BIN_EXE_divisor-duel");
    let process = format!("{program} bot --level 1");
    let alone = median((0..RUNS).map(|_| Ok(alone())).collect::<io::Result<_>>()?);
    let mut out = io::stdout().lock();
    writeln!(out, "classic, level 1 against level 1; median of {RUNS} runs")?;
    writeln!(out, "{:<46} {:>9.0} plies a second", "the players alone, one core", alone)?;
    for (what, player, games) in [("in the program", "level:1", IN_PROCESS), ("as processes", &process, AS_PROCESSES)] {
        for concurrency in ["1", "2"] {
            let runs =
                (0..RUNS).map(|_| arena(program, player, games, concurrency)).collect::<io::Result<Vec<f64>>>()?;
            let (least, speed) = (runs.iter().copied().fold(f64::INFINITY, f64::min), median(runs));
            let what = format!("arena, {what}, --concurrency {concurrency}");
            writeln!(out, "{what:<46} {speed:>9.0} plies a second, the slowest run {least:.0}")?;
        }
    }
    Ok(())
}

fn median(mut runs: Vec<f64>) -> f64 {
    runs.sort_by(f64::total_cmp);
    runs[runs.len() / 2]
}

/// Plies a second of two players with nothing around them.
fn alone() -> f64 {
    let start = "classic".parse::<Game>().ok().and_then(|game| game.start().ok()).expect("a game of ours");
    let (mut plies, mut seed, begin) = (0, 0, Instant::now());
    while begin.elapsed() < Duration::from_millis(500) {
        let mut position = start.clone();
        while let Some(chosen) = computer_move(&position, Level::Rules, seed) {
            position.play(chosen).expect("a legal move");
            plies += 1;
        }
        seed += 1;
    }
    f64::from(plies) / begin.elapsed().as_secs_f64()
}

/// Plies a second of a whole arena, from its start to its standings.
fn arena(program: &str, player: &str, games: u32, concurrency: &str) -> io::Result<f64> {
    let folder = tempfile::tempdir()?;
    let (one, two, games) = (format!("a={player}"), format!("b={player}"), games.to_string());
    let mut command = Command::new(program);
    command.args(["arena", "--json", "--bot", &one, "--bot", &two, "--games", &games, "--concurrency", concurrency]);
    let begin = Instant::now();
    let output = command.current_dir(folder.path()).stderr(Stdio::null()).output()?;
    let seconds = begin.elapsed().as_secs_f64();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    for bot in report["bots"].as_array().into_iter().flatten() {
        assert!(bot["losses"]["time"] == 0 && bot["losses"]["forfeit"] == 0, "{report}");
    }
    let plies = report["plies"].as_f64().expect("a report counts plies");
    Ok(plies / seconds)
}
