//! What is drawn from nothing but numbers: the divisor graph as rows and lines, and a text as a QR code.

use duel::solve::heap;
use duel::{Numbers, RuleBook};
use qrcode::{Color, EcLevel, QrCode};

use super::answer::Picture;
use super::trouble::Trouble;
use crate::problem::Problem;
use crate::wire::Numeral;

/// A picture of more numbers than this shows nothing any more.
const DRAWN: u64 = 260;

pub(crate) fn picture(book: &RuleBook) -> Result<Picture, Problem> {
    let Numbers::Pool(pool) = book.game().numbers() else { return Err(Trouble::NoGraph.into()) };
    if pool.count() > DRAWN {
        return Err(Trouble::TooManyToDraw { count: pool.count(), most: DRAWN }.into());
    }
    let numbers: Vec<u64> = pool.numbers().collect();
    let row = |number: u64| if number == 1 { 0 } else { heap(number) as usize + 1 };
    let mut rows = vec![Vec::new(); numbers.iter().map(|&number| row(number) + 1).max().unwrap_or(0)];
    let mut lines = Vec::new();
    for &number in &numbers {
        rows[row(number)].push(Numeral(number));
        let multiples: Vec<u64> =
            numbers.iter().copied().filter(|&other| other > number && other.is_multiple_of(number)).collect();
        for &multiple in &multiples {
            if !multiples.iter().any(|&between| between < multiple && multiple.is_multiple_of(between)) {
                lines.push([number, multiple].map(Numeral));
            }
        }
    }
    Ok(Picture { rows, lines })
}

/// A screen is read from nearby and has no stains: the least correction makes the largest dots.
pub(crate) fn qr(text: &str) -> Result<Vec<String>, Problem> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).map_err(|_| Trouble::TooLongForQr)?;
    let row = |dots: &[Color]| dots.iter().map(|dot| if *dot == Color::Dark { '1' } else { '0' }).collect();
    Ok(code.to_colors().chunks(code.width()).map(row).collect())
}
