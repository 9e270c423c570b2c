//! One script of actions through every surface: the same events, and the same record byte for byte.

use api::answer::{Came, InProgress, Mover, Proved};
use api::question::{Beginning, Saved, Scene, Sitter, Wish};
use api::{Answer, Asked, Question, wire};
use duel::Level;
use duel::session::{By, Help};
use ratatui::crossterm::event::KeyCode;

use crate::full::tests::Hand;
use crate::line::dialogue::Dialogue;
use crate::line::game::LineGame;
use crate::line::input::Input;
use crate::line::output::Output;
use crate::line::teller::Turns;
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
        let left = LineGame::new(
            Dialogue::new(Output::new(&mut said), Input::from_text(script.lines())),
            sitting,
            Turns::default(),
        )
        .play();
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

/// The answer to a question, by the way that it takes from a page.
fn ask(question: &Question) -> Answer {
    Answer::from_json(&api::answer_text(&Asked::from(question.clone()).to_json()))
        .unwrap_or_else(|problem| panic!("{question:?}: {problem}"))
}

#[test]
fn questions_and_answers_do_what_the_session_does() {
    for (name, script) in scripts(Kind::Match).chain(scripts(Kind::Rematches)) {
        let setup = beginning_of(&script);
        let began = ask(&Question::Begin(Beginning {
            game: Some(setup.book.code()),
            rules: None,
            seats: setup
                .sitters
                .map(|duel::Sitter { name, who }| Sitter { name: wire::Name(name), who: wire::Who(who) }),
            first: wire::First(setup.first),
            seed: wire::Numeral(setup.seed),
            rounds: setup.rounds.map(Into::into),
            opening: None,
            origin: None,
            lesson: None,
            find: None,
            advice: None,
            id: setup.id.map(wire::Id),
            at: wire::Moment(today::now()),
        }));
        let Answer::Begin(mut game) = began else { panic!("{began:?}") };
        let mut events = Vec::new();
        let saved = |game: &InProgress| Saved { record: game.record.clone(), rules: None };
        let mut come = |game: &mut InProgress, question: Question| {
            let (Answer::Act(came) | Answer::Computer(came)) = ask(&question) else { panic!("{question:?}") };
            if let Came::Happened { event, record, view, .. } = came {
                events.push(event);
                *game = InProgress { record, view };
            }
        };
        let think = |game: &mut InProgress, come: &mut dyn FnMut(&mut InProgress, Question)| {
            while game.view.mover == Some(Mover::Computer) {
                come(game, Question::Computer { session: saved(game), at: wire::Moment(today::now()) });
            }
        };
        for step in &script.steps {
            think(&mut game, &mut come);
            let action = match step {
                Step::Type(text) => Wish::Type { text: text.clone() },
                Step::TakeBack => Wish::TakeBack {},
                Step::Resign => Wish::Resign {},
                Step::Hint => Wish::Help { with: Help::Advice },
                Step::Verdicts => Wish::Help { with: Help::Verdicts },
                Step::Pairing => match ask(&Question::Proof { scene: Scene::Session(saved(&game)) }) {
                    Answer::Proof(Proved { help: Some(with), .. }) => Wish::Help { with },
                    _ => continue,
                },
                Step::Rematch { fair } => Wish::Rematch { fair: *fair, id: Some(wire::Id(id())) },
                Step::NextRound { .. } => Wish::NextRound { fair: false },
            };
            let (session, by) = (saved(&game), game.view.by);
            come(&mut game, Question::Act { session, by, action, at: wire::Moment(today::now()) });
        }
        think(&mut game, &mut come);
        assert_eq!(events, script.events[1..], "{name}");
        assert_eq!(game.record, script.session.record().to_string(), "{name}");
    }
}

/// The settings that a script began with.
fn beginning_of(script: &Script) -> duel::session::Setup {
    let session = &script.session;
    let opponent = session.level(duel::Seat::Two);
    let kind = if session.rounds().is_some() { Kind::Match } else { Kind::Rematches };
    let duel::session::Deed::Began { record, .. } = &script.events[0].deed else { panic!("a script begins") };
    setup(record.code(), opponent, kind)
}

/// A script that changes nothing would show nothing.
#[test]
fn scripts_have_everything_in_them() {
    let scripts: Vec<Script> = scripts(Kind::Match).chain(scripts(Kind::Rematches)).map(|(_, script)| script).collect();
    let count = |what: fn(&duel::session::Deed) -> bool| {
        scripts.iter().flat_map(|script| &script.events).filter(|event| what(&event.deed)).count()
    };
    assert!(count(|deed| matches!(deed, duel::session::Deed::Moved { .. })) > 2_000);
    assert!(count(|deed| matches!(deed, duel::session::Deed::TookBack { .. })) > 150);
    assert!(count(|deed| matches!(deed, duel::session::Deed::Helped { .. })) > 80);
    assert!(count(|deed| matches!(deed, duel::session::Deed::Resigned)) > 40);
    assert!(count(|deed| matches!(deed, duel::session::Deed::Slipped { .. })) > 10);
    assert!(count(|deed| matches!(deed, duel::session::Deed::NextRound { .. })) > 150);
    assert!(count(|deed| matches!(deed, duel::session::Deed::Rematch { fair: false, .. })) > 150);
    assert!(count(|deed| matches!(deed, duel::session::Deed::Rematch { fair: true, .. })) > 3);
    assert!(count(|deed| matches!(deed, duel::session::Deed::Helped { with: duel::session::Help::Pairing })) > 10);
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
