//! The memory of a search, counted before it is taken.

use crate::solve::{OutOfBudget, Watch};

/// How much memory a search may have, and how much of it is taken.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    limit: u64,
    pub(super) taken: u64,
}

impl Memory {
    pub(super) fn of(watch: &Watch<'_>) -> Memory {
        Memory::new(watch.memory)
    }

    pub(super) fn new(limit: u64) -> Memory {
        Memory { limit, taken: 0 }
    }

    /// A list of this length, filled with `value`, if there is room for it.
    pub(super) fn list<T: Copy>(&mut self, value: T, length: usize) -> Result<Vec<T>, OutOfBudget> {
        let mut list = self.room(length)?;
        list.resize(length, value);
        Ok(list)
    }

    /// An empty list with room for so many.
    pub(super) fn room<T>(&mut self, length: usize) -> Result<Vec<T>, OutOfBudget> {
        let bytes = (length as u64).saturating_mul(size_of::<T>() as u64);
        let taken = self.taken.saturating_add(bytes);
        if taken > self.limit {
            return Err(OutOfBudget::Memory { allowed: self.limit, hopeless: false });
        }
        let mut list = Vec::new();
        list.try_reserve_exact(length).map_err(|_| OutOfBudget::NoMemory)?;
        self.taken = taken;
        Ok(list)
    }

    /// Puts one more into a list, which grows by half when it is full.
    pub(super) fn push<T: Copy>(&mut self, list: &mut Vec<T>, value: T) -> Result<(), OutOfBudget> {
        if list.len() == list.capacity() {
            let mut grown = self.room(larger(list.len())?)?;
            grown.extend_from_slice(list);
            self.give_back(std::mem::replace(list, grown));
        }
        list.push(value);
        Ok(())
    }

    pub(super) fn give_back<T>(&mut self, list: Vec<T>) {
        self.taken -= (list.capacity() * size_of::<T>()) as u64;
    }
}

/// Lists and tables begin this large.
const SMALLEST: usize = 12;

/// The next size of a list or table that is full.
pub(super) fn larger(size: usize) -> Result<usize, OutOfBudget> {
    let larger = (size + size / 2).max(SMALLEST);
    if larger as u64 > u64::from(u32::MAX) { Err(OutOfBudget::NoMemory) } else { Ok(larger) }
}
