//! What is said beside a board or below it: a line that ends with what was typed, words, the chain, and what the signs mean.

use duel::{Numbers, Position};
use ratatui::layout::Rect;

use super::board::Board;
use super::canvas::{self, Canvas, from_column, from_row, width};
use super::layout::Areas;
use super::legend::Legend;
use super::skin::Ink;
use crate::words;

/// Words that have this many lines stand beside the board and not below it.
pub(super) const BESIDE: u16 = 12;

impl Board {
    /// The first line, and at its end what was typed; gives how many lines that took. A long number stands below the line or,
    /// where every line counts, in its place, and is cut only where it begins.
    pub(super) fn draw_typed(&self, canvas: &mut Canvas<'_>, area: Rect, pieces: &[(&str, Ink)]) -> u16 {
        let typed = self.typed();
        let whole: String = pieces.iter().map(|(text, _)| *text).collect();
        let line = Rect { height: area.height.min(1), ..area };
        let is_beside = area.height >= BESIDE;
        // Where there is room the line goes on below.
        let (used, below) = if width(&whole) > area.width && (typed.is_empty() || is_beside) {
            (area.width, canvas.prose(Rect { height: area.height.min(2), ..area }, &whole, Ink::Title))
        } else {
            (canvas.fitted(line, pieces.iter().copied()), 1)
        };
        if typed.is_empty() {
            return below;
        }
        let label = words::full().your_number();
        let needed = width(&label) + width(typed) + 2;
        let (place, lines) = if used + 3 + needed <= line.width {
            (from_column(line, used + 3), 1)
        } else if is_beside {
            (from_row(area, below), below + 1)
        } else {
            canvas.clear(line);
            (line, 1)
        };
        let cut = usize::from(needed.saturating_sub(place.width));
        let shown =
            if cut == 0 { format!("{typed}_") } else { format!("...{}_", typed.get(cut + 3..).unwrap_or_default()) };
        canvas.pieces(place, [(&*label, Ink::Faint), (" ", Ink::Faint), (&*shown, Ink::Title)]);
        lines
    }

    /// What is said below so many lines, then the chain and the legend. Long words take the place of the legend, and if need be
    /// of the chain.
    pub(super) fn draw_words(
        &self,
        canvas: &mut Canvas<'_>,
        position: &Position,
        names: &[String; 2],
        lines: u16,
        (words, ink): (&str, Ink),
    ) {
        let area = Areas::of(canvas.area()).words;
        let legend = Legend::of(self.insight(position), position, names, &canvas.skin.signs);
        // Beside the board there is room for a long chain and for signs one below the other.
        let (chain_lines, legend_lines) = if area.height >= BESIDE {
            (area.height / 3, legend.lines_beside(area.height))
        } else {
            (1, legend.lines(area.width))
        };
        let rest = from_row(area, lines);
        let needed = canvas::lines(words, rest.width);
        let kept = rest.height.saturating_sub(chain_lines + legend_lines);
        let (said, chain) = if needed <= kept {
            (Rect { height: kept, ..rest }, Rect { height: chain_lines, ..from_row(rest, kept) })
        } else {
            let needed = needed.min(rest.height);
            (Rect { height: needed, ..rest }, Rect { height: 1, ..from_row(rest, needed) })
        };
        canvas.prose(said, words, ink);
        draw_chain(canvas, chain.intersection(rest), position);
        legend.draw(canvas, from_row(rest, said.height + chain.height));
    }
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

/// The moves so far, each with the sign of who made it, on the last lines of an area; of a long chain the end.
fn draw_chain(canvas: &mut Canvas<'_>, area: Rect, position: &Position) {
    let signs = &canvas.skin.signs;
    let moves = position.moves();
    let label = match position.numbers() {
        Numbers::Pool(_) => words::full().chain(),
        Numbers::Table(_) => words::both().divided(),
    };
    let room_in_a_line = area.width.saturating_sub(width(&label) + 5);
    let text = |at: usize| format!("{}{}", moves[at], signs.sides[at % 2]);
    let then = format!(" {} ", signs.then);
    // Where lines of moves begin, from the last one backwards, as many as there is room for.
    let mut starts = vec![moves.len()];
    let mut room = room_in_a_line;
    for at in (0..moves.len()).rev() {
        let needed = width(&text(at)) + width(&then);
        if needed > room {
            if starts.len() >= usize::from(area.height) {
                break;
            }
            starts.insert(0, at + 1);
            room = room_in_a_line;
        }
        room = room.saturating_sub(needed);
        starts[0] = at;
    }
    let top = from_row(area, area.height.saturating_sub(starts.len() as u16));
    let used = canvas.text(top, &label, Ink::Faint) + 1;
    if moves.is_empty() {
        canvas.text(from_column(top, used), &words::both().nothing_yet(), Ink::Faint);
    }
    for (row, &start) in starts.iter().enumerate() {
        let mut rest = from_column(from_row(top, row as u16), used);
        if row == 0 && start > 0 {
            rest = from_column(rest, canvas.text(rest, "... ", Ink::Faint));
        }
        for at in start..starts.get(row + 1).copied().unwrap_or(moves.len()) {
            let (ink, then) = if at + 1 == moves.len() { (Ink::Last, "") } else { (Ink::Plain, &*then) };
            rest = from_column(rest, canvas.pieces(rest, [(&*text(at), ink), (then, Ink::Faint)]));
        }
    }
}
