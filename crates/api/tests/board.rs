//! What a board shows besides the position: advice, what a move would leave, why somebody is stuck, and nothing of what is to be found.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::{answer, problem};
use serde_json::{Value, json};

fn advice(scene: Value, stage: &str) -> Value {
    answer(json!({"ask": "advice", "scene": scene, "stage": stage}))["advice"].clone()
}

#[test]
fn advice_comes_in_stages_and_points_at_the_board() {
    let scene = json!({"game": "juniper-green:40", "moves": ["22", "11", "33", "3", "6"]});
    let legal: Vec<Value> = answer(json!({"ask": "position", "scene": scene}))["board"]["cells"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|cell| ["divisor", "multiple"].contains(&cell["stands"].as_str().unwrap()))
        .map(|cell| cell["number"].clone())
        .collect();
    let [nudge, idea, told] = ["nudge", "idea", "move"].map(|stage| advice(scene.clone(), stage));
    assert_eq!([&nudge["stage"], &idea["stage"], &told["stage"]], ["nudge", "idea", "move"]);
    assert_eq!([&nudge["next"], &idea["next"]], ["idea", "move"]);
    assert_eq!((&nudge["move"], &idea["move"], &told["next"]), (&Value::Null, &Value::Null, &Value::Null));
    let points_at = |advice: &Value| advice["points_at"].as_array().unwrap().clone();
    for each in [&nudge, &idea, &told] {
        assert!(points_at(each).iter().all(|chosen| legal.contains(chosen)), "{each}");
        assert!(points_at(each).contains(&told["move"]), "{each}");
        assert!(!each["words"].as_str().unwrap().is_empty());
    }
    assert!((2..=3).contains(&points_at(&idea).len()));
    assert_eq!(points_at(&told), [told["move"].clone()]);
    // What they may answer is what the move leaves them, and what meets it stands in the words.
    let left = answer(json!({"ask": "peek", "scene": scene, "move": told["move"]}))["legal"].clone();
    let answers: Vec<Value> = told["partners"].as_array().unwrap().iter().map(|pair| pair[0].clone()).collect();
    assert!(!answers.is_empty() && Value::from(answers) == left, "{told}");
    assert_eq!((&nudge["partners"], &idea["partners"]), (&json!([]), &json!([])));
}

#[test]
fn where_a_stage_has_nothing_of_its_own_the_next_one_speaks() {
    // There is one move, and so no idea to have.
    let only = json!({"game": "take:2..6", "moves": ["4"]});
    assert_eq!(advice(only.clone(), "idea")["stage"], "move");
    assert_eq!(advice(only, "nudge")["points_at"], json!(["2"]));
    // Where numbers are divided nothing has a partner on the board.
    let divided = advice(json!({"game": "divider:60,84"}), "move");
    assert_eq!(divided["partners"], json!([]));
    assert!(divided["move"].as_str().unwrap().contains('/'));
    assert_eq!(advice(json!({"game": "chain", "moves": ["14", "7"]}), "move"), Value::Null, "the game is over");
    for (changed, part) in [(json!("everything"), "nudge"), (json!(1), "nvalid type"), (Value::Null, "nvalid type")] {
        let refused = problem(json!({"ask": "advice", "scene": {"game": "chain"}, "stage": changed}));
        assert!(refused.contains(part), "{refused}");
    }
    assert!(problem(json!({"ask": "hint", "scene": {"game": "chain"}})).contains("hint"));
}

#[test]
fn a_look_at_a_move_says_what_it_leaves() {
    for (game, moves, chosen, legal, words) in [
        ("chain", json!(["14"]), "7", json!([]), "7 leaves them no move: that wins."),
        ("take:2..6", json!(["4", "2"]), "6", json!(["3"]), "6 leaves them only 3."),
        ("classic", json!([]), "15", json!(["3", "5", "30", "45"]), "15 leaves them 3, 5, 30, 45."),
        (
            "take:2..6,misere",
            json!(["4", "2", "6"]),
            "3",
            json!([]),
            "3 leaves them no move, and in this game that wins for them.",
        ),
        ("divider", json!([]), "60/30", json!([]), "60/30 leaves them no move: that wins."),
    ] {
        let peeked = answer(json!({"ask": "peek", "scene": {"game": game, "moves": moves}, "move": chosen}));
        assert_eq!(peeked, json!({"legal": legal, "words": words}), "{game}");
    }
    let many = answer(json!({"ask": "peek", "scene": {"game": "take:1..1000000", "moves": ["2"]}, "move": "1"}));
    assert_eq!(many, json!({"legal": null, "words": "1 leaves them 999998 moves."}));
    for (scene, chosen, part) in [
        (json!({"game": "chain", "moves": ["14"]}), "5", "5 is neither a divisor nor a multiple of 14."),
        (json!({"game": "chain", "moves": ["14"]}), "14", "already taken"),
        (json!({"game": "chain", "moves": ["14", "7"]}), "14", "the game is over"),
        (json!({"game": "chain"}), "60/2", "60/2"),
        (json!({"game": "divider"}), "7", "7"),
        (json!({"game": "divider"}), "", "is not a move"),
    ] {
        let refused = problem(json!({"ask": "peek", "scene": scene, "move": chosen}));
        assert!(refused.contains(part), "{refused}");
    }
}

#[test]
fn whoever_is_stuck_sees_why() {
    let drawn = |game: &str, moves: Value, outcome: Value| {
        answer(json!({"ask": "position", "scene": {"game": game, "moves": moves, "outcome": outcome}}))
    };
    let sample = json!(["12", "4", "16", "8", "2", "6", "18", "9", "3", "15", "5", "10", "20"]);
    let end = drawn("chain", sample, Value::Null);
    assert_eq!(end["neighbours"], json!(["2", "4", "5", "10"]), "20 goes with these, and all are taken");
    for number in end["neighbours"].as_array().unwrap() {
        let cell = end["board"]["cells"].as_array().unwrap().iter().find(|cell| cell["number"] == *number).unwrap();
        assert_eq!(cell["stands"], "taken");
    }
    assert_eq!(drawn("classic", json!(["47"]), Value::Null)["neighbours"], json!([]));
    let resigned = json!({"winner": 1, "reason": "resigned"});
    for (game, moves, outcome) in [
        ("chain", json!(["12"]), Value::Null),
        ("chain", json!(["12"]), resigned),
        ("divider:7", json!([]), Value::Null),
    ] {
        assert_eq!(drawn(game, moves, outcome)["neighbours"], Value::Null, "{game}: nobody is stuck by a number");
    }
}

/// A game in which people find the legal numbers themselves.
fn finding(game: &str, opening: Value) -> Value {
    let seats = json!([{"name": "Ada", "who": "human"}, {"name": "Bo", "who": "human"}]);
    answer(
        json!({"ask": "begin", "game": game, "seats": seats, "first": 1, "seed": "1", "at": 0, "find": true, "opening": opening}),
    )
}

#[test]
fn what_is_to_be_found_is_not_given_away() {
    for book in answer(json!({"ask": "books"}))["books"].as_array().unwrap() {
        let game = finding(book["code"].as_str().unwrap(), json!([book["example"][0]]));
        let scene = json!({"record": game["record"]});
        let position = answer(json!({"ask": "position", "scene": scene}));
        assert_eq!(game["view"]["position"], position, "wherever it is asked for");
        assert_eq!(game["view"]["hides_legal"], true);
        let board = &position["board"];
        for cell in board["cells"].as_array().unwrap_or(&vec![]) {
            assert!(["free", "taken", "last"].contains(&cell["stands"].as_str().unwrap()), "{cell}");
        }
        for number in board["numbers"].as_array().unwrap_or(&vec![]) {
            let told = ["factors", "divisors", "divisor_count"].map(|part| number[part].clone());
            assert_eq!(told, [Value::Null, json!([]), Value::Null]);
            assert_eq!(board["most_divisions"], Value::Null);
        }
        assert_eq!(advice(scene.clone(), "nudge")["points_at"], json!([]));
        for chosen in ["6", "7", "30/5"] {
            let refused = problem(json!({"ask": "peek", "scene": scene, "move": chosen}));
            assert_eq!(refused, "Legal numbers are not shown: find them yourself.");
        }
    }
    let list = &finding("take:2..2000", json!(["12"]))["view"]["position"]["board"];
    assert_eq!((&list["legal_count"], &list["legal"]), (&Value::Null, &Value::Null));
}

#[test]
fn whoever_finds_a_number_wrong_is_told_and_it_is_counted_in_words() {
    let game = finding("chain", json!([]));
    let find_them = json!(["Legal numbers are not shown: find them yourself."]);
    assert_eq!((&game["view"]["remarks"]["start"], &game["view"]["remarks"]["found"]), (&find_them, &Value::Null));
    let mut record = game["record"].clone();
    let mut act = |number: &str| {
        let wish = json!({"do": "move", "move": number});
        let by = answer(json!({"ask": "session", "session": {"record": record}}))["view"]["by"].clone();
        let came = answer(json!({"ask": "act", "session": {"record": record}, "by": by, "action": wish, "at": 1}));
        record = came["record"].clone();
        came
    };
    act("14");
    let missed = act("5");
    assert_eq!(missed["missed"], "5 is neither a divisor nor a multiple of 14.");
    let end = act("7")["view"].clone();
    assert_eq!(end["position"]["neighbours"], json!(["14"]));
    assert_eq!(
        end["remarks"]["found"],
        "Ada found a legal number at the first try in 1 of 1 turn. Bo found a legal number at the first try in 0 of 1 turn; 1 try was wrong."
    );
    assert!(end["position"]["board"]["cells"].as_array().unwrap().iter().any(|cell| cell["stands"] == "free"));
}
