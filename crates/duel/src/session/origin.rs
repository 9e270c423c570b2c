//! Where a game comes from that did not begin at its start.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::number::parse_number;
use crate::seats::Id;

/// Where a position was taken from to be played on.
///
/// ```
/// use duel::session::Origin;
///
/// let origin: Origin = "game 12ab move 7".parse()?;
/// assert_eq!(origin, Origin::Game { id: Some("12ab".parse()?), at: 7 });
/// assert_eq!(origin.to_string(), "game 12ab move 7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// Another game.
    Game {
        /// What it is known by, if it has an id.
        id: Option<Id>,
        /// Which move came next there, counted from 1.
        at: usize,
    },
    /// A puzzle.
    Puzzle,
    /// The lesson of this name.
    Lesson(String),
}

/// A text that names no place that a game can come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoOrigin;

/// As it is written in records.
impl Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Game { id: Some(id), at } => write!(f, "game {id} move {at}"),
            Origin::Game { id: None, at } => write!(f, "game move {at}"),
            Origin::Puzzle => write!(f, "puzzle"),
            Origin::Lesson(name) => write!(f, "lesson {name}"),
        }
    }
}

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Origin, NoOrigin> {
        let at = |text: &str| parse_number(text).and_then(|at| at.try_into().ok()).filter(|&at| at > 0).ok_or(NoOrigin);
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["game", id, "move", number] => {
                Origin::Game { id: Some(id.parse().map_err(|_| NoOrigin)?), at: at(number)? }
            }
            ["game", "move", number] => Origin::Game { id: None, at: at(number)? },
            ["puzzle"] => Origin::Puzzle,
            ["lesson", name] if is_lesson_name(name) => Origin::Lesson(name.into()),
            _ => return Err(NoOrigin),
        })
    }
}

/// Small letters, digits and hyphens, at most 32 of them.
fn is_lesson_name(name: &str) -> bool {
    (1..=32).contains(&name.len()) && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}
