//! What a GAME on the command line stands for.

use std::path::{Path, PathBuf};

use duel::{RECORD_BYTES, RULE_FILE_BYTES, Record, RuleBook};

use crate::failure::{Failure, Outcome};
use crate::files;

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

pub(crate) fn read_record(path: &Path) -> Outcome<Record> {
    let text = files::read_text(path, RECORD_BYTES)?;
    text.parse().map_err(|error| Failure::data(format!("{}: {error}", path.display())))
}
