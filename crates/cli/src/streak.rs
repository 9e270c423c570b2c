//! How many puzzles were solved one after the other, kept in the user's data folder.

#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::files;

/// Nothing that we write is nearly that large.
const LARGEST: usize = 100_000;
/// So many puzzles are remembered, so that none counts twice.
const REMEMBERED: usize = 500;

/// How a puzzle went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Went {
    /// Right at the first try, without help.
    AtOnce,
    /// Right at the first try, after a hint.
    WithAHint,
    /// Right in the end.
    AfterMistakes,
    /// A wrong answer; more tries may follow.
    Wrong,
    /// A hint was asked for; the answer may follow.
    Helped,
    /// The answer was asked for.
    Told,
}

/// What is kept from puzzle to puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Streak {
    /// Puzzles solved at the first try and without help, one after the other.
    pub(crate) streak: u32,
    pub(crate) best: u32,
    /// Days in a row on which the puzzle of the day was solved.
    pub(crate) days: u32,
    /// The last of these days, counted from 1 January 1970.
    pub(crate) last_day: Option<u64>,
    /// The puzzles of that day that are solved: every book has one.
    #[serde(default)]
    pub(crate) last_solved: Vec<String>,
    /// The last day whose puzzle was looked up: solving it afterwards is no feat.
    pub(crate) told_day: Option<u64>,
    /// The puzzles that were counted, the last one last.
    pub(crate) seen: Vec<String>,
}

impl Streak {
    /// Counts a puzzle, known by this name, of the day if `day` is given. A puzzle counts once: what happens when it is
    /// tried again changes nothing.
    pub(crate) fn count(&mut self, name: &str, day: Option<u64>, went: Went) {
        let is_solved = matches!(went, Went::AtOnce | Went::WithAHint | Went::AfterMistakes);
        if went == Went::Told && self.last_day != day {
            self.told_day = day.or(self.told_day);
        }
        if let Some(day) = day.filter(|&day| is_solved && self.told_day != Some(day)) {
            if self.last_day != Some(day) {
                let is_next = self.last_day.is_some_and(|last| last.checked_add(1) == Some(day));
                self.days = if is_next { self.days.saturating_add(1) } else { 1 };
                self.last_day = Some(day);
                self.last_solved.clear();
            }
            if !self.last_solved.iter().any(|solved| solved == name) {
                self.last_solved.push(name.to_string());
            }
        }
        if self.seen.iter().any(|seen| seen == name) {
            return;
        }
        match went {
            Went::AtOnce => self.streak = self.streak.saturating_add(1),
            Went::Helped | Went::WithAHint | Went::AfterMistakes => {}
            Went::Wrong | Went::Told => self.streak = 0,
        }
        self.best = self.best.max(self.streak);
        self.seen.push(name.to_string());
        self.seen.drain(..self.seen.len().saturating_sub(REMEMBERED));
    }

    /// Whether this puzzle of this day is solved.
    pub(crate) fn has_solved(&self, day: u64, name: &str) -> bool {
        self.last_day == Some(day) && self.last_solved.iter().any(|solved| solved == name)
    }

    /// "Streak: 3, the best so far 7."
    pub(crate) fn line(&self, is_daily: bool) -> String {
        let days = match (is_daily, self.days) {
            (false, _) | (_, 0) => String::new(),
            (_, 1) => " The puzzle of the day solved: 1 day.".into(),
            (_, days) => format!(" The puzzle of the day solved: {days} days in a row."),
        };
        format!("Streak: {}, the best so far {}.{days}", self.streak, self.best)
    }
}

/// The file that the streak is kept in.
pub(crate) struct Kept {
    path: PathBuf,
}

impl Kept {
    pub(crate) fn of_user() -> anyhow::Result<Kept> {
        Ok(Kept { path: files::data_folder()?.join("puzzles.json") })
    }

    /// A streak kept in any folder.
    #[cfg(test)]
    pub(crate) fn at(folder: &Path) -> Kept {
        Kept { path: folder.join("puzzles.json") }
    }

    /// The streak as it stands. A file that cannot be understood is left alone.
    pub(crate) fn read(&self) -> anyhow::Result<Streak> {
        if !self.path.exists() {
            return Ok(Streak::default());
        }
        let text = files::Reading::open_own(&self.path)?.text(LARGEST)?;
        if text.trim().is_empty() {
            return Ok(Streak::default());
        }
        let damaged = || format!("{} is damaged; without it the streak begins anew", self.path.display());
        serde_json::from_str(&text).with_context(damaged)
    }

    /// Counts a puzzle and keeps the streak.
    pub(crate) fn count(&self, name: &str, day: Option<u64>, went: Went) -> anyhow::Result<Streak> {
        files::make_folder(files::folder_of(&self.path))?;
        // Another window may count a puzzle at the same moment. Where files cannot be locked the last one wins.
        let _lock = files::wait_for_lock(&self.path.with_extension("lock"));
        let mut streak = self.read()?;
        streak.count(name, day, went);
        files::write_whole(&self.path, &serde_json::to_string_pretty(&streak)?)?;
        Ok(streak)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(puzzles: &[(&str, Option<u64>, Went)]) -> Streak {
        let mut streak = Streak::default();
        for &(name, day, went) in puzzles {
            streak.count(name, day, went);
        }
        streak
    }

    #[test]
    fn the_first_try_counts_a_hint_does_not_and_a_mistake_ends_it() {
        use Went::*;
        let streak = after(&[("a", None, AtOnce), ("b", None, AtOnce), ("c", None, Helped), ("c", None, WithAHint)]);
        assert_eq!((streak.streak, streak.best), (2, 2));
        let streak = after(&[("a", None, AtOnce), ("b", None, Wrong), ("b", None, AfterMistakes), ("c", None, AtOnce)]);
        assert_eq!((streak.streak, streak.best), (1, 1));
        let streak = after(&[("a", None, AtOnce), ("b", None, Told)]);
        assert_eq!((streak.streak, streak.best), (0, 1));
    }

    #[test]
    fn a_puzzle_counts_once() {
        use Went::*;
        let streak = after(&[("a", None, AtOnce), ("a", None, AtOnce), ("a", None, Wrong), ("a", None, Told)]);
        assert_eq!(streak.streak, 1);
        assert_eq!(after(&[("a", None, Wrong), ("a", None, AtOnce)]).streak, 0, "the second try is not the first");
        assert_eq!(after(&[("a", None, Helped), ("a", None, AtOnce)]).streak, 0, "and not without help");
        let many: Vec<String> = (0..2_000).map(|n| n.to_string()).collect();
        let many: Vec<_> = many.iter().map(|name| (name.as_str(), None, AtOnce)).collect();
        let streak = after(&many);
        assert_eq!((streak.streak, streak.seen.len()), (2_000, REMEMBERED));
    }

    #[test]
    fn days_in_a_row() {
        use Went::*;
        let streak = after(&[("a", Some(5), AtOnce), ("b", Some(6), Wrong), ("b", Some(6), AfterMistakes)]);
        let line = "Streak: 0, the best so far 1. The puzzle of the day solved: 2 days in a row.";
        assert_eq!((streak.days, streak.line(true)), (2, line.into()));
        let looked_up =
            after(&[("a", Some(5), AtOnce), ("b", Some(6), Told), ("b", Some(6), AtOnce), ("c", Some(7), AtOnce)]);
        assert_eq!(looked_up.days, 1);
        assert_eq!(after(&[("a", Some(5), AtOnce), ("a", Some(5), AtOnce)]).days, 1);
    }

    #[test]
    fn every_book_has_a_puzzle_of_the_day_and_each_is_solved_by_itself() {
        use Went::*;
        let streak = after(&[("a", Some(5), AtOnce), ("b", Some(5), Wrong), ("c", Some(5), AfterMistakes)]);
        let solved = |name| streak.has_solved(5, name);
        assert_eq!(["a", "b", "c"].map(solved), [true, false, true]);
        assert!(!streak.has_solved(6, "a"));
        let old = r#"{"streak":1,"best":1,"days":1,"last_day":5,"told_day":null,"seen":["a"]}"#;
        assert_eq!(serde_json::from_str::<Streak>(old).unwrap().days, 1, "what was written before is still read");
    }
}
