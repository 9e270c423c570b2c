//! The keys that the last line of a screen names, and what they do.

use ratatui::crossterm::event::KeyCode;

use crate::words;

/// A key, what it is called, and what it does.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) code: KeyCode,
    pub(crate) name: String,
    pub(crate) does: String,
}

pub(crate) fn key(code: KeyCode, name: String, does: String) -> Key {
    Key { code, name, does }
}

pub(crate) fn letter(letter: char, does: String) -> Key {
    key(KeyCode::Char(letter), letter.into(), does)
}

pub(crate) fn enter(does: String) -> Key {
    key(KeyCode::Enter, words::full().enter_key(), does)
}

pub(crate) fn escape(does: String) -> Key {
    key(KeyCode::Esc, words::full().escape_key(), does)
}

pub(crate) fn menu() -> Key {
    letter('m', words::full().menu())
}

pub(crate) fn quit() -> Key {
    letter('q', words::full().quit())
}

pub(crate) fn rules() -> Key {
    letter('i', words::full().rules())
}

pub(crate) fn review() -> Key {
    letter('v', words::full().review())
}

pub(crate) fn help() -> Key {
    letter('?', words::full().help())
}
