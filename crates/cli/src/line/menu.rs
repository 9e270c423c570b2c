//! The menu of the books: one key and Enter, or the computer as an opponent besides.

use duel::speech::sentence;
use duel::{Level, RuleBook, Who};

use crate::failure::Fallible;
use crate::line::dialogue::Dialogue;
use crate::words::say;

/// Asks which game to play, and against which computer, if any; `None` when people leave.
pub(crate) fn choose(talk: &mut Dialogue<'_>) -> Fallible<Option<(RuleBook, Option<Level>)>> {
    let books = RuleBook::built_in();
    talk.heading("Divisor Duel")?;
    talk.line("")?;
    for (at, book) in books.iter().enumerate() {
        talk.line(&format!("  {}  {:<14} {}", at + 1, book.id(), book.summary()))?;
    }
    talk.line("")?;
    loop {
        let words =
            "Which game? A number, a name or a code (Enter for 1, 4 level:3 against the computer, quit to leave): ";
        let Some(line) = talk.ask(words)? else { return Ok(None) };
        let (game, opponent) = line.trim().rsplit_once(char::is_whitespace).unwrap_or((line.trim(), "human"));
        let found = match game.trim() {
            "" => Ok(books[0].clone()),
            text => match text.parse::<usize>() {
                Ok(number @ 1..) if number <= books.len() => Ok(books[number - 1].clone()),
                Ok(_) => Err(format!("the books are numbered 1 to {}", books.len())),
                Err(_) => RuleBook::find(text).map_err(|error| say(&error)),
            },
        };
        let found = found.and_then(|book| book.game().start().map(|_| book).map_err(|error| say(&error)));
        let opponent = match opponent.parse() {
            Ok(Who::Person) => Ok(None),
            Ok(Who::Level(level)) => Ok(Some(level)),
            Ok(Who::Program) | Err(_) => Err("a player is human, or a computer of level:1 to level:5".to_string()),
        };
        match found.and_then(|book| Ok((book, opponent?))) {
            Ok(chosen) => {
                talk.line("")?;
                return Ok(Some(chosen));
            }
            Err(problem) => talk.line(&sentence(problem))?,
        }
    }
}
