//! The keyboard alone.

use browser::{Keys, Person, person};
use duel::speech::English;

use serde_json::json;

use crate::steps::{
    LEGAL, has_focus, is_over, moves, pick, position, press_more, tab_to, wait_for_focus, wait_for_moves,
};

/// What has the focus can be seen to have it.
fn focus_is_visible(person: &Person) -> bool {
    person.value("(() => { const style = getComputedStyle(document.activeElement); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2; })()") == true
}

#[test]
fn a_whole_game_by_keyboard() {
    let person = person();
    tab_to(&person, "[data-book='juniper-green']");
    assert!(focus_is_visible(&person));
    person.type_keys(Keys::Enter);
    person.wait_for("document.querySelector('.grid')");
    tab_to(&person, LEGAL);
    let mut turns = 0;
    while !is_over(&person) {
        let before = moves(&person).len();
        wait_for_focus(&person, LEGAL);
        assert!(focus_is_visible(&person));
        // The arrow keys go from one legal number to another, and come back.
        let first = person.value("document.activeElement.dataset.number");
        if person.count(LEGAL) > 1 {
            person.type_keys(Keys::Right);
            assert!(has_focus(&person, LEGAL));
            let second = person.value("document.activeElement.dataset.number");
            if second != first {
                person.type_keys(Keys::Left);
                assert_eq!(person.value("document.activeElement.dataset.number"), first);
            }
        }
        person.type_keys(if turns % 2 == 0 { Keys::Enter } else { Keys::Space });
        wait_for_moves(&person, before + 1);
        turns += 1;
    }
    // The end has the focus, and the next button is the rematch.
    wait_for_focus(&person, ".end h2");
    person.type_keys(Keys::Tab);
    assert_eq!(person.value("document.activeElement.textContent"), "Rematch, sides swapped");
    person.type_keys(Keys::Enter);
    person.wait_for("!document.querySelector('.end h2')");
    wait_for_focus(&person, LEGAL);
}

#[test]
fn typing_numbers_keeps_the_focus_in_the_field() {
    let person = person();
    person.open("#/play?game=classic&level=2&seed=3");
    is_over(&person);
    tab_to(&person, "[name=typed]");
    let mut typed = 0;
    while !is_over(&person) && typed < 3 {
        let here = moves(&person);
        let legal = position("classic", &here.join(" ")).legal_moves();
        person.type_keys(legal[0].to_string());
        person.type_keys(Keys::Enter);
        wait_for_moves(&person, here.len() + 2);
        if is_over(&person) {
            break;
        }
        wait_for_focus(&person, "[name=typed]");
        typed += 1;
    }
}

#[test]
fn the_tools_keep_the_focus() {
    let person = person();
    person.open("#/play?game=juniper-green&level=0&moves=12");
    // There is still something to take back after one move was.
    for (count, chosen) in [(2, 6), (3, 18)] {
        pick(&person, chosen);
        wait_for_moves(&person, count);
    }
    is_over(&person);
    for tool in ["Who wins", "Graph", "Hint", "Undo"] {
        person.script(
            "[...document.querySelectorAll('.tool')].find((each) => each.textContent === arguments[0]).focus(); return null;",
            json!([tool]),
        );
        let before = moves(&person).len();
        person.type_keys(Keys::Enter);
        match tool {
            "Who wins" => drop(person.wait_for("document.querySelector('.number.wins, .number.loses')")),
            "Graph" => {
                drop(person.wait_for("document.querySelector('.tool[aria-pressed=true] + .tool[aria-pressed=true]')"));
            }
            "Hint" => drop(person.wait_for("!document.querySelector('.message').textContent.startsWith('Thinking')")),
            _ => drop(person.wait_for(&format!("document.querySelectorAll('.chain span').length < {before}"))),
        }
        person.wait_for(&format!("document.activeElement.textContent === '{tool}'"));
    }
}

#[test]
fn the_dialog_gives_the_focus_back() {
    let person = person();
    person.open("#/play?game=classic&level=0&moves=12");
    is_over(&person);
    press_more(&person, "Resign");
    wait_for_focus(&person, "dialog button");
    assert_eq!(person.value("document.activeElement.textContent"), "No, play on");
    person.type_keys(Keys::Escape);
    person.wait_for("!document.querySelector('dialog')");
    assert_eq!(person.value("document.activeElement.textContent"), "More");
    assert_eq!(moves(&person), ["12"]);
}

#[test]
fn the_focus_looks_like_nothing_else_on_the_board() {
    let person = person();
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    is_over(&person);
    tab_to(&person, LEGAL);
    person.press("Who wins");
    person.wait_for("document.querySelector('.grid .wins, .grid .loses')");
    tab_to(&person, LEGAL);
    // Whatever else has a line around it has one of another kind, or of another colour.
    let lines = "[...document.querySelectorAll('.number')].flatMap((each) => [null, '::before'].map((part) => getComputedStyle(each, part)))
        .filter(({ outlineStyle }) => outlineStyle !== 'none').map(({ outlineStyle, outlineColor }) => `${outlineStyle} ${outlineColor}`)";
    let lines: Vec<String> = serde_json::from_value(person.value(lines)).unwrap();
    let focus = person.value("(({ outlineStyle, outlineColor }) => `${outlineStyle} ${outlineColor}`)(getComputedStyle(document.activeElement))");
    assert_eq!(lines.iter().filter(|line| focus == line.as_str()).count(), 1, "{focus} {lines:?}");
}

#[test]
fn home_and_end_stay_on_the_board_and_in_sight() {
    let person = person();
    for (width, height) in [(360, 640), (640, 360), (1280, 800)] {
        person.screen(width, height);
        person.open("#/play?game=chain:100&level=0");
        is_over(&person);
        tab_to(&person, LEGAL);
        for (key, number) in [(Keys::End, "100"), (Keys::Home, "2"), (Keys::End, "100")] {
            person.type_keys(key);
            wait_for_focus(&person, &format!("[data-number='{number}']"));
            let seen = "(() => { const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
                const isSeen = (y) => document.activeElement.contains(document.elementFromPoint((left + right) / 2, y));
                return isSeen(top + 2) && isSeen(bottom - 2); })()";
            person.wait_for(seen);
        }
    }
}

#[test]
fn the_rules_of_a_game_are_read_beside_it() {
    let person = person();
    for (game, words) in [("juniper-green,first=composite", "Juniper Green"), ("divide:60", "divi")] {
        person.open(&format!("#/play?game={game}&level=0"));
        is_over(&person);
        press_more(&person, "How to play");
        person.wait_for_words("dialog h2", "Rules of ");
        let book = duel::RuleBook::find(game).unwrap();
        let said = person.text("dialog");
        assert!(said.contains(book.title()) && said.contains(words), "{said}");
        assert!(book.notes().iter().all(|note| said.contains(&note.english())), "{said}");
        person.press("Back to the game");
        person.wait_for("!document.querySelector('dialog')");
        assert_eq!(person.value("document.activeElement.textContent"), "More");
    }
}

#[test]
fn the_explorer_keeps_the_focus_on_the_board() {
    let person = person();
    person.open("#/explore?game=classic");
    person.wait_for("document.querySelector('.number.wins')");
    tab_to(&person, LEGAL);
    person.type_keys(Keys::Enter);
    person.wait_for_words(".status", "[Turn 2] Player 2");
    wait_for_focus(&person, LEGAL);
    // The verdicts come later and draw the board again.
    person.wait_for("document.querySelector('.number.wins, .number.loses')");
    wait_for_focus(&person, LEGAL);
}

#[test]
fn a_move_by_mouse_does_not_scroll_the_page() {
    let person = person();
    person.screen(360, 640);
    person.open("#/play?game=juniper-green&level=0");
    is_over(&person);
    person.script(
        "document.querySelector('[data-number=\"96\"]').scrollIntoView({ block: 'center' }); return null;",
        json!([]),
    );
    let place = "document.querySelector('[data-number=\"96\"]').getBoundingClientRect().top";
    let before = person.value(place).as_f64().unwrap();
    pick(&person, "96");
    wait_for_moves(&person, 1);
    person.wait_for("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    let after = person.value(place).as_f64().unwrap();
    assert!((before - after).abs() < 44.0, "the number went from {before} to {after}");
}

#[test]
fn the_first_tab_is_the_way_past_the_links() {
    let person = person();
    person.type_keys(Keys::Tab);
    assert!(has_focus(&person, "#skip"));
    assert!(focus_is_visible(&person));
    person.type_keys(Keys::Enter);
    wait_for_focus(&person, "#content");
    person.type_keys(Keys::Tab);
    assert!(has_focus(&person, "main *"));
}
