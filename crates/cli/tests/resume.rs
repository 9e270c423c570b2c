//! Leaving a game and coming back to it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::User;

const SAVED_1: &str = "The game is saved. Take it up again with: divisor-duel resume 1\n";

#[test]
fn a_game_goes_on_where_the_input_ended() {
    let user = User::new();
    let left = user.run(&["play", "chain", "--names", "Ada,Bo"], "12\n4\n");
    assert_eq!((left.code, left.stderr.as_str()), (Some(0), SAVED_1));
    let back = user.run(&["resume"], "\n16\n8\n2\n6\n18\n9\n3\n15\n5\n10\n20\n");
    assert_eq!((back.code, back.stderr.as_str()), (Some(0), ""));
    let expected = "   1  chain: Ada and Bo, 2 moves, just now
Which one? (Enter for 1, quit to stop): 

Divisor Duel: the chain. Ada and Bo go on.
Chain: 12 (Ada), 4 (Bo)

Ada's Turn:
Last Number: 4
Possible Moves: Divisors or multiples of 4 from the pool.
  Divisors: 2
  Multiples: 8, 16, 20
Action: Chooses 16
Chain Now: [12, 4, 16]
";
    assert!(back.stdout.starts_with(expected), "{}", back.stdout);
    assert!(back.stdout.ends_with("Result: Bo cannot move and loses the game.\nAda wins!\n"), "{}", back.stdout);
    assert_eq!(user.run(&["resume"], "").stdout, "There is no unfinished game.\n");
}

#[test]
fn undo_reaches_back_before_the_break() {
    let user = User::new();
    user.run(&["play", "chain"], "12\n4\n");
    let back = user.run(&["resume", "1"], "undo\nundo\n11\n");
    assert!(back.stdout.contains("Taken back: 4 by Player 2.\n"), "{}", back.stdout);
    assert!(back.stdout.contains("Taken back: 12 by Player 1.\n"), "{}", back.stdout);
    assert!(back.stdout.contains("Player 1 wins!\n"), "{}", back.stdout);
}

#[test]
fn a_match_keeps_its_score_and_whose_turn_it_is_to_start() {
    let user = User::new();
    // Ada starts and wins the first round; in the second Bo has started when they leave.
    user.run(&["play", "chain", "--best-of", "3", "--names", "Ada,Bo"], "11\n12\n");
    let back = user.run(&["resume", "1"], "6\n2\n14\n7\n");
    assert!(back.stdout.contains("Round 2 of 3: Bo moves first.\n"), "{}", back.stdout);
    assert!(back.stdout.contains("Score: Ada 1, Bo 1\n"), "{}", back.stdout);
    assert!(back.stdout.contains("Round 3 of 3: Ada moves first.\n"), "{}", back.stdout);
    let end = user.run(&["resume", "1"], "13\n");
    assert!(end.stdout.ends_with("Score: Ada 2, Bo 1\nAda is the champion, 2 to 1!\n"), "{}", end.stdout);
}

#[test]
fn a_match_between_two_rounds_survives_a_kill() {
    let user = User::new();
    let mut command = user.command();
    command.args(["play", "chain", "--best-of", "3", "--names", "Ada,Bo"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"11\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("Round 2 of 3")));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        user.run(&["resume", "--list"], "").stdout,
        "   1  chain: Bo and Ada (best of 3, 0-1 so far), 0 moves, just now\n"
    );
    let back = user.run(&["resume", "1"], "12\n6\nresign\n");
    assert!(back.stdout.contains("Score: Ada 1, Bo 0\n"), "{}", back.stdout);
    assert!(back.stdout.ends_with("Score: Ada 2, Bo 0\nAda is the champion, 2 to 0!\n"), "{}", back.stdout);
}

#[test]
fn the_place_for_the_record_is_remembered() {
    let user = User::new();
    user.run(&["play", "chain", "--record", "game.duel"], "12\n");
    user.run(&["resume", "1"], "resign\n");
    assert!(std::fs::read_to_string(user.path("game.duel")).unwrap().contains("[Result \"1-0 resigned\"]"));
}

#[test]
fn several_games_are_listed_newest_first_and_can_be_forgotten() {
    let user = User::new();
    user.run(&["play", "classic"], "12\n");
    user.run(&["play", "divider:84", "--names", "Ada,Bo"], "save\n");
    let list = user.run(&["resume", "--list"], "");
    let lines: Vec<&str> = list.stdout.lines().collect();
    assert_eq!(
        lines,
        ["   2  divider:84: Ada and Bo, 0 moves, just now", "   1  classic: Player 1 and Player 2, 1 move, just now",]
    );
    assert_eq!(
        user.run(&["resume", "--json"], "").stdout,
        concat!(
            r#"[{"id":2,"game":"divider:84","players":["Ada","Bo"],"moves":0,"open":false,"problem":null},"#,
            r#"{"id":1,"game":"classic","players":["Player 1","Player 2"],"moves":1,"open":false,"problem":null}]"#,
            "\n"
        )
    );
    assert_eq!(user.run(&["resume", "--forget", "2"], "").stdout, "Game 2 is forgotten.\n");
    assert_eq!(user.run(&["resume", "--forget", "2"], "").code, Some(1));
    assert_eq!(user.run(&["resume", "--list"], "").stdout.lines().count(), 1);
    assert_eq!(user.run(&["resume", "7"], "").stderr, "error: there is no unfinished game 7\n");
    assert_eq!(user.run(&["resume", "nonsense"], "").code, Some(1));
    assert!(user.run(&["resume"], "board\nquit\n").stdout.contains("Type the number in front of a game.\n"));
    assert_eq!(user.run(&["resume"], "quit\n").code, Some(0));
    assert_eq!(user.run(&["resume", "--forget", "all"], "").stdout, "Game 1 is forgotten.\n");
    assert_eq!(user.run(&["resume", "--forget", "some"], "").code, Some(2));
}

#[test]
fn play_never_asks_about_old_games() {
    let user = User::new();
    user.run(&["play", "chain"], "12\n");
    let second = user.run(&["play", "chain"], "11\n");
    assert!(second.stdout.starts_with("Initial Number Pool: "), "{}", second.stdout);
    assert_eq!(user.run(&["resume", "--list"], "").stdout.lines().count(), 1);
}

#[test]
fn a_home_made_book_keeps_its_words() {
    let user = User::new();
    user.write("tens.toml", TENS);
    user.run(&["play", "--rules", "tens.toml", "--fair"], "20\n");
    let back = user.run(&["resume", "1"], "40\nresign\n");
    assert!(back.stdout.contains("Player 2 hops from 20 to 40"), "{}", back.stdout);

    user.run(&["play", "--rules", "tens.toml"], "20\n");
    std::fs::remove_file(user.path("tens.toml")).unwrap();
    let back = user.run(&["resume", "1"], "40\nresign\n");
    assert!(back.stderr.contains("tens.toml") && back.stderr.contains("general words"), "{}", back.stderr);
    assert!(back.stdout.contains("Pick a number: 40"), "{}", back.stdout);
}

const TENS: &str = r#"
id = "tens"
title = "Hopping tens"
summary = "Hop from ten to ten."
game = "take:10..100/10"

[words]
prompt = "{player} hops from {last} to "
"#;

#[test]
fn a_record_that_was_saved_as_a_file_can_be_taken_up_and_stays_as_it_is() {
    let user = User::new();
    let saved = user.run(&["play", "evens", "--names", "Ada,Bo"], "12\n6\nsave mine.duel\nquit\n");
    assert!(saved.stdout.contains("Saved as mine.duel.\n"), "{}", saved.stdout);
    let before = std::fs::read_to_string(user.path("mine.duel")).unwrap();
    let back = user.run(&["resume", "mine.duel", "--record", "end.duel"], "18\n2\n4\n8\n16\n");
    assert!(back.stdout.ends_with("Bo cannot make a valid move. Ada wins!\n"), "{}", back.stdout);
    assert_eq!(std::fs::read_to_string(user.path("mine.duel")).unwrap(), before);
    let shown = user.run(&["show", "end.duel"], "");
    assert!(shown.stdout.ends_with("Bo cannot move. Ada wins!\n"), "{}", shown.stdout);
    let over = user.run(&["resume", "end.duel"], "");
    assert_eq!(over.code, Some(1));
    assert!(over.stderr.contains("that game is over"), "{}", over.stderr);
}

#[test]
fn a_game_open_in_one_window_is_not_taken_up_in_another() {
    let user = User::new();
    user.run(&["play", "chain"], "12\n");
    let lock = std::fs::File::open(user.games().join("1.duel")).unwrap();
    lock.lock().unwrap();
    let second = user.run(&["resume", "1"], "4\n");
    assert_eq!(second.code, Some(1));
    assert!(second.stderr.contains("game 1 is being played in another window"), "{}", second.stderr);
    assert!(user.run(&["resume", "--list"], "").stdout.contains("open in another window"));
    assert_eq!(user.run(&["resume", "--forget", "1"], "").code, Some(1));
}

#[test]
fn hints_are_still_counted_after_a_game_is_resumed() {
    let user = User::new();
    user.run(&["play", "evens"], "hint\n12\nhint\nhint\n");
    let end = user.run(&["resume", "1"], "4\nhint\nresign\n");
    assert!(end.stdout.ends_with("Hints: 2 for Player 1, 2 for Player 2.\n"), "{}", end.stdout);
}

#[test]
fn a_game_that_is_played_on_from_is_kept_once_and_its_advice_goes_with_it() {
    let user = User::new();
    let game = ["play", "evens", "--p2", "hare", "--first", "1", "--advice", "1"];
    let ran = user.run(&game, "4\nfrom\nhint\nquit\n");
    assert!(ran.stdout.contains("This game is kept: divisor-duel resume 1"), "{ran:?}");
    assert!(!ran.stdout.contains("without advice"), "a computer needs none: {ran:?}");
    assert_eq!(std::fs::read_dir(user.games()).unwrap().count(), 1, "the new game has no move yet");
}
