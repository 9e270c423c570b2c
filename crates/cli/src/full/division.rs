//! The board of a division game: the numbers side by side, each with a picture of its prime factors and below it the
//! divisors to choose from.

use std::ops::Range;

use duel::Move;
use ratatui::layout::Rect;

use super::board::Seen;
use super::canvas::{Canvas, Click, from_column, from_row, width};
use super::layout::in_the_middle;
use super::skin::Ink;
use crate::words;

/// A number needs at least this many columns.
const NARROWEST: u16 = 18;
/// The number, its factors as a line of tiles, and an empty line; tiles that are drawn as boxes take two lines more.
const HEADING: usize = 3;
const BOX: usize = 2;
/// The most columns of divisors below a number.
const COLUMNS: usize = 4;

/// Where the numbers on the table and their divisors stand. Rows are counted from the top of the whole board, which may
/// be higher than the window.
pub(crate) struct Division {
    /// As high as its rows, in the middle of what there is.
    pub(crate) area: Rect,
    /// All moves, in order.
    choices: Vec<Move>,
    panels: Vec<Panel>,
    rows: usize,
    /// How many lines stand above the divisors of a number.
    heading: usize,
}

struct Panel {
    number: u64,
    x: u16,
    width: u16,
    top: usize,
    /// The choices that divide this number.
    choices: Range<usize>,
    columns: usize,
    cell: u16,
}

impl Division {
    /// The board of these numbers, `choices` being all moves, in order.
    pub(crate) fn fit(table: &[u64], choices: Vec<Move>, area: Rect) -> Division {
        let mut division = Division { area, choices, panels: Vec::new(), rows: 0, heading: HEADING + BOX };
        division.lay_out(table);
        if division.rows > usize::from(area.height) {
            division.heading = HEADING;
            division.lay_out(table);
        }
        division.area = in_the_middle(area, division.rows.try_into().unwrap_or(u16::MAX));
        division
    }

    fn lay_out(&mut self, table: &[u64]) {
        let area = self.area;
        let beside = usize::from(area.width / NARROWEST).clamp(1, table.len().max(1));
        let panel_width = (area.width / beside as u16).max(1);
        self.panels.clear();
        let mut top = 0;
        for row in table.chunks(beside) {
            let mut tallest = 0;
            for (at, &number) in row.iter().enumerate() {
                let choices = choices_of(number, &self.choices);
                // "/30 = 2": a divisor and what it leaves have no more digits together than the number and one.
                let cell = (width(&number.to_string()) + 8).min(panel_width);
                let columns = usize::from(panel_width / cell.max(1)).clamp(1, COLUMNS);
                tallest = tallest.max(choices.len().div_ceil(columns).max(1));
                // A number that is alone stands in the middle.
                let used = (cell * columns as u16).min(panel_width);
                let indent = if table.len() == 1 { (panel_width - used) / 2 } else { 0 };
                let x = area.x + at as u16 * panel_width + indent;
                let width = panel_width - indent;
                self.panels.push(Panel { number, x, width, top, choices, columns, cell });
            }
            top += self.heading + tallest + 1;
        }
        self.rows = top.saturating_sub(1);
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn shown(&self) -> usize {
        self.area.height.into()
    }

    /// The row and column of a choice.
    pub(crate) fn place(&self, choice: Move) -> (usize, usize) {
        let Ok(choice) = self.choices.binary_search(&choice) else { return (0, 0) };
        let Some(panel) = self.panels.iter().find(|panel| panel.choices.contains(&choice)) else { return (0, 0) };
        let at = choice - panel.choices.start;
        (panel.top + self.heading + at / panel.columns, usize::from(panel.x + panel.cell * (at % panel.columns) as u16))
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, seen: &Seen<'_>, top: usize) {
        for panel in &self.panels {
            let row = |row: usize| {
                let y = row.checked_sub(top).filter(|&y| y < usize::from(self.area.height))?;
                Some(Rect { x: panel.x, y: self.area.y + y as u16, width: panel.width, height: 1 })
            };
            let chosen = match seen.cursor {
                Some(Move::Divide { number, by }) if number == panel.number => Some(by),
                _ => None,
            };
            if let Some(area) = row(panel.top) {
                canvas.text(area, &panel.number.to_string(), Ink::Title);
            }
            // Its prime factors would tell what is to be found.
            if let Some(area) = row(panel.top + 1).filter(|_| !seen.hides_legal) {
                let lines = if self.heading > HEADING { 1 + BOX as u16 } else { 1 };
                factors(canvas, Rect { height: lines, ..area }, panel.number, chosen);
            }
            if duel::factor::is_prime(panel.number)
                && let Some(area) = row(panel.top + self.heading)
            {
                canvas.text(area, &words::full().prime(), Ink::Faint);
            }
            if seen.hides_legal
                && !duel::factor::is_prime(panel.number)
                && let Some(area) = row(panel.top + self.heading)
            {
                canvas.text(area, &format!("{}?", canvas.skin.signs.divide), Ink::Divisor);
            }
            for at in 0..panel.choices.len() {
                let Some(area) = row(panel.top + self.heading + at / panel.columns) else { continue };
                let area = from_column(area, panel.cell * (at % panel.columns) as u16);
                let area = Rect { width: area.width.min(panel.cell), ..area };
                choice(canvas, area, seen, self.choices[panel.choices.start + at]);
            }
        }
    }
}

/// A divisor, and what it leaves.
fn choice(canvas: &mut Canvas<'_>, area: Rect, seen: &Seen<'_>, chosen: Move) {
    let Move::Divide { by, .. } = chosen else { return };
    let signs = &canvas.skin.signs;
    let (verdict, ink) = seen.insight.verdict(chosen, true, signs).unwrap_or(("", Ink::Divisor));
    let text = format!("{}{by} = {}{verdict}", signs.divide, chosen.number());
    if seen.cursor == Some(chosen) {
        canvas.text(area, &format!("[{text}]"), Ink::Cursor);
    } else {
        canvas.text(area, &format!(" {text}"), ink);
    }
    if seen.playable {
        canvas.target(area, Click::Choice(chosen));
    }
}

/// Where the moves that divide this number begin and end.
fn choices_of(number: u64, choices: &[Move]) -> Range<usize> {
    let before = |is_before: fn(&u64, &u64) -> bool| {
        choices.partition_point(|choice| matches!(choice, Move::Divide { number: it, .. } if is_before(it, &number)))
    };
    before(u64::lt)..before(u64::le)
}

/// The prime factors as tiles; those that the chosen divisor takes away recede.
fn factors(canvas: &mut Canvas<'_>, area: Rect, number: u64, chosen: Option<u64>) {
    let primes = duel::factor::prime_factors(number);
    let mut distinct = primes.clone();
    distinct.dedup();
    let group = |prime: u64| Ink::Group(distinct.iter().position(|&other| other == prime).unwrap_or(0));
    let needed: u16 = primes.iter().map(|prime| width(&prime.to_string()) + 2).sum();
    if needed <= area.width {
        let mut rest = chosen.unwrap_or(1);
        let mut used = 0;
        for &prime in &primes {
            let goes = rest.is_multiple_of(prime);
            if goes {
                rest /= prime;
            }
            used += tile(canvas, from_column(area, used), prime, if goes { Ink::Taken } else { group(prime) });
        }
        return;
    }
    // Too many tiles: the same as powers.
    let line = from_row(area, area.height / 2);
    let mut used = 0;
    for &prime in &distinct {
        let exponent = primes.iter().filter(|&&other| other == prime).count();
        let power = if exponent == 1 { format!("{prime} ") } else { format!("{prime}^{exponent} ") };
        used += canvas.text(from_column(line, used), &power, group(prime));
    }
}

/// A prime factor as a tile, in a box where there is room; gives the columns that it took.
fn tile(canvas: &mut Canvas<'_>, area: Rect, prime: u64, ink: Ink) -> u16 {
    if area.height < 3 {
        return canvas.text(area, &format!("[{prime}]"), ink);
    }
    let signs = &canvas.skin.signs;
    let digits = prime.to_string();
    let across = signs.across.repeat(digits.len());
    let [top_left, top_right, bottom_left, bottom_right] = signs.corners;
    canvas.text(area, &format!("{top_left}{across}{top_right}"), ink);
    canvas.text(from_row(area, 2), &format!("{bottom_left}{across}{bottom_right}"), ink);
    canvas.text(from_row(area, 1), &format!("{0}{digits}{0}", signs.down), ink)
}
