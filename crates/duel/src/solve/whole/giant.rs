//! The last number without a mate: nothing is left that it could be matched with, and only its labels are wanted. They belong to one
//! giant blossom, for which no tree is grown.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::tree::ROOT;
use super::{Grown, NONE, STEPS_BETWEEN_LOOKS, Whole};
use crate::bits::Bits;
use crate::solve::graph::Graph;
use crate::solve::matching::Label;
use crate::solve::{OutOfBudget, Watch};

/// So much of what is left must join in a sweep for another one to be worth it: one pair in so many.
const WORTH_A_SWEEP: u64 = 200;

impl Whole {
    /// Labels whatever the last unmatched number reaches. There is nothing that it could be matched with.
    pub(super) fn label_giant(&mut self, root: u32, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        let mut root = root;
        let base = loop {
            self.tree.start(root, &mut self.labels);
            match self.grow_a_blossom(watch)? {
                Grown::Large { base } if base == ROOT => break base,
                Grown::Large { base } => {
                    // The base of the blossom becomes the one without a mate, and so the root.
                    let number = self.tree.number[base as usize];
                    let (from, end) = (self.tree.back[base as usize ^ 1], self.tree.number[base as usize ^ 1]);
                    self.tree.forget(&mut self.labels);
                    self.augment(from, end);
                    self.mates[number as usize] = NONE;
                    root = number;
                }
                _ => return Ok(()),
            }
        };
        let blossom = self.tree.members_of(base);
        self.tree.forget(&mut self.labels);
        self.sweep(root, &blossom, &mut watch.part(0.0..0.65))?;
        let grown = self.grow(u64::MAX, &mut watch.part(0.65..1.0))?;
        debug_assert!(matches!(grown, Grown::Failed), "nothing is left to be matched with");
        Ok(())
    }

    /// Grows the tree with the smallest number first, because it has the most neighbours, until there is a large blossom.
    fn grow_a_blossom(&mut self, watch: &mut Watch<'_>) -> Result<Grown, OutOfBudget> {
        let mut smallest = BinaryHeap::new();
        let (mut known, mut seen, mut looked) = (0, 0, STEPS_BETWEEN_LOOKS);
        loop {
            while let Some(&node) = self.tree.outer.get(known) {
                smallest.push(Reverse((self.tree.number[node as usize], node)));
                known += 1;
            }
            let Some(Reverse((_, from))) = smallest.pop() else { return Ok(Grown::Failed) };
            let end = self.visit(from, &mut seen);
            debug_assert_eq!(end, None, "the last one has nothing to be matched with");
            let base = self.tree.base(from);
            if self.tree.size[base as usize] >= self.limits.blossom {
                return Ok(Grown::Large { base });
            }
            if seen > looked {
                watch.check()?;
                looked += STEPS_BETWEEN_LOOKS;
            }
        }
    }

    /// Lets pairs join the blossom of the root as long as many of them can.
    fn sweep(&mut self, root: u32, blossom: &[u32], watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        let mut next_to_blossom = Bits::empty(self.hi as usize + 1);
        for &number in blossom {
            self.enter(number, &mut next_to_blossom);
        }
        // Each sweep takes some three quarters of the time of the one before.
        let mut to_go = 1.0;
        loop {
            let (mut joined, mut left) = (0, 0);
            for one in self.lo..=self.hi {
                if u64::from(one).is_multiple_of(STEPS_BETWEEN_LOOKS) {
                    watch.look(1.0 - to_go * (1.0 - 0.25 * f64::from(one) / f64::from(self.hi)))?;
                }
                let other = self.mates[one as usize];
                if other < one || self.labels.get(one) != Label::Unlabelled {
                    continue;
                }
                if next_to_blossom.contains(one as usize) && next_to_blossom.contains(other as usize) {
                    self.enter(one, &mut next_to_blossom);
                    self.enter(other, &mut next_to_blossom);
                    joined += 1;
                } else {
                    left += 1;
                }
            }
            if joined * WORTH_A_SWEEP < left + joined || joined == 0 {
                return self.seed(root, &next_to_blossom, watch);
            }
            to_go *= 0.75;
        }
    }

    fn enter(&mut self, number: u32, next_to_blossom: &mut Bits) {
        self.labels.set(number, Label::RootBlossom);
        self.graph.neighbours(number, |neighbour| {
            next_to_blossom.insert(neighbour as usize);
            false
        });
    }

    /// The pairs that have an end next to the blossom begin an ordinary search, in which the root stands for the blossom.
    fn seed(&mut self, root: u32, next_to_blossom: &Bits, watch: &mut Watch<'_>) -> Result<(), OutOfBudget> {
        self.tree.start(root, &mut self.labels);
        self.labels.set(root, Label::RootBlossom);
        for number in self.lo..=self.hi {
            if u64::from(number).is_multiple_of(STEPS_BETWEEN_LOOKS) {
                watch.check()?;
            }
            if self.labels.get(number) == Label::Unlabelled && next_to_blossom.contains(number as usize) {
                self.tree.reach(ROOT, number, self.mates[number as usize], &mut self.labels);
            }
        }
        Ok(())
    }
}
