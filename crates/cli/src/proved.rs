//! A proof in words, for whoever has the turn.

use duel::solve::Proof;

use crate::words::{self, together};

/// What a proof says, for the player to move.
pub(crate) fn in_words(proof: &Proof) -> String {
    if proof.strategy.is_some() {
        return words::both().no_pairing();
    }
    if let Some(factors) = &proof.factors {
        let heap = |(number, primes): &(u64, Vec<u64>)| words::both().heap(*number, primes.len().saturating_sub(1));
        let heaps: Vec<String> = factors.iter().map(heap).collect();
        return words::both().nim(&heaps.join(", "));
    }
    let answered = match (&proof.matching, proof.pick, &proof.then) {
        (None, Some(pick), _) if pick.number() > 1 => words::both().leaves_only_one(pick),
        (None, ..) => words::both().only_one_is_left(),
        (Some(_), Some(pick), _) => match proof.moves.last() {
            Some(last) => words::both().closes_a_pair(pick, last.number()),
            None => words::both().no_pair_has(pick),
        },
        (Some(_), None, None) => words::both().all_are_answered(),
        (Some(_), None, Some(_)) => words::both().all_are_answered_or_leave_one(),
    };
    match proof.punishers.as_deref() {
        Some([punisher, ..]) => together([answered, words::both().one_is_answered_by(*punisher)]),
        _ => answered,
    }
}
