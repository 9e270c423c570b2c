//! Line mode on a real pseudo-terminal: colour, Ctrl-C, Ctrl-D, requests to terminate, small windows.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

mod common;

use std::process::Command;
use std::time::Duration;

use common::User;
use expectrl::process::unix::{UnixProcess, WaitStatus};
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect, Session};

/// The program on a terminal, and everything that the terminal has shown.
struct Terminal {
    session: OsSession,
    screen: vt100::Parser,
    raw: Vec<u8>,
}

impl Terminal {
    fn start(mut command: Command, rows: u16, columns: u16) -> Terminal {
        command.env("TERM", command_term(&command).unwrap_or("xterm-256color".into()));
        let mut session = Session::spawn(command).unwrap();
        session.get_process_mut().set_window_size(columns, rows).unwrap();
        session.get_process_mut().set_echo(true, None).unwrap();
        session.set_expect_timeout(Some(Duration::from_secs(20)));
        let screen = vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0);
        Terminal { session, screen, raw: Vec::new() }
    }

    fn open(user: &User, arguments: &[&str]) -> Terminal {
        let mut command = user.command();
        command.arg("--plain").args(arguments);
        Terminal::start(command, 24, 80)
    }

    /// A game of `chain` in which 12 has been picked, at the prompt that follows.
    fn at_the_second_turn(user: &User) -> Terminal {
        let mut terminal = Terminal::open(user, &["play", "chain"]);
        terminal.see("Action: Chooses ");
        terminal.type_line("12");
        terminal.see("Multiples: ");
        terminal.see("Action: Chooses ");
        terminal
    }

    /// Waits until the terminal has shown this text.
    fn see(&mut self, text: &str) {
        let found = self.session.expect(text).unwrap_or_else(|error| {
            panic!("{text:?} never came ({error}); so far:\n{}", self.screen.screen().contents());
        });
        let bytes = found.as_bytes().to_vec();
        self.screen.process(&bytes);
        self.raw.extend(bytes);
    }

    fn type_line(&mut self, line: &str) {
        self.session.send_line(line).unwrap();
    }

    /// Waits for the program to end, and gives its exit code.
    fn end(mut self) -> (i32, String, Vec<u8>) {
        if let Ok(rest) = self.session.expect(Eof) {
            let bytes = rest.as_bytes().to_vec();
            self.screen.process(&bytes);
            self.raw.extend(bytes);
        }
        let code = match process(&self.session).wait().unwrap() {
            WaitStatus::Exited(_, code) => code,
            other => panic!("the program did not exit by itself: {other:?}"),
        };
        (code, self.screen.screen().contents(), self.raw)
    }
}

fn process(session: &OsSession) -> &UnixProcess {
    session.get_process()
}

fn command_term(command: &Command) -> Option<String> {
    let (_, term) = command.get_envs().find(|(name, _)| *name == "TERM")?;
    Some(term?.to_str()?.to_string())
}

fn has_escapes(raw: &[u8]) -> bool {
    raw.contains(&0x1b)
}

/// A short game on a terminal with these variables and arguments; what the terminal was sent.
fn short_game(variables: &[(&str, &str)], arguments: &[&str]) -> Vec<u8> {
    let user = User::new();
    let mut command = user.command();
    command.args(arguments).args(["--plain", "play", "chain"]).envs(variables.iter().copied());
    let mut terminal = Terminal::start(command, 24, 80);
    terminal.see("Action: Chooses ");
    terminal.type_line("11");
    terminal.see("Player 1 wins!");
    terminal.see("stop): ");
    terminal.type_line("");
    let (code, _, raw) = terminal.end();
    assert_eq!(code, 0);
    raw
}

#[test]
fn legal_numbers_stand_out_and_taken_ones_recede() {
    let user = User::new();
    let mut command = user.command();
    command.args(["--plain", "play", "chain"]);
    // Wide enough that no line is wrapped, so that lines of text are rows of the screen.
    let mut terminal = Terminal::start(command, 40, 120);
    terminal.see("Action: Chooses ");
    terminal.type_line("12");
    terminal.see("Multiples: ");
    terminal.see("Action: Chooses ");
    let contents = terminal.screen.screen().contents();
    let row = |start: &str| contents.lines().position(|line| line.starts_with(start)).unwrap() as u16;
    // The 6 is the last legal answer to 12; the pool above shows 5, free but not legal, in the terminal's own colour.
    let legal = terminal.screen.screen().cell(row("  Divisors: 2, 3, 4, 6"), 21).unwrap().clone();
    assert_eq!((legal.contents(), legal.bold(), legal.fgcolor()), ("6", true, vt100::Color::Idx(2)));
    let chain = terminal.screen.screen().cell(row("Chain Now: [12]"), 12).unwrap().clone();
    assert_eq!((chain.contents(), chain.bold()), ("1", true));
    let plain = terminal.screen.screen().cell(row("Last Number"), 0).unwrap().clone();
    assert_eq!((plain.bold(), plain.fgcolor()), (false, vt100::Color::Default));

    terminal.type_line("4");
    terminal.see("Chain Now: [");
    terminal.see("Updated Pool");
    let contents = terminal.screen.screen().contents();
    let chain = contents.lines().position(|line| line.starts_with("Chain Now: [12, 4]")).unwrap() as u16;
    assert!(terminal.screen.screen().cell(chain, 12).unwrap().dim(), "12 is taken");
    assert!(!terminal.screen.screen().cell(chain, 16).unwrap().dim(), "4 is the last pick");
}

#[test]
fn colour_is_a_matter_of_the_user() {
    assert!(has_escapes(&short_game(&[], &[])));
    assert!(!has_escapes(&short_game(&[("NO_COLOR", "1")], &[])));
    assert!(!has_escapes(&short_game(&[("CLICOLOR", "0")], &[])));
    assert!(!has_escapes(&short_game(&[("TERM", "dumb")], &[])));
    assert!(!has_escapes(&short_game(&[("TERM", "dumb"), ("CI", "true")], &[])), "on a build machine too");
    assert!(!has_escapes(&short_game(&[("TERM", "dumb"), ("CLICOLOR", "1")], &[])));
    assert!(has_escapes(&short_game(&[("TERM", "dumb")], &["--color", "always"])));
    assert!(!has_escapes(&short_game(&[], &["--color", "never"])));
    assert!(has_escapes(&short_game(&[("NO_COLOR", "1")], &["--color", "always"])));

    let user = User::new();
    assert!(!has_escapes(user.run(&["show", "chain", "12"], "").stdout.as_bytes()));
    assert!(has_escapes(user.run(&["--color", "always", "show", "chain", "12"], "").stdout.as_bytes()));
    let mut forced = user.command();
    forced.args(["show", "chain", "12"]).env("CLICOLOR_FORCE", "1");
    assert!(has_escapes(common::run(forced, "").stdout.as_bytes()));
}

#[test]
fn two_keys_from_the_menu_to_the_first_turn() {
    let user = User::new();
    let mut terminal = Terminal::open(&user, &[]);
    terminal.see("quit to leave): ");
    terminal.type_line("4");
    terminal.see("Mole, to begin with.");
    terminal.see("t's your turn.");
    terminal.see("Select a number to remove: ");
}

#[test]
fn no_line_is_wider_than_the_window() {
    let user = User::new();
    for (arguments, prompt) in [
        (&["show", "juniper-green", "4", "2"][..], None),
        (&["puzzle", "divider", "--grade", "hard", "--seed", "1"], Some("one of them wins. Which? ")),
    ] {
        let mut command = user.command();
        command.args(["--plain", "--color", "never"]).args(arguments);
        let mut terminal = Terminal::start(command, 40, 80);
        if let Some(prompt) = prompt {
            terminal.see(prompt);
            terminal.type_line("quit");
        }
        let (_, _, raw) = terminal.end();
        for line in String::from_utf8(raw).unwrap().lines() {
            assert!(line.trim_end_matches('\r').chars().count() <= 80, "{line:?}");
        }
    }
}

#[test]
fn fault_02_ctrl_c_saves_the_game_and_exits_130() {
    let user = User::new();
    let mut terminal = Terminal::at_the_second_turn(&user);
    terminal.session.send(ControlCode::EndOfText).unwrap();
    let (code, screen, _) = terminal.end();
    assert_eq!(code, 130);
    assert!(screen.contains("The game is saved. Take it up again with: divisor-duel resume 1"), "{screen}");
    let back = user.run(&["resume", "1"], "");
    assert!(back.stdout.contains("Chain: 12 (Player 1)\n"), "{}", back.stdout);
}

#[test]
fn fault_02_ctrl_c_before_the_first_move_has_nothing_to_save() {
    let user = User::new();
    let mut terminal = Terminal::open(&user, &["play", "chain"]);
    terminal.see("Action: Chooses ");
    terminal.session.send(ControlCode::EndOfText).unwrap();
    let (code, screen, _) = terminal.end();
    assert_eq!(code, 130);
    assert!(!screen.contains("resume"), "{screen}");
    assert_eq!(user.run(&["resume", "--json"], "").stdout, "[]\n");
}

#[test]
fn fault_02_ctrl_d_saves_the_game_and_exits_0() {
    let user = User::new();
    let mut terminal = Terminal::at_the_second_turn(&user);
    terminal.session.send(ControlCode::EndOfTransmission).unwrap();
    let (code, screen, _) = terminal.end();
    assert_eq!(code, 0);
    assert!(screen.contains("divisor-duel resume 1"), "{screen}");
}

#[test]
fn fault_02_a_request_to_terminate_saves_the_game_and_exits_143() {
    let user = User::new();
    let terminal = Terminal::at_the_second_turn(&user);
    let pid = process(&terminal.session).pid().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let (code, screen, _) = terminal.end();
    assert_eq!(code, 143);
    assert!(screen.contains("divisor-duel resume 1"), "{screen}");
}

#[test]
fn fault_02_ctrl_c_at_the_menu_just_leaves() {
    let user = User::new();
    let mut terminal = Terminal::open(&user, &[]);
    terminal.see("quit to leave): ");
    terminal.session.send(ControlCode::EndOfText).unwrap();
    let rest = terminal.session.expect(Eof).unwrap();
    assert!(!String::from_utf8_lossy(rest.as_bytes()).contains("resume"));
}

#[test]
fn fault_05_a_tiny_window_and_a_resize_do_not_disturb_line_mode() {
    let user = User::new();
    let mut command = user.command();
    command.args(["--plain", "play", "divider"]);
    let mut terminal = Terminal::start(command, 5, 20);
    terminal.see("divisor: ");
    terminal.session.get_process_mut().set_window_size(200, 50).unwrap();
    terminal.type_line("30");
    terminal.see("wins!");
    terminal.see("stop): ");
    terminal.type_line("");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn fault_05_without_a_terminal_the_output_is_plain() {
    let user = User::new();
    let played = user.run(&["play", "chain"], "12\n6\n");
    assert!(!has_escapes(played.stdout.as_bytes()) && !has_escapes(played.stderr.as_bytes()));
}

#[test]
fn what_is_chosen_in_the_menu_is_remembered_and_a_pipe_knows_nothing_of_it() {
    let user = User::new();
    let mut terminal = Terminal::open(&user, &["play", "--seed", "4"]);
    terminal.see("Enter for classic, quit to leave): ");
    terminal.type_line("level:2 toss names Ada");
    terminal.see("Ada plays against Computer, level 2. A toss decides");
    terminal.see("quit to leave): ");
    terminal.type_line("5");
    terminal.see("Which number do you start from?");
    terminal.type_line("61");
    terminal.see("61 is a prime number");
    terminal.type_line("84");
    terminal.see("You play against the computer: Hare, level 2");
    terminal.type_line("quit");
    terminal.see("Back at the menu.");
    terminal.type_line("quit");
    assert_eq!(terminal.end().0, 0);
    let mut terminal = Terminal::open(&user, &["play", "--names", "Bo", "--first", "1"]);
    terminal.see("Bo plays against Computer, level 2. Bo moves first.");
    terminal.see("Enter for divider:84, quit to leave): ");
    terminal.type_line("quit");
    assert_eq!(terminal.end().0, 0);
    let piped = user.run(&["play"], "quit\n").stdout;
    assert!(piped.contains("Player 1 plays against Player 2.") && piped.contains("Enter for classic"), "{piped}");
    assert_eq!(user.run(&["resume", "--json"], "").stdout, "[]\n", "no move was made");
    let settings = user.run(&["settings", "--json"], "").stdout;
    assert!(
        settings.contains(r#""book":"divider:84","opponent":"level:2","names":"Ada","first":"toss""#),
        "{settings}"
    );
}

#[test]
fn short_turns_are_remembered_until_somebody_says_no() {
    let user = User::new();
    let turns = |arguments: &[&str], seen: &str| {
        let mut terminal = Terminal::open(&user, arguments);
        terminal.see(seen);
        terminal.type_line("quit");
        assert_eq!(terminal.end().0, 0);
    };
    turns(&["play", "chain"], "Chain: Empty");
    turns(&["--brief", "play", "chain"], "Legal: 2-20");
    turns(&["play", "chain"], "Legal: 2-20");
    assert!(user.run(&["play", "chain"], "").stdout.contains("Chain: Empty"), "a pipe knows nothing of it");
    turns(&["--brief=no", "play", "chain"], "Chain: Empty");
    turns(&["play", "chain"], "Chain: Empty");
    assert_eq!(user.run(&["--brief=perhaps", "play", "chain"], "").code, Some(2));
}

#[test]
fn a_strange_file_of_settings_is_named_and_stays() {
    let user = User::new();
    std::fs::create_dir_all(user.path(".config/divisor-duel")).unwrap();
    let file = user.write(".config/divisor-duel/settings.toml", "bok = \"chain\"\n\u{1b}[2J");
    let mut terminal = Terminal::open(&user, &[]);
    terminal.see("settings.toml, line ");
    terminal.see("Enter for classic, quit to leave): ");
    terminal.type_line("chain");
    terminal.see("not remembered: ");
    terminal.type_line("quit");
    terminal.see("Back at the menu.");
    terminal.type_line("quit");
    let (code, _, raw) = terminal.end();
    assert_eq!(code, 0);
    assert!(!raw.windows(4).any(|bytes| bytes == b"\x1b[2J"));
    assert_eq!(std::fs::read_to_string(file).unwrap(), "bok = \"chain\"\n\u{1b}[2J");
}

#[test]
fn a_game_is_looked_at_in_the_menu_and_played_on() {
    let user = User::new();
    user.run(&["play", "chain", "--p2", "fox", "--seed", "7"], "12\nresign\n");
    let mut terminal = Terminal::open(&user, &[]);
    terminal.see("quit to leave): ");
    terminal.type_line("review 1");
    terminal.see("Play on from one of these moves? (from 3 fox, or Enter to stop): ");
    terminal.type_line("help");
    terminal.see("From which move, 1 to ");
    terminal.type_line("from 1 owl");
    terminal.see("You play against the computer: Owl, level 4");
    terminal.see("Your Turn:");
    terminal.type_line("12");
    terminal.see("Your Turn:");
    terminal.type_line("quit");
    terminal.see("Take it up again with: resume 1");
    terminal.see("Back at the menu.");
    terminal.type_line("quit");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn ctrl_c_in_a_game_of_the_menu_says_what_to_type_in_the_shell() {
    let user = User::new();
    let mut terminal = Terminal::open(&user, &[]);
    terminal.see("quit to leave): ");
    terminal.type_line("human chain");
    terminal.see("Action: Chooses ");
    terminal.type_line("12");
    terminal.see("Action: Chooses ");
    terminal.session.send(ControlCode::EndOfText).unwrap();
    let (code, screen, _) = terminal.end();
    assert!(code == 130 && screen.contains("divisor-duel resume 1"), "{screen}");
}

#[test]
fn resigning_is_asked_about_and_another_game_offered() {
    let user = User::new();
    let mut terminal = Terminal::at_the_second_turn(&user);
    terminal.type_line("resign");
    terminal.see("Give the game up? (y to do it, Enter to go on): ");
    terminal.type_line("");
    terminal.see("Action: Chooses ");
    terminal.type_line("resign");
    terminal.see("Enter to go on): ");
    terminal.type_line("y");
    terminal.see("Player 1 wins!");
    terminal.see("Play again? (y, review, from 3 fox, or Enter to stop): ");
    terminal.type_line("pears");
    terminal.see("Type one of these: yes, no, review, from 3 fox, quit.");
    terminal.type_line("y");
    terminal.see("Player 2 moves first.");
    terminal.see("Action: Chooses ");
    terminal.type_line("11");
    terminal.see("Score: Player 1 1, Player 2 1");
    terminal.see("Play again?");
    terminal.type_line("");
    assert_eq!(terminal.end().0, 0);
    assert_eq!(user.run(&["resume", "--json"], "").stdout, "[]\n");
}
