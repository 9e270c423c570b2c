//! The books to choose from, and a game as somebody sets it up: a book, numbers of their own, a fair start.

use duel::factor::GOOD_TO_DIVIDE;
use duel::puzzle::Theme;
use duel::record::RECORD_BYTES;
use duel::{Game, Level, Move, Numbers, PLAYABLE_NUMBERS, RuleBook, SMALLEST_ON_TABLE, TABLE_NUMBERS};

use duel::speech::{Language, Opponent};

use super::answer::{self, AskFor, Book, Books, NumberField, OnShelf, Tip};
use super::drawn::board;
use super::looked::themed;
use super::trouble::Trouble;
use crate::book::find;
use crate::problem::Problem;
use crate::wire::{self, Numeral};

pub(crate) fn books(language: Language) -> Result<Books, Problem> {
    let on_shelf = |each: &RuleBook| {
        let first = each.example().first().copied().filter(|first| matches!(first, Move::Pick(_)));
        let sample = each.game().replay(first).map_err(Problem::new)?;
        Ok(OnShelf { book: book(each, language), board: board(&sample, false) })
    };
    Ok(Books {
        books: RuleBook::built_in().iter().map(on_shelf).collect::<Result<_, Problem>>()?,
        opponents: Level::ALL.map(|level| opponent(level, language)).to_vec(),
        most_bytes: RECORD_BYTES,
    })
}

pub(crate) fn opponent(level: Level, language: Language) -> answer::Opponent {
    let (name, sees) = (language.say(&Opponent(level)), language.say(&level));
    answer::Opponent { level: level.number(), name, sees }
}

pub(crate) fn book(book: &RuleBook, language: Language) -> Book {
    let is_on_shelf = !book.is_home_made() && RuleBook::built_in().iter().any(|each| each.id() == book.id());
    // Both are about the book's own numbers.
    let example = if book.game() == book.own_game() { book.example() } else { &[] };
    Book {
        id: book.id().into(),
        title: book.title().into(),
        summary: book.summary().into(),
        code: book.code(),
        numbers: is_on_shelf.then(|| number_field(book.game())),
        can_be_fair: book.clone().with_fair_start().is_ok(),
        themes: Theme::of_game(book.game()).iter().map(|&theme| themed(theme, language)).collect(),
        opponents: book.opponents().iter().map(|level| level.number()).collect(),
        rules: book.rules_as_played(language),
        scoring: book.scoring().into(),
        tips_title: book.tips_title().map(Into::into),
        tips: book
            .tips()
            .iter()
            .cloned()
            .map(|duel::rulebook::Tip { name, text, truth }| Tip { name, text, truth })
            .collect(),
        notes: book.notes().iter().map(|note| language.say(note)).collect(),
        example: example.iter().copied().map(wire::Move).collect(),
    }
}

fn number_field(game: &Game) -> NumberField {
    let (ask_for, typed, least, most, count) = match game.numbers() {
        Numbers::Pool(pool) => {
            let last = pool.last();
            let least = (pool.first()..last).find(|&last| game.with_upper_end(last).is_ok()).unwrap_or(last);
            let most = pool.first() + (PLAYABLE_NUMBERS - 1) * pool.step();
            (AskFor::Largest, last.to_string(), least, most, 1)
        }
        Numbers::Table(numbers) => {
            let typed: Vec<String> = numbers.iter().map(u64::to_string).collect();
            (AskFor::ToDivide, typed.join(", "), SMALLEST_ON_TABLE, u64::MAX, TABLE_NUMBERS)
        }
    };
    let recommended = if ask_for == AskFor::ToDivide { &GOOD_TO_DIVIDE[..] } else { &[] };
    let recommended = recommended.iter().copied().map(Numeral).collect();
    NumberField { ask_for, typed, least: Numeral(least), most: Numeral(most), count, recommended }
}

/// A game with these numbers, as they were typed, if it can be played.
pub(crate) fn set_up(game: &str, numbers: Option<&str>, is_fair: bool) -> Result<RuleBook, Problem> {
    let mut book = find(game)?;
    if let Some(numbers) = numbers {
        book = find(&format!("{game}:{}", parameter(book.game(), numbers)?))?;
    }
    // A division game has no first pick that could be unfair.
    if is_fair && matches!(book.game().numbers(), Numbers::Pool(_)) {
        book = book.with_fair_start().map_err(Problem::new)?;
    }
    book.game().check_playable().map_err(Problem::new)?;
    Ok(book)
}

/// Typed numbers in the form that a code has. Nothing but digits comes through: a field for numbers takes no other clauses.
fn parameter(game: &Game, typed: &str) -> Result<String, Trouble> {
    let numbers: Vec<&str> =
        typed.split(|c: char| c == ',' || c.is_whitespace()).filter(|number| !number.is_empty()).collect();
    let are_numbers =
        !numbers.is_empty() && numbers.iter().all(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    match game.numbers() {
        Numbers::Pool(_) if !are_numbers || numbers.len() > 1 => Err(Trouble::OneNumber),
        Numbers::Table(_) if !are_numbers => Err(Trouble::ToDivide),
        _ => Ok(numbers.join(",")),
    }
}
