//! A set of small numbers, one bit each.

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set of numbers below `len`.
    pub(crate) fn empty(len: usize) -> Bits {
        Bits { words: vec![0; len.div_ceil(64)] }
    }

    #[inline]
    pub(crate) fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// The members, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| members(word).map(move |bit| at * 64 + bit))
    }
}

/// The bits that are set in a word, ascending.
pub(crate) fn members(word: u64) -> impl Iterator<Item = usize> {
    let without_lowest = |&word: &u64| Some(word & word.wrapping_sub(1));
    std::iter::successors(Some(word), without_lowest)
        .take_while(|&word| word != 0)
        .map(|word| word.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_order_across_words() {
        for len in [0, 1, 63, 64, 65, 130] {
            let mut bits = Bits::empty(len);
            assert_eq!(bits.iter().count(), 0);
            (0..len).rev().step_by(3).for_each(|member| bits.insert(member));
            let mut members: Vec<usize> = (0..len).rev().step_by(3).collect();
            members.reverse();
            assert_eq!(bits.iter().collect::<Vec<_>>(), members);
        }
    }
}
