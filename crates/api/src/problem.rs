//! Why there is no answer.

use std::fmt::{self, Display};

use duel::speech::{Language, Sentence};

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
