//! The coach: advice in three stages, a move and why it is worth making, and the review of a game.
//!
//! Every claim is true. A pairing is named only from a certified largest pairing, because a pairing in which merely
//! every next pick has a partner proves nothing.

mod advice;
mod line;
mod moral;
mod review;

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use crate::game::Kind;
use crate::moves::Move;
use crate::position::Position;
use crate::solve::{Method, OutOfBudget, Pairing, Proof, Unproved, Watch, heap, prove_by, replies, solve};

pub use advice::{About, Advice, Effect, Idea, Nudge, Part, Quality, Region, Stage, advise, advise_in_stages};
use line::shortest_line;

pub use line::{Line, line};
pub use moral::{Moral, moral};
pub use review::{Mark, Reviewed, review, turning_points};

/// A win of so few moves of one's own is told to its end.
const TOLD: usize = 4;
/// Of so many winning moves the shortest to tell is looked for, and of fewer where each takes longer to look at.
const COMPARED: usize = 1_000;
const LOOKED_AT: usize = 1_000_000;

/// A move worth making, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub chosen: Move,
    /// Why.
    pub why: Why,
    /// Whether every other move wins too: then it is the simplest.
    pub is_any: bool,
}

/// Why a move is worth making. What each of them claims can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It wins: the opponent has no legal move after it.
    DeadEnd,
    /// It wins: the result is prime, and so is everything else on the table.
    Primes,
    /// It wins, and what follows is short enough to be told to its end.
    Line(Line),
    /// It wins: whatever can be picked next has a partner to answer with, and so on to the end.
    Pairing {
        /// The last number, whose partner the move is; without one the move is left over.
        of: Option<u64>,
        /// The answers of the opponent, each with its partner.
        partners: Vec<(u64, u64)>,
    },
    /// It wins: the heaps that the numbers stand for then have the Nim sum 0, or, at the end of a misère game, are an odd
    /// number of single ones.
    Heaps {
        /// The sizes of the heaps after the move.
        heaps: Vec<u32>,
        /// Whether whoever makes the last move loses.
        misere: bool,
    },
    /// It wins: every answer has a reply that wins again.
    Replies {
        /// The answers, each with its reply; without one where the answer ends the game, and loses it.
        replies: Vec<(Move, Option<Move>)>,
    },
    /// A lesson asks for it, and says why.
    Taught(String),
    /// Every move ends the game at once, and loses it: so it is where whoever cannot move wins.
    EveryMoveEndsIt,
    /// Nothing wins against best play; after this move the right answer is the hardest to hit upon.
    Trap {
        /// The answers that win for the opponent.
        right: Vec<Move>,
        /// How many answers there are.
        answers: usize,
        /// Whether it is the only legal move.
        is_only: bool,
    },
}

impl Why {
    /// Whether the move wins.
    pub fn wins(&self) -> bool {
        !matches!(self, Why::EveryMoveEndsIt | Why::Trap { .. })
    }

    /// Whether every move loses, and no answer to any of them is wrong.
    pub fn is_hopeless(&self) -> bool {
        match self {
            Why::EveryMoveEndsIt => true,
            Why::Trap { right, answers, .. } => right.len() == *answers,
            _ => false,
        }
    }

    /// What answers what, as far as it is known: each answer of the opponent, and what to play then.
    pub fn answers(&self) -> Vec<(Move, Move)> {
        let known = |(answer, reply): (Move, Option<Move>)| Some((answer, reply?));
        match self {
            Why::Pairing { partners, .. } => {
                partners.iter().map(|&(answer, partner)| (Move::Pick(answer), Move::Pick(partner))).collect()
            }
            Why::Line(line) => {
                line.answers.iter().filter_map(|(a, then)| known((*a, then.as_ref().map(|then| then.chosen)))).collect()
            }
            Why::Replies { replies } => replies.iter().copied().filter_map(known).collect(),
            _ => Vec::new(),
        }
    }
}

/// The best advice in a position; `None` when the game is over.
///
/// # Errors
/// Where the budget ends before the answer is certain there is no advice.
pub fn hint(position: &Position, watch: &mut Watch<'_>) -> Result<Option<Hint>, OutOfBudget> {
    Ok(best(position, watch)?.map(|best| best.hint))
}

/// A proof of who wins, by the move that the hint names.
///
/// # Errors
/// See [`prove`](crate::solve::prove).
pub fn plan(position: &Position, watch: &mut Watch<'_>) -> Result<Proof, Unproved> {
    let hint = hint(position, &mut watch.share()).ok().flatten();
    prove_by(position, hint.filter(|hint| hint.why.wins()).map(|hint| hint.chosen), watch)
}

/// A hint, and what is known of the other moves.
struct Best {
    hint: Hint,
    /// The moves that are as good as the hint's, ascending.
    good: Vec<Move>,
    /// Those that win.
    winning: Vec<Move>,
}

/// The best advice, and what is known of the other moves.
fn best(position: &Position, watch: &mut Watch<'_>) -> Result<Option<Best>, OutOfBudget> {
    if position.outcome().is_some() {
        return Ok(None);
    }
    // What it takes to know that a move wins is enough to say why.
    let again = &mut watch.share();
    let solution = solve(position, watch)?;
    if solution.winning.is_empty() {
        return lost(position, watch).map(Some);
    }
    let mut hint = easiest(position, &solution.winning, solution.method, again)?;
    let winning = solution.winning;
    hint.is_any = winning.len() > 1 && winning.len() == position.legal_count();
    let mut good = winning.clone();
    // Whoever can end the game has nothing to do with what goes on.
    if let Why::DeadEnd | Why::Primes = hint.why {
        let mind = &mut position.clone();
        good.drain(..good.len().saturating_sub(compared(position)));
        good.retain(|&chosen| answers(mind, chosen) == 0);
    }
    Ok(Some(Best { hint, good, winning }))
}

/// Why a move wins; `None` when it does not.
///
/// # Errors
/// Where the budget ends before the answer is certain there is no reason.
pub fn explain(position: &Position, chosen: Move, watch: &mut Watch<'_>) -> Result<Option<Hint>, OutOfBudget> {
    let again = &mut watch.share();
    let solution = solve(position, watch)?;
    if !solution.winning.contains(&chosen) {
        return Ok(None);
    }
    easiest(position, &[chosen], solution.method, again).map(Some)
}

/// Why one of these winning moves wins: the one that is the shortest to tell. A move that ends the game comes first, then a
/// line that can be told to its end, then whatever leaves the fewest answers.
fn easiest(position: &Position, winning: &[Move], method: Method, watch: &mut Watch<'_>) -> Result<Hint, OutOfBudget> {
    let mind = &mut position.clone();
    let mut told: Vec<Move> = winning.iter().rev().take(compared(position)).rev().copied().collect();
    told.sort_by_cached_key(|&chosen| answers(mind, chosen));
    if let Some(line) = shortest_line(position, &told, TOLD, watch)? {
        let why = match line.answers[..] {
            [] if position.on_table().is_some() => Why::Primes,
            [] => Why::DeadEnd,
            _ => Why::Line(line.clone()),
        };
        return Ok(Hint { chosen: line.chosen, why, is_any: false });
    }
    why_it_wins(position, told[0], method, watch)
}

/// How many moves are looked at one by one, because taking one back costs a look at all of them: the last ones, which leave least.
fn compared(position: &Position) -> usize {
    (LOOKED_AT / position.legal_count().max(1)).clamp(1, COMPARED)
}

/// How many answers there are to a legal move. On a large board a position is not copied for every one of its moves.
fn answers(mind: &mut Position, chosen: Move) -> usize {
    let count = mind.play(chosen).map_or(0, |()| mind.legal_count());
    mind.undo();
    count
}

/// Why this winning move wins, where that takes more than a few moves.
fn why_it_wins(position: &Position, chosen: Move, method: Method, watch: &mut Watch<'_>) -> Result<Hint, OutOfBudget> {
    let after = position.after(chosen).unwrap_or_else(|| position.clone());
    // Once 1 is taken the rest is a game like any other; before that it is in no pair.
    let one_is_out = method == Method::LastResort && chosen.number() != 1;
    let why = match (&position.game().kind, method) {
        (Kind::Divide(_), _) => Why::Heaps {
            heaps: after.on_table().unwrap_or_default().iter().map(|&n| heap(n)).collect(),
            misere: position.game().is_misere(),
        },
        (Kind::Take(_), Method::Search) => Why::Replies { replies: replies(&after, watch)? },
        (Kind::Take(take), _) => {
            let in_play = |number| position.is_free(number) && (number > 1 || !one_is_out);
            let pairing = Pairing::on(take.pool, in_play, watch)?;
            let (pairs, _) = pairing.certificate(Some(chosen.number()), in_play);
            let partners: FxHashMap<u64, u64> = pairs.iter().flat_map(|&[a, b]| [(a, b), (b, a)]).collect();
            let answers = after.legal_moves().into_iter().map(Move::number);
            let partners = answers.filter_map(|answer| Some((answer, *partners.get(&answer)?))).collect();
            Why::Pairing { of: position.last(), partners }
        }
    };
    Ok(Hint { chosen, why, is_any: false })
}

/// The best try in a lost position, and what is about as good: a move with a wrong answer, if there is one, a win that takes them
/// the longest to see, and among those the move after which somebody who answers by chance is the likeliest to be wrong.
fn lost(position: &Position, watch: &mut Watch<'_>) -> Result<Best, OutOfBudget> {
    let moves = position.legal_moves();
    let is_only = moves.len() == 1;
    let mut traps = Vec::new();
    for &chosen in &moves {
        let Some(after) = position.after(chosen).filter(|after| after.outcome().is_none()) else { continue };
        let (right, answers) = (solve(&after, watch)?.winning, after.legal_count());
        let seen = shortest_line(&after, &right, TOLD, watch)?.map_or(TOLD + 1, |line| line.length());
        let how_good = (right.len() < answers, seen);
        traps.push((how_good, Hint { chosen, why: Why::Trap { right, answers, is_only }, is_any: false }));
    }
    let most = traps.iter().map(|(how_good, _)| *how_good).max();
    traps.retain(|(how_good, _)| Some(*how_good) == most);
    let good = traps.iter().map(|(_, hint)| hint.chosen).collect();
    let likely = |(_, one): &(_, Hint), (_, other): &(_, Hint)| match (&one.why, &other.why) {
        (Why::Trap { right, answers, .. }, Why::Trap { right: rights, answers: of, .. }) => {
            (right.len() * of).cmp(&(rights.len() * answers))
        }
        _ => Ordering::Equal,
    };
    let best = traps.into_iter().min_by(likely).map(|(_, hint)| hint);
    let hint = best.unwrap_or(Hint { chosen: moves[0], why: Why::EveryMoveEndsIt, is_any: false });
    let good = if hint.why.is_hopeless() { moves } else { good };
    Ok(Best { hint, good, winning: Vec::new() })
}
