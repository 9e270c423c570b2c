//! What is kept from puzzle to puzzle: the streak, the days, and which puzzles counted.

use serde::{Deserialize, Serialize};

use crate::challenge::{Source, Stage, Standing, Went};
use crate::lesson::Lesson;
use crate::tally::Score;

/// So many bytes of kept progress are read. Nothing that we write is nearly that large.
pub const PROGRESS_BYTES: usize = 1_000_000;
/// So many puzzles are remembered, so that none counts twice, as long as their names have so many bytes together: a puzzle of a
/// large pool can have a name of thousands.
const REMEMBERED: usize = 500;
const REMEMBERED_BYTES: usize = 100_000;
/// So many puzzles of one day are.
const TRIED: usize = 50;
/// So many ideas are remembered, so that none is posed again soon.
const IDEAS: usize = 20;

/// How many puzzles were solved one after the other, on how many days, and which.
///
/// ```
/// use duel::RuleBook;
/// use duel::challenge::{Attempt, Challenge, Progress};
/// use duel::puzzle::puzzle;
/// use duel::solve::Watch;
///
/// let puzzle = puzzle(&RuleBook::find("chain")?, None, 7)?;
/// let mut challenge = Challenge::of_puzzle(&puzzle, None)?;
/// let reply = challenge.answer(Attempt::Move(puzzle.answer), &mut Watch::forever())?;
/// challenge.take(&reply);
/// let mut progress = Progress::default();
/// progress.count(challenge.source(), challenge.standing());
/// assert_eq!((progress.streak(), progress.best()), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Progress {
    /// Puzzles solved at the first try and without help, one after the other.
    streak: u32,
    best: u32,
    /// Days in a row on which the puzzle of the day was solved.
    days: u32,
    /// The last of these days, counted from 1 January 1970.
    last_day: Option<u64>,
    /// The last day whose puzzle was tried, and how that went: every book has one.
    tried_day: Option<u64>,
    tried: Vec<Tried>,
    /// The puzzles that were counted, the last one last.
    seen: Vec<String>,
    /// Their ideas, as far as they are remembered.
    ideas: Vec<String>,
    /// The lessons whose last game was won.
    lessons: Vec<String>,
    /// How many puzzles were tried, and solved at the first try without help.
    puzzles: Score,
}

/// A puzzle of a day that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tried {
    name: String,
    help: Option<Stage>,
    /// Whether the first answer was right; `None` as long as there is none.
    solved: Option<bool>,
}

/// What became of the puzzle of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DayResult {
    /// Solved at the first try, without help.
    FirstTry,
    /// Solved at the first try, after a hint.
    OneHint,
    /// Solved at the first try, after two hints.
    TwoHints,
    /// The answer was asked for.
    LookedUp,
    /// A wrong answer was given.
    NotSolved,
}

/// Progress as it is written, by anybody. The page had other names for days once, and both of us kept less of a day.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    streak: u32,
    best: u32,
    days: u32,
    #[serde(alias = "lastDay")]
    last_day: Option<u64>,
    #[serde(default)]
    last_solved: Vec<String>,
    #[serde(default, alias = "toldDay", rename = "told_day")]
    _told_day: Option<u64>,
    #[serde(default)]
    tried_day: Option<u64>,
    #[serde(default)]
    tried: Vec<Tried>,
    seen: Vec<String>,
    #[serde(default)]
    ideas: Vec<String>,
    #[serde(default)]
    lessons: Vec<String>,
    #[serde(default)]
    puzzles: Score,
}

impl TryFrom<Written> for Progress {
    type Error = Nonsense;

    fn try_from(written: Written) -> Result<Progress, Nonsense> {
        let Written {
            streak,
            best,
            days,
            last_day,
            last_solved,
            tried_day,
            tried,
            mut seen,
            ideas,
            lessons,
            puzzles,
            ..
        } = written;
        if streak > best {
            return Err(Nonsense::BestTooSmall { streak, best });
        }
        if (days > 0) != last_day.is_some() {
            return Err(Nonsense::Days);
        }
        let solved = |name| Tried { name, help: None, solved: Some(true) };
        let (tried_day, mut tried) = match last_solved.is_empty() {
            true => (tried_day, tried),
            false => (last_day, last_solved.into_iter().map(solved).collect()),
        };
        for count in [seen.len(), tried.len(), ideas.len(), lessons.len()] {
            if count > REMEMBERED {
                return Err(Nonsense::TooMany { count, most: REMEMBERED });
            }
        }
        // The page once wrote a space behind the name of a puzzle without moves.
        for name in seen.iter_mut().chain(tried.iter_mut().map(|tried| &mut tried.name)) {
            name.truncate(name.trim_end().len());
        }
        Ok(Progress { streak, best, days, last_day, tried_day, tried, seen, ideas, lessons, puzzles })
    }
}

/// What nobody's progress can be.
#[derive(Debug)]
pub(crate) enum Nonsense {
    /// A streak longer than the best one.
    BestTooSmall { streak: u32, best: u32 },
    /// Days in a row without a last one, or the reverse.
    Days,
    /// More puzzles than are remembered.
    TooMany { count: usize, most: usize },
}

/// Why a text is no progress of anybody.
#[derive(Debug)]
#[non_exhaustive]
pub enum BadProgress {
    /// It is too long.
    TooLong,
    /// It does not have the form, or is nonsense.
    Form(serde_json::Error),
    /// It is no object.
    NoObject,
}

impl Progress {
    /// Reads what was kept, which may come from anybody.
    ///
    /// # Errors
    /// What nobody's progress can be is refused.
    pub fn read(text: &str) -> Result<Progress, BadProgress> {
        if text.len() > PROGRESS_BYTES {
            return Err(BadProgress::TooLong);
        }
        // A list of values in their order would pass for an object, too.
        if !text.trim_start().starts_with('{') {
            return Err(BadProgress::NoObject);
        }
        serde_json::from_str(text).map_err(BadProgress::Form)
    }

    /// Counts how somebody stands with a challenge. A puzzle counts once: the first thing that is done with it decides about the
    /// streak, and the first answer about the puzzle of a day. A turning point does not count.
    pub fn count(&mut self, source: &Source, standing: Standing) {
        let Source::Puzzle { name, day, idea } = source else { return };
        if standing == Standing::default() {
            return;
        }
        if let Some(day) = *day {
            self.count_day(name, day, standing);
        }
        if self.has_seen(source) {
            return;
        }
        self.puzzles.count(standing.went() == Some(Went::AtOnce));
        if standing.went() == Some(Went::AtOnce) {
            self.streak = self.streak.saturating_add(1);
        }
        if standing.wrong() > 0 || standing.went() == Some(Went::Told) {
            self.streak = 0;
        }
        self.best = self.best.max(self.streak);
        remember(&mut self.seen, name, REMEMBERED);
        remember(&mut self.ideas, idea, IDEAS);
    }

    fn count_day(&mut self, name: &str, day: u64, standing: Standing) {
        if self.tried_day != Some(day) {
            (self.tried_day, self.tried) = (Some(day), Vec::new());
        }
        let at = self.tried.iter().position(|tried| tried.name == name).unwrap_or_else(|| {
            let forgotten = (self.tried.len() + 1).saturating_sub(TRIED);
            self.tried.drain(..forgotten);
            self.tried.push(Tried { name: name.into(), help: None, solved: None });
            self.tried.len() - 1
        });
        let tried = &mut self.tried[at];
        if tried.solved.is_some() {
            return;
        }
        tried.help = tried.help.max(standing.help());
        let is_wrong = standing.wrong() > 0 || standing.went() == Some(Went::Told);
        tried.solved = if is_wrong { Some(false) } else { standing.is_over().then_some(true) };
        if tried.solved == Some(true) && self.last_day != Some(day) {
            let is_next = self.last_day.is_some_and(|last| last.checked_add(1) == Some(day));
            self.days = if is_next { self.days.saturating_add(1) } else { 1 };
            self.last_day = Some(day);
        }
    }

    /// Counts a lesson whose last game was won.
    pub fn count_lesson(&mut self, lesson: &Lesson) {
        if !self.has_done(lesson) {
            self.lessons.push(lesson.id().into());
        }
    }

    /// Whether this lesson was done.
    pub fn has_done(&self, lesson: &Lesson) -> bool {
        self.lessons.iter().any(|done| done == lesson.id())
    }

    /// How many lessons are done, and how many there are.
    pub fn lessons(&self) -> (usize, usize) {
        let lessons = Lesson::built_in();
        (lessons.iter().filter(|lesson| self.has_done(lesson)).count(), lessons.len())
    }

    /// The first lesson that is not done; when all are, the first.
    pub fn next_lesson(&self) -> &'static Lesson {
        let lessons = Lesson::built_in();
        lessons.iter().find(|lesson| !self.has_done(lesson)).unwrap_or(&lessons[0])
    }

    /// Whether nothing was counted yet.
    pub fn is_new(&self) -> bool {
        self.lessons.is_empty() && self.seen.is_empty()
    }

    /// Whether this puzzle was counted, as far as anybody remembers.
    pub fn has_seen(&self, source: &Source) -> bool {
        matches!(source, Source::Puzzle { name, .. } if self.seen.contains(name))
    }

    /// Whether a puzzle with this idea was counted lately.
    pub fn has_seen_idea(&self, source: &Source) -> bool {
        matches!(source, Source::Puzzle { idea, .. } if self.ideas.contains(idea))
    }

    /// What became of this puzzle, if it is that of a day and the first answer is given.
    pub fn result(&self, source: &Source) -> Option<DayResult> {
        let Source::Puzzle { name, day: Some(day), .. } = source else { return None };
        let tried = self.tried.iter().find(|tried| self.tried_day == Some(*day) && tried.name == *name)?;
        Some(match (tried.solved?, tried.help) {
            (true, None) => DayResult::FirstTry,
            (true, Some(Stage::Nudge)) => DayResult::OneHint,
            (true, Some(Stage::Idea | Stage::Move)) => DayResult::TwoHints,
            (false, Some(Stage::Move)) => DayResult::LookedUp,
            (false, _) => DayResult::NotSolved,
        })
    }

    /// On how many days in a row, up to this one, the puzzle of the day was solved.
    pub fn days_until(&self, day: u64) -> u32 {
        if self.last_day == Some(day) { self.days } else { 0 }
    }

    /// How many puzzles were tried, and solved at the first try without help.
    pub fn puzzles(&self) -> Score {
        self.puzzles
    }

    /// How many puzzles in a row were solved at the first try, without help.
    pub fn streak(&self) -> u32 {
        self.streak
    }

    /// The longest streak so far.
    pub fn best(&self) -> u32 {
        self.best
    }

    /// On how many days in a row the puzzle of the day was solved.
    pub fn days(&self) -> u32 {
        self.days
    }
}

/// Adds a name, and forgets the oldest ones when there are too many.
fn remember(names: &mut Vec<String>, name: &str, most: usize) {
    names.push(name.to_string());
    let mut bytes = 0;
    let is_kept = |name: &&String| {
        bytes += name.len();
        bytes <= REMEMBERED_BYTES
    };
    let kept = names.iter().rev().take(most).take_while(is_kept).count();
    names.drain(..names.len() - kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speech::{English, HowFar};

    const AT_ONCE: &str = r#"{"wrong":0,"help":null,"found":true}"#;
    const WITH_HELP: &str = r#"{"wrong":0,"help":"idea","found":true}"#;
    const AFTER_MISTAKES: &str = r#"{"wrong":1,"help":null,"found":true}"#;
    const WRONG: &str = r#"{"wrong":1,"help":null,"found":false}"#;
    const NUDGED: &str = r#"{"wrong":0,"help":"nudge","found":false}"#;
    const HELPED: &str = r#"{"wrong":0,"help":"idea","found":false}"#;
    const TOLD: &str = r#"{"wrong":0,"help":"answer","found":false}"#;

    fn of(name: &str, day: Option<u64>) -> Source {
        Source::Puzzle { name: name.into(), day, idea: name.into() }
    }

    fn after(puzzles: &[(&str, Option<u64>, &str)]) -> Progress {
        let mut progress = Progress::default();
        for &(name, day, standing) in puzzles {
            progress.count(&of(name, day), serde_json::from_str(standing).unwrap());
        }
        progress
    }

    #[test]
    fn the_first_try_counts_a_hint_does_not_and_a_mistake_ends_it() {
        let hint = after(&[("a", None, AT_ONCE), ("b", None, AT_ONCE), ("c", None, HELPED), ("c", None, WITH_HELP)]);
        assert_eq!((hint.streak, hint.best), (2, 2));
        let mistake = [("a", None, AT_ONCE), ("b", None, WRONG), ("b", None, AFTER_MISTAKES), ("c", None, AT_ONCE)];
        assert_eq!((after(&mistake).streak, after(&mistake).best), (1, 1));
        let told = after(&[("a", None, AT_ONCE), ("b", None, TOLD)]);
        assert_eq!((told.streak, told.best), (0, 1));
        let unstored = after(&[("a", None, AT_ONCE), ("b", None, AFTER_MISTAKES)]);
        assert_eq!(unstored.streak, 0, "a mistake that could not be stored when it was made");
    }

    #[test]
    fn a_puzzle_counts_once() {
        let again = after(&[("a", None, AT_ONCE), ("a", None, AT_ONCE), ("a", None, WRONG), ("a", None, TOLD)]);
        assert_eq!((again.streak, again.puzzles), (1, Score { played: 1, won: 1 }));
        let helped = after(&[("a", None, HELPED), ("a", None, WITH_HELP), ("b", None, WRONG), ("c", None, AT_ONCE)]);
        assert_eq!(helped.puzzles, Score { played: 3, won: 1 });
        assert_eq!(after(&[("a", None, WRONG), ("a", None, AT_ONCE)]).streak, 0, "the second try is not the first");
        assert_eq!(after(&[("a", None, HELPED), ("a", None, AT_ONCE)]).streak, 0, "and not without help");
        let many: Vec<String> = (0..2_000).map(|n| n.to_string()).collect();
        let many: Vec<_> = many.iter().map(|name| (name.as_str(), None, AT_ONCE)).collect();
        assert_eq!((after(&many).streak, after(&many).seen.len()), (2_000, REMEMBERED));
    }

    #[test]
    fn what_was_not_tried_and_what_is_no_puzzle_do_not_count() {
        let mut progress = Progress::default();
        progress.count(&of("a", Some(5)), Standing::default());
        progress.count(&Source::TurningPoint, serde_json::from_str(AT_ONCE).unwrap());
        assert_eq!(progress, Progress::default());
    }

    #[test]
    fn days_in_a_row() {
        let two = after(&[("a", Some(5), AT_ONCE), ("b", Some(6), HELPED), ("b", Some(6), WITH_HELP)]);
        let line = "Streak: 1, the best so far 1. The puzzle of the day solved: 2 days in a row.";
        assert_eq!((two.days, HowFar { progress: &two, is_daily: true }.english()), (2, line.into()));
        let looked_up =
            after(&[("a", Some(5), AT_ONCE), ("b", Some(6), TOLD), ("b", Some(6), AT_ONCE), ("c", Some(7), AT_ONCE)]);
        assert_eq!(looked_up.days, 1);
        assert_eq!(after(&[("a", Some(5), AT_ONCE), ("a", Some(5), AT_ONCE)]).days, 1);
        assert_eq!(after(&[("a", Some(u64::MAX), AT_ONCE), ("b", Some(0), AT_ONCE)]).days, 1);
    }

    #[test]
    fn the_first_answer_decides_about_the_puzzle_of_a_day() {
        use DayResult::{FirstTry, LookedUp, NotSolved, OneHint, TwoHints};
        for (deeds, result) in [
            (&[AT_ONCE][..], Some(FirstTry)),
            (&[AT_ONCE, WRONG], Some(FirstTry)),
            (&[HELPED], None),
            (&[HELPED, AT_ONCE], Some(TwoHints)),
            (&[NUDGED, AT_ONCE], Some(OneHint)),
            (&[WITH_HELP], Some(TwoHints)),
            (&[HELPED, WRONG], Some(NotSolved)),
            (&[HELPED, TOLD], Some(LookedUp)),
            (&[WRONG], Some(NotSolved)),
            (&[WRONG, AFTER_MISTAKES], Some(NotSolved)),
            (&[WRONG, AT_ONCE], Some(NotSolved)),
            (&[TOLD, AT_ONCE], Some(LookedUp)),
        ] {
            let progress = after(&deeds.iter().map(|&deed| ("a", Some(5), deed)).collect::<Vec<_>>());
            assert_eq!(progress.result(&of("a", Some(5))), result, "{deeds:?}");
            assert_eq!(progress.days, u32::from(matches!(result, Some(FirstTry | OneHint | TwoHints))), "{deeds:?}");
        }
    }

    #[test]
    fn every_book_has_a_puzzle_of_the_day_and_each_is_solved_by_itself() {
        let progress = after(&[("a", Some(5), AT_ONCE), ("b", Some(5), WRONG), ("c", Some(5), WITH_HELP)]);
        let results = ["a", "b", "c", "d"].map(|name| progress.result(&of(name, Some(5))));
        assert_eq!(results[..3], [DayResult::FirstTry, DayResult::NotSolved, DayResult::TwoHints].map(Some));
        assert_eq!(results[3], None);
        assert_eq!([Some(6), None].map(|day| progress.result(&of("a", day))), [None, None]);
    }

    #[test]
    fn the_last_twenty_ideas_are_remembered() {
        let names: Vec<String> = (0..30).map(|n| n.to_string()).collect();
        let progress = after(&names.iter().map(|name| (name.as_str(), None, AT_ONCE)).collect::<Vec<_>>());
        let seen: Vec<bool> = names.iter().map(|name| progress.has_seen_idea(&of(name, None))).collect();
        assert_eq!(seen, (0..30).map(|n| n >= 10).collect::<Vec<_>>());
    }

    #[test]
    fn long_names_do_not_make_it_too_long_to_be_read() {
        let names: Vec<String> = (0..400).map(|n| format!("{n} {}", "9".repeat(2_000))).collect();
        let puzzles: Vec<_> = names.iter().map(|name| (name.as_str(), Some(5), AT_ONCE)).collect();
        let progress = after(&puzzles);
        let text = serde_json::to_string_pretty(&progress).unwrap();
        assert!(text.len() < PROGRESS_BYTES / 2, "{}", text.len());
        assert_eq!(Progress::read(&text).unwrap(), progress);
        assert_eq!(progress.seen.last(), names.last(), "the latest are remembered");
        assert!(after(&[(&"9".repeat(PROGRESS_BYTES), None, AT_ONCE)]).seen.is_empty());
    }

    #[test]
    fn what_was_kept_before_is_still_read() {
        let terminal = r#"{"streak":1,"best":1,"days":1,"last_day":5,"told_day":null,"seen":["a"]}"#;
        assert_eq!(Progress::read(terminal).unwrap().days, 1);
        let page = r#"{"streak":2,"best":3,"days":1,"lastDay":5,"toldDay":4,"seen":["classic 12 6","divider:60 "]}"#;
        let carried = Progress::read(page).unwrap();
        let expected = r#"{"streak":2,"best":3,"days":1,"last_day":5,"tried_day":null,"tried":[],"seen":["classic 12 6","divider:60"],"ideas":[],"lessons":[],"puzzles":{"played":0,"won":0}}"#;
        assert_eq!(serde_json::to_string(&carried).unwrap(), expected);
        assert_eq!(Progress::read(expected).unwrap(), carried);
        let solved = r#"{"streak":1,"best":1,"days":1,"last_day":5,"last_solved":["a "],"told_day":4,"seen":["a"]}"#;
        assert_eq!(Progress::read(solved).unwrap().result(&of("a", Some(5))), Some(DayResult::FirstTry));
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        let with = |changed: &str| {
            let mut object = serde_json::to_value(Progress::default()).unwrap();
            let changed: serde_json::Value = serde_json::from_str(changed).unwrap();
            object.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
            object.to_string()
        };
        let many = format!(r#"{{"seen":{:?}}}"#, vec!["a"; REMEMBERED + 1]);
        for (text, part) in [
            (String::new(), "an object is expected"),
            ("[0,0,0,null,[],null,[]]".into(), "an object is expected"),
            ("{\"streak\": ".into(), "EOF"),
            (with(r#"{"streak":-1}"#), "integer `-1`"),
            (with(r#"{"streak":4294967296}"#), "4294967296"),
            (with(r#"{"streak":2}"#), "a streak of 2 cannot be longer than the best so far, 0"),
            (with(r#"{"days":2}"#), "have a last day"),
            (with(r#"{"last_day":2}"#), "have a last day"),
            (with(r#"{"lastDay":2}"#), "duplicate field"),
            (with(r#"{"paths":[]}"#), "unknown field"),
            (with(&many), "501 puzzles are more than the 500"),
            (format!("{{{}", " ".repeat(PROGRESS_BYTES)), "longer than 1000000 bytes"),
        ] {
            let problem = Progress::read(&text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text:.80}: {problem}");
        }
    }
}
