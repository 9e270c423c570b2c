//! Checking a proof, by the letter of docs/proof-format.md. Nothing here trusts the solver or shares its code, nor that of a board:
//! the rules of the game, arithmetic, and time in proportion to the size of the file and of the pool's graph are all it takes.

mod answer;
mod board;
mod certificate;
mod nim;
mod strategy;

use std::fmt::{self, Display};

pub use self::answer::{Answered, check_answer};
use self::board::Board;
use self::certificate::{Certificate, Maximum};
use super::proof::{FORMAT, Proof};
use crate::game::{Game, Kind};
use crate::moves::{Move, Side};

/// What a proof has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    pub(crate) game: String,
    pub(crate) moves: usize,
    pub(crate) winner: u8,
    pub(crate) pick: Option<Move>,
    pub(crate) is_over: bool,
}

impl Proved {
    /// The code of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How many moves had been made.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Who wins from there: 1 is the side that moved first.
    pub fn winner(&self) -> u8 {
        self.winner
    }

    /// The move that wins, where whoever is to move does.
    pub fn pick(&self) -> Option<Move> {
        self.pick
    }

    /// Whether the game is over there.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Where a proof breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken(String);

impl Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

type Check<T = ()> = Result<T, Broken>;

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(Broken(otherwise())) }
}

fn broken<T>(why: impl Into<String>) -> Check<T> {
    Err(Broken(why.into()))
}

/// Checks a proof.
///
/// # Errors
/// Where it breaks.
pub fn check(proof: &Proof) -> Check<Proved> {
    let the_game = |error: &dyn Display| Broken(format!("the game: {error}"));
    let game: Game = proof.game.parse().map_err(|error| the_game(&error))?;
    ensure(crate::code::plain_code(&game) == proof.game, || "the game is not given by its plain code".into())?;
    game.check_playable().map_err(|error| the_game(&error))?;
    let is_over = match &game.kind {
        Kind::Divide(table) => nim::check(proof, table, game.misere)?,
        Kind::Take(take) => check_pool(proof, &Board::replay(take, &proof.moves)?, game.misere)?,
    };
    Ok(Proved { game: proof.game.clone(), moves: proof.moves.len(), winner: proof.winner, pick: proof.pick, is_over })
}

/// The keys of a proof beside those of the claim. There are six sets of them, and no other.
enum Argument<'a> {
    None,
    Pairs(Certificate<'a>),
    Forced(&'a Proof),
    Punished { punishers: &'a [u64], certificate: Certificate<'a>, then: Option<&'a Proof> },
    Factors(&'a [(u64, Vec<u64>)]),
    Strategy(&'a [u64]),
}

impl<'a> Argument<'a> {
    fn of(proof: &'a Proof) -> Check<Argument<'a>> {
        let Proof { matching, barrier, punishers, then, factors, strategy, .. } = proof;
        Ok(match (matching, barrier, punishers, then.as_deref(), factors, strategy) {
            (None, None, None, None, None, None) => Argument::None,
            (Some(matching), Some(barrier), None, None, None, None) => {
                Argument::Pairs(Certificate { matching, barrier })
            }
            (None, None, None, Some(then), None, None) => Argument::Forced(then),
            (Some(matching), Some(barrier), Some(punishers), then, None, None) => {
                Argument::Punished { punishers, certificate: Certificate { matching, barrier }, then }
            }
            (None, None, None, None, Some(factors), None) => Argument::Factors(factors),
            (None, None, None, None, None, Some(strategy)) => Argument::Strategy(strategy),
            (Some(_), None, ..) => return broken("the barrier is missing"),
            (None, Some(_), ..) => return broken("the matching is missing"),
            _ => return broken("these keys prove nothing together"),
        })
    }
}

/// What is said of a position, without the reason.
enum Claim {
    /// The game is over, as it is said to be: nothing is left to be shown.
    Over,
    /// Whoever is to move wins by this move.
    Won(Move),
    /// Whoever is to move loses.
    Lost,
}

impl Claim {
    /// Checks what holds in all games.
    fn of(proof: &Proof, is_over: bool, misere: bool) -> Check<Claim> {
        let &Proof { format, winner, pick, .. } = proof;
        ensure(format == FORMAT, || {
            format!("this proof has format version {format}, and this program reads {FORMAT}")
        })?;
        ensure([1, 2].contains(&winner), || "the winner is 1 or 2".into())?;
        let mover_wins = winner == Side::of_ply(proof.moves.len()).number();
        if is_over {
            let nothing_follows = pick.is_none() && matches!(Argument::of(proof)?, Argument::None);
            ensure(nothing_follows, || "the game is over: no move and no argument follows".into())?;
            ensure(mover_wins == misere, || "the game is over, and the other side has won".into())?;
            return Ok(Claim::Over);
        }
        match (mover_wins, pick) {
            (true, Some(pick)) => Ok(Claim::Won(pick)),
            (false, None) => Ok(Claim::Lost),
            (true, None) => broken("a won position needs the move that wins it"),
            (false, Some(pick)) => broken(format!("the pick {pick} cannot win a lost position")),
        }
    }
}

/// Checks a proof about this position of a pool game, and says whether the game is over there.
fn check_pool(proof: &Proof, board: &Board<'_>, misere: bool) -> Check<bool> {
    let pick = match Claim::of(proof, board.is_over(), misere)? {
        Claim::Over => return Ok(true),
        Claim::Won(Move::Pick(number)) if board.is_legal(number) => Some(number),
        Claim::Won(pick) => return broken(format!("the pick {pick} is not legal")),
        Claim::Lost => None,
    };
    let argument = Argument::of(proof)?;
    if misere {
        let Argument::Strategy(replies) = argument else {
            return broken("a strategy proves who wins a misère pool game, and nothing else");
        };
        strategy::check(replies, board, pick)?;
        return Ok(false);
    }
    if board.one_is_a_last_resort() {
        check_last_resort(proof, argument, board, pick)?;
        return Ok(false);
    }
    let Argument::Pairs(certificate) = argument else {
        return broken("a matching and a barrier prove this, and nothing else");
    };
    let missed = pick.or(board.last());
    let in_play = |number| board.is_free(number) || missed == Some(number);
    let maximum = certificate.check(board.pool(), in_play, missed)?;
    if missed.is_none() {
        check_first_picks(&maximum, |first| board.is_first_pick(first))?;
    }
    Ok(false)
}

/// At a lost start no first pick that is in question is missed by any maximum matching.
fn check_first_picks(maximum: &Maximum, is_in_question: impl Fn(u64) -> bool) -> Check {
    match maximum.not_surely_covered().find(|&first| is_in_question(first)) {
        None => Ok(()),
        Some(first) => broken(format!("the first pick {first} is neither in the barrier nor in an even component")),
    }
}

/// The same while 1 is free as a last resort, in a position that is not over.
fn check_last_resort(proof: &Proof, argument: Argument<'_>, board: &Board<'_>, pick: Option<u64>) -> Check {
    if board.only_one_is_legal() {
        let Argument::Forced(then) = argument else {
            return broken("only 1 can be picked: a proof of what follows proves this, and nothing else");
        };
        return check_then(proof, then, board, &[1]);
    }
    let Argument::Punished { punishers, certificate, then } = argument else {
        return broken("punishers of taking 1, a matching and a barrier prove this, and nothing less");
    };
    let missed = pick.or(board.last());
    let in_play = |number| number > 1 && (board.is_free(number) || missed == Some(number));
    // Two are always enough: one of them is left, whatever is picked.
    ensure(matches!(punishers, [_]) || matches!(punishers, [a, b] if a != b), || {
        "the punishers are one number, or two different ones".into()
    })?;
    for &punisher in punishers {
        ensure(punisher > 1 && board.is_free(punisher), || format!("{punisher} is not free to punish anything"))?;
        if let Some(relative) = board.relatives(punisher).find(|&other| in_play(other)) {
            return broken(format!("{punisher} cannot punish: {relative} is in play"));
        }
    }
    ensure(pick.is_none_or(|pick| punishers != [pick]), || "no punisher is left after the pick".into())?;
    // At a lost start a first pick that takes the only punisher away is answered by an argument of its own.
    let lone = match *punishers {
        [lone] if missed.is_none() && board.is_first_pick(lone) => Some(lone),
        _ => None,
    };
    match (lone, then) {
        (Some(lone), Some(then)) => check_then(proof, then, board, &[lone, 1])?,
        (None, None) => {}
        (Some(_), None) => return broken("the proof of what follows is missing"),
        (None, Some(_)) => return broken("nothing is forced here, so nothing follows"),
    }
    let maximum = certificate.check(board.pool(), in_play, missed)?;
    match missed {
        None => check_first_picks(&maximum, |first| board.is_first_pick(first) && Some(first) != lone),
        Some(_) => Ok(()),
    }
}

/// Checks what follows after moves of which all but the first are forced.
fn check_then(proof: &Proof, then: &Proof, board: &Board<'_>, forced: &[u64]) -> Check {
    let mut after = board.clone();
    for &number in forced {
        ensure(after.pick(number), || format!("{number} cannot be picked there"))?;
    }
    let moves = proof.moves.iter().copied().chain(forced.iter().copied().map(Move::Pick));
    let is_about_it = then.game == proof.game && then.moves.iter().copied().eq(moves);
    ensure(is_about_it, || "what follows is about another position".into())?;
    ensure(then.winner == proof.winner, || "what follows is won by the other side".into())?;
    check_pool(then, &after, false).map(drop)
}
