//! The rules of a game in words, made from the game itself: always those that are played, whatever a book says of its own;
//! and how a move keeps to them.

use crate::game::{Game, Kind, Pool, Take};
use crate::moves::Move;
use crate::position::Position;

impl Game {
    /// How this very game is played, in a few sentences. What an illegal number costs is not among them, because that is
    /// another thing for people than for programs.
    ///
    /// ```
    /// use duel::Game;
    ///
    /// let game: Game = "divider:84,misere".parse()?;
    /// assert!(game.in_words().starts_with("One number lies on the table: 84."));
    /// assert!(game.in_words().ends_with("Whoever faces a prime cannot divide, and wins."));
    /// # Ok::<(), duel::CodeError>(())
    /// ```
    pub fn in_words(&self) -> String {
        let ending = if self.misere { "wins" } else { "loses" };
        match &self.kind {
            Kind::Take(take) => take_in_words(take, self.first_pick_rule(), ending),
            Kind::Divide(numbers) => divide_in_words(numbers, ending),
        }
    }
}

impl Position {
    /// Why the last move was legal, in a sentence; `None` before the first one.
    pub fn why_it_was_legal(&self) -> Option<String> {
        let (&last, before) = self.moves().split_last()?;
        Some(match (last, before.last()) {
            (Move::Divide { number, by }, _) => format!("{by} divides {number}, and {} is left.", number / by),
            (Move::Pick(number), None) => format!("{number} is the first pick."),
            (Move::Pick(1), Some(before)) if self.game().has_last_resort() => {
                format!("1 divides {before}, and nothing else was left.")
            }
            (Move::Pick(number), Some(before)) if before.number().is_multiple_of(number) => {
                format!("{number} is a divisor of {before}.")
            }
            (Move::Pick(number), Some(before)) => format!("{number} is a multiple of {before}."),
        })
    }
}

fn take_in_words(take: &Take, first: Option<String>, ending: &str) -> String {
    let first = first.map_or("may be any number".into(), |rule| format!("must be {rule}"));
    let resort = if take.resort { " The number 1 may be picked only when nothing else is legal." } else { "" };
    format!(
        "{} Two players pick in turn, and a picked number is gone. The first pick {first}. Every later pick must be a \
         free number that divides the last pick or is a multiple of it.{resort} Whoever cannot pick {ending}.",
        pool_in_words(&take.pool)
    )
}

fn pool_in_words(pool: &Pool) -> String {
    let (first, last) = (pool.first(), pool.last());
    match pool.step {
        _ if pool.count() == 1 => format!("The number {first} is free."),
        _ if pool.count() == 2 => format!("The numbers {first} and {last} are free."),
        1 => format!("The numbers {first} to {last} are free."),
        2 if first.is_multiple_of(2) => format!("The even numbers {first} to {last} are free."),
        2 => format!("The odd numbers {first} to {last} are free."),
        step => format!("The numbers {first}, {} and so on to {last}, {step} apart, are free.", first + step),
    }
}

fn divide_in_words(numbers: &[u64], ending: &str) -> String {
    let (table, one, faced) = match numbers {
        [number] => (format!("One number lies on the table: {number}."), "it", "a prime"),
        several => {
            let list: Vec<String> = several.iter().map(u64::to_string).collect();
            (format!("These numbers lie on the table: {}.", list.join(", ")), "one of them", "nothing but primes")
        }
    };
    format!(
        "{table} Each player in turn divides {one} by one of its proper divisors (more than 1, less than the number itself), \
         and the result takes its place. Whoever faces {faced} cannot divide, and {ending}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_game_that_is_played() {
        for (code, parts) in [
            ("last-resort:8", &["numbers 1 to 8 are", "must be a number from 2 up", "1 may be picked only"][..]),
            ("evens", &["even numbers 2 to 20", "may be any number", "cannot pick loses."]),
            ("take:2..30,misere", &["numbers 2 to 30", "cannot pick wins."]),
            ("take:3..99/3", &["numbers 3, 6 and so on to 99, 3 apart,"]),
            ("take:1..9/2", &["odd numbers 1 to 9"]),
            ("take:3..6/3", &["The numbers 3 and 6 are free."]),
            ("take:7..7", &["The number 7 is free."]),
            ("classroom", &["must be an even number up to 49"]),
            (
                "divider:60,84",
                &["lie on the table: 60, 84.", "divides one of them", "nothing but primes cannot divide, and loses."],
            ),
        ] {
            let words = code.parse::<Game>().unwrap().in_words();
            for part in parts {
                assert!(words.contains(part), "{code}: {words}");
            }
        }
    }
}
