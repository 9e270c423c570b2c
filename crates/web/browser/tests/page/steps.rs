//! What several tests do and look at.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use browser::{PATIENCE, Person};
use duel::coach::{Advice, advise_in_stages};
use duel::solve::{USUAL_NODES, Watch};
use duel::speech::{English, Opponent, Span};
use duel::{Level, Move, Position, Record, RuleBook};
use serde_json::json;

/// Where a number can be picked or a division made.
pub(crate) const LEGAL: &str = "#content button.number:not(:disabled, [aria-disabled])";

/// Waits for somebody's turn or the end of the game; tells which.
pub(crate) fn is_over(person: &Person) -> bool {
    let state =
        format!("document.querySelector('.end h2') ? 'end' : document.querySelector('{LEGAL}') ? 'turn' : null");
    person.wait_for(&state) == "end"
}

/// The moves made so far, as the page shows them.
pub(crate) fn moves(person: &Person) -> Vec<String> {
    person.texts(".chain span")
}

/// The same of a position that nobody has played: what stands under the book's name for the list.
pub(crate) fn taken(person: &Person) -> String {
    let text = person.text(".chain");
    let (_, taken) = text.split_once(": ").unwrap();
    taken.replace("nothing yet", "")
}

/// Waits until so many moves have been made, or the game is over.
pub(crate) fn wait_for_moves(person: &Person, count: usize) {
    let state =
        format!("document.querySelector('.end h2') || document.querySelectorAll('.chain span').length >= {count}");
    person.wait_for(&state);
}

/// The button for a move.
fn button_of(chosen: &str) -> String {
    let attribute = if chosen.contains('/') { "data-move" } else { "data-number" };
    format!("#content button.number[{attribute}='{chosen}']")
}

/// Clicks on a move that is legal.
pub(crate) fn pick(person: &Person, chosen: impl ToString) {
    let button = button_of(&chosen.to_string());
    person.click(&format!("{button}:not(:disabled, [aria-disabled])"));
}

/// A second goes by between what a person does and what they do next, as the page sees it.
const STEADY_HAND: &str = "const times = new WeakMap();
    let now = performance.now();
    const timeOf = (event) => times.get(event) ?? times.set(event, (now += 1000)).get(event);
    Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get() { return timeOf(this); } });
    return null;";

/// Lets somebody take their time between clicks. In a division game the next move lies where the last one was: a quick second click
/// there is taken for a tremble.
pub(crate) fn take_time(person: &Person) {
    person.script(STEADY_HAND, json!([]));
}

/// Clicks on legal moves until the game is over.
pub(crate) fn play_to_the_end(person: &Person) {
    take_time(person);
    while !is_over(person) {
        let before = moves(person).len();
        person.click(LEGAL);
        wait_for_moves(person, before + 1);
    }
}

/// Chooses whom to play against on the first page: a level, or "0" for another person.
pub(crate) fn play_against(person: &Person, level: &str) {
    person.click(&format!(".opponent:has([value='{level}'])"));
}

/// What the computer of a level is called.
pub(crate) fn opponent(level: u8) -> String {
    Opponent(Level::from_number(level).unwrap()).english()
}

/// Opens on the first page whatever is folded there.
pub(crate) fn unfold(person: &Person) {
    person.script(
        "for (const each of document.querySelectorAll('#content details')) each.open = true; return null;",
        json!([]),
    );
}

/// The unfinished games that the first page lists.
pub(crate) fn unfinished(person: &Person) -> Vec<String> {
    let names = person.value(
        "[...document.querySelectorAll('.with-forget .next')].map((each) => each.ariaLabel.replace('Continue ', ''))",
    );
    serde_json::from_value(names).unwrap()
}

/// Goes on with one of them, the first being 1.
pub(crate) fn go_on(person: &Person, at: usize) {
    person.click(&format!(".with-forget:nth-child({at}) .next"));
}

/// Chooses something from the sheet of what does not fit beside the board.
pub(crate) fn press_more(person: &Person, words: &str) {
    person.press("More");
    person.press(words);
}

/// Plays on from a position of the explorer, against a level or, without one, whom it offers.
pub(crate) fn play_from_here(person: &Person, level: Option<&str>) {
    press_more(person, "Play from here");
    if let Some(level) = level {
        person.choose("dialog select", level);
    }
    person.click("dialog .main");
    person.wait_for("location.hash.startsWith('#/game?id=')");
}

/// Waits until a move can be tried, as in a puzzle.
pub(crate) fn wait_for_riddle(person: &Person) {
    person.wait_for(&format!("document.querySelector('{LEGAL}')"));
}

/// Gives the game up, for whoever has the turn.
pub(crate) fn resign(person: &Person) {
    press_more(person, "Resign");
    person.press("Yes, resign");
    assert!(is_over(person));
}

/// Which round it is, and the score, between the plates.
pub(crate) fn standing(person: &Person) -> String {
    person.texts(".middle .round, .middle .unseen").join(" ")
}

/// Waits until a game is looked at, move by move.
pub(crate) fn wait_for_review(person: &Person) {
    person.wait_for("document.querySelector('.moves li')");
}

/// The record of the game on the screen, from the box to share it.
pub(crate) fn shared_record(person: &Person) -> Record {
    press_more(person, "Share");
    let text = person.wait_for("[...document.querySelectorAll('.share textarea')].at(-1)?.value");
    text.as_str().unwrap().parse().unwrap()
}

/// A position by a code and moves.
pub(crate) fn position(code: &str, moves: &str) -> Position {
    let mut position = RuleBook::find(code).unwrap().game().start().unwrap();
    for word in moves.split_whitespace() {
        position.play_written(word).unwrap();
    }
    position
}

/// What is advised there, stage by stage.
pub(crate) fn advice(code: &str, moves: &str) -> Vec<Advice> {
    advise_in_stages(&position(code, moves), &mut Watch::nodes(USUAL_NODES)).unwrap()
}

/// What a book says, as the page shows it.
pub(crate) fn words(spans: Vec<Span>) -> String {
    spans.into_iter().map(|span| span.text).collect::<String>().trim().to_owned()
}

/// The moves that win, and those that do not.
pub(crate) fn sorted_moves(position: &Position) -> (Vec<Move>, Vec<Move>) {
    let winning = duel::solve::solve(position, &mut Watch::nodes(USUAL_NODES)).unwrap().winning;
    let losing = position.legal_moves().into_iter().filter(|each| !winning.contains(each)).collect();
    (winning, losing)
}

/// Waits for a file to be downloaded, a frame of the browser at a time.
pub(crate) fn downloaded(person: &Person, name: &str) -> PathBuf {
    let file = person.downloads().join(name);
    let deadline = Instant::now() + PATIENCE;
    // The browser makes the file before it fills it, and all that is saved here is small enough to be written at once.
    while fs::metadata(&file).map_or(true, |found| found.len() == 0) {
        assert!(Instant::now() < deadline, "{name} was not downloaded");
        person.wait_for("new Promise((done) => requestAnimationFrame(() => done(true)))");
    }
    file
}

/// Keeps pressing the Tab key until the focus is on what a selector finds.
pub(crate) fn tab_to(person: &Person, selector: &str) {
    for _ in 0..80 {
        person.type_keys(browser::Keys::Tab);
        if has_focus(person, selector) {
            return;
        }
    }
    panic!("the Tab key never comes to {selector}");
}

pub(crate) fn has_focus(person: &Person, selector: &str) -> bool {
    person.script("return document.activeElement.matches(arguments[0]);", json!([selector])) == true
}

/// Waits for the focus to be on what a selector finds.
pub(crate) fn wait_for_focus(person: &Person, selector: &str) {
    person.wait_for(&format!("document.activeElement.matches({})", json!(selector)));
}
