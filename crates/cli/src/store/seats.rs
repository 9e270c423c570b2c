//! The seats that this device has in live games: a small file for each game, for nobody else to read. The token by which the server
//! knows us is in it before the server has heard of it, so that whatever happens then, the seat is ours.

use std::path::PathBuf;

use duel::{Id, Seat};

use crate::store::files;
use crate::words;

/// The first line of a file.
const HEADER: &str = "divisor-duel seats 1";
/// A file that is larger is not read: a game has two seats.
const BYTES: usize = 64 << 10;

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
        Ok(SeatsFile::in_folder(files::data_folder()?.join("live"), server, id))
    }

    fn in_folder(folder: PathBuf, server: &str, id: &Id) -> SeatsFile {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' };
        let name: String = server.chars().map(plain).collect();
        SeatsFile { path: folder.join(format!("{name}-{id}.seats")), server: server.into(), id: id.clone() }
    }

    /// The seats of this game, the last one last. A file that cannot be understood is left alone.
    pub(crate) fn read(&self) -> anyhow::Result<Vec<Taken>> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let text = files::Reading::open_own(&self.path)?.text(BYTES)?;
        let damaged = || anyhow::Error::msg(words::both().seats_damaged(&self.path.display()));
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) || lines.next() != Some(&*self.of_game()) {
            return Err(damaged());
        }
        lines.map(|line| read_taken(line).ok_or_else(damaged)).collect()
    }

    /// Keeps a seat, in the place of what was kept of it.
    pub(crate) fn keep(&self, taken: &Taken) -> anyhow::Result<()> {
        self.put(&taken.secret, Some(taken))
    }

    /// Forgets a seat that nobody has given us.
    pub(crate) fn forget(&self, taken: &Taken) -> anyhow::Result<()> {
        self.put(&taken.secret, None)
    }

    fn put(&self, secret: &str, taken: Option<&Taken>) -> anyhow::Result<()> {
        files::make_folder(files::folder_of(&self.path))?;
        // Another window may take the other seat at the same moment. Where files cannot be locked the last one wins.
        let _lock = files::wait_for_lock(&self.path.with_extension("lock"));
        let mut all = self.read()?;
        all.retain(|other| other.secret != secret);
        all.extend(taken.cloned());
        let lines: String = all.iter().map(written).collect();
        files::write_private(&self.path, &format!("{HEADER}\n{}\n{lines}", self.of_game()))
    }

    fn of_game(&self) -> String {
        format!("game {} {}", self.server, self.id)
    }
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
        for rest in ["", "seat t1\n", "seat  s1\n", "seat t1 s1 3\n", "seat t1 s1 1 x\n", "table t1 s1\n"] {
            let header = if rest.is_empty() { "divisor-duel seats 2" } else { HEADER };
            let text = format!("{header}\ngame http://localhost ab12\n{rest}");
            std::fs::write(&file.path, &text).unwrap();
            assert!(file.keep(&taken("t2", "s2", None)).is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&file.path).unwrap(), text);
        }
    }
}
