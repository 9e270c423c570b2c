//! What is said beside a board or below it: what a book says of a turn, its prompt with what was typed, what just happened, the list of
//! what was taken, and what the signs mean.

use duel::{Numbers, Position, Side};
use ratatui::layout::Rect;

use super::board::Board;
use super::canvas::{self, Canvas, from_column, from_row, width};
use super::layout::Areas;
use super::legend::Legend;
use super::players::Players;
use super::skin::Ink;
use crate::text::wrap;

/// Words that have this many lines stand beside the board and not below it.
const BESIDE: u16 = 12;
/// Between two lines of a book that stand on one.
const GAP: &str = "   ";

/// What is said about a position.
pub(super) struct Said<'a> {
    pub(super) players: &'a Players,
    /// The side whose sign stands in front of everything.
    pub(super) side: Option<Side>,
    /// Line by line what is said first, and how it looks.
    pub(super) heading: (Vec<String>, Ink),
    /// What somebody is asked, or why nobody is.
    pub(super) prompt: String,
    /// Whether somebody is asked, so that what is typed stands behind it.
    pub(super) is_asked: bool,
    /// What else there is to say.
    pub(super) message: (String, Ink),
    /// The name of the list of what was taken.
    pub(super) list: String,
}

impl Board {
    /// Draws what is said. Where there is no room for everything, what is said last comes first: it takes the place of the legend, then
    /// of all but the first line, then of the list.
    pub(super) fn draw_said(&self, canvas: &mut Canvas<'_>, position: &Position, said: &Said<'_>) {
        let area = Areas::of(canvas.area()).words;
        let is_beside = area.height >= BESIDE;
        let insight = self.insight(position);
        let legend = Legend::of(insight, position, said.players, &canvas.skin.signs, self.hides_legal(), said.is_asked);
        let mark = said.side.map(|side| said.players.seat(side));
        let indent = mark.map_or(0, |seat| width(canvas.skin.signs.of(seat)) + 1);
        let (lines, ink) = &said.heading;
        let columns = area.width.saturating_sub(indent);
        let mut heading: Vec<String> = if is_beside { lines.clone() } else { packed(lines, columns) };
        heading = heading.iter().flat_map(|line| wrap(line, columns.into())).collect();
        let prompt_lines = u16::from(!said.prompt.is_empty());
        let (message, message_ink) = &said.message;
        let needed = canvas::lines(message, area.width);
        // The first line of the book, the prompt and the list have their place as long as there is one.
        let insight = self.insight(position);
        let is_explained = insight.winning.is_some() || !insight.partners.is_empty();
        // Verdicts are worth nothing to whoever does not know their signs.
        let kept = 1 + if is_explained { legend.lines(area.width) } else { 0 };
        let room = area.height.saturating_sub(needed + prompt_lines + kept).max(1);
        if heading.len() > usize::from(room) && !is_beside {
            heading.truncate(room.into());
        }
        if let Some(seat) = mark {
            canvas.text(area, canvas.skin.signs.of(seat), Ink::Player(seat));
        }
        for (row, line) in heading.iter().enumerate() {
            canvas.text(from_column(from_row(area, row as u16), indent), line, *ink);
        }
        // Beside the board there is room for gaps.
        let gap = u16::from(is_beside);
        let mut rest = from_row(area, heading.len() as u16);
        if prompt_lines > 0 {
            rest = from_row(rest, gap);
            self.draw_prompt(canvas, Rect { height: rest.height.min(1), ..rest }, said);
            rest = from_row(rest, prompt_lines);
        }
        rest = from_row(rest, gap);
        let (list_lines, legend_lines) =
            if is_beside { (area.height / 3, legend.lines_beside(area.height)) } else { (1, legend.lines(area.width)) };
        let kept = rest.height.saturating_sub(list_lines + legend_lines);
        let (told, list) = if needed <= kept {
            (Rect { height: kept, ..rest }, Rect { height: list_lines, ..from_row(rest, kept) })
        } else {
            let needed = needed.min(rest.height);
            (Rect { height: needed, ..rest }, Rect { height: 1, ..from_row(rest, needed) })
        };
        canvas.prose(told, message, *message_ink);
        draw_taken(canvas, list.intersection(rest), position, said);
        legend.draw(canvas, from_row(rest, told.height + list.height));
    }

    /// The question, and behind it what was typed. Of a number that is too long the end is seen.
    fn draw_prompt(&self, canvas: &mut Canvas<'_>, line: Rect, said: &Said<'_>) {
        let label = said.prompt.trim_end();
        if !said.is_asked {
            canvas.fitted(line, [(label, Ink::Faint)]);
            return;
        }
        let typed = self.typed();
        // Where every column counts a long number has those of the question too.
        let needed = width(typed) + 1;
        let label = if width(label) + 1 + needed > line.width { "" } else { label };
        let space = if label.is_empty() { "" } else { " " };
        let cut = usize::from(needed.saturating_sub(line.width));
        let shown =
            if cut == 0 { format!("{typed}_") } else { format!("...{}_", typed.get(cut + 3..).unwrap_or_default()) };
        canvas.pieces(line, [(label, Ink::Plain), (space, Ink::Plain), (&*shown, Ink::Title)]);
    }
}

/// Lines as few as possible: what fits beside another line stands there.
fn packed(lines: &[String], columns: u16) -> Vec<String> {
    let mut packed: Vec<String> = Vec::new();
    for line in lines {
        match packed.last_mut() {
            Some(last) if width(last) + width(GAP) + width(line) <= columns => {
                last.push_str(GAP);
                last.push_str(line.trim_start());
            }
            _ => packed.push(line.clone()),
        }
    }
    packed
}

/// A sentence, of which this part stands out.
pub(super) fn with_emphasis<'t>(sentence: (&'t str, Ink), part: (&'t str, Ink)) -> [(&'t str, Ink); 3] {
    let (whole, ink) = sentence;
    match whole.split_once(part.0) {
        Some((before, after)) => [(before, ink), part, (after, ink)],
        None => [sentence, ("", ink), ("", ink)],
    }
}

/// The legal moves as a list that fits.
pub(super) fn legal_list(position: &Position, columns: u16) -> String {
    // More than a line of them is never wanted, and a large board has a million.
    const LOOKED_AT: usize = 100;
    let mut list = String::new();
    let count = position.legal().len();
    for choice in position.legal().take(LOOKED_AT) {
        let text = match (choice, position.numbers()) {
            (duel::Move::Divide { by, .. }, Numbers::Table([_])) => by.to_string(),
            _ => choice.to_string(),
        };
        let separator = if list.is_empty() { "" } else { ", " };
        let more = format!(" ... ({count})");
        if width(&list) + width(separator) + width(&text) + width(&more) > columns {
            list.push_str(&more);
            break;
        }
        list.push_str(separator);
        list.push_str(&text);
    }
    list
}

/// The moves so far, each with the sign of who made it, on the last lines of an area; of a long list the end.
fn draw_taken(canvas: &mut Canvas<'_>, area: Rect, position: &Position, said: &Said<'_>) {
    let signs = &canvas.skin.signs;
    let moves = position.moves();
    if moves.is_empty() {
        return;
    }
    let label = format!("{} ", said.list);
    let then = format!(" {} ", signs.then);
    let seat = |at: usize| said.players.seat(Side::of_ply(at));
    let columns_of = |at: usize| {
        let behind = if at + 1 == moves.len() { 0 } else { width(then.trim_end()) };
        width(&moves[at].to_string()) + width(signs.of(seat(at))) + behind
    };
    let cut = "... ";
    // Where lines begin when the list starts with this move.
    let broken = |start: usize| {
        let mut starts = vec![start];
        let mut used = width(&label) + if start > 0 { width(cut) } else { 0 };
        for at in start..moves.len() {
            if used + columns_of(at) > area.width && at > start {
                starts.push(at);
                used = 0;
            }
            used += columns_of(at) + 1;
        }
        starts
    };
    let mut first = moves.len().saturating_sub(1);
    while first > 0 && broken(first - 1).len() <= usize::from(area.height) {
        first -= 1;
    }
    let starts = broken(first);
    let top = from_row(area, area.height.saturating_sub(starts.len() as u16));
    let mut used = canvas.text(top, &label, Ink::Faint);
    if first > 0 {
        used += canvas.text(from_column(top, used), cut, Ink::Faint);
    }
    for (row, &start) in starts.iter().enumerate() {
        let mut rest = from_column(from_row(top, row as u16), if row == 0 { used } else { 0 });
        for at in start..starts.get(row + 1).copied().unwrap_or(moves.len()) {
            let (ink, then) = if at + 1 == moves.len() { (Ink::Last, "") } else { (Ink::Plain, &*then) };
            let (text, sign) = (moves[at].to_string(), signs.of(seat(at)));
            let pieces = [(&*text, ink), (sign, Ink::Player(seat(at))), (then, Ink::Faint)];
            rest = from_column(rest, canvas.pieces(rest, pieces));
        }
    }
}
