//! The file that the record of a game goes to. It replaces a record of the same game; another game, or anything else that is
//! there, only if somebody has asked for that.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::bail;
use duel::session::Rounds;
use duel::{Id, Record};

use crate::store::files;
use crate::store::games;
use crate::words;

/// So many rounds of a match are looked at before it begins; nobody plays more.
const CHECKED_ROUNDS: u32 = 1_000;

/// Where the record of a game goes.
#[derive(Clone, Debug)]
pub(crate) struct RecordFile {
    pub(crate) path: PathBuf,
    /// Whether it may take the place of anything.
    pub(crate) force: bool,
}

impl RecordFile {
    /// Checked before the game, so that nobody learns only after it that nothing can be written there. The path stays the
    /// same place when the game is resumed in another folder.
    pub(crate) fn for_game(
        path: &Path,
        force: bool,
        id: Option<&Id>,
        rounds: Option<Rounds>,
    ) -> anyhow::Result<RecordFile> {
        let file = RecordFile { path: std::path::absolute(path)?, force };
        for round in 1..=rounds.map_or(1, Rounds::most).min(CHECKED_ROUNDS) {
            check(&file.of_round(rounds.map(|_| round)), id, force, None)?;
        }
        files::check_writable(path)?;
        Ok(file)
    }

    /// The file for another game after the first one: what was written before stays.
    pub(crate) fn for_another(&self, rounds: Option<Rounds>) -> RecordFile {
        let is_free = |path: &PathBuf| {
            let first = RecordFile { path: path.clone(), force: false }.of_round(rounds.map(|_| 1));
            files::is_stream(&first) || fs::symlink_metadata(first).is_err()
        };
        RecordFile { path: first_free(&self.path, is_free), force: false }
    }

    /// The file of a round, or of the only game.
    pub(crate) fn of_round(&self, round: Option<u32>) -> PathBuf {
        match round {
            Some(round) if !files::is_stream(&self.path) => numbered(&self.path, round),
            _ => self.path.clone(),
        }
    }
}

/// The first of `final.duel`, `final-2.duel`, `final-3.duel` and so on that is free.
pub(crate) fn first_free(path: &Path, is_free: impl FnMut(&PathBuf) -> bool) -> PathBuf {
    let others = (2..).map(|number| numbered(path, number));
    std::iter::once(path.to_path_buf()).chain(others).find(is_free).unwrap_or_else(|| path.into())
}

/// `final.duel` becomes `final-2.duel`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(kind) = path.extension() {
        name.push(".");
        name.push(kind);
    }
    path.with_file_name(name)
}

/// What stands where a record is to go.
enum There {
    Nothing,
    /// What may be replaced, or is written to like a terminal.
    Ours,
}

fn is_in_our_store(path: &Path) -> bool {
    let store = crate::store::saves::Store::folder_of_user().and_then(|folder| Ok(folder.canonicalize()?));
    matches!((files::folder_of(path).canonicalize(), store), (Ok(folder), Ok(store)) if folder == store)
}

fn is_finished(record: &Record) -> bool {
    record.position().outcome().is_some()
}

fn moves(record: &Record) -> &[duel::Move] {
    record.position().moves()
}

/// Whether a record of the game with this id may be written there; before the game there is none yet.
fn check(path: &Path, id: Option<&Id>, force: bool, record: Option<&Record>) -> anyhow::Result<There> {
    let (words, shown) = (words::line(), path.display());
    if is_in_our_store(path) {
        bail!(words.place_of_our_games(&shown));
    }
    let problem = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(There::Nothing),
        Ok(found) if found.is_dir() => bail!(words.is_a_folder(&shown)),
        _ if force || files::is_stream(path) => return Ok(There::Ours),
        Ok(found) if found.is_symlink() => words.is_a_link(&shown),
        _ => match games::read_record(path) {
            Ok(old) if id.is_none() || old.id() != id => words.holds_another_game(&shown),
            // Two rounds of a match have one id; and whoever goes on from a copy does not undo what is finished.
            Ok(old)
                if is_finished(&old)
                    && record.is_some_and(|record| !is_finished(record) || moves(&old) != moves(record)) =>
            {
                words.holds_a_finished_game(&shown)
            }
            Ok(_) => return Ok(There::Ours),
            Err(_) => words.is_no_record(&shown),
        },
    };
    bail!(problem)
}

/// Writes the record of a game.
pub(crate) fn write(path: &Path, record: &Record, force: bool) -> anyhow::Result<()> {
    match check(path, record.id(), force, Some(record))? {
        There::Nothing => files::write_new(path, &record.to_string()),
        There::Ours => files::write_whole(path, &record.to_string()),
    }
}
