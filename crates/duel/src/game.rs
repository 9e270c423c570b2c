//! What is played, exactly, as data.
//!
//! A [`Game`] says everything the rules say and nothing else: which numbers there are, which first picks are allowed,
//! whether 1 is a last resort, how the game ends, what an illegal number costs. Its text form, the *game code*, is in
//! [`code`](crate::code).

use crate::factor::is_prime;
use crate::position::Position;

/// The most numbers a pool may have to be played on a board.
pub const PLAYABLE_NUMBERS: u64 = 1_000_000;
/// The most numbers a pool may have at all.
pub const POOL_NUMBERS: u64 = 1_000_000_000;
/// The smallest number that may lie on the table of a division game.
pub const SMALLEST_ON_TABLE: u64 = 3;
/// The most numbers that may lie on the table of a division game.
pub const TABLE_NUMBERS: usize = 32;

/// A game, exactly. Two games are equal when they have the same numbers, the same rule for the first pick, the same last
/// resort, the same ending, and ask the same price for an illegal number.
///
/// ```
/// use duel::Game;
///
/// let named: Game = "classic".parse()?;
/// let spelled_out: Game = "take:2..50".parse()?;
/// assert_eq!(named, spelled_out);
/// assert_eq!(spelled_out.to_string(), "classic");
/// # Ok::<(), duel::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    pub(crate) kind: Kind,
    pub(crate) misere: bool,
    pub(crate) invalid: Invalid,
}

/// The two kinds of divisor game. The rules, the game code and the solver look at it, and nobody outside does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Take(Take),
    /// The numbers on the table, ascending.
    Divide(Vec<u64>),
}

/// The rules of a pool game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Take {
    pub(crate) pool: Pool,
    pub(crate) first: FirstPick,
    /// 1 may be picked only when nothing else is legal.
    pub(crate) resort: bool,
}

/// The numbers a pool game starts with: `lo`, `lo + step`, … up to and including `hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    pub(crate) lo: u64,
    pub(crate) hi: u64,
    pub(crate) step: u64,
}

/// Which numbers may be the first pick: those from `lo` to `hi` that have the parity and are composite, where asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FirstPick {
    pub(crate) lo: u64,
    pub(crate) hi: u64,
    pub(crate) parity: Option<Parity>,
    pub(crate) composite: bool,
}

/// What a first pick must be: all of this at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FirstPickRule {
    pub(crate) parity: Option<Parity>,
    pub(crate) composite: bool,
    pub(crate) from: Option<u64>,
    pub(crate) to: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Parity {
    Even,
    Odd,
}

/// What a well-formed but illegal number costs the player who names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Invalid {
    /// Nothing: the player is told why and asked again.
    #[default]
    Retry,
    /// The game, at once.
    Loses,
}

/// A game that cannot be what was asked for, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameError {
    /// The pool is too large to be played on a board.
    TooManyToPlay(u64),
    /// Fair start needs a pool of numbers.
    FairDivision,
    /// Only pools have an upper end.
    NoUpperEnd,
    /// The pool would be empty, or too large.
    NoNumbers(u64),
    /// No first pick would be left.
    NoFirstPick(FirstPickRule),
}

impl Pool {
    /// The smallest number.
    pub fn first(&self) -> u64 {
        self.lo
    }

    /// The largest number.
    pub fn last(&self) -> u64 {
        self.hi
    }

    /// The distance from one number to the next.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        (self.hi - self.lo) / self.step + 1
    }

    /// Whether `number` is one of them.
    #[inline]
    pub fn contains(&self, number: u64) -> bool {
        (self.lo..=self.hi).contains(&number) && (number - self.lo).is_multiple_of(self.step)
    }

    /// All numbers, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let Pool { lo, step, .. } = *self;
        (0..self.count()).map(move |index| lo + index * step)
    }

    /// Where `number`, which is one of them, stands in that order.
    #[inline]
    pub(crate) fn index(&self, number: u64) -> usize {
        ((number - self.lo) / self.step) as usize
    }

    pub(crate) fn number(&self, index: usize) -> u64 {
        self.lo + index as u64 * self.step
    }
}

impl FirstPick {
    pub(crate) fn allows(&self, number: u64) -> bool {
        (self.lo..=self.hi).contains(&number)
            && self.parity.is_none_or(|parity| parity.of(number))
            && (!self.composite || is_composite(number))
    }

    /// What it asks of a first pick from this pool.
    pub(crate) fn rule(&self, pool: &Pool) -> FirstPickRule {
        FirstPickRule {
            parity: self.parity,
            composite: self.composite,
            from: (self.lo > pool.lo).then_some(self.lo),
            to: (self.hi < pool.hi).then_some(self.hi),
        }
    }
}

impl Parity {
    pub(crate) fn of(self, number: u64) -> bool {
        number.is_multiple_of(2) == (self == Parity::Even)
    }

    /// Whether some number of the pool has the other parity. Where none has, no rule about it is kept, so that equal games
    /// are equal values.
    pub(crate) fn excludes_some_of(self, pool: &Pool) -> bool {
        !self.of(pool.lo) || (!pool.step.is_multiple_of(2) && pool.count() > 1)
    }
}

fn is_composite(number: u64) -> bool {
    number > 3 && !is_prime(number)
}

impl Take {
    /// The lower end of the first picks, where it is a rule and not just that of the pool.
    pub(crate) fn first_low(&self) -> Option<u64> {
        (self.first.lo > self.pool.lo).then_some(self.first.lo)
    }

    /// The upper end of the first picks, where it is a rule and not just that of the pool.
    pub(crate) fn first_high(&self) -> Option<u64> {
        (self.first.hi < self.pool.hi).then_some(self.first.hi)
    }

    /// The numbers that may be picked first, ascending.
    pub(crate) fn first_picks(&self) -> impl Iterator<Item = u64> + use<> {
        let Take { pool, first, resort } = self.clone();
        // 1 as a last resort is a first pick only where nothing else is.
        let one_is_last = resort && pool.numbers().any(|n| n > 1 && first.allows(n));
        pool.numbers().filter(move |&n| first.allows(n) && !(one_is_last && n == 1))
    }
}

impl Game {
    /// The starting position.
    ///
    /// # Errors
    /// A pool of more than [`PLAYABLE_NUMBERS`] numbers is refused before any memory is taken for it.
    pub fn start(&self) -> Result<Position, GameError> {
        self.check_playable()?;
        Ok(Position::start(self.clone()))
    }

    /// Whether the game fits on a board, without making one.
    ///
    /// # Errors
    /// The same as those of [`Game::start`].
    pub fn check_playable(&self) -> Result<(), GameError> {
        match self.pool() {
            Some(pool) if pool.count() > PLAYABLE_NUMBERS => Err(GameError::TooManyToPlay(pool.count())),
            _ => Ok(()),
        }
    }

    /// The pool, when numbers are picked from one.
    pub fn pool(&self) -> Option<Pool> {
        match &self.kind {
            Kind::Take(take) => Some(take.pool),
            Kind::Divide(_) => None,
        }
    }

    /// The numbers on the table at the start, ascending, when numbers are divided.
    pub fn table(&self) -> Option<&[u64]> {
        match &self.kind {
            Kind::Take(_) => None,
            Kind::Divide(numbers) => Some(numbers),
        }
    }

    /// What a first pick must be; `None` when anything goes.
    pub fn first_pick_rule(&self) -> Option<FirstPickRule> {
        match &self.kind {
            Kind::Take(take) => Some(take.first.rule(&take.pool)).filter(|rule| *rule != FirstPickRule::default()),
            Kind::Divide(_) => None,
        }
    }

    /// Whether 1 may be picked only when nothing else is legal.
    pub fn has_last_resort(&self) -> bool {
        matches!(&self.kind, Kind::Take(take) if take.resort)
    }

    /// Whether the player who cannot move wins instead of losing.
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// What an illegal number costs.
    pub fn invalid(&self) -> Invalid {
        self.invalid
    }

    /// The same game in which an illegal number costs this.
    #[must_use]
    pub fn with_invalid(mut self, invalid: Invalid) -> Game {
        self.invalid = invalid;
        self
    }

    /// Whether the first pick must be composite, so that no game is over after one pick of a large prime.
    pub fn has_fair_start(&self) -> bool {
        matches!(&self.kind, Kind::Take(take) if take.first.composite)
    }

    /// The same game with a fair start: the first pick must be composite.
    ///
    /// # Errors
    /// Division games have no first pick, and some small pools have no composite number.
    pub fn with_fair_start(mut self) -> Result<Game, GameError> {
        let Kind::Take(take) = &mut self.kind else {
            return Err(GameError::FairDivision);
        };
        take.first.composite = true;
        take.check_first_pick()?;
        Ok(self)
    }
}

impl Take {
    /// The same rules on a pool that ends elsewhere; `None` when there is no such pool.
    pub(crate) fn with_upper_end(&self, upper: u64) -> Option<Take> {
        let Take { pool, first, resort } = self;
        let beyond = upper.checked_sub(pool.lo)?;
        let count = beyond / pool.step + 1;
        if count > POOL_NUMBERS {
            return None;
        }
        // A first pick is bounded above by the rules, or else by the pool.
        let bounded = first.hi < pool.hi;
        let step = if count == 1 { 1 } else { pool.step };
        let pool = Pool { lo: pool.lo, hi: pool.lo + (count - 1) * pool.step, step };
        let hi = if bounded { first.hi.min(pool.hi) } else { pool.hi };
        let parity = first.parity.filter(|parity| parity.excludes_some_of(&pool));
        Some(Take { pool, first: FirstPick { hi, parity, ..*first }, resort: *resort })
    }

    /// Refuses rules under which the first player could pick nothing at all.
    pub(crate) fn check_first_pick(&self) -> Result<(), GameError> {
        let Take { pool, first, .. } = self;
        // Where every step is even all numbers have the parity of the first, so one look decides; otherwise an allowed
        // number is never far away, since long runs of primes at equal distances do not exist.
        let hopeless = pool.step.is_multiple_of(2) && first.parity.is_some_and(|parity| !parity.of(pool.lo));
        let skipped = first.lo.saturating_sub(pool.lo).div_ceil(pool.step);
        let mut in_range =
            (skipped..pool.count()).map(|index| pool.lo + index * pool.step).take_while(|&n| n <= first.hi);
        if !hopeless && in_range.any(|n| first.allows(n)) {
            return Ok(());
        }
        Err(GameError::NoFirstPick(first.rule(pool)))
    }
}
