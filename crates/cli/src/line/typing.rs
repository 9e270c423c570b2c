//! A line as it is typed at a terminal while news may come. A terminal keeps a line that is not finished out of sight of the program:
//! what came in between would stand behind it, and a `1` from before would go in front of the `8` that follows. So the keys are read
//! one by one, and what is typed is shown by us, again below whatever came.

use crate::text;
use crate::visible::is_obeyed;

/// No command is nearly that long; what is typed beyond it is not taken.
const LONGEST: usize = 1_000;

const BACKSPACE: u8 = 0x08;
const LINE_FEED: u8 = 0x0a;
const CARRIAGE_RETURN: u8 = 0x0d;
const ESCAPE: u8 = 0x1b;
const DELETE: u8 = 0x7f;

const fn control(letter: u8) -> u8 {
    letter & 0x1f
}

/// What a byte from the keyboard comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stroke {
    /// To be shown behind what is there.
    Shown(char),
    /// So many columns at the end are gone.
    Erased(usize),
    /// A finished line.
    Line(String),
    /// There is no more to come.
    End,
    /// Everybody at this terminal is to pause.
    Pause,
    Nothing,
}

/// A line that is being typed.
#[derive(Default)]
pub(super) struct Typing {
    line: String,
    /// The first bytes of a letter.
    begun: Vec<u8>,
    sequence: Sequence,
    /// Whether something was shown below it.
    is_covered: bool,
}

/// How far a key has come that sends more than one byte, as an arrow does.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Sequence {
    #[default]
    None,
    Begun,
    /// The next byte ends it,
    Short,
    /// or the first that is a letter or a tilde.
    Long,
}

impl Typing {
    pub(super) fn take(&mut self, byte: u8) -> Stroke {
        if self.sequence != Sequence::None || byte == ESCAPE {
            self.sequence = match (self.sequence, byte) {
                (_, ESCAPE) => Sequence::Begun,
                (Sequence::Begun, b'[') => Sequence::Long,
                (Sequence::Begun, b'O') => Sequence::Short,
                (Sequence::Long, b' '..=b'?') => Sequence::Long,
                _ => Sequence::None,
            };
            return Stroke::Nothing;
        }
        match byte {
            LINE_FEED | CARRIAGE_RETURN => Stroke::Line(std::mem::take(&mut self.line)),
            BACKSPACE | DELETE => self.erase(|line| line.char_indices().next_back().map_or(0, |(at, _)| at)),
            _ if byte == control(b'u') => self.erase(|_| 0),
            _ if byte == control(b'w') => {
                self.erase(|line| line.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1))
            }
            _ if byte == control(b'd') && self.line.is_empty() => Stroke::End,
            _ if byte == control(b'z') => Stroke::Pause,
            _ => self.spell(byte),
        }
    }

    /// Drops what stands behind this place.
    fn erase(&mut self, place: impl FnOnce(&str) -> usize) -> Stroke {
        let gone = self.line.split_off(place(&self.line));
        if gone.is_empty() { Stroke::Nothing } else { Stroke::Erased(text::width(&gone)) }
    }

    /// Adds a byte of a letter.
    fn spell(&mut self, byte: u8) -> Stroke {
        // A letter that is not gone on with was none.
        if byte & 0xc0 != 0x80 {
            self.begun.clear();
        }
        self.begun.push(byte);
        let letter = match std::str::from_utf8(&self.begun) {
            Ok(letter) => letter.chars().next(),
            Err(error) if error.error_len().is_none() => return Stroke::Nothing,
            Err(_) => None,
        };
        self.begun.clear();
        match letter.filter(|&letter| !letter.is_control() && !is_obeyed(letter) && self.line.len() < LONGEST) {
            Some(letter) => {
                self.line.push(letter);
                Stroke::Shown(letter)
            }
            None => Stroke::Nothing,
        }
    }

    /// Something is to be shown below: whether a line stands there.
    pub(super) fn cover(&mut self) -> bool {
        !self.line.is_empty() && !std::mem::replace(&mut self.is_covered, true)
    }

    /// What is to be shown again.
    pub(super) fn uncover(&mut self) -> &str {
        if std::mem::take(&mut self.is_covered) { &self.line } else { "" }
    }

    /// Forgets what was typed for a question that stands no longer.
    pub(super) fn forget(&mut self) {
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strokes(typing: &mut Typing, keys: &[u8]) -> Vec<Stroke> {
        keys.iter().map(|&byte| typing.take(byte)).filter(|stroke| *stroke != Stroke::Nothing).collect()
    }

    fn lines(keys: &[u8]) -> Vec<String> {
        let line = |stroke| if let Stroke::Line(line) = stroke { Some(line) } else { None };
        strokes(&mut Typing::default(), keys).into_iter().filter_map(line).collect()
    }

    #[test]
    fn a_line_is_what_is_left_when_it_is_finished() {
        for (keys, line) in [
            ("12\r", "12"),
            ("13\u{7f}2\n", "12"),
            ("\u{8}\u{8}7\n", "7"),
            ("save a\u{17}two words \u{17}b\n", "save two b"),
            ("999\u{15}4\n", "4"),
            ("Zoë\u{7f}\u{7f}ö\n", "Zö"),
            // Arrows, a function key, a letter with Alt, and what stands for no letter at all.
            ("1\u{1b}[A\u{1b}OB\u{1b}[15~\u{1b}[1;5C\u{1b}x\u{1}\t\u{9b}\u{202e}2\n", "12"),
            ("\u{1b}\u{1b}[D3\n", "3"),
        ] {
            assert_eq!(lines(keys.as_bytes()), [line], "{keys:?}");
        }
        assert_eq!(lines(b"a\xff\xc3b\xe6\xbc\n"), ["ab"]);
        assert_eq!(lines(&[&[b'1'; 2 * LONGEST][..], b"\n7\n"].concat()), ["1".repeat(LONGEST).as_str(), "7"]);
    }

    #[test]
    fn what_is_shown_is_what_will_be_read() {
        let mut typing = Typing::default();
        assert_eq!(
            strokes(&mut typing, "漢é\u{7f}\u{7f}\u{7f}".as_bytes()),
            [Stroke::Shown('漢'), Stroke::Shown('é'), Stroke::Erased(1), Stroke::Erased(2)]
        );
        assert!(!typing.cover(), "nothing stands there");
        strokes(&mut typing, b"1");
        assert_eq!(typing.uncover(), "", "it is there");
        assert!(typing.cover());
        assert!(!typing.cover(), "it is covered already");
        assert_eq!(typing.uncover(), "1");
        assert_eq!(strokes(&mut typing, b"8\r"), [Stroke::Shown('8'), Stroke::Line("18".into())]);
        strokes(&mut typing, b"y");
        typing.forget();
        assert_eq!(strokes(&mut typing, b"\r"), [Stroke::Line(String::new())]);
    }

    #[test]
    fn there_is_an_end_only_where_nothing_is_typed() {
        let mut typing = Typing::default();
        assert_eq!(strokes(&mut typing, b"1\x04\x7f\x04"), [Stroke::Shown('1'), Stroke::Erased(1), Stroke::End]);
        assert_eq!(strokes(&mut typing, b"2\x1a"), [Stroke::Shown('2'), Stroke::Pause]);
    }
}
