//! The commands: each is one file with its arguments, its help and what it does.

mod analyze;
#[cfg(unix)]
mod arena;
mod arguments;
mod asked;
mod bot;
mod budget;
mod chain;
pub(crate) mod completions;
mod export;
mod graph;
mod history;
mod join;
mod ladder;
mod learn;
mod man;
mod parallel;
mod play;
mod proof;
mod puzzle;
mod remembered;
mod resume;
mod review;
mod rounds;
mod rules;
mod settings;
mod show;
mod solve;
mod stats;
mod survey;
#[cfg(test)]
mod tests;
mod verify;

use std::borrow::Cow;
use std::error::Error;
use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::failure::{Failure, Fallible};
use crate::full::Front;
use crate::line::menu::goes_like;
use crate::visible::visible;

/// Examples come first: that is what people read.
const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// Divisor games at a terminal: pick divisors and multiples, and be the last who can.
#[derive(Parser)]
#[command(
    version,
    help_template = TEMPLATE,
    subcommand_help_heading = "Commands",
    before_help = "\
Examples:
  divisor-duel                          choose a game from a menu
  divisor-duel learn                    a first game of two minutes, and lessons
  divisor-duel play classic             two people at one keyboard
  divisor-duel play chain --p2 fox      against the computer, level 3 of 5
  divisor-duel play last-resort --best-of 3 --names Ada,Bo
  divisor-duel play divider:84          start from 84 instead of 60
  divisor-duel join LINK                a live game with somebody who is somewhere else
  divisor-duel rules chain              how a game is played
  divisor-duel resume                   go on with an unfinished game
  divisor-duel history                  the games you have finished
  divisor-duel puzzle --daily           the puzzle of the day
  divisor-duel chain 100 --play         alone: make a chain as long as you can
  divisor-duel analyze classic 12 6     who wins from here, and which moves win
  divisor-duel solve juniper-green      who wins the whole game, and by which first picks",
    after_help = "\
A GAME is the name of a rule book (divisor-duel rules lists them), perhaps with a size and clauses, or a code:
  classic   juniper-green:40   divider:60,84,90   classic,first=composite   take:2..30/2,misere

Exit codes: 0 done, 1 a file, a move given as an argument or the system failed, 2 wrong arguments,
            3 the budget ended before an answer was certain;
            129, 130, 143 stopped by a closed terminal, Ctrl-C or a request to terminate, the game saved."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    color: colorchoice_clap::Color,
    #[command(flatten)]
    front: Front,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Join(join::Args),
    Resume(resume::Args),
    History(history::Args),
    Stats(stats::Args),
    Show(show::Args),
    Analyze(analyze::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Survey(survey::Args),
    Graph(graph::Args),
    Review(review::Args),
    Puzzle(puzzle::Args),
    Chain(chain::Args),
    Learn(learn::Args),
    Ladder(ladder::Args),
    #[cfg(unix)]
    Arena(arena::Args),
    Bot(bot::Args),
    Export(export::Args),
    Rules(rules::Args),
    Settings(settings::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// What clap has to say, in colour where it says nothing but its own words and harmless ones of the user's.
fn exit(error: &clap::Error) -> ! {
    let words = error.to_string();
    match visible(&words) {
        Cow::Borrowed(_) => error.exit(),
        Cow::Owned(shown) => {
            let _ = write!(anstream::stderr(), "{shown}");
            std::process::exit(error.exit_code())
        }
    }
}

impl Cli {
    fn of(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Cli, clap::Error> {
        // A negative number is a value that its argument refuses in words, and no unknown argument.
        let takes_negative = |arg: Arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        };
        let command = Cli::command();
        let command = command.mut_subcommands(|command| command.help_template(TEMPLATE).mut_args(takes_negative));
        command.try_get_matches_from(words).and_then(|matches| Cli::from_arg_matches(&matches))
    }

    /// Does what was typed at the menu of line mode: a command as it is typed after the name of the program.
    fn run_typed(line: &str, is_brief: bool) -> Fallible {
        let brief = if is_brief { "--brief=yes" } else { "--brief=no" };
        let words = ["divisor-duel", "--plain", brief].into_iter().chain(line.split_whitespace());
        // What is wrong with a value is said in our own words; all else that can be wrong is best answered by an example.
        let read = Cli::of(words).map_err(|error| match error.source() {
            Some(why) => Failure::usage(why),
            None => Failure::usage(goes_like(line)),
        });
        read?.start()
    }

    /// Reads the arguments. Whoever names a game without a command is told the command.
    pub(crate) fn read() -> Fallible<Cli> {
        Cli::of(std::env::args_os()).map_err(|error| {
            let word = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
                (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => word,
                _ => exit(&error),
            };
            match duel::RuleBook::find(word) {
                Ok(_) => Failure::usage(format!("to play {word} type: divisor-duel play {word}")),
                Err(_) => exit(&error),
            }
        })
    }

    /// `--color`, and where it leaves the choice open, the terminal and the environment. A terminal that calls itself dumb
    /// is believed even where the environment says that this is a build machine (`CI`) or that colour is liked (`CLICOLOR`).
    fn choose_colour(&self) {
        self.color.write_global();
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if anstream::ColorChoice::global() == anstream::ColorChoice::Auto && dumb && !set("CLICOLOR_FORCE") {
            anstream::ColorChoice::Never.write_global();
        }
    }

    pub(crate) fn run(self) -> Fallible {
        self.choose_colour();
        self.start()
    }

    fn start(self) -> Fallible {
        match self.command.unwrap_or_else(|| Command::Play(play::Args::default())) {
            Command::Play(args) => args.run(&self.front),
            Command::Join(args) => args.run(&self.front),
            Command::Resume(args) => args.run(&self.front),
            Command::History(args) => args.run(),
            Command::Stats(args) => args.run(),
            Command::Show(args) => args.run(),
            Command::Analyze(args) => args.run(),
            Command::Solve(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Survey(args) => args.run(&self.front),
            Command::Graph(args) => args.run(),
            Command::Review(args) => args.run(&self.front),
            Command::Puzzle(args) => args.run(&self.front),
            Command::Chain(args) => args.run(&self.front),
            Command::Learn(args) => args.run(&self.front),
            Command::Ladder(args) => args.run(),
            #[cfg(unix)]
            Command::Arena(args) => args.run(),
            Command::Bot(args) => args.run(),
            Command::Export(args) => args.run(),
            Command::Rules(args) => args.run(),
            Command::Settings(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}
