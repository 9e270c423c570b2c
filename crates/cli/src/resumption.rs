//! From a saved game back to the table it was played at.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::SystemTime;

use duel::{Match, Record, RuleBook, Seat};

use crate::failure::{Failure, Outcome};
use crate::invocation;
use crate::players::{self, Who};
use crate::record_file::{ID, RecordFile};
use crate::saves::Saved;
use crate::setup::{HINTS, RECORD_FORCE, RECORD_TO, RULES, Setup};

/// Whose file a record stood in. What a record says about the game counts wherever it comes from; the files that it names
/// count only in our own store: a stranger decides neither what is read nor where anything is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    OurStore,
    Elsewhere,
}

/// Everything a record says about the table it was saved from, and a note where something of it is not to be had any more.
pub(crate) fn set_up(record: Record, origin: Origin) -> Outcome<(Setup, Option<String>)> {
    let path = |header| record.header(header).filter(|_| origin == Origin::OurStore).map(PathBuf::from);
    let (book, rule_file, note) = find_book(&record, path(RULES))?;
    // In a match people keep their seats while the start alternates.
    let [first, second] = record.players().clone();
    let swapped = match record.header("Seat1") {
        None => false,
        Some(name) if name == first.as_str() => false,
        Some(name) if name == second.as_str() => true,
        Some(_) => return Err(wrong("Seat1", &format!("the first seat is {first}'s or {second}'s"))),
    };
    let (people, starter) = if swapped { ([second, first], Seat::Two) } else { ([first, second], Seat::One) };
    let rounds = match record.header("BestOf") {
        Some(best_of) => {
            let score = record.header("Score").unwrap_or("0-0");
            Some(read_match(best_of, score, starter).ok_or_else(|| {
                Failure::data(format!("the record has a match that cannot be: best of {best_of}, score {score}"))
            })?)
        }
        None => None,
    };
    let who = |header| match record.header(header).map_or(Ok(Who::Human), str::parse) {
        Ok(who) => Ok(who),
        Err(problem) => Err(wrong(header, &problem)),
    };
    let (first, second) = (who("Type1")?, who("Type2")?);
    let players = if swapped { [second, first] } else { [first, second] };
    let seed = players::seed(number(&record, "Seed")?)?;
    let hints = [number(&record, HINTS[0])?.unwrap_or(0), number(&record, HINTS[1])?.unwrap_or(0)];
    let id = match record.header(ID) {
        Some(id) if !is_id(id) => return Err(wrong(ID, "a game is known by 1 to 32 letters and digits")),
        Some(id) if origin == Origin::OurStore => id.to_string(),
        // A copy is a game of its own: its id does not say whose records it may replace.
        _ => players::new_id()?,
    };
    let force = record.header(RECORD_FORCE).is_some();
    let file = path(RECORD_TO).map(|path| RecordFile { path, force });
    let resumed = Some(record);
    Ok((Setup { id, book, rule_file, people, players, seed, starter, rounds, record: file, resumed, hints }, note))
}

fn is_id(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The number in a header, if the header is there.
fn number<T: FromStr>(record: &Record, header: &str) -> Outcome<Option<T>> {
    let read = |text: &str| text.parse().map_err(|_| wrong(header, "a whole number in plain digits belongs there"));
    record.header(header).map(read).transpose()
}

fn wrong(header: &str, problem: &str) -> Failure {
    Failure::data(format!("the record's [{header}]: {problem}"))
}

/// The match of a record. Its score begins with the wins of whoever started this round.
fn read_match(best_of: &str, score: &str, starter: Seat) -> Option<Match> {
    let (first, second) = score.split_once('-')?;
    let (first, second): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
    let rounds_before = first.checked_add(second)?;
    let first_starter = if rounds_before.is_multiple_of(2) { starter } else { starter.other() };
    let score = if starter == Seat::One { [first, second] } else { [second, first] };
    Match::resume(best_of.parse().ok()?, first_starter, score).ok()
}

/// The book of a record; for a home-made one its rule file, if that still describes the same game, and a note if not.
fn find_book(record: &Record, rules: Option<PathBuf>) -> Outcome<(RuleBook, Option<PathBuf>, Option<String>)> {
    let mut note = None;
    if let Some(path) = rules {
        match invocation::read_rule_file(&path) {
            Ok(book) => match book.varied_to(record.position().game()) {
                Some(book) => return Ok((book, Some(path), None)),
                None => note = Some(format!("{} is another game now; going on in general words", path.display())),
            },
            Err(Failure::Data(error)) => note = Some(format!("{error:#}; going on in general words")),
            Err(_) => {}
        }
    }
    let book = RuleBook::find(record.code()).map_err(Failure::data)?;
    Ok((book, None, note))
}

/// A saved game in a line: what, who, how far, how long ago.
pub(crate) fn describe(Saved { record, saved, is_open, .. }: &Saved) -> String {
    match record {
        Ok(record) => {
            let open = if *is_open { ", open in another window" } else { "" };
            format!("{}, {}{open}", summary(record), age(*saved))
        }
        Err(error) => format!("damaged: {error:#}"),
    }
}

/// What was played, by whom, and how far.
pub(crate) fn summary(record: &Record) -> String {
    let [first, second] = record.players();
    let moves = match record.position().moves().len() {
        1 => "1 move".to_string(),
        moves => format!("{moves} moves"),
    };
    let rounds = match (record.header("BestOf"), record.header("Score")) {
        (Some(best_of), Some(score)) => format!(" (best of {best_of}, {score} so far)"),
        _ => String::new(),
    };
    format!("{}: {first} and {second}{rounds}, {moves}", record.code())
}

/// How long ago, roughly.
fn age(then: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(then).map_or(0, |age| age.as_secs());
    let (count, unit) = match seconds {
        0..60 => return "just now".into(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}
