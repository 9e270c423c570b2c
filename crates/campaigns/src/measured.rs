//! Running a command under limits, and what it took. A process of ours stands in between: what the children of a process took
//! is known to it alone, and limits are set in a process before it starts another one.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};

use crate::user::User;

/// The name under which this program is the process in between.
pub(crate) const NAME: &str = "measured";

/// What nobody may take more of, so that the machine survives a finding.
const ADDRESS_SPACE: u64 = 4 << 30;
const CPU_SECONDS: u64 = 60;
const FILE_BYTES: u64 = 256 << 20;

/// After this time a command is told to stop by Ctrl-C, as people do.
const TOO_LONG: Duration = Duration::from_secs(2);
/// Whoever does not stop after that is stuck.
const STUCK: Duration = Duration::from_secs(20);

/// More than this no file of a stranger may cost.
pub(crate) const MOST_KILOBYTES: i64 = 200 * 1024;

/// What a command did, and what it took.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    pub(crate) kilobytes: i64,
    pub(crate) seconds: f64,
    pub(crate) was_told_to_stop: bool,
    #[serde(skip)]
    pub(crate) stderr: Vec<u8>,
}

impl Measured {
    /// What no file, whatever is in it, may lead to.
    pub(crate) fn wrong(&self) -> Option<String> {
        let stderr = String::from_utf8_lossy(&self.stderr);
        if self.code == Some(101) || stderr.contains("panicked") {
            return Some(format!("a panic: {stderr}"));
        }
        if self.kilobytes > MOST_KILOBYTES {
            return Some(format!("it took {} MB", self.kilobytes / 1024));
        }
        match self.signal {
            Some(signal) if signal == Signal::KILL.as_raw() => Some("it does not stop when it is told to".into()),
            // What listens to no signals ends by this one.
            Some(signal) if self.was_told_to_stop && signal == Signal::INT.as_raw() => None,
            Some(signal) => Some(format!("it ended by signal {signal}: {stderr}")),
            None => None,
        }
    }
}

/// Runs the program under limits.
pub(crate) fn measure(user: &User, arguments: &[&str], typed: &str) -> anyhow::Result<Measured> {
    let result = tempfile::NamedTempFile::new()?;
    let mut command = user.command(std::env::current_exe()?);
    command.arg(NAME).arg(result.path()).arg(user.program()).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // What is typed here fits into a pipe; a program that ends early does not read it all.
        let _ = std::io::Write::write_all(&mut stdin, typed.as_bytes());
    }
    let output = child.wait_with_output()?;
    let text = std::fs::read_to_string(result.path())?;
    let context = || format!("the process in between: {:?} {}", output.status, String::from_utf8_lossy(&output.stderr));
    let measured: Measured = serde_json::from_str(&text).with_context(context)?;
    Ok(Measured { stderr: output.stderr, ..measured })
}

/// The process in between.
pub(crate) fn stand_in_between(mut arguments: impl Iterator<Item = std::ffi::OsString>) -> anyhow::Result<ExitCode> {
    let [result, program] = [arguments.next(), arguments.next()].map(|word| word.context("too few words"));
    for (resource, most) in [
        (Resource::RLIMIT_AS, ADDRESS_SPACE),
        (Resource::RLIMIT_CPU, CPU_SECONDS),
        (Resource::RLIMIT_FSIZE, FILE_BYTES),
        (Resource::RLIMIT_CORE, 0),
    ] {
        setrlimit(resource, most, most)?;
    }
    let start = Instant::now();
    let mut child = Command::new(program?).args(arguments).spawn()?;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).context("a child has a number")?;
    let (ended, end) = channel::<()>();
    let watch = thread::spawn(move || {
        let is_running = |patience| end.recv_timeout(patience) == Err(RecvTimeoutError::Timeout);
        let was_told = is_running(TOO_LONG) && kill_process(pid, Signal::INT).is_ok();
        if was_told && is_running(STUCK) {
            let _ = kill_process(pid, Signal::KILL);
        }
        was_told
    });
    let status = child.wait()?;
    drop(ended);
    let measured = Measured {
        code: status.code(),
        signal: status.signal(),
        kilobytes: getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss(),
        seconds: start.elapsed().as_secs_f64(),
        was_told_to_stop: watch.join().unwrap_or(false),
        stderr: Vec::new(),
    };
    std::fs::write(Path::new(&result?), serde_json::to_string(&measured)?)?;
    Ok(ExitCode::SUCCESS)
}
