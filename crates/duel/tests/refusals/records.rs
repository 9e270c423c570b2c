//! Records that are no record of a game: every refusal has the line, the column and the reason.

use duel::record::RECORD_BYTES;
use duel::speech::English;
use duel::{Loss, Move, Reason, Record, Side, Typed};

const CHAIN: &str = "[Format \"1\"]
[Game \"chain\"]
[Player1 \"Ada\"]
[Player2 \"Bo\"]
[Date \"2026-11-15\"]
[Result \"1-0 no-move\"]

12 4 16 8 2 6 18
9 3 15 5 10 20
";

/// What is replaced in the good record, by what, the line and the column of the mistake, and the beginning of the reason.
type Row = (&'static str, &'static str, usize, usize, &'static str);

fn check(good: &str, rows: &[Row]) {
    for &(old, new, line, column, problem) in rows {
        assert!(good.contains(old), "{old} is not in the good record");
        let error = good.replacen(old, new, 1).parse::<Record>().expect_err(new);
        assert_eq!((error.line, error.column), (line, column), "{new}: {error}");
        assert!(error.problem.english().starts_with(problem), "{new}: {error}");
        assert_eq!(error.to_string(), format!("line {line}, column {column}: {}", error.problem.english()));
    }
}

#[test]
fn a_good_record_is_read_and_written_as_it_was() {
    let record: Record = CHAIN.parse().unwrap();
    assert_eq!(record.code(), "chain");
    assert_eq!(record.players().each_ref().map(duel::Name::as_str), ["Ada", "Bo"]);
    assert_eq!(record.date(), "2026-11-15".parse().ok());
    assert_eq!(record.position().moves().len(), 13);
    // Moves are filled into lines of their own width.
    assert_eq!(record.to_string(), CHAIN.replace("18\n9", "18 9"));
}

#[test]
fn headers_that_are_wrong() {
    const SHAPE: &str = "a header looks like [Game \"classic\"]";
    check(
        CHAIN,
        &[
            (
                "[Game \"chain\"]\n",
                "",
                1,
                1,
                "the record does not say what is played: a line like [Game \"classic\"] is missing",
            ),
            ("\"chain\"", "\"chian\"", 2, 8, "there is no game called \"chian\"; did you mean \"chain\"?"),
            (
                "\"chain\"",
                "\"\"",
                2,
                8,
                "a game is named by a rule book, such as classic, or by a code, such as take:2..50",
            ),
            ("\"chain\"", "chain", 2, 7, SHAPE),
            ("[Game \"chain\"]", "[Game]", 2, 6, SHAPE),
            ("[Game \"chain\"]", "[ Game \"chain\"]", 2, 2, SHAPE),
            ("[Game \"chain\"]", "  [1Game \"chain\"]", 2, 4, SHAPE),
            ("[Game \"chain\"]", "[]", 2, 2, SHAPE),
            ("\"chain\"]", "\"chain\"", 2, 14, "a header ends with \"]"),
            ("\"chain\"]", "\"chain\"] classic", 2, 14, "a header ends with \"]"),
            ("\"Ada\"", "\"Ada]", 3, 16, "the value of [Player1] has no closing quotation mark"),
            ("\"Ada\"", "\"A\\da\"", 3, 12, "\\ stands only before \" or \\"),
            ("\"Ada\"", "\"A\u{1b}da\"", 3, 12, "a control character does not belong in a header"),
            ("\"Ada\"", "\"\"", 3, 11, "a name cannot be empty"),
            ("\"Ada\"", "\"A\u{202e}da\"", 3, 11, "a name cannot have the invisible character \\u{202e}"),
            (
                "\"Ada\"",
                "\"Ada Augusta King, Countess of Lovelace\"",
                3,
                11,
                "a name has at most 32 characters, and this one has 38",
            ),
            ("2026-11-15", "$(date)", 5, 8, "a date is a day of the calendar in the form 2026-11-15"),
            ("2026-11-15", "2026-02-30", 5, 8, "a date is a day of the calendar in the form 2026-11-15"),
            ("[Player2", "[Player1", 4, 1, "there are two headers [Player1]"),
            ("[Date", "[Game", 5, 1, "there are two headers [Game]"),
            ("5 10 20\n", "5 10 20\n[Round \"2\"]\n", 10, 1, "a header comes before the moves"),
        ],
    );
}

#[test]
fn fault_07_a_newer_format_is_refused_and_its_version_named() {
    let newer = "this record has format version 2, and this program reads version 1; a newer program may read it";
    check(
        CHAIN,
        &[
            ("\"1\"", "\"2\"", 1, 10, newer),
            ("\"1\"]\n[Game \"chain\"]", "\"2\"]\n[Game chain]", 1, 10, newer),
            ("\"1\"]\n[Game \"chain\"]", "\"2\"]\n[Game \"chess\"]", 1, 10, newer),
            (
                "\"1\"",
                "\"1.1\"",
                1,
                10,
                "this record has format version 1.1, and this program reads version 1; a newer program may read it",
            ),
        ],
    );
    // Wherever the version stands, it is judged before the game is.
    let late = "[Game \"something new\"]\n[Format \"3\"]\n";
    assert_eq!(late.parse::<Record>().map_err(|error| (error.line, error.column)), Err((2, 10)));
}

#[test]
fn fault_11_the_first_wrong_move_is_named() {
    check(
        CHAIN,
        &[
            ("16 8", "16 9", 8, 9, "move 4: 9 is neither a divisor nor a multiple of 16"),
            ("9 3 15", "9 12 7", 9, 3, "move 9: 12 is already taken"),
            ("12 4", "1 4", 8, 1, "move 1: 1 is not on this board: it has the numbers 2 to 20"),
            ("3 15", "three 15", 9, 3, "move 9: \"three\": that is not a whole number"),
            ("3 15", "12/4 15", 9, 3, "move 9: \"12/4\": that is not a whole number"),
            ("10 20", "10 20 19", 9, 16, "move 14: 19 comes too late: the game is over"),
            (
                "10 20",
                "10 18446744073709551616",
                9,
                13,
                "move 13: 18446744073709551616 is not on this board: it has the numbers 2 to 20",
            ),
        ],
    );
    check(
        "[Game \"divider\"]\n\n60/2 30/5 6/3",
        &[
            ("30/5", "30/7", 3, 6, "move 2: 7 is not a proper divisor of 30"),
            ("30/5", "60/5", 3, 6, "move 2: 60 is not on the table, which has 30"),
        ],
    );
}

#[test]
fn fault_11_a_result_that_contradicts_the_moves_is_refused() {
    const OVER: &str = "the result contradicts the moves: after move 13 the game is over, and that is \"1-0 no-move\"";
    const SHAPE: &str = "is not one: it is 1-0 or 0-1 with a reason (no-move, illegal-number with the number, resigned, \
                         time, forfeit), or * for a game that is not over";
    check(
        CHAIN,
        &[
            ("1-0 no-move", "0-1 no-move", 6, 10, OVER),
            ("1-0 no-move", "*", 6, 10, OVER),
            ("1-0 no-move", "1-0 resigned", 6, 10, OVER),
            ("10 20", "10", 6, 10, "the result contradicts the moves: after move 12 there is still a legal move"),
        ],
    );
    for result in
        ["", "1-0", "draw", "1/2-1/2 agreed", "1-0 no-move 7", "1-0 illegal-number", "2-0 resigned", "* resigned"]
    {
        let error = CHAIN.replace("1-0 no-move", result).parse::<Record>().expect_err(result);
        assert_eq!((error.line, error.column), (6, 10), "{result}");
        assert_eq!(error.problem.english(), format!("the result \"{result}\" {SHAPE}"));
    }
    // A number that would have been legal, and one that is no move in this game.
    for (game, result, number) in [
        ("divider", "0-1 illegal-number 60/2", "60/2"),
        ("divider", "0-1 illegal-number 2", "60/2"),
        ("divider:60,84", "0-1 illegal-number 7", "7"),
        ("classic", "0-1 illegal-number 12", "12"),
        ("classic", "0-1 illegal-number 60/7", "60/7"),
    ] {
        let text = format!("[Game \"{game}\"]\n[Result \"{result}\"]\n");
        let error = text.parse::<Record>().expect_err(result);
        let problem = format!("the result contradicts the moves: {number} was not an illegal number there");
        assert_eq!((error.line, error.column, error.problem.english()), (2, 10, problem), "{game} {result}");
    }
    let error = "[Game \"divider\"]\n[Result \"1-0 illegal-number 7\"]\n".parse::<Record>().unwrap_err();
    assert_eq!(error.problem.english(), "the result contradicts the moves: it was the winner's turn to name a number");
}

#[test]
fn a_game_that_ended_before_its_last_move_keeps_how() {
    let divided = Typed::Division { number: 30, by: 7 };
    for (result, winner, loss) in [
        ("0-1 resigned", Side::Two, Loss::Resigned),
        ("1-0 resigned", Side::One, Loss::Resigned),
        ("0-1 time", Side::Two, Loss::Time),
        ("1-0 forfeit", Side::One, Loss::Forfeit),
        ("1-0 illegal-number 7", Side::One, Loss::IllegalNumber(divided)),
        ("1-0 illegal-number 30/7", Side::One, Loss::IllegalNumber(divided)),
    ] {
        let record: Record = format!("[Game \"divider\"]\n[Result \"{result}\"]\n\n60/2").parse().unwrap();
        let outcome = record.position().outcome().expect(result);
        assert_eq!((outcome.winner, &outcome.reason), (winner, &Reason::Lost(loss)), "{result}");
        assert_eq!(record.position().moves(), [Move::Divide { number: 60, by: 2 }], "{result}");
    }
}

#[test]
fn a_record_survives_hand_editing() {
    let edited = "# my best game\r\n\r\n  [Game \"chain\"]   # the short one\r\n[Result   \"1-0 no-move\" ]\r\n\
                  [Event \"Club # [open]\"]\r\n[Player1 \"  Ada \"]\r\n[X-Note \"\\\"so\\\" it \\\\ goes\"]\r\n\r\n\
                  \t12   4 16 # the key move: 16\r\n8\r\n2 6 18 9 3\r\n\r\n15 5 10 20#end";
    let record: Record = edited.parse().unwrap();
    assert_eq!(record.position(), CHAIN.parse::<Record>().unwrap().position());
    assert_eq!(record.players().each_ref().map(duel::Name::as_str), ["Ada", "Player 2"]);
    assert_eq!(record.header("Event"), Some("Club # [open]"));
    assert_eq!(record.header("X-Note"), Some("\"so\" it \\ goes"));
    let written = record.to_string();
    assert!(written.contains("[Event \"Club # [open]\"]\n[X-Note \"\\\"so\\\" it \\\\ goes\"]\n"), "{written}");
    assert_eq!(written.parse::<Record>(), Ok(record));
}

#[test]
fn errors_are_in_the_same_place_with_line_ends_of_windows() {
    let wrong = CHAIN.replace("9 3 15", "9 3 14");
    let error = wrong.parse::<Record>().unwrap_err();
    assert_eq!((error.line, error.column), (9, 5));
    assert_eq!(wrong.replace('\n', "\r\n").parse::<Record>(), Err(error));
}

#[test]
fn fault_06_an_empty_file_or_one_that_is_no_record_is_refused() {
    let no_game = "the record does not say what is played: a line like [Game \"classic\"] is missing";
    for (text, problem) in [("", no_game), ("\n\n", no_game), ("# nothing\n", no_game), ("12 6 18\n", no_game)] {
        let error = text.parse::<Record>().expect_err(text);
        assert_eq!((error.line, error.column, error.problem.english().as_str()), (1, 1, problem), "{text:?}");
    }
    let huge = format!("{CHAIN}{}", "#".repeat(RECORD_BYTES + 1 - CHAIN.len()));
    let error = huge.parse::<Record>().unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 1: this file is larger than a record can be, 16 MiB");
    assert!(huge[1..].parse::<Record>().is_err(), "the first bracket is gone");
    assert!(huge[..RECORD_BYTES].parse::<Record>().is_ok(), "a record of exactly the limit is read");
    let headers: String = (0..1_001).map(|number| format!("[H{number} \"\"]\n")).collect();
    let error = format!("[Game \"chain\"]\n{headers}").parse::<Record>().unwrap_err();
    assert_eq!(error.to_string(), "line 1002, column 1: a record has at most 1000 headers");
}

#[test]
fn fault_06_a_record_cut_short_is_refused_inside_the_text_or_is_an_unfinished_game() {
    let whole: Record = CHAIN.parse().unwrap();
    let (mut refused, mut unfinished) = (0, 0);
    for (end, _) in CHAIN.char_indices() {
        let cut = &CHAIN[..end];
        match cut.parse::<Record>() {
            Ok(record) => {
                // Only the line end after the last move can be lost without a trace.
                let complete = record.position() == whole.position();
                let no_result_yet = record.position().moves().is_empty() && !cut.contains("[Result");
                assert!(complete || no_result_yet, "{end}: {cut}");
                unfinished += usize::from(!complete);
            }
            Err(error) => {
                refused += 1;
                let lines: Vec<&str> = cut.split('\n').collect();
                assert!((1..=lines.len()).contains(&error.line), "{end}: {error}");
                let width = lines[error.line - 1].chars().count();
                assert!((1..=width + 1).contains(&error.column), "{end}: {error}");
            }
        }
    }
    assert!(refused > 100 && unfinished > 0, "{refused} refused, {unfinished} unfinished");
}

#[test]
fn fault_06_a_record_with_a_flipped_bit_is_refused_or_still_a_legal_game() {
    let mut refused = 0;
    for at in 0..CHAIN.len() {
        for bit in 0..8 {
            let mut bytes = CHAIN.as_bytes().to_vec();
            bytes[at] ^= 1 << bit;
            let Ok(text) = String::from_utf8(bytes) else { continue };
            match text.parse::<Record>() {
                Ok(record) => assert_eq!(record.to_string().parse(), Ok(record), "{text}"),
                Err(error) => {
                    refused += 1;
                    let lines = text.split('\n').count();
                    assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}\n{text}");
                }
            }
        }
    }
    assert!(refused > 300, "only {refused} of them were refused");
}
