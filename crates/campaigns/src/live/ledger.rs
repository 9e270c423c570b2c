//! What the server has promised in a game, written down outside of it, and whether its log keeps it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// An entry of the log, as the server tells it.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) seq: u64,
    pub(crate) happened: Value,
    pub(crate) record: String,
}

/// Something that was acknowledged.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Acknowledged {
    /// What it was asked for with: the seat and the key.
    pub(crate) key: String,
    /// What must be in the entry, and
    pub(crate) parts: Value,
    /// what the game must be after it.
    pub(crate) record: String,
}

/// What was promised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promises {
    /// What was acknowledged, and
    acknowledged: BTreeMap<u64, Acknowledged>,
    /// what somebody who follows was told, by the number of the entry.
    told: BTreeMap<u64, Value>,
    wrong: Vec<String>,
}

/// The promises of one game.
#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<Promises>);

impl Ledger {
    fn lock(&self) -> MutexGuard<'_, Promises> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn acknowledge(&self, seq: u64, new: Acknowledged) {
        let mut promises = self.lock();
        let doubled = promises.acknowledged.iter().find(|(_, known)| known.key == new.key).map(|(seq, _)| *seq);
        match (doubled, promises.acknowledged.get(&seq)) {
            (Some(known), _) if known != seq => {
                let wrong = format!("{} is entry {known} and entry {seq}", new.key);
                promises.wrong.push(wrong);
            }
            (_, Some(known)) if *known != new => {
                let wrong = format!("entry {seq} was acknowledged as {known:?} and as {new:?}");
                promises.wrong.push(wrong);
            }
            _ => drop(promises.acknowledged.insert(seq, new)),
        }
    }

    /// Somebody who follows was told of an entry.
    pub(crate) fn tell(&self, seq: u64, happened: Value) {
        let mut promises = self.lock();
        match promises.told.get(&seq) {
            Some(known) if *known != happened => {
                let wrong = format!("entry {seq} was told as {known} and as {happened}");
                promises.wrong.push(wrong);
            }
            _ => drop(promises.told.insert(seq, happened)),
        }
    }

    pub(crate) fn complain(&self, wrong: String) {
        self.lock().wrong.push(wrong);
    }

    /// All that was promised until now. A log that is read after this must have it.
    pub(crate) fn until_now(&self) -> Promises {
        self.lock().clone()
    }
}

impl Promises {
    pub(crate) fn acknowledged(&self) -> usize {
        self.acknowledged.len()
    }

    pub(crate) fn told(&self) -> usize {
        self.told.len()
    }

    /// What is wrong with a log that was read after all of this. When nothing is being asked any more, the log has nothing else.
    pub(crate) fn broken(&self, log: &[Logged], is_over: bool) -> Vec<String> {
        let mut wrong = self.wrong.clone();
        for (entry, seq) in log.iter().zip(1..) {
            if entry.seq != seq {
                wrong.push(format!("entry {} stands where {seq} should be", entry.seq));
            }
        }
        let entries: BTreeMap<u64, &Logged> = log.iter().map(|entry| (entry.seq, entry)).collect();
        for (seq, Acknowledged { key, parts, record }) in &self.acknowledged {
            let Some(entry) = entries.get(seq) else {
                wrong.push(format!("{key} was acknowledged as entry {seq}, and the log ends at {}", log.len()));
                continue;
            };
            let is_there = parts.as_object().is_some_and(|parts| parts.iter().all(|(k, v)| entry.happened[k] == *v));
            if !is_there || entry.record != *record {
                wrong.push(format!("{key} was acknowledged as entry {seq}, {parts}; there is {}", entry.happened));
            }
        }
        for (seq, happened) in &self.told {
            match entries.get(seq) {
                None => wrong.push(format!("entry {seq} was told, and the log ends at {}", log.len())),
                Some(entry) if entry.happened != *happened => {
                    wrong.push(format!("entry {seq} was told as {happened}; there is {}", entry.happened));
                }
                Some(_) => {}
            }
        }
        if is_over {
            // The first entry is the making of the game, which has no key.
            let unasked = log.iter().filter(|entry| entry.seq > 1 && !self.acknowledged.contains_key(&entry.seq));
            wrong.extend(unasked.map(|entry| format!("entry {} was not asked for: {}", entry.seq, entry.happened)));
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn moved(seq: u64, number: &str) -> Logged {
        Logged { seq, happened: json!({"event": "moved", "move": number, "at": seq}), record: number.into() }
    }

    fn asked(key: &str, number: &str) -> Acknowledged {
        Acknowledged { key: key.into(), parts: json!({"event": "moved", "move": number}), record: number.into() }
    }

    #[test]
    fn what_was_promised_must_be_there_once_as_it_was_promised() {
        let ledger = Ledger::default();
        ledger.acknowledge(2, asked("1 a", "12"));
        ledger.acknowledge(2, asked("1 a", "12"));
        ledger.tell(2, moved(2, "12").happened);
        ledger.tell(3, moved(3, "6").happened);
        let promises = ledger.until_now();
        let whole = [moved(1, ""), moved(2, "12"), moved(3, "6")];
        assert_eq!(promises.broken(&whole, false), [""; 0]);
        assert_eq!(promises.broken(&whole, true).len(), 1, "nobody asked for entry 3");
        assert_eq!(promises.broken(&whole[..2], false).len(), 1, "what was told is lost");
        assert_eq!(promises.broken(&whole[..1], false).len(), 3, "what was acknowledged is lost, too");
        let other = [moved(1, ""), moved(2, "13"), moved(3, "6")];
        assert_eq!(promises.broken(&other, false).len(), 2);
        let gap = [moved(1, ""), moved(2, "12"), moved(4, "6"), moved(3, "6")];
        assert_eq!(promises.broken(&gap, false).len(), 2);
        ledger.acknowledge(3, asked("1 a", "12"));
        ledger.acknowledge(2, asked("2 b", "12"));
        ledger.tell(3, moved(3, "18").happened);
        assert_eq!(ledger.until_now().broken(&whole, false).len(), 3, "one key twice, two keys once, told in two ways");
    }
}
