//! A puzzle as it is put to somebody, and how they are doing with it: the same for every front end.

use duel::{Date, Grade, Hint, Puzzle, RuleBook, Watch};

use crate::failure::{Failure, Outcome};
use crate::riddle::Event;
use crate::streak::{Kept, Streak, Went};
use crate::{chance, today};

/// Seeds that we choose are short enough to be told to somebody.
const SEEDS: u64 = 1_000_000;
/// How many puzzles are looked at for one that was not seen lately.
const TRIES: usize = 30;

/// Which puzzle it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Seed(u64),
    Day(u64),
    /// Any puzzle that was not seen lately, looked for from this seed on.
    NewFrom(u64),
}

impl Which {
    /// The puzzle of the day.
    pub(crate) fn today() -> Which {
        Which::Day(today::day())
    }

    /// Any puzzle.
    pub(crate) fn any() -> Outcome<Which> {
        Ok(Which::NewFrom(chance::seed(None)? % SEEDS))
    }
}

pub(crate) struct Posed {
    pub(crate) puzzle: Puzzle,
    pub(crate) which: Which,
    /// The answer, and why it wins.
    pub(crate) solution: Hint,
    helped: bool,
    erred: bool,
}

impl Posed {
    /// The puzzle of a book, or of any.
    pub(crate) fn find(book: Option<&RuleBook>, grade: Option<Grade>, which: Which) -> Outcome<Posed> {
        let puzzle = match (book, which) {
            (_, Which::NewFrom(seed)) => return Posed::find_new(book, grade, seed),
            (None, Which::Day(day)) => duel::daily(day),
            (Some(book), Which::Day(day)) => duel::daily_of(book, day),
            (None, Which::Seed(seed)) => duel::puzzle_of_any_book(grade, seed),
            (Some(book), Which::Seed(seed)) => duel::puzzle(book, grade, seed),
        }
        .map_err(Failure::data)?;
        let solution = duel::explain(&puzzle.position, puzzle.answer, &mut Watch::forever());
        let solution = solution.ok().flatten().ok_or_else(|| Failure::data("this puzzle has no answer"))?;
        Ok(Posed { puzzle, which, solution, helped: false, erred: false })
    }

    /// A puzzle that was not seen lately, if the book has one: small books have only a handful.
    fn find_new(book: Option<&RuleBook>, grade: Option<Grade>, from: u64) -> Outcome<Posed> {
        let seen = Kept::of_user().and_then(|kept| kept.read()).map(|streak| streak.seen).unwrap_or_default();
        let mut posed = Posed::find(book, grade, Which::Seed(from))?;
        for seed in (from + 1..).take(TRIES) {
            if !seen.contains(&posed.name()) {
                break;
            }
            posed = Posed::find(book, grade, Which::Seed(seed))?;
        }
        Ok(posed)
    }

    /// What the puzzle is remembered by.
    fn name(&self) -> String {
        let moves = self.puzzle.position.moves().iter().map(ToString::to_string);
        std::iter::once(self.puzzle.book.code()).chain(moves).collect::<Vec<_>>().join(" ")
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
        let which = match self.which {
            Which::Seed(seed) | Which::NewFrom(seed) => format!("Puzzle {seed}"),
            Which::Day(day) => format!("Puzzle of the day, {}", Date::from_days(day)),
        };
        format!("{which}: {}, {}", self.puzzle.book.code(), self.puzzle.grade)
    }

    /// What there is to say to those who have solved this puzzle of the day before.
    pub(crate) fn greeting(&self, kept: &anyhow::Result<Kept>) -> Option<&'static str> {
        let Which::Day(day) = self.which else { return None };
        let streak = kept.as_ref().ok()?.read().ok()?;
        let is_solved = streak.has_solved(day, &self.name());
        is_solved.then_some("You have solved this one already; it does not count again.")
    }

    /// Whether the puzzle that everybody has today is solved, as far as anybody knows.
    pub(crate) fn is_todays_solved(kept: &anyhow::Result<Kept>) -> bool {
        // Made only when one of today's is solved at all.
        let is_any_solved =
            kept.as_ref().is_ok_and(|kept| kept.read().is_ok_and(|it| it.last_day == Some(today::day())));
        is_any_solved && Posed::find(None, None, Which::today()).is_ok_and(|posed| posed.greeting(kept).is_some())
    }

    pub(crate) fn is_daily(&self) -> bool {
        matches!(self.which, Which::Day(_))
    }

    /// Counts something before it is said; how it then stands.
    pub(crate) fn notice(&mut self, event: Event, kept: &anyhow::Result<Kept>) -> anyhow::Result<Streak> {
        let went = match event {
            Event::Hint => Went::Helped,
            Event::Wrong => Went::Wrong,
            Event::Found if self.erred => Went::AfterMistakes,
            Event::Found if self.helped => Went::WithAHint,
            Event::Found => Went::AtOnce,
            Event::AnswerShown => Went::Told,
        };
        self.helped |= event == Event::Hint;
        self.erred |= event == Event::Wrong;
        self.count(went, kept)
    }

    fn count(&self, went: Went, kept: &anyhow::Result<Kept>) -> anyhow::Result<Streak> {
        let day = match self.which {
            Which::Day(day) => Some(day),
            Which::Seed(_) | Which::NewFrom(_) => None,
        };
        kept.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"))?.count(&self.name(), day, went)
    }
}
