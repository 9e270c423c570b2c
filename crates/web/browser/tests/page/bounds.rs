//! What is large or takes long: the page draws a part of it, goes on answering, and whatever works can be stopped. Nothing here
//! looks at a clock: where work must not end before it was looked at, it never ends.

use std::fs;

use browser::{Person, person};
use serde_json::json;

use crate::steps::{is_over, pick, play_to_the_end, press_more, wait_for_moves};

/// Makes the engine work on a question of this kind for ever: in its worker, and with all that it has.
fn works_for_ever(person: &Person, question: &str) {
    let script = "const Real = Blob;
        window.Blob = function (parts, options) {
            if (options?.type !== 'text/javascript') return new Real(parts, options);
            const endless = `; const reply = answer; answer = (question) => { if (JSON.parse(question).ask === 'QUESTION') for (;;); return reply(question); };`;
            return new Real([...parts, endless], options);
        };";
    person.before_every_page(&script.replace("QUESTION", question));
}

/// The page answers nine clicks, each with a frame that shows its effect.
fn page_answers(person: &Person) {
    let script = "const done = arguments[arguments.length - 1];
        const box = document.querySelector('footer input[type=checkbox]');
        let answers = 0;
        const click = () => {
            box.click();
            requestAnimationFrame(() => setTimeout(() => {
                answers += document.documentElement.classList.contains('projector') === box.checked;
                if (answers < 9) click(); else done(answers);
            }));
        };
        click();";
    let answers = person.with(async |driver| Ok(driver.execute_async(script, vec![]).await?.json().clone()));
    assert_eq!(answers, 9);
}

#[test]
fn fault_45_a_long_computation_can_be_stopped() {
    let person = Person::with_closed_page();
    works_for_ever(&person, "verdicts");
    person.open("#/explore?game=classic");
    person.wait_for("document.querySelector('.work:not([hidden])')");
    page_answers(&person);
    // A move and the way back are still drawn.
    pick(&person, "12");
    person.wait_for_words(".chain", "12");
    person.press("Undo");
    person.wait_for_words(".chain", "nothing yet");
    person.press("Stop");
    person.wait_for_words(".message", "Stopped.");
    person.wait_for("document.querySelector('.work[hidden]')");
    // And everything goes on.
    person.press("Graph");
    person.wait_for("document.querySelectorAll('.tool[aria-pressed=true]').length === 2");
}

#[test]
fn fault_45_opening_can_be_stopped() {
    let person = Person::with_closed_page();
    works_for_ever(&person, "open");
    person.open("#/open");
    let file = person.folder().join("game.duel");
    fs::write(&file, "[Game \"classic\"]\n\n12 6\n").unwrap();
    for is_file in [false, true] {
        if is_file {
            person.choose_file("input[type=file]", &file);
        } else {
            person.fill("textarea", "classic");
            person.click("button.main");
        }
        person.wait_for("document.querySelector('.work:not([hidden])')");
        page_answers(&person);
        person.press("Stop");
        person.wait_for_words("[role=alert]", "Stopped.");
    }
    // A link can be pasted all the same, and who leaves need not stop.
    person.click("button.main");
    person.wait_for("document.querySelector('.work:not([hidden])')");
    person.press("Rules");
    person.wait_for_words("h1", "Rules of");
    person.wait_for("document.querySelector('.work[hidden]')");
}

#[test]
fn fault_45_a_link_can_be_stopped() {
    for (fragment, question) in [
        ("#/explore?game=classic&moves=12", "position"),
        ("#/play?game=classic&moves=12&level=0", "begin"),
        ("#/review?game=classic&moves=12", "position"),
        ("#/rules/chain", "book"),
        ("#/print/chain", "puzzle"),
        ("#/puzzle?seed=1", "puzzle"),
    ] {
        let person = Person::with_closed_page();
        works_for_ever(&person, question);
        person.open("");
        person.go(fragment);
        person.wait_for("document.querySelector('.work:not([hidden])')");
        page_answers(&person);
        person.press("Stop");
        person.wait_for_words(".message, .problem", "Stopped.");
        person.go("#/");
        person.wait_for("document.querySelector('.card')");
    }
}

#[test]
fn fault_45_looking_at_what_was_kept_can_be_stopped() {
    let person = Person::with_closed_page();
    works_for_ever(&person, "kept");
    person.open("#/open");
    person.script("localStorage.setItem('divisor-duel.games', '[7]'); return null;", json!([]));
    person.go("#/");
    person.wait_for("document.querySelector('.work:not([hidden])')");
    page_answers(&person);
    person.press("Stop");
    person.wait_for_words("section .message", "Stopped.");
    // A game can be played all the same, and what was there stays.
    person.click("[data-book='chain']");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    assert_eq!(person.value("JSON.parse(localStorage['divisor-duel.games'])[1]"), 7);
}

#[test]
fn fault_45_a_file_of_any_size() {
    let person = person();
    let file = person.folder().join("large.duel");
    // It takes no room on the disk, and reading it would take more memory than there is.
    fs::File::create(&file).unwrap().set_len(1 << 40).unwrap();
    let script = "Blob.prototype.text = () => { throw new Error('it was read'); }; return null;";
    for fragment in ["#/open", "#/explore"] {
        person.open(fragment);
        person.script(script, json!([]));
        if fragment == "#/explore" {
            press_more(&person, "Another game");
        }
        person.choose_file("input[type=file]", &file);
        person.wait_for_words("[role=alert]", "1,099,511,627,776 bytes long, and at most 16,777,216 can be opened.");
    }
    // One that is gone is said to be.
    person.open("#/open");
    let gone = person.folder().join("gone.duel");
    fs::write(&gone, "classic").unwrap();
    person.script("Blob.prototype.text = () => Promise.reject(new Error('gone')); return null;", json!([]));
    person.choose_file("input[type=file]", &gone);
    person.wait_for_words("[role=alert]", "The file cannot be read: gone");
    // A long text without an end to its first word.
    person.open("#/open");
    person.script(
        "document.querySelector('textarea').value = `${'#/play?'.repeat(1_000_000)} x`; return null;",
        json!([]),
    );
    person.click("button.main");
    person.wait_for("document.querySelector('[role=alert]').textContent");
    person.script("document.querySelector('textarea').value = 'x'.repeat(20_000_000); return null;", json!([]));
    person.click("button.main");
    person.wait_for_words("[role=alert]", "20,000,000 bytes long");
}

#[test]
fn fault_45_a_computer_that_was_stopped_can_be_asked_again() {
    let person = Person::with_closed_page();
    // A worker that swallows the first question for the computer's move is as slow as can be.
    person.before_every_page(
        "const post = Worker.prototype.postMessage;
         Worker.prototype.postMessage = function (message, ...rest) {
             if (!window.__swallowed && message.question?.includes('computer')) window.__swallowed = true;
             else post.call(this, message, ...rest);
         };",
    );
    person.open("#/play?game=classic&level=3&seed=1");
    pick(&person, "12");
    person.wait_for("document.querySelector('.work:not([hidden])')");
    person.press("Stop");
    person.press("Let the computer move");
    wait_for_moves(&person, 2);
    play_to_the_end(&person);
}

/// Remembers the longest answer of the engine that the page had to read: what takes time is reading millions of numbers.
const LONGEST_ANSWER: &str = "window.__longest = 0;
    const read = JSON.parse;
    JSON.parse = (text, ...rest) => { window.__longest = Math.max(window.__longest, text.length); return read(text, ...rest); };";

/// Plays on a board that cannot be drawn.
fn large_board(largest: u64, typed: u64) {
    let person = Person::with_closed_page();
    person.before_every_page(LONGEST_ANSWER);
    person.open(&format!("#/play?game=take:1..{largest}&level=3&seed=1"));
    person.wait_for_words("#content", "type one");
    person.fill("[name=typed]", &typed.to_string());
    person.press("Take");
    wait_for_moves(&person, 2);
    is_over(&person);
    person.press("Hint");
    person.wait_for("!document.querySelector('.message').textContent.startsWith('Thinking')");
    person.press("Who wins");
    person.wait_for("document.querySelector('.number.wins, .number.loses')");
    let longest = person.value("window.__longest").as_u64().unwrap();
    assert!(longest < 500_000, "the page had to read {longest} characters");
    person.open(&format!("#/explore?game=take:1..{largest}"));
    person.wait_for_words(".status", "wins with best play");
    let longest = person.value("window.__longest").as_u64().unwrap();
    assert!(longest < 500_000, "the page had to read {longest} characters");
    let elements = person.count("*");
    assert!(elements < 2_000, "{elements} elements");
    page_answers(&person);
}

#[test]
fn fault_45_a_large_board() {
    large_board(10_000, 5040);
}

#[test]
fn fault_45_the_largest_board() {
    large_board(1_000_000, 720_720);
}

/// A number with 103,680 divisors: no number of 64 bits has more.
const MOST_DIVISORS: &str = "897612484786617600";

#[test]
fn fault_45_a_number_with_a_hundred_thousand_divisors() {
    let person = Person::with_closed_page();
    person.before_every_page(LONGEST_ANSWER);
    let table = [MOST_DIVISORS; 32].join(",");
    for (game, divisors, more) in
        [(MOST_DIVISORS, 1_000, "There are 102,678 more"), (&table, 992, "There are 103,647 more")]
    {
        for (fragment, there) in [
            (format!("#/explore?game=divide:{game}"), ".status"),
            (format!("#/play?game=divide:{game}&level=0"), ".table"),
            (format!("#/print/divide:{game}"), ".sheet"),
            (format!("#/rules/divide:{game}"), ".tabs"),
        ] {
            person.open(&fragment);
            person.wait_for(&format!("document.querySelector({there:?})?.textContent"));
            assert!(person.count(".divisors button") <= divisors, "{fragment}");
            let elements = person.count("*");
            assert!(elements < 12_000, "{fragment}: {elements} elements");
            let longest = person.value("window.__longest").as_u64().unwrap();
            assert!(longest < 250_000, "{fragment}: the page had to read {longest} characters");
        }
        person.open(&format!("#/explore?game=divide:{game}"));
        person.wait_for_words(".status", "wins with best play");
        assert_eq!(person.count(".divisors button"), divisors);
        person.wait_for_words(".heap .more", more);
        page_answers(&person);
    }
    // What is not listed can be typed.
    person.open(&format!("#/play?game=divide:{MOST_DIVISORS}&level=0"));
    person.fill("[name=typed]", "448806242393308800");
    person.press("Divide");
    wait_for_moves(&person, 1);
    assert!(person.text(".end h2").ends_with("Player 1 wins!"));
}

#[test]
fn fault_45_a_game_of_more_moves_than_anybody_plays() {
    let person = person();
    let chain: Vec<u64> = (34..=999).rev().flat_map(|n| [n, n * (n - 1)]).collect();
    let moves: Vec<String> = chain.iter().map(u64::to_string).collect();
    let words = "1932 moves, and games of up to 1000 can be followed here";
    for view in ["explore", "play", "review"] {
        person.open(&format!("#/{view}?game=take:1..1000000&moves={}", moves.join("+")));
        person.wait_for_words(".message", words);
    }
    person.open("#/open");
    let record = format!("[Game \"take:1..1000000\"]\n\n{}\n", moves.join(" "));
    person.script("document.querySelector('textarea').value = arguments[0]; return null;", json!([record]));
    person.click("button.main");
    person.wait_for_words("[role=alert]", words);
    // The explorer stops where it can follow no further, and goes back.
    person.open(&format!("#/explore?game=take:1..1000000&moves={}", moves[..1_000].join("+")));
    person.wait_for("document.querySelector('[name=typed]')");
    person.fill("[name=typed]", &moves[1_000]);
    person.press("Take");
    person.wait_for_words(".message", "games of up to 1000");
}

#[test]
fn fault_45_a_board_beyond_all_bounds() {
    let person = person();
    person.open("#/explore?game=take:1..10000000000");
    person.wait_for("document.querySelector('.message').textContent");
    person.open("#/play?game=take:1..10000000000");
    person.wait_for("document.querySelector('.message').textContent");
}
