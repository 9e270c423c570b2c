//! A bell that a bot rings when the test is to signal the referee: in its cell a bot sees nobody whom it could signal itself.
#![allow(dead_code, reason = "not every test needs all of it")]

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

/// What was printed, and the exit code; `None` after a signal.
pub(crate) struct Rung {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

/// Two pipes: a bot rings the one, and can wait at the other until it has been heard.
pub(crate) struct Bell {
    rung: PathBuf,
    heard: PathBuf,
}

impl Bell {
    pub(crate) fn new(folder: &Path) -> Bell {
        let bell = Bell { rung: folder.join("rung"), heard: folder.join("heard") };
        assert!(Command::new("mkfifo").args([&bell.rung, &bell.heard]).status().unwrap().success());
        bell
    }

    /// For the shell: rings.
    pub(crate) fn ring(&self) -> String {
        format!("echo ring >{}", self.rung.display())
    }

    /// For the shell: rings, and waits until the signal has been sent.
    pub(crate) fn ring_and_wait(&self) -> String {
        format!("{}; read -r _ <{}", self.ring(), self.heard.display())
    }

    /// Runs a command to its end. Whenever the bell rings, it is told so with its process number.
    pub(crate) fn run(&self, command: Command, on_ring: impl FnMut(u32) + Send) -> Rung {
        self.run_into(command, Stdio::piped(), on_ring)
    }

    /// The same, with its output going somewhere else.
    pub(crate) fn run_into(&self, mut command: Command, out: Stdio, mut on_ring: impl FnMut(u32) + Send) -> Rung {
        let child = command.stdin(Stdio::null()).stdout(out).stderr(Stdio::piped()).spawn().unwrap();
        // Whoever holds the other end of its output must not be the command that we have started.
        drop(command);
        let process = child.id();
        // Open at both ends, so that nobody waits for somebody to open the other one.
        let open = |path: &Path| File::options().read(true).write(true).open(path).unwrap();
        let (rung, mut heard) = (open(&self.rung), open(&self.heard));
        let mut over = rung.try_clone().unwrap();
        let Output { status, stdout, stderr } = thread::scope(|scope| {
            scope.spawn(move || {
                for line in BufReader::new(rung).lines() {
                    if line.unwrap() == "over" {
                        return;
                    }
                    on_ring(process);
                    writeln!(heard, "heard").unwrap();
                }
            });
            let output = child.wait_with_output().unwrap();
            writeln!(over, "over").unwrap();
            output
        });
        let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
        Rung { stdout, stderr, code: status.code() }
    }
}

/// Sends a signal by its name.
pub(crate) fn signal(name: &str, process: u32) {
    let _ = Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).stderr(Stdio::null()).status().unwrap();
}
