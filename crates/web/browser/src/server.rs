//! A server that keeps games between two places, for a test of its own.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::browser::{heard, started};

/// A running server with a folder of its own.
#[derive(Debug)]
pub struct Server {
    process: Child,
    folder: TempDir,
    port: u16,
}

impl Server {
    /// Starts one at a free port.
    pub fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let (process, port) = serving(&folder, 0);
        Server { process, folder, port }
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Ends it as a power cut does.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts it again, where it was and with what it had on disk.
    pub fn start_again(&mut self) {
        (self.process, _) = serving(&self.folder, self.port);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn serving(folder: &TempDir, port: u16) -> (Child, u16) {
    let mut command = Command::new(program());
    command.arg(format!("--listen=127.0.0.1:{port}")).arg("--data").arg(folder.path());
    let mut process = started(command.stdout(Stdio::piped()).stderr(Stdio::null()));
    let port = heard(process.stdout.take().unwrap(), |line| line.rsplit_once(':')?.1.trim().parse().ok());
    (process, port)
}

/// The server, built by the same profile as the test that asks, with the page that is tested.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().parent().unwrap().join("divisor-duel-server");
    assert!(program.exists(), "{} is missing: scripts/test-page builds it", program.display());
    program
}
