//! The game in progress: brought from elsewhere and taken away again, helped, taught, in several windows.

use std::fs;

use browser::{Person, person};
use duel::session::{Action, By, Deed, Help, Verdict};
use duel::speech::{Address, English};
use duel::{Id, Record, Seat, Session};
use serde_json::json;

use crate::steps::{
    LEGAL, downloaded, is_over, moves, pick, play_to_the_end, position, press_more, resign, shared_record, standing,
    wait_for_moves, wait_for_review,
};

/// The second round of a match, as the terminal program saves it: the computer moves first, and Ada was helped twice.
const SAVED: &str = "[Format \"1\"]\n[Game \"classic\"]\n[Player1 \"Computer, level 3\"]\n[Player2 \"Ada\"]\n\
    [Date \"2026-11-15\"]\n[Result \"*\"]\n[Id \"Abc123\"]\n[Type1 \"level:3\"]\n[Type2 \"human\"]\n\
    [Seed \"18446744073709551615\"]\n[Hints2 \"2\"]\n[BestOf \"3\"]\n[Score \"1-0\"]\n[Seat1 \"Ada\"]\n\n12 6\n";

/// Opens a record, and goes on with it; what the game is known by from then on.
fn go_on_with(person: &Person, record: &str) -> Id {
    person.open("#/open");
    person.script("document.querySelector('textarea').value = arguments[0]; return null;", json!([record]));
    person.click("button.main");
    wait_for_review(person);
    person.press("Go on with this game");
    let id = person.wait_for("new URLSearchParams(location.hash.split('#/game?')[1]).get('id')");
    id.as_str().unwrap().parse().unwrap()
}

/// The same here as on the page.
fn act(session: &mut Session, by: Seat, action: Action) -> Deed {
    let event = session.act(By::Seat(by), action, 0).unwrap();
    session.apply(&event).unwrap();
    event.deed
}

fn computer(session: &mut Session) -> String {
    let chosen = session.computer_move().unwrap();
    act(session, Seat::Two, Action::Move(chosen));
    chosen.to_string()
}

#[test]
fn a_game_from_the_terminal_goes_on_against_the_same_level_with_the_same_luck() {
    let person = person();
    let mut record: Record = SAVED.parse().unwrap();
    record.set_id(go_on_with(&person, SAVED));
    assert_ne!(record, SAVED.parse().unwrap(), "a copy is a game of its own");
    let mut session = Session::from_record(record).unwrap();
    let expected = computer(&mut session);
    wait_for_moves(&person, 3);
    assert_eq!(moves(&person), ["12", "6", &expected]);
    let score = session.score_remark(Address::AsYou).english();
    assert_eq!(standing(&person), format!("Round 2 of 3 {score}"));
    assert!(score.contains("You 0"), "{score}");
    is_over(&person);
    assert_eq!(shared_record(&person), session.record());
    person.press("Close");
    person.press("Hint");
    person.wait_for("!document.querySelector('.message').textContent.startsWith('Thinking')");
    act(&mut session, Seat::One, Action::Help(Help::Advice));
    let chosen = session.position().legal_moves()[0];
    pick(&person, chosen);
    act(&mut session, Seat::One, Action::Move(chosen));
    wait_for_moves(&person, 4);
    if session.turn() == Some(Seat::Two) {
        computer(&mut session);
        wait_for_moves(&person, 5);
    }
    assert_eq!(shared_record(&person), session.record());
    // After a reload it is the same game.
    person.reload();
    is_over(&person);
    assert_eq!(shared_record(&person), session.record());
    person.press("Close");
    while session.turn().is_some() {
        let chosen = session.position().legal_moves()[0];
        pick(&person, chosen);
        act(&mut session, Seat::One, Action::Move(chosen));
        if session.turn() == Some(Seat::Two) {
            computer(&mut session);
        }
        wait_for_moves(&person, session.position().moves().len());
    }
    assert!(is_over(&person));
    assert!(person.texts(".tray p").contains(&"Hints: 3 for you.".to_owned()), "{:?}", person.texts(".tray p"));
    // The file is the session's record, and the terminal goes on with it.
    press_more(&person, "Save as a file");
    let saved = fs::read_to_string(downloaded(&person, "game.duel")).unwrap();
    assert_eq!(saved, session.record().to_string());
    let again = if session.match_goes_on() {
        Action::NextRound { fair: false }
    } else {
        assert_eq!(session.verdict(), Some(Verdict::Champion(Seat::Two)));
        assert_eq!(person.text(".end .winner"), "The computer is the champion, 2 to 0!");
        Action::Rematch { fair: false, id: None }
    };
    person.press(if session.match_goes_on() { "Next round" } else { "Rematch, sides swapped" });
    person.wait_for("!document.querySelector('.end h2')");
    act(&mut session, Seat::One, again);
    person.wait_for_words(".status", "Your turn");
    let there = shared_record(&person);
    assert_eq!((there.score(), there.seed(), there.rounds()), {
        let here = session.record();
        (here.score(), here.seed(), here.rounds())
    });
}

#[test]
fn a_game_that_is_brought_again_replaces_none_that_went_on() {
    let person = person();
    let record = SAVED.replace("level:3", "human");
    let kept = "JSON.parse(localStorage['divisor-duel.games']).map(({ id, record }) => [id, record.trim().split('\\n').at(-1)])";
    go_on_with(&person, &record);
    wait_for_moves(&person, 2);
    // The way on is there after a reload of the review, too.
    person.with(async |driver| driver.back().await);
    wait_for_review(&person);
    person.reload();
    person.press("Go on with this game");
    wait_for_moves(&person, 2);
    pick(&person, "18");
    wait_for_moves(&person, 3);
    go_on_with(&person, &record);
    wait_for_moves(&person, 2);
    let entries = person.value(kept);
    assert_eq!(entries.as_array().unwrap().len(), 3, "{entries}");
    assert_eq!((&entries[0][1], &entries[1][1]), (&json!("12 6"), &json!("12 6 18")), "{entries}");
    // A game that is over is looked at, and not gone on with.
    person.open("#/open");
    person.fill("textarea", &record.replace("\"*\"", "\"1-0 resigned\"").replace("[BestOf \"3\"]\n", ""));
    person.click("button.main");
    person.wait_for_words(".status", "resigns");
    assert!(!person.text("#content").contains("Go on with this game"));
}

#[test]
fn a_program_cannot_play_here_and_that_is_said() {
    let person = person();
    go_on_with(&person, &SAVED.replace("level:3", "bot"));
    let said = person.wait_for_words(".status", "It is Computer, level 3's turn, and that is a program");
    assert!(said.contains("in the terminal"), "{said}");
    assert_eq!(person.count(LEGAL), 0);
    // What the person has played can be taken back, and then it is their turn.
    person.press("Undo");
    person.wait_for_words(".status", "Your turn");
    assert_eq!(moves(&person), ["12"]);
}

#[test]
fn two_computers_play_while_somebody_watches() {
    let person = person();
    let saved = SAVED.replace("\"human\"", "\"level:1\"");
    let mut record: Record = saved.parse().unwrap();
    record.set_id(go_on_with(&person, &saved));
    person.wait_for("document.querySelector('.end h2')");
    let mut session = Session::from_record(record).unwrap();
    while let Some(chosen) = session.computer_move() {
        let seat = session.turn().unwrap();
        act(&mut session, seat, Action::Move(chosen));
    }
    assert_eq!(shared_record(&person), session.record());
}

#[test]
fn what_points_at_moves_is_counted_as_help() {
    let person = person();
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    is_over(&person);
    let help = || {
        let text = person.value("JSON.parse(localStorage['divisor-duel.games'])[0].record");
        text.as_str().unwrap().parse::<Record>().unwrap().help()
    };
    person.press("Who wins");
    person.wait_for("document.querySelector('.grid .wins, .grid .loses')");
    assert_eq!(help(), [1, 0]);
    // What was seen already is no more help, and a picture is none.
    person.press("Who wins");
    person.wait_for("!document.querySelector('.grid .wins, .grid .loses')");
    person.press("Who wins");
    person.wait_for("document.querySelector('.grid .wins, .grid .loses')");
    person.press("Graph");
    person.wait_for("document.querySelector('.tool[aria-pressed=true] + .tool[aria-pressed=true]')");
    assert_eq!(help(), [1, 0]);
    press_more(&person, "Show the pairing");
    person.wait_for("document.querySelector('[data-partner]')");
    assert_eq!(help(), [2, 0]);
    // What stays on the screen helps the next one, too.
    pick(&person, "18");
    wait_for_moves(&person, 3);
    person.wait_for("document.querySelector('[data-partner]')");
    assert_eq!(help(), [2, 2]);
    resign(&person);
    person.wait_for_words(".tray", "Hints: 2 for Player 1, 2 for Player 2.");
}

#[test]
fn of_two_people_the_loser_learns_something() {
    let person = person();
    person.open("#/play?game=classic&level=0");
    pick(&person, "36");
    wait_for_moves(&person, 1);
    pick(&person, "6");
    wait_for_moves(&person, 2);
    resign(&person);
    let asked = person.wait_for_words(".moral", "You were winning here");
    assert!(asked.starts_with("Player 1: You were winning here."), "{asked}");
    person.press("Rematch, sides swapped");
    person.wait_for_words(".status", "[Turn 1] Player 2");
    // Whoever had nothing to find is told so.
    pick(&person, "47");
    let said = person.wait_for_words(".moral", "nothing to find");
    assert!(said.starts_with("Player 1: "), "{said}");
}

#[test]
fn nobody_takes_back_what_a_link_brought() {
    let person = person();
    person.open("#/play?game=classic&level=0&moves=12+6");
    is_over(&person);
    let undo = "[...document.querySelectorAll('.tool')].find((each) => each.textContent === 'Undo').disabled";
    assert_eq!(person.value(undo), true);
    pick(&person, "18");
    wait_for_moves(&person, 3);
    assert_eq!(person.value(undo), false);
    assert_eq!(shared_record(&person).opening(), 2);
    person.press("Close");
    person.press("Undo");
    person.wait_for("document.querySelectorAll('.chain span').length === 2");
    person.wait_for(undo);
}

#[test]
fn rubbish_from_another_window_changes_nothing_here() {
    let person = person();
    person.open("#/play?game=chain&level=0");
    pick(&person, "12");
    wait_for_moves(&person, 1);
    let first = person.with(async |driver| driver.window().await);
    let second = person.with(async |driver| driver.new_tab().await);
    let id = person.value("JSON.parse(localStorage['divisor-duel.games'])[0].id");
    let good = person.value("JSON.parse(localStorage['divisor-duel.games'])[0].record");
    let broken = good.as_str().unwrap().replace("\n12", "\n9 9");
    let mut count = 1;
    for (rubbish, chosen) in [
        (json!("{"), "6"),
        (json!([{ "id": id, "record": broken, "rules": null }]), "2"),
        (json!([{ "id": id, "record": 7 }]), "4"),
        (json!([{ "id": id }]), "8"),
    ] {
        person.with(async |driver| driver.switch_to_window(second.clone()).await);
        person.open("#/open");
        person.script(
            "localStorage.setItem('divisor-duel.games', arguments[0]); return null;",
            json!([rubbish.to_string()]),
        );
        person.with(async |driver| driver.switch_to_window(first.clone()).await);
        pick(&person, chosen);
        count += 1;
        wait_for_moves(&person, count);
        assert!(!person.text(".message").contains("another window"));
    }
    play_to_the_end(&person);
    let text = person.value("JSON.parse(localStorage['divisor-duel.games'])[0].record");
    let record: Record = text.as_str().unwrap().parse().unwrap();
    assert!(record.position().outcome().is_some());
    assert_eq!(*record.position(), position("chain", &moves(&person).join(" ")));
}

#[test]
fn a_window_that_slept_does_not_write_over_what_another_one_did() {
    let person = person();
    go_on_with(&person, &SAVED.replace("level:3", "human"));
    wait_for_moves(&person, 2);
    // Another window goes on, and this one hears nothing of it: nobody is told what they did themselves.
    person.script(
        "const games = JSON.parse(localStorage['divisor-duel.games']);
         games[0].record = `${games[0].record.trimEnd()} 3 9\n`;
         localStorage.setItem('divisor-duel.games', JSON.stringify(games)); return null;",
        json!([]),
    );
    pick(&person, "2");
    wait_for_moves(&person, 4);
    person.wait_for_words(".message", "another window");
    let kept = person.value("JSON.parse(localStorage['divisor-duel.games'])[0].record");
    assert!(kept.as_str().unwrap().ends_with("12 6 3 9\n"), "{kept}");
}

#[test]
fn a_record_that_was_brought_is_given_away_whole() {
    let person = person();
    let given_away = |record: &str| {
        person.open("#/open");
        person.script("document.querySelector('textarea').value = arguments[0]; return null;", json!([record]));
        person.click("button.main");
        wait_for_review(&person);
        press_more(&person, "Share");
        person.wait_for("[...document.querySelectorAll('.copy textarea')].at(-1)?.value")
    };
    assert_eq!(given_away(SAVED), SAVED);
    // Where nobody can go on with it, it can be looked at all the same.
    let wrong = SAVED.replace("[Seed \"", "[Seed \"x");
    let record: Record = given_away(&wrong).as_str().unwrap().parse().unwrap();
    assert_eq!(record.position().moves().len(), 2);
    assert!(!person.text("main").contains("Go on with this game"));
}

#[test]
fn a_number_is_prime_when_it_is_and_not_when_the_game_is_over() {
    let person = person();
    for end in ["2|resigned|", "2|illegal-number|7", "2|time|"] {
        person.open(&format!("#/review?game=divider&moves=60/2&lost={}", end.replace('|', "%7C")));
        person.wait_for_words(".heap", "30 = 2 × 3 × 5");
    }
    person.open("#/review?game=divider&moves=60/2+30/6");
    person.wait_for_words(".heap", "5 is prime");
}
