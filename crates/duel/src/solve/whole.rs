//! The decomposition of all the numbers from one to another at once, for large pools.
//!
//! The matching is the one of [`matching`](super::matching): searches from one root at a time, the failing ones frozen. What is
//! different is what is remembered and in which order the roots come.
//!
//! - A vertex has a mate and two bits. Everything else belongs to the search that is going on, whose nodes are made in pairs: the mate
//!   of a node is its number with the last bit turned.
//! - Most roots are matched with the number divided by its smallest prime, without any search.
//! - The roots of the upper half come first, from the largest down. Of the others those with the same part without small primes come
//!   one after the other: they compete for the same few divisors, and what one search has put in order the next one finds.
//! - A search that has gone far without an end is given up, and its root comes again when all others are done. The last of those that
//!   are left can no longer be matched, whatever way is tried, because nothing else is: only its labels are wanted. They belong to one
//!   giant blossom, and for that no tree is grown. From a large enough part of it, the rest is found by sweeping over all pairs: a pair
//!   both of whose ends have a neighbour in the blossom joins it. What no sweep finds any more, an ordinary search does.

mod giant;
pub(super) mod tree;

use super::graph::{Divisibility, Graph};
use super::matching::{Label, Labels};
use super::{OutOfBudget, Watch};
use crate::factor::is_prime;
use tree::{ROOT, Tree};

/// No mate.
const NONE: u32 = 0;

/// Primes below this are small: a number's roots are sorted by what is left without them.
const SMALL_PRIMES: u32 = 60;

/// So many neighbours are looked at together.
const AT_A_TIME: usize = 32;

/// How often somebody is asked whether to go on: after so many steps of the kind that is being done.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 20;

/// How far to go before something else is tried. Small limits make rare ways common, for tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How many neighbours a search may look at before its root is put off.
    visits: u64,
    /// How many numbers a blossom must have for the sweeps to begin with it.
    blossom: u32,
}

impl Limits {
    /// Too few visits would put off thousands of roots, each of which costs a whole search later.
    pub(crate) fn of(hi: u32) -> Limits {
        Limits { visits: (1 << 16).max(u64::from(hi) / 8), blossom: (hi / 1_000).max(256) }
    }
}

/// A maximum matching of the numbers from `lo` to `hi`, and what it says about each of them.
pub(crate) struct Whole {
    graph: Divisibility,
    lo: u32,
    hi: u32,
    limits: Limits,
    mates: Vec<u32>,
    labels: Labels,
    tree: Tree,
    put_off: Vec<u32>,
    size: u64,
}

/// How a search ended.
enum Grown {
    /// At an unmatched number, which this node has reached.
    Found { from: u32, end: u32 },
    /// Nowhere: the tree can grow no further.
    Failed,
    /// Too far.
    GivenUp,
    /// In front of a blossom that is large enough, with this base.
    Large { base: u32 },
}

impl Whole {
    /// Works everything out.
    pub(crate) fn of(lo: u32, hi: u32, limits: Limits, watch: &mut Watch<'_>) -> Result<Whole, OutOfBudget> {
        let mut labels = Labels::new(hi as usize + 1);
        for absent in 0..lo {
            labels.set(absent, Label::Inner);
        }
        let mut whole = Whole {
            graph: Divisibility::new(hi),
            lo,
            hi,
            limits,
            mates: vec![NONE; hi as usize + 1],
            labels,
            tree: Tree::default(),
            put_off: Vec::new(),
            size: 0,
        };
        // These are the parts of the time that they take among ten million numbers.
        whole.match_upper_half(&mut watch.part(0.0..0.2))?;
        whole.match_lower_half(&mut watch.part(0.2..0.65))?;
        whole.finish(&mut watch.part(0.65..1.0))?;
        Ok(whole)
    }

    /// How many pairs there are.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Whether some maximum matching misses the number.
    pub(crate) fn is_missable(&self, number: u32) -> bool {
        matches!(self.labels.get(number), Label::Outer | Label::RootBlossom)
    }

    /// The graph, the partner of each number (0 where it has none) and the labels.
    pub(super) fn into_parts(self) -> (Divisibility, Vec<u32>, Labels) {
        (self.graph, self.mates, self.labels)
    }

    fn match_upper_half(&mut self, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        for root in ((self.hi / 2 + 1).max(self.lo)..=self.hi).rev() {
            if root.is_multiple_of(1 << 12) {
                watch.look(2.0 * f64::from(self.hi - root) / f64::from(self.hi))?;
            }
            self.try_root(root, watch)?;
        }
        Ok(())
    }

    /// By the part without small primes, then by the rest, both from the largest down.
    fn match_lower_half(&mut self, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        let largest = self.hi / 2;
        let smooth = smooth_numbers(largest);
        let mut seen = 0;
        for rough in (1..=largest).rev() {
            if rough > 1 && self.graph.smallest_prime_factor(rough) < SMALL_PRIMES {
                continue;
            }
            let fitting = smooth.partition_point(|&smooth| smooth <= largest / rough);
            for &smooth in smooth[..fitting].iter().rev() {
                let root = rough * smooth;
                seen += 1;
                if seen % (1 << 12) == 0 {
                    watch.look(2.0 * f64::from(seen) / f64::from(self.hi))?;
                }
                if root >= self.lo {
                    self.try_root(root, watch)?;
                }
            }
        }
        Ok(())
    }

    /// The roots that were put off: all but the last by searches as long as they take, and the last by its labels alone.
    fn finish(&mut self, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        while let Some(root) = self.put_off.pop() {
            if !self.is_open(root) {
                continue;
            }
            let is_last = !self.put_off.iter().any(|&other| self.is_open(other));
            if is_last {
                self.label_giant(root, watch)?;
            } else {
                self.search(root, u64::MAX, watch)?;
            }
        }
        Ok(())
    }

    /// Whether a number has no mate, and no search from it has failed.
    fn is_open(&self, number: u32) -> bool {
        self.mates[number as usize] == NONE && self.labels.get(number) == Label::Unlabelled
    }

    fn try_root(&mut self, root: u32, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        if !self.is_open(root) {
            return Ok(());
        }
        let divisor = root / self.graph.smallest_prime_factor(root);
        if (self.lo..root).contains(&divisor) && self.is_open(divisor) {
            self.join(root, divisor);
            self.size += 1;
            return Ok(());
        }
        self.search(root, self.limits.visits, watch)
    }

    fn join(&mut self, one: u32, other: u32) {
        self.mates[one as usize] = other;
        self.mates[other as usize] = one;
    }

    fn search(&mut self, root: u32, visits: u64, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        self.tree.start(root, &mut self.labels);
        // How far a search is says nothing about how far all of them are.
        let grown = self.grow(visits, &mut watch.share())?;
        match grown {
            Grown::Found { from, end } => {
                self.tree.forget(&mut self.labels);
                self.augment(from, end);
                self.size += 1;
            }
            Grown::GivenUp => {
                self.tree.forget(&mut self.labels);
                self.put_off.push(root);
            }
            Grown::Failed | Grown::Large { .. } => {}
        }
        Ok(())
    }

    /// Grows the tree in the order in which its outer nodes were found.
    fn grow(&mut self, visits: u64, watch: &mut Watch<'_>) -> Result<Grown, OutOfBudget> {
        let (mut next, mut seen, mut looked) = (0, 0, STEPS_BETWEEN_LOOKS);
        while let Some(&from) = self.tree.outer.get(next) {
            next += 1;
            if let Some(end) = self.visit(from, &mut seen) {
                return Ok(Grown::Found { from, end });
            }
            if seen > visits {
                return Ok(Grown::GivenUp);
            }
            if seen > looked {
                watch.look(next as f64 / self.tree.outer.len() as f64)?;
                looked += STEPS_BETWEEN_LOOKS;
            }
        }
        Ok(Grown::Failed)
    }

    /// Looks at all neighbours of an outer node; an unmatched one, if there is one.
    ///
    /// They are taken some at a time: first all their mates are looked up, which the processor then does at once, and only then
    /// anything is done with them. Waiting for one after the other is what most of the time of a large pool would go into.
    fn visit(&mut self, from: u32, seen: &mut u64) -> Option<u32> {
        let Whole { graph, mates, labels, tree, .. } = self;
        let number = tree.number[from as usize];
        let mut look = Look { from, in_root_blossom: tree.joins_root_blossom(from, labels), mates, labels, tree };
        let mut some = [0; AT_A_TIME];
        let mut waiting = 0;
        let mut end = None;
        graph.neighbours(number, |to| {
            *seen += 1;
            if look.labels.get(to) != Label::Inner {
                some[waiting] = to;
                waiting += 1;
                if waiting == AT_A_TIME {
                    end = look.at(&some);
                    waiting = 0;
                }
            }
            end.is_some()
        });
        end.or_else(|| look.at(&some[..waiting]))
    }

    /// Matches along the way back from an unmatched number, which this node has reached, to the root.
    fn augment(&mut self, mut from: u32, mut end: u32) {
        loop {
            self.join(end, self.tree.number[from as usize]);
            if from == ROOT {
                return;
            }
            let next = from ^ 1;
            end = self.tree.number[next as usize];
            from = self.tree.back[next as usize];
        }
    }
}

/// An outer node whose neighbours are looked at.
struct Look<'a> {
    from: u32,
    in_root_blossom: bool,
    mates: &'a [u32],
    labels: &'a mut Labels,
    tree: &'a mut Tree,
}

impl Look<'_> {
    /// Looks at some neighbours; an unmatched one, if there is one.
    fn at(&mut self, some: &[u32]) -> Option<u32> {
        let Look { from, in_root_blossom, mates, labels, tree } = self;
        let mut found = [0; AT_A_TIME];
        for (mate, &to) in found.iter_mut().zip(some) {
            *mate = mates[to as usize];
        }
        for (&to, &mate) in some.iter().zip(&found) {
            match labels.get(to) {
                // It became so by one of those before it.
                Label::Inner => {}
                Label::Unlabelled if mate == NONE => return Some(to),
                Label::Unlabelled => tree.reach(*from, to, mate, labels),
                Label::Outer => {
                    let other = tree.node_of(to, mates);
                    if tree.close(*from, other, labels).is_some() {
                        *in_root_blossom = tree.joins_root_blossom(*from, labels);
                    }
                    if *in_root_blossom {
                        labels.set(to, Label::RootBlossom);
                    }
                }
                Label::RootBlossom => {
                    if !*in_root_blossom {
                        // What the sweeps have found has no node: the root stands for it.
                        let other = tree.node_of(to, mates);
                        tree.close(*from, other, labels);
                        *in_root_blossom = tree.joins_root_blossom(*from, labels);
                    }
                }
            }
        }
        None
    }
}

/// The numbers up to this one without any prime of [`SMALL_PRIMES`] or more, ascending.
fn smooth_numbers(largest: u32) -> Vec<u32> {
    let mut found: Vec<u32> = vec![1];
    for prime in (2..SMALL_PRIMES).filter(|&number| is_prime(number.into())) {
        let mut at = 0;
        while let Some(&number) = found.get(at) {
            found.extend(number.checked_mul(prime).filter(|&multiple| multiple <= largest));
            at += 1;
        }
    }
    found.retain(|&number| number <= largest);
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::matching::Matcher;

    /// The same by the ordinary matcher.
    fn expected(lo: u32, hi: u32) -> (u64, Vec<u32>) {
        let mut matcher = Matcher::new(Divisibility::new(hi), |number| number >= lo);
        (lo..=hi).rev().for_each(|root| matcher.try_root(root));
        let missable = (lo..=hi).filter(|&number| matcher.is_missable(number)).collect();
        (matcher.size() as u64, missable)
    }

    fn found(lo: u32, hi: u32, limits: Limits) -> (u64, Vec<u32>) {
        let whole = Whole::of(lo, hi, limits, &mut Watch::forever()).unwrap();
        assert!((lo..=hi).all(|number| match whole.mates[number as usize] {
            NONE => true,
            mate => whole.mates[mate as usize] == number && number.max(mate).is_multiple_of(number.min(mate)),
        }));
        let matched = (lo..=hi).filter(|&number| whole.mates[number as usize] != NONE).count();
        assert_eq!(matched as u64, 2 * whole.size(), "{lo}..{hi}");
        (whole.size(), (lo..=hi).filter(|&number| whole.is_missable(number)).collect())
    }

    #[test]
    fn it_says_what_the_ordinary_matcher_says() {
        for hi in 2..=3_000 {
            let lo = 1 + hi % 2;
            assert_eq!(found(lo, hi, Limits::of(hi)), expected(lo, hi), "{lo}..{hi}");
        }
    }

    /// Small limits put many roots off, turn the matching towards the first blossom, and let sweeps begin with next to nothing.
    #[test]
    fn rare_ways_lead_to_the_same() {
        for hi in 2..=600 {
            for (visits, blossom) in [(0, 3), (1, 5), (20, 3), (100, 9), (1_000, 33), (10, u32::MAX)] {
                for lo in 1..=3.min(hi) {
                    assert_eq!(
                        found(lo, hi, Limits { visits, blossom }),
                        expected(lo, hi),
                        "{lo}..{hi} {visits} {blossom}"
                    );
                }
            }
        }
    }

    /// Nothing of the solver is used but its answer: without the barrier the numbers fall apart, and of the odd pieces there are as
    /// many more than numbers in the barrier as the pairs leave numbers over. So there cannot be more pairs (Tutte and Berge).
    #[test]
    fn the_barrier_shows_that_no_more_pairs_are_possible() {
        for hi in [20_000, 99_991, 250_000] {
            let whole = Whole::of(2, hi, Limits::of(hi), &mut Watch::forever()).unwrap();
            let is_barrier = |number: usize| whole.labels.get(number as u32) == Label::Inner;
            let mut piece: Vec<usize> = (0..=hi as usize).collect();
            fn first(piece: &mut [usize], mut number: usize) -> usize {
                while piece[number] != number {
                    piece[number] = piece[piece[number]];
                    number = piece[number];
                }
                number
            }
            for divisor in (2..=hi as usize / 2).filter(|&number| !is_barrier(number)) {
                for multiple in (2 * divisor..=hi as usize).step_by(divisor).filter(|&number| !is_barrier(number)) {
                    let (one, other) = (first(&mut piece, divisor), first(&mut piece, multiple));
                    piece[one] = other;
                }
            }
            let mut sizes = vec![0; hi as usize + 1];
            let mut barrier = 0;
            for number in 2..=hi as usize {
                if is_barrier(number) { barrier += 1 } else { sizes[first(&mut piece, number)] += 1 }
            }
            let odd = sizes.iter().filter(|&&size| size % 2 == 1).count();
            assert_eq!(odd - barrier, hi as usize - 1 - 2 * whole.size() as usize, "{hi}");
        }
    }

    #[test]
    fn a_large_pool_is_what_it_is_known_to_be() {
        let limits = Limits { visits: 2_000, blossom: 50 };
        assert_eq!(found(2, 30_000, limits), expected(2, 30_000));
    }
}
