//! What puzzles are about, what became of the puzzle of a day, and what a lesson has taught.

use super::English;
use crate::challenge::DayResult;
use crate::puzzle::{NoTheme, Theme};
use crate::speech::{Learned, Shared};

impl English for Theme {
    fn english(&self) -> String {
        match self {
            Theme::DeadEnd => "a dead end",
            Theme::ForcedLine => "a forced line",
            Theme::Partners => "partners",
            Theme::LastResort => "the last resort",
            Theme::Counting => "counting prime factors",
            Theme::Heaps => "heaps in balance",
            Theme::LookingAhead => "looking ahead",
        }
        .into()
    }
}

impl English for NoTheme {
    fn english(&self) -> String {
        let themes: Vec<String> = Theme::ALL.iter().map(Theme::to_string).collect();
        format!("a puzzle is about one of these: {}", themes.join(", "))
    }
}

impl English for DayResult {
    fn english(&self) -> String {
        match self {
            DayResult::FirstTry => "solved at the first try",
            DayResult::OneHint => "solved with 1 hint",
            DayResult::TwoHints => "solved with 2 hints",
            DayResult::LookedUp => "answer looked up",
            DayResult::NotSolved => "not at the first try",
        }
        .into()
    }
}

impl English for Shared<'_> {
    fn english(&self) -> String {
        let Shared { date, puzzle, result, days } = self;
        // The numbers on the table are the puzzle, so its book is named and not its game.
        let (book, grade) = (puzzle.book.id(), puzzle.grade.english());
        let days = match days {
            0 => String::new(),
            1 => "\n1 day in a row".into(),
            days => format!("\n{days} days in a row"),
        };
        format!("Divisor Duel, puzzle of the day, {date}\n{book}, {grade}: {}{days}", result.english())
    }
}

impl English for Learned<'_> {
    fn english(&self) -> String {
        format!("Lesson done! {}", self.0.learned())
    }
}
