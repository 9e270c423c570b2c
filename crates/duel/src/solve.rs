//! Who wins with best play, which moves win, and why: exact, or not answered at all.
//!
//! The method depends on the game. A pool game is decided by pairings (maximum matchings of the divisor graph); a
//! last-resort game mostly is the game without 1; a division game is Nim. What no theorem covers is searched, under a
//! budget.

mod answer;
mod check;
mod distance;
mod graph;
mod last_resort;
mod matching;
pub(crate) mod nim;
mod openings;
mod pairing;
mod proof;
mod search;
mod survey;
mod whole;

use std::fmt::{self, Display};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

pub use answer::{Unanswered, prove_answer};
pub use check::{Answered, Broken, Proved, check, check_answer};
pub use distance::{Distances, distances};
pub use nim::heap;
pub use openings::{GameSolution, Unsolved, WinningMoves, solve_game};
pub use pairing::{Kinds, NumberKind, Pairing};
pub(crate) use proof::prove_by;
pub use proof::{Proof, Unproved, prove};
pub(crate) use search::replies;
pub use survey::{SurveyRow, survey, surveyed};

use crate::game::{Game, Kind};
use crate::moves::{Move, Side};
use crate::position::Position;

/// How many positions a search may usually look at: some seconds of work. Whoever makes a [`Watch`] says how many.
pub const USUAL_NODES: u64 = 10_000_000;

/// How much memory a search takes, unless it is told otherwise: what a hint may cost, in a browser too.
pub const HINT_MEMORY: u64 = 256 << 20;

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins with best play from here.
    pub winner: Side,
    /// The legal moves that win, ascending; none when the player to move loses, or the game is over.
    pub winning: Vec<Move>,
    /// How it was found out.
    pub method: Method,
}

/// How a position was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl Method {
    /// How this position is solved.
    fn of(position: &Position) -> Method {
        match &position.game().kind {
            _ if position.outcome().is_some() => Method::Over,
            Kind::Divide(_) => Method::Nim,
            Kind::Take(_) if position.game().is_misere() => Method::Search,
            Kind::Take(take) if take.resort && position.is_free(1) => Method::LastResort,
            Kind::Take(_) => Method::Matching,
        }
    }

    /// The method as it is written in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Method::Over => "over",
            Method::Matching => "matching",
            Method::LastResort => "last-resort",
            Method::Nim => "nim",
            Method::Search => "search",
        }
    }
}

/// The same.
impl Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Why there is no answer: what ended before it was certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfBudget {
    /// All the positions that were allowed have been looked at.
    Positions {
        /// How many they were.
        allowed: u64,
        /// Whether no number of positions would have been enough, as far as anybody knows.
        hopeless: bool,
    },
    /// All the memory that was allowed is taken.
    Memory {
        /// How many bytes it is.
        allowed: u64,
        /// Whether no memory would have been enough, as far as anybody knows.
        hopeless: bool,
    },
    /// The system gave no more memory, or what was found out cannot be numbered any more.
    NoMemory,
    /// So many numbers are not searched at all.
    TooLarge {
        /// How many are free.
        numbers: usize,
        /// How many there may be.
        most: usize,
    },
    /// Somebody said stop.
    Stopped,
}

impl OutOfBudget {
    /// Whether no budget would have been enough, as far as anybody knows.
    pub fn is_hopeless(self) -> bool {
        match self {
            OutOfBudget::Positions { hopeless, .. } | OutOfBudget::Memory { hopeless, .. } => hopeless,
            OutOfBudget::TooLarge { .. } => true,
            OutOfBudget::NoMemory | OutOfBudget::Stopped => false,
        }
    }

    fn with_hope(mut self, hope: bool) -> OutOfBudget {
        if let OutOfBudget::Positions { hopeless, .. } | OutOfBudget::Memory { hopeless, .. } = &mut self {
            *hopeless = !hope;
        }
        self
    }
}

/// How far a solver may go, and who is told how far it is.
pub struct Watch<'a> {
    /// How many positions may still be searched, and how many that were at first.
    nodes: u64,
    budget: u64,
    /// How many bytes each search may take. Searches follow one another, so none takes anything from the next.
    memory: u64,
    stop: Option<&'a AtomicBool>,
    progress: Option<&'a mut dyn FnMut(f64)>,
    /// Which part of the whole work is watched over, from 0 to 1.
    part: Range<f64>,
}

impl<'a> Watch<'a> {
    /// Search at most this many positions, with [`HINT_MEMORY`]. Only searches need a budget; everything else is quick for
    /// its size.
    pub fn nodes(nodes: u64) -> Watch<'a> {
        Watch { nodes, budget: nodes, memory: HINT_MEMORY, stop: None, progress: None, part: 0.0..1.0 }
    }

    /// As far as anybody waits for advice about a game, its hints and verdicts: some fifteen seconds at most in a browser, and
    /// [`HINT_MEMORY`], because a page that takes much more is ended. A position of a large pool takes more of both.
    pub fn advice(game: &Game) -> Watch<'a> {
        Watch::nodes(match game.pool().map_or(0, |pool| pool.count()) {
            0..=128 => 7_000_000,
            129..=256 => 2_000_000,
            _ => 900_000,
        })
    }

    /// Go on until it is done, or a search has filled its memory.
    pub fn forever() -> Watch<'a> {
        Watch::nodes(u64::MAX)
    }

    /// Take at most this many bytes for what a search remembers.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Watch<'a> {
        Watch { memory: bytes, ..self }
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
    pub(crate) fn share(&self) -> Watch<'a> {
        let Watch { nodes, budget, memory, stop, .. } = *self;
        Watch { nodes, budget, memory, stop, progress: None, part: 0.0..1.0 }
    }

    /// The same for a part of the work that takes this part of the time.
    pub(crate) fn part(&mut self, part: Range<f64>) -> Watch<'_> {
        let at = |done: f64| self.part.start + (self.part.end - self.part.start) * done;
        let part = at(part.start)..at(part.end);
        let progress: Option<&mut dyn FnMut(f64)> = match &mut self.progress {
            Some(progress) => Some(&mut **progress),
            None => None,
        };
        Watch { nodes: self.nodes, budget: self.budget, memory: self.memory, stop: self.stop, progress, part }
    }

    /// The same with at most so many positions.
    pub(crate) fn at_most(&self, nodes: u64) -> Watch<'a> {
        Watch { nodes: self.nodes.min(nodes), ..self.share() }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// How many positions may still be searched.
    pub(crate) fn left(&self) -> u64 {
        self.nodes
    }

    /// So much of the budget is gone.
    pub(crate) fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_sub(nodes);
    }

    /// Whether a search may take so many bytes.
    pub(crate) fn room_for(&self, bytes: u64) -> Result<(), OutOfBudget> {
        if bytes <= self.memory { Ok(()) } else { Err(OutOfBudget::Memory { allowed: self.memory, hopeless: false }) }
    }

    pub(crate) fn look(&mut self, done: f64) -> Result<(), OutOfBudget> {
        if let Some(progress) = &mut self.progress {
            progress(self.part.start + (self.part.end - self.part.start) * done.clamp(0.0, 1.0));
        }
        self.check()
    }

    /// Whether to go on.
    fn check(&self) -> Result<(), OutOfBudget> {
        if self.is_stopped() { Err(OutOfBudget::Stopped) } else { Ok(()) }
    }

    pub(crate) fn spend_node(&mut self) -> Result<(), OutOfBudget> {
        let ended = OutOfBudget::Positions { allowed: self.budget, hopeless: false };
        self.nodes = self.nodes.checked_sub(1).ok_or(ended)?;
        if self.nodes.is_multiple_of(1 << 12) && self.is_stopped() { Err(OutOfBudget::Stopped) } else { Ok(()) }
    }
}

/// Solves a position.
///
/// ```
/// use duel::{Game, Move, Side};
/// use duel::solve::{Method, Watch, solve};
///
/// let mut position = "chain".parse::<Game>()?.start()?;
/// position.play(Move::Pick(14))?;
/// let solution = solve(&position, &mut Watch::forever())?;
/// assert_eq!((solution.winner, solution.method), (Side::Two, Method::Matching));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where the budget ends before the answer is certain there is no answer.
pub fn solve(position: &Position, watch: &mut Watch<'_>) -> Result<Solution, OutOfBudget> {
    let method = Method::of(position);
    let winning = match method {
        Method::Over => Vec::new(),
        Method::Nim => nim::winning_moves(position),
        Method::Search => search::winning_moves(position, watch)?,
        Method::LastResort => last_resort::winning_moves(position, watch)?,
        Method::Matching => match position.game().pool() {
            Some(pool) => missable(position, &Pairing::on(pool, |number| position.is_free(number), watch)?),
            None => Vec::new(),
        },
    };
    let winner = match position.outcome() {
        Some(outcome) => outcome.winner,
        None if winning.is_empty() => position.turn().other(),
        None => position.turn(),
    };
    Ok(Solution { winner, winning, method })
}

/// The legal picks that some largest pairing misses: whoever has to answer such a pick loses, because every number they
/// can pick has a partner to be answered with.
fn missable(position: &Position, pairing: &Pairing) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|pick| pairing.is_missable(pick.number())).collect()
}
