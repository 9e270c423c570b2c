//! `divisor-duel completions`: completion scripts for shells.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use crate::failure::Fallible;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  divisor-duel completions bash > ~/.local/share/bash-completion/completions/divisor-duel
  divisor-duel completions fish > ~/.config/fish/completions/divisor-duel.fish")]
pub(crate) struct Args {
    #[arg(value_enum)]
    shell: Shell,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "divisor-duel", &mut script);
        if self.shell == Shell::Bash {
            // Known as clap-rs/clap#6421: the branches of a program with a hyphen are called by another name than the one
            // that is looked for, and nothing is completed after the first word.
            let repaired = String::from_utf8_lossy(&script).replace("divisor__subcmd__duel", "divisor__duel");
            script = repaired.into_bytes();
        }
        Ok(std::io::stdout().write_all(&script)?)
    }
}
