//! The stage: what stands where, that nothing of it moves, what is drawn on the board, and a finger on it.

use std::collections::BTreeSet;

use browser::{Kind, Person, Rectangle, person};
use duel::coach::Advice;
use duel::{Move, Position};
use serde_json::json;

use crate::steps::{LEGAL, advice, is_over, moves, pick, play_to_the_end, position, resign, wait_for_moves};
use crate::views::thrown_away;

/// The books that others wrote, and the one with a hundred numbers.
const BOOKS: [&str; 6] = ["classic", "last-resort", "chain", "evens", "divider", "juniper-green"];

/// Somebody with a phone of this size, and the page open there.
pub(crate) fn with_phone(width: u32, height: u32, fragment: &str) -> Person {
    let person = Person::with_closed_page();
    person.screen(width, height);
    person.touches();
    person.open(fragment);
    is_over(&person);
    person
}

/// The numbers of all tiles that a selector finds.
fn numbers(person: &Person, selector: &str) -> BTreeSet<u64> {
    person.texts(&format!("{selector} .value")).iter().map(|text| text.parse().unwrap()).collect()
}

/// The parts of a game that are not wholly on the screen, or can be scrolled.
pub(crate) fn out_of_sight(person: &Person) -> Vec<String> {
    let script = "const parts = ['.plates', '.say', '.place', '.tray:not(:empty)', '.tools'].flatMap((each) => [...document.querySelectorAll(each)]);
        const isSeen = ({ left, right, top, bottom }) => left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && bottom > top;
        const scrolls = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1;
        const fails = parts.filter((each) => !isSeen(each.getBoundingClientRect()));
        const moves = [document.documentElement, document.querySelector('.place'), document.querySelector('.tray')].filter(scrolls);
        return [...fails, ...moves].map((each) => each.className || each.localName);";
    serde_json::from_value(person.script(script, json!([]))).unwrap()
}

#[test]
fn a_game_on_a_phone_is_seen_whole_and_nothing_moves_whatever_is_said() {
    for book in BOOKS {
        let person = with_phone(390, 844, &format!("#/play?game={book}&level=1&seed=1"));
        let board = person.place(".place");
        let stands = |when: &str| {
            let there = person.place(".place");
            // On a table there are fewer divisors with every move, and so it needs less room; but it begins where it began.
            let height = if book == "divider" { there.height } else { board.height };
            assert_eq!(there, Rectangle { height, ..board }, "{book}: {when}");
            assert_eq!(out_of_sight(&person), [""; 0], "{book}: {when}");
        };
        stands("at the start");
        person.press("Hint");
        person.wait_for("document.querySelector('.message').textContent.length > 20");
        stands("a hint");
        if book != "divider" {
            pick(&person, "12");
            wait_for_moves(&person, 2);
            stands("the computer's move");
            if !is_over(&person) {
                person.click(".grid .taken");
                person.wait_for("document.querySelector('.message').textContent.includes('taken')");
                stands("a refusal");
                resign(&person);
            }
        } else {
            play_to_the_end(&person);
        }
        person.wait_for("document.querySelector('.end h2')");
        stands("the end");
    }
}

/// Where every legal move can be touched: its tile or its number in the tray, whichever lies open. What lies open nowhere is missing.
const OPEN: &str = "const legal = [...document.querySelectorAll(arguments[0])].map(({ dataset }) => dataset.number ?? dataset.move);
    const isOpen = (each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const inside = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && bottom - top >= 24 && right - left >= 24;
        return inside && each.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    const buttons = (move) => [...document.querySelectorAll(`.chip[data-number='${move}'], .number[data-number='${move}'], .number[data-move='${move}']`)];
    const scrolled = scrollY + document.querySelector('.place').scrollTop + document.querySelector('.tray').scrollTop;
    return legal.map((move) => [move, buttons(move).find(isOpen)]).map(([move, button]) => {
        if (!button || scrolled > 0) return { move, open: null };
        const { left, top, width, height } = button.getBoundingClientRect();
        return { move, open: { left, top, width, height } };
    });";

#[derive(serde::Deserialize)]
struct Open {
    r#move: String,
    open: Option<Rectangle>,
}

/// A whole game by touch; no turn needs any scrolling.
fn play_by_touch(book: &str) {
    let person = with_phone(360, 640, &format!("#/play?game={book}&level=2&seed=3"));
    let mut turn = 0;
    while !is_over(&person) {
        let before = moves(&person).len();
        let open: Vec<Open> = serde_json::from_value(person.script(OPEN, json!([LEGAL]))).unwrap();
        let hidden: Vec<&str> =
            open.iter().filter(|each| each.open.is_none()).map(|each| each.r#move.as_str()).collect();
        assert!(hidden.is_empty(), "{book}, turn {turn}: {hidden:?} cannot be touched");
        // Not always the first, so that games get long.
        let there = &open[turn % open.len()];
        person.touch(there.open.unwrap());
        wait_for_moves(&person, before + 1);
        assert_eq!(moves(&person)[before], there.r#move, "{book}");
        turn += 1;
    }
    // What comes next is at hand, too.
    let script = "const next = document.querySelector('.tray button');
        const { left, right, top, bottom } = next.getBoundingClientRect();
        return next.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) && next.textContent;";
    assert_eq!(person.script(script, json!([])), "Rematch, sides swapped", "{book}");
}

#[test]
fn a_game_of_classic_by_touch() {
    play_by_touch("classic");
}

#[test]
fn a_game_of_last_resort_by_touch() {
    play_by_touch("last-resort");
}

#[test]
fn a_game_of_chain_by_touch() {
    play_by_touch("chain");
}

#[test]
fn a_game_of_evens_by_touch() {
    play_by_touch("evens");
}

#[test]
fn a_game_of_divider_by_touch() {
    play_by_touch("divider");
}

#[test]
fn a_game_of_a_hundred_numbers_by_touch() {
    play_by_touch("juniper-green");
}

#[test]
fn on_a_phone_tens_stand_under_tens_and_little_stands_above_the_board() {
    let person = with_phone(360, 640, "#/play?game=juniper-green&level=0&moves=12+6");
    let rows = person.value(
        "[1, 2, 3, 10, 11, 12, 13, 20, 91, 92, 93, 100].map((each) => Math.round(document.querySelector(`.grid [data-number='${each}']`).getBoundingClientRect().left))",
    );
    let rows: Vec<i64> = serde_json::from_value(rows).unwrap();
    assert_eq!(rows[..4], rows[4..8]);
    assert_eq!(rows[..4], rows[8..]);
    assert!(rows[..4].is_sorted() && rows[3] - rows[0] > 8 * (rows[1] - rows[0]), "{rows:?}");
    let top = person.place(".board").top;
    assert!(top <= 100.0, "{top} px stand above the board");
    // What is in the tray is as large as a finger.
    for size in ["width", "height"] {
        let least = person.value(&format!(
            "Math.min(...[...document.querySelectorAll('.chip, .tool')].filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().{size}))"
        ));
        assert!(least.as_f64().unwrap() >= 43.9, "{size} {least}");
    }
}

/// What the other could take after a move.
fn left_by(here: &Position, chosen: u64) -> BTreeSet<u64> {
    let mut after = here.clone();
    after.play(Move::Pick(chosen)).unwrap();
    picks(&after.legal_moves())
}

fn picks(moves: &[Move]) -> BTreeSet<u64> {
    let number = |each: &Move| if let Move::Pick(number) = each { *number } else { panic!("a number") };
    moves.iter().map(number).collect()
}

#[test]
fn a_pressed_number_shows_what_it_leaves_and_is_taken_only_when_let_go() {
    let person = with_phone(390, 844, "#/play?game=juniper-green&level=0&moves=12+6");
    let here = position("juniper-green", "12 6");
    for (selector, chosen) in [(".grid [data-number='18']", 18), (".chip[data-number='24']", 24)] {
        let there = person.place(selector);
        person.finger_down(there);
        person.wait_for(&format!("document.querySelector('.grid .thought')?.dataset.number === '{chosen}' && document.querySelector('.would')"));
        assert_eq!(numbers(&person, ".grid .would"), left_by(&here, chosen), "{chosen}");
        // Sliding away takes nothing, and nothing is left of the thought.
        let (x, y) = there.middle();
        for step in 1..=5 {
            person.finger_to((x - 14.0 * f64::from(step), y - 14.0 * f64::from(step)));
        }
        person.finger_up();
        person.wait_for("!document.querySelector('.thought, .would')");
        assert_eq!(moves(&person), ["12", "6"], "{selector}");
        assert!(!person.text(".message").contains("took"));
    }
    person.finger_down(person.place(".grid [data-number='18']"));
    person.wait_for("document.querySelector('.grid .thought')");
    person.finger_up();
    wait_for_moves(&person, 3);
    assert_eq!(moves(&person), ["12", "6", "18"]);
    // By mouse it is the same: down, away, up.
    let person = Person::with_closed_page();
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    is_over(&person);
    let (x, y) = person.place(".grid [data-number='18']").middle();
    let mouse = |kind: &str, x: f64, y: f64| {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        person.cdp(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 }),
        );
    };
    mouse("mouseMoved", x, y);
    person.wait_for("document.querySelector('.grid .would')");
    assert_eq!(numbers(&person, ".grid .would"), left_by(&here, 18));
    mouse("mousePressed", x, y);
    mouse("mouseMoved", x, 5.0);
    mouse("mouseReleased", x, 5.0);
    person.wait_for("!document.querySelector('.would')");
    assert_eq!(moves(&person), ["12", "6"]);
}

#[test]
fn at_the_end_everything_that_goes_with_the_last_number_is_lit_and_taken() {
    let person = person();
    person.open(&format!("#/play?game=juniper-green&level=5&seed=1&moves={}", thrown_away()));
    assert!(is_over(&person));
    let last: u64 = moves(&person).last().unwrap().parse().unwrap();
    let neighbours =
        (1..=100).filter(|each| last.is_multiple_of(*each) || each.is_multiple_of(last)).collect::<BTreeSet<u64>>();
    person.wait_for("document.querySelector('.grid.dim .kept')");
    assert_eq!(numbers(&person, ".grid .kept"), neighbours);
    assert_eq!(numbers(&person, ".grid .kept.taken"), neighbours);
    assert_eq!(numbers(&person, ".grid .last"), BTreeSet::from([last]));
}

#[test]
fn the_chain_is_a_thread_in_the_colours_of_the_two() {
    let person = person();
    person.open("#/play?game=juniper-green&level=0&moves=12+6+18+9");
    is_over(&person);
    let pieces =
        "[...document.querySelectorAll('.thread .piece')].map((each) => each.classList.contains('one') ? 1 : 2)";
    assert_eq!(person.value(pieces), json!([2, 1, 2]));
    // Each piece goes from the middle of one tile towards that of the next.
    let ends = "[...document.querySelectorAll('.thread .piece')].map((each) => [0, each.getTotalLength()].map((at) => {
        const { x, y } = each.getPointAtLength(at);
        return Math.floor(y) * 10 + Math.floor(x) + 1;
    }))";
    assert_eq!(person.value(ends), json!([[12, 6], [6, 18], [18, 9]]));
    let colour = |selector: &str, name: &str| {
        person.value(&format!("getComputedStyle(document.querySelector('{selector}')).{name}"))
    };
    assert_eq!(colour(".piece.one", "stroke"), colour(".grid .taken.one:not(.last)", "color"));
    assert_eq!(colour(".piece.two", "stroke"), colour(".face.two .head", "fill"));
}

#[test]
fn advice_is_drawn_on_the_board_stage_by_stage() {
    let person = person();
    for (game, so_far) in [("juniper-green", "12 6"), ("chain", "14"), ("classic", "36 6")] {
        person.open(&format!("#/play?game={game}&level=0&moves={}", so_far.replace(' ', "+")));
        is_over(&person);
        let here = position(game, so_far);
        for advised in advice(game, so_far) {
            let drawn = person.value("document.querySelector('.over').childElementCount");
            person.press("Hint");
            match &advised {
                Advice::Nudge(nudge) => {
                    person.wait_for("document.querySelector('.grid.dim')");
                    assert_eq!(drawn, 0, "a nudge draws nothing");
                    let kept = numbers(&person, ".grid .kept");
                    assert_eq!(kept, picks(&nudge.moves(&here)), "{game} {so_far}");
                }
                Advice::Idea(idea) => {
                    person.wait_for("document.querySelector('.over .ring')");
                    let ringed: Vec<Move> = idea.moves.iter().map(|(chosen, _)| *chosen).collect();
                    assert_eq!(numbers(&person, ".grid .ringed"), picks(&ringed));
                    assert_eq!(person.count(".over .ring"), ringed.len() as u64);
                }
                Advice::Move(hint) => {
                    person.wait_for("document.querySelector('.over .way')");
                    assert_eq!(person.count(".over .arc"), hint.why.answers().len() as u64, "{game} {so_far}");
                    assert_eq!(person.count(".grid.dim"), 0);
                }
            }
        }
    }
}

#[test]
fn the_graph_is_the_same_tiles_and_one_plays_there() {
    let person = person();
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    is_over(&person);
    person.script("window.__tiles = [...document.querySelectorAll('.grid .number')]; return null;", json!([]));
    person.press("Graph");
    let by_factors = "(() => {
        const top = new Map([...document.querySelectorAll('.grid .number')].map((each) => [Number(each.dataset.number), each.getBoundingClientRect().top]));
        return [...top].every(([number, y]) => [2, 3, 5, 7].every((prime) => !top.has(number * prime) || top.get(number * prime) < y));
    })()";
    person.wait_for(by_factors);
    let same = "window.__tiles.length === 100 && window.__tiles.every((each, at) => each === document.querySelectorAll('.grid .number')[at])";
    assert_eq!(person.value(same), true);
    let overlap = "(() => {
        const middles = window.__tiles.map((each) => each.getBoundingClientRect()).map(({ left, top, width }) => [left, top, width]);
        return middles.some(([x, y, width], at) => middles.slice(at + 1).some(([left, top]) => Math.abs(x - left) < width - 1 && Math.abs(y - top) < width - 1));
    })()";
    assert_eq!(person.value(overlap), false);
    pick(&person, "18");
    wait_for_moves(&person, 3);
    assert_eq!(moves(&person), ["12", "6", "18"]);
    assert_eq!(person.value(by_factors), true);
    person.press("Graph");
    person.wait_for(&format!("!{by_factors}"));
    assert_eq!(person.value(same), true);
}

#[test]
fn nothing_is_heard_until_somebody_wants_it() {
    let person = Person::with_closed_page();
    person.before_every_page(
        "window.__voices = 0;
         window.AudioContext = new Proxy(AudioContext, { construct(Real, all) { window.__voices += 1; return new Real(...all); } });",
    );
    person.open("#/play?game=chain&level=1&seed=1");
    play_to_the_end(&person);
    assert_eq!(person.value("window.__voices"), 0);
    person.press("Rematch, sides swapped");
    person.wait_for("!document.querySelector('.end h2')");
    person.press("More");
    person.click("dialog label:nth-of-type(1) input");
    person.wait_for("window.__voices === 1");
    person.press("Close");
    // It is remembered.
    person.reload();
    is_over(&person);
    person.click(LEGAL);
    person.wait_for("window.__voices === 1");
}

#[test]
fn the_computer_takes_a_moment_unless_somebody_is_in_a_hurry() {
    let person = Person::using(Kind::Chromium);
    // When each number is shown as taken, in milliseconds.
    person.before_every_page(
        "window.__shown = [];
         new MutationObserver(() => {
             const count = document.querySelectorAll('.chain span').length;
             while (window.__shown.length < count) window.__shown.push(performance.now());
         }).observe(document, { childList: true, subtree: true });",
    );
    person.open("#/play?game=classic&level=1&seed=1");
    pick(&person, "12");
    person.wait_for("document.querySelector('.status').textContent.includes('Thinking')");
    wait_for_moves(&person, 2);
    let waited = person.value("window.__shown[1] - window.__shown[0]").as_f64().unwrap();
    assert!(waited > 500.0, "{waited} ms");
    // Whoever takes a move back in that moment takes it back.
    is_over(&person);
    person.click(LEGAL);
    wait_for_moves(&person, 3);
    person.press("Undo");
    person.wait_for("document.querySelectorAll('.chain span').length === 2");
    person.press("More");
    person.click("dialog label:nth-of-type(2) input");
    person.wait_for("localStorage['divisor-duel.at-once'] === 'true'");
}
