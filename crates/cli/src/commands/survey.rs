//! `divisor-duel survey`: a game on one pool after the other.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use clap::ValueEnum;
use duel::{Game, RuleBook, SurveyRow, USUAL_NODES, Unsolved, Watch, survey};
use serde::Serialize;

use super::TEMPLATE;
use crate::failure::{Failure, Outcome};
use crate::progress::Progress;
use crate::screen::{self, Screen};

/// Say who wins a pool game, for every upper end in a range
#[derive(clap::Args)]
#[command(
    help_template = TEMPLATE,
    before_help = "\
Examples:
  divisor-duel survey juniper-green 2..200
  divisor-duel survey classic 2..1000 --csv > classic.csv
  divisor-duel survey take:1..2 1..500 --bfile matching",
    after_help = "\
A row for each upper end: who wins, how many first picks are allowed, how many of them win, and the matching number.
Upper ends for which there is no such game are left out. A dash (null in JSON) stands where the budget ended."
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
    /// How many positions to search at most for each row, where a search is needed
    #[arg(long, value_name = "POSITIONS", default_value_t = USUAL_NODES)]
    budget: u64,
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
    let book = RuleBook::find(text).map_err(|error| error.problem)?;
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
    pub(crate) fn run(self) -> Outcome {
        let rows = rows(&self.game, self.sizes, self.budget)?;
        let mut screen = screen::stdout();
        match self.bfile {
            Some(column) => bfile(&mut screen, &rows, column),
            None if self.json => rows.iter().try_for_each(|row| {
                let row = Row {
                    n: row.upper,
                    winner: row.winner.map(duel::Player::number),
                    first_picks: row.first_picks,
                    winning_count: row.winning,
                    matching: row.matching,
                };
                Ok(writeln!(screen, "{}", serde_json::to_string(&row)?)?)
            }),
            None if self.csv => {
                writeln!(screen, "n,winner,first_picks,winning_count,matching")?;
                rows.iter().try_for_each(|row| {
                    let [winner, winning, matching] = cells(row, "");
                    Ok(writeln!(screen, "{},{winner},{},{winning},{matching}", row.upper, row.first_picks)?)
                })
            }
            None => table(&mut screen, &self.game.code, &rows),
        }
    }
}

fn cells(row: &SurveyRow, absent: &str) -> [String; 3] {
    let cell = |value: Option<u64>| value.map_or(absent.to_string(), |value| value.to_string());
    [cell(row.winner.map(|winner| winner.number().into())), cell(row.winning), cell(row.matching)]
}

fn table<W: Write>(screen: &mut Screen<W>, code: &str, rows: &[SurveyRow]) -> Outcome {
    screen.heading(code)?;
    screen
        .heading(&format!("{:>8}  {:>6}  {:>11}  {:>7}  {:>8}", "n", "winner", "first picks", "winning", "matching"))?;
    for row in rows {
        let [winner, winning, matching] = cells(row, "-");
        let first_picks = row.first_picks;
        screen.line(&format!("{:>8}  {winner:>6}  {first_picks:>11}  {winning:>7}  {matching:>8}", row.upper))?;
    }
    Ok(())
}

fn bfile<W: Write>(screen: &mut Screen<W>, rows: &[SurveyRow], column: Column) -> Outcome {
    for row in rows {
        let [winner, winning, matching] = cells(row, "");
        let value = match column {
            Column::Winner => winner,
            Column::Winning => winning,
            Column::Matching => matching,
        };
        if value.is_empty() {
            return Err(Failure::data(format!("there is no such value for n = {}", row.upper)));
        }
        writeln!(screen, "{} {value}", row.upper)?;
    }
    Ok(())
}

/// All rows, worked out on every core: the range is cut into parts, and whoever is free takes the next one.
fn rows(game: &PoolGame, sizes: Sizes, budget: u64) -> Outcome<Vec<SurveyRow>> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let total = sizes.to - sizes.from + 1;
    // Each part begins with a matching of its own, so there should not be too many; the last ones are the longest.
    let parts = total.min(8 * cores as u64);
    let bounds = |part: u64| sizes.from + total * part / parts;
    let next = AtomicUsize::new(0);
    let done = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let progress = Mutex::new(Progress::new(format!("surveying {}", game.code)));
    let found: Mutex<Vec<SurveyRow>> = Mutex::new(Vec::new());
    let failed: Mutex<Option<Unsolved>> = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    // The longest parts first: then no core is left with one at the end.
                    let Some(part) = parts.checked_sub(next.fetch_add(1, Ordering::Relaxed) as u64 + 1) else { return };
                    let mut own = Vec::new();
                    let mut watch = Watch::nodes(budget).stopped_by(&stop);
                    let surveyed = survey(&game.game, bounds(part), bounds(part + 1) - 1, &mut watch, |row| {
                        own.push(row);
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        if let Ok(mut progress) = progress.try_lock() {
                            progress.tell(done as f64 / total as f64);
                        }
                    });
                    if let Err(unsolved) = surveyed
                        && let Ok(mut failed) = failed.lock()
                    {
                        stop.store(true, Ordering::Relaxed);
                        failed.get_or_insert(unsolved);
                    }
                    if let Ok(mut found) = found.lock() {
                        found.extend(own);
                    }
                }
            });
        }
    });
    if let Some(unsolved) = failed.into_inner().unwrap_or_default() {
        return Err(Failure::data(unsolved));
    }
    let mut rows = found.into_inner().unwrap_or_default();
    rows.sort_by_key(|row| row.upper);
    Ok(rows)
}
