//! Who sits at the table: people, and computer players.

use std::fmt::{self, Display};
use std::str::FromStr;

use duel::{Level, Name};
use rand::TryRng;
use rand::rngs::SysRng;

use crate::failure::{Failure, Outcome};

/// Who plays in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Who {
    #[default]
    Human,
    Computer(Level),
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        let level = |number: &str| number.parse().ok().and_then(Level::from_number);
        match text.split_once(':') {
            None if text == "human" => Ok(Who::Human),
            Some(("level", number)) if level(number).is_some() => Ok(level(number).map_or(Who::Human, Who::Computer)),
            _ => Err("a player is human, or a computer of level:1 to level:5".into()),
        }
    }
}

/// As it is written on the command line.
impl Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Human => write!(f, "human"),
            Who::Computer(level) => write!(f, "level:{}", level.number()),
        }
    }
}

impl Who {
    /// What somebody in this seat is called who has not said otherwise.
    pub(crate) fn usual_name(self, seat: &str) -> Name {
        let name = match self {
            Who::Human => seat.to_string(),
            Who::Computer(level) => format!("Computer, level {}", level.number()),
        };
        name.parse().expect("a name of our own is a name")
    }
}

/// What a new game is known by.
pub(crate) fn new_id() -> Outcome<String> {
    seed(None).map(|chance| format!("{chance:016x}"))
}

/// Luck that can be had again: the seed that was given, or a new one.
pub(crate) fn seed(given: Option<u64>) -> Outcome<u64> {
    match given {
        Some(seed) => Ok(seed),
        None => SysRng.try_next_u64().map_err(|error| Failure::data(format!("no luck to be had: {error}"))),
    }
}
