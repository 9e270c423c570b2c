//! The division games.
//!
//! One number, or several, lie on the table. Players take turns choosing one of them and a proper divisor of it (greater
//! than 1 and less than the number) and dividing: the number becomes the result. When only primes are left nobody can
//! divide; whoever has to has lost, or, in a misère game, has won.
//!
//! ```
//! use duel::{Game, Move, Side};
//!
//! let mut position = "divide:60".parse::<Game>()?.start()?;
//! position.play(Move::Divide { number: 60, by: 2 })?;
//! position.play(Move::Divide { number: 30, by: 5 })?;
//! position.play(Move::Divide { number: 6, by: 3 })?;
//! assert_eq!(position.on_table(), Some([2].as_slice()));
//! assert_eq!(position.outcome().expect("2 is prime").winner, Side::One);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every number that can ever lie on the table divides one that lay there at the start, so the primes are found once.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::factor::{divisor_count, divisors, exponents, prime_divisors};
use crate::game::Game;
use crate::moves::{IllegalReason, Move};

/// A division game with what can be prepared once for all its positions.
#[derive(Debug)]
pub(crate) struct Prepared {
    game: Game,
    /// What lay on the table at the start, each number once.
    origins: Vec<Origin>,
    primes: Vec<u64>,
}

/// A number that lay on the table at the start. Whatever becomes of it has no other divisors than these.
#[derive(Debug)]
struct Origin {
    number: u64,
    /// Ascending; found when they are first asked for, since a number can have a hundred thousand.
    divisors: OnceLock<Vec<u64>>,
}

/// What lies on the table.
#[derive(Clone, Debug)]
pub(crate) struct State {
    prepared: Arc<Prepared>,
    /// Ascending: it does not matter where a number lies.
    table: Vec<u64>,
}

impl Prepared {
    fn new(game: Game, table: &[u64]) -> Prepared {
        let mut primes: Vec<u64> = table.iter().copied().flat_map(prime_divisors).collect();
        primes.sort_unstable();
        primes.dedup();
        let origins = distinct(table).map(|number| Origin { number, divisors: OnceLock::new() }).collect();
        Prepared { game, origins, primes }
    }

    /// The proper divisors of a number that can lie on this table, ascending.
    fn proper_divisors(&self, number: u64) -> impl Iterator<Item = u64> + '_ {
        let origin = self.origins.iter().find(|origin| origin.number.is_multiple_of(number));
        let all = origin.map_or(&[][..], |origin| {
            origin.divisors.get_or_init(|| divisors(&exponents(origin.number, &self.primes)))
        });
        let is_origin = all.last() == Some(&number);
        let proper = all.iter().copied().skip(1).take_while(move |&by| by < number);
        proper.filter(move |&by| is_origin || number.is_multiple_of(by))
    }
}

impl State {
    /// A game with these numbers on the table, ascending.
    pub(crate) fn start(game: Game, table: Vec<u64>) -> State {
        State { prepared: Arc::new(Prepared::new(game, &table)), table }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.prepared.game
    }

    pub(crate) fn table(&self) -> &[u64] {
        &self.table
    }

    /// The division, if it is legal, or why it is not.
    pub(crate) fn check(&self, number: u128, by: u128) -> Result<Move, IllegalReason> {
        let number = u64::try_from(number).ok().filter(|number| self.table.binary_search(number).is_ok());
        let Some(number) = number else { return Err(self.not_on_table()) };
        match u64::try_from(by) {
            Ok(by) if 1 < by && by < number && number.is_multiple_of(by) => Ok(Move::Divide { number, by }),
            _ => Err(IllegalReason::NotProperDivisor { number }),
        }
    }

    /// Why what divides nothing on the table is not legal.
    pub(crate) fn not_on_table(&self) -> IllegalReason {
        IllegalReason::NotOnTable { table: self.table.clone() }
    }

    /// Divides a number on the table, if that is legal.
    pub(crate) fn divide(&mut self, number: u64, by: u64) -> Result<(), IllegalReason> {
        self.check(number.into(), by.into())?;
        self.replace(number, number / by);
        Ok(())
    }

    pub(crate) fn undo(&mut self, number: u64, by: u64) {
        self.replace(number / by, number);
    }

    fn replace(&mut self, old: u64, new: u64) {
        if let Ok(at) = self.table.binary_search(&old) {
            self.table[at] = new;
            self.table.sort_unstable();
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table.iter().all(|number| self.prepared.primes.binary_search(number).is_ok())
    }

    /// The legal divisions, ascending. Nothing is allocated for it once the divisors of what lay there first are known.
    pub(crate) fn legal(&self) -> impl Iterator<Item = Move> + '_ {
        distinct(&self.table)
            .flat_map(|number| self.prepared.proper_divisors(number).map(move |by| Move::Divide { number, by }))
    }

    pub(crate) fn legal_count(&self) -> usize {
        distinct(&self.table).map(|number| divisor_count(number, &self.prepared.primes) - 2).sum()
    }
}

/// The same can still happen.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.table == other.table
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.table.hash(state);
    }
}

/// Equal numbers on the table are one choice.
fn distinct(table: &[u64]) -> impl Iterator<Item = u64> + '_ {
    table.chunk_by(|a, b| a == b).map(|equal| equal[0])
}
