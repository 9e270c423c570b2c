//! The one function of the browser game: every question is answered, and rubbish is refused in words.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::{answer, ask, problem};
use serde_json::{Value, json};

#[test]
fn the_books_and_what_is_drawn_of_them() {
    let library = answer(json!({"ask": "books"}));
    assert_eq!(library["books"].as_array().unwrap().len(), 7);
    assert_eq!(library["levels"].as_array().unwrap().len(), 5);
    for card in library["books"].as_array().unwrap() {
        let book = answer(json!({"ask": "book", "game": card["id"]}));
        assert!(!book["rules"].as_str().unwrap().is_empty());
        let position = answer(json!({"ask": "position", "game": card["code"], "moves": []}));
        assert_eq!(position["title"], card["title"]);
        let moves = book["example"].as_array().unwrap();
        let end = answer(json!({"ask": "position", "game": card["id"], "moves": moves}));
        assert_eq!(end["moves"], book["example"]);
    }
}

#[test]
fn a_game_is_set_up_with_numbers_as_they_are_typed() {
    let set_up = |game: &str, numbers: Option<&str>, fair: bool| json!({"ask": "set-up", "game": game, "numbers": numbers, "fair": fair});
    for (game, numbers, fair, code) in [
        ("classic", None, false, "classic"),
        ("classic", Some("50"), false, "classic"),
        ("juniper-green", Some(" 40 "), false, "juniper-green:40"),
        ("chain", Some("30"), true, "chain:30,first=composite"),
        ("divider", Some("84"), true, "divider:84"),
        ("divider", Some("90, 60 84,"), false, "divider:60,84,90"),
        ("take:1..60,first=odd", None, false, "take:1..60,first=odd"),
    ] {
        assert_eq!(answer(set_up(game, numbers, fair)), code);
    }
    for (game, numbers, fair, part) in [
        ("classic", "", false, "one whole number"),
        ("classic", "1,000", false, "one whole number"),
        ("classic", "50,misere", false, "one whole number"),
        ("classic", "1", false, "1 is below 2"),
        ("classic", "3", true, "composite"),
        ("classic", "2000000", false, "1,000,000"),
        ("juniper-green", "1", false, "even"),
        ("divider", "", false, "60, 84, 90"),
        ("divider", "60,misere", false, "60, 84, 90"),
        ("divider", "60, 2", false, "above 2"),
        ("divider", "99999999999999999999", false, "18446744073709551615"),
    ] {
        let problem = problem(set_up(game, Some(numbers), fair));
        assert!(problem.contains(part), "{game} {numbers}: {problem}");
    }
}

#[test]
fn a_name_is_one_that_records_take() {
    let name = |name: &str| json!({"ask": "name", "name": name});
    assert_eq!(answer(name("  Ada Lovelace ")), "Ada Lovelace");
    assert!(problem(name(&"a".repeat(33))).contains("at most 32 characters"));
    assert!(problem(name("Ada\u{202e}")).contains("invisible"));
}

#[test]
fn the_least_and_the_most_numbers_of_every_book_can_be_played() {
    for book in answer(json!({"ask": "books"}))["books"].as_array().unwrap() {
        let numbers = &book["numbers"];
        let least = numbers["least"].as_u64().unwrap();
        for (number, is_right) in
            [(least - 1, false), (least, true), (numbers["most"].as_str().unwrap().parse().unwrap(), true)]
        {
            let answer =
                ask(&json!({"ask": "set-up", "game": book["id"], "numbers": number.to_string(), "fair": false}));
            assert_eq!(answer.get("error").is_none(), is_right, "{} {number}: {answer}", book["id"]);
        }
    }
}

#[test]
fn a_position_says_what_is_a_divisor_and_what_a_multiple() {
    let position = answer(json!({"ask": "position", "game": "classic", "moves": [12]}));
    assert_eq!(position["legal"], json!([2, 3, 4, 6, 24, 36, 48]));
    assert_eq!(position["divisors"], json!([2, 3, 4, 6]));
    assert_eq!(position["multiples"], json!([24, 36, 48]));
    let table = answer(json!({"ask": "position", "game": "divider:18446744073709551556", "moves": []}));
    assert_eq!(table["table"][0]["number"], "18446744073709551556", "no digit is lost on the way");
    let halved = answer(json!({"ask": "position", "game": "divider:60,84", "moves": ["60/2"]}));
    assert_eq!(halved["most_divisions"], 5, "30 to 15 to 5, and 84 to 42 to 21 to 7");
}

#[test]
fn a_position_says_what_a_first_pick_must_be() {
    for (game, rule) in [
        ("chain", Value::Null),
        ("juniper-green", json!("an even number")),
        ("take:1..50,first=composite", json!("a composite number")),
        ("divider", Value::Null),
    ] {
        assert_eq!(answer(json!({"ask": "position", "game": game}))["first_pick"], rule, "{game}");
    }
}

#[test]
fn a_number_that_was_divided_stays_where_it_lay() {
    let table = |moves: &[&str]| {
        let position = answer(json!({"ask": "position", "game": "divider:60,84,90", "moves": moves}));
        let table =
            position["table"].as_array().unwrap().iter().map(|each| each["number"].as_str().unwrap().to_owned());
        table.collect::<Vec<_>>()
    };
    assert_eq!(table(&[]), ["60", "84", "90"]);
    assert_eq!(table(&["84/7"]), ["60", "12", "90"]);
    assert_eq!(table(&["84/7", "90/3", "60/2"]), ["30", "12", "30"]);
    // Of two that are alike the first one is divided.
    assert_eq!(table(&["84/7", "90/3", "60/2", "30/5", "30/15"]), ["6", "12", "2"]);
}

#[test]
fn what_is_typed_is_played_refused_or_lost() {
    let play = |game: &str, typed: &str| answer(json!({"ask": "play", "game": game, "moves": [], "typed": typed}));
    assert_eq!(play("chain", " 12 "), json!({"came": "played", "move": 12}));
    assert_eq!(play("chain", "99")["came"], "again");
    assert_eq!(play("chain", "twelve")["came"], "again");
    let lost = play("divider", "7");
    assert_eq!((&lost["came"], &lost["number"]), (&json!("lost"), &json!("60/7")));
    let scene = json!({"ask": "position", "game": "divider", "moves": [],
        "lost": {"player": 1, "reason": "illegal-number", "number": "60/7"}});
    assert_eq!(answer(scene)["outcome"], json!({"winner": 2, "reason": "illegal-number", "number": "60/7"}));
}

#[test]
fn an_end_that_no_game_can_have_is_refused() {
    let scene =
        |game: &str, moves: Value, lost: Value| json!({"ask": "record", "game": game, "moves": moves, "lost": lost});
    let by_number = |player: u8, number: &str| json!({"player": player, "reason": "illegal-number", "number": number});
    for (game, moves, lost, why) in [
        ("divider", json!([]), by_number(1, "60/2"), "60/2 was not an illegal number there"),
        ("divider", json!([]), by_number(1, "2"), "60/2 was not an illegal number there"),
        ("divider", json!([]), by_number(2, "7"), "it was the winner's turn to name a number"),
        ("classic", json!([12]), by_number(2, "6"), "6 was not an illegal number there"),
        ("classic", json!([12]), by_number(2, "60/7"), "60/7 was not an illegal number there"),
        ("classic", json!([47]), json!({"player": 1, "reason": "resigned"}), "after move 1 the game is over"),
    ] {
        let refused = problem(scene(game, moves, lost));
        assert!(refused.contains(&format!("This end contradicts the moves: {why}")), "{refused}");
    }
    for reason in ["no-move", "magic", ""] {
        let refused = problem(scene("classic", json!([12]), json!({"player": 1, "reason": reason})));
        assert_eq!(refused, format!("Nobody loses by \"{reason}\"."));
    }
    // A bare divisor stands for its division, and what is exported can be read.
    let record = answer(scene("divider", json!([]), by_number(1, "7")));
    assert!(record.as_str().unwrap().contains("[Result \"0-1 illegal-number 60/7\"]"), "{record}");
    assert_eq!(answer(json!({"ask": "open", "text": record}))["lost"]["number"], "60/7");
}

#[test]
fn hints_verdicts_and_judgements_agree() {
    let scene = json!({"game": "juniper-green:40", "moves": []});
    let with = |ask: &str| {
        let mut question = scene.clone();
        question["ask"] = json!(ask);
        question
    };
    let verdicts = answer(with("verdicts"));
    assert_eq!(verdicts, json!({"winner": 1, "winning": [22, 26], "method": "matching"}));
    assert_eq!(answer(with("hint"))["move"], 22);
    for (number, wins) in [(22, true), (26, true), (4, false)] {
        let mut question = with("challenge");
        question["attempt"] = json!({"move": number});
        let judged = answer(question);
        assert_eq!(judged["mark"], json!({"move": number, "wins": wins}));
        let said = judged["said"].as_str().unwrap();
        assert!(said.starts_with(if wins { "Yes! Take " } else { "4 loses: they answer " }), "{said}");
        assert_eq!(judged["went"], if wins { json!("at-once") } else { Value::Null });
        assert_eq!(judged["progress"], Value::Null, "no puzzle, so nothing counts");
    }
    let openings = answer(with("openings"));
    assert_eq!((&openings["winning"], &openings["pairs"]), (&json!([22, 26]), &json!(18)));
    let proof: duel::Proof = serde_json::from_value(answer(with("proof"))["proof"].clone()).unwrap();
    assert!(duel::check(&proof).is_ok());
    let picture = answer(with("picture"));
    assert_eq!(picture["rows"][0], json!([1]));
    assert_eq!(picture["rows"][1][0], 2);
    assert!(picture["lines"].as_array().unwrap().contains(&json!([2, 4])));
    assert!(!picture["lines"].as_array().unwrap().contains(&json!([2, 8])), "4 is between them");
}

#[test]
fn a_game_is_reviewed_and_teaches_something() {
    let moves = json!([12, 4, 16, 8, 2, 6, 18, 9, 3, 15, 5, 10, 20]);
    let review = answer(json!({"ask": "review", "game": "chain", "moves": moves}));
    assert_eq!(review["moves"].as_array().unwrap().len(), 13);
    assert_eq!(review["turned"], "No turning point: nobody threw a win away.");
    let given_up = answer(json!({"ask": "review", "game": "classic", "moves": [36, 6],
        "lost": {"player": 1, "reason": "resigned"}}));
    assert_eq!(given_up["turned"], "Turning point: the last position could be won.");
    assert!(given_up["moves"].as_array().unwrap().iter().all(|each| each["is_turning_point"] == false));
    let lesson = answer(json!({"ask": "lesson", "game": "chain", "moves": moves, "player": 1}));
    assert_eq!(lesson["moves_before"], Value::Null);
    let turned = answer(json!({"ask": "lesson", "game": "classic", "moves": [36, 6],
        "lost": {"player": 1, "reason": "resigned"}, "player": 1}));
    assert_eq!(turned["moves_before"], 2);
    let text = answer(json!({"ask": "record", "game": "chain", "moves": moves, "opening": 2}));
    let mut scene = answer(json!({"ask": "open", "text": text}));
    scene["ask"] = json!("review");
    let by_chance =
        answer(scene)["moves"].as_array().unwrap().iter().filter(|each| each["mark"] == "by-chance").count();
    assert_eq!(by_chance, 2, "an opening of an arena's game is nobody's choice");
}

#[test]
fn a_proof_that_is_opened_is_checked() {
    let proof = answer(json!({"ask": "proof", "game": "chain", "moves": [14]}))["proof"].to_string();
    let opened = answer(json!({"ask": "open", "text": proof}));
    assert_eq!(opened["is"], "proof");
    assert!(opened["words"].as_str().unwrap().contains("Player 2 wins"), "{opened}");
    let broken = proof.replace("\"winner\":2", "\"winner\":1");
    assert!(problem(json!({"ask": "open", "text": broken})).starts_with("This proves nothing: "));
}

#[test]
fn every_move_says_why_it_was_legal() {
    for (game, moves, words) in [
        ("chain", json!([]), Value::Null),
        ("chain", json!([12]), json!("12 is the first pick.")),
        ("chain", json!([12, 4]), json!("4 is a divisor of 12.")),
        ("chain", json!([12, 4, 16]), json!("16 is a multiple of 4.")),
        ("last-resort", json!([29, 1]), json!("1 divides 29, and nothing else was left.")),
        ("last-resort", json!([29, 1, 7]), json!("7 is a multiple of 1.")),
        ("divider", json!(["60/5"]), json!("5 divides 60, and 12 is left.")),
    ] {
        assert_eq!(answer(json!({"ask": "position", "game": game, "moves": moves}))["move_words"], words);
    }
}

#[test]
fn what_is_too_hard_is_said_to_be() {
    // More numbers than can be searched at all, so that the answer comes at once.
    for question in ["verdicts", "hint", "proof", "openings"] {
        let problem = problem(json!({"ask": question, "game": "take:2..2000,misere", "moves": []}));
        assert_eq!(problem, "This position is too hard to solve here.", "{question}");
    }
    let review = answer(json!({"ask": "review", "game": "take:2..2000,misere", "moves": [12, 6]}));
    assert_eq!(review["turned"], "No turning point in what could be judged.");
}

#[test]
fn the_rules_are_those_that_are_played() {
    let rules = |game: &str| answer(json!({"ask": "book", "game": game}))["rules"].as_str().unwrap().to_string();
    assert!(rules("juniper-green").contains("1 to 100"));
    assert!(rules("juniper-green:40").contains("1 to 40") && !rules("juniper-green:40").contains("100"));
}

#[test]
fn puzzles_have_one_winning_move() {
    for question in [
        json!({"ask": "puzzle", "seed": 7}),
        json!({"ask": "puzzle", "game": "classic", "grade": "hard", "seed": 7}),
        json!({"ask": "puzzle", "day": 20772}),
        json!({"ask": "puzzle", "game": "chain", "day": 20772}),
    ] {
        let puzzle = answer(question);
        let verdicts = answer(json!({"ask": "verdicts", "game": puzzle["game"], "moves": puzzle["moves"]}));
        assert_eq!(verdicts["winning"].as_array().unwrap().len(), 1, "{puzzle}");
    }
}

#[test]
fn records_rule_files_and_codes_are_opened() {
    let scene = json!({"ask": "record", "game": "divider", "moves": ["60/2"], "names": ["Ada", "Bo"], "date": "2026-11-15",
        "lost": {"player": 2, "reason": "illegal-number", "number": "30/7"}});
    let text = answer(scene);
    let opened = answer(json!({"ask": "open", "text": text}));
    assert_eq!(opened["is"], "record");
    assert_eq!(opened["lost"], json!({"player": 2, "reason": "illegal-number", "number": "30/7"}));
    assert_eq!(opened["names"], json!(["Ada", "Bo"]));
    assert_eq!(answer(json!({"ask": "open", "text": " juniper-green:40\n"}))["is"], "game");
    let formats = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md")).unwrap();
    let rule_file = formats.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(answer(json!({"ask": "open", "text": rule_file}))["is"], "rule-file");
    let position = answer(json!({"ask": "position", "rules": rule_file, "moves": []}));
    assert!(position["outcome"].is_null());
}

#[test]
fn fault_44_rubbish_is_refused_in_words() {
    for text in ["", "{", "[]", "{\"ask\": \"nonsense\"}", "{\"ask\": \"position\"}", "\u{0}"] {
        let answer: Value = serde_json::from_str(&web::ask(text)).unwrap();
        assert!(!answer["error"].as_str().unwrap().is_empty(), "{text:?}");
    }
    for (question, part) in [
        (json!({"ask": "position", "game": "clasic", "moves": []}), "classic"),
        (json!({"ask": "position", "game": "classic", "moves": [12, 7]}), "Move 2: 7 is neither"),
        (json!({"ask": "position", "game": "classic", "moves": ["60/2"]}), "Move 1"),
        (json!({"ask": "position", "game": "take:1..2000000", "moves": []}), "1,000,000"),
        (json!({"ask": "position", "rules": "game = ", "moves": []}), "Line 1"),
        (json!({"ask": "open", "text": "[Game \"chain\"]\n\n12 7"}), "Line 3, column 4"),
        (json!({"ask": "open", "text": "hello"}), "no game called \"hello\""),
        (json!({"ask": "open", "text": "12 6\n18"}), "Line 1"),
        (json!({"ask": "puzzle", "grade": "fiendish", "seed": 1}), "easy, medium or hard"),
        (json!({"ask": "picture", "game": "take:1..5000", "moves": []}), "260"),
        (json!({"ask": "position", "game": "chain", "moves": [], "lost": {"player": 1, "reason": "magic"}}), "magic"),
        (json!({"ask": "record", "game": "chain", "moves": [], "names": ["", "Bo"]}), "name"),
    ] {
        let problem = problem(question.clone());
        assert!(problem.contains(part), "{question}: {problem}");
        assert!(!problem.ends_with(".."), "{problem}");
    }
}

/// A number with 103,680 divisors: no number of 64 bits has more.
const MOST_DIVISORS: u64 = 897_612_484_786_617_600;

/// A page that reads more than this stands still.
const READABLE: usize = 250_000;

#[test]
fn fault_45_of_many_divisors_the_smallest_are_listed() {
    let table = |game: &str| answer(json!({"ask": "position", "game": game}))["table"].clone();
    let divisors = |on_table: &Value| serde_json::from_value::<Vec<String>>(on_table["divisors"].clone()).unwrap();
    let many = &table(&format!("divide:{MOST_DIVISORS}"))[0];
    assert_eq!(many["divisor_count"], 103_678);
    let smallest: Vec<String> =
        (2..).filter(|by| MOST_DIVISORS.is_multiple_of(*by)).take(1_000).map(|by: u64| by.to_string()).collect();
    assert_eq!(divisors(many), smallest);
    // Of a few all are listed, and a prime has none.
    let few = table("divide:60,97,5040");
    assert_eq!(divisors(&few[0]), ["2", "3", "4", "5", "6", "10", "12", "15", "20", "30"]);
    assert_eq!((divisors(&few[1]).len(), divisors(&few[2]).len()), (0, 58));
    for on_table in few.as_array().unwrap() {
        assert_eq!(on_table["divisor_count"], divisors(on_table).len());
    }
    // Nobody divides when the game is over.
    let lost = json!({"player": 1, "reason": "resigned"});
    let over = answer(json!({"ask": "position", "game": "divider", "lost": lost}));
    assert_eq!((&over["table"][0]["divisors"], &over["table"][0]["divisor_count"]), (&json!([]), &json!(0)));
    // One that is not listed is as legal as the others.
    let half = (MOST_DIVISORS / 2).to_string();
    let played = answer(json!({"ask": "play", "game": format!("divide:{MOST_DIVISORS}"), "typed": half}));
    assert_eq!(played, json!({"came": "played", "move": format!("{MOST_DIVISORS}/{half}")}));
}

#[test]
fn fault_45_every_answer_that_is_drawn_is_short() {
    let heap = MOST_DIVISORS.to_string();
    let most = format!("divide:{}", vec![heap.as_str(); 32].join(","));
    let rules = "id = \"big\"\ntitle = \"Big\"\nsummary = \"All of them.\"\ngame = \"take:1..1000000\"\nrules = \"Take.\"\nexample = \"1 2\"\n";
    for question in [
        json!({"ask": "position", "game": most}),
        json!({"ask": "position", "game": format!("divide:{MOST_DIVISORS}")}),
        json!({"ask": "position", "game": "take:1..1000000"}),
        json!({"ask": "position", "game": "take:1..1000000", "moves": [1]}),
        json!({"ask": "position", "game": "take:1..1000000", "moves": [2, 1]}),
        json!({"ask": "book", "rules": rules}),
        json!({"ask": "verdicts", "game": format!("divide:{MOST_DIVISORS}")}),
        json!({"ask": "verdicts", "game": "take:1..1000000", "moves": [1]}),
        json!({"ask": "proof", "game": "take:1..1000000", "moves": [1]}),
        json!({"ask": "openings", "game": "take:1..1000000"}),
    ] {
        let length = web::ask(&question.to_string()).len();
        answer(question.clone());
        assert!(length < READABLE, "{length} bytes answer {question}");
    }
}

#[test]
fn a_proof_that_is_too_long_to_be_drawn_is_a_file_all_the_same() {
    for (game, is_drawn) in [("take:1..10000", true), ("take:1..10001", false)] {
        let proved = answer(json!({"ask": "proof", "game": game}));
        assert_eq!(!proved["proof"].is_null(), is_drawn, "{game}");
        let file = answer(json!({"ask": "proof-file", "game": game}));
        let proof: duel::Proof = serde_json::from_str(file.as_str().unwrap()).unwrap();
        assert_eq!(proved["words"], duel::check(&proof).unwrap().to_string());
    }
}

/// A legal chain of so many numbers on a board up to a million: 999, 999 × 998, 998, 998 × 997 and so on.
fn long_chain(moves: usize) -> Vec<u64> {
    (34..=999).rev().flat_map(|n| [n, n * (n - 1)]).take(moves).collect()
}

#[test]
fn fault_45_a_game_of_more_moves_than_anybody_plays_is_refused() {
    let record = |moves: &[u64]| {
        let words: Vec<String> = moves.iter().map(u64::to_string).collect();
        format!("[Game \"take:1..1000000\"]\n\n{}\n", words.join(" "))
    };
    let questions = |moves: &[u64]| {
        [
            json!({"ask": "position", "game": "take:1..1000000", "moves": moves}),
            json!({"ask": "record", "game": "take:1..1000000", "moves": moves}),
            json!({"ask": "open", "text": record(moves)}),
        ]
    };
    for question in questions(&long_chain(1_000)) {
        answer(question);
    }
    for question in questions(&long_chain(1_001)) {
        let problem = problem(question);
        assert_eq!(problem, "This game has 1001 moves, and games of up to 1000 can be followed here.");
    }
}

#[test]
fn fault_44_only_two_can_lose() {
    for player in [0, 3, 255] {
        let lost = json!({"player": player, "reason": "resigned"});
        let problem = problem(json!({"ask": "position", "game": "chain", "lost": lost}));
        assert_eq!(problem, format!("The players are 1 and 2, so {player} cannot have lost."));
    }
}

#[test]
fn fault_44_a_reason_is_short_however_long_the_rubbish() {
    let long = "é".repeat(1_000_000);
    for question in [
        json!({"ask": long}),
        json!({"ask": "open", "text": long}),
        json!({"ask": "position", "game": long}),
        json!({"ask": "position", "game": format!("take:1..{}", "9".repeat(1_000_000))}),
        json!({"ask": "position", "game": "classic", "moves": [long]}),
        json!({"ask": "position", "game": "classic", "lost": {"player": 1, "reason": long}}),
        json!({"ask": "play", "game": "classic", "typed": long}),
        json!({"ask": "puzzle", "grade": long, "seed": 1}),
        json!({"ask": "progress", "kept": {&*long: 1}}),
        json!({"ask": "challenge", "game": "chain", "moves": [14], "attempt": {"typed": long}}),
        json!({"ask": "challenge", "game": "chain", "moves": [14], "attempt": {&*long: 1}}),
        json!({"ask": "challenge", "game": "chain", "moves": [14], "attempt": {"help": long}}),
    ] {
        let said = web::ask(&question.to_string());
        assert!(said.len() < 1_100, "{}", said.len());
    }
}
