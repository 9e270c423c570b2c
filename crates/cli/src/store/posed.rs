//! A puzzle as it is put to somebody: the same for every front end.

use duel::challenge::Challenge;
use duel::puzzle::{Grade, Puzzle, Which};
use duel::{Date, RuleBook};

use crate::failure::{Failure, Fallible};
use crate::store::progress::{ProgressFile, has_solved};
use crate::words::{self, say};
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
    pub(crate) fn find(book: Option<&RuleBook>, grade: Option<Grade>, wanted: Wanted) -> Fallible<Posed> {
        match wanted {
            Wanted::This(which) => Posed::find_this(book, grade, which),
            Wanted::NewFrom(seed) => Posed::find_new(book, grade, seed),
        }
    }

    fn find_this(book: Option<&RuleBook>, grade: Option<Grade>, which: Which) -> Fallible<Posed> {
        let puzzle = Puzzle::find(book, grade, which).map_err(Failure::refused)?;
        let challenge = Challenge::of_puzzle(&puzzle, which.day()).map_err(Failure::refused)?;
        Ok(Posed { puzzle, which, challenge })
    }

    /// A puzzle that was not seen lately, if the book has one: small books have only a handful.
    fn find_new(book: Option<&RuleBook>, grade: Option<Grade>, from: u64) -> Fallible<Posed> {
        let progress = ProgressFile::of_user().and_then(|kept| kept.read()).unwrap_or_default();
        let mut posed = Posed::find_this(book, grade, Which::Seed(from))?;
        for seed in (from + 1..).take(TRIES) {
            if !progress.has_seen(posed.challenge.source()) {
                break;
            }
            posed = Posed::find_this(book, grade, Which::Seed(seed))?;
        }
        Ok(posed)
    }

    /// The command that gives the same puzzle again.
    pub(crate) fn command(&self, game: Option<&str>, grade: Option<Grade>) -> Option<String> {
        let Which::Seed(seed) = self.which else { return None };
        let game = game.map(|game| format!(" {game}")).unwrap_or_default();
        let grade = grade.map(|grade| format!(" --grade {grade}")).unwrap_or_default();
        Some(format!("divisor-duel puzzle{game}{grade} --seed {seed}"))
    }

    /// "Puzzle 7: classic, hard".
    pub(crate) fn title(&self) -> String {
        let (code, grade) = (self.puzzle.book.code(), say(&self.puzzle.grade));
        match self.which {
            Which::Seed(seed) => words::both().puzzle_title(seed, &code, &grade),
            Which::Day(day) => words::both().daily_title(&Date::from_days(day), &code, &grade),
        }
    }

    /// Whether the puzzle that everybody has today is solved, as far as anybody knows.
    pub(crate) fn is_todays_solved(kept: &anyhow::Result<ProgressFile>) -> bool {
        // Made only when one of today's is solved at all.
        let is_any_solved =
            kept.as_ref().is_ok_and(|kept| kept.read().is_ok_and(|it| it.last_day() == Some(today::day())));
        let todays = || Posed::find(None, None, Wanted::today());
        is_any_solved && todays().is_ok_and(|posed| has_solved(kept, &posed.challenge))
    }
}
