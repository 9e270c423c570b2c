//! A script of actions through the program's own pipe leaves the record that the session itself has, byte for byte.

mod common;
#[path = "common/script.rs"]
mod script;

use common::User;
use duel::{Level, Record};
use script::{Script, Step, setup};

/// The day is the only thing that nobody settled.
fn without_date(record: &str) -> String {
    record.lines().filter(|line| !line.starts_with("[Date ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_pipe_leaves_the_record_of_the_session() {
    for (luck, code) in ["classic", "last-resort", "chain", "evens", "divider"].into_iter().enumerate() {
        for opponent in [None, Some(Level::DeadEnds)] {
            let random = || Script::random(setup(code, opponent), 0, luck as u64, 250);
            let mut options = vec!["play", code, "--seed", "7", "--best-of", "999"];
            options.extend(match opponent {
                Some(_) => ["--p2", "level:2", "--names", "Ada,Computer-2"],
                None => ["--p2", "human", "--names", "Ada,Bo"],
            });
            let user = User::new();
            let ran = user.run(&options, &random().lines());
            assert_eq!(ran.code, Some(0), "{}", ran.stderr);
            assert!(ran.stderr.contains("divisor-duel resume 1"), "{}", ran.stderr);
            let saved = std::fs::read_to_string(user.games().join("1.duel")).unwrap();
            let record: Record = saved.parse().unwrap();
            let mut expected = setup(code, opponent);
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
