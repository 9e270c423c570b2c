//! Pictures as text: charts over the sizes of a pool as SVG, divisor graphs as SVG and in the language of Graphviz.

mod chart;
mod graph;

pub use chart::Chart;
pub use graph::{DRAWN_NUMBERS, Diagram, Labels, TooLargeToDraw, WRITTEN_LINES};

/// Text as it stands in SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
