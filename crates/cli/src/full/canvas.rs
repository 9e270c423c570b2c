//! Where the screens draw. Everything is clipped to its area, and what can be clicked is noted as it is drawn.

use duel::Move;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as Point, Rect};

use super::keys::Key;
use super::skin::{Ink, Skin, showable};
use crate::text;

/// What a click on a part of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Click {
    /// The same as this key.
    Key(KeyCode),
    /// A number of the grid, legal or not.
    Number(u64),
    /// A choice of the board.
    Choice(Move),
    /// A line of a list.
    Line(usize),
    /// One of the settings.
    Setting(usize),
}

/// What stands where something did not fit.
const ELLIPSIS: &str = "...";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    area: Rect,
    click: Click,
}

/// What is under this point; of things on top of each other the last drawn.
pub(crate) fn hit(targets: &[Target], x: u16, y: u16) -> Option<Click> {
    targets.iter().rev().find(|target| target.area.contains(Point::new(x, y))).map(|target| target.click)
}

pub(crate) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    pub(crate) skin: &'a Skin,
    pub(crate) targets: Vec<Target>,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(buffer: &'a mut Buffer, skin: &'a Skin) -> Canvas<'a> {
        Canvas { buffer, skin, targets: Vec::new() }
    }

    pub(crate) fn area(&self) -> Rect {
        self.buffer.area
    }

    /// Writes a line of text at the start of an area; gives the columns that it took.
    pub(crate) fn text(&mut self, area: Rect, text: &str, ink: Ink) -> u16 {
        let area = area.intersection(self.buffer.area);
        if area.is_empty() {
            return 0;
        }
        let shown = showable(text, self.skin.ascii);
        let (end, _) = self.buffer.set_stringn(area.x, area.y, shown, area.width.into(), self.skin.style(ink));
        end - area.x
    }

    /// Writes pieces of text one after the other on one line.
    pub(crate) fn pieces<'t>(&mut self, area: Rect, pieces: impl IntoIterator<Item = (&'t str, Ink)>) -> u16 {
        let mut used = 0;
        for (text, ink) in pieces {
            used += self.text(from_column(area, used), text, ink);
        }
        used
    }

    /// The same; where they do not fit, that is to be seen.
    pub(crate) fn fitted<'t>(&mut self, area: Rect, pieces: impl IntoIterator<Item = (&'t str, Ink)>) -> u16 {
        let pieces: Vec<(&str, Ink)> = pieces.into_iter().collect();
        let needed: u16 = pieces.iter().map(|(text, _)| width(text)).fold(0, u16::saturating_add);
        if needed <= area.width {
            return self.pieces(area, pieces);
        }
        let room = area.width.saturating_sub(width(ELLIPSIS));
        let used = self.pieces(Rect { width: room, ..area }, pieces);
        used + self.text(from_column(area, used), ELLIPSIS, Ink::Faint)
    }

    /// Writes a text at the right end of a line; gives what is left of the line, a gap apart.
    pub(crate) fn right(&mut self, line: Rect, text: &str, ink: Ink) -> Rect {
        let rest = line.width.saturating_sub(width(text));
        self.fitted(from_column(line, rest), [(text, ink)]);
        Rect { width: rest.saturating_sub(2), ..line }
    }

    /// Writes a sign of one column at the right end of a line, or at the left end where something stands there already.
    pub(crate) fn at_an_end(&mut self, line: Rect, sign: &str, ink: Ink) {
        let end = from_column(line, line.width.saturating_sub(1));
        let is_free = self.buffer.cell(end.as_position()).is_some_and(|cell| cell.symbol().trim().is_empty());
        self.text(if is_free { end } else { line }, sign, ink);
    }

    /// Writes prose, broken between words; gives the lines that it took.
    pub(crate) fn prose(&mut self, area: Rect, prose: &str, ink: Ink) -> u16 {
        let lines = text::wrap(prose, area.width.into());
        for (at, line) in lines.iter().enumerate().take(area.height.into()) {
            let row = from_row(area, at as u16);
            if at + 1 == usize::from(area.height) && at + 1 < lines.len() {
                // Whole words only: a number that is cut would be another number.
                let room = area.width.saturating_sub(width(ELLIPSIS) + 1);
                let mut words = line.as_str();
                while width(words) > room {
                    words = words.rsplit_once(' ').map_or("", |(fewer, _)| fewer);
                }
                self.pieces(row, [(words, ink), (" ", ink), (ELLIPSIS, Ink::Faint)]);
            } else {
                self.text(row, line, ink);
            }
        }
        (lines.len() as u16).min(area.height)
    }

    /// A line across an area.
    pub(crate) fn rule(&mut self, area: Rect) {
        let line = self.skin.signs.across.repeat(area.width.into());
        self.text(area, &line, Ink::Faint);
    }

    /// What is under an area gets out of the way.
    pub(crate) fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for point in area.positions() {
            self.buffer[point].reset();
        }
        self.targets.retain(|target| !target.area.intersects(area));
    }

    pub(crate) fn target(&mut self, area: Rect, click: Click) {
        let area = area.intersection(self.buffer.area);
        if !area.is_empty() {
            self.targets.push(Target { area, click });
        }
    }

    /// Keys and what they do, as many as fit, each to be clicked. The last one always has its place.
    pub(crate) fn keys(&mut self, area: Rect, keys: &[Key]) {
        let needed = |key: &Key| width(&key.name) + 1 + width(&key.does);
        let kept = keys.last().map_or(0, needed);
        let mut used = 0;
        for (at, key) in keys.iter().enumerate() {
            let is_last = at + 1 == keys.len();
            if !is_last && used + needed(key) + 2 + kept > area.width {
                continue;
            }
            let start = from_column(area, used);
            let written = self.pieces(start, [(&*key.name, Ink::Key), (" ", Ink::Plain), (&*key.does, Ink::Faint)]);
            self.target(Rect { width: written, height: start.height.min(1), ..start }, Click::Key(key.code));
            used += written + 2;
        }
    }
}

/// What is left of an area from this row on.
pub(crate) fn from_row(area: Rect, row: u16) -> Rect {
    let row = row.min(area.height);
    Rect { y: area.y + row, height: area.height - row, ..area }
}

/// What is left of an area from this column on.
pub(crate) fn from_column(area: Rect, column: u16) -> Rect {
    let column = column.min(area.width);
    Rect { x: area.x + column, width: area.width - column, ..area }
}

/// The columns that a text takes.
pub(crate) fn width(text: &str) -> u16 {
    text::width(text).try_into().unwrap_or(u16::MAX)
}

/// The lines that prose takes in so many columns.
pub(crate) fn lines(prose: &str, columns: u16) -> u16 {
    text::wrap(prose, columns.into()).len().try_into().unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::skin::Colours;
    use super::*;

    fn lines(buffer: &Buffer) -> Vec<String> {
        let line = |cells: &[ratatui::buffer::Cell]| cells.iter().map(ratatui::buffer::Cell::symbol).collect();
        buffer.content.chunks(buffer.area.width.into()).map(line).collect()
    }

    #[test]
    fn text_stays_in_its_area_and_in_the_window() {
        let skin = Skin::new(false, Colours::None);
        let mut buffer = Buffer::filled(Rect::new(0, 0, 8, 3), ratatui::buffer::Cell::new("."));
        let mut canvas = Canvas::new(&mut buffer, &skin);
        assert_eq!(canvas.text(Rect::new(2, 0, 3, 1), "12345", Ink::Plain), 3);
        assert_eq!(canvas.text(Rect::new(6, 1, 9, 9), "12345", Ink::Plain), 2, "the window ends first");
        assert_eq!(canvas.text(Rect::new(1, 2, 2, 1), "1漢2", Ink::Plain), 1, "half of a wide letter is none");
        for outside in [Rect::new(8, 0, 5, 1), Rect::new(0, 3, 5, 1), Rect::new(0, 0, 0, 1), Rect::new(0, 0, 5, 0)] {
            assert_eq!(canvas.text(outside, "12345", Ink::Plain), 0, "{outside:?}");
        }
        assert_eq!(lines(&buffer), ["..123...", "......12", ".1......"]);
    }
}
