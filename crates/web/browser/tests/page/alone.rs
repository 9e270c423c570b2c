//! The longest chain: somebody makes one alone.

use browser::{Keys, Person, person};
use duel::longest::{Size, find};
use duel::solve::Watch;
use serde_json::json;

use crate::stage::{out_of_sight, with_phone};
use crate::steps::{LEGAL, downloaded, press_more, tab_to, wait_for_focus};

/// A longest chain of the numbers 1 to `size`, which has so many numbers.
fn longest(size: u64, length: usize) -> Vec<u64> {
    let chain = find(Size::new(size).unwrap(), Some(length), &mut Watch::forever()).unwrap();
    assert_eq!(chain.len(), length);
    chain
}

/// Waits for the chain to have these numbers.
fn wait_for_chain(person: &Person, numbers: &[u64]) {
    let shown = if numbers.is_empty() { "nothing yet".into() } else { in_words(numbers) };
    person.wait_for(&format!("document.querySelector('.chain').textContent === {}", json!(format!("Chain: {shown}"))));
}

fn in_words(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

fn open(person: &Person, size: u64) {
    person.open(&format!("#/longest?size={size}"));
    person.wait_for("document.querySelector('.grid .number')");
}

/// Clicks on these numbers, one after the other.
fn click(person: &Person, numbers: &[u64]) {
    click_on(person, &[], numbers);
}

/// The same where the chain has numbers already.
fn click_on(person: &Person, before: &[u64], numbers: &[u64]) {
    let mut chain = before.to_vec();
    for &number in numbers {
        chain.push(number);
        person.click(&format!(".grid [data-number='{number}']"));
        wait_for_chain(person, &chain);
    }
}

/// What is said of the chain and of the longest: "You: 4", "best: 7", "Goal: 9", "no chain is longer".
fn score(person: &Person) -> Vec<String> {
    person.texts(".plate :is(b, small)")
}

fn kept(person: &Person) -> serde_json::Value {
    person.value("JSON.parse(localStorage['divisor-duel.chains'] ?? 'null')")
}

#[test]
fn a_whole_chain_by_clicks_and_the_best_stays() {
    let person = person();
    person.press("The longest chainAlone: how long can you make a chain?");
    person.wait_for_words("h1", "The longest chain of 1 to 100");
    press_more(&person, "1 to 20");
    person.wait_for_words("h1", "The longest chain of 1 to 20");
    assert_eq!(score(&person), ["You: 0", "Goal: 17", "no chain is longer"]);
    let chain = longest(20, 17);
    click(&person, &chain);
    person.wait_for_words(".winner", "17 of 17");
    person.wait_for_words(".end h2", "No chain is longer. Well done.");
    wait_for_focus(&person, ".end h2");
    assert_eq!(person.count(".plate.won"), 1);
    person.wait_for_words(".tray", "Source for 17: OEIS, A337125");
    // There is nothing longer to be shown, but more numbers to be had.
    person.wait_for_words(".tray .main", "Next: 1 to 30");
    assert!(!person.text(".tray").contains("A longest chain"));
    // All of it has the colour of one person.
    assert_eq!((person.count(".piece.one"), person.count(".piece.two")), (16, 0));
    assert_eq!((person.count(".grid .number.one"), person.count(".grid .number.two")), (17, 0));

    person.reload();
    wait_for_chain(&person, &chain);
    // It is the best itself: only what was better before it would be worth saying.
    assert_eq!(score(&person), ["You: 17", "Goal: 17", "no chain is longer"]);
    person.press("Start again");
    wait_for_chain(&person, &[]);
    assert_eq!(score(&person), ["You: 0", "best: 17", "Goal: 17", "no chain is longer"]);
    click(&person, &[7, 14]);
    person.wait_for_words(".message", "2 numbers now, from 7 to 14.");
    person.go("#/");
    person.wait_for_words(".row", "1 to 20: 2 so far, your best 17");
    // Another size has a chain of its own, and the first page speaks of the last one.
    open(&person, 10);
    assert_eq!(score(&person), ["You: 0", "Goal: 9", "no chain is longer"]);
    person.go("#/longest");
    person.wait_for_words("h1", "1 to 20");
    wait_for_chain(&person, &[7, 14]);
}

#[test]
fn that_the_best_is_passed_is_said_once() {
    let person = person();
    open(&person, 20);
    click(&person, &[9, 3]);
    assert_eq!(score(&person)[..2], ["You: 2", "Goal: 17"], "there is no earlier one");
    person.press("Undo");
    wait_for_chain(&person, &[9]);
    person.type_keys("n");
    wait_for_chain(&person, &[]);
    let message = || person.text(".message");
    click(&person, &[12]);
    assert_eq!(score(&person)[..2], ["You: 1", "best: 2"]);
    click_on(&person, &[12], &[6]);
    person.wait_for_words(".message", "2 numbers now, from 12 to 6.");
    assert_eq!((&score(&person)[1], message().contains("best")), (&"Goal: 17".into(), false));
    click_on(&person, &[12, 6], &[18]);
    person.wait_for_words(".message", "3 numbers now, from 12 to 18. Your best until now was 2.");
    click_on(&person, &[12, 6, 18], &[9]);
    person.wait_for_words(".message", "4 numbers now, from 12 to 9.");
    assert!(!message().contains("best"), "{}", message());
    // A chain that is gone on with later is no new one.
    person.reload();
    wait_for_chain(&person, &[12, 6, 18, 9]);
    click_on(&person, &[12, 6, 18, 9], &[3]);
    person.wait_for_words(".message", "5 numbers now, from 12 to 3.");
    assert!(!message().contains("best"), "{}", message());
}

#[test]
fn a_whole_chain_alone_by_keys() {
    let person = person();
    open(&person, 10);
    tab_to(&person, LEGAL);
    person.type_keys(Keys::End);
    person.type_keys(Keys::Enter);
    wait_for_chain(&person, &[10]);
    // The focus goes on to a number that can be taken: 1 is the first.
    wait_for_focus(&person, LEGAL);
    person.type_keys(Keys::Home);
    person.type_keys(Keys::Right);
    person.type_keys(Keys::Space);
    wait_for_chain(&person, &[10, 2]);
    person.type_keys("u");
    wait_for_chain(&person, &[10]);
    person.type_keys("y");
    wait_for_chain(&person, &[10, 2]);
    person.type_keys("t");
    wait_for_chain(&person, &[2, 10]);
    // Digits go into the field for numbers.
    person.type_keys("5");
    wait_for_focus(&person, "[name=typed]");
    person.type_keys(Keys::Enter);
    wait_for_chain(&person, &[2, 10, 5]);
    person.fill("[name=typed]", "x");
    person.type_keys(Keys::Enter);
    person.wait_for_words(".message", "\"x\": that is not a whole number");
    person.fill("[name=typed]", "4");
    person.type_keys(Keys::Enter);
    person.wait_for_words(".message", "4 is neither a divisor nor a multiple of 5.");
    wait_for_chain(&person, &[2, 10, 5]);
    tab_to(&person, LEGAL);
    person.type_keys(Keys::Enter);
    wait_for_chain(&person, &[2, 10, 5, 1]);
    tab_to(&person, LEGAL);
    person.type_keys("h");
    person.wait_for_words(".message", "can still be reached.");
    assert_eq!(person.count(".over .way"), 1);
    person.type_keys("n");
    person.wait_for_words("dialog", "Your chain of 4 numbers goes; your best stays.");
    person.press("Yes, start again");
    wait_for_chain(&person, &[]);
    wait_for_focus(&person, LEGAL);
    assert_eq!(score(&person)[1], "best: 4");
}

#[test]
fn a_hint_alone_says_how_long_the_chain_can_become() {
    let person = person();
    let whole = longest(10, 9);
    for (chain, said) in [
        (&whole[..8], format!("Take {}: 9 can still be reached.", whole[8])),
        (&[7, 1, 5, 10, 2, 8], "Take 4: 7 can still be reached.".into()),
    ] {
        let kept = format!("1..10: {}", in_words(chain));
        let kept = json!([{"size": 10, "chain": {"chain": kept, "taken_back": 0, "best": kept}}]);
        person
            .script("localStorage['divisor-duel.chains'] = JSON.stringify(arguments[0]); return null;", json!([kept]));
        open(&person, 10);
        wait_for_chain(&person, chain);
        person.press("Hint");
        person.wait_for_words(".message", &said);
    }
}

#[test]
fn an_end_where_nothing_goes_and_both_alone() {
    let person = person();
    open(&person, 10);
    click(&person, &[10, 5, 1, 7]);
    person.wait_for_words(".message", "After 7 nothing goes: 1 is taken. Turn the chain round: it can go on at 10.");
    assert_eq!(person.count(".stage.over"), 0);
    // What cannot be taken says why.
    person.click(".grid [data-number='8']");
    person.wait_for_words(".message", "8 is neither a divisor nor a multiple of 7.");
    person.press("Other end");
    wait_for_chain(&person, &[7, 1, 5, 10]);
    person.click(".grid [data-number='2']");
    for next in ["8", "4"] {
        person.click(&format!(".grid [data-number='{next}']"));
    }
    person.wait_for_words(".end h2", "After 4 or 7 nothing goes: 1, 2, 8 are taken. Go back and try another way.");
    person.wait_for_words(".end h2", "7 of 9");
    // There is no other end to go on at.
    assert!(!person.texts(".tool").contains(&"Other end".into()));
    assert_eq!(person.texts(".tray button"), ["Take the last one back", "Start again", "A longest chain"]);
    person.press("Take the last one back");
    wait_for_chain(&person, &[7, 1, 5, 10, 2, 8]);
    assert_eq!(person.count(".end h2"), 0);
    person.press("Redo");
    person.wait_for_words(".end h2", "7 of 9");

    // A longest one is looked at, and one's own is still there.
    person.press("A longest chain");
    person.wait_for_words(".status", "A chain of 9 numbers.");
    person.wait_for_words(".argument", "Why not more? Take away 1.");
    person.wait_for_words(".argument", "that is 9. No chain is longer, and that can be checked by hand.");
    assert_eq!(person.count(LEGAL), 0);
    person.press("Your chain");
    wait_for_chain(&person, &[7, 1, 5, 10, 2, 8, 4]);

    // Whoever has had enough before the end is told how it went, and may go on.
    person.press("Start again");
    wait_for_chain(&person, &[]);
    click(&person, &[6, 3]);
    press_more(&person, "I am done");
    person.wait_for_words(".end h2", "2 of 9");
    person.press("Go on");
    person.wait_for("document.querySelector('.end h2') === null");
    person.click(".grid [data-number='9']");
    wait_for_chain(&person, &[6, 3, 9]);
}

#[test]
fn both_ends_of_a_chain_alone_are_marked_and_lead_on() {
    let person = person();
    open(&person, 10);
    click(&person, &[6]);
    assert_eq!(person.count(".grid .other-end"), 0);
    person.click(".grid [data-number='3']");
    wait_for_chain(&person, &[6, 3]);
    let other_end = || person.value("document.querySelector('.grid .other-end').getAttribute('aria-label')");
    assert_eq!(other_end(), "6, the other end");
    assert_eq!(person.texts(".legend li"), ["▾divisor", "▴multiple", "last number", "other end"]);
    // Whoever presses the other end goes on there.
    person.click(".grid .other-end");
    wait_for_chain(&person, &[3, 6]);
    assert_eq!(other_end(), "3, the other end");
    person.wait_for_words(".message", "Turned round: 6 is the end now.");

    // Where nothing goes any more, the way to the other end is offered.
    for next in ["1", "7"] {
        person.click(&format!(".grid [data-number='{next}']"));
    }
    person.press("Go on at 3");
    wait_for_chain(&person, &[7, 1, 6, 3]);
    wait_for_focus(&person, LEGAL);
    assert_eq!(person.count(".tray .main"), 0);
}

#[test]
fn of_a_long_chain_alone_the_last_pieces_stand_out_and_all_numbers_are_read() {
    let person = with_phone(390, 844, "#/longest?size=100");
    let chain = longest(100, 77);
    let kept = format!("1..100: {}", in_words(&chain));
    let kept = json!([{"size": 100, "chain": {"chain": kept, "taken_back": 0, "best": kept}}]);
    person.script("localStorage['divisor-duel.chains'] = JSON.stringify(arguments[0]); return null;", json!([kept]));
    let is_whole = || {
        let script = "const [chain, beside] = ['.chain', '.beside'].map((each) => document.querySelector(each));
            const [inner, outer] = [chain, beside].map((each) => each.getBoundingClientRect());
            return chain.scrollHeight <= chain.clientHeight && inner.top >= outer.top && inner.bottom <= outer.bottom;";
        person.script(script, json!([]))
    };
    person.reload();
    wait_for_chain(&person, &chain);
    assert_eq!(is_whole(), true, "at the end");
    assert_eq!((person.count(".piece"), person.count(".piece.old")), (6, 0));
    // What of it can be checked by hand, and what only a computer has found.
    press_more(&person, "A longest chain");
    person
        .wait_for_words(".argument", "that is 80. No chain is longer: that even 78 is too many was found by computer.");
    person.wait_for_words(".tray", "Source for 77: OEIS, A337125");
    person.press("Your chain");
    // The signs are told as long as somebody plays.
    person.press("Undo");
    wait_for_chain(&person, &chain[..76]);
    assert_eq!(person.count(".piece"), 6);
    person.wait_for("document.querySelector('.legend').getBoundingClientRect().height > 0");
    assert_eq!(is_whole(), true, "with the legend");
    assert_eq!(out_of_sight(&person), [""; 0]);
}

#[test]
fn a_chain_alone_is_kept_before_it_is_shown() {
    let person = Person::with_closed_page();
    person.before_every_page(
        "window.__early = [];
         const look = () => {
             const { chain, taken_back: back } = JSON.parse(localStorage['divisor-duel.chains'] ?? '[]')[0]?.chain ?? { chain: ':', taken_back: 0 };
             const kept = chain.split(':')[1].trim().split(' ');
             const there = kept.slice(0, kept.length - back).join(' ');
             const shown = document.querySelector('.chain')?.textContent.replace(/^Chain: (nothing yet)?/, '') ?? '';
             if (shown !== '' && shown !== there) __early.push(`board ${shown} kept ${there}`);
         };
         if (location.protocol === 'file:') new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });",
    );
    open(&person, 30);
    click(&person, &[22, 11, 1, 17]);
    person.press("Undo");
    wait_for_chain(&person, &[22, 11, 1]);
    person.press("Other end");
    wait_for_chain(&person, &[1, 11, 22]);
    assert_eq!(person.value("window.__early"), json!([]));
    assert_eq!(
        kept(&person)[0]["chain"],
        json!({"chain": "1..30: 1 11 22", "taken_back": 0, "best": "1..30: 22 11 1 17"})
    );
}

#[test]
fn a_chain_alone_without_room_for_it_and_with_rubbish_in_it() {
    let person = Person::with_closed_page();
    person.before_every_page(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    );
    person.open("");
    person.wait_for_words("[role=alert]", "is full");
    person.go("#/longest?size=10");
    person.wait_for("document.querySelector('.grid .number')");
    click(&person, &[6, 3]);
    assert_eq!(person.value("document.querySelector('.middle').dataset.saved"), "Not saved.");

    let person = self::person();
    let put = |value: serde_json::Value| {
        person
            .script("localStorage['divisor-duel.chains'] = JSON.stringify(arguments[0]); return null;", json!([value]));
    };
    let chain = json!({"chain": "1..20: 5 7", "taken_back": 0, "best": "1..20:"});
    for rubbish in
        [json!(7), json!([null, 7]), json!([{"size": "x"}]), json!([{"size": 5000}]), json!([{"size": 1e300}])]
    {
        put(rubbish);
        person.open("#/longest");
        person.wait_for_words("h1", "1 to 100");
        person.open("");
        person.wait_for_words(".row", "Alone: how long can you make a chain?");
    }
    put(json!([{"size": 20, "chain": chain}, "another version's"]));
    person.open("#/longest");
    person.wait_for_words(".message", "cannot be read, so they begin anew.");
    click(&person, &[10]);
    assert_eq!(kept(&person)[1], "another version's");
}

#[test]
fn a_chain_alone_that_another_window_changed_is_followed() {
    let person = person();
    open(&person, 20);
    click(&person, &[6, 3]);
    let other = json!([{"size": 20, "chain": {"chain": "1..20: 6 3 9", "taken_back": 0, "best": "1..20: 6 3 9"}}]);
    person.script("localStorage['divisor-duel.chains'] = JSON.stringify(arguments[0]); return null;", json!([other]));
    person.click(".grid [data-number='15']");
    person.wait_for_words(".message", "This chain was changed in another window.");
    wait_for_chain(&person, &[6, 3, 9]);
}

#[test]
fn an_address_of_a_chain_alone_can_be_anything() {
    let person = person();
    for (address, said) in [
        ("size=0", "where N is a whole number from 1 to 200."),
        ("size=201", "where N is a whole number from 1 to 200."),
        ("size=99999999999", "has to be a whole number up to 4294967295"),
        ("size=-1", "The address has size=-1"),
        ("size=", "The address has size="),
    ] {
        person.open(&format!("#/longest?{address}"));
        person.wait_for_words("[role=alert]", said);
    }
    person.open("#/longest?size=1");
    click(&person, &[1]);
    person.wait_for_words(".end h2", "No chain is longer");
    // A larger board, of which nobody knows how long the longest is.
    open(&person, 200);
    assert_eq!(score(&person), ["You: 0", "Goal: ?", "nobody knows"]);
    click(&person, &[180, 90, 30]);
    press_more(&person, "Share");
    person.press("SVG");
    let picture = std::fs::read_to_string(downloaded(&person, "take-1-200.svg")).unwrap();
    assert!(picture.contains(">The longest chain of 1 to 200<"), "{picture}");
    assert_eq!(picture.matches("class=\"piece one").count(), 2);
    assert_eq!(person.content(".share textarea"), "#/longest?size=200");
    person.press("Close");
    person.go("#/open");
    person.fill("textarea", "Try this:\n#/longest?size=30");
    person.click("[data-part=open]");
    person.wait_for_words("h1", "The longest chain of 1 to 30");
}

#[test]
fn before_the_first_number_of_a_chain_alone_each_is_there_once() {
    let person = with_phone(390, 844, "#/longest?size=20");
    let colour = |of: &str| person.value(&format!("getComputedStyle({of}).backgroundColor"));
    assert_eq!((person.count(LEGAL), person.count(".chip")), (20, 0));
    let at_first = colour("document.querySelector('.grid .number'), '::before'");
    person.touch(person.place(".grid [data-number='12']"));
    person.wait_for("document.querySelectorAll('.chip').length === 5");
    // It has the colour that whatever can be taken has later.
    assert_eq!(at_first, colour("document.querySelector('.chip')"));
}

#[test]
fn a_chain_alone_on_a_phone_is_seen_whole_and_nothing_moves() {
    for (width, height) in [(390, 844), (360, 640)] {
        let person = with_phone(width, height, "#/longest?size=100");
        let board = person.place(".place");
        let stands = |when: &str| {
            assert_eq!(person.place(".place"), board, "{width}: {when}");
            assert_eq!(out_of_sight(&person), [""; 0], "{width}: {when}");
        };
        stands("at the start");
        person.touch(person.place(".grid [data-number='96']"));
        person.wait_for_words(".plate", "You: 1");
        stands("a number");
        person.touch(person.place(".chip[data-number='48']"));
        person.wait_for_words(".plate", "You: 2");
        person.press("Hint");
        person.wait_for_words(".message", "can still be reached");
        stands("a hint");
        press_more(&person, "I am done");
        person.wait_for("document.querySelector('.end h2')");
        stands("the end");
    }
}
