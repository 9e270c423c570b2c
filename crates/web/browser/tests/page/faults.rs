//! When something is wrong around the page: the numbers are those of the list of faults.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use browser::{Person, person, root};
use serde_json::json;

use crate::steps::{is_over, moves, pick, play_to_the_end, wait_for_moves};

/// A whole game, a puzzle and the explorer.
fn everything_works(person: &Person) {
    // From another view: the first page itself would be drawn anew under the next click.
    person.press("Open");
    person.wait_for_words("h1", "Open");
    person.press("Play");
    person.click("[data-book='chain']");
    play_to_the_end(person);
    person.press("Puzzles");
    // The end of a game can have a riddle, too.
    person.wait_for_words("h1", "Puzzles");
    person.wait_for("document.querySelector('.riddle')");
    person.press("Show the answer");
    person.wait_for("document.querySelector('.copy')");
    person.press("Explorer");
    person.wait_for("document.querySelector('.number.wins')");
}

#[test]
fn fault_43_storage_is_switched_off() {
    let person = Person::with_closed_page();
    person.before_every_page(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });",
    );
    person.open("");
    let said = person.wait_for_words("[role=alert]", "keeps nothing");
    assert_eq!(person.texts("[role=alert]").iter().filter(|text| **text == said).count(), 1);
    everything_works(&person);
    // It was said once.
    person.press("Play");
    person.wait_for("document.querySelector('.card')");
    assert!(!person.text("#content").contains("keeps nothing"));
}

#[test]
fn fault_43_storage_is_full() {
    let person = Person::with_closed_page();
    person.before_every_page(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    );
    person.open("");
    person.wait_for_words("[role=alert]", "keeps nothing");
    everything_works(&person);
}

#[test]
fn fault_43_what_is_kept_is_broken() {
    let person = person();
    let broken_game = "[{\"table\":{\"id\":\"1\",\"game\":\"classic\",\"seats\":[{\"name\":\"A\",\"level\":0},{\"name\":\"B\",\"level\":0}],\"score\":[0,0],\"hints\":[0,0],\"first\":0,\"moves\":[9,9]},\"title\":\"x\"}]";
    for rubbish in ["{", "null", "7", "[]", "{\"table\":{}}", "[null, {\"table\":{\"seats\":[{},{}]}}]", broken_game] {
        person.open("");
        let script = "for (const name of ['games', 'choices', 'names', 'streak', 'theme', 'projector']) localStorage.setItem(`divisor-duel.${name}`, arguments[0]); return null;";
        person.script(script, json!([rubbish]));
        person.open("#/game");
        person.wait_for("document.querySelector('#content h1')?.textContent");
        person.open("");
        person.wait_for("document.querySelector('.card')");
        everything_works(&person);
    }
}

#[test]
fn fault_43_a_read_only_folder_and_no_network() {
    let mut person = Person::with_closed_page();
    let folder = person.folder().join("stick é ü # 100%");
    fs::create_dir(&folder).unwrap();
    fs::copy(root().join("target/divisor-duel.html"), folder.join("divisor duel.html")).unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o555)).unwrap();
    // As a browser writes such a folder in an address.
    let place = format!("{}/stick%20%C3%A9%20%C3%BC%20%23%20100%25/divisor%20duel.html", person.folder().display());
    person.uses(place.into());
    person.cdp("Network.enable", json!({}));
    let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
    person.cdp("Network.emulateNetworkConditions", offline);
    person.open("");
    everything_works(&person);
    fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn fault_44_something_broken_is_pasted() {
    let person = person();
    let broken = [
        ("", ""),
        ("hello", "hello"),
        ("take:9..3", ""),
        ("[Format \"1\"]\n[Game \"classic\"]\n\n12 7\n", "7"),
        ("[Format \"1\"]\n[Game \"unheard-of\"]\n\n12\n", "unheard-of"),
        ("[Format \"9\"]\n[Game \"classic\"]\n\n12\n", "9"),
        ("[Event \"Paris\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3\n", ""),
        ("game = \"take:1..\"\ntitle = 7\n", ""),
        ("{\"format\": 1}", ""),
        ("\u{0}\u{1}\u{fffd}<script>alert(1)</script>", ""),
    ];
    for (text, word) in broken {
        person.open("#/open");
        person.script("document.querySelector('textarea').value = arguments[0]; return null;", json!([text]));
        person.click("button.main");
        let reason = person.wait_for("document.querySelector('[role=alert]').textContent");
        let reason = reason.as_str().unwrap();
        assert!(reason.contains(word), "{text:?}: {reason}");
        assert!(!reason.contains("undefined") && !reason.contains("no question"), "{text:?}: {reason}");
        assert_eq!(person.text("h1"), "Open");
    }
}

#[test]
fn fault_44_something_broken_is_in_the_address() {
    let person = person();
    let broken = [
        "#/explore?game=hello",
        "#/explore?game=classic&moves=12+7",
        "#/explore?game=classic&moves=abc",
        "#/explore?game=classic&moves=1e9",
        "#/explore?game=divider&moves=60/7",
        "#/review",
        "#/review?game=classic&moves=12+12",
        "#/review?game=classic&moves=12&lost=1|boredom|",
        "#/review?game=classic&moves=12&lost=9|time|",
        "#/play?game=hello",
        "#/play?game=classic&level=9",
        "#/play?game=classic&level=x",
        "#/play?game=classic&seed=x",
        "#/play?game=classic&seed=-1",
        "#/play?game=classic&moves=12+7",
        "#/play?game=classic&seed=99999999999999999999",
        "#/puzzle?game=hello&seed=1",
        "#/puzzle?grade=hello&seed=1",
        "#/puzzle?seed=x",
        "#/puzzle?day=-5",
        "#/puzzle?day=99999999999999",
        "#/print/hello",
        "#/rules/hello",
    ];
    let mut silent = Vec::new();
    for fragment in broken {
        person.open(fragment);
        let reason = person.try_with(async |driver| {
            let script = "const done = arguments[arguments.length - 1];
                const end = performance.now() + 3000;
                const look = () => {
                    const said = [...document.querySelectorAll('.message, [role=alert], .turning p')].map((each) => each.textContent).find(Boolean);
                    if (said || performance.now() > end) done(said ?? ''); else requestAnimationFrame(look);
                };
                look();";
            Ok(driver.execute_async(script, vec![]).await?.json().clone())
        });
        let reason = reason.unwrap().as_str().unwrap().to_owned();
        if reason.is_empty() || reason.contains("no question") || reason.contains("undefined") || reason.contains("NaN")
        {
            silent.push(format!("{fragment}: {reason:?} {}", person.text("#content h1")));
        }
        let complaints = person.complaints();
        if !complaints.is_empty() {
            silent.push(format!("{fragment}: {complaints:?}"));
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn fault_44_the_game_on_the_screen_is_untouched() {
    let person = person();
    person.click("[data-book='classic']");
    pick(&person, "12");
    wait_for_moves(&person, 2);
    is_over(&person);
    let before = moves(&person);
    // A broken link opened on top of a game, and a good one: the game can be gone on with.
    for fragment in
        ["#/play?game=hello", "#/explore?game=classic&moves=7+7", "#/play?game=chain&moves=4+5", "#/review?game=x"]
    {
        person.open(fragment);
        person.wait_for("document.querySelector('#content h1')");
        person.open("");
        person.press("Continue");
        wait_for_moves(&person, 2);
        assert_eq!(moves(&person), before);
    }
    // In the explorer the last good game stays.
    person.open("#/explore?game=classic&moves=12");
    person.wait_for("document.querySelector('.number.wins, .number.loses')");
    person.fill("[name=code]", "take:9..3");
    person.press("Show");
    person.wait_for("document.querySelector('.problem').textContent");
    assert_eq!(person.text(".chain"), "Chain: 12");
    assert_eq!(person.count(".grid .number"), 49);
}

/// The times that the page takes to answer nine clicks, in milliseconds: from each click to the frame that shows its effect.
const ANSWERS: &str = "const done = arguments[arguments.length - 1];
    const box = document.querySelector('footer input[type=checkbox]');
    const times = [];
    const click = () => {
        const begin = performance.now();
        box.click();
        requestAnimationFrame(() => setTimeout(() => {
            times.push(performance.now() - begin);
            if (times.length < 9) click(); else done(times);
        }));
    };
    click();";

/// Other programs may hold one click up; the usual one is what counts.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
fn fault_45_a_long_computation_can_be_stopped() {
    let person = person();
    person.open("#/explore?game=take:2..90,misere");
    person.wait_for("document.querySelector('.work:not([hidden])')");
    let took = median(person.with(async |driver| driver.execute_async(ANSWERS, vec![]).await?.convert()));
    assert_eq!(person.count(".work[hidden]"), 0, "the computation was not long enough");
    assert!(took < 100.0, "the page took {took} ms to answer a click");
    // A move and the way back are still drawn at once.
    pick(&person, "12");
    person.wait_for_words(".chain", "12");
    person.press("Undo");
    person.wait_for_words(".chain", "nothing yet");
    person.press("Stop");
    person.wait_for_words(".message", "Stopped.");
    person.wait_for("document.querySelector('.work[hidden]')");
    // And everything goes on.
    person.fill("[name=code]", "classic");
    person.press("Show");
    person.wait_for("document.querySelector('.number.wins')");
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
    person.press("Show who wins");
    person.wait_for("document.querySelector('.number.wins, .number.loses')");
    let longest = person.value("window.__longest").as_u64().unwrap();
    assert!(longest < 500_000, "the page had to read {longest} characters");
    person.open(&format!("#/explore?game=take:1..{largest}"));
    person.wait_for_words(".status", "wins with best play");
    let longest = person.value("window.__longest").as_u64().unwrap();
    assert!(longest < 500_000, "the page had to read {longest} characters");
    let took = median(person.with(async |driver| driver.execute_async(ANSWERS, vec![]).await?.convert()));
    assert!(took < 100.0, "the page took {took} ms to answer a click");
}

#[test]
fn fault_45_a_large_board() {
    large_board(10_000, 5040);
}

#[test]
fn fault_45_the_largest_board() {
    large_board(1_000_000, 720_720);
}

#[test]
fn fault_45_a_board_beyond_all_bounds() {
    let person = person();
    person.open("#/explore?game=take:1..1000000000");
    person.wait_for("document.querySelector('.message').textContent");
    person.open("#/play?game=take:1..1000000000");
    person.wait_for("document.querySelector('.message').textContent");
}
