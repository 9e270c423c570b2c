//! Whole games: who wins from the start, and which first picks win. Pools up to 10^9 numbers are solved here without a
//! position and without an edge in memory.

use super::graph::Numbering;
use super::last_resort::is_alone;
use super::whole::{Limits, Whole};
use super::{Method, OutOfBudget, Pairing, Watch, solve};
use crate::bits::Bits;
use crate::game::{Game, GameError, Kind, Pool, Take};
use crate::moves::{Move, Side};

/// From so many numbers on a pool is solved as a whole.
const LARGE: u32 = 20_000;

/// What a whole game is worth.
#[derive(Clone, Debug)]
pub struct GameSolution {
    /// Who wins with best play.
    pub winner: Side,
    /// How many first moves are allowed.
    pub first_moves: u64,
    /// Those of them that win.
    pub winning: WinningMoves,
    /// How many pairs a largest pairing of the pool has, where pairings decide the game.
    pub matching: Option<u64>,
    /// How it was found out.
    pub method: Method,
}

/// The first moves that win, ascending.
#[derive(Clone, Debug)]
pub struct WinningMoves {
    count: u64,
    moves: Moves,
}

#[derive(Clone, Debug)]
enum Moves {
    Listed(Vec<Move>),
    /// A bit for every place in the pool.
    Marked {
        pool: Pool,
        bits: Bits,
    },
}

impl WinningMoves {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The moves, ascending.
    pub fn iter(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        match &self.moves {
            Moves::Listed(moves) => Box::new(moves.iter().copied()),
            Moves::Marked { pool, bits } => Box::new(bits.iter().map(|place| Move::Pick(pool.number(place)))),
        }
    }

    /// How many first picks a pool game allows, and those of them that win, as this says of each.
    pub(super) fn among(take: &Take, wins: impl Fn(u64) -> bool) -> (u64, WinningMoves) {
        let mut bits = Bits::empty(take.pool.count() as usize);
        let (mut allowed, mut count) = (0, 0);
        for number in take.first_picks() {
            allowed += 1;
            if wins(number) {
                bits.insert(take.pool.index(number));
                count += 1;
            }
        }
        (allowed, WinningMoves { count, moves: Moves::Marked { pool: take.pool, bits } })
    }

    fn listed(moves: Vec<Move>) -> WinningMoves {
        WinningMoves { count: moves.len() as u64, moves: Moves::Listed(moves) }
    }
}

/// A game that was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The budget ended.
    OutOfBudget(OutOfBudget),
    /// The game needs a search, and a board of this size cannot be searched.
    TooLarge(GameError),
}

/// Solves a whole game.
///
/// ```
/// use duel::Game;
/// use duel::solve::{Watch, solve_game};
///
/// let solution = solve_game(&"chain".parse::<Game>()?, &mut Watch::forever())?;
/// assert_eq!((solution.first_moves, solution.winning.count(), solution.matching), (19, 18, Some(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where the budget ends before the answer is certain there is no answer.
pub fn solve_game(game: &Game, watch: &mut Watch<'_>) -> Result<GameSolution, Unsolved> {
    match &game.kind {
        Kind::Take(take) if !game.misere && !take.resort => by_pairs(take, Method::Matching, watch),
        Kind::Take(take) if !game.misere && has_two_punishers(&take.pool) => by_pairs(take, Method::LastResort, watch),
        _ => {
            let start = game.start()?;
            let solution = solve(&start, watch)?;
            Ok(GameSolution {
                winner: solution.winner,
                first_moves: start.legal_count() as u64,
                winning: WinningMoves::listed(solution.winning),
                matching: None,
                method: solution.method,
            })
        }
    }
}

/// Solves a pool game that pairs decide; as a last resort, by those of the pool without 1.
fn by_pairs(take: &Take, method: Method, watch: &mut Watch<'_>) -> Result<GameSolution, Unsolved> {
    let least = take.least_in_pairs();
    match Numbering::of(&take.pool) {
        Numbering::Scaled { by, hi } if hi >= LARGE => {
            let whole = Whole::of(least.div_ceil(by) as u32, hi, Limits::of(hi), watch)?;
            let is_missable = |number: u64| number >= least && whole.is_missable((number / by) as u32);
            Ok(solution(take, whole.size(), is_missable, method))
        }
        _ => Ok(from_pairing(take, &Pairing::on(take.pool, |number| number >= least, watch)?, method)),
    }
}

fn from_pairing(take: &Take, pairing: &Pairing, method: Method) -> GameSolution {
    solution(take, pairing.pairs() as u64, |number| pairing.is_missable(number), method)
}

pub(super) fn solution(take: &Take, pairs: u64, is_missable: impl Fn(u64) -> bool, method: Method) -> GameSolution {
    let (first_moves, winning) = WinningMoves::among(take, is_missable);
    let winner = if winning.count > 0 { Side::One } else { Side::Two };
    GameSolution { winner, first_moves, winning, matching: Some(pairs), method }
}

impl Take {
    /// The least number that takes part in pairs: 1 does not where it is a last resort.
    pub(super) fn least_in_pairs(&self) -> u64 {
        if self.resort { 2 } else { self.pool.lo }
    }
}

/// Whether two numbers of the pool have no relative in it but 1, so that taking 1 is punished whatever is picked first.
pub(super) fn has_two_punishers(pool: &Pool) -> bool {
    two_punishers(pool).is_some()
}

/// Two numbers that have no relative in the pool but 1: the largest ones.
pub(super) fn two_punishers(pool: &Pool) -> Option<[u64; 2]> {
    let alone = |&number: &u64| number > 1 && is_alone(pool, number, |other| other > 1);
    let mut found = (0..pool.count()).rev().map(|place| pool.number(place as usize)).filter(alone);
    Some([found.next()?, found.next()?])
}
