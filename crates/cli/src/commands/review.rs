//! `divisor-duel review`: what each move of a game did.

use std::path::PathBuf;

use duel::coach::{Reviewed, review};
use duel::{Move, Session, Side};
use serde::Serialize;

use super::budget::{self, Budget};
use crate::commands::arguments::whole;
use crate::commands::history::file_or_number;
use crate::commands::{remembered, rounds};
use crate::failure::Fallible;
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::game;
use crate::line::output;
use crate::line::review::{ask_to_play_on, print};
use crate::store::games::{self, Games};
use crate::store::saves::{Keeper, Store};
use crate::text::quoted;
use crate::words::{self, say};

/// Look at a game afterwards: what each move did, and where it turned
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel play chain --p2 level:2 --record game.duel
  divisor-duel review game.duel
  divisor-duel review 1                       the newest game of divisor-duel history
  divisor-duel review arena.duel              the games of an arena, one a line
  divisor-duel review arena.duel --round 17   one of them",
    after_help = "\
A move kept the win, threw it away, was lost anyway, or was the only one. At a turning point the better move is named. What the \
budget does not reach is too hard to judge. The opening of an arena's game was made by chance, and is nobody's mistake.
JSON: an object a move, {\"move\": 12, \"player\": 1, \"mark\": \"threw-it-away\", \"winning\": 1, \"better\": 22, \"why\": \"Take 22. …\"}; the marks are \
kept-the-win, threw-it-away, lost-anyway, only-move, not-known and by-chance; \"winning\" is who was winning before the move, null where that is not known. The move is null where a player gave the game up; \
\"fault\" says what a bot did."
)]
pub(crate) struct Args {
    /// The record, or the number of a finished game
    #[arg(value_name = "FILE|NUMBER")]
    file: PathBuf,
    /// Which game of an arena's file
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    round: Option<u64>,
    /// Print the review as JSON lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Serialize)]
struct Line {
    r#move: Option<Move>,
    player: u8,
    mark: &'static str,
    /// Who was winning before it.
    winning: Option<u8>,
    better: Option<Move>,
    why: Option<String>,
    /// What a bot did instead of moving.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        let file = file_or_number(&self.file)?;
        let record = match self.round {
            Some(round) => games::read_round(&file, round)?,
            None => match games::read_games(&file)? {
                Games::One(record) => *record,
                Games::Arena(text) => return rounds::list(&mut output::stdout(), &file, &text, self.json),
            },
        };
        if !self.json && front.is_full_screen() {
            return front.show_review(&record);
        }
        let reviewed =
            self.budget.show(words::line().reviewing(), |watch| review(record.position(), record.opening(), watch));
        let reviewed = reviewed.map_err(budget::failure)?;
        let mut talk = Dialogue::with_user();
        if self.json {
            for (at, Reviewed { played, mark, winning, better }) in reviewed.into_iter().enumerate() {
                let line = Line {
                    r#move: played,
                    player: Side::of_ply(at).number(),
                    mark: mark.code(),
                    winning: winning.map(Side::number),
                    better: better.as_ref().map(|hint| hint.chosen),
                    why: better.map(|hint| say(&hint)),
                    fault: record.fault().filter(|_| played.is_none()).map(String::from),
                };
                talk.json(&line)?;
            }
            return Ok(());
        }
        print(&mut talk, &record, &reviewed)?;
        // A game of an arena has no file of its own to be named by.
        let Some(session) = Session::from_record(record).ok().filter(|_| self.round.is_none()) else { return Ok(()) };
        if !words::is_at_the_menu() || !talk.is_at_a_terminal() {
            return Ok(talk.line(&words::line().play_on_by(&quoted(&self.file.display().to_string())))?);
        }
        let Some((here, opponent)) = ask_to_play_on(&mut talk, &session)? else { return Ok(()) };
        let sitting = here.sit_down(opponent, true, Keeper::new(Store::of_user(), None))?;
        let turns = remembered::turns(&talk, front, &remembered::settings(&talk));
        game::play(talk, sitting, turns)
    }
}
