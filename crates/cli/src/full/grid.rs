//! The pool as a grid. On a board that begins at 1 or 2 the tens end their rows, as in a hundred square.

use duel::Pool;
use ratatui::layout::Rect;

use super::large;
use super::layout::in_the_middle;

/// No cell is wider or taller than this, however large the window; where the digits are large it may be.
const WIDEST: u16 = 9;
const TALLEST: u16 = 3;
const WIDEST_OF_LARGE: u16 = 18;
const TALLEST_OF_LARGE: u16 = large::ROWS + 2;

/// Where the numbers of a pool stand in an area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pool: Pool,
    /// As high as its rows, in the middle of what there is.
    pub(crate) area: Rect,
    pub(crate) columns: usize,
    pub(crate) width: u16,
    pub(crate) height: u16,
    /// Whether there is room for large digits.
    pub(crate) is_large: bool,
    /// Empty places before the first number, so that the tens stand below each other.
    skipped: usize,
}

impl Grid {
    /// The grid of a pool in an area, every cell at least this wide.
    pub(crate) fn fit(pool: Pool, area: Rect, least: u16) -> Grid {
        let fitting = usize::from(area.width / least.max(1)).max(1);
        let count = usize::try_from(pool.count()).unwrap_or(usize::MAX);
        let columns = match fitting {
            10.. => {
                // More than ten only where the window is too low for them.
                let tens = |columns: &usize| count.div_ceil(*columns) <= usize::from(area.height);
                let most = fitting / 10 * 10;
                (10..=most).step_by(10).find(tens).unwrap_or(most)
            }
            5..10 => 5,
            _ => fitting,
        };
        let columns = columns.min(count.max(1));
        let skipped = if pool.step() == 1 && columns.is_multiple_of(5) {
            ((pool.first().max(1) - 1) % columns as u64) as usize
        } else {
            0
        };
        let mut grid = Grid { pool, area, columns, width: 1, height: 1, is_large: false, skipped };
        let rows = u16::try_from(grid.rows()).unwrap_or(u16::MAX).max(1);
        let (width, height) = (area.width / columns as u16, area.height / rows);
        // What stands before and behind a number has the room that it needs anyway, and then there is a gap.
        let digits = grid.digits();
        let signs = least.saturating_sub(digits) + 2;
        grid.is_large = width >= large::columns(digits) + signs && height > large::ROWS;
        let (widest, tallest) = if grid.is_large { (WIDEST_OF_LARGE, TALLEST_OF_LARGE) } else { (WIDEST, TALLEST) };
        (grid.width, grid.height) = (width.clamp(1, widest.max(least)), height.clamp(1, tallest));
        grid.area = in_the_middle(area, rows.saturating_mul(grid.height));
        grid
    }

    /// The digits of the largest number.
    pub(crate) fn digits(&self) -> u16 {
        self.pool.last().to_string().len() as u16
    }

    pub(crate) fn rows(&self) -> usize {
        (self.skipped + self.pool.count() as usize).div_ceil(self.columns)
    }

    /// How many rows the area shows.
    pub(crate) fn shown(&self) -> usize {
        usize::from(self.area.height / self.height)
    }

    /// The row and column of a number of the pool.
    pub(crate) fn place(&self, number: u64) -> (usize, usize) {
        let index = ((number - self.pool.first()) / self.pool.step()) as usize + self.skipped;
        (index / self.columns, index % self.columns)
    }

    /// The numbers that can be seen when this row is on top, each with its cell.
    pub(crate) fn cells(&self, top: usize) -> impl Iterator<Item = (u64, Rect)> + '_ {
        let last = (top + self.shown()).min(self.rows());
        (top..last).flat_map(move |row| {
            (0..self.columns).filter_map(move |column| {
                let index = (row * self.columns + column).checked_sub(self.skipped)? as u64;
                let number = self.pool.first().checked_add(index.checked_mul(self.pool.step())?)?;
                (index < self.pool.count()).then(|| (number, self.cell(row - top, column)))
            })
        })
    }

    fn cell(&self, row: usize, column: usize) -> Rect {
        // The grid stands in the middle of its area.
        let spare = self.area.width.saturating_sub(self.width * self.columns as u16);
        Rect {
            x: self.area.x + spare / 2 + column as u16 * self.width,
            y: self.area.y + row as u16 * self.height,
            width: self.width,
            height: self.height,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(code: &str, width: u16, height: u16) -> Grid {
        let pool = code.parse::<duel::Game>().unwrap().pool().unwrap();
        Grid::fit(pool, Rect::new(0, 0, width, height), 5)
    }

    #[test]
    fn the_tens_end_their_rows() {
        for code in ["take:1..100", "take:2..50"] {
            let grid = grid(code, 60, 10);
            assert_eq!((grid.columns, grid.place(10), grid.place(50), grid.place(11)), (10, (0, 9), (4, 9), (1, 0)));
        }
        assert_eq!(grid("take:2..20/2", 60, 10).place(2), (0, 0));
    }

    #[test]
    fn every_number_has_one_cell_in_the_area_whatever_its_size() {
        for code in ["take:1..1000", "take:2..20/2", "take:7..7", "take:3..200/7"] {
            for (width, height) in [(1, 1), (4, 9), (52, 10), (60, 3), (200, 70)] {
                let area = Rect::new(0, 0, width, height);
                let grid = grid(code, width, height);
                let mut seen = Vec::new();
                for top in (0..grid.rows()).step_by(grid.shown()) {
                    for (number, cell) in grid.cells(top) {
                        assert_eq!(cell.intersection(area), cell, "{code} in {width}×{height}: {number}");
                        seen.push(number);
                    }
                }
                let all: Vec<u64> = code.parse::<duel::Game>().unwrap().pool().unwrap().numbers().collect();
                assert_eq!(seen, all, "{code} in {width}×{height}");
            }
        }
    }
}
