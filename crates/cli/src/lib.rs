//! `divisor-duel`: divisor games at a terminal. The program is a library with one door, so that its frames can be measured.

mod arena;
mod chance;
mod commands;
mod failure;
mod full;
mod line;
mod live;
mod meter;
mod names;
mod proved;
#[cfg(test)]
mod same;
mod signals;
mod sitting;
mod store;
mod text;
mod today;
mod visible;
mod words;

use std::process::ExitCode;

use crate::commands::Cli;
use crate::failure::Failure;
pub use crate::full::Frames;

/// The program: reads the arguments, runs the command, and gives the exit code.
pub fn run() -> ExitCode {
    #[cfg(unix)]
    if let Some(code) = arena::bot::warden::run_if_named() {
        return code;
    }
    commands::completions::answer_a_shell();
    let outlives = signals::outlive_file_limits().map_err(Failure::from);
    match outlives.and_then(|()| Cli::read()).and_then(Cli::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
