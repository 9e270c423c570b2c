//! Numbers in large digits, for a window with much room: a class looks at it from afar.

use ratatui::layout::Rect;

use super::canvas::{Canvas, from_row};
use super::skin::Ink;

/// The rows of text that a digit takes, and the columns with the gap behind it.
pub(crate) const ROWS: u16 = 3;
const COLUMNS: u16 = 4;

/// The digits, five rows of three dots each, the first row in the highest bits.
const DIGITS: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_001_001_001,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];

/// The columns of a number with so many digits.
pub(crate) fn columns(digits: u16) -> u16 {
    digits * COLUMNS - 1
}

/// Draws a number; two rows of dots make one of text.
pub(crate) fn draw(canvas: &mut Canvas<'_>, area: Rect, number: u64, ink: Ink) {
    let digits: Vec<usize> = number.to_string().bytes().map(|digit| usize::from(digit - b'0')).collect();
    for row in 0..ROWS {
        let line: Vec<String> = digits.iter().map(|&digit| row_of(DIGITS[digit], row)).collect();
        canvas.text(from_row(area, row), &line.join(" "), ink);
    }
}

fn row_of(digit: u16, row: u16) -> String {
    let dot = |row: u16, column: u16| row < 5 && digit >> (14 - 3 * row - column) & 1 == 1;
    let block = |column: u16| match (dot(2 * row, column), dot(2 * row + 1, column)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..3).map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_has_a_shape_of_its_own() {
        let shape = |digit: u16| [0, 1, 2].map(|row| row_of(digit, row));
        assert_eq!(shape(DIGITS[4]), ["█ █", "▀▀█", "  ▀"]);
        for (at, &digit) in DIGITS.iter().enumerate() {
            assert!(DIGITS[at + 1..].iter().all(|&other| shape(other) != shape(digit)), "{at}");
        }
    }
}
