//! When something is wrong around the page: the numbers are those of the list of faults.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use browser::{Person, person, root};
use serde_json::json;

use crate::steps::{
    go_on, is_over, moves, pick, play_to_the_end, position, press_more, standing, unfinished, wait_for_moves,
    wait_for_review, wait_for_riddle,
};

/// A whole game, a puzzle and the explorer.
fn everything_works(person: &Person) {
    // From another view: the first page itself would be drawn anew under the next click.
    person.press("Rules");
    person.wait_for_words("h1", "Rules of");
    person.go("#/");
    person.click("[data-book='chain']");
    play_to_the_end(person);
    person.press("Puzzles");
    // The end of a game can have a riddle, too.
    person.wait_for_words("h1", "Puzzle ");
    wait_for_riddle(person);
    person.press("Show the answer");
    person.wait_for("document.querySelector('.tray .main')");
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
    person.go("#/");
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
    person.wait_for_words("[role=alert]", "is full");
    everything_works(&person);
}

/// Everything that the page keeps.
const NAMES: [&str; 9] = ["games", "chains", "choices", "names", "progress", "streak", "theme", "projector", "sound"];

/// Puts something into the storage, as another page of the same folder can.
fn keep(person: &Person, name: &str, text: &str) {
    person.script(
        "localStorage.setItem(`divisor-duel.${arguments[0]}`, arguments[1]); return null;",
        json!([name, text]),
    );
}

#[test]
fn fault_43_what_is_kept_is_broken() {
    let person = person();
    // An object that is no text, and cannot be made one.
    let no_text =
        r#"{"toString":1,"valueOf":1,"level":{"toString":1},"starts":{},"streak":{"toString":1},"best":[],"seen":[]}"#;
    let no_table = r#"[null, {"table":{"seats":[{},{}]}}, {"table":{"__proto__":{"id":"1"}}}]"#;
    for rubbish in ["{", "null", "7", "[]", "\"constructor\"", r#"{"table":{}}"#, no_text, no_table] {
        person.open("");
        for name in NAMES {
            keep(&person, name, rubbish);
        }
        person.open("#/game");
        person.wait_for("document.querySelector('#content h1')?.textContent");
        person.open("#/puzzle");
        person.wait_for_words(".middle .unseen", "Streak: 0");
        person.open("");
        person.wait_for("document.querySelector('.card')");
        everything_works(&person);
        // What cannot be read is left as it is: another version may read it.
        let unreadable = match rubbish {
            "null" | "[]" => 0,
            each if each == no_table => 3,
            _ => 1,
        };
        person.open("");
        assert_eq!(person.count(".unreadable"), u64::from(unreadable > 0), "{rubbish}");
        let entries = person.value("JSON.parse(localStorage['divisor-duel.games']).length");
        assert_eq!(entries, 1 + unreadable, "{rubbish}: the game that was played, and the rest");
    }
    // Until somebody wants it gone.
    person.click(".unreadable button");
    person.press("Yes, forget it");
    person.wait_for("!document.querySelector('.unreadable')");
    assert_eq!(person.value("JSON.parse(localStorage['divisor-duel.games']).length"), 1);
}

/// A game as the page keeps it.
fn kept_game(id: &str, game: &str, moves: &str) -> String {
    let record = format!("[Game \"{game}\"]\n[Player1 \"A\"]\n[Player2 \"B\"]\n[Id \"{id}\"]\n\n{moves}\n");
    json!({ "id": id, "record": record, "rules": null }).to_string()
}

/// A game as an older page kept it, with these moves.
fn older_game(game: &str, moves: &str) -> String {
    format!(
        r#"{{"table":{{"id":"1","game":"{game}","rules":null,"seats":[{{"name":"A","level":0}},{{"name":"B","level":0}}],"first":0,"isTossed":false,"seed":1,"moves":{moves},"lost":null,"hints":[0,0],"score":[0,0],"isCounted":false}},"title":"Kept","isOver":false}}"#
    )
}

#[test]
fn fault_43_a_kept_game_that_cannot_be_played_is_not_dropped() {
    let person = person();
    let broken = [
        kept_game("1", "classic", "9 9"),
        kept_game("1", "classic", "60/2"),
        kept_game("1", "unheard-of", "1"),
        kept_game("1", "classic", "12").replace("\"1\"", "\"2\""),
        older_game("classic", "[9,9]"),
        older_game("classic", "[\"60/2\"]"),
        older_game("unheard-of", "[1]"),
        // Who loses by an illegal number has the turn, and this one is legal.
        older_game("classic", "[12]")
            .replace("\"lost\":null", "\"lost\":{\"player\":2,\"reason\":\"illegal-number\",\"number\":\"6\"}"),
        format!("{{\"id\":\"1\",\"record\":{}{}}}", "[".repeat(5_000), "]".repeat(5_000)),
        json!({ "id": "1", "record": "x".repeat(1_000_000) }).to_string(),
    ];
    for entry in &broken {
        person.open("");
        keep(&person, "games", &format!("[{entry}, {}]", kept_game("3", "classic", "12 6")));
        person.open("#/game?id=1");
        person.wait_for_words("[role=alert]", "is not on this device");
        assert_eq!(person.count(".unreadable"), 1, "{}", &entry[..entry.len().min(200)]);
        assert_eq!(unfinished(&person), ["Divisor Duel – A against B. Moves made: 2"]);
        let kept = person.value("JSON.stringify(JSON.parse(localStorage['divisor-duel.games'])[0])");
        let written: serde_json::Value = serde_json::from_str(entry).unwrap_or_default();
        let kept: serde_json::Value = serde_json::from_str(kept.as_str().unwrap()).unwrap_or_default();
        assert_eq!(kept, written);
    }
    person.click(".unreadable button");
    person.press("Yes, forget it");
    person.wait_for("!document.querySelector('.unreadable')");
    assert_eq!(person.count(".with-forget"), 1);
}

#[test]
fn what_an_older_page_kept_is_gone_on_with() {
    let person = person();
    // The second seat moves first and is a computer; the person has had a hint and has won once.
    let table = json!({
        "id": "123-456", "game": "classic", "rules": null, "first": 1, "isTossed": false, "seed": 7, "lost": null,
        "seats": [{ "name": "You", "level": 0 }, { "name": "Computer, level 3", "level": 3 }],
        "moves": [12, 6], "hints": [0, 1], "score": [1, 0], "isCounted": false,
    });
    let entry = json!([{ "table": table, "title": "Divisor Duel", "isOver": false }]);
    keep(&person, "games", &entry.to_string());
    person.open("");
    assert_eq!(unfinished(&person), ["Divisor Duel – You against Computer, level 3. Moves made: 2"]);
    go_on(&person, 1);
    wait_for_moves(&person, 3);
    assert_eq!(standing(&person), "Score: You 1, the computer 0");
    // The luck of an older page: the seed, and the rounds that were played.
    let level = duel::Level::from_number(3).unwrap();
    let expected = duel::computer::computer_move(&position("classic", "12 6"), level, 8).unwrap();
    assert_eq!(moves(&person), ["12", "6", &expected.to_string()]);
    let kept = person.value("JSON.parse(localStorage['divisor-duel.games'])[0].record");
    let record: duel::Record = kept.as_str().unwrap().parse().unwrap();
    assert_eq!((record.help(), record.score(), record.seed()), ([0, 1], [0, 1], Some(7)));
    assert_eq!(person.value("JSON.parse(localStorage['divisor-duel.games']).length"), 1);
}

#[test]
fn fault_54_of_many_kept_games_some_are_listed_and_none_is_dropped() {
    let person = person();
    let games = vec![kept_game("1", "classic", "12"); 300];
    keep(&person, "games", &format!("[{}]", games.join(",")));
    person.open("");
    assert_eq!(person.count(".with-forget"), 2);
    for listed in [102, 202, 300] {
        person.click("section > button");
        person.wait_for(&format!("document.querySelectorAll('.with-forget').length === {listed}"));
    }
    assert_eq!(person.count("section > button"), 0);
    person.open("#/play?game=chain&level=0");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    assert_eq!(person.value("JSON.parse(localStorage['divisor-duel.games']).length"), 301);
}

#[test]
fn fault_54_the_storage_gets_full() {
    let person = Person::with_closed_page();
    person.before_every_page(
        "const setItem = Storage.prototype.setItem;
         window.__full = false;
         Storage.prototype.setItem = function (...all) {
             if (window.__full) throw new DOMException('full', 'QuotaExceededError');
             return setItem.apply(this, all);
         };",
    );
    person.open("#/play?game=classic&level=0");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    let not_saved =
        || person.value("document.querySelector('.middle').dataset.saved ?? ''").as_str().unwrap().to_owned();
    assert_eq!(not_saved(), "");
    let kept = || {
        let record = person.value("JSON.parse(localStorage['divisor-duel.games'])[0].record");
        let record: duel::Record = record.as_str().unwrap().parse().unwrap();
        json!(record.position().moves())
    };
    person.value("window.__full = true");
    pick(&person, "6");
    wait_for_moves(&person, 2);
    // The reason is said once, the mark stays, and what was kept before is still there.
    let said = not_saved();
    assert!(said.starts_with("Not saved. ") && said.contains("is full"), "{said}");
    assert_eq!(kept(), json!([12]));
    pick(&person, "18");
    wait_for_moves(&person, 3);
    assert_eq!(not_saved(), "Not saved.");
    // It is tried again at every move.
    person.value("window.__full = false");
    pick(&person, "9");
    wait_for_moves(&person, 4);
    assert_eq!(not_saved(), "");
    assert_eq!(kept(), json!([12, 6, 18, 9]));
}

#[test]
fn fault_46_what_is_shown_is_kept_by_then() {
    let person = Person::with_closed_page();
    // At every change of the page: every number that it shows as taken is in the storage.
    person.before_every_page(
        "window.__early = [];
         const look = () => {
             const games = JSON.parse(localStorage['divisor-duel.games'] ?? '[]');
             const record = games[0]?.record ?? '';
             const kept = JSON.stringify((record.split('\\n\\n')[1]?.trim().split(/\\s+/) ?? []).map(Number));
             const shown = [...document.querySelectorAll('.chain span')].map((each) => Number(each.textContent));
             if (shown.length > 0 && JSON.stringify(shown) !== kept) __early.push(`board ${shown} kept ${kept}`);
             for (const [, number] of (document.querySelector('.message')?.textContent ?? '').matchAll(/took (\\d+)/g))
                 if (!kept.includes(number)) __early.push(`said ${number} kept ${kept}`);
             const wins = document.querySelector('.middle .unseen')?.textContent;
             if (wins && !/^.Result .[01]-/m.test(record)) __early.push(wins);
         };
         // The empty page that comes first has no storage.
         if (location.protocol === 'file:') new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });",
    );
    person.open("#/play?game=classic&level=3&seed=1");
    pick(&person, "12");
    wait_for_moves(&person, 2);
    person.press("Undo");
    person.wait_for("document.querySelectorAll('.chain span').length === 0");
    play_to_the_end(&person);
    assert_eq!(person.value("window.__early"), json!([]));
}

#[test]
fn fault_54_unknown_addresses_lead_to_the_first_page() {
    let person = person();
    for fragment in [
        "#/constructor",
        "#/__proto__",
        "#/hasOwnProperty",
        "#/toString",
        "#/anything",
        "#/class/ABC?code=7",
        "#/game/1",
        "#/rules/chain/2",
        "#anything",
        "#/%E0%A4%A",
        "#/%3Cimg%20src=x%20onerror=alert(1)%3E",
    ] {
        person.open(fragment);
        let said = person.wait_for_words("[role=alert]", "There is nothing at the address");
        assert!(said.contains(&fragment[..fragment.len().min(20)]), "{fragment}: {said}");
        assert!(person.count(".card") > 0, "{fragment}");
        assert_eq!(person.complaints(), [""; 0], "{fragment}");
    }
    // From another view too, and the page goes on.
    person.press("Rules");
    person.wait_for_words("h1", "Rules of");
    person.go("#/constructor");
    person.wait_for_words("[role=alert]", "There is nothing at the address");
    // A long one is cut, and the first page itself says nothing.
    person.open(&format!("#/{}", "x".repeat(10_000)));
    assert!(person.wait_for_words("[role=alert]", "nothing at the address").len() < 300);
    for fragment in ["", "#", "#/", "#//", "#/?x=1"] {
        person.open(fragment);
        assert!(!person.text("#content").contains("nothing at the address"), "{fragment}");
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
        ("[Game \"classic\"]\n[Date \"$(touch x)\"]\n\n12\n", "a date is a day of the calendar"),
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
        "#/review?game=classic&moves=12&lost=x|time|",
        "#/review?game=divider&moves=60/2&lost=2|illegal-number|30/5",
        "#/review?game=divider&moves=60/2&lost=1|illegal-number|30/7",
        "#/review?game=classic&moves=47&lost=1|resigned|",
        "#/review?game=classic&moves=12&opening=99",
        "#/review?game=classic&moves=12&opening=9007199254740991",
        "#/explore?game=%E0%A4%A",
        "#/explore?game=classic?moves=12",
        "#/explore?game=constructor",
        "#/explore?game=classic&moves=__proto__",
        "#/rules/constructor",
        "#/rules/%E0%A4%A",
        "#/print/__proto__",
        "#/game?id=constructor",
        "#/game",
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
        let reason = person.wait_for(
            "[...document.querySelectorAll('.message, [role=alert], .turning p')].map((each) => each.textContent).find(Boolean)",
        );
        let reason = reason.as_str().unwrap();
        if ["no question", "undefined", "NaN", "null"].iter().any(|word| reason.contains(word)) {
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
        go_on(&person, 1);
        wait_for_moves(&person, 2);
        assert_eq!(moves(&person), before);
    }
    // In the explorer the last good game stays.
    person.open("#/explore?game=classic&moves=12");
    person.wait_for("document.querySelector('.number.wins, .number.loses')");
    press_more(&person, "Another game");
    person.fill("[name=code]", "take:9..3");
    person.press("Show");
    person.wait_for("document.querySelector('.problem').textContent");
    assert_eq!(person.text(".chain"), "Selected Numbers: 12");
    assert_eq!(person.count(".grid .number"), 49);
}

#[test]
fn fault_47_a_strangers_record_is_only_shown() {
    let person = person();
    let before = person.value("JSON.stringify(localStorage)");
    let record = "[Format \"1\"]\n[Game \"chain\"]\n[Player1 \"<b>Ada</b>\"]\n[Player2 \"Bo\"]\n[Date \"2026-11-15\"]\n[RecordTo \"../.bashrc\"]\n[Rules \"/etc/passwd\"]\n[Type1 \"level:5\"]\n\n12 4\n";
    person.open("#/open");
    person.script("document.querySelector('textarea').value = arguments[0]; return null;", json!([record]));
    person.click("button.main");
    wait_for_review(&person);
    person.wait_for("document.querySelector('.moves li')");
    assert!(person.text("#content").contains("<b>Ada</b> against Bo"));
    press_more(&person, "Share");
    person.wait_for("document.querySelectorAll('.copy textarea').length === 2");
    let shared = person.value("[...document.querySelectorAll('.copy textarea')].map((each) => each.value).join(' ')");
    for word in ["bashrc", "passwd"] {
        assert!(!shared.as_str().unwrap().contains(word), "{shared}");
    }
    assert_eq!(person.value("JSON.stringify(localStorage)"), before);
    // Names that no record takes are said to be none.
    let names = "x".repeat(40);
    person.open(&format!("#/review?game=chain&moves=12&names={names}%0ABo"));
    person.wait_for("document.querySelector('.moves li')");
    press_more(&person, "Share");
    person.wait_for_words(".message", "32");
    person.open(&format!("#/review?game=chain&moves=12+4+16&names={}%0ABo", "x".repeat(500_000)));
    person.wait_for("document.querySelector('.moves li')");
    assert!(person.text("#content").len() < 2_000);
}
