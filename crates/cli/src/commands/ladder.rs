//! `divisor-duel ladder`: each computer level against the one below.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use duel::computer::choose;
use duel::speech::Opponent;
use duel::{Level, Position, RuleBook, Side};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::parallel::in_order;
use crate::commands::arguments::whole;
use crate::failure::{Failure, Fallible};
use crate::line::output::{self, Output};
use crate::meter::Meter;
use crate::words::say;

/// The games that are played when none is named: the three that ask most of a player, then the books.
const USUAL: [&str; 8] = [
    "classic,first=composite",
    "classroom",
    "juniper-green",
    "classic",
    "last-resort",
    "chain",
    "evens",
    "divider:60,84,90",
];

/// Play each computer level against the one below, and show who wins how often
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel ladder
  divisor-duel ladder juniper-green:40 --games 2000",
    after_help = "\
Both sides start equally often. A cell is the share of games that the higher level won, with its 95 % error."
)]
pub(crate) struct Args {
    /// The games; without them a choice of eight
    #[arg(value_parser = playable)]
    games: Vec<Rung>,
    /// How many games each pair of levels plays in each game
    #[arg(long = "games", value_name = "N", default_value_t = 400, value_parser = whole(2..=u64::MAX - 1))]
    count: u64,
    /// Where the luck begins
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// JSON, an object a game
    #[arg(long)]
    json: bool,
}

#[derive(Clone)]
struct Rung {
    code: String,
    start: Position,
}

fn playable(code: &str) -> Result<Rung, String> {
    let book = RuleBook::find(code).map_err(|error| error.to_string())?;
    let start = book.game().start().map_err(|error| error.to_string())?;
    Ok(Rung { code: book.code(), start })
}

#[derive(Serialize)]
struct Row {
    game: String,
    games: u64,
    /// How often level 2 beat level 1, level 3 level 2, and so on.
    wins: [u64; 4],
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let mut games = self.games;
        if games.is_empty() {
            games = USUAL.iter().map(|code| playable(code)).collect::<Result<_, _>>().map_err(Failure::data)?;
        }
        // Both sides start equally often.
        let count = self.count + self.count % 2;
        let mut out = output::stdout();
        if !self.json {
            header(&mut out, count)?;
        }
        let mut meter = Meter::new("climbing the ladder");
        let total = games.len() * 4;
        for (at, game) in games.iter().enumerate() {
            let mut wins = [0; 4];
            for (step, pair) in Level::ALL.windows(2).enumerate() {
                wins[step] = wins_of(&game.start, pair[1], pair[0], count, self.seed)?;
                meter.tell((at * 4 + step + 1) as f64 / total as f64);
            }
            let row = Row { game: game.code.clone(), games: count, wins };
            if self.json {
                out.json(&row)?;
            } else {
                out.line(&format!("{:<24}{}", row.game, wins.map(|wins| cell(wins, count)).concat()))?;
            }
            out.flush()?;
        }
        Ok(())
    }
}

fn header(out: &mut Output<'_>, count: u64) -> Fallible {
    out.heading(&format!("{count} games each; the share that the higher level won, with its 95 % error"))?;
    let names = Level::ALL.map(|level| format!("{} {}", level.number(), say(&Opponent(level))));
    out.line(&names.join(", "))?;
    let pairs =
        Level::ALL.windows(2).map(|pair| format!("{:>14}", format!("{} beats {}", pair[1].number(), pair[0].number())));
    Ok(out.heading(&format!("{:<24}{}", "game", pairs.collect::<String>()))?)
}

fn cell(wins: u64, count: u64) -> String {
    let share = wins as f64 / count as f64;
    let error = 1.96 * (share * (1.0 - share) / count as f64).sqrt();
    format!("{:>14}", format!("{:.0} % ± {:.0}", share * 100.0, error * 100.0))
}

/// How many games the higher level wins, played on every core.
fn wins_of(start: &Position, higher: Level, lower: Level, count: u64, seed: u64) -> Fallible<u64> {
    let is_won = |game: u64, _: &AtomicBool| {
        let higher_side = if game.is_multiple_of(2) { Side::One } else { Side::Two };
        winner(start, higher, lower, higher_side, seed.wrapping_add(game)) == higher_side
    };
    let mut wins = 0;
    in_order(count, is_won, |won| {
        wins += u64::from(won);
        Ok(())
    })?;
    Ok(wins)
}

fn winner(start: &Position, higher: Level, lower: Level, higher_side: Side, seed: u64) -> Side {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = start.clone();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        let level = if position.turn() == higher_side { higher } else { lower };
        // A running game has a legal move, and what a player chooses is one.
        if choose(&position, level, &mut rng).is_none_or(|chosen| position.play(chosen).is_err()) {
            return position.turn().other();
        }
    }
}
