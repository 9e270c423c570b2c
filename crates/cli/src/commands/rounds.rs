//! The games of an arena's file, one a line.

use std::path::Path;

use duel::Record;
use duel::record::split_records;
use serde::Serialize;

use crate::failure::Fallible;
use crate::line::output::Output;
use crate::line::prompt::printable;
use crate::store::games;
use crate::words;

#[derive(Serialize)]
struct Line<'a> {
    round: Option<u64>,
    game: &'a str,
    players: [&'a str; 2],
    moves: u64,
    winner: Option<u8>,
    reason: Option<&'a str>,
    fault: Option<&'a str>,
}

/// Lists the games of an arena, for people or as JSON lines.
pub(crate) fn list(out: &mut Output<'_>, path: &Path, text: &str, json: bool) -> Fallible {
    let records = split_records(text).records;
    for (at, text) in records.iter().enumerate() {
        let is_being_written = at + 1 == records.len() && games::is_cut(text.text);
        let record: Record = match text.text.parse() {
            Err(_) if is_being_written => break,
            read => read.map_err(|error| games::wrong_record(path, text.line, &error))?,
        };
        let outcome = record.position().outcome();
        let line = Line {
            round: record.header("Round").and_then(|round| round.parse().ok()),
            game: record.code(),
            players: record.players().each_ref().map(duel::Name::as_str),
            moves: record.position().moves().len() as u64,
            winner: outcome.map(|outcome| outcome.winner.number()),
            reason: outcome.map(|outcome| outcome.reason.code()),
            fault: record.fault(),
        };
        if json {
            out.json(&line)?;
        } else {
            out.line(&line.words())?;
        }
    }
    if !json {
        out.line(&format!("\n{}", words::line().one_by_move(&path.display())))?;
    }
    Ok(())
}

impl Line<'_> {
    fn words(&self) -> String {
        let Line { round, game, players: [first, second], moves, winner, reason, fault } = self;
        let round = round.map_or("?".into(), |round| round.to_string());
        let result = match (winner, reason) {
            (Some(1), Some(reason)) => words::line().wins_by(first, reason),
            (Some(_), Some(reason)) => words::line().wins_by(second, reason),
            _ => words::line().not_over(),
        };
        let moves = words::both().moves(*moves);
        let game = words::line().arena_game(&round, game, first, second, &moves, &result);
        match fault.map(printable) {
            Some(fault) => words::line().arena_game_lost(&game, &fault),
            None => game,
        }
    }
}
