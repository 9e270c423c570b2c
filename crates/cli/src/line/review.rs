//! A game looked at afterwards, a line a move.

use duel::coach::Reviewed;
use duel::speech::{TurningPoints, WhoWasWinning};
use duel::{Loss, Position, Reason, Record, Session, Side, Who};

use crate::failure::Fallible;
use crate::line::aside;
use crate::line::board;
use crate::line::dialogue::Dialogue;
use crate::line::output::Output;
use crate::line::prompt::printable;
use crate::sitting::here::Here;
use crate::words::{self, say};

/// The review for people.
pub(crate) fn print(out: &mut Output<'_>, record: &Record, reviewed: &[Reviewed]) -> Fallible {
    let names = record.players().clone().map(|name| name.to_string());
    out.heading(&words::line().who_played(record.code(), &names[0], &names[1]))?;
    for (at, Reviewed { played, mark, better, .. }) in reviewed.iter().enumerate() {
        let fault = record.fault().filter(|_| played.is_none());
        let played = played.map_or_else(|| how_it_was_lost(record.position()), |played| played.to_string());
        let name = &names[Side::of_ply(at).index()];
        out.line(&words::line().reviewed(at + 1, name, &played, &say(mark)))?;
        if let Some(fault) = fault {
            out.line(&format!("     {}", words::line().it_did(&printable(fault))))?;
        }
        if let Some(better) = better {
            out.line(&format!("     {}", words::both().better(&say(better))))?;
        }
    }
    out.line(&board::standing(record.position(), &names))?;
    let winning = say(&WhoWasWinning(reviewed, &names));
    if !winning.is_empty() {
        out.line(&winning)?;
    }
    Ok(out.line(&say(&TurningPoints(reviewed)))?)
}

/// Asks whether somebody who has looked at a game wants to play on from it; from where and against whom, unless they do not.
pub(crate) fn ask_to_play_on(talk: &mut Dialogue<'_>, session: &Session) -> Fallible<Option<(Here, Who)>> {
    loop {
        let Some(line) = talk.ask(&words::line().play_on_from())? else { return Ok(None) };
        match line.trim().to_ascii_lowercase().as_str() {
            "" | "n" | "no" => return Ok(None),
            typed => match aside::here(session, typed.strip_prefix("from").unwrap_or(typed)) {
                Ok(found) => return Ok(Some(found)),
                Err(problem) => talk.line(&problem)?,
            },
        }
    }
}

/// What whoever lost a game before its end did instead of moving.
fn how_it_was_lost(end: &Position) -> String {
    match end.outcome().map(|outcome| &outcome.reason) {
        Some(Reason::Lost(Loss::IllegalNumber(_))) => words::line().illegal_number(),
        Some(Reason::Lost(Loss::Time)) => words::line().out_of_time(),
        Some(Reason::Lost(Loss::Forfeit)) => words::line().no_move(),
        _ => words::line().gave_it_up(),
    }
}
