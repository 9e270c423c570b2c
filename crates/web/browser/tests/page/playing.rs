//! Whole games.

use browser::{Person, person};
use duel::{Outcome, Record};

/// Where a number can be picked or a division made.
const LEGAL: &str = "#content .number:not(:disabled)";

/// Waits for somebody's turn or the end of the game; tells which.
fn is_over(person: &Person) -> bool {
    let state = person.wait_for(&format!(
        "document.querySelector('.end h2') ? 'end' : document.querySelector('{LEGAL}') ? 'turn' : null"
    ));
    state == "end"
}

/// The moves made so far, as the page shows them.
fn moves(person: &Person) -> Vec<String> {
    person.texts(".chain span")
}

fn wait_for_more_moves(person: &Person, than: usize) {
    person.wait_for(&format!(
        "document.querySelector('.end h2') || document.querySelectorAll('.chain span').length > {than}"
    ));
}

/// Clicks on legal moves until the game is over.
fn play_to_the_end(person: &Person) {
    while !is_over(person) {
        let before = moves(person).len();
        person.click(LEGAL);
        wait_for_more_moves(person, before);
    }
}

/// The game on the screen as the text that the page shares.
fn shared_record(person: &Person) -> Record {
    person.press("Share");
    person.wait_for("document.querySelector('.share')");
    let text = person
        .texts(".share textarea")
        .last()
        .map(|_| person.value("[...document.querySelectorAll('.share textarea')].at(-1).value"));
    text.unwrap().as_str().unwrap().parse().unwrap()
}

fn play_by_mouse(book: &str) {
    let person = person();
    person.click(&format!("[data-book='{book}']"));
    play_to_the_end(&person);
    let headline = person.text(".end h2");
    let record = shared_record(&person);
    let outcome: &Outcome = record.position().outcome().expect("the game is over");
    let winner = &record.players()[outcome.winner.index()];
    let wins = if winner.to_string() == "You" { "You win!".to_owned() } else { format!("{winner} wins!") };
    assert!(headline.ends_with(&wins), "{headline:?} and {record}");
    assert_eq!(record.position().moves().len(), moves(&person).len());
}

#[test]
fn a_game_of_classic_by_mouse() {
    play_by_mouse("classic");
}
