//! A position as text: what is free, what was taken and by whom, what is legal.

use std::io;

use duel::{Move, Player, Position, Role, Span, View};

use crate::line::output::Output;

/// Of more moves than this the last ones are shown.
const SHOWN_MOVES: usize = 100;

/// What is legal now.
pub(crate) fn legal(out: &mut Output<'_>, position: &Position) -> io::Result<()> {
    let label = match position.view() {
        View::Pool(_) => "You can pick: ",
        View::Table([_]) => "You can divide by: ",
        View::Table(_) => "You can divide: ",
    };
    labelled(out, label, position.legal_spans())
}

/// Everything on the board.
pub(crate) fn full(out: &mut Output<'_>, position: &Position, names: &[String; 2]) -> io::Result<()> {
    match position.view() {
        View::Pool(_) => labelled(out, "Free: ", position.free_spans())?,
        View::Table(table) => {
            let table: Vec<String> = table.iter().map(u64::to_string).collect();
            out.line(&format!("On the table: {}", table.join(", ")))?;
        }
    }
    moves_so_far(out, position, names)
}

/// The moves and who made them.
pub(crate) fn moves_so_far(out: &mut Output<'_>, position: &Position, names: &[String; 2]) -> io::Result<()> {
    let label = match position.view() {
        View::Pool(_) => "Taken: ",
        View::Table(_) => "Divided: ",
    };
    let moves = position.moves();
    let hidden = if moves.len() > SHOWN_MOVES { moves.len() - SHOWN_MOVES } else { 0 };
    let mut spans = Vec::new();
    if moves.is_empty() {
        spans.push(Span { text: "nothing yet".into(), role: Role::Text });
    }
    if hidden > 0 {
        spans.push(Span { text: format!("({hidden} before) "), role: Role::Text });
    }
    for (at, played) in moves.iter().enumerate().skip(hidden) {
        let last = at + 1 == moves.len();
        let role = if last && matches!(played, Move::Pick(_)) { Role::Last } else { Role::Taken };
        let separator = if last { "" } else { ", " };
        spans.push(Span { text: played.to_string(), role });
        spans.push(Span { text: format!(" ({}){separator}", names[Player::of_ply(at).index()]), role: Role::Text });
    }
    labelled(out, label, spans)
}

/// How the game stands: whose turn it is, or who has won and why.
pub(crate) fn standing(position: &Position, names: &[String; 2]) -> String {
    match (position.outcome(), position.why_it_ended(names)) {
        (Some(outcome), Some(why)) => format!("{why} {} wins!", names[outcome.winner.index()]),
        _ => format!("{} to move.", names[position.turn().index()]),
    }
}

fn labelled(out: &mut Output<'_>, label: &str, mut spans: Vec<Span>) -> io::Result<()> {
    spans.insert(0, Span { text: label.into(), role: Role::Text });
    out.block(&spans)
}
