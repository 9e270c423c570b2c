//! What a search has found out, in as little memory as an exact answer allows.
//!
//! A position is what can still be reached and the last pick. Every last pick has a table of its own, so that an entry
//! need not name it, and an entry is one word: for up to 64 numbers the set itself, which never holds the last pick and so
//! has a bit to spare for the verdict. Larger sets are folded first: equal words get equal numbers, pairs of numbers are
//! words again, and so on until one word is left. Neighbouring positions have most of those words in common. Nothing rests
//! on a hash: two positions share an entry only when they are the same.

use super::memory::{Memory, larger};
use super::set::Set;
use crate::solve::OutOfBudget;

/// Scatters words over 64 bits. Every bit of the word reaches the upper half, which is what decides the place.
fn scatter(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (word ^ word >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Where a word is looked for first in a table of this size.
fn place(scattered: u64, size: usize) -> usize {
    (((scattered >> 32) * size as u64) >> 32) as usize
}

/// Tables grow by half when five sixths of them are full, so that at least five ninths are.
fn is_full(used: usize, size: usize) -> bool {
    used >= size / 6 * 5
}

/// The verdicts about positions with one last pick: words that are never 0, one bit of which is the verdict.
#[derive(Default)]
struct Verdicts {
    entries: Vec<u64>,
    used: usize,
}

impl Verdicts {
    /// An empty table for each of so many last picks.
    fn empty(numbers: usize, memory: &mut Memory) -> Result<Vec<Verdicts>, OutOfBudget> {
        let mut verdicts = memory.room(numbers)?;
        verdicts.resize_with(numbers, Verdicts::default);
        Ok(verdicts)
    }

    fn get(&self, key: u64, verdict: u64) -> Option<bool> {
        let size = self.entries.len();
        let mut at = place(scatter(key), size);
        loop {
            match *self.entries.get(at)? {
                0 => return None,
                entry if entry & !verdict == key => return Some(entry & verdict != 0),
                _ => at = if at + 1 == size { 0 } else { at + 1 },
            }
        }
    }

    fn insert(&mut self, entry: u64, verdict: u64, memory: &mut Memory) -> Result<(), OutOfBudget> {
        if is_full(self.used, self.entries.len()) {
            let grown = memory.list(0, larger(self.entries.len())?)?;
            let old = std::mem::replace(&mut self.entries, grown);
            old.iter().filter(|&&entry| entry != 0).for_each(|&entry| self.put(entry, verdict));
            memory.give_back(old);
        }
        self.put(entry, verdict);
        self.used += 1;
        Ok(())
    }

    fn put(&mut self, entry: u64, verdict: u64) {
        let size = self.entries.len();
        let mut at = place(scatter(entry & !verdict), size);
        while self.entries[at] != 0 {
            at = if at + 1 == size { 0 } else { at + 1 };
        }
        self.entries[at] = entry;
    }
}

/// Words and their numbers.
#[derive(Default)]
struct Shelf {
    words: Vec<u64>,
    /// One more than the place of a word in `words`, where it is looked for; 0 where there is none.
    index: Vec<u32>,
}

impl Shelf {
    /// The place of a word, which is put there if it is new.
    fn place_of(&mut self, word: u64, scattered: u64, memory: &mut Memory) -> Result<usize, OutOfBudget> {
        if is_full(self.words.len(), self.index.len()) {
            self.grow_index(memory)?;
        }
        let size = self.index.len();
        let mut at = place(scattered, size);
        loop {
            match self.index[at] {
                0 => break,
                found if self.words[found as usize - 1] == word => return Ok(found as usize - 1),
                _ => at = if at + 1 == size { 0 } else { at + 1 },
            }
        }
        memory.push(&mut self.words, word)?;
        self.index[at] = self.words.len() as u32;
        Ok(self.words.len() - 1)
    }

    fn grow_index(&mut self, memory: &mut Memory) -> Result<(), OutOfBudget> {
        let grown = memory.list(0, larger(self.index.len())?)?;
        memory.give_back(std::mem::replace(&mut self.index, grown));
        let size = self.index.len();
        for (found, &word) in (1..).zip(&self.words) {
            let mut at = place(Shelves::scatter(word), size);
            while self.index[at] != 0 {
                at = if at + 1 == size { 0 } else { at + 1 };
            }
            self.index[at] = found;
        }
        Ok(())
    }
}

/// All words and their numbers, on many shelves, so that only a small part is held twice while it grows.
struct Shelves {
    shelves: Vec<Shelf>,
}

impl Shelves {
    const BITS: u32 = 6;
    /// Numbers are below this, so that a pair of them has a bit to spare.
    const NUMBERS: u64 = 1 << 31;

    fn scatter(word: u64) -> u64 {
        scatter(word).rotate_left(Self::BITS)
    }

    /// The number of a word: equal for equal words, and 0 for 0 alone.
    fn number(&mut self, word: u64, memory: &mut Memory) -> Result<u32, OutOfBudget> {
        if word == 0 {
            return Ok(0);
        }
        let scattered = Self::scatter(word);
        let shelf = scattered & ((1 << Self::BITS) - 1);
        let place = self.shelves[shelf as usize].place_of(word, scattered, memory)?;
        let number = ((place as u64) << Self::BITS | shelf) + 1;
        if number < Self::NUMBERS { Ok(number as u32) } else { Err(OutOfBudget::NoMemory) }
    }
}

/// A set, folded.
#[derive(Clone, Copy)]
pub(super) struct Folded<const W: usize> {
    /// The word that stands for the set: equal for equal sets, never 0 for one that is not empty.
    pub(super) key: u64,
    /// The numbers of the words it was made of.
    numbers: [[u32; W]; 2],
}

impl<const W: usize> Folded<W> {
    /// What the empty set is folded to.
    pub(super) const EMPTY: Folded<W> = Folded { key: 0, numbers: [[0; W]; 2] };

    fn pair(&self, at: usize) -> u64 {
        let number = |at: usize| u64::from(self.numbers[at / W][at % W]);
        number(2 * at) << 32 | number(2 * at + 1)
    }
}

/// The positions that a walk has met.
pub(super) struct Met(Vec<Verdicts>);

/// Whether the player to move wins, by what can still be reached and the last pick.
pub(super) struct Known<const W: usize> {
    verdicts: Vec<Verdicts>,
    shelves: Shelves,
    memory: Memory,
}

impl<const W: usize> Known<W> {
    /// Nothing is known yet of a search among so many numbers.
    pub(super) fn new(numbers: usize, mut memory: Memory) -> Result<Known<W>, OutOfBudget> {
        let verdicts = Verdicts::empty(numbers, &mut memory)?;
        let count = if W == 1 { 0 } else { 1 << Shelves::BITS };
        let mut shelves = memory.room(count)?;
        shelves.resize_with(count, Shelf::default);
        Ok(Known { verdicts, shelves: Shelves { shelves }, memory })
    }

    /// Folds a set that is not empty. What it has in common with another one need not be folded again.
    pub(super) fn fold(&mut self, set: &Set<W>, like: (&Set<W>, &Folded<W>)) -> Result<Folded<W>, OutOfBudget> {
        if W == 1 {
            return Ok(Folded { key: set.0[0], numbers: [[0; W]; 2] });
        }
        let mut folded = *like.1;
        // The numbers stand as in a heap: the set's words at W and above, the two halves of a pair at 2i and 2i + 1.
        let mut changed: u64 = 0;
        for (at, &word) in set.0.iter().enumerate() {
            if word != like.0.0[at] {
                folded.numbers[1][at] = self.shelves.number(word, &mut self.memory)?;
                changed |= 1 << ((W + at) / 2);
            }
        }
        for at in (2..W).rev() {
            if changed >> at & 1 == 1 {
                folded.numbers[0][at] = self.shelves.number(folded.pair(at), &mut self.memory)?;
                changed |= 1 << (at / 2);
            }
        }
        folded.key = folded.pair(1);
        Ok(folded)
    }

    /// The bit of an entry that is the verdict: no set holds its own last pick, and no pair of numbers has the highest bit.
    fn verdict(last: usize) -> u64 {
        if W == 1 { 1 << last } else { 1 << 63 }
    }

    pub(super) fn get(&self, key: u64, last: usize) -> Option<bool> {
        self.verdicts[last].get(key, Self::verdict(last))
    }

    /// Notes the verdict about a position that is not known yet.
    pub(super) fn insert(&mut self, key: u64, last: usize, wins: bool) -> Result<(), OutOfBudget> {
        let verdict = Self::verdict(last);
        let entry = if wins { key | verdict } else { key };
        self.verdicts[last].insert(entry, verdict, &mut self.memory)
    }

    /// A walk through what is known begins.
    pub(super) fn nothing_met(&mut self) -> Result<Met, OutOfBudget> {
        Ok(Met(Verdicts::empty(self.verdicts.len(), &mut self.memory)?))
    }

    pub(super) fn has_met(&self, met: &Met, key: u64, last: usize) -> bool {
        met.0[last].get(key, Self::verdict(last)).is_some()
    }

    /// Notes that the walk has come here, and says whether it is for the first time.
    pub(super) fn meet(&mut self, met: &mut Met, key: u64, last: usize) -> Result<bool, OutOfBudget> {
        let is_new = !self.has_met(met, key, last);
        if is_new {
            met.0[last].insert(key, Self::verdict(last), &mut self.memory)?;
        }
        Ok(is_new)
    }

    /// Puts one more into a list that belongs to the walk.
    pub(super) fn push<T: Copy>(&mut self, list: &mut Vec<T>, value: T) -> Result<(), OutOfBudget> {
        self.memory.push(list, value)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Everything that a table holds, counted where it is held.
    fn held<const W: usize>(known: &Known<W>) -> u64 {
        let verdicts: usize = known.verdicts.iter().map(|verdicts| 8 * verdicts.entries.capacity()).sum();
        let shelf = |shelf: &Shelf| 8 * shelf.words.capacity() + 4 * shelf.index.capacity();
        let shelves: usize = known.shelves.shelves.iter().map(shelf).sum();
        let lists = size_of::<Verdicts>() * known.verdicts.capacity();
        let more_lists = size_of::<Shelf>() * known.shelves.shelves.capacity();
        (verdicts + shelves + lists + more_lists) as u64
    }

    /// A set without `last` that differs from the one before it in a few places, as in a search.
    fn next<const W: usize>(set: Set<W>, last: usize, rng: &mut ChaCha8Rng) -> Set<W> {
        let mut next = set;
        for _ in 0..rng.next_u32() % 4 {
            let at = rng.next_u32() as usize % (64 * W);
            next = if next.contains(at) { next.without(at) } else { next.or(&Set::of([at].into_iter())) };
        }
        next.or(&Set::of([(last + 1) % (64 * W)].into_iter())).without(last)
    }

    fn keeps_apart_what_differs<const W: usize>() {
        let mut rng = ChaCha8Rng::seed_from_u64(W as u64);
        let mut known = Known::<W>::new(64 * W, Memory::new(u64::MAX)).unwrap();
        let mut plain = HashMap::new();
        let (mut set, mut folded) = (Set::<W>::EMPTY, Folded::EMPTY);
        for _ in 0..60_000 {
            let last = rng.next_u32() as usize % 5 * (W * 64 / 5);
            let other = next(set, last, &mut rng);
            folded = known.fold(&other, (&set, &folded)).unwrap();
            set = other;
            let expected = plain.get(&(set.0, last)).copied();
            assert_eq!(known.get(folded.key, last), expected);
            if expected.is_none() {
                let wins = rng.next_u32().is_multiple_of(2);
                known.insert(folded.key, last, wins).unwrap();
                plain.insert((set.0, last), wins);
            }
        }
        for (&(set, last), &wins) in &plain {
            let folded = known.fold(&Set(set), (&Set::EMPTY, &Folded::EMPTY)).unwrap();
            assert_eq!(known.get(folded.key, last), Some(wins));
        }
        assert_eq!(known.memory.taken, held(&known));
        assert!(plain.len() > 10_000, "{}", plain.len());
    }

    #[test]
    fn agrees_with_a_plain_table() {
        keeps_apart_what_differs::<1>();
        keeps_apart_what_differs::<2>();
        keeps_apart_what_differs::<4>();
        keeps_apart_what_differs::<16>();
    }

    /// Words that are looked for in the same place, and in the last one of a table.
    #[test]
    fn words_that_crowd_each_other_are_kept_apart() {
        let size = larger(larger(0).unwrap()).unwrap();
        let crowd: Vec<u64> =
            (2..).step_by(2).filter(|&word| place(scatter(word), size) == size - 1).take(12).collect();
        let mut memory = Memory::new(u64::MAX);
        let mut verdicts = Verdicts::default();
        for (at, &word) in crowd.iter().enumerate() {
            assert_eq!(verdicts.get(word, 1), None);
            verdicts.insert(word | (at as u64 & 1), 1, &mut memory).unwrap();
        }
        assert_eq!(verdicts.entries.len(), size);
        for (at, &word) in crowd.iter().enumerate() {
            assert_eq!(verdicts.get(word, 1), Some(at & 1 == 1));
        }
    }

    #[test]
    fn a_full_memory_is_never_overdrawn_and_keeps_what_it_has() {
        for limit in [20_000, 60_000, 200_000] {
            let mut known = Known::<2>::new(128, Memory::new(limit)).unwrap();
            let mut noted = Vec::new();
            let ended = (1..).find_map(|word: u64| {
                let set = Set([word.wrapping_mul(0x5851_F42D_4C95_7F2D), word]).without(3);
                let key = known.fold(&set, (&Set::EMPTY, &Folded::EMPTY)).map(|folded| folded.key);
                let end = key.and_then(|key| {
                    known.insert(key, 3, word.is_multiple_of(3))?;
                    noted.push((key, word.is_multiple_of(3)));
                    Ok(())
                });
                assert!(known.memory.taken <= limit);
                assert_eq!(known.memory.taken, held(&known));
                end.err()
            });
            assert_eq!(ended, Some(OutOfBudget::Memory { allowed: limit, hopeless: false }));
            assert!(noted.len() > 100);
            assert!(noted.iter().all(|&(key, wins)| known.get(key, 3) == Some(wins)));
        }
    }

    #[test]
    fn what_the_system_does_not_give_is_an_end_and_no_crash() {
        let mut memory = Memory::new(u64::MAX);
        assert_eq!(memory.list(0_u64, usize::MAX / 16), Err(OutOfBudget::NoMemory));
        assert_eq!(memory.list(0_u64, usize::MAX), Err(OutOfBudget::NoMemory));
        assert_eq!(memory.taken, 0);
    }
}
