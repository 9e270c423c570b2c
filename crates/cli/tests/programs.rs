//! A program at the board with people: by the bot protocol, judged as in an arena, and gone when the game is.
//!
//! A program that is merely wrong has all the time it wants, so that a slow machine changes nothing; one that is silent has
//! little.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(target_os = "linux")]

#[path = "arena/bell.rs"]
mod bell;
mod common;

use std::fs;
use std::path::{Path, PathBuf};

use bell::{Bell, signal};
use common::terminal::{DOWN, Terminal};
use common::{Ran, User};

const PATIENT: [&str; 2] = ["--bot-time", "600"];

/// Answers every position with its first legal move.
const HONEST: &str = r#"sed -un 's/.*"legal":\[\([^],]*\).*"outcome":null.*/\1/p'"#;

/// One of the bots that come with the program, as a player.
fn example() -> String {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/first.py");
    format!("bot:python3 '{}'", bot.display())
}

fn bot(command: &str) -> String {
    format!("bot:{command}")
}

/// A game of `chain` against a program, the person moving first.
fn play(user: &User, command: &str, typed: &str) -> Ran {
    let arguments = ["play", "chain", "--p2", &bot(command), "--record", "game.duel"];
    user.run(&[&arguments[..], &PATIENT].concat(), typed)
}

fn record(user: &User) -> String {
    fs::read_to_string(user.path("game.duel")).unwrap()
}

/// The processes of this user's programs, which know the user's home.
fn survivors(user: &User) -> Vec<PathBuf> {
    let home = format!("HOME={}", user.path("").display());
    let home = home.trim_end_matches('/').as_bytes().to_vec();
    let is_theirs = |path: &PathBuf| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == home)
    };
    fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path()).filter(is_theirs).collect()
}

#[test]
fn a_game_against_a_program_in_python() {
    let user = User::new();
    let arguments = ["play", "evens", "--p2", &example(), "--record", "game.duel"];
    let ran = user.run(&[&arguments[..], &PATIENT].concat(), "12\n8\n16\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    let turn = "Program 2's turn.
Last number removed: 12
Valid choices are multiples or divisors of 12.

Select a number to remove: 2
Program 2 removed 2.
";
    assert!(ran.stdout.contains(turn), "{}", ran.stdout);
    assert!(ran.stdout.contains("Program 2 cannot make a valid move. You win!\n"), "{}", ran.stdout);
    let record = record(&user);
    assert!(record.contains("[Type2 \"bot\"]\n") && record.ends_with("\n12 2 8 4 16\n"), "{record}");
    assert!(!record.contains("python3") && !record.contains("Command"), "a record names no command: {record}");
    assert_eq!(survivors(&user), Vec::<PathBuf>::new());
}

#[test]
fn a_game_between_two_programs_is_watched() {
    let user = User::new();
    let arguments = ["play", "chain", "--p1", &example(), "--p2", &bot(HONEST), "--names", "Ada,Bo"];
    let ran = user.run(&[&arguments[..], &PATIENT].concat(), "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("Ada's Turn:\n") && ran.stdout.contains(" wins!\n"), "{}", ran.stdout);
}

#[test]
fn a_program_that_does_anything_but_move_loses() {
    let forfeit = "Program 2 forfeits the game.\nYou win!\n";
    for (command, end, said, fault) in [
        (
            "while read -r l; do echo 99; done",
            "Program 2 loses by the illegal number 99.\n",
            "99 is not on this board",
            "",
        ),
        (
            "while read -r l; do echo hello; done",
            forfeit,
            "Program 2 answered: \"hello\" is not a move; one would be 2.\n",
            "answered:",
        ),
        (
            r"while read -r l; do printf '\033[2J\377\n'; done",
            forfeit,
            "\"\\u{1b}[2J\\xff\" is not a move",
            "answered:",
        ),
        (
            "read -r l; echo 'no luck' >&2; exit 3",
            forfeit,
            "Program 2 ended with exit code 3 instead of answering; its last words: \"no luck\".\n",
            "ended with",
        ),
        ("read -r l; kill -SEGV $$", forfeit, "ended with exit code 139 (SIGSEGV)", "ended with"),
        ("yes 2", forfeit, "answered with more than one line", "answered with more"),
        ("cat /dev/zero", forfeit, "wrote a line of more than 64 KiB.\n", "wrote a line of"),
        ("exec >&-; exec sleep 1000", forfeit, "closed its output instead of answering.\n", "closed its output"),
    ] {
        let user = User::new();
        let ran = play(&user, command, "12\n");
        assert_eq!(ran.code, Some(0), "{command}: {}", ran.stderr);
        assert!(ran.stdout.contains(end), "{command}: {}", ran.stdout);
        assert!(ran.stdout.contains(said), "{command}: {}", ran.stdout);
        let record = record(&user);
        let reason = if fault.is_empty() { "illegal-number 99" } else { "forfeit" };
        assert!(record.contains(&format!("[Result \"1-0 {reason}\"]")), "{command}: {record}");
        assert_eq!(record.contains("[Fault \""), !fault.is_empty(), "{command}: {record}");
        assert!(record.contains(fault), "{command}: {record}");
        assert_eq!(survivors(&user), Vec::<PathBuf>::new(), "{command}");
    }
}

#[test]
fn a_program_that_is_silent_loses_on_time() {
    let user = User::new();
    let command = format!("{HONEST} | {{ read -r m; echo $m; exec sleep 1000; }}");
    let arguments = ["play", "chain", "--p2", &bot(&command), "--record", "game.duel", "--bot-time", "0.2"];
    let ran = user.run(&arguments, "12\n4\n");
    let end = "Program 2 has run out of time.\nYou win!\nProgram 2 had no answer after ";
    assert!(ran.stdout.contains(end), "{}", ran.stdout);
    assert!(record(&user).contains("[Result \"1-0 time\"]\n"), "{}", record(&user));
    assert!(record(&user).contains("[Fault \"had no answer after "), "{}", record(&user));
}

#[test]
fn one_process_plays_all_rounds_of_a_match_and_is_told_how_each_ended() {
    let user = User::new();
    let (started, heard) = (user.path("started"), user.path("heard"));
    let command = format!("echo x >>{}; tee -a {} | {HONEST}", started.display(), heard.display());
    let arguments = ["play", "chain", "--p2", &bot(&command), "--best-of", "3"];
    let ran = user.run(&[&arguments[..], &PATIENT].concat(), "11\nresign\n\n11\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.ends_with("You are the champion, 2 to 1!\n"), "{}", ran.stdout);
    assert_eq!(fs::read_to_string(started).unwrap(), "x\n");
    let heard = fs::read_to_string(heard).unwrap();
    let ends: Vec<&str> = heard.lines().filter(|line| !line.contains("\"outcome\":null")).collect();
    assert_eq!(ends.len(), 3, "{heard}");
    assert!(ends[0].contains(r#""outcome":{"winner":1,"reason":"no-move"},"you":2,"clock_ms":0"#), "{heard}");
    assert!(ends[1].contains(r#""outcome":{"winner":1,"reason":"resigned"},"you":1"#), "{heard}");
}

#[test]
fn a_program_that_lost_by_a_fault_is_started_again_for_the_next_round() {
    let user = User::new();
    let started = user.path("started");
    let command = format!("echo x >>{}; read -r l; echo hello; cat >/dev/null", started.display());
    let arguments = ["play", "chain", "--p2", &bot(&command), "--best-of", "3"];
    let ran = user.run(&[&arguments[..], &PATIENT].concat(), "12\n\n");
    assert!(ran.stdout.ends_with("You are the champion, 2 to 0!\n"), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(fs::read_to_string(started).unwrap(), "x\nx\n");
}

#[test]
fn a_game_of_ours_goes_on_with_the_same_program_from_any_folder() {
    let user = User::new();
    user.write("bot.sh", format!("echo x >>started\n{HONEST}\n"));
    let left = user.run(&[&["play", "chain", "--p2", "bot:sh 'bot.sh'"][..], &PATIENT].concat(), "12\nquit\n");
    assert_eq!(left.code, Some(0), "{}", left.stderr);
    fs::create_dir(user.path("elsewhere")).unwrap();
    let mut command = user.command();
    command.current_dir(user.path("elsewhere")).args(["resume", "1"]);
    let back = common::run(command, "4\nsave copy.duel\nquit\n");
    assert_eq!(back.code, Some(0), "{}", back.stderr);
    assert!(back.stdout.contains("Chain: 12 (you), 2 (Program 2)\n"), "{}", back.stdout);
    assert!(back.stdout.contains("Chain Now: [12, 2, 4, 8]\n"), "it answers: {}", back.stdout);
    assert_eq!(fs::read_to_string(user.path("started")).unwrap(), "x\nx\n");
    let copy = fs::read_to_string(user.path("elsewhere/copy.duel")).unwrap();
    assert!(!copy.contains("bot.sh"), "a record names no command: {copy}");
}

#[test]
fn a_program_that_cannot_be_started_is_told_before_anything_is_shown() {
    let user = User::new();
    let ran = user.run(&["play", "chain", "--p2", "bot:no-such-program --fast"], "12\n");
    let told = "error: Program 2 cannot be started: there is no command no-such-program (no-such-program --fast)\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(1), "", told));

    user.write("bot.sh", "exec sed -un 's/.*\"legal\":\\[\\([^],]*\\).*\"outcome\":null.*/\\1/p'\n");
    user.run(&[&["play", "chain", "--p2", "bot:sh bot.sh"][..], &PATIENT].concat(), "12\nquit\n");
    let game = user.games().join("1.duel");
    let saved = fs::read_to_string(&game).unwrap();
    fs::write(&game, saved.replace("[Command2 \"sh ", "[Command2 \"gone ")).unwrap();
    let ran = user.run(&["resume", "1"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("Program 2 cannot be started: there is no command gone"), "{}", ran.stderr);
    fs::write(&game, saved.replace("[Folder2 \"", "[Folder2 \"/gone")).unwrap();
    let ran = user.run(&["resume", "1"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("/gone"), "{}", ran.stderr);
}

/// A game with a program in its second seat, as anybody may send it.
const GIFT: &str = "[Game \"chain\"]\n[Player1 \"Ada\"]\n[Player2 \"Program 2\"]\n[Type1 \"human\"]\n[Type2 \"bot\"]\n\
                    [Command2 \"touch owned\"]\n[Folder2 \".\"]\n[Time2 \"1000\"]\n\n12\n";

#[test]
fn a_record_from_elsewhere_names_no_command() {
    let user = User::new();
    user.write("gift.duel", GIFT);
    let refused = user.run(&["resume", "gift.duel"], "");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    let sentence = "error: Program 2 is a program, and a record does not say which: divisor-duel resume FILE --p2 \"bot:COMMAND\" \
                    seats one there, or any other player\n";
    assert_eq!(refused.stderr, sentence);

    for (player, shown) in
        [(bot(HONEST).as_str(), "Program 2's Turn:"), ("human", "Player 2's Turn:"), ("level:5", "Computer's Turn:")]
    {
        let ran = user.run(&[&["resume", "gift.duel", "--p2", player][..], &PATIENT].concat(), "4\nquit\n");
        assert_eq!(ran.code, Some(0), "{player}: {}", ran.stderr);
        assert!(ran.stdout.contains(shown), "{player}: {}", ran.stdout);
    }
    assert!(!user.path("owned").exists());
}

#[test]
fn a_command_from_elsewhere_does_not_count_in_the_second_step_either() {
    let user = User::new();
    user.write("gift.duel", GIFT);
    // With a person in its place the game is stored as ours, and there such headers count.
    let played = user.run(&["resume", "gift.duel", "--p2", "human"], "4\n16\nquit\n");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let game = user.games().join("1.duel");
    let saved = fs::read_to_string(&game).unwrap();
    assert!(!saved.contains("owned") && !saved.contains("Command"), "{saved}");
    // And should a program sit there after all, nobody knows which.
    fs::write(&game, saved.replace("[Result", "[Type2 \"bot\"]\n[Result")).unwrap();
    let refused = user.run(&["resume", "1"], "");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(refused.stderr.contains("a record does not say which"), "{}", refused.stderr);

    // A seat that is a person's has no program, whatever the headers say.
    user.write("gift.duel", GIFT.replace("\"bot\"", "\"human\""));
    user.run(&["resume", "gift.duel"], "4\nquit\n");
    let ran = user.run(&["resume", "2"], "16\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(!user.path("owned").exists());
}

#[test]
fn what_a_program_writes_to_standard_error_goes_to_its_log() {
    let user = User::new();
    let command = format!("echo thinking >&2; printf '\\033[2Jx\\n' >&2; {HONEST}");
    let arguments = ["play", "chain", "--p2", &bot(&command), "--bot-log", "bot.log"];
    for times in [1, 2] {
        let ran = user.run(&[&arguments[..], &PATIENT].concat(), "12\nquit\n");
        assert!(!ran.stdout.contains("thinking") && !ran.stderr.contains("thinking"), "{ran:?}");
        let log = fs::read_to_string(user.path("bot.log")).unwrap();
        assert_eq!(log.matches("Program 2: thinking\n").count(), times, "{log}");
        assert!(!log.contains('\x1b'), "{log:?}");
    }
    for nowhere in ["no/such/bot.log", "."] {
        let refused = user.run(&["play", "chain", "--p2", &bot(HONEST), "--bot-log", nowhere], "12\n");
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{}", refused.stderr);
    }
}

#[test]
fn nothing_of_a_program_survives_us() {
    for (name, code, kept) in [("INT", Some(130), true), ("TERM", Some(143), true), ("KILL", None, false)] {
        let user = User::new();
        let bell = Bell::new(&user.path(""));
        // It leaves something in a session of its own, answers once, and never again.
        let command = format!(
            "setsid sleep 1000 & read -r l; echo 12; trap '' TERM INT HUP; read -r l; {}; sleep 1000",
            bell.ring()
        );
        let honest = bot(HONEST);
        let mut ours = user.command();
        ours.args(["play", "chain", "--p1", &bot(&command), "--p2", &honest]).args(PATIENT);
        let ran = bell.run(ours, |process| signal(name, process));
        assert_eq!(ran.code, code, "{name}: {}", ran.stderr);
        assert_eq!(ran.stderr.contains("The game is saved. Take it up again with: divisor-duel resume 1"), kept);
        // Whoever kills us leaves it to the wardens, and nobody can wait for them.
        while name == "KILL" && !survivors(&user).is_empty() {
            std::thread::yield_now();
        }
        assert_eq!(survivors(&user), Vec::<PathBuf>::new(), "{name}");
    }
}

#[test]
fn a_program_that_does_not_want_to_end_ends_with_the_game() {
    let user = User::new();
    let command = format!("setsid sleep 1000 & {HONEST}; trap '' TERM INT HUP; sleep 1000");
    let ran = play(&user, &command, "12\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(survivors(&user), Vec::<PathBuf>::new());
}

fn open(user: &User, arguments: &[&str]) -> Terminal {
    let mut command = user.command();
    command.args(arguments).args(PATIENT);
    Terminal::start(command, 80, 24)
}

#[test]
fn a_whole_game_against_a_program_on_the_screen() {
    let user = User::new();
    let mut terminal = open(&user, &["play", "evens", "--p2", &example()]);
    for (moved, seen) in [("12\r", "Move 3"), ("8\r", "Move 5"), ("16\r", "You win!")] {
        terminal.see("It's your turn.");
        terminal.send(moved);
        terminal.see(seen);
    }
    // The same process plays the rematch, and moves first in it.
    terminal.send("n");
    terminal.see("Move 2");
    terminal.see("Program 2 removed 2.");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
    assert_eq!(survivors(&user), Vec::<PathBuf>::new());
}

#[test]
fn a_fault_is_told_on_the_screen() {
    let user = User::new();
    let mut terminal = open(&user, &["play", "chain", "--p2", "bot:while read -r l; do echo hello; done"]);
    terminal.see("Move 1");
    terminal.send("12\r");
    terminal.see("Program 2 forfeits the game.");
    terminal.see("Program 2 answered: \"hello\" is not a move");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
}

/// A game against a program that never answers as it is started first, and does when it is started again: it thinks.
fn open_against_a_thinker(user: &User) -> Terminal {
    let once = user.path("once");
    let thinker = format!("if mkdir {} 2>/dev/null; then exec sleep 1000; else exec {HONEST}; fi", once.display());
    let mut terminal = open(user, &["play", "chain", "--p2", &bot(&thinker)]);
    terminal.see("Move 1");
    terminal.send("12\r");
    terminal.see("Thinking.");
    // One that is ended before it knows that it is the first leaves that to the next.
    while !once.exists() {
        std::thread::yield_now();
    }
    terminal
}

#[test]
fn a_move_is_taken_back_while_the_program_thinks() {
    let user = User::new();
    let mut terminal = open_against_a_thinker(&user);
    terminal.send("u");
    terminal.see("Taken back: 12 by you.");
    terminal.send("10\r");
    terminal.see("Program 2 took 2.");
    terminal.send(DOWN);
    terminal.send("q");
    let (code, left) = terminal.end();
    assert_eq!((code, left.is_full_screen), (0, false));
    assert!(left.contents.contains("divisor-duel resume 1"), "{}", left.contents);
    assert_eq!(survivors(&user), Vec::<PathBuf>::new());
}

#[test]
fn whoever_leaves_while_the_program_thinks_leaves_nothing_behind() {
    for (key, code) in [("q", 0), ("\x03", 130)] {
        let user = User::new();
        let mut terminal = open(&user, &["play", "chain", "--p2", "bot:sleep 1000"]);
        terminal.see("Move 1");
        terminal.send("12\r");
        terminal.see("Thinking.");
        terminal.send(key);
        let (ended, left) = terminal.end();
        assert_eq!((ended, left.is_full_screen), (code, false));
        assert!(left.contents.contains("divisor-duel resume 1"), "{}", left.contents);
        assert_eq!(survivors(&user), Vec::<PathBuf>::new());
    }
}

#[test]
fn the_menu_ends_the_program_and_goes_on_with_it_again() {
    let user = User::new();
    let mut terminal = open_against_a_thinker(&user);
    terminal.send("m");
    terminal.see("Game 1 is kept");
    terminal.send("r");
    terminal.see("chain: Player 1 and Program 2, 1 move");
    terminal.send("\r");
    terminal.see("Program 2 took 2.");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
    assert_eq!(survivors(&user), Vec::<PathBuf>::new());
}

#[test]
fn the_list_of_games_says_that_a_record_does_not_name_a_program() {
    let user = User::new();
    user.write("gift.duel", GIFT);
    let mut command = user.command();
    command.arg("resume");
    let mut terminal = Terminal::start(command, 80, 24);
    terminal.see("gift.duel");
    terminal.send("\r");
    terminal.see("a record does not say which");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
    assert!(!user.path("owned").exists());
}

#[test]
fn the_menu_plays_against_the_program_that_was_asked_for() {
    let user = User::new();
    let mut terminal = open(&user, &["play", "--p2", &bot(HONEST)]);
    terminal.see("a program");
    terminal.send("\r\r");
    terminal.see("Move 1");
    terminal.send("12\r");
    terminal.see("Program 2 took 2.");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);

    let mut terminal = open(&user, &["play", "--p2", "bot:no-such-program"]);
    terminal.see("a program");
    terminal.send("\r\r");
    terminal.see("Program 2 cannot be started: there is no command no-such-program");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
}
