//! Why a move is not legal, and why it was.

use super::{English, list};
use crate::moves::{IllegalMove, IllegalReason};
use crate::position::{Contradiction, NotPlayable, ReplayError, WrongMove};
use crate::speech::{Left, WhyLegal};
use crate::typed::{NotAMove, Typed};

impl English for IllegalMove {
    fn english(&self) -> String {
        let IllegalMove { attempt, reason } = self;
        match (reason, *attempt) {
            (IllegalReason::NotOnBoard { pool }, _) => {
                format!("{attempt} is not on this board: it has {}", pool.english())
            }
            (IllegalReason::NotOnTable { table }, Typed::Number(number) | Typed::Division { number, .. }) => {
                format!("{number} is not on the table, which has {}", list(table))
            }
            (IllegalReason::Taken, _) => format!("{attempt} is already taken"),
            (IllegalReason::NotFirst { rule }, _) => {
                format!("{attempt} is not allowed as the first pick: it must be {}", rule.english())
            }
            (IllegalReason::LastResort, _) => {
                format!("{attempt} may be picked only if no other valid move is available")
            }
            (IllegalReason::Unrelated { last }, _) => {
                format!("{attempt} is neither a divisor nor a multiple of {last}")
            }
            (IllegalReason::NotProperDivisor { number }, Typed::Number(by) | Typed::Division { by, .. }) => {
                format!("{by} is not a proper divisor of {number}")
            }
            (IllegalReason::GameOver, _) => format!("{attempt} comes too late: the game is over"),
        }
    }
}

/// Of so many moves each is named.
const NAMED: usize = 5;

impl English for Left<'_> {
    fn english(&self) -> String {
        let Left(position) = self;
        let Some(last) = position.moves().last() else { return String::new() };
        match (position.legal_count(), position.outcome()) {
            (0, Some(outcome)) if outcome.winner == position.turn() => {
                format!("{last} leaves them no move, and in this game that wins for them.")
            }
            (0, _) => format!("{last} leaves them no move: that wins."),
            (1, _) => format!("{last} leaves them only {}.", list(position.legal())),
            (count, _) if count <= NAMED => format!("{last} leaves them {}.", list(position.legal())),
            (count, _) => format!("{last} leaves them {count} moves."),
        }
    }
}

impl English for NotAMove {
    fn english(&self) -> String {
        match self {
            NotAMove::NotANumber => {
                "that is not a whole number in plain digits, such as 12 (no sign, no leading zero, at most 20 digits)"
                    .into()
            }
            NotAMove::DivisorExpected => {
                "that is not a whole number in plain digits, such as 2 (no sign, no leading zero, at most 20 digits)"
                    .into()
            }
            NotAMove::DivisionExpected { example } => {
                format!("say which number you divide and by what, such as {example}")
            }
        }
    }
}

impl English for NotPlayable {
    fn english(&self) -> String {
        match self {
            NotPlayable::NotAMove { text, why } => format!("\"{text}\": {}", why.english()),
            NotPlayable::Illegal(illegal) => illegal.english(),
        }
    }
}

impl English for WrongMove {
    fn english(&self) -> String {
        format!("move {}: {}", self.number, self.illegal.english())
    }
}

impl English for ReplayError {
    fn english(&self) -> String {
        match self {
            ReplayError::Game(error) => error.english(),
            ReplayError::Move(wrong) => wrong.english(),
        }
    }
}

impl English for Contradiction {
    fn english(&self) -> String {
        match self {
            Contradiction::Over { moves, outcome } => {
                format!("after move {moves} the game is over, and that is \"{outcome}\"")
            }
            Contradiction::NotStuck { moves } => format!("after move {moves} there is still a legal move"),
            Contradiction::NotTheirTurn => "it was the winner's turn to name a number".into(),
            Contradiction::NotIllegal(typed) => format!("{typed} was not an illegal number there"),
        }
    }
}

impl English for WhyLegal {
    fn english(&self) -> String {
        match self {
            WhyLegal::Division { number, by } => format!("{by} divides {number}, and {} is left.", number / by),
            WhyLegal::First(number) => format!("{number} is the first pick."),
            WhyLegal::LastResort { before } => format!("1 divides {before}, and nothing else was left."),
            WhyLegal::Divisor { number, before } => format!("{number} is a divisor of {before}."),
            WhyLegal::Multiple { number, before } => format!("{number} is a multiple of {before}."),
        }
    }
}
