//! Reading a record: a stranger's file, until every line of it has been checked.

use std::str::FromStr;

use super::{BY_SIDE, Details, FORMAT, OF_THE_GAME, OF_THE_PEOPLE, RECORD_BYTES, Record, is_header_name};
use crate::code::shorten;
use crate::moves::Side;
use crate::name::Name;
use crate::number::parse_number;
use crate::outcome::{Loss, Outcome, Reason};
use crate::position::Position;
use crate::rulebook::RuleBook;
use crate::seats::Who;
use crate::session::{MOST_GAMES, Misses, NoMisses, Rounds};
use crate::text::{HeaderProblem, RecordProblem, TextError, TextProblem};

/// A game has a handful of headers; a file with more is something else.
const MOST_HEADERS: usize = 1_000;

impl FromStr for Record {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Record, TextError> {
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
    fn read(&self) -> Result<Record, TextError> {
        if self.text.len() > RECORD_BYTES {
            return Err(self.wrong(0, RecordProblem::TooLong));
        }
        let (headers, moves) = self.split()?;
        let find = |name: &str| headers.iter().find(|header| header.name == name);
        let Some(game) = find("Game") else {
            return Err(self.wrong(0, RecordProblem::NoGame));
        };
        let book = RuleBook::find(&game.value).map_err(|error| self.wrong(game.value_at, error.problem))?;
        let start = book.game().start().map_err(|error| self.wrong(game.value_at, error))?;
        let name = |header: &str, otherwise: &str| match find(header) {
            Some(name) => name.value.parse().map_err(|error| self.wrong(name.value_at, RecordProblem::Name(error))),
            None => Ok(otherwise.parse().expect("a name of our own is a name")),
        };
        let date = match find("Date") {
            Some(date) => {
                Some(date.value.parse().map_err(|error| self.wrong(date.value_at, RecordProblem::Date(error)))?)
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
    fn details(&self, headers: &[Header<'a>], players: &[Name; 2], moves: usize) -> Result<Details, TextError> {
        let find = |name: &str| headers.iter().find(|header| header.name == name);
        let who = |name| {
            let read = |text: &str| text.parse::<Who>().map_err(HeaderProblem::Nobody);
            Ok::<Who, TextError>(self.typed(find(name), read)?.unwrap_or_default())
        };
        let count = |name| Ok::<u32, TextError>(self.typed(find(name), whole)?.unwrap_or(0));
        let may = |name| {
            let no = |text: &str| if text == "no" { Ok(()) } else { Err(HeaderProblem::NotNo) };
            Ok::<bool, TextError>(self.typed(find(name), no)?.is_none())
        };
        let score = self.typed(find("Score"), read_score)?;
        let best_of = self.typed(find("BestOf"), |text| whole(text).map(Rounds::BestOf))?;
        let rounds = match best_of {
            None => self.typed(find("Rounds"), |text| whole(text).map(Rounds::All))?,
            Some(_) => self.typed(find("Rounds"), |_| Err(HeaderProblem::SaidTwice))?.or(best_of),
        };
        let first_seat = self.typed(find("Seat1"), |text| match players {
            [one, two] if one == two && text == BY_SIDE[0] => Ok(Side::One),
            [one, two] if one == two && text == BY_SIDE[1] => Ok(Side::Two),
            [one, _] if text == one.as_str() => Ok(Side::One),
            [_, two] if text == two.as_str() => Ok(Side::Two),
            [one, two] => Err(HeaderProblem::NotASeat { one: one.to_string(), two: two.to_string() }),
        })?;
        let opening = self.typed(find("Opening"), |text| match whole(text) {
            Ok(opening) if opening > moves => Err(HeaderProblem::LongOpening { moves }),
            other => other,
        })?;
        let details = Details {
            id: self.typed(find("Id"), |text| text.parse().map_err(HeaderProblem::Id))?,
            who: [who("Type1")?, who("Type2")?],
            seed: self.typed(find("Seed"), whole)?,
            is_tossed: self
                .typed(find("Toss"), |text| if text == "yes" { Ok(()) } else { Err(HeaderProblem::NotYes) })?
                .is_some(),
            help: [count("Hints1")?, count("Hints2")?],
            rounds,
            score: score.unwrap_or_default(),
            first_seat: first_seat.unwrap_or(Side::One),
            opening: opening.unwrap_or(0),
            fault: find("Fault").map(|fault| fault.value.clone()),
            advice: [may("Advice1")?, may("Advice2")?],
            misses: self.typed(find("Misses"), |text| {
                let misses: Misses = text.parse().map_err(HeaderProblem::Misses)?;
                // A miss belongs to a move that was made, or to the turn.
                if misses.last().is_some_and(|at| at > moves) {
                    Err(HeaderProblem::Misses(NoMisses))
                } else {
                    Ok(misses)
                }
            })?,
            origin: self.typed(find("From"), |text| text.parse().map_err(HeaderProblem::Origin))?,
        };
        if let (None, Some(score), Some(header)) = (rounds, score, find("Score"))
            && score[0].checked_add(score[1]).is_none_or(|played| played >= MOST_GAMES)
        {
            let why = HeaderProblem::TooManyGames;
            return Err(self.wrong(header.value_at, RecordProblem::Header { name: "Score".into(), why }));
        }
        if let (Some(rounds), Some(header)) = (rounds, find("BestOf").or(find("Rounds"))) {
            let problem = RecordProblem::Match { rounds, score: details.score };
            rounds.check(details.score).map_err(|_| self.wrong(header.value_at, problem))?;
        }
        Ok(details)
    }

    /// The value of a header, if the header is there.
    fn typed<T>(
        &self,
        header: Option<&Header<'a>>,
        read: impl FnOnce(&str) -> Result<T, HeaderProblem>,
    ) -> Result<Option<T>, TextError> {
        let Some(Header { name, value, value_at }) = header else { return Ok(None) };
        let wrong = |why| self.wrong(*value_at, RecordProblem::Header { name: (*name).into(), why });
        read(value).map(Some).map_err(wrong)
    }

    /// The headers and the moves, before anything is known about their meaning.
    fn split(&self) -> Result<(Vec<Header<'a>>, Vec<Token<'a>>), TextError> {
        let mut headers: Vec<Header> = Vec::new();
        let mut moves = Vec::new();
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let start = at + (line.len() - line.trim_start().len());
            if line.trim_start().starts_with('[') {
                let header = self.header(line.trim(), start)?;
                // A newer format may mean anything by the rest, so the version is judged as soon as it is known.
                if header.name == "Format" && header.value != FORMAT {
                    let problem = RecordProblem::Version { version: shorten(&header.value) };
                    return Err(self.wrong(header.value_at, problem));
                }
                if header.name == "Format" && headers.iter().any(|known| known.name == "Format") {
                    return Err(self.wrong(start, RecordProblem::SecondGame));
                }
                if !moves.is_empty() {
                    return Err(self.wrong(start, RecordProblem::LateHeader));
                }
                if headers.iter().any(|known| known.name == header.name) {
                    return Err(self.wrong(start, RecordProblem::TwoHeaders { name: header.name.into() }));
                }
                let known =
                    |header: &Header| OF_THE_GAME.contains(&header.name) || OF_THE_PEOPLE.contains(&header.name);
                // Ours do not count: who goes on with a game adds some of them.
                if headers.len() >= MOST_HEADERS
                    && headers.iter().filter(|header| !known(header)).count() == MOST_HEADERS
                {
                    return Err(self.wrong(start, RecordProblem::TooManyHeaders { most: MOST_HEADERS }));
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
    fn header(&self, line: &'a str, at: usize) -> Result<Header<'a>, TextError> {
        let inner = &line[1..];
        let name_len = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(inner.len());
        let (name, rest) = inner.split_at(name_len);
        if !is_header_name(name) {
            return Err(self.wrong(at + 1, RecordProblem::NotAHeader));
        }
        let value_at = at + 1 + name_len + (rest.len() - rest.trim_start().len());
        let Some(quoted) = rest.trim_start().strip_prefix('"') else {
            return Err(self.wrong(value_at, RecordProblem::NotAHeader));
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
                        _ => Err(self.wrong(end, RecordProblem::HeaderWithoutEnd)),
                    };
                }
                '\\' => match chars.next() {
                    Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                    _ => return Err(self.wrong(value_at + 1 + offset, RecordProblem::LoneBackslash)),
                },
                c if c.is_control() => {
                    return Err(self.wrong(value_at + 1 + offset, RecordProblem::ControlCharacter));
                }
                c => value.push(c),
            }
        }
        Err(self.wrong(at + line.len(), RecordProblem::NoClosingQuote { name: name.into() }))
    }

    fn replay(&self, mut position: Position, moves: &[Token<'_>]) -> Result<Position, TextError> {
        for (played, &Token { text, at }) in moves.iter().enumerate() {
            let wrong = |why| self.wrong(at, RecordProblem::Move { number: played + 1, why });
            position.play_written(text).map_err(wrong)?;
        }
        Ok(position)
    }

    /// Checks the result against the moves, and ends the game where it ended before the last move was made.
    fn apply_result(&self, header: &Header<'_>, position: &mut Position) -> Result<(), TextError> {
        let wrong = |problem| Err(self.wrong(header.value_at, problem));
        let no_result = || RecordProblem::Result { result: shorten(&header.value) };
        let words: Vec<&str> = header.value.split_whitespace().collect();
        let claimed = match words[..] {
            ["*"] => None,
            [score, reason, ref rest @ ..] => match read_outcome(score, reason, rest) {
                Some(outcome) => Some(outcome),
                None => return wrong(no_result()),
            },
            _ => return wrong(no_result()),
        };
        match position.conclude(claimed.as_ref()) {
            Ok(()) => Ok(()),
            Err(contradiction) => wrong(RecordProblem::Contradiction(contradiction)),
        }
    }

    fn wrong(&self, at: usize, problem: impl Into<TextProblem>) -> TextError {
        TextError::at(self.text, at, problem)
    }
}

fn whole<T: TryFrom<u128>>(text: &str) -> Result<T, HeaderProblem> {
    let number = parse_number(text).and_then(|number| number.try_into().ok());
    number.ok_or(HeaderProblem::NotWhole)
}

fn read_score(text: &str) -> Result<[u32; 2], HeaderProblem> {
    let (first, second) = text.split_once('-').ok_or(HeaderProblem::NotAScore)?;
    let [first, second] = [first, second].map(|wins| whole(wins).map_err(|_| HeaderProblem::NotAScore));
    Ok([first?, second?])
}

fn read_outcome(score: &str, reason: &str, rest: &[&str]) -> Option<Outcome> {
    let winner = match score {
        "1-0" => Side::One,
        "0-1" => Side::Two,
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
