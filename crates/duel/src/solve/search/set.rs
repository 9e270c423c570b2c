//! A set of free numbers, by their places in the list of those that were free at the start of the search.

#[derive(Clone, Copy)]
pub(in crate::solve) struct Set<const W: usize>(pub(in crate::solve) [u64; W]);

impl<const W: usize> Set<W> {
    pub(in crate::solve) const EMPTY: Set<W> = Set([0; W]);

    pub(in crate::solve) fn of(places: impl Iterator<Item = usize>) -> Set<W> {
        let mut set = Set::EMPTY;
        places.for_each(|at| set.insert(at));
        set
    }

    pub(in crate::solve) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |bits, word| bits | word) == 0
    }

    pub(in crate::solve) fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub(in crate::solve) fn without(mut self, at: usize) -> Set<W> {
        self.0[at / 64] &= !(1 << (at % 64));
        self
    }

    pub(in crate::solve) fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub(in crate::solve) fn and(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Whether the two have anything in common.
    pub(in crate::solve) fn meets(&self, other: &Set<W>) -> bool {
        !self.and(other).is_empty()
    }

    pub(in crate::solve) fn or(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// What is in this set and not in the other.
    pub(in crate::solve) fn minus(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(in crate::solve) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(in crate::solve) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| at * 64 + word.trailing_zeros() as usize)
        })
    }
}
