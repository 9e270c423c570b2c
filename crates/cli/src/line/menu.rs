//! The menu of the books: one key and Enter, or the computer as an opponent besides.

use std::io::Write;

use duel::{Level, Role, RuleBook, Span, Who, sentence};

use crate::failure::Outcome;
use crate::line::input::Input;
use crate::line::output::Output;
use crate::line::prompt::printable;

/// Asks which game to play, and against which computer, if any; `None` when people leave.
pub(crate) fn choose<W: Write>(out: &mut Output<W>, input: &mut Input) -> Outcome<Option<(RuleBook, Option<Level>)>> {
    let books = RuleBook::built_in();
    out.heading("Divisor Duel")?;
    out.line("")?;
    for (at, book) in books.iter().enumerate() {
        out.line(&format!("  {}  {:<14} {}", at + 1, book.id(), book.summary()))?;
    }
    out.line("")?;
    loop {
        let words =
            "Which game? A number, a name or a code (Enter for 1, 4 level:3 against the computer, quit to leave): ";
        out.prompt(&[Span { text: words.into(), role: Role::Text }])?;
        let Some(line) = input.line()? else {
            out.line("")?;
            return Ok(None);
        };
        if !input.is_terminal {
            out.line(&printable(&line))?;
        }
        let (game, opponent) = line.trim().rsplit_once(char::is_whitespace).unwrap_or((line.trim(), "human"));
        let found = match game.trim() {
            "" => Ok(books[0].clone()),
            "q" | "quit" | "exit" => return Ok(None),
            text => match text.parse::<usize>() {
                Ok(number @ 1..) if number <= books.len() => Ok(books[number - 1].clone()),
                Ok(_) => Err(format!("the books are numbered 1 to {}", books.len())),
                Err(_) => RuleBook::find(text).map_err(|error| error.problem),
            },
        };
        let found = found.and_then(|book| book.game().start().map(|_| book).map_err(|error| error.to_string()));
        let opponent = match opponent.parse() {
            Ok(Who::Person) => Ok(None),
            Ok(Who::Level(level)) => Ok(Some(level)),
            Ok(Who::Program) | Err(_) => Err("a player is human, or a computer of level:1 to level:5".to_string()),
        };
        match found.and_then(|book| Ok((book, opponent?))) {
            Ok(chosen) => {
                out.line("")?;
                return Ok(Some(chosen));
            }
            Err(problem) => out.line(&sentence(problem))?,
        }
    }
}
