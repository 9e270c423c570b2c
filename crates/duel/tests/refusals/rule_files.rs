//! Rule files that cannot be read: every refusal has the line, the column and the reason.

use duel::rulebook::RULE_FILE_BYTES;
use duel::speech::English;
use duel::{Game, RuleBook};

/// A good rule file, from which the rows below differ by one thing.
const POOL_BOOK: &str = r#"id = "my-duel"
title = "My Duel"
summary = "Several numbers, picked in turn."
game = "take:2..20"
rules = """
Pick a divisor
or a multiple.
"""
tips = ["Count.", "Think."]
example = "12 4 16"

[words]
welcome = "Welcome: {pool}"
turn = "{player}, after {last}: "
played = """
{mover} took {last}.
{{braces}}
"""
"#;

const DIVISION_BOOK: &str = r#"id = "my-division"
title = "My Division"
summary = "Divide."
game = "divide:60"

[words]
turn = "{player}: {numbers}"

[words.several]
turn = "{player}: {choices}"
"#;

#[test]
fn a_good_file_is_read() {
    let book = RuleBook::read(POOL_BOOK).unwrap();
    assert_eq!((book.id(), book.title()), ("my-duel", "My Duel"));
    assert_eq!(book.rules(), "Pick a divisor\nor a multiple.");
    assert_eq!((book.tips().len(), book.example().len()), (2, 3));
    assert_eq!(book.game(), &"take:2..20".parse::<Game>().unwrap());
    assert!(book.is_home_made());
    // A record of a home-made book stores what is played, not a name that nobody else knows.
    assert_eq!(book.code(), "take:2..20");
    assert!(RuleBook::read(DIVISION_BOOK).is_ok());
}

#[test]
fn line_ends_of_windows_change_nothing() {
    let unix = RuleBook::read(POOL_BOOK).unwrap();
    let windows = RuleBook::read(&POOL_BOOK.replace('\n', "\r\n")).unwrap();
    assert_eq!((windows.rules(), windows.tips(), windows.game()), (unix.rules(), unix.tips(), unix.game()));
    let wrong = POOL_BOOK.replace("{mover}", "{nobody}");
    assert_eq!(RuleBook::read(&wrong.replace('\n', "\r\n")).unwrap_err(), RuleBook::read(&wrong).unwrap_err());
}

/// What is replaced in the good file, by what, the line and the column of the mistake, and the beginning of the reason.
type Row = (&'static str, &'static str, usize, usize, &'static str);

const WRONG_POOL_BOOKS: &[Row] = &[
    ("id = \"my-duel\"\n", "", 1, 1, "missing field `id`"),
    ("title = ", "titel = ", 2, 1, "unknown field `titel`, expected one of `id`, `title`"),
    ("turn = ", "trun = ", 14, 1, "unknown field `trun`, expected one of `taken_list`"),
    ("tips = ", "tips = 7 # ", 9, 8, "invalid type: integer `7`, expected a sequence"),
    ("title = ", "id = ", 2, 1, "duplicate key"),
    ("my-duel", "My Duel", 1, 6, "an id is up to 32 lower-case letters, digits and hyphens, and begins with a letter"),
    ("my-duel", "", 1, 6, "an id is up to 32 lower-case letters"),
    ("my-duel", "take", 1, 6, "\"take\" already begins a game code; choose another id"),
    ("\"My Duel\"", "\"\"", 2, 9, "the title is one line of text"),
    ("\"My Duel\"", "\"My\\nDuel\"", 2, 9, "the title is one line of text"),
    ("in turn.", "in\u{85}turn.", 3, 38, "a control character (\\u{85}) does not belong in a text"),
    ("or a multiple", "or\u{1b}[2J", 7, 3, "invalid multi-line basic string"),
    ("Think.", "Th\u{9b}ink.", 9, 22, "a control character (\\u{9b}) does not belong in a text"),
    // Where an escape hides the character the text as a whole is named.
    ("Think.", "Th\\u001bink.", 9, 19, "a control character (\\u{1b}) does not belong in a text"),
    ("after {last}", "\u{9b}", 14, 19, "a control character (\\u{9b}) does not belong in a text"),
    ("take:2..20", "tkae:2..20", 4, 9, "there is no game called \"tkae\"; did you mean \"take\"?"),
    ("take:2..20", "take:2..20,first=evne", 4, 26, "\"evne\" is no rule for the first pick"),
    ("12 4 16", "12 4 18", 10, 17, "the example cannot be played: 18 is neither a divisor nor a multiple of 4"),
    ("12 4 16", "12 four", 10, 15, "the example cannot be played: \"four\": that is not a whole number"),
    ("12 4 16", "13 13", 10, 15, "the example cannot be played: 13 comes too late: the game is over"),
    ("{player}", "{palyer}", 14, 9, "there is no placeholder {palyer}; did you mean {player}?"),
    ("{player}", "{colour}", 14, 9, "there is no placeholder {colour} (known here: {turn_of} {player} {turn} {legal} "),
    ("{mover}", "{\nmover}", 16, 1, "there is no placeholder {\u{fffd}mover}; did you mean {mover}?"),
    ("{player}", "{numbers}", 14, 9, "{numbers} means nothing here (known here: "),
    ("{pool}", "{last}", 13, 21, "{last} means nothing here (known here: {pool} "),
    ("{mover}", "{winner}", 16, 1, "{winner} means nothing here (known here: "),
    ("{player}, after", "{player, after", 14, 9, "there is no placeholder {player, after {last}"),
    ("{last}: ", "{last: ", 14, 25, "a lone \"{\"; for the brace itself write it twice"),
    ("{last}: ", "last}: ", 14, 29, "a lone \"}\"; for the brace itself write it twice"),
    // The same text stands before, as braces that are meant.
    ("{{braces}}", "{{braces}} {braces}", 17, 12, "there is no placeholder {braces}"),
    ("{{braces}}", "{{}} }", 17, 6, "a lone \"}\"; for the brace itself write it twice"),
    ("took {last}.", "\\u0041 {lost}.", 16, 16, "there is no placeholder {lost}; did you mean {last}?"),
    (
        "[words]",
        "[words.several]",
        12,
        1,
        "[words.several] is for several numbers on the table, and this is a pool game",
    ),
    ("example =", "opponents = []\nexample =", 10, 13, "opponents are levels from 1 to 5, the weakest first"),
    ("example =", "opponents = [1, 6]\nexample =", 10, 13, "opponents are levels from 1 to 5"),
    ("example =", "opponents = [2, 1]\nexample =", 10, 13, "opponents are levels from 1 to 5"),
    ("example =", "opponents = [2, 2]\nexample =", 10, 13, "opponents are levels from 1 to 5"),
    ("example =", "opponents = [-1]\nexample =", 10, 14, "invalid value: integer `-1`"),
];

const WRONG_DIVISION_BOOKS: &[Row] = &[
    ("divide:60", "divide:60,1", 4, 19, "a number to divide is above 2, and this is 1"),
    ("{numbers}", "{last}", 7, 19, "{last} means nothing here (known here: "),
    ("{choices}", "{pool}", 10, 19, "{pool} means nothing here (known here: "),
    ("[words.several]", "[words.several.several]", 9, 1, "a table \"several\" means nothing here"),
];

fn check(good: &str, rows: &[Row]) {
    for &(old, new, line, column, problem) in rows {
        assert!(good.contains(old), "{old} is not in the good file");
        let error = RuleBook::read(&good.replacen(old, new, 1)).expect_err(new);
        assert_eq!((error.line, error.column), (line, column), "{new}: {error}");
        assert!(error.problem.english().starts_with(problem), "{new}: {error}");
        assert!(!error.problem.english().contains(char::is_control), "{new}: {error:?}");
        assert_eq!(error.to_string(), format!("line {line}, column {column}: {}", error.problem.english()));
    }
}

#[test]
fn a_wrong_file_is_refused_with_line_column_and_reason() {
    check(POOL_BOOK, WRONG_POOL_BOOKS);
    check(DIVISION_BOOK, WRONG_DIVISION_BOOKS);
}

#[test]
fn fault_10_a_pool_without_numbers_or_with_far_too_many_is_refused() {
    check(
        POOL_BOOK,
        &[
            (
                "2..20",
                "1..10000000000",
                4,
                14,
                "a pool has at most 1,000,000,000 numbers, and this one would have 10,000,000,000",
            ),
            ("2..20", "1..18446744073709551615", 4, 14, "a pool has at most 1,000,000,000 numbers"),
            (
                "2..20",
                "1..100000000",
                4,
                8,
                "a rule book's pool has at most 1,000,000 numbers, so that it can be played",
            ),
            ("2..20", "20..2", 4, 14, "this pool has no numbers: 2 is below 20"),
            (
                "2..20",
                "2..20,first=21..",
                4,
                9,
                "the first pick allows none of the numbers: there is no number from 21 up",
            ),
            ("2..20", "2..20/2,first=odd", 4, 9, "the first pick allows none of the numbers: there is no odd number"),
            ("2..20", "2..3,first=composite", 4, 9, "the first pick allows none of the numbers: there is no non-prime"),
        ],
    );
}

#[test]
fn fault_06_an_empty_file_or_one_that_is_no_rule_file_is_refused() {
    let huge = "#".repeat(RULE_FILE_BYTES + 1);
    for (text, line, column, problem) in [
        ("", 1, 1, "missing field `id`"),
        ("\n\n# nothing\n", 1, 1, "missing field `id`"),
        ("\0\0\0\0", 1, 5, ""),
        ("[Game \"classic\"]\n\n12 6 18\n", 1, 6, ""),
        ("{\"id\": \"my-duel\"}", 1, 1, ""),
        ("\"\\u001b[2J\" = 1", 1, 1, "unknown field `\u{fffd}[2J`"),
        (&huge, 1, 1, "this file is larger than a rule file or a lesson can be, 64 KiB"),
    ] {
        let error = RuleBook::read(text).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text:.40?}: {error}");
        assert!(
            error.problem.english().starts_with(problem) && !error.problem.english().is_empty(),
            "{text:.40?}: {error}"
        );
        assert!(!error.problem.english().contains(char::is_control), "{text:.40?}: {error:?}");
    }
    let full = format!("{POOL_BOOK}{}", "#".repeat(RULE_FILE_BYTES - POOL_BOOK.len()));
    assert!(RuleBook::read(&full).is_ok(), "a file of exactly the limit is read");
}

#[test]
fn fault_47_a_file_made_of_nothing_but_beginnings_is_refused_and_overflows_nothing() {
    for beginning in ["[", "{", "{a=", "[{b=", "\"\"\"", "y = \"{m} h: {c", "a.", "'"] {
        for head in ["", "tips = ", "tips = [\"0\"tens\""] {
            let text = format!("{head}{}", beginning.repeat(RULE_FILE_BYTES / beginning.len() - head.len()));
            assert!(RuleBook::read(&text).is_err(), "{head}{beginning}");
        }
    }
}

#[test]
fn fault_06_a_file_cut_short_is_refused_inside_the_text_or_is_whole_so_far() {
    let (mut refused, mut read) = (0, 0);
    for (end, _) in POOL_BOOK.char_indices() {
        let cut = &POOL_BOOK[..end];
        match RuleBook::read(cut) {
            Ok(_) => read += 1,
            Err(error) => {
                refused += 1;
                let lines: Vec<&str> = cut.split('\n').collect();
                assert!((1..=lines.len()).contains(&error.line), "{end}: {error}");
                let width = lines[error.line - 1].chars().count();
                assert!((1..=width + 1).contains(&error.column), "{end}: {error}");
            }
        }
    }
    // All that a book must have stands in the first four lines.
    assert!(refused > 100 && read > 10, "{refused} refused, {read} read");
}
