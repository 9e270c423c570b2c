//! `divisor-duel verify`: checks a proof.

use std::path::PathBuf;

use duel::solve::{Proof, check};
use serde::Serialize;

use crate::failure::{Failure, Fallible};
use crate::line::output;
use crate::store::files::Reading;
use crate::words::sentence;

/// A proof about a board of a million numbers has some ten megabytes.
const LONGEST: usize = 1 << 28;

/// Check a proof: say what it proves, or where it breaks
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel solve classic --proof classic.json
  divisor-duel verify classic.json",
    after_help = "\
The checker shares no code with the solver. docs/check_proof.py checks the same files and needs nothing but Python;
docs/proof-format.md says what is checked.
Exit codes: 0 it is a proof, 1 it is not."
)]
pub(crate) struct Args {
    /// The proof
    file: PathBuf,
    /// Print what it proves as JSON; what is no proof is still an error
    #[arg(long)]
    json: bool,
}

/// What was proved.
#[derive(Serialize)]
struct Verdict<'a> {
    game: &'a str,
    moves: usize,
    winner: u8,
    /// The move that wins, where whoever is to move does.
    pick: Option<String>,
    over: bool,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let shown = self.file.display();
        let bytes = Reading::open(&self.file)?.bytes(LONGEST)?;
        let proof: Proof =
            serde_json::from_slice(&bytes).map_err(|error| Failure::data(format!("{shown}: {error}")))?;
        let proved = check(&proof).map_err(|broken| Failure::data(format!("{shown} proves nothing: {broken}")))?;
        if self.json {
            let (game, moves, winner, over) = (proved.game(), proved.moves(), proved.winner(), proved.is_over());
            let pick = proved.pick().map(|pick| pick.to_string());
            return output::stdout().json(&Verdict { game, moves, winner, pick, over });
        }
        Ok(output::stdout().line(&format!("Proved: {}", sentence(&proved)))?)
    }
}
