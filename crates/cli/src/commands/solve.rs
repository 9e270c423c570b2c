//! `divisor-duel solve`: who wins a whole game, and by which first picks.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use duel::solve::{GameSolution, Unsolved, WinningMoves, solve_game};
use duel::{Move, Numbers, RuleBook};
use serde::Serialize;

use super::analyze::moves_for_people;
use super::budget::{self, Budget};
use super::proof;
use crate::commands::arguments::{GameOrFile, game_or_file};
use crate::failure::{Failure, Fallible};
use crate::line::output::{self, Output};
use crate::store::files;
use crate::text::counted;

/// Above this many winning first picks JSON has no list of them.
const LISTED: u64 = 10_000;
/// Of more ranges than this a person sees the first ones, and so many of them.
const MOST_RANGES: usize = 100;
const SHOWN_RANGES: usize = 40;

/// Say who wins a whole game with best play, and by which first picks
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel solve classic
  divisor-duel solve take:2..1000000 --winning winning.txt
  divisor-duel solve evens --proof evens.json && divisor-duel verify evens.json
  divisor-duel solve take:2..1000000 --proof-all all.json && divisor-duel verify all.json",
    after_help = "\
Pools up to 1,000,000,000 numbers are solved exactly: 100,000,000 take a minute or two and 0.8 GB, ten times as many half an hour and 7 GB. Pools with gaps have up to 10,000,000.
JSON: {\"game\": …, \"winner\": 1|2, \"first_picks\": 49, \"winning_count\": 43, \"winning\": [2,3,…], \"matching\": 21, \"method\": …}; \
above 10,000 winning first picks \"winning\" is null, and --winning writes them."
)]
pub(crate) struct Args {
    /// A rule book's name, a code or a rule file
    #[arg(value_parser = game_or_file)]
    game: GameOrFile,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    /// Write the winning first picks here, one a line; - is standard output
    #[arg(long, value_name = "FILE|-", alias = "openings")]
    winning: Option<PathBuf>,
    /// Write a proof here that divisor-duel verify and docs/check_proof.py can check
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write a proof of all winning first picks at once, where pairs decide the game; - is standard output
    #[arg(long, value_name = "FILE|-")]
    proof_all: Option<PathBuf>,
    /// Let --winning, --proof and --proof-all take the place of files that are there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    winner: u8,
    first_picks: u64,
    winning_count: u64,
    winning: Option<Vec<Move>>,
    matching: Option<u64>,
    method: String,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let (book, _) =
            self.game.clone().book(|path| format!("{path} is a record; analyse it by: divisor-duel analyze {path}"))?;
        self.check_places()?;
        let what = format!("solving {}", book.code());
        let solution = match &self.proof_all {
            Some(path) => self.budget.show(what, |watch| proof::write_all(book.game(), path, watch))?,
            None => {
                self.budget.show(what, |watch| solve_game(book.game(), watch)).map_err(|unsolved| match unsolved {
                    Unsolved::OutOfBudget(ended) => budget::failure(ended),
                    Unsolved::TooLarge(error) => Failure::usage(error),
                })?
            }
        };
        if let Some(path) = &self.proof {
            let start = book.game().start().map_err(Failure::usage)?;
            proof::write(&start, path, self.budget)?;
        }
        if let Some(path) = &self.winning {
            write_winning(&solution.winning, path)?;
        }
        let mut out = output::stdout();
        if self.json {
            return out.json(&answer(&book, &solution));
        }
        // With the winning picks or a proof on standard output there is no room for words.
        if self.is_on_stdout() { Ok(()) } else { tell_people(&mut out, &book, &solution) }
    }

    /// What is written where, by its option.
    fn written(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let options = [("--winning", &self.winning), ("--proof", &self.proof), ("--proof-all", &self.proof_all)];
        options.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)))
    }

    fn is_on_stdout(&self) -> bool {
        self.written().any(|(_, path)| path == Path::new("-"))
    }

    /// Refuses what cannot be written beside one another, before anything is solved.
    fn check_places(&self) -> Fallible {
        for (at, (option, path)) in self.written().enumerate() {
            if path == Path::new("-") && self.json {
                let message = format!("--json and {option} - cannot share standard output; give {option} a file");
                return Err(Failure::usage(message));
            }
            if let Some((other, _)) = self.written().take(at).find(|&(_, other)| other == path) {
                return Err(Failure::usage(format!("{other} and {option} need different files")));
            }
            if path != Path::new("-") {
                proof::check_place(path, self.force)?;
            }
        }
        Ok(())
    }
}

fn answer(book: &RuleBook, solution: &GameSolution) -> Answer {
    let listed = solution.winning.count() <= LISTED;
    Answer {
        game: book.code(),
        winner: solution.winner.number(),
        first_picks: solution.first_moves,
        winning_count: solution.winning.count(),
        winning: listed.then(|| solution.winning.iter().collect()),
        matching: solution.matching,
        method: solution.method.to_string(),
    }
}

fn tell_people(out: &mut Output<'_>, book: &RuleBook, solution: &GameSolution) -> Fallible {
    let name = ["Player 1", "Player 2"][solution.winner.index()];
    out.heading(&format!("{}: {name} wins with best play.", book.code()))?;
    let (winning, all) = (solution.winning.count(), solution.first_moves);
    let what = match book.game().numbers() {
        Numbers::Pool(_) => "first picks",
        Numbers::Table(_) => "first moves",
    };
    out.line(&match winning {
        0 => format!("None of the {all} {what} wins."),
        _ => format!("{winning} of {all} {what} win: {}", winning_for_people(solution)),
    })?;
    if let Some(pairs) = solution.matching {
        let pool = if book.game().has_last_resort() { "pool without 1" } else { "pool" };
        out.line(&format!("A largest pairing of the {pool} has {}.", counted(pairs, "pair")))?;
    }
    Ok(out.line(&format!("Method: {}.", solution.method))?)
}

fn winning_for_people(solution: &GameSolution) -> String {
    let count = solution.winning.count();
    if count <= MOST_RANGES as u64 || matches!(solution.winning.iter().next(), Some(Move::Divide { .. })) {
        return moves_for_people(&solution.winning.iter().collect::<Vec<_>>());
    }
    // There can be hundreds of millions of them: no more are looked at than it takes to know that there are too many.
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for pick in solution.winning.iter().map(Move::number) {
        if let Some((_, last)) = ranges.last_mut().filter(|(_, last)| *last + 1 == pick) {
            *last = pick;
        } else if ranges.len() > MOST_RANGES {
            break;
        } else {
            ranges.push((pick, pick));
        }
    }
    let shown = if ranges.len() > MOST_RANGES { &ranges[..SHOWN_RANGES] } else { &ranges };
    let range = |&(first, last): &(u64, u64)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    let more = if ranges.len() > MOST_RANGES { ", … (--winning writes them all)" } else { "" };
    format!("{}{more}", shown.iter().map(range).collect::<Vec<_>>().join(", "))
}

/// Writes the moves, one a line.
pub(super) fn write_winning(winning: &WinningMoves, path: &Path) -> Fallible {
    let write = |out: &mut dyn Write| -> io::Result<()> {
        let mut out = BufWriter::new(out);
        for pick in winning.iter() {
            writeln!(out, "{pick}")?;
        }
        out.flush()
    };
    if path == Path::new("-") {
        return Ok(write(&mut io::stdout())?);
    }
    Ok(files::replace_with(path, write)?)
}
