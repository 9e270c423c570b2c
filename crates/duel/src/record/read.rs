//! Reading a record: a stranger's file, until every line of it has been checked.

use std::fmt::Display;
use std::str::FromStr;

use super::{BY_SIDE, Details, FORMAT, OF_THE_GAME, OF_THE_PEOPLE, RECORD_BYTES, Record, RecordError, is_header_name};
use crate::code::shorten;
use crate::date::NotADate;
use crate::match_play::{MOST_GAMES, check_match};
use crate::moves::Player;
use crate::name::Name;
use crate::number::parse_number;
use crate::outcome::{Loss, Outcome, Reason};
use crate::position::Position;
use crate::rulebook::RuleBook;
use crate::seats::Who;

/// A game has a handful of headers; a file with more is something else.
const MOST_HEADERS: usize = 1_000;

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
        let players = [name("Player1", "Player 1")?, name("Player2", "Player 2")?];
        // What cannot be understood there keeps nobody from looking at the game: it is a header that nobody knows.
        let (details, problem) = match self.details(&headers, &players, position.moves().len()) {
            Ok(details) => (details, None),
            Err(problem) => (Details::default(), Some(problem)),
        };
        let is_foreign = |(name, _): &(String, String)| {
            !OF_THE_GAME.contains(&name.as_str()) && (problem.is_some() || !OF_THE_PEOPLE.contains(&name.as_str()))
        };
        Ok(Record {
            code: game.value.trim().to_string(),
            position,
            players,
            date,
            details,
            headers: headers
                .into_iter()
                .map(|header| (header.name.to_string(), header.value))
                .filter(is_foreign)
                .collect(),
            problem,
        })
    }

    /// What the headers say about the people and their games.
    fn details(&self, headers: &[Header<'a>], players: &[Name; 2], moves: usize) -> Result<Details, RecordError> {
        let find = |name: &str| headers.iter().find(|header| header.name == name);
        let who = |name| Ok(self.typed(find(name), str::parse::<Who>)?.unwrap_or_default());
        let count = |name| Ok(self.typed(find(name), whole::<u32>)?.unwrap_or(0));
        let score = self.typed(find("Score"), read_score)?;
        let best_of = self.typed(find("BestOf"), whole)?;
        let first_seat = self.typed(find("Seat1"), |text| match players {
            [one, two] if one == two && text == BY_SIDE[0] => Ok(Player::One),
            [one, two] if one == two && text == BY_SIDE[1] => Ok(Player::Two),
            [one, _] if text == one.as_str() => Ok(Player::One),
            [_, two] if text == two.as_str() => Ok(Player::Two),
            [one, two] => Err(format!("the first seat is {one}'s or {two}'s")),
        })?;
        let opening = self.typed(find("Opening"), |text| match whole(text) {
            Ok(opening) if opening > moves => Err(format!("the game has only {moves} moves")),
            other => other.map_err(String::from),
        })?;
        let details = Details {
            id: self.typed(find("Id"), str::parse)?,
            who: [who("Type1")?, who("Type2")?],
            seed: self.typed(find("Seed"), whole)?,
            is_tossed: self
                .typed(find("Toss"), |text| if text == "yes" { Ok(()) } else { Err("it is yes") })?
                .is_some(),
            help: [count("Hints1")?, count("Hints2")?],
            best_of,
            score: score.unwrap_or_default(),
            first_seat: first_seat.unwrap_or(Player::One),
            opening: opening.unwrap_or(0),
            fault: find("Fault").map(|fault| fault.value.clone()),
        };
        if let (None, Some(score), Some(header)) = (best_of, score, find("Score"))
            && score[0].checked_add(score[1]).is_none_or(|played| played >= MOST_GAMES)
        {
            return Err(self.wrong(header.value_at, "the record's [Score]: nobody plays so many games"));
        }
        if let (Some(best_of), Some(header)) = (best_of, find("BestOf")) {
            let [one, two] = details.score;
            let problem = format!("the record has a match that cannot be: best of {best_of}, score {one}-{two}");
            check_match(best_of, details.score).map_err(|_| self.wrong(header.value_at, problem))?;
        }
        Ok(details)
    }

    /// The value of a header, if the header is there.
    fn typed<T, E: Display>(
        &self,
        header: Option<&Header<'a>>,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, RecordError> {
        let Some(Header { name, value, value_at }) = header else { return Ok(None) };
        read(value).map(Some).map_err(|error| self.wrong(*value_at, format!("the record's [{name}]: {error}")))
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
                let known =
                    |header: &Header| OF_THE_GAME.contains(&header.name) || OF_THE_PEOPLE.contains(&header.name);
                // Ours do not count: who goes on with a game adds some of them.
                if headers.len() >= MOST_HEADERS
                    && headers.iter().filter(|header| !known(header)).count() == MOST_HEADERS
                {
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

fn whole<T: TryFrom<u128>>(text: &str) -> Result<T, &'static str> {
    let number = parse_number(text).and_then(|number| number.try_into().ok());
    number.ok_or("a whole number in plain digits belongs there")
}

fn read_score(text: &str) -> Result<[u32; 2], &'static str> {
    let shape = "a score is two whole numbers, such as 1-0";
    let (first, second) = text.split_once('-').ok_or(shape)?;
    Ok([whole(first).map_err(|_| shape)?, whole(second).map_err(|_| shape)?])
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
