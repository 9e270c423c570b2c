//! Match play: several rounds between the same two people.

use crate::seats::Seat;

/// More games than this nobody plays one after the other; but a record may say so.
pub(crate) const MOST_GAMES: u32 = 1_000_000;

/// A match: best of so many rounds, the start alternating, over as soon as it is decided.
///
/// ```
/// use duel::{Match, Seat};
///
/// let mut rounds = Match::new(3, Seat::One)?;
/// rounds.won_by(Seat::Two);
/// assert_eq!(rounds.starter(), Seat::Two);
/// rounds.won_by(Seat::Two);
/// assert_eq!((rounds.champion(), rounds.score()), (Some(Seat::Two), [0, 2]));
/// # Ok::<(), duel::MatchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    best_of: u32,
    first_starter: Seat,
    wins: [u32; 2],
}

/// A match that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// An even number of rounds could end level.
    #[error("a match is best of an odd number of rounds, such as 3 or 5, so that it cannot end level; {0} is even")]
    Even(u32),
    /// Nobody plays that many rounds.
    #[error("a match has at most 999 rounds, not {0}")]
    TooLong(u32),
    /// The score cannot have come about.
    #[error("a score of {0} to {1} cannot come about in a match of best of {2}")]
    Score(u32, u32, u32),
}

impl Match {
    /// A match of best of this many rounds, the first of them started by this seat.
    ///
    /// # Errors
    /// The number of rounds must be odd and at most 999.
    pub fn new(best_of: u32, first_starter: Seat) -> Result<Match, MatchError> {
        if best_of.is_multiple_of(2) {
            return Err(MatchError::Even(best_of));
        }
        if best_of > 999 {
            return Err(MatchError::TooLong(best_of));
        }
        Ok(Match { best_of, first_starter, wins: [0, 0] })
    }

    /// A match taken up again after some rounds.
    ///
    /// # Errors
    /// The score must be one that a match still going on can have.
    pub fn resume(best_of: u32, first_starter: Seat, score: [u32; 2]) -> Result<Match, MatchError> {
        let resumed = Match { wins: score, ..Match::new(best_of, first_starter)? };
        match resumed.champion() {
            Some(_) => Err(MatchError::Score(score[0], score[1], best_of)),
            None => Ok(resumed),
        }
    }

    /// Notes who won the round.
    pub fn won_by(&mut self, seat: Seat) {
        self.wins[seat.index()] += 1;
    }

    /// How many rounds the match has at most.
    pub fn best_of(&self) -> u32 {
        self.best_of
    }

    /// Who started the first round.
    pub fn first_starter(&self) -> Seat {
        self.first_starter
    }

    /// The wins of both seats.
    pub fn score(&self) -> [u32; 2] {
        self.wins
    }

    /// The round that is played now, counted from 1.
    pub fn round(&self) -> u32 {
        self.wins[0] + self.wins[1] + 1
    }

    /// Who starts the round that is played now.
    pub fn starter(&self) -> Seat {
        if self.round().is_multiple_of(2) { self.first_starter.other() } else { self.first_starter }
    }

    /// Who has won more than half of the rounds.
    pub fn champion(&self) -> Option<Seat> {
        [Seat::One, Seat::Two].into_iter().find(|seat| self.wins[seat.index()] > self.best_of / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_alternate_until_somebody_has_more_than_half() {
        let mut rounds = Match::new(5, Seat::Two).unwrap();
        for (round, starter, winner) in
            [(1, Seat::Two, Seat::One), (2, Seat::One, Seat::Two), (3, Seat::Two, Seat::One), (4, Seat::One, Seat::One)]
        {
            assert_eq!((rounds.round(), rounds.starter(), rounds.champion()), (round, starter, None));
            rounds.won_by(winner);
        }
        assert_eq!(rounds.champion(), Some(Seat::One));
    }

    #[test]
    fn impossible_matches_are_refused() {
        assert_eq!(Match::new(4, Seat::One), Err(MatchError::Even(4)));
        assert_eq!(Match::new(0, Seat::One), Err(MatchError::Even(0)));
        assert_eq!(Match::resume(3, Seat::One, [2, 0]), Err(MatchError::Score(2, 0, 3)));
        assert_eq!(Match::resume(3, Seat::One, [1, 1]).unwrap().round(), 3);
    }
}
