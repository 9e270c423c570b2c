//! Games, from the first click to the rematch.

use duel::rulebook::Phrase;
use duel::speech::{Address, English, Language, Remark};
use std::io::Write;
use std::process::{Command, Stdio};

use browser::{Keys, Person, person, program};
use duel::{Loss, Reason, Record, RuleBook, Session, Side};
use serde_json::json;

use crate::steps::{
    LEGAL, advice, go_on, is_over, moves, opponent, pick, play_against, play_from_here, play_to_the_end, position,
    press_more, resign, shared_record, standing, unfinished, unfold, wait_for_moves, words,
};

/// A whole game against the computer; what the page says at its end is what the book says to the person.
fn play_by_mouse(id: &str) {
    let person = person();
    person.click(&format!("[data-book='{id}']"));
    play_to_the_end(&person);
    let headline = person.text(".end h2");
    let said = person.text("#voice");
    let record = shared_record(&person);
    assert_eq!(moves(&person), record.position().moves().iter().map(ToString::to_string).collect::<Vec<_>>());
    let book = RuleBook::find(id).unwrap();
    let end = record.position();
    let called = Session::from_record(record.clone()).unwrap().called_by_side(Address::AsYou);
    assert_eq!(headline, words(book.say_end_beside_a_board(end, &called, Language::English)), "{record}");
    // Who hears the page hears the last move, too.
    let by_book = words(book.say_beside_a_board(Phrase::Played, end, &called, Language::English));
    let (chosen, mover) = (*end.moves().last().unwrap(), end.turn().other());
    let by_us = || Remark::Played(called[mover.index()].clone(), chosen).english();
    let last = if by_book.is_empty() { by_us() } else { by_book };
    assert_eq!(said, format!("{last} {headline}"));
}

#[test]
fn a_game_of_classic_by_mouse() {
    play_by_mouse("classic");
}

#[test]
fn a_game_of_juniper_green_by_mouse() {
    play_by_mouse("juniper-green");
}

#[test]
fn a_game_of_classroom_by_mouse() {
    play_by_mouse("classroom");
}

#[test]
fn a_game_of_last_resort_by_mouse() {
    play_by_mouse("last-resort");
}

#[test]
fn a_game_of_chain_by_mouse() {
    play_by_mouse("chain");
}

#[test]
fn a_game_of_evens_by_mouse() {
    play_by_mouse("evens");
}

#[test]
fn a_game_of_divider_by_mouse() {
    play_by_mouse("divider");
}

#[test]
fn every_book_is_on_a_card() {
    let person = person();
    let shown: Vec<String> = person.texts(".card h3");
    let books: Vec<&str> = duel::RuleBook::built_in().iter().map(duel::RuleBook::title).collect();
    assert_eq!(shown, books);
}

/// Somebody who starts a game with another person on the same screen.
fn two_people(book: &str) -> Person {
    let person = person();
    play_against(&person, "0");
    person.click(&format!("[data-book='{book}']"));
    assert!(!is_over(&person));
    person
}

#[test]
fn two_people_on_one_screen() {
    let person = two_people("classroom");
    assert!(person.text(".status").starts_with("Turn 1: Player 1"));
    person.click(LEGAL);
    person.wait_for_words(".status", "Turn 2: Player 2");
    assert_eq!(moves(&person).len(), 1);
    play_to_the_end(&person);
    let record = shared_record(&person);
    assert_eq!(record.players().clone().map(|name| name.to_string()), ["Player 1", "Player 2"]);
}

#[test]
fn two_people_have_their_names() {
    let person = person();
    unfold(&person);
    play_against(&person, "3");
    let who_starts = "select:has([value=second]) option";
    assert_eq!(person.texts(who_starts)[..2], ["You", &opponent(3)]);
    play_against(&person, "0");
    assert_eq!(person.texts(who_starts)[..2], ["Player 1", "Player 2"]);
    person.fill("[name=name2]", "Bo\u{ad}");
    person.fill("[name=name1]", "Ada");
    person.wait_for_words(".problem", "invisible");
    person.fill("[name=name2]", "Bo");
    person.choose("select:has([value=second])", "second");
    assert_eq!(person.texts(who_starts)[..2], ["Ada", "Bo"]);
    person.click("[data-book='classic']");
    person.wait_for_words(".status", "[Turn 1] Bo, select");
    pick(&person, "12");
    person.wait_for_words(".status", "[Turn 2] Ada, select");
    resign(&person);
    assert_eq!(standing(&person), "Score: Ada 0, Bo 1");
    assert_eq!(shared_record(&person).players().clone().map(|name| name.to_string()), ["Bo", "Ada"]);
    // They are remembered, and without a name it is a number again.
    person.open("");
    unfold(&person);
    assert_eq!(person.content("[name=name1]"), "Ada");
    person.fill("[name=name1]", "");
    person.click("[data-book='chain']");
    is_over(&person);
    pick(&person, "12");
    person.wait_for_words(".status", "Player 1's Turn:");
}

#[test]
fn a_number_can_be_typed_and_a_wrong_one_is_explained() {
    let person = two_people("juniper-green");
    assert_eq!(person.text(".status"), "Turn 1: Player 1\nFirst pick: an even number.");
    person.fill("[name=typed]", "12");
    person.press("Take");
    wait_for_moves(&person, 1);
    person.fill("[name=typed]", "7");
    person.press("Take");
    person.wait_for_words(".message", "7");
    assert_eq!(moves(&person), ["12"]);
    person.fill("[name=typed]", "twelve");
    person.press("Take");
    person.wait_for_words(".message", "number");
    person.fill("[name=typed]", "6");
    person.press("Take");
    wait_for_moves(&person, 2);
    assert_eq!(moves(&person), ["12", "6"]);
}

#[test]
fn touching_a_number_that_is_not_legal_says_why_and_costs_nothing() {
    let person = person();
    person.open("#/play?game=classic,invalid=loses&level=0&moves=12");
    is_over(&person);
    for number in ["7", "12"] {
        person.click(&format!("[data-number='{number}'][aria-disabled=true]"));
        let said = person.wait_for_words(".message", &format!("{number} "));
        let duel::Offered::Lost(why) = position("classic,invalid=loses", "12").offer_text(number) else { panic!() };
        assert_eq!(said, format!("{why}."));
        assert_eq!(person.text("#voice"), said);
    }
    assert_eq!(moves(&person), ["12"]);
    assert!(!is_over(&person));
    // From there the arrow keys go to a legal number.
    person.type_keys(Keys::Left);
    assert_eq!(person.value("document.activeElement.dataset.number"), "6");
    // In a puzzle too.
    person.open("#/puzzle?game=juniper-green&grade=easy&seed=7");
    person.click("[aria-disabled=true]");
    person.wait_for("document.querySelector('.message').textContent");
    assert_eq!(person.count(".number.loses"), 0);
}

#[test]
fn where_an_illegal_number_loses_it_loses() {
    let person = two_people("classroom");
    person.open("#/play?game=classic,invalid=loses&level=0");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    person.fill("[name=typed]", "13");
    person.press("Take");
    assert!(is_over(&person));
    assert_eq!(person.text(".end h2"), "Player 2 loses by the illegal number 13.\nPlayer 1 wins!");
    let record = shared_record(&person);
    assert!(matches!(record.position().outcome().unwrap().reason, Reason::Lost(Loss::IllegalNumber(_))));
}

/// Two clicks, the second before the page has heard the engine's answer to the first.
fn click_twice(person: &Person, numbers: [u64; 2]) {
    let script = "for (const number of arguments) document.querySelector(`[data-number='${number}']`).click();";
    person.script(script, json!(numbers));
}

#[test]
fn a_double_click_is_one_move() {
    let person = two_people("classic");
    click_twice(&person, [12, 12]);
    person.wait_for_words(".status", "[Turn 2] Player 2");
    assert_eq!(moves(&person), ["12"]);
    click_twice(&person, [6, 4]);
    person.wait_for_words(".status", "[Turn 3] Player 1");
    assert_eq!(moves(&person), ["12", "6"]);
    person.click(LEGAL);
    wait_for_moves(&person, 3);
}

#[test]
fn a_trembling_tap_is_one_move_and_the_board_stays_where_it_is() {
    let person = person();
    person.screen(360, 640);
    person.open("#/play?game=evens&level=0");
    is_over(&person);
    let top = "document.querySelector('.grid').getBoundingClientRect().top + scrollY";
    let before = person.value(top);
    pick(&person, "12");
    wait_for_moves(&person, 1);
    assert_eq!(person.value(top), before);
    // In a division game a legal move lies where the last one was.
    person.open("#/play?game=divider:5040&level=0");
    is_over(&person);
    // A tap says itself when it was, in milliseconds: a machine that is slow between two of them changes nothing.
    let tap = |time: u64| {
        let script = "const { left, top } = document.querySelector('.divisors button').getBoundingClientRect();
            const there = { detail: 1, clientX: left + 9, clientY: top + 9, bubbles: true };
            const click = new MouseEvent('click', there);
            Object.defineProperty(click, 'timeStamp', { value: arguments[0] });
            document.querySelector('.divisors button').dispatchEvent(click); return null;";
        person.script(script, json!([time]));
        // A move makes the page busy until it is drawn.
        person.wait_for("true");
        moves(&person).len()
    };
    assert_eq!([tap(1_000), tap(1_299), tap(1_300)], [1, 1, 2]);
}

#[test]
fn undo_takes_back_the_computers_answer_too() {
    let person = person();
    person.click("[data-book='classic']");
    pick(&person, "12");
    wait_for_moves(&person, 2);
    person.press("Undo");
    person.wait_for("document.querySelectorAll('.chain span').length === 0");
    assert!(!is_over(&person));
    pick(&person, "12");
    wait_for_moves(&person, 2);
}

#[test]
fn a_hint_is_a_sentence_and_is_counted() {
    let person = person();
    person.open("#/play?game=juniper-green&level=1&seed=1");
    is_over(&person);
    person.press("Hint");
    let advised = advice("juniper-green", "");
    person.wait_for_words(".message", &advised[0].english());
    assert_eq!(person.text("#voice"), advised[0].english());
    play_to_the_end(&person);
    assert!(person.texts(".tray p").contains(&"Hints: 1 for you.".to_owned()), "{:?}", person.texts(".tray p"));
}

#[test]
fn resigning_asks_first() {
    let person = two_people("classic");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    press_more(&person, "Resign");
    person.press("No, play on");
    person.wait_for("!document.querySelector('dialog')");
    assert_eq!(moves(&person), ["12"]);
    assert!(!is_over(&person));
    resign(&person);
    assert_eq!(person.text(".end h2"), "Player 2 resigns.\nPlayer 1 wins!");
    let record = shared_record(&person);
    assert_eq!(record.position().outcome().unwrap().winner, Side::One);
}

#[test]
fn a_rematch_swaps_sides_and_keeps_the_score() {
    let person = two_people("classic");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    resign(&person);
    person.press("Rematch, sides swapped");
    person.wait_for_words(".status", "[Turn 1] Player 2");
    assert_eq!(standing(&person), "Score: Player 1 1, Player 2 0");
    assert!(moves(&person).is_empty());
    pick(&person, "12");
    person.wait_for_words(".status", "[Turn 2] Player 1");
    resign(&person);
    person.wait_for("document.querySelector('.end h2')");
    assert_eq!(standing(&person), "Score: Player 1 1, Player 2 1");
    // The record names who moved first.
    assert_eq!(shared_record(&person).players()[0].to_string(), "Player 2");
}

#[test]
fn a_game_that_was_over_at_once_is_played_again_with_a_fair_start() {
    let person = two_people("classic");
    pick(&person, "47");
    assert!(is_over(&person));
    person.press("Play again with a fair start");
    let rule = position("classic,first=composite", "").game().first_pick_rule().unwrap().english();
    let asked = format!("[Turn 1] Player 2, select a number from the pool:\nFirst pick: {rule}.");
    person.wait_for_words(".status", &asked);
    assert_eq!(person.count(LEGAL), position("classic,first=composite", "").legal_count() as u64);
    pick(&person, "12");
    wait_for_moves(&person, 1);
    play_to_the_end(&person);
    assert!(!person.text(".tray").contains("fair start"));
}

#[test]
fn the_score_outlasts_a_reload_at_the_end_of_a_game() {
    let person = two_people("classic");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    resign(&person);
    for _ in 0..2 {
        person.reload();
        assert!(is_over(&person));
        assert_eq!(person.text(".end h2"), "Player 2 resigns.\nPlayer 1 wins!");
        assert_eq!(standing(&person), "Score: Player 1 1, Player 2 0");
    }
    person.press("Rematch, sides swapped");
    person.wait_for_words(".status", "[Turn 1] Player 2");
    person.reload();
    person.wait_for_words(".status", "[Turn 1] Player 2");
    assert_eq!(standing(&person), "Score: Player 1 1, Player 2 0");
}

#[test]
fn a_rematch_against_the_computer_lets_it_begin() {
    let person = person();
    person.click("[data-book='chain']");
    play_to_the_end(&person);
    person.press("Rematch, sides swapped");
    person.wait_for("!document.querySelector('.end h2')");
    wait_for_moves(&person, 1);
    play_to_the_end(&person);
    let record = shared_record(&person);
    assert_eq!(record.players()[0].to_string(), opponent(1));
}

#[test]
fn a_game_goes_on_after_reload() {
    let person = person();
    person.click("[data-book='classic']");
    pick(&person, "12");
    wait_for_moves(&person, 2);
    is_over(&person);
    let before = moves(&person);
    person.reload();
    wait_for_moves(&person, 2);
    assert_eq!(moves(&person), before);
    // The same from the first page.
    person.open("");
    assert!(unfinished(&person)[0].ends_with("Moves made: 2"), "{:?}", unfinished(&person));
    go_on(&person, 1);
    wait_for_moves(&person, 2);
    assert_eq!(moves(&person), before);
    play_to_the_end(&person);
    // A game that is over is not gone on with.
    person.press("Another game");
    person.wait_for_words("h1", "Divisor Duel");
    assert_eq!(person.count(".with-forget"), 0);
}

/// Starts a game of two people and makes its first move.
fn begin_and_leave(person: &Person, book: &str, first: u64) {
    person.open("");
    play_against(person, "0");
    person.click(&format!("[data-book='{book}']"));
    pick(person, first);
    wait_for_moves(person, 1);
}

#[test]
fn every_unfinished_game_can_be_gone_on_with() {
    let person = person();
    begin_and_leave(&person, "chain", 12);
    begin_and_leave(&person, "evens", 6);
    // From the explorer too.
    person.open("#/explore?game=classroom&moves=40+20");
    play_from_here(&person, Some("0"));
    is_over(&person);
    pick(&person, "10");
    wait_for_moves(&person, 3);
    // A game in which nobody has moved is nothing to go on with.
    person.open("");
    person.click("[data-book='juniper-green']");
    is_over(&person);
    person.open("");
    person.press("Show 1 older game");
    person.wait_for("document.querySelectorAll('.with-forget').length === 3");
    let listed = unfinished(&person);
    assert_eq!(listed.len(), 3, "{listed:?}");
    assert!(listed[0].ends_with(" – Player 1 against Player 2. Moves made: 3"), "{listed:?}");
    go_on(&person, 3);
    wait_for_moves(&person, 1);
    assert_eq!(moves(&person), ["12"]);
    person.reload();
    wait_for_moves(&person, 1);
    assert_eq!(moves(&person), ["12"]);
    // The last one played comes first; one that is forgotten is gone.
    person.open("");
    person.press("Show 1 older game");
    person.wait_for("document.querySelectorAll('.with-forget').length === 3");
    assert_eq!(unfinished(&person)[0], listed[2]);
    person.click(".with-forget .plain");
    person.press("No, keep it");
    assert_eq!(person.count(".with-forget"), 3);
    person.click(".with-forget .plain");
    person.press("Yes, forget it");
    person.wait_for("document.querySelectorAll('.with-forget').length === 2");
    person.reload();
    assert_eq!(unfinished(&person), listed[..2]);
}

#[test]
fn a_game_in_two_windows_is_one_game() {
    let person = person();
    begin_and_leave(&person, "chain", 12);
    let address = person.value("location.href").as_str().unwrap().to_owned();
    let (first, second) = person.with(async |driver| {
        let first = driver.window().await?;
        let second = driver.new_tab().await?;
        driver.switch_to_window(second.clone()).await?;
        driver.goto(&address).await?;
        Ok((first, second))
    });
    wait_for_moves(&person, 1);
    pick(&person, "6");
    wait_for_moves(&person, 2);
    person.with(async |driver| driver.switch_to_window(first).await);
    wait_for_moves(&person, 2);
    assert_eq!(moves(&person), ["12", "6"]);
    person.wait_for_words(".message", "changed in another window");
    pick(&person, "18");
    wait_for_moves(&person, 3);
    person.with(async |driver| driver.switch_to_window(second).await);
    wait_for_moves(&person, 3);
    assert_eq!(moves(&person), ["12", "6", "18"]);
}

#[test]
fn fault_54_a_ninth_unfinished_game_drops_none() {
    let person = person();
    for first in 2..=10 {
        begin_and_leave(&person, "chain", 2 * first);
    }
    person.open("");
    assert_eq!(person.count(".with-forget"), 2);
    person.press("Show 7 older games");
    person.wait_for("document.querySelectorAll('.with-forget').length === 9");
    go_on(&person, 9);
    wait_for_moves(&person, 1);
    assert_eq!(moves(&person), ["4"]);
}

#[test]
fn a_game_from_a_link_is_kept_from_its_first_move_on() {
    let person = person();
    person.click("[data-book='classic']");
    pick(&person, "12");
    wait_for_moves(&person, 2);
    person.open("#/play?game=chain&level=0");
    is_over(&person);
    person.open("");
    assert_eq!(person.count(".with-forget"), 1);
    go_on(&person, 1);
    person.wait_for_words("h1", "Divisor Duel");
    wait_for_moves(&person, 2);
    person.open("#/play?game=chain&level=0");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    person.reload();
    wait_for_moves(&person, 1);
    assert_eq!(moves(&person), ["12"]);
    assert!(!is_over(&person));
}

/// The field for the numbers of a book.
fn numbers_of(book: &str) -> String {
    format!(".card:has([data-book='{book}']) [name=numbers]")
}

#[test]
fn every_book_asks_for_its_own_numbers_and_says_at_once_what_is_wrong() {
    let person = person();
    unfold(&person);
    for (book, label, help) in [
        ("classic", "Largest number, Divisor Duel", "From 2 to 1,000,001"),
        ("divider", "Number to divide, Divider's Duel", "From 3 to 18,446,744,073,709,551,615."),
    ] {
        let field = numbers_of(book);
        let name = "document.querySelector(FIELD).ariaLabel".replace("FIELD", &json!(field).to_string());
        assert_eq!(person.value(&name), label);
        let said = "document.querySelector(FIELD).getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join('')"
            .replace("FIELD", &json!(field).to_string());
        assert!(person.value(&said).as_str().unwrap().starts_with(help), "{}", person.value(&said));
        person.fill(&field, "1");
        person.wait_for(&format!("{said}.includes('1 is') || {said}.includes('this is 1')"));
        assert_eq!(person.count("[aria-invalid=true]"), 1, "{book}");
        // It is not played, and mended in the same field.
        person.click(&format!("[data-book='{book}']"));
        person.wait_for(&format!("document.activeElement.matches({})", json!(field)));
        person.fill(&field, "12");
        person.wait_for("!document.querySelector('[aria-invalid=true]')");
        assert_eq!(person.texts(".problem:not(:empty)"), [""; 0]);
    }
    // A fair start can be what makes numbers wrong.
    person.fill(&numbers_of("classic"), "3");
    person.click(".agreed > label input");
    person.wait_for_words(".card:has([data-book='classic']) .problem", "non-prime");
    person.fill(&numbers_of("divider"), "84, 60 90");
    person.click("[data-book='divider']");
    person.wait_for("document.querySelector('.table')");
    assert_eq!(person.texts(".on-table"), ["60", "84", "90"]);
}

#[test]
fn size_fair_start_and_who_starts_are_chosen_at_the_start() {
    let person = person();
    unfold(&person);
    person.choose("select:has([value=second])", "second");
    person.fill(&numbers_of("juniper-green"), "30");
    person.click("[data-book='juniper-green']");
    wait_for_moves(&person, 1);
    assert!(!is_over(&person));
    assert_eq!(person.count(".grid .number"), 30);
    person.open("");
    play_against(&person, "0");
    person.click(".agreed > label input");
    person.click("[data-book='classic']");
    assert!(!is_over(&person));
    let fair = position("classic,first=composite", "");
    assert_eq!(person.count(LEGAL), fair.legal_count() as u64);
    // The choices are remembered.
    person.open("");
    assert_eq!(person.content("[name=opponent]:checked"), "0");
    assert_eq!(person.value("document.querySelector('.agreed > label input').checked"), true);
}

#[test]
fn a_toss_is_announced() {
    let person = person();
    unfold(&person);
    person.choose("select:has([value=second])", "toss");
    for level in ["0", "1"] {
        play_against(&person, level);
        person.click("[data-book='chain']");
        assert!(!is_over(&person));
        let said = person.wait_for_words(".message", "The toss: ");
        let count = moves(&person).len();
        let computer = opponent(1);
        let winner = if level == "0" { "Player" } else { ["you", &computer][count] };
        assert!(said.starts_with(&format!("The toss: {winner}")), "{said}");
        assert_eq!(person.text("#voice"), said);
        person.open("");
    }
}

/// What the terminal program plays with the same seed, given the moves of the person.
fn in_the_terminal(game: &str, level: u8, seed: u64, typed: &[String]) -> Record {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.duel");
    let mut child = Command::new(program())
        .args(["play", game, "--p2", &format!("level:{level}"), "--seed", &seed.to_string(), "--record"])
        .arg(&record)
        .env("HOME", folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(format!("{}\n", typed.join("\n")).as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    std::fs::read_to_string(record).unwrap().parse().unwrap()
}

#[test]
fn the_same_seed_plays_the_same_game_in_the_terminal() {
    let person = person();
    for (game, level, seed) in [("classic", 3, 42), ("juniper-green:40", 5, 7), ("divider:5040", 1, 42)] {
        person.open(&format!("#/play?game={game}&level={level}&seed={seed}"));
        play_to_the_end(&person);
        let here = moves(&person);
        let typed: Vec<String> = here.iter().step_by(2).cloned().collect();
        let there = in_the_terminal(game, level, seed, &typed);
        let there: Vec<String> = there.position().moves().iter().map(ToString::to_string).collect();
        assert_eq!(here, there, "{game}");
    }
}
