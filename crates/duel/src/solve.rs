//! Who wins with best play, which moves win, and why: exact, or not answered at all.
//!
//! The method depends on the game. A pool game is decided by pairings (maximum matchings of the divisor graph); a
//! last-resort game mostly is the game without 1; a division game is Nim. What no theorem covers is searched, under a
//! budget.

mod check;
mod graph;
mod last_resort;
mod matching;
pub(crate) mod nim;
mod openings;
mod pairing;
mod proof;
mod search;
mod survey;

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicBool, Ordering};

pub use check::{Broken, Proved, check};
pub use nim::heap;
pub use openings::{GameSolution, Unsolved, WinningMoves, solve_game};
pub use pairing::Pairing;
pub use proof::{Proof, Unproved, prove};
pub use survey::{SurveyRow, survey};

use crate::game::Kind;
use crate::moves::{Move, Player};
use crate::position::Position;

/// How many positions a search looks at, unless it is told otherwise.
pub const USUAL_NODES: u64 = 10_000_000;

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins with best play from here.
    pub winner: Player,
    /// The legal moves that win, ascending; none when the player to move loses, or the game is over.
    pub winning: Vec<Move>,
    /// How it was found out.
    pub method: Method,
}

/// How a position was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The game is over.
    Over,
    /// By pairings.
    Matching,
    /// By pairings of the pool without 1, because taking 1 is punished.
    LastResort,
    /// As a game of Nim.
    Nim,
    /// By looking at everything.
    Search,
}

/// The method as it is written in JSON.
impl Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Over => "over",
            Method::Matching => "matching",
            Method::LastResort => "last-resort",
            Method::Nim => "nim",
            Method::Search => "search",
        })
    }
}

/// The budget ended, or somebody said stop, before the answer was certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the budget ended before the answer was certain")]
pub struct OutOfBudget;

/// How far a solver may go, and who is told how far it is.
pub struct Watch<'a> {
    nodes: u64,
    stop: Option<&'a AtomicBool>,
    progress: Option<&'a mut dyn FnMut(f64)>,
}

impl<'a> Watch<'a> {
    /// Search at most this many positions. Only searches need a budget; everything else is quick for its size.
    pub fn nodes(nodes: u64) -> Watch<'a> {
        Watch { nodes, stop: None, progress: None }
    }

    /// Go on until it is done.
    pub fn forever() -> Watch<'a> {
        Watch::nodes(u64::MAX)
    }

    /// Stop soon after this has become true.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Watch<'a> {
        Watch { stop: Some(stop), ..self }
    }

    /// Tell this from time to time which part is done, from 0 to 1. Parts can take very different times.
    #[must_use]
    pub fn telling(self, progress: &'a mut dyn FnMut(f64)) -> Watch<'a> {
        Watch { progress: Some(progress), ..self }
    }

    /// The same budget and the same stop for a part of the work that is not told about.
    fn share(&self) -> Watch<'a> {
        Watch { nodes: self.nodes, stop: self.stop, progress: None }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn look(&mut self, done: f64) -> Result<(), OutOfBudget> {
        if let Some(progress) = &mut self.progress {
            progress(done);
        }
        if self.is_stopped() { Err(OutOfBudget) } else { Ok(()) }
    }

    fn spend_node(&mut self) -> Result<(), OutOfBudget> {
        self.nodes = self.nodes.checked_sub(1).ok_or(OutOfBudget)?;
        if self.nodes.is_multiple_of(1 << 12) && self.is_stopped() { Err(OutOfBudget) } else { Ok(()) }
    }
}

/// Solves a position.
///
/// ```
/// use duel::{Game, Method, Move, Player, Watch, solve};
///
/// let mut position = "chain".parse::<Game>()?.start()?;
/// position.play(Move::Pick(14))?;
/// let solution = solve(&position, &mut Watch::forever())?;
/// assert_eq!((solution.winner, solution.method), (Player::Two, Method::Matching));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where the budget ends before the answer is certain there is no answer.
pub fn solve(position: &Position, watch: &mut Watch<'_>) -> Result<Solution, OutOfBudget> {
    if let Some(outcome) = position.outcome() {
        return Ok(Solution { winner: outcome.winner, winning: Vec::new(), method: Method::Over });
    }
    let (winning, method) = match &position.game().kind {
        Kind::Divide(_) => (nim::winning_moves(position), Method::Nim),
        Kind::Take(_) if position.game().is_misere() => (search::winning_moves(position, watch)?, Method::Search),
        Kind::Take(take) if take.resort && position.is_free(1) => last_resort::winning_moves(position, watch)?,
        Kind::Take(take) => {
            let pairing = Pairing::on(take.pool, |number| position.is_free(number), watch)?;
            (missable(position, &pairing), Method::Matching)
        }
    };
    let mover = position.turn();
    Ok(Solution { winner: if winning.is_empty() { mover.other() } else { mover }, winning, method })
}

/// The legal picks that some largest pairing misses: whoever has to answer such a pick loses, because every number they
/// can pick has a partner to be answered with.
fn missable(position: &Position, pairing: &Pairing) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|pick| pairing.is_missable(pick.number())).collect()
}
