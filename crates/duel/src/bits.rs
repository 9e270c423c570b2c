//! A set of small numbers, one bit each.

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The set of all numbers below `len`.
    pub(crate) fn full(len: usize) -> Bits {
        let mut words = vec![u64::MAX; len.div_ceil(64)];
        if let (Some(last), used @ 1..) = (words.last_mut(), len % 64) {
            *last = (1 << used) - 1;
        }
        Bits { words }
    }

    /// The empty set of numbers below `len`.
    pub(crate) fn empty(len: usize) -> Bits {
        Bits { words: vec![0; len.div_ceil(64)] }
    }

    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    #[inline]
    pub(crate) fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// The members, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let without_lowest = |&word: &u64| Some(word & word.wrapping_sub(1));
            std::iter::successors(Some(word), without_lowest)
                .take_while(|&word| word != 0)
                .map(move |word| at * 64 + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_order_across_words() {
        for len in [0, 1, 63, 64, 65, 130] {
            let mut bits = Bits::full(len);
            assert_eq!(bits.iter().collect::<Vec<_>>(), (0..len).collect::<Vec<_>>());
            if len > 64 {
                bits.remove(64);
                bits.remove(0);
                assert!(!bits.contains(64) && bits.contains(63));
                bits.insert(64);
                assert_eq!(bits.iter().collect::<Vec<_>>(), (1..len).collect::<Vec<_>>());
            }
        }
    }
}
