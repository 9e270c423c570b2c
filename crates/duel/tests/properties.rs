//! Properties of everything that is read from outside: any text, and good texts with random mistakes in them.
//!
//! What must hold for any text is said once, in the checks of the fuzzers. Here they get texts that are nearly right,
//! which a fuzzer needs long to come by.

use duel::{Game, LostBy, Name, NameError, NotAMove, Record, RuleBook, Side, Typed};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[path = "../../../fuzz/checks.rs"]
pub mod checks;

/// The same cases at every run, unless a seed is asked for: a test that fails must fail again.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    let rng_seed = if config.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { config.rng_seed };
    ProptestConfig { rng_seed, cases: config.cases.max(1_000), failure_persistence: None, ..config }
}

/// Pieces of codes, in an order that rarely makes sense.
fn code_soup() -> impl Strategy<Value = String> {
    let pieces = "take: divide: classic evens divider classroom last-resort : .. / , = - first= even odd composite \
                  resort=1 misere invalid= loses retry 0 1 2 7 30 60 100000000 18446744073709551615 18446744073709551616 é";
    let pieces: Vec<&str> = pieces.split_whitespace().chain([" ", "\u{1b}"]).collect();
    prop::collection::vec(select(pieces), 0..12).prop_map(|pieces| pieces.concat())
}

/// Codes that are usually games.
fn code() -> impl Strategy<Value = String> {
    let head = prop_oneof![
        select(RuleBook::built_in().iter().map(|book| book.id().to_string()).collect::<Vec<_>>()),
        (1..9_u64, 0..90_u64, 1..4_u64).prop_map(|(low, more, step)| format!("take:{low}..{}/{step}", low + more)),
        prop::collection::vec(3..2_000_u64, 1..4).prop_map(|table| {
            let table: Vec<String> = table.iter().map(u64::to_string).collect();
            format!("divide:{}", table.join(","))
        }),
        any::<u64>().prop_map(|number| format!("divide:{number}")),
    ];
    let clauses = "first=even first=odd first=composite first=2.. first=..30 first=3..40 resort=1 misere invalid=loses \
                   invalid=retry";
    let clauses: Vec<&str> = clauses.split_whitespace().collect();
    (head, prop::collection::vec(select(clauses), 0..4))
        .prop_map(|(head, clauses)| [vec![head.as_str()], clauses].concat().join(","))
}

/// Records of random games, as we write them.
fn record() -> impl Strategy<Value = String> {
    (code(), any::<u64>(), 0..60_usize, 0..5_u8, any::<bool>()).prop_filter_map(
        "a code that is no game",
        |(code, seed, plies, end, first_loses)| {
            let book = RuleBook::find(&code).ok()?;
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut position = book.game().start().ok()?;
            while let choices @ 1.. = position.legal_count()
                && position.moves().len() < plies
            {
                position.play(position.nth_legal(rng.random_range(0..choices))?).ok()?;
            }
            let loser = if first_loses { Side::One } else { Side::Two };
            match end {
                0 => position.lose(loser, LostBy::Resigning),
                1 => position.lose(loser, LostBy::Time),
                2 => position.lose(loser, LostBy::Forfeit),
                _ => {}
            }
            let players = [r#"Ada "A""#, "Bo"].map(|name| name.parse().expect("a name"));
            let mut record = Record::new(&book, position, players);
            record.set_header("Event", "Club # [open]");
            Some(record.to_string())
        },
    )
}

/// Rule files as they are shipped.
fn rule_file() -> impl Strategy<Value = String> {
    let files = vec![
        include_str!("../src/rulebooks/classic.toml"),
        include_str!("../src/rulebooks/last-resort.toml"),
        include_str!("../src/rulebooks/chain.toml"),
        include_str!("../src/rulebooks/evens.toml"),
        include_str!("../src/rulebooks/divider.toml"),
    ];
    select(files).prop_map(String::from)
}

/// A code, and lines as people type them.
fn typed_lines() -> impl Strategy<Value = String> {
    let slips = vec!["", " 12 ", "-1", "+2", "007", "12.0", "0x0c", "１２", "twelve", "60/2", "60//2"];
    let line = prop_oneof![
        (0..60_u64).prop_map(|number| number.to_string()),
        (0..90_u64, 0..12_u64).prop_map(|(number, by)| format!("{number}/{by}")),
        any::<u128>().prop_map(|number| number.to_string()),
        select(slips).prop_map(String::from),
    ];
    (code(), prop::collection::vec(line, 0..40)).prop_map(|(code, lines)| format!("{code}\n{}", lines.join("\n")))
}

/// A mistake as files get them: a flipped bit, a lost or doubled piece, a foreign byte, an early end.
#[derive(Clone, Debug)]
enum Mistake {
    Flip(Index, u8),
    Insert(Index, u8),
    Remove(Index, usize),
    Double(Index, usize),
    Cut(Index),
}

fn mistakes() -> impl Strategy<Value = Vec<Mistake>> {
    let mistake = prop_oneof![
        4 => (any::<Index>(), 0..8_u8).prop_map(|(at, bit)| Mistake::Flip(at, bit)),
        4 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Mistake::Insert(at, byte)),
        4 => (any::<Index>(), 1..20_usize).prop_map(|(at, len)| Mistake::Remove(at, len)),
        2 => (any::<Index>(), 1..20_usize).prop_map(|(at, len)| Mistake::Double(at, len)),
        1 => any::<Index>().prop_map(Mistake::Cut),
    ];
    prop::collection::vec(mistake, 0..4)
}

/// The text with these mistakes, made UTF-8 again where they broke it.
fn spoiled(text: &str, mistakes: &[Mistake]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for mistake in mistakes {
        let at = |index: &Index| index.index(bytes.len() + 1);
        let piece = |index: &Index, len: &usize| at(index)..(at(index) + len).min(bytes.len());
        match mistake {
            Mistake::Flip(index, bit) if !bytes.is_empty() => {
                let at = index.index(bytes.len());
                bytes[at] ^= 1 << bit;
            }
            Mistake::Flip(..) => {}
            Mistake::Insert(index, byte) => bytes.insert(at(index), *byte),
            Mistake::Remove(index, len) => drop(bytes.drain(piece(index, len))),
            Mistake::Double(index, len) => {
                let piece = piece(index, len);
                let copy = bytes[piece.clone()].to_vec();
                bytes.splice(piece.end..piece.end, copy);
            }
            Mistake::Cut(index) => bytes.truncate(at(index)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_read_or_refused_in_words(text in any::<String>()) {
        checks::code(text.as_bytes());
        checks::record(text.as_bytes());
        checks::rule_file(text.as_bytes());
        checks::typed_move(format!("classic,invalid=loses\n{text}").as_bytes());
        checks::typed_move(format!("divide:60,84\n{text}").as_bytes());
    }

    #[test]
    fn pieces_of_codes_are_a_code_or_refused_in_words(text in code_soup()) {
        checks::code(text.as_bytes());
    }

    #[test]
    fn spoiled_codes_are_a_code_or_refused_in_words(text in code(), mistakes in mistakes()) {
        checks::code(spoiled(&text, &mistakes).as_bytes());
    }

    #[test]
    fn spoiled_records_are_a_legal_game_or_refused_in_words(text in record(), mistakes in mistakes()) {
        checks::record(spoiled(&text, &mistakes).as_bytes());
    }

    #[test]
    fn a_record_that_we_wrote_is_read_as_it_was(text in record()) {
        let read: Record = text.parse().unwrap();
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn spoiled_rule_files_are_a_book_or_refused_in_words(text in rule_file(), mistakes in mistakes()) {
        checks::rule_file(spoiled(&text, &mistakes).as_bytes());
    }

    #[test]
    fn whatever_is_typed_is_played_asked_again_or_lost_by_the_rules(text in typed_lines(), mistakes in mistakes()) {
        checks::typed_move(spoiled(&text, &mistakes).as_bytes());
    }

    #[test]
    fn the_order_and_the_repetition_of_clauses_do_not_matter(text in code(), at in any::<Index>()) {
        let parts: Vec<&str> = text.split(',').collect();
        let is_clause = |part: &&str| !part.contains(':') && part.contains(|c: char| c.is_ascii_lowercase());
        let (mut clauses, head): (Vec<&str>, Vec<&str>) = parts.into_iter().skip(1).partition(is_clause);
        if !clauses.is_empty() {
            let turn = at.index(clauses.len());
            clauses.rotate_left(turn);
            clauses.push(clauses[0]);
        }
        let start = text.split(',').next().unwrap_or_default();
        let turned = [vec![start], head, clauses].concat().join(",");
        prop_assert_eq!(turned.parse::<Game>().ok(), text.parse::<Game>().ok(), "{} {}", turned, text);
    }

    #[test]
    fn a_number_is_typed_as_its_digits_and_in_no_other_way(number in 0..10_u128.pow(20), space in "[ \t]{0,3}") {
        prop_assert_eq!(format!("{space}{number}{space}").parse(), Ok(Typed::Number(number)));
        for wrong in [format!("+{number}"), format!("-{number}"), format!("0{number}"), format!("{number}.0")] {
            prop_assert_eq!(wrong.parse::<Typed>(), Err(NotAMove::NotANumber), "{}", wrong);
        }
        let too_long = format!("{number}{number:020}");
        prop_assert_eq!(too_long.parse::<Typed>(), Err(NotAMove::NotANumber));
    }

    #[test]
    fn a_name_is_short_visible_and_stays_as_it_is(text in prop_oneof![any::<String>(), "[ \u{200b}\u{202e}a-zé李\n]{0,40}", " ?[a-zé李]{30,35} ?"]) {
        let trimmed = text.trim();
        let length = trimmed.chars().count();
        match text.parse::<Name>() {
            Ok(name) => {
                prop_assert_eq!(name.as_str(), trimmed);
                prop_assert!((1..=32).contains(&length));
                prop_assert!(!trimmed.contains(|c: char| c.is_control() || ['\u{200b}', '\u{202e}'].contains(&c)), "{}", name);
                prop_assert_eq!(name.to_string().parse::<Name>(), Ok(name));
            }
            Err(NameError::Empty) => prop_assert_eq!(length, 0),
            Err(NameError::TooLong(said)) => prop_assert!(said == length && length > 32),
            Err(NameError::Invisible(c)) => prop_assert!(trimmed.contains(c)),
            Err(other) => prop_assert!(false, "{:?}", other),
        }
    }
}
