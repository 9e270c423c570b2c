//! One script of actions through every surface: the same events, and the same record byte for byte.

use duel::{By, Event, Level, Who};
use ratatui::crossterm::event::KeyCode;
use serde_json::{Value, json};

use crate::full::tests::Hand;
use crate::line::dialogue::Dialogue;
use crate::line::game::LineGame;
use crate::line::input::Input;
use crate::line::output::Output;
use crate::sitting::{Around, Sitting, happened};
use crate::store::saves::{Keeper, Store};
use crate::today;

#[path = "../tests/common/script.rs"]
mod script;
use script::{Kind, Script, Step, id, setup};

/// Every book that is built in, the larger ones on fewer numbers, and a division game with several numbers.
const BOOKS: [&str; 8] =
    ["classic", "last-resort", "chain", "evens", "divider", "juniper-green:30", "classroom:40", "divider:60,84,90"];
/// How many steps a script has.
const STEPS: usize = 300;

/// A script of every book, between two people and against a computer.
fn scripts(kind: Kind) -> impl Iterator<Item = (String, Script)> {
    let opponents = [None, Some(Level::DeadEnds)];
    BOOKS.into_iter().enumerate().flat_map(move |(at, code)| {
        opponents.into_iter().enumerate().map(move |(with, opponent)| {
            let script = Script::random(setup(code, opponent, kind), today::now(), (10 * at + with) as u64, STEPS);
            (format!("{code} against {opponent:?}"), script)
        })
    })
}

/// The text of the only saved game.
fn saved(folder: &std::path::Path) -> String {
    std::fs::read_to_string(folder.join("games/1.duel")).unwrap()
}

#[test]
fn line_mode_does_what_the_session_does() {
    for (name, script) in scripts(Kind::Match) {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(Ok(Store::at(folder.path().join("games"))), None);
        let beginning = beginning_of(&script);
        let sitting = Sitting::begin(beginning, keeper.clone(), Around::default()).unwrap();
        let mut said = Vec::new();
        let left =
            LineGame::new(Dialogue::new(Output::new(&mut said), Input::from_text(script.lines())), sitting).play();
        assert!(left.is_ok(), "{name}");
        assert!(keeper.leave());
        assert_eq!(happened(), script.events[1..], "{name}\n{}", String::from_utf8_lossy(&said));
        assert_eq!(saved(folder.path()), script.session.record().to_string(), "{name}");
    }
}

#[test]
fn the_full_screen_does_what_the_session_does() {
    for (name, script) in scripts(Kind::Match).chain(scripts(Kind::Rematches)) {
        let mut hand = Hand::playing_as(beginning_of(&script));
        for step in &script.steps {
            match step {
                Step::Type(text) => hand.type_in(text).press(KeyCode::Enter),
                Step::TakeBack => hand.press(KeyCode::Char('u')),
                Step::Resign => hand.type_in("ry"),
                Step::Hint => hand.press(KeyCode::Char('h')),
                Step::Verdicts => hand.press(KeyCode::Char('e')),
                Step::Pairing => hand.press(KeyCode::Char('p')),
                Step::NextRound { .. } | Step::Rematch { fair: false } => hand.press(KeyCode::Char('n')),
                Step::Rematch { fair: true } => hand.press(KeyCode::Char('f')),
            };
        }
        assert_eq!(happened(), script.events[1..], "{name}\n{}", hand.frame());
        hand.press(KeyCode::Char('s'));
        assert_eq!(saved(hand.folder.path()), script.session.record().to_string(), "{name}");
    }
}

#[test]
fn the_questions_of_the_page_do_what_the_session_does() {
    let ask = |question: Value| -> Value {
        let answer: Value = serde_json::from_str(&web::ask(&question.to_string())).unwrap();
        assert!(answer.get("error").is_none(), "{question}: {answer}");
        answer["ok"].clone()
    };
    for (name, script) in scripts(Kind::Match).chain(scripts(Kind::Rematches)) {
        let setup = beginning_of(&script);
        let level = |who| if let Who::Level(level) = who { level.number() } else { 0 };
        let seats =
            setup.sitters.each_ref().map(|sitter| json!({"name": sitter.name.as_str(), "level": level(sitter.who)}));
        let first = if setup.first == duel::First::Toss { json!("toss") } else { json!(1) };
        let mut came = ask(json!({
            "ask": "begin", "game": setup.book.code(), "seats": seats, "first": first, "seed": setup.seed.to_string(),
            "best_of": setup.best_of, "id": setup.id.map(|id| id.to_string()), "at": today::now(),
        }));
        let mut events = Vec::new();
        let mut act = |came: &mut Value, by: &Value, action: Value| {
            let question =
                json!({"ask": "act", "record": came["record"], "by": by, "action": action, "at": today::now()});
            let answer = ask(question);
            if answer["refused"].is_null() {
                events.push(Event::from_json(&answer["event"].to_string()).unwrap());
                *came = answer;
            }
        };
        let think = |came: &mut Value, act: &mut dyn FnMut(&mut Value, &Value, Value)| {
            while came["view"]["mover"] == json!("computer") {
                let chosen = ask(json!({"ask": "computer", "record": came["record"]}));
                let turn = came["view"]["turn"].clone();
                act(came, &turn, json!({"do": "move", "move": chosen}));
            }
        };
        for step in &script.steps {
            think(&mut came, &mut act);
            let by = came["view"]["by"].clone();
            let action = match step {
                Step::Type(text) => json!({"do": "type", "text": text}),
                Step::TakeBack => json!({"do": "take-back"}),
                Step::Resign => json!({"do": "resign"}),
                Step::Hint => json!({"do": "help", "with": "advice"}),
                Step::Verdicts => json!({"do": "help", "with": "verdicts"}),
                Step::Pairing => match ask(json!({"ask": "proof", "record": came["record"]}))["help"].clone() {
                    Value::Null => continue,
                    help => json!({"do": "help", "with": help}),
                },
                Step::Rematch { fair } => json!({"do": "rematch", "fair": fair, "id": id().to_string()}),
                Step::NextRound { .. } => json!({"do": "next-round", "fair": false}),
            };
            act(&mut came, &by, action);
        }
        think(&mut came, &mut act);
        assert_eq!(events, script.events[1..], "{name}");
        assert_eq!(came["record"], json!(script.session.record().to_string()), "{name}");
    }
}

/// The settings that a script began with.
fn beginning_of(script: &Script) -> duel::Setup {
    let session = &script.session;
    let opponent = session.level(duel::Seat::Two);
    let kind = if session.best_of().is_some() { Kind::Match } else { Kind::Rematches };
    let duel::Deed::Began { record, .. } = &script.events[0].deed else { panic!("a script begins") };
    setup(record.code(), opponent, kind)
}

/// A script that changes nothing would show nothing.
#[test]
fn scripts_have_everything_in_them() {
    let scripts: Vec<Script> = scripts(Kind::Match).chain(scripts(Kind::Rematches)).map(|(_, script)| script).collect();
    let count = |what: fn(&duel::Deed) -> bool| {
        scripts.iter().flat_map(|script| &script.events).filter(|event| what(&event.deed)).count()
    };
    assert!(count(|deed| matches!(deed, duel::Deed::Moved { .. })) > 2_000);
    assert!(count(|deed| matches!(deed, duel::Deed::TookBack { .. })) > 150);
    assert!(count(|deed| matches!(deed, duel::Deed::Helped { .. })) > 80);
    assert!(count(|deed| matches!(deed, duel::Deed::Resigned)) > 40);
    assert!(count(|deed| matches!(deed, duel::Deed::Slipped { .. })) > 10);
    assert!(count(|deed| matches!(deed, duel::Deed::NextRound { .. })) > 150);
    assert!(count(|deed| matches!(deed, duel::Deed::Rematch { fair: false, .. })) > 150);
    assert!(count(|deed| matches!(deed, duel::Deed::Rematch { fair: true, .. })) > 3);
    assert!(count(|deed| matches!(deed, duel::Deed::Helped { with: duel::Help::Pairing })) > 10);
    let done: usize = scripts.iter().map(|script| script.steps.len()).sum();
    let happened: usize = scripts.iter().map(|script| script.events.len()).sum();
    let by_computers = scripts.iter().flat_map(|script| {
        script.events.iter().filter(|event| match event.by {
            By::Seat(seat) => script.session.level(seat).is_some(),
            By::Referee => false,
        })
    });
    assert!(happened - by_computers.count() < done - 300, "some steps are refused");
}
