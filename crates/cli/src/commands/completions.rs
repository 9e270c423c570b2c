//! `divisor-duel completions`: completion scripts for shells.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, TEMPLATE};
use crate::failure::Outcome;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(
    help_template = TEMPLATE,
    before_help = "\
Examples:
  divisor-duel completions bash > ~/.local/share/bash-completion/completions/divisor-duel
  divisor-duel completions fish > ~/.config/fish/completions/divisor-duel.fish"
)]
pub(crate) struct Args {
    #[arg(value_enum)]
    shell: Shell,
}

impl Args {
    pub(crate) fn run(self) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "divisor-duel", &mut script);
        Ok(std::io::stdout().write_all(&script)?)
    }
}
