//! What a page has kept: its games, whoever has changed them since, and those of an older page, carried over.

use duel::{Move, Name, Outcome, Record, Seat, Session, Who};
use serde::{Deserialize, Serialize};

use crate::game::{Game, is_unfinished};
use crate::scene::{Lost, book_of, position_of};

/// A game as it is kept, with the id that its record has.
#[derive(Debug, Deserialize, Serialize)]
struct Entry {
    id: String,
    record: String,
    rules: Option<String>,
}

/// What a kept game is.
#[derive(Serialize)]
pub(crate) struct Summary {
    title: String,
    /// By seat.
    names: [String; 2],
    moves: usize,
    /// Whether there is something to go on with.
    is_unfinished: bool,
    /// The same game as it is kept now, where an older page kept it.
    carried: Option<Entry>,
}

/// What each of these texts is; null for what cannot be read.
pub(crate) fn kept(entries: &[String]) -> Vec<Option<Summary>> {
    entries.iter().map(|text| summary(text)).collect()
}

fn summary(text: &str) -> Option<Summary> {
    let (entry, is_carried) = match serde_json::from_str::<Entry>(text) {
        Ok(entry) => (entry, false),
        Err(_) => (serde_json::from_str::<Older>(text).ok()?.table.carried()?, true),
    };
    let session = session(&entry)?;
    Some(Summary {
        title: session.book().title().into(),
        names: Seat::BOTH.map(|seat| session.sitter(seat).name.to_string()),
        moves: session.position().moves().len(),
        is_unfinished: is_unfinished(&session),
        carried: is_carried.then_some(entry),
    })
}

fn session(entry: &Entry) -> Option<Session> {
    let game = Game { record: entry.record.clone(), rules: entry.rules.clone() };
    let session = game.session().ok()?;
    (session.id()?.to_string() == entry.id).then_some(session)
}

/// What pages kept before games were kept as records.
#[derive(Deserialize)]
struct Older {
    table: Table,
}

/// Seats are counted from 0 here, and hints are by side.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Table {
    id: String,
    seats: [Chair; 2],
    first: usize,
    is_tossed: bool,
    seed: u64,
    game: Option<String>,
    rules: Option<String>,
    moves: Vec<Move>,
    lost: Option<Lost>,
    hints: [u32; 2],
    /// With this round, if it is counted.
    score: [u32; 2],
    is_counted: bool,
}

#[derive(Deserialize)]
struct Chair {
    name: String,
    level: u8,
}

impl Table {
    /// The same as a record. It is written as text, and whatever is wrong with it the reader finds.
    fn carried(self) -> Option<Entry> {
        let book = book_of(self.game.as_deref(), self.rules.as_deref()).ok()?;
        let position = position_of(&book, &self.moves, self.lost.as_ref()).ok()?;
        let seats = match self.first {
            0 => [0, 1],
            1 => [1, 0],
            _ => return None,
        };
        let mut score = seats.map(|seat| self.score[seat]);
        if let (Some(Outcome { winner, .. }), true) = (position.outcome(), self.is_counted) {
            let wins = &mut score[winner.index()];
            *wins = wins.checked_sub(1)?;
        }
        let [one, two] = seats.map(|seat| &self.seats[seat]);
        let names: [Name; 2] = [one.name.parse().ok()?, two.name.parse().ok()?];
        // Two people of one name are told apart by their sides.
        let sides = if names[0] == names[1] { ["Player1", "Player2"] } else { [names[0].as_str(), names[1].as_str()] };
        let first_seat = sides[self.first].replace('\\', "\\\\").replace('"', "\\\"");
        let mut headers = vec![
            ("Type1", one.who()),
            ("Type2", two.who()),
            ("Seed", self.seed.to_string()),
            ("Hints1", self.hints[0].to_string()),
            ("Hints2", self.hints[1].to_string()),
            ("Score", format!("{}-{}", score[0], score[1])),
            ("Seat1", first_seat),
        ];
        headers.extend(self.is_tossed.then(|| ("Toss", "yes".into())));
        let headers: String = headers.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        let id: String = self.id.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
        let mut record = Record::new(&book, position, names);
        record.set_id(id.parse().ok()?);
        let game = Game { record: format!("{headers}{record}"), rules: book.rule_file().map(String::from) };
        // As everybody else's is written.
        let record = game.session().ok()?.record().to_string();
        Some(Entry { id, record, rules: game.rules })
    }
}

impl Chair {
    fn who(&self) -> String {
        match self.level {
            0 => Who::Person.to_string(),
            // A level that there is not is the reader's to refuse.
            level => format!("level:{level}"),
        }
    }
}
