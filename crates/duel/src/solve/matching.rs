//! Maximum matchings, and what they say about every vertex (the Gallai–Edmonds decomposition).
//!
//! Edmonds' blossom search from one root at a time. A search that finds an unmatched vertex augments the matching along
//! the way to it and is forgotten. A search that fails has grown a tree that no later augmentation can pass through: it
//! is *frozen*, its labels stay, and nothing of it is looked at again. When every vertex has been a root or is matched,
//! the labels of the frozen trees are the decomposition:
//!
//! - **outer**: the vertices missed by at least one maximum matching (the set D),
//! - **inner**: their neighbours outside D (the set A, a barrier),
//! - unlabelled: all others (the set C), matched among themselves in every maximum matching.
//!
//! There is no initial matching: on divisor graphs a good one leaves few augmentations, but each of them has to cross a
//! giant core, and that costs more than it saves.

use super::graph::Graph;

/// No vertex.
const NONE: u32 = u32::MAX;

/// What a search or a frozen tree says about a vertex. Two bits each, four to a byte: visiting a neighbour is mostly a
/// look at its label, and the smaller they are the more of them stay in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// Not reached.
    Unlabelled,
    /// Reached over an even number of edges, so some matching of the same size misses it.
    Outer,
    /// Reached over an odd number of edges only; or not in the graph at all, which to a search is the same.
    Inner,
    /// Outer, and known to lie in the same blossom as the root.
    RootBlossom,
}

#[derive(Clone)]
pub(super) struct Labels {
    bytes: Vec<u8>,
}

impl Labels {
    pub(super) fn new(size: usize) -> Labels {
        Labels { bytes: vec![0; size / 4 + 1] }
    }

    #[inline]
    pub(super) fn get(&self, vertex: u32) -> Label {
        match self.bytes[vertex as usize / 4] >> (vertex % 4 * 2) & 3 {
            0 => Label::Unlabelled,
            1 => Label::Outer,
            2 => Label::Inner,
            _ => Label::RootBlossom,
        }
    }

    #[inline]
    pub(super) fn set(&mut self, vertex: u32, label: Label) {
        let byte = &mut self.bytes[vertex as usize / 4];
        let shift = vertex % 4 * 2;
        *byte = *byte & !(3 << shift) | (label as u8) << shift;
    }

    /// How many are outer, and how many are inner.
    fn count(&self) -> (usize, usize) {
        let ones = |bits: fn(u8) -> u8| self.bytes.iter().map(|&byte| bits(byte).count_ones() as usize).sum();
        (ones(|byte| byte & 0x55), ones(|byte| byte >> 1 & !byte & 0x55))
    }
}

/// Everything about a vertex but its label, in one place so that touching a vertex touches one line of the cache.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Vertex {
    mate: u32,
    /// The way back towards the root: from an inner vertex to the outer one that reached it; in a blossom from an outer
    /// vertex across the edge that closed it.
    back: u32,
    /// Towards the base of its blossom (a union-find forest); itself when it is a base.
    base: u32,
    /// The last walk to a common ancestor that came by.
    walk: u32,
}

/// A matching that grows to a maximum one.
#[derive(Clone)]
pub(crate) struct Matcher<G> {
    graph: G,
    forest: Forest,
    size: usize,
}

#[derive(Clone)]
struct Forest {
    vertices: Vec<Vertex>,
    labels: Labels,
    /// The outer vertices of the current search in the order in which they were found.
    outer: Vec<u32>,
    root: u32,
    walks: u32,
}

impl<G: Graph> Matcher<G> {
    /// An empty matching on the vertices of the graph that are `present`.
    pub(crate) fn new(graph: G, present: impl Fn(u32) -> bool) -> Matcher<G> {
        let size = graph.size();
        let vertices =
            (0..size as u32).map(|vertex| Vertex { mate: NONE, back: NONE, base: vertex, walk: 0 }).collect();
        let mut labels = Labels::new(size);
        for absent in (0..size as u32).filter(|&vertex| !present(vertex)) {
            labels.set(absent, Label::Inner);
        }
        Matcher { graph, forest: Forest { vertices, labels, outer: Vec::new(), root: NONE, walks: 0 }, size: 0 }
    }

    /// Searches from a vertex that is present, unmatched and not frozen. A search that fails freezes its tree.
    pub(crate) fn search(&mut self, root: u32) -> bool {
        let found = self.grow(root);
        if let Some(end) = found {
            self.forest.forget();
            self.forest.augment(end);
            self.size += 1;
        }
        found.is_some()
    }

    /// Searches from this vertex if that can still change anything. With every vertex tried once, in any order, the
    /// matching is maximum; on divisor graphs it is by far the quickest to begin with the largest.
    pub(crate) fn try_root(&mut self, root: u32) {
        if self.forest.vertices[root as usize].mate == NONE && self.forest.labels.get(root) == Label::Unlabelled {
            self.search(root);
        }
    }

    /// How many vertices the graph has, absent ones included.
    pub(crate) fn vertices(&self) -> usize {
        self.graph.size()
    }

    /// How many edges the matching has.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The partner of a vertex.
    pub(crate) fn mate(&self, vertex: u32) -> Option<u32> {
        Some(self.forest.vertices[vertex as usize].mate).filter(|&mate| mate != NONE)
    }

    /// Whether some maximum matching misses the vertex. Only for maximum matchings.
    pub(crate) fn is_missable(&self, vertex: u32) -> bool {
        matches!(self.forest.labels.get(vertex), Label::Outer | Label::RootBlossom)
    }

    /// Whether the vertex, which is present, is a neighbour of a missable one and not missable itself.
    pub(crate) fn is_barrier(&self, vertex: u32) -> bool {
        self.forest.labels.get(vertex) == Label::Inner
    }

    /// The graph and the labels.
    pub(super) fn into_parts(self) -> (G, Labels) {
        (self.graph, self.forest.labels)
    }

    /// Changes the maximum matching into one that misses this missable vertex. The ways along which it is changed are those
    /// of the matching as it was found: there is no second change.
    pub(crate) fn expose(&mut self, vertex: u32) {
        debug_assert!(self.is_missable(vertex));
        let mate = std::mem::replace(&mut self.forest.vertices[vertex as usize].mate, NONE);
        if mate != NONE {
            self.forest.augment(mate);
        }
    }

    /// Takes a vertex out of the graph and makes the matching maximum again by one search. For matchings that follow a
    /// game: the labels are those of no decomposition afterwards, see [`relabel`](Matcher::relabel).
    pub(crate) fn remove(&mut self, vertex: u32) {
        self.forest.clear_labels_of_present();
        let mate = std::mem::replace(&mut self.forest.vertices[vertex as usize].mate, NONE);
        self.forest.labels.set(vertex, Label::Inner);
        if mate != NONE {
            self.forest.vertices[mate as usize].mate = NONE;
            self.size -= 1;
            self.search(mate);
        }
    }

    /// Puts an absent vertex into the graph, whose labels are those of its decomposition, and keeps them so. A newcomer without a
    /// missable neighbour cannot be matched, and no frozen tree has an edge to it: its own is one more.
    pub(crate) fn insert(&mut self, vertex: u32) {
        let Matcher { graph, forest, .. } = self;
        forest.labels.set(vertex, Label::Unlabelled);
        if graph.neighbours(vertex, |to| matches!(forest.labels.get(to), Label::Outer | Label::RootBlossom)) {
            self.relabel();
        } else {
            self.search(vertex);
        }
    }

    /// How many vertices are missable, and how many are neighbours of those or absent.
    pub(crate) fn count_labels(&self) -> (usize, usize) {
        self.forest.labels.count()
    }

    /// Makes the matching maximum again after vertices were removed, and works the decomposition out anew.
    pub(crate) fn relabel(&mut self) {
        self.forest.clear_labels_of_present();
        for root in (0..self.graph.size() as u32).rev() {
            self.try_root(root);
        }
    }

    /// Grows a tree from the root; the unmatched vertex it came upon, if any.
    fn grow(&mut self, root: u32) -> Option<u32> {
        let Matcher { graph, forest, .. } = self;
        forest.start(root);
        let mut next = 0;
        while let Some(&from) = forest.outer.get(next) {
            next += 1;
            let mut in_root_blossom = forest.joins_root_blossom(from);
            let mut end = None;
            let stopped = graph.neighbours(from, |to| match forest.labels.get(to) {
                Label::Unlabelled => {
                    let found = forest.reach(from, to);
                    end = found.then_some(to);
                    found
                }
                Label::Outer => {
                    if forest.close(from, to) {
                        in_root_blossom = forest.joins_root_blossom(from);
                    }
                    if in_root_blossom {
                        forest.labels.set(to, Label::RootBlossom);
                    }
                    false
                }
                Label::RootBlossom => {
                    if !in_root_blossom {
                        forest.close(from, to);
                        in_root_blossom = forest.joins_root_blossom(from);
                    }
                    false
                }
                Label::Inner => false,
            });
            if stopped {
                return end;
            }
        }
        None
    }
}

impl Forest {
    fn start(&mut self, root: u32) {
        self.outer.clear();
        self.outer.push(root);
        self.root = root;
        self.vertices[root as usize].back = NONE;
        self.labels.set(root, Label::Outer);
    }

    /// Reaches an unlabelled vertex; true if it is unmatched, and the search is over.
    #[inline]
    fn reach(&mut self, from: u32, to: u32) -> bool {
        let vertex = &mut self.vertices[to as usize];
        vertex.back = from;
        let mate = vertex.mate;
        if mate == NONE {
            return true;
        }
        self.labels.set(to, Label::Inner);
        self.labels.set(mate, Label::Outer);
        self.outer.push(mate);
        false
    }

    /// An edge between two outer vertices closes a blossom, unless they are in one already; true if it did.
    fn close(&mut self, a: u32, b: u32) -> bool {
        let (base_a, base_b) = (self.base(a), self.base(b));
        if base_a == base_b {
            return false;
        }
        let ancestor = self.common_ancestor(base_a, base_b);
        self.shrink(a, b, ancestor);
        self.shrink(b, a, ancestor);
        true
    }

    /// Whether the vertex lies in the root's blossom; its label is set to say so.
    fn joins_root_blossom(&mut self, vertex: u32) -> bool {
        let joins = self.base(vertex) == self.base(self.root);
        if joins {
            self.labels.set(vertex, Label::RootBlossom);
        }
        joins
    }

    #[inline]
    fn base(&mut self, mut vertex: u32) -> u32 {
        loop {
            let parent = self.vertices[vertex as usize].base;
            if parent == vertex {
                return vertex;
            }
            let grandparent = self.vertices[parent as usize].base;
            self.vertices[vertex as usize].base = grandparent;
            vertex = grandparent;
        }
    }

    /// The nearest base that the ways of both to the root have in common, found by walking them by turns.
    fn common_ancestor(&mut self, mut a: u32, mut b: u32) -> u32 {
        self.walks += 1;
        loop {
            if a != NONE {
                a = self.base(a);
                let vertex = &mut self.vertices[a as usize];
                if vertex.walk == self.walks {
                    return a;
                }
                vertex.walk = self.walks;
                a = match vertex.mate {
                    NONE => NONE,
                    mate => self.vertices[mate as usize].back,
                };
            }
            std::mem::swap(&mut a, &mut b);
        }
    }

    /// Makes the way from `from` up to the base of a new blossom part of it, `across` being the other end of the edge that
    /// closed it. Inner vertices on the way become outer.
    fn shrink(&mut self, mut from: u32, mut across: u32, base: u32) {
        while self.base(from) != base {
            let vertex = &mut self.vertices[from as usize];
            vertex.back = across;
            if vertex.base == from {
                vertex.base = base;
            }
            let inner = vertex.mate;
            if self.labels.get(inner) == Label::Inner {
                self.labels.set(inner, Label::Outer);
                self.outer.push(inner);
            }
            let vertex = &mut self.vertices[inner as usize];
            if vertex.base == inner {
                vertex.base = base;
            }
            across = inner;
            from = vertex.back;
        }
    }

    /// Matches along the way back from an unmatched vertex to the root.
    fn augment(&mut self, mut end: u32) {
        while end != NONE {
            let outer = self.vertices[end as usize].back;
            let next = std::mem::replace(&mut self.vertices[outer as usize].mate, end);
            self.vertices[end as usize].mate = outer;
            end = next;
        }
    }

    /// Takes back everything the current search has noted. Every inner vertex is the mate of an outer one.
    fn forget(&mut self) {
        for at in 0..self.outer.len() {
            let vertex = self.outer[at];
            self.reset(vertex);
            let mate = self.vertices[vertex as usize].mate;
            if mate != NONE {
                self.reset(mate);
            }
        }
    }

    fn reset(&mut self, vertex: u32) {
        self.vertices[vertex as usize].base = vertex;
        self.labels.set(vertex, Label::Unlabelled);
    }

    /// Forgets every frozen tree. A vertex that is not in the graph is inner and in no tree: it has no mate.
    fn clear_labels_of_present(&mut self) {
        for vertex in 0..self.vertices.len() as u32 {
            if self.labels.get(vertex) != Label::Inner || self.vertices[vertex as usize].mate != NONE {
                self.reset(vertex);
            }
        }
    }
}
