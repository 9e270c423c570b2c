//! The seats that this device has in live games: a small file for each game, for nobody else to read. The token by which the server
//! knows us is in it before the server has heard of it, so that whatever happens then, the seat is ours. How a game stood when it was
//! seen last is in it as long as it is not over, so that somebody finds the way back to it.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use anyhow::{Context, bail};
use duel::record::RECORD_BYTES;
use duel::{Id, Record, Seat};

use crate::store::files;
use crate::words::{self, say};

/// What the first line of a file begins with; the version follows.
const HEADER: &str = "divisor-duel seats ";
/// What we write. In version 1 there was nothing but seats.
const VERSION: u32 = 2;
/// A file that is larger is not read: a game has two seats and a record.
const BYTES: usize = (64 << 10) + RECORD_BYTES;
const KIND: &str = "seats";
/// Between a server and a game of it.
const GAME_AT: &str = "/#/live/";

/// A seat that somebody at this device has taken, or is about to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// What the server knows us by.
    pub(crate) token: String,
    /// The secret that took the seat.
    pub(crate) secret: String,
    /// Which seat it is; unknown until the server has said it.
    pub(crate) seat: Option<Seat>,
}

/// A game that was not over when it was seen last.
pub(crate) struct Ongoing {
    /// Where it is.
    pub(crate) link: String,
    /// How it stood, or what is wrong with that.
    pub(crate) record: anyhow::Result<Record>,
    pub(crate) seen: SystemTime,
}

/// What is in the file of a game.
#[derive(Clone, Default, PartialEq, Eq)]
struct Contents {
    seats: Vec<Taken>,
    /// How the game stood, as a record; empty when it is over.
    ongoing: String,
}

/// The file of a game.
#[derive(Clone)]
pub(crate) struct SeatsFile {
    path: PathBuf,
    /// Whose game it is: a token goes to nobody else.
    server: String,
    id: Id,
}

impl SeatsFile {
    pub(crate) fn of_user(server: &str, id: &Id) -> anyhow::Result<SeatsFile> {
        Ok(SeatsFile::in_folder(folder_of_user()?, server, id))
    }

    fn in_folder(folder: PathBuf, server: &str, id: &Id) -> SeatsFile {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' };
        let name: String = server.chars().map(plain).collect();
        SeatsFile { path: folder.join(format!("{name}-{id}.{KIND}")), server: server.into(), id: id.clone() }
    }

    /// The seats of this game, the last one last. A file that cannot be understood is left alone.
    pub(crate) fn read(&self) -> anyhow::Result<Vec<Taken>> {
        Ok(self.contents()?.seats)
    }

    fn contents(&self) -> anyhow::Result<Contents> {
        if !self.path.exists() {
            return Ok(Contents::default());
        }
        let (game, contents) = read_file(&self.path)?;
        if game != self.of_game() {
            bail!(words::both().seats_damaged(&self.path.display()));
        }
        Ok(contents)
    }

    /// Keeps a seat, in the place of what was kept of it.
    pub(crate) fn keep(&self, taken: &Taken) -> anyhow::Result<()> {
        self.change(|contents| {
            contents.seats.retain(|other| other.secret != taken.secret);
            contents.seats.push(taken.clone());
        })
    }

    /// Forgets a seat that nobody has given us.
    pub(crate) fn forget(&self, taken: &Taken) -> anyhow::Result<()> {
        self.change(|contents| contents.seats.retain(|other| other.token != taken.token))
    }

    /// Keeps how a game stands; nothing of one that is over.
    pub(crate) fn saw(&self, ongoing: Option<&Record>) -> anyhow::Result<()> {
        self.change(|contents| contents.ongoing = ongoing.map(ToString::to_string).unwrap_or_default())
    }

    fn change(&self, change: impl Fn(&mut Contents)) -> anyhow::Result<()> {
        // Of a game that is only watched, or that there is not, nothing is kept.
        if self.changed(&change)?.is_none() {
            return Ok(());
        }
        files::make_folder(files::folder_of(&self.path))?;
        // Another window may take the other seat at the same moment. Where files cannot be locked the last one wins.
        let _lock = files::wait_for_lock(&self.path.with_extension("lock"));
        let Some(Contents { seats, ongoing }) = self.changed(&change)? else { return Ok(()) };
        if seats.is_empty() && ongoing.is_empty() {
            return Ok(fs::remove_file(&self.path)?);
        }
        let gap = if ongoing.is_empty() { "" } else { "\n" };
        let seats: String = seats.iter().map(written).collect();
        files::write_private(&self.path, &format!("{HEADER}{VERSION}\n{}\n{seats}{gap}{ongoing}", self.of_game()))
    }

    /// What would be in it then, if that is anything else.
    fn changed(&self, change: impl Fn(&mut Contents)) -> anyhow::Result<Option<Contents>> {
        let before = self.contents()?;
        let mut after = before.clone();
        change(&mut after);
        Ok((after != before).then_some(after))
    }

    fn of_game(&self) -> String {
        format!("game {} {}", self.server, self.id)
    }
}

pub(crate) fn folder_of_user() -> anyhow::Result<PathBuf> {
    Ok(files::data_folder()?.join("live"))
}

/// The games in which there is something to go on with, as far as their files can be read; what was seen last comes first.
pub(crate) fn ongoing(folder: &Path) -> anyhow::Result<Vec<Ongoing>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.with_context(|| format!("cannot read the folder {}", folder.display()))?,
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<Ongoing> = paths
        .filter(|path| path.extension().is_some_and(|kind| kind == KIND))
        .filter_map(|path| {
            let (game, Contents { ongoing, .. }) = read_file(&path).ok()?;
            let (server, id) = game.strip_prefix("game ")?.split_once(' ')?;
            let seen = path.metadata().and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            let record = ongoing.parse().map_err(|error: duel::TextError| anyhow::Error::msg(say(&error)));
            (!ongoing.is_empty()).then(|| Ongoing { link: format!("{server}{GAME_AT}{id}"), record, seen })
        })
        .collect();
    found.sort_by_key(|ongoing| std::cmp::Reverse(ongoing.seen));
    Ok(found)
}

/// What a game is called that stands at this place of them. Unfinished games of this device have numbers for names, which stay: nobody is
/// to delete one of them because a live game has come or gone.
pub(crate) fn label(at: usize) -> String {
    format!("L{}", at + 1)
}

/// The place of a game that is called so.
pub(crate) fn place_of(label: &str) -> Option<usize> {
    label.strip_prefix(['L', 'l'])?.parse::<usize>().ok()?.checked_sub(1)
}

/// Forgets how a game stood. The seat stays: its link still leads there.
pub(crate) fn forget(folder: &Path, link: &str) -> anyhow::Result<()> {
    let Some((server, id)) = link.split_once(GAME_AT) else { return Ok(()) };
    SeatsFile::in_folder(folder.into(), server, &id.parse()?).saw(None)
}

/// Which game a file is of, and what is in it.
fn read_file(path: &Path) -> anyhow::Result<(String, Contents)> {
    let text = files::Reading::open_own(path)?.text(BYTES)?;
    let damaged = || anyhow::Error::msg(words::both().seats_damaged(&path.display()));
    let version = text.lines().next().and_then(|line| line.strip_prefix(HEADER)).and_then(|it| it.parse().ok());
    if let Some(newer) = version.filter(|&version: &u32| version > VERSION) {
        bail!(words::both().seats_of_newer_version(&path.display(), newer, VERSION));
    }
    let (head, ongoing) = text.split_once("\n\n").unwrap_or((&text, ""));
    let mut lines = head.lines().skip(1);
    let game = lines.next().filter(|_| version.is_some()).ok_or_else(damaged)?;
    let seats = lines.map(|line| read_taken(line).ok_or_else(damaged)).collect::<anyhow::Result<_>>()?;
    Ok((game.into(), Contents { seats, ongoing: ongoing.into() }))
}

fn written(Taken { token, secret, seat }: &Taken) -> String {
    let seat = seat.map(|seat| format!(" {}", seat.number())).unwrap_or_default();
    format!("seat {token} {secret}{seat}\n")
}

fn read_taken(line: &str) -> Option<Taken> {
    let mut words = line.strip_prefix("seat ")?.split(' ');
    let (token, secret) = (words.next()?, words.next()?);
    let seat = match words.next() {
        None => None,
        Some(number) => Some(Seat::BOTH.into_iter().find(|seat| seat.number().to_string() == number)?),
    };
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_graphic());
    let is_whole = is_word(token) && is_word(secret) && words.next().is_none();
    is_whole.then(|| Taken { token: token.into(), secret: secret.into(), seat })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(token: &str, secret: &str, seat: Option<Seat>) -> Taken {
        Taken { token: token.into(), secret: secret.into(), seat }
    }

    #[test]
    fn a_seat_is_kept_for_this_user_and_this_game_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = |server, id: &str| SeatsFile::in_folder(folder.path().join("live"), server, &id.parse().unwrap());
        let own = file("http://[::1]:8017", "ab12");
        assert_eq!(own.read().unwrap(), []);
        // Nothing is written of nothing.
        own.saw(None).unwrap();
        assert!(!folder.path().join("live").exists());
        own.keep(&taken("t1", "s1", None)).unwrap();
        own.keep(&taken("t2", "s2", Some(Seat::Two))).unwrap();
        own.keep(&taken("t1", "s1", Some(Seat::One))).unwrap();
        assert_eq!(own.read().unwrap(), [taken("t2", "s2", Some(Seat::Two)), taken("t1", "s1", Some(Seat::One))]);
        own.forget(&taken("t2", "s2", None)).unwrap();
        assert_eq!(own.read().unwrap(), [taken("t1", "s1", Some(Seat::One))]);
        assert_eq!(file("http://[::1]:8018", "ab12").read().unwrap(), []);
        assert_eq!(file("http://[::1]:8017", "ab13").read().unwrap(), []);
        // Two servers whose names look alike in a file's.
        assert!(file("http://___1_:8017", "ab12").read().is_err());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(own.path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_damaged_file_is_told_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = SeatsFile::in_folder(folder.path().into(), "http://localhost", &"ab12".parse().unwrap());
        let damaged = "is damaged; without it nobody knows which seat is yours";
        for (version, rest, told) in [
            ("3", "", "is of version 3 of its format, and this program reads up to 2"),
            ("x", "", damaged),
            ("2", "seat t1\n", damaged),
            ("2", "seat  s1\n", damaged),
            ("2", "seat t1 s1 3\n", damaged),
            ("2", "seat t1 s1 1 x\n", damaged),
            ("1", "table t1 s1\n", damaged),
        ] {
            let text = format!("divisor-duel seats {version}\ngame http://localhost ab12\n{rest}");
            std::fs::write(&file.path, &text).unwrap();
            let error = file.keep(&taken("t2", "s2", None)).unwrap_err().to_string();
            assert!(error.ends_with(told), "{text}: {error}");
            assert_eq!(std::fs::read_to_string(&file.path).unwrap(), text);
            assert!(ongoing(folder.path()).unwrap().is_empty());
        }
    }

    #[test]
    fn a_game_that_is_not_over_is_found_again_and_one_that_is_leaves_its_seats() {
        let folder = tempfile::tempdir().unwrap();
        let own = SeatsFile::in_folder(folder.path().into(), "http://localhost:8017", &"ab12".parse().unwrap());
        // The format of the first version.
        std::fs::write(&own.path, "divisor-duel seats 1\ngame http://localhost:8017 ab12\nseat t1 s1 1\n").unwrap();
        assert!(ongoing(folder.path()).unwrap().is_empty());
        let record: Record = "[Format \"1\"]\n[Game \"evens\"]\n\n14\n".parse().unwrap();
        own.saw(Some(&record)).unwrap();
        own.keep(&taken("t2", "s2", None)).unwrap();
        let found = ongoing(folder.path()).unwrap();
        assert_eq!(found[0].link, "http://localhost:8017/#/live/ab12");
        assert_eq!(found[0].record.as_ref().unwrap().to_string(), record.to_string());
        forget(folder.path(), &found[0].link).unwrap();
        assert!(ongoing(folder.path()).unwrap().is_empty());
        assert_eq!(own.read().unwrap(), [taken("t1", "s1", Some(Seat::One)), taken("t2", "s2", None)]);
        // What cannot be read of how it stood costs nobody their seat.
        let text = std::fs::read_to_string(&own.path).unwrap();
        std::fs::write(&own.path, text + "\nnonsense\n").unwrap();
        assert!(ongoing(folder.path()).unwrap()[0].record.is_err());
        assert_eq!(own.read().unwrap().len(), 2);
    }
}
