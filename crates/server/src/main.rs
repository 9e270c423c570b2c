//! The program: reads its flags, serves, and says what went wrong.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let config = server::config::Config::parse();
    let mut say = |words: &str| {
        // Whoever does not listen misses nothing that is not in the log.
        let _ = std::io::stdout().write_all(words.as_bytes()).and_then(|()| std::io::stdout().flush());
    };
    match server::run::run(config, &mut say) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "divisor-duel-server: {error:#}");
            ExitCode::FAILURE
        }
    }
}
