//! `divisor-duel rules`: the rule books, and whether one that somebody wrote is good.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use duel::{Move, RuleBook};
use serde::Serialize;

use super::TEMPLATE;
use crate::commands::arguments::{GameOrFile, game_or_file};
use crate::failure::{Failure, Fallible};
use crate::line::manual;
use crate::line::output::{self, Output};
use crate::store::games::{self, Content};
use crate::words::{self, language, say};

/// List the rule books, explain one, or check one you wrote
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    before_help = "\
Examples:
  divisor-duel rules                    all books
  divisor-duel rules last-resort        how one is played
  divisor-duel rules check my-book.toml
  divisor-duel rules chain --json       for programs",
    after_help = "\
JSON: a list of {\"id\", \"title\", \"summary\", \"code\"}; of one book also \"rules\", \"notes\", \"scoring\", \"example\", \"tips_title\" and \
\"tips\", each with its \"name\", \"text\" and \"truth\"; of a check {\"file\", \"good\", \"title\", \"code\", \"problem\"}."
)]
pub(crate) struct Args {
    /// A rule book's name, a code or a rule file
    #[arg(value_name = "NAME", value_parser = game_or_file)]
    name: Option<GameOrFile>,
    /// Print the list, or the rules of one book, as JSON
    #[arg(long)]
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
        /// Print the verdict as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    title: &'a str,
    summary: &'a str,
    code: String,
}

/// A book as programs read it.
#[derive(Serialize)]
struct Book<'a> {
    #[serde(flatten)]
    listed: Listed<'a>,
    rules: String,
    /// Rules in force that the book itself does not tell.
    notes: Vec<String>,
    scoring: &'a str,
    example: &'a [Move],
    tips_title: Option<&'a str>,
    tips: Vec<Tip<'a>>,
}

#[derive(Serialize)]
struct Tip<'a> {
    name: Option<&'a str>,
    text: &'a str,
    truth: Option<&'a str>,
}

/// What became of a rule file that somebody wrote.
#[derive(Serialize)]
struct Verdict {
    file: String,
    good: bool,
    title: Option<String>,
    code: Option<String>,
    problem: Option<String>,
}

impl<'a> Listed<'a> {
    fn of(book: &'a RuleBook) -> Listed<'a> {
        Listed { id: book.id(), title: book.title(), summary: book.summary(), code: book.plain_code() }
    }
}

impl<'a> Book<'a> {
    fn of(book: &'a RuleBook) -> Book<'a> {
        let tips = book.tips().iter();
        let tips = tips.map(|tip| Tip {
            name: tip.name.as_deref(),
            text: tip.text.trim(),
            truth: tip.truth.as_deref().map(str::trim),
        });
        let is_as_written = !book.is_general() && book.game() == book.own_game();
        Book {
            listed: Listed::of(book),
            rules: if is_as_written { book.rules().trim().into() } else { book.rules_as_played(language()) },
            notes: book.notes().iter().map(say).collect(),
            scoring: book.scoring().trim(),
            example: book.example(),
            tips_title: book.tips_title(),
            tips: tips.collect(),
        }
    }
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let mut out = output::stdout();
        let (book, played_by) = match (self.check, self.name) {
            (Some(Check::Check { file, json }), _) => return check(&mut out, &file, json),
            (None, None) if self.json => {
                return out.json(&RuleBook::built_in().iter().map(Listed::of).collect::<Vec<_>>());
            }
            (None, None) => return list(&mut out),
            (None, Some(GameOrFile::Book(book))) => {
                let code = book.code();
                (book, code)
            }
            (None, Some(GameOrFile::File(path))) => match games::open(&path)? {
                Content::Book(book) => (book, format!("--rules {}", path.display())),
                Content::Record(record) => {
                    let book = RuleBook::find(record.code()).map_err(Failure::refused)?;
                    (Box::new(book), record.code().into())
                }
            },
        };
        if self.json { out.json(&Book::of(&book)) } else { explain(&mut out, &book, &played_by) }
    }
}

fn check(out: &mut Output<'_>, file: &Path, json: bool) -> Fallible {
    let read = games::read_rule_file(file);
    if json {
        let file = file.display().to_string();
        let verdict = match read {
            Ok(book) => {
                let (title, code) = (Some(book.title().into()), Some(book.code()));
                Verdict { file, good: true, title, code, problem: None }
            }
            Err(failure) => Verdict { file, good: false, title: None, code: None, problem: Some(failure.words()) },
        };
        out.json(&verdict)?;
        return if verdict.good { Ok(()) } else { Err(Failure::Silent) };
    }
    let book = read?;
    out.line(&words::line().good_rule_book(&file.display(), book.title(), &book.code()))?;
    Ok(out.line(&words::line().play_it_with(&file.display()))?)
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
