//! `divisor-duel graph`: the divisor graph of a position, drawn.

use std::io::Write;
use std::path::PathBuf;

use duel::drawing::{DRAWN_NUMBERS, Diagram, Labels, TooLargeToDraw, WRITTEN_LINES};

use super::asked::PositionArgs;
use super::proof::check_place;
use crate::failure::{Failure, Fallible};
use crate::line::output;
use crate::store::files;

/// Draw the divisor graph of a position
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel graph chain --svg --out chain.svg
  divisor-duel graph classic 12 6 --svg > after-two-moves.svg
  divisor-duel graph juniper-green --dot | dot -Tpdf > graph.pdf
  divisor-duel graph divider:360 --svg --out 360.svg",
    after_help = "\
Two numbers have a line between them when one divides the other. Numbers stand in bands by how many prime factors they have, the \
fewest at the bottom. In a pool game the free numbers and the last pick are drawn; where pairs decide the game the colours \
say which numbers are in D (some largest pairing misses them: they win), A (others that go with one of D) and C (all others), and the pairs \
of a largest pairing are bold. In a division game it is everything that the numbers on the table can become.
A picture (--svg) has up to 260 numbers, and of the lines those to the next multiples, which the others lead over. --dot has every \
line, up to 200,000 of them; Graphviz draws it, and knows the classes d, a, c, now, plain and pair."
)]
#[command(group = clap::ArgGroup::new("form").required(true))]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// In the language of Graphviz
    #[arg(long, group = "form")]
    dot: bool,
    /// As a picture
    #[arg(long, group = "form")]
    svg: bool,
    /// Write it here instead of to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let --out take the place of a file that is there
    #[arg(long)]
    force: bool,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        if let Some(path) = &self.out {
            check_place(path, self.force)?;
        }
        let asked = self.position.load()?;
        let moves: Vec<String> = asked.position.moves().iter().map(ToString::to_string).collect();
        let title = match moves.as_slice() {
            [] => asked.code.clone(),
            moves => format!("{} after {}", asked.code, moves.join(", ")),
        };
        let labels = Labels {
            title: &title,
            kinds: ["D: missed by some largest pairing", "A: goes with one of D", "C: all others"],
            now: if asked.position.on_table().is_some() { "on the table" } else { "the last pick" },
            pair: "a pair",
        };
        let diagram = Diagram::of(&asked.position);
        let text = match self.dot {
            true => diagram.map(|diagram| diagram.dot(&title)),
            false => diagram.and_then(|diagram| diagram.svg(&labels)),
        };
        let text = text.map_err(|why| Failure::usage(in_words(why)))?;
        match &self.out {
            Some(path) => files::write_whole(path, &text)?,
            None => output::stdout().write_all(text.as_bytes())?,
        }
        Ok(())
    }
}

fn in_words(why: TooLargeToDraw) -> String {
    match why {
        TooLargeToDraw::Numbers(count) => format!(
            "a picture of {count} numbers shows nothing any more, the limit is {DRAWN_NUMBERS}; choose a smaller pool, or --dot"
        ),
        TooLargeToDraw::Lines => {
            format!(
                "this graph has more than {WRITTEN_LINES} numbers or lines, and nothing draws that; choose a smaller pool"
            )
        }
    }
}
