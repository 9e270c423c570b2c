//! Finished games are kept by themselves, listed, searched, counted and deleted.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use std::fs;
use std::path::PathBuf;

use common::User;

fn folder(user: &User) -> PathBuf {
    user.path("data/divisor-duel/history")
}

/// Somebody who has lost to Fox, beaten Mole, and watched Ada beat Bo.
fn with_games() -> User {
    let user = User::new();
    user.run(&["play", "chain", "--p2", "fox", "--seed", "7"], "12\nresign\ny\n");
    user.run(&["play", "evens", "--p2", "mole", "--seed", "1", "--p1", "human", "--first", "1"], "14\n");
    user.run(&["play", "chain", "--names", "Ada,Bo"], "11\n");
    user
}

/// How many games are listed.
fn games(listed: &str) -> usize {
    listed.lines().filter(|line| line.ends_with(" move)") || line.ends_with(" moves)")).count()
}

fn names(user: &User) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder(user)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_finished_game_is_kept_as_a_record_and_listed() {
    let user = User::new();
    assert!(user.run(&["history"], "").stdout.contains("No finished game is kept yet."));
    user.run(&["play", "chain", "--p2", "fox", "--seed", "7"], "12\nresign\ny\n");
    user.run(&["play", "chain", "--names", "Ada,Bo"], "11\n");
    let listed = user.run(&["history"], "").stdout;
    let lines: Vec<&str> = listed.lines().collect();
    assert!(lines[0].starts_with("   1  20") && lines[0].ends_with("  chain: Ada beat Bo (1 move)"), "{listed}");
    assert!(lines[1].ends_with("  chain: you lost to Fox, level 3 (2 moves)"), "{listed}");
    assert!(listed.contains("The 1,000 newest games are kept."), "{listed}");
    let file = user.run(&["history", "--file", "2"], "").stdout;
    let shown = user.run(&["show", file.trim()], "");
    assert!(shown.stdout.contains("resigns") && shown.code == Some(0), "{shown:?}");
    assert!(!user.run(&["resume", "--list"], "").stdout.contains("chain"), "nothing is left to resume");
}

#[test]
fn a_finished_game_is_looked_at_and_played_on_by_its_number() {
    let user = with_games();
    let reviewed = user.run(&["review", "1"], "");
    assert!(reviewed.stdout.starts_with("chain: Ada against Bo\n"), "{reviewed:?}");
    let played = user.run(&["play", "--from", "2", "--move", "2"], "quit\n");
    assert!(played.stdout.contains("Played on from move 2 of another game."), "{played:?}");
    // The second move was Fox's, and is again, unless somebody else is to play.
    assert!(played.stdout.starts_with("You play against the computer: Fox, level 3"), "{played:?}");
    assert!(played.stdout.contains("Computer's Turn:\nLast Number: 12"), "{played:?}");
    let people = user.run(&["play", "--from", "2", "--move", "2", "--p2", "human"], "quit\n").stdout;
    assert!(people.starts_with("Player 1 plays against Player 2.\n"), "{people}");
    for arguments in [&["review", "9"][..], &["play", "--from", "0"]] {
        let refused = user.run(arguments, "");
        assert!(refused.code == Some(1) && refused.stderr.contains("there is no finished game"), "{refused:?}");
    }
    let no_record = user.run(&["review", env!("CARGO_MANIFEST_PATH")], "");
    assert!(no_record.stderr.contains("this is not a record of a game: line 1, "), "{no_record:?}");
    let zero = user.run(&["play", "--from", "1", "--move", "0"], "");
    assert!(zero.stderr.contains("counted from 1"), "{zero:?}");
}

#[test]
fn the_menu_takes_commands_and_comes_back() {
    let user = with_games();
    let typed = "help\nhistory fox\nreview 1\nreview 9\nRULES chain\nrules nonsense\npuzzle --seed 7 chain\nquit\nstats\nquit\n";
    let ran = user.run(&[], typed);
    assert_eq!((ran.code, ran.stdout.matches("Which game?").count()), (Some(0), 9), "{ran:?}");
    assert_eq!(
        ran.stdout.matches("Back at the menu.\nWhich game?").count(),
        2,
        "after the review and the puzzle: {ran:?}"
    );
    for said in [
        "  daily        the puzzle of the day\n",
        "you lost to Fox",
        "chain: Ada against Bo\n",
        "Divisor Duel: the chain",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {ran:?}");
    }
    assert!(ran.stdout.contains("There is no finished game 9; history has the numbers."), "{ran:?}");
    let fair = user.run(&[], "brief fair classic\n3\nquit\n").stdout;
    assert!(fair.contains("Legal: a non-prime above 1, of 2-50."), "{fair}");
}

#[test]
fn the_menu_speaks_its_own_language() {
    let user = with_games();
    let ran = user.run(&[], "review\npuzzle chain easy\nquit\npuzzle hard classic\nquit\nplay chain\n12\nhelp\nquit\nresume 1\nquit\nstats 2\nplay\nquit\n5\n");
    for said in [
        "It goes like this: review 2 (a finished game, move by move).\n",
        ": chain, easy\n",
        ": classic, hard\n",
        "  quit         back to the menu; the game is saved and can be resumed\n",
        "You and Computer, level 1 go on.\n",
        "It goes like this: stats (what you have won).\n",
        "Starting Number: 60",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {ran:?}");
    }
    assert_eq!(ran.stdout.matches("Back at the menu.").count(), 6, "{ran:?}");
    for shell in ["Usage", "--help", "divisor-duel", "argument"] {
        assert!(!ran.stdout.contains(shell) && !ran.stderr.contains(shell), "{shell}: {ran:?}");
    }
}

#[test]
fn what_nobody_played_is_not_kept() {
    let user = User::new();
    user.run(&["play", "chain", "--p1", "mole", "--p2", "hare", "--seed", "1"], "");
    user.run(&["play", "chain"], "resign\ny\n");
    user.run(&["play", "chain"], "12\n");
    user.run(&["play", "divider:7"], "");
    assert!(!folder(&user).exists(), "computers alone, no move, no end");
}

#[test]
fn every_round_of_a_match_is_kept() {
    let user = User::new();
    user.run(&["play", "chain", "--best-of", "3"], "11\n14\n7\n");
    assert_eq!(names(&user).len(), 2);
    let json = user.run(&["history", "--json"], "").stdout;
    let games: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((games[0]["moves"].as_u64(), games[1]["moves"].as_u64()), (Some(2), Some(1)), "{json}");
    assert_eq!((games[1]["winner"].as_u64(), games[1]["players"][0].as_str()), (Some(1), Some("Player 1")), "{json}");
}

#[test]
fn games_are_searched_by_book_name_opponent_and_day() {
    let user = with_games();
    let found = |words: &[&str]| games(&user.run(&[&["history"], words].concat(), "").stdout);
    assert_eq!([found(&["CHAIN"]), found(&["chain", "fox"]), found(&["level:3"]), found(&["ada"])], [2, 1, 1, 1]);
    let day = names(&user)[0][..10].to_string();
    assert!(found(&[&day]) >= 2);
    let nothing = user.run(&["history", "nobody"], "").stdout;
    assert_eq!(nothing, "No game has all of \"nobody\" in it.\n");
}

#[test]
fn games_are_deleted_one_by_one_or_after_a_question_all() {
    let user = with_games();
    let count = names(&user).len();
    let deleted = user.run(&["history", "--delete", "1"], "");
    assert_eq!(deleted.stdout, "Deleted: chain: Ada beat Bo (1 move).\n");
    assert_eq!(names(&user).len(), count - 1);
    for number in ["0", "9", "01", "-1", "x", "../1", "1.duel"] {
        let refused = user.run(&["history", &format!("--delete={number}")], "");
        assert_eq!(refused.code, Some(1), "{number}");
        assert!(refused.stderr.contains("there is no finished game"), "{refused:?}");
    }
    for no in ["\n", "n\n", ""] {
        user.run(&["history", "--delete", "all"], no);
        assert_eq!(names(&user).len(), count - 1);
    }
    user.run(&["history", "--delete", "all"], "y\n");
    assert!(names(&user).is_empty());
}

#[test]
fn what_was_done_is_counted() {
    let user = User::new();
    user.run(&["play", "chain", "--p2", "fox", "--seed", "7"], "11\n\n");
    user.run(&["play", "chain", "--p2", "fox", "--seed", "7"], "13\n\n");
    user.run(&["play", "chain:12", "--p2", "fox", "--seed", "7"], "12\nresign\ny\n");
    user.run(&["play", "chain", "--names", "Ada,Bo"], "11\n");
    let said = user.run(&["stats"], "").stdout;
    assert!(
        said.starts_with("Against computers you have won 2 of 3 games.\nWon in a row: 0, the best so far 2.\n"),
        "{said}"
    );
    assert!(said.contains("  chain            Fox, level 3     2 of 3 won\n"), "{said}");
    assert!(said.contains("1 of 1 won\n") && said.contains("0 of 1 won\n"), "{said}");
    let json: serde_json::Value = serde_json::from_str(&user.run(&["stats", "--json"], "").stdout).unwrap();
    assert_eq!((json["won"].as_u64(), json["best"].as_u64()), (Some(2), Some(2)));
    assert_eq!((&json["books"][0]["opponent"], &json["people"][0]["name"]), (&"level:3".into(), &"Ada".into()));
    assert_eq!(json["puzzles"]["streak"].as_u64(), Some(0));
}

#[test]
fn auto_goes_up_and_down_and_both_move_first_in_turns() {
    let user = User::new();
    let play = |book: &str, typed: &str| user.run(&["play", book, "--p2", "auto", "--seed", "7"], typed).stdout;
    let first = play("chain", "11\n");
    assert!(first.starts_with("Mole, to begin with.\n\nYou play against the computer: Mole, level 1 ("), "{first}");
    assert!(first.contains("You win!"), "{first}");
    let second = play("chain:12", "5\n");
    assert!(second.starts_with("Mole once more, who had no turn in the last game.\n"), "{second}");
    let begins = "Computer's Turn:\nChain: Empty";
    assert!(second.contains(begins) && second.contains("You win!"), "{second}");
    assert!(play("chain", "12\nresign\ny\n").starts_with("Hare this time, who sees more: you won.\n"));
    assert!(play("chain:12", "quit\n").starts_with("Mole this time, who sees less: you lost.\n"));
    assert!(play("evens", "quit\n").starts_with("Mole, to begin with.\n"), "every book by itself");
    let listed = user.run(&["history", "--json"], "").stdout;
    assert!(listed.contains("level:1") && listed.contains("level:2") && !listed.contains("auto"), "{listed}");
    let chosen = user.run(&["play", "chain", "--p2", "auto", "--first", "1"], "quit\n").stdout;
    assert!(chosen.contains("You choose") && !chosen.contains(begins), "{chosen}");
    user.run(&["history", "--delete", "all"], "y\n");
    assert!(play("chain", "quit\n").starts_with("Mole, to begin with.\n"), "nothing else remembers it");
}

#[test]
fn fault_06_what_is_damaged_or_foreign_is_left_out_with_a_word_and_left_alone() {
    let user = with_games();
    let count = names(&user).len();
    let good = fs::read_to_string(folder(&user).join(&names(&user)[0])).unwrap();
    fs::write(folder(&user).join("bad.duel"), &good[..good.len() / 2]).unwrap();
    fs::write(folder(&user).join("empty.duel"), "").unwrap();
    fs::write(folder(&user).join("bytes.duel"), [0xff, 0x1b, b'[']).unwrap();
    fs::write(
        folder(&user).join("open.duel"),
        "[Format \"1\"]\n[Game \"chain\"]\n[Player1 \"A\"]\n[Player2 \"B\"]\n[Result \"*\"]\n\n12\n",
    )
    .unwrap();
    fs::write(folder(&user).join("notes.txt"), "mine").unwrap();
    fs::create_dir(folder(&user).join("folder.duel")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/dev/zero", folder(&user).join("link.duel")).unwrap();
    let ran = user.run(&["history"], "");
    assert_eq!((ran.code, games(&ran.stdout)), (Some(0), count), "{ran:?}");
    for name in ["bad", "empty", "bytes", "open", "folder"] {
        assert!(ran.stderr.contains(&format!("{name}.duel")), "{name}: {}", ran.stderr);
    }
    assert!(!ran.stderr.contains('\u{1b}') && ran.stderr.contains("this is no finished game of a person"), "{ran:?}");
    assert_eq!(user.run(&["stats"], "").code, Some(0));
    assert!(fs::read_to_string(folder(&user).join("notes.txt")).is_ok_and(|text| text == "mine"));
    assert!(folder(&user).join("bad.duel").exists());
}

#[cfg(unix)]
#[test]
fn fault_09_a_finished_game_that_cannot_be_kept_stays_where_it_was() {
    let user = User::new();
    fs::create_dir_all(folder(&user).parent().unwrap()).unwrap();
    fs::write(folder(&user), "in the way").unwrap();
    let ran = user.run(&["play", "chain"], "11\n");
    assert!(ran.stdout.contains("Player 1 wins!"), "the end is shown: {ran:?}");
    assert!(ran.stderr.contains("history") && ran.stderr.contains("the game is kept"), "{ran:?}");
    assert_eq!(ran.code, Some(1));
    fs::remove_file(folder(&user)).unwrap();
    user.run(&["resume", "1"], "");
    assert_eq!(names(&user).len(), 1, "and is kept as soon as that can be");
    assert!(!user.run(&["resume", "--list"], "").stdout.contains("chain"));
}

#[cfg(unix)]
#[test]
fn fault_46_an_end_that_was_shown_is_kept_after_a_kill_and_once() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    for _ in 0..10 {
        let user = User::new();
        let mut command = user.command();
        let mut child = command.args(["play", "chain"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(b"11\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("Player 1 wins!")));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(names(&user).len(), 1);
        // What was not put away yet is finished once more, and is the same game.
        user.run(&["resume", "1"], "");
        assert_eq!(names(&user).len(), 1);
    }
}
