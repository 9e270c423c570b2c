//! Values as they travel. JavaScript has no 64-bit numbers, so whatever may have more than 53 bits is text, and is read from
//! nothing but text.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Types of the contract: each is written and read, compared in tests, and declared for JavaScript.
macro_rules! contract {
    ($($part:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        $part
    )*};
}

/// A value of `duel` with its form in JSON: how that is declared, written and read.
macro_rules! written {
    ($(#[$about:meta])* $name:ident($of:ty) as $form:ty, $declared:tt, $write:expr, $read:expr) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(type = $declared))]
        pub struct $name(pub $of);

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$of) -> $form = $write;
                write(&self.0).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let read: fn($form) -> Result<$of, String> = $read;
                read(<$form>::deserialize(deserializer)?).map($name).map_err(D::Error::custom)
            }
        }
    };
}

/// What reads its own text, and says what is wrong with another one.
fn parsed<T: FromStr<Err: Display>>(text: String) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// What is written in one way only.
fn exactly<T: Display>(text: &str, value: Option<T>, example: &str) -> Result<T, String> {
    let value = value.filter(|value| value.to_string() == text);
    value.ok_or_else(|| format!("\"{text}\" is not {example}"))
}

fn one_or_two<T>(number: u8, [one, two]: [T; 2]) -> Result<T, String> {
    match number {
        1 => Ok(one),
        2 => Ok(two),
        _ => Err(format!("the seats and the sides are 1 and 2, not {number}")),
    }
}

written! {
    /// A number of any size that games have, up to 64 bits, in digits.
    Numeral(u64) as String, "string", u64::to_string,
    |text| exactly(&text, text.parse().ok(), "a whole number up to 18446744073709551615 in digits")
}
written! {
    /// A move: "12", or "84/7".
    Move(duel::Move) as String, "string", duel::Move::to_string,
    |text| {
        let typed = text.parse::<duel::Typed>().ok().and_then(duel::Typed::as_move);
        exactly(&text, typed, "a move, such as \"12\" or \"84/7\"")
    }
}
written! {
    /// A number or a division that somebody named, legal or not.
    Offered(duel::Typed) as String, "string", duel::Typed::to_string, parsed
}
written! {
    /// A side of a game; 1 is the one that moved first.
    Side(duel::Side) as u8, "1 | 2", |side| side.number(),
    |number| one_or_two(number, [duel::Side::One, duel::Side::Two])
}
written! {
    /// A seat at the board. Who moves first changes from round to round; a seat does not.
    Seat(duel::Seat) as u8, "1 | 2", |seat| seat.number(), |number| one_or_two(number, duel::Seat::BOTH)
}
written! {
    /// Who moves first.
    First(duel::session::First) as Value, "1 | 2 | \"toss\"",
    |first| match first {
        duel::session::First::Seat(seat) => seat.number().into(),
        duel::session::First::Toss => "toss".into(),
    },
    |first| match (first.as_u64(), first.as_str()) {
        (Some(1), _) => Ok(duel::session::First::Seat(duel::Seat::One)),
        (Some(2), _) => Ok(duel::session::First::Seat(duel::Seat::Two)),
        (_, Some("toss")) => Ok(duel::session::First::Toss),
        _ => Err("who moves first is 1, 2 or \"toss\"".into()),
    }
}
contract! {
    /// How many rounds a match has.
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    pub enum Rounds {
        /// At most so many: it is over as soon as nobody can catch up any more.
        BestOf(u32),
        /// So many, whoever is ahead.
        All(u32),
    }

    /// How a match ended.
    #[serde(rename_all = "snake_case")]
    pub enum Verdict {
        /// Whoever sits here has won more rounds.
        Champion(Seat),
        /// Both have won as many.
        Tie,
    }
}

impl From<Rounds> for duel::session::Rounds {
    fn from(rounds: Rounds) -> duel::session::Rounds {
        match rounds {
            Rounds::BestOf(rounds) => duel::session::Rounds::BestOf(rounds),
            Rounds::All(rounds) => duel::session::Rounds::All(rounds),
        }
    }
}

impl From<duel::session::Rounds> for Rounds {
    fn from(rounds: duel::session::Rounds) -> Rounds {
        match rounds {
            duel::session::Rounds::BestOf(rounds) => Rounds::BestOf(rounds),
            duel::session::Rounds::All(rounds) => Rounds::All(rounds),
        }
    }
}

impl From<duel::session::Verdict> for Verdict {
    fn from(verdict: duel::session::Verdict) -> Verdict {
        match verdict {
            duel::session::Verdict::Champion(seat) => Verdict::Champion(Seat(seat)),
            duel::session::Verdict::Tie => Verdict::Tie,
        }
    }
}

written! {
    /// What sort of player it is: "human", "level:1" to "level:5", or "bot" for a program, as in a record.
    Who(duel::Who) as String, "\"human\" | \"bot\" | `level:${number}`", duel::Who::to_string, parsed
}
written! {
    /// What somebody is called.
    Name(duel::Name) as String, "string", duel::Name::to_string, parsed
}
written! {
    /// What a game is known by: 1 to 32 letters and digits.
    Id(duel::Id) as String, "string", duel::Id::to_string, parsed
}
written! {
    /// Where a position was taken from to be played on, as in a record: "puzzle", "game 12ab move 7", "game move 7" or "lesson pairs".
    Origin(duel::session::Origin) as String, "string", duel::session::Origin::to_string, parsed
}
written! {
    /// How hard a puzzle is.
    Grade(duel::puzzle::Grade) as String, "\"easy\" | \"medium\" | \"hard\"", duel::puzzle::Grade::to_string, parsed
}
written! {
    /// What a puzzle is about.
    Theme(duel::puzzle::Theme) as String,
    "\"dead-end\" | \"forced-line\" | \"partners\" | \"last-resort\" | \"counting\" | \"heaps\" | \"looking-ahead\"",
    duel::puzzle::Theme::to_string, parsed
}
written! {
    /// When something happens, in milliseconds since 1970. No year has more than four digits.
    Moment(u64) as u64, "number", u64::clone,
    |at| if at < 253_402_300_800_000 { Ok(at) } else { Err(format!("{at} is later than the year 9999")) }
}
