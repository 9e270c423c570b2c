//! How a window is shared out: a title, a board, words about it, and the keys.

use ratatui::layout::Rect;

use super::canvas::{Canvas, from_row};

/// The smallest window that everything fits into.
pub(crate) const SMALLEST: (u16, u16) = (60, 18);
/// From this width on the words stand beside the board instead of below it.
const WIDE: u16 = 104;
/// How many columns they have there: at least, and where there is room.
const BESIDE: u16 = 40;
const BESIDE_IN_COMFORT: u16 = 48;

pub(crate) struct Areas {
    pub(crate) title: Rect,
    pub(crate) board: Rect,
    /// Where a line parts the board from the words; empty where there is no room for one.
    pub(crate) line: Rect,
    pub(crate) words: Rect,
    pub(crate) keys: Rect,
}

impl Areas {
    /// The areas of a window.
    pub(crate) fn of(window: Rect) -> Areas {
        // A margin, except where every column counts.
        let margin = u16::from(window.width > SMALLEST.0 + 1);
        let inner = Rect { x: window.x + margin, width: window.width.saturating_sub(2 * margin), ..window };
        let title = Rect { height: inner.height.min(1), ..inner };
        let keys = from_row(inner, inner.height.saturating_sub(1));
        let roomy = inner.height >= 22;
        let below = 1 + u16::from(roomy);
        let middle =
            Rect { y: inner.y + below, height: inner.height.saturating_sub(below + 1 + u16::from(roomy)), ..inner };
        if inner.width >= WIDE {
            let beside = (BESIDE + inner.width - WIDE).min(BESIDE_IN_COMFORT);
            let board = Rect { width: middle.width - beside, ..middle };
            let line = Rect { x: board.right() + 1, width: 1, ..middle };
            let words = Rect { x: board.right() + 3, width: beside - 3, ..middle };
            return Areas { title, board, line, words, keys };
        }
        let lined = u16::from(middle.height >= 18);
        let words_height = if middle.height >= 18 { 7 } else { 6 };
        let words = from_row(middle, middle.height.saturating_sub(words_height));
        let line = Rect { y: words.y.saturating_sub(lined), height: lined, ..words };
        let board = Rect { height: middle.height.saturating_sub(words_height + lined), ..middle };
        Areas { title, board, line, words, keys }
    }

    /// Draws the line between the board and the words.
    pub(crate) fn part(&self, canvas: &mut Canvas<'_>) {
        if self.line.width > 1 {
            canvas.rule(self.line);
            return;
        }
        for row in 0..self.line.height {
            canvas.text(from_row(self.line, row), canvas.skin.signs.down, super::skin::Ink::Faint);
        }
    }
}

/// So many rows in the middle of an area, or all that it has.
pub(crate) fn in_the_middle(area: Rect, rows: u16) -> Rect {
    let height = rows.min(area.height);
    Rect { y: area.y + (area.height - height) / 2, height, ..area }
}

pub(crate) fn is_too_small(window: Rect) -> bool {
    window.width < SMALLEST.0 || window.height < SMALLEST.1
}
