//! A puzzle as it is put to somebody: the same for every front end.

use duel::challenge::{Challenge, DayResult, Progress};
use duel::puzzle::{Puzzle, Sort, Which};
use duel::speech::Shared;
use duel::{Date, RuleBook};

use crate::failure::{Failure, Fallible};
use crate::store::progress::{self, ProgressFile};
use crate::words::{self, DUEL, say};
use crate::{chance, today};

/// Seeds that we choose are short enough to be told to somebody.
const SEEDS: u64 = 1_000_000;
/// How many puzzles are looked at for one that was not seen lately.
const TRIES: usize = 30;

/// Which puzzle is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    This(Which),
    /// Any puzzle that was not seen lately, looked for from this seed on.
    NewFrom(u64),
}

impl Wanted {
    /// The puzzle of the day.
    pub(crate) fn today() -> Wanted {
        Wanted::This(Which::Day(today::day()))
    }

    /// Any puzzle.
    pub(crate) fn any() -> Fallible<Wanted> {
        Ok(Wanted::NewFrom(chance::seed(None)? % SEEDS))
    }
}

pub(crate) struct Posed {
    pub(crate) puzzle: Puzzle,
    pub(crate) which: Which,
    pub(crate) challenge: Challenge,
}

impl Posed {
    /// The puzzle of a book, or of any.
    pub(crate) fn find(book: Option<&RuleBook>, sort: impl Into<Sort>, wanted: Wanted) -> Fallible<Posed> {
        match wanted {
            Wanted::This(which) => Posed::find_this(book, sort.into(), which),
            Wanted::NewFrom(seed) => Posed::find_new(book, sort.into(), seed),
        }
    }

    fn find_this(book: Option<&RuleBook>, sort: Sort, which: Which) -> Fallible<Posed> {
        let puzzle = Puzzle::find(book, sort, which).map_err(Failure::refused)?;
        let challenge = Challenge::of_puzzle(&puzzle, which.day()).map_err(Failure::refused)?;
        Ok(Posed { puzzle, which, challenge })
    }

    /// A puzzle that was not seen, with an idea that was not seen lately, if the book has one: small books have only a handful.
    fn find_new(book: Option<&RuleBook>, sort: Sort, from: u64) -> Fallible<Posed> {
        let progress = ProgressFile::of_user().and_then(|kept| kept.read()).unwrap_or_default();
        let mut posed = Posed::find_this(book, sort, Which::Seed(from))?;
        for seed in (from + 1..).take(TRIES) {
            let source = posed.challenge.source();
            if !progress.has_seen(source) && !progress.has_seen_idea(source) {
                break;
            }
            posed = Posed::find_this(book, sort, Which::Seed(seed))?;
        }
        Ok(posed)
    }

    /// The command that gives the same puzzle again.
    pub(crate) fn command(&self, game: Option<&str>, sort: Sort) -> Option<String> {
        let Which::Seed(seed) = self.which else { return None };
        let game = game.map(|game| format!(" {game}")).unwrap_or_default();
        let grade = sort.grade.map(|grade| format!(" --grade {grade}")).unwrap_or_default();
        let theme = sort.theme.map(|theme| format!(" --theme {theme}")).unwrap_or_default();
        Some(format!("{DUEL}puzzle{game}{grade}{theme} --seed {seed}"))
    }

    /// "Puzzle 7: classic, hard".
    pub(crate) fn title(&self) -> String {
        let (code, grade) = (self.puzzle.book.code(), say(&self.puzzle.grade));
        match self.which {
            Which::Seed(seed) => words::both().puzzle_title(seed, &code, &grade),
            Which::Day(day) => words::both().daily_title(&Date::from_days(day), &code, &grade),
        }
    }

    /// What it is about, for whoever knows the answer.
    pub(crate) fn theme(&self) -> String {
        words::both().theme(&say(&self.puzzle.theme))
    }

    /// What became of it, if it is the puzzle of a day.
    pub(crate) fn result(&self, progress: &Progress) -> Option<DayResult> {
        progress.result(self.challenge.source())
    }

    /// The same to share.
    pub(crate) fn shared(&self, progress: &Progress) -> Option<String> {
        let day = self.which.day()?;
        let (result, days) = (self.result(progress)?, progress.days_until(day));
        Some(say(&Shared { date: Date::from_days(day), puzzle: &self.puzzle, result, days }))
    }

    /// The puzzle that everybody has today in a line, and what became of it.
    pub(crate) fn in_a_line(&self, kept: &anyhow::Result<ProgressFile>) -> String {
        let result =
            self.result(&progress::known(kept)).map_or_else(|| words::both().not_tried(), |result| say(&result));
        words::both().todays_puzzle(self.puzzle.book.id(), &say(&self.puzzle.grade), &result)
    }
}
