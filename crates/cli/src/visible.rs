//! The door through which text reaches a terminal. Whatever comes from outside (a file, its name, an argument, a bot) may hold
//! characters that a terminal obeys or that turn the text around them: they are shown as what they are, `\u001b`, which is
//! also how JSON writes them.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// A text as it may be shown.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_obeyed) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_obeyed(c) {
            // Writing to a string never fails.
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown.into()
}

/// Control characters but for line breaks and tabs, and the marks that turn the direction of text. All have four hexadecimal
/// digits at most.
pub(crate) fn is_obeyed(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A writer that makes everything visible that goes through it.
pub(crate) struct Visible<W: Write> {
    out: W,
    /// The beginning of a character whose end has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Visible<W> {
    pub(crate) fn new(out: W) -> Visible<W> {
        Visible { out, begun: Vec::new() }
    }

    /// What is behind the door, for those who write styles and have made the rest visible themselves.
    pub(crate) fn inner(&mut self) -> &mut W {
        &mut self.out
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let begun = std::mem::take(&mut self.begun);
        let whole = match str::from_utf8(&begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => begun.len(),
        };
        let (whole, rest) = begun.split_at(whole);
        self.out.write_all(visible(&String::from_utf8_lossy(whole)).as_bytes())?;
        self.begun = rest.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_47_nothing_that_a_terminal_obeys_gets_through() {
        for (text, shown) in [
            ("plain, Zoë, 李雷\n\tnext", "plain, Zoë, 李雷\n\tnext"),
            ("\u{1b}[2J\u{7}\r\u{8}\u{7f}", "\\u001b[2J\\u0007\\u000d\\u0008\\u007f"),
            ("\u{9b}31m", "\\u009b31m"),
            ("a\u{202e}b\u{2066}\u{200f}", "a\\u202eb\\u2066\\u200f"),
        ] {
            assert_eq!(visible(text), shown);
            // However it is cut, also in the middle of a character.
            for length in 1..=text.len().min(5) {
                let mut door = Visible::new(Vec::new());
                text.as_bytes().chunks(length).for_each(|piece| door.write_all(piece).unwrap());
                assert_eq!(String::from_utf8(door.out).unwrap(), shown, "{length}");
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stop_it() {
        let mut door = Visible::new(Vec::new());
        door.write_all(b"a\xffb\x9bc").unwrap();
        assert_eq!(String::from_utf8(door.out).unwrap(), "a\u{fffd}b\u{fffd}c");
    }
}
