//! Proofs: who wins a position, in a form that a stranger's program can check.
//!
//! For pool games a proof is one certificate: a matching M of the numbers in play and a barrier S with
//! 2|M| = n + |S| − odd(G − S), where n is how many numbers are in play and odd counts the components with an odd number of
//! members that are left when S is taken away. By the Tutte–Berge formula no matching can be larger, so M is maximum. If M
//! misses a number that has just been picked, whoever must answer it loses. What is proved with it:
//!
//! - a won position: a `pick` that M misses, the free numbers being in play, the pick among them;
//! - a lost position: M misses the last pick, the free numbers and the last pick being in play;
//! - a lost start: every allowed first pick lies in S or in an even component of G − S, so every maximum matching covers it.
//!
//! While 1 is free as a last resort it is left out of play, and `punishers` are numbers without a relative in play: taking
//! 1 is answered by one of them. Where play is forced through 1, `then` proves what follows. Division games give the prime
//! factors of every number on the table.

use serde::{Deserialize, Serialize};

use super::last_resort::punishers;
use super::{Method, OutOfBudget, Pairing, Watch, solve};
use crate::factor::prime_factors;
use crate::moves::{Move, Side};
use crate::position::Position;

/// The version of the JSON form.
pub(crate) const FORMAT: u32 = 1;

/// A proof of who wins a position with best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The version of this form.
    pub format: u32,
    /// The code of the game, without a name.
    pub game: String,
    /// The moves that lead to the position.
    pub moves: Vec<Move>,
    /// Who wins: 1 or 2.
    pub winner: u8,
    /// A move that wins, when the player to move does.
    pub pick: Option<Move>,
    /// The pairs of a maximum matching of the numbers in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<Vec<[u64; 2]>>,
    /// The barrier that shows that it is maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barrier: Option<Vec<u64>>,
    /// The numbers that punish taking 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub punishers: Option<Vec<u64>>,
    /// What follows where play is forced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Box<Proof>>,
    /// Every number on the table with its prime factors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factors: Option<Vec<(u64, Vec<u64>)>>,
}

impl Proof {
    /// What is to be proved, without any of the arguments.
    fn claim(position: &Position, winner: Side, pick: Option<Move>) -> Proof {
        Proof {
            format: FORMAT,
            game: crate::code::plain_code(position.game()),
            moves: position.moves().to_vec(),
            winner: winner.number(),
            pick,
            matching: None,
            barrier: None,
            punishers: None,
            then: None,
            factors: None,
        }
    }
}

/// Why there is no proof of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unproved {
    /// The game is over: there is nothing to prove.
    Over,
    /// The position was decided by search, and a search leaves no certificate.
    Searched,
    /// The budget ended.
    OutOfBudget(OutOfBudget),
}

/// Solves a position and proves the answer.
///
/// # Errors
/// Positions that are decided by search have no proof.
pub fn prove(position: &Position, watch: &mut Watch<'_>) -> Result<Proof, Unproved> {
    let solution = solve(position, watch)?;
    let claim = Proof::claim(position, solution.winner, solution.winning.first().copied());
    match solution.method {
        Method::Over => Err(Unproved::Over),
        Method::Search => Err(Unproved::Searched),
        Method::Nim => {
            let table = position.on_table().unwrap_or_default();
            Ok(Proof { factors: Some(table.iter().map(|&number| (number, prime_factors(number))).collect()), ..claim })
        }
        Method::Matching => Ok(certify(claim, position, |number| position.is_free(number), watch)?),
        Method::LastResort => prove_last_resort(claim, position, watch),
    }
}

/// Adds the certificate: of the free numbers in play, and of the last pick too when it is the one that is lost.
fn certify(
    claim: Proof,
    position: &Position,
    in_play: impl Fn(u64) -> bool,
    watch: &mut Watch<'_>,
) -> Result<Proof, OutOfBudget> {
    let Some(pool) = position.game().pool() else { return Ok(claim) };
    let missed = match claim.pick {
        Some(pick) => Some(pick.number()),
        None => position.last(),
    };
    let present = |number: u64| in_play(number) || (claim.pick.is_none() && missed == Some(number));
    let (matching, barrier) = Pairing::on(pool, present, watch)?.certificate(missed, present);
    Ok(Proof { matching: Some(matching), barrier: Some(barrier), ..claim })
}

fn prove_last_resort(claim: Proof, position: &Position, watch: &mut Watch<'_>) -> Result<Proof, Unproved> {
    let one = Move::Pick(1);
    if position.legal_moves() == [one] {
        return Ok(Proof { then: Some(Box::new(proof_after(position, &[one], watch)?)), ..claim });
    }
    let in_play = |number| number > 1 && position.is_free(number);
    let punishers = punishers(position, 2);
    let lone = match punishers[..] {
        [lone] if position.moves().is_empty() => Some(Move::Pick(lone)),
        _ => None,
    };
    // Where the only punisher may be picked first, that pick needs an argument of its own: it forces 1.
    let decides = lone.filter(|&lone| position.is_legal(lone) && (claim.pick.is_none() || claim.pick == Some(lone)));
    let then = match decides {
        Some(lone) => Some(Box::new(proof_after(position, &[lone, one], watch)?)),
        None => None,
    };
    let claim = Proof { punishers: Some(punishers), then, ..claim };
    if claim.pick.is_some() && claim.pick == lone {
        return Ok(claim);
    }
    Ok(certify(claim, position, in_play, watch)?)
}

fn proof_after(position: &Position, moves: &[Move], watch: &mut Watch<'_>) -> Result<Proof, Unproved> {
    let mut after = position.clone();
    // The moves are forced, so they are legal.
    after.play_all(moves.iter().copied()).map_err(|_| Unproved::Over)?;
    match after.outcome() {
        // A game that ends there proves itself.
        Some(outcome) => Ok(Proof::claim(&after, outcome.winner, None)),
        None => prove(&after, watch),
    }
}
