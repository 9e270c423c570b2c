//! The longest chain on the page: the same rules, chains and answers as in the terminal.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::{answer, problem};
use duel::longest::known::known;
use duel::longest::{Size, Solo};
use duel::speech::Language;
use serde_json::{Value, json};

fn alone(size: u32, kept: &Value, wish: Value) -> Value {
    answer(json!({"ask": "alone", "size": size, "kept": kept, "wish": wish}))
}

fn add(text: &str) -> Value {
    json!({"do": "add", "text": text})
}

#[test]
fn a_chain_is_made_by_what_is_kept_and_a_wish() {
    let mut now = alone(10, &Value::Null, Value::Null);
    assert_eq!(now["keep"], json!({"chain": "1..10:", "taken_back": 0, "best": "1..10:"}));
    assert_eq!((&now["can_undo"], &now["can_redo"], &now["stuck"]), (&json!(false), &json!(false), &Value::Null));
    for number in ["5", " 10 ", "2", "6"] {
        now = alone(10, &now["keep"], add(number));
    }
    assert_eq!((&now["chain"], &now["length"], &now["best"]), (&json!("1..10: 5 10 2 6"), &json!(4), &json!(4)));
    assert_eq!((&now["longest"], &now["longest_source"]), (&json!(9), &json!("OEIS, A337125")));

    let refused = alone(10, &now["keep"], add("4"));
    assert_eq!(refused["refused"], "4 is neither a divisor nor a multiple of 6.");
    assert_eq!(refused["keep"], now["keep"]);

    let back = alone(10, &now["keep"], json!({"do": "undo"}));
    assert_eq!(back["keep"], json!({"chain": "1..10: 5 10 2 6", "taken_back": 1, "best": "1..10: 5 10 2 6"}));
    assert_eq!((&back["length"], &back["best"], &back["can_redo"]), (&json!(3), &json!(4), &json!(true)));
    let again = alone(10, &back["keep"], json!({"do": "redo"}));
    assert_eq!(again["keep"], now["keep"]);
    let other = alone(10, &back["keep"], add("8"));
    assert_eq!((&other["chain"], &other["can_redo"]), (&json!("1..10: 5 10 2 8"), &json!(false)));

    let turned = alone(10, &now["keep"], json!({"do": "turn"}));
    assert_eq!(turned["chain"], "1..10: 6 2 10 5");
    let new = alone(10, &now["keep"], json!({"do": "new"}));
    assert_eq!((&new["length"], &new["best"]), (&json!(0), &json!(4)));
    assert_eq!(alone(10, &new["keep"], json!({"do": "undo"}))["refused"], "There is no number to take back.");
    assert_eq!(alone(10, &new["keep"], json!({"do": "redo"}))["refused"], "There is no number to put back.");
}

#[test]
fn the_board_is_that_of_one_person_and_nobody_loses() {
    let kept = json!({"chain": "1..10: 4 8 2 6 3 9 1 7", "taken_back": 0, "best": "1..10: 1"});
    let now = alone(10, &kept, Value::Null);
    assert_eq!(now["stuck"], "After 7 or 4 nothing goes: 1, 2, 8 are taken.");
    assert_eq!((&now["is_over"], &now["best"]), (&json!(true), &json!(8)));
    let position = &now["position"];
    for part in ["outcome", "turn_words", "prompt", "end_words"] {
        assert_eq!(position[part], Value::Null, "{part}");
    }
    let takers: Vec<&Value> = position["board"]["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| &cell["by"])
        .filter(|by| !by.is_null())
        .collect();
    assert_eq!(takers, vec![&json!(1); 8]);
    // At one end only: the other is a turn away.
    let kept = json!({"chain": "1..10: 10 5 1 7", "taken_back": 0, "best": "1..10:"});
    let now = alone(10, &kept, Value::Null);
    assert_eq!((&now["is_over"], &now["is_longest"]), (&json!(false), &json!(false)));
    assert_eq!(now["stuck"], "After 7 nothing goes: 1 is taken. Turn the chain round: it can go on at 10.");
    // What cannot be read at a glance is not listed.
    let kept = json!({"chain": "1..12: 10 5 1 8 4 12 3 6 2", "taken_back": 0, "best": "1..12:"});
    assert_eq!(alone(12, &kept, Value::Null)["stuck"], "After 2 or 10 nothing goes: all that could is taken.");
}

#[test]
fn what_was_kept_can_be_anything() {
    let chain = "1..10: 5 10";
    for kept in [
        json!(7),
        json!({}),
        json!({"chain": chain, "taken_back": 0}),
        json!({"chain": "1..10: 5 9", "taken_back": 0, "best": chain}),
        json!({"chain": chain, "taken_back": 0, "best": "1..20: 5 10"}),
        json!({"chain": chain, "taken_back": -1, "best": chain}),
        json!({"chain": format!("1..10: {}", "1 ".repeat(100_000)), "taken_back": 0, "best": chain}),
    ] {
        let now = alone(10, &kept, Value::Null);
        assert!(now["problem"].as_str().unwrap().ends_with("so they begin anew."), "{kept}");
        assert_eq!(now["keep"]["chain"], "1..10:", "{kept}");
    }
    let now = alone(10, &json!({"chain": chain, "taken_back": 99, "best": chain}), Value::Null);
    assert_eq!((&now["problem"], &now["length"], &now["keep"]["taken_back"]), (&Value::Null, &json!(0), &json!(2)));
    for size in [0, 201, u32::MAX] {
        let refused = "A chain is made here of the numbers 1 to N, where N is a whole number from 1 to 200.";
        assert_eq!(problem(json!({"ask": "alone", "size": size})), refused);
        assert_eq!(problem(json!({"ask": "longest", "size": size})), refused);
        assert!(
            problem(json!({"ask": "continuation", "chain": format!("1..{size}: 1")})).contains("the numbers 1 to N")
        );
    }
    for wish in [json!("undo"), json!({"do": "add"}), json!({"do": "undo", "text": "4"}), json!({"do": "jump"})] {
        problem(json!({"ask": "alone", "size": 10, "wish": wish}));
    }
}

#[test]
fn a_hint_leads_on_and_to_the_end() {
    let mut now = alone(30, &Value::Null, Value::Null);
    loop {
        let hint = answer(json!({"ask": "continuation", "chain": now["chain"]}));
        let Some(next) = hint["next"].as_str() else {
            assert_eq!(hint["count"], 0);
            break;
        };
        now = alone(30, &now["keep"], add(next));
        assert_eq!(now["refused"], Value::Null);
    }
    assert!(now["stuck"].is_string());
    assert!(now["length"].as_u64().unwrap() >= 20, "{}", now["chain"]);
}

#[test]
fn a_long_chain_is_shown_with_why_it_is_the_longest() {
    for size in [1, 2, 20, 30, 50, 100] {
        let longest = answer(json!({"ask": "longest", "size": size}));
        let known = known(Size::new(size).unwrap()).unwrap();
        assert_eq!(longest["length"], known.length, "{size}");
        assert!(longest["words"].as_str().unwrap().starts_with("No chain is longer"), "{longest}");
        let numbers = longest["position"]["moves"].as_array().unwrap().iter().map(|number| number.as_str().unwrap());
        let chain = numbers.fold(format!("1..{size}:"), |chain, number| format!("{chain} {number}"));
        assert_eq!(chain.parse::<Solo>().unwrap().len(), known.length);
        assert!(!longest["why"].as_str().unwrap().is_empty());
    }
    // What the bound by hand leaves open is not passed over.
    let longest = answer(json!({"ask": "longest", "size": 100}));
    assert!(longest["why"].as_str().unwrap().ends_with("that is 80."), "{longest}");
    assert_eq!(longest["words"], "No chain is longer: that even 78 is too many was found by computer.");
    // Where nobody knows, that is said.
    let longest = answer(json!({"ask": "longest", "size": 200}));
    assert!(longest["length"].as_u64().unwrap() > 130, "{longest}");
    assert_eq!(alone(200, &Value::Null, Value::Null)["longest"], Value::Null);
}

#[test]
fn what_is_kept_between_two_questions_is_the_whole_chain() {
    // Both do the same, by chance: the chain that lives, and the one that is given away and back with every question.
    let (size, mut luck) = (12_u64, 1_u64);
    let mut solo = Solo::new(Size::new(size).unwrap());
    let mut now = alone(12, &Value::Null, Value::Null);
    let mut best = 0;
    for step in 0..2_000 {
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (chance, number) = ((luck >> 33) % 16, (luck >> 40) % (size + 2));
        let (wish, refused) = match chance {
            0..=1 => (json!({"do": "undo"}), solo.undo().is_none().then(|| "There is no number to take back.".into())),
            2..=3 => (json!({"do": "redo"}), solo.redo().is_none().then(|| "There is no number to put back.".into())),
            4 => {
                solo.turn_around();
                (json!({"do": "turn"}), None)
            }
            5 if step % 7 == 0 => {
                solo = Solo::new(solo.size());
                (json!({"do": "new"}), None)
            }
            _ => {
                let refused = solo.add_text(&number.to_string()).err();
                (add(&number.to_string()), refused.map(|why| Language::English.sentence(&why)))
            }
        };
        best = best.max(solo.len());
        now = alone(12, &now["keep"], wish.clone());
        assert_eq!(now["refused"], json!(refused), "step {step}: {wish}");
        assert_eq!(now["chain"], solo.to_string(), "step {step}: {wish}");
        assert_eq!(
            (&now["best"], &now["can_redo"]),
            (&json!(best), &json!(solo.clone().redo().is_some())),
            "step {step}"
        );
        let cells = now["position"]["board"]["cells"].as_array().unwrap();
        let is_legal = |cell: &&Value| ["first", "divisor", "multiple"].contains(&cell["stands"].as_str().unwrap());
        let legal: Vec<String> =
            cells.iter().filter(is_legal).map(|cell| cell["number"].as_str().unwrap().into()).collect();
        assert_eq!(legal, solo.legal().iter().map(u64::to_string).collect::<Vec<_>>(), "step {step}");
        assert_eq!(now["stuck"].is_string(), solo.stuck().is_some(), "step {step}");
    }
    assert!(best >= 8, "{best}");
}
