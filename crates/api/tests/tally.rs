//! Finished games on the page: the same list, counts and next opponents as in the terminal.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::{answer, problem};
use duel::Record;
use duel::speech::{Language, Opponent};
use duel::tally::{Finished, Tally};
use serde_json::{Value, json};

fn tally(records: &[String]) -> Value {
    answer(json!({"ask": "tally", "records": records}))
}

/// A finished game of chain: 14 7 wins for whoever moves second.
fn chain(one: (&str, &str), two: (&str, &str), more: &str) -> String {
    let headers = format!("[Game \"chain\"]\n[Player1 \"{}\"]\n[Player2 \"{}\"]\n", one.0, two.0);
    format!("{headers}[Type1 \"{}\"]\n[Type2 \"{}\"]\n[Date \"2026-11-15\"]\n{more}\n14 7\n", one.1, two.1)
}

const ADA: (&str, &str) = ("Ada", "human");
const BO: (&str, &str) = ("Bo", "human");
const MOLE: (&str, &str) = ("Computer, level 1", "level:1");

#[test]
fn finished_games_are_listed_the_newest_first() {
    let records = [
        chain(MOLE, ADA, "[Id \"a1\"]\n[Hints2 \"2\"]\n"),
        "rubbish".into(),
        chain(ADA, BO, ""),
        chain(ADA, ("Hal", "bot"), "[Opening \"1\"]\n[From \"lesson pairs\"]\n"),
    ];
    let tallied = tally(&records);
    assert_eq!(tallied["skipped"], 1);
    assert_eq!(
        tallied["games"],
        json!([
            {"at": 3, "id": null, "game": "chain", "title": tallied["games"][0]["title"], "names": ["Ada", "Hal"],
             "who": ["human", "bot"], "date": "2026-11-15", "result": "You lost to Hal.", "moves": 2,
             "helped": [false, false], "opponent": "Hal", "lesson": "Pairs", "origin": "Played on from the lesson pairs."},
            {"at": 2, "id": null, "game": "chain", "title": tallied["games"][0]["title"], "names": ["Ada", "Bo"],
             "who": ["human", "human"], "date": "2026-11-15", "result": "Bo beat Ada.", "moves": 2,
             "helped": [false, false], "opponent": null, "lesson": null, "origin": null},
            {"at": 0, "id": "a1", "game": "chain", "title": tallied["games"][0]["title"], "names": ["Computer, level 1", "Ada"],
             "who": ["level:1", "human"], "date": "2026-11-15", "result": "You beat Mole, level 1.", "moves": 2,
             "helped": [false, true], "opponent": "Mole", "lesson": null, "origin": null},
        ])
    );
}

#[test]
fn they_come_to_what_the_terminal_counts() {
    let lost = chain(ADA, MOLE, "");
    let records = [chain(MOLE, ADA, ""), chain(ADA, BO, ""), lost, chain(MOLE, ADA, ""), chain(MOLE, ADA, "")];
    let kept = json!({"streak": 2, "best": 3, "days": 1, "last_day": 5, "seen": [], "lessons": ["nim"]});
    let stats = answer(json!({"ask": "tally", "records": records, "kept": kept}))["stats"].clone();
    let finished: Vec<Finished> =
        records.iter().map(|text| Finished::of(&text.parse::<Record>().unwrap()).unwrap()).collect();
    let mut expected = json!(Tally::of(&finished));
    expected["puzzles"] = json!({"streak": 2, "best": 3, "days": 1});
    expected["lessons"] = json!(["nim"]);
    assert_eq!(stats, expected);
    assert_eq!((&stats["played"], &stats["won"], &stats["streak"]), (&json!(4), &json!(3), &json!(2)));
    let nothing = tally(&[]);
    assert_eq!((&nothing["games"], &nothing["stats"]["played"]), (&json!([]), &json!(0)));
    assert!(nothing["auto"].as_array().unwrap().iter().all(|next| next["level"] == 1), "{nothing}");
}

#[test]
fn whoever_wins_meets_somebody_stronger_in_that_book() {
    let next = |records: &[String], book: &str| {
        let auto = tally(records)["auto"].clone();
        auto.as_array().unwrap().iter().find(|next| next["book"] == book).unwrap().clone()
    };
    let chain_book = duel::RuleBook::find("chain").unwrap();
    let [first, second] = [0, 1].map(|at| chain_book.opponents()[at]);
    let computer = format!("level:{}", first.number());
    let won = [chain(("Computer", &computer), ADA, "")];
    let name = |level| Language::English.say(&Opponent(level));
    for (records, level) in [(&won[..], second), (&[chain(ADA, ("Computer", &computer), "")], first), (&[], first)] {
        let next = next(records, "chain");
        assert_eq!(next["level"], level.number());
        assert!(next["words"].as_str().unwrap().starts_with(&name(level)), "{next}");
    }
    assert_eq!(next(&won, "classic"), next(&[], "classic"), "each book by itself");
}

#[test]
fn what_is_no_finished_game_of_a_person_is_skipped_and_too_much_is_refused() {
    let unfinished = chain(ADA, BO, "").replace("14 7", "14");
    let huge = format!("{}{}", chain(ADA, BO, "").replace("14 7", ""), "[Note \"a\"]\n".repeat(10_000));
    let skipped = [String::new(), "\u{0}".into(), "{}".into(), unfinished, chain(MOLE, MOLE, ""), huge];
    let tallied = tally(&skipped);
    assert_eq!((&tallied["skipped"], &tallied["games"]), (&json!(skipped.len()), &json!([])));
    let many = vec![chain(ADA, BO, ""); 1_001];
    let refusal = "At most 1000 games of 5000000 bytes are counted at once.";
    assert_eq!(problem(json!({"ask": "tally", "records": many})), refusal);
    assert_eq!(problem(json!({"ask": "tally", "records": ["a".repeat(5_000_001)]})), refusal);
    assert_eq!(tally(&many[..1_000])["games"].as_array().unwrap().len(), 1_000);
    for (records, part) in
        [(json!([7]), "expected a string"), (json!("a"), "expected a sequence"), (Value::Null, "nvalid type")]
    {
        let refused = problem(json!({"ask": "tally", "records": records}));
        assert!(refused.contains(part), "{refused}");
    }
}
