//! Properties of the protocol that bots speak: whatever is written, a legal move is understood and nothing else is.

use duel::bot::{BadAnswer, BotLine, bot_answer};
use duel::{Move, Position, RuleBook, Side};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

#[path = "../../../fuzz/checks.rs"]
pub mod checks;

/// The same cases at every run, unless a seed is asked for: a test that fails must fail again.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    let rng_seed = if config.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { config.rng_seed };
    ProptestConfig { rng_seed, cases: config.cases.max(1_000), failure_persistence: None, ..config }
}

const CODES: [&str; 10] = [
    "classic",
    "last-resort",
    "chain,invalid=loses",
    "evens",
    "divider",
    "divider:60,84,90",
    "divider,invalid=retry",
    "juniper-green:40",
    "take:2..30,misere",
    "divide:720720",
];

/// A position that still runs, of some game, reached by chance.
fn running() -> impl Strategy<Value = (&'static str, Position)> {
    (select(&CODES[..]), prop::collection::vec(any::<Index>(), 0..12)).prop_map(|(code, choices)| {
        let mut position = RuleBook::find(code).expect("a code").game().start().expect("a game");
        for choice in choices {
            let next = position.nth_legal(choice.index(position.legal_count())).expect("one of them");
            position.play(next).expect("a legal move");
            if position.outcome().is_some() {
                position.undo();
                break;
            }
        }
        (code, position)
    })
}

/// A move in one of the ways in which it can be written, with white space and other things around it.
fn written(chosen: Move, way: u8, space: &str) -> String {
    match way % 4 {
        0 => format!("{space}{chosen}{space}"),
        1 => format!("{space}\"{chosen}\"{space}"),
        2 => format!("{space}{{\"move\":{space}\"{chosen}\",\"note\":[{{\"move\":1}}]}}{space}"),
        _ => format!("{{\"winner\":1,\"move\":\"{chosen}\"}}{space}"),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_legal_move_is_understood_however_it_is_written(
        (code, position) in running(),
        choice: Index,
        way: u8,
        space in "[ \t\r]{0,3}",
    ) {
        let chosen = position.nth_legal(choice.index(position.legal_count())).expect("one of them");
        let line = written(chosen, way, &space);
        prop_assert_eq!(bot_answer(&position, line.as_bytes()), Ok(chosen), "{} in {}", line, code);
    }

    #[test]
    fn any_other_number_is_illegal_and_nothing_else_is((_, position) in running(), number: u64, small in 0..200_u64) {
        for number in [number, small] {
            let line = number.to_string();
            match bot_answer(&position, line.as_bytes()) {
                Ok(chosen) => prop_assert!(position.is_legal(chosen)),
                Err(BadAnswer::Illegal(_)) => {
                    let divided = position.on_table().and_then(|table| table.first()).copied();
                    let meant = divided.map_or(Move::Pick(number), |divided| Move::Divide { number: divided, by: number });
                    prop_assert!(!position.is_legal(meant));
                }
                Err(BadAnswer::Garbage { .. }) => prop_assert!(position.on_table().is_some_and(|table| table.len() > 1)),
            }
        }
    }

    #[test]
    fn a_line_for_a_bot_is_one_line_that_says_what_is_legal((code, position) in running(), clock: u32, prose: bool) {
        let book = RuleBook::find(code).expect("a code");
        for you in [Side::One, Side::Two] {
            let mut line = BotLine::new(&book.code(), &position, you, clock.into());
            if prose {
                line = line.with_prose(&book, &position);
            }
            let text = serde_json::to_string(&line).expect("it can be written");
            prop_assert!(!text.contains(['\n', '\r']));
            let read: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
            prop_assert_eq!(&read["you"], you.number());
            prop_assert_eq!(&read["clock_ms"], clock);
            prop_assert_eq!(read.get("prose").is_some(), prose);
            prop_assert_eq!(&read["outcome"], &serde_json::Value::Null);
            // What the page shows to those who write bots: any of the legal moves, printed as it comes, is a good answer.
            let legal = read["legal"].as_array().expect("a list");
            prop_assert_eq!(legal.len(), position.legal_count());
            for (at, given) in legal.iter().enumerate().take(200) {
                let printed = given.as_str().map_or_else(|| given.to_string(), String::from);
                prop_assert_eq!(bot_answer(&position, printed.as_bytes()).ok(), position.nth_legal(at));
                prop_assert_eq!(bot_answer(&position, given.to_string().as_bytes()).ok(), position.nth_legal(at));
            }
        }
    }

    #[test]
    fn any_bytes_are_judged(code in select(&CODES[..]), lines: Vec<Vec<u8>>) {
        let data = [code.as_bytes().to_vec()].into_iter().chain(lines).collect::<Vec<_>>().join(&b'\n');
        checks::bot_line(&data);
    }

    #[test]
    fn pieces_of_answers_are_judged(
        code in select(&CODES[..]),
        pieces in prop::collection::vec(
            select(&["{", "}", "\"", "move", "\"move\":", ":", ",", "12", "2", "/", "60/2", "\\", "u0032", " ", "\n", "[", "]", "é"][..]),
            0..20,
        ),
    ) {
        checks::bot_line(format!("{code}\n{}", pieces.concat()).as_bytes());
    }
}
