//! The menu of the books: one key and Enter.

use std::io::Write;

use duel::{Role, RuleBook, Span};

use crate::failure::Outcome;
use crate::input::Input;
use crate::prompt::printable;
use crate::screen::Screen;

/// Asks which game to play; `None` when people leave.
pub(crate) fn choose<W: Write>(screen: &mut Screen<W>, input: &mut Input) -> Outcome<Option<RuleBook>> {
    let books = RuleBook::built_in();
    screen.heading("Divisor Duel")?;
    screen.line("")?;
    for (at, book) in books.iter().enumerate() {
        screen.line(&format!("  {}  {:<14} {}", at + 1, book.id(), book.summary()))?;
    }
    screen.line("")?;
    loop {
        let words = "Which game? A number, a name or a code (Enter for 1, quit to leave): ";
        screen.prompt(&[Span { text: words.into(), role: Role::Text }])?;
        let Some(line) = input.line()? else {
            screen.line("")?;
            return Ok(None);
        };
        if !input.is_terminal {
            screen.line(&printable(&line))?;
        }
        let found = match line.trim() {
            "" => Ok(books[0].clone()),
            "q" | "quit" | "exit" => return Ok(None),
            text => match text.parse::<usize>() {
                Ok(number @ 1..) if number <= books.len() => Ok(books[number - 1].clone()),
                Ok(_) => Err(format!("the books are numbered 1 to {}", books.len())),
                Err(_) => RuleBook::find(text).map_err(|error| error.problem),
            },
        };
        match found.and_then(|book| book.game().start().map(|_| book).map_err(|error| error.to_string())) {
            Ok(book) => {
                screen.line("")?;
                return Ok(Some(book));
            }
            Err(problem) => screen.line(&crate::prompt::sentence(&problem))?,
        }
    }
}
