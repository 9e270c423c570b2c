//! `divisor-duel`: divisor games at a terminal.

#[cfg(unix)]
mod arena;
mod board;
mod commands;
mod failure;
mod files;
mod input;
mod invocation;
mod menu;
mod players;
mod progress;
mod prompt;
mod riddle;
mod saves;
mod scene;
mod screen;
mod setup;
mod signals;
mod streak;
mod table;
mod text;
mod today;

use std::process::ExitCode;

use crate::commands::Cli;

fn main() -> ExitCode {
    match Cli::read().and_then(Cli::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
