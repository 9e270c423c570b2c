//! What a GAME on the command line stands for.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use duel::{RECORD_BYTES, RULE_FILE_BYTES, Record, RecordError, RuleBook, split_records};

use crate::failure::{Failure, Outcome};
use crate::store::files::{self, Reading};

/// What the first line of an arena's file begins with; the plan follows as JSON.
pub(crate) const ARENA_HEAD: &str = "# divisor-duel arena 1 ";
/// The largest file of an arena that is read.
pub(crate) const ARENA_BYTES: usize = 1 << 31;

/// A GAME argument: a book's name or a code, or else a file.
#[derive(Clone, Debug)]
pub(crate) enum GameOrFile {
    Book(Box<RuleBook>),
    File(PathBuf),
}

/// For clap: reads a GAME argument.
pub(crate) fn game_or_file(text: &str) -> Result<GameOrFile, String> {
    match RuleBook::find(text) {
        Ok(book) => Ok(GameOrFile::Book(Box::new(book))),
        // What is meant as a file is one even where it cannot be read: that is for the reading to say.
        Err(_) if Path::new(text).exists() || looks_like_a_path(text) => Ok(GameOrFile::File(text.into())),
        Err(error) => Err(error.problem),
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
        GameOrFile::File(path) => read_rule_file(&path).map_err(Failure::words),
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

/// The longest time that anybody has for a move.
pub(crate) const MOST_SECONDS: u64 = 86_400;

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

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// A file that a GAME argument named.
pub(crate) enum Content {
    Book(Box<RuleBook>),
    Record(Box<Record>),
}

/// Reads a rule file (`.toml`) or a record (anything else).
pub(crate) fn open(path: &Path) -> Outcome<Content> {
    if path.extension().is_some_and(|kind| kind == "toml") {
        Ok(Content::Book(Box::new(read_rule_file(path)?)))
    } else {
        Ok(Content::Record(Box::new(read_record(path)?)))
    }
}

pub(crate) fn read_rule_file(path: &Path) -> Outcome<RuleBook> {
    let text = files::read_text(path, RULE_FILE_BYTES)?;
    RuleBook::read(&text).map_err(|error| Failure::data(format!("{}: {error}", path.display())))
}

/// What can be looked at afterwards.
pub(crate) enum Games {
    One(Box<Record>),
    /// The file of an arena, as text.
    Arena(String),
}

/// Reads a record or the file of an arena, once: it may be a pipe.
pub(crate) fn read_games(path: &Path) -> Outcome<Games> {
    let mut reading = Reading::open(path)?;
    if reading.begins_with(ARENA_HEAD)? {
        return Ok(Games::Arena(reading.text(ARENA_BYTES)?));
    }
    let record = reading.text(RECORD_BYTES)?.parse();
    record.map(Box::new).map(Games::One).map_err(|error| Failure::data(format!("{}: {error}", path.display())))
}

pub(crate) fn read_record(path: &Path) -> Outcome<Record> {
    match read_games(path)? {
        Games::One(record) => Ok(*record),
        Games::Arena(_) => {
            let shown = path.display();
            Err(Failure::data(format!(
                "{shown} holds the games of an arena: divisor-duel review {shown} lists them, and review, show and analyze take \
                 one with --round"
            )))
        }
    }
}

/// Reads one game from the file of an arena.
pub(crate) fn read_round(path: &Path, round: u64) -> Outcome<Record> {
    let text = files::read_text(path, ARENA_BYTES)?;
    let header = format!("[Round \"{round}\"]");
    let found = split_records(&text).records.into_iter().find(|record| record.text.lines().any(|line| line == header));
    let Some(record) = found else {
        return Err(Failure::data(format!("{}: there is no game {round}: none has {header}", path.display())));
    };
    record.text.parse().map_err(|error| wrong_record(path, record.line, &error))
}

/// What is wrong with a record that begins at this line of a file.
pub(crate) fn wrong_record(path: &Path, first_line: usize, error: &RecordError) -> Failure {
    let line = first_line + error.line - 1;
    Failure::data(format!("{}: line {line}, column {}: {}", path.display(), error.column, error.problem))
}
