//! What was solved and proved, and what was not.

use super::English;
use crate::solve::{Method, OutOfBudget, Proved, Unproved, Unsolved};

/// How a position was solved.
impl English for Method {
    fn english(&self) -> String {
        match self {
            Method::Over => "the game is over",
            Method::Matching => "matching",
            Method::LastResort => "matching without 1",
            Method::Nim => "Nim",
            Method::Search => "search",
        }
        .into()
    }
}

impl English for OutOfBudget {
    fn english(&self) -> String {
        match self {
            OutOfBudget::Positions { allowed, .. } => {
                format!("the budget of {allowed} positions ended before the answer was certain")
            }
            OutOfBudget::Memory { allowed, .. } => {
                format!("the memory of {} was full before the answer was certain", bytes(*allowed))
            }
            OutOfBudget::NoMemory => "there was no more memory to be had before the answer was certain".into(),
            OutOfBudget::TooLarge { numbers, most } => {
                format!("{numbers} numbers are too many to be searched: {most} are the most")
            }
            OutOfBudget::Stopped => "stopped before the answer was certain".into(),
        }
    }
}

/// So many bytes, in the largest unit of which there are whole ones, or at least a hundred.
fn bytes(count: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let fits = |size: u64| count >= 100 * size || (count >= size && count.is_multiple_of(size));
    match units.into_iter().find(|&(size, _)| fits(size)) {
        Some((size, unit)) => format!("{} {unit}", count / size),
        None => format!("{count} bytes"),
    }
}

impl English for Unproved {
    fn english(&self) -> String {
        match self {
            Unproved::GivenUp => {
                "the game was not ended by its moves, and a proof can only be about these; ask for the position before"
                    .into()
            }
            Unproved::TooLong { most } => {
                format!(
                    "this position is decided by search, and its strategy has more than the {most} replies of a proof"
                )
            }
            Unproved::OutOfBudget(error) => error.english(),
        }
    }
}

impl English for Unsolved {
    fn english(&self) -> String {
        match self {
            Unsolved::OutOfBudget(error) => error.english(),
            Unsolved::TooLarge(error) => error.english(),
        }
    }
}

/// "player 1 wins take:2..50 from the start, by 2".
impl English for Proved {
    fn english(&self) -> String {
        let Proved { game, moves, winner, pick, is_over } = self;
        let after = match moves {
            0 => "from the start".into(),
            1 => "after 1 move".into(),
            moves => format!("after {moves} moves"),
        };
        if *is_over {
            return format!("player {winner} has won {game} {after}");
        }
        let how = pick.map_or("whatever the other player does".into(), |pick| format!("by {pick}"));
        format!("player {winner} wins {game} {after}, {how}")
    }
}
