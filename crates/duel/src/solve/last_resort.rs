//! Games in which 1 may be picked only when nothing else is legal.
//!
//! Say a *punisher* is a free number above 1 without any divisor or multiple among the numbers in play, 1 left aside: the
//! free numbers and the last pick. It cannot be reached but from 1, so it stays where it is as long as 1 does. Whoever
//! takes 1 while there is one loses: the other side picks the punisher, and nothing follows it. So nobody gains by 1,
//! a player who has nothing else has lost, and the game is the plain game without 1.
//!
//! The one exception is the first pick, which may be any number, the punisher too. With two of them the argument holds
//! again. With only one of them picking it forces 1, and what follows is a plain game that can be solved like any other.

use super::pairing::Pairing;
use super::{Method, OutOfBudget, Watch, missable, search, solve};
use crate::factor::{divisors, exponents, prime_divisors};
use crate::game::Pool;
use crate::moves::Move;
use crate::position::Position;

/// The winning moves of a running game in which 1 is still free.
pub(crate) fn winning_moves(position: &Position, watch: &mut Watch<'_>) -> Result<(Vec<Move>, Method), OutOfBudget> {
    let legal = position.legal_moves();
    if let [only @ Move::Pick(1)] = legal[..] {
        return Ok((if wins(position, &[only], watch)? { legal } else { Vec::new() }, Method::LastResort));
    }
    let punishers = punishers(position, 2);
    let lone_first_pick = match punishers[..] {
        [] => return Ok((search::winning_moves(position, watch)?, Method::Search)),
        [lone] if position.moves().is_empty() => Some(Move::Pick(lone)),
        _ => None,
    };
    let Some(pool) = position.game().pool() else { return Ok((Vec::new(), Method::LastResort)) };
    let pairing = Pairing::on(pool, |number| number > 1 && position.is_free(number), watch)?;
    let mut winning = missable(position, &pairing);
    if let Some(lone) = lone_first_pick.filter(|&lone| position.is_legal(lone)) {
        winning.retain(|&pick| pick != lone);
        // Not the mover but the opponent is made to take 1 here.
        if wins(position, &[lone], watch)? {
            winning.push(lone);
            winning.sort_unstable();
        }
    }
    Ok((winning, Method::LastResort))
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
