//! The program as whoever runs it sees it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_divisor-duel-server");

fn command(folder: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("--data").arg(folder).args(["--listen", "127.0.0.1:0"]);
    command
}

fn refused(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    assert!(!status.success());
    String::from_utf8(stderr).unwrap()
}

/// A running server.
struct Running {
    child: Child,
    port: u16,
}

impl Running {
    fn start(folder: &Path) -> Running {
        let mut child = command(folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut first).unwrap();
        let port = first.trim().rsplit_once(':').unwrap().1.parse().unwrap();
        Running { child, port }
    }

    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks it to stop, waits, and gives its exit code and its log.
    fn stop(mut self) -> (Option<i32>, String) {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        let status = self.child.wait().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (status.code(), log)
    }
}

#[test]
fn fault_27_and_34_it_goes_down_when_told_and_its_log_has_nothing_of_anybody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let token = "a1".repeat(16);
    let making = format!(
        r#"{{"v":1,"game":"evens","first":1,"seats":[{{"name":"Wilhelmina","token":"{token}"}},{{"who":"level:1"}}]}}"#
    );
    let made = server.ask("POST", "/api/games", "", &making);
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    let id = made.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
    let headers = format!("Authorization: Bearer {token}\r\nIdempotency-Key: 12345678\r\n");
    let action = r#"{"v":1,"seq":1,"action":{"do":"move","move":"12"}}"#;
    let done = server.ask("POST", &format!("/api/games/{id}/actions"), &headers, action);
    assert!(done.starts_with("HTTP/1.1 201"), "{done}");
    server.ask("GET", "/../../etc/passwd", "Referer: http://localhost/secret\r\n", "");
    // Somebody follows a game while it goes down.
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    write!(stream, "GET /api/games/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream);
    let mut told = String::new();
    while !told.contains("event: state") {
        lines.read_line(&mut told).unwrap();
    }
    let (code, log) = server.stop();
    lines.read_to_string(&mut told).unwrap();
    assert_eq!(code, Some(0));
    assert!(log.contains("going down") && log.contains("\"down\""), "{log}");
    for nothing in ["Wilhelmina", &token, id, "127.0.0.1", "secret", "passwd"] {
        assert!(!log.contains(nothing), "{nothing} in {log}");
    }
    // The game is there when it is up again.
    let server = Running::start(folder.path());
    assert!(server.ask("GET", &format!("/api/games/{id}"), "", "").contains("Wilhelmina"));
    let copy = folder.path().join("copy.sqlite");
    let backup = Command::new(PROGRAM).arg("backup").arg(&copy).arg("--data").arg(folder.path()).output().unwrap();
    assert!(backup.status.success() && copy.exists());
    assert_eq!(server.stop().0, Some(0));
}

#[test]
fn fault_22_what_keeps_it_from_starting_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    assert!(refused(&mut command(folder.path())).contains("another server is using the folder"));
    let other = tempfile::tempdir().unwrap();
    let taken = format!("127.0.0.1:{}", server.port);
    let mut same_port = Command::new(PROGRAM);
    same_port.arg("--data").arg(other.path()).args(["--listen", &taken]);
    assert!(refused(&mut same_port).contains("choose another port with --listen"));
    assert!(!other.path().join("games.sqlite").exists());
    assert!(refused(&mut command(Path::new("/dev/null/games"))).contains("cannot make the folder /dev/null/games"));
    assert!(refused(Command::new(PROGRAM).args(["--public-url", "duel"])).contains("https://duel.example"));
    assert!(refused(Command::new(PROGRAM).env("DUEL_LISTEN", "here")).contains("--listen"));
    let at_one_address = refused(command(other.path()).arg("--lan"));
    assert!(at_one_address.contains("--lan listens at every address"), "{at_one_address}");
    std::fs::write(other.path().join("games.sqlite"), vec![7; 5_000]).unwrap();
    assert!(refused(&mut command(other.path())).contains("games.sqlite cannot be used"));
    let file = tempfile::tempdir().unwrap();
    let backup =
        refused(Command::new(PROGRAM).arg("backup").arg(file.path().join("copy")).arg("--data").arg(file.path()));
    assert!(backup.contains("there are no games"), "{backup}");
    assert_eq!(server.stop().0, Some(0));
}
