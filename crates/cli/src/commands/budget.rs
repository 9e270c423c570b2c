//! How far a search may go: the arguments of every command that searches, and what is said when that was not enough.

use duel::solve::{OutOfBudget, USUAL_NODES, Watch};

use crate::commands::arguments::whole;
use crate::failure::Failure;
use crate::meter::Meter;

#[derive(clap::Args, Clone, Copy)]
pub(super) struct Budget {
    /// How many positions to search at most, where a search is needed
    #[arg(long = "budget", value_name = "POSITIONS", default_value_t = USUAL_NODES, value_parser = whole(0..=u64::MAX))]
    nodes: u64,
    /// How much memory to search in at most: a number of MiB, or a size such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    memory: u64,
}

impl Budget {
    pub(super) fn watch<'a>(self) -> Watch<'a> {
        Watch::nodes(self.nodes).memory(self.memory)
    }

    /// A fiftieth of the positions, for what is good to know besides.
    pub(super) fn fiftieth(self) -> Budget {
        Budget { nodes: self.nodes / 50, ..self }
    }

    /// Searches, with a line about how far it is.
    pub(super) fn show<T>(self, what: impl Into<String>, search: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        let mut meter = Meter::new(what);
        search(&mut self.watch().telling(&mut |done| meter.tell(done)))
    }

    /// The same for each of so many searches at once: they share the memory.
    pub(super) fn shared_by(self, searches: usize) -> Budget {
        Budget { memory: self.memory / (searches as u64).max(1), ..self }
    }
}

/// For clap: reads a size in bytes.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit: u64 = match &*text[digits.len()..].to_ascii_lowercase() {
        "" | "m" | "mb" | "mib" => 1 << 20,
        "k" | "kb" | "kib" => 1 << 10,
        "g" | "gb" | "gib" => 1 << 30,
        "t" | "tb" | "tib" => 1 << 40,
        _ => 0,
    };
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u64>().ok()).flatten();
    let bytes = number.filter(|_| unit > 0).and_then(|number| number.checked_mul(unit));
    bytes.ok_or_else(|| "a number of MiB, or a size such as 512M or 2G".into())
}

/// What ended, and what would help.
pub(super) fn in_words(ended: OutOfBudget) -> String {
    let help = match ended {
        OutOfBudget::TooLarge { .. } => "no budget helps",
        _ if ended.is_hopeless() => "this game is too large to be searched, and a larger budget would not help",
        OutOfBudget::Positions { .. } => "try a larger --budget",
        OutOfBudget::Memory { .. } => "try a larger --memory",
        OutOfBudget::NoMemory => "try it on a machine that has more",
        OutOfBudget::Stopped => return ended.to_string(),
    };
    format!("{ended}; {help}")
}

/// Of two searches that ended early, the one of which there is more to say: something would help it.
pub(super) fn to_be_told(first: Option<OutOfBudget>, second: OutOfBudget) -> OutOfBudget {
    first.filter(|first| !first.is_hopeless() || second.is_hopeless()).unwrap_or(second)
}

/// The failure of a command that had to find the answer.
pub(super) fn failure(ended: OutOfBudget) -> Failure {
    Failure::OutOfBudget(in_words(ended))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_mebibytes_or_say_their_unit() {
        for (text, bytes) in [
            ("0", 0),
            ("512", 512 << 20),
            ("512M", 512 << 20),
            ("64k", 64 << 10),
            ("2G", 2 << 30),
            ("2gib", 2 << 30),
            ("1T", 1 << 40),
            ("16777215T", 16_777_215 << 40),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "-1", "+1", "1.5G", "2 G", "2X", "1e3", "é", "5é", "16777216T", "99999999999999999999"]
        {
            assert_eq!(size(text), Err("a number of MiB, or a size such as 512M or 2G".into()), "{text}");
        }
    }

    #[test]
    fn what_would_help_is_told_before_what_would_not() {
        let hopeless = OutOfBudget::TooLarge { numbers: 2_000, most: 1_024 };
        let helpful = OutOfBudget::Memory { allowed: 1, hopeless: false };
        let other = OutOfBudget::Positions { allowed: 1, hopeless: false };
        assert_eq!(to_be_told(None, hopeless), hopeless);
        assert_eq!(to_be_told(Some(hopeless), helpful), helpful);
        assert_eq!(to_be_told(Some(helpful), hopeless), helpful);
        assert_eq!(to_be_told(Some(helpful), other), helpful);
    }
}
