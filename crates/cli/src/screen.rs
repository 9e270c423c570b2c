//! What the program shows: spans of words and numbers, in colour where that is wanted.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use duel::{Role, Span};

/// Where the game's words go.
pub(crate) struct Screen<W: Write> {
    out: W,
}

/// Standard output, with colour or without as the terminal, the environment and `--color` have it.
pub(crate) fn stdout() -> Screen<anstream::AutoStream<io::Stdout>> {
    Screen { out: anstream::stdout() }
}

impl<W: Write> Screen<W> {
    /// A line of plain words.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// A block of spans and the end of its last line.
    pub(crate) fn block(&mut self, spans: &[Span]) -> io::Result<()> {
        if spans.is_empty() {
            return Ok(());
        }
        self.spans(spans)?;
        writeln!(self.out)
    }

    /// A prompt: it stays on its line and is shown at once.
    pub(crate) fn prompt(&mut self, spans: &[Span]) -> io::Result<()> {
        self.spans(spans)?;
        self.out.flush()
    }

    /// A heading of a listing.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        let bold = Style::new().bold();
        writeln!(self.out, "{bold}{text}{bold:#}")
    }

    pub(crate) fn spans(&mut self, spans: &[Span]) -> io::Result<()> {
        for Span { text, role } in spans {
            let style = style(*role);
            write!(self.out, "{style}{text}{style:#}")?;
        }
        Ok(())
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
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
