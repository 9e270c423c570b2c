//! `--proof FILE`, for the commands that can prove what they say.

use std::path::Path;

use duel::Position;
use duel::solve::{Unproved, prove};

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
