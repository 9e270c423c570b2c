//! A game as somebody sets it up: a book, numbers of their own, a fair start.

use duel::{Game, PLAYABLE_NUMBERS, RuleBook, SMALLEST_ON_TABLE, TABLE_NUMBERS, View};
use serde::Serialize;

use crate::ask::Problem;

/// Which numbers a book can be played with: the largest one of its pool, or those on its table.
#[derive(Serialize)]
pub(crate) struct Numbers {
    /// The book's own.
    usual: String,
    least: u64,
    /// As text, because JavaScript has no 64-bit numbers.
    most: String,
    /// How many can be named.
    count: usize,
}

impl Numbers {
    pub(crate) fn of(game: &Game) -> Numbers {
        match game.view() {
            View::Pool(pool) => {
                let usual = pool.last();
                let least = (pool.first()..usual).find(|&last| game.with_upper_end(last).is_ok()).unwrap_or(usual);
                let most = pool.first() + (PLAYABLE_NUMBERS - 1) * pool.step();
                Numbers { usual: usual.to_string(), least, most: most.to_string(), count: 1 }
            }
            View::Table(numbers) => {
                let usual: Vec<String> = numbers.iter().map(u64::to_string).collect();
                Numbers {
                    usual: usual.join(", "),
                    least: SMALLEST_ON_TABLE,
                    most: u64::MAX.to_string(),
                    count: TABLE_NUMBERS,
                }
            }
        }
    }
}

/// The code of a game with these numbers, as they were typed, if it can be played.
pub(crate) fn set_up(game: &str, numbers: Option<&str>, is_fair: bool) -> Result<String, Problem> {
    let find = |code: &str| RuleBook::find(code).map_err(|error| Problem::new(error.problem));
    let mut book = find(game)?;
    if let Some(numbers) = numbers {
        book = find(&format!("{game}:{}", parameter(book.game(), numbers)?))?;
    }
    // A division game has no first pick that could be unfair.
    if is_fair && matches!(book.game().view(), View::Pool(_)) {
        book = book.with_fair_start().map_err(Problem::new)?;
    }
    book.game().check_playable().map_err(Problem::new)?;
    Ok(book.code())
}

/// Typed numbers in the form that a code has. Nothing but digits comes through: a field for numbers takes no other clauses.
fn parameter(game: &Game, typed: &str) -> Result<String, Problem> {
    let numbers: Vec<&str> =
        typed.split(|c: char| c == ',' || c.is_whitespace()).filter(|number| !number.is_empty()).collect();
    let are_numbers =
        !numbers.is_empty() && numbers.iter().all(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    match game.view() {
        View::Pool(_) if !are_numbers || numbers.len() > 1 => {
            Err(Problem::new("the largest number is one whole number in digits, such as 50"))
        }
        View::Table(_) if !are_numbers => {
            Err(Problem::new("numbers to divide are whole numbers with commas between them, such as 60 or 60, 84, 90"))
        }
        _ => Ok(numbers.join(",")),
    }
}
