//! The longest chain.

use super::{English, grouped, list};
use crate::longest::known::{Known, Source};
use crate::longest::{Cut, NoSize, NotAChain, Size, Stuck, Verdict};

impl English for NoSize {
    fn english(&self) -> String {
        format!(
            "the longest chain is asked for the numbers 1 to N, where N is from 1 to {}",
            grouped(Size::MOST.into())
        )
    }
}

impl English for NotAChain {
    fn english(&self) -> String {
        match self {
            NotAChain::NoSize { text } => {
                format!("a chain says first which numbers there are, such as 1..100: 4 8 2, and not \"{text}\"")
            }
            NotAChain::TooLarge => NoSize.english(),
            NotAChain::TooLong => "this chain has more numbers than there are".into(),
            NotAChain::Number { at, why } => format!("number {at} of the chain: {}", why.english()),
        }
    }
}

/// More numbers than these are not all named.
const FEW: usize = 5;

impl English for Stuck {
    fn english(&self) -> String {
        let ends = self.ends.iter().map(u64::to_string).collect::<Vec<_>>().join(" or ");
        let why = match self.taken.len() {
            1 => format!("{} is taken", self.taken[0]),
            2..=FEW => format!("{} are taken", list(&self.taken)),
            _ => "all that could is taken".into(),
        };
        let stuck = format!("After {ends} nothing goes: {why}.");
        match self.grows_at {
            Some(other) => format!("{stuck} Turn the chain round: it can go on at {other}."),
            None => stuck,
        }
    }
}

/// Whether a chain is the longest.
impl English for Verdict {
    fn english(&self) -> String {
        match self {
            Verdict::Searched => "No chain is longer: all that could be were gone through.".into(),
            Verdict::Cut => "No chain is longer, and that can be checked by hand.".into(),
            Verdict::Known(known) => {
                format!("No chain is longer: that even {} is too many was found by computer.", known.length + 1)
            }
            Verdict::NotLongest { at_most } => {
                format!("There is a longer one, with {at_most} numbers; it was not found within this budget.")
            }
            Verdict::Open { at_most } => {
                format!("Whether there is a longer one is not known; none has more than {at_most} numbers.")
            }
        }
    }
}

impl English for Known {
    fn english(&self) -> String {
        let numbers = if self.length == 1 { "number" } else { "numbers" };
        format!("the longest has {} {numbers} ({})", self.length, self.source.english())
    }
}

impl English for Source {
    fn english(&self) -> String {
        match self {
            Source::Oeis => "OEIS, A337125",
            Source::Ours => "our own search",
        }
        .into()
    }
}

/// Why no chain is longer than the cut says.
impl English for Cut {
    fn english(&self) -> String {
        let mut gains: Vec<usize> = self.pieces.iter().flat_map(|piece| piece.gains.iter().copied()).collect();
        gains.sort_unstable_by(|a, b| b.cmp(a));
        gains.truncate(self.runs());
        if gains.is_empty() {
            return "There is only one number.".into();
        }
        let taken = gains.chunk_by(|a, b| a == b).map(|same| match same {
            [gain] => gain.to_string(),
            _ => format!("{} × {}", same.len(), same[0]),
        });
        let pieces = match self.pieces.len() {
            1 => "one piece".into(),
            pieces => format!("{pieces} pieces"),
        };
        format!(
            "Take away {}. What is left falls into {pieces}, and a chain into at most {} runs, each within one piece. They take at \
             most {} numbers; together with what was taken away that is {}.",
            list(&self.removed),
            self.runs(),
            taken.collect::<Vec<_>>().join(" + "),
            self.at_most(),
        )
    }
}
