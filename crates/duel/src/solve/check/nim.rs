//! Division games: Nim, with the prime factors as the heaps.

use super::{Argument, Check, Claim, broken, ensure};
use crate::moves::Move;
use crate::solve::proof::Proof;

/// Checks a proof about a division game that begins with these numbers, and says whether the game is over there.
pub(super) fn check(proof: &Proof, start: &[u64], misere: bool) -> Check<bool> {
    let table = replay(start, &proof.moves)?;
    let pick = match Claim::of(proof, table.iter().all(|&number| is_surely_prime(number)), misere)? {
        Claim::Over => return Ok(true),
        Claim::Won(pick) => match divided(&table, pick) {
            Some((at, left)) => Some((pick, at, left)),
            None => return broken(format!("the pick {pick} is not legal")),
        },
        Claim::Lost => None,
    };
    let Argument::Factors(factors) = Argument::of(proof)? else {
        return broken("the prime factors prove this, and nothing else");
    };
    ensure(factors.iter().map(|(number, _)| number).eq(&table), || {
        "the factors are not those of the numbers on the table, ascending".into()
    })?;
    for (number, primes) in factors {
        let product = primes.iter().try_fold(1u64, |product, &prime| product.checked_mul(prime));
        ensure(product == Some(*number), || format!("the factors of {number} do not multiply to it"))?;
        if let Some(composite) = primes.iter().find(|&&prime| !is_surely_prime(prime)) {
            return broken(format!("{composite} is not prime"));
        }
    }
    let mut heaps: Vec<usize> = factors.iter().map(|(_, primes)| primes.len() - 1).collect();
    ensure(nim_mover_wins(&heaps, misere) == pick.is_some(), || "the Nim values say that the other side wins".into())?;
    if let Some((pick, at, mut left)) = pick {
        let divides = |&&prime: &&u64| {
            let divides = left.is_multiple_of(prime);
            left = if divides { left / prime } else { left };
            divides
        };
        heaps[at] = factors[at].1.iter().filter(divides).count() - 1;
        ensure(!nim_mover_wins(&heaps, misere), || format!("{pick} does not win"))?;
    }
    Ok(false)
}

/// What lies on the table after these moves, ascending.
fn replay(start: &[u64], moves: &[Move]) -> Check<Vec<u64>> {
    let mut table = start.to_vec();
    for (at, &played) in moves.iter().enumerate() {
        let Some((place, left)) = divided(&table, played) else {
            return broken(format!("move {}, {played}, is not legal", at + 1));
        };
        table[place] = left;
        table.sort_unstable();
    }
    Ok(table)
}

/// Where the number lies that a legal move divides, and what it leaves.
fn divided(table: &[u64], played: Move) -> Option<(usize, u64)> {
    let Move::Divide { number, by } = played else { return None };
    let at = table.iter().position(|&on_table| on_table == number)?;
    (1 < by && by < number && number.is_multiple_of(by)).then(|| (at, number / by))
}

/// Bouton's rule, and for the misère game its exception when no heap has more than one.
fn nim_mover_wins(heaps: &[usize], misere: bool) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    if misere && heaps.iter().all(|&heap| heap < 2) { sum == 0 } else { sum != 0 }
}

/// Miller–Rabin to the first twelve prime bases, which is certain for 64-bit numbers (Sorenson and Webster, 2015).
fn is_surely_prime(n: u64) -> bool {
    let bases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || bases.iter().any(|&base| n != base && n.is_multiple_of(base)) {
        return false;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    bases.iter().filter(|&&base| base < n).all(|&base| {
        let mut power = 1;
        for bit in (0..64).rev().map(|bit| (n - 1) >> twos >> bit & 1) {
            power = times(power, power);
            power = if bit == 1 { times(power, base) } else { power };
        }
        let mut passes = power == 1 || power == n - 1;
        for _ in 1..twos {
            power = times(power, power);
            passes |= power == n - 1;
        }
        passes
    })
}
