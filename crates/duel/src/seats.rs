//! Who plays: the two seats, and who sits in them.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::computer::Level;
use crate::name::Name;
use crate::speech::{Language, UsualName};

/// A seat. Who moves first changes from round to round; a seat does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Seat {
    One,
    Two,
}

impl Seat {
    /// Both seats.
    pub const BOTH: [Seat; 2] = [Seat::One, Seat::Two];

    /// The other seat.
    #[must_use]
    pub fn other(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }

    /// 0 or 1, for arrays with a place for each seat.
    pub fn index(self) -> usize {
        match self {
            Seat::One => 0,
            Seat::Two => 1,
        }
    }

    /// 1 or 2.
    pub fn number(self) -> u8 {
        self.index() as u8 + 1
    }
}

/// What sort of player it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Who {
    /// A person.
    #[default]
    Person,
    /// A computer player of ours.
    Level(Level),
    /// A program of somebody's. Which one is no part of a game: a record never names a command.
    Program,
}

impl Who {
    /// What somebody in this seat is called who has not said otherwise.
    pub fn usual_name(self, seat: Seat, language: Language) -> Name {
        language.say(&UsualName { who: self, seat }).parse().expect("a name of our own is a name")
    }
}

/// A text that names no sort of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NobodyKnown;

impl FromStr for Who {
    type Err = NobodyKnown;

    fn from_str(text: &str) -> Result<Who, NobodyKnown> {
        let level = |number: &str| number.parse().ok().and_then(Level::from_number).map(Who::Level);
        match text.split_once(':') {
            None if text == "human" => Ok(Who::Person),
            None if text == "bot" => Ok(Who::Program),
            Some(("level", number)) => level(number).ok_or(NobodyKnown),
            _ => Err(NobodyKnown),
        }
    }
}

/// As it is written in records and on the command line.
impl Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Person => write!(f, "human"),
            Who::Level(level) => write!(f, "level:{}", level.number()),
            Who::Program => write!(f, "bot"),
        }
    }
}

/// Somebody in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// What they are called.
    pub name: Name,
    /// What sort of player they are.
    pub who: Who,
}

impl Sitter {
    /// Somebody with the usual name.
    pub fn usual(who: Who, seat: Seat, language: Language) -> Sitter {
        Sitter { name: who.usual_name(seat, language), who }
    }
}

/// What a game is known by as long as it goes on: 1 to 32 letters and digits, made by chance where the game begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Id(String);

/// A text that cannot be an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnId;

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Id, NotAnId> {
        let is_one = (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_one { Ok(Id(text.into())) } else { Err(NotAnId) }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
