//! The longest chain: what one person asks alone after the game.
//!
//! Of the numbers 1 to N, each next to a divisor or a multiple of it and none twice: how long can a chain be? [`Solo`] is the game,
//! [`find`] looks for long chains, [`is_longest`] goes through all there are, [`cut`] looks for
//! a bound that a person can check, and [`known`] is what is in print and what was worked out here.
//!
//! ```
//! use duel::longest::{Size, Verdict, answer};
//! use duel::solve::Watch;
//!
//! let answer = answer(Size::new(30)?, &mut Watch::nodes(10_000_000))?;
//! assert_eq!((answer.chain.len(), answer.verdict), (26, Verdict::Cut));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The word *chain* alone is a rule book and the numbers that two people have picked; this question is always the *longest chain*.

mod cut;
mod finder;
pub mod known;
mod solo;
mod sweep;

pub use cut::{Cut, Piece, cut};
pub use finder::{continuation, find};
pub use solo::{NotAChain, Solo, Stuck};
pub use sweep::{is_longest, longer};

use crate::solve::{OutOfBudget, Watch};
use known::Known;

/// How many numbers there are: 1 to this. At most [`Size::MOST`], so that whatever is done with them has an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u32);

/// There is no board with so many numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSize;

impl Size {
    /// More numbers are not looked at.
    pub const MOST: u32 = 10_000;
    /// What is played unless somebody says otherwise.
    pub const USUAL: Size = Size(100);

    /// The numbers 1 to `last`.
    ///
    /// # Errors
    /// With 0, and above [`Size::MOST`].
    pub fn new(last: u64) -> Result<Size, NoSize> {
        u32::try_from(last).ok().filter(|last| (1..=Size::MOST).contains(last)).map(Size).ok_or(NoSize)
    }

    /// The largest number.
    pub fn last(self) -> u64 {
        self.0.into()
    }

    fn count(self) -> usize {
        self.0 as usize
    }
}

/// A long chain and what is known about longer ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The longest chain that was found, from one end to the other.
    pub chain: Vec<u64>,
    /// Whether there is a longer one.
    pub verdict: Verdict,
    /// A bound that can be checked by hand.
    pub cut: Cut,
}

/// Whether a chain is the longest, and how that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It is: all that could be longer were gone through, here and now.
    Searched,
    /// It is: the cut says so.
    Cut,
    /// It is: it is as long as the longest that is known.
    Known(Known),
    /// It is not: a longer one is known to exist, and was not found.
    NotLongest {
        /// No chain has more numbers than this.
        at_most: usize,
    },
    /// Nobody knows.
    Open {
        /// No chain has more numbers than this.
        at_most: usize,
    },
}

impl Answer {
    /// No chain has more numbers than this.
    pub fn at_most(&self) -> usize {
        match self.verdict {
            Verdict::Searched | Verdict::Cut | Verdict::Known(_) => self.chain.len(),
            Verdict::NotLongest { at_most } | Verdict::Open { at_most } => at_most,
        }
    }
}

/// A chain as long as can be found, and whether a longer one exists.
///
/// # Errors
/// Only when somebody says stop: where the budget ends the question is [open](Verdict::Open).
pub fn answer(size: Size, watch: &mut Watch<'_>) -> Result<Answer, OutOfBudget> {
    let known = known::known(size);
    let mut chain = find(size, known.map(|known| known.length), watch)?;
    let cut = cut(size, chain.len(), &mut watch.share())?;
    let mut at_most = cut.at_most();
    // From above, because the longer a chain has to be, the sooner it is seen that there is none.
    let mut is_searched = true;
    while at_most > chain.len() {
        match longer(size, at_most - 1, watch) {
            Ok(Some(longest)) => chain = longest,
            Ok(None) => at_most -= 1,
            Err(OutOfBudget::Stopped) => return Err(OutOfBudget::Stopped),
            Err(_) => {
                is_searched = false;
                break;
            }
        }
    }
    let verdict = match known {
        _ if cut.at_most() == chain.len() => Verdict::Cut,
        _ if is_searched => Verdict::Searched,
        Some(known) if known.length == chain.len() => Verdict::Known(known),
        Some(Known { length, .. }) => Verdict::NotLongest { at_most: length },
        None => Verdict::Open { at_most },
    };
    Ok(Answer { chain, verdict, cut })
}

/// Every number's divisors and multiples among 1 to N; the place of a number is the number, and 0 has none.
fn neighbours(size: Size) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); size.count() + 1];
    for number in 1..=size.0 {
        for multiple in (2 * number..=size.0).step_by(number as usize) {
            neighbours[number as usize].push(multiple);
            neighbours[multiple as usize].push(number);
        }
    }
    neighbours
}

/// Whether two numbers may stand next to each other.
fn goes_with(a: u32, b: u32) -> bool {
    a.is_multiple_of(b) || b.is_multiple_of(a)
}

#[cfg(test)]
mod tests;
