//! Files: one place that reads them, one that writes them whole or not at all, one that locks them.
//!
//! Whatever is read may come from somebody else, so it is bounded. Whatever is written is there as a whole, also after a crash
//! at any moment: a new file with a name that nobody can have foreseen, synced, renamed, and its folder synced too.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use etcetera::BaseStrategy;
use tempfile::NamedTempFile;

use crate::signals::before_the_end;

/// As much is read from a pipe at most: nobody knows beforehand how much will come.
const PIPE_BYTES: usize = 1 << 26;
/// What the name of every file ends with that is not in its place yet.
pub(crate) const DRAFT: &str = "tmp";

/// Where this user's games and puzzles are kept.
pub(crate) fn data_folder() -> anyhow::Result<PathBuf> {
    let folders = etcetera::choose_base_strategy().context("there is no home folder to keep anything in")?;
    Ok(folders.data_dir().join("divisor-duel"))
}

/// Where this user's settings are kept.
pub(crate) fn settings_folder() -> anyhow::Result<PathBuf> {
    let folders = etcetera::choose_base_strategy().context("there is no home folder to keep anything in")?;
    Ok(folders.config_dir().join("divisor-duel"))
}

/// Makes a folder and those above it, so that they are there after a crash too.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    let make = || -> io::Result<()> {
        let missing: Vec<&Path> = path.ancestors().take_while(|folder| !folder.is_dir()).collect();
        fs::create_dir_all(path)?;
        missing.into_iter().try_for_each(|made| sync_folder(folder_of(made)))
    };
    make().with_context(|| format!("cannot make the folder {}", path.display()))
}

/// A file that is being read: once and from its beginning, so that a pipe will do.
pub(crate) struct Reading {
    path: PathBuf,
    file: File,
    /// How long it is, where that is known.
    length: Option<u64>,
    bytes: Vec<u8>,
}

impl Reading {
    /// Opens a file or a pipe. Until something comes through a pipe, this waits.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Reading> {
        Reading::begin(path, File::open(path))
    }

    /// Opens a file of our own: nothing that is no file is waited for, and no link is followed.
    pub(crate) fn open_own(path: &Path) -> anyhow::Result<Reading> {
        if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
            bail!("cannot read {}: it is a link", path.display());
        }
        let reading = Reading::begin(path, plainly(OpenOptions::new().read(true)).open(path))?;
        match reading.length {
            Some(_) => Ok(reading),
            None => bail!("cannot read {}: it is not a file", path.display()),
        }
    }

    /// Goes on with a file that is open.
    pub(crate) fn of(path: &Path, file: &File) -> anyhow::Result<Reading> {
        Reading::begin(path, file.try_clone())
    }

    fn begin(path: &Path, file: io::Result<File>) -> anyhow::Result<Reading> {
        let opened = file.and_then(|file| Ok((file.metadata()?, file)));
        let (metadata, file) = opened.with_context(|| format!("cannot read {}", path.display()))?;
        let length = match is_endless(&metadata) {
            Some(what) => bail!("cannot read {}: it is {what}", path.display()),
            None => metadata.is_file().then_some(metadata.len()),
        };
        Ok(Reading { path: path.into(), file, length, bytes: Vec::new() })
    }

    /// Whether it begins with these words.
    pub(crate) fn begins_with(&mut self, words: &str) -> anyhow::Result<bool> {
        self.read_to(words.len())?;
        Ok(self.bytes.starts_with(words.as_bytes()))
    }

    fn read_to(&mut self, most: usize) -> anyhow::Result<()> {
        let more = most.saturating_sub(self.bytes.len()) as u64;
        let read = (&self.file).take(more).read_to_end(&mut self.bytes);
        read.map(drop).with_context(|| format!("cannot read {}", self.path.display()))
    }

    /// All of it, at most so many bytes.
    pub(crate) fn bytes(mut self, limit: usize) -> anyhow::Result<Vec<u8>> {
        let limit = if self.length.is_some() { limit } else { limit.min(PIPE_BYTES) };
        let is_within = |length: u64| length <= limit as u64;
        if self.length.is_none_or(is_within) {
            self.read_to(limit.saturating_add(1))?;
        }
        if !self.length.is_none_or(is_within) || !is_within(self.bytes.len() as u64) {
            let shown = self.path.display();
            bail!("{shown}: line 1, column 1: this file is too large, the limit is {limit} bytes");
        }
        Ok(self.bytes)
    }

    /// Whatever comes, as it comes, until there were more than so many bytes; and how many there are, where that is known.
    pub(crate) fn stream(self, limit: u64) -> (impl Read, Option<u64>) {
        (io::Cursor::new(self.bytes).chain(self.file).take(limit), self.length)
    }

    /// All of it as text, at most so many bytes.
    pub(crate) fn text(self, limit: usize) -> anyhow::Result<String> {
        let path = self.path.clone();
        let text = String::from_utf8(self.bytes(limit)?).map_err(|error| {
            let (good, _) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let line_start = good.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let column = String::from_utf8_lossy(&good[line_start..]).chars().count() + 1;
            anyhow::anyhow!("{}: line {line}, column {column}: this is not text (UTF-8)", path.display())
        })?;
        // Some editors put an invisible mark in front of a text.
        Ok(text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text))
    }
}

/// Reads a text of at most `limit` bytes.
pub(crate) fn read_text(path: &Path, limit: usize) -> anyhow::Result<String> {
    Reading::open(path)?.text(limit)
}

/// Whether a file can be read and begins with these words.
pub(crate) fn begins_with(path: &Path, words: &str) -> bool {
    Reading::open(path).and_then(|mut reading| reading.begins_with(words)).unwrap_or(false)
}

/// Replaces a file by new content: after a crash at any moment there is the old file or the new one, never half of one.
pub(crate) fn write_whole(path: &Path, content: &str) -> anyhow::Result<()> {
    replace_with(path, |out| out.write_all(content.as_bytes()))
}

/// The same for what nobody but this user may read.
pub(crate) fn write_private(path: &Path, content: &str) -> anyhow::Result<()> {
    let written = Draft::of_user(folder_of(path)).and_then(|mut draft| {
        draft.write(|out| out.write_all(content.as_bytes()))?;
        draft.replace(path).map(drop)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces a file by what is written, as a whole. Where a link stands under its name, the link is replaced.
pub(crate) fn replace_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    replace(path, |_| Ok(()), write)
}

/// The same for what takes so long to be written that somebody may stop it: nothing of it stays then.
pub(crate) fn replace_in_time(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let forget = |draft: &Draft| {
        let draft = draft.file.path().to_path_buf();
        // What cannot be removed any more is in its place already.
        before_the_end(move || drop(fs::remove_file(draft)))
    };
    replace(path, forget, write)
}

fn replace(
    path: &Path,
    prepare: impl FnOnce(&Draft) -> io::Result<()>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let written = match open_stream(path) {
        Some(stream) => stream.and_then(|mut stream| write(&mut stream)),
        None => Draft::new(folder_of(path)).and_then(|mut draft| {
            prepare(&draft)?;
            draft.write(write)?;
            draft.replace(path).map(drop)
        }),
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that must not be there yet, as a whole. Whatever has come there meanwhile is left alone.
pub(crate) fn write_new(path: &Path, content: &str) -> anyhow::Result<()> {
    let written = Draft::new(folder_of(path)).and_then(|mut draft| {
        draft.write(|out| out.write_all(content.as_bytes()))?;
        draft.put_at(path).map(drop).map_err(|(error, _)| error)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Finds out whether a file could be written there, so that nobody learns it only after a long game.
pub(crate) fn check_writable(path: &Path) -> anyhow::Result<()> {
    let trial = match open_stream(path) {
        Some(stream) => stream.map(drop),
        None => Draft::new(folder_of(path)).map(drop),
    };
    trial.with_context(|| format!("cannot write {}", path.display()))
}

/// Whether something that is neither a file nor a folder stands there, such as /dev/stdout: it is written to, never replaced.
pub(crate) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

fn open_stream(path: &Path) -> Option<io::Result<File>> {
    is_stream(path).then(|| write_to_stream(path))
}

/// A pipe that nobody reads is refused instead of waited for.
#[cfg(unix)]
fn write_to_stream(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let nonblocking = rustix::fs::OFlags::NONBLOCK.bits() as i32;
    let stream = File::options().write(true).custom_flags(nonblocking).open(path)?;
    rustix::io::ioctl_fionbio(&stream, false)?;
    Ok(stream)
}

#[cfg(not(unix))]
fn write_to_stream(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// A file that is not in its place yet. It is gone again unless it gets there.
pub(crate) struct Draft {
    file: NamedTempFile,
}

impl Draft {
    /// A new file in this folder. Its name is chance, so nobody can have put a file or a link there, and no two machines that
    /// share a folder meet.
    pub(crate) fn new(folder: &Path) -> io::Result<Draft> {
        Draft::with_mode(folder, 0o666)
    }

    /// The same for nobody but this user to read.
    fn of_user(folder: &Path) -> io::Result<Draft> {
        Draft::with_mode(folder, 0o600)
    }

    #[cfg_attr(not(unix), expect(unused_variables, reason = "files elsewhere have no mode"))]
    fn with_mode(folder: &Path, mode: u32) -> io::Result<Draft> {
        let suffix = format!(".{DRAFT}");
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(&suffix).rand_bytes(12);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        Ok(Draft { file: builder.tempfile_in(folder).map_err(without_path)? })
    }

    /// Takes a lock, which whoever opens the file in its place will find. Not every file system has locks.
    pub(crate) fn lock(&self) {
        let _ = self.file.as_file().try_lock();
    }

    /// Writes, and makes sure that it is on disk.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = io::BufWriter::new(self.file.as_file_mut());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        self.file.as_file().sync_all()
    }

    /// Puts the file in the place of another, or of nothing.
    pub(crate) fn replace(self, path: &Path) -> io::Result<File> {
        // Whoever may read the old one may read the new one.
        if let Some(old) = fs::symlink_metadata(path).ok().filter(Metadata::is_file) {
            self.file.as_file().set_permissions(old.permissions())?;
        }
        let file = self.file.persist(path).map_err(|failed| failed.error)?;
        sync_folder(folder_of(path))?;
        Ok(file)
    }

    /// Puts the file where nothing is; otherwise it comes back with the reason.
    pub(crate) fn put_at(self, path: &Path) -> Result<File, (io::Error, Option<Draft>)> {
        let file = match self.file.persist_noclobber(path) {
            Err(failed) => return Err((failed.error, Some(Draft { file: failed.file }))),
            Ok(file) => file,
        };
        sync_folder(folder_of(path)).map_err(|error| (error, None))?;
        Ok(file)
    }
}

/// The error itself: the name of a draft is of no use to anybody.
fn without_path(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, "there is no such folder"),
        ErrorKind::NotADirectory => io::Error::new(ErrorKind::NotADirectory, "that is not a folder"),
        kind @ (ErrorKind::PermissionDenied | ErrorKind::StorageFull | ErrorKind::ReadOnlyFilesystem) => kind.into(),
        _ => error,
    }
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != OsStr::new("")).unwrap_or(Path::new("."))
}

/// Makes what was done in a folder durable. Not every system can open a folder or sync it, and then there is nothing to do.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    let Ok(open) = File::open(folder) else { return Ok(()) };
    match open.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}

/// Opens a file of ours and locks it; `None` when somebody else has it. A file can be replaced between the two, and then the
/// lock is on one that nobody sees any more: so it is compared with what stands there.
pub(crate) fn lock(path: &Path, options: &mut OpenOptions) -> io::Result<Option<File>> {
    loop {
        let file = plainly(options).open(path)?;
        // On a file system without locks two windows can open one game; the last to save has it.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(None);
        }
        if is_same(&file.metadata()?, &fs::symlink_metadata(path)?) {
            return Ok(Some(file));
        }
    }
}

/// Whether somebody has locked a file of ours.
pub(crate) fn is_locked(path: &Path) -> bool {
    let file = plainly(File::options().read(true)).open(path);
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Opens a file to write at its end, and makes it if it is not there; anything that is no file is refused.
pub(crate) fn open_to_append(path: &Path) -> io::Result<File> {
    let file = plainly(File::options().create(true).append(true)).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(ErrorKind::InvalidInput.into()) }
}

/// Locks a file that is there for nothing else, when nobody else has it any more; it is made if it is not there.
pub(crate) fn wait_for_lock(path: &Path) -> io::Result<File> {
    let file = open_to_append(path)?;
    file.lock()?;
    Ok(file)
}

/// Follows no link, and waits for nobody.
#[cfg(unix)]
fn plainly(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    options.custom_flags(flags.bits() as i32)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// What something is that can be read without ever coming to an end, or not at all.
#[cfg(unix)]
fn is_endless(metadata: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    match () {
        () if kind.is_dir() => Some("a folder"),
        // A terminal is a device too; nobody types a record.
        () if kind.is_char_device() || kind.is_block_device() => Some("a device"),
        () => None,
    }
}

#[cfg(not(unix))]
fn plainly(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(not(unix))]
fn is_endless(_: &Metadata) -> Option<&'static str> {
    None
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

    #[cfg(unix)]
    #[test]
    fn fault_48_a_link_is_replaced_and_never_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let (mine, path) = (folder.path().join("mine"), folder.path().join("game.duel"));
        fs::write(&mine, "mine").unwrap();
        std::os::unix::fs::symlink(&mine, &path).unwrap();
        write_whole(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn fault_48_nobody_can_foresee_the_name_of_a_draft_and_it_is_no_file_that_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let drafts: Vec<Draft> = (0..20).map(|_| Draft::new(folder.path()).unwrap()).collect();
        let names: std::collections::HashSet<_> = drafts.iter().map(|draft| draft.file.path().to_owned()).collect();
        assert_eq!(names.len(), 20);
        assert!(names.iter().all(|name| !name.to_string_lossy().contains(&std::process::id().to_string())));
        drop(drafts);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn fault_48_a_new_file_never_takes_the_place_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.duel");
        fs::write(&path, "mine").unwrap();
        assert!(write_new(&path, "new").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "and nothing is left beside it");
    }

    #[test]
    fn fault_48_whoever_locks_a_file_has_the_one_that_stands_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.duel");
        let save = || {
            let mut draft = Draft::new(folder.path()).unwrap();
            draft.lock();
            draft.write(|out| out.write_all(b"x")).unwrap();
            draft.replace(&path).unwrap()
        };
        let first = save();
        // Another window has opened the file, and before it locks it the game is saved again: the old lock is let go.
        let opened = File::open(&path).unwrap();
        let second = save();
        drop(first);
        assert!(opened.try_lock().is_ok(), "the file that was there before can be locked by anybody");
        assert!(lock(&path, File::options().read(true)).unwrap().is_none(), "and the one that is there cannot");
        drop(second);
        assert!(lock(&path, File::options().read(true)).unwrap().is_some());
    }

    #[cfg(unix)]
    #[test]
    fn fault_47_what_has_no_end_is_not_read() {
        let error = read_text(Path::new("/dev/zero"), 100).unwrap_err().to_string();
        assert_eq!(error, "cannot read /dev/zero: it is a device");
        assert_eq!(read_text(Path::new("/"), 100).unwrap_err().to_string(), "cannot read /: it is a folder");
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
