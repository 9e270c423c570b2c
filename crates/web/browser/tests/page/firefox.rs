//! What has to work in every browser, in Firefox: whole games, sharing, review.

use std::fs;

use browser::{Keys, Person, person_in_firefox};
use duel::speech::{Address, Language};
use duel::{Record, Session};
use serde_json::json;

use crate::steps::{
    LEGAL, downloaded, is_over, moves, pick, play_to_the_end, press_more, resign, shared_record, tab_to,
    wait_for_focus, wait_for_moves, wait_for_review, words,
};

/// A whole game against the computer, to the words of its book; its record is what was seen, and outlasts a reload.
fn play(person: &Person, book: &str) {
    person.open(&format!("#/play?game={book}&level=2&seed=3"));
    play_to_the_end(person);
    let headline = person.text(".end h2");
    let shown = moves(person);
    let record = shared_record(person);
    let end = record.position();
    assert_eq!(shown, end.moves().iter().map(ToString::to_string).collect::<Vec<_>>());
    let called = Session::from_record(record.clone()).unwrap().called_by_side(Address::AsYou);
    let book = duel::RuleBook::find(book).unwrap();
    assert_eq!(headline, words(book.say_end_beside_a_board(end, &called, Language::English)), "{record}");
    person.reload();
    assert!(is_over(person));
    assert_eq!(moves(person), shown);
}

#[test]
fn firefox_plays_whole_games_of_every_book() {
    let person = person_in_firefox();
    for book in duel::RuleBook::built_in() {
        play(&person, book.id());
    }
}

#[test]
fn firefox_draws_advice_and_the_graph_and_one_plays_there() {
    let person = person_in_firefox();
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    is_over(&person);
    for (press, comes) in [
        ("Who wins", ".grid .wins, .grid .loses"),
        ("Graph", ".tool[aria-pressed=true] + .tool[aria-pressed=true]"),
        ("Hint", ".grid.dim"),
    ] {
        person.press(press);
        person.wait_for(&format!("document.querySelector({comes:?})"));
    }
    pick(&person, "18");
    wait_for_moves(&person, 3);
    assert_eq!(moves(&person), ["12", "6", "18"]);
}

#[test]
fn firefox_is_used_by_the_keys_and_shows_what_a_number_leaves() {
    let person = person_in_firefox();
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    is_over(&person);
    tab_to(&person, LEGAL);
    person.wait_for("document.querySelector('.grid .would')");
    person.type_keys(Keys::Enter);
    wait_for_moves(&person, 3);
    wait_for_focus(&person, LEGAL);
}

#[test]
fn firefox_shares_a_game_and_opens_it_again() {
    let person = person_in_firefox();
    person.open("#/play?game=classic&level=0&moves=12+6");
    pick(&person, "18");
    wait_for_moves(&person, 3);
    resign(&person);
    press_more(&person, "Save as a file");
    let file = downloaded(&person, "game.duel");
    let record: Record = fs::read_to_string(&file).unwrap().parse().unwrap();
    assert_eq!(record, shared_record(&person));
    // What was saved, and what was copied.
    person.open("#/open");
    person.choose_file("input[type=file]", &file);
    wait_for_review(&person);
    person.wait_for_words(".status", "resigns");
    person.open("#/open");
    person.script("document.querySelector('textarea').value = arguments[0]; return null;", json!([record.to_string()]));
    person.click("button.main");
    wait_for_review(&person);
    assert_eq!(person.count(".moves li"), 4);
}

#[test]
fn firefox_goes_through_a_game_move_by_move() {
    let person = person_in_firefox();
    person.open("#/review?game=juniper-green&moves=12+6+18+9");
    wait_for_review(&person);
    for (key, seen) in [(Keys::Home, "1. "), (Keys::Right, "2. "), (Keys::Right, "3. "), (Keys::Left, "2. ")] {
        person.type_keys(key);
        person.wait_for(&format!("document.querySelector('.status').textContent.startsWith({seen:?})"));
    }
    person.click(".moves li:nth-child(4) button");
    person.wait_for("document.querySelector('.status').textContent.startsWith('4. ')");
    assert_eq!(person.texts(".grid .played .value"), ["9"]);
    person.press("Play from here");
    person.wait_for("location.hash.startsWith('#/game')");
    person.wait_for("document.querySelectorAll('.chain span').length >= 3");
}
