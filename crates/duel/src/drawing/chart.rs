//! A chart: a dot for every size of a pool.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::escaped;

/// The places of dots in a picture, across and up, and how large one is.
const GRID: (usize, usize) = (360, 150);
const DOT: usize = 2;
/// Where the dots begin, from the left and from the top.
const LEFT: usize = 70;
const TOP: usize = 40;

/// Values over the sizes of a pool, from 0 up.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    across: &'static str,
    is_share: bool,
    points: Vec<(u64, f64)>,
    ends: [u64; 2],
    top: f64,
}

impl Chart {
    /// A chart of these values by size, ascending; `None` where there are none. Shares are values from 0 to 100.
    pub fn new(title: String, across: &'static str, is_share: bool, points: Vec<(u64, f64)>) -> Option<Chart> {
        let ends = [points.first()?.0, points.last()?.0];
        let highest = points.iter().map(|&(_, height)| height).fold(0.0, f64::max);
        let top = if is_share { 100.0 } else { round_up(highest) };
        Some(Chart { title, across, is_share, points, ends, top })
    }

    /// What it shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the sizes are called.
    pub fn across(&self) -> &str {
        self.across
    }

    /// The smallest size and the largest.
    pub fn ends(&self) -> [u64; 2] {
        self.ends
    }

    /// The value at the upper edge.
    pub fn top(&self) -> f64 {
        self.top
    }

    /// A value in words.
    pub fn label(&self, value: f64) -> String {
        if self.is_share { format!("{value:.0} %") } else { format!("{value}") }
    }

    /// Where its dots stand in a grid of so many places, from the left and from below, each once.
    pub fn cells(&self, across: usize, up: usize) -> BTreeSet<(usize, usize)> {
        let [first, last] = self.ends;
        let place = |part: f64, places: usize| (part * (places - 1) as f64).round() as usize;
        let cell = |&(size, height): &(u64, f64)| {
            let part = (size - first) as f64 / (last - first).max(1) as f64;
            (place(part, across), place(height / self.top, up))
        };
        self.points.iter().map(cell).collect()
    }

    /// The chart as a picture, which can be read by day and by night.
    pub fn svg(&self) -> String {
        let (width, height) = (GRID.0 * DOT, GRID.1 * DOT);
        let (right, bottom) = (LEFT + width, TOP + height);
        let (all_across, all_down) = (right + 20, bottom + 50);
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all_across} {all_down}\" width=\"{all_across}\" \
             height=\"{all_down}\" role=\"img\" aria-label=\"{title}\">\n\
             <style>text{{font:13px sans-serif;fill:#222}}.paper{{fill:#fff}}.line{{stroke:#ccc;fill:none}}\
             .dots{{stroke:#2a6f97;stroke-width:3;fill:none}}\
             @media (prefers-color-scheme:dark){{text{{fill:#ddd}}.paper{{fill:#16181d}}.line{{stroke:#444}}\
             .dots{{stroke:#7fb8d8}}}}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
             <text x=\"{LEFT}\" y=\"24\">{title}</text>\n"
        );
        // Nothing fails that writes into a text.
        for part in 0..=4 {
            let y = bottom - height * part / 4;
            let label = self.label(self.top * part as f64 / 4.0);
            let _ = writeln!(svg, "<path class=\"line\" d=\"M{LEFT} {y}h{width}\"/>");
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>", LEFT - 8, y + 4);
        }
        let [first, last] = self.ends;
        let steps = (last - first).clamp(1, 4);
        for part in 0..=steps {
            let (size, x) = (first + (last - first) * part / steps, LEFT + width * part as usize / steps as usize);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{size}</text>", bottom + 20);
        }
        let middle = LEFT + width / 2;
        let across = escaped(self.across);
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{across}</text>", bottom + 40);
        let _ = writeln!(svg, "<path class=\"dots\" d=\"{}\"/>\n</svg>", self.dots(bottom));
        svg
    }

    /// The dots of the picture: those above each other are one stroke.
    fn dots(&self, bottom: usize) -> String {
        let mut strokes: Vec<(usize, usize, usize)> = Vec::new();
        for (x, y) in self.cells(GRID.0, GRID.1) {
            match strokes.last_mut() {
                Some((at, low, count)) if *at == x && *low + *count == y => *count += 1,
                _ => strokes.push((x, y, 1)),
            }
        }
        let mut path = String::new();
        for (x, low, count) in strokes {
            let (x, y) = (LEFT + x * DOT + DOT / 2, bottom - low * DOT);
            let _ = write!(path, "M{x} {y}v-{}", count * DOT);
        }
        path
    }
}

/// The next number that is 1, 2, 4 or 8 with zeros behind it: a quarter of it is a good label.
fn round_up(highest: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for first in [1.0, 2.0, 4.0, 8.0] {
            if first * power >= highest {
                return first * power;
            }
        }
        power *= 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_place() {
        let chart = Chart::new("a".into(), "n", false, vec![(2, 0.0), (3, 4.0), (12, 8.0)]).unwrap();
        assert_eq!((chart.top(), chart.ends()), (8.0, [2, 12]));
        assert_eq!(chart.cells(11, 9), BTreeSet::from([(0, 0), (1, 4), (10, 8)]));
        assert!(Chart::new("a".into(), "n", true, Vec::new()).is_none());
        let single = Chart::new("a".into(), "n", true, vec![(7, 50.0)]).unwrap();
        assert_eq!(single.cells(5, 5), BTreeSet::from([(0, 2)]));
        assert_eq!([0.0, 1.0, 3.0, 9.0, 81.0, 43_323.0].map(round_up), [1.0, 1.0, 4.0, 10.0, 100.0, 80_000.0]);
    }

    #[test]
    fn a_picture_of_many_points_stays_small_and_its_words_are_no_markup() {
        let points = (1..=100_000_u64).map(|n| (n, (n * 7_919 % 100) as f64)).collect();
        let svg = Chart::new("<&\">".into(), "n", true, points).unwrap().svg();
        assert!(svg.len() < 250_000, "{}", svg.len());
        assert!(svg.contains("&lt;&amp;&quot;&gt;") && !svg.contains("<&"));
    }
}
