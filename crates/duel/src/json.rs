//! The position as JSON: one contract for every program.
//!
//! ```json
//! {"game": "classic", "moves": [12, 6], "turn": 1, "last": 6, "legal": [2, 3, 18], "outcome": null}
//! ```
//!
//! Division games have `"numbers"`, what lies on the table, and their moves are strings like `"60/2"`. At the end `legal`
//! is empty, `turn` is the side that is stuck, and `outcome` is `{"winner": 1, "reason": "no-move"}`; a loss by an illegal
//! number also has that `"number"`.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::moves::Move;
use crate::outcome::{Loss, Outcome, Reason};
use crate::position::Position;
use crate::typed::Typed;

/// A position in the form of the JSON contract.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    /// The code of the game.
    pub game: String,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// Whose turn it is, 1 or 2; 1 is the side that moved first.
    pub turn: u8,
    /// The last move; null at the start.
    pub last: Option<Move>,
    /// What lies on the table, in division games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<u64>>,
    /// What can be played now, ascending.
    pub legal: Vec<Move>,
    /// How the game ended; null while it runs.
    pub outcome: Option<Outcome>,
}

impl PositionView {
    /// The position, its game called by `code`, which is a code of that game.
    pub fn new(code: impl Into<String>, position: &Position) -> PositionView {
        PositionView {
            game: code.into(),
            moves: position.moves().to_vec(),
            turn: position.turn().number(),
            last: position.moves().last().copied(),
            numbers: position.on_table().map(<[u64]>::to_vec),
            legal: position.legal_moves(),
            outcome: position.outcome().cloned(),
        }
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Move::Pick(number) => serializer.serialize_u64(*number),
            Move::Divide { .. } => serializer.collect_str(self),
        }
    }
}

/// A number is a pick, a string a division, written as it is written here.
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        struct Written;
        impl Visitor<'_> for Written {
            type Value = Move;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move, which is a number, or a text such as \"84/7\"")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Move, E> {
                Ok(Move::Pick(number))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Move, E> {
                match text.parse().map(Typed::as_move) {
                    Ok(Some(division @ Move::Divide { .. })) if division.to_string() == text => Ok(division),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(Written)
    }
}

impl Serialize for Typed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Typed::Number(number) => serializer.serialize_u128(*number),
            Typed::Division { .. } => serializer.collect_str(self),
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View<'a> {
            winner: u8,
            reason: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            number: Option<Typed>,
        }
        let number = match self.reason {
            Reason::Lost(Loss::IllegalNumber(number)) => Some(number),
            _ => None,
        };
        View { winner: self.winner.number(), reason: self.reason.code(), number }.serialize(serializer)
    }
}
