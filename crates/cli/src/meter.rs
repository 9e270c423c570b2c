//! A line on standard error about how far long work is.

use std::io::{self, IsTerminal, Write};
use std::mem;
use std::time::{Duration, Instant};

use crate::text;
use crate::visible::visible;

/// What is quicker than this needs no progress line.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line changes on a terminal, and how often a new one is written elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(100);
const ELSEWHERE: Duration = Duration::from_secs(10);

/// With less done than this nobody can tell how long it will take.
const TO_TELL: f64 = 0.05;

pub(crate) struct Meter {
    what: String,
    start: Instant,
    shown: Option<Instant>,
    on_terminal: bool,
    /// How wide the line is that is shown.
    columns: usize,
}

impl Meter {
    pub(crate) fn new(what: impl Into<String>) -> Meter {
        Meter {
            what: visible(&what.into()).into(),
            start: Instant::now(),
            shown: None,
            on_terminal: io::stderr().is_terminal(),
            columns: 0,
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
        let gone = now.duration_since(self.start);
        let line = format!("{}: {:.0} %, {}{}", self.what, done * 100.0, time(gone), to_go(gone, done));
        // What was longer must go.
        let (columns, before) = (text::width(&line), mem::replace(&mut self.columns, text::width(&line)));
        let padding = " ".repeat(before.saturating_sub(columns));
        let mut stderr = io::stderr().lock();
        // With standard error closed nobody wants to know.
        let _ = if self.on_terminal { write!(stderr, "\r{line}{padding}") } else { writeln!(stderr, "{line}") };
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
            let _ = write!(io::stderr(), "\r{:width$}\r", "", width = self.columns);
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// How long the rest will take if it goes on like this, in words that come behind others.
fn to_go(gone: Duration, done: f64) -> String {
    if !(TO_TELL..1.0).contains(&done) {
        return String::new();
    }
    format!(", about {} to go", time(gone.mul_f64((1.0 - done) / done)))
}

/// A time for people.
fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7_200 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{} h", (seconds + 1_800) / 3_600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_what_was_before_it() {
        let after = |seconds, done| to_go(Duration::from_secs(seconds), done);
        assert_eq!(after(10, 0.25), ", about 30 s to go");
        assert_eq!(after(100, 0.1), ", about 15 min to go");
        assert_eq!(after(10_000, 0.5), ", about 3 h to go");
        assert_eq!((after(10, 0.01), after(10, 1.0)), (String::new(), String::new()));
    }
}
