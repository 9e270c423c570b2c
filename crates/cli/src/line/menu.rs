//! The menu of the books: one key and Enter, or the computer as an opponent besides.

use duel::{Level, RuleBook, Who};

use crate::failure::Fallible;
use crate::line::dialogue::Dialogue;
use crate::words::{self, sentence};

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
        let Some(line) = talk.ask(&words::line().which_game())? else { return Ok(None) };
        let (game, opponent) = line.trim().rsplit_once(char::is_whitespace).unwrap_or((line.trim(), "human"));
        let found = match game.trim() {
            "" => Ok(books[0].clone()),
            text => match text.parse::<usize>() {
                Ok(number @ 1..) if number <= books.len() => Ok(books[number - 1].clone()),
                Ok(_) => Err(words::line().no_such_book(books.len())),
                Err(_) => RuleBook::find(text).map_err(|error| sentence(&error)),
            },
        };
        let found = found.and_then(|book| book.game().start().map(|_| book).map_err(|error| sentence(&error)));
        let opponent = match opponent.parse() {
            Ok(Who::Person) => Ok(None),
            Ok(Who::Level(level)) => Ok(Some(level)),
            Ok(Who::Program) | Err(_) => Err(words::line().no_such_player()),
        };
        match found.and_then(|book| Ok((book, opponent?))) {
            Ok(chosen) => {
                talk.line("")?;
                return Ok(Some(chosen));
            }
            Err(problem) => talk.line(&problem)?,
        }
    }
}
