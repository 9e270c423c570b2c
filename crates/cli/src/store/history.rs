//! Finished games, kept by themselves in the user's data folder: a record each, which people can read, copy and remove.
//!
//! The name of a file is the day of the game, its id and its round, so a game that is finished twice, because the program was
//! stopped in between, is kept once.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::Context;
use duel::computer::{Auto, auto};
use duel::lesson::Lesson;
use duel::record::RECORD_BYTES;
use duel::speech::Opponent;
use duel::tally::{Finished, name_of};
use duel::{Record, RuleBook, Seat, Session, Side, Who};

use crate::store::files::{self, Draft};
use crate::today::today;
use crate::words::{self, say};

/// So many games are kept; then the oldest go.
const MOST_GAMES: usize = 1_000;
const KIND: &str = ".duel";

/// The folder of finished games.
pub(crate) struct History {
    folder: PathBuf,
    most: usize,
}

/// A finished game that is kept.
pub(crate) struct Kept {
    /// The name of its file, without what all of them end with.
    pub(crate) name: String,
    pub(crate) record: Record,
    pub(crate) game: Finished,
}

impl Kept {
    /// The game in a line: what, who, and who won.
    pub(crate) fn words(&self) -> String {
        let lesson = self.lesson().map(|lesson| words::both().of_lesson(&words::of_lesson(lesson.title())));
        let (code, [one, two]) = (lesson.as_deref().unwrap_or(self.record.code()), &self.game.players);
        let moves = words::both().moves(self.record.position().moves().len() as u64);
        let computer = if self.game.who[0] == Who::Person { two } else { one };
        let words = match (self.game.met(), self.game.winner) {
            (Some((who, true)), _) => words::both().you_beat(code, &called(who, computer), &moves),
            (Some((who, false)), _) => words::both().you_lost_to(code, &called(who, computer), &moves),
            (None, Side::One) => words::both().one_beat_other(code, one, two, &moves),
            (None, Side::Two) => words::both().one_beat_other(code, two, one, &moves),
        };
        if lesson.is_some() { words } else { words::with_origin(words, &self.record) }
    }

    /// The lesson that the game belongs to.
    fn lesson(&self) -> Option<&'static Lesson> {
        Lesson::of(self.record.origin())
    }

    /// The day of the game, where it is known.
    pub(crate) fn day(&self) -> String {
        self.record.date().map(|date| date.to_string()).unwrap_or_default()
    }

    /// Whether all of these words are in its day, its game, or what the players are called, large letters or small ones.
    pub(crate) fn has(&self, searched: &str) -> bool {
        let mut said = vec![self.day(), self.record.code().into(), self.game.book.clone()];
        said.extend(self.lesson().map(|lesson| lesson.title().into()));
        for (name, who) in self.game.players.iter().zip(self.game.who) {
            said.extend([name.to_string(), who.to_string()]);
            said.extend(matches!(who, Who::Level(_)).then(|| called(who, name)));
        }
        let said = said.join(" ").to_lowercase();
        searched.to_lowercase().split_whitespace().all(|word| said.contains(word))
    }
}

/// What an opponent is called: a computer of ours by its name and number.
pub(crate) fn called(who: Who, name: &dyn Display) -> String {
    match who {
        Who::Level(level) => words::both().opponent(&say(&Opponent(level)), level.number()),
        Who::Person | Who::Program => name.to_string(),
    }
}

/// What is kept.
#[derive(Default)]
pub(crate) struct Listing {
    /// The newest first.
    pub(crate) games: Vec<Kept>,
    /// What is there and is no finished game: each with the reason.
    pub(crate) skipped: Vec<String>,
}

impl Listing {
    /// What counts of the games, the oldest first.
    pub(crate) fn finished(&self) -> impl Iterator<Item = &Finished> {
        self.games.iter().rev().map(|kept| &kept.game)
    }

    /// Whom somebody meets who plays this book on auto.
    pub(crate) fn auto(&self, book: &RuleBook) -> Auto {
        let name = name_of(book);
        let games = self.finished().filter(|game| game.book == name);
        auto(book.opponents(), games.filter_map(Finished::met_level))
    }

    /// Who moves first where a person and a computer take turns at that: not whoever did the last time in this book.
    pub(crate) fn starter(&self, book: &RuleBook, who: [Who; 2]) -> Seat {
        let name = name_of(book);
        let counts = |game: &&Finished| game.book == name && game.is_whole && game.met().is_some();
        let last = self.finished().filter(counts).last();
        match who {
            [Who::Person, Who::Person] => Seat::One,
            // Seats stay, and sides change.
            _ if last.is_some_and(|last| last.who[0] == Who::Person) == (who[0] == Who::Person) => Seat::Two,
            _ => Seat::One,
        }
    }
}

impl History {
    pub(super) fn in_folder(folder: PathBuf) -> History {
        History { folder, most: MOST_GAMES }
    }

    /// Where the record of a game is.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{KIND}"))
    }

    /// Keeps the round that is over, if a person has played in it and anybody has moved. When this returns it is on disk; gives its
    /// name if it was not there before.
    pub(crate) fn keep(&self, session: &Session) -> anyhow::Result<Option<String>> {
        if session.is_watched() || session.position().moves().len() <= session.opening() {
            return Ok(None);
        }
        let record = session.record();
        let day = record.date().unwrap_or_else(today);
        let id = record.id().map(ToString::to_string).unwrap_or_default();
        let name = [day.to_string(), id, session.round().to_string()].join("-");
        files::make_folder(&self.folder)?;
        let kept = self
            .put(&name, &record.to_string())
            .with_context(|| format!("cannot keep the game in {}", self.folder.display()))?;
        self.drop_oldest();
        Ok(kept)
    }

    fn put(&self, name: &str, text: &str) -> io::Result<Option<String>> {
        let mut draft = Draft::new(&self.folder)?;
        draft.write(|out| out.write_all(text.as_bytes()))?;
        let names = std::iter::once(name.to_string()).chain((2..).map(|other| format!("{name}-{other}")));
        for name in names {
            let path = self.path(&name);
            draft = match draft.put_at(&path) {
                Ok(_) => return Ok(Some(name)),
                Err((error, Some(draft))) if error.kind() == io::ErrorKind::AlreadyExists => {
                    // It was kept before, and the program was stopped before anybody saw the end.
                    if files::Reading::open_own(&path)
                        .and_then(|old| old.text(RECORD_BYTES))
                        .is_ok_and(|old| old == text)
                    {
                        return Ok(None);
                    }
                    draft
                }
                Err((error, _)) => return Err(error),
            };
        }
        Ok(None)
    }

    /// The games of ours that are there, with when they came.
    fn names(&self) -> anyhow::Result<Vec<(String, SystemTime)>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.with_context(|| format!("cannot read the folder {}", self.folder.display()))?,
        };
        let named = entries.flatten().filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().strip_suffix(KIND)?.to_string();
            Some((name, entry.metadata().and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH)))
        });
        let mut named: Vec<_> = named.collect();
        named.sort_by(|one, other| (other.1, &other.0).cmp(&(one.1, &one.0)));
        Ok(named)
    }

    /// What is one too many goes. A game that cannot be removed is one more than promised, and no reason to stop.
    fn drop_oldest(&self) {
        for (name, _) in self.names().unwrap_or_default().iter().skip(self.most) {
            // Only what we could have written ourselves: the rest is somebody else's.
            if self.read(name).is_ok() {
                let _ = fs::remove_file(self.path(name));
            }
        }
    }

    fn read(&self, name: &str) -> anyhow::Result<(Record, Finished)> {
        let path = self.path(name);
        let text = files::Reading::open_own(&path)?.text(RECORD_BYTES)?;
        let record: Record = text.parse().map_err(|error: duel::TextError| {
            anyhow::Error::msg(words::both().wrong_in_file(&path.display(), &say(&error)))
        })?;
        let game = Finished::of(&record);
        let game = game.ok_or_else(|| anyhow::Error::msg(words::both().not_finished(&path.display())))?;
        Ok((record, game))
    }

    pub(crate) fn list(&self) -> anyhow::Result<Listing> {
        let mut listing = Listing::default();
        for (name, _) in self.names()?.into_iter().take(2 * self.most) {
            match self.read(&name) {
                Ok((record, game)) => listing.games.push(Kept { name, record, game }),
                // Another window has removed it meanwhile.
                Err(_) if fs::symlink_metadata(self.path(&name)).is_err() => {}
                Err(error) => listing.skipped.push(words::both().skipped(&format!("{error:#}"))),
            }
        }
        listing.games.truncate(self.most);
        Ok(listing)
    }

    /// Removes a game; one that is gone already is no failure.
    pub(crate) fn forget(&self, name: &str) -> anyhow::Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", self.path(name).display()))
            }
            _ => Ok(files::sync_folder(&self.folder)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use duel::Sitter;
    use duel::session::{Action, Origin, Setup};
    use duel::speech::Language;

    use super::*;

    /// A finished game with this id.
    fn finished(id: &str, first: &str) -> Session {
        finished_from(None, id, first)
    }

    fn finished_from(origin: Option<Origin>, id: &str, first: &str) -> Session {
        let sitters = Seat::BOTH.map(|seat| Sitter::usual(Who::Person, seat, Language::English));
        let setup = Setup { id: id.parse().ok(), origin, ..Setup::new(RuleBook::find("chain").unwrap(), sitters) };
        let (mut session, _) = Session::begin(setup, 0).unwrap();
        for action in [Action::Type(first.into()), Action::Resign] {
            let event = session.act(session.at_the_board(), action, 1).unwrap();
            session.apply(&event).unwrap();
        }
        session
    }

    fn set_back(history: &History, name: &str, seconds: u64) {
        let file = fs::File::options().write(true).open(history.path(name)).unwrap();
        file.set_modified(SystemTime::now() - std::time::Duration::from_secs(seconds)).unwrap();
    }

    #[test]
    fn of_too_many_games_the_oldest_go_and_nobody_elses_files() {
        let folder = tempfile::tempdir().unwrap();
        let history = History { folder: folder.path().into(), most: 3 };
        fs::write(folder.path().join("foreign.duel"), "mine").unwrap();
        set_back(&history, "foreign", 10_000);
        for (at, id) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
            history.keep(&finished(id, "12")).unwrap();
            set_back(&history, &format!("1970-01-01-{id}-1"), 100 - at as u64);
        }
        let names: Vec<String> = history.list().unwrap().games.into_iter().map(|kept| kept.name).collect();
        assert_eq!(names, ["1970-01-01-e-1", "1970-01-01-d-1", "1970-01-01-c-1"]);
        assert!(folder.path().join("foreign.duel").exists());
        assert_eq!(history.list().unwrap().skipped.len(), 1);
    }

    #[test]
    fn the_game_of_a_lesson_is_listed_and_searched_by_its_title() {
        let folder = tempfile::tempdir().unwrap();
        let history = History::in_folder(folder.path().into());
        let lesson = &Lesson::built_in()[1];
        history.keep(&finished_from(Some(Origin::Lesson(lesson.id().into())), "a", "12")).unwrap();
        let kept = &history.list().unwrap().games[0];
        assert_eq!(kept.words(), format!("lesson \"{}\": Player 1 beat Player 2 (1 move)", lesson.title()));
        assert!(kept.has(lesson.title()));
    }

    #[test]
    fn the_same_game_is_kept_once_and_another_of_its_name_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let history = History::in_folder(folder.path().join("history"));
        for first in ["12", "12", "14"] {
            history.keep(&finished("a", first)).unwrap();
        }
        assert_eq!(history.list().unwrap().games.len(), 2);
        history.forget("1970-01-01-a-1").unwrap();
        history.forget("1970-01-01-a-1").unwrap();
        assert_eq!(history.list().unwrap().games[0].name, "1970-01-01-a-1-2");
        assert_eq!(fs::read_dir(folder.path().join("history")).unwrap().count(), 1, "and no draft is left");
    }
}
