//! What the signs on the board mean, and which of them is whose.

use std::borrow::Cow;

use duel::{Position, View};
use ratatui::layout::Rect;

use super::board::Insight;
use super::canvas::{Canvas, from_column, from_row, width};
use super::say::say;
use super::skin::{Ink, Signs};

/// Between two entries on one line.
const GAP: u16 = 2;
/// Two names in fewer columns than this would tell nothing.
const WORTH_CUTTING: u16 = 28;

struct Entry<'a> {
    sign: &'static str,
    ink: Ink,
    meaning: Cow<'a, str>,
}

impl Entry<'_> {
    fn columns(&self) -> u16 {
        width(self.sign) + 1 + width(&self.meaning)
    }

    /// Gives the columns that it took.
    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        canvas.fitted(area, [(self.sign, self.ink), (" ", Ink::Plain), (&self.meaning, Ink::Faint)])
    }
}

pub(super) struct Legend<'a> {
    signs: Vec<Entry<'a>>,
    sides: [Entry<'a>; 2],
}

impl<'a> Legend<'a> {
    pub(super) fn of(insight: &Insight, position: &Position, names: &'a [String; 2], signs: &Signs) -> Legend<'a> {
        let is_over = position.outcome().is_some();
        let mut entries = match (position.view(), position.last()) {
            (View::Table(_), _) => Vec::new(),
            // After the end nothing can be picked.
            (View::Pool(_), None) if is_over => Vec::new(),
            (View::Pool(_), Some(_)) if is_over => vec![(signs.last, Ink::Last, say!("last"))],
            (View::Pool(_), None) => vec![(signs.open, Ink::Open, say!("can be picked"))],
            (View::Pool(_), Some(_)) => vec![
                (signs.divisor, Ink::Divisor, say!("divisor")),
                (signs.multiple, Ink::Multiple, say!("multiple")),
                (signs.last, Ink::Last, say!("last")),
            ],
        };
        if !insight.partners.is_empty() {
            entries.push((signs.pair, Ink::Plain, say!("partner")));
        }
        if insight.winning.is_some() {
            entries.extend([(signs.wins, Ink::Wins, say!("wins")), (signs.loses, Ink::Loses, say!("loses"))]);
        } else if insight.hint.is_some() {
            entries.push(("!", Ink::Wins, say!("hint")));
        }
        let [first, second] = signs.sides;
        let [one, two] = names;
        Legend {
            signs: entries
                .into_iter()
                .map(|(sign, ink, meaning)| Entry { sign, ink, meaning: meaning.into() })
                .collect(),
            sides: [(first, one), (second, two)].map(|(sign, name)| Entry {
                sign,
                ink: Ink::Plain,
                meaning: name.into(),
            }),
        }
    }

    /// The lines that it takes beside a board: one for every sign where there is room for that.
    pub(super) fn lines_beside(&self, height: u16) -> u16 {
        let all = (self.signs.len() + self.sides.len()) as u16;
        if all <= height / 3 { all } else { 5 }
    }

    /// The lines that it takes below a board: the names have one of their own where they do not fit beside the signs.
    pub(super) fn lines(&self, columns: u16) -> u16 {
        let (row, used) =
            self.places(columns).last().map_or((0, 0), |(entry, row, x)| (row, x + entry.columns() + GAP));
        let sides = self.sides.iter().map(|entry| entry.columns() + GAP).sum::<u16>();
        if used + sides <= columns + GAP { row + 1 } else { row + 2 }
    }

    /// The signs, each with the row and the column that it stands in.
    fn places(&self, columns: u16) -> impl Iterator<Item = (&Entry<'a>, u16, u16)> {
        let (mut row, mut used) = (0, 0);
        self.signs.iter().map(move |entry| {
            if used > 0 && used + entry.columns() > columns {
                (row, used) = (row + 1, 0);
            }
            let column = used;
            used += entry.columns() + GAP;
            (entry, row, column)
        })
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if usize::from(area.height) >= self.signs.len() + self.sides.len() {
            for (row, entry) in self.signs.iter().chain(&self.sides).enumerate() {
                entry.draw(canvas, from_row(area, row as u16));
            }
            return;
        }
        let (mut row, mut used) = (0, 0);
        for (entry, at, column) in self.places(area.width) {
            (row, used) = (at, column + GAP + entry.draw(canvas, from_column(from_row(area, at), column)));
        }
        let has_its_own_line = self.lines(area.width) > row + 1 && row + 1 < area.height;
        let sides = if has_its_own_line { from_row(area, row + 1) } else { from_column(from_row(area, row), used) };
        self.draw_sides(canvas, sides);
    }

    /// Long names are cut. Where hardly anything would be left of them they go: whose turn it is stands above.
    fn draw_sides(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let [first, second] = &self.sides;
        let is_cut = first.columns() + GAP + second.columns() > area.width;
        if is_cut && area.width < WORTH_CUTTING {
            return;
        }
        // The longer one makes room for the other, down to half of the line.
        let room = area.width.saturating_sub(GAP + second.columns().min(area.width / 2));
        let used = GAP + first.draw(canvas, Rect { width: room, ..area });
        second.draw(canvas, from_column(area, used));
    }
}
