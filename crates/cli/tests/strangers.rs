//! Files from somebody else: they are played, shown or refused, and do nothing besides.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    // The finished game is kept where all of them are.
    let finished = user.path("data/divisor-duel/history");
    assert!(files(&finished).values().all(|text| !String::from_utf8_lossy(text).contains("RecordTo")));
    fs::remove_dir_all(finished).unwrap();
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
    assert!(played.stdout.contains("Hints: 4294967295 for you."), "{}{}", played.stdout, played.stderr);
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

#[test]
fn fault_47_a_pipe_is_read_once() {
    let user = User::new();
    let game = "[Game \"chain\"]\n\n12 4 16\n";
    let shown = user.run(&["show", "/dev/stdin"], game);
    assert!(shown.stdout.contains("Taken: 12 (Player 1), 4 (Player 2), 16 (Player 1)"), "{}", shown.stderr);
    assert!(user.run(&["review", "/dev/stdin"], game).stdout.contains("3. Player 1: 16"));
    let arena = user.run(&["arena", "--bot", "a=level:1", "--bot", "b=level:1", "--games", "2"], "");
    assert_eq!(arena.code, Some(0), "{}", arena.stderr);
    let games = fs::read(user.path("arena.duel")).unwrap();
    assert!(user.run(&["review", "/dev/stdin"], &games).stdout.contains("classic: b against a"));
    let table = user.run(&["arena", "--show", "/dev/stdin"], &games);
    assert!(table.stderr.contains("2 of 2 games have been played."), "{}", table.stderr);
}

/// Every command that reads a file, with the name of one.
fn readers(name: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["show", name],
        vec!["review", name],
        vec!["review", name, "--round", "1"],
        vec!["analyze", name],
        vec!["resume", name],
        vec!["verify", name],
        vec!["rules", "check", name],
        vec!["play", "--rules", name],
        vec!["arena", "--show", name],
        vec!["arena", "--resume", name],
    ]
}

#[test]
fn fault_47_what_never_ends_is_refused() {
    let user = User::new();
    for arguments in readers("/dev/zero") {
        let refused = user.run(&arguments, "");
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(refused.stderr.contains("/dev/zero"), "{arguments:?}: {}", refused.stderr);
    }
}

#[test]
fn fault_47_whoever_waits_for_a_pipe_can_be_stopped() {
    let user = User::new();
    assert!(Command::new("mkfifo").arg(user.path("pipe")).status().unwrap().success());
    for arguments in readers("pipe") {
        for signal in ["INT", "TERM"] {
            let mut command = user.command();
            command.args(&arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let pid = child.id();
            // It sleeps in the opening of the pipe, or has refused it.
            let is_waiting = || fs::read_to_string(format!("/proc/{pid}/wchan")).is_ok_and(|at| at.contains("fifo"));
            let state = || fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            while !is_waiting() && !state().contains(") Z ") && !state().contains(") S ") {
                std::thread::yield_now();
            }
            Command::new("kill").args([&format!("-{signal}"), &pid.to_string()]).status().unwrap();
            let ended = child.wait().unwrap();
            assert!(ended.code() != Some(0) && ended.code() != Some(101), "{arguments:?}: {ended:?}");
        }
    }
}

#[test]
fn fault_47_no_raw_control_byte_reaches_the_terminal() {
    let user = User::new();
    let escape = "\u{1b}[2J\u{9b}31m\u{7}\r\u{202e}";
    let name = format!("x{escape}.duel");
    user.write(&name, "[Game \"chain\"]\n\n12 5\n");
    user.write("proof.json", format!("{{\"game\":\"classic\",\"{escape}\":1}}"));
    user.write("pick.json", format!("{{\"format\":1,\"game\":\"classic\",\"moves\":[],\"pick\":\"{escape}\"}}"));
    let plan = format!(
        "# divisor-duel arena 1 {{\"bots\":[{{\"name\":\"{escape}\",\"level\":1}},{{\"name\":\"b\",\"level\":1}}],\"games\":\
         [\"{escape}\"],\"count\":2,\"gauntlet\":false,\"opening\":0,\"seed\":1,\"move_ms\":1,\"start_ms\":1,\"prose\":false}}\n"
    );
    user.write("arena.duel", plan.replace('\u{1b}', "\\u001b").replace('\u{7}', "\\u0007").replace('\r', "\\r"));
    user.write("book.toml", format!("id = \"x\"\ntitle = \"X\"\nsummary = \"{escape}\"\ngame = \"take:2..9\"\n"));
    let mut commands = readers(&name);
    commands.extend(["proof.json", "pick.json", "arena.duel", "book.toml"].into_iter().flat_map(readers));
    commands.extend([vec!["play", escape], vec!["show", "chain", escape], vec!["solve", escape], vec![escape]]);
    commands.extend([vec!["play", "chain", "--names", escape], vec!["play", "chain", "--record", escape]]);
    for arguments in commands {
        let arguments = [&["--color", "always"], &arguments[..]].concat();
        let ran = user.run(&arguments, "save \u{1b}[2J\n\u{1b}[2J\n");
        let shown = ran.stdout + &ran.stderr;
        // Colours are ours: they begin with ESC [ and end with m.
        for (at, _) in shown.match_indices('\u{1b}') {
            let rest = shown[at + 1..].trim_start_matches(|c: char| c == '[' || c == ';' || c.is_ascii_digit());
            assert!(rest.starts_with('m'), "{arguments:?}: {shown:?}");
        }
        let is_harmless = |c: char| c == '\n' || c == '\t' || c == '\u{1b}' || !c.is_control() && c != '\u{202e}';
        assert!(shown.chars().all(is_harmless), "{arguments:?}: {shown:?}");
    }
}
