//! `divisor-duel survey`: a game on one pool after the other.

mod row;
mod terminal;
#[cfg(test)]
mod tests;
mod unfinished;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;
use duel::drawing::Chart;
use duel::solve::{OutOfBudget, SurveyRow, survey};
use duel::{Game, RuleBook};

use self::row::{Column, Form, Row};
use self::unfinished::Unfinished;
use super::budget::{self, Budget};
use super::parallel::{cores, in_order};
use super::proof::check_place;
use crate::failure::{Failure, Fallible, tell};
use crate::full::Front;
use crate::line::output::{self, Output};
use crate::meter::Meter;
use crate::store::files;

/// Say who wins a pool game, for every upper end in a range
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel survey juniper-green 2..200
  divisor-duel survey classic 2..1000 --chart
  divisor-duel survey classic 2..1000 --svg classic.svg --column matching
  divisor-duel survey take:1..2 1..500 --bfile matching
  divisor-duel survey classic 2..100000 --csv --out classic.csv    the same again goes on with it",
    after_help = "\
A row for each upper end: who wins, how many first picks are allowed, how many of them win, the matching number, how many \
numbers are in D (missed by some largest pairing), A (others that go with one of D) and C (all others), and the first and the last \
first pick that wins. Upper ends for which there is no such game are left out. A dash (null in JSON) stands \
where something means nothing, and where the budget, which is for each row, ended: then the exit code is 3. \
Rows that are searched at the same time share the memory.
With --out rows are kept in FILE.part until all are there; whatever stops the program, the same command goes on after the last \
whole row. A chart shows which part of the first picks wins, or a column."
)]
#[command(group = clap::ArgGroup::new("rows"), group = clap::ArgGroup::new("form"))]
pub(crate) struct Args {
    /// A pool game whose upper end can vary
    #[arg(value_parser = pool_game)]
    game: PoolGame,
    /// The upper ends, such as 2..200
    #[arg(value_name = "FROM..TO", value_parser = sizes)]
    sizes: Sizes,
    /// Comma-separated values
    #[arg(long, groups = ["rows", "form"])]
    csv: bool,
    /// JSON, an object a row
    #[arg(long, groups = ["rows", "form"])]
    json: bool,
    /// The b-file of one column, as the encyclopedia of integer sequences has it
    #[arg(long, value_enum, value_name = "COLUMN", groups = ["rows", "form"], hide_possible_values = true)]
    bfile: Option<Column>,
    /// A chart in the terminal
    #[arg(long, group = "form")]
    chart: bool,
    /// A chart as a picture, written here
    #[arg(long, value_name = "FILE", group = "form")]
    svg: Option<PathBuf>,
    /// What a chart shows instead of the part of the first picks that wins
    #[arg(long, value_enum, hide_possible_values = true)]
    column: Option<Column>,
    /// Write the rows here, and go on where they end if some are there
    #[arg(long, value_name = "FILE", requires = "rows")]
    out: Option<PathBuf>,
    /// Let --out and --svg take the place of files that are there, and begin anew
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    budget: Budget,
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

/// What ended in the rows so far, where something did.
#[derive(Default)]
struct Ended(Option<OutOfBudget>);

impl Ended {
    fn note(&mut self, rows: &[SurveyRow]) {
        for why in rows.iter().filter_map(|row| row.out_of_budget) {
            self.0 = Some(budget::to_be_told(self.0, why));
        }
    }

    fn told(self) -> Fallible {
        match self.0 {
            Some(ended) => Err(Failure::OutOfBudget(format!("for some upper ends {}", budget::in_words(ended)))),
            None => Ok(()),
        }
    }
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        if self.column.is_some() && !self.chart && self.svg.is_none() {
            return Err(Failure::usage(
                "--column says what --chart or --svg shows; a column by itself is --bfile COLUMN",
            ));
        }
        match (self.form(), &self.out) {
            (Some(form), Some(place)) => self.write_file(place, form),
            _ if self.chart || self.svg.is_some() => self.draw(front),
            (form, _) => self.print(form),
        }
    }

    /// What rows are written as; none for people.
    fn form(&self) -> Option<Form> {
        match self.bfile {
            Some(column) => Some(Form::BFile(column)),
            None if self.json => Some(Form::Json),
            None => self.csv.then_some(Form::Csv),
        }
    }

    fn print(&self, form: Option<Form>) -> Fallible {
        let mut out = output::stdout();
        let mut ended = Ended::default();
        let mut any = false;
        self.each_part(self.sizes.from, |rows| {
            if !any && !rows.is_empty() {
                any = true;
                self.print_head(&mut out, form)?;
            }
            ended.note(rows);
            for row in rows.iter().map(Row::from) {
                match form {
                    Some(form) => out.write_all(written(form, &row)?.as_bytes())?,
                    None => out.line(&row.for_people())?,
                }
            }
            Ok(out.flush()?)
        })?;
        if any { ended.told() } else { Err(none_there()) }
    }

    fn print_head(&self, out: &mut Output<'_>, form: Option<Form>) -> Fallible {
        match form {
            Some(form) => out.write_all(form.head().as_bytes())?,
            None => {
                out.heading(&self.game.code)?;
                out.heading(&row::heads())?;
            }
        }
        Ok(())
    }

    fn write_file(&self, place: &Path, form: Form) -> Fallible {
        let mut file = Unfinished::open(place, &self.game, self.sizes, form, self.force)?;
        if file.any {
            tell(&format!("Going on with {} from n = {}.", place.display(), file.next));
        }
        let mut ended = Ended::default();
        self.each_part(file.next, |rows| {
            let texts = rows.iter().map(|row| written(form, &row.into()));
            let text = texts.collect::<Fallible<String>>()?;
            ended.note(rows);
            file.any |= !rows.is_empty();
            file.append(&text)
        })?;
        if !file.any {
            file.forget()?;
            return Err(none_there());
        }
        let has_gaps = file.has_gaps;
        file.finish(self.force)?;
        ended.told()?;
        match has_gaps {
            true => {
                Err(Failure::OutOfBudget("for some upper ends the budget ended before the answer was certain".into()))
            }
            false => Ok(()),
        }
    }

    fn draw(&self, front: &Front) -> Fallible {
        if let Some(path) = &self.svg {
            check_place(path, self.force)?;
        }
        let mut ended = Ended::default();
        let mut points = Vec::new();
        self.each_part(self.sizes.from, |rows| {
            ended.note(rows);
            for row in rows.iter().map(Row::from) {
                let height = match self.column {
                    Some(column) => row.value(column).map(|value| value as f64),
                    None => row.share().map(|share| 100.0 * share),
                };
                points.extend(height.map(|height| (row.n, height)));
            }
            Ok(())
        })?;
        let what = match self.column.and_then(|column| column.to_possible_value()) {
            Some(value) => value.get_help().map(ToString::to_string).unwrap_or_default(),
            None => "Which part of the first picks wins".into(),
        };
        let Some(chart) =
            Chart::new(format!("{}: {what}", self.game.code), "largest number n", self.column.is_none(), points)
        else {
            ended.told()?;
            return Err(none_there());
        };
        match &self.svg {
            Some(path) => files::write_whole(path, &chart.svg())?,
            None => output::stdout().write_all(terminal::draw(&chart, front.is_ascii()).as_bytes())?,
        }
        ended.told()
    }

    /// All rows from this upper end on, in their order, worked out on every core, some at a time.
    fn each_part(&self, from: u64, mut each: impl FnMut(&[SurveyRow]) -> Fallible) -> Fallible {
        let to = self.sizes.to;
        let parts = (to + 1).saturating_sub(from).div_ceil(PART);
        let budget = self.budget.shared_by(cores().min(parts as usize));
        let mut meter = Meter::new(format!("surveying {}", self.game.code));
        let mut done = 0.0;
        let work = |part: u64, stop: &AtomicBool| {
            let from = from + part * PART;
            let to = to.min(from + PART - 1);
            let mut rows = Vec::new();
            let mut watch = budget.watch().stopped_by(stop);
            survey(&self.game.game, from, to, &mut watch, |row| rows.push(row)).map(|()| rows)
        };
        in_order(parts, work, |rows| {
            each(&rows.map_err(Failure::data)?)?;
            done += 1.0;
            meter.tell(done / parts as f64);
            Ok(())
        })
    }
}

/// How many upper ends one core takes at a time. Each part begins with a matching of its own, so it should not be too
/// short; and its rows are shown when it is done, so it should not be too long.
const PART: u64 = 64;

fn written(form: Form, row: &Row) -> Fallible<String> {
    form.write(row).ok_or_else(|| Failure::data(format!("there is no such value for n = {}", row.n)))
}

fn none_there() -> Failure {
    Failure::usage("there is no such game for any of these upper ends")
}
