//! What shows that a decomposition is right: the pairs of C, the cycles that hold every piece of D together, and how each number of A
//! can lend its partner's piece to be the one that is left over.
//!
//! Every piece begins with the one vertex of it that has no partner in it, its *root*. A pair whose two vertices both have an edge to
//! what is there joins it, by a cycle of three edges; so nearly all pairs join while every vertex is looked at once. What is left
//! hangs on longer cycles, which a blossom search finds.

use std::fmt;
use std::ops::Range;

use super::Unanswered;
use crate::bits::Bits;
use crate::solve::Watch;
use crate::solve::graph::{Divisibility, Graph};
use crate::solve::matching::{Label, Labels, Matcher};
use crate::solve::whole::Whole;
use crate::solve::whole::tree::{ROOT, Tree};

/// No partner.
const NONE: u32 = u32::MAX;

/// How many vertices are looked at between two looks at whether to go on.
const BETWEEN_LOOKS: u32 = 1 << 14;

/// A maximum matching, and the labels that say which vertices are in D (outer), in A (inner, with a partner) and in C (none).
pub(in crate::solve) struct Paired<G> {
    graph: G,
    /// Of a vertex that has joined a piece this is the root of the piece, except of the root itself.
    mates: Vec<u32>,
    labels: Labels,
    size: u64,
}

/// A row of a proof.
pub(super) enum Part<'a> {
    /// A pair of C.
    Rest([u32; 2]),
    /// Vertices round a cycle through an odd number of sets, which become one set by it.
    Cycle(&'a [u32]),
    /// A vertex of A, the root of the piece that it is paired with, and a vertex next to it of a piece that can be left over instead.
    Barrier([u32; 3]),
}

impl From<Whole> for Paired<Divisibility> {
    fn from(whole: Whole) -> Paired<Divisibility> {
        let size = whole.size();
        let (graph, mut mates, labels) = whole.into_parts();
        mates.iter_mut().filter(|mate| **mate == 0).for_each(|mate| *mate = NONE);
        Paired { graph, mates, labels, size }
    }
}

impl<G: Graph> From<Matcher<G>> for Paired<G> {
    fn from(matcher: Matcher<G>) -> Paired<G> {
        let size = matcher.size() as u64;
        let mates = (0..matcher.vertices() as u32).map(|vertex| matcher.mate(vertex).unwrap_or(NONE)).collect();
        let (graph, labels) = matcher.into_parts();
        Paired { graph, mates, labels, size }
    }
}

impl<G: Graph> Paired<G> {
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn is_missable(&self, vertex: u32) -> bool {
        matches!(self.labels.get(vertex), Label::Outer | Label::RootBlossom)
    }

    /// Shows everything, row by row: C, then what holds D together, then A.
    pub(super) fn show(
        mut self,
        watch: &mut Watch<'_>,
        mut row: impl FnMut(Part<'_>) -> fmt::Result,
    ) -> Result<(), Unanswered> {
        // These are the parts of the time that they take among ten million numbers.
        self.show_rest(&mut watch.part(0.0..0.15), &mut row)?;
        self.begin_pieces();
        let touched = self.join_pairs(&mut watch.part(0.15..0.65), &mut row)?;
        self.join_by_search(&touched, &mut watch.part(0.65..0.75), &mut row)?;
        drop(touched);
        self.show_barrier(&mut watch.part(0.75..1.0), &mut row)
    }

    /// Which part of all vertices are below this one.
    fn share(&self, vertex: u32) -> f64 {
        f64::from(vertex) / self.mates.len() as f64
    }

    fn vertices(&self) -> Range<u32> {
        0..self.mates.len() as u32
    }

    /// Shows the pairs of C and forgets them. From then on an inner vertex that has a partner is in A, and no other is.
    fn show_rest(
        &mut self,
        watch: &mut Watch<'_>,
        row: &mut impl FnMut(Part<'_>) -> fmt::Result,
    ) -> Result<(), Unanswered> {
        for vertex in self.vertices() {
            if vertex.is_multiple_of(BETWEEN_LOOKS) {
                watch.look(self.share(vertex))?;
            }
            let mate = self.mates[vertex as usize];
            if self.labels.get(vertex) == Label::Unlabelled && mate > vertex && mate != NONE {
                row(Part::Rest([vertex, mate]))?;
            }
        }
        for vertex in self.vertices() {
            if self.labels.get(vertex) == Label::Unlabelled {
                self.mates[vertex as usize] = NONE;
                self.labels.set(vertex, Label::Inner);
            }
        }
        Ok(())
    }

    /// Lets the roots of all pieces be there, and nothing else of D. From here on a vertex that is in a piece is labelled as in the
    /// root's blossom, and one that is still to join is not labelled.
    fn begin_pieces(&mut self) {
        for vertex in self.vertices() {
            if self.is_missable(vertex) {
                let mate = self.mates[vertex as usize];
                let is_root = mate == NONE || self.labels.get(mate) == Label::Inner;
                self.labels.set(vertex, if is_root { Label::RootBlossom } else { Label::Unlabelled });
            }
        }
    }

    fn has_joined(&self, vertex: u32) -> bool {
        self.labels.get(vertex) == Label::RootBlossom
    }

    fn join(&mut self, vertex: u32, root: u32) {
        self.labels.set(vertex, Label::RootBlossom);
        self.mates[vertex as usize] = root;
    }

    /// A vertex next to this one that has joined. There is one.
    fn joined_neighbour(&mut self, vertex: u32) -> u32 {
        let Paired { graph, labels, .. } = self;
        let mut found = vertex;
        graph.neighbours(vertex, |neighbour| {
            let has_joined = labels.get(neighbour) == Label::RootBlossom;
            found = if has_joined { neighbour } else { found };
            has_joined
        });
        found
    }

    /// Lets pairs join that can by a cycle of three edges, until no more can; gives the vertices next to any that has joined.
    fn join_pairs(
        &mut self,
        watch: &mut Watch<'_>,
        row: &mut impl FnMut(Part<'_>) -> fmt::Result,
    ) -> Result<Bits, Unanswered> {
        let mut touched = Bits::empty(self.mates.len());
        let mut joining = Vec::new();
        // Those that have joined and whose neighbours are still to be looked at.
        let mut waiting = Vec::new();
        for vertex in self.vertices() {
            if vertex.is_multiple_of(BETWEEN_LOOKS) {
                watch.look(self.share(vertex))?;
            }
            if !self.has_joined(vertex) || root_of(vertex, &self.mates, &self.labels) != vertex {
                continue;
            }
            waiting.push(vertex);
            while let Some(here) = waiting.pop() {
                let Paired { graph, mates, labels, .. } = self;
                graph.neighbours(here, |next| {
                    if labels.get(next) == Label::Unlabelled && !touched.contains(next as usize) {
                        touched.insert(next as usize);
                        if touched.contains(mates[next as usize] as usize) {
                            joining.push(next);
                        }
                    }
                    false
                });
                for next in joining.drain(..) {
                    let mate = self.mates[next as usize];
                    let cycle = [here, next, mate, self.joined_neighbour(mate)];
                    let length = if cycle[3] == here { 3 } else { 4 };
                    row(Part::Cycle(&cycle[..length]))?;
                    self.join(next, vertex);
                    self.join(mate, vertex);
                    waiting.extend([next, mate]);
                }
            }
        }
        Ok(touched)
    }

    /// Lets everything else join, by one search in which all that has joined is the root.
    fn join_by_search(
        &mut self,
        touched: &Bits,
        watch: &mut Watch<'_>,
        row: &mut impl FnMut(Part<'_>) -> fmt::Result,
    ) -> Result<(), Unanswered> {
        let mut tree = Tree::default();
        tree.start_from_many();
        // The root of the piece of each pair of nodes.
        let mut roots = vec![NONE];
        for vertex in self.vertices() {
            if self.labels.get(vertex) == Label::Unlabelled && touched.contains(vertex as usize) {
                let next = self.joined_neighbour(vertex);
                roots.push(root_of(next, &self.mates, &self.labels));
                tree.reach(ROOT, vertex, self.mates[vertex as usize], &mut self.labels);
            }
        }
        let (mut at, mut neighbours, mut cycle) = (0, Vec::new(), Vec::new());
        while let Some(&from) = tree.outer.get(at) {
            at += 1;
            if at.is_multiple_of(BETWEEN_LOOKS as usize) {
                watch.look(at as f64 / tree.outer.len() as f64)?;
            }
            neighbours.clear();
            self.graph.neighbours(tree.number[from as usize], |to| {
                neighbours.push(to);
                false
            });
            for &to in &neighbours {
                let other = match self.labels.get(to) {
                    Label::Inner => continue,
                    Label::Unlabelled => {
                        roots.push(roots[from as usize / 2]);
                        tree.reach(from, to, self.mates[to as usize], &mut self.labels);
                        continue;
                    }
                    Label::RootBlossom => ROOT,
                    Label::Outer => tree.node_of(to, &self.mates),
                };
                let Some(ancestor) = tree.common_base(from, other) else { continue };
                cycle.clear();
                self.walk_up(&mut tree, from, ancestor, &mut cycle);
                cycle.reverse();
                if other == ROOT {
                    cycle.push(to);
                } else {
                    self.walk_up(&mut tree, other, ancestor, &mut cycle);
                }
                if cycle.first() == cycle.last() {
                    cycle.pop();
                }
                row(Part::Cycle(&cycle))?;
                tree.close_at(ancestor, from, other, &mut self.labels);
            }
        }
        for (node, &number) in tree.number.iter().enumerate().skip(2) {
            self.join(number, roots[node / 2]);
        }
        Ok(())
    }

    /// Lists the vertices from an outer node up to the first in the blossom with this base: of each blossom on the way where it is
    /// entered and where it is left.
    fn walk_up(&mut self, tree: &mut Tree, from: u32, ancestor: u32, walk: &mut Vec<u32>) {
        let mut node = from;
        walk.push(tree.number[node as usize]);
        loop {
            let base = tree.base(node);
            if base == ancestor {
                return;
            }
            if base != node {
                walk.push(tree.number[base as usize]);
            }
            let inner = tree.number[base as usize ^ 1];
            walk.push(inner);
            node = tree.back[base as usize ^ 1];
            walk.push(if node == ROOT { self.joined_neighbour(inner) } else { tree.number[node as usize] });
        }
    }

    /// Shows for each number of A how its partner's piece can be left over: by pairing it with a piece that can be already.
    fn show_barrier(
        &mut self,
        watch: &mut Watch<'_>,
        row: &mut impl FnMut(Part<'_>) -> fmt::Result,
    ) -> Result<(), Unanswered> {
        // By the roots of the pieces; and which of these have other vertices too.
        let mut can_be_left_over = Bits::empty(self.mates.len());
        let mut has_more = Bits::empty(self.mates.len());
        for vertex in self.vertices().filter(|&vertex| self.has_joined(vertex)) {
            match root_of(vertex, &self.mates, &self.labels) {
                root if root != vertex => has_more.insert(root as usize),
                _ if self.mates[vertex as usize] == NONE => can_be_left_over.insert(vertex as usize),
                _ => {}
            }
        }
        let mut done = Bits::empty(self.mates.len());
        let mut waiting = Vec::new();
        let mut to_go = 1.0;
        loop {
            // A piece of one vertex is dealt with at once; those of others are come upon by going through all of them again.
            let mut again = false;
            for vertex in self.vertices() {
                if vertex.is_multiple_of(BETWEEN_LOOKS) {
                    watch.look(1.0 - to_go * (1.0 - 0.5 * self.share(vertex)))?;
                }
                let Paired { graph, mates, labels, .. } = self;
                let is_new = labels.get(vertex) == Label::RootBlossom && !done.contains(vertex as usize);
                if is_new && can_be_left_over.contains(root_of(vertex, mates, labels) as usize) {
                    waiting.push(vertex);
                }
                while let Some(here) = waiting.pop() {
                    done.insert(here as usize);
                    let mut shown = Ok(());
                    graph.neighbours(here, |next| {
                        let root = mates[next as usize];
                        let is_in_barrier = labels.get(next) == Label::Inner && root != NONE;
                        if is_in_barrier && !can_be_left_over.contains(root as usize) {
                            can_be_left_over.insert(root as usize);
                            waiting.push(root);
                            again |= has_more.contains(root as usize);
                            shown = row(Part::Barrier([next, root, here]));
                        }
                        shown.is_err()
                    });
                    shown?;
                }
            }
            if !again {
                return Ok(());
            }
            to_go *= 0.5;
        }
    }
}

/// The root of the piece of a vertex that has joined it.
fn root_of(vertex: u32, mates: &[u32], labels: &Labels) -> u32 {
    match mates[vertex as usize] {
        root if root != NONE && labels.get(root) == Label::RootBlossom => root,
        _ => vertex,
    }
}
