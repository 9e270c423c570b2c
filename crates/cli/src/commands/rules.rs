//! `divisor-duel rules`: the rule books, and whether one that somebody wrote is good.

use std::path::PathBuf;

use clap::Subcommand;
use duel::RuleBook;
use serde::Serialize;

use super::TEMPLATE;
use crate::commands::arguments::{GameOrFile, game_or_file};
use crate::failure::{Failure, Fallible};
use crate::line::manual;
use crate::line::output::{self, Output};
use crate::store::games::{self, Content};
use crate::words;

/// List the rule books, explain one, or check one you wrote
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    before_help = "\
Examples:
  divisor-duel rules                    all books
  divisor-duel rules last-resort        how one is played
  divisor-duel rules check my-book.toml"
)]
pub(crate) struct Args {
    /// A rule book's name, a code or a rule file
    #[arg(value_name = "NAME", value_parser = game_or_file)]
    name: Option<GameOrFile>,
    /// List the books as JSON
    #[arg(long, conflicts_with = "name")]
    json: bool,
    #[command(subcommand)]
    check: Option<Check>,
}

#[derive(Subcommand)]
enum Check {
    /// Check a rule file, naming line and column of what is wrong
    #[command(help_template = TEMPLATE)]
    Check {
        /// The rule file
        file: PathBuf,
    },
}

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    title: &'a str,
    summary: &'a str,
    code: String,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let mut out = output::stdout();
        match (self.check, self.name) {
            (Some(Check::Check { file }), _) => {
                let book = games::read_rule_file(&file)?;
                out.line(&words::line().good_rule_book(&file.display(), book.title(), &book.code()))?;
                Ok(out.line(&words::line().play_it_with(&file.display()))?)
            }
            (None, Some(GameOrFile::Book(book))) => explain(&mut out, &book, &book.code()),
            (None, Some(GameOrFile::File(path))) => match games::open(&path)? {
                Content::Book(book) => explain(&mut out, &book, &format!("--rules {}", path.display())),
                Content::Record(record) => {
                    let book = RuleBook::find(record.code()).map_err(Failure::refused)?;
                    explain(&mut out, &book, record.code())
                }
            },
            (None, None) if self.json => {
                let listed = |book| Listed {
                    id: RuleBook::id(book),
                    title: book.title(),
                    summary: book.summary(),
                    code: book.plain_code(),
                };
                let books: Vec<Listed> = RuleBook::built_in().iter().map(listed).collect();
                out.json(&books)
            }
            (None, None) => list(&mut out),
        }
    }
}

pub(super) fn list(out: &mut Output<'_>) -> Fallible {
    for book in RuleBook::built_in() {
        out.heading(&format!("{}  {}", book.id(), book.title()))?;
        out.line(&format!("  {}", book.summary()))?;
        out.line(&format!("  {}", book.plain_code()))?;
    }
    out.line("")?;
    Ok(out.line(&words::line().more_about_one())?)
}

/// Explains a book; `played_by` is what to type after `play`.
pub(super) fn explain(out: &mut Output<'_>, book: &RuleBook, played_by: &str) -> Fallible {
    manual::print(out, book)?;
    Ok(out.line(&words::line().play_by(played_by))?)
}
