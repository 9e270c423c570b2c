//! `divisor-duel warden`: what a bot runs under. The arena starts it; nobody else needs it.

use std::process;

use crate::arena::warden;
use crate::failure::Outcome;

/// Run a bot, and leave nothing of it behind
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How much memory each process may allocate, in MiB; 0 for no limit
    #[arg(long)]
    memory: u64,
    /// The bot, as the shell takes it
    command: String,
}

impl Args {
    pub(crate) fn run(self) -> Outcome {
        process::exit(warden::guard(&self.command, self.memory).into())
    }
}
