//! A session as it is played on this device: nothing comes of an action before it is stored. The beginning alone is not: a
//! game in which nothing has happened is begun again as quickly.

pub(crate) mod alone;
pub(crate) mod contender;
pub(crate) mod here;
pub(crate) mod resumption;
pub(crate) mod taught;

use std::path::{Path, PathBuf};

use duel::computer::Auto;
use duel::lesson::Lesson;
use duel::session::{Action, By, Deed, Refusal, Setup, SetupError};
use duel::{Record, Seat, Session, Who};

use crate::arena::programs::{Order, Programs};
use crate::chance;
use crate::failure::Fallible;
use crate::store::record_file::{self, RecordFile};
use crate::store::saves::{Keeper, Saving};
use crate::today;
use taught::{Learned, Taught};

/// The headers of a saved game that name what is this user's: where its record goes, the rule file of its book, and how the
/// programs in its seats are started. They mean something only in our own store, where nobody else writes.
pub(crate) const RECORD_TO: &str = "RecordTo";
pub(crate) const RECORD_FORCE: &str = "RecordForce";
pub(crate) const RULES: &str = "Rules";
/// By seat: the command, the folder that it was given in, and how many milliseconds it has for a move.
pub(crate) const COMMANDS: [&str; 2] = ["Command1", "Command2"];
pub(crate) const FOLDERS: [&str; 2] = ["Folder1", "Folder2"];
pub(crate) const TIMES: [&str; 2] = ["Time1", "Time2"];
/// All of them.
pub(crate) const OF_OUR_STORE: [&str; 9] =
    [RECORD_TO, RECORD_FORCE, RULES, COMMANDS[0], COMMANDS[1], FOLDERS[0], FOLDERS[1], TIMES[0], TIMES[1]];

/// A session, and where it is kept.
pub(crate) struct Sitting {
    session: Session,
    keeper: Keeper,
    around: Around,
    /// Whether the round that is played was taken up again.
    is_resumed: bool,
}

/// What belongs to a game on this device.
#[derive(Default)]
pub(crate) struct Around {
    /// The rule file of a home-made book, so that its words are found again when the game is resumed.
    pub(crate) rule_file: Option<PathBuf>,
    /// Where the record of a finished game goes.
    pub(crate) record: Option<RecordFile>,
    /// The programs that play.
    pub(crate) programs: Programs,
    /// The lesson that the game ends.
    pub(crate) taught: Option<Taught>,
    /// Whom auto has found; `None` where the players were chosen.
    pub(crate) auto: Option<Auto>,
}

/// Something that happened and is stored, or is not.
pub(crate) struct Done {
    pub(crate) deed: Deed,
    pub(crate) saving: Saving,
}

/// What came of a finished round: stored, and not yet said.
pub(crate) struct Ending {
    /// Where the record is, if one was wanted.
    pub(crate) written_to: Option<PathBuf>,
    /// The record that could not be written.
    pub(crate) unwritten: Option<Unwritten>,
    /// Whether no other round follows.
    pub(crate) is_last: bool,
    /// What came of the lesson that the game ends.
    pub(crate) learned: Option<Learned>,
}

/// A record that could not be written, and what became of the game.
pub(crate) struct Unwritten {
    pub(crate) error: anyhow::Error,
    /// The number that the game is kept under.
    pub(crate) kept: anyhow::Result<u32>,
}

impl Sitting {
    /// A new game.
    pub(crate) fn begin(setup: Setup, keeper: Keeper, around: Around) -> Result<Sitting, SetupError> {
        let (session, _) = Session::begin(setup, today::now())?;
        Ok(Sitting { session, keeper, around, is_resumed: false })
    }

    /// Starts the programs that play, as they were ordered.
    pub(crate) fn start_programs(&mut self, orders: [Option<Order>; 2], log: Option<&Path>) -> Fallible {
        self.around.programs = Programs::start(orders, &self.session, log)?;
        Ok(())
    }

    /// A game that is taken up again.
    pub(crate) fn resume(session: Session, keeper: Keeper, around: Around) -> Sitting {
        Sitting { session, keeper, around, is_resumed: true }
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    pub(crate) fn programs(&self) -> &Programs {
        &self.around.programs
    }

    pub(crate) fn auto(&self) -> Option<Auto> {
        self.around.auto
    }

    pub(crate) fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Says where the record goes.
    pub(crate) fn write_record_to(&mut self, file: RecordFile) {
        self.around.record = Some(file);
    }

    /// Whether somebody who plays alone has won.
    pub(crate) fn is_won(&self) -> bool {
        let winner = self.session.position().outcome().map(|outcome| self.session.seat(outcome.winner));
        winner.is_some() && winner == self.session.only_person()
    }

    /// The lesson that the game ends.
    pub(crate) fn lesson(&self) -> Option<&Lesson> {
        self.around.taught.as_ref().map(|taught| &taught.lesson)
    }

    pub(crate) fn rule_file(&self) -> Option<&PathBuf> {
        self.around.rule_file.as_ref()
    }

    /// Somebody does something: it is checked, then stored, and whoever asked can show it.
    pub(crate) fn act(&mut self, by: By, action: Action) -> Result<Done, Refusal> {
        let event = self.session.act(by, action, today::now())?;
        let mut after = self.session.clone();
        after.apply(&event)?;
        let saving = if after.is_worth_keeping() || after.is_over() {
            self.keeper.keep(&self.kept(&after), after.is_over())
        } else {
            self.keeper.finished();
            Saving::Works
        };
        let has_ended = self.session.turn().is_some() && after.turn().is_none();
        self.session = after;
        #[cfg(test)]
        HAPPENED.with_borrow_mut(|events| events.push(event.clone()));
        if has_ended {
            self.around.programs.tell(&self.session);
        }
        self.is_resumed &= !matches!(event.deed, Deed::NextRound { .. } | Deed::Rematch { .. });
        Ok(Done { deed: event.deed, saving })
    }

    /// Remembers the game as it stands; it is saved when the players leave, unless nothing has happened in it.
    pub(crate) fn note(&self) {
        if self.session.is_worth_keeping() || self.session.is_over() {
            self.keeper.note(&self.kept(&self.session), self.session.is_over());
        }
    }

    /// Saves the game as it stands; the number that it is kept under.
    pub(crate) fn save(&self) -> anyhow::Result<u32> {
        self.keeper.note(&self.kept(&self.session), self.session.is_over());
        self.keeper.save()
    }

    /// Leaves the game where it is kept, so that another one can be played in its place; the number that it is kept under.
    pub(crate) fn part_with(&self) -> anyhow::Result<u32> {
        self.keeper.part_with(&self.kept(&self.session))
    }

    /// Deals with a round that is over, before anybody is told: it is kept among the finished games and its record is written, or the
    /// game stays where it is until that can be.
    pub(crate) fn end_round(&self) -> Ending {
        let is_last = !self.session.match_goes_on();
        let (written, remembered) = (self.write_record(), self.keeper.keep_finished(&self.session));
        let (written_to, error) = match written {
            Ok(written_to) => (written_to, remembered.err()),
            Err(error) => (None, Some(error)),
        };
        let unwritten = error.map(|error| {
            // The last game stays where it is; another one is set aside, because its place is the next one's.
            let kept = if is_last { self.save() } else { self.keeper.set_aside(&self.aside()) };
            Unwritten { error, kept }
        });
        let learned = self.around.taught.as_ref().map(|taught| taught.end(self.is_won()));
        Ending { written_to, unwritten, is_last, learned }
    }

    /// The same players once more, in a place of their own; on auto whoever is next.
    pub(crate) fn rematch(&mut self, keeper: Keeper, fair: bool) -> Result<Done, Refusal> {
        let record = self.around.record.as_ref().map(|file| file.for_another(self.session.rounds()));
        let session = self.session.clone();
        self.find_opponent(&keeper);
        let before = (std::mem::replace(&mut self.keeper, keeper), std::mem::replace(&mut self.around.record, record));
        // Without chance the game keeps the id of the last one, and its record asks before it replaces that one's.
        let id = chance::new_id().ok();
        let done = self.act(self.session.at_the_board(), Action::Rematch { fair, id });
        if done.is_err() {
            (self.keeper, self.around.record) = before;
            self.session = session;
        }
        done
    }

    /// On auto: seats whom somebody meets next. Without luck to be had the last one stays.
    fn find_opponent(&mut self, keeper: &Keeper) {
        if let (Some(_), Some(person)) = (self.around.auto, self.session.only_person()) {
            let auto = keeper.finished_games().auto(self.session.book());
            if let Ok(session) = resumption::seated(self.session.clone(), person.other(), Who::Level(auto.level)) {
                (self.session, self.around.auto) = (session, Some(auto));
            }
        }
    }

    /// Writes the record of a finished round, if one is wanted; gives where.
    fn write_record(&self) -> anyhow::Result<Option<PathBuf>> {
        let Some(file) = &self.around.record else { return Ok(None) };
        let path = file.of_round(self.session.rounds().map(|_| self.session.round()));
        record_file::write(&path, &self.session.record(), file.force)?;
        Ok(Some(path))
    }

    /// The session as our own store keeps it: its record, with the files that belong to the game.
    fn kept(&self, session: &Session) -> Record {
        let mut record = session.record();
        if let Some(file) = &self.around.record {
            name_record_file(&mut record, file);
        }
        if let Some(file) = &self.around.rule_file {
            record.set_header(RULES, file.display().to_string());
        }
        for seat in Seat::BOTH {
            if let Some(Order { command, folder, move_time }) = self.around.programs.order(seat) {
                record.set_header(COMMANDS[seat.index()], command);
                record.set_header(FOLDERS[seat.index()], folder.display().to_string());
                record.set_header(TIMES[seat.index()], move_time.as_millis().to_string());
            }
        }
        record
    }

    /// A finished round as our store keeps it beside the match: with where its record was to go.
    fn aside(&self) -> Record {
        let mut record = self.session.record().by_itself();
        if let Some(file) = &self.around.record {
            let path = file.of_round(self.session.rounds().map(|_| self.session.round()));
            name_record_file(&mut record, &RecordFile { path, force: file.force });
        }
        record
    }
}

fn name_record_file(record: &mut Record, RecordFile { path, force }: &RecordFile) {
    record.set_header(RECORD_TO, path.display().to_string());
    if *force {
        record.set_header(RECORD_FORCE, "yes");
    }
}

#[cfg(test)]
thread_local! {
    /// Everything that happened in this test.
    static HAPPENED: std::cell::RefCell<Vec<duel::session::Event>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// What has happened in this test since this was asked before.
#[cfg(test)]
pub(crate) fn happened() -> Vec<duel::session::Event> {
    HAPPENED.take()
}
