//! What arguments stand for that several commands have: games, whole numbers, times.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::{self, Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use duel::RuleBook;

use crate::arena::programs::MOST_SECONDS;
use crate::failure::{Failure, Fallible};
use crate::store::games::{self, Content};
use crate::words::say;

/// A GAME argument: a book's name or a code, or else a file.
#[derive(Clone, Debug)]
pub(crate) enum GameOrFile {
    Book(Box<RuleBook>),
    File(PathBuf),
}

impl GameOrFile {
    /// The book, and the file that it came from. Of a record is said that it is one, and what there is to do with it.
    pub(crate) fn book(
        self,
        instead: impl FnOnce(path::Display<'_>) -> String,
    ) -> Fallible<(RuleBook, Option<PathBuf>)> {
        match self {
            GameOrFile::Book(book) => Ok((*book, None)),
            GameOrFile::File(path) => match games::open(&path)? {
                Content::Book(book) => Ok((*book, Some(path))),
                Content::Record(_) => Err(Failure::usage(instead(path.display()))),
            },
        }
    }
}

/// For clap: reads a GAME argument.
pub(crate) fn game_or_file(text: &str) -> Result<GameOrFile, String> {
    match RuleBook::find(text) {
        Ok(book) => Ok(GameOrFile::Book(Box::new(book))),
        // What is meant as a file is one even where it cannot be read: that is for the reading to say.
        Err(_) if Path::new(text).exists() || looks_like_a_path(text) => Ok(GameOrFile::File(text.into())),
        Err(error) => Err(say(&error)),
    }
}

fn looks_like_a_path(text: &str) -> bool {
    let path = Path::new(text);
    path.extension().is_some_and(|kind| kind == "toml" || kind == "duel") || path.is_absolute() || text.starts_with('.')
}

/// For clap: reads a rule book's name, a code or a rule file.
pub(crate) fn book(text: &str) -> Result<RuleBook, String> {
    match game_or_file(text)? {
        GameOrFile::Book(book) => Ok(*book),
        GameOrFile::File(path) => games::read_rule_file(&path).map_err(Failure::words),
    }
}

/// For clap: reads a whole number in this range.
pub(crate) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + Ord + Display + Clone + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("a whole number from {} to {}", range.start(), range.end()))
    }
}

/// A time as people give it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds(f64);

impl Seconds {
    pub(crate) fn as_millis(self) -> u64 {
        (self.0 * 1_000.0).round() as u64
    }
}

impl From<Seconds> for Duration {
    fn from(seconds: Seconds) -> Duration {
        Duration::from_millis(seconds.as_millis())
    }
}

impl From<Duration> for Seconds {
    fn from(time: Duration) -> Seconds {
        Seconds(time.as_secs_f64())
    }
}

impl Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// For clap: reads seconds, at least so many.
pub(crate) fn seconds(least: f64) -> impl Fn(&str) -> Result<Seconds, String> + Clone + Send + Sync {
    move |text| match text.parse::<f64>() {
        Ok(seconds) if (least..=MOST_SECONDS as f64).contains(&seconds) => Ok(Seconds(seconds)),
        _ => Err(format!("seconds from {least} to {MOST_SECONDS}, such as 0.5")),
    }
}
