//! What was shown is on disk, and what is on disk is never replaced unasked.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use common::User;

/// The program with somebody at it who reads every line.
struct Typist {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Typist {
    fn begin(user: &User, arguments: &[&str]) -> Typist {
        let mut command = user.command();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Typist { child, lines }
    }

    fn types(&mut self, text: &str) -> &mut Typist {
        self.child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
        self
    }

    fn sees(&mut self, text: &str) -> &mut Typist {
        assert!(self.lines.any(|line| line.unwrap().contains(text)), "{text}");
        self
    }

    /// The power goes in the moment in which the last line was read.
    fn power_cut(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn fault_46_a_move_that_was_shown_is_there_after_a_kill() {
    for _ in 0..10 {
        let user = User::new();
        let mut typist = Typist::begin(&user, &["play", "evens"]);
        typist.types("12\n").sees("You removed 12.").types("6\n").sees("You removed 6.");
        typist.power_cut();
        assert!(user.run(&["resume", "--list"], "").stdout.contains("2 moves"));
    }
}

#[test]
fn fault_46_a_round_that_was_won_counts_after_a_kill_and_its_record_is_there() {
    for _ in 0..10 {
        let user = User::new();
        let mut typist = Typist::begin(&user, &["play", "chain", "--best-of", "3", "--record", "final.duel"]);
        typist.types("11\n").sees("Player 1 wins!");
        typist.power_cut();
        assert!(user.run(&["resume", "--list"], "").stdout.contains("(best of 3, 0-1 so far), 0 moves"));
        assert!(fs::read_to_string(user.path("final-1.duel")).unwrap().contains("1-0 no-move"));
    }
}

#[test]
fn fault_46_an_end_that_was_shown_is_in_the_record_after_a_kill() {
    for _ in 0..10 {
        let user = User::new();
        let mut typist = Typist::begin(&user, &["play", "chain", "--record", "end.duel"]);
        typist.types("12\nresign\n").sees("Player 1 wins!");
        typist.power_cut();
        assert!(fs::read_to_string(user.path("end.duel")).unwrap().contains("1-0 resigned"));
    }
}

#[test]
fn fault_46_a_puzzle_counts_before_anybody_is_told() {
    for (typed, shown, count) in [("answer\n", "Take ", "\"streak\": 0"), ("hint\n", "", "\"seen\": [")] {
        let user = User::new();
        let mut typist = Typist::begin(&user, &["puzzle", "classic", "--seed", "7"]);
        typist.types(typed).sees("Which? ").sees(shown);
        typist.power_cut();
        let kept = fs::read_to_string(user.path("data/divisor-duel/puzzles.json")).unwrap();
        assert!(kept.contains(count) && kept.contains("classic"), "{kept}");
    }
}

/// The longest game that always takes the first legal number.
fn long_game(code: &str) -> String {
    let mut position = code.parse::<duel::Game>().unwrap().start().unwrap();
    let mut typed = String::new();
    while let Some(next) = position.legal_moves().iter().min_by_key(|next| next.number().abs_diff(60)).copied() {
        position.play(next).unwrap();
        typed.push_str(&format!("{next}\n"));
    }
    typed
}

#[test]
fn fault_46_nothing_is_acknowledged_after_a_signal_that_is_not_there() {
    let game = "evens:2000";
    let typed = long_game(game);
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let user = User::new();
        let mut typist = Typist::begin(&user, &["play", game]);
        typist.types(&typed).sees("You removed");
        let pid = typist.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap().success());
        let shown = 1 + typist.lines.by_ref().filter(|line| line.as_ref().unwrap().contains("You removed")).count();
        let mut said = String::new();
        typist.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(typist.child.wait().unwrap().code(), Some(code), "{said}");
        assert!(said.ends_with("The game is saved. Take it up again with: divisor-duel resume 1\n"), "{said}");
        let list: serde_json::Value = serde_json::from_str(&user.run(&["resume", "--json"], "").stdout).unwrap();
        let kept = list[0]["moves"].as_u64().unwrap() as usize;
        assert!(shown <= kept, "{shown} were shown and {kept} are there");
    }
}

#[test]
fn fault_50_a_record_never_takes_the_place_of_anything_else_unasked() {
    let user = User::new();
    user.run(&["play", "chain", "--record", "other.duel"], "11\n");
    let other = fs::read(user.path("other.duel")).unwrap();
    user.write("letter.txt", "Dear Ada");
    std::os::unix::fs::symlink("letter.txt", user.path("link.duel")).unwrap();
    fs::create_dir(user.path("folder")).unwrap();
    for (name, problem) in [
        ("other.duel", "is there already and holds another game; choose another name, or --force"),
        ("letter.txt", "is there already and is not a record; choose another name, or --force"),
        ("link.duel", "is a link; choose another name, or --force"),
        ("folder", "is a folder; choose another name"),
    ] {
        let refused = user.run(&["play", "chain", "--record", name], "11\n");
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "before the game: {name}");
        assert!(refused.stderr.contains(problem), "{}", refused.stderr);
        let refused = user.run(&["play", "chain"], format!("12\nsave {name}\nresign\n"));
        assert_eq!(refused.code, Some(0));
        assert!(refused.stderr.contains(problem) && refused.stderr.contains("the game goes on"), "{}", refused.stderr);
    }
    user.run(&["play", "chain"], "12\n");
    let refused = user.run(&["resume", "1", "--record", "other.duel"], "resign\n");
    assert_eq!(refused.code, Some(1));
    assert_eq!(fs::read(user.path("other.duel")).unwrap(), other);
    assert_eq!(fs::read_to_string(user.path("letter.txt")).unwrap(), "Dear Ada");

    let forced = user.run(&["resume", "1", "--record", "link.duel", "--force"], "resign\n");
    assert_eq!(forced.code, Some(0), "{}", forced.stderr);
    assert!(fs::read_to_string(user.path("link.duel")).unwrap().contains("1-0 resigned"));
    assert_eq!(fs::read_to_string(user.path("letter.txt")).unwrap(), "Dear Ada", "what a link led to is left alone");
    let forced = user.run(&["play", "chain"], "12\nsave --force other.duel\nquit\n");
    assert!(forced.stdout.contains("Saved as other.duel."), "{}", forced.stdout);
    let forced = user.run(&["play", "chain", "--record", "letter.txt", "--force"], "12\nquit\n");
    assert_eq!(forced.code, Some(0), "{}", forced.stderr);
    assert_eq!(fs::read_to_string(user.path("letter.txt")).unwrap(), "Dear Ada", "not before the end");
    let list = user.run(&["resume", "--json"], "").stdout;
    let id = list.split("\"id\":").nth(1).unwrap().split(',').next().unwrap().to_string();
    user.run(&["resume", &id], "resign\n");
    assert!(
        fs::read_to_string(user.path("letter.txt")).unwrap().contains("resigned"),
        "what was asked for is remembered"
    );
}

#[test]
fn fault_50_a_record_of_the_same_game_is_brought_up_to_date() {
    let user = User::new();
    let saved = user.run(&["play", "chain", "--record", "end.duel"], "12\nsave mine.duel\n4\nsave mine.duel\nquit\n");
    assert_eq!(saved.stdout.matches("Saved as mine.duel.").count(), 2, "{}", saved.stderr);
    assert!(fs::read_to_string(user.path("mine.duel")).unwrap().ends_with("\n12 4\n"));
    // A copy that is taken up is a game of its own, whatever id it has: a stranger's could have that of any record.
    let saved = user.run(&["resume", "mine.duel"], "16\nsave mine.duel\nresign\n");
    assert!(saved.stderr.contains("mine.duel is there already and holds another game"), "{}", saved.stderr);
    assert!(fs::read_to_string(user.path("mine.duel")).unwrap().ends_with("\n12 4\n"));
}

#[test]
fn fault_50_a_finished_record_is_not_replaced_by_what_is_not_finished() {
    let user = User::new();
    let typed = "11\n12\nsave final-1.duel\nsave --force\nresign\n13\n";
    let played = user.run(&["play", "chain", "--best-of", "3", "--record", "final.duel"], typed);
    assert!(played.stderr.contains("final-1.duel is there already and holds a finished game"), "{}", played.stderr);
    assert!(played.stdout.contains("Say under which name: save --force FILE."), "{}", played.stdout);
    assert!(fs::read_to_string(user.path("final-1.duel")).unwrap().ends_with("\n11\n"));
}

#[test]
fn a_match_that_is_resumed_goes_on_with_the_records_of_its_rounds() {
    let user = User::new();
    user.run(&["play", "chain", "--best-of", "3", "--record", "final.duel"], "11\n12\n");
    let back = user.run(&["resume", "1", "--record", "final.duel"], "resign\n");
    assert_eq!(back.code, Some(0), "{}", back.stderr);
    assert!(fs::read_to_string(user.path("final-1.duel")).unwrap().ends_with("\n11\n"));
    assert!(fs::read_to_string(user.path("final-2.duel")).unwrap().contains("resigned"));
}

#[test]
fn fault_50_nothing_but_unfinished_games_goes_into_their_folder() {
    let user = User::new();
    user.run(&["play", "chain"], "12\n");
    fs::write(user.games().join("007.duel"), "[Game \"chain\"]\n").unwrap();
    let game = fs::read(user.games().join("1.duel")).unwrap();
    let inside = user.games().join("2.duel").display().to_string();
    let refused = user.run(&["play", "chain", "--record", &inside], "12\nresign\n");
    assert!(refused.stderr.contains("is in the folder of unfinished games"), "{}", refused.stderr);
    let refused = user.run(&["play", "chain"], format!("12\nsave {}\nresign\n", user.games().join("1.duel").display()));
    assert!(refused.stderr.contains("is in the folder of unfinished games"), "{}", refused.stderr);
    assert_eq!(fs::read(user.games().join("1.duel")).unwrap(), game);
    assert_eq!(user.run(&["resume", "--list"], "").stdout.lines().count(), 1, "007 is no number of a game");
}

#[test]
fn fault_50_solve_replaces_nothing_unasked_either() {
    let user = User::new();
    user.write("mine", "mine");
    for option in ["--proof", "--winning"] {
        let refused = user.run(&["solve", "evens", option, "mine"], "");
        assert_eq!(refused.code, Some(2));
        assert!(
            refused.stderr.contains("mine is there already; choose another name, or --force"),
            "{}",
            refused.stderr
        );
        assert_eq!(fs::read_to_string(user.path("mine")).unwrap(), "mine");
    }
    assert_eq!(user.run(&["solve", "evens", "--proof", "mine", "--force"], "").code, Some(0));
    assert!(fs::read_to_string(user.path("mine")).unwrap().starts_with('{'));
}

#[test]
fn fault_48_a_pipe_in_the_place_of_a_file_is_never_waited_for() {
    let user = User::new();
    user.run(&["play", "chain"], "12\n");
    for pipe in [user.games().join("21.duel"), user.path("pipe")] {
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    let list = user.run(&["resume", "--list"], "");
    assert!(
        list.stdout.contains("21  damaged: cannot read") && list.stdout.contains("it is not a file"),
        "{}",
        list.stdout
    );
    let refused = user.run(&["play", "chain", "--record", "pipe"], "11\n");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("cannot write pipe"), "{}", refused.stderr);
    let refused = user.run(&["play", "chain"], "12\nsave pipe\nresign\n");
    assert!(refused.stderr.contains("cannot write pipe"), "{}", refused.stderr);
}

#[test]
fn fault_50_what_has_come_there_during_the_game_is_left_alone() {
    let user = User::new();
    let mut typist = Typist::begin(&user, &["play", "chain", "--record", "end.duel"]);
    typist.types("12\n").sees("Chain Now: [12]");
    user.write("end.duel", "mine");
    typist.types("resign\n").sees("Player 1 wins!");
    let mut said = String::new();
    typist.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(typist.child.wait().unwrap().code(), Some(1), "{said}");
    assert!(said.contains("the game is kept: divisor-duel resume 1 --record FILE"), "{said}");
    assert_eq!(fs::read_to_string(user.path("end.duel")).unwrap(), "mine");
    assert_eq!(user.run(&["resume", "1", "--record", "end.duel"], "").code, Some(1));
    assert_eq!(user.run(&["resume", "1", "--record", "there.duel"], "").code, Some(0));
    let record = fs::read_to_string(user.path("there.duel")).unwrap();
    assert!(record.contains("1-0 resigned") && !record.contains("RecordTo"), "{record}");
}

#[test]
fn a_match_goes_on_when_the_record_of_a_round_cannot_be_written() {
    let user = User::new();
    fs::create_dir(user.path("folder")).unwrap();
    let options = ["play", "chain", "--best-of", "3", "--names", "Ada,Bo", "--record", "folder/final.duel"];
    let mut typist = Typist::begin(&user, &options);
    typist.sees("Round 1 of 3");
    fs::remove_dir(user.path("folder")).unwrap();
    typist.types("11\n").sees("Ada wins!").sees("Score: Ada 1, Bo 0").sees("Round 2 of 3");
    fs::create_dir(user.path("folder")).unwrap();
    typist.types("13\n").sees("Score: Ada 1, Bo 1").types("17\n").sees("Ada is the champion, 2 to 1!");
    assert_eq!(typist.child.wait().unwrap().code(), Some(1));
    assert!(fs::read_to_string(user.path("folder/final-2.duel")).unwrap().contains("[Player1 \"Bo\"]"));
    let list = user.run(&["resume", "--list"], "").stdout;
    assert_eq!(list, "   2  chain: Ada and Bo, 1 move, just now\n", "the first round is set aside, and nothing else");
    assert_eq!(user.run(&["resume", "2", "--record", "folder/final-1.duel"], "").code, Some(0));
    assert!(fs::read_to_string(user.path("folder/final-1.duel")).unwrap().ends_with("\n11\n"));
}

#[test]
fn fault_48_a_second_window_never_gets_in_while_a_game_is_saved() {
    let user = User::new();
    user.run(&["play", "take:1..100"], "12\n");
    let mut typist = Typist::begin(&user, &["resume", "1"]);
    typist.sees("go on.");
    // The game is replaced again and again while the other window tries to open it.
    let moves: String = (0..200).map(|_| "6\nundo\n").collect();
    typist.types(&moves);
    for _ in 0..40 {
        let second = user.run(&["resume", "1"], "");
        assert!(
            second.stderr.contains("game 1 is being played in another window"),
            "{}{}",
            second.stdout,
            second.stderr
        );
    }
    drop(typist.child.stdin.take());
    let rest = typist.lines.by_ref().filter(|line| line.as_ref().unwrap().contains("Taken back")).count();
    typist.child.wait().unwrap();
    assert_eq!(rest, 200);
}
