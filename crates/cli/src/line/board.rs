//! A position as text: what is free, what was taken and by whom, what is legal.

use std::io;

use duel::speech::{Called, Ending, Remark};
use duel::speech::{Role, Span};
use duel::{Move, Numbers, Position, Side};

use crate::line::output::Output;
use crate::words::{self, language, say};

/// Of more moves than this the last ones are shown.
const SHOWN_MOVES: usize = 100;

/// What is legal now.
pub(crate) fn legal(out: &mut Output<'_>, position: &Position) -> io::Result<()> {
    let label = match position.numbers() {
        Numbers::Pool(_) => words::both().you_can_pick(),
        Numbers::Table([_]) => words::both().you_can_divide_by(),
        Numbers::Table(_) => words::both().you_can_divide(),
    };
    labelled(out, &label, language().legal(position))
}

/// Everything on the board.
pub(crate) fn full(out: &mut Output<'_>, position: &Position, names: &[String; 2]) -> io::Result<()> {
    match position.numbers() {
        Numbers::Pool(_) => labelled(out, &words::line().free(), language().free(position))?,
        Numbers::Table(table) => {
            let table: Vec<String> = table.iter().map(u64::to_string).collect();
            let table = Span { text: table.join(", "), role: Role::Text };
            labelled(out, &words::line().on_the_table(), vec![table])?;
        }
    }
    moves_so_far(out, position, names)
}

/// The moves and who made them.
pub(crate) fn moves_so_far(out: &mut Output<'_>, position: &Position, names: &[String; 2]) -> io::Result<()> {
    let label = match position.numbers() {
        Numbers::Pool(_) => words::line().taken(),
        Numbers::Table(_) => words::both().divided(),
    };
    let moves = position.moves();
    let hidden = if moves.len() > SHOWN_MOVES { moves.len() - SHOWN_MOVES } else { 0 };
    let mut spans = Vec::new();
    if moves.is_empty() {
        spans.push(Span { text: words::both().nothing_yet(), role: Role::Text });
    }
    if hidden > 0 {
        spans.push(Span { text: format!("{} ", words::line().moves_not_shown(hidden)), role: Role::Text });
    }
    for (at, played) in moves.iter().enumerate().skip(hidden) {
        let last = at + 1 == moves.len();
        let role = if last && matches!(played, Move::Pick(_)) { Role::Last } else { Role::Taken };
        let separator = if last { "" } else { ", " };
        spans.push(Span { text: played.to_string(), role });
        spans.push(Span { text: format!(" ({}){separator}", names[Side::of_ply(at).index()]), role: Role::Text });
    }
    labelled(out, &label, spans)
}

/// How the game stands: whose turn it is, or who has won and why.
pub(crate) fn standing(position: &Position, names: &[String; 2]) -> String {
    let called = &Called::by_names(names);
    let ending = Ending { position, called };
    match ending.winner() {
        Some(wins) => format!("{} {}", say(&ending), say(&wins)),
        None => say(&Remark::ToMove(called[position.turn().index()].clone())),
    }
}

fn labelled(out: &mut Output<'_>, label: &str, mut spans: Vec<Span>) -> io::Result<()> {
    spans.insert(0, Span { text: format!("{label} "), role: Role::Text });
    out.block(&spans)
}
