//! The file of an arena: its plan in the first line, and then every game as a record, one after the other.
//!
//! Games are only ever appended, and are on disk before they are counted. A game that was being written when the power went
//! is noticed, because a record says how many moves it has; it is dropped, and played again.
//!
//! A bot has the rights of whoever runs the arena, and can change the file. Before every game it is looked whether the file
//! is still the one that was written, and at the end whether everything in it is.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use duel::record::split_records;
use duel::{Date, Position, Record, TextError};

use super::plan::{MOST_BYTES, Plan, Programme};
use super::referee::Finished;
use crate::arena::bot::stop::Stop;
use crate::store::files::{self, Reading};
use crate::store::games::{ARENA_BYTES, ARENA_HEAD, is_cut};
use crate::today::today;
use crate::words::say;

/// How much of what was written last is compared before every game.
const TAIL: usize = 1 << 12;
/// How much is compared at a time in the end.
const CHUNK: usize = 1 << 20;

/// The file, open and locked.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// How long the file is, as far as it is whole.
    length: u64,
    /// What was written last, and a digest of everything: how it begins, and as far as it is.
    tail: Vec<u8>,
    start: RandomState,
    digest: DefaultHasher,
    date: Date,
}

/// Somebody else has changed the file.
#[derive(Debug, thiserror::Error)]
#[error(
    "{file} was changed while the arena ran, by a bot or by somebody else: {what}. What had been counted is in the standings; \
     the file can no longer be relied on, and is not to be gone on with"
)]
pub(crate) struct Tampered {
    file: String,
    what: String,
}

/// A game from the file.
pub(crate) struct Entry {
    pub(crate) number: usize,
    pub(crate) position: Position,
}

/// What was found in a file.
pub(crate) struct Contents {
    /// The file's name, for messages.
    shown: String,
    pub(crate) programme: Programme,
    text: String,
}

/// What the games of a file come to.
pub(crate) struct Whole {
    /// How long the file is as far as it is whole.
    pub(crate) length: usize,
    /// Whether a game was half written.
    pub(crate) was_cut: bool,
}

impl Journal {
    /// A new file for an arena. A file that is there already is left alone.
    pub(crate) fn create(path: &Path, plan: &Plan) -> anyhow::Result<Journal> {
        let file = File::options().read(true).write(true).create_new(true).open(path);
        let file = file.with_context(|| format!("cannot make {}", path.display()))?;
        lock(&file, path)?;
        let mut journal = Journal::of(file, path);
        journal.append(&format!("{ARENA_HEAD}{}\n", serde_json::to_string(plan)?))?;
        files::sync_folder(files::folder_of(path))?;
        Ok(journal)
    }

    /// The file of an arena that is to go on, and what it holds.
    pub(crate) fn open(path: &Path) -> anyhow::Result<(Journal, Contents)> {
        let file = File::options().read(true).write(true).open(path);
        let file = file.with_context(|| format!("cannot open {}", path.display()))?;
        if !file.metadata()?.is_file() {
            bail!("cannot go on with {}: it is not a file", path.display());
        }
        lock(&file, path)?;
        let found = Contents::read(Reading::of(path, &file)?, path)?;
        Ok((Journal::of(file, path), found))
    }

    fn of(file: File, path: &Path) -> Journal {
        let start = RandomState::new();
        let digest = start.build_hasher();
        Journal { path: path.into(), file, length: 0, tail: Vec::new(), start, digest, date: today() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends whole games, or a head, and makes sure that they are on disk.
    pub(crate) fn append(&mut self, text: &str) -> anyhow::Result<()> {
        if self.length > 0 {
            self.check()?;
        }
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // What is half there is of no use; that it cannot be removed either changes nothing, for it would be noticed.
            let _ = self.file.set_len(self.length);
            return Err(error).with_context(|| format!("cannot write {}", self.path.display()));
        }
        self.note(text.as_bytes());
        Ok(())
    }

    fn note(&mut self, written: &[u8]) {
        self.length += written.len() as u64;
        self.digest.write(written);
        self.tail = written[written.len().saturating_sub(TAIL)..].to_vec();
    }

    /// Finds out whether the file is still the one that was written, as far as that can be seen quickly.
    fn check(&self) -> anyhow::Result<()> {
        let ours = self.file.metadata()?;
        // A link to the file is not the file.
        let what = match fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => "it was removed".into(),
            Ok(named) if (named.dev(), named.ino()) != (ours.dev(), ours.ino()) => "there is another file".into(),
            _ if ours.len() != self.length => format!("it has {} bytes instead of {}", ours.len(), self.length),
            _ => {
                let mut tail = vec![0; self.tail.len()];
                self.file.read_exact_at(&mut tail, self.length - self.tail.len() as u64)?;
                if tail == self.tail {
                    return Ok(());
                }
                "a game is not what was written".into()
            }
        };
        Err(self.tampered(what))
    }

    /// Finds out whether everything in the file is what was written. Whoever was told to stop has little time for that.
    pub(crate) fn check_all(&self, stop: &Stop) -> anyhow::Result<()> {
        self.check()?;
        let mut digest = self.start.build_hasher();
        let mut chunk = vec![0; CHUNK];
        let mut at = 0;
        while at < self.length && stop.is_patient() {
            let part = &mut chunk[..(self.length - at).min(CHUNK as u64) as usize];
            self.file.read_exact_at(part, at)?;
            digest.write(part);
            at += part.len() as u64;
        }
        if at == self.length && digest.finish() != self.digest.finish() {
            return Err(self.tampered("a game is not what was written".into()));
        }
        Ok(())
    }

    fn tampered(&self, what: String) -> anyhow::Error {
        Tampered { file: self.path.display().to_string(), what }.into()
    }

    /// Cuts off what was half written, and goes on behind what is whole.
    pub(crate) fn cut(&mut self, found: &Contents, length: usize) -> anyhow::Result<()> {
        self.note(&found.text.as_bytes()[..length]);
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::End(0))?;
        self.file.sync_data()?;
        Ok(())
    }

    /// A game as it is appended.
    pub(crate) fn entry(&self, programme: &Programme, number: usize, finished: &Finished) -> String {
        entry(programme, number, finished, self.date)
    }
}

/// A game as it stands in the file: a record, which can be cut out and read by itself.
pub(crate) fn entry(programme: &Programme, number: usize, finished: &Finished, date: Date) -> String {
    let fixture = programme.schedule.fixture(number);
    let contest = &programme.contests[fixture.game];
    let players = fixture.players.map(|bot| programme.names[bot].clone());
    let moves = finished.position.moves().len();
    let mut record = Record::new(&contest.book, finished.position.clone(), players);
    record.set_date(date);
    record.set_header("Round", (number + 1).to_string());
    record.set_opening(contest.openings[fixture.opening].len());
    record.set_header("Moves", moves.to_string());
    if let Some(fault) = &finished.fault {
        record.set_fault(fault.as_str());
    }
    format!("\n{record}")
}

impl Contents {
    /// What the file of an arena holds, whether or not the arena is running.
    pub(crate) fn look(path: &Path) -> anyhow::Result<Contents> {
        Contents::read(Reading::open(path)?, path)
    }

    fn read(reading: Reading, path: &Path) -> anyhow::Result<Contents> {
        let shown = path.display().to_string();
        let mut bytes = reading.bytes(ARENA_BYTES)?;
        // Only what was written last can be cut, even in the middle of a character.
        let valid = str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
        if valid + 4 < bytes.len() {
            bail!("{shown} is not text (UTF-8)");
        }
        bytes.truncate(valid);
        let text = String::from_utf8(bytes).unwrap_or_default();
        let Some(plan) = text.split_once('\n').and_then(|(first, _)| first.strip_prefix(ARENA_HEAD)) else {
            bail!(
                "{shown} is not the file of an arena: its first line is not a whole one that begins with \"{ARENA_HEAD}\""
            );
        };
        if plan.len() > MOST_BYTES {
            bail!("{shown}: line 1: a plan has at most {MOST_BYTES} bytes, and this one has {}", plan.len());
        }
        let plan: Plan = serde_json::from_str(plan).with_context(|| format!("{shown}: line 1: the plan is damaged"))?;
        let programme = Programme::of(plan).map_err(|error| anyhow::anyhow!("{shown}: line 1: {error}"))?;
        Ok(Contents { shown, programme, text })
    }

    /// Whether games are missing, as far as can be seen without reading them.
    pub(crate) fn is_unfinished(&self) -> bool {
        split_records(&self.text).records.len() < self.programme.schedule.count()
    }

    /// Reads the games one after the other, telling also which part of them that is. The last one is left out if it is half
    /// written.
    pub(crate) fn games(&self, mut count: impl FnMut(&Programme, Entry, f64)) -> anyhow::Result<Whole> {
        let shown = &self.shown;
        // A record of which only a few characters are there is not known for one yet.
        let is_begun = |&end: &usize| "[Format ".starts_with(&self.text[end + 1..]);
        let text = self.text.rfind('\n').filter(is_begun).map_or(self.text.as_str(), |end| &self.text[..=end]);
        let split = split_records(text);
        let mut seen = vec![false; self.programme.schedule.count()];
        let mut whole = self.text.find('\n').map_or(0, |end| end + 1);
        let mut was_cut = text.len() < self.text.len();
        let last = split.records.len();
        for (at, record) in split.records.iter().enumerate() {
            let read = read_game(record.text, &self.programme);
            match read {
                Ok(played) => {
                    if std::mem::replace(&mut seen[played.number], true) {
                        bail!("{shown}: line {}: game {} is there twice", record.line, played.number + 1);
                    }
                    count(&self.programme, played, (at + 1) as f64 / last as f64);
                    whole = record.at + record.text.trim_end().len() + 1;
                }
                Err(_) if at + 1 == last && is_cut(record.text) => was_cut = true,
                Err(error) => {
                    let (line, problem) = (record.line + error.line - 1, error.problem);
                    bail!("{shown}: line {line}, column {}: {problem}", error.column);
                }
            }
        }
        Ok(Whole { length: whole, was_cut })
    }
}

/// What is wrong with a game of the file, and where in its record.
struct Misfit {
    line: usize,
    column: usize,
    problem: String,
}

fn read_game(text: &str, programme: &Programme) -> Result<Entry, Misfit> {
    let wrong = |problem: String| Misfit { line: 1, column: 1, problem };
    let no_record = |TextError { line, column, problem }| Misfit { line, column, problem: say(&*problem) };
    let record: Record = text.parse().map_err(no_record)?;
    let number = |name: &str| {
        let value = record.header(name).and_then(|value| value.parse::<usize>().ok());
        value.ok_or_else(|| wrong(format!("the header [{name} \"…\"] is missing or not a number")))
    };
    let moves = record.position().moves();
    if number("Moves")? != moves.len() || !text.ends_with('\n') {
        return Err(wrong(format!("this game has {} moves and says that it has {}", moves.len(), number("Moves")?)));
    }
    let round = number("Round")?;
    let Some(number) = round.checked_sub(1).filter(|&at| at < programme.schedule.count()) else {
        return Err(wrong(format!("there is no game {round} in this arena")));
    };
    let fixture = programme.schedule.fixture(number);
    let contest = &programme.contests[fixture.game];
    let expected = fixture.players.map(|bot| programme.names[bot].clone());
    if *record.players() != expected {
        return Err(wrong(format!("game {round} is between {} and {}", expected[0], expected[1])));
    }
    if record.position().game() != contest.book.game() {
        return Err(wrong(format!("game {round} is one of {}", contest.code)));
    }
    if !moves.starts_with(&contest.openings[fixture.opening]) {
        return Err(wrong(format!("game {round} does not begin with its opening")));
    }
    if record.position().outcome().is_none() {
        return Err(wrong(format!("game {round} is not over")));
    }
    // All games share one board: a record has one of its own.
    let mut position = contest.start.clone();
    position.play_all(moves.iter().copied()).map_err(|error| wrong(error.to_string()))?;
    position.conclude(record.position().outcome()).map_err(|error| wrong(error.to_string()))?;
    Ok(Entry { number, position })
}

fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("{} belongs to an arena that is running", path.display()),
        // On a file system without locks nobody else is kept away.
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::arena::tournament::plan::Entrant;
    use duel::{LostBy, Side};

    fn programme() -> Programme {
        let bot = |name: &str| Entrant { name: name.into(), level: Some(1) };
        let plan = Plan {
            bots: vec![bot("a \"b\""), bot("c")],
            games: vec!["chain".into()],
            count: 6,
            gauntlet: false,
            opening: 1,
            seed: 1,
            move_ms: 1,
            start_ms: 1,
            prose: false,
        };
        Programme::of(plan).unwrap()
    }

    /// A game that goes on for some moves and is then lost on time: nothing but the count of moves says whether it is whole.
    fn finished(programme: &Programme, number: usize, moves: usize) -> Finished {
        let mut position = programme.contests[0].start.clone();
        position.play(programme.contests[0].openings[programme.schedule.fixture(number).opening][0]).unwrap();
        for _ in 0..moves {
            if let Some(next) = position.nth_legal(0) {
                position.play(next).unwrap();
            }
        }
        position.lose(Side::One, LostBy::Time);
        Finished { position, fault: Some("had \"no\" answer".into()) }
    }

    #[test]
    fn fault_08_a_file_cut_anywhere_has_the_games_that_are_whole() {
        let folder = tempfile::tempdir().unwrap();
        let programme = programme();
        let path = folder.path().join("a.duel");
        let mut journal = Journal::create(&path, &programme.plan).unwrap();
        let mut ends = vec![fs::read(&path).unwrap().len()];
        for (number, moves) in [(3, 0), (0, 6), (5, 2)] {
            let entry = journal.entry(&programme, number, &finished(&programme, number, moves));
            journal.append(&entry).unwrap();
            ends.push(fs::read(&path).unwrap().len());
        }
        drop(journal);
        let whole = fs::read(&path).unwrap();
        // A file for each cut: a lock can outlive its file for a moment, while another test starts a process.
        let path = |cut: usize| folder.path().join(format!("{cut}.duel"));
        // Every place around the ends of games, and every seventh elsewhere: each costs two waits for the disk.
        let is_tried = |cut: &usize| cut.is_multiple_of(7) || ends.iter().any(|end| end.abs_diff(*cut) < 12);
        for cut in (ends[0]..=whole.len()).filter(is_tried) {
            let path = path(cut);
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, found) = Journal::open(&path).unwrap();
            let mut numbers = Vec::new();
            let whole_part = found.games(|_, played, _| numbers.push(played.number)).unwrap();
            journal.cut(&found, whole_part.length).unwrap();
            let count = ends.iter().filter(|&&end| end <= cut).count() - 1;
            assert_eq!(numbers, [3, 0, 5][..count], "cut at {cut} of {ends:?}");
            // What comes next stands where the half written game stood.
            let next = finished(&programme, 1, 1);
            let entry = journal.entry(&programme, 1, &next);
            journal.append(&entry).unwrap();
            let expected = [&whole[..ends[count]], entry.as_bytes()].concat();
            drop(journal);
            assert_eq!(String::from_utf8(fs::read(&path).unwrap()), String::from_utf8(expected), "cut at {cut}");
        }
        for cut in 0..ends[0] {
            let path = path(cut);
            fs::write(&path, &whole[..cut]).unwrap();
            assert!(Journal::open(&path).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn an_arena_that_is_running_keeps_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.duel");
        let journal = Journal::create(&path, &programme().plan).unwrap();
        let refused = Journal::open(&path).err().unwrap().to_string();
        assert!(refused.ends_with("belongs to an arena that is running"), "{refused}");
        assert!(Journal::create(&path, &programme().plan).is_err());
        drop(journal);
    }
}
