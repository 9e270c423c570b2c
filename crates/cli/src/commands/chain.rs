//! `divisor-duel chain`: how long a chain of the numbers 1 to N can be, and the game of making one.

use duel::longest::known::{Known, Source, known};
use duel::longest::{self, Piece, Size, Verdict};
use duel::speech::numbers_for_people;
use serde::Serialize;

use super::budget::{self, Budget};
use crate::commands::arguments::whole;
use crate::failure::{Failure, Fallible};
use crate::full::Front;
use crate::line::alone;
use crate::line::dialogue::Dialogue;
use crate::line::output::{self, Output};
use crate::sitting::alone::Alone;
use crate::store::chains::ChainsFile;
use crate::text::counted;
use crate::words::say;

/// Find the longest chain of the numbers 1 to N, or make one yourself
#[derive(clap::Args)]
#[command(
    visible_alias = "longest",
    before_help = "\
Examples:
  divisor-duel chain 100                a long chain, and whether there is a longer one
  divisor-duel chain 30 --cut           why there is none, piece by piece, to be checked by hand
  divisor-duel chain 50 --play          make one yourself
  divisor-duel play chain               the rule book of that name, for two",
    after_help = "\
In a chain each number stands next to a divisor or a multiple of it, and none stands there twice. Up to about 145 numbers the longest \
is found and proved; beyond, a larger --budget helps, and what is not certain is said to be so. Nobody knows a formula.
At the prompt of --play type a number, or: undo, redo, turn, hint, moves, board, new, help, quit. Your best chain of every N is kept.
JSON: {\"numbers\": 30, \"length\": 26, \"chain\": […], \"longest\": true|false|null, \"how\": \"search\"|\"cut\"|\"known\"|null, \
\"at_most\": 26, \"known\": {\"length\": 26, \"source\": \"oeis\"|\"ours\"}|null, \"cut\": {\"removed\": […], \"at_most\": 26, \
\"pieces\": [{\"numbers\": […], \"gains\": […]}, …]}}."
)]
pub(crate) struct Args {
    /// How many numbers: 1 to N
    #[arg(value_name = "N", value_parser = whole(1..=u64::from(Size::MOST)))]
    numbers: Option<u64>,
    /// Make a chain yourself; of the numbers 1 to 100, unless N says otherwise
    #[arg(long, conflicts_with_all = ["json", "cut"])]
    play: bool,
    /// List the pieces of the cut that bounds every chain
    #[arg(long, conflicts_with = "json")]
    cut: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Serialize)]
struct Answer<'a> {
    numbers: u64,
    length: usize,
    chain: &'a [u64],
    longest: Option<bool>,
    how: Option<&'static str>,
    at_most: usize,
    known: Option<KnownLength>,
    cut: Cut<'a>,
}

#[derive(Serialize)]
struct KnownLength {
    length: usize,
    source: &'static str,
}

#[derive(Serialize)]
struct Cut<'a> {
    removed: &'a [u64],
    at_most: usize,
    pieces: Vec<PieceView<'a>>,
}

#[derive(Serialize)]
struct PieceView<'a> {
    numbers: &'a [u64],
    gains: &'a [usize],
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        let size = self.numbers.map_or(Ok(Size::USUAL), Size::new).map_err(Failure::misused)?;
        if self.play {
            return if front.is_full_screen() {
                front.show_longest(size)
            } else {
                alone::play(&mut Dialogue::with_user(), Alone::sit_down(size, ChainsFile::of_user()))
            };
        }
        if self.numbers.is_none() {
            return Err(Failure::usage(
                "how many numbers? Type: divisor-duel chain 100; the rule book of that name is played by: divisor-duel play chain",
            ));
        }
        let what = format!("the longest chain of 1 to {}", size.last());
        let answer = self.budget.show(what, |watch| longest::answer(size, watch)).map_err(budget::failure)?;
        let mut out = output::stdout();
        if self.json {
            return out.json(&as_json(size, &answer));
        }
        tell_people(&mut out, size, &answer)?;
        if self.cut { list_pieces(&mut out, &answer.cut.pieces) } else { Ok(()) }
    }
}

fn as_json(size: Size, answer: &longest::Answer) -> Answer<'_> {
    let (longest, how) = match answer.verdict {
        Verdict::Searched => (Some(true), Some("search")),
        Verdict::Cut => (Some(true), Some("cut")),
        Verdict::Known(_) => (Some(true), Some("known")),
        Verdict::NotLongest { .. } => (Some(false), None),
        _ => (None, None),
    };
    let source = |known: Known| match known.source {
        Source::Oeis => "oeis",
        Source::Ours => "ours",
    };
    Answer {
        numbers: size.last(),
        length: answer.chain.len(),
        chain: &answer.chain,
        longest,
        how,
        at_most: answer.at_most(),
        known: known(size).map(|known| KnownLength { length: known.length, source: source(known) }),
        cut: Cut {
            removed: &answer.cut.removed,
            at_most: answer.cut.at_most(),
            pieces: answer.cut.pieces.iter().map(|Piece { numbers, gains }| PieceView { numbers, gains }).collect(),
        },
    }
}

fn tell_people(out: &mut Output<'_>, size: Size, answer: &longest::Answer) -> Fallible {
    let length = answer.chain.len();
    out.heading(&format!("A chain of {} among 1 to {}:", counted(length as u64, "number"), size.last()))?;
    out.line(&answer.chain.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))?;
    out.line(&say(&answer.verdict))?;
    if let Some(known) = known(size) {
        out.line(&crate::words::sentence(&known))?;
    }
    out.line("")?;
    let bound = answer.cut.at_most();
    let more =
        if bound == length { "is longer".into() } else { format!("has more than {}", counted(bound as u64, "number")) };
    out.line(&format!("To be checked by hand, why no chain {more}:"))?;
    Ok(out.line(&say(&answer.cut))?)
}

/// The pieces, those that a run gains most in first.
fn list_pieces(out: &mut Output<'_>, pieces: &[Piece]) -> Fallible {
    let mut pieces: Vec<&Piece> = pieces.iter().collect();
    pieces.sort_by(|a, b| b.gains.cmp(&a.gains));
    out.line("")?;
    out.line("What the first run takes of a piece at most, what a second one adds, and so on:")?;
    for piece in pieces {
        let gains = piece.gains.iter().map(usize::to_string).collect::<Vec<_>>().join(" + ");
        out.line(&format!("  {gains} of {}", numbers_for_people(&piece.numbers)))?;
    }
    Ok(())
}
