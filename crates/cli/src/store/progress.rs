//! The file in the user's data folder that progress with puzzles and lessons is kept in.

#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use duel::challenge::{Challenge, PROGRESS_BYTES, Progress};
use duel::lesson::Lesson;

use crate::store::files;
use crate::words;

/// The file that progress is kept in.
pub(crate) struct ProgressFile {
    path: PathBuf,
}

impl ProgressFile {
    pub(crate) fn of_user() -> anyhow::Result<ProgressFile> {
        Ok(ProgressFile { path: files::data_folder()?.join("puzzles.json") })
    }

    /// Progress kept in any folder.
    #[cfg(test)]
    pub(crate) fn at(folder: &Path) -> ProgressFile {
        ProgressFile { path: folder.join("puzzles.json") }
    }

    /// How it stands. A file that cannot be understood is left alone.
    pub(crate) fn read(&self) -> anyhow::Result<Progress> {
        if !self.path.exists() {
            return Ok(Progress::default());
        }
        let text = files::Reading::open_own(&self.path)?.text(PROGRESS_BYTES)?;
        if text.trim().is_empty() {
            return Ok(Progress::default());
        }
        let damaged = || words::both().progress_damaged(&self.path.display());
        Progress::read(&text).with_context(damaged)
    }

    /// Counts something, and keeps it.
    fn change(&self, count: impl FnOnce(&mut Progress)) -> anyhow::Result<Progress> {
        files::make_folder(files::folder_of(&self.path))?;
        // Another window may count a puzzle at the same moment. Where files cannot be locked the last one wins.
        let _lock = files::wait_for_lock(&self.path.with_extension("lock"));
        let mut progress = self.read()?;
        count(&mut progress);
        files::write_whole(&self.path, &serde_json::to_string_pretty(&progress)?)?;
        Ok(progress)
    }
}

/// Counts it where it can be kept, before anything is said.
pub(crate) fn count(kept: &anyhow::Result<ProgressFile>, challenge: &Challenge) -> anyhow::Result<Progress> {
    opened(kept)?.change(|progress| progress.count(challenge.source(), challenge.standing()))
}

/// Counts a lesson in the same way.
pub(crate) fn count_lesson(kept: &anyhow::Result<ProgressFile>, lesson: &Lesson) -> anyhow::Result<Progress> {
    opened(kept)?.change(|progress| progress.count_lesson(lesson))
}

fn opened(kept: &anyhow::Result<ProgressFile>) -> anyhow::Result<&ProgressFile> {
    kept.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"))
}

/// How somebody stands, as far as anybody knows.
pub(crate) fn known(kept: &anyhow::Result<ProgressFile>) -> Progress {
    kept.as_ref().ok().and_then(|kept| kept.read().ok()).unwrap_or_default()
}
