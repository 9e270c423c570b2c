//! Lines to choose one from, of which the window may show a part.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::canvas::{Canvas, Click, from_column, from_row, width};
use super::skin::Ink;

/// Where a key leads among so many lines.
pub(super) fn moved(key: KeyCode, chosen: usize, lines: usize) -> usize {
    let last = lines.saturating_sub(1);
    match key {
        KeyCode::Up => chosen.saturating_sub(1),
        KeyCode::Down => (chosen + 1).min(last),
        KeyCode::PageUp => chosen.saturating_sub(10),
        KeyCode::PageDown => (chosen + 10).min(last),
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => chosen,
    }
}

/// Draws the lines around the chosen one, with signs that there are more. Below them stands the message, or what of the chosen line
/// has no room in it.
pub(super) fn draw(canvas: &mut Canvas<'_>, area: Rect, lines: &[String], chosen: usize, message: &str) {
    let list = Rect { height: area.height.saturating_sub(3), ..area };
    let top = (chosen + 1).saturating_sub(list.height.into());
    // At the right there is a column for the signs that there is more.
    let text = Rect { width: list.width.saturating_sub(2), ..list };
    let signs = &canvas.skin.signs;
    if top > 0 {
        canvas.right(Rect { height: 1, ..list }, signs.more_above, Ink::Key);
    }
    if top + usize::from(list.height) < lines.len() {
        canvas.right(from_row(list, list.height.saturating_sub(1)), signs.more_below, Ink::Key);
    }
    for (row, (at, line)) in lines.iter().enumerate().skip(top).take(list.height.into()).enumerate() {
        let area = Rect { height: 1, ..from_row(text, row as u16) };
        let is_chosen = at == chosen;
        canvas.text(area, if is_chosen { signs.bar } else { " " }, Ink::Open);
        canvas.fitted(from_column(area, 2), [(&**line, if is_chosen { Ink::Title } else { Ink::Plain })]);
        canvas.target(area, Click::Line(at));
    }
    let below = Rect { height: 2, ..from_row(area, area.height.saturating_sub(2)) };
    match lines.get(chosen) {
        _ if !message.is_empty() => drop(canvas.prose(below, message, Ink::Notice)),
        // What does not fit into the list is said where there is room for it.
        Some(line) if width(line) + 2 > text.width => drop(canvas.prose(below, line.trim_start(), Ink::Plain)),
        _ => {}
    }
}
