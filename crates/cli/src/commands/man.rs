//! `divisor-duel man`: the manual pages.

use std::io::Write;

use clap::CommandFactory;
use clap_mangen::Man;

use super::Cli;
use crate::failure::{Failure, Fallible};

/// Print the manual page, or that of a command
#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  divisor-duel man | man -l -
  divisor-duel man play > ~/.local/share/man/man1/divisor-duel-play.1")]
pub(crate) struct Args {
    /// The command
    command: Option<String>,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let mut whole = Cli::command();
        whole.build();
        let page = match &self.command {
            None => whole,
            Some(name) => {
                let found = whole.get_subcommands().find(|command| command.get_name() == name).cloned();
                found.ok_or_else(|| Failure::usage(format!("there is no command {name}")))?
            }
        };
        let mut text = Vec::new();
        Man::new(page).render(&mut text)?;
        Ok(std::io::stdout().write_all(&text)?)
    }
}
