//! Unfinished games, kept in the user's data folder as they go.
//!
//! A game is a file `N.duel`. Whoever plays it holds a lock on the file, which the system lets go of when the process
//! ends in whatever way. Every save writes a new file, locks it, and puts it in the old one's place.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use duel::record::RECORD_BYTES;
use duel::{Record, Session};

use crate::failure::tell;
use crate::store::files::{self, Draft};
use crate::store::history::{History, Listing};
use crate::words::{self, say};

/// A temporary file this old was left behind by a process that is gone.
const STALE: Duration = Duration::from_secs(3_600);

/// The folder of unfinished games.
pub(crate) struct Store {
    folder: PathBuf,
}

/// An unfinished game in the store.
pub(crate) struct Unfinished {
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
        Ok(Store { folder: Store::folder_of_user()? })
    }

    pub(crate) fn folder_of_user() -> anyhow::Result<PathBuf> {
        Ok(files::data_folder()?.join("games"))
    }

    /// A store in any folder.
    #[cfg(test)]
    pub(crate) fn at(folder: PathBuf) -> Store {
        Store { folder }
    }

    /// Where games go when they are finished: beside those that are not.
    pub(crate) fn history(&self) -> History {
        History::in_folder(self.folder.with_file_name("history"))
    }

    fn path(&self, id: u32) -> PathBuf {
        self.folder.join(format!("{id}.duel"))
    }

    /// All unfinished games, the newest first.
    pub(crate) fn list(&self) -> anyhow::Result<Vec<Unfinished>> {
        let mut games = Vec::new();
        for id in self.ids()? {
            let path = self.path(id);
            let record = self.read(id);
            let saved = fs::metadata(&path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            let is_open = files::is_locked(&path);
            games.push(Unfinished { id, record, saved, is_open });
        }
        games.sort_by_key(|game| (std::cmp::Reverse(game.saved), std::cmp::Reverse(game.id)));
        Ok(games)
    }

    /// A saved game.
    pub(crate) fn read(&self, id: u32) -> anyhow::Result<Record> {
        let path = self.path(id);
        let text = files::Reading::open_own(&path)?.text(RECORD_BYTES)?;
        text.parse().map_err(|error: duel::TextError| {
            anyhow::Error::msg(words::both().wrong_in_file(&path.display(), &say(&error)))
        })
    }

    fn ids(&self) -> anyhow::Result<Vec<u32>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.with_context(|| format!("cannot read the folder {}", self.folder.display()))?,
        };
        // A number as we write it: 007 is nobody's.
        let id = |name: &str| {
            let stem = name.strip_suffix(".duel")?;
            stem.parse().ok().filter(|id: &u32| id.to_string() == stem)
        };
        Ok(entries.filter_map(|entry| entry.ok()?.file_name().to_str().and_then(id)).collect())
    }

    /// Takes a saved game for this process.
    pub(crate) fn claim(&self, id: u32) -> anyhow::Result<Claim> {
        match files::lock(&self.path(id), File::options().read(true)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(words::both().no_such_game(id)),
            Err(error) => Err(error).with_context(|| format!("cannot open game {id}")),
            Ok(None) => bail!(words::both().open_elsewhere(id)),
            Ok(Some(lock)) => Ok(Claim { id, _lock: lock }),
        }
    }

    /// Removes a saved game.
    pub(crate) fn forget(&self, id: u32) -> anyhow::Result<()> {
        fs::remove_file(self.path(id)).with_context(|| format!("cannot remove game {id}"))
    }

    /// Saves a game under its number, or under a new one.
    fn save(&self, claim: Option<&Claim>, text: &str) -> anyhow::Result<Claim> {
        files::make_folder(&self.folder)?;
        let saved = self.put(claim.map(|claim| claim.id), text);
        let (id, lock) = saved.with_context(|| format!("cannot save in {}", self.folder.display()))?;
        Ok(Claim { id, _lock: lock })
    }

    fn put(&self, id: Option<u32>, text: &str) -> io::Result<(u32, File)> {
        let mut draft = Draft::new(&self.folder)?;
        // Locked before anybody can see it under the game's name.
        draft.lock();
        draft.write(|out| out.write_all(text.as_bytes()))?;
        if let Some(id) = id {
            return Ok((id, draft.replace(&self.path(id))?));
        }
        self.clean_up();
        let mut id = self.ids().unwrap_or_default().into_iter().max().unwrap_or(0);
        loop {
            // A new game never takes the place of another, so of two windows that want the same number one goes on to the next.
            id = id.checked_add(1).ok_or_else(|| io::Error::other("no number is left for a new game"))?;
            draft = match draft.put_at(&self.path(id)) {
                Ok(file) => return Ok((id, file)),
                Err((error, Some(draft))) if error.kind() == io::ErrorKind::AlreadyExists => draft,
                Err((error, _)) => return Err(error),
            };
        }
    }

    /// Removes what processes that were killed while saving left behind.
    fn clean_up(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten().filter(|entry| entry.path().extension().is_some_and(|kind| kind == files::DRAFT))
        {
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
    state: Arc<Mutex<State>>,
}

struct State {
    store: anyhow::Result<Store>,
    claim: Option<Claim>,
    /// The game as it stands; `None` when there is none to keep.
    game: Option<Noted>,
    is_saved: bool,
    /// Why the game could not be saved the last time.
    complaint: Option<String>,
}

struct Noted {
    text: String,
    /// Whether nothing of it is left to play.
    is_over: bool,
}

/// Whether a game that was to be saved is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Saving {
    /// It is, as before.
    Works,
    /// It is, after some time in which it was not.
    WorksAgain,
    /// It is not, for this reason.
    Fails(String),
    /// It is not, and the reason has been said.
    StillFails,
}

impl Keeper {
    pub(crate) fn new(store: anyhow::Result<Store>, claim: Option<Claim>) -> Keeper {
        let kept = State { store, claim, game: None, is_saved: false, complaint: None };
        Keeper { state: Arc::new(Mutex::new(kept)) }
    }

    fn kept(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers the game as it stands; it is saved when the players leave.
    pub(crate) fn note(&self, record: &Record, is_over: bool) {
        self.kept().note(record, is_over);
    }

    /// Saves the game as it stands, before anybody is told. When that fails the game goes on, and whoever plays is to hear of
    /// it.
    pub(crate) fn keep(&self, record: &Record, is_over: bool) -> Saving {
        let mut kept = self.kept();
        kept.note(record, is_over);
        let before = kept.complaint.take();
        kept.complaint = kept.save().err().map(|error| format!("{error:#}"));
        match (before, &kept.complaint) {
            (None, None) => Saving::Works,
            (Some(_), None) => Saving::WorksAgain,
            (Some(before), Some(now)) if before == *now => Saving::StillFails,
            (_, Some(now)) => Saving::Fails(now.clone()),
        }
    }

    /// Whether the game was to be saved and is not.
    pub(crate) fn is_failing(&self) -> bool {
        self.kept().complaint.is_some()
    }

    /// The number under which the game is saved now.
    pub(crate) fn save(&self) -> anyhow::Result<u32> {
        self.kept().save()
    }

    /// Saves a game beside the one that is being played, so that something else can become of it; its number.
    pub(crate) fn set_aside(&self, record: &Record) -> anyhow::Result<u32> {
        let kept = self.kept();
        let store = kept.store.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"))?;
        Ok(store.save(None, &record.to_string())?.id)
    }

    /// Saves the game and parts with it: it stays under this number, and what is played next has a place of its own.
    pub(crate) fn part_with(&self, record: &Record) -> anyhow::Result<u32> {
        let mut kept = self.kept();
        kept.note(record, false);
        let id = kept.save()?;
        (kept.game, kept.claim, kept.is_saved) = (None, None, false);
        Ok(id)
    }

    /// The finished games, as far as they can be read.
    pub(crate) fn finished_games(&self) -> Listing {
        let kept = self.kept();
        kept.store.as_ref().ok().and_then(|store| store.history().list().ok()).unwrap_or_default()
    }

    /// Keeps a round that is over among the finished games. Where nothing can be kept at all, whoever plays has been told.
    pub(crate) fn keep_finished(&self, session: &Session) -> anyhow::Result<()> {
        let kept = self.kept();
        let store = kept.store.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"));
        let finished = store.and_then(|store| store.history().keep(session).map(drop));
        finished.or_else(|error| if kept.complaint.is_some() { Ok(()) } else { Err(error) })
    }

    /// The game is over, or has not begun: nothing is left to resume.
    pub(crate) fn finished(&self) {
        let mut kept = self.kept();
        kept.game = None;
        if let (Ok(store), Some(claim)) = (&kept.store, &kept.claim) {
            // A finished game that cannot be removed shows up in the list as finished, and can be forgotten there.
            let _ = store.forget(claim.id);
        }
        kept.claim = None;
    }

    /// The game is over, and stays where it is.
    pub(crate) fn let_go(&self) {
        self.kept().game = None;
    }

    /// Saves the game for people who leave, and tells them how to come back; false when that failed.
    pub(crate) fn leave(&self) -> bool {
        let mut kept = self.kept();
        let Some(game) = &kept.game else { return true };
        let is_over = game.is_over;
        match kept.save() {
            Ok(id) if is_over => tell(&words::both().left_at_the_end(id)),
            Ok(id) => tell(&words::both().left(id)),
            Err(error) => {
                tell(&words::both().left_unsaved(&format!("{error:#}")));
                return false;
            }
        }
        true
    }
}

impl State {
    fn note(&mut self, record: &Record, is_over: bool) {
        self.game = Some(Noted { text: record.to_string(), is_over });
        self.is_saved = false;
    }

    fn save(&mut self) -> anyhow::Result<u32> {
        let store = self.store.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"))?;
        let game = self.game.as_ref().context("there is no game to save")?;
        let claim = match self.claim.take() {
            Some(claim) if self.is_saved => claim,
            before => match store.save(before.as_ref(), &game.text) {
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
