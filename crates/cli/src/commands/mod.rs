//! The commands: each is one file with its arguments, its help and what it does.

mod completions;
mod man;
mod play;
mod resume;
mod rules;
mod show;

use clap::{Parser, Subcommand};

use crate::failure::Outcome;

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
  divisor-duel play classic             two people at one keyboard
  divisor-duel play last-resort --best-of 3 --names Ada,Bo
  divisor-duel play divider:84          start from 84 instead of 60
  divisor-duel rules chain              how a game is played
  divisor-duel resume                   go on with an unfinished game",
    after_help = "\
A GAME is the name of a rule book (divisor-duel rules lists them), perhaps with a size and clauses, or a code:
  classic   juniper-green:40   divider:60,84,90   classic,first=composite   take:2..30/2,misere

Exit codes: 0 done, 1 a file, a move or the system was not good for it, 2 wrong arguments,
            130 and 143 stopped by Ctrl-C or a request to terminate (the game is saved)."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    color: colorchoice_clap::Color,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Resume(resume::Args),
    Show(show::Args),
    Rules(rules::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Cli {
    pub(crate) fn run(self) -> Outcome {
        self.color.write_global();
        match self.command.unwrap_or_else(|| Command::Play(play::Args::default())) {
            Command::Play(args) => args.run(),
            Command::Resume(args) => args.run(),
            Command::Show(args) => args.run(),
            Command::Rules(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}
