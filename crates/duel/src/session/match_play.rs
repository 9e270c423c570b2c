//! Match play: several rounds between the same two people.

/// More games than this nobody plays one after the other; but a record may say so.
pub(crate) const MOST_GAMES: u32 = 1_000_000;
/// The longest match.
const MOST_ROUNDS: u32 = 999;

/// A match that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchError {
    /// An even number of rounds could end level.
    Even(u32),
    /// Nobody plays that many rounds.
    TooLong(u32),
    /// The score cannot have come about.
    Score(u32, u32, u32),
}

/// Whether there can be a match of best of so many rounds that is not decided at this score. The start alternates in it, and it
/// is over as soon as somebody has won more than half of the rounds.
///
/// ```
/// assert!(duel::session::check_match(3, [1, 1]).is_ok());
/// assert!(duel::session::check_match(3, [2, 0]).is_err());
/// ```
///
/// # Errors
/// The number of rounds must be odd and at most 999, and nobody may have won yet.
pub fn check_match(best_of: u32, score: [u32; 2]) -> Result<(), MatchError> {
    if best_of.is_multiple_of(2) {
        return Err(MatchError::Even(best_of));
    }
    if best_of > MOST_ROUNDS {
        return Err(MatchError::TooLong(best_of));
    }
    if score.iter().any(|&wins| wins > best_of / 2) {
        return Err(MatchError::Score(score[0], score[1], best_of));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_matches_are_refused() {
        assert_eq!(check_match(4, [0, 0]), Err(MatchError::Even(4)));
        assert_eq!(check_match(0, [0, 0]), Err(MatchError::Even(0)));
        assert_eq!(check_match(1_001, [0, 0]), Err(MatchError::TooLong(1_001)));
        assert_eq!(check_match(3, [u32::MAX, u32::MAX]), Err(MatchError::Score(u32::MAX, u32::MAX, 3)));
        assert_eq!(check_match(3, [1, 1]), Ok(()));
        assert_eq!(check_match(1, [0, 0]), Ok(()));
    }
}
