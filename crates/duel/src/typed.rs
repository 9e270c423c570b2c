//! What somebody wrote, before the rules have looked at it.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::moves::Move;
use crate::number::parse_number;

/// A well-formed number or division: text that is a move in some position, not necessarily in this one.
///
/// A number is ASCII digits with optional white space around it: no sign, no leading zero, at most 20 digits. Anything
/// else is not a number, and so never a move in any game.
///
/// ```
/// use duel::Typed;
///
/// assert_eq!(" 12 ".parse(), Ok(Typed::Number(12)));
/// assert_eq!("84/7".parse(), Ok(Typed::Division { number: 84, by: 7 }));
/// assert!("007".parse::<Typed>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Typed {
    /// A number.
    Number(u128),
    /// A number on the table and what to divide it by.
    Division {
        /// The number on the table.
        number: u128,
        /// The divisor.
        by: u128,
    },
}

/// Text that is no move, and what one would look like here.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAMove {
    /// Text that is neither a number nor a division.
    NotANumber,
    /// A divisor is needed.
    DivisorExpected,
    /// With several numbers on the table a move says which one it divides.
    DivisionExpected {
        /// A legal move.
        example: Move,
    },
}

impl FromStr for Typed {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Typed, NotAMove> {
        let number = |text: &str| parse_number(text.trim()).ok_or(NotAMove::NotANumber);
        match text.split_once('/') {
            Some((left, right)) => Ok(Typed::Division { number: number(left)?, by: number(right)? }),
            None => number(text).map(Typed::Number),
        }
    }
}

impl Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Typed::Number(number) => write!(f, "{number}"),
            Typed::Division { number, by } => write!(f, "{number}/{by}"),
        }
    }
}

impl From<Move> for Typed {
    fn from(played: Move) -> Typed {
        match played {
            Move::Pick(number) => Typed::Number(number.into()),
            Move::Divide { number, by } => Typed::Division { number: number.into(), by: by.into() },
        }
    }
}

impl Typed {
    /// The move it would be, if its numbers have 64 bits.
    pub fn as_move(self) -> Option<Move> {
        match self {
            Typed::Number(number) => Some(Move::Pick(number.try_into().ok()?)),
            Typed::Division { number, by } => {
                Some(Move::Divide { number: number.try_into().ok()?, by: by.try_into().ok()? })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rule_for_what_a_number_is() {
        for (text, number) in [
            ("0", 0),
            ("7", 7),
            ("\t12 \r", 12),
            ("18446744073709551616", 1 << 64),
            ("99999999999999999999", 99_999_999_999_999_999_999),
        ] {
            assert_eq!(text.parse(), Ok(Typed::Number(number)), "{text:?}");
        }
        let long = "1".repeat(1_000_000);
        for text in [
            "",
            " ",
            "-1",
            "+12",
            "007",
            "00",
            "12.0",
            "0x0c",
            "１２",
            "twelve",
            "1 2",
            "100000000000000000000",
            "1_000",
            "1e3",
            "12/",
            "/12",
            "84//7",
            "84/7/2",
            "84/-7",
            &long,
        ] {
            assert_eq!(text.parse::<Typed>(), Err(NotAMove::NotANumber), "{text:?}");
        }
    }
}
