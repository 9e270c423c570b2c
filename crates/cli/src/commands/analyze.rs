//! `divisor-duel analyze`: who wins a position, and which moves win.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use duel::coach::{Advice, Stage, advise_in_stages};
use duel::json::PositionView;
use duel::solve::{Distances, Solution, distances, solve};
use duel::speech::numbers_for_people;
use duel::{Move, Position};
use serde::Serialize;

use super::budget::{self, Budget};
use super::proof;
use crate::commands::asked::{Asked, PositionArgs};
use crate::failure::Fallible;
use crate::line::output::{self, Output};
use crate::text::counted;
use crate::words::{self, say};

/// Say who wins a position with best play, and which moves win
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel analyze chain            the start
  divisor-duel analyze classic 12 6     after two moves
  divisor-duel analyze game.duel        a record
  divisor-duel analyze divider:60,84 --json
  divisor-duel analyze chain 14 --advice    where to look, what matters, the move
  divisor-duel analyze classic 12 6 --proof proof.json && divisor-duel verify proof.json",
    after_help = "\
The answer is exact, and so is how far the end is when the winner wins as soon as possible and the loser holds out as long as \
possible: a fiftieth of the budget is searched for that, and what was not found is not given. A misère pool game is searched: when the \
budget ends there is no answer, and the exit code is 3. Its proof is the winner's strategy. Of a game that somebody gave up, --ply proves the position before that.
JSON: what show --json prints, and \"winner\": 1|2 with best play, \"winning\": [moves], \"method\": \
matching, last-resort, nim, search or over; when the budget ends \"winner\" and \"winning\" are null. \"distance\": how many moves there are to the end, \
\"distances\": the same for each of \"legal\" in its order, the move included; null where it was not found. With --advice also \"advice\": {\"nudge\": {\"moves\": [those it points \
at], \"words\": \"…\"}, \"idea\": the same, \"move\": the same}, unless the game is over."
)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print the analysis as JSON
    #[arg(long)]
    json: bool,
    /// Add advice in its three stages: a nudge, an idea, the move
    #[arg(long)]
    advice: bool,
    /// Write a proof here that divisor-duel verify and docs/check_proof.py can check
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Let --proof take the place of a file that is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    budget: Budget,
}

/// A position and its exact value, where that is known.
#[derive(Serialize)]
pub(super) struct Analysis {
    #[serde(flatten)]
    position: PositionView,
    winner: Option<u8>,
    winning: Option<Vec<Move>>,
    method: String,
    /// How far the end is, and how far after each legal move, where that was looked for and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distances: Option<Option<Vec<Option<u32>>>>,
    /// By its stages, where it was asked for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    advice: BTreeMap<Stage, StageView>,
}

impl Analysis {
    pub(super) fn of(code: &str, position: &Position, solution: Option<&Solution>) -> Analysis {
        Analysis {
            position: PositionView::new(code, position),
            winner: solution.map(|solution| solution.winner.number()),
            method: solution.map_or("search".into(), |solution| solution.method.to_string()),
            winning: solution.map(|solution| solution.winning.clone()),
            distance: None,
            distances: None,
            advice: BTreeMap::new(),
        }
    }
}

/// Advice of one stage: the moves that it points at, and its words.
#[derive(Serialize)]
struct StageView {
    moves: Vec<Move>,
    words: String,
}

fn stages(advice: &[Advice], position: &Position) -> BTreeMap<Stage, StageView> {
    let view = |advice: &Advice| {
        let moves = match advice {
            Advice::Nudge(nudge) => nudge.moves(position),
            Advice::Idea(idea) => idea.moves.iter().map(|(chosen, _)| *chosen).collect(),
            Advice::Move(hint) => vec![hint.chosen],
        };
        (advice.stage(), StageView { moves, words: say(advice) })
    };
    advice.iter().map(view).collect()
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        if let Some(path) = &self.proof {
            proof::check_place(path, self.force)?;
        }
        let asked = self.position.load()?;
        let solved = self.budget.show("analysing", |watch| solve(&asked.position, watch));
        if let (Some(path), Ok(_)) = (&self.proof, &solved) {
            proof::write(&asked.position, path, self.budget)?;
        }
        let advice = match &solved {
            Ok(_) if self.advice => advise_in_stages(&asked.position, &mut self.budget.watch()),
            _ => Ok(Vec::new()),
        };
        let advice = advice.map_err(budget::failure)?;
        let found = solved.as_ref().ok().map(|solution| {
            self.budget.fiftieth().show("measuring", |watch| distances(&asked.position, solution, watch))
        });
        let mut out = output::stdout();
        if self.json {
            let analysis = Analysis::of(&asked.code, &asked.position, solved.as_ref().ok());
            let advice = stages(&advice, &asked.position);
            let distance = Some(found.as_ref().and_then(|found| found.position));
            let distances = Some(found.map(|found| found.moves.into_iter().map(|(_, far)| far).collect()));
            out.json(&Analysis { advice, distance, distances, ..analysis })?;
            return solved.map(drop).map_err(budget::failure);
        }
        asked.print(&mut out)?;
        verdict(&mut out, &asked, &solved.map_err(budget::failure)?)?;
        if let Some(found) = found {
            tell_distances(&mut out, &found)?;
        }
        for advice in &advice {
            out.line(&words::line().advice(&say(&advice.stage()), &say(advice)))?;
        }
        Ok(())
    }
}

fn verdict(out: &mut Output<'_>, asked: &Asked, solution: &Solution) -> Fallible {
    if asked.position.outcome().is_some() {
        return Ok(());
    }
    out.line("")?;
    let winner = &asked.names[solution.winner.index()];
    out.heading(&format!("{winner} wins with best play (method: {}).", solution.method))?;
    let winning: HashSet<Move> = solution.winning.iter().copied().collect();
    let losing: Vec<Move> = asked.position.legal_moves().into_iter().filter(|legal| !winning.contains(legal)).collect();
    for (label, moves) in [("Winning", &solution.winning), ("Losing", &losing)] {
        let shown = if moves.is_empty() { "none".into() } else { moves_for_people(moves) };
        out.line(&format!("{label}: {shown}"))?;
    }
    Ok(())
}

/// How far the end is, and by which moves.
fn tell_distances(out: &mut Output<'_>, found: &Distances) -> Fallible {
    if found.moves.is_empty() {
        return Ok(());
    }
    let mut by_distance: BTreeMap<Option<u32>, Vec<Move>> = BTreeMap::new();
    for &(chosen, far) in &found.moves {
        by_distance.entry(far).or_default().push(chosen);
    }
    out.line(&match found.position {
        Some(far) => format!("The end is {} away with best play.", counted(far.into(), "move")),
        None => "How far the end is was not found: the budget for that ended.".into(),
    })?;
    let unknown = by_distance.remove(&None);
    let known = by_distance.iter().filter_map(|(far, moves)| Some((*far.as_ref()?, moves_for_people(moves))));
    let mut parts: Vec<String> = known.map(|(far, moves)| format!("{far} by {moves}")).collect();
    parts.extend(unknown.map(|moves| format!("not found for {}", moves_for_people(&moves))));
    Ok(out.line(&format!("Moves to the end: {}", parts.join("; ")))?)
}

/// Moves in a line: ranges of numbers, or divisions.
pub(super) fn moves_for_people(moves: &[Move]) -> String {
    match moves {
        [Move::Pick(_), ..] => numbers_for_people(&moves.iter().map(|pick| pick.number()).collect::<Vec<_>>()),
        _ => moves.iter().map(Move::to_string).collect::<Vec<_>>().join(", "),
    }
}
