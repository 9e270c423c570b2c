//! What is known about the longest chain: what others have published, and what was worked out here.

use super::Size;

/// The length of the longest chain, and who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// How many numbers it has.
    pub length: usize,
    /// Where that is from.
    pub source: Source,
}

/// Where a length is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The On-Line Encyclopedia of Integer Sequences, A337125.
    Oeis,
    /// Our own search, run again by the tests.
    Ours,
}

/// A337125 of the On-Line Encyclopedia of Integer Sequences, for 1 to 68 numbers.
const PUBLISHED: [u8; 68] = [
    1, 2, 3, 4, 4, 6, 6, 7, 8, 9, 9, 11, 11, 12, 13, 14, 14, 16, 16, 17, 18, 19, 19, 21, 21, 22, 23, 24, 24, 26, 26,
    27, 28, 28, 29, 30, 30, 30, 31, 32, 32, 34, 34, 36, 37, 37, 37, 39, 39, 41, 42, 43, 43, 44, 45, 46, 47, 47, 47, 49,
    49, 49, 50, 51, 51, 53, 53, 54,
];

/// The same page for 100 numbers.
const PUBLISHED_FOR_100: usize = 77;

/// What our own search says from 69 numbers on.
const OURS: [u8; 55] = [
    55, 57, 57, 58, 58, 58, 59, 60, 61, 63, 63, 64, 65, 65, 65, 66, 66, 66, 67, 69, 69, 70, 71, 72, 73, 73, 73, 74, 74,
    75, 76, 77, 77, 79, 79, 81, 82, 82, 82, 83, 83, 85, 86, 87, 87, 89, 89, 90, 91, 91, 92, 93, 93, 93, 94,
];

/// The length of the longest chain of these numbers, where it is known.
pub fn known(size: Size) -> Option<Known> {
    let at = size.count() - 1;
    let published = PUBLISHED.get(at).map(|&length| length.into());
    let published = published.or_else(|| (size.last() == 100).then_some(PUBLISHED_FOR_100));
    let ours = || Some((*OURS.get(at - PUBLISHED.len())?).into());
    published
        .map(|length| Known { length, source: Source::Oeis })
        .or_else(|| ours().map(|length| Known { length, source: Source::Ours }))
}
