//! A line on standard error about how far long work is.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::text;
use crate::visible::visible;

/// What is quicker than this needs no progress line.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line changes on a terminal, and how often a new one is written elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(100);
const ELSEWHERE: Duration = Duration::from_secs(10);

pub(crate) struct Meter {
    what: String,
    start: Instant,
    shown: Option<Instant>,
    on_terminal: bool,
}

impl Meter {
    pub(crate) fn new(what: impl Into<String>) -> Meter {
        Meter {
            what: visible(&what.into()).into(),
            start: Instant::now(),
            shown: None,
            on_terminal: io::stderr().is_terminal(),
        }
    }

    /// Shows that this part, from 0 to 1, is done.
    pub(crate) fn tell(&mut self, done: f64) {
        let now = Instant::now();
        let pause = if self.on_terminal { ON_TERMINAL } else { ELSEWHERE };
        let due = self.shown.map_or(self.start + PATIENCE, |shown| shown + pause);
        if now < due {
            return;
        }
        self.shown = Some(now);
        let seconds = now.duration_since(self.start).as_secs();
        let line = format!("{}: {:.0} %, {seconds} s", self.what, done * 100.0);
        let mut stderr = io::stderr().lock();
        // With standard error closed nobody wants to know.
        let _ = if self.on_terminal { write!(stderr, "\r{line}  ") } else { writeln!(stderr, "{line}") };
    }
}

impl Meter {
    /// Says something on a line of its own.
    #[cfg(unix)]
    pub(crate) fn aside(&self, message: &str) {
        self.wipe();
        crate::failure::tell(message);
    }

    /// Wipes the line, so that what follows stands alone.
    fn wipe(&self) {
        if self.on_terminal && self.shown.is_some() {
            let _ = write!(io::stderr(), "\r{:width$}\r", "", width = text::width(&self.what) + 20);
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.wipe();
    }
}
