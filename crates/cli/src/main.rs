//! `divisor-duel`: divisor games at a terminal.

use std::process::ExitCode;

fn main() -> ExitCode {
    divisor_duel::run()
}
