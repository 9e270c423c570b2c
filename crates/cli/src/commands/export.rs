//! `divisor-duel export`: positions with their exact value, for those who train programs.

use std::io::{BufWriter, Write};

use duel::RuleBook;
use duel::solve::solve;
use duel::wander::Positions;

use super::analyze::Analysis;
use super::budget::{self, Budget};
use crate::commands::arguments::{book, whole};
use crate::failure::{Failure, Fallible, tell};
use crate::line::output;
use crate::meter::Meter;

/// Write positions with their winning moves, as JSON lines to learn from
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel export classic --positions 10000 --seed 1 > classic.jsonl
  divisor-duel export juniper-green:40 --positions 500 --seed 7",
    after_help = "\
The positions are all different. They come from games played by chance, in which nobody ends the game while there is another \
move; where those bring nothing new the rest follows. A line is what analyze --json prints: the position, \"legal\", and \
\"winner\", \"winning\" and \"method\", exact. Positions that the budget, which is for each of them, does not settle are left out. When a game has no more \
positions there are fewer lines, and standard error says so."
)]
pub(crate) struct Args {
    /// A rule book's name, a code or a rule file
    #[arg(value_parser = book)]
    game: RuleBook,
    /// How many positions
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    positions: u64,
    /// Where the luck begins: the same seed gives the same positions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    budget: Budget,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let start = self.game.game().start().map_err(Failure::data)?;
        let code = self.game.code();
        let mut out = BufWriter::new(output::stdout());
        let mut meter = Meter::new("exporting");
        let (mut written, mut unsettled, mut ended) = (0, 0_u64, None);
        for position in Positions::new(start, self.seed) {
            if written == self.positions {
                break;
            }
            let solution = match solve(&position, &mut self.budget.watch()) {
                Ok(solution) => solution,
                Err(why) => {
                    unsettled += 1;
                    ended = Some(budget::to_be_told(ended, why));
                    continue;
                }
            };
            serde_json::to_writer(&mut out, &Analysis::of(&code, &position, Some(&solution)))?;
            out.write_all(b"\n")?;
            written += 1;
            meter.tell(written as f64 / self.positions as f64);
        }
        drop(meter);
        out.flush()?;
        if let Some(ended) = ended {
            tell(&format!("left out because they could not be settled: {unsettled}; {}", budget::in_words(ended)));
        }
        if written < self.positions {
            tell(&format!("{code} has no more positions: {written} instead of {}", self.positions));
        }
        Ok(())
    }
}
