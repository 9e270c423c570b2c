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
//! reason's code, and, for a loss by an illegal number, that number; `*` stands for a game that is not over. `#` starts a
//! comment, and headers that we do not know are kept. A `"` or `\` in a header's value is written `\"` or `\\`.

use std::fmt::{self, Display, Write};
use std::str::FromStr;

use crate::code::shorten;
use crate::date::{Date, NotADate};
use crate::moves::Player;
use crate::name::Name;
use crate::outcome::{Loss, Outcome, Reason};
use crate::position::Position;
use crate::rulebook::RuleBook;

/// The longest record that can be read: the longest game there is has a million moves.
pub const RECORD_BYTES: usize = 1 << 24;
/// The version of the format that we write, and the only one we read.
const FORMAT: &str = "1";
/// The width to which lines of moves are filled.
const LINE: usize = 80;
/// The header with the number of moves that were made by chance.
const OPENING: &str = "Opening";
/// The header with what a program did that lost.
const FAULT: &str = "Fault";
/// A game has a handful of headers; a file with more is something else.
const MOST_HEADERS: usize = 1_000;

/// A game that was played, always legal: its moves are those of a [`Position`].
#[derive(Clone, Debug)]
pub struct Record {
    code: String,
    position: Position,
    players: [Name; 2],
    date: Option<Date>,
    headers: Vec<(String, String)>,
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl Record {
    /// The record of a position in a game of this book. The players are the side that moved first and the other one.
    pub fn new(book: &RuleBook, position: Position, players: [Name; 2]) -> Record {
        debug_assert_eq!(book.game(), position.game());
        Record { code: book.code(), position, players, date: None, headers: Vec::new() }
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

    /// How many of the moves were made by chance before the players played, as in the games of an arena.
    pub fn opening(&self) -> usize {
        self.header(OPENING).and_then(|count| count.parse().ok()).unwrap_or(0)
    }

    /// Notes how many of the moves were made by chance.
    pub fn set_opening(&mut self, moves: usize) {
        self.set_header(OPENING, moves.to_string());
    }

    /// What a program did that lost by anything but the rules: a verb and what follows, such as "had no answer after 1 s".
    pub fn fault(&self) -> Option<&str> {
        self.header(FAULT)
    }

    /// Notes what the program did that lost.
    pub fn set_fault(&mut self, fault: impl Into<String>) {
        self.set_header(FAULT, fault);
    }

    /// The headers that the format itself does not know, in their order.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a header of somebody's own; the format's headers have methods of their own.
    ///
    /// # Panics
    /// The name must be letters and digits, and none of the format's own.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        assert!(is_header_name(name) && !KNOWN_HEADERS.contains(&name), "{name} is not a header to set");
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
            && self.headers == other.headers
    }
}

impl Eq for Record {}

const KNOWN_HEADERS: [&str; 6] = ["Format", "Game", "Player1", "Player2", "Date", "Result"];

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

fn result_text(outcome: Option<&Outcome>) -> String {
    outcome.map_or("*".into(), Outcome::to_string)
}

fn is_header_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        // Some editors put an invisible mark in front of a text.
        Reader { text: text.strip_prefix('\u{feff}').unwrap_or(text) }.read()
    }
}

struct Reader<'a> {
    text: &'a str,
}

/// A move as it is written, and the byte where it begins.
struct Token<'a> {
    text: &'a str,
    at: usize,
}

struct Header<'a> {
    name: &'a str,
    value: String,
    value_at: usize,
}

impl<'a> Reader<'a> {
    fn read(&self) -> Result<Record, RecordError> {
        if self.text.len() > RECORD_BYTES {
            return Err(self.wrong(0, "this file is larger than a record can be, 16 MiB"));
        }
        let (headers, moves) = self.split()?;
        let find = |name: &str| headers.iter().find(|header| header.name == name);
        let Some(game) = find("Game") else {
            return Err(
                self.wrong(0, "the record does not say what is played: a line like [Game \"classic\"] is missing")
            );
        };
        let book = RuleBook::find(&game.value).map_err(|error| self.wrong(game.value_at, error.problem))?;
        let start = book.game().start().map_err(|error| self.wrong(game.value_at, error.to_string()))?;
        let name = |header: &str, otherwise: &str| match find(header) {
            Some(name) => {
                name.value.parse().map_err(|error: crate::NameError| self.wrong(name.value_at, error.to_string()))
            }
            None => Ok(otherwise.parse().expect("a name of our own is a name")),
        };
        let date = match find("Date") {
            Some(date) => {
                Some(date.value.parse().map_err(|error: NotADate| self.wrong(date.value_at, error.to_string()))?)
            }
            None => None,
        };
        let mut position = self.replay(start, &moves)?;
        if let Some(result) = find("Result") {
            self.apply_result(result, &mut position)?;
        }
        Ok(Record {
            code: game.value.trim().to_string(),
            position,
            players: [name("Player1", "Player 1")?, name("Player2", "Player 2")?],
            date,
            headers: headers
                .into_iter()
                .map(|header| (header.name.to_string(), header.value))
                .filter(|(name, _)| !KNOWN_HEADERS.contains(&name.as_str()))
                .collect(),
        })
    }

    /// The headers and the moves, before anything is known about their meaning.
    fn split(&self) -> Result<(Vec<Header<'a>>, Vec<Token<'a>>), RecordError> {
        let mut headers: Vec<Header> = Vec::new();
        let mut moves = Vec::new();
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let start = at + (line.len() - line.trim_start().len());
            if line.trim_start().starts_with('[') {
                let header = self.header(line.trim(), start)?;
                // A newer format may mean anything by the rest, so the version is judged as soon as it is known.
                if header.name == "Format" && header.value != FORMAT {
                    let problem = format!(
                        "this record has format version {}, and this program reads version {FORMAT}; a newer program \
                         may read it",
                        shorten(&header.value)
                    );
                    return Err(self.wrong(header.value_at, problem));
                }
                if header.name == "Format" && headers.iter().any(|known| known.name == "Format") {
                    return Err(self.wrong(start, "a second game begins here, and a record is one game"));
                }
                if !moves.is_empty() {
                    return Err(self.wrong(start, "a header comes before the moves"));
                }
                if headers.iter().any(|known| known.name == header.name) {
                    return Err(self.wrong(start, format!("there are two headers [{}]", header.name)));
                }
                if headers.len() == MOST_HEADERS {
                    return Err(self.wrong(start, format!("a record has at most {MOST_HEADERS} headers")));
                }
                headers.push(header);
            } else {
                let content = line.split('#').next().unwrap_or_default();
                for text in content.split_whitespace() {
                    moves.push(Token { text, at: at + (text.as_ptr() as usize - line.as_ptr() as usize) });
                }
            }
            at += line.len();
        }
        Ok((headers, moves))
    }

    /// One header, `[Name "value"]`, perhaps with a comment after it.
    fn header(&self, line: &'a str, at: usize) -> Result<Header<'a>, RecordError> {
        let shape = "a header looks like [Game \"classic\"]";
        let inner = &line[1..];
        let name_len = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(inner.len());
        let (name, rest) = inner.split_at(name_len);
        if !is_header_name(name) {
            return Err(self.wrong(at + 1, shape));
        }
        let value_at = at + 1 + name_len + (rest.len() - rest.trim_start().len());
        let Some(quoted) = rest.trim_start().strip_prefix('"') else {
            return Err(self.wrong(value_at, shape));
        };
        let mut value = String::new();
        let mut chars = quoted.char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    let end = value_at + 1 + offset + 1;
                    let after = quoted[offset + 1..].trim_start();
                    return match after.strip_prefix(']').map(str::trim_start) {
                        Some(rest) if rest.is_empty() || rest.starts_with('#') => {
                            Ok(Header { name, value, value_at: value_at + 1 })
                        }
                        _ => Err(self.wrong(end, "a header ends with \"]")),
                    };
                }
                '\\' => match chars.next() {
                    Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                    _ => return Err(self.wrong(value_at + 1 + offset, "\\ stands only before \" or \\")),
                },
                c if c.is_control() => {
                    return Err(self.wrong(value_at + 1 + offset, "a control character does not belong in a header"));
                }
                c => value.push(c),
            }
        }
        Err(self.wrong(at + line.len(), format!("the value of [{name}] has no closing quotation mark")))
    }

    fn replay(&self, mut position: Position, moves: &[Token<'_>]) -> Result<Position, RecordError> {
        for (played, &Token { text, at }) in moves.iter().enumerate() {
            let wrong = |problem| self.wrong(at, format!("move {}: {problem}", played + 1));
            position.play_written(text).map_err(wrong)?;
        }
        Ok(position)
    }

    /// Checks the result against the moves, and ends the game where it ended before the last move was made.
    fn apply_result(&self, header: &Header<'_>, position: &mut Position) -> Result<(), RecordError> {
        let wrong = |problem: String| Err(self.wrong(header.value_at, problem));
        let words: Vec<&str> = header.value.split_whitespace().collect();
        let claimed = match words[..] {
            ["*"] => None,
            [score, reason, ref rest @ ..] => match read_outcome(score, reason, rest) {
                Some(outcome) => Some(outcome),
                None => return wrong(format!("the result \"{}\" is not one: {RESULT_SHAPE}", shorten(&header.value))),
            },
            _ => return wrong(format!("the result \"{}\" is not one: {RESULT_SHAPE}", shorten(&header.value))),
        };
        match position.conclude(claimed.as_ref()) {
            Ok(()) => Ok(()),
            Err(contradiction) => wrong(format!("the result contradicts the moves: {contradiction}")),
        }
    }

    fn wrong(&self, at: usize, problem: impl Into<String>) -> RecordError {
        let (line, column) = crate::rulefile::line_and_column(self.text, at);
        RecordError { line, column, problem: problem.into() }
    }
}

const RESULT_SHAPE: &str = "it is 1-0 or 0-1 with a reason (no-move, illegal-number with the number, resigned, time, \
                            forfeit), or * for a game that is not over";

fn read_outcome(score: &str, reason: &str, rest: &[&str]) -> Option<Outcome> {
    let winner = match score {
        "1-0" => Player::One,
        "0-1" => Player::Two,
        _ => return None,
    };
    let reason = match (reason, rest) {
        ("no-move", []) => Reason::NoMove,
        ("illegal-number", [number]) => Reason::Lost(Loss::IllegalNumber(number.parse().ok()?)),
        ("resigned", []) => Reason::Lost(Loss::Resigned),
        ("time", []) => Reason::Lost(Loss::Time),
        ("forfeit", []) => Reason::Lost(Loss::Forfeit),
        _ => return None,
    };
    Some(Outcome { winner, reason })
}
