//! Advice, reviews, morals and puzzles.

use std::fmt::Write;

use super::{English, list};
use crate::challenge::{NoChallenge, NoReply, Refutation, Reply};
use crate::coach::{Hint, Mark, Moral, Why, turning_points};
use crate::moves::Move;
use crate::puzzle::{Grade, NoPuzzle, Sort};
use crate::speech::{HowFar, Idea, TurningPoints, sentence};

/// How many answers of a pairing a sentence names.
const NAMED: usize = 5;

impl English for Idea<'_> {
    fn english(&self) -> String {
        match self.0 {
            Why::DeadEnd => "Look for the number that leaves them no answer at all.",
            Why::Primes => "Leave nothing but primes on the table.",
            Why::Pairing { .. } => {
                "Pair off as many of the free numbers as you can, each with a divisor or a multiple of it. The pick that wins \
                 is one that can be left over."
            }
            Why::PunishedOne { .. } => "Leave them nothing but 1.",
            Why::Heaps { misere: false, .. } => {
                "Count each number's prime factors less one, and play Nim with heaps of that size."
            }
            Why::Heaps { misere: true, .. } => {
                "Count each number's prime factors less one, and play misère Nim with heaps of that size: as Nim, but when no \
                 heap above 1 would be left, leave an odd number of ones."
            }
            Why::Searched => "No rule helps here: go through their answers to each of your moves.",
            Why::OnlyMove => "There is only one move.",
            Why::EveryMoveEndsIt => "Every move ends the game, and loses it.",
            Why::FewestRightAnswers { .. } => "Every move loses; look for the one with the fewest right answers.",
        }
        .into()
    }
}

/// The hint in a sentence or two.
impl English for Hint {
    fn english(&self) -> String {
        let Hint { chosen, why } = self;
        let mut said = match chosen {
            _ if !why.wins() => String::new(),
            Move::Pick(number) => format!("Take {number}. "),
            Move::Divide { number, by } => format!("Divide {number} by {by}. "),
        };
        // Writing to a string never fails.
        let _ = match why {
            Why::DeadEnd => write!(said, "It has no divisor or multiple left: they cannot move."),
            Why::Primes => write!(said, "{} is prime: they cannot divide.", chosen.number()),
            Why::Pairing { partners } => {
                let named = partners.iter().take(NAMED).map(|(pick, partner)| format!("{pick} with {partner}"));
                let more = if partners.len() > NAMED { ", and so on" } else { "" };
                write!(said, "Whatever they take next has a partner: answer {}{more}.", list(named))
            }
            Why::PunishedOne { punisher } => {
                write!(said, "They have nothing but 1 left, and {punisher} ends the game after it.")
            }
            Why::Heaps { heaps, misere } => {
                let nim = if *misere { "misère Nim, where the last move loses," } else { "Nim" };
                let heaps = list(heaps);
                write!(
                    said,
                    "Count each number's prime factors less one: {heaps}. As heaps of {nim} they are lost for whoever must \
                     move."
                )
            }
            Why::Searched => write!(said, "Every answer to it loses against best play."),
            Why::OnlyMove => write!(said, "{chosen} is the only legal move, and it loses against best play."),
            Why::EveryMoveEndsIt => write!(said, "Whatever you play, they cannot move, and in this game that wins."),
            Why::FewestRightAnswers { right: 1, answers: 1 } => {
                write!(said, "Every move loses against best play; {chosen} leaves them only one answer.")
            }
            Why::FewestRightAnswers { right: 1, answers } => {
                write!(
                    said,
                    "Every move loses against best play; {chosen} leaves them only one right answer among {answers}."
                )
            }
            Why::FewestRightAnswers { right, answers } => write!(
                said,
                "Every move loses against best play; {chosen} leaves them {right} right of {answers} answers, and no move \
                 that goes on leaves fewer."
            ),
        };
        said
    }
}

impl English for Mark {
    fn english(&self) -> String {
        match self {
            Mark::OnlyMove => "the only move",
            Mark::KeptTheWin => "kept the win",
            Mark::ThrewItAway => "threw the win away",
            Mark::LostAnyway => "lost anyway",
            Mark::NotKnown => "too hard to judge",
            Mark::ByChance => "by chance",
        }
        .into()
    }
}

impl English for TurningPoints<'_> {
    fn english(&self) -> String {
        let TurningPoints(reviewed) = self;
        let turns = turning_points(reviewed);
        let is_given_up = reviewed.last().is_some_and(|last| last.played.is_none() && last.mark == Mark::ThrewItAway);
        let is_known = reviewed.iter().all(|each| each.mark != Mark::NotKnown);
        match (&turns[..], is_given_up) {
            ([], false) if is_known => "No turning point: nobody threw a win away.".into(),
            ([], false) => "No turning point in what could be judged.".into(),
            ([], true) => "Turning point: the last position could be won.".into(),
            ([turn], false) => format!("Turning point: move {turn}."),
            (turns, false) => format!("Turning points: moves {}.", list(turns)),
            ([turn], true) => format!("Turning points: move {turn}, and the last position, which could be won."),
            (turns, true) => {
                format!("Turning points: moves {}, and the last position, which could be won.", list(turns))
            }
        }
    }
}

/// To the player whose moral it is.
impl English for Moral {
    fn english(&self) -> String {
        match self {
            Moral::TurningPoint { .. } => "You were winning here. Find it.".into(),
            Moral::WonFromTheStart => {
                "Well played: you could win from the start, and no move of yours let it go.".into()
            }
            Moral::TookTheChance { mistake } => {
                format!("Well played: {mistake} threw the win away, and no move of yours gave it back.")
            }
            Moral::GaveUpAWin => "You were winning: where the game ended, every move of yours would have won.".into(),
            Moral::GivenAway => "You were lucky: they were winning when they lost it.".into(),
            Moral::LostForTheFirst => {
                "There was nothing to find: whoever moves first loses this game against best play.".into()
            }
            Moral::LostForTheSecond => {
                "There was nothing to find: whoever moves first wins this game, and they never slipped.".into()
            }
            Moral::NeverToMove => "There was nothing to find: their first move left you none.".into(),
        }
    }
}

/// To whoever made the attempt.
impl English for Reply {
    fn english(&self) -> String {
        match self {
            Reply::Right(hint) => format!("Yes! {}", hint.english()),
            Reply::Wrong { chosen, because: Refutation::EndsTheGame } => {
                format!("{chosen} ends the game, and you lose it.")
            }
            Reply::Wrong { chosen, because: Refutation::Answered(answer) } => {
                format!("{chosen} loses: they answer {answer}.")
            }
            Reply::Wrong { chosen, because: Refutation::NotFound } => format!("{chosen} does not win."),
            Reply::Idea(why) => Idea(why).english(),
            Reply::Told(hint) => hint.english(),
        }
    }
}

impl English for NoReply {
    fn english(&self) -> String {
        match self {
            NoReply::Illegal(illegal) => sentence(illegal.english()),
            NoReply::NotAMove(not_a_move) => sentence(not_a_move.english()),
            NoReply::TooHard(chosen) => format!("{chosen} is too hard to judge here."),
            NoReply::Over => "There is nothing left to find here.".into(),
        }
    }
}

impl English for NoChallenge {
    fn english(&self) -> String {
        match self {
            NoChallenge::NothingWins => "no move wins here, so there is nothing to find",
            NoChallenge::TooHard(_) => "this position is too hard to solve here",
        }
        .into()
    }
}

impl English for HowFar<'_> {
    fn english(&self) -> String {
        let HowFar { progress, is_daily } = self;
        let days = match (is_daily, progress.days()) {
            (false, _) | (_, 0) => String::new(),
            (_, 1) => " The puzzle of the day solved: 1 day.".into(),
            (_, days) => format!(" The puzzle of the day solved: {days} days in a row."),
        };
        format!("Streak: {}, the best so far {}.{days}", progress.streak(), progress.best())
    }
}

impl English for Grade {
    fn english(&self) -> String {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
        }
        .into()
    }
}

impl English for NoPuzzle {
    fn english(&self) -> String {
        match self {
            NoPuzzle::TooLarge { count, most, is_misere } => {
                let what = if *is_misere { "puzzles of a misère game" } else { "puzzles" };
                format!("{what} come from pools of at most {most} numbers, and this one has {count}")
            }
            NoPuzzle::NotFound(Sort { grade, theme }) => {
                let grade = grade.map(|grade| grade.english() + " ").unwrap_or_default();
                let about = theme.map(|theme| format!(" about {}", theme.english())).unwrap_or_default();
                format!(
                    "no {grade}puzzle{about} was found in this game: a puzzle has at least four legal moves of which one wins"
                )
            }
        }
    }
}
