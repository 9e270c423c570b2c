//! Games in which 1 may be picked only when nothing else is legal.
//!
//! Say a *punisher* is a free number above 1 without any divisor or multiple among the numbers in play, 1 left aside: the
//! free numbers and the last pick. It cannot be reached but from 1, so it stays where it is as long as 1 does. Whoever
//! takes 1 while there is one loses: the other side picks the punisher, and nothing follows it. So nobody gains by 1,
//! a player who has nothing else has lost, and the game is the plain game without 1.
//!
//! The one exception is the first pick, which may be any number, the punisher too. With two of them the argument holds
//! again. With only one of them picking it forces 1, and what follows is a plain game.
//!
//! There always is one, unless 1 is all that is legal. The pool is 1, 1 + s, 1 + 2s, … up to N, and when one of its numbers
//! divides another, the quotient leaves 1 when divided by s, so it is one of them too. A number above N / (s + 1) therefore
//! has no multiple, and at the start it is a punisher unless it is a product of two numbers of the pool above 1. Below
//! (s + 1)² none is, and the two largest will do. From there on more than N / (s + 1) − 1 numbers are so large, while of
//! products there are less than N / (s · as) for each smaller factor 1 + as, together less than N / s² · (1 + ln(√N / s)). A
//! pool has at most 10^9 numbers, so N is at most 10^9 · s; at s = 16 that is 0.0390 N against 0.0588 N − 1, with N at least
//! 289, and the larger s, the clearer. For smaller steps a test names primes that will do.
//!
//! So there are two at the start, but for pools of two numbers and 1 to 4, 1 to 6 and 1 to 10. Those have one, and their other
//! numbers above 1 can all be paired: so that one loses as the first pick. A punisher of the start stays one until it is
//! picked first, and then only 1 is legal.

use super::pairing::Pairing;
use super::{OutOfBudget, Watch, missable, solve};
use crate::factor::{divisors, exponents, prime_divisors};
use crate::game::Pool;
use crate::moves::Move;
use crate::position::Position;

/// The winning moves of a running game in which 1 is still free.
pub(crate) fn winning_moves(position: &Position, watch: &mut Watch<'_>) -> Result<Vec<Move>, OutOfBudget> {
    let legal = position.legal_moves();
    if let [only @ Move::Pick(1)] = legal[..] {
        return Ok(if wins(position, &[only], watch)? { legal } else { Vec::new() });
    }
    let Some(pool) = position.game().pool() else { return Ok(Vec::new()) };
    let pairing = Pairing::on(pool, |number| number > 1 && position.is_free(number), watch)?;
    let mut winning = missable(position, &pairing);
    if let ([lone], []) = (&punishers(position, 2)[..], position.moves()) {
        winning.retain(|pick| pick.number() != *lone);
    }
    Ok(winning)
}

/// Whether the player to move wins by these moves, after which the game goes on.
fn wins(position: &Position, moves: &[Move], watch: &mut Watch<'_>) -> Result<bool, OutOfBudget> {
    let mut after = position.clone();
    if after.play_all(moves.iter().copied()).is_err() {
        return Ok(false);
    }
    Ok(solve(&after, watch)?.winner == position.turn())
}

/// Up to `enough` punishers, the largest ones.
pub(crate) fn punishers(position: &Position, enough: usize) -> Vec<u64> {
    let Some(pool) = position.game().pool() else { return Vec::new() };
    let in_play = |number| number > 1 && (position.is_free(number) || position.last() == Some(number));
    let mut free = position.free();
    free.retain(|&number| number > 1);
    free.into_iter().rev().filter(|&number| is_alone(&pool, number, in_play)).take(enough).collect()
}

/// Whether no other number of the pool that is in play divides this one or is a multiple of it.
pub(crate) fn is_alone(pool: &Pool, number: u64, in_play: impl Fn(u64) -> bool) -> bool {
    let relative = |other: u64| other != number && pool.contains(other) && in_play(other);
    // In a pool with wide gaps the pool itself is the shorter list to go through.
    let has_multiple = if pool.hi / number <= pool.count() {
        (2..=pool.hi / number).any(|factor| relative(factor * number))
    } else {
        pool.numbers().any(|other| other.is_multiple_of(number) && relative(other))
    };
    !has_multiple && !divisors(&exponents(number, &prime_divisors(number))).into_iter().any(relative)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::factor::is_prime;
    use crate::game::{Game, POOL_NUMBERS};

    #[test]
    fn pools_with_small_steps_have_two_punishers_whatever_their_size() {
        for step in 1..16 {
            // Two numbers to begin with that are no products, and then primes. While each is at most `step + 1` times as large as
            // the one before the last, no pool up to it is without two that have no multiple.
            let (mut before, mut last) = if step == 1 { (7, 11) } else { (1 + step, 1 + 2 * step) };
            while last < POOL_NUMBERS * step {
                let reach = (last + 1..=before * (step + 1)).rev();
                let next = reach.filter(|number| number % step == 1 % step).find(|&number| is_prime(number));
                (before, last) = (last, next.expect("a prime in reach"));
            }
        }
    }

    #[test]
    fn every_start_has_two_punishers_or_a_lone_one_that_loses() {
        for step in 1..=60 {
            for count in 2..=120 {
                let code = format!("take:1..{}/{step},resort=1", 1 + (count - 1) * step);
                let start = code.parse::<Game>().unwrap().start().unwrap();
                match punishers(&start, 2)[..] {
                    [_, _] => {}
                    [lone] => {
                        assert!(count == 2 || (step == 1 && [4, 6, 10].contains(&count)), "{code}");
                        let after = [lone, 1].map(Move::Pick);
                        assert!(!wins(&start, &after, &mut Watch::forever()).unwrap(), "{code}");
                    }
                    _ => panic!("{code} has no punisher"),
                }
            }
        }
    }
}
