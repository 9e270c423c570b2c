//! `divisor-duel show`: a position, for people or as JSON.

use duel::json::PositionView;

use crate::commands::asked::PositionArgs;
use crate::failure::Fallible;
use crate::line::output;

/// Show a position
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel show classic             the start
  divisor-duel show chain 12 4 16       after three moves
  divisor-duel show divider 2 5 --json
  divisor-duel show game.duel           a record",
    after_help = "\
JSON: {\"game\": \"classic\", \"moves\": [12,6], \"turn\": 1, \"last\": 6, \"legal\": [2,3,…], \"outcome\": null} \
Turn 1 is the side that moved first. An illegal move: exit code 1, the reason on standard error."
)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print the position as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let shown = self.position.load()?;
        let mut out = output::stdout();
        if self.json {
            return out.json(&PositionView::new(shown.code, &shown.position));
        }
        shown.print(&mut out)
    }
}
