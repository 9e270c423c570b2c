//! The full screen on a real pseudo-terminal: whole games by keys and by mouse, and everything that can happen to a terminal.
//!
//! Every test waits for what the screen shows, and for nothing else.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

mod common;

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use common::User;
use common::terminal::{DOWN, LEFT, RIGHT, Terminal};

/// The books, every one of which is played to its end, and several numbers side by side.
const BOOKS: [&str; 8] =
    ["classic", "last-resort", "chain", "evens", "divider", "juniper-green", "classroom", "divider:60,84,90"];

fn open(user: &User, arguments: &[&str]) -> Terminal {
    let mut command = user.command();
    command.args(arguments);
    Terminal::start(command, 80, 24)
}

/// The number of the move that the first player is asked for: a prompt ends with a place for it.
fn asked_for(screen: &str) -> Option<u32> {
    screen.lines().map(str::trim_end).find(|line| line.ends_with(": _") || line.ends_with(" choose _"))?;
    let number = screen.lines().next()?.rsplit_once("Move ")?.1.trim().parse().ok();
    number.filter(|number| number % 2 == 1)
}

fn is_over(screen: &str) -> bool {
    screen.contains("v review")
}

/// Plays a game against the computer, `make_a_move` being called at every turn, until it is over.
fn play_through(book: &str, make_a_move: impl Fn(&mut Terminal)) {
    let user = User::new();
    let mut terminal = open(&user, &["play", book, "--p2", "level:2", "--seed", "5"]);
    let mut moves = 0;
    loop {
        let before = moves;
        let screen = terminal
            .wait("a turn or the end", |screen| is_over(screen) || asked_for(screen).is_some_and(|turn| turn > before));
        if is_over(&screen) {
            break;
        }
        moves = asked_for(&screen).unwrap();
        // The top of a frame may be seen before the rest of it has come; what is typed after it comes after it.
        terminal.send("0");
        terminal.see("0_");
        terminal.send("\x7f");
        terminal.wait("an empty prompt", |screen| asked_for(screen).is_some());
        make_a_move(&mut terminal);
    }
    assert!(moves > 0, "{book} was over before it began");
    terminal.send("q");
    let (code, left) = terminal.end();
    assert_eq!((code, left.is_full_screen), (0, false), "{book}");
    assert!(!user.games().exists() || user.games().read_dir().unwrap().next().is_none(), "a finished game is not kept");
}

#[test]
fn a_whole_game_of_each_book_by_keys() {
    for book in BOOKS {
        play_through(book, |terminal| {
            terminal.send(DOWN);
            terminal.send("\r");
        });
    }
}

#[test]
fn a_whole_game_of_each_book_by_mouse() {
    for book in BOOKS {
        play_through(book, |terminal| {
            let (column, row) =
                a_legal_choice(&terminal.contents()).unwrap_or_else(|| panic!("{}", terminal.contents()));
            terminal.click(column, row);
        });
    }
}

/// Where the last legal number of the board stands: behind one of the signs for legal ones, or under the cursor.
fn a_legal_choice(screen: &str) -> Option<(usize, usize)> {
    let choice = |line: &str| {
        let bytes = line.as_bytes();
        (0..bytes.len().saturating_sub(1)).rev().find(|&at| match bytes[at] {
            b'<' | b'>' | b'.' | b'[' => bytes[at + 1].is_ascii_digit() && !line.contains("[2]["),
            b'/' => line[at..].contains(" = "),
            _ => false,
        })
    };
    let board = screen.lines().enumerate().take_while(|(_, line)| !line.contains("----")).skip(1);
    board.filter_map(|(row, line)| choice(line).map(|column| (column + 1, row))).last()
}

#[test]
fn the_menu_opens_and_enter_enter_plays() {
    let user = User::new();
    let mut terminal = open(&user, &[]);
    terminal.see("DIVISOR DUEL");
    terminal.see("Juniper Green");
    terminal.send("\r");
    terminal.see("Enter play");
    terminal.send("\r");
    terminal.see("# [Turn 1] Your turn, select a number from the pool:");
    terminal.see("You select: _");
    terminal.send("q");
    let (code, left) = terminal.end();
    assert_eq!(code, 0);
    assert!(!left.contents.contains("resume"), "nobody has moved, so there is nothing to keep: {}", left.contents);
}

#[test]
fn leaving_saves_the_game_and_says_how_to_come_back() {
    let user = User::new();
    let mut terminal = open(&user, &["play", "chain"]);
    terminal.see("Move 1");
    terminal.send("12\r");
    terminal.see("Move 2");
    terminal.send("q");
    let (code, left) = terminal.end();
    assert_eq!(code, 0);
    assert!(
        left.contents.contains("The game is saved. Take it up again with: divisor-duel resume 1"),
        "{}",
        left.contents
    );

    // Line mode goes on with it, and the full screen with what line mode leaves.
    let plain = user.run(&["resume", "1"], "4\n");
    assert!(plain.stdout.contains("Chain: 12 (Player 1)\n"), "{}", plain.stdout);
    let mut terminal = open(&user, &["resume", "1"]);
    terminal.see("Move 3");
    terminal.see("Chain: 12# > 4o");
    terminal.send("u");
    terminal.see("Move 2");
}

#[test]
fn resume_without_a_number_shows_the_list() {
    let user = User::new();
    user.run(&["play", "chain"], "12\n");
    let mut terminal = open(&user, &["resume"]);
    terminal.see("1  chain: Player 1 and Player 2, 1 move");
    terminal.send("\r");
    terminal.see("Move 2");
}

#[test]
fn a_record_is_reviewed_on_the_screen() {
    let user = User::new();
    user.write("game.duel", "[Game \"classic\"]\n[Player1 \"Ada\"]\n[Player2 \"Bo\"]\n\n12 6 18 9 3 15 5\n");
    let mut terminal = open(&user, &["review", "game.duel"]);
    terminal.see("Bo to move.");
    terminal.send(LEFT);
    terminal.see("move 7 of 7");
    terminal.see("7. Ada: 5, threw the win away");
    terminal.see("Better: Take 45.");
    // The board is that before the move.
    terminal.see("[<5?]");
    terminal.see(">45!");
    terminal.send("t");
    terminal.see("5. Ada: 3, threw the win away");
    terminal.send(RIGHT);
    terminal.see("6. Bo: 15, threw the win away");
}

#[test]
fn a_puzzle_is_solved_on_the_screen() {
    let user = User::new();
    let mut terminal = open(&user, &["puzzle", "classic", "--seed", "42"]);
    terminal.see("Puzzle 42: classic");
    terminal.send("a");
    terminal.see("Streak: 0");
    // The answer counts: a second try adds nothing, but it is right.
    let answer = user.run(&["puzzle", "classic", "--seed", "42", "--json"], "").stdout;
    let answer = answer.split("\"answer\":").nth(1).unwrap().split(',').next().unwrap().to_string();
    let mut terminal = open(&user, &["puzzle", "classic", "--seed", "42"]);
    terminal.see("Your move: one of them wins. Which?");
    terminal.send(&format!("{answer}\r"));
    terminal.see("Yes! Take");
    terminal.see("Streak: 0");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn the_game_ends_with_its_turning_point_on_the_board() {
    let user = User::new();
    // Whoever takes 14 in this book throws the win away, and with this luck the perfect player ends it at once.
    let mut terminal = open(&user, &["play", "chain", "--p2", "level:5", "--seed", "1"]);
    terminal.see("Move 1");
    terminal.send("14\r");
    terminal.see("You were winning at move 1, and played 14.");
    terminal.send("\r");
    terminal.see("and you were winning. Find the winning move.");
    terminal.send("11\r");
    terminal.see("Yes! Take 11.");
    terminal.send("\r");
    terminal.see("n again");
}

#[test]
fn fault_02_ctrl_c_in_full_screen_saves_the_game_and_exits_130() {
    let user = User::new();
    let mut terminal = open(&user, &["play", "chain"]);
    terminal.see("Move 1");
    terminal.send("12\r");
    terminal.see("Move 2");
    terminal.send("\x03");
    let (code, left) = terminal.end();
    assert_eq!((code, left.is_full_screen), (130, false));
    assert!(left.contents.contains("divisor-duel resume 1"), "{}", left.contents);
}

#[test]
fn fault_02_signals_in_full_screen_save_the_game_and_give_the_terminal_back() {
    for (signal, expected) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let user = User::new();
        let mut terminal = open(&user, &["play", "chain"]);
        terminal.see("Move 1");
        terminal.send("12\r");
        terminal.see("Move 2");
        let pid = terminal.pid();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let (code, left) = terminal.end();
        assert_eq!((code, left.is_full_screen), (expected, false), "{signal}");
        assert!(left.contents.contains("divisor-duel resume 1"), "{signal}: {}", left.contents);
    }
}

#[test]
fn ctrl_z_gives_the_terminal_back_and_fg_takes_it_again() {
    let user = User::new();
    let mut shell = Command::new("bash");
    user.prepare(&mut shell);
    shell.args(["--norc", "--noprofile", "-i"]).env("PS1", "ready> ");
    let mut terminal = Terminal::start(shell, 80, 24);
    terminal.see("ready>");
    terminal.send(&format!("{} play chain\r", common::program().display()));
    terminal.see("Move 1");
    terminal.send("12\r");
    terminal.see("Move 2");
    assert!(terminal.is_full_screen());
    terminal.send("\x1a");
    terminal.see("Stopped");
    assert!(!terminal.is_full_screen());
    terminal.send("echo the shell $((6 * 7))\r");
    terminal.see("the shell 42");
    terminal.send("fg\r");
    terminal.see("Move 2");
    assert!(terminal.is_full_screen());
    terminal.send("4\r");
    terminal.see("Chain: 12# > 4o");
    terminal.send("q");
    terminal.see("divisor-duel resume 1");
}

#[test]
fn ctrl_z_without_a_shell_to_come_back_from_does_nothing() {
    let user = User::new();
    let mut terminal = open(&user, &["play", "chain"]);
    terminal.see("Move 1");
    terminal.send("\x1a12\r");
    terminal.see("Move 2");

    // A script is no such shell: it has no jobs.
    let user = User::new();
    let mut script = Command::new("sh");
    user.prepare(&mut script);
    script.args(["-c", &format!("{} play chain; echo the script ends", common::program().display())]);
    let mut terminal = Terminal::start(script, 80, 24);
    terminal.see("Move 1");
    terminal.send("\x1a12\r");
    terminal.see("Move 2");
    terminal.send("q");
    terminal.see("the script ends");
}

#[test]
fn fault_05_a_tiny_window_says_so_and_a_resize_redraws() {
    let user = User::new();
    let mut command = user.command();
    command.args(["play", "classic"]);
    let mut terminal = Terminal::start(command, 20, 5);
    terminal.see("make the");
    terminal.see("larger");
    terminal.resize(80, 24);
    terminal.see("# [Turn 1] Player 1, select a number from the pool:");
    terminal.send("12\r");
    terminal.see("Move 2");
    terminal.resize(140, 40);
    // The words stand beside the board now, behind a line.
    terminal.wait("the wide layout", |screen| screen.lines().any(|line| line.contains("| o [Turn 2]")));
    terminal.resize(60, 18);
    terminal.wait("the narrow layout", |screen| screen.contains("Move 2") && screen.contains("q quit"));
}

#[test]
fn colour_is_a_matter_of_the_user() {
    let colours = |variables: &[(&str, &str)], arguments: &[&str]| {
        let user = User::new();
        let mut command = user.command();
        command.args(arguments).args(["play", "chain"]).envs(variables.iter().copied());
        let mut terminal = Terminal::start(command, 80, 24);
        terminal.see("Move 1");
        terminal.send("12\r");
        terminal.see("Move 2");
        terminal.colours()
    };
    let has = |colours: &[vt100::Color], index: u8| colours.contains(&vt100::Color::Idx(index));
    let many = colours(&[], &[]);
    assert!(has(&many, 31) && has(&many, 172), "256 colours: {many:?}");
    let few = colours(&[("TERM", "linux")], &[]);
    assert!(has(&few, 6) && few.iter().all(|colour| !matches!(colour, vt100::Color::Idx(16..))), "16: {few:?}");
    assert_eq!(colours(&[("NO_COLOR", "1")], &[]), []);
    assert_eq!(colours(&[], &["--color", "never"]), []);
    assert!(has(&colours(&[("NO_COLOR", "1")], &["--color", "always"]), 31));
}

#[test]
fn the_locale_chooses_the_signs_and_ascii_can_be_asked_for() {
    for (locale, arguments, sign) in [("C.UTF-8", &[][..], "▼6"), ("C.UTF-8", &["--ascii"], "<6"), ("C", &[], "<6")] {
        let user = User::new();
        let mut command = user.command();
        command.args(arguments).args(["play", "chain"]).env("LANG", locale);
        let mut terminal = Terminal::start(command, 80, 24);
        terminal.see("Move 1");
        terminal.send("12\r");
        terminal.see("Move 2");
        terminal.see(sign);
    }
}

#[test]
fn fault_46_a_terminal_that_goes_without_a_word_ends_the_program_and_the_game_is_kept() {
    let user = User::new();
    // In a session of its own the program belongs to no shell, and nobody sends it a signal.
    let program = format!("stty cols 80 rows 24; setsid -w '{}' play chain", common::program().display());
    let mut command = Command::new("script");
    user.prepare(&mut command);
    command.args(["-qfc", &program, "/dev/null"]).env("TERM", "xterm");
    let mut window = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut shown = window.stdout.take().unwrap();
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains("can be picked") {
        let mut chunk = [0; 4_096];
        let read = shown.read(&mut chunk).unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&seen));
        seen.extend_from_slice(&chunk[..read]);
    }
    window.stdin.as_mut().unwrap().write_all(b"12\r").unwrap();
    let game = user.games().join("1.duel");
    while !game.exists() {
        std::thread::yield_now();
    }
    window.kill().unwrap();
    window.wait().unwrap();
    // Whoever plays a game holds its file, and lets go of it by ending.
    while File::open(&game).unwrap().try_lock().is_err() {
        std::thread::yield_now();
    }
    assert!(user.run(&["resume", "--list"], "").stdout.contains("chain: Player 1 and Player 2, 1 move"));
}
