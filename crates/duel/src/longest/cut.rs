//! Why a chain cannot be longer, so that a person can check it.
//!
//! Take k numbers away. What is left falls into pieces: no number of one goes with a number of another. A chain is cut into k + 1 runs
//! at most where the numbers are gone, and every run stays within one piece. So a chain has at most k numbers and what k + 1 runs can take of
//! the pieces; and how much one run, two runs and so on can take of a small piece is soon tried.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use super::{Size, goes_with, neighbours};
use crate::bits::members;
use crate::luck::{self, below};
use crate::solve::{OutOfBudget, Watch};

/// Of a larger piece one run is taken to take all.
const TRIED: usize = 12;
/// How many numbers are looked at in all while better cuts are sought.
const LOOKED_AT: usize = 400_000;

/// Numbers that are taken away, and what follows from it for every chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The numbers that are taken away, ascending.
    pub removed: Vec<u64>,
    /// What is left, piece by piece.
    pub pieces: Vec<Piece>,
}

/// Numbers that hang together when others are taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The numbers, ascending.
    pub numbers: Vec<u64>,
    /// What the first run can take of them at most, what a second one adds, and so on; descending.
    pub gains: Vec<usize>,
}

impl Cut {
    /// How many runs a chain can have in the pieces.
    pub fn runs(&self) -> usize {
        self.removed.len() + 1
    }

    /// No chain has more numbers than this.
    pub fn at_most(&self) -> usize {
        let mut gains: Vec<usize> = self.pieces.iter().flat_map(|piece| piece.gains.iter().copied()).collect();
        gains.sort_unstable_by(|a, b| b.cmp(a));
        self.removed.len() + gains.iter().take(self.runs()).sum::<usize>()
    }
}

/// A cut that leaves as little as possible to a chain, and need not leave less than `enough`. The same numbers give the same cut everywhere.
///
/// # Errors
/// When somebody says stop.
pub fn cut(size: Size, enough: usize, watch: &mut Watch<'_>) -> Result<Cut, OutOfBudget> {
    let mut cutter = Cutter { neighbours: neighbours(size), tried: FxHashMap::default() };
    // 1 goes with all others, and small numbers with most. How many of them is found out by trying.
    let prefixes = (1..=(size.count() / 2).max(1)).step_by(1 + size.count() / 200);
    let mut best = vec![false; size.count() + 1];
    let mut at_most = usize::MAX;
    for taken in prefixes {
        watch.look(0.0)?;
        let removed: Vec<bool> = (0..=size.count()).map(|number| (1..=taken).contains(&number)).collect();
        let this = cutter.cut(&removed).at_most();
        if this < at_most {
            (best, at_most) = (removed, this);
        }
    }
    let tries = LOOKED_AT / size.count();
    let mut luck = luck::of_long_chains(size.last());
    let (mut now, mut here) = (best.clone(), at_most);
    for trial in 0..tries {
        if at_most <= enough {
            break;
        }
        watch.look(trial as f64 / tries as f64)?;
        let mut other = now.clone();
        for _ in 0..1 + below(&mut luck, 2) {
            let number = 1 + below(&mut luck, (size.count() / 2).max(1));
            other[number] = number == 1 || !other[number];
        }
        let there = cutter.cut(&other).at_most();
        if there <= here || is_accepted(there - here, &mut luck) {
            (now, here) = (other, there);
        }
        if here < at_most {
            (best, at_most) = (now.clone(), here);
        }
    }
    Ok(cutter.cut(&best))
}

/// Something worse is put up with now and then, so that what is better behind it can be found.
fn is_accepted(worse: usize, luck: &mut ChaCha8Rng) -> bool {
    worse < 8 && luck.next_u64() >> (64 - 5 * worse) == 0
}

struct Cutter {
    neighbours: Vec<Vec<u32>>,
    /// Pieces that were tried before, and what runs gain in them.
    tried: FxHashMap<Vec<u32>, Vec<usize>>,
}

impl Cutter {
    fn cut(&mut self, is_removed: &[bool]) -> Cut {
        let mut is_met = is_removed.to_vec();
        let mut pieces = Vec::new();
        for number in 1..is_met.len() {
            if is_met[number] {
                continue;
            }
            is_met[number] = true;
            let mut piece = vec![number as u32];
            let mut at = 0;
            while let Some(&number) = piece.get(at) {
                for &other in &self.neighbours[number as usize] {
                    if !std::mem::replace(&mut is_met[other as usize], true) {
                        piece.push(other);
                    }
                }
                at += 1;
            }
            piece.sort_unstable();
            let gains = self.tried.entry(piece.clone()).or_insert_with(|| gains(&piece)).clone();
            pieces.push(Piece { numbers: piece.into_iter().map(u64::from).collect(), gains });
        }
        let removed = (1..is_removed.len()).filter(|&number| is_removed[number]).map(|number| number as u64);
        Cut { removed: removed.collect(), pieces }
    }
}

/// What runs gain in a piece, one after the other.
fn gains(piece: &[u32]) -> Vec<usize> {
    if piece.len() > TRIED {
        return vec![piece.len()];
    }
    let goes = |at: usize| (0..piece.len()).filter(move |&other| other != at && goes_with(piece[at], piece[other]));
    let neighbours: Vec<u64> = (0..piece.len()).map(|at| goes(at).fold(0, |set, other| set | 1 << other)).collect();
    // Of every part of the piece: in how few runs it is taken whole, and the numbers at which the last of so few can end.
    let mut parts = vec![(0, 0u64); 1 << piece.len()];
    let mut most = vec![0; piece.len() + 1];
    for part in 1..parts.len() {
        let (mut runs, mut ends) = (usize::MAX, 0);
        for last in members(part as u64) {
            let (before, ends_before) = parts[part & !(1 << last)];
            let with = before + usize::from(neighbours[last] & ends_before == 0);
            if with < runs {
                (runs, ends) = (with, 0);
            }
            if with == runs {
                ends |= 1 << last;
            }
        }
        parts[part] = (runs, ends);
        most[runs] = most[runs].max(part.count_ones() as usize);
    }
    let mut gains: Vec<usize> =
        most.windows(2).map(|runs| runs[1].saturating_sub(runs[0])).filter(|&gain| gain > 0).collect();
    // Together the first few are then no less than what so many runs take.
    gains.sort_unstable_by(|a, b| b.cmp(a));
    gains
}
