//! What can be wrong with a question that is no matter of the rules.

use duel::speech::English;

use crate::problem::Problem;

/// What can be wrong that is no matter of the rules.
#[derive(Debug)]
pub(crate) enum Trouble {
    Version,
    Language(String),
    TooHard,
    TooLong {
        moves: usize,
        most: usize,
    },
    TooLarge {
        bytes: usize,
        most: usize,
    },
    TooMuch {
        games: usize,
        bytes: usize,
    },
    Contradiction(duel::Contradiction),
    NoNumber,
    OneNumber,
    ToDivide,
    NoGraph,
    TooLongForQr,
    Survey {
        rows: u64,
        largest: u32,
    },
    NoLesson(String),
    NoStep {
        steps: usize,
    },
    NothingLearned,
    NoSize {
        most: u32,
    },
    UnreadableChain,
    NothingToTakeBack,
    NothingToPutBack,
    OneChallenge,
    TaughtOtherwise,
    TooManyToDraw {
        count: u64,
        most: u64,
    },
    NoProof(serde_json::Error),
    ProvesNothing(duel::solve::Broken),
    Streak(duel::challenge::BadProgress),
    /// What the reader of JSON says.
    Form(serde_json::Error),
    /// What another program has said already.
    Said(String),
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        Problem::new(trouble)
    }
}

impl English for Trouble {
    fn english(&self) -> String {
        match self {
            Trouble::Version => format!(
                "this is no question or answer of version {}, the only one that is understood here",
                super::text::VERSION
            ),
            Trouble::Language(code) => format!("nobody here speaks \"{code}\""),
            Trouble::TooHard => "this position is too hard to solve here".into(),
            Trouble::TooLong { moves, most } => {
                format!("this game has {moves} moves, and games of up to {most} can be followed here")
            }
            Trouble::TooLarge { bytes, most } => {
                format!("this record has {bytes} bytes, and up to {most} can be gone on with here")
            }
            Trouble::TooMuch { games, bytes } => format!("at most {games} games of {bytes} bytes are counted at once"),
            Trouble::Contradiction(why) => format!("this end contradicts the moves: {why}"),
            Trouble::NoNumber => "whoever lost by an illegal number has named one".into(),
            Trouble::OneNumber => "the largest number is one whole number in digits, such as 50".into(),
            Trouble::ToDivide => {
                "numbers to divide are whole numbers with commas between them, such as 60 or 60, 84, 90".into()
            }
            Trouble::NoGraph => "a division game has no divisor graph to draw".into(),
            Trouble::TooLongForQr => "this is too long for a QR code".into(),
            Trouble::Survey { rows, largest } => {
                format!("a survey goes upwards to {largest} at most, and over {rows} numbers at most")
            }
            Trouble::NoLesson(id) => format!("there is no lesson called \"{id}\""),
            Trouble::NoStep { steps } => format!("this lesson has {steps} steps, counted from 0"),
            Trouble::NothingLearned => "this is no game at the end of a lesson that was won".into(),
            Trouble::NoSize { most } => {
                format!("a chain is made here of the numbers 1 to N, where N is a whole number from 1 to {most}")
            }
            Trouble::UnreadableChain => {
                "what was kept of your chains of these numbers cannot be read, so they begin anew".into()
            }
            Trouble::NothingToTakeBack => "there is no number to take back".into(),
            Trouble::NothingToPutBack => "there is no number to put back".into(),
            Trouble::OneChallenge => {
                "a challenge is about a position, which may be a puzzle, or about a step of a lesson".into()
            }
            Trouble::TaughtOtherwise => "a lesson says itself what is played, from where and how often".into(),
            Trouble::TooManyToDraw { count, most } => {
                format!("a picture shows at most {most} numbers, and this pool has {count}")
            }
            Trouble::NoProof(said) => format!("this is no proof: {said}"),
            Trouble::ProvesNothing(broken) => format!("this proves nothing: {broken}"),
            Trouble::Streak(why) => {
                format!("what was kept of your streak cannot be read, so it begins anew: {why}")
            }
            Trouble::Form(said) => said.to_string(),
            Trouble::Said(said) => said.clone(),
        }
    }
}
