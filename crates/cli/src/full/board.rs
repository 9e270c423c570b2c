//! A position as it lies on the screen, and where the cursor stands in it: the same for play, review and puzzles.

use std::collections::HashMap;

use duel::{Move, Pool, Position, Relation, View};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::canvas::{Canvas, Click, from_row, width};
use super::division::{Division, factors_of};
use super::grid::Grid;
use super::skin::Ink;

/// What was found out about a position and is shown on the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// The moves that win, when the verdicts are shown.
    pub(crate) winning: Option<Vec<Move>>,
    /// The partner of every number that has one, and which pair it is.
    pub(crate) partners: HashMap<u64, (u64, usize)>,
    pub(crate) hint: Option<Move>,
}

pub(crate) struct Board {
    position: Position,
    choices: Vec<Move>,
    /// Which of the choices the cursor is on.
    cursor: Option<usize>,
    /// The first row that is shown, where the window is too low for all of them.
    top: usize,
    factors: Vec<(u64, Vec<u64>)>,
    pub(crate) notes: Notes,
}

/// What drawing needs to see of a board.
pub(crate) struct Seen<'a> {
    pub(crate) choices: &'a [Move],
    pub(crate) cursor: Option<usize>,
    pub(crate) factors: &'a [(u64, Vec<u64>)],
    pub(crate) notes: &'a Notes,
    /// Whether a choice can be made by clicking on it.
    pub(crate) playable: bool,
}

enum Layout {
    Grid(Grid),
    Division(Division),
}

impl Board {
    pub(crate) fn new(position: Position) -> Board {
        let mut board =
            Board { choices: Vec::new(), cursor: None, top: 0, factors: Vec::new(), notes: Notes::default(), position };
        board.refresh();
        board
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Changes the position; everything that was noted about the old one is gone.
    pub(crate) fn change<T>(&mut self, change: impl FnOnce(&mut Position) -> T) -> T {
        let result = change(&mut self.position);
        self.refresh();
        result
    }

    fn refresh(&mut self) {
        self.choices = self.position.legal_moves();
        self.cursor = (!self.choices.is_empty()).then_some(0);
        self.factors = factors_of(&self.position);
        self.notes = Notes::default();
    }

    /// The move under the cursor.
    pub(crate) fn choice(&self) -> Option<Move> {
        self.cursor.and_then(|at| self.choices.get(at)).copied()
    }

    /// Puts the cursor on a move, if it is legal.
    pub(crate) fn point_at(&mut self, chosen: Move, area: Rect) -> bool {
        let Ok(at) = self.choices.binary_search(&chosen) else { return false };
        self.cursor = Some(at);
        self.follow_cursor(area);
        true
    }

    /// Puts the cursor on the move that was typed so far, if that is one.
    pub(crate) fn point_at_typed(&mut self, typed: &str, area: Rect) {
        let understood = typed.parse().ok().and_then(|typed| self.position.understand(typed).ok());
        if let Some(chosen) = understood.and_then(duel::Typed::as_move) {
            self.point_at(chosen, area);
        }
    }

    /// Moves the cursor over the choices; false when the key is no way to go.
    pub(crate) fn step(&mut self, key: KeyCode, area: Rect) -> bool {
        let count = self.choices.len();
        let Some(at) = self.cursor else {
            return matches!(key, KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down);
        };
        let next = match key {
            KeyCode::Right => (at + 1) % count,
            KeyCode::Left => (at + count - 1) % count,
            KeyCode::Home => 0,
            KeyCode::End => count - 1,
            KeyCode::Up | KeyCode::Down => self.neighbour(at, key == KeyCode::Down, area).unwrap_or(at),
            _ => return false,
        };
        self.cursor = Some(next);
        self.follow_cursor(area);
        true
    }

    /// The nearest choice below or above this one. What is straight ahead is nearer than what is beside.
    fn neighbour(&self, at: usize, down: bool, area: Rect) -> Option<usize> {
        let layout = self.layout(area);
        let (row, column) = self.place(&layout, at);
        let ahead = |(other, _): &(usize, _)| if down { *other > row } else { *other < row };
        let distance = |(other_row, other): (usize, usize)| {
            let beside = match &layout {
                Layout::Grid(_) => 2,
                Layout::Division(_) => 1,
            };
            let ahead = other_row.abs_diff(row);
            (ahead + beside * other.abs_diff(column), ahead)
        };
        let places = (0..self.choices.len()).map(|other| (other, self.place(&layout, other)));
        places.filter(|(_, place)| ahead(place)).min_by_key(|(_, place)| distance(*place)).map(|(other, _)| other)
    }

    fn layout(&self, area: Rect) -> Layout {
        match self.position.view() {
            View::Pool(pool) => Layout::Grid(Grid::fit(pool, area, self.cell_width(&pool))),
            View::Table(numbers) => Layout::Division(Division::fit(numbers, &self.choices, area)),
        }
    }

    /// A sign, the number, a sign; with the pairing also the partner.
    fn cell_width(&self, pool: &Pool) -> u16 {
        let digits = width(&pool.last().to_string());
        if self.notes.partners.is_empty() { digits + 2 } else { 2 * digits + 2 }
    }

    fn place(&self, layout: &Layout, choice: usize) -> (usize, usize) {
        match layout {
            Layout::Grid(grid) => grid.place(self.choices[choice].number()),
            Layout::Division(division) => division.place(choice),
        }
    }

    /// The rows of the board, and how many of them are shown.
    fn rows(layout: &Layout) -> (usize, usize) {
        match layout {
            Layout::Grid(grid) => (grid.rows(), grid.shown()),
            Layout::Division(division) => (division.rows(), division.shown()),
        }
    }

    fn follow_cursor(&mut self, area: Rect) {
        let Some(at) = self.cursor else { return };
        let layout = self.layout(area);
        let (row, _) = self.place(&layout, at);
        self.show_row(row, &layout);
    }

    /// Brings the last pick into view, for a board whose cursor nobody moves.
    pub(crate) fn follow_last(&mut self, area: Rect) {
        let layout = self.layout(area);
        if let (Layout::Grid(grid), Some(last)) = (&layout, self.position.last()) {
            let (row, _) = grid.place(last);
            self.show_row(row, &layout);
        }
    }

    /// Brings the last pick into view for whoever is to choose now, with the cursor where it can be seen too.
    pub(crate) fn follow_turn(&mut self, area: Rect) {
        self.follow_last(area);
        let layout = self.layout(area);
        if self.cursor.is_none_or(|at| self.is_in_view(at, &layout)) {
            return;
        }
        match (0..self.choices.len()).find(|&at| self.is_in_view(at, &layout)) {
            Some(at) => self.cursor = Some(at),
            None => self.follow_cursor(area),
        }
    }

    /// Brings the cursor into view; true when it was out of sight.
    pub(crate) fn reveal_cursor(&mut self, area: Rect) -> bool {
        let layout = self.layout(area);
        let was_hidden = self.cursor.is_some_and(|at| !self.is_in_view(at, &layout));
        if was_hidden {
            self.follow_cursor(area);
        }
        was_hidden
    }

    fn is_in_view(&self, choice: usize, layout: &Layout) -> bool {
        let (rows, shown) = Board::rows(layout);
        let top = self.top.min(rows.saturating_sub(shown));
        let (row, _) = self.place(layout, choice);
        (top..top + shown).contains(&row)
    }

    fn show_row(&mut self, row: usize, layout: &Layout) {
        let (_, shown) = Board::rows(layout);
        if row < self.top {
            self.top = row;
        } else if row >= self.top + shown {
            self.top = row + 1 - shown.max(1);
        }
    }

    /// Shows other rows, as the wheel of a mouse does.
    pub(crate) fn scroll(&mut self, down: bool, area: Rect) {
        const STEP: usize = 3;
        let (rows, shown) = Board::rows(&self.layout(area));
        let top = if down { self.top + STEP } else { self.top.saturating_sub(STEP) };
        self.top = top.min(rows.saturating_sub(shown));
    }

    /// How many rows the board would like to have in a window of this width.
    pub(crate) fn wanted_rows(&self, area: Rect) -> u16 {
        let rows = match self.layout(area) {
            Layout::Grid(grid) => grid.rows() * usize::from(grid.height),
            Layout::Division(division) => division.rows(),
        };
        rows.try_into().unwrap_or(u16::MAX)
    }

    /// Draws the board. Without `playable` the cursor is hidden: it is not the time to choose.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, playable: bool) {
        if area.is_empty() {
            return;
        }
        let layout = self.layout(area);
        let (rows, shown) = Board::rows(&layout);
        let top = self.top.min(rows.saturating_sub(shown));
        let cursor = self.cursor.filter(|_| playable);
        let seen = Seen { choices: &self.choices, cursor, factors: &self.factors, notes: &self.notes, playable };
        match &layout {
            Layout::Grid(grid) => {
                for (number, cell) in grid.cells(top) {
                    self.draw_number(canvas, number, grid.digits(), cell, &seen);
                }
            }
            Layout::Division(division) => division.draw(canvas, &seen, top),
        }
        let signs = canvas.skin.signs;
        let last_row = from_row(area, area.height - 1);
        if top > 0 {
            canvas.at_an_end(area, signs.more_above, Ink::Key);
        }
        if top + shown < rows {
            canvas.at_an_end(last_row, signs.more_below, Ink::Key);
        }
    }

    /// Draws a number in its cell, where the widest of the pool has so many digits.
    fn draw_number(&self, canvas: &mut Canvas<'_>, number: u64, room: u16, cell: Rect, seen: &Seen<'_>) {
        let signs = canvas.skin.signs;
        let pick = Move::Pick(number);
        let relation = self.position.relation(number);
        let legal = relation.is_legal();
        let under_cursor = seen.cursor.is_some_and(|at| seen.choices.get(at) == Some(&pick));
        let (before, mut ink) = match relation {
            Relation::Last(_) => (signs.last, Ink::Last),
            Relation::Taken(_) => (" ", Ink::Taken),
            Relation::First => (signs.open, Ink::Open),
            Relation::Divisor => (signs.divisor, Ink::Divisor),
            Relation::Multiple => (signs.multiple, Ink::Multiple),
            Relation::LastResort | Relation::Free | Relation::Elsewhere => (" ", Ink::Plain),
        };
        let mut after = String::new();
        if let Some(taker) = relation.taker() {
            after.push_str(signs.sides[taker.index()]);
        } else if let Some(&(partner, pair)) = seen.notes.partners.get(&number) {
            after = format!("{}{partner}", signs.pair);
            ink = Ink::Group(pair);
        } else if let Some(winning) = seen.notes.winning.as_ref().filter(|_| legal) {
            let wins = winning.binary_search(&pick).is_ok();
            (after, ink) = if wins { (signs.wins.into(), Ink::Wins) } else { (signs.loses.into(), Ink::Loses) };
        } else if seen.notes.hint == Some(pick) {
            (after, ink) = ("!".into(), Ink::Wins);
        }
        let digits = number.to_string();
        let pad = " ".repeat(room.saturating_sub(width(&digits)).into());
        let line = Rect { height: cell.height.min(1), ..cell };
        if under_cursor {
            // A bracket that would not fit is cut off by the cell.
            let pointed_at = format!("[{digits}{after}]");
            canvas.pieces(line, [(&*pad, Ink::Plain), (&*pointed_at, Ink::Cursor)]);
        } else {
            canvas.pieces(line, [(&*pad, Ink::Plain), (before, ink), (&*digits, ink), (&*after, ink)]);
        }
        if seen.playable {
            canvas.target(cell, if legal { Click::Choice(pick) } else { Click::Number(number) });
        }
    }
}
