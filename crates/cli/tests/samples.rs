//! The sample sessions of the five rule books, held against line mode: between two people every line of a sample stands in the
//! transcript, in its order, and a turn has at most one line more.
//!
//! A sample is written as in its book, its markup aside. `wrong => right` is an erratum of the book, or where a line of
//! the chain's walk-through is worded otherwise than its sisters; `...` on a line of its own leaves turns out, and inside a list numbers.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::User;

/// Whether a line of a transcript is this line of a sample.
fn is(line: &str, sample: &str) -> bool {
    let line = line.trim_end();
    match sample.split_once(", ..., ") {
        // What a book leaves out is listed; that list goes on where the book's begins, and ends where it ends.
        Some((begin, end)) => {
            line == sample || line.starts_with(&format!("{begin}, ")) && line.ends_with(&format!(", {end}"))
        }
        // The reason that there is none may be said more often than in the book.
        None => line == sample || sample.ends_with("None") && line.starts_with(&format!("{sample} ")),
    }
}

/// What of a sample is missing in a transcript, or more than a line too much in a turn.
fn problem(sample: &str, transcript: &str) -> Option<String> {
    let lines: Vec<&str> = transcript.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut rest = &lines[..];
    let (mut added, mut is_left_out) = (0, false);
    for wanted in sample.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        let wanted = wanted.split_once(" => ").map_or(wanted, |(_, right)| right);
        if wanted == "..." {
            is_left_out = true;
            continue;
        }
        let Some(more) = rest.iter().position(|line| is(line, wanted)) else {
            return Some(format!("missing: {wanted}"));
        };
        rest = &rest[more + 1..];
        added = if is_left_out { 0 } else { added + more };
        is_left_out = false;
        if added > 1 {
            return Some(format!("more than one line too much before: {wanted}"));
        }
        // A turn ends with what was typed.
        let is_prompt = [": ", "Chooses "].iter().any(|end| {
            wanted.rsplit_once(end).is_some_and(|(before, typed)| {
                typed.parse::<u64>().is_ok()
                    && ["select", "Select", "Enter", "Action"].iter().any(|word| before.contains(word))
            })
        });
        if is_prompt {
            added = 0;
        }
    }
    None
}

const BOOKS: [(&str, &str, &str); 5] = [
    ("classic", include_str!("samples/classic.txt"), "12 6 18 9 3 39 13 26 2 46 23"),
    ("last-resort", include_str!("samples/last-resort.txt"), "15 5 10 20 4 8 16 2 6 3 27 9 18 1 29"),
    ("chain", include_str!("samples/chain.txt"), "12 4 16 8 2 6 18 9 3 15 5 10 20"),
    ("evens", include_str!("samples/evens.txt"), "12 6 18 2 4 8 16"),
    ("divider", include_str!("samples/divider.txt"), "2 5 3"),
];

#[test]
fn every_sample_session_is_played_line_for_line() {
    for (book, sample, moves) in BOOKS {
        let played = User::new().run(&["play", book], format!("{}\n", moves.replace(' ', "\n")));
        assert_eq!(played.code, Some(0), "{book}: {}", played.stderr);
        assert_eq!(problem(sample, &played.stdout), None, "{book}:\n{}", played.stdout);
    }
}

#[test]
fn what_is_missing_or_too_much_is_found() {
    let (_, sample, _) = BOOKS[4];
    assert_eq!(problem(sample, sample), None);
    assert!(problem(sample, &sample.replace("Current Number: 6\n", "")).is_some());
    assert!(problem(sample, &sample.replace("Player 2's turn.", "Your turn.")).is_some());
    assert_eq!(problem(sample, &sample.replace("Current Number: 6\n", "one more\nCurrent Number: 6\n")), None);
    assert!(
        problem(sample, &sample.replace("Current Number: 6\n", "one more\nand more\nCurrent Number: 6\n")).is_some()
    );
}
