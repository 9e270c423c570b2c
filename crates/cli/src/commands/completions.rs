//! `divisor-duel completions`: what a shell offers behind Tab. The script that is printed asks the program, so it knows the books, the
//! levels and the games that are saved now.

use std::ffi::OsStr;
use std::io::Write;

use clap::{Arg, Command, CommandFactory, ValueEnum};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};
use duel::lesson::Lesson;
use duel::puzzle::{Grade, Theme};
use duel::{Level, RuleBook};

use super::Cli;
use crate::failure::{Failure, Fallible};
use crate::sitting::resumption;
use crate::store::saves::Store;
use crate::words::say;

/// The variable by which a shell asks.
const ASKED_BY: &str = "COMPLETE";

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  echo 'source <(divisor-duel completions bash)' >> ~/.bashrc
  echo 'source <(divisor-duel completions zsh)' >> ~/.zshrc
  divisor-duel completions fish > ~/.config/fish/completions/divisor-duel.fish",
    after_help = "\
The script asks divisor-duel itself, which must be on the path: books, lessons, levels, grades, themes and the games that are saved are completed."
)]
pub(crate) struct Args {
    #[arg(value_enum)]
    shell: Shell,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let name = self.shell.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default();
        let shells = Shells::builtins();
        let shell = shells.completer(&name).ok_or_else(|| Failure::usage(format!("there is no script for {name}")))?;
        let mut script = Vec::new();
        shell.write_registration(ASKED_BY, "divisor-duel", "divisor-duel", "divisor-duel", &mut script)?;
        Ok(std::io::stdout().write_all(&script)?)
    }
}

/// Answers a shell that asks, and ends the program then.
pub(crate) fn answer_a_shell() {
    CompleteEnv::with_factory(|| Cli::command().mut_subcommands(knowing_values)).var(ASKED_BY).complete();
}

/// A command whose arguments know what can stand there.
fn knowing_values(command: Command) -> Command {
    let name = command.get_name().to_string();
    command.mut_args(|arg: Arg| match (name.as_str(), arg.get_id().as_str()) {
        ("resume", "game") => arg.add(ArgValueCompleter::new(|typed: &OsStr| with_files(saved(), typed))),
        ("resume", "forget") => arg.add(ArgValueCompleter::new(|typed: &OsStr| beginning_with(saved(), typed))),
        ("learn", "lesson") => arg.add(ArgValueCompleter::new(|typed: &OsStr| with_files(lessons(), typed))),
        (_, "game" | "games" | "books" | "name") if !arg.is_global_set() && arg.get_action().takes_values() => {
            arg.add(ArgValueCompleter::new(|typed: &OsStr| with_files(books(), typed)))
        }
        (_, "p1" | "p2") => arg.add(ArgValueCompleter::new(|typed: &OsStr| beginning_with(players(), typed))),
        (_, "grade") => arg.add(ArgValueCompleter::new(|typed: &OsStr| beginning_with(grades(), typed))),
        (_, "theme") => arg.add(ArgValueCompleter::new(|typed: &OsStr| beginning_with(themes(), typed))),
        _ => arg,
    })
}

fn offered(value: impl Into<std::ffi::OsString>, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(about.to_string().into()))
}

fn books() -> Vec<CompletionCandidate> {
    RuleBook::built_in().iter().map(|book| offered(book.id(), book.title())).collect()
}

fn lessons() -> Vec<CompletionCandidate> {
    Lesson::built_in().iter().map(|lesson| offered(lesson.id(), lesson.title())).collect()
}

fn players() -> Vec<CompletionCandidate> {
    let by_number = Level::ALL.map(|level| offered(format!("level:{}", level.number()), &say(&level)));
    let by_name = Level::ALL.map(|level| offered(level.word(), &say(&level)));
    [offered("human", "a person"), offered("auto", "whom you beat about half the time")]
        .into_iter()
        .chain(by_name)
        .chain(by_number)
        .collect()
}

fn grades() -> Vec<CompletionCandidate> {
    Grade::ALL.iter().map(|grade| CompletionCandidate::new(grade.to_string())).collect()
}

fn themes() -> Vec<CompletionCandidate> {
    Theme::ALL.iter().map(|theme| CompletionCandidate::new(theme.to_string())).collect()
}

/// The games that are saved; nobody who presses Tab wants to hear why there are none.
fn saved() -> Vec<CompletionCandidate> {
    let games = Store::of_user().and_then(|store| store.list()).unwrap_or_default();
    games.iter().map(|game| offered(game.id.to_string(), &resumption::describe(game))).collect()
}

fn beginning_with(offered: Vec<CompletionCandidate>, typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    offered.into_iter().filter(|value| value.get_value().to_string_lossy().starts_with(&*typed)).collect()
}

/// The same, and files.
fn with_files(offered: Vec<CompletionCandidate>, typed: &OsStr) -> Vec<CompletionCandidate> {
    let mut all = beginning_with(offered, typed);
    all.extend(PathCompleter::file().complete(typed));
    all
}
