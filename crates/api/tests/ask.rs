//! Every question is answered, and rubbish is refused in words.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use api::Answer;
use common::{answer, ask, problem};
use duel::speech::{English, InShort, Language};
use serde_json::{Value, json};

#[test]
fn the_books_and_what_is_drawn_of_them() {
    let library = answer(json!({"ask": "books"}));
    assert_eq!(library["books"].as_array().unwrap().len(), 7);
    assert_eq!(library["opponents"].as_array().unwrap().len(), 5);
    let fox = json!({"level": 3, "name": "Fox", "sees": "thinks of your answer and the answer to that"});
    assert_eq!(library["opponents"][2], fox);
    for card in library["books"].as_array().unwrap() {
        let book = answer(json!({"ask": "book", "scene": {"game": card["id"]}}));
        assert!(!book["rules"].as_str().unwrap().is_empty());
        let offered = duel::RuleBook::find(card["id"].as_str().unwrap()).unwrap().opponents().to_vec();
        assert_eq!(card["opponents"], json!(offered.iter().map(|level| level.number()).collect::<Vec<_>>()));
        let position = answer(json!({"ask": "position", "scene": {"game": card["code"], "moves": []}}));
        assert_eq!(position["title"], card["title"]);
        let moves = book["example"].as_array().unwrap();
        let end = answer(json!({"ask": "position", "scene": {"game": card["id"], "moves": moves}}));
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
        let set_up = answer(set_up(game, numbers, fair));
        assert_eq!(set_up["code"], code);
        let game = code.parse().unwrap();
        let said = Language::English.say(&InShort(&game));
        assert_eq!(set_up["words"], said.as_str(), "what is said is about these numbers");
    }
    for (game, numbers, fair, part) in [
        ("classic", "", false, "one whole number"),
        ("classic", "1,000", false, "one whole number"),
        ("classic", "50,misere", false, "one whole number"),
        ("classic", "1", false, "1 is below 2"),
        ("classic", "3", true, "non-prime"),
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
    assert_eq!(answer(name("  Ada Lovelace ")), json!({"name": "Ada Lovelace"}));
    assert!(problem(name(&"a".repeat(33))).contains("at most 32 characters"));
    assert!(problem(name("Ada\u{202e}")).contains("invisible"));
}

#[test]
fn the_least_and_the_most_numbers_of_every_book_can_be_played() {
    for book in answer(json!({"ask": "books"}))["books"].as_array().unwrap() {
        let numbers = &book["numbers"];
        let number = |name: &str| numbers[name].as_str().unwrap().parse::<u64>().unwrap();
        let least = number("least");
        for (number, is_right) in [(least - 1, false), (least, true), (number("most"), true)] {
            let answer =
                ask(&json!({"ask": "set-up", "game": book["id"], "numbers": number.to_string(), "fair": false}));
            assert_eq!(answer.get("error").is_none(), is_right, "{} {number}: {answer}", book["id"]);
        }
    }
}

/// The numbers of a grid that stand like this.
fn standing(position: &Value, how: &[&str]) -> Vec<String> {
    let cells = position["board"]["cells"].as_array().unwrap().iter();
    let standing = cells.filter(|cell| how.contains(&cell["stands"].as_str().unwrap()));
    standing.map(|cell| cell["number"].as_str().unwrap().into()).collect()
}

#[test]
fn a_grid_says_how_every_number_stands() {
    let position = answer(json!({"ask": "position", "scene": {"game": "classic", "moves": ["12"]}}));
    assert_eq!(standing(&position, &["divisor"]), ["2", "3", "4", "6"]);
    assert_eq!(standing(&position, &["multiple"]), ["24", "36", "48"]);
    assert_eq!(standing(&position, &["first", "taken", "last-resort"]), [""; 0]);
    let board = &position["board"];
    assert_eq!((&board["kind"], &board["columns"], &board["before"]), (&json!("grid"), &json!(10), &json!(1)));
    assert_eq!(board["cells"][10], json!({"number": "12", "stands": "last", "by": 1}));
    assert_eq!(board["cells"].as_array().unwrap().len(), 49);
    let position = answer(json!({"ask": "position", "scene": {"game": "last-resort", "moves": ["4", "8"]}}));
    assert_eq!(position["board"]["cells"][0], json!({"number": "1", "stands": "last-resort"}));
    assert_eq!(position["board"]["cells"][3], json!({"number": "4", "stands": "taken", "by": 1}));
    assert_eq!(position["board"]["cells"][7], json!({"number": "8", "stands": "last", "by": 2}));
    let start = answer(json!({"ask": "position", "scene": {"game": "classroom"}}));
    let below_50: Vec<String> = (2..50).step_by(2).map(|number: u64| number.to_string()).collect();
    assert_eq!(standing(&start, &["first"]), below_50);
    // When the game is over nothing is legal.
    let over = answer(json!({"ask": "position", "scene": {"game": "classic", "moves": ["47"]}}));
    assert_eq!(standing(&over, &["free"]).len(), 48);
    // Rows end with the tens where that means something, and wide numbers have no rows.
    for (game, columns, before) in
        [("take:7..30", json!(10), 6), ("evens", json!(10), 0), ("take:991..1000", Value::Null, 0)]
    {
        let board = &answer(json!({"ask": "position", "scene": {"game": game}}))["board"];
        assert_eq!((&board["columns"], &board["before"]), (&columns, &json!(before)), "{game}");
    }
}

#[test]
fn of_a_pool_too_large_to_be_drawn_what_is_legal_is_listed() {
    let board = |game: &str, moves: &[&str]| {
        answer(json!({"ask": "position", "scene": {"game": game, "moves": moves}}))["board"].clone()
    };
    assert_eq!(board("take:2..1201", &[])["kind"], "grid");
    let many = json!({"kind": "list", "count": 1_201, "largest": "1202", "legal_count": 1_201, "legal": null});
    assert_eq!(board("take:2..1202", &[]), many);
    let few = board("take:2..1202", &["601"]);
    assert_eq!((&few["legal_count"], &few["legal"]), (&json!(1), &json!(["1202"])));
    assert_eq!(board("take:1..1000000", &["2", "1"])["legal_count"], 999_998);
}

#[test]
fn a_table_has_its_numbers_with_their_factors() {
    let board = |game: &str, moves: &[&str]| {
        answer(json!({"ask": "position", "scene": {"game": game, "moves": moves}}))["board"].clone()
    };
    let table = board("divider:18446744073709551556", &[]);
    assert_eq!(table["numbers"][0]["number"], "18446744073709551556", "no digit is lost on the way");
    let halved = board("divider:60,84", &["60/2"]);
    assert_eq!(halved["most_divisions"], 5, "30 to 15 to 5, and 84 to 42 to 21 to 7");
    assert_eq!(
        board("divider:12,13", &[]),
        json!({"kind": "table", "most_divisions": 2, "numbers": [
            {"number": "12", "factors": ["2", "2", "3"], "is_prime": false, "divisors": [
                {"by": "2", "left": "6"}, {"by": "3", "left": "4"}, {"by": "4", "left": "3"}, {"by": "6", "left": "2"},
            ], "divisor_count": 4},
            {"number": "13", "factors": ["13"], "is_prime": true, "divisors": [], "divisor_count": 0},
        ]})
    );
}

#[test]
fn a_position_says_what_can_be_asked_and_typed() {
    for (game, moves, taken_list, typing, is_picked) in [
        ("classic", json!(["12"]), "Selected Numbers", "number", true),
        ("last-resort", json!(["12"]), "Selected Numbers", "number", true),
        ("chain", json!(["12"]), "Chain", "number", true),
        ("evens", json!(["12"]), "Removed Numbers", "number", true),
        ("juniper-green", json!(["12"]), "Taken", "number", true),
        ("divider", json!(["60/2"]), "Divisions", "divisor", false),
        ("divider:60,84", json!(["60/2"]), "Divisions", "division", false),
    ] {
        let position = answer(json!({"ask": "position", "scene": {"game": game, "moves": moves}}));
        assert_eq!((&position["taken_list"], &position["typing"]), (&json!(taken_list), &json!(typing)), "{game}");
        for offer in ["has_pairing", "has_picture"] {
            assert_eq!(position[offer], is_picked, "{game}");
        }
        assert_eq!(position["last"], if is_picked { moves[0].clone() } else { Value::Null }, "{game}");
    }
    let library = answer(json!({"ask": "books"}));
    for (id, ask_for, can_be_fair) in [("classic", "largest", true), ("divider", "to-divide", false)] {
        let book = library["books"].as_array().unwrap().iter().find(|book| book["id"] == id).unwrap();
        assert_eq!((&book["numbers"]["ask_for"], &book["can_be_fair"]), (&json!(ask_for), &json!(can_be_fair)));
    }
    let numbers = |scene: Value| answer(json!({"ask": "book", "scene": scene}))["numbers"].clone();
    assert_eq!(numbers(json!({"game": "juniper-green:40"}))["typed"], "40");
    assert_eq!(numbers(json!({"game": "divider:60,84"}))["typed"], "60, 84");
    assert_eq!(numbers(json!({"game": "take:1..60,first=odd"})), Value::Null);
}

#[test]
fn a_position_says_what_a_first_pick_must_be() {
    for (game, moves, rule) in [
        ("chain", json!([]), Value::Null),
        ("juniper-green", json!([]), json!("an even number")),
        ("juniper-green", json!(["12"]), Value::Null),
        ("take:1..50,first=composite", json!([]), json!("a non-prime above 1")),
        ("divider", json!([]), Value::Null),
    ] {
        let position = answer(json!({"ask": "position", "scene": {"game": game, "moves": moves}}));
        assert_eq!(position["first_pick"], rule, "{game}");
    }
}

#[test]
fn a_position_speaks_the_words_of_its_book() {
    for (game, moves, turn, prompt) in [
        ("classic", json!([]), "[Turn 1] Ada, select a number from the pool:", "Ada selects:"),
        ("classic", json!(["12"]), "[Turn 2] Bo, select a divisor or multiple of 12:", "Bo selects:"),
        ("last-resort", json!([]), "1 is left as a last resort.\nAda's Turn:", "Select any number from 2 to 30:"),
        (
            "last-resort",
            json!(["15"]),
            "Bo's Turn:\nNumbers available that are divisors or multiples of 15: 3, 5, 30",
            "Select a number:",
        ),
        ("chain", json!([]), "Ada's Turn:\nChain: Empty", "Action: Chooses"),
        (
            "chain",
            json!(["12"]),
            "Bo's Turn:\nLast Number: 12\nPossible Moves: Divisors or multiples of 12 from the pool.",
            "Action: Chooses",
        ),
        ("evens", json!([]), "Ada, it's your turn.", "Select a number to remove:"),
        (
            "evens",
            json!(["12"]),
            "Bo, it's your turn.\nLast number removed: 12\nValid choices are multiples or divisors of 12.",
            "Select a number to remove:",
        ),
        ("divider", json!(["60/2"]), "Bo's turn.\nCurrent Number: 30", "Enter your chosen divisor:"),
    ] {
        let scene = json!({"game": game, "moves": moves, "names": ["Ada", "Bo"]});
        let position = answer(json!({"ask": "position", "scene": scene}));
        assert_eq!((&position["turn_words"], &position["prompt"]), (&json!(turn), &json!(prompt)), "{game}");
        assert_eq!(position["end_words"], Value::Null, "{game}");
    }
}

#[test]
fn a_game_ends_in_the_words_of_its_book_and_nobody_is_asked_for_a_number() {
    let lost = |reason: &str, number: Value| json!({"winner": 1, "reason": reason, "number": number});
    let names = json!(["Ada", "Bo"]);
    for (game, moves, outcome, words) in [
        ("classic", json!(["47"]), Value::Null, "[Final Turn] Bo, no valid moves available. You lose!\nAda wins!"),
        (
            "evens",
            json!(["12", "6", "18", "2", "4", "8", "16"]),
            Value::Null,
            "No valid moves available.\nBo cannot make a valid move. Ada wins!",
        ),
        (
            "divider:7",
            json!([]),
            Value::Null,
            "7 is a prime number. No valid moves left.\nAda cannot make a move. Bo wins!",
        ),
        (
            "divider",
            json!(["60/2"]),
            lost("illegal-number", json!("30/7")),
            "Bo loses by the illegal number 7.\nAda wins!",
        ),
        ("divider", json!(["60/2"]), lost("resigned", Value::Null), "Bo resigns.\nAda wins!"),
    ] {
        let scene = json!({"game": game, "moves": moves, "outcome": outcome, "names": names});
        let position = answer(json!({"ask": "position", "scene": scene}));
        assert_eq!(position["end_words"], words, "{game}");
        assert_eq!((&position["turn_words"], &position["prompt"]), (&Value::Null, &Value::Null), "{game}");
    }
    // Nobody speaks to a computer.
    let scene = json!({"game": "classic", "moves": ["47"], "names": ["Ada", "Computer, level 3"]});
    let position = answer(json!({"ask": "position", "scene": scene}));
    assert_eq!(position["end_words"], "Computer, level 3 cannot move.\nAda wins!");
}

#[test]
fn what_an_illegal_number_costs_is_said_beside_the_board() {
    let loses = "An illegal number loses the game at once.";
    for game in ["divider", "divider:60,84", "classic,invalid=loses"] {
        let position = answer(json!({"ask": "position", "scene": {"game": game}}));
        assert!(position["notes"].as_array().unwrap().contains(&json!(loses)), "{game}: {position}");
    }
    // A rule file tells what is special about its game, whether or not its author did.
    let rules = "id = \"odd\"\ntitle = \"Odd\"\nsummary = \"Odd.\"\ngame = \"take:1..30,first=odd,misere\"\nrules = \"Play.\"\n";
    let position = answer(json!({"ask": "position", "scene": {"rules": rules}}));
    let book = answer(json!({"ask": "book", "scene": {"rules": rules}}));
    for notes in [&position["notes"], &book["notes"]] {
        assert_eq!(*notes, json!(["The first pick must be an odd number.", "Misère: whoever cannot move wins."]));
    }
}

#[test]
fn where_a_number_is_divided_composite_ones_are_recommended() {
    for book in answer(json!({"ask": "books"}))["books"].as_array().unwrap() {
        let recommended = book["numbers"]["recommended"].as_array().unwrap();
        assert_eq!(recommended.is_empty(), book["numbers"]["ask_for"] == "largest", "{}", book["id"]);
        for number in recommended {
            let number = number.as_str().unwrap();
            assert!(!duel::factor::is_prime(number.parse().unwrap()), "{number}");
            assert_eq!(
                answer(json!({"ask": "set-up", "game": book["id"], "numbers": number, "fair": false}))["code"],
                if number == "60" { "divider".into() } else { format!("divider:{number}") }
            );
        }
    }
}

#[test]
fn a_number_that_was_divided_stays_where_it_lay() {
    let table = |moves: &[&str]| {
        let position = answer(json!({"ask": "position", "scene": {"game": "divider:60,84,90", "moves": moves}}));
        let numbers = position["board"]["numbers"].as_array().unwrap().iter();
        numbers.map(|each| each["number"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(table(&[]), ["60", "84", "90"]);
    assert_eq!(table(&["84/7"]), ["60", "12", "90"]);
    assert_eq!(table(&["84/7", "90/3", "60/2"]), ["30", "12", "30"]);
    // Of two that are alike the first one is divided.
    assert_eq!(table(&["84/7", "90/3", "60/2", "30/5", "30/15"]), ["6", "12", "2"]);
}

#[test]
fn what_is_typed_is_played_refused_or_lost() {
    let play =
        |game: &str, typed: &str| answer(json!({"ask": "play", "scene": {"game": game, "moves": []}, "typed": typed}));
    assert_eq!(play("chain", " 12 "), json!({"came": "played", "move": "12"}));
    assert_eq!(play("chain", "99")["came"], "again");
    assert_eq!(play("chain", "twelve")["came"], "again");
    let lost = play("divider", "7");
    assert_eq!((&lost["came"], &lost["number"]), (&json!("lost"), &json!("60/7")));
    let scene = json!({"ask": "position", "scene": {"game": "divider", "moves": [], "outcome": {"winner": 2, "reason": "illegal-number", "number": "60/7"}}});
    assert_eq!(answer(scene)["outcome"], json!({"winner": 2, "reason": "illegal-number", "number": "60/7"}));
}

#[test]
fn an_end_that_no_game_can_have_is_refused() {
    let scene = |game: &str, moves: Value, end: Value| json!({"ask": "record", "scene": {"game": game, "moves": moves, "outcome": end}});
    let by_number = |winner: u8, number: &str| json!({"winner": winner, "reason": "illegal-number", "number": number});
    let no_move = json!({"winner": 2, "reason": "no-move"});
    for (game, moves, outcome, why) in [
        ("divider", json!([]), by_number(2, "60/2"), "60/2 was not an illegal number there"),
        ("divider", json!([]), by_number(2, "2"), "60/2 was not an illegal number there"),
        ("divider", json!([]), by_number(1, "7"), "it was the winner's turn to name a number"),
        ("classic", json!(["12"]), by_number(1, "6"), "6 was not an illegal number there"),
        ("classic", json!(["12"]), by_number(1, "60/7"), "60/7 was not an illegal number there"),
        ("classic", json!(["47"]), json!({"winner": 2, "reason": "resigned"}), "after move 1 the game is over"),
        ("classic", json!(["12"]), no_move.clone(), "after move 1 there is still a legal move"),
        ("classic", json!(["47"]), no_move, "after move 1 the game is over"),
    ] {
        let refused = problem(scene(game, moves, outcome));
        assert!(refused.contains(&format!("This end contradicts the moves: {why}")), "{refused}");
    }
    for (outcome, part) in [
        (json!({"winner": 2, "reason": "magic"}), "`magic`, expected one of `no-move`, `illegal-number`, `resigned`"),
        (json!({"winner": 2, "reason": ""}), "``, expected one of"),
        (json!({"winner": 2, "reason": "illegal-number"}), "whoever lost by an illegal number has named one"),
        (json!({"winner": 2, "reason": "illegal-number", "number": 7}), "string"),
        (json!({"winner": 2, "reason": "resigned", "how": "sadly"}), "`how`"),
    ] {
        let refused = problem(scene("classic", json!(["12"]), outcome));
        assert!(refused.to_lowercase().contains(part), "{refused}");
    }
    // What a finished game says about its end is what its moves say.
    let stuck = json!({"winner": 1, "reason": "no-move", "number": null});
    let over = answer(json!({"ask": "position", "scene": {"game": "classic", "moves": ["47"], "outcome": stuck}}));
    assert_eq!(over["outcome"], stuck);
    // A bare divisor stands for its division, and what is exported can be read.
    let record = answer(scene("divider", json!([]), by_number(2, "7")))["record"].clone();
    assert!(record.as_str().unwrap().contains("[Result \"0-1 illegal-number 60/7\"]"), "{record}");
    assert_eq!(answer(json!({"ask": "open", "text": record}))["outcome"]["number"], "60/7");
}

#[test]
fn advice_verdicts_and_judgements_agree() {
    let with = |ask: &str| json!({"ask": ask, "scene": {"game": "juniper-green:40", "moves": []}});
    let verdicts = answer(with("verdicts"));
    assert_eq!(
        verdicts,
        json!({"winner": 1, "winning": ["22", "26"], "words": "Player 1 wins with best play.", "method": "matching", "method_words": "matching"})
    );
    let mut advice = with("advice");
    advice["stage"] = "move".into();
    assert_eq!(answer(advice)["advice"]["move"], "22");
    for (number, wins) in [("22", true), ("26", true), ("4", false)] {
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
    assert_eq!((&openings["winning"], &openings["pairs"]), (&json!(["22", "26"]), &json!(18)));
    let file = answer(with("proof-file"))["file"].clone();
    let proof: duel::solve::Proof = serde_json::from_str(file.as_str().unwrap()).unwrap();
    assert!(duel::solve::check(&proof).is_ok());
    let shown = &answer(with("proof"))["shown"];
    let pairs: Vec<[String; 2]> = serde_json::from_value(shown["pairs"].clone()).unwrap();
    assert_eq!(
        pairs,
        proof.matching.unwrap().iter().map(|pair| pair.map(|number| number.to_string())).collect::<Vec<_>>()
    );
    assert_eq!((&shown["plan"], &shown["factors"]), (&Value::Null, &Value::Null), "nothing was picked yet");
    let picture = answer(with("picture"));
    assert_eq!(picture["rows"][0], json!(["1"]));
    assert_eq!(picture["rows"][1][0], "2");
    assert!(picture["lines"].as_array().unwrap().contains(&json!(["2", "4"])));
    assert!(!picture["lines"].as_array().unwrap().contains(&json!(["2", "8"])), "4 is between them");
}

#[test]
fn a_game_is_reviewed_and_teaches_something() {
    let moves = json!(["12", "4", "16", "8", "2", "6", "18", "9", "3", "15", "5", "10", "20"]);
    let review = answer(json!({"ask": "review", "scene": {"game": "chain", "moves": moves}}));
    assert_eq!(review["moves"].as_array().unwrap().len(), 13);
    assert_eq!(review["turned"], "No turning point: nobody threw a win away.");
    let given_up = answer(
        json!({"ask": "review", "scene": {"game": "classic", "moves": ["36", "6"], "outcome": {"winner": 2, "reason": "resigned"}}}),
    );
    assert_eq!(given_up["turned"], "Turning point: the last position could be won.");
    let winning = |review: &Value| -> Vec<Value> {
        review["moves"].as_array().unwrap().iter().map(|each| each["winning"].clone()).collect()
    };
    assert_eq!((winning(&given_up), &given_up["end"]), (vec![json!(1), json!(1), json!(1)], &json!(2)));
    assert_eq!(given_up["winning_words"], "Winning: Player 1 at moves 1-3.");
    let unfinished = answer(json!({"ask": "review", "scene": {"game": "chain", "moves": ["14"]}}));
    assert_eq!((winning(&unfinished), &unfinished["end"]), (vec![json!(1)], &json!(2)), "7 would win for them");
    assert!(given_up["moves"].as_array().unwrap().iter().all(|each| each["is_turning_point"] == false));
    let moral = answer(json!({"ask": "moral", "scene": {"game": "chain", "moves": moves}, "player": 1}));
    assert_eq!(moral["moral"]["moves_before"], Value::Null);
    let turned = answer(
        json!({"ask": "moral", "scene": {"game": "classic", "moves": ["36", "6"], "outcome": {"winner": 2, "reason": "resigned"}}, "player": 1}),
    );
    assert_eq!(turned["moral"]["moves_before"], 2);
    let text =
        answer(json!({"ask": "record", "scene": {"game": "chain", "moves": moves, "opening": 2}}))["record"].clone();
    let opened = answer(json!({"ask": "open", "text": text}));
    let scene = json!({"game": opened["game"], "moves": opened["moves"], "opening": opened["opening"]});
    let by_chance = answer(json!({"ask": "review", "scene": scene}))["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|each| each["mark"] == "by-chance")
        .count();
    assert_eq!(by_chance, 2, "an opening of an arena's game is nobody's choice");
}

#[test]
fn a_text_is_a_qr_code_unless_it_is_too_long() {
    let rows = answer(json!({"ask": "qr", "text": "https://example.org/#/play?game=chain"}))["rows"].clone();
    let rows: Vec<String> = serde_json::from_value(rows).unwrap();
    assert!(rows.iter().all(|row| row.len() == rows.len()), "{rows:?}");
    // The large square in three of its corners.
    let corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
    let size = rows.len();
    for (top, left) in [(0, 0), (0, size - 7), (size - 7, 0)] {
        let seen: Vec<&str> = rows[top..top + 7].iter().map(|row| &row[left..left + 7]).collect();
        assert_eq!(seen, corner);
    }
    let asked = json!({"v": 1, "ask": "qr", "text": "x".repeat(5_000)}).to_string();
    assert!(api::answer_text(&asked).contains("too long for a QR code"));
}

#[test]
fn a_survey_says_who_wins_for_every_largest_number() {
    let survey = |game: &str, from: u64, to: u64| json!({"ask": "survey", "game": game, "from": from, "to": to});
    let rows = answer(survey("juniper-green", 2, 40))["rows"].clone();
    let rows = rows.as_array().unwrap();
    assert_eq!((&rows[0]["size"], &rows.last().unwrap()["size"]), (&json!(2), &json!(40)));
    for row in [&rows[3], rows.last().unwrap()] {
        let scene = json!({"game": format!("juniper-green:{}", row["size"])});
        let openings = answer(json!({"ask": "openings", "scene": scene}));
        assert_eq!(
            *row,
            json!({"size": row["size"], "winner": openings["winner"], "winning": openings["winning_count"], "first_moves": openings["first_moves"]})
        );
    }
    assert_eq!(answer(survey("evens", 2, 9))["rows"].as_array().unwrap().len(), 4, "odd numbers are in no such pool");
    assert_eq!(answer(survey("classic", 0, 1))["rows"], json!([]));
    let hard = answer(survey("take:2..9,misere", 5_000, 5_000))["rows"][0].clone();
    assert_eq!(hard, json!({"size": 5000, "winner": null, "winning": null, "first_moves": 4999}));
    for (question, part) in [
        (survey("classic", 1, 201), "200 numbers at most"),
        (survey("classic", 9, 8), "goes upwards"),
        (survey("classic", 100_000, 100_001), "100000 at most"),
        (survey("classic", 0, 4_294_967_296), "4294967296"),
        (survey("divider", 2, 9), "division game"),
        (survey("chess", 2, 9), "no game called"),
    ] {
        let refused = problem(question.clone());
        assert!(refused.contains(part), "{question}: {refused}");
    }
}

#[test]
fn the_proof_of_a_searched_game_has_its_replies_counted_and_is_no_help() {
    let scene = json!({"game": "take:2..10,misere", "moves": []});
    let proof = answer(json!({"ask": "proof", "scene": scene}));
    let file = answer(json!({"ask": "proof-file", "scene": scene}))["file"].clone();
    let written: Value = serde_json::from_str(file.as_str().unwrap()).unwrap();
    assert_eq!(proof["shown"]["replies"], written["strategy"].as_array().unwrap().len());
    assert_eq!((&proof["shown"]["pairs"], &proof["help"]), (&Value::Null, &Value::Null), "{proof}");
    let paired = answer(json!({"ask": "proof", "scene": {"game": "chain", "moves": []}}));
    assert_eq!((&paired["shown"]["replies"], &paired["help"]), (&Value::Null, &json!("pairing")), "{paired}");
    assert_eq!(answer(json!({"ask": "open", "text": file}))["is"], "proof");
}

#[test]
fn a_proof_that_is_opened_is_checked() {
    let proof = answer(json!({"ask": "proof-file", "scene": {"game": "chain", "moves": ["14"]}}))["file"].clone();
    let proof = proof.as_str().unwrap();
    let opened = answer(json!({"ask": "open", "text": proof}));
    assert_eq!(opened["is"], "proof");
    assert!(opened["words"].as_str().unwrap().contains("Player 2 wins"), "{opened}");
    let broken = proof.replace("\"winner\":2", "\"winner\":1");
    assert!(problem(json!({"ask": "open", "text": broken})).starts_with("This proves nothing: "));
    let marked = problem(json!({"ask": "open", "text": format!("\u{feff}{proof}")}));
    assert!(marked.starts_with("This is no proof: "), "{marked}");
}

#[test]
fn every_move_says_why_it_was_legal() {
    for (game, moves, words) in [
        ("chain", json!([]), Value::Null),
        ("chain", json!(["12"]), json!("12 is the first pick.")),
        ("chain", json!(["12", "4"]), json!("4 is a divisor of 12.")),
        ("chain", json!(["12", "4", "16"]), json!("16 is a multiple of 4.")),
        ("last-resort", json!(["29", "1"]), json!("1 divides 29, and nothing else was left.")),
        ("last-resort", json!(["29", "1", "7"]), json!("7 is a multiple of 1.")),
        ("divider", json!(["60/5"]), json!("5 divides 60, and 12 is left.")),
    ] {
        assert_eq!(answer(json!({"ask": "position", "scene": {"game": game, "moves": moves}}))["move_words"], words);
    }
}

#[test]
fn what_is_too_hard_is_said_to_be() {
    // More numbers than can be searched at all, so that the answer comes at once.
    let scene = json!({"game": "take:2..2000,misere", "moves": []});
    for question in [
        json!({"ask": "verdicts", "scene": scene}),
        json!({"ask": "advice", "scene": scene, "stage": "nudge"}),
        json!({"ask": "proof", "scene": scene}),
        json!({"ask": "openings", "scene": scene}),
    ] {
        let problem = problem(question.clone());
        assert_eq!(problem, "This position is too hard to solve here.", "{question}");
    }
    let review = answer(json!({"ask": "review", "scene": {"game": "take:2..2000,misere", "moves": ["12", "6"]}}));
    assert_eq!(review["turned"], "No turning point in what could be judged.");
    assert_eq!((&review["moves"][0]["winning"], &review["end"]), (&Value::Null, &Value::Null));
    assert_eq!(review["winning_words"], "");
}

#[test]
fn the_rules_are_those_that_are_played() {
    let rules =
        |game: &str| answer(json!({"ask": "book", "scene": {"game": game}}))["rules"].as_str().unwrap().to_string();
    assert!(rules("juniper-green").contains("1 to 100"));
    assert!(rules("juniper-green:40").contains("1 to 40") && !rules("juniper-green:40").contains("100"));
}

#[test]
fn puzzles_have_one_winning_move() {
    for question in [
        json!({"ask": "puzzle", "seed": "7"}),
        json!({"ask": "puzzle", "game": "classic", "grade": "hard", "seed": "7"}),
        json!({"ask": "puzzle", "day": 20772}),
        json!({"ask": "puzzle", "game": "chain", "day": 20772}),
    ] {
        let puzzle = answer(question);
        let verdicts = answer(json!({"ask": "verdicts", "scene": {"game": puzzle["game"], "moves": puzzle["moves"]}}));
        assert_eq!(verdicts["winning"].as_array().unwrap().len(), 1, "{puzzle}");
    }
}

#[test]
fn puzzles_are_about_something_that_can_be_asked_for() {
    let book = answer(json!({"ask": "book", "scene": {"game": "juniper-green"}}));
    let themes = book["themes"].as_array().unwrap();
    assert_eq!(themes[0], json!({"theme": "dead-end", "words": "a dead end"}));
    assert_eq!(themes.len(), 3);
    for theme in themes {
        let puzzle = answer(json!({"ask": "puzzle", "game": "juniper-green", "theme": theme["theme"], "seed": "3"}));
        assert_eq!(puzzle["theme"], *theme);
    }
    let other = problem(json!({"ask": "puzzle", "game": "classic", "theme": "heaps", "seed": "1"}));
    assert!(other.contains("heaps in balance"), "{other}");
    let unknown = problem(json!({"ask": "puzzle", "theme": "love", "seed": "1"}));
    assert!(unknown.contains("dead-end"), "{unknown}");
}

#[test]
fn records_rule_files_and_codes_are_opened() {
    let scene = json!({"ask": "record", "scene": {"game": "divider", "moves": ["60/2"], "names": ["Ada", "Bo"], "outcome": {"winner": 1, "reason": "illegal-number", "number": "30/7"}}, "date": "2026-11-15"});
    let text = answer(scene)["record"].clone();
    let opened = answer(json!({"ask": "open", "text": text}));
    assert_eq!(opened["is"], "record");
    assert_eq!(opened["outcome"], json!({"winner": 1, "reason": "illegal-number", "number": "30/7"}));
    assert_eq!(opened["names"], json!(["Ada", "Bo"]));
    assert_eq!(answer(json!({"ask": "open", "text": " juniper-green:40\n"}))["is"], "game");
    let formats = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md")).unwrap();
    let rule_file = formats.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(answer(json!({"ask": "open", "text": rule_file}))["is"], "rule-file");
    let position = answer(json!({"ask": "position", "scene": {"rules": rule_file, "moves": []}}));
    assert!(position["outcome"].is_null());
}

#[test]
fn fault_44_rubbish_is_refused_in_words() {
    for text in
        ["", "{", "[]", "\u{0}", "{\"v\":1}", "{\"v\":1,\"ask\":\"nonsense\"}", "{\"v\":1,\"ask\":\"position\"}"]
    {
        let answer: Value = serde_json::from_str(&api::answer_text(text)).unwrap();
        assert!(!answer["error"].as_str().unwrap().is_empty(), "{text:?}");
    }
    for (question, part) in [
        (json!({"ask": "position", "scene": {"game": "clasic", "moves": []}}), "classic"),
        (json!({"ask": "position", "scene": {"game": "classic", "moves": ["12", "7"]}}), "Move 2: 7 is neither"),
        (json!({"ask": "position", "scene": {"game": "classic", "moves": ["60/2"]}}), "Move 1"),
        (json!({"ask": "position", "scene": {"game": "take:1..2000000", "moves": []}}), "1,000,000"),
        (json!({"ask": "position", "scene": {"rules": "game = ", "moves": []}}), "Line 1"),
        (json!({"ask": "open", "text": "[Game \"chain\"]\n\n12 7"}), "Line 3, column 4"),
        (json!({"ask": "open", "text": "hello"}), "no game called \"hello\""),
        (json!({"ask": "open", "text": "12 6\n18"}), "Line 1"),
        (json!({"ask": "puzzle", "grade": "fiendish", "seed": "1"}), "easy, medium or hard"),
        (json!({"ask": "picture", "scene": {"game": "take:1..5000", "moves": []}}), "260"),
        (
            json!({"ask": "position", "scene": {"game": "chain", "moves": [], "outcome": {"winner": 2, "reason": "magic"}}}),
            "magic",
        ),
        (json!({"ask": "record", "scene": {"game": "chain", "moves": [], "names": ["", "Bo"]}}), "name"),
        (json!({"ask": "position", "scene": {}}), "The question names no game."),
        // What may have 64 bits is text, written in one way,
        (json!({"ask": "position", "scene": {"game": "classic", "moves": [12]}}), "expected a string"),
        (json!({"ask": "position", "scene": {"game": "classic", "moves": [" 12"]}}), "\" 12\" is not a move, such as"),
        (json!({"ask": "position", "scene": {"game": "divider", "moves": ["60/02"]}}), "is not a move"),
        (json!({"ask": "puzzle", "seed": 7}), "expected a string"),
        (json!({"ask": "puzzle", "seed": "007"}), "\"007\" is not a whole number"),
        (json!({"ask": "puzzle", "seed": "18446744073709551616"}), "up to 18446744073709551615"),
        (json!({"ask": "puzzle", "day": 4_294_967_296_u64}), "4294967296"),
        // and what nobody asked about is no part of a question, wherever it stands.
        (json!({"ask": "books", "more": true}), "nknown field `more`"),
        (json!({"ask": "open", "text": "chain", "more": true}), "nknown field `more`"),
        (json!({"ask": "verdicts", "game": "chain"}), "nknown field `game`"),
        (json!({"ask": "verdicts", "scene": {"game": "chain", "lost": null}}), "nknown field `lost`"),
        (json!({"ask": "verdicts", "scene": {"record": "", "game": "chain"}}), "nknown field `game`"),
        (json!({"ask": "puzzle", "sed": "7"}), "nknown field `sed`"),
    ] {
        let problem = problem(question.clone());
        assert!(problem.contains(part), "{question}: {problem}");
        assert!(!problem.ends_with(".."), "{problem}");
    }
}

#[test]
fn another_version_is_refused_with_a_sentence() {
    let books = r#"{"v":1,"ask":"books"}"#;
    assert!(api::answer_text(books).starts_with(r#"{"v":1,"answer":"books","ok":{"#));
    let refusal = "This is no question or answer of version 1, the only one that is understood here.";
    for question in
        [r#"{"ask":"books"}"#, r#"{"v":2,"ask":"books"}"#, r#"{"v":"1","ask":"books"}"#, r#"{"v":2,"want":"all"}"#]
    {
        assert_eq!(api::answer_text(question), format!(r#"{{"v":1,"error":"{refusal}"}}"#));
    }
    let name = r#"{"v":1,"answer":"name","ok":{"name":"Ada"}}"#;
    assert!(matches!(Answer::from_json(name), Ok(Answer::Name { .. })));
    for answer in [name.replace("\"v\":1", "\"v\":2"), name.replace("\"v\":1,", "")] {
        assert_eq!(Answer::from_json(&answer).unwrap_err().to_string(), refusal);
    }
    let refused = Answer::from_json(r#"{"v":1,"error":"What was wrong."}"#);
    assert_eq!(refused.unwrap_err().to_string(), "What was wrong.");
}

/// A number with 103,680 divisors: no number of 64 bits has more.
const MOST_DIVISORS: u64 = 897_612_484_786_617_600;

/// A page that reads more than this stands still.
const READABLE: usize = 250_000;

#[test]
fn fault_45_of_many_divisors_the_smallest_are_listed() {
    let table = |game: &str| answer(json!({"ask": "position", "scene": {"game": game}}))["board"]["numbers"].clone();
    let divisors = |on_table: &Value| -> Vec<String> {
        let listed = on_table["divisors"].as_array().unwrap();
        listed.iter().map(|divisor| divisor["by"].as_str().unwrap().to_owned()).collect()
    };
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
    let lost = json!({"winner": 2, "reason": "resigned"});
    let over = answer(json!({"ask": "position", "scene": {"game": "divider", "outcome": lost}}));
    let number = &over["board"]["numbers"][0];
    assert_eq!((&number["divisors"], &number["divisor_count"]), (&json!([]), &json!(0)));
    // One that is not listed is as legal as the others.
    let half = (MOST_DIVISORS / 2).to_string();
    let played = answer(json!({"ask": "play", "scene": {"game": format!("divide:{MOST_DIVISORS}")}, "typed": half}));
    assert_eq!(played, json!({"came": "played", "move": format!("{MOST_DIVISORS}/{half}")}));
}

#[test]
fn fault_45_every_answer_that_is_drawn_is_short() {
    let heap = MOST_DIVISORS.to_string();
    let most = format!("divide:{}", vec![heap.as_str(); 32].join(","));
    let rules = "id = \"big\"\ntitle = \"Big\"\nsummary = \"All of them.\"\ngame = \"take:1..1000000\"\nrules = \"Take.\"\nexample = \"1 2\"\n";
    for question in [
        json!({"ask": "position", "scene": {"game": most}}),
        json!({"ask": "position", "scene": {"game": format!("divide:{MOST_DIVISORS}")}}),
        json!({"ask": "position", "scene": {"game": "take:1..1000000"}}),
        json!({"ask": "position", "scene": {"game": "take:1..1000000", "moves": ["1"]}}),
        json!({"ask": "position", "scene": {"game": "take:1..1000000", "moves": ["2", "1"]}}),
        json!({"ask": "book", "scene": {"rules": rules}}),
        json!({"ask": "verdicts", "scene": {"game": format!("divide:{MOST_DIVISORS}")}}),
        json!({"ask": "verdicts", "scene": {"game": "take:1..1000000", "moves": ["1"]}}),
        json!({"ask": "proof", "scene": {"game": "take:1..1000000", "moves": ["1"]}}),
        json!({"ask": "openings", "scene": {"game": "take:1..1000000"}}),
        json!({"ask": "survey", "game": "classic", "from": 2, "to": 201}),
        json!({"ask": "advice", "scene": {"game": "take:1..1000000", "moves": ["2", "1"]}, "stage": "nudge"}),
        json!({"ask": "advice", "scene": {"game": "take:2..100000", "moves": ["2"]}, "stage": "move"}),
        json!({"ask": "peek", "scene": {"game": "take:1..1000000", "moves": ["2"]}, "move": "1"}),
        json!({"ask": "peek", "scene": {"game": most}, "move": format!("{MOST_DIVISORS}/2")}),
    ] {
        let length = answer(question.clone()).to_string().len();
        assert!(length < READABLE, "{length} bytes answer {question}");
    }
}

#[test]
fn a_proof_that_is_too_long_to_be_drawn_is_a_file_all_the_same() {
    for (game, is_drawn) in [("take:1..10000", true), ("take:1..10001", false)] {
        let proved = answer(json!({"ask": "proof", "scene": {"game": game}}));
        assert_eq!(!proved["shown"].is_null(), is_drawn, "{game}");
        let file = answer(json!({"ask": "proof-file", "scene": {"game": game}}));
        let proof: duel::solve::Proof = serde_json::from_str(file["file"].as_str().unwrap()).unwrap();
        assert_eq!(proved["words"], duel::solve::check(&proof).unwrap().english());
    }
}

/// A legal chain of so many numbers on a board up to a million: 999, 999 × 998, 998, 998 × 997 and so on.
fn long_chain(moves: usize) -> Vec<String> {
    (34_u64..=999).rev().flat_map(|n| [n, n * (n - 1)]).take(moves).map(|number| number.to_string()).collect()
}

#[test]
fn fault_45_a_game_of_more_moves_than_anybody_plays_is_refused() {
    let record = |moves: &[String]| format!("[Game \"take:1..1000000\"]\n\n{}\n", moves.join(" "));
    let questions = |moves: &[String]| {
        [
            json!({"ask": "position", "scene": {"game": "take:1..1000000", "moves": moves}}),
            json!({"ask": "record", "scene": {"game": "take:1..1000000", "moves": moves}}),
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
    for winner in [0, 3, 255] {
        let outcome = json!({"winner": winner, "reason": "resigned"});
        let problem = problem(json!({"ask": "position", "scene": {"game": "chain", "outcome": outcome}}));
        assert_eq!(problem, format!("The seats and the sides are 1 and 2, not {winner}."));
    }
}

#[test]
fn fault_44_a_reason_is_short_however_long_the_rubbish() {
    let long = "é".repeat(1_000_000);
    for question in [
        json!({"ask": long}),
        json!({"ask": "open", "text": long}),
        json!({"ask": "position", "scene": {"game": long}}),
        json!({"ask": "position", "scene": {"game": format!("take:1..{}", "9".repeat(1_000_000))}}),
        json!({"ask": "position", "scene": {"game": "classic", "moves": [long]}}),
        json!({"ask": "position", "scene": {"game": "classic", "outcome": {"winner": 2, "reason": long}}}),
        json!({"ask": "play", "scene": {"game": "classic"}, "typed": long}),
        json!({"ask": "puzzle", "grade": long, "seed": "1"}),
        json!({"ask": "progress", "kept": {&*long: 1}}),
        json!({"ask": "challenge", "scene": {"game": "chain", "moves": ["14"]}, "attempt": {"typed": long}}),
        json!({"ask": "challenge", "scene": {"game": "chain", "moves": ["14"]}, "attempt": {&*long: 1}}),
        json!({"ask": "challenge", "scene": {"game": "chain", "moves": ["14"]}, "attempt": {"help": long}}),
    ] {
        let said = ask(&question).to_string();
        assert!(said.len() < 1_100, "{}", said.len());
    }
}

#[test]
fn a_question_says_in_which_language_it_is_asked() {
    let asked =
        |language: &str| api::answer_text(&format!(r#"{{"v":1,"language":{language},"ask":"name","name":"Ada"}}"#));
    assert_eq!(asked("\"en\""), r#"{"v":1,"answer":"name","ok":{"name":"Ada"}}"#);
    assert_eq!(asked("\"fr\""), r#"{"v":1,"error":"Nobody here speaks \"fr\"."}"#);
    assert_eq!(asked("7"), r#"{"v":1,"error":"Nobody here speaks \"\"."}"#);
}
