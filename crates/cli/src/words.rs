//! What the program says, and in which language. Sentences about games, moves and people come from `duel::speech`; what only a
//! terminal says (keys, labels, what became of a file) is in the lists here, one file a room. A second language is one more file
//! beside each, and what is forgotten in it does not compile.

mod both;
mod full;
mod line;

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicBool, Ordering};

use duel::rulebook::Phrase;
use duel::speech::{Address, Called, Language, Remark, Sentence, Span};
use duel::{Position, Record, RuleBook};

/// Whoever plays alone against the computer is *you*, and nobody else is.
pub(crate) const ADDRESS: Address = Address::AsYou;

/// A list of what a room says: for each the name, what it is said about, and the English text, which is a whole sentence or a label
/// and never a part of one. What is counted has a second text for one of it.
macro_rules! words {
    ($(
        $(#[$about:meta])*
        $name:ident($($part:ident: $kind:ty),*) $text:literal $(, $count:ident == 1: $one:literal)?;
    )*) => {
        /// What is said here, in a language.
        pub(crate) trait Words {
            $($(#[$about])* fn $name(&self, $($part: $kind),*) -> String;)*
        }

        /// English.
        struct English;

        impl Words for English {
            $(fn $name(&self, $($part: $kind),*) -> String {
                $(if $count == 1 { return format!($one); })?
                format!($text)
            })*
        }

        /// The made-up language of the tests.
        #[cfg(test)]
        struct MadeUp;

        #[cfg(test)]
        impl Words for MadeUp {
            $(fn $name(&self, $($part: $kind),*) -> String {
                crate::words::heard(duel::speech::made_up(&English.$name($($part),*)))
            })*
        }

        /// The words of a language.
        pub(crate) fn in_language(language: duel::speech::Language) -> &'static dyn Words {
            match language {
                #[cfg(test)]
                duel::speech::Language::MadeUp => &MadeUp,
                _ => &English,
            }
        }
    };
}
use words;

/// Whether people have come to the menu of line mode: what they begin there leads back to it.
static AT_THE_MENU: AtomicBool = AtomicBool::new(false);

/// From now on people are at the menu, until they leave the program.
pub(crate) fn come_to_the_menu() {
    AT_THE_MENU.store(true, Ordering::Relaxed);
}

/// They are no longer: what they hear now is for the shell.
pub(crate) fn leave_the_menu() {
    AT_THE_MENU.store(false, Ordering::Relaxed);
}

/// Whether people are there.
pub(crate) fn is_at_the_menu() -> bool {
    AT_THE_MENU.load(Ordering::Relaxed)
}

/// What is typed before a command: nothing at the menu, elsewhere the name of the program.
pub(crate) const DUEL: Program = Program;

pub(crate) struct Program;

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_at_the_menu() { Ok(()) } else { f.write_str("divisor-duel ") }
    }
}

/// The language of whoever plays.
pub(crate) fn language() -> Language {
    #[cfg(test)]
    return SPOKEN.get();
    #[cfg(not(test))]
    Language::English
}

#[cfg(test)]
thread_local! {
    /// The language of this test.
    pub(crate) static SPOKEN: std::cell::Cell<Language> = const { std::cell::Cell::new(Language::English) };
    /// What was said in another language than English.
    pub(crate) static SAID: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
    /// What books have said.
    pub(crate) static QUOTED: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// What this is in words.
pub(crate) fn say(what: &(impl Sentence + ?Sized)) -> String {
    heard(language().say(what))
}

/// The same as a sentence of its own.
pub(crate) fn sentence(what: &(impl Sentence + ?Sized)) -> String {
    heard(language().sentence(what))
}

/// Sentences one after the other, without those that are empty.
pub(crate) fn together(sentences: impl IntoIterator<Item = String>) -> String {
    let said: Vec<String> = sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect();
    said.join(" ")
}

/// What a book says, line by line, in its own words whatever the language.
pub(crate) fn lines_of_book(said: Vec<Span>) -> Vec<String> {
    let text: String = said.into_iter().map(|span| span.text).collect();
    #[cfg(test)]
    QUOTED.with_borrow_mut(|quoted| quoted.push(text.clone()));
    text.lines().filter(|line| !line.trim().is_empty()).map(String::from).collect()
}

/// What a lesson says, in its own words whatever the language.
pub(crate) fn of_lesson(text: &str) -> String {
    #[cfg(test)]
    QUOTED.with_borrow_mut(|quoted| quoted.push(text.into()));
    text.into()
}

/// What there is to say of a game, and where its position was taken from, if it was.
pub(crate) fn with_origin(words: String, record: &Record) -> String {
    match record.origin() {
        Some(origin) => format!("{words} ({})", say(&Remark::Origin(origin.clone())).trim_end_matches('.')),
        None => words,
    }
}

/// What a book calls the list of what was taken, as a label.
pub(crate) fn list_name(book: &RuleBook, position: &Position, called: &[Called; 2]) -> String {
    let name = lines_of_book(book.say(Phrase::TakenList, position, called, language()));
    format!("{}:", name.join(" "))
}

/// Every text on its way to a player.
fn heard(text: String) -> String {
    #[cfg(test)]
    if language() != Language::English {
        SAID.with_borrow_mut(|said| said.push(text.clone()));
    }
    text
}

/// What both surfaces say.
pub(crate) fn both() -> &'static dyn both::Words {
    both::in_language(language())
}

/// What line mode and the commands say.
pub(crate) fn line() -> &'static dyn line::Words {
    line::in_language(language())
}

/// What the full screen says.
pub(crate) fn full() -> &'static dyn full::Words {
    full::in_language(language())
}
