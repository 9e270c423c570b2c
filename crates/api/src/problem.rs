//! Why there is no answer.

use std::fmt::{self, Display};

use duel::speech::{English, Language, Sentence};

/// Why there is no answer.
pub struct Problem(Box<dyn Sentence + Send + Sync>);

/// What is said has so many letters at most: it can quote a word that is as long as a file.
const LETTERS: usize = 500;

/// Every reason that somebody reads becomes a sentence here.
pub(crate) fn say(reason: &(impl Sentence + ?Sized), language: Language) -> String {
    let words = language.sentence(reason);
    match words.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

impl Problem {
    pub(crate) fn new(reason: impl Sentence + Send + Sync + 'static) -> Problem {
        Problem(Box::new(reason))
    }

    /// It in a sentence for a person.
    pub fn in_words(&self, language: Language) -> String {
        say(&*self.0, language)
    }
}

/// For whoever writes programs, in English.
impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(Language::English))
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl std::error::Error for Problem {}

/// What can be wrong that is no matter of the rules.
#[derive(Debug)]
pub(crate) enum Trouble {
    Version,
    Language(String),
    NoGame,
    OtherGame,
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
    LongRules {
        most: usize,
    },
    LargeGame {
        most: u64,
    },
    NoSuchLimit,
    NobodyPlays,
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
                crate::text::VERSION
            ),
            Trouble::LongRules { most } => format!("a rule file for a game from two places has up to {most} bytes"),
            Trouble::LargeGame { most } => {
                format!("a game from two places has up to {most} numbers, and as many moves to choose from")
            }
            Trouble::NoSuchLimit => "the limit for a turn is from 10 seconds to a week, in seconds".into(),
            Trouble::NobodyPlays => "one of the seats has to be somebody's: two computer players need no server".into(),
            Trouble::Language(code) => format!("nobody here speaks \"{code}\""),
            Trouble::NoGame => "the question names no game".into(),
            Trouble::OtherGame => "the rule file is of another game".into(),
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
