//! What the program shows: spans of words and numbers, in colour where that is wanted.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use duel::speech::{Role, Span};
use serde::Serialize;

use crate::failure::Fallible;
use crate::signals::hush;
use crate::text;
use crate::visible::{Visible, visible};

/// Stands behind a legal number among others.
const LEGAL: char = '*';

/// Where the game's words go.
pub(crate) struct Output<'a> {
    out: Visible<Box<dyn Write + 'a>>,
    /// The width at which lines are broken between words; `None` where nobody looks at them on a screen.
    width: Option<usize>,
    /// How wide it is now.
    measure: fn() -> Option<usize>,
    /// Whether legal numbers among others get a sign, for those who do not see colours; a transcript stays as books have it.
    marks: bool,
}

/// Standard output, with colour or without as the terminal, the environment and `--color` have it.
pub(crate) fn stdout() -> Output<'static> {
    let measure = if io::stdout().is_terminal() { terminal_width } else { || None };
    let marks = io::stdout().is_terminal();
    Output { out: Visible::new(Box::new(anstream::stdout())), width: measure(), measure, marks }
}

fn terminal_width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| width.0.into())
}

impl<'a> Output<'a> {
    /// Something that is written to, without colour.
    #[cfg(test)]
    pub(crate) fn new(out: impl Write + 'a) -> Output<'a> {
        Output::measured_by(|| None, out)
    }

    /// The same where lines are broken.
    #[cfg(test)]
    pub(crate) fn measured_by(measure: fn() -> Option<usize>, out: impl Write + 'a) -> Output<'a> {
        Output { out: Visible::new(Box::new(out)), width: measure(), measure, marks: false }
    }

    /// A line of plain words.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.spans(&[Span { text: text.into(), role: Role::Text }])?;
        writeln!(self.out)
    }

    /// The same where legal numbers are marked.
    #[cfg(test)]
    pub(crate) fn marking(self) -> Output<'a> {
        Output { marks: true, ..self }
    }

    /// A block of spans and the end of its last line; true when it marks legal numbers among others.
    pub(crate) fn block(&mut self, spans: &[Span]) -> io::Result<bool> {
        if spans.is_empty() {
            return Ok(false);
        }
        let has = |role| spans.iter().any(|span| span.role == role);
        let marked = self.marks && has(Role::Legal) && has(Role::Free);
        if marked {
            let sign = |span: &Span| {
                if span.role == Role::Legal { format!("{}{LEGAL}", span.text) } else { span.text.clone() }
            };
            self.spans(&spans.iter().map(|span| Span { text: sign(span), role: span.role }).collect::<Vec<_>>())?;
        } else {
            self.spans(spans)?;
        }
        writeln!(self.out)?;
        Ok(marked)
    }

    /// Rings, where it is a terminal that is written to: whoever waits may be looking elsewhere.
    pub(crate) fn ring(&mut self) -> io::Result<()> {
        if self.width.is_some() { self.obeyed(text::BELL) } else { Ok(()) }
    }

    /// Shows a letter that somebody types, behind what is there.
    pub(crate) fn letter(&mut self, letter: char) -> io::Result<()> {
        write!(self.out, "{letter}")
    }

    /// Takes the last columns of what somebody has typed away.
    pub(crate) fn erase(&mut self, columns: usize) -> io::Result<()> {
        self.obeyed(&"\u{8} \u{8}".repeat(columns))
    }

    /// What a terminal obeys goes past whoever takes colours out, and would take that, too.
    fn obeyed(&mut self, signs: &str) -> io::Result<()> {
        self.out.flush()?;
        io::stdout().write_all(signs.as_bytes())
    }

    /// A prompt: it stays on its line and is shown at once.
    pub(crate) fn prompt(&mut self, spans: &[Span]) -> io::Result<()> {
        // A window that was made wider or narrower is noticed here: it is where people are when they do that.
        if self.width.is_some() {
            self.width = (self.measure)();
        }
        self.spans(spans)?;
        self.out.flush()
    }

    /// Something as a line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Fallible {
        Ok(writeln!(self, "{}", serde_json::to_string(value)?)?)
    }

    /// A heading of a listing.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        let bold = Style::new().bold();
        hush();
        let shown = visible(text);
        let lines = text::lines(&shown, self.width.unwrap_or(usize::MAX));
        lines.into_iter().try_for_each(|line| writeln!(self.out.inner(), "{bold}{}{bold:#}", &shown[line]))
    }

    fn spans(&mut self, spans: &[Span]) -> io::Result<()> {
        hush();
        let spans: Vec<Span> =
            spans.iter().map(|span| Span { text: visible(&span.text).into(), role: span.role }).collect();
        let Some(width) = self.width else {
            return spans.iter().try_for_each(|span| write_styled(self.out.inner(), &span.text, span.role));
        };
        let plain: String = spans.iter().map(|span| span.text.as_str()).collect();
        let lines = text::lines(&plain, width);
        let (mut at, mut start) = (0, 0);
        for Span { text, role } in &spans {
            let end = start + text.len();
            loop {
                let (from, to) = (lines[at].start.max(start), lines[at].end.min(end));
                if from < to {
                    write_styled(self.out.inner(), &plain[from..to], *role)?;
                }
                if lines.get(at + 1).is_none_or(|next| next.start > end) {
                    break;
                }
                writeln!(self.out)?;
                at += 1;
            }
            start = end;
        }
        Ok(())
    }
}

fn write_styled(out: &mut impl Write, text: &str, role: Role) -> io::Result<()> {
    let style = style(role);
    write!(out, "{style}{text}{style:#}")
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        hush();
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Legal numbers stand out, taken ones recede; bold and dim say the same without colour.
fn style(role: Role) -> Style {
    match role {
        Role::Text | Role::Free => Style::new(),
        Role::Legal => AnsiColor::Green.on_default().bold(),
        Role::Taken => Style::new().dimmed(),
        Role::Last => AnsiColor::Cyan.on_default().bold(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(spans: &[(&str, Role)], width: Option<usize>) -> String {
        let spans: Vec<Span> = spans.iter().map(|&(text, role)| Span { text: text.into(), role }).collect();
        let mut shown = Vec::new();
        let mut out = Output { width, ..Output::new(anstream::StripStream::new(&mut shown)) };
        out.block(&spans).unwrap();
        drop(out);
        String::from_utf8(shown).unwrap()
    }

    #[test]
    fn lines_break_between_words_and_never_in_a_number() {
        let list =
            [("Free: ", Role::Text), ("12", Role::Legal), (", ", Role::Text), ("345", Role::Free), (", 6", Role::Text)];
        assert_eq!(shown(&list, None), "Free: 12, 345, 6\n");
        assert_eq!(shown(&list, Some(16)), "Free: 12, 345, 6\n");
        assert_eq!(shown(&list, Some(14)), "Free: 12, 345,\n6\n");
        assert_eq!(shown(&list, Some(9)), "Free: 12,\n345, 6\n");
        assert_eq!(shown(&list, Some(1)), "Free:\n12,\n345,\n6\n");
        assert_eq!(shown(&[("a b\n\nc d", Role::Text)], Some(3)), "a b\n\nc d\n");
        assert_eq!(shown(&[("abc def", Role::Text)], Some(3)), "abc\ndef\n");
        assert_eq!(shown(&[("a\n", Role::Text), ("\nb", Role::Text), ("\n", Role::Text)], Some(3)), "a\n\nb\n\n");
        assert_eq!(shown(&[("which? ", Role::Text)], Some(80)), "which? \n", "a prompt keeps its space");
        assert_eq!(shown(&[("  12  indented", Role::Text)], Some(80)), "  12  indented\n");
    }
}
