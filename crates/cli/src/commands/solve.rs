//! `divisor-duel solve`: who wins a whole game, and by which first picks.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use duel::solve::{GameSolution, Unsolved, solve_game};
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
/// Of more ranges than this a person sees the first ones.
const SHOWN_RANGES: usize = 40;

/// Say who wins a whole game with best play, and by which first picks
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel solve classic
  divisor-duel solve take:2..1000000 --winning winning.txt
  divisor-duel solve evens --proof evens.json && divisor-duel verify evens.json",
    after_help = "\
Pools up to 100,000,000 numbers are solved exactly; the largest take minutes and about 2 GiB.
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
    /// Let --winning and --proof take the place of files that are there
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
            self.game.book(|path| format!("{path} is a record; analyse it by: divisor-duel analyze {path}"))?;
        let to_stdout = self.winning.as_deref() == Some(Path::new("-"));
        if to_stdout && self.json {
            return Err(Failure::usage("--json and --winning - cannot share standard output; give --winning a file"));
        }
        if self.proof.is_some() && self.proof == self.winning {
            return Err(Failure::usage("--proof and --winning need different files"));
        }
        for path in self.winning.iter().filter(|_| !to_stdout).chain(&self.proof) {
            proof::check_place(path, self.force)?;
        }
        let solved = self.budget.show(format!("solving {}", book.code()), |watch| solve_game(book.game(), watch));
        let solution = solved.map_err(|unsolved| match unsolved {
            Unsolved::OutOfBudget(ended) => budget::failure(ended),
            Unsolved::TooLarge(error) => Failure::usage(error),
        })?;
        if let Some(path) = &self.proof {
            let start = book.game().start().map_err(Failure::usage)?;
            proof::write(&start, path, self.budget)?;
        }
        if let Some(path) = &self.winning {
            write_winning(&solution, path)?;
        }
        let mut out = output::stdout();
        if self.json {
            return out.json(&answer(&book, &solution));
        }
        // With the winning picks on standard output there is no room for words.
        if to_stdout { Ok(()) } else { tell_people(&mut out, &book, &solution) }
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
    let moves: Vec<Move> = solution.winning.iter().collect();
    let shown = moves_for_people(&moves);
    let ranges: Vec<&str> = shown.split(", ").collect();
    if ranges.len() <= SHOWN_RANGES.max(100) || matches!(moves[0], Move::Divide { .. }) {
        return shown;
    }
    format!("{}, … (--winning writes them all)", ranges[..SHOWN_RANGES].join(", "))
}

fn write_winning(solution: &GameSolution, path: &Path) -> Fallible {
    let write = |out: &mut dyn Write| -> io::Result<()> {
        let mut out = BufWriter::new(out);
        for pick in solution.winning.iter() {
            writeln!(out, "{pick}")?;
        }
        out.flush()
    };
    if path == Path::new("-") {
        return Ok(write(&mut io::stdout())?);
    }
    Ok(files::replace_with(path, write)?)
}
