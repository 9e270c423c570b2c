//! A divisor graph: the numbers in bands by how many prime factors they have, a line between two of which one divides the other.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::escaped;
use crate::factor::{divisors, exponents, prime_divisors};
use crate::position::Position;
use crate::solve::{NumberKind, Pairing, Watch, heap};

/// So many numbers can be told apart in a picture.
pub const DRAWN_NUMBERS: usize = 260;
/// So many lines are written down at most, and so many numbers.
pub const WRITTEN_LINES: usize = 200_000;

/// How wide a tile of two digits is, and how high.
const TILE: (f64, f64) = (36.0, 24.0);
/// How much room a number has besides its tile, across and down.
const APART: (f64, f64) = (10.0, 22.0);
/// Between two bands, at least.
const BREATH: f64 = 30.0;
/// Around everything, and above it, where the words stand.
const MARGIN: f64 = 20.0;
const WORDS: f64 = 54.0;

/// The divisor graph of what is left in a position: of the free numbers and the last pick of a pool game, of everything that the
/// numbers on the table can become in a division game.
#[derive(Clone, Debug)]
pub struct Diagram {
    nodes: Vec<Node>,
    /// Where a number stands among the nodes.
    places: HashMap<u64, usize>,
    lines: Vec<[u64; 2]>,
    pairs: Vec<[u64; 2]>,
}

#[derive(Clone, Debug)]
struct Node {
    number: u64,
    /// How many prime factors it has, counted with multiplicity.
    factors: u32,
    stands: Stands,
}

/// What a number is in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// Free, where pairs decide the game.
    Kind(NumberKind),
    /// The last pick, or a number on the table.
    Now,
    /// Anything else.
    Plain,
}

impl Stands {
    fn class(self) -> &'static str {
        match self {
            Stands::Kind(NumberKind::D) => "d",
            Stands::Kind(NumberKind::A) => "a",
            Stands::Kind(NumberKind::C) => "c",
            Stands::Now => "now",
            Stands::Plain => "plain",
        }
    }

    /// The colour by day.
    fn colour(self) -> &'static str {
        match self {
            Stands::Kind(NumberKind::D) => "#bfe3cf",
            Stands::Kind(NumberKind::A) => "#f4cdb8",
            Stands::Kind(NumberKind::C) => "#d6e4f0",
            Stands::Now => "#f7e3a1",
            Stands::Plain => "#eeeeee",
        }
    }
}

/// A graph that is too large to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLargeToDraw {
    /// More than [`DRAWN_NUMBERS`].
    Numbers(usize),
    /// More than [`WRITTEN_LINES`], or as many numbers.
    Lines,
}

/// The words of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    /// What it is a picture of.
    pub title: &'a str,
    /// What numbers of each kind are, in the order D, A, C.
    pub kinds: [&'a str; 3],
    /// What the last pick is, or a number on the table.
    pub now: &'a str,
    /// What a pair is.
    pub pair: &'a str,
}

impl Diagram {
    /// The diagram of a position.
    ///
    /// # Errors
    /// More than [`WRITTEN_LINES`] are too many.
    pub fn of(position: &Position) -> Result<Diagram, TooLargeToDraw> {
        let mut diagram = match position.on_table() {
            Some(table) => {
                let divisors_of = |&number: &u64| divisors(&exponents(number, &prime_divisors(number)));
                let mut numbers: Vec<u64> = table.iter().flat_map(divisors_of).filter(|&number| number > 1).collect();
                numbers.sort_unstable();
                numbers.dedup();
                Diagram::on(numbers, |number| if table.contains(&number) { Stands::Now } else { Stands::Plain })?
            }
            None => {
                let mut numbers = position.free();
                numbers.extend(position.last());
                numbers.sort_unstable();
                Diagram::on(numbers, |number| if position.is_free(number) { Stands::Plain } else { Stands::Now })?
            }
        };
        if !position.game().is_misere() {
            diagram.pair_up(position);
        }
        Ok(diagram)
    }

    fn on(numbers: Vec<u64>, stands: impl Fn(u64) -> Stands) -> Result<Diagram, TooLargeToDraw> {
        let factors = |number: u64| if number == 1 { 0 } else { heap(number) + 1 };
        let places: HashMap<u64, usize> = numbers.iter().enumerate().map(|(at, &number)| (number, at)).collect();
        let largest = numbers.last().copied().unwrap_or(0);
        let mut lines = Vec::new();
        for (at, &number) in numbers.iter().enumerate() {
            let above = &numbers[at + 1..];
            // Where numbers are far apart it is quicker to go through them than through all multiples.
            if largest / number <= above.len() as u64 {
                let multiples = (2..=largest / number).map(|factor| factor * number);
                lines.extend(
                    multiples.filter(|multiple| places.contains_key(multiple)).map(|multiple| [number, multiple]),
                );
            } else {
                let multiples = above.iter().filter(|other| other.is_multiple_of(number));
                lines.extend(multiples.map(|&multiple| [number, multiple]));
            }
            if at.max(lines.len()) > WRITTEN_LINES {
                return Err(TooLargeToDraw::Lines);
            }
        }
        let node = |number| Node { number, factors: factors(number), stands: stands(number) };
        Ok(Diagram { nodes: numbers.into_iter().map(node).collect(), places, lines, pairs: Vec::new() })
    }

    /// Says of which kind the free numbers are, and draws a largest pairing. 1 as a last resort takes no part in it.
    fn pair_up(&mut self, position: &Position) {
        let Some(pool) = position.game().pool() else { return };
        let has_last_resort = position.game().has_last_resort();
        let present = |number| position.is_free(number) && !(has_last_resort && number == 1);
        let Ok(pairing) = Pairing::on(pool, present, &mut Watch::forever()) else { return };
        for node in self.nodes.iter_mut().filter(|node| present(node.number)) {
            node.stands = Stands::Kind(pairing.kind(node.number));
            let partner = pairing.partner(node.number).filter(|&partner| node.number < partner);
            self.pairs.extend(partner.map(|partner| [node.number, partner]));
        }
    }

    /// The graph in the language of Graphviz, every line in it.
    pub fn dot(&self, title: &str) -> String {
        let title = title.replace('\\', "\\\\").replace('"', "\\\"");
        let mut dot = format!(
            "graph \"{title}\" {{\n  label=\"{title}\";\n  rankdir=BT;\n  \
             node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n  edge [color=\"#888888\"];\n"
        );
        // Nothing fails that writes into a text.
        for Node { number, stands, .. } in &self.nodes {
            let (class, colour) = (stands.class(), stands.colour());
            let _ = writeln!(dot, "  \"{number}\" [class=\"{class}\", fillcolor=\"{colour}\"];");
        }
        for (_, band) in self.bands() {
            let numbers: Vec<String> = band.iter().map(|node| format!("\"{}\"", node.number)).collect();
            let _ = writeln!(dot, "  {{ rank=same; {} }}", numbers.join("; "));
        }
        let pairs: HashSet<&[u64; 2]> = self.pairs.iter().collect();
        for line in &self.lines {
            let bold = if pairs.contains(line) { " [class=\"pair\", color=\"#222222\", penwidth=3]" } else { "" };
            let _ = writeln!(dot, "  \"{}\" -- \"{}\"{bold};", line[0], line[1]);
        }
        dot + "}\n"
    }

    /// The graph as a picture. A line leads from each number to the next multiples of it; what is further leads over those.
    ///
    /// # Errors
    /// More than [`DRAWN_NUMBERS`] cannot be told apart.
    pub fn svg(&self, labels: &Labels<'_>) -> Result<String, TooLargeToDraw> {
        if self.nodes.len() > DRAWN_NUMBERS {
            return Err(TooLargeToDraw::Numbers(self.nodes.len()));
        }
        let layout = self.layout();
        let (wide, high) = layout.size;
        let title = escaped(labels.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
             role=\"img\" aria-label=\"{title}\">\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n<text class=\"words\" x=\"{MARGIN}\" y=\"24\">{title}</text>\n"
        );
        self.draw_legend(&mut svg, labels);
        for (class, lines) in [("line", self.next_lines()), ("pair", self.pairs.clone())] {
            let ways: String = lines.iter().map(|line| layout.way(self, *line)).collect();
            if !ways.is_empty() {
                let _ = writeln!(svg, "<path class=\"{class}\" d=\"{ways}\"/>");
            }
        }
        for (node, &(x, y)) in self.nodes.iter().zip(&layout.centres) {
            let digits = node.number.to_string();
            let width = layout.tile;
            let _ = writeln!(
                svg,
                "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{}\" rx=\"6\"/><text x=\"{x}\" y=\"{}\">{digits}</text>",
                node.stands.class(),
                x - width / 2.0,
                y - TILE.1 / 2.0,
                TILE.1,
                y + 5.0,
            );
        }
        Ok(svg + "</svg>\n")
    }

    /// What the colours that are there mean.
    fn draw_legend(&self, svg: &mut String, labels: &Labels<'_>) {
        let [d, a, c] = labels.kinds;
        let entries = [
            (Stands::Now, labels.now),
            (Stands::Kind(NumberKind::D), d),
            (Stands::Kind(NumberKind::A), a),
            (Stands::Kind(NumberKind::C), c),
        ];
        let mut x = MARGIN;
        for (stands, words) in entries {
            if self.nodes.iter().any(|node| node.stands == stands) {
                let class = stands.class();
                let _ = write!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"36\" width=\"14\" height=\"14\" rx=\"3\"/>");
                x = legend_words(svg, x, words);
            }
        }
        if !self.pairs.is_empty() {
            let _ = write!(svg, "<path class=\"pair\" d=\"M{x} 43h14\"/>");
            legend_words(svg, x, labels.pair);
        }
    }

    /// The numbers by how many prime factors they have, the fewest first.
    fn bands(&self) -> Vec<(u32, Vec<&Node>)> {
        let most = self.nodes.iter().map(|node| node.factors).max().unwrap_or(0);
        let band = |factors| (factors, self.nodes.iter().filter(|node| node.factors == factors).collect::<Vec<_>>());
        (0..=most).map(band).filter(|(_, band)| !band.is_empty()).collect()
    }

    /// The lines to the next multiples: those between which there is no other number.
    fn next_lines(&self) -> Vec<[u64; 2]> {
        let between = |[low, high]: [u64; 2]| {
            let divides = |node: &&Node| high.is_multiple_of(node.number) && node.number.is_multiple_of(low);
            self.nodes.iter().filter(divides).any(|node| node.number != low && node.number != high)
        };
        self.lines.iter().copied().filter(|&line| !between(line)).collect()
    }

    /// What each number has lines to below it: its partner alone, where that is below.
    fn below(&self) -> HashMap<u64, Vec<u64>> {
        let mut below: HashMap<u64, Vec<u64>> = HashMap::new();
        for [low, high] in self.next_lines() {
            below.entry(high).or_default().push(low);
        }
        below.extend(self.pairs.iter().map(|&[low, high]| (high, vec![low])));
        below
    }

    /// Where everything stands: the fewest prime factors at the bottom, so that every multiple is above.
    fn layout(&self) -> Layout {
        let bands = self.bands();
        let longest = bands.iter().map(|(_, band)| band.len()).max().unwrap_or(1);
        let digits = self.nodes.iter().map(|node| node.number.to_string().len()).max().unwrap_or(1);
        let tile = TILE.0.max(10.0 + 9.0 * digits as f64);
        let room = tile + APART.0;
        let lines_of = |across: usize| bands.iter().map(|(_, band)| band.len().div_ceil(across)).sum::<usize>();
        // The wider it is the flatter are the lines: more room between the bands keeps them apart.
        let breath = BREATH + 3.0 * longest as f64;
        let height_of = |across: usize| {
            (TILE.1 + APART.1) * lines_of(across) as f64 + breath * bands.len().saturating_sub(1) as f64
        };
        let is_wide = |across: &usize| room * *across as f64 >= 1.3 * height_of(*across);
        let across = (longest.min(24)..longest).find(is_wide).unwrap_or(longest);
        let wide = (room * across as f64).max(560.0);
        let mut bottom = WORDS + height_of(across);
        let size = (wide + 2.0 * MARGIN, bottom + MARGIN);
        let mut centres = vec![(0.0, 0.0); self.nodes.len()];
        let below = self.below();
        for (_, mut band) in bands {
            // Each number stands above what it has lines to, so that few lines are long.
            let above = |node: &&Node| {
                let below = below.get(&node.number).map_or(&[][..], Vec::as_slice);
                below.iter().map(|number| centres[self.places[number]].0).sum::<f64>() / below.len().max(1) as f64
            };
            band.sort_by(|one, other| above(one).total_cmp(&above(other)));
            let lines = band.len().div_ceil(across);
            for (at, node) in band.iter().enumerate() {
                // A band that is too long takes turns between its lines, and no number stands right above another.
                let (place, line) = (at as f64 - (band.len() - 1) as f64 / 2.0, at % lines);
                let x = MARGIN + wide / 2.0 + room * place / lines as f64;
                centres[self.places[&node.number]] = (x, bottom - (TILE.1 + APART.1) * (line as f64 + 0.5));
            }
            bottom -= (TILE.1 + APART.1) * lines as f64 + breath;
        }
        Layout { size, tile, centres }
    }
}

struct Layout {
    size: (f64, f64),
    /// How wide every tile is.
    tile: f64,
    /// In the order of the nodes.
    centres: Vec<(f64, f64)>,
}

impl Layout {
    fn way(&self, diagram: &Diagram, line: [u64; 2]) -> String {
        let [(x, y), (to_x, to_y)] = line.map(|number| self.centres[diagram.places[&number]]);
        format!("M{x} {y}L{to_x} {to_y}")
    }
}

/// Writes words behind their sign; gives where the next sign stands.
fn legend_words(svg: &mut String, x: f64, words: &str) -> f64 {
    let _ = writeln!(svg, "<text class=\"words\" x=\"{}\" y=\"48\">{}</text>", x + 20.0, escaped(words));
    x + 38.0 + 7.0 * words.chars().count() as f64
}

const STYLE: &str = "text{font:14px sans-serif;text-anchor:middle;fill:#222}.words{font-size:13px;text-anchor:start}.paper{fill:#fff}\
rect{stroke:#666}rect.paper{stroke:none}.d{fill:#bfe3cf}.a{fill:#f4cdb8}.c{fill:#d6e4f0}.now{fill:#f7e3a1;stroke-width:2}\
.plain{fill:#eee}.line{stroke:#bbb;fill:none}.pair{stroke:#222;stroke-width:3;fill:none}\
@media (prefers-color-scheme:dark){text{fill:#eee}.paper{fill:#16181d}rect{stroke:#888}.d{fill:#1f5b41}.a{fill:#7a4026}\
.c{fill:#2c4a63}.now{fill:#6b5a17}.plain{fill:#333}.line{stroke:#6c707a}.pair{stroke:#ddd}}";
