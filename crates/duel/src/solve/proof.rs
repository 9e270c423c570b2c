//! Proofs: who wins a position, in a form that a stranger's program can check. docs/proof-format.md has the form and what must
//! hold, docs/theory.md why it is enough.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::last_resort::punishers;
use super::search::{self, Strategy};
use super::{Method, OutOfBudget, Pairing, Watch, solve};
use crate::factor::prime_factors;
use crate::moves::{Move, Side};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;

/// The version of the JSON form.
pub(crate) const FORMAT: u32 = 1;

/// Where more numbers are free than this a strategy proves nothing, so that a position is never large.
pub(super) const STRATEGY_NUMBERS: usize = 1_024;
const _: () = assert!(search::NUMBERS <= STRATEGY_NUMBERS, "what can be searched can be proved");

/// A strategy has no more replies than this, so that a checker needs no more than some hundred megabytes.
pub(super) const STRATEGY_REPLIES: usize = 1_000_000;

/// A proof of who wins a position with best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
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
    #[serde(deserialize_with = "Option::deserialize")]
    pub pick: Option<Move>,
    /// The pairs of a maximum matching of the numbers in play.
    #[serde(default, deserialize_with = "no_null", skip_serializing_if = "Option::is_none")]
    pub matching: Option<Vec<[u64; 2]>>,
    /// The barrier that shows that it is maximum.
    #[serde(default, deserialize_with = "no_null", skip_serializing_if = "Option::is_none")]
    pub barrier: Option<Vec<u64>>,
    /// The numbers that punish taking 1.
    #[serde(default, deserialize_with = "no_null", skip_serializing_if = "Option::is_none")]
    pub punishers: Option<Vec<u64>>,
    /// What follows where play is forced.
    #[serde(default, deserialize_with = "no_null", skip_serializing_if = "Option::is_none")]
    pub then: Option<Box<Proof>>,
    /// Every number on the table with its prime factors.
    #[serde(default, deserialize_with = "no_null", skip_serializing_if = "Option::is_none")]
    pub factors: Option<Vec<(u64, Vec<u64>)>>,
    /// The winner's replies, in the order in which a walk through all games needs them.
    #[serde(default, deserialize_with = "no_null", skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Vec<u64>>,
}

/// A key that may be left out has a value where it stands.
fn no_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Serialize for Proof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Proof::serialize(self, serializer)
    }
}

/// From an object: the derived form would take a list of the values too.
impl<'de> Deserialize<'de> for Proof {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Proof, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Proof;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a proof, which is a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Proof, A::Error> {
                Proof::deserialize(MapAccessDeserializer::new(keys))
            }
        }
        deserializer.deserialize_map(Object)
    }
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
            strategy: None,
        }
    }
}

/// Why there is no proof of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unproved {
    /// The game did not end by its moves, and a proof is about these.
    GivenUp,
    /// The position was decided by search, and the strategy that would prove it is too long.
    TooLong {
        /// How many replies it may have.
        most: usize,
    },
    /// The budget ended.
    OutOfBudget(OutOfBudget),
}

/// Solves a position and proves the answer.
///
/// # Errors
/// An end that is not one by the moves has no proof. Where a position has to be searched the budget may end, or the proof become
/// too long.
pub fn prove(position: &Position, watch: &mut Watch<'_>) -> Result<Proof, Unproved> {
    prove_by(position, None, watch)
}

/// The same by this move, which wins, where one is given.
pub(crate) fn prove_by(position: &Position, by: Option<Move>, watch: &mut Watch<'_>) -> Result<Proof, Unproved> {
    if matches!(position.outcome(), Some(Outcome { reason: Reason::Lost(_), .. })) {
        return Err(Unproved::GivenUp);
    }
    let claim = |watch: &mut Watch<'_>| -> Result<Proof, OutOfBudget> {
        let solution = solve(position, watch)?;
        Ok(Proof::claim(position, solution.winner, by.or(solution.winning.first().copied())))
    };
    match Method::of(position) {
        Method::Over => Ok(claim(watch)?),
        Method::Nim => {
            let table = position.on_table().unwrap_or_default();
            let factors = table.iter().map(|&number| (number, prime_factors(number))).collect();
            Ok(Proof { factors: Some(factors), ..claim(watch)? })
        }
        Method::Matching => Ok(certify(claim(watch)?, position, |number| position.is_free(number), watch)?),
        Method::LastResort => prove_last_resort(claim(watch)?, position, watch),
        Method::Search => {
            let Strategy { pick, replies } = search::strategy(position, by, watch)?;
            let winner = if pick.is_some() { position.turn() } else { position.turn().other() };
            Ok(Proof { strategy: Some(replies), ..Proof::claim(position, winner, pick) })
        }
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
    // At a lost start the only punisher, where it may be picked, needs an argument of its own: it forces 1.
    let then = match lone.filter(|&lone| claim.pick.is_none() && position.is_legal(lone)) {
        Some(lone) => Some(Box::new(proof_after(position, &[lone, one], watch)?)),
        None => None,
    };
    Ok(certify(Proof { punishers: Some(punishers), then, ..claim }, position, in_play, watch)?)
}

fn proof_after(position: &Position, moves: &[Move], watch: &mut Watch<'_>) -> Result<Proof, Unproved> {
    let mut after = position.clone();
    // The moves are forced, so they are legal.
    after.play_all(moves.iter().copied()).map_err(|_| Unproved::GivenUp)?;
    prove(&after, watch)
}
