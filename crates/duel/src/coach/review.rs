//! A game looked at afterwards: what each move did, and who was winning before it.

use crate::coach::{Hint, easiest};
use crate::moves::{Move, Side};
use crate::outcome::Reason;
use crate::position::Position;
use crate::solve::{OutOfBudget, Watch, solve};

/// What a move did to the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// There was no choice.
    OnlyMove,
    /// The position was won and still is.
    KeptTheWin,
    /// The position was won and is not any more: a turning point.
    ThrewItAway,
    /// The position was lost whatever was played.
    LostAnyway,
    /// The position is too hard to be judged within the budget.
    NotKnown,
    /// Nobody chose it: it belongs to an opening that was drawn by lot.
    ByChance,
}

impl Mark {
    /// The mark as it is written in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Mark::OnlyMove => "only-move",
            Mark::KeptTheWin => "kept-the-win",
            Mark::ThrewItAway => "threw-it-away",
            Mark::LostAnyway => "lost-anyway",
            Mark::NotKnown => "not-known",
            Mark::ByChance => "by-chance",
        }
    }
}

/// A move of a game, looked at afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    /// The move; `None` when the player gave the game up, or named an illegal number that lost it.
    pub played: Option<Move>,
    /// What it did.
    pub mark: Mark,
    /// Who was winning before it, as far as that is known.
    pub winning: Option<Side>,
    /// At a turning point: what would have won, and why.
    pub better: Option<Hint>,
}

/// Looks at every move of a game, and at its end when somebody gave it up. Positions that the budget does not reach are
/// marked as not known. The first moves, as many as `opening` says, were nobody's choice.
///
/// # Errors
/// When the work is stopped there is no review.
pub fn review(end: &Position, opening: usize, watch: &mut Watch<'_>) -> Result<Vec<Reviewed>, OutOfBudget> {
    let Some(mut position) = end.at_ply(end.moves().len()) else { return Ok(Vec::new()) };
    let mut reviewed = Vec::new();
    // Backwards, because the last positions are the quickest to solve: where one cannot be solved, those before it cannot. And where
    // there was no choice whoever was winning after it was winning before.
    let mut after = position.outcome().map_or(After::Open, |outcome| After::Known(outcome.winner));
    let gave_up = end.outcome().is_some_and(|outcome| {
        outcome.reason != Reason::NoMove && outcome.winner != position.turn() && position.outcome().is_none()
    });
    if gave_up {
        reviewed.push(look(&position, None, &mut after, watch)?);
    }
    while let Some(played) = position.undo() {
        let looked_at = look(&position, Some(played), &mut after, watch)?;
        reviewed.push(if position.moves().len() < opening {
            Reviewed { mark: Mark::ByChance, better: None, ..looked_at }
        } else {
            looked_at
        });
    }
    reviewed.reverse();
    Ok(reviewed)
}

/// The moves, counted from 1, that threw a win away.
pub fn turning_points(reviewed: &[Reviewed]) -> Vec<usize> {
    let thrown = |(at, reviewed): (usize, &Reviewed)| {
        (reviewed.mark == Mark::ThrewItAway && reviewed.played.is_some()).then_some(at + 1)
    };
    reviewed.iter().enumerate().filter_map(thrown).collect()
}

/// Who was winning in the position after the one that is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// Nobody has looked.
    Open,
    Known(Side),
    /// It is too hard, and so is whatever comes before.
    TooHard,
}

fn look(
    position: &Position,
    played: Option<Move>,
    after: &mut After,
    watch: &mut Watch<'_>,
) -> Result<Reviewed, OutOfBudget> {
    let is_only = played.is_some() && position.legal_count() == 1;
    if let (true, After::Known(winner)) = (is_only, *after) {
        return Ok(Reviewed { played, mark: Mark::OnlyMove, winning: Some(winner), better: None });
    }
    let again = &mut watch.share();
    let solution = match *after {
        After::TooHard => None,
        After::Open | After::Known(_) => match solve(position, watch) {
            Ok(solution) => Some(solution),
            Err(OutOfBudget::Stopped) => return Err(OutOfBudget::Stopped),
            Err(_) => None,
        },
    };
    *after = solution.as_ref().map_or(After::TooHard, |solution| After::Known(solution.winner));
    let Some(solution) = solution else {
        let mark = if is_only { Mark::OnlyMove } else { Mark::NotKnown };
        return Ok(Reviewed { played, mark, winning: None, better: None });
    };
    let mark = match played {
        _ if is_only => Mark::OnlyMove,
        _ if solution.winning.is_empty() => Mark::LostAnyway,
        Some(played) if solution.winning.contains(&played) => Mark::KeptTheWin,
        _ => Mark::ThrewItAway,
    };
    let better = match mark {
        Mark::ThrewItAway => match easiest(position, &solution.winning, solution.method, again) {
            Err(OutOfBudget::Stopped) => return Err(OutOfBudget::Stopped),
            better => better.ok(),
        },
        _ => None,
    };
    Ok(Reviewed { played, mark, winning: Some(solution.winner), better })
}
