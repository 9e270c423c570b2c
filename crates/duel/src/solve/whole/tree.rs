//! The tree of one search, and which node of it a number has.

use crate::solve::matching::{Label, Labels};

/// The node of the root of a search. Its mate, the node 0, is nobody.
pub(in crate::solve) const ROOT: u32 = 1;

/// Where at least one slot in so many is taken, emptying all of them is quicker than looking for each.
const MANY: usize = 16;

/// What a search has reached. An outer node is odd and its mate even, until a blossom makes both of them outer.
#[derive(Default)]
pub(in crate::solve) struct Tree {
    pub(in crate::solve) number: Vec<u32>,
    /// The way back towards the root, as in [`matching`](crate::solve::matching).
    pub(in crate::solve) back: Vec<u32>,
    /// Towards the base of its blossom (a union-find forest); itself when it is a base.
    base: Vec<u32>,
    /// How many numbers the blossom of a base has.
    pub(in crate::solve) size: Vec<u32>,
    /// The last walk to a common ancestor that came by.
    walk: Vec<u32>,
    pub(in crate::solve) nodes: Nodes,
    /// The outer nodes in the order in which they were found.
    pub(in crate::solve) outer: Vec<u32>,
    walks: u32,
}

impl Tree {
    pub(in crate::solve) fn start(&mut self, root: u32, labels: &mut Labels) {
        self.nodes.clear(&self.number);
        for each in [&mut self.number, &mut self.back, &mut self.base, &mut self.size, &mut self.walk, &mut self.outer]
        {
            each.clear();
        }
        self.walks = 0;
        self.push(0);
        self.push(root);
        self.outer.push(ROOT);
        labels.set(root, Label::Outer);
    }

    /// Begins with a root that stands for many numbers and has none itself.
    pub(in crate::solve) fn start_from_many(&mut self) {
        self.push(u32::MAX);
        self.push(u32::MAX);
    }

    fn push(&mut self, number: u32) -> u32 {
        let node = self.number.len() as u32;
        self.number.push(number);
        self.back.push(0);
        self.base.push(node);
        self.size.push(1);
        self.walk.push(0);
        node
    }

    /// Reaches an unlabelled number and its mate.
    #[inline]
    pub(in crate::solve) fn reach(&mut self, from: u32, to: u32, mate: u32, labels: &mut Labels) {
        let inner = self.push(to);
        self.back[inner as usize] = from;
        let outer = self.push(mate);
        self.outer.push(outer);
        labels.set(to, Label::Inner);
        labels.set(mate, Label::Outer);
    }

    /// An edge between two outer nodes closes a blossom, unless they are in one already; its base if it did.
    pub(in crate::solve) fn close(&mut self, one: u32, other: u32, labels: &mut Labels) -> Option<u32> {
        let ancestor = self.common_base(one, other)?;
        self.close_at(ancestor, one, other, labels);
        Some(ancestor)
    }

    /// The base that a blossom would have which an edge between these outer nodes closes, unless they are in one already.
    pub(in crate::solve) fn common_base(&mut self, one: u32, other: u32) -> Option<u32> {
        let (one, other) = (self.base(one), self.base(other));
        (one != other).then(|| self.common_ancestor(one, other))
    }

    pub(in crate::solve) fn close_at(&mut self, ancestor: u32, one: u32, other: u32, labels: &mut Labels) {
        self.shrink(one, other, ancestor, labels);
        self.shrink(other, one, ancestor, labels);
    }

    /// The node of an outer number. What has none is what the root stands for.
    pub(in crate::solve) fn node_of(&mut self, number: u32, mates: &[u32]) -> u32 {
        self.nodes.note_all(&self.number);
        let of = |number| self.nodes.find(number, &self.number);
        // A number that was inner at first has the node beside that of its mate.
        of(number).or_else(|| Some(of(mates[number as usize])? ^ 1)).unwrap_or(ROOT)
    }

    /// Whether the node lies in the root's blossom; its label is set to say so.
    pub(in crate::solve) fn joins_root_blossom(&mut self, node: u32, labels: &mut Labels) -> bool {
        let joins = self.base(node) == self.base(ROOT);
        if joins {
            labels.set(self.number[node as usize], Label::RootBlossom);
        }
        joins
    }

    #[inline]
    pub(in crate::solve) fn base(&mut self, mut node: u32) -> u32 {
        loop {
            let parent = self.base[node as usize];
            if parent == node {
                return node;
            }
            let grandparent = self.base[parent as usize];
            self.base[node as usize] = grandparent;
            node = grandparent;
        }
    }

    /// The nearest base that the ways of both to the root have in common, found by walking them by turns.
    fn common_ancestor(&mut self, mut one: u32, mut other: u32) -> u32 {
        const NOWHERE: u32 = 0;
        self.walks += 1;
        loop {
            if one != NOWHERE {
                one = self.base(one);
                if self.walk[one as usize] == self.walks {
                    return one;
                }
                self.walk[one as usize] = self.walks;
                one = if one == ROOT { NOWHERE } else { self.back[one as usize ^ 1] };
            }
            std::mem::swap(&mut one, &mut other);
        }
    }

    /// Makes the way from `from` up to the base of a new blossom part of it, `across` being the other end of the edge that
    /// closed it. Inner nodes on the way become outer.
    fn shrink(&mut self, mut from: u32, mut across: u32, base: u32, labels: &mut Labels) {
        while self.base(from) != base {
            self.back[from as usize] = across;
            self.unite(from, base);
            let inner = from ^ 1;
            let number = self.number[inner as usize];
            if labels.get(number) == Label::Inner {
                labels.set(number, Label::Outer);
                self.outer.push(inner);
            }
            self.unite(inner, base);
            across = inner;
            from = self.back[inner as usize];
        }
    }

    /// Puts a node that is the base of its blossom, if only of its own, into another.
    fn unite(&mut self, node: u32, base: u32) {
        if self.base[node as usize] == node {
            self.base[node as usize] = base;
            self.size[base as usize] += self.size[node as usize];
        }
    }

    /// The numbers in the blossom with this base.
    pub(in crate::solve) fn members_of(&mut self, base: u32) -> Vec<u32> {
        (ROOT..self.number.len() as u32)
            .filter(|&node| self.base(node) == base)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|node| self.number[node as usize])
            .collect()
    }

    /// Takes back every label.
    pub(in crate::solve) fn forget(&self, labels: &mut Labels) {
        for &number in &self.number[ROOT as usize..] {
            labels.set(number, Label::Unlabelled);
        }
    }
}

/// Which node a number has that was outer from the beginning: a hash table that is filled only when somebody asks, because most searches
/// end before, and is as quick to empty.
#[derive(Default)]
pub(in crate::solve) struct Nodes {
    /// A node each, or 0; a power of two of them, at most two thirds of them taken.
    slots: Vec<u32>,
    /// How many nodes are in it: the oldest ones of those that were outer from the beginning, which are the odd ones.
    taken: usize,
}

impl Nodes {
    /// Where a number is, or where it would be.
    #[inline]
    fn slot_of(&self, number: u32, numbers: &[u32]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = number.wrapping_mul(0x9E37_79B1) as usize & mask;
        while self.slots[slot] != 0 && numbers[self.slots[slot] as usize] != number {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    fn find(&self, number: u32, numbers: &[u32]) -> Option<u32> {
        Some(self.slots[self.slot_of(number, numbers)]).filter(|&node| node != 0)
    }

    /// Takes up all nodes that there are.
    #[inline]
    fn note_all(&mut self, numbers: &[u32]) {
        let all = numbers.len() / 2;
        if all * 3 > self.slots.len() * 2 {
            let slots = (all * 2).next_power_of_two();
            // The old ones go first, so that there are never both.
            self.slots = Vec::new();
            self.slots = vec![0; slots];
            self.taken = 0;
        }
        for at in self.taken..all {
            let node = 2 * at + 1;
            let slot = self.slot_of(numbers[node], numbers);
            self.slots[slot] = node as u32;
        }
        self.taken = all;
    }

    /// Forgets all nodes: all at once where they are many, and otherwise the newest first, because what an older one had to step over
    /// is still there then.
    fn clear(&mut self, numbers: &[u32]) {
        if self.taken * MANY > self.slots.len() {
            self.slots.fill(0);
        } else {
            for at in (0..self.taken).rev() {
                let slot = self.slot_of(numbers[2 * at + 1], numbers);
                self.slots[slot] = 0;
            }
        }
        self.taken = 0;
    }
}
