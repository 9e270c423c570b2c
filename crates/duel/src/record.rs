//! A finished or unfinished game as text.
//!
//! ```text
//! [Format "1"]
//! [Game "chain"]
//! [Player1 "Ada"]
//! [Player2 "Bo"]
//! [Date "2026-11-15"]
//! [Result "1-0 no-move"]
//!
//! 12 4 16 8 2 6 18 9 3 15 5 10 20
//! ```
//!
//! Headers come first, then the moves. Player1 is the side that moved first. The result is `1-0` or `0-1` with the
//! reason's code, and, for a loss by an illegal number, that number; `*` stands for a game that is not over. Further headers
//! tell what it takes to go on with the game anywhere: who is a computer and of which level, the seed of its luck, the match,
//! the help that was had. `#` starts a comment, and headers that we do not know are kept. A `"` or `\` in a header's value is written `\"` or `\\`.

mod read;
mod several;

use std::fmt::{self, Display, Write};

use crate::date::Date;
use crate::moves::Side;
use crate::name::Name;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rulebook::RuleBook;
use crate::seats::{Id, Who};
use crate::session::{Misses, Origin, Rounds};
use crate::text::TextError;

pub use several::{RecordText, Records, split_records};

/// The longest record that can be read: the longest game there is has a million moves.
pub const RECORD_BYTES: usize = 1 << 24;
/// The version of the format that we write, and the only one we read.
pub(crate) const FORMAT: &str = "1";
/// The width to which lines of moves are filled.
const LINE: usize = 80;

/// A game that was played, always legal: its moves are those of a [`Position`].
#[derive(Clone, Debug)]
pub struct Record {
    code: String,
    position: Position,
    players: [Name; 2],
    date: Option<Date>,
    pub(crate) details: Details,
    /// What is wrong about the details, if anything is.
    problem: Option<TextError>,
    headers: Vec<(String, String)>,
}

/// What a record says about the people and their games besides this one. Pairs are by side: who moved first, then the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Details {
    pub(crate) id: Option<Id>,
    pub(crate) who: [Who; 2],
    pub(crate) seed: Option<u64>,
    pub(crate) is_tossed: bool,
    /// How often each side was helped.
    pub(crate) help: [u32; 2],
    pub(crate) rounds: Option<Rounds>,
    /// The games won before this one.
    pub(crate) score: [u32; 2],
    /// Which side sits in the first seat.
    pub(crate) first_seat: Side,
    /// How many moves stood on the board before anybody played.
    pub(crate) opening: usize,
    pub(crate) fault: Option<String>,
    /// Who may be helped.
    pub(crate) advice: [bool; 2],
    /// Where people find the legal numbers themselves: how often they missed.
    pub(crate) misses: Option<Misses>,
    /// Where the opening was taken from, if it is a position that is played on.
    pub(crate) origin: Option<Origin>,
}

impl Default for Details {
    fn default() -> Details {
        Details {
            id: None,
            who: [Who::Person; 2],
            seed: None,
            is_tossed: false,
            help: [0; 2],
            rounds: None,
            score: [0; 2],
            first_seat: Side::One,
            opening: 0,
            fault: None,
            advice: [true; 2],
            misses: None,
            origin: None,
        }
    }
}

impl Record {
    /// The record of a position in a game of this book. The players are the side that moved first and the other one.
    pub fn new(book: &RuleBook, position: Position, players: [Name; 2]) -> Record {
        debug_assert_eq!(book.game(), position.game());
        Record {
            code: book.code(),
            position,
            players,
            date: None,
            details: Details::default(),
            problem: None,
            headers: Vec::new(),
        }
    }

    /// The code of the game as the record gives it: it may name a rule book.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The position that was reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The players, the one who moved first before the other.
    pub fn players(&self) -> &[Name; 2] {
        &self.players
    }

    /// The day of the game, if it is known.
    pub fn date(&self) -> Option<Date> {
        self.date
    }

    /// Notes the day of the game.
    pub fn set_date(&mut self, date: Date) {
        self.date = Some(date);
    }

    /// The value of a header that the format itself does not know.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What keeps the game from being gone on with: a header about the people and their games that cannot be understood. It
    /// is kept like any header that nobody knows, and the game itself can be looked at.
    pub fn problem(&self) -> Option<&TextError> {
        self.problem.as_ref()
    }

    /// What the game is known by as long as it goes on, if it has an id.
    pub fn id(&self) -> Option<&Id> {
        self.details.id.as_ref()
    }

    /// Says what the game is known by.
    pub fn set_id(&mut self, id: Id) {
        self.details.id = Some(id);
    }

    /// What sort of player each side is.
    pub fn who(&self) -> [Who; 2] {
        self.details.who
    }

    /// What the computer players' moves come from.
    pub fn seed(&self) -> Option<u64> {
        self.details.seed
    }

    /// How often each side was helped.
    pub fn help(&self) -> [u32; 2] {
        self.details.help
    }

    /// How many rounds the match has at most that this game belongs to.
    pub fn rounds(&self) -> Option<Rounds> {
        self.details.rounds
    }

    /// How many games each side had won before this one, in the match or in games one after the other.
    pub fn score(&self) -> [u32; 2] {
        self.details.score
    }

    /// How many of the moves stood on the board before anybody played, as in the games of an arena.
    pub fn opening(&self) -> usize {
        self.details.opening
    }

    /// Notes how many of the moves stood there before anybody played; never more than there are.
    pub fn set_opening(&mut self, moves: usize) {
        self.details.opening = moves.min(self.position.moves().len());
    }

    /// What a program did that lost by anything but the rules: a verb and what follows, such as "had no answer after 1 s".
    pub fn fault(&self) -> Option<&str> {
        self.details.fault.as_deref()
    }

    /// Notes what the program did that lost.
    pub fn set_fault(&mut self, fault: impl Into<String>) {
        self.details.fault = Some(fault.into());
    }

    /// Where the position was taken from that stood there before anybody played, if it was.
    pub fn origin(&self) -> Option<&Origin> {
        self.details.origin.as_ref()
    }

    /// The headers that the format itself does not know, in their order.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Takes a header of somebody's own away.
    pub fn remove_header(&mut self, name: &str) {
        self.headers.retain(|(known, _)| known != name);
    }

    /// The same record without anything that the format itself does not know.
    #[must_use]
    pub fn without_foreign_headers(mut self) -> Record {
        self.headers.clear();
        self.problem = None;
        self
    }

    /// The same game by itself: without the match or the games that it is one of.
    #[must_use]
    pub fn by_itself(mut self) -> Record {
        self.details = Details { rounds: None, score: [0, 0], ..self.details };
        self
    }

    /// Sets a header of somebody's own; the format's headers have methods of their own.
    ///
    /// # Panics
    /// The name must be letters and digits, and none of the format's own.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        let is_ours = OF_THE_GAME.contains(&name) || OF_THE_PEOPLE.contains(&name);
        assert!(is_header_name(name) && !is_ours, "{name} is not a header to set");
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.into(), value.into()));
    }
}

/// Unlike positions, records are equal only when their moves came in the same order.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let rest = |record: &Record| (record.code.clone(), record.players.clone(), record.date);
        self.position.moves() == other.position.moves()
            && self.position == other.position
            && rest(self) == rest(other)
            && self.details == other.details
            && self.headers == other.headers
    }
}

impl Eq for Record {}

/// The headers without which a game is not that game.
const OF_THE_GAME: [&str; 6] = ["Format", "Game", "Player1", "Player2", "Date", "Result"];
/// The headers about the people and their games.
const OF_THE_PEOPLE: [&str; 17] = [
    "Id", "Type1", "Type2", "Seed", "Toss", "Hints1", "Hints2", "BestOf", "Rounds", "Score", "Seat1", "Opening",
    "Fault", "Advice1", "Advice2", "Misses", "From",
];
/// What stands in `Seat1` where both sides have one name.
const BY_SIDE: [&str; 2] = ["Player1", "Player2"];

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut header = |name: &str, value: &str| {
            write!(f, "[{name} \"")?;
            for c in value.chars() {
                match c {
                    '"' | '\\' => write!(f, "\\{c}")?,
                    c if c.is_control() => f.write_char(' ')?,
                    c => f.write_char(c)?,
                }
            }
            writeln!(f, "\"]")
        };
        header("Format", FORMAT)?;
        header("Game", &self.code)?;
        header("Player1", self.players[0].as_str())?;
        header("Player2", self.players[1].as_str())?;
        if let Some(date) = &self.date {
            header("Date", &date.to_string())?;
        }
        header("Result", &result_text(self.position.outcome()))?;
        for (name, value) in self.details.headers(&self.players) {
            header(name, &value)?;
        }
        for (name, value) in &self.headers {
            header(name, value)?;
        }
        let mut width = 0;
        for played in self.position.moves() {
            let text = played.to_string();
            if width == 0 || width + 1 + text.len() > LINE {
                f.write_str("\n")?;
                width = 0;
            } else {
                f.write_str(" ")?;
                width += 1;
            }
            f.write_str(&text)?;
            width += text.len();
        }
        if self.position.moves().is_empty() { Ok(()) } else { f.write_str("\n") }
    }
}

impl Details {
    /// The headers that say it; what goes without saying is left out.
    fn headers(&self, players: &[Name; 2]) -> Vec<(&'static str, String)> {
        let Details {
            id,
            who,
            seed,
            is_tossed,
            help,
            rounds,
            score,
            first_seat,
            opening,
            fault,
            advice,
            misses,
            origin,
        } = self;
        let mut headers = Vec::new();
        headers.extend(id.as_ref().map(|id| ("Id", id.to_string())));
        if who.iter().any(|&who| who != Who::Person) {
            headers.extend(["Type1", "Type2"].into_iter().zip(who.map(|who| who.to_string())));
        }
        headers.extend(seed.map(|seed| ("Seed", seed.to_string())));
        headers.extend(is_tossed.then(|| ("Toss", "yes".into())));
        for (name, count) in ["Hints1", "Hints2"].into_iter().zip(help).filter(|(_, count)| **count > 0) {
            headers.push((name, count.to_string()));
        }
        headers.extend(rounds.map(|rounds| match rounds {
            Rounds::BestOf(most) => ("BestOf", most.to_string()),
            Rounds::All(all) => ("Rounds", all.to_string()),
        }));
        let is_one_of_several = rounds.is_some() || *score != [0, 0];
        if is_one_of_several {
            headers.push(("Score", format!("{}-{}", score[0], score[1])));
        }
        if is_one_of_several || *first_seat != Side::One {
            let names = if players[0] == players[1] { BY_SIDE } else { [players[0].as_str(), players[1].as_str()] };
            headers.push(("Seat1", names[first_seat.index()].into()));
        }
        if *opening > 0 {
            headers.push(("Opening", opening.to_string()));
        }
        headers.extend(origin.as_ref().map(|origin| ("From", origin.to_string())));
        for (name, _) in ["Advice1", "Advice2"].into_iter().zip(advice).filter(|(_, may)| !**may) {
            headers.push((name, "no".into()));
        }
        headers.extend(misses.as_ref().map(|misses| ("Misses", misses.to_string())));
        headers.extend(fault.as_ref().map(|fault| ("Fault", fault.clone())));
        headers
    }
}

fn result_text(outcome: Option<&Outcome>) -> String {
    outcome.map_or("*".into(), Outcome::to_string)
}

fn is_header_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}
