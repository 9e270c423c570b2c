//! What can be counted from outside, in the text form of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The upper bounds of how long something took, in milliseconds.
const BOUNDS: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 250, 1_000];

/// How long things took.
#[derive(Debug, Default)]
struct Times {
    up_to: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    transactions: Times,
    actions: Times,
    /// Changes that are on disk.
    written: AtomicU64,
    /// Transactions that failed.
    failed: AtomicU64,
    /// Requests, by the hundred of their status.
    answers: [AtomicU64; 6],
    /// Open streams.
    pub streams: AtomicI64,
    /// Games in memory.
    pub games: AtomicI64,
    /// Connections.
    pub connections: AtomicI64,
}

impl Times {
    fn took(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        for (bound, count) in BOUNDS.iter().zip(&self.up_to) {
            if micros <= bound * 1_000 {
                count.fetch_add(1, Relaxed);
            }
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, about: &str) -> std::fmt::Result {
        let count = self.count.load(Relaxed);
        writeln!(text, "# HELP {name} {about}\n# TYPE {name} histogram")?;
        for (bound, up_to) in BOUNDS.iter().zip(&self.up_to) {
            writeln!(text, "{name}_bucket{{le=\"{}\"}} {}", *bound as f64 / 1e3, up_to.load(Relaxed))?;
        }
        writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(text, "{name}_sum {}\n{name}_count {count}", self.micros.load(Relaxed) as f64 / 1e6)
    }
}

impl Metrics {
    /// A transaction of so many changes took so long.
    pub fn wrote(&self, changes: usize, time: Duration, went_well: bool) {
        self.transactions.took(time);
        if went_well {
            self.written.fetch_add(changes as u64, Relaxed);
        } else {
            self.failed.fetch_add(1, Relaxed);
        }
    }

    /// An action was answered after so long.
    pub fn acted(&self, time: Duration) {
        self.actions.took(time);
    }

    /// A request was answered with this status.
    pub fn answered(&self, status: u16) {
        self.answers[usize::from(status / 100).min(5)].fetch_add(1, Relaxed);
    }

    /// All of it as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("a text takes more text");
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        self.transactions.write(text, "duel_transaction_seconds", "Time of a transaction, with its fsync.")?;
        self.actions.write(text, "duel_action_seconds", "Time from reading an action to its answer.")?;
        let answers = "duel_answers_total";
        writeln!(text, "# HELP {answers} Requests that were answered, by status.\n# TYPE {answers} counter")?;
        for (hundred, count) in self.answers.iter().enumerate().skip(1) {
            writeln!(text, "{answers}{{status=\"{hundred}xx\"}} {}", count.load(Relaxed))?;
        }
        for (name, about, count) in [
            ("duel_written_total", "Changes that are on disk.", &self.written),
            ("duel_failed_transactions_total", "Transactions that failed.", &self.failed),
        ] {
            writeln!(text, "# HELP {name} {about}\n# TYPE {name} counter\n{name} {}", count.load(Relaxed))?;
        }
        for (name, about, count) in [
            ("duel_streams", "Open event streams.", &self.streams),
            ("duel_games_in_memory", "Games that are in memory.", &self.games),
            ("duel_connections", "Open connections.", &self.connections),
        ] {
            writeln!(text, "# HELP {name} {about}\n# TYPE {name} gauge\n{name} {}", count.load(Relaxed))?;
        }
        Ok(())
    }
}
