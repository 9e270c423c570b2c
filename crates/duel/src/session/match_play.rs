//! Match play: several rounds between the same two people.

use crate::seats::Seat;

/// More games than this nobody plays one after the other; but a record may say so.
pub(crate) const MOST_GAMES: u32 = 1_000_000;
/// The longest match.
const MOST_ROUNDS: u32 = 999;

/// How many rounds a match has. The start alternates in it, and wins are counted.
///
/// ```
/// use duel::Seat;
/// use duel::session::{Rounds, Verdict};
///
/// assert_eq!(Rounds::BestOf(3).verdict([2, 0]), Some(Verdict::Champion(Seat::One)));
/// assert_eq!(Rounds::All(3).verdict([2, 0]), None);
/// assert_eq!(Rounds::All(4).verdict([2, 2]), Some(Verdict::Tie));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounds {
    /// At most so many: it is over as soon as nobody can catch up any more.
    BestOf(u32),
    /// So many, whoever is ahead.
    All(u32),
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Whoever sits here has won more rounds.
    Champion(Seat),
    /// Both have won as many: an even number of rounds can end so.
    Tie,
}

/// A match that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchError {
    /// A match has rounds.
    NoRounds,
    /// Nobody plays that many rounds.
    TooLong(u32),
    /// The score cannot have come about.
    Score(u32, u32, Rounds),
}

impl Rounds {
    /// How many rounds there are at most.
    pub fn most(self) -> u32 {
        match self {
            Rounds::BestOf(rounds) | Rounds::All(rounds) => rounds,
        }
    }

    /// How the match has ended at this score; `None` while it goes on.
    pub fn verdict(self, score: [u32; 2]) -> Option<Verdict> {
        let [one, two] = score.map(u64::from);
        let left = u64::from(self.most()).saturating_sub(one + two);
        let is_over = match self {
            Rounds::All(_) => left == 0,
            Rounds::BestOf(_) => left == 0 || one.abs_diff(two) > left,
        };
        is_over.then(|| match one.cmp(&two) {
            std::cmp::Ordering::Greater => Verdict::Champion(Seat::One),
            std::cmp::Ordering::Less => Verdict::Champion(Seat::Two),
            std::cmp::Ordering::Equal => Verdict::Tie,
        })
    }

    /// Whether there can be such a match that is not decided at this score.
    ///
    /// # Errors
    /// A match has 1 to 999 rounds, and it is not over.
    pub fn check(self, score: [u32; 2]) -> Result<(), MatchError> {
        match self.most() {
            0 => Err(MatchError::NoRounds),
            rounds if rounds > MOST_ROUNDS => Err(MatchError::TooLong(rounds)),
            _ if self.verdict(score).is_some() => Err(MatchError::Score(score[0], score[1], self)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_matches_are_refused() {
        for rounds in [Rounds::BestOf, Rounds::All] {
            assert_eq!(rounds(0).check([0, 0]), Err(MatchError::NoRounds));
            assert_eq!(rounds(1_001).check([0, 0]), Err(MatchError::TooLong(1_001)));
            assert_eq!(rounds(3).check([u32::MAX; 2]), Err(MatchError::Score(u32::MAX, u32::MAX, rounds(3))));
            assert_eq!(rounds(3).check([1, 1]), Ok(()));
            assert_eq!(rounds(1).check([0, 0]), Ok(()));
        }
        assert_eq!(Rounds::BestOf(3).check([2, 0]), Err(MatchError::Score(2, 0, Rounds::BestOf(3))));
        assert_eq!(Rounds::All(3).check([2, 0]), Ok(()));
    }

    #[test]
    fn best_of_an_even_number_ends_when_nobody_can_catch_up_and_can_end_level() {
        let best_of_4 = |score| Rounds::BestOf(4).verdict(score);
        assert_eq!(best_of_4([2, 0]), None);
        assert_eq!(best_of_4([2, 1]), None);
        assert_eq!(best_of_4([0, 3]), Some(Verdict::Champion(Seat::Two)));
        assert_eq!(best_of_4([2, 2]), Some(Verdict::Tie));
        assert_eq!(best_of_4([3, 1]), Some(Verdict::Champion(Seat::One)));
    }
}
