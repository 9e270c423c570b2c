//! The second referee's games, and how a surface is held against them.
#![allow(dead_code, reason = "not every surface looks at everything")]

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::Value;

/// Other games than usual: their seed, and how many.
const SEED: &str = "REFEREE_SEED";
const COUNT: &str = "REFEREE_GAMES";

/// A game between two people, or a match.
#[derive(Deserialize)]
pub(crate) struct Game {
    pub(crate) number: usize,
    pub(crate) code: String,
    pub(crate) names: [String; 2],
    /// The seat that moves first in the first round.
    pub(crate) first: usize,
    /// Of a match: how many rounds at most, or how many whatever happens.
    pub(crate) best_of: Option<u32>,
    pub(crate) all_of: Option<u32>,
    pub(crate) rounds: Vec<Round>,
    /// What line mode shows.
    pub(crate) lines: Vec<Line>,
}

#[derive(Deserialize)]
pub(crate) struct Round {
    pub(crate) begin: State,
    pub(crate) steps: Vec<Step>,
    pub(crate) score: [u32; 2],
}

/// A line that somebody types, and what comes of it.
#[derive(Deserialize)]
pub(crate) struct Step {
    pub(crate) typed: String,
    pub(crate) came: Came,
    /// What a refusal says: all the words of one of these.
    pub(crate) said: Vec<Vec<String>>,
    pub(crate) state: State,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Came {
    Move,
    Again,
    Loss,
    Resigned,
}

/// How a game stands; moves are numbers, or texts such as "60/2".
#[derive(Deserialize)]
pub(crate) struct State {
    pub(crate) moves: Vec<Value>,
    pub(crate) last: Value,
    pub(crate) legal: Vec<Value>,
    /// What is free, in a game with a pool.
    pub(crate) pool: Option<Vec<u64>>,
    /// What lies on the table, in a game of division.
    pub(crate) numbers: Option<Vec<u64>>,
    /// The side to move, 1 or 2, and who that is.
    pub(crate) turn: u8,
    pub(crate) mover: String,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) words: Words,
}

#[derive(Deserialize)]
pub(crate) struct Outcome {
    pub(crate) winner: u8,
    pub(crate) reason: String,
}

/// The book's words for how it stands.
#[derive(Deserialize)]
pub(crate) struct Words {
    pub(crate) prompt: String,
    pub(crate) last: Option<String>,
    /// The name of the list of what was taken.
    pub(crate) taken: Option<String>,
    pub(crate) end: Vec<String>,
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum Line {
    Exactly(String),
    With { any: Vec<Vec<String>> },
}

impl Line {
    pub(crate) fn is(&self, shown: &str) -> bool {
        match self {
            Line::Exactly(line) => tidy(line) == tidy(shown),
            Line::With { any } => says(any, shown),
        }
    }
}

/// Whether a text has all the words of one of these lists.
pub(crate) fn says(any: &[Vec<String>], text: &str) -> bool {
    any.iter().any(|words| words.iter().all(|word| text.contains(word)))
}

/// A line without what does not count: white space at its ends, and how much of it stands in between.
pub(crate) fn tidy(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A move as it is typed.
pub(crate) fn written(chosen: &Value) -> String {
    chosen.as_str().map_or_else(|| chosen.to_string(), str::to_owned)
}

impl Game {
    /// The options of `play` for it.
    pub(crate) fn options(&self) -> Vec<String> {
        let mut options = vec!["play".into(), self.code.clone(), "--names".into(), self.names.join(",")];
        options.extend(["--first".into(), self.first.to_string()]);
        options.extend(self.best_of.iter().flat_map(|rounds| ["--best-of".into(), rounds.to_string()]));
        options.extend(self.all_of.iter().flat_map(|rounds| ["--rounds".into(), rounds.to_string()]));
        options
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.rounds.iter().flat_map(|round| &round.steps)
    }

    /// The game in short, for whoever wants to see it again.
    fn in_short(&self) -> String {
        let typed: Vec<&str> = self.steps().map(|step| step.typed.as_str()).collect();
        format!("game {}: divisor-duel {}, typed {typed:?}", self.number, self.options().join(" "))
    }
}

/// Plays so many games on a surface, unless more were asked for, and fails with every difference that there is, the shortest game
/// first. `hold` says what is different in a game; it has something of its own for every thread, made by `open`.
#[allow(clippy::print_stderr, reason = "the seed is told")]
pub(crate) fn hold<T>(
    surface: &str,
    usual: usize,
    open: impl Fn() -> T + Sync,
    hold: impl Fn(&T, &Game) -> Result<(), String> + Sync,
) {
    let seed = std::env::var(SEED).unwrap_or_else(|_| "1".into());
    let count = std::env::var(COUNT).map_or(usual, |count| count.parse().expect("a number of games"));
    let games = games(&seed, count);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(games.len()) {
            scope.spawn(|| {
                let own = open();
                while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(difference) = hold(&own, game) {
                        let length = game.steps().count();
                        let told = format!("difference: {surface}, {}\n{difference}", game.in_short());
                        found.lock().expect("nobody panics here").push((length, told));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().expect("nobody panics here");
    found.sort();
    eprintln!("referee: {surface}: {count} games of seed {seed}, {} differences", found.len());
    let told: Vec<&str> = found.iter().map(|(_, told)| told.as_str()).collect();
    assert!(told.is_empty(), "{}", told.join("\n\n"));
}

fn games(seed: &str, count: usize) -> Vec<Game> {
    let mut command = Command::new("python3");
    command.args(["-c", include_str!("referee.py"), seed, &count.to_string()]);
    let output = command.output().expect("python3 runs the referee");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("text");
    lines.lines().map(|line| serde_json::from_str(line).expect("a game")).collect()
}

/// The numbers in a text, whatever stands between them.
pub(crate) fn numbers_in(text: &str) -> Vec<u64> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}
