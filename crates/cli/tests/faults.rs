//! Faults and bad inputs at the program's edge, and what must happen. The library has its own tests of what it reads.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use common::{User, program, run};

#[test]
fn fault_01_whatever_is_typed_is_answered_and_nothing_is_lost() {
    let user = User::new();
    let mut typed = Vec::new();
    for line in ["0", "-1", "18446744073709551616", "007", "12.0", "１２", "", "  "] {
        typed.extend(format!("{line}\n").bytes());
    }
    typed.extend(vec![b'1'; 1_000_000]);
    typed.extend(b"\n 12 \n6\n");
    let played = user.run(&["play", "classic"], &typed);
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert_eq!(played.stdout.matches("That is not a whole number").count(), 5, "{}", played.stdout);
    assert_eq!(played.stdout.matches("Type a number, or help.").count(), 2, "{}", played.stdout);
    assert_eq!(played.stdout.matches("is not on this board").count(), 2, "{}", played.stdout);
    assert!(played.stdout.contains("[Turn 3] Player 1, select a divisor or multiple of 6:"), "{}", played.stdout);
    assert!(played.stdout.len() < 10_000, "a line of a megabyte is not repeated in full");
}

#[test]
fn fault_02_the_end_of_input_saves_the_game_and_exits_0() {
    let user = User::new();
    for (typed, id) in [("12\n", 1), ("12\n6", 2)] {
        let left = user.run(&["play", "classic"], typed);
        assert_eq!(left.code, Some(0));
        assert_eq!(left.stderr, format!("The game is saved. Take it up again with: divisor-duel resume {id}\n"));
    }
    let back = user.run(&["resume", "2"], "");
    assert!(back.stdout.contains("Selected Numbers: 12 (Player 1), 6 (Player 2)\n"), "{}", back.stdout);
    // Before the first move there is nothing that it would be a pity to lose.
    let left = user.run(&["play", "classic"], "");
    assert_eq!((left.code, left.stderr.as_str()), (Some(0), ""));
}

#[test]
fn fault_03_a_reader_who_has_seen_enough_is_no_error() {
    let user = User::new();
    for arguments in [
        vec!["rules"],
        vec!["show", "take:1..1000000,first=even", "--json"],
        vec!["man"],
        vec!["--help"],
        vec!["export", "classic", "--positions", "2000"],
        vec!["survey", "juniper-green", "2..60"],
        vec!["solve", "classic", "--winning", "-"],
    ] {
        let mut command = user.command();
        let mut child = command.args(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut complaint = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!((child.wait().unwrap().code(), complaint.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn fault_03_a_game_whose_reader_has_gone_is_saved() {
    let user = User::new();
    let mut command = user.command();
    command.args(["play", "classic"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"12\n").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("[Turn 2]") {
        line.clear();
        stdout.read_line(&mut line).unwrap();
    }
    drop(stdout);
    // The program may notice at once, or only at the next line that it has to show.
    let _ = stdin.write_all(b"6\n18\n");
    drop(stdin);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{said}");
    assert!(!said.contains("panicked") && !said.contains("error"), "{said}");
    assert!(user.run(&["resume", "--list"], "").stdout.contains("classic: Player 1 and Player 2"));
}

#[test]
fn fault_04_bytes_that_are_no_text_are_asked_again() {
    let user = User::new();
    let played = user.run(&["play", "chain"], b"\xff\xfe\n1\xff2\n11\n");
    assert_eq!(played.code, Some(0));
    assert_eq!(played.stdout.matches("That is not a whole number").count(), 2, "{}", played.stdout);
    assert!(played.stdout.contains("Player 1 wins!"), "{}", played.stdout);
}

const RECORD: &str = "[Format \"1\"]\n[Game \"chain\"]\n[Result \"*\"]\n\n12 4 16\n";

#[test]
fn fault_06_a_damaged_file_is_named_by_line_and_column_and_left_as_it_is() {
    let user = User::new();
    let book = "id = \"x\"\ntitle = \"X\"\nsummary = \"X.\"\ngame = \"take:2..9\"\n";
    let damaged: [(&str, &[u8], &str); 9] = [
        ("empty.duel", b"", "line 1, column 1"),
        ("cut.duel", &RECORD.as_bytes()[..20], "line 2, column"),
        ("flipped.duel", b"[Format \"1\"]\n[Game \"chbin\"]\n\n12\n", "line 2, column 8"),
        ("bytes.duel", b"[Game \"chain\"]\n12 \xff", "line 2, column 4"),
        ("huge.duel", &vec![b' '; (1 << 24) + 1], "line 1, column 1"),
        ("empty.toml", b"", "line 1, column 1"),
        ("cut.toml", &book.as_bytes()[..book.len() - 4], "line 4, column"),
        ("flipped.toml", b"id = \"x\"\ntitle = \"X\"\nsummary = \"X.\"\ngame = \"tale:2..9\"\n", "line 4, column 9"),
        ("huge.toml", &vec![b'#'; (1 << 20) + 1], "line 1, column 1"),
    ];
    for (name, content, place) in damaged {
        let path = user.write(name, content);
        let commands: &[&[&str]] = if name.ends_with("toml") {
            &[&["rules", "check", name], &["play", "--rules", name], &["show", name], &["play", name]]
        } else {
            &[&["show", name], &["resume", name]]
        };
        for arguments in commands {
            let ran = user.run(arguments, "");
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{arguments:?}");
            assert!(ran.stderr.contains(name) && ran.stderr.contains(place), "{arguments:?}: {}", ran.stderr);
        }
        assert!(fs::read(path).unwrap() == content, "{name} was touched");
    }
}

#[test]
fn fault_06_a_damaged_saved_game_is_listed_and_left_as_it_is() {
    let user = User::new();
    user.run(&["play", "chain"], "12\n");
    let path = user.games().join("1.duel");
    fs::write(&path, "[Game \"chain\"]\n\n12 5\n").unwrap();
    let list = user.run(&["resume"], "");
    assert_eq!(list.code, Some(0));
    assert!(list.stdout.contains("1  damaged: ") && list.stdout.contains("line 3, column 4"), "{}", list.stdout);
    let taken_up = user.run(&["resume", "1"], "");
    assert_eq!(taken_up.code, Some(1));
    assert!(taken_up.stderr.contains("move 2: 5 is neither a divisor nor a multiple of 12"), "{}", taken_up.stderr);
    assert_eq!(fs::read_to_string(path).unwrap(), "[Game \"chain\"]\n\n12 5\n");
}

#[test]
fn fault_07_a_record_of_a_newer_format_is_refused_by_its_version() {
    let user = User::new();
    user.write("new.duel", "[Format \"2\"]\n[Moves \"base64\"]\n!!\n");
    for arguments in [["show", "new.duel"], ["resume", "new.duel"]] {
        let ran = user.run(&arguments, "");
        assert_eq!(ran.code, Some(1));
        assert!(ran.stderr.contains("format version 2"), "{}", ran.stderr);
    }
}

#[test]
fn fault_08_a_kill_while_saving_leaves_the_old_game_or_the_new_one() {
    let user = User::new();
    fs::create_dir_all(user.games()).unwrap();
    let file = user.games().join("1.duel");
    // So long a record that a save takes its time, and the kill can come in the middle of it.
    let long = "x".repeat(8_000_000);
    fs::write(&file, format!("[Format \"1\"]\n[Game \"classic\"]\n[Note \"{long}\"]\n\n12 6\n")).unwrap();
    for attempt in 0..10 {
        let mut command = user.command();
        command.args(["resume", "1"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // Every move and every undo saves.
        let typist = std::thread::spawn(move || while stdin.write_all(b"18\nundo\n").is_ok() {});
        while !some_file_is_half_written(&user, long.len() as u64) {
            assert!(child.try_wait().unwrap().is_none(), "the program ended by itself");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        typist.join().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let moves = text.lines().last().unwrap_or_default();
        assert!(moves == "12 6" || moves == "12 6 18", "attempt {attempt}: {} bytes, {moves:.40}", text.len());
    }
}

fn some_file_is_half_written(user: &User, whole: u64) -> bool {
    let sizes = fs::read_dir(user.games()).unwrap().flatten().filter_map(|entry| entry.metadata().ok());
    sizes.map(|file| file.len()).any(|size| 0 < size && size < whole)
}

/// Runs the program in a shell in which no file can grow: every write fails as on a full disk, and sends a signal besides.
fn on_a_full_disk(user: &User, arguments: &str, typed: &str) -> common::Ran {
    let mut command = Command::new("sh");
    user.prepare(&mut command);
    command.args(["-c", &format!("ulimit -f 0; exec '{}' {arguments}", program().display())]);
    run(command, typed)
}

#[test]
fn fault_09_on_a_full_disk_the_game_goes_on() {
    let user = User::new();
    let played = on_a_full_disk(&user, "play chain", "12\n4\n16\nsave mine.duel\n8\n2\n14\n7\n");
    assert!(played.stdout.contains("Player 1 wins!"), "{}\n{}", played.stdout, played.stderr);
    assert_eq!(played.code, Some(0));
    assert_eq!(played.stderr.matches("the game goes on, but it is not saved").count(), 1, "{}", played.stderr);
    assert!(played.stderr.contains("cannot write mine.duel"), "{}", played.stderr);
    assert!(!user.path("mine.duel").exists());
    assert_eq!(fs::read_dir(user.games()).unwrap().count(), 0, "nothing half is left behind");
}

#[test]
fn fault_49_what_cannot_be_replaced_stays_as_it_is() {
    let user = User::new();
    user.write("picks.txt", "old");
    user.write("proof.json", "old");
    for option in ["--winning picks.txt", "--proof proof.json"] {
        let failed = on_a_full_disk(&user, &format!("solve classic --force {option}"), "");
        assert_eq!(failed.code, Some(1), "{}", failed.stderr);
        assert!(failed.stderr.contains("cannot write"), "{}", failed.stderr);
    }
    user.run(&["play", "chain"], "12\n4\nsave mine.duel\n");
    let saved = fs::read(user.games().join("1.duel")).unwrap();
    let mine = fs::read(user.path("mine.duel")).unwrap();
    let played = on_a_full_disk(&user, "resume 1", "16\nsave mine.duel\n8\nquit\n");
    assert_eq!(played.stderr.matches("the game goes on, but it is not saved: ").count(), 1, "{}", played.stderr);
    assert_eq!(played.stderr.matches("still not saved").count(), 1, "{}", played.stderr);
    assert_eq!(played.code, Some(1));
    assert_eq!(fs::read(user.games().join("1.duel")).unwrap(), saved);
    assert_eq!(fs::read(user.path("mine.duel")).unwrap(), mine);
    let beside: Vec<_> = fs::read_dir(user.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(beside.len(), 4, "{beside:?}");
    assert_eq!(fs::read_to_string(user.path("picks.txt")).unwrap(), "old");
    assert_eq!(fs::read_to_string(user.path("proof.json")).unwrap(), "old");
}

#[test]
fn fault_09_a_record_that_cannot_be_written_is_refused_before_the_game() {
    let user = User::new();
    let played = user.run(&["play", "chain", "--record", "nowhere/game.duel"], "11\n");
    assert_eq!((played.code, played.stdout.as_str()), (Some(1), ""));
    assert!(played.stderr.contains("cannot write nowhere/game.duel"), "{}", played.stderr);
}

#[test]
fn fault_09_a_record_that_cannot_be_written_after_all_is_kept_and_can_go_elsewhere() {
    let user = User::new();
    fs::create_dir(user.path("folder")).unwrap();
    let mut command = user.command();
    command.args(["play", "chain", "--record", "folder/game.duel"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    fs::remove_dir(user.path("folder")).unwrap();
    child.stdin.take().unwrap().write_all(b"11\n").unwrap();
    stdout.read_to_string(&mut line).unwrap();
    assert!(line.contains("Player 1 wins!"), "{line}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(user.run(&["resume", "1"], "").stderr.contains("divisor-duel resume 1 --record FILE"));
    assert_eq!(user.run(&["resume", "1", "--record", "here.duel"], "").code, Some(0));
    assert!(fs::read_to_string(user.path("here.duel")).unwrap().contains("1-0 no-move"));
    assert_eq!(user.run(&["resume"], "").stdout, "There is no unfinished game.\n");
}

#[test]
fn fault_09_a_data_folder_that_cannot_be_used_is_told_once_and_the_game_goes_on() {
    let user = User::new();
    user.write("data", "a file where the folder should be");
    let played = user.run(&["play", "chain"], "12\n4\n16\n8\n2\n14\n7\n");
    assert!(played.stdout.contains("Player 1 wins!"), "{}", played.stdout);
    assert_eq!(played.code, Some(0));
    assert_eq!(played.stderr.matches("warning: the game goes on, but it is not saved").count(), 1, "{}", played.stderr);
    let left = user.run(&["play", "chain"], "12\n");
    assert_eq!(left.code, Some(1));
    assert!(left.stderr.contains("error: the game could not be saved"), "{}", left.stderr);
}

#[test]
fn fault_10_an_impossible_rule_file_is_refused_with_the_reason() {
    let user = User::new();
    for (game, reason) in [
        ("take:2..10000000001", "at most 1,000,000,000 numbers"),
        ("take:2..10000000", "at most 1,000,000 numbers"),
        ("take:9..2", "has no numbers"),
        ("take:2..3,first=composite", "allows none"),
        ("take:2..20/2,first=odd", "allows none"),
    ] {
        user.write("book.toml", format!("id = \"x\"\ntitle = \"X\"\nsummary = \"X.\"\ngame = \"{game}\"\n"));
        for arguments in [["rules", "check", "book.toml"], ["play", "--rules", "book.toml"]] {
            let ran = user.run(&arguments, "");
            assert_eq!(ran.code, Some(1), "{game}");
            assert!(ran.stderr.contains(reason) && ran.stderr.contains("line 4, column"), "{game}: {}", ran.stderr);
        }
    }
}

#[test]
fn fault_11_the_first_wrong_move_of_a_record_is_named() {
    let user = User::new();
    for (record, reason) in [
        ("[Game \"chain\"]\n\n12 4 5 7", "line 3, column 6: move 3: 5 is neither a divisor nor a multiple of 4"),
        ("[Game \"chain\"]\n\n12 4 12", "line 3, column 6: move 3: 12 is already taken"),
        ("[Game \"chain\"]\n\n11 22", "line 3, column 4: move 2: 22 comes too late: the game is over"),
        (
            "[Game \"chain\"]\n[Result \"0-1 no-move\"]\n\n11",
            "the result contradicts the moves: after move 1 the game is over",
        ),
        ("[Game \"chain\"]\n[Result \"1-0 no-move\"]\n\n12", "after move 1 there is still a legal move"),
    ] {
        user.write("wrong.duel", record);
        let ran = user.run(&["show", "wrong.duel"], "");
        assert_eq!(ran.code, Some(1), "{record}");
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
    }
}
