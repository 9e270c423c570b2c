//! Unfinished games, kept in the user's data folder as they go.
//!
//! A game is a file `N.duel`. Whoever plays it holds a lock on the file, which the system lets go of when the process
//! ends in whatever way. Every save writes a new file, locks it, and puts it in the old one's place.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use duel::{RECORD_BYTES, Record};

use crate::failure::tell;
use crate::files;

/// A temporary file this old was left behind by a process that is gone.
const STALE: Duration = Duration::from_secs(3_600);

/// The folder of unfinished games.
pub(crate) struct Store {
    folder: PathBuf,
}

/// An unfinished game in the store.
pub(crate) struct Saved {
    pub(crate) id: u32,
    /// The game, or what is wrong with its file.
    pub(crate) record: anyhow::Result<Record>,
    pub(crate) saved: SystemTime,
    pub(crate) is_open: bool,
}

/// The file of the game that is being played, locked.
pub(crate) struct Claim {
    pub(crate) id: u32,
    _lock: File,
}

impl Store {
    /// The store of this user. The folder is made when the first game is saved.
    pub(crate) fn of_user() -> anyhow::Result<Store> {
        Ok(Store { folder: files::data_folder()?.join("games") })
    }

    /// A store in any folder.
    #[cfg(test)]
    pub(crate) fn at(folder: PathBuf) -> Store {
        Store { folder }
    }

    fn path(&self, id: u32) -> PathBuf {
        self.folder.join(format!("{id}.duel"))
    }

    /// All unfinished games, the newest first.
    pub(crate) fn list(&self) -> anyhow::Result<Vec<Saved>> {
        let mut games = Vec::new();
        for id in self.ids()? {
            let path = self.path(id);
            let record = self.read(id);
            let saved = fs::metadata(&path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            let is_open =
                File::open(&path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
            games.push(Saved { id, record, saved, is_open });
        }
        games.sort_by_key(|game| (std::cmp::Reverse(game.saved), std::cmp::Reverse(game.id)));
        Ok(games)
    }

    /// A saved game.
    pub(crate) fn read(&self, id: u32) -> anyhow::Result<Record> {
        let path = self.path(id);
        let text = files::read_text(&path, RECORD_BYTES)?;
        text.parse().map_err(|error: duel::RecordError| anyhow::anyhow!("{}: {error}", path.display()))
    }

    fn ids(&self) -> anyhow::Result<Vec<u32>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.with_context(|| format!("cannot read the folder {}", self.folder.display()))?,
        };
        let id = |name: &str| name.strip_suffix(".duel").and_then(|stem| stem.parse().ok());
        Ok(entries.filter_map(|entry| entry.ok()?.file_name().to_str().and_then(id)).collect())
    }

    /// Takes a saved game for this process.
    pub(crate) fn claim(&self, id: u32) -> anyhow::Result<Claim> {
        let lock = match File::open(self.path(id)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => anyhow::bail!("there is no unfinished game {id}"),
            other => other.with_context(|| format!("cannot open game {id}"))?,
        };
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => anyhow::bail!("game {id} is being played in another window"),
            // On a file system without locks two windows can play one game; the last to save has it.
            _ => Ok(Claim { id, _lock: lock }),
        }
    }

    /// Removes a saved game.
    pub(crate) fn forget(&self, id: u32) -> anyhow::Result<()> {
        fs::remove_file(self.path(id)).with_context(|| format!("cannot remove game {id}"))
    }

    /// Saves a game under its number, or under a new one.
    fn save(&self, claim: Option<&Claim>, text: &str) -> anyhow::Result<Claim> {
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))?;
        let temporary = self.folder.join(format!(".{}.tmp", std::process::id()));
        let saved = self.put(claim.map(|claim| claim.id), &temporary, text);
        if saved.is_err() || claim.is_none() {
            // Of no use any more: either it could not be finished, or the game has a name of its own.
            let _ = fs::remove_file(&temporary);
        }
        let (id, lock) = saved.with_context(|| format!("cannot save in {}", self.folder.display()))?;
        if let Ok(folder) = File::open(&self.folder) {
            let _ = folder.sync_all();
        }
        Ok(Claim { id, _lock: lock })
    }

    fn put(&self, id: Option<u32>, temporary: &Path, text: &str) -> io::Result<(u32, File)> {
        let mut file = File::create(temporary)?;
        // Locked before anybody can see it under the game's name.
        let _ = file.try_lock();
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        if let Some(id) = id {
            fs::rename(temporary, self.path(id))?;
            return Ok((id, file));
        }
        self.clean_up();
        let mut id = self.ids().unwrap_or_default().into_iter().max().unwrap_or(0) + 1;
        // A link never replaces a file, so of two windows that want the same number one goes on to the next.
        while let Err(error) = fs::hard_link(temporary, self.path(id)) {
            if error.kind() != io::ErrorKind::AlreadyExists {
                fs::rename(temporary, self.path(id))?;
                break;
            }
            id += 1;
        }
        Ok((id, file))
    }

    /// Removes what processes that were killed while saving left behind.
    fn clean_up(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten().filter(|entry| entry.path().extension().is_some_and(|kind| kind == "tmp")) {
            let modified = entry.metadata().and_then(|file| file.modified());
            if modified.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > STALE)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Keeps the game that is being played: shared with whoever has to save it when the process is told to stop.
#[derive(Clone)]
pub(crate) struct Keeper {
    state: Arc<Mutex<Kept>>,
}

struct Kept {
    store: anyhow::Result<Store>,
    claim: Option<Claim>,
    /// The game as it stands; `None` when there is none to keep.
    text: Option<String>,
    is_saved: bool,
    complaint: Option<String>,
}

impl Keeper {
    pub(crate) fn new(store: anyhow::Result<Store>, claim: Option<Claim>) -> Keeper {
        let kept = Kept { store, claim, text: None, is_saved: false, complaint: None };
        Keeper { state: Arc::new(Mutex::new(kept)) }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers the game as it stands; it is saved when the players leave.
    pub(crate) fn note(&self, record: &Record) {
        let mut kept = self.kept();
        kept.text = Some(record.to_string());
        kept.is_saved = false;
    }

    /// Saves the game as it stands. When that fails the game goes on, and the reason is told once.
    pub(crate) fn keep(&self, record: &Record) {
        if let Some(complaint) = self.keep_quietly(record) {
            tell(&format!("warning: the game goes on, but it is not saved: {complaint}"));
        }
    }

    /// Saves the game as it stands; when that fails, the reason, once.
    pub(crate) fn keep_quietly(&self, record: &Record) -> Option<String> {
        self.note(record);
        let mut kept = self.kept();
        let complaint = kept.save().err().map(|error| format!("{error:#}"));
        let is_new = kept.complaint != complaint;
        kept.complaint.clone_from(&complaint);
        complaint.filter(|_| is_new)
    }

    /// The number under which the game is saved now.
    pub(crate) fn save(&self) -> anyhow::Result<u32> {
        self.kept().save()
    }

    /// The game is over: nothing is left to resume.
    pub(crate) fn finished(&self) {
        let mut kept = self.kept();
        kept.text = None;
        if let (Ok(store), Some(claim)) = (&kept.store, &kept.claim) {
            // A finished game that cannot be removed shows up in the list as finished, and can be forgotten there.
            let _ = store.forget(claim.id);
        }
        kept.claim = None;
    }

    /// Saves the game for people who leave, and tells them how to come back; false when that failed.
    pub(crate) fn leave(&self) -> bool {
        let mut kept = self.kept();
        if kept.text.is_none() {
            return true;
        }
        match kept.save() {
            Ok(id) => tell(&format!("The game is saved. Take it up again with: divisor-duel resume {id}")),
            Err(error) => {
                tell(&format!("error: the game could not be saved: {error:#}"));
                return false;
            }
        }
        true
    }
}

impl Kept {
    fn save(&mut self) -> anyhow::Result<u32> {
        let store = self.store.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"))?;
        let text = self.text.as_deref().context("there is no game to save")?;
        let claim = match self.claim.take() {
            Some(claim) if self.is_saved => claim,
            before => match store.save(before.as_ref(), text) {
                Ok(claim) => claim,
                Err(error) => {
                    self.claim = before;
                    return Err(error);
                }
            },
        };
        let id = claim.id;
        self.claim = Some(claim);
        self.is_saved = true;
        Ok(id)
    }
}
