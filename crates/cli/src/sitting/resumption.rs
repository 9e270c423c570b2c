//! From a saved game back to the session that it is of.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use duel::lesson::Lesson;
use duel::{Level, Record, RuleBook, Seat, Session, Side, Sitter, Who};

use crate::arena::programs::{MOVE_TIME, Order};
use crate::chance;
use crate::failure::{Failure, Fallible};
use crate::sitting::contender::Contender;
use crate::sitting::taught::Taught;
use crate::sitting::{Around, COMMANDS, FOLDERS, OF_OUR_STORE, RECORD_FORCE, RECORD_TO, RULES, Sitting, TIMES};
use crate::store::games;
use crate::store::progress::ProgressFile;
use crate::store::record_file::RecordFile;
use crate::store::saves::{Keeper, Unfinished};
use crate::store::seats::Ongoing;
use crate::words::{self, language, say};

/// Whose file a record stood in. What a record says about the game counts wherever it comes from; the files and
/// commands that it names count only in our own store: a stranger decides neither what is read or run nor where anything is
/// written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Custody {
    OurStore,
    Elsewhere,
}

/// Goes on with the session of a record. Gives a note where something of it is not to be had any more.
pub(crate) fn take_up(
    mut record: Record,
    custody: Custody,
    keeper: Keeper,
    seating: Seating,
) -> Fallible<(Sitting, Option<String>)> {
    let path = |header| record.header(header).filter(|_| custody == Custody::OurStore).map(PathBuf::from);
    let kept = Seat::BOTH.map(|seat| {
        let own = |headers: [&str; 2]| record.header(headers[seat.index()]).filter(|_| custody == Custody::OurStore);
        let move_time = own(TIMES)?.parse().map(Duration::from_millis).ok()?;
        let order = Order { command: own(COMMANDS)?.into(), folder: own(FOLDERS)?.into(), move_time };
        Some(Order { move_time: seating.bot_time.unwrap_or(move_time), ..order })
    });
    let (book, rule_file, note) = find_book(&record, path(RULES))?;
    let force = record.header(RECORD_FORCE).is_some();
    let record_file = path(RECORD_TO).map(|path| RecordFile { path, force });
    // A copy is a game of its own: its id does not say whose records it may replace.
    if custody == Custody::Elsewhere || record.id().is_none() {
        record.set_id(chance::new_id()?);
    }
    OF_OUR_STORE.iter().for_each(|header| record.remove_header(header));
    let session = Session::from_record(record).map_err(Failure::refused)?.with_luck(chance::seed(None)?);
    let session = match book {
        Some(book) => session.in_the_words_of(book),
        None => session,
    };
    let lesson = Lesson::ended_by(&session).filter(|_| custody == Custody::OurStore);
    let taught = lesson.map(|lesson| Taught { lesson: lesson.clone(), kept: ProgressFile::of_user() });
    let auto = keeper.finished_games().auto(session.book()).level;
    let (session, orders) = seating.seat(session, kept, auto)?;
    let around = Around { rule_file, record: record_file, taught, ..Around::default() };
    let mut sitting = Sitting::resume(session, keeper, around);
    // Where nothing is left to play nobody is needed.
    if !sitting.session().is_over() {
        require_all(sitting.session(), &orders)?;
        sitting.start_programs(orders, seating.bot_log.as_deref())?;
    }
    Ok((sitting, note))
}

/// Who is to play now, where that is not left to the record.
#[derive(Default)]
pub(crate) struct Seating {
    pub(crate) players: [Option<Contender>; 2],
    pub(crate) bot_time: Option<Duration>,
    pub(crate) bot_log: Option<PathBuf>,
}

impl Seating {
    /// Seats whoever is wanted in the place of whoever sat there, and says how programs are started: as they are ordered now, or
    /// as they were before.
    fn seat(
        &self,
        mut session: Session,
        kept: [Option<Order>; 2],
        auto: Level,
    ) -> Fallible<(Session, [Option<Order>; 2])> {
        let mut orders = kept;
        for seat in Seat::BOTH {
            let Some(contender) = &self.players[seat.index()] else { continue };
            session = seated(session, seat, contender.who(auto))?;
            orders[seat.index()] = contender.order(self.bot_time.unwrap_or(MOVE_TIME));
        }
        let is_program = |seat: Seat| session.sitter(seat).who == Who::Program;
        let orders = Seat::BOTH.map(|seat| orders[seat.index()].take().filter(|_| is_program(seat)));
        Ok((session, orders))
    }
}

/// The session with another sort of player in a seat from now on.
pub(super) fn seated(session: Session, seat: Seat, who: Who) -> Fallible<Session> {
    let before = session.sitter(seat).clone();
    let usual = Sitter::usual(who, seat, language());
    // A name that was given stays, and nobody gets the name that the other one has.
    let is_kept =
        before.name != before.who.usual_name(seat, language()) || usual.name == session.sitter(seat.other()).name;
    let name = if is_kept { before.name } else { usual.name };
    Ok(session.seating(seat, Sitter { name, ..usual }, chance::seed(None)?))
}

/// Nobody can play whom nobody can start.
fn require_all(session: &Session, orders: &[Option<Order>; 2]) -> Fallible {
    for seat in Seat::BOTH {
        let Sitter { name, who } = session.sitter(seat);
        if *who == Who::Program && orders[seat.index()].is_none() {
            return Err(Failure::data(words::both().program_unknown(name, seat.number())));
        }
    }
    Ok(())
}

/// The book of a record whose words are in a rule file, if that still describes the same game, and a note if not.
fn find_book(record: &Record, rules: Option<PathBuf>) -> Fallible<(Option<RuleBook>, Option<PathBuf>, Option<String>)> {
    let Some(path) = rules else { return Ok((None, None, None)) };
    let note = match games::read_rule_file(&path) {
        Ok(book) => match book.varied_to(record.position().game()) {
            Some(book) => return Ok((Some(book), Some(path), None)),
            None => Some(words::both().other_game_now(&path.display())),
        },
        Err(Failure::Data(error)) => Some(words::both().rule_file_unread(&format!("{error:#}"))),
        Err(_) => None,
    };
    Ok((None, None, note))
}

/// A saved game in a line: what, who, how far, how long ago.
pub(crate) fn describe(Unfinished { record, saved, is_open, .. }: &Unfinished) -> String {
    match record {
        Ok(record) if *is_open => words::both().saved_game_open(&summary(record), &age(*saved)),
        Ok(record) => words::both().saved_game(&summary(record), &age(*saved)),
        Err(error) => words::both().damaged(&format!("{error:#}")),
    }
}

/// The same of a live game.
pub(crate) fn describe_live(Ongoing { record, seen, .. }: &Ongoing) -> String {
    match record {
        Ok(record) => words::both().saved_game(&summary(record), &age(*seen)),
        Err(error) => words::both().damaged(&format!("{error:#}")),
    }
}

/// What was played, by whom, and how far.
pub(crate) fn summary(record: &Record) -> String {
    let [first, second] = record.players();
    let moves = words::both().moves(record.position().moves().len() as u64);
    let [mut one, mut two] = record.score();
    match record.position().outcome().map(|outcome| outcome.winner) {
        Some(Side::One) => one += 1,
        Some(Side::Two) => two += 1,
        None => {}
    }
    let so_far = match record.rounds() {
        Some(rounds) => {
            words::both().match_so_far(record.code(), first, second, &say(&rounds), &format!("{one}-{two}"), &moves)
        }
        None => words::both().game_so_far(record.code(), first, second, &moves),
    };
    words::with_origin(so_far, record)
}

/// How long ago, roughly.
fn age(then: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(then).map_or(0, |age| age.as_secs());
    match seconds {
        0..60 => words::both().just_now(),
        60..3_600 => words::both().minutes_ago(seconds / 60),
        3_600..86_400 => words::both().hours_ago(seconds / 3_600),
        _ => words::both().days_ago(seconds / 86_400),
    }
}
