//! `divisor-duel survey`: a game on one pool after the other.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;
use duel::solve::{SurveyRow, survey};
use duel::{Game, RuleBook};
use serde::Serialize;

use super::budget::{self, Budget};
use super::parallel::{cores, in_order};
use crate::failure::{Failure, Fallible};
use crate::line::output::{self, Output};
use crate::meter::Meter;

/// Say who wins a pool game, for every upper end in a range
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel survey juniper-green 2..200
  divisor-duel survey classic 2..1000 --csv > classic.csv
  divisor-duel survey take:1..2 1..500 --bfile matching",
    after_help = "\
A row for each upper end: who wins, how many first picks are allowed, how many of them win, and the matching number.
Upper ends for which there is no such game are left out. A dash (null in JSON) stands \
where a matching number means nothing, and where the budget, which is for each row, ended: then the exit code is 3. \
Rows that are searched at the same time share the memory."
)]
pub(crate) struct Args {
    /// A pool game whose upper end can vary
    #[arg(value_parser = pool_game)]
    game: PoolGame,
    /// The upper ends, such as 2..200
    #[arg(value_name = "FROM..TO", value_parser = sizes)]
    sizes: Sizes,
    /// Comma-separated values
    #[arg(long, conflicts_with_all = ["json", "bfile"])]
    csv: bool,
    /// JSON, an object a row
    #[arg(long, conflicts_with = "bfile")]
    json: bool,
    /// The b-file of one column, as the encyclopedia of integer sequences has it
    #[arg(long, value_enum, value_name = "COLUMN")]
    bfile: Option<Column>,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Clone, Copy, ValueEnum)]
enum Column {
    Winner,
    Winning,
    Matching,
}

#[derive(Clone)]
struct PoolGame {
    code: String,
    game: Game,
}

fn pool_game(text: &str) -> Result<PoolGame, String> {
    let book = RuleBook::find(text).map_err(|error| error.to_string())?;
    match book.game().pool() {
        Some(_) => Ok(PoolGame { code: book.code(), game: book.game().clone() }),
        None => Err("a division game has no pool whose upper end could vary".into()),
    }
}

#[derive(Clone, Copy)]
struct Sizes {
    from: u64,
    to: u64,
}

fn sizes(text: &str) -> Result<Sizes, String> {
    let shape = "a range of upper ends, such as 2..200";
    let (from, to) = text.split_once("..").ok_or(shape)?;
    let sizes = Sizes { from: from.parse().map_err(|_| shape)?, to: to.parse().map_err(|_| shape)? };
    match sizes {
        Sizes { from, to } if from > to => Err(format!("{shape}; {from} is above {to}")),
        Sizes { to, .. } if to > 1_000_000 => Err("a survey goes up to 1,000,000".into()),
        sizes => Ok(sizes),
    }
}

#[derive(Serialize)]
struct Row {
    n: u64,
    winner: Option<u8>,
    first_picks: u64,
    winning_count: Option<u64>,
    matching: Option<u64>,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let mut out = output::stdout();
        let mut ended = None;
        let mut any = false;
        each_row(&self.game, self.sizes, self.budget, |row| {
            if !any {
                self.header(&mut out)?;
            }
            any = true;
            ended = row.out_of_budget.map(|why| budget::to_be_told(ended, why)).or(ended);
            self.print(&mut out, row)?;
            Ok(out.flush()?)
        })?;
        if !any {
            return Err(Failure::usage("there is no such game for any of these upper ends"));
        }
        match ended {
            Some(ended) => Err(Failure::OutOfBudget(format!("for some upper ends {}", budget::in_words(ended)))),
            None => Ok(()),
        }
    }

    fn header(&self, out: &mut Output<'_>) -> Fallible {
        if self.csv {
            writeln!(out, "n,winner,first_picks,winning_count,matching")?;
        } else if !self.json && self.bfile.is_none() {
            let [n, winner, first, winning, matching] = ["n", "winner", "first picks", "winning", "matching"];
            out.heading(&self.game.code)?;
            out.heading(&format!("{n:>8}  {winner:>6}  {first:>11}  {winning:>7}  {matching:>8}"))?;
        }
        Ok(())
    }

    fn print(&self, out: &mut Output<'_>, row: &SurveyRow) -> Fallible {
        if let Some(column) = self.bfile {
            let [winner, winning, matching] = cells(row, "");
            let value = match column {
                Column::Winner => winner,
                Column::Winning => winning,
                Column::Matching => matching,
            };
            if value.is_empty() {
                return Err(Failure::data(format!("there is no such value for n = {}", row.upper)));
            }
            writeln!(out, "{} {value}", row.upper)?;
        } else if self.json {
            let row = Row {
                n: row.upper,
                winner: row.winner.map(duel::Side::number),
                first_picks: row.first_picks,
                winning_count: row.winning,
                matching: row.matching,
            };
            out.json(&row)?;
        } else if self.csv {
            let [winner, winning, matching] = cells(row, "");
            writeln!(out, "{},{winner},{},{winning},{matching}", row.upper, row.first_picks)?;
        } else {
            let [winner, winning, matching] = cells(row, "-");
            let first = row.first_picks;
            out.line(&format!("{:>8}  {winner:>6}  {first:>11}  {winning:>7}  {matching:>8}", row.upper))?;
        }
        Ok(())
    }
}

fn cells(row: &SurveyRow, absent: &str) -> [String; 3] {
    let cell = |value: Option<u64>| value.map_or(absent.to_string(), |value| value.to_string());
    [cell(row.winner.map(|winner| winner.number().into())), cell(row.winning), cell(row.matching)]
}

/// How many upper ends one core takes at a time. Each part begins with a matching of its own, so it should not be too
/// short; and its rows are shown when it is done, so it should not be too long.
const PART: u64 = 64;

/// All rows in their order, worked out on every core.
fn each_row(game: &PoolGame, sizes: Sizes, budget: Budget, mut each: impl FnMut(&SurveyRow) -> Fallible) -> Fallible {
    let parts = (sizes.to - sizes.from + 1).div_ceil(PART);
    let budget = budget.shared_by(cores().min(parts as usize));
    let mut meter = Meter::new(format!("surveying {}", game.code));
    let mut done = 0.0;
    let work = |part: u64, stop: &AtomicBool| {
        let from = sizes.from + part * PART;
        let to = sizes.to.min(from + PART - 1);
        let mut rows = Vec::new();
        let surveyed = survey(&game.game, from, to, &mut budget.watch().stopped_by(stop), |row| rows.push(row));
        surveyed.map(|()| rows)
    };
    in_order(parts, work, |rows| {
        rows.map_err(Failure::data)?.iter().try_for_each(&mut each)?;
        done += 1.0;
        meter.tell(done / parts as f64);
        Ok(())
    })
}
