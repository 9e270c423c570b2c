//! The server that is tested: it is started on the same folder again and again, and people find it wherever it is just now.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::hall::Hall;
use crate::user::User;

/// Where it can be reached is looked for again so often.
const A_MOMENT: Duration = Duration::from_millis(20);
/// Everything that it complains about goes to this file.
const COMPLAINTS: &str = "complaints";

/// Somebody who runs the server that stands beside the program.
pub(crate) fn owner(hall: &Hall) -> anyhow::Result<User> {
    let program = hall.program.with_file_name("divisor-duel-server");
    anyhow::ensure!(program.exists(), "cannot find {}: build divisor-duel-server", program.display());
    User::new(&program)
}

/// What the server has complained about, in all of its lives.
pub(crate) fn complaints(owner: &User) -> Option<String> {
    let complaints = std::fs::read_to_string(owner.path(COMPLAINTS)).unwrap_or_default();
    (!complaints.is_empty()).then(|| format!("the server complains: {complaints}"))
}

/// A server that was started.
pub(crate) struct Server {
    child: Child,
    process: Option<Process>,
    /// The number of that process.
    pub(crate) id: Option<i32>,
    /// Where it is, if it has come that far.
    pub(crate) address: Option<SocketAddr>,
    /// Whoever speaks to a closed pipe is killed.
    _words: BufReader<ChildStdout>,
}

/// The process of a server itself, whoever has started it. The number of a process that has gone may be another one's: this is not.
pub(crate) struct Process(OwnedFd);

impl Process {
    /// Sends it a signal, if it is there still.
    pub(crate) fn signal(&self, signal: Signal) {
        let _ = pidfd_send_signal(&self.0, signal);
    }
}

impl Server {
    /// Starts it by this command, which ends with its program, and waits until it can be reached.
    pub(crate) fn start(mut command: Command, owner: &User, folder: &Path) -> anyhow::Result<Server> {
        let complaints = File::options().create(true).append(true).open(owner.path(COMPLAINTS))?;
        command.arg("--data").arg(folder).args(["--listen", "127.0.0.1:0", "--log", "error"]);
        // As behind a proxy: everybody comes from one address here, of which nobody's share of anything is counted.
        command.args(["--public-url", "https://duel.example"]);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(complaints).spawn()?;
        let mut words = BufReader::new(child.stdout.take().context("no standard output")?);
        let mut line = String::new();
        words.read_line(&mut line)?;
        let port = line.trim_end().rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
        let address = port.map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        let started = i32::try_from(child.id())?;
        let is_itself = command.get_program() == owner.program();
        let id = if is_itself { Some(started) } else { only_child(started) };
        let process = id.and_then(Pid::from_raw).and_then(|id| pidfd_open(id, PidfdFlags::empty()).ok()).map(Process);
        Ok(Server { child, process, id, address, _words: words })
    }

    /// The process of the server; nothing if it has gone.
    pub(crate) fn process(&self) -> anyhow::Result<Option<Process>> {
        Ok(self.process.as_ref().map(|Process(own)| own.try_clone()).transpose()?.map(Process))
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) -> anyhow::Result<ExitStatus> {
        Ok(self.child.wait()?)
    }

    /// Tells it to stop, and waits for that.
    pub(crate) fn stop(mut self) -> anyhow::Result<ExitStatus> {
        self.process()?.context("the server has gone")?.signal(Signal::TERM);
        self.wait()
    }
}

/// What strace has started.
fn only_child(parent: i32) -> Option<i32> {
    std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"))
        .ok()?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
}

/// Where the server is just now.
#[derive(Default)]
pub(crate) struct Door {
    leads: Mutex<Leads>,
    moved: Condvar,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Leads {
    /// The server is being started.
    #[default]
    Nowhere,
    To(SocketAddr),
    /// No server comes any more.
    Shut,
}

impl Door {
    fn lock(&self) -> MutexGuard<'_, Leads> {
        self.leads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn lead_to(&self, address: Option<SocketAddr>) {
        *self.lock() = address.map_or(Leads::Nowhere, Leads::To);
        self.moved.notify_all();
    }

    pub(crate) fn shut(&self) {
        *self.lock() = Leads::Shut;
        self.moved.notify_all();
    }

    /// Where the server is. Waits until it is somewhere; it fails when that will never be.
    pub(crate) fn address(&self) -> std::io::Result<SocketAddr> {
        let is_nowhere = |leads: &mut Leads| *leads == Leads::Nowhere;
        match *self.moved.wait_while(self.lock(), is_nowhere).unwrap_or_else(PoisonError::into_inner) {
            Leads::To(address) => Ok(address),
            Leads::Nowhere | Leads::Shut => Err(std::io::Error::other("no server comes any more")),
        }
    }

    pub(crate) fn is_shut(&self) -> bool {
        *self.lock() == Leads::Shut
    }

    /// Waits a moment, or until the server is somewhere else.
    pub(crate) fn wait_a_moment(&self) {
        let now = *self.lock();
        drop(self.moved.wait_timeout_while(self.lock(), A_MOMENT, |leads| *leads == now));
    }
}
