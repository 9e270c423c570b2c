//! A script of actions through the program's own pipe leaves the record that the session itself has, byte for byte.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;
#[allow(dead_code, reason = "a pipe has no word for everything that is in a script")]
#[path = "common/script.rs"]
mod script;

use api::answer::{Came, InProgress};
use api::question::{Saved, Wish};
use api::{Answer, Asked, Question, wire};
use common::User;
use duel::session::{Action, By, Rounds};
use duel::{Level, Move, Record, Seat, Session};
use script::{Kind, Script, Step, setup};

/// The day is the only thing that nobody settled.
fn without_date(record: &str) -> String {
    record.lines().filter(|line| !line.starts_with("[Date ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_pipe_leaves_the_record_of_the_session() {
    for (luck, code) in ["classic", "last-resort", "chain", "evens", "divider"].into_iter().enumerate() {
        for opponent in [None, Some(Level::DeadEnds)] {
            let random = || Script::random(setup(code, opponent, Kind::Match), 0, luck as u64, 250);
            let mut options = vec!["play", code, "--seed", "7", "--best-of", "999"];
            options.extend(match opponent {
                Some(_) => ["--p2", "level:2", "--names", "Ada,Computer-2"],
                None => ["--p2", "human", "--names", "Ada,Bo"],
            });
            let user = User::new();
            let ran = user.run(&options, random().lines());
            assert_eq!(ran.code, Some(0), "{}", ran.stderr);
            assert!(ran.stderr.contains("divisor-duel resume 1"), "{}", ran.stderr);
            let saved = std::fs::read_to_string(user.games().join("1.duel")).unwrap();
            let record: Record = saved.parse().unwrap();
            let mut expected = setup(code, opponent, Kind::Match);
            expected.id = record.id().cloned();
            if opponent.is_some() {
                expected.sitters[1].name = "Computer-2".parse().unwrap();
            }
            let script = Script::random(expected, 0, luck as u64, 250);
            assert!(script.steps.iter().any(|step| matches!(step, Step::NextRound { .. })));
            assert_eq!(without_date(&saved), without_date(&script.session.record().to_string()), "{code}");
        }
    }
}

/// The game after a question about it.
fn asked(question: &Question) -> InProgress {
    let answer = Answer::from_json(&api::answer_text(&Asked::from(question.clone()).to_json())).unwrap();
    match answer {
        Answer::Session(game) => game,
        Answer::Act(Came::Happened { record, view, .. }) | Answer::Computer(Came::Happened { record, view, .. }) => {
            InProgress { record, view }
        }
        _ => panic!("{question:?}: {answer:?}"),
    }
}

/// Whoever has the turn makes this move, and the computer answers.
fn turn_on_the_page(record: String, chosen: Move) -> InProgress {
    let saved = Saved { record, rules: None };
    let game = asked(&Question::Session { session: saved, id: None, seed: None, seat: None, looks: None });
    let session = Saved { record: game.record, rules: None };
    let action = Wish::Move { r#move: wire::Move(chosen) };
    let game = asked(&Question::Act { session, by: game.view.by, action, at: wire::Moment(0) });
    asked(&Question::Computer { session: Saved { record: game.record, rules: None }, at: wire::Moment(0) })
}

#[test]
fn a_game_goes_from_the_terminal_to_the_page_and_back() {
    let user = User::new();
    let options = ["play", "juniper-green", "--p2", "level:3", "--seed", "18446744073709551615", "--best-of", "5"];
    let ran = user.run(&options, "resign\n\n6\nhint\nsave here.duel\nquit\n");
    assert!(ran.stdout.contains("Saved as here.duel."), "{}{}", ran.stdout, ran.stderr);
    let here = std::fs::read_to_string(user.path("here.duel")).unwrap();
    let mut session = Session::from_record(here.parse().unwrap()).unwrap();
    assert_eq!((session.help(), session.score(), session.round()), ([1, 0], [0, 1], 2), "{here}");

    // On the page it goes on against the same level with the same luck,
    let by = By::Seat(Seat::One);
    let chosen = session.position().nth_legal(1).unwrap();
    let came = turn_on_the_page(here, chosen);
    for _ in 0..2 {
        let (by, action) = match session.computer_move() {
            Some(answer) => (By::Seat(Seat::Two), Action::Move(answer)),
            None => (by, Action::Move(chosen)),
        };
        let event = session.act(by, action, 0).unwrap();
        session.apply(&event).unwrap();
    }
    assert_eq!(came.record, session.record().to_string());

    // and back in the terminal too, where nothing of it is lost.
    user.write("back.duel", &came.record);
    let ran = user.run(&["resume", "back.duel"], "undo\nhint\nsave there.duel\nresign\n\nquit\n");
    assert!(ran.stdout.contains("Score: You 0, the computer 1"), "{}", ran.stdout);
    assert!(ran.stdout.contains("Hints: 2 for you."), "{}", ran.stdout);
    let there: Record = std::fs::read_to_string(user.path("there.duel")).unwrap().parse().unwrap();
    assert_eq!((there.seed(), there.rounds()), (Some(u64::MAX), Some(Rounds::BestOf(5))));
    let there = Session::from_record(there).unwrap();
    assert_eq!(there.position().moves(), &session.position().moves()[..session.position().moves().len() - 2]);
    assert_eq!((there.luck(), there.help()), (session.luck(), [2, 0]));
}
