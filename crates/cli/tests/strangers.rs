//! Files from somebody else: they are played, shown or refused, and do nothing besides.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::User;

/// Every file below a folder with what is in it, but for the user's own store.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    found.retain(|path, _| !path.components().any(|part| part.as_os_str() == "games"));
    found
}

/// A game that plays itself to its end, with these headers.
fn record(headers: &str) -> String {
    format!(
        "[Format \"1\"]\n[Game \"chain\"]\n{headers}[Result \"*\"]\n[Type1 \"level:1\"]\n[Type2 \"level:1\"]\n\
         [Seed \"1\"]\n\n12 4\n"
    )
}

#[test]
fn fault_47_a_record_from_elsewhere_names_no_file_to_write() {
    let user = User::new();
    user.write(".bashrc", "mine");
    for target in [".bashrc".to_string(), user.path(".bashrc").display().to_string(), "new.duel".into()] {
        user.write("gift.duel", record(&format!("[RecordTo \"{target}\"]\n")));
        let before = files(&user.path("."));
        let played = user.run(&["resume", "gift.duel"], "");
        assert_eq!(played.code, Some(0), "{}", played.stderr);
        assert!(played.stdout.contains("wins!"), "it is played: {}", played.stdout);
        assert_eq!(files(&user.path(".")), before, "{target}");
    }
}

#[test]
fn fault_47_what_a_record_from_elsewhere_names_does_not_count_in_the_second_step_either() {
    let user = User::new();
    user.write(".bashrc", "mine");
    let rules = "id = \"x\"\ntitle = \"Secret words\"\nsummary = \"X.\"\ngame = \"chain\"\n";
    let rules = user.write("rules.toml", rules);
    let headers = format!("[RecordTo \".bashrc\"]\n[Rules \"{}\"]\n", rules.display());
    user.write("gift.duel", record(&headers).replace("level:1", "human"));
    let before = files(&user.path("."));
    // Played for a while it is a game in our own store, and there such headers count.
    let played = user.run(&["resume", "gift.duel"], "2\nquit\n");
    assert!(!played.stdout.contains("Secret words"), "{}", played.stdout);
    let played = user.run(&["resume", "1"], "6\nsave copy.duel\nresign\n");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert!(!played.stdout.contains("Secret words"), "{}", played.stdout);
    let copy = fs::read_to_string(user.path("copy.duel")).unwrap();
    assert!(!copy.contains("RecordTo") && !copy.contains("[Rules"), "{copy}");
    fs::remove_file(user.path("copy.duel")).unwrap();
    assert_eq!(files(&user.path(".")), before);
}

#[test]
fn fault_47_a_date_is_a_date() {
    let user = User::new();
    user.write("gift.duel", record("[Date \"$(touch owned)\"]\n"));
    for command in ["resume", "show", "review"] {
        let refused = user.run(&[command, "gift.duel"], "");
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
        let place = "gift.duel: line 3, column 8: a date is a day of the calendar";
        assert!(refused.stderr.contains(place), "{}", refused.stderr);
    }
}

#[test]
fn fault_47_game_data_of_a_record_counts_everywhere_and_is_checked() {
    let user = User::new();
    let first = record("[Date \"2026-11-15\"]\n[Player1 \"Ada\"]\n[Player2 \"Bo\"]\n");
    user.write("gift.duel", first.replace("[Type1 \"level:1\"]", "[Hints1 \"4294967295\"]"));
    let played = user.run(&["resume", "gift.duel"], "hint\nresign\n");
    assert!(played.stdout.contains("Hints: 4294967295 for Ada."), "{}{}", played.stdout, played.stderr);
    for (header, problem) in [
        ("Seed \"x\"", "the record's [Seed]: a whole number in plain digits belongs there"),
        ("Hints1 \"-1\"", "the record's [Hints1]: a whole number in plain digits belongs there"),
        ("Type1 \"level:9\"", "the record's [Type1]: a player is human"),
        ("Seat1 \"Eve\"", "the record's [Seat1]: the first seat is Player 1's or Player 2's"),
        ("BestOf \"3\"]\n[Score \"2-2\"", "a match that cannot be: best of 3, score 2-2"),
        ("BestOf \"3\"]\n[Score \"4294967295-1\"", "a match that cannot be"),
    ] {
        user.write("gift.duel", format!("[Game \"chain\"]\n[{header}]\n\n12 4\n"));
        let refused = user.run(&["resume", "gift.duel"], "");
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{header}");
        assert!(refused.stderr.contains(problem), "{}", refused.stderr);
    }
}
