//! Checking a proof. Nothing here trusts the solver or shares its code: the rules of the game, arithmetic, and time in
//! proportion to the size of the graph are all it takes.

use std::fmt::{self, Display};

use super::proof::Proof;
use crate::game::{Game, Pool};
use crate::moves::Move;
use crate::position::{Position, ReplayError};

/// What a proof has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    pub(crate) game: String,
    pub(crate) moves: usize,
    pub(crate) winner: u8,
    pub(crate) pick: Option<Move>,
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
    ensure(proof.format == 1, || format!("this proof has format version {}, and this program reads 1", proof.format))?;
    let game: Game = proof.game.parse().map_err(|error| Broken(format!("the game: {error}")))?;
    ensure(crate::code::plain_code(&game) == proof.game, || "the game is not given by its plain code".into())?;
    let position = game.replay(proof.moves.iter().copied()).map_err(|error| match error {
        ReplayError::Game(error) => Broken(format!("the game: {error}")),
        ReplayError::Move(wrong) => Broken(wrong.to_string()),
    })?;
    check_position(proof, &position)?;
    Ok(Proved { game: proof.game.clone(), moves: proof.moves.len(), winner: proof.winner, pick: proof.pick })
}

fn check_position(proof: &Proof, position: &Position) -> Check {
    if let Some(outcome) = position.outcome() {
        ensure(proof.pick.is_none() && proof.then.is_none(), || "the game is over: no move follows".into())?;
        return ensure(outcome.winner.number() == proof.winner, || {
            "the game is over, and the other side has won".into()
        });
    }
    let mover_wins = proof.winner == position.turn().number();
    ensure(mover_wins || proof.winner == position.turn().other().number(), || "the winner is 1 or 2".into())?;
    match (mover_wins, proof.pick) {
        (true, None) => return broken("a won position needs the move that wins it"),
        (true, Some(pick)) => ensure(position.is_legal(pick), || format!("the pick {pick} is not legal"))?,
        (false, Some(pick)) => return broken(format!("the pick {pick} cannot win a lost position")),
        _ => {}
    }
    match position.game().pool() {
        None => check_nim(proof, position, mover_wins),
        Some(_) if position.game().is_misere() => broken("no pairing proves anything about a misère game"),
        Some(pool) if position.game().has_last_resort() && position.is_free(1) => {
            check_last_resort(proof, position, &pool, mover_wins)
        }
        Some(pool) => {
            ensure(proof.then.is_none(), || "nothing is forced here, so nothing follows".into())?;
            check_pairing(proof, position, &pool, mover_wins, |number| position.is_free(number), None)
        }
    }
}

/// Checks a certificate for the numbers in play, and what follows from it for the position. The `excused` first pick has
/// been shown to lose by an argument of its own.
fn check_pairing(
    proof: &Proof,
    position: &Position,
    pool: &Pool,
    mover_wins: bool,
    in_play: impl Fn(u64) -> bool,
    excused: Option<Move>,
) -> Check {
    let (Some(matching), Some(barrier)) = (&proof.matching, &proof.barrier) else {
        return broken("the matching or the barrier is missing");
    };
    let missed = if mover_wins { proof.pick.map(Move::number) } else { position.last() };
    let mut board = InPlay::new(pool, |number| in_play(number) || (!mover_wins && position.last() == Some(number)));
    board.apply(matching)?;
    if let Some(missed) = missed {
        ensure(!board.is_matched(missed), || format!("the matching does not miss {missed}"))?;
    }
    board.take_away(barrier)?;
    let odd = board.join_components();
    let (pairs, numbers) = (matching.len() as i128, i128::from(board.in_play));
    let bound = numbers + barrier.len() as i128 - i128::from(odd);
    ensure(2 * pairs == bound, || {
        format!(
            "the matching is not shown to be maximum: twice {pairs} pairs is not {numbers} + {} - {odd}",
            barrier.len()
        )
    })?;
    if !mover_wins && missed.is_none() {
        for first in position.legal_moves() {
            let covered = board.is_covered(first.number()) || excused == Some(first);
            ensure(covered, || format!("the first pick {first} is neither in the barrier nor in an even component"))?;
        }
    }
    Ok(())
}

fn check_last_resort(proof: &Proof, position: &Position, pool: &Pool, mover_wins: bool) -> Check {
    let one = Move::Pick(1);
    if position.legal_moves() == [one] {
        ensure(proof.pick.is_none_or(|pick| pick == one), || "only 1 can be picked here".into())?;
        return check_then(proof, position, &[one]);
    }
    let Some(punishers) = &proof.punishers else { return broken("the numbers that punish taking 1 are missing") };
    let start = position.moves().is_empty();
    for &punisher in punishers {
        let free = punisher > 1 && position.is_free(punisher);
        ensure(free, || format!("{punisher} is not free to punish anything"))?;
        // Only numbers in play count: what is free, and the last pick unless the move that is proved replaces it.
        let last = position.last().filter(|_| !mover_wins);
        let relative = |&other: &u64| {
            other > 1 && other != punisher && (other.is_multiple_of(punisher) || punisher.is_multiple_of(other))
        };
        let found = position.free().into_iter().chain(last).find(relative);
        ensure(found.is_none(), || format!("{punisher} cannot punish: {} is in play", found.unwrap_or_default()))?;
    }
    let remains_after = |pick: u64| punishers.iter().any(|&punisher| punisher != pick);
    if let Some(pick) = proof.pick.filter(|pick| !remains_after(pick.number())) {
        ensure(start && punishers.len() == 1, || "no punisher is left after the pick".into())?;
        return check_then(proof, position, &[pick, one]);
    }
    ensure(!punishers.is_empty(), || "nothing punishes taking 1".into())?;
    // A first pick that takes the only punisher away is answered by an argument of its own.
    let unpunished = position.legal_moves().into_iter().find(|pick| !remains_after(pick.number()));
    let excused = unpunished.filter(|_| start && !mover_wins);
    match excused {
        Some(unpunished) => check_then(proof, position, &[unpunished, one])?,
        None => ensure(proof.then.is_none(), || "nothing is forced here, so nothing follows".into())?,
    }
    check_pairing(proof, position, pool, mover_wins, |number| number > 1 && position.is_free(number), excused)
}

/// Checks what follows after moves that are forced, but for the first of them.
fn check_then(proof: &Proof, position: &Position, forced: &[Move]) -> Check {
    let Some(then) = &proof.then else { return broken("the proof of what follows is missing") };
    let mut after = position.clone();
    for (at, &played) in forced.iter().enumerate() {
        if at > 0 {
            ensure(after.legal_moves() == [played], || format!("{played} is not forced"))?;
        }
        after.play(played).map_err(|illegal| Broken(illegal.to_string()))?;
    }
    ensure(then.game == proof.game && then.moves == after.moves(), || "what follows is about another position".into())?;
    ensure(then.winner == proof.winner, || "what follows is won by the other side".into())?;
    check_position(then, &after)
}

/// The numbers in play, for one certificate.
struct InPlay {
    pool: Pool,
    places: Vec<Place>,
    in_play: u64,
}

/// What the certificate says of a number of the pool.
#[derive(Clone, Copy)]
struct Place {
    in_play: bool,
    matched: bool,
    barrier: bool,
    /// Towards the representative of its component.
    towards: u32,
    /// How many members the component has, at its representative.
    members: u32,
}

impl InPlay {
    fn new(pool: &Pool, in_play: impl Fn(u64) -> bool) -> InPlay {
        let place =
            |(at, number)| Place { in_play: in_play(number), matched: false, barrier: false, towards: at, members: 1 };
        let places: Vec<Place> = (0..).zip(pool.numbers()).map(place).collect();
        InPlay { pool: *pool, in_play: places.iter().filter(|place| place.in_play).count() as u64, places }
    }

    fn place(&mut self, number: u64) -> Check<&mut Place> {
        let at = ((number.wrapping_sub(self.pool.first())) / self.pool.step()) as usize;
        let known = self.pool.contains(number);
        match self.places.get_mut(at).filter(|place| known && place.in_play) {
            Some(place) => Ok(place),
            None => broken(format!("{number} is not in play")),
        }
    }

    fn apply(&mut self, matching: &[[u64; 2]]) -> Check {
        for &[a, b] in matching {
            ensure(a != b && a > 0 && b > 0 && (a.is_multiple_of(b) || b.is_multiple_of(a)), || {
                format!("{a} and {b} are no pair: neither divides the other")
            })?;
            for number in [a, b] {
                let place = self.place(number)?;
                ensure(!place.matched, || format!("{number} is in two pairs"))?;
                place.matched = true;
            }
        }
        Ok(())
    }

    fn is_matched(&mut self, number: u64) -> bool {
        self.place(number).is_ok_and(|place| place.matched)
    }

    fn take_away(&mut self, barrier: &[u64]) -> Check {
        for &number in barrier {
            let place = self.place(number)?;
            ensure(!place.barrier, || format!("{number} is in the barrier twice"))?;
            place.barrier = true;
        }
        Ok(())
    }

    /// Joins what is left into components along every edge, and counts those with an odd number of members.
    fn join_components(&mut self) -> u64 {
        let (first, last, step) = (self.pool.first(), self.pool.last(), self.pool.step());
        for at in 0..self.places.len() {
            if !self.is_left(at) {
                continue;
            }
            let number = first + at as u64 * step;
            if last / number <= self.places.len() as u64 {
                for multiple in (2..=last / number).map(|factor| factor * number) {
                    if self.pool.contains(multiple) {
                        self.join(at, ((multiple - first) / step) as usize);
                    }
                }
            } else {
                // Wide gaps: the pool itself is the shorter list to go through.
                for other in at + 1..self.places.len() {
                    if (first + other as u64 * step).is_multiple_of(number) {
                        self.join(at, other);
                    }
                }
            }
        }
        let odd = |&at: &usize| {
            self.is_left(at) && self.places[at].towards as usize == at && self.places[at].members % 2 == 1
        };
        (0..self.places.len()).filter(odd).count() as u64
    }

    fn is_left(&self, at: usize) -> bool {
        self.places[at].in_play && !self.places[at].barrier
    }

    fn join(&mut self, a: usize, b: usize) {
        if !self.is_left(b) {
            return;
        }
        let (a, b) = (self.representative(a), self.representative(b));
        if a != b {
            let (small, large) = if self.places[a].members < self.places[b].members { (a, b) } else { (b, a) };
            self.places[small].towards = large as u32;
            self.places[large].members += self.places[small].members;
        }
    }

    fn representative(&mut self, mut at: usize) -> usize {
        while self.places[at].towards as usize != at {
            let next = self.places[at].towards as usize;
            self.places[at].towards = self.places[next].towards;
            at = next;
        }
        at
    }

    /// Whether every maximum matching covers the number: it is in the barrier, or in an even component.
    fn is_covered(&mut self, number: u64) -> bool {
        let at = ((number - self.pool.first()) / self.pool.step()) as usize;
        self.places[at].barrier || {
            let representative = self.representative(at);
            self.places[representative].members.is_multiple_of(2)
        }
    }
}

fn check_nim(proof: &Proof, position: &Position, mover_wins: bool) -> Check {
    ensure(proof.then.is_none(), || "nothing is forced here, so nothing follows".into())?;
    let Some(factors) = &proof.factors else { return broken("the prime factors are missing") };
    let mut numbers: Vec<u64> = factors.iter().map(|&(number, _)| number).collect();
    numbers.sort_unstable();
    ensure(position.on_table() == Some(&numbers[..]), || {
        "the factors are not those of the numbers on the table".into()
    })?;
    let mut heaps = Vec::new();
    for (number, primes) in factors {
        let product = primes.iter().try_fold(1u64, |product, &prime| product.checked_mul(prime));
        ensure(product == Some(*number), || format!("the factors of {number} do not multiply to it"))?;
        if let Some(composite) = primes.iter().find(|&&prime| !is_surely_prime(prime)) {
            return broken(format!("{composite} is not prime"));
        }
        heaps.push(primes.len() as u32 - 1);
    }
    let misere = position.game().is_misere();
    ensure(nim_mover_wins(&heaps, misere) == mover_wins, || "the Nim values say that the other side wins".into())?;
    if let Some(Move::Divide { number, by }) = proof.pick {
        let Some(at) = factors.iter().position(|&(on_table, _)| on_table == number) else {
            return broken(format!("{number} is not on the table"));
        };
        let mut rest = number / by;
        let left = factors[at].1.iter().filter(|&&prime| {
            let divides = rest.is_multiple_of(prime);
            rest = if divides { rest / prime } else { rest };
            divides
        });
        heaps[at] = left.count() as u32 - 1;
        ensure(!nim_mover_wins(&heaps, misere), || format!("{number}/{by} does not win"))?;
    }
    Ok(())
}

/// Bouton's rule, and for the misère game its exception when no heap has more than one.
fn nim_mover_wins(heaps: &[u32], misere: bool) -> bool {
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
