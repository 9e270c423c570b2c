//! `divisor-duel`: divisor games at a terminal.

mod board;
mod commands;
mod failure;
mod files;
mod input;
mod invocation;
mod menu;
mod prompt;
mod saves;
mod screen;
mod signals;
mod table;
mod text;
mod today;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
