//! Finished games, listed and counted as the terminal does.

use duel::computer::auto;
use duel::lesson::Lesson;
use duel::speech::{Language, Opponent, Remark};
use duel::tally::{self, Tally, name_of};
use duel::{Record, RuleBook, Who};
use serde_json::Value;

use super::answer::{Finished, Met, Next, Person, Stats, Streak, Tallied};
use super::challenged::read;
use super::game::MOST_BYTES;
use super::scene::check_length;
use super::trouble::Trouble;
use crate::problem::Problem;
use crate::wire::{self, Id};

/// So many games are counted, as many as the terminal keeps,
const GAMES: usize = 1_000;
/// and so many bytes of them, which is what a browser keeps.
const BYTES: usize = 5_000_000;

pub(crate) fn tally(records: &[String], kept: Option<&Value>, language: Language) -> Result<Tallied, Problem> {
    if records.len() > GAMES || records.iter().map(String::len).sum::<usize>() > BYTES {
        return Err(Trouble::TooMuch { games: GAMES, bytes: BYTES }.into());
    }
    let (mut games, mut listed) = (Vec::new(), Vec::new());
    for (at, text) in records.iter().enumerate() {
        // No record is held: a thousand boards of a million numbers are more than a page has room for.
        if let Some((record, game)) = finished(text) {
            listed.push(list(at, &record, &game, language));
            games.push(game);
        }
    }
    listed.reverse();
    let next = |book: &RuleBook| {
        let name = name_of(book);
        let met = games.iter().filter(|game| game.book == name).filter_map(tally::Finished::met_level);
        let auto = auto(book.opponents(), met);
        Next { book: name, level: auto.level.number(), words: language.say(&auto) }
    };
    Ok(Tallied {
        skipped: records.len() - games.len(),
        stats: stats(Tally::of(&games), kept),
        auto: RuleBook::built_in().iter().map(next).collect(),
        games: listed,
    })
}

/// A finished game that a person played, if the text is the record of one.
fn finished(text: &str) -> Option<(Record, tally::Finished)> {
    let record: Record = Some(text).filter(|text| text.len() <= MOST_BYTES)?.parse().ok()?;
    check_length(record.position().moves().len()).ok()?;
    let game = tally::Finished::of(&record)?;
    Some((record, game))
}

fn list(at: usize, record: &Record, game: &tally::Finished, language: Language) -> Finished {
    let title = RuleBook::find(record.code()).map_or_else(|_| record.code().into(), |book| book.title().into());
    let opponent = game.met().map(|(who, _)| match who {
        Who::Level(level) => language.say(&Opponent(level)),
        Who::Person | Who::Program => game.players[usize::from(game.who[0] == Who::Person)].to_string(),
    });
    let lesson = Lesson::of(record.origin());
    Finished {
        at,
        id: record.id().cloned().map(Id),
        game: record.code().into(),
        title,
        names: game.players.each_ref().map(ToString::to_string),
        who: game.who.map(wire::Who),
        date: record.date().map(|date| date.to_string()),
        result: language.sentence(game),
        moves: record.position().moves().len(),
        helped: game.helped,
        opponent,
        lesson: lesson.map(|lesson| lesson.title().into()),
        origin: record.origin().map(|origin| language.say(&Remark::Origin(origin.clone()))),
    }
}

fn stats(tally: Tally, kept: Option<&Value>) -> Stats {
    let progress = read(kept).unwrap_or_default();
    let done = Lesson::built_in().iter().filter(|lesson| progress.has_done(lesson));
    let met = |tally::Met { book, opponent, score }| Met {
        book,
        opponent: wire::Who(opponent),
        played: score.played,
        won: score.won,
    };
    let person = |tally::Person { name, score }| Person { name, played: score.played, won: score.won };
    Stats {
        played: tally.yours.played,
        won: tally.yours.won,
        streak: tally.streak,
        best: tally.best,
        books: tally.books.into_iter().map(met).collect(),
        people: tally.people.into_iter().map(person).collect(),
        puzzles: Streak { streak: progress.streak(), best: progress.best(), days: progress.days() },
        lessons: done.map(|lesson| lesson.id().into()).collect(),
    }
}
