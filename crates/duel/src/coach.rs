//! The coach: a move and why it is worth making, and the review of a game.
//!
//! Every claim is true. A pairing is named only from a certified largest pairing, because a pairing in which merely
//! every next pick has a partner proves nothing.

mod moral;

use rustc_hash::FxHashMap;

use crate::game::Kind;
use crate::moves::Move;
use crate::outcome::Reason;
use crate::position::Position;
use crate::solve::{Method, OutOfBudget, Pairing, Solution, Watch, heap, solve};

pub use moral::{Moral, moral};

/// A move worth making, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub chosen: Move,
    /// Why.
    pub why: Why,
}

/// Why a move is worth making. What each of them claims can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It wins: the opponent has no legal move after it.
    DeadEnd,
    /// It wins: the result is prime, and so is everything else on the table.
    Primes,
    /// It wins: whatever can be picked next has a partner to answer with, and so on to the end.
    Pairing {
        /// The answers of the opponent, each with its partner.
        partners: Vec<(u64, u64)>,
    },
    /// It wins: the opponent has nothing but 1 left, and this number ends the game after that.
    PunishedOne {
        /// The number that punishes taking 1.
        punisher: u64,
    },
    /// It wins: the heaps that the numbers stand for then have the Nim sum 0, or, at the end of a misère game, are an odd
    /// number of single ones.
    Heaps {
        /// The sizes of the heaps after the move.
        heaps: Vec<u32>,
        /// Whether whoever makes the last move loses.
        misere: bool,
    },
    /// It wins: every answer was looked at.
    Searched,
    /// A lesson asks for it, and says why.
    Taught(String),
    /// Nothing wins, and this is the only legal move.
    OnlyMove,
    /// Every move ends the game at once, and loses it: so it is where whoever cannot move wins.
    EveryMoveEndsIt,
    /// Nothing wins against best play; after this move so many answers are right, and no other move leaves fewer.
    FewestRightAnswers {
        /// How many answers win for the opponent.
        right: usize,
        /// How many answers there are.
        answers: usize,
    },
}

impl Why {
    /// Whether the move wins.
    pub fn wins(&self) -> bool {
        !matches!(self, Why::OnlyMove | Why::EveryMoveEndsIt | Why::FewestRightAnswers { .. })
    }
}

/// The best advice in a position; `None` when the game is over.
///
/// # Errors
/// Where the budget ends before the answer is certain there is no advice.
pub fn hint(position: &Position, watch: &mut Watch<'_>) -> Result<Option<Hint>, OutOfBudget> {
    if position.outcome().is_some() {
        return Ok(None);
    }
    let solution = solve(position, watch)?;
    if solution.winning.is_empty() {
        return lost(position, watch).map(Some);
    }
    easiest(position, &solution, watch).map(Some)
}

/// Why a move wins; `None` when it does not.
///
/// # Errors
/// Where the budget ends before the answer is certain there is no reason.
pub fn explain(position: &Position, chosen: Move, watch: &mut Watch<'_>) -> Result<Option<Hint>, OutOfBudget> {
    let solution = solve(position, watch)?;
    if !solution.winning.contains(&chosen) {
        return Ok(None);
    }
    why_it_wins(position, chosen, solution.method, watch).map(Some)
}

/// Why one of the winning moves wins. A move that ends the game is the easiest to understand, so it comes first.
fn easiest(position: &Position, solution: &Solution, watch: &mut Watch<'_>) -> Result<Hint, OutOfBudget> {
    let ends = |&&chosen: &&Move| position.ends_by(chosen);
    let chosen = solution.winning.iter().find(ends).unwrap_or(&solution.winning[0]);
    why_it_wins(position, *chosen, solution.method, watch)
}

/// Why this winning move wins.
fn why_it_wins(position: &Position, chosen: Move, method: Method, watch: &mut Watch<'_>) -> Result<Hint, OutOfBudget> {
    let Some(after) = position.after(chosen) else { return Ok(Hint { chosen, why: Why::Searched }) };
    if after.outcome().is_some() {
        let why = if position.on_table().is_some() { Why::Primes } else { Why::DeadEnd };
        return Ok(Hint { chosen, why });
    }
    let why = match method {
        Method::Nim => Why::Heaps {
            heaps: after.on_table().unwrap_or_default().iter().map(|&n| heap(n)).collect(),
            misere: position.game().is_misere(),
        },
        // Once 1 is taken the rest is a game like any other.
        Method::LastResort if chosen.number() == 1 => {
            partners(position, &after, chosen, |number| position.is_free(number), watch)?
        }
        Method::Matching => partners(position, &after, chosen, |number| position.is_free(number), watch)?,
        Method::LastResort => match after.legal_moves()[..] {
            [one @ Move::Pick(1)] => punishment(&after, one, watch)?,
            _ => partners(position, &after, chosen, |number| number > 1 && position.is_free(number), watch)?,
        },
        Method::Search | Method::Over => Why::Searched,
    };
    Ok(Hint { chosen, why })
}

/// The partners of all answers to a pick, in a largest pairing of what is in play that misses the pick.
fn partners(
    position: &Position,
    after: &Position,
    chosen: Move,
    in_play: impl Fn(u64) -> bool + Copy,
    watch: &mut Watch<'_>,
) -> Result<Why, OutOfBudget> {
    let Kind::Take(take) = &position.game().kind else { return Ok(Why::Searched) };
    let pairing = Pairing::on(take.pool, in_play, watch)?;
    let (pairs, _) = pairing.certificate(Some(chosen.number()), in_play);
    let partners: FxHashMap<u64, u64> = pairs.iter().flat_map(|&[a, b]| [(a, b), (b, a)]).collect();
    let answers = after.legal_moves().into_iter().map(Move::number);
    Ok(Why::Pairing { partners: answers.filter_map(|answer| Some((answer, *partners.get(&answer)?))).collect() })
}

/// How taking 1 is punished.
fn punishment(after: &Position, one: Move, watch: &mut Watch<'_>) -> Result<Why, OutOfBudget> {
    let Some(forced) = after.after(one) else { return Ok(Why::Searched) };
    let ends = |&&reply: &&Move| forced.ends_by(reply);
    let winning = solve(&forced, watch)?.winning;
    Ok(match winning.iter().find(ends) {
        Some(punisher) => Why::PunishedOne { punisher: punisher.number() },
        None => Why::Searched,
    })
}

/// The best try in a lost position.
fn lost(position: &Position, watch: &mut Watch<'_>) -> Result<Hint, OutOfBudget> {
    let moves = position.legal_moves();
    if let [chosen] = moves[..] {
        return Ok(Hint { chosen, why: Why::OnlyMove });
    }
    let mut best: Option<(usize, usize, Move)> = None;
    for chosen in moves {
        let Some(after) = position.after(chosen) else { continue };
        // A move that ends the game at once leaves nothing to get wrong.
        let (right, answers) = match after.outcome() {
            Some(_) => (usize::MAX, 0),
            None => (solve(&after, watch)?.winning.len(), after.legal_count()),
        };
        if best.is_none_or(|(fewest, of, _)| (right, std::cmp::Reverse(answers)) < (fewest, std::cmp::Reverse(of))) {
            best = Some((right, answers, chosen));
        }
    }
    Ok(match best {
        Some((usize::MAX, _, chosen)) => Hint { chosen, why: Why::EveryMoveEndsIt },
        Some((right, answers, chosen)) => Hint { chosen, why: Why::FewestRightAnswers { right, answers } },
        None => Hint { chosen: position.legal_moves()[0], why: Why::OnlyMove },
    })
}

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
    // Backwards, because the last positions are the quickest to solve: where one cannot be solved, those before it cannot.
    let mut is_known = true;
    let gave_up = end.outcome().is_some_and(|outcome| {
        outcome.reason != Reason::NoMove && outcome.winner != position.turn() && position.outcome().is_none()
    });
    if gave_up {
        reviewed.push(look(&position, None, &mut is_known, watch)?);
    }
    while let Some(played) = position.undo() {
        reviewed.push(if position.moves().len() < opening {
            Reviewed { played: Some(played), mark: Mark::ByChance, better: None }
        } else {
            look(&position, Some(played), &mut is_known, watch)?
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

fn look(
    position: &Position,
    played: Option<Move>,
    is_known: &mut bool,
    watch: &mut Watch<'_>,
) -> Result<Reviewed, OutOfBudget> {
    if played.is_some() && position.legal_count() == 1 {
        return Ok(Reviewed { played, mark: Mark::OnlyMove, better: None });
    }
    let solution = match is_known.then(|| solve(position, watch)) {
        Some(Ok(solution)) => solution,
        Some(Err(OutOfBudget::Stopped)) => return Err(OutOfBudget::Stopped),
        Some(Err(_)) | None => {
            *is_known = false;
            return Ok(Reviewed { played, mark: Mark::NotKnown, better: None });
        }
    };
    let mark = match played {
        _ if solution.winning.is_empty() => Mark::LostAnyway,
        Some(played) if solution.winning.contains(&played) => Mark::KeptTheWin,
        _ => Mark::ThrewItAway,
    };
    let better = match mark {
        Mark::ThrewItAway => Some(easiest(position, &solution, watch)?),
        _ => None,
    };
    Ok(Reviewed { played, mark, better })
}
