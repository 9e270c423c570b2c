//! Live games between terminals, with the real server in between: it is killed and started again, and so are those who play.
//!
//! The server is no part of this package: its program is looked for beside ours.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

mod common;
#[cfg(feature = "https")]
#[path = "common/https.rs"]
mod https;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use common::terminal::Terminal;
use common::{User, program};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A server with games of its own.
struct Host {
    folder: TempDir,
    server: Child,
    port: u16,
}

/// A game that was made there: what it is known by, and the secrets for both seats.
struct Game {
    id: String,
    secrets: [String; 2],
}

impl Host {
    fn start() -> Host {
        let folder = tempfile::tempdir().unwrap();
        let (server, port) = serve(&folder, 0);
        Host { folder, server, port }
    }

    /// Ends it without a warning.
    fn kill(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }

    /// Starts it again, where it was.
    fn start_again(&mut self) {
        (self.server, self.port) = serve(&self.folder, self.port);
    }

    /// Makes a game of even numbers for Ada, who moves first, and Bo; with this more to it.
    fn make(&self, more: Value) -> Game {
        self.make_by("", more)
    }

    /// The same, asked for by somebody who has this token where it comes after another one.
    fn make_by(&self, token: &str, more: Value) -> Game {
        let mut making = json!({
            "v": 1, "game": "evens", "seats": [{"name": "Ada"}, {"name": "Bo"}], "first": 1,
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            making[key] = value.clone();
        }
        let body = making.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let head =
            "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
        let by = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        write!(stream, "{head}{by}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 201"), "{answer}");
        let made: Value = serde_json::from_str(body).unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        Game { id: text(&made["id"]), secrets: [0, 1].map(|at| text(&made["invitations"][at])) }
    }

    /// The link to watch, or to go on.
    fn watch(&self, game: &Game) -> String {
        format!("http://localhost:{}/#/live/{}", self.port, game.id)
    }

    /// The link that takes a seat.
    fn seat(&self, game: &Game, seat: usize) -> String {
        format!("{}/{}", self.watch(game), game.secrets[seat])
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn serve(folder: &TempDir, port: u16) -> (Child, u16) {
    let server = program().with_file_name("divisor-duel-server");
    assert!(
        server.exists(),
        "{} is not there: build the whole workspace first (cargo build --workspace)",
        server.display()
    );
    let mut command = Command::new(server);
    command.arg("--data").arg(folder.path()).args(["--listen", &format!("127.0.0.1:{port}")]);
    let mut child = command.env_clear().stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port =
        line.trim_end().rsplit_once(':').unwrap_or_else(|| panic!("the server has not said where it is: {line:?}")).1;
    (child, port.parse().unwrap())
}

/// Somebody who joins, with the full screen or without.
fn join(user: &User, front: &[&str], link: &str, more: &[&str]) -> Terminal {
    join_by(user, &[front, &["join", link], more].concat())
}

/// Somebody who comes there by this command.
fn join_by(user: &User, arguments: &[&str]) -> Terminal {
    let mut command = user.command();
    command.args(arguments);
    Terminal::start(command, 100, 50)
}

/// Somebody who has said before what they are called.
fn known_as(name: &str) -> User {
    let user = User::new();
    std::fs::create_dir_all(user.path(".config/divisor-duel")).unwrap();
    user.write(".config/divisor-duel/settings.toml", format!("names = \"{name}\"\n"));
    user
}

fn people() -> [User; 2] {
    ["Ada", "Bo"].map(known_as)
}

fn line_mode(user: &User, link: &str) -> Terminal {
    join(user, &["--plain"], link, &[])
}

#[test]
fn line_mode_and_the_full_screen_play_one_game_and_another_one() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let [one, two] = people();
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    ada.see("Divisor Duel: even numbers. You play against Bo.");
    ada.see("The other seat is open: nobody has come yet.");
    let mut bo = join(&two, &["--ascii"], &host.seat(&game, 1), &["--name", "Bob"]);
    ada.see("Bob has come.");
    ada.see("It's your turn.");
    bo.see("Ada's turn.");
    bo.see("Ada is thinking.");

    // What is not legal comes back with its reason, and what is taken back needs both.
    ada.send("7\r");
    ada.see("7 is not on this board: it has the even numbers 2 to 20. Choose again");
    ada.send("14\r");
    ada.see("You removed 14.");
    ada.see("Waiting for Bob.");
    bo.see("Ada removed 14.");
    ada.send("undo\r");
    ada.see("Bob is asked whether your last move may be taken back.");
    bo.see("Ada would like to take the last move back.");
    bo.see("y agree");
    bo.send("d");
    ada.see("Bob has declined.");
    bo.wait("nothing to agree to", |screen| !screen.contains("y agree"));
    ada.send("undo\r");
    ada.see("Bob would rather not: a move is asked back once.");
    ada.send("6\r");
    ada.see("It is not your turn: Bob moves.");
    bo.send("2\r");
    bo.see("You removed 2.");
    ada.see("Bob removed 2.");
    // Once for a turn, and whoever moves hears nothing of it.
    ada.see("It's your turn.");
    ada.rings();
    bo.rings();
    ada.send("6\r");
    bo.see("Ada removed 6.");
    ada.send("undo\r");
    bo.see("y agree");
    assert_eq!((ada.rings(), bo.rings()), (0, 2), "a turn and a question");
    bo.send("y");
    ada.see("Taken back: 6 by you.");
    bo.see("Taken back: 6 by Ada.");

    ada.send("4\r");
    bo.see("Ada removed 4.");
    bo.send("8\r");
    ada.see("Bob removed 8.");
    ada.send("16\r");
    ada.see("Bob cannot make a valid move. You win!");
    bo.see("You cannot make a valid move. Ada wins!");

    // The same again needs both, and then the other one moves first.
    bo.see("n again");
    bo.send("n");
    ada.see("Bob would like to play again.");
    ada.send("yes\r");
    ada.see("Bob moves first.");
    bo.see("You move first.");
    bo.send("r");
    bo.see("Do you resign?");
    bo.send("y");
    ada.see("Bob resigns.");
    ada.send("quit\r");
    let (code, _) = ada.end();
    assert_eq!(code, 0);
    bo.send("q");
    let (code, left) = bo.end();
    assert_eq!((code, left.is_full_screen), (0, false));
    assert!(!left.contents.contains("Come back"), "the game is over: {}", left.contents);
}

#[test]
fn what_the_other_one_would_like_to_play_next_is_one_word_or_one_key_away() {
    let host = Host::start();
    let tokens = ["a", "b", "c"].map(|each| each.repeat(32));
    let seats = |at: usize| json!([{ "name": "Ada", "token": tokens[at] }, { "name": "Bo" }]);
    let game = host.make(json!({ "seats": seats(0) }));
    let [_, two] = people();
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    bo.see("Waiting for Ada.");
    bo.send("resign\ry\r");
    bo.see("It is over. (rematch, or quit):");
    bo.send("go\r");
    bo.see("Nobody has made another game for you two.");
    host.make_by(&tokens[0], json!({ "game": "chain", "seats": seats(1), "after": game.id }));
    bo.see("Ada would like to play something else: Divisor Duel: the chain.");
    bo.see("(go to take your seat there, no, rematch, or quit):");
    bo.send("no\r");
    bo.see("You have declined.");
    let next = host.make_by(&tokens[0], json!({ "game": "chain", "seats": seats(1), "after": game.id }));
    bo.wait("another one", |screen| screen.matches("would like to play something else").count() == 2);
    bo.send("go\r");
    bo.see("Divisor Duel: the chain. You play against Ada.");
    bo.send("resign\ry\r");
    bo.wait("the end", |screen| screen.matches("(rematch, or quit):").count() > 2);
    bo.send("quit\r");
    let (code, left) = bo.end();
    assert_eq!((code, left.has_lines), (0, true));

    let mut bo = join(&two, &["--ascii"], &host.watch(&next), &[]);
    bo.see("Ada wins!");
    host.make_by(&tokens[1], json!({ "seats": seats(2), "after": next.id }));
    bo.see("Ada would like to play something else: Divisor Duel: even numbers.");
    bo.see("g go there");
    bo.send("g");
    bo.see("Ada is away");
    assert!(bo.contents().contains("Divisor Duel: even numbers  evens"), "{}", bo.contents());
}

#[test]
fn what_is_half_typed_in_line_mode_is_seen_as_long_as_it_counts() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let [one, two] = people();
    // Without colours, too: what takes them out takes nothing of this.
    let mut command = one.command();
    command.env("NO_COLOR", "1").args(["--plain", "join", &host.seat(&game, 0)]);
    let mut ada = Terminal::start(command, 100, 50);
    ada.see("The other seat is open");
    // Before anybody asks, and behind whatever comes.
    ada.send("1");
    ada.wait("a number", |screen| screen.ends_with('1'));
    let mut bo = join(&two, &["--ascii"], &host.seat(&game, 1), &[]);
    ada.see("Bo has come.");
    ada.wait("the question", |screen| screen.ends_with("to remove: 1"));
    bo.send("q");
    ada.see("Bo is away.");
    ada.wait("the question again", |screen| screen.ends_with("to remove: 1"));
    ada.send("8\u{7f}\u{7f}\u{1b}[D14");
    ada.wait("another number", |screen| screen.ends_with("to remove: 14"));
    ada.send("\r");
    ada.see("You removed 14.");

    // What was to answer a question that stands no longer answers nothing else.
    let mut bo = line_mode(&two, &host.watch(&game));
    bo.see("It's your turn.");
    bo.send("2\r");
    ada.see("Bo removed 2.");
    ada.send("resign\r");
    ada.see("Give the game up?");
    ada.send("y");
    ada.wait("an answer", |screen| screen.ends_with('y'));
    bo.send("undo\r");
    ada.see("Bo would like to take the last move back.");
    ada.wait("the question", |screen| screen.trim_end().ends_with("to remove:"));
    ada.send("no\r");
    bo.see("Ada has declined.");

    ada.send("qq\u{7f}\r");
    let (code, left) = ada.end();
    assert_eq!((code, left.has_lines), (0, true));
    bo.send("\u{3}");
    let (code, left) = bo.end();
    assert_eq!((code, left.has_lines), (130, true));
}

#[test]
fn whoever_is_offered_a_seat_is_asked_once_what_they_are_called() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let [one, two, watcher] = [User::new(), User::new(), User::new()];
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    ada.see("Divisor Duel: even numbers. You are invited to play.");
    ada.see("What are you called? (Enter for the name that the seat has, quit to leave it free):");
    ada.send("\r");
    ada.see("You play against Bo.");
    // Whoever leaves has taken nothing.
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    bo.see("Divisor Duel: even numbers. You are invited to play against Ada.");
    bo.see("What are you called? (Enter for Bo, quit to leave the seat free):");
    bo.send("quit\r");
    assert_eq!(bo.end().0, 0);
    let mut bo = join(&two, &["--ascii"], &host.seat(&game, 1), &[]);
    bo.see("What are you called?");
    bo.send("Bob\u{1}\r");
    bo.wait("a reason", |screen| screen.matches("What are you called?").count() == 2);
    bo.send("Bob\r");
    bo.see("Ada's turn.");
    ada.see("Bob has come.");
    bo.send("q");
    assert_eq!(bo.end().0, 0);
    // Now it is known, and a seat keeps its name.
    let mut bo = line_mode(&two, &host.seat(&host.make(Value::Null), 1));
    bo.see("You play against Ada.");
    bo.send("quit\r");
    assert_eq!(bo.end().0, 0);
    let mut bo = join(&two, &["--plain"], &host.watch(&game), &["--name", "Robert"]);
    bo.see("note: you have this seat already, as Bob: a name is chosen when a seat is taken");
    // Whoever can only watch is asked for nothing.
    let mut watching = line_mode(&watcher, &host.seat(&game, 1));
    watching.see("You watch Ada and Bob.");
}

#[test]
fn a_seat_goes_on_at_another_device_by_a_link_that_works_once() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let ([one, two], three) = (people(), known_as("Cy"));
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    ada.see("It's your turn.");
    for link in [host.watch(&game), host.seat(&game, 1)] {
        let refused = three.run(&["join", &link, "--hand-over"], "");
        assert_eq!((refused.code, &*refused.stdout), (Some(1), ""));
        assert_eq!(refused.stderr, "error: this device has no seat in that game to hand over\n");
    }
    let handed = one.run(&["join", &host.watch(&game), "--hand-over"], "");
    assert!(handed.stdout.starts_with(&host.watch(&game)) && handed.stdout.ends_with("/1\n"), "{}", handed.stdout);
    assert!(handed.stderr.contains("it works once"), "{}", handed.stderr);
    assert!(handed.stderr.contains("\"localhost\" means this machine alone"), "{}", handed.stderr);
    let mut elsewhere = line_mode(&three, handed.stdout.trim_end());
    elsewhere.see("You play against Bo.");
    elsewhere.send("14\r");
    bo.see("Ada removed 14.");
    // The old one goes on watching.
    ada.see("have gone on with it on another device");
    bo.send("2\r");
    ada.see("Bo removed 2.");
    elsewhere.see("Bo removed 2.");
    elsewhere.send("4\r");
    ada.see("Ada removed 4.");
    ada.send("8\r");
    ada.see("You only watch");
    line_mode(&known_as("Di"), handed.stdout.trim_end()).see("You watch Ada and Bo.");
    line_mode(&one, &host.seat(&game, 0)).see("You watch Ada and Bo.");
}

#[test]
fn a_program_plays_all_rounds_of_a_match_against_a_pipe() {
    let host = Host::start();
    let game = host.make(json!({ "rounds": { "all": 2 } }));
    let [one, two] = people();
    // It takes the first legal number.
    let bot = two.write("first.sh", FIRST_LEGAL);
    let mut program = two.command();
    program.args(["join", &host.seat(&game, 1), "--name", "Robo", "--bot", &format!("sh {}", bot.display())]);
    let program = std::thread::spawn(move || common::run(program, ""));
    // The line for the next round follows the moves of this one.
    let played = one.run(&["join", &host.seat(&game, 0)], "14\n4\n16\nnext\n10\n4\n16\n");
    let watched = program.join().unwrap();
    assert_eq!((played.code, watched.code), (Some(0), Some(0)), "{}{}", played.stderr, watched.stderr);
    for told in [
        "Robo (a program)",
        "Robo removed 2.",
        "Robo removed 8.",
        "Robo cannot make a valid move. You win!",
        "Robo moves first",
    ] {
        assert!(played.stdout.contains(told), "{told:?} is not in\n{}", played.stdout);
    }
    let lines: Vec<&str> = watched.stdout.lines().collect();
    for line in ["1. Ada: 14", "2. Robo: 2", "3. Ada: 4", "4. Robo: 8", "5. Ada: 16", "1. Robo: 2", "2. Ada: 10"] {
        assert!(lines.contains(&line), "{line:?} is not in\n{}", watched.stdout);
    }
}

const FIRST_LEGAL: &str = r#"while read -r line; do
    case $line in
    *'"outcome":null'*)
        legal=${line#*'"legal":['}
        echo "${legal%%[],]*}"
        ;;
    esac
done
"#;

#[test]
fn a_program_claims_what_is_due_and_says_what_it_has_done() {
    let host = Host::start();
    let game = host.make(json!({ "limit": 10, "first": 2 }));
    let [one, two] = people();
    let mut program = two.command();
    program.args(["join", &host.seat(&game, 1), "--bot", "read x; echo 14; read x"]);
    let program = std::thread::spawn(move || common::run(program, ""));
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    // Nobody moves, and that is claimed.
    ada.see("Bo removed 14.");
    ada.see("Bo wins!");
    let played = program.join().unwrap();
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert!(played.stdout.contains("Your program plays as Bo against Ada."), "{}", played.stdout);
    ada.see("It is over, and Bo has left. (quit):");
    ada.send("rematch\r");
    ada.see("Bo is asked for another game, and is not here.");
}

#[test]
fn a_program_that_does_not_play_takes_no_seat() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let [one, two] = people();
    for (command, told) in [
        ("no-such-command bot.py", "Your program cannot be started: there is no command no-such-command"),
        ("sh no-such-bot.sh", "asked for a move before it sat down, the program ended with exit code"),
    ] {
        let refused = two.run(&["join", &host.seat(&game, 1), "--bot", command], "");
        assert_eq!(refused.code, Some(1));
        assert!(refused.stderr.contains(told), "{}", refused.stderr);
    }
    let mut bo = line_mode(&one, &host.seat(&game, 1));
    bo.see("You play against Ada.");
}

#[test]
fn a_program_loses_by_an_illegal_number_and_by_having_gone() {
    // It is tried before it sits down.
    let exits = "if [ -e tried ]; then exit 3; fi; touch tried; echo 14";
    for (bot, told) in
        [("echo 7", "Bo loses by the illegal number 7."), (exits, "Bo ended with exit code 3 instead of answering.")]
    {
        let host = Host::start();
        let game = host.make(Value::Null);
        let [one, two] = people();
        let mut program = two.command();
        program.current_dir(two.path(".")).args(["join", &host.seat(&game, 1), "--bot", &format!("read x; {bot}")]);
        let program = std::thread::spawn(move || common::run(program, ""));
        let played = one.run(&["join", &host.seat(&game, 0)], "14\n");
        let watched = program.join().unwrap();
        assert_eq!(watched.code, Some(0), "{}", watched.stderr);
        assert!(played.stdout.contains(told) && played.stdout.contains("You win!"), "{bot}: {}", played.stdout);
        assert!(watched.stdout.contains("Ada wins!"), "{bot}: {}", watched.stdout);
    }
}

#[test]
fn a_program_in_the_seat_of_a_person_loses_by_an_illegal_number_too() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let [one, two] = people();
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    bo.see("You play against Ada.");
    bo.send("quit\r");
    bo.end();
    let mut program = two.command();
    program.args(["join", &host.seat(&game, 1), "--bot", "read x; echo 7"]);
    let program = std::thread::spawn(move || common::run(program, ""));
    let played = one.run(&["join", &host.seat(&game, 0)], "14\n");
    let watched = program.join().unwrap();
    assert!(played.stdout.contains("Bo resigns.") && played.stdout.contains("You win!"), "{}", played.stdout);
    let told = "note: the program named 7, which is not legal, and has given the game up";
    assert!(watched.stderr.contains(told), "{}", watched.stderr);
}

#[test]
fn whoever_lets_their_time_pass_can_be_claimed_from() {
    let host = Host::start();
    let game = host.make(json!({ "limit": 10, "rounds": { "all": 2 } }));
    let [one, two] = people();
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    let mut bo = join(&two, &["--ascii"], &host.seat(&game, 1), &[]);
    ada.wait("how much time there is", |screen| screen.contains("You have ") && screen.contains(" seconds."));
    ada.send("14\r");
    // Nobody does anything: the clock goes on, and time runs out.
    bo.wait("a clock that goes on", |screen| screen.contains(" 0:0") && screen.contains(" left"));
    ada.see("Bo has run out of time: type claim to win, or wait.");
    bo.see(" 0:00 left");
    ada.send("claim\r");
    ada.see("You win!");
    bo.see("Ada wins!");
    // Nor does anybody wait for ever for somebody who does not come to the next round.
    ada.send("next\r");
    ada.see("Bo is asked for the next round.");
    bo.see("Ada is ready for the next round.");
    ada.see("Bo is late for the next round: type claim to begin it, or wait.");
    ada.send("claim\r");
    ada.see("Round 2 of 2: Bo moves first.");
    bo.see("Round 2 of 2: you move first.");
}

#[test]
fn whoever_lets_their_own_time_pass_is_told_in_time_and_then() {
    let host = Host::start();
    let game = host.make(json!({ "limit": 12 }));
    let [one, two] = people();
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    let _bo = line_mode(&two, &host.seat(&game, 1));
    ada.see("10 seconds left.");
    ada.see("Your time is up: Bo can claim the game. Move quickly.");
    ada.send("14\r");
    ada.see("You removed 14.");
}

#[test]
fn the_next_round_begins_when_both_have_said_so() {
    let host = Host::start();
    let game = host.make(json!({ "rounds": { "all": 2 } }));
    let [one, two] = people();
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    bo.see("Waiting for Ada.");
    ada.see("It's your turn.");
    ada.send("resign\ry\r");
    bo.see("The match goes on. (next, or quit):");
    bo.send("next\r");
    bo.see("Ada is asked for the next round.");
    ada.see("Bo is ready for the next round.");
    ada.see("Type yes or no.");
    // Whoever comes back is still asked.
    ada.send("quit\r");
    assert_eq!(ada.end().0, 0);
    let mut ada = line_mode(&one, &host.watch(&game));
    ada.see("Bo is ready for the next round.");
    ada.see("Type yes or no.");
    ada.send("next\r");
    ada.see("Round 2 of 2");
    bo.see("Round 2 of 2");
}

#[test]
fn a_live_game_is_listed_until_it_is_over_and_then_kept_once() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let [one, two] = people();
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    let mut bo = join(&two, &["--ascii"], &host.seat(&game, 1), &[]);
    ada.see("It's your turn.");
    ada.send("14\r");
    ada.see("You removed 14.");
    ada.send("quit\r");
    assert_eq!(ada.end().0, 0);
    let listed = |user: &User| user.run(&["resume", "--list"], "").stdout;
    let line = format!("L1  evens: Ada and Bo, 1 move, just now, live: divisor-duel join {}", host.watch(&game));
    assert_eq!(listed(&one).trim(), line);
    let json: Value = serde_json::from_str(&one.run(&["resume", "--json"], "").stdout).unwrap();
    assert_eq!((&json[0]["id"], &json[0]["link"]), (&json!("L1"), &json!(host.watch(&game))));

    // It is gone on with from there.
    let mut ada = join_by(&one, &["--plain", "resume"]);
    ada.see("(Enter for L1, quit to stop)");
    ada.send("L2\r");
    ada.see("Type the number in front of a game.");
    ada.send("L1\r");
    ada.see("You play against Bo.");
    ada.send("quit\r");
    assert_eq!(ada.end().0, 0);
    assert_eq!(one.run(&["resume", "L1", "--p2", "fox"], "").code, Some(2));
    let mut ada = join_by(&one, &["--ascii", "resume"]);
    ada.see("L1  evens: Ada and Bo");
    ada.send("\r");
    ada.see("Bo is thinking.");
    ada.send("q");
    assert_eq!(ada.end().0, 0);
    assert_eq!(one.run(&["resume", "--forget", "L1"], "").stdout, "Game L1 is forgotten.\n");
    assert_eq!(one.run(&["resume", "L1"], "").stderr, "error: there is no live game L1 to go on with\n");
    let mut ada = line_mode(&one, &host.watch(&game));
    ada.see("Waiting for Bo.");
    ada.send("quit\r");
    assert_eq!(ada.end().0, 0);
    assert_eq!(listed(&one).trim(), line);

    bo.see("Ada removed 14.");
    bo.send("ry");
    bo.see("Ada wins!");
    for _ in 0..2 {
        let mut ada = line_mode(&one, &host.watch(&game));
        ada.see("You win!");
        ada.send("quit\r");
        assert_eq!(ada.end().0, 0);
    }
    for user in [&one, &two] {
        assert_eq!(listed(user).trim(), "There is no unfinished game.");
        let history = user.run(&["history"], "").stdout;
        assert_eq!(history.matches("evens: Ada beat Bo (1 move)").count(), 1, "{history}");
    }
    // As long as another one is asked for there is something to come back to.
    let mut ada = line_mode(&one, &host.watch(&game));
    ada.see("You win!");
    ada.send("rematch\r");
    ada.see("Bo is asked for another game.");
    ada.send("quit\r");
    assert!(ada.end().1.contents.contains("Come back with"));
    assert!(listed(&one).contains(&host.watch(&game)));
}

#[test]
fn a_live_game_that_was_deleted_is_not_listed_any_more() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let [one, two] = people();
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    ada.see("other seat is open");
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    bo.see("Waiting for Ada.");
    ada.send("quit\r");
    assert_eq!(ada.end().0, 0);
    let listed = |user: &User| user.run(&["resume", "--list"], "").stdout.contains(&host.watch(&game));
    assert!(listed(&one) && listed(&two));

    let folder = one.path("data/divisor-duel/live");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let seats = files.into_iter().find(|path| path.extension().is_some_and(|kind| kind == "seats")).unwrap();
    let seats = std::fs::read_to_string(seats).unwrap();
    let token = seats.lines().find_map(|line| line.strip_prefix("seat ")).unwrap().split(' ').next().unwrap();
    let mut stream = TcpStream::connect(("127.0.0.1", host.port)).unwrap();
    let head = format!("DELETE /api/games/{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", game.id);
    write!(stream, "{head}Authorization: Bearer {token}\r\n\r\n").unwrap();
    stream.read_to_string(&mut String::new()).unwrap();

    // One of them sees it happen, the other one when they come back.
    assert_eq!(bo.end().0, 1);
    assert!(listed(&one) && !listed(&two));
    assert_eq!(one.run(&["join", &host.watch(&game)], "").code, Some(1));
    assert!(!listed(&one));
}

#[test]
fn the_server_is_killed_in_between_and_the_game_goes_on() {
    let mut host = Host::start();
    let game = host.make(Value::Null);
    let [one, two] = people();
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    let mut bo = join(&two, &["--ascii"], &host.seat(&game, 1), &[]);
    ada.see("It's your turn.");
    ada.send("14\r");
    bo.see("Ada removed 14.");

    host.kill();
    ada.see("No connection, trying again.");
    bo.see("no connection");
    // What is done meanwhile is on its way until somebody takes it.
    bo.send("2\r");
    bo.see("On its way to the server.");
    host.start_again();
    ada.see("Connected again.");
    ada.see("Bo removed 2.");
    bo.see("You removed 2.");
    bo.wait("the connection", |screen| !screen.contains("no connection"));
    ada.send("4\r");
    bo.see("Ada removed 4.");
}

#[test]
fn somebody_can_leave_while_what_they_have_done_is_on_its_way() {
    let mut host = Host::start();
    let games = [(); 2].map(|()| host.make(Value::Null));
    let users = [people(), people()];
    let mut seats: Vec<Terminal> = Vec::new();
    for (game, [one, two]) in games.iter().zip(&users) {
        let mut ada = line_mode(one, &host.seat(game, 0));
        ada.see("other seat is open");
        line_mode(two, &host.seat(game, 1)).see("Waiting for Ada.");
        ada.see("It's your turn.");
        seats.push(ada);
    }
    host.kill();
    for (mut ada, leaves) in seats.into_iter().zip(["quit\r", "\u{4}"]) {
        ada.see("No connection, trying again.");
        ada.send("14\r");
        ada.send("4\r");
        ada.see("What you typed before is still on its way to the server.");
        ada.send(leaves);
        let (code, left) = ada.end();
        assert_eq!(code, 0);
        assert!(left.contents.contains("Come back with"), "{}", left.contents);
    }
}

#[test]
fn whoever_was_killed_comes_back_by_the_same_link_or_without_its_secret() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let [one, two] = people();
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    ada.see("It's your turn.");
    ada.send("14\r");
    bo.see("Ada removed 14.");
    bo.send("2\r");
    ada.see("Bo removed 2.");

    for link in [host.seat(&game, 0), host.watch(&game)] {
        kill(&ada.pid());
        bo.see("Ada is away.");
        ada = line_mode(&one, &link);
        ada.see("Divisor Duel: even numbers. You play against Bo.");
        ada.see("Removed Numbers: 14 (you), 2 (Bo)");
        ada.see("It's your turn.");
        bo.see("Ada is here again.");
        // What was said before this time is out of sight.
        bo.send(&"board\r".repeat(30));
        bo.wait("an empty place", |screen| !screen.contains("Ada is"));
    }
    ada.send("4\r");
    bo.see("Ada removed 4.");
}

fn kill(pid: &str) {
    assert!(Command::new("kill").args(["-9", pid]).status().unwrap().success());
}

#[test]
fn somebody_without_a_seat_watches_and_a_seat_is_taken_once() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let ([one, two], three) = (people(), known_as("Cy"));
    let mut ada = line_mode(&one, &host.seat(&game, 0));
    ada.see("The other seat is open");
    // A program has nothing to look at.
    let bot = format!("sh {}", three.write("first.sh", FIRST_LEGAL).display());
    let refused = three.run(&["join", &host.seat(&game, 0), "--bot", &bot], "");
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.starts_with("error: There is no such game here, or the link to it has been used."),
        "{}",
        refused.stderr
    );

    // Whoever has the link can watch.
    let mut watcher = line_mode(&three, &host.seat(&game, 0));
    watcher.see("a seat is still free: if it is yours, copy the whole link");
    watcher.see("Divisor Duel: even numbers. You watch Ada and Bo.");
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    watcher.see("Bo has come.");
    watcher.send("14\r");
    watcher.see("You only watch");
    ada.see("It's your turn.");
    ada.send("14\r");
    bo.see("It's your turn.");
    bo.send("2\r");
    watcher.see("Ada removed 14.");
    watcher.see("Bo removed 2.");
    // What somebody asks in between is answered first, by the same word.
    ada.see("Bo removed 2.");
    ada.send("resign\r");
    ada.see("Give the game up?");
    bo.send("undo\r");
    ada.see("Bo would like to take the last move back.");
    ada.send("y\r");
    watcher.see("Taken back: 2 by Bo.");
    ada.see("Taken back: 2 by Bo.");
    ada.send("resign\r");
    ada.wait("the question", |screen| screen.matches("Give the game up?").count() == 2);
    ada.send("y\r");
    bo.see("You win!");
    watcher.see("Bo wins!");
    watcher.send("\u{3}");
    let (code, left) = watcher.end();
    assert_eq!(code, 130);
    assert!(left.contents.contains("You watch no longer.") && !left.contents.contains("without you"));
    // By now nothing is free, and on the screen it is said, too.
    let mut late = join(&three, &["--ascii"], &host.seat(&game, 0), &[]);
    late.see("This link has been used, or it is not complete; both seats are taken, and you watch.");
    late.send("q");
    let (_, left) = late.end();
    assert!(!left.contents.contains("Watch again"), "it is over: {}", left.contents);
}

#[test]
fn ctrl_c_leaves_at_once_and_says_how_to_come_back() {
    let mut host = Host::start();
    let game = host.make(Value::Null);
    for front in ["--plain", "--ascii"] {
        let user = known_as("Ada");
        let link = host.seat(&host.make(Value::Null), 0);
        let mut terminal = join(&user, &[front], &link, &[]);
        terminal.see("other seat");
        terminal.send("\u{3}");
        let (code, left) = terminal.end();
        let way_back = format!("divisor-duel join {}", link.rsplit_once('/').unwrap().0);
        assert_eq!(code, 130);
        assert!(left.contents.contains(&way_back), "{front}: {}", left.contents);
    }
    // Also while nobody can be reached.
    let user = known_as("Ada");
    let mut terminal = line_mode(&user, &host.seat(&game, 0));
    terminal.see("seat is open");
    host.kill();
    terminal.see("No connection, trying again.");
    terminal.send("\u{3}");
    assert_eq!(terminal.end().0, 130);
}

#[test]
fn what_a_server_says_cannot_drive_a_terminal() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 4_096];
        let _ = stream.read(&mut request).unwrap();
        let body =
            json!({"v": 1, "error": "not-found", "words": "\u{1b}[2J\u{7}gone\u{202e}", "state": null}).to_string();
        write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    });
    let refused = User::new().run(&["join", &format!("http://127.0.0.1:{port}/#/live/ab12/secret")], "");
    server.join().unwrap();
    assert_eq!(refused.code, Some(1));
    assert_eq!(refused.stderr, "error: \\u001b[2J\\u0007gone\\u202e\n");
}

#[test]
fn links_that_lead_nowhere_are_refused_in_a_sentence() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}/#/live/ab12", listener.local_addr().unwrap());
    drop(listener);
    for (link, code, told) in [
        (&*nobody, 1, "cannot be reached"),
        ("ftp://duel.example/#/live/ab12", 2, "a link looks like http://"),
        ("http://duel.example/", 2, "a link looks like http://"),
    ] {
        let refused = User::new().run(&["join", link], "");
        assert_eq!(refused.code, Some(code), "{}", refused.stderr);
        assert!(refused.stderr.contains(told), "{}", refused.stderr);
    }
}

#[cfg(feature = "https")]
#[test]
fn behind_a_proxy_that_speaks_https_a_game_is_the_same_and_who_it_is_must_be_certain() {
    let host = Host::start();
    let game = host.make(Value::Null);
    let proxy = https::Proxy::start(host.port);
    let [one, two] = people();
    one.write("trusted.pem", &proxy.certificate);
    let link = host
        .seat(&game, 0)
        .replace(&format!("http://localhost:{}", host.port), &format!("https://localhost:{}", proxy.port));
    let mut command = one.command();
    command.env("SSL_CERT_FILE", one.path("trusted.pem")).args(["--plain", "join", &link]);
    let mut ada = Terminal::start(command, 100, 50);
    let mut bo = line_mode(&two, &host.seat(&game, 1));
    ada.see("It's your turn.");
    ada.send("12\r");
    ada.see("You removed 12.");
    bo.see("Ada removed 12.");
    bo.send("6\r");
    ada.see("Bo removed 6.");
    ada.send("quit\r");
    let (code, left) = ada.end();
    assert_eq!(code, 0);
    assert!(
        left.contents.contains(&format!("join https://localhost:{}/#/live/{}", proxy.port, game.id)),
        "{}",
        left.contents
    );

    // Somebody who is not known to be who they say they are is told nothing.
    let stranger = User::new();
    let refused = stranger.run(&["join", &link], "");
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("cannot be reached") && refused.stderr.contains("certificate"),
        "{}",
        refused.stderr
    );
    // And whoever speaks no https at all is none of it.
    let plain = link.replace(&proxy.port.to_string(), &host.port.to_string());
    let refused = stranger.run(&["join", &plain], "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("cannot be reached"), "{}", refused.stderr);
}
