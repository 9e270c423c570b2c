//! A user with a home of their own, for tests that run the program.
#![allow(dead_code, reason = "not every test file uses everything")]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

#[cfg(unix)]
pub(crate) mod terminal;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The source of the program, file by file, under a folder of it: where each stands, and its text.
pub(crate) fn source(folder: &str) -> Vec<(String, String)> {
    let inside = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let entries = std::fs::read_dir(inside).unwrap().map(|entry| entry.unwrap());
    entries
        .flat_map(|entry| {
            let name = Path::new(folder).join(entry.file_name()).display().to_string();
            match entry.path() {
                path if path.is_dir() => source(&name),
                path if name.ends_with(".rs") => vec![(name, std::fs::read_to_string(path).unwrap())],
                _ => vec![],
            }
        })
        .collect()
}

/// A user: a data folder, a working folder, and the program.
pub(crate) struct User {
    folder: TempDir,
}

/// What the program did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl User {
    pub(crate) fn new() -> User {
        User { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Where the program keeps this user's games.
    pub(crate) fn games(&self) -> PathBuf {
        self.path("data/divisor-duel/games")
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(program());
        self.prepare(&mut command);
        command
    }

    /// Gives any command this user's folders and nothing of the environment that the tests run in but the way to programs.
    pub(crate) fn prepare(&self, command: &mut Command) {
        command.env_clear().env("HOME", self.folder.path()).env("XDG_DATA_HOME", self.path("data"));
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.current_dir(self.folder.path());
    }

    pub(crate) fn run(&self, arguments: &[&str], typed: impl AsRef<[u8]>) -> Ran {
        let mut command = self.command();
        command.args(arguments);
        run(command, typed)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_divisor-duel"))
}

/// Runs a command with this typed into it.
pub(crate) fn run(mut command: Command, typed: impl AsRef<[u8]>) -> Ran {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let typed = typed.as_ref().to_vec();
    // A program that ends early does not read everything, and that is for the test to judge.
    let typist = std::thread::spawn(move || {
        let _ = stdin.write_all(&typed);
    });
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    typist.join().unwrap();
    Ran { stdout: String::from_utf8(stdout).unwrap(), stderr: String::from_utf8(stderr).unwrap(), code: status.code() }
}
