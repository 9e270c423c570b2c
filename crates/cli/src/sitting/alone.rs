//! The longest chain as it is played on this device: what is done is stored before it is shown.

use duel::longest::{Size, Solo};

use crate::store::chains::ChainsFile;
use crate::words::{self, say, sentence, together};

/// Something to do with a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// What was typed is to stand at its end.
    Add(String),
    Undo,
    Redo,
    /// It is to grow at its other end.
    Turn,
    /// A new one is begun.
    New,
}

/// A chain, and where it is kept.
pub(crate) struct Alone {
    solo: Solo,
    /// How long the longest was so far.
    best: usize,
    kept: anyhow::Result<ChainsFile>,
    /// Why it is not kept.
    unsaved: Option<String>,
}

impl Alone {
    /// The chain that was left the last time, or a new one.
    pub(crate) fn sit_down(size: Size, kept: anyhow::Result<ChainsFile>) -> Alone {
        let read = match &kept {
            Ok(file) => file.read(size),
            Err(error) => Err(anyhow::anyhow!("{error:#}")),
        };
        let (chains, unsaved) = match read {
            Ok(chains) => (chains, None),
            Err(error) => (Default::default(), Some(words::both().chain_not_kept(&format!("{error:#}")))),
        };
        let best = chains.best.as_ref().map_or(0, Solo::len);
        Alone { solo: chains.last.unwrap_or_else(|| Solo::new(size)), best, kept, unsaved }
    }

    pub(crate) fn solo(&self) -> &Solo {
        &self.solo
    }

    /// Does it, once it is stored.
    ///
    /// # Errors
    /// Why it cannot be done, for a person. Nothing has changed.
    pub(crate) fn act(&mut self, deed: &Deed) -> Result<(), String> {
        let mut after = self.solo.clone();
        let nothing = |done: Option<u64>, words: String| done.map(drop).ok_or(words);
        match deed {
            Deed::Add(text) => drop(after.add_text(text).map_err(|refused| sentence(&refused))?),
            Deed::Undo => nothing(after.undo(), words::both().no_number_to_take_back())?,
            Deed::Redo => nothing(after.redo(), words::both().no_number_to_put_back())?,
            Deed::Turn => after.turn_around(),
            Deed::New => after = Solo::new(self.solo.size()),
        }
        let stored = match &self.kept {
            Ok(file) => file.keep(&after).map_err(|error| format!("{error:#}")),
            Err(error) => Err(format!("{error:#}")),
        };
        self.unsaved = stored.err().map(|why| words::both().chain_not_kept(&why));
        self.best = self.best.max(after.len());
        self.solo = after;
        Ok(())
    }

    /// What was done is not on disk: why.
    pub(crate) fn unsaved(&self) -> Option<&str> {
        self.unsaved.as_deref()
    }

    /// "12 numbers. Your best: 40. The longest: 77."
    pub(crate) fn standing(&self) -> String {
        let words = words::both();
        let known = self.solo.known().map_or_else(|| words.longest_unknown(), |known| words.longest_is(known.length));
        together([words.chain_length(self.solo.len()), words.best_chain(self.best), known])
    }

    /// What is to be said of the chain as it is now: that it cannot grow, or that no other can be longer.
    pub(crate) fn remark(&self) -> String {
        let is_longest = self.solo.known().is_some_and(|known| known.length == self.solo.len());
        let longest = if is_longest { words::both().it_is_the_longest() } else { String::new() };
        let stuck = self.solo.stuck().map(|stuck| say(&stuck)).unwrap_or_default();
        together([longest, stuck])
    }
}

/// What was found to be a good continuation, in words, and its first number.
pub(crate) fn hint(follows: &[u64]) -> Option<(u64, String)> {
    let next = *follows.first()?;
    Some((next, words::both().chain_hint(follows.len(), next)))
}
