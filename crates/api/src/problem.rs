//! Why there is no answer.

use std::fmt::Display;

use duel::sentence;

/// Why there is no answer, in a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Problem(pub(crate) String);

/// What is said has so many letters at most: it can quote a word that is as long as a file.
const LETTERS: usize = 500;

/// Every reason that somebody reads becomes a sentence here.
pub(crate) fn say(reason: impl Display) -> String {
    let words = sentence(reason);
    match words.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

impl Problem {
    pub(crate) fn new(reason: impl Display) -> Problem {
        Problem(say(reason))
    }
}

/// What can be wrong that is no matter of the rules.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("this is no question or answer of version {}, the only one that is understood here", crate::text::VERSION)]
    Version,
    #[error("the question names no game")]
    NoGame,
    #[error("the rule file is of another game")]
    OtherGame,
    #[error("this position is too hard to solve here")]
    TooHard,
    #[error("this game has {moves} moves, and games of up to {most} can be followed here")]
    TooLong { moves: usize, most: usize },
    #[error("this record has {bytes} bytes, and up to {most} can be gone on with here")]
    TooLarge { bytes: usize, most: usize },
    #[error("this end contradicts the moves: {0}")]
    Contradiction(duel::Contradiction),
    #[error("whoever lost by an illegal number has named one")]
    NoNumber,
    #[error("the largest number is one whole number in digits, such as 50")]
    OneNumber,
    #[error("numbers to divide are whole numbers with commas between them, such as 60 or 60, 84, 90")]
    ToDivide,
    #[error("a division game has no divisor graph to draw")]
    NoGraph,
    #[error("a picture shows at most {most} numbers, and this pool has {count}")]
    TooManyToDraw { count: u64, most: u64 },
    #[error("this is no proof: {0}")]
    NoProof(serde_json::Error),
    #[error("this proves nothing: {0}")]
    ProvesNothing(duel::Broken),
    #[error("what was kept of your streak cannot be read, so it begins anew: {0}")]
    Streak(duel::BadProgress),
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        Problem::new(trouble)
    }
}
