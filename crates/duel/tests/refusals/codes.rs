//! Game codes that name no game: every refusal says where in the code it is wrong and what would be right.

use duel::speech::English;
use duel::{Game, GameError, PLAYABLE_NUMBERS, POOL_NUMBERS};

/// A code, the part of it that is wrong, and what is said about it.
const WRONG: &[(&str, &str, &str)] = &[
    ("", "", "a game is named by a rule book, such as classic, or by a code, such as take:2..50"),
    ("clasic", "clasic", "there is no game called \"clasic\"; did you mean \"classic\"?"),
    ("tkae:2..50", "tkae", "there is no game called \"tkae\"; did you mean \"take\"?"),
    (
        "chess",
        "chess",
        "there is no game called \"chess\"; the books are classic, last-resort, chain, evens, divider, juniper-green, \
         classroom, and codes look like take:2..50 or divide:60",
    ),
    ("take", "take", "\"take\" needs its pool, such as take:2..50"),
    ("divide", "divide", "\"divide\" needs its number, such as divide:60"),
    ("take:50", "50", "a pool is LO..HI or LO..HI/STEP, such as 2..50 or 2..20/2"),
    ("take:..50", "", "the pool's lower end is missing"),
    ("take:2..", "", "the pool's upper end is missing"),
    ("take:2..50/", "", "the pool's step is missing"),
    (
        "take:two..50",
        "two",
        "the pool's lower end is a whole number of up to 20 digits without a leading zero, not \"two\"",
    ),
    (
        "take:02..50",
        "02",
        "the pool's lower end is a whole number of up to 20 digits without a leading zero, not \"02\"",
    ),
    (
        "take:2...50",
        ".50",
        "the pool's upper end is a whole number of up to 20 digits without a leading zero, not \".50\"",
    ),
    ("take:0..50", "0..50", "a pool starts at 1 or above: every number divides 0"),
    ("take:2..50/0", "2..50/0", "a pool's step is 1 or more"),
    ("take:50..2", "50..2", "this pool has no numbers: 2 is below 50"),
    ("classic:1", "1", "this pool has no numbers: 1 is below 2"),
    ("classic:", "", "the pool's upper end is missing"),
    (
        "take:2..18446744073709551616",
        "18446744073709551616",
        "the pool's upper end has at most 64 bits, up to 18446744073709551615",
    ),
    ("divide:", "", "a number to divide is missing"),
    (
        "divide:sixty",
        "sixty",
        "a number to divide is a whole number of up to 20 digits without a leading zero, not \"sixty\"",
    ),
    ("divider:0", "0", "a number to divide is above 2, and this is 0"),
    ("divider:1", "1", "a number to divide is above 2, and this is 1"),
    ("divider:2", "2", "a number to divide is above 2, and this is 2"),
    ("divider:60,2,84", "2", "a number to divide is above 2, and this is 2"),
    (
        "divider:-60",
        "-60",
        "a number to divide is a whole number of up to 20 digits without a leading zero, not \"-60\"",
    ),
    (
        "divider:18446744073709551616",
        "18446744073709551616",
        "a number to divide has at most 64 bits, up to 18446744073709551615",
    ),
    ("divide:60,first=even", "first=even", "\"first\" is about picks from a pool, and a division game has none"),
    ("divide:60,resort=1", "resort=1", "\"resort\" is about picks from a pool, and a division game has none"),
    ("classic,", "", "a clause is missing between two commas or at the end"),
    ("classic,,misere", "", "a clause is missing between two commas or at the end"),
    (
        "classic,first=evne",
        "evne",
        "\"evne\" is no rule for the first pick; it can be even, odd, composite or a range such as 2.. or ..49",
    ),
    ("classic,first=..", "..", "one end of the range may be left open, not both"),
    (
        "classic,first=a..",
        "a",
        "the first pick's lower end is a whole number of up to 20 digits without a leading zero, not \"a\"",
    ),
    ("classic,first=even,first=odd", "odd", "the first pick cannot be both even and odd"),
    ("classic,miser", "miser", "\"miser\" is not a clause; did you mean \"misere\"?"),
    ("classic,misere=1", "misere=1", "\"misere=1\" is not a clause; did you mean \"misere\"?"),
    (
        "classic,colour=red",
        "colour=red",
        "\"colour=red\" is not a clause; there are first=even, first=odd, first=composite, resort=1, misere, \
         invalid=loses, invalid=retry, first=LO..HI",
    ),
    ("take:1..30,resort=2", "2", "only 1 can be a last resort: resort=1"),
    ("classic,resort=1", "classic", "resort=1 is about the number 1, and it is not in this pool"),
    ("classic,invalid=maybe", "maybe", "an illegal number is either invalid=retry or invalid=loses"),
    ("classic,invalid=retry,invalid=loses", "loses", "an illegal number cannot both lose and be asked again"),
    ("evens,first=odd", "evens", "the first pick allows none of the numbers: there is no odd number in the pool"),
    (
        "take:2..3,first=composite",
        "take:2..3",
        "the first pick allows none of the numbers: there is no non-prime above 1 in the pool",
    ),
    (
        "classic,first=60..",
        "classic",
        "the first pick allows none of the numbers: there is no number from 60 up in the pool",
    ),
    (
        "evens,first=7..7",
        "evens",
        "the first pick allows none of the numbers: there is no number from 7 to 7 in the pool",
    ),
];

#[test]
fn a_wrong_code_is_refused_with_the_place_and_what_would_be_right() {
    for &(code, part, problem) in WRONG {
        let error = code.parse::<Game>().expect_err(code);
        assert_eq!((&code[error.at.clone()], error.problem.english().as_str()), (part, problem), "{code}");
        // The place counts in the code as it was given, white space included.
        let moved = format!("  {code}").parse::<Game>().expect_err(code);
        assert_eq!(moved.problem.english(), problem, "{code}");
        assert_eq!(moved.at, error.at.start + 2..error.at.end + 2, "{code}");
    }
}

#[test]
fn the_place_is_in_bytes_from_the_beginning_of_the_code() {
    for (code, at) in [
        ("classic,,misere", 8..8),
        ("classic,first=even,first=odd", 25..28),
        ("divider:60,2,84", 11..12),
        ("take:2..50/", 11..11),
        ("take:2..2x", 8..10),
        ("  chess ", 2..7),
    ] {
        assert_eq!(code.parse::<Game>().expect_err(code).at, at, "{code}");
    }
}

#[test]
fn foreign_text_is_shortened_and_made_harmless_in_messages() {
    let long = format!("\u{1b}[2J{}", "x".repeat(1 << 20));
    for code in [long.clone(), format!("take:{long}..50"), format!("classic,{long}"), format!("classic,first={long}")] {
        let problem = code.parse::<Game>().unwrap_err().problem.english();
        assert!(problem.chars().count() < 300, "{problem}");
        assert!(!problem.contains(char::is_control), "{problem:?}");
    }
}

#[test]
fn fault_10_a_pool_that_no_memory_holds_is_refused_when_its_code_is_read() {
    for (code, count) in [
        ("take:1..10000000000", "10,000,000,000"),
        ("take:1..1000000001", "1,000,000,001"),
        ("take:1..18446744073709551615", "18,446,744,073,709,551,615"),
        ("classic:10000000000", "9,999,999,999"),
        ("take:2..2000000002/2", "1,000,000,001"),
    ] {
        let problem = code.parse::<Game>().expect_err(code).problem.english();
        assert_eq!(problem, format!("a pool has at most 1,000,000,000 numbers, and this one would have {count}"));
    }
}

#[test]
fn fault_10_a_pool_that_no_board_holds_has_a_code_but_no_start() {
    for (code, count) in [
        ("take:1..1000000000", POOL_NUMBERS),
        ("take:1..1000000000,first=composite,first=odd,first=999999999..", POOL_NUMBERS),
        ("take:1..1000001", PLAYABLE_NUMBERS + 1),
        ("take:2..2000002/2", PLAYABLE_NUMBERS + 1),
    ] {
        let game: Game = code.parse().unwrap();
        let refused = game.start().expect_err(code);
        assert_eq!(refused, GameError::TooManyToPlay(count), "{code}");
        assert!(
            refused.to_string().starts_with("a board has at most 1,000,000 numbers and this pool has 1"),
            "{refused}"
        );
    }
    let largest = "take:1..1000000".parse::<Game>().unwrap().start().unwrap();
    assert_eq!(largest.legal_count(), 1_000_000);
}

#[test]
fn fault_10_a_first_pick_that_allows_none_is_refused_on_the_largest_pool_too() {
    for code in [
        "take:1..1000000000,first=1000000001..",
        "take:2..2000000000/2,first=odd",
        "take:1..1999999999/2,first=even",
        "take:1..1000000000,first=..3,first=composite",
    ] {
        let problem = code.parse::<Game>().expect_err(code).problem.english();
        assert!(problem.starts_with("the first pick allows none of the numbers"), "{code}: {problem}");
    }
}

#[test]
fn at_most_thirty_two_numbers_fit_on_the_table() {
    let numbers = vec!["60"; 33];
    assert!(format!("divide:{}", numbers[..32].join(",")).parse::<Game>().is_ok());
    let error = format!("divide:{}", numbers.join(",")).parse::<Game>().unwrap_err();
    assert_eq!(error.problem.english(), "at most 32 numbers fit on the table");
    assert_eq!(error.at, 103..105);
}

#[test]
fn a_fair_start_needs_a_pool_with_a_composite_number() {
    let fair = |code: &str| code.parse::<Game>().unwrap().with_fair_start().map(|game| game.to_string());
    assert_eq!(fair("classic"), Ok("classic,first=composite".into()));
    assert_eq!(fair("divider"), Err(GameError::FairDivision));
    let refused = fair("take:2..3").unwrap_err().to_string();
    assert_eq!(refused, "the first pick allows none of the numbers: there is no non-prime above 1 in the pool");
}
