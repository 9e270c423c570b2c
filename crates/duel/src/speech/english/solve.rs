//! What was solved and proved, and what was not.

use super::English;
use crate::solve::{Answered, Method, OutOfBudget, Proved, Unanswered, Unproved, Unsolved};

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

impl English for Unanswered {
    fn english(&self) -> String {
        match self {
            Unanswered::NotByPairs => "pairs do not decide this game, and a whole answer is proved by pairs".into(),
            Unanswered::OutOfBudget(error) => error.english(),
            Unanswered::NotWritten => "the proof could not be written".into(),
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

/// "43 of 49 first picks win take:2..50, and a largest pairing has 21 pairs".
impl English for Answered {
    fn english(&self) -> String {
        let Answered { game, first_picks, winning, pairs } = self;
        let how_many = match (winning.count(), first_picks) {
            (0, 1) => format!("the only first pick of {game} does not win"),
            (0, picks) => format!("none of the {picks} first picks of {game} wins"),
            (1, 1) => format!("the only first pick of {game} wins"),
            (1, picks) => format!("1 of the {picks} first picks of {game} wins"),
            (count, picks) => format!("{count} of the {picks} first picks of {game} win"),
        };
        let pairs = if *pairs == 1 { "1 pair".into() } else { format!("{pairs} pairs") };
        format!("{how_many}, and a largest pairing has {pairs}")
    }
}
