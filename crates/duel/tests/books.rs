//! What the rule books say, as rows: their rules at a glance, their sample games and the lists of choices in them.
//!
//! The samples' moves are all legal. Some of the books' lists are not what their own rules say (they name numbers that
//! are neither divisors nor multiples, or leave some out); here the lists stand as the rules give them.

use duel::speech::English;
use duel::{Game, Invalid, Move, Position, Reason, RuleBook, Side};

#[test]
fn the_rules_at_a_glance() {
    for (id, code, first_pick, last_resort, invalid) in [
        ("classic", "take:2..50", None, false, Invalid::Retry),
        ("last-resort", "take:1..30,first=2..,resort=1", Some("a number from 2 up"), true, Invalid::Retry),
        ("chain", "take:2..20", None, false, Invalid::Retry),
        ("evens", "take:2..20/2", None, false, Invalid::Retry),
        ("divider", "divide:60,invalid=loses", None, false, Invalid::Loses),
        ("juniper-green", "take:1..100,first=even", Some("an even number"), false, Invalid::Retry),
        ("classroom", "take:1..100,first=even,first=..49", Some("an even number up to 49"), false, Invalid::Retry),
    ] {
        let game: Game = code.parse().unwrap();
        assert_eq!(id.parse(), Ok(game.clone()), "{id}");
        assert_eq!(game.to_string(), id);
        let said = (
            game.first_pick_rule().map(|rule| rule.english()),
            game.has_last_resort(),
            game.invalid(),
            game.is_misere(),
        );
        assert_eq!(said, (first_pick.map(String::from), last_resort, invalid, false), "{id}");
    }
    assert_eq!(RuleBook::built_in().len(), 7, "a book is missing in the table above");
}

/// A sample game: each number as it is typed, and what may follow it.
struct Sample {
    book: &'static str,
    turns: &'static [(&'static str, &'static [u64])],
    winner: Option<Side>,
}

const SAMPLES: [Sample; 5] = [
    Sample {
        book: "classic",
        turns: &[
            ("12", &[2, 3, 4, 6, 24, 36, 48]),
            ("6", &[2, 3, 18, 24, 30, 36, 42, 48]),
            ("18", &[2, 3, 9, 36]),
            ("9", &[3, 27, 36, 45]),
            ("3", &[15, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48]),
            ("15", &[5, 30, 45]),
        ],
        winner: None,
    },
    Sample {
        book: "last-resort",
        turns: &[
            ("15", &[3, 5, 30]),
            ("5", &[10, 20, 25, 30]),
            ("10", &[2, 20, 30]),
            ("20", &[2, 4]),
            ("4", &[2, 8, 12, 16, 24, 28]),
            ("8", &[2, 16, 24]),
            ("16", &[2]),
        ],
        winner: None,
    },
    Sample {
        book: "chain",
        turns: &[
            ("12", &[2, 3, 4, 6]),
            ("4", &[2, 8, 16, 20]),
            ("16", &[2, 8]),
            ("8", &[2]),
            ("2", &[6, 10, 14, 18, 20]),
            ("6", &[3, 18]),
            ("18", &[3, 9]),
            ("9", &[3]),
            ("3", &[15]),
            ("15", &[5]),
            ("5", &[10, 20]),
            ("10", &[20]),
            ("20", &[]),
        ],
        winner: Some(Side::One),
    },
    Sample {
        book: "evens",
        turns: &[
            ("12", &[2, 4, 6]),
            ("6", &[2, 18]),
            ("18", &[2]),
            ("2", &[4, 8, 10, 14, 16, 20]),
            ("4", &[8, 16, 20]),
            ("8", &[16]),
            ("16", &[]),
        ],
        winner: Some(Side::One),
    },
    Sample {
        book: "divider",
        turns: &[("2", &[2, 3, 5, 6, 10, 15]), ("5", &[2, 3]), ("3", &[])],
        winner: Some(Side::One),
    },
];

/// The numbers picked, or the divisors chosen, in the legal moves.
fn choices(position: &Position) -> Vec<u64> {
    let chosen = |legal| match legal {
        Move::Pick(number) => number,
        Move::Divide { by, .. } => by,
    };
    position.legal_moves().into_iter().map(chosen).collect()
}

#[test]
fn the_sample_games_are_legal_with_the_choices_that_the_rules_give_and_end_as_told() {
    for Sample { book, turns, winner } in SAMPLES {
        let mut position = book.parse::<Game>().unwrap().start().unwrap();
        for (turn, (typed, legal_after)) in turns.iter().enumerate() {
            assert_eq!(position.outcome(), None, "{book}, turn {}", turn + 1);
            position.offer_text(typed);
            assert_eq!(position.moves().len(), turn + 1, "{book}: {typed} was not played");
            assert_eq!(choices(&position), *legal_after, "{book} after {typed}");
        }
        let end = position.outcome().map(|outcome| (outcome.winner, outcome.reason.clone()));
        assert_eq!(end, winner.map(|winner| (winner, Reason::NoMove)), "{book}");
    }
}

#[test]
fn a_book_tells_its_own_sample_game() {
    for Sample { book, turns, .. } in SAMPLES {
        let book = RuleBook::find(book).unwrap();
        let mut position = book.game().start().unwrap();
        for (typed, _) in turns {
            position.offer_text(typed);
        }
        assert_eq!(book.example(), position.moves(), "{}", book.id());
    }
}

#[test]
fn first_choices_are_what_the_books_say() {
    for (book, choices_at_start) in [
        ("classic", (2..=50).collect::<Vec<u64>>()),
        ("last-resort", (2..=30).collect()),
        ("chain", (2..=20).collect()),
        ("evens", (2..=20).step_by(2).collect()),
        ("divider", vec![2, 3, 4, 5, 6, 10, 12, 15, 20, 30]),
        ("juniper-green", (2..=100).step_by(2).collect()),
        ("classroom", (2..=48).step_by(2).collect()),
    ] {
        assert_eq!(choices(&book.parse::<Game>().unwrap().start().unwrap()), choices_at_start, "{book}");
    }
}

#[test]
fn one_is_taken_only_when_nothing_else_is_left_and_then_everything_follows() {
    let mut position = "last-resort".parse::<Game>().unwrap().start().unwrap();
    position.play(Move::Pick(17)).unwrap();
    assert_eq!(choices(&position), [1]);
    position.play(Move::Pick(1)).unwrap();
    assert_eq!(choices(&position), (2..=30).filter(|&n| n != 17).collect::<Vec<_>>());
    // The other side takes a number that fits nothing else, and there is no second 1.
    position.play(Move::Pick(19)).unwrap();
    assert_eq!(position.outcome().map(|outcome| outcome.winner), Some(Side::One));
}

#[test]
fn evens_after_8_as_its_book_explains_it() {
    let mut position = "evens".parse::<Game>().unwrap().start().unwrap();
    position.play(Move::Pick(8)).unwrap();
    assert_eq!(choices(&position), [2, 4, 16]);
    assert!(!position.is_legal(Move::Pick(6)) && !position.is_legal(Move::Pick(10)));
}
