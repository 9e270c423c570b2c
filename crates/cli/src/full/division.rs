//! The board of a division game: the numbers side by side, each with a picture of its prime factors and below it the
//! divisors to choose from.

use std::ops::Range;

use duel::{Move, Position};
use ratatui::layout::Rect;

use super::board::{Notes, Seen};
use super::canvas::{Canvas, Click, from_column, width};
use super::skin::Ink;

/// A number needs at least this many columns.
const NARROWEST: u16 = 18;
/// The number, its factors, and an empty line.
const HEADING: usize = 3;

/// Where the numbers on the table and their divisors stand. Rows are counted from the top of the whole board, which may
/// be higher than the window.
pub(crate) struct Division {
    area: Rect,
    panels: Vec<Panel>,
    rows: usize,
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
    pub(crate) fn fit(table: &[u64], choices: &[Move], area: Rect) -> Division {
        let beside = usize::from(area.width / NARROWEST).clamp(1, table.len().max(1));
        let panel_width = (area.width / beside as u16).max(1);
        let mut panels: Vec<Panel> = Vec::with_capacity(table.len());
        let mut top = 0;
        for row in table.chunks(beside) {
            let mut tallest = 0;
            for (at, &number) in row.iter().enumerate() {
                let divides = |choice: &Move| matches!(choice, Move::Divide { number: of, .. } if *of < number);
                let start = choices.partition_point(divides);
                let end = start
                    + choices[start..]
                        .partition_point(|choice| matches!(choice, Move::Divide { number: of, .. } if *of == number));
                // "/30 = 2": a divisor and what it leaves have no more digits together than the number and one.
                let cell = (width(&number.to_string()) + 8).min(panel_width);
                let columns = usize::from(panel_width / cell.max(1)).clamp(1, 4);
                tallest = tallest.max((end - start).div_ceil(columns).max(1));
                let x = area.x + at as u16 * panel_width;
                panels.push(Panel { number, x, width: panel_width, top, choices: start..end, columns, cell });
            }
            top += HEADING + tallest + 1;
        }
        Division { area, panels, rows: top.saturating_sub(1) }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn shown(&self) -> usize {
        self.area.height.into()
    }

    /// The row and column of a choice.
    pub(crate) fn place(&self, choice: usize) -> (usize, usize) {
        let Some(panel) = self.panels.iter().find(|panel| panel.choices.contains(&choice)) else { return (0, 0) };
        let at = choice - panel.choices.start;
        (panel.top + HEADING + at / panel.columns, usize::from(panel.x + panel.cell * (at % panel.columns) as u16))
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, seen: &Seen<'_>, top: usize) {
        for panel in &self.panels {
            let row = |row: usize| {
                let y = row.checked_sub(top).filter(|&y| y < usize::from(self.area.height))?;
                Some(Rect { x: panel.x, y: self.area.y + y as u16, width: panel.width, height: 1 })
            };
            let chosen = seen.cursor.and_then(|at| seen.choices.get(at)).and_then(|choice| match choice {
                Move::Divide { number, by } if *number == panel.number => Some(*by),
                _ => None,
            });
            if let Some(area) = row(panel.top) {
                canvas.text(area, &panel.number.to_string(), Ink::Title);
            }
            if let Some(area) = row(panel.top + 1) {
                factors(canvas, area, panel.number, seen, chosen);
            }
            if duel::is_prime(panel.number)
                && let Some(area) = row(panel.top + HEADING)
            {
                canvas.text(area, "prime", Ink::Faint);
            }
            for at in 0..panel.choices.len() {
                let Some(area) = row(panel.top + HEADING + at / panel.columns) else { continue };
                let area = from_column(area, panel.cell * (at % panel.columns) as u16);
                let area = Rect { width: area.width.min(panel.cell), ..area };
                choice(canvas, area, seen, panel.choices.start + at);
            }
        }
    }
}

/// A divisor, and what it leaves.
fn choice(canvas: &mut Canvas<'_>, area: Rect, seen: &Seen<'_>, at: usize) {
    let chosen = seen.choices[at];
    let Move::Divide { by, .. } = chosen else { return };
    let signs = canvas.skin.signs;
    let Notes { winning, hint, .. } = seen.notes;
    let (verdict, ink) = match winning {
        Some(winning) if winning.contains(&chosen) => (signs.wins, Ink::Wins),
        Some(_) => (signs.loses, Ink::Loses),
        None if *hint == Some(chosen) => ("!", Ink::Wins),
        None => ("", Ink::Divisor),
    };
    let text = format!("{}{by} = {}{verdict}", signs.divide, chosen.number());
    if seen.cursor == Some(at) {
        canvas.text(area, &format!("[{text}]"), Ink::Cursor);
    } else {
        canvas.text(area, &format!(" {text}"), ink);
    }
    if seen.playable {
        canvas.target(area, Click::Choice(chosen));
    }
}

/// The prime factors as tiles; those that the chosen divisor takes away recede.
fn factors(canvas: &mut Canvas<'_>, area: Rect, number: u64, seen: &Seen<'_>, chosen: Option<u64>) {
    let Some((_, primes)) = seen.factors.iter().find(|(of, _)| *of == number) else { return };
    let mut distinct = primes.clone();
    distinct.dedup();
    let group = |prime: u64| Ink::Group(distinct.iter().position(|&other| other == prime).unwrap_or(0));
    let tiles: Vec<String> = primes.iter().map(|prime| format!("[{prime}]")).collect();
    let needed: u16 = tiles.iter().map(|tile| width(tile)).sum();
    if needed <= area.width {
        let mut rest = chosen.unwrap_or(1);
        let mut used = 0;
        for (tile, &prime) in tiles.iter().zip(primes) {
            let goes = rest.is_multiple_of(prime);
            if goes {
                rest /= prime;
            }
            used += canvas.text(from_column(area, used), tile, if goes { Ink::Taken } else { group(prime) });
        }
        return;
    }
    // Too many tiles: the same as powers.
    let mut used = 0;
    for &prime in &distinct {
        let exponent = primes.iter().filter(|&&other| other == prime).count();
        let power = if exponent == 1 { format!("{prime} ") } else { format!("{prime}^{exponent} ") };
        used += canvas.text(from_column(area, used), &power, group(prime));
    }
}

/// The numbers on the table, each once, with their prime factors.
pub(crate) fn factors_of(position: &Position) -> Vec<(u64, Vec<u64>)> {
    let mut numbers = position.numbers().unwrap_or_default().to_vec();
    numbers.dedup();
    numbers.into_iter().map(|number| (number, duel::prime_factors(number))).collect()
}
