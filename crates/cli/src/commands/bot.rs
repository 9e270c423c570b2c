//! `divisor-duel bot`: our own players, as programs for an arena.

use std::io::{self, BufRead, Write};

use duel::computer::computer_move;
use duel::{Level, Move, Position, RuleBook};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::commands::arguments::whole;
use crate::failure::{Failure, Fallible};

/// Play as a program: positions come as JSON lines, moves go out
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel arena --bot mine=./mine --bot ours=\"divisor-duel bot --level 3\"
  divisor-duel show chain 12 --json | divisor-duel bot --level 5",
    after_help = "\
A line is a position in its JSON form; the answer is a legal move. A line with an outcome is the end of a game and needs no \
answer. docs/bot-protocol.md has it all."
)]
pub(crate) struct Args {
    /// How well it plays, 1 to 5
    #[arg(long, value_name = "N", value_parser = whole(1..=5_u8))]
    level: u8,
    /// What its choices come from; the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

/// What a bot needs to know of a line.
#[derive(Deserialize)]
struct Line {
    game: String,
    moves: Vec<Move>,
    outcome: Option<IgnoredAny>,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let level = Level::from_number(self.level).ok_or_else(|| Failure::usage("levels go from 1 to 5"))?;
        let mut memory = Memory::default();
        // Each game has luck of its own.
        let mut seed = self.seed;
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        let mut text = String::new();
        while input.read_line(&mut text)? > 0 {
            let line: Line = serde_json::from_str(&text)
                .map_err(|error| Failure::data(format!("this line is not a position in JSON: {error}")))?;
            if line.outcome.is_some() {
                seed = seed.wrapping_add(1);
            } else if let Some(chosen) = computer_move(memory.position(&line)?, level, seed) {
                output.write_all(format!("{chosen}\n").as_bytes())?;
                output.flush()?;
            }
            text.clear();
        }
        Ok(())
    }
}

/// The game as it was last seen: the next position mostly is two moves further.
#[derive(Default)]
struct Memory {
    seen: Option<(String, Position)>,
}

impl Memory {
    fn position(&mut self, line: &Line) -> Fallible<&Position> {
        let (code, mut position) = match self.seen.take() {
            Some((code, position)) if code == line.game => (code, position),
            _ => {
                let book = RuleBook::find(&line.game).map_err(Failure::data)?;
                (line.game.clone(), book.game().start().map_err(Failure::data)?)
            }
        };
        while !line.moves.starts_with(position.moves()) {
            position.undo();
        }
        position.play_all(line.moves[position.moves().len()..].iter().copied()).map_err(Failure::data)?;
        Ok(&self.seen.insert((code, position)).1)
    }
}
