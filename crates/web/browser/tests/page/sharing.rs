//! What goes from one device to another: links, records, rule files.

use std::fs;

use browser::{Person, person};
use duel::speech::{Called, Language};
use duel::{Record, RuleBook};
use serde_json::json;

use crate::steps::{
    downloaded, is_over, moves, opponent, pick, play_from_here, play_to_the_end, position, press_more, resign,
    sorted_moves, taken, unfold, wait_for_moves, wait_for_review, wait_for_riddle,
};

/// What is offered now to be opened on another device. A file's own place would mean nothing there.
fn links(person: &Person) -> Vec<String> {
    let texts = person.wait_for(
        "(() => { const texts = [...document.querySelectorAll('.copy textarea')].map((each) => each.value); return texts.length > 0 && texts; })()",
    );
    let texts: Vec<String> = serde_json::from_value(texts).unwrap();
    assert!(texts.iter().all(|text| !text.contains("file:")), "{texts:?}");
    texts.into_iter().filter(|text| text.contains("#/")).collect()
}

/// Opens what somebody shared.
fn paste(person: &Person, text: &str) {
    person.open("#/open");
    person.fill("textarea", text);
    person.click("button.main");
}

#[test]
fn a_link_to_a_position_and_to_a_game_opens_in_a_fresh_browser() {
    let one = person();
    one.open("#/play?game=juniper-green:40&level=0&moves=12+6");
    is_over(&one);
    press_more(&one, "Share");
    let links = links(&one);
    let [to_position, to_game] = &links[..] else { panic!("{links:?}") };

    let other = person();
    paste(&other, to_position);
    other.wait_for_words(".chain", "Taken: 12 6");
    // It is a question: who wins is told who asks, and stays told.
    other.wait_for("document.querySelector('.number.legal')");
    assert_eq!(other.count(".number.wins, .number.loses"), 0);
    assert!(!other.text("#content").contains("with best play"));
    other.press("Show the answer");
    other.wait_for("document.querySelector('.number.wins, .number.loses')");
    assert_eq!(other.count(".grid .number"), 40);
    // A link from elsewhere is as good.
    paste(&other, &format!("https://example.org/duel.html{to_game}"));
    other.wait_for_words(".status", "Turn 3: Player 1");
    other.wait_for_words(".moves li", "Player 2: 6");
}

#[test]
fn a_link_to_a_lost_game_says_how_it_was_lost() {
    let one = person();
    one.open("#/play?game=classic&level=0&moves=12+6");
    is_over(&one);
    resign(&one);
    press_more(&one, "Share");
    let to_game = links(&one).remove(1);
    let other = person();
    paste(&other, &to_game);
    let said = other.wait_for_words(".status", "Player 2 wins!");
    assert!(said.contains("resigns"), "{said}");
}

#[test]
fn a_link_to_a_puzzle_opens_the_same_puzzle() {
    let one = person();
    one.open("#/puzzle?game=classic&grade=medium&seed=11");
    wait_for_riddle(&one);
    let chain = one.text(".chain");
    one.press("Show the answer");
    one.press("Share this puzzle");
    let to_puzzle = links(&one).remove(0);
    let other = person();
    paste(&other, &to_puzzle);
    wait_for_riddle(&other);
    assert_eq!(other.text(".chain"), chain);
}

#[test]
fn the_explorers_address_is_a_link() {
    let one = person();
    one.open("#/explore?game=classic");
    pick(&one, "12");
    one.wait_for_words(".chain", "12");
    let fragment = one.value("location.hash");
    let other = person();
    other.open(fragment.as_str().unwrap());
    other.wait_for_words(".chain", "12");
}

const RECORD: &str = "[Format \"1\"]\n[Game \"classic\"]\n[Player1 \"Ada|1\"]\n[Player2 \"Bo\"]\n[Result \"1-0 resigned\"]\n\n12 6 18 9\n";

/// A game that was opened: it can be looked through, and is still there after a reload.
fn is_opened(person: &Person) {
    wait_for_review(person);
    person.wait_for_words(".moves li", "Bo: 9");
    person.wait_for_words(".status", "Bo resigns");
    person.reload();
    person.wait_for_words(".moves li", "Bo: 9");
    person.wait_for_words(".status", "Ada|1 wins!");
}

#[test]
fn a_record_is_opened_by_paste_and_by_file() {
    let person = person();
    person.open("#/open");
    person.fill("textarea", RECORD);
    person.click("button.main");
    is_opened(&person);
    let file = person.folder().join("game.duel");
    fs::write(&file, RECORD.replace('\n', "\r\n")).unwrap();
    person.open("#/open");
    person.choose_file("input[type=file]", &file);
    is_opened(&person);
}

#[test]
fn moves_made_by_chance_stay_nobodys_choice() {
    let person = person();
    person.open("#/open");
    person.fill("textarea", &RECORD.replace("[Result", "[Opening \"2\"]\n[Result"));
    person.click("button.main");
    let by_chance = "document.querySelectorAll('.moves .by-chance').length === 2";
    person.wait_for(by_chance);
    person.reload();
    person.wait_for("document.querySelector('.moves li')");
    person.wait_for(by_chance);
}

#[test]
fn a_saved_game_is_a_record_that_opens_again() {
    let person = person();
    person.open("#/play?game=divider:360&level=1&seed=5");
    play_to_the_end(&person);
    let played = moves(&person);
    press_more(&person, "Save as a file");
    let file = downloaded(&person, "game.duel");
    let record: Record = fs::read_to_string(&file).unwrap().parse().unwrap();
    assert_eq!(record.position().moves().iter().map(ToString::to_string).collect::<Vec<_>>(), played);
    assert!(record.position().outcome().is_some());
    person.open("#/open");
    person.choose_file("input[type=file]", &file);
    person.wait_for_words(".status", "The end");
    // The same words as at the end of the game, but that whoever looks at it may be anybody: all have their names.
    let called = &Called::by_names(&record.players().clone().map(|name| name.to_string()));
    let book = RuleBook::find(record.code()).unwrap();
    for span in book.say_end_beside_a_board(record.position(), called, Language::English) {
        person.wait_for_words(".status", span.text.trim());
    }
}

const BOOK: &str = r#"
id = "odd-ones"
title = "Odd Ones"
summary = "Odd numbers only."
game = "take:3..31/2"
rules = "Take turns."
"#;

#[test]
fn a_rule_file_is_opened_explored_and_played() {
    let person = person();
    let file = person.folder().join("odd-ones.toml");
    fs::write(&file, BOOK).unwrap();
    person.open("#/open");
    person.choose_file("input[type=file]", &file);
    person.wait_for_words(".middle", "Odd Ones");
    person.wait_for("document.querySelector('.number.wins, .number.loses')");
    assert_eq!(person.count(".grid .number"), 15);
    play_from_here(&person, None);
    person.wait_for_words("h1", "Odd Ones");
    pick(&person, "15");
    wait_for_moves(&person, 1);
    person.reload();
    wait_for_moves(&person, 1);
    person.wait_for_words("h1", "Odd Ones");
    play_to_the_end(&person);
    person.press("Review the game");
    person.wait_for("document.querySelector('.moves li')");
    // The explorer takes one too.
    person.open("#/explore");
    person.wait_for_words(".status", "wins with best play");
    press_more(&person, "Another game");
    person.choose_file("input[type=file]", &file);
    person.wait_for_words(".middle", "Odd Ones");
}

#[test]
fn a_position_is_played_on_against_the_computer() {
    let person = person();
    person.open("#/explore?game=classic&moves=12");
    play_from_here(&person, Some("2"));
    // It is Player 2's turn, and that is the person.
    person.wait_for_words(".status", "Your turn");
    person.click(crate::steps::LEGAL);
    wait_for_moves(&person, 3);
    resign(&person);
    person.wait_for_words(".end h2", &format!("{} wins!", opponent(2)));
}

#[test]
fn a_proof_is_opened_and_checked() {
    let position = position("chain", "14");
    let proof = duel::solve::prove(&position, &mut duel::solve::Watch::forever()).unwrap();
    let person = person();
    paste(&person, &serde_json::to_string(&proof).unwrap());
    let said = person.wait_for_words(".message", "This is a proof, and it holds: ");
    assert!(said.contains("Player 2 wins") && said.contains("divisor-duel verify"), "{said}");
}

#[test]
fn a_review_of_nothing_says_what_it_needs() {
    let person = person();
    person.open("#/review");
    person.wait_for_words("#content", "A review needs a game.");
    assert_eq!(person.text("h1"), "Review");
}

#[test]
fn a_code_is_opened_and_played() {
    let person = person();
    person.open("#/open");
    person.fill("textarea", "take:1..60,first=odd");
    person.click("button.main");
    person.wait_for_words("h1", "Explorer");
    person.wait_for("document.querySelectorAll('.grid .number').length === 60");
    person.open("");
    unfold(&person);
    person.fill("[name=code]", "take:1..60,first=odd");
    person.script("document.querySelector('[name=code]').form.requestSubmit(); return null;", json!([]));
    person.wait_for("document.querySelectorAll('.grid .number').length === 60");
    assert!(!is_over(&person));
}

#[test]
fn back_and_forward_go_between_views() {
    let person = person();
    person.press("Rules");
    person.wait_for_words("h1", "Rules of");
    person.press("Explorer");
    person.wait_for_words("h1", "Explorer");
    person.with(async |driver| driver.back().await);
    person.wait_for_words("h1", "Rules of");
    person.with(async |driver| driver.back().await);
    person.wait_for("document.querySelector('.card')");
    person.with(async |driver| driver.forward().await);
    person.wait_for_words("h1", "Rules of");
}

#[test]
fn back_takes_a_move_back_in_the_explorer() {
    let person = person();
    person.press("Explorer");
    person.wait_for_words(".status", "best play");
    for (number, chain) in [("12", "Selected Numbers: 12"), ("6", "Selected Numbers: 12 6")] {
        pick(&person, number);
        person.wait_for_words(".chain", chain);
    }
    let goes_back_to = |chain: &str| {
        person.with(async |driver| driver.back().await);
        person.wait_for(&format!("document.querySelector('.chain').textContent === {chain:?}"));
    };
    goes_back_to("Selected Numbers: 12");
    goes_back_to("Selected Numbers: nothing yet");
    person.with(async |driver| driver.forward().await);
    person.wait_for("document.querySelector('.chain').textContent === 'Selected Numbers: 12'");
    // One after the other: a browser that is still going back does not hear that it is to go back again.
    goes_back_to("Selected Numbers: nothing yet");
    person.with(async |driver| driver.back().await);
    person.wait_for("document.querySelector('.card')");
}

#[test]
fn going_on_before_a_view_is_there_shows_the_last_one() {
    let person = person();
    // The rules and the sheet ask the engine before they show anything.
    for (first, second, title) in [
        ("#/rules/classic", "#/open", "Open"),
        ("#/print/juniper-green", "#/open", "Open"),
        ("#/print/classic", "#/explore", "Explorer"),
    ] {
        // The second address comes as soon as the page has heard of the first; then what is late gets its time.
        let script = "const [first, second, done] = arguments;
             const wait = (frames) => (frames === 0 ? done(null) : requestAnimationFrame(() => wait(frames - 1)));
             addEventListener('hashchange', () => { location.hash = second; wait(40); }, { once: true });
             location.hash = first;";
        person.with(async |driver| driver.execute_async(script, vec![json!(first), json!(second)]).await);
        assert_eq!(person.texts("h1"), [title], "{first}");
    }
}

#[test]
fn a_puzzle_from_a_link_can_be_solved() {
    let person = person();
    person.open("#/puzzle?game=evens&seed=3");
    wait_for_riddle(&person);
    let (winning, _) = sorted_moves(&position("evens", &taken(&person)));
    pick(&person, winning[0]);
    person.wait_for_words(".message", "Yes!");
}

#[test]
fn a_link_is_copied_or_can_be_copied_by_hand() {
    let person = Person::with_closed_page();
    person.cdp("Browser.grantPermissions", json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] }));
    person.open("#/explore?game=classic");
    press_more(&person, "Share");
    person.press("Copy");
    person.wait_for_words(".copy [role=status]", "Copied.");
    // Without https there is an older way, and where that is not allowed either, the text is selected.
    person.before_every_page("Object.defineProperty(navigator, 'clipboard', { value: undefined });");
    for (before, said) in [("", "Copied."), ("document.execCommand = () => false;", "by hand")] {
        person.before_every_page(before);
        person.open("#/explore?game=classic");
        press_more(&person, "Share");
        person.press("Copy");
        person.wait_for_words(".copy [role=status]", said);
    }
    let selected = "(() => { const area = document.querySelector('.copy textarea'); return area.selectionEnd - area.selectionStart; })()";
    assert_eq!(person.value(selected).as_u64().unwrap() as usize, person.content(".copy textarea").len());
}
