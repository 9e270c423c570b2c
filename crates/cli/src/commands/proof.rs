//! `--proof FILE`, for the commands that can prove what they say.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use duel::solve::{GameSolution, Unanswered, Unproved, Watch, prove, prove_answer};
use duel::{Game, Position};

use super::budget::{self, Budget};
use crate::failure::{Failure, Fallible};
use crate::store::files;

/// Refuses to take the place of a file that is there, unless asked to.
pub(super) fn check_place(path: &Path, force: bool) -> Fallible {
    if !force && !files::is_stream(path) && path.symlink_metadata().is_ok() {
        let shown = path.display();
        return Err(Failure::usage(format!("{shown} is there already; choose another name, or --force")));
    }
    Ok(())
}

/// Writes a proof of who wins the position.
pub(super) fn write(position: &Position, path: &Path, budget: Budget) -> Fallible {
    let proved = budget.show("proving", |watch| prove(position, watch));
    let proof = proved.map_err(|unproved| match unproved {
        Unproved::OutOfBudget(ended) => budget::failure(ended),
        _ => Failure::refused(unproved),
    })?;
    let mut text = serde_json::to_string(&proof)?;
    text.push('\n');
    Ok(files::write_whole(path, &text)?)
}

/// Solves a game and writes a proof of all winning first picks, as it is found; - is standard output.
pub(super) fn write_all(game: &Game, path: &Path, watch: &mut Watch<'_>) -> Fallible<GameSolution> {
    let mut solved = Err(Unanswered::NotWritten);
    let mut write = |out: &mut dyn Write| -> io::Result<()> {
        let mut out = Text { out: BufWriter::new(out), failed: None };
        solved = prove_answer(game, &mut out, watch);
        match (&solved, out.failed) {
            (_, Some(error)) => Err(error),
            (Ok(_), None) => out.out.flush(),
            // Nothing of it takes the place of anything.
            (Err(_), None) => Err(io::ErrorKind::Interrupted.into()),
        }
    };
    let written =
        if path == Path::new("-") { Ok(write(&mut io::stdout())?) } else { files::replace_in_time(path, write) };
    match solved {
        Ok(solution) => written.map(|()| solution).map_err(Failure::Data),
        Err(Unanswered::OutOfBudget(ended)) => Err(budget::failure(ended)),
        Err(Unanswered::NotWritten) => Err(written.err().map_or(Failure::Silent, Failure::Data)),
        Err(unanswered) => Err(Failure::refused(unanswered)),
    }
}

/// Text on its way into a file. Whoever writes text learns only that it failed, so the reason is kept.
struct Text<W> {
    out: W,
    failed: Option<io::Error>,
}

impl<W: Write> fmt::Write for Text<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}
