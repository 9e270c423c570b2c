//! People's names, as they may stand in a record, on a terminal and on a page.

use std::fmt::{self, Display};
use std::str::FromStr;

/// A name of 1 to 32 characters, none of which is invisible or changes how the text around it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

/// A text that cannot be a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// Nothing is left without the spaces around it.
    Empty,
    /// More than 32 characters.
    TooLong(usize),
    /// A control character, or one that is invisible or turns the direction of text.
    Invisible(char),
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        let name = text.trim();
        if let Some(c) = name.chars().find(|&c| is_invisible(c)) {
            return Err(NameError::Invisible(c));
        }
        match name.chars().count() {
            0 => Err(NameError::Empty),
            1..=32 => Ok(Name(name.to_string())),
            longer => Err(NameError::TooLong(longer)),
        }
    }
}

/// Control characters, zero-width characters and marks that turn the direction of text.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_visible() {
        for good in ["Ada", " Bo ", "Computer, level 3", "Zoë", "李雷", "\"Q\""] {
            assert_eq!(good.parse::<Name>().map(|name| name.to_string()), Ok(good.trim().to_string()));
        }
        for bad in ["", "  ", "a\nb", "\u{1b}[2J", "a\u{202e}b", "\u{200b}", &"x".repeat(33)] {
            assert!(bad.parse::<Name>().is_err(), "{bad:?}");
        }
    }
}
