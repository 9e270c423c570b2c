//! Documents that run: every session in `docs/rulebooks.md` is what the program does, and every row of its tables names one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const RULE_BOOKS: &str = "../../docs/rulebooks.md";

#[test]
fn the_sessions_of_the_rule_books_are_what_happens() {
    let data = tempfile::tempdir().unwrap();
    let folder = Path::new(env!("CARGO_BIN_EXE_divisor-duel")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let sessions = trycmd::TestCases::new();
    sessions
        .env("PATH", format!("{}:{path}", folder.display()))
        .env("XDG_DATA_HOME", data.path().to_str().unwrap())
        .env("XDG_CONFIG_HOME", data.path().to_str().unwrap())
        .env("NO_COLOR", "1")
        .register_bin("sh", PathBuf::from("/bin/sh"))
        .case(RULE_BOOKS);
    sessions.run();
}

#[test]
fn every_statement_of_the_rule_books_names_a_session_that_is_there() {
    let text = std::fs::read_to_string(RULE_BOOKS).unwrap();
    let sections = text.split("\n### ").skip(1);
    let sessions: BTreeSet<&str> = sections
        .filter(|section| section.contains("```console\n$ "))
        .filter_map(|section| section.lines().next())
        .collect();
    let rows: Vec<&str> =
        text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| the book says")).collect();
    let mut named = BTreeSet::new();
    for row in &rows {
        let shown = row.trim_end_matches(" |").rsplit("| ").next().unwrap();
        let session = shown.trim_start_matches('[').split(']').next().unwrap();
        assert!(sessions.contains(session), "no session {session:?} for: {row}");
        assert!(shown.ends_with(&format!("(#{})", session.to_lowercase())), "{row}");
        named.insert(session);
    }
    assert_eq!(named, sessions, "a session that shows nothing");
    assert!(text.contains(&format!("There are {} rows.", rows.len())), "{} rows", rows.len());
    let books: BTreeSet<&str> = text.lines().filter_map(|line| line.strip_prefix("## `")?.split('`').next()).collect();
    assert_eq!(books, BTreeSet::from(["chain", "classic", "divider", "evens", "last-resort"]));
}
