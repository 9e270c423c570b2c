//! The longest chain.

use super::{English, grouped};
use crate::longest::{NoSize, NotAChain, Size, Stuck};

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

impl English for Stuck {
    fn english(&self) -> String {
        match self {
            Stuck::AtTheEnd => "Nothing goes here any more. Turn the chain round: it can grow at its other end.".into(),
            Stuck::AtBothEnds => "Nothing goes at either end any more.".into(),
        }
    }
}
