//! Files: read with a limit, written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;

/// Where this user's games and puzzles are kept.
pub(crate) fn data_folder() -> anyhow::Result<PathBuf> {
    let folders = etcetera::choose_base_strategy().context("there is no home folder to keep anything in")?;
    Ok(folders.data_dir().join("divisor-duel"))
}

/// Reads a text file of at most `limit` bytes.
pub(crate) fn read_text(path: &Path, limit: usize) -> anyhow::Result<String> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("cannot read {shown}"))?;
    let mut bytes = Vec::new();
    file.take(limit as u64 + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {shown}"))?;
    if bytes.len() > limit {
        anyhow::bail!("{shown}: line 1, column 1: this file is too large, the limit is {limit} bytes");
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let (good, _) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let line_start = good.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&good[line_start..]).chars().count() + 1;
        anyhow::anyhow!("{shown}: line {line}, column {column}: this is not text (UTF-8)")
    })?;
    // Some editors put an invisible mark in front of a text.
    Ok(text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text))
}

/// Whether a file can be read and begins with these words.
pub(crate) fn begins_with(path: &Path, words: &str) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(words.len() as u64).read_to_end(&mut beginning));
    read.is_ok() && beginning == words.as_bytes()
}

/// Replaces a file by new content: after a crash at any moment there is the old file or the new one, never half of one.
pub(crate) fn write_whole(path: &Path, content: &str) -> anyhow::Result<()> {
    let written = if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        // A device or a pipe, such as /dev/stdout, is written to and never replaced.
        File::options().write(true).open(path).and_then(|mut file| file.write_all(content.as_bytes()))
    } else {
        replace(path, content)
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Finds out whether a file could be written there, so that nobody learns it only after a long game.
pub(crate) fn check_writable(path: &Path) -> anyhow::Result<()> {
    let trial = if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        File::options().write(true).open(path).map(|_| ())
    } else {
        let temporary = beside(path);
        File::create(&temporary).and_then(|_| fs::remove_file(&temporary))
    };
    trial.with_context(|| format!("cannot write {}", path.display()))
}

fn replace(path: &Path, content: &str) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let temporary = beside(path);
    let result = write_and_sync(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // What could not be finished is of no use; that it cannot be removed either changes nothing.
        let _ = fs::remove_file(&temporary);
        return result;
    }
    sync_folder(path);
    Ok(())
}

fn write_and_sync(path: &Path, content: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content.as_bytes())?;
    file.sync_all()
}

/// Makes the renaming itself durable. Not every system can open a folder for that, and then there is nothing to do.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// A hidden name in the same folder, so that renaming stays within one file system.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.duel");
        write_whole(&path, "old").unwrap();
        write_whole(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_does_not_exist_is_named() {
        let error = write_whole(Path::new("/nowhere/game.duel"), "").unwrap_err();
        assert!(error.to_string().contains("/nowhere/game.duel"), "{error}");
    }

    #[test]
    fn what_is_not_text_is_named_by_line_and_column() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.duel");
        fs::write(&path, b"[Game \"classic\"]\n12 \xff").unwrap();
        let error = read_text(&path, 100).unwrap_err().to_string();
        assert!(error.ends_with("line 2, column 4: this is not text (UTF-8)"), "{error}");
        assert!(read_text(&path, 10).unwrap_err().to_string().contains("too large"));
    }
}
