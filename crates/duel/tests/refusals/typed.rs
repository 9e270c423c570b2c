//! Typed moves: what is not a move costs nothing in any game; what is an illegal move gets its most specific reason.

use duel::{Game, Invalid, Loss, Move, NotAMove, Offered, Position, Reason, RuleBook, Side, Typed};

/// The position after these typed moves, all of them legal.
fn after(game: &Game, moves: &str) -> Position {
    let mut position = game.start().expect("a game that can be played");
    for text in moves.split_whitespace() {
        position.play_written(text).unwrap_or_else(|error| panic!("{game}: {moves}: {error}"));
    }
    position
}

#[test]
fn fault_01_what_is_not_a_number_is_never_a_move_and_never_loses() {
    let long = "1".repeat(1 << 20);
    let lines = [
        "",
        " ",
        "\t",
        "-1",
        "+12",
        "007",
        "00",
        "12.0",
        "12,0",
        "1e1",
        "0x0c",
        "1_2",
        "1 2",
        "twelve",
        "１２",
        "Ⅻ",
        "12\u{200b}",
        "12\0",
        "\u{fffd}",
        "100000000000000000000",
        "1/",
        "/2",
        "60//2",
        "60/2/2",
        "60/+2",
        "60/02",
        &long,
    ];
    let books = RuleBook::built_in().iter().map(|book| book.game().clone());
    let others =
        ["divider:60,84", "classic,invalid=loses", "last-resort,invalid=loses"].map(|code| code.parse().unwrap());
    for game in books.chain(others) {
        for line in lines {
            let mut position = game.start().unwrap();
            let before = position.clone();
            assert_eq!(position.offer_text(line), Offered::NotAMove(before.expected()), "{game}: {line:.40?}");
            assert_eq!(position, before, "{game}: {line:.40?}");
        }
    }
}

#[test]
fn fault_01_white_space_around_a_number_is_allowed() {
    for line in ["12", " 12 ", "\t12\r\n", "12\n"] {
        assert_eq!(
            after(&"classic".parse().unwrap(), "").offer_text(line),
            Offered::Played(Move::Pick(12)),
            "{line:?}"
        );
    }
    let division = Move::Divide { number: 84, by: 7 };
    for line in ["84/7", " 84 / 7 "] {
        assert_eq!(
            after(&"divider:60,84".parse().unwrap(), "").offer_text(line),
            Offered::Played(division),
            "{line:?}"
        );
    }
}

#[test]
fn who_typed_no_move_is_told_what_one_looks_like_here() {
    for (code, typed, told) in [
        (
            "classic",
            "twelve",
            "that is not a whole number in plain digits, such as 12 (no sign, no leading zero, at most 20 digits)",
        ),
        (
            "classic",
            "12/3",
            "that is not a whole number in plain digits, such as 12 (no sign, no leading zero, at most 20 digits)",
        ),
        (
            "divider",
            "two",
            "that is not a whole number in plain digits, such as 2 (no sign, no leading zero, at most 20 digits)",
        ),
        ("divider:60,84", "two", "say which number you divide and by what, such as 60/2"),
        ("divider:60,84", "2", "say which number you divide and by what, such as 60/2"),
        ("divider:60,84", "99999999999999999999", "say which number you divide and by what, such as 60/2"),
    ] {
        let mut position = after(&code.parse().unwrap(), "");
        let Offered::NotAMove(not_a_move) = position.offer_text(typed) else {
            panic!("{code}: {typed} was taken for a move")
        };
        assert_eq!(not_a_move.to_string(), told, "{code}: {typed}");
        assert_eq!(position.outcome(), None, "{code}: {typed}");
    }
}

/// A game, the moves before, a number that is illegal then, and the reason.
const ILLEGAL: &[(&str, &str, &str, &str)] = &[
    ("classic", "", "0", "0 is not on this board: it has the numbers 2 to 50"),
    ("classic", "", "1", "1 is not on this board: it has the numbers 2 to 50"),
    ("classic", "", "51", "51 is not on this board: it has the numbers 2 to 50"),
    ("classic", "", "18446744073709551616", "18446744073709551616 is not on this board: it has the numbers 2 to 50"),
    ("classic", "12", "99999999999999999999", "99999999999999999999 is not on this board: it has the numbers 2 to 50"),
    ("classic", "12", "60", "60 is not on this board: it has the numbers 2 to 50"),
    ("classic", "12", "12", "12 is already taken"),
    // Taken and unrelated: taken is the more specific reason.
    ("classic", "12 6 18 9", "12", "12 is already taken"),
    ("classic", "12", "7", "7 is neither a divisor nor a multiple of 12"),
    ("classic", "12", "8", "8 is neither a divisor nor a multiple of 12"),
    ("classic,first=composite", "", "7", "7 is not allowed as the first pick: it must be a non-prime above 1"),
    ("evens", "", "7", "7 is not on this board: it has the even numbers 2 to 20"),
    ("evens", "8", "1", "1 is not on this board: it has the even numbers 2 to 20"),
    ("evens", "8", "10", "10 is neither a divisor nor a multiple of 8"),
    ("take:3..21/3", "", "4", "4 is not on this board: it has the numbers 3 to 21 in steps of 3"),
    ("take:1..9/2", "", "4", "4 is not on this board: it has the odd numbers 1 to 9"),
    ("take:5..5", "", "4", "4 is not on this board: it has only the number 5"),
    ("last-resort", "", "31", "31 is not on this board: it has the numbers 1 to 30"),
    ("last-resort", "", "1", "1 is not allowed as the first pick: it must be a number from 2 up"),
    ("last-resort", "15", "1", "1 may be picked only if no other valid move is available"),
    ("last-resort", "15", "4", "4 is neither a divisor nor a multiple of 15"),
    ("last-resort", "17 1", "1", "1 is already taken"),
    ("take:1..30,resort=1", "", "1", "1 may be picked only if no other valid move is available"),
    ("juniper-green", "", "3", "3 is not allowed as the first pick: it must be an even number"),
    ("classroom", "", "50", "50 is not allowed as the first pick: it must be an even number up to 49"),
    ("divider", "", "7", "7 is not a proper divisor of 60"),
    ("divider", "", "0", "0 is not a proper divisor of 60"),
    ("divider", "", "1", "1 is not a proper divisor of 60"),
    ("divider", "", "60", "60 is not a proper divisor of 60"),
    ("divider", "", "120", "120 is not a proper divisor of 60"),
    ("divider", "2", "4", "4 is not a proper divisor of 30"),
    ("divider", "", "18446744073709551616", "18446744073709551616 is not a proper divisor of 60"),
    ("divider", "", "99999999999999999999", "99999999999999999999 is not a proper divisor of 60"),
    ("divider", "", "60/7", "7 is not a proper divisor of 60"),
    ("divider", "2", "60/2", "60 is not on the table, which has 30"),
    ("divider:60,84", "", "59/7", "59 is not on the table, which has 60, 84"),
    ("divider:60,84", "", "60/7", "7 is not a proper divisor of 60"),
    ("divider:60,84", "", "0/0", "0 is not on the table, which has 60, 84"),
    ("divider:60,84", "", "18446744073709551616/2", "18446744073709551616 is not on the table, which has 60, 84"),
    ("divider:60,84", "", "60/18446744073709551616", "18446744073709551616 is not a proper divisor of 60"),
    ("divider:60,7", "", "7/7", "7 is not a proper divisor of 7"),
];

#[test]
fn an_illegal_number_gets_its_most_specific_reason_and_nothing_changes() {
    for &(code, moves, typed, reason) in ILLEGAL {
        let game = code.parse::<Game>().unwrap().with_invalid(Invalid::Retry);
        let before = after(&game, moves);
        let mut position = before.clone();
        match position.offer_text(typed) {
            Offered::AskAgain(illegal) => assert_eq!(illegal.to_string(), reason, "{code} {moves} {typed}"),
            other => panic!("{code} {moves} {typed}: {other:?}"),
        }
        assert_eq!((&position, position.moves()), (&before, before.moves()), "{code} {moves} {typed}");
    }
}

#[test]
fn where_an_illegal_number_loses_it_ends_the_game_and_is_no_move() {
    let costly = ILLEGAL.iter().filter(|(_, _, _, reason)| !reason.contains("is not on the table"));
    for &(code, moves, typed, reason) in costly {
        let game = code.parse::<Game>().unwrap().with_invalid(Invalid::Loses);
        let before = after(&game, moves);
        let mut position = before.clone();
        match position.offer_text(typed) {
            Offered::Lost(illegal) => assert_eq!(illegal.to_string(), reason, "{code} {moves} {typed}"),
            other => panic!("{code} {moves} {typed}: {other:?}"),
        }
        let outcome = position.outcome().expect("the game is lost");
        assert_eq!(outcome.winner, before.turn().other(), "{code} {moves} {typed}");
        let number = before.understand(typed.parse().unwrap()).unwrap();
        assert_eq!(outcome.reason, Reason::Lost(Loss::IllegalNumber(number)), "{code} {moves} {typed}");
        assert_eq!(position.moves(), before.moves(), "{code} {moves} {typed}");
        assert_eq!((position.legal_moves(), position.legal_count()), (vec![], 0), "{code} {moves} {typed}");
    }
}

#[test]
fn only_the_divider_loses_by_itself() {
    let losing: Vec<&str> = RuleBook::built_in()
        .iter()
        .filter(|book| matches!(book.game().start().unwrap().offer_text("99999999999999999999"), Offered::Lost(_)))
        .map(RuleBook::id)
        .collect();
    assert_eq!(losing, ["divider"]);
}

#[test]
fn after_the_end_every_move_comes_too_late_and_costs_nothing() {
    for (code, moves, typed) in [
        ("evens", "12 6 18 2 4 8 16", "10"),
        ("evens,invalid=loses", "12 6 18 2 4 8 16", "7"),
        ("divider", "30", "2"),
        ("divider", "30", "18446744073709551616"),
        ("classic", "47", "18446744073709551616"),
    ] {
        let before = after(&code.parse().unwrap(), moves);
        let mut position = before.clone();
        let Offered::AskAgain(illegal) = position.offer_text(typed) else { panic!("{code} {typed}") };
        assert!(illegal.to_string().ends_with("comes too late: the game is over"), "{code} {typed}: {illegal}");
        assert_eq!(position, before, "{code} {typed}");
    }
}

#[test]
fn a_prime_start_is_lost_at_once_and_nobody_is_asked() {
    for (code, winner) in [
        ("divider:7", Side::Two),
        ("divider:3", Side::Two),
        ("divider:18446744073709551557", Side::Two),
        ("divide:5,7,7", Side::Two),
        ("divide:7,misere", Side::One),
    ] {
        let position = after(&code.parse().unwrap(), "");
        let outcome = position.outcome().unwrap_or_else(|| panic!("{code} starts as if there were a game"));
        assert_eq!((outcome.winner, &outcome.reason), (winner, &Reason::NoMove), "{code}");
        assert_eq!((position.turn(), position.legal_count()), (Side::One, 0), "{code}");
    }
}

#[test]
fn a_number_alone_means_nothing_with_several_on_the_table_even_when_only_one_can_be_divided() {
    let mut position = after(&"divider:60,7".parse().unwrap(), "");
    assert_eq!(
        position.offer_text("2"),
        Offered::NotAMove(NotAMove::DivisionExpected { example: Move::Divide { number: 60, by: 2 } })
    );
    assert_eq!(position.offer_text("60/2"), Offered::Played(Move::Divide { number: 60, by: 2 }));
    assert_eq!(
        position.understand(Typed::Number(2)),
        Err(NotAMove::DivisionExpected { example: Move::Divide { number: 30, by: 2 } })
    );
}
