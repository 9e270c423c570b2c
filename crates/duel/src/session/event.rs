//! What somebody does in a session, and what comes of it.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::moves::Move;
use crate::outcome::LostBy;
use crate::record::Record;
use crate::seats::{Id, Seat};
use crate::solve::Proof;
use crate::typed::Typed;

/// The version of the events' JSON form that we write, and the only one we read.
const VERSION: u32 = 1;

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// Whoever sits there.
    Seat(Seat),
    /// Whoever sees that the game goes on: the program that it is played in.
    Referee,
}

/// Something that somebody wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// To make this move. An illegal one costs nothing, since it was not typed; where people find the legal ones it is a miss.
    Move(Move),
    /// To make the move that this text stands for. Where an illegal number loses, this one does.
    Type(String),
    /// To make the move that this number or division stands for. Where an illegal number loses, this one does.
    Name(Typed),
    /// To have the last move of a person taken back, with all that came after it.
    TakeBack,
    /// To give the game up.
    Resign,
    /// That somebody loses: who is late, gone, or has said so.
    Lose {
        /// Who loses.
        seat: Seat,
        /// Why.
        how: LostBy,
        /// What a program did, as in the record: a verb and what follows.
        fault: Option<String>,
    },
    /// To be helped at one's own turn. It is asked for when the help is there, so that nothing counts that nobody gets.
    Help(Help),
    /// To play the next round of the match.
    NextRound {
        /// With a fair start from now on.
        fair: bool,
    },
    /// To play the same game again from its start, the other one moving first.
    Rematch {
        /// With a fair start from now on.
        fair: bool,
        /// What it is to be known by, if it is to be another game than the last one.
        id: Option<Id>,
    },
}

/// What counts as help: whatever points at moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Help {
    /// A good move, and why.
    Advice,
    /// Which moves win.
    Verdicts,
    /// Which numbers answer each other.
    Pairing,
}

impl Help {
    /// The help that a proof is. How a division game is counted, and that a game was searched, points at no move, and does not
    /// count.
    pub fn of_proof(proof: &Proof) -> Option<Help> {
        (proof.factors.is_none() && proof.strategy.is_none()).then_some(Help::Pairing)
    }
}

/// Something that happened: what somebody wanted to do, after it was found right.
///
/// Its JSON form has a version. Moves are text in it, because they may have 64 bits.
///
/// ```
/// use duel::{Move, Seat};
/// use duel::session::{By, Deed, Event};
///
/// let event = Event { at: 1_731_628_800_000, by: By::Seat(Seat::One), deed: Deed::Moved { chosen: Move::Pick(12) } };
/// let json = r#"{"v":1,"at":1731628800000,"by":1,"event":"moved","move":"12"}"#;
/// assert_eq!(event.to_json(), json);
/// assert_eq!(Event::from_json(json), Ok(event));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// When it happened, in milliseconds since 1 January 1970, as far as whoever says so knows.
    pub at: u64,
    /// Who did it.
    pub by: By,
    /// What was done.
    #[serde(flatten)]
    pub deed: Deed,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Deed {
    /// The session began, or was taken up: everything about it that was settled by then, toss and seed included.
    Began {
        /// The game so far.
        #[serde(with = "as_text")]
        record: Box<Record>,
        /// The rule file of a home-made book.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        rules: Option<String>,
    },
    /// A move was made.
    Moved {
        /// The move.
        #[serde(rename = "move", with = "move_as_text")]
        chosen: Move,
    },
    /// An illegal number was named where that loses.
    Slipped {
        /// The number.
        #[serde(with = "as_text")]
        number: Typed,
    },
    /// A number was tried that is not legal, where people find the legal ones themselves.
    Missed {
        /// The number.
        #[serde(with = "as_text")]
        number: Typed,
    },
    /// Moves were taken back.
    TookBack {
        /// How many.
        moves: usize,
    },
    /// The game was given up.
    Resigned,
    /// Somebody lost who was late, gone, or had said so.
    Lost {
        /// Who.
        #[serde(with = "seat_as_number")]
        seat: Seat,
        /// Why.
        how: LostBy,
        /// What a program did.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        fault: Option<String>,
    },
    /// Somebody was helped.
    Helped {
        /// In this way.
        with: Help,
    },
    /// The next round of the match began.
    NextRound {
        /// With a fair start from now on.
        fair: bool,
    },
    /// The same began again.
    Rematch {
        /// With a fair start from now on.
        fair: bool,
        /// What it is known by from now on, if that is something else.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        id: Option<Id>,
    },
}

impl Deed {
    /// The action that this came of; the beginning came of none.
    pub(super) fn action(&self) -> Option<Action> {
        Some(match self {
            Deed::Began { .. } => return None,
            Deed::Moved { chosen } => Action::Move(*chosen),
            Deed::Slipped { number } | Deed::Missed { number } => Action::Name(*number),
            Deed::TookBack { .. } => Action::TakeBack,
            Deed::Resigned => Action::Resign,
            Deed::Lost { seat, how, fault } => Action::Lose { seat: *seat, how: *how, fault: fault.clone() },
            Deed::Helped { with } => Action::Help(*with),
            Deed::NextRound { fair } => Action::NextRound { fair: *fair },
            Deed::Rematch { fair, id } => Action::Rematch { fair: *fair, id: id.clone() },
        })
    }
}

/// A text that is no event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAnEvent {
    /// It is of another version than this, or of none.
    Version(u32),
    /// It has parts that no event has.
    ForeignParts,
    /// Something else is wrong: what the reader of JSON says.
    Malformed(String),
}

impl Event {
    /// The event as JSON, in one line.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Versioned<'a> {
            v: u32,
            #[serde(flatten)]
            event: &'a Event,
        }
        serde_json::to_string(&Versioned { v: VERSION, event: self }).expect("an event has a form in JSON")
    }

    /// Reads an event: with every part that it has, and with no other.
    ///
    /// # Errors
    /// What is of another version or not an event; what has parts that an event does not have.
    pub fn from_json(text: &str) -> Result<Event, NotAnEvent> {
        let malformed = |error: serde_json::Error| NotAnEvent::Malformed(error.to_string());
        let mut written: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).map_err(malformed)?;
        if written.remove("v") != Some(VERSION.into()) {
            return Err(NotAnEvent::Version(VERSION));
        }
        let written = serde_json::Value::from(written);
        let event: Event = serde_json::from_value(written.clone()).map_err(malformed)?;
        // One written form: what is read is what would have been written, to the last part.
        if serde_json::to_value(&event).map_err(malformed)? == written {
            Ok(event)
        } else {
            Err(NotAnEvent::ForeignParts)
        }
    }
}

impl Serialize for By {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            By::Seat(seat) => serializer.serialize_u8(seat.number()),
            By::Referee => serializer.serialize_str("referee"),
        }
    }
}

impl<'de> Deserialize<'de> for By {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<By, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        match (value.as_u64(), value.as_str()) {
            (Some(1), _) => Ok(By::Seat(Seat::One)),
            (Some(2), _) => Ok(By::Seat(Seat::Two)),
            (_, Some("referee")) => Ok(By::Referee),
            _ => Err(D::Error::custom("who acts is 1, 2 or \"referee\"")),
        }
    }
}

mod seat_as_number {
    use super::*;

    pub(super) fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(seat.number())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        match u8::deserialize(deserializer)? {
            1 => Ok(Seat::One),
            2 => Ok(Seat::Two),
            other => Err(D::Error::custom(format!("the seats are 1 and 2, not {other}"))),
        }
    }
}

mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use super::*;

    pub(super) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>
    where
        T: Read,
    {
        T::read(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }

    /// What can be read from text; boxes too.
    pub(super) trait Read: Sized {
        fn read(text: &str) -> Result<Self, String>;
    }

    impl Read for Typed {
        fn read(text: &str) -> Result<Typed, String> {
            Typed::from_str(text).map_err(|error| error.to_string())
        }
    }

    impl Read for Box<Record> {
        fn read(text: &str) -> Result<Box<Record>, String> {
            Record::from_str(text).map(Box::new).map_err(|error| error.to_string())
        }
    }
}

mod move_as_text {
    use super::*;

    pub(super) fn serialize<S: Serializer>(chosen: &Move, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(chosen)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let text = String::deserialize(deserializer)?;
        let typed = text.parse::<Typed>().ok().and_then(Typed::as_move);
        typed.ok_or_else(|| D::Error::custom(format!("\"{}\" is no move", crate::code::shorten(&text))))
    }
}
