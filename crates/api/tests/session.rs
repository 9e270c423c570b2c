//! The game in progress by question and answer: the same events and the same record as in the library, and whatever somebody
//! sends is read like a stranger's file.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::{answer, problem};
use duel::lesson::Lesson;
use duel::session::{Action, By, Event, First, Help, Rounds, Setup, Verdict};
use duel::{Level, LostBy, Move, Record, RuleBook, Seat, Session, Sitter, Who};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// A book of somebody's own.
const HOME_MADE: &str = "id = \"odd-ones\"\ntitle = \"Odd Ones\"\nsummary = \"Odd numbers only.\"\ngame = \"take:3..31/2\"\nrules = \"Take turns.\"\n";

/// An action and the same as a wish.
fn any_action(session: &Session, rng: &mut ChaCha8Rng) -> (By, Action, Value) {
    let by = *[By::Seat(Seat::One), By::Seat(Seat::Two), By::Referee].choose(rng).unwrap();
    let mover = session.turn().map_or(by, By::Seat);
    let legal = session.position().legal_moves().choose(rng).copied().unwrap_or(Move::Pick(1));
    let number = rng.random_range(0..60_u64);
    let fair = rng.random_range(0..4) == 0;
    // A game that is over is not to stay so for long.
    let is_over = session.turn().is_none() && rng.random_bool(0.5);
    let kind = if is_over { rng.random_range(90..100) } else { rng.random_range(0..100) };
    let typed = |by, text: String| (by, Action::Type(text.clone()), json!({"do": "type", "text": text}));
    let moved = |by, chosen| (by, Action::Move(chosen), json!({"do": "move", "move": Move::to_string(&chosen)}));
    match kind {
        0..40 => moved(mover, legal),
        40..60 => typed(mover, legal.to_string()),
        60..64 => typed(by, number.to_string()),
        64..67 => typed(mover, format!("{number}/{}", rng.random_range(0..9))),
        67..69 => {
            typed(mover, (*["", "twelve", "007", "99999999999999999999", "\u{1b}[2J"].choose(rng).unwrap()).into())
        }
        69..72 => moved(by, *[Move::Pick(number), Move::Divide { number, by: 2 }].choose(rng).unwrap()),
        72..80 => (by, Action::TakeBack, json!({"do": "take-back"})),
        80..82 => (by, Action::Resign, json!({"do": "resign"})),
        82..84 => {
            let seat = *Seat::BOTH.choose(rng).unwrap();
            let how = *[LostBy::Time, LostBy::Forfeit].choose(rng).unwrap();
            let fault = rng.random_bool(0.5).then(|| "said \"no\"\n\u{1b}[2J".to_string());
            let wish = json!({"do": "lose", "seat": seat.number(), "how": how, "fault": fault});
            (by, Action::Lose { seat, how, fault }, wish)
        }
        84..90 => {
            let with = *[Help::Advice, Help::Verdicts, Help::Pairing].choose(rng).unwrap();
            (by, Action::Help(with), json!({"do": "help", "with": with}))
        }
        90..95 => (by, Action::NextRound { fair }, json!({"do": "next-round", "fair": fair})),
        _ => (by, Action::Rematch { fair, id: None }, json!({"do": "rematch", "fair": fair})),
    }
}

/// A game of this book and the question that begins it.
fn any_beginning(book: &RuleBook, rng: &mut ChaCha8Rng) -> (Setup, Value) {
    let levels = [0, 0, 1, 3].map(|level| Level::from_number(level).map_or(Who::Person, Who::Level));
    let who: [Who; 2] = [*levels.choose(rng).unwrap(), *levels.choose(rng).unwrap()];
    let names = [*["Ada", "\"\\", "You"].choose(rng).unwrap(), *["Bo", "Ada", "<b>"].choose(rng).unwrap()];
    let sitters = [0, 1].map(|at| Sitter { name: names[at].parse().unwrap(), who: who[at] });
    let mut setup = Setup::new(book.clone(), sitters);
    setup.first = *[First::Seat(Seat::One), First::Seat(Seat::Two), First::Toss].choose(rng).unwrap();
    setup.seed = *[0, u64::MAX, rng.random()].choose(rng).unwrap();
    let matches = [None, Some(Rounds::BestOf(1)), Some(Rounds::BestOf(3)), Some(Rounds::All(2))];
    setup.rounds = *matches.choose(rng).unwrap();
    setup.id = Some("a1B2".parse().unwrap());
    let mut position = book.game().start().unwrap();
    for _ in 0..rng.random_range(0..3) {
        let Some(&chosen) = position.legal_moves().choose(rng) else { break };
        position.play(chosen).unwrap();
        setup.opening.push(chosen);
    }
    let question = json!({
        "ask": "begin",
        "game": book.code(),
        "rules": book.rule_file(),
        "seats": [{"name": names[0], "who": who[0].to_string()}, {"name": names[1], "who": who[1].to_string()}],
        "first": match setup.first { First::Seat(seat) => json!(seat.number()), First::Toss => json!("toss") },
        "seed": setup.seed.to_string(),
        "rounds": rounds(setup.rounds),
        "opening": setup.opening.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "id": "a1B2",
        "at": 1_731_628_800_000_u64,
    });
    (setup, question)
}

/// What is to be seen is what the session says.
fn check_view(view: &Value, session: &Session) {
    let by = session.at_the_board();
    assert_eq!(view["by"], json!(by));
    assert_eq!(view["may"], json!(session.may(by)));
    assert_eq!(view["names"], json!(session.names()));
    assert_eq!(view["turn"], json!(session.turn().map(Seat::number)));
    assert_eq!(view["score"], json!(session.score()));
    assert_eq!(view["help"], json!(session.help()));
    assert_eq!(view["verdict"], verdict(session.verdict()));
    assert_eq!(view["round"], json!(session.round()));
    let moves: Vec<String> = session.position().moves().iter().map(ToString::to_string).collect();
    assert_eq!(view["position"]["moves"], json!(moves));
    assert_eq!(view["mover"].is_null(), session.turn().is_none());
    assert_eq!(view["pupil"]["player"], json!(session.pupil().map(|seat| session.side(seat).number())));
}

#[test]
fn the_questions_do_what_the_session_does_event_for_event_and_byte_for_byte() {
    let codes = RuleBook::built_in().iter().map(RuleBook::code);
    let more = ["evens:16", "divider:60,84,90", "take:1..12,misere,invalid=loses"].map(String::from);
    let mut books: Vec<RuleBook> = codes.chain(more).map(|code| RuleBook::find(&code).unwrap()).collect();
    books.push(RuleBook::read(HOME_MADE).unwrap());
    let (mut happened, mut refused) = (0, 0);
    for (at, book) in books.iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(at as u64);
        for _ in 0..3 {
            let (setup, question) = any_beginning(book, &mut rng);
            let (mut session, _) = Session::begin(setup, 1_731_628_800_000).unwrap();
            let began = answer(question);
            let mut record = began["record"].as_str().unwrap().to_string();
            assert_eq!(record, session.record().to_string());
            check_view(&began["view"], &session);
            for step in 0..200_u64 {
                let (by, action, wish) = any_action(&session, &mut rng);
                let game = json!({"record": record, "rules": book.rule_file()});
                let at = step * 40_000_000;
                let came = answer(json!({"ask": "act", "session": game, "by": by, "action": wish, "at": at}));
                match session.act(by, action, at) {
                    Ok(event) => {
                        session.apply(&event).unwrap();
                        assert_eq!(came["event"].to_string().parse::<Value>().unwrap(), parsed(&event));
                        assert_eq!(Event::from_json(&came["event"].to_string()), Ok(event));
                        record = came["record"].as_str().unwrap().into();
                        check_view(&came["view"], &session);
                        happened += 1;
                    }
                    Err(refusal) => {
                        assert_eq!(came, json!({"came": "refused", "why": duel::speech::sentence(refusal)}), "{game}");
                        refused += 1;
                    }
                }
                assert_eq!(record, session.record().to_string());
                if step % 20 == 0 {
                    // What was kept and is opened again is the same.
                    let saved = json!({"record": record, "rules": book.rule_file()});
                    let again = answer(json!({"ask": "session", "session": saved}));
                    assert_eq!(again["record"], record);
                    check_view(&again["view"], &session);
                    check_computer(&answer(json!({"ask": "computer", "session": saved, "at": at})), &session, at);
                }
            }
        }
    }
    assert!(happened > 2_000 && refused > 500, "{happened} events, {refused} refusals");
}

/// The computer makes the move that the session has for it, and makes it as anybody else does.
fn check_computer(came: &Value, session: &Session, at: u64) {
    let (Some(seat), Some(chosen)) = (session.turn(), session.computer_move()) else {
        return assert_eq!(*came, json!({"came": "refused", "why": "It is not their turn."}));
    };
    let mut session = session.clone();
    let event = session.act(By::Seat(seat), Action::Move(chosen), at).unwrap();
    session.apply(&event).unwrap();
    assert_eq!((&came["came"], &came["event"]), (&json!("happened"), &parsed(&event)));
    assert_eq!(came["record"], session.record().to_string());
    check_view(&came["view"], &session);
}

fn parsed(event: &Event) -> Value {
    serde_json::from_str(&event.to_json()).unwrap()
}

/// A game that the terminal program saved.
const SAVED: &str = "[Format \"1\"]\n[Game \"classic\"]\n[Player1 \"Computer, level 3\"]\n[Player2 \"Ada\"]\n\
    [Date \"2026-11-15\"]\n[Result \"*\"]\n[Id \"Abc123\"]\n[Type1 \"level:3\"]\n[Type2 \"human\"]\n\
    [Seed \"18446744073709551615\"]\n[Hints2 \"2\"]\n[BestOf \"3\"]\n[Score \"1-0\"]\n[Seat1 \"Ada\"]\n\n12 6\n";

/// The same with more beside it than anybody needs.
fn long_header() -> String {
    SAVED.replace("[Result", &format!("[Note \"{}\"]\n[Result", "x".repeat(200_000)))
}

#[test]
fn a_game_from_the_terminal_goes_on_with_all_that_it_had() {
    let opened = answer(json!({"ask": "open", "text": SAVED}));
    assert_eq!(opened["unfinished"], SAVED);
    let finished = SAVED.replace("\"*\"", "\"1-0 resigned\"").replace("[BestOf \"3\"]\n", "");
    assert_eq!(answer(json!({"ask": "open", "text": finished}))["unfinished"], Value::Null);
    // What only somebody else understands does not come along.
    assert_eq!(answer(json!({"ask": "open", "text": long_header()}))["record"], SAVED);
    let taken_up = answer(json!({"ask": "session", "session": {"record": SAVED, "rules": null}}));
    assert_eq!(taken_up["record"], SAVED);
    let view = &taken_up["view"];
    assert_eq!(
        view["seats"],
        json!([{"name": "Ada", "who": "human"}, {"name": "Computer, level 3", "who": "level:3"}])
    );
    assert_eq!(
        (&view["help"], &view["score"], &view["rounds"]),
        (&json!([2, 0]), &json!([0, 1]), &json!({"best_of": 3}))
    );
    assert_eq!((&view["mover"], &view["turn"], &view["by"]), (&json!("computer"), &json!(2), &json!(1)));
    let session = Session::from_record(SAVED.parse().unwrap()).unwrap();
    assert!(session.computer_move().is_some());
    check_computer(&answer(json!({"ask": "computer", "session": {"record": SAVED}, "at": 0})), &session, 0);
    // Brought beside a game of the same id it gets another.
    let beside = answer(json!({"ask": "session", "session": {"record": SAVED}, "id": "another"}));
    assert_eq!(beside["record"], SAVED.replace("Abc123", "another"));
}

#[test]
fn a_programs_turn_is_nobodys_here() {
    let record = SAVED.replace("level:3", "bot");
    let view = &answer(json!({"ask": "session", "session": {"record": record}}))["view"];
    assert_eq!(
        (&view["mover"], &view["may"]["play"], &view["may"]["resign"]),
        (&json!("program"), &json!(false), &json!(true))
    );
    let came = answer(json!({"ask": "computer", "session": {"record": record}, "at": 0}));
    assert_eq!(came, json!({"came": "refused", "why": "It is not their turn."}));
}

#[test]
fn a_loss_that_no_record_has_is_refused() {
    let lost = |game: &str, moves: Value, winner: u8, number: &str| json!({"ask": "record", "scene": {"game": game, "moves": moves, "outcome": {"winner": winner, "reason": "illegal-number", "number": number}}});
    let text = answer(lost("divider", json!(["60/2"]), 1, "30/7"))["record"].clone();
    assert!(text.as_str().unwrap().parse::<Record>().is_ok());
    for (question, part) in [
        (lost("divider", json!(["60/2"]), 2, "30/7"), "it was the winner's turn"),
        (lost("divider", json!(["60/2"]), 1, "30/5"), "30/5 was not an illegal number there"),
        (lost("classic", json!(["12"]), 1, "6"), "6 was not an illegal number there"),
        (lost("classic", json!(["12"]), 1, "60/7"), "was not an illegal number there"),
        (lost("classic", json!(["47"]), 2, "7"), "contradicts the moves"),
        (
            json!({"ask": "position", "scene": {"game": "classic", "moves": ["47"], "outcome": {"winner": 2, "reason": "resigned"}}}),
            "over",
        ),
        (lost("classic", json!(["12"]), 1, "7\"]\n[Date \"x"), "number"),
    ] {
        let problem = problem(question.clone());
        assert!(problem.contains(part), "{question}: {problem}");
    }
}

#[test]
fn rubbish_for_a_game_is_refused_in_words() {
    let act = |record: &str, by: Value, action: Value| json!({"ask": "act", "session": {"record": record}, "by": by, "action": action, "at": 0});
    let sitter = |name: &str, who: &str| json!({"name": name, "who": who});
    let session = |record: &str, rules: Value| json!({"ask": "session", "session": {"record": record, "rules": rules}});
    let begin = |change: Value| {
        let mut question = json!({"ask": "begin", "game": "chain", "seats": [sitter("Ada", "human"), sitter("Bo", "level:3")], "first": 1,
            "seed": "7", "rounds": null, "opening": [], "id": "a", "at": 0});
        for (name, value) in change.as_object().unwrap() {
            question[name] = value.clone();
        }
        question
    };
    answer(begin(json!({})));
    for (question, part) in [
        (session("", Value::Null), "[Game \"classic\"]"),
        (json!({"ask": "session", "session": {"record": 7}}), "string"),
        (session(&SAVED.replace("12 6", "12 7"), Value::Null), "move 2"),
        (session(&SAVED.replace("BestOf \"3\"", "BestOf \"0\""), Value::Null), "match"),
        (session(SAVED, json!("game =")), "ine 1"),
        (session(SAVED, json!(HOME_MADE)), "another game"),
        (json!({"ask": "session", "session": {"record": SAVED}, "id": "../.bashrc"}), "letters and digits"),
        (session(&long_header(), Value::Null), "up to 100000"),
        (json!({"ask": "computer", "session": {"record": "hello"}, "at": 0}), "ine 1"),
        (json!({"ask": "computer", "session": {"record": SAVED}}), "missing field `at`"),
        (
            json!({"ask": "computer", "session": {"record": SAVED}, "at": 253_402_300_800_000_u64}),
            "later than the year 9999",
        ),
        (json!({"ask": "computer", "session": {"record": SAVED, "id": "a"}, "at": 0}), "unknown field `id`"),
        (act(SAVED, json!(3), json!({"do": "resign"})), "referee"),
        (act(SAVED, json!(1), json!({"do": "win"})), "win"),
        (act(SAVED, json!(1), json!({"do": "move", "move": -1})), "string"),
        (act(SAVED, json!(1), json!({"do": "resign", "why": "tired"})), "unknown field `why`"),
        (
            act(SAVED, json!("referee"), json!({"do": "lose", "seat": 3, "how": "time"})),
            "the seats and the sides are 1 and 2",
        ),
        (begin(json!({"game": "clasic"})), "classic"),
        (begin(json!({"game": "classic", "rules": HOME_MADE})), "another game"),
        (begin(json!({"seats": [sitter("Ada", "level:9"), sitter("Bo", "human")]})), "level:1 to level:5"),
        (begin(json!({"seats": [sitter("", "human"), sitter("Bo", "human")]})), "name"),
        (begin(json!({"seats": [sitter("Ada", "human")]})), "2"),
        (begin(json!({"name": "Ada"})), "unknown field `name`"),
        (begin(json!({"first": 3})), "who moves first is 1, 2"),
        (begin(json!({"first": "me"})), "toss"),
        (begin(json!({"seed": "18446744073709551616"})), "18446744073709551615"),
        (begin(json!({"seed": "-1"})), "whole number"),
        (begin(json!({"rounds": {"all": 0}})), "at least one round"),
        (begin(json!({"opening": ["12", "7"]})), "Move 2"),
        (begin(json!({"id": "a b"})), "letters and digits"),
        (begin(json!({"game": "take:1..2000000"})), "1,000,000"),
    ] {
        let problem = problem(question.clone());
        assert!(problem.to_lowercase().contains(&part.to_lowercase()), "{question}: {problem}");
    }
}

/// A legal chain of so many numbers on a board up to a million: 999, 999 × 998, 998, 998 × 997 and so on.
fn long_chain(moves: usize) -> Vec<u64> {
    (34..=999).rev().flat_map(|n| [n, n * (n - 1)]).take(moves).collect()
}

#[test]
fn fault_45_a_game_ends_its_moves_where_it_can_be_followed_no_further() {
    let chain = long_chain(1_001);
    let words: Vec<String> = chain[..1_000].iter().map(u64::to_string).collect();
    let record = format!("[Game \"take:1..1000000\"]\n\n{}\n", words.join(" "));
    let taken_up = answer(json!({"ask": "session", "session": {"record": record}}));
    let action = json!({"do": "move", "move": chain[1_000].to_string()});
    let session = json!({"record": taken_up["record"]});
    let problem = problem(json!({"ask": "act", "session": session, "by": 1, "action": action, "at": 0}));
    assert_eq!(problem, "This game has 1001 moves, and games of up to 1000 can be followed here.");
}

#[test]
fn what_was_kept_is_listed_or_left_alone() {
    let entry = |id: &str, record: &str| json!({"id": id, "record": record, "rules": null}).to_string();
    let table = |change: Value| {
        let mut table = json!({"id": "12-34", "game": "classic", "rules": null, "seats": [{"name": "A\"\\", "level": 0}, {"name": "B", "level": 2}],
            "first": 1, "isTossed": true, "seed": 9_007_199_254_740_991_u64, "moves": [12, 6], "lost": null, "hints": [1, 2], "score": [1, 2],
            "isCounted": false});
        for (name, value) in change.as_object().unwrap() {
            table[name] = value.clone();
        }
        json!({"table": table, "title": "Old", "isOver": false}).to_string()
    };
    let entries = [
        entry("Abc123", SAVED),
        table(json!({})),
        table(json!({"lost": {"player": 1, "reason": "resigned"}, "isCounted": true})),
        table(json!({"game": null, "rules": HOME_MADE, "moves": [15]})),
        table(json!({"seats": [{"name": "Ada", "level": 0}, {"name": "Ada", "level": 0}]})),
    ];
    let looked = answer(json!({"ask": "kept", "entries": entries}))["games"].clone();
    assert_eq!(
        looked[0],
        json!({"title": "Divisor Duel", "names": ["Ada", "Computer, level 3"], "moves": 2, "is_unfinished": true, "carried": null})
    );
    let carried = |at: usize| looked[at]["carried"]["record"].as_str().unwrap().parse::<Record>().unwrap();
    let record = carried(1);
    assert_eq!((record.help(), record.score(), record.seed()), ([1, 2], [2, 1], Some(9_007_199_254_740_991)));
    assert_eq!(record.players().clone().map(|name| name.to_string()), ["B", "A\"\\"]);
    let session = Session::from_record(record).unwrap();
    assert_eq!((session.starter(), session.is_tossed(), session.score()), (Seat::Two, true, [1, 2]));
    assert_eq!(looked[1]["carried"]["id"], "1234");
    // A round that is counted counts once.
    assert_eq!(Session::from_record(carried(2)).unwrap().score(), [1, 2]);
    assert_eq!(looked[2]["is_unfinished"], false);
    assert_eq!((&looked[3]["title"], &looked[3]["carried"]["rules"]), (&json!("Odd Ones"), &json!(HOME_MADE)));
    assert_eq!(Session::from_record(carried(4)).unwrap().starter(), Seat::Two);

    let unreadable = [
        String::new(),
        "null".into(),
        "7".into(),
        "{".into(),
        "[".repeat(100_000),
        "{\"table\":{}}".into(),
        entry("Abc124", SAVED),
        entry("", &SAVED.replace("[Id \"Abc123\"]\n", "")),
        entry("Abc123", &SAVED.replace("12 6", "9 9")),
        json!({"id": "Abc123", "record": SAVED, "rules": HOME_MADE}).to_string(),
        json!({"id": "Abc123", "record": [SAVED]}).to_string(),
        json!({"id": "Abc123", "record": "x".repeat(5_000_000)}).to_string(),
        table(json!({"first": 2})),
        table(json!({"first": -1})),
        table(json!({"id": "---"})),
        table(json!({"seed": 1.5})),
        table(json!({"seats": [{"name": "A", "level": 6}, {"name": "B", "level": 0}]})),
        table(json!({"seats": [{"name": "\u{202e}", "level": 1}, {"name": "B", "level": 0}]})),
        table(json!({"moves": [9, 9]})),
        table(json!({"lost": {"player": 1, "reason": "resigned"}, "isCounted": true, "score": [0, 0]})),
        table(json!({"lost": {"player": 2, "reason": "illegal-number", "number": "6"}})),
        table(json!({"score": [4_294_967_295_u64, 4_294_967_295_u64]})),
    ];
    let looked = answer(json!({"ask": "kept", "entries": unreadable}))["games"].clone();
    for (text, looked) in unreadable.iter().zip(looked.as_array().unwrap()) {
        assert_eq!(*looked, Value::Null, "{}", &text[..text.len().min(300)]);
    }
}

fn rounds(rounds: Option<Rounds>) -> Value {
    rounds.map_or(Value::Null, |rounds| match rounds {
        Rounds::BestOf(rounds) => json!({"best_of": rounds}),
        Rounds::All(rounds) => json!({"all": rounds}),
    })
}

fn verdict(verdict: Option<Verdict>) -> Value {
    verdict.map_or(Value::Null, |verdict| match verdict {
        Verdict::Champion(seat) => json!({"champion": seat.number()}),
        Verdict::Tie => json!("tie"),
    })
}

fn beginning(changed: Value) -> Value {
    let seats = json!([{"name": "Ada", "who": "human"}, {"name": "Bo", "who": "human"}]);
    let mut question = json!({"ask": "begin", "seats": seats, "first": 1, "seed": "1", "at": 0});
    question.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
    question
}

#[test]
fn who_may_be_helped_and_where_a_position_comes_from_is_agreed_on_at_the_beginning() {
    let usual = answer(beginning(json!({"game": "chain"})))["view"].clone();
    assert_eq!(
        (&usual["advice"], &usual["origin"], &usual["lesson"]),
        (&json!([true, true]), &Value::Null, &Value::Null)
    );
    assert_eq!((&usual["hides_legal"], &usual["remarks"]["start"]), (&json!(false), &json!([])));
    for (origin, words) in [
        ("puzzle", "Played on from a puzzle."),
        ("game 12ab move 2", "Played on from move 2 of another game."),
        ("game move 2", "Played on from move 2 of another game."),
    ] {
        let asked = json!({"game": "chain", "opening": ["14"], "origin": origin, "advice": [true, false]});
        let begun = answer(beginning(asked));
        let view = &begun["view"];
        assert_eq!((&view["origin"], &view["advice"]), (&json!(origin), &json!([true, false])));
        assert_eq!(view["remarks"]["start"], json!([words, "Bo plays without advice."]));
        assert_eq!((&view["by"], &view["may"]["help"]), (&json!(2), &json!(false)));
        let again = answer(json!({"ask": "session", "session": {"record": begun["record"]}}));
        assert_eq!(again, begun, "the record has all of it");
    }
    for (changed, part) in [
        (json!({"origin": "somewhere"}), "a game comes from"),
        (json!({"origin": "lesson ../etc"}), "a game comes from"),
        (json!({"advice": [true]}), "invalid length"),
        (json!({"find": "yes"}), "invalid type"),
    ] {
        let mut question = beginning(json!({"game": "chain"}));
        question.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        let refused = problem(question);
        assert!(refused.to_lowercase().contains(part), "{changed}: {refused}");
    }
}

#[test]
fn a_lesson_says_what_is_played_at_its_end() {
    for lesson in Lesson::built_in() {
        let view = answer(beginning(json!({"lesson": lesson.id()})))["view"].clone();
        let computer = format!("level:{}", lesson.opponent().number());
        let seats = json!([{"name": "Ada", "who": "human"}, {"name": "Bo", "who": computer}]);
        assert_eq!((&view["seats"], &view["lesson"]), (&seats, &json!(lesson.id())));
        assert_eq!(view["origin"], format!("lesson {}", lesson.id()));
    }
    // What was played on from a step of it is another game.
    let step = answer(beginning(json!({"game": "chain", "opening": ["14"], "origin": "lesson pairs"})));
    assert_eq!(step["view"]["lesson"], Value::Null);
    let unknown = problem(beginning(json!({"lesson": "chess"})));
    assert_eq!(unknown, "There is no lesson called \"chess\".");
    for changed in
        [json!({"game": "chain"}), json!({"opening": []}), json!({"origin": "puzzle"}), json!({"rounds": {"all": 2}})]
    {
        let mut question = beginning(json!({"lesson": "pairs"}));
        question.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        assert_eq!(problem(question), "A lesson says itself what is played, from where and how often.", "{changed}");
    }
}

#[test]
fn a_book_says_what_was_played_and_speaks_to_whoever_plays_alone() {
    let begin = |game: &str, second: (&str, &str), first: u8, opening: &[&str]| {
        let seats = json!([{"name": "Ada", "who": "human"}, {"name": second.0, "who": second.1}]);
        let question = json!({"ask": "begin", "game": game, "seats": seats, "first": first, "seed": "1", "at": 0, "opening": opening});
        answer(question)["view"].clone()
    };
    let (person, computer) = (("Bo", "human"), ("Computer, level 3", "level:3"));
    for (game, second, first, words) in [
        ("evens", person, "12", "You removed 12."),
        ("evens", computer, "12", "You removed 12."),
        // Where a book says nothing but what the board shows, we say who it was.
        ("chain", person, "12", "Ada took 12."),
        ("chain", computer, "12", "You took 12."),
        ("classic", person, "12", "Ada took 12."),
        ("divider", person, "60/2", "60 divided by 2 is 30."),
    ] {
        assert_eq!(begin(game, second, 1, &[first])["remarks"]["played"], words, "{game}");
    }
    // The computer is spoken of, and the person spoken to.
    let begin = |first, opening: &[&str]| begin("evens", computer, first, opening);
    let view = begin(2, &["12"]);
    assert_eq!(view["remarks"]["played"], "Computer removed 12.");
    assert_eq!(
        view["position"]["turn_words"],
        "It's your turn.\nLast number removed: 12\nValid choices are multiples or divisors of 12."
    );
    let sample = ["12", "6", "18", "2", "4", "8", "16"];
    assert_eq!(
        begin(1, &sample)["position"]["end_words"],
        "No valid moves available.\nComputer cannot make a valid move. You win!"
    );
    assert_eq!(
        begin(2, &sample)["position"]["end_words"],
        "No valid moves available.\nYou cannot make a valid move. Computer wins!"
    );
}
