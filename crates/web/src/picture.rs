//! The divisor graph as rows and lines, to be drawn: each number in the row of how many prime factors it has.

use duel::{Pool, heap};
use serde::Serialize;

/// A picture of more numbers than this shows nothing any more.
pub(crate) const DRAWN: u64 = 260;

/// What is drawn where.
#[derive(Debug, Serialize)]
pub(crate) struct Picture {
    /// The numbers of each row, ascending; row 0 has the number 1 alone.
    rows: Vec<Vec<u64>>,
    /// Lines between a number and the next multiples of it: those without another number of the pool between the two.
    lines: Vec<[u64; 2]>,
}

impl Picture {
    /// The picture of a pool that is small enough.
    pub(crate) fn of(pool: Pool) -> Picture {
        let numbers: Vec<u64> = pool.numbers().collect();
        let row = |number: u64| if number == 1 { 0 } else { heap(number) as usize + 1 };
        let mut rows = vec![Vec::new(); numbers.iter().map(|&number| row(number) + 1).max().unwrap_or(0)];
        let mut lines = Vec::new();
        for &number in &numbers {
            rows[row(number)].push(number);
            let multiples: Vec<u64> =
                numbers.iter().copied().filter(|&other| other > number && other.is_multiple_of(number)).collect();
            for &multiple in &multiples {
                if !multiples.iter().any(|&between| between < multiple && multiple.is_multiple_of(between)) {
                    lines.push([number, multiple]);
                }
            }
        }
        Picture { rows, lines }
    }
}
