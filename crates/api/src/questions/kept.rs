//! What a page has kept: its games, whoever has changed them since, and those of an older page, carried over.

use duel::lesson::Lesson;
use duel::{Move, Name, Record, Seat, Session, Who};
use serde::Deserialize;

use super::answer::{Entry, Outcome, Reason, Summary};
use super::game::is_unfinished;
use super::question::Saved;
use super::scene::position_of;
use crate::book::book_of;
use crate::wire::{Offered, Side};

/// What this text is, if it can be read.
pub(crate) fn summary(text: &str) -> Option<Summary> {
    let (session, carried) = match serde_json::from_str::<Entry>(text) {
        Ok(Entry { id, record, rules }) => {
            let session = Saved { record, rules }.session().ok()?;
            (session.id()?.to_string() == id).then_some((session, None))?
        }
        Err(_) => {
            let session = serde_json::from_str::<Older>(text).ok()?.table.carried()?;
            let rules = session.book().rule_file().map(String::from);
            let entry = Entry { id: session.id()?.to_string(), record: session.record().to_string(), rules };
            (session, Some(entry))
        }
    };
    let title = Lesson::of(session.origin()).map_or(session.book().title(), Lesson::title);
    Some(Summary {
        title: title.into(),
        names: Seat::BOTH.map(|seat| session.sitter(seat).name.to_string()),
        moves: session.position().moves().len(),
        is_unfinished: is_unfinished(&session),
        carried,
    })
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

#[derive(Deserialize)]
struct Lost {
    player: Side,
    reason: Reason,
    number: Option<Offered>,
}

impl Table {
    /// The same as a session. It is written as text, and whatever is wrong with it the reader finds.
    fn carried(self) -> Option<Session> {
        let book = book_of(self.game.as_deref(), self.rules.as_deref()).ok()?;
        let outcome =
            self.lost.map(|Lost { player, reason, number }| Outcome { winner: Side(player.0.other()), reason, number });
        let position = position_of(&book, &self.moves, outcome.as_ref()).ok()?;
        let seats = match self.first {
            0 => [0, 1],
            1 => [1, 0],
            _ => return None,
        };
        let mut score = seats.map(|seat| self.score[seat]);
        if let (Some(outcome), true) = (position.outcome(), self.is_counted) {
            let wins = &mut score[outcome.winner.index()];
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
        Saved { record: format!("{headers}{record}"), rules: book.rule_file().map(String::from) }.session().ok()
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
