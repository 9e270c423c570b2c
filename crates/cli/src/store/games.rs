//! Games, books and arenas from files, each read once: it may be a pipe.

use std::path::Path;

use duel::lesson::{LESSON_BYTES, Lesson};
use duel::record::{RECORD_BYTES, split_records};
use duel::rulebook::RULE_FILE_BYTES;
use duel::{Record, RuleBook, TextError};

use crate::failure::{Failure, Fallible};
use crate::store::files::{self, Reading};
use crate::words::{self, say};

/// What the first line of an arena's file begins with; the plan follows as JSON.
pub(crate) const ARENA_HEAD: &str = "# divisor-duel arena 1 ";
/// The largest file of an arena that is read.
pub(crate) const ARENA_BYTES: usize = 1 << 31;

/// What a file holds that somebody named instead of a game.
pub(crate) enum Content {
    Book(Box<RuleBook>),
    Record(Box<Record>),
}

/// Reads a rule file (`.toml`) or a record (anything else).
pub(crate) fn open(path: &Path) -> Fallible<Content> {
    if path.extension().is_some_and(|kind| kind == "toml") {
        Ok(Content::Book(Box::new(read_rule_file(path)?)))
    } else {
        Ok(Content::Record(Box::new(read_record(path)?)))
    }
}

pub(crate) fn read_rule_file(path: &Path) -> Fallible<RuleBook> {
    let text = files::read_text(path, RULE_FILE_BYTES)?;
    RuleBook::read(&text).map_err(|error| wrong_file(path, &error))
}

pub(crate) fn read_lesson(path: &Path) -> Fallible<Lesson> {
    let text = files::read_text(path, LESSON_BYTES)?;
    Lesson::read(&text).map_err(|error| wrong_file(path, &error))
}

/// What can be looked at afterwards.
pub(crate) enum Games {
    One(Box<Record>),
    /// The file of an arena, as text.
    Arena(String),
}

/// Reads a record or the file of an arena, once: it may be a pipe.
pub(crate) fn read_games(path: &Path) -> Fallible<Games> {
    let mut reading = Reading::open(path)?;
    if reading.begins_with(ARENA_HEAD)? {
        return Ok(Games::Arena(reading.text(ARENA_BYTES)?));
    }
    let text = reading.text(RECORD_BYTES)?;
    text.parse().map(Box::new).map(Games::One).map_err(|error| match text.contains("[Game ") {
        true => wrong_file(path, &error),
        false => Failure::data(words::both().not_a_record(&path.display(), &say(&error))),
    })
}

fn wrong_file(path: &Path, error: &TextError) -> Failure {
    Failure::data(words::both().wrong_in_file(&path.display(), &say(error)))
}

pub(crate) fn read_record(path: &Path) -> Fallible<Record> {
    match read_games(path)? {
        Games::One(record) => Ok(*record),
        Games::Arena(_) => Err(Failure::data(words::both().holds_an_arena(&path.display()))),
    }
}

/// Reads one game from the file of an arena.
pub(crate) fn read_round(path: &Path, round: u64) -> Fallible<Record> {
    let text = files::read_text(path, ARENA_BYTES)?;
    let header = format!("[Round \"{round}\"]");
    let found = split_records(&text).records.into_iter().find(|record| record.text.lines().any(|line| line == header));
    let Some(record) = found else {
        return Err(Failure::data(words::both().no_such_round(&path.display(), round, &header)));
    };
    record.text.parse().map_err(|error| wrong_record(path, record.line, &error))
}

/// What is wrong with a record that begins at this line of a file.
pub(crate) fn wrong_record(path: &Path, first_line: usize, error: &TextError) -> Failure {
    let line = first_line + error.line - 1;
    Failure::data(words::both().wrong_in_line(&path.display(), line, error.column, &say(&*error.problem)))
}

/// Whether a record that cannot be used is one whose end is missing, rather than one that somebody has changed: it has fewer
/// moves than it says, or no end of its last line.
pub(crate) fn is_cut(text: &str) -> bool {
    let mut moves = 0;
    let mut said = None;
    for line in text.lines() {
        match line.strip_prefix("[Moves \"") {
            Some(rest) => said = rest.strip_suffix("\"]").and_then(|count| count.parse::<usize>().ok()),
            None if line.starts_with('[') => {}
            None => moves += line.split_whitespace().count(),
        }
    }
    !text.ends_with('\n') || said.is_none_or(|said| moves < said)
}
