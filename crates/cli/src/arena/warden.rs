//! A bot's warden: a small process of our own between the referee and a bot, which sees to it that nothing of the bot is
//! left when the bot is done.
//!
//! On Linux a warden is a child subreaper. Whatever the bot starts, in whatever session or process group, becomes the
//! warden's child when its own parent is gone; and a child keeps its process number until the warden itself has taken note of
//! its end. So the warden can kill its children, again and again, until there are none, and never hits anybody else's. Elsewhere
//! it kills the bot's process group.
//!
//! The warden shares the bot's standard input without ever reading it. When the referee closes the other end, or is gone in
//! whatever way, the bot has a short time to end by itself. A request to terminate ends it at once.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getrlimit, kill_process, kill_process_group, setrlimit,
    setsid, wait,
};
use signal_hook::consts::{SIGCHLD, SIGTERM};

/// How long a bot may take to end by itself once its input has ended.
pub(crate) const GRACE: Duration = Duration::from_secs(1);
/// The exit code of a warden that could not start its bot, as shells have it.
const NOT_STARTED: u8 = 126;
const MIB: u64 = 1 << 20;
const LARGEST_FILE: u64 = 1 << 30;
const OPEN_FILES: u64 = 1_024;

/// The name under which this program is started as a warden: one that nobody types, so that there is no command for it.
pub(crate) const NAME: &str = "divisor-duel-warden";

/// As a warden, with the memory that each process may allocate in MiB and the bot's command: runs the bot to its end. Its
/// exit code, or `None` where this program was started for something else.
pub(crate) fn run_if_named() -> Option<ExitCode> {
    let mut arguments = std::env::args_os();
    if arguments.next()? != NAME {
        return None;
    }
    let memory_mib = arguments.next()?.to_str()?.parse().ok()?;
    let command = arguments.next()?;
    let guarded = Warden::start(&command, memory_mib).and_then(Warden::watch);
    Some(guarded.unwrap_or(NOT_STARTED).into())
}

struct Warden {
    bot: Pid,
    /// How the bot's own process ended.
    ended: Option<WaitStatus>,
    /// Readable whenever a signal has come.
    signals: UnixStream,
    is_to_end: Arc<AtomicBool>,
}

impl Warden {
    fn start(command: &OsStr, memory_mib: u64) -> io::Result<Warden> {
        let (signals, notify) = UnixStream::pair()?;
        signals.set_nonblocking(true)?;
        let is_to_end = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(SIGTERM, Arc::clone(&is_to_end))?;
        for signal in [SIGTERM, SIGCHLD] {
            signal_hook::low_level::pipe::register(signal, notify.try_clone()?)?;
        }
        // A session of our own: what is typed at the terminal is for the referee. It fails where we have one already.
        let _ = setsid();
        become_reaper();
        set_limits(memory_mib);
        let bot = Command::new("/bin/sh").arg("-c").arg(command).process_group(0).spawn()?;
        // The referee is to see the end of the bot's output although we are still there.
        let nowhere = File::options().write(true).open("/dev/null")?;
        rustix::stdio::dup2_stdout(&nowhere)?;
        rustix::stdio::dup2_stderr(&nowhere)?;
        Ok(Warden { bot: Pid::from_child(&bot), ended: None, signals, is_to_end })
    }

    fn watch(mut self) -> io::Result<u8> {
        let mut deadline: Option<Instant> = None;
        while !self.is_to_end.load(Ordering::SeqCst) && self.reap(WaitOptions::NOHANG) && self.ended.is_none() {
            let now = Instant::now();
            if deadline.is_some_and(|deadline| deadline <= now) {
                break;
            }
            let patience = deadline.and_then(|deadline| (deadline - now).try_into().ok());
            let stdin = io::stdin();
            let mut awaited = [PollFd::new(&self.signals, PollFlags::IN), PollFd::new(&stdin, PollFlags::empty())];
            // Once the input has ended it has nothing more to tell.
            let awaited = if deadline.is_some() { &mut awaited[..1] } else { &mut awaited[..] };
            match poll(awaited, patience.as_ref()) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            if awaited.get(1).is_some_and(|stdin| !stdin.revents().is_empty()) {
                deadline = Some(Instant::now() + GRACE);
            }
            while (&self.signals).read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
        }
        self.sweep();
        Ok(exit_code(self.ended))
    }

    /// Takes note of children that have ended. Whether there are others.
    fn reap(&mut self, mut options: WaitOptions) -> bool {
        loop {
            match wait(options) {
                Ok(Some((pid, status))) if pid == self.bot => self.ended = Some(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
            options = WaitOptions::NOHANG;
        }
    }

    /// Kills whatever is left of the bot. What a killed child leaves behind becomes a child of ours and comes next.
    fn sweep(&mut self) {
        while self.reap(WaitOptions::NOHANG) {
            let _ = kill_process_group(self.bot, Signal::KILL);
            for child in children() {
                let _ = kill_process(child, Signal::KILL);
            }
            self.reap(WaitOptions::empty());
        }
    }
}

/// As a shell has it: the exit code, or 128 and the signal.
fn exit_code(status: Option<WaitStatus>) -> u8 {
    let code =
        status.and_then(|status| status.exit_status().or(status.terminating_signal().map(|signal| 128 + signal)));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(0)
}

/// From now on orphans below us become our children.
pub(crate) fn become_reaper() {
    // Where the system has no such thing, a process group is what can be killed.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

fn set_limits(memory_mib: u64) {
    let mut limits = vec![(Resource::Core, 0), (Resource::Fsize, LARGEST_FILE), (Resource::Nofile, OPEN_FILES)];
    if memory_mib > 0 {
        // What is allocated, not what is merely set aside: many runtimes reserve far more addresses than they use.
        limits.push((Resource::Data, memory_mib.saturating_mul(MIB)));
    }
    for (resource, most) in limits {
        let most = getrlimit(resource).maximum.map_or(most, |allowed| allowed.min(most));
        // A limit that the system does not know is one that it cannot keep.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

/// The processes whose parent we are.
pub(crate) fn children() -> Vec<Pid> {
    let me = rustix::process::getpid();
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let number = |entry: io::Result<std::fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    let is_ours = |&process: &i32| parent(process) == Some(me.as_raw_nonzero().get());
    processes.filter_map(number).filter(is_ours).filter_map(Pid::from_raw).collect()
}

fn parent(process: i32) -> Option<i32> {
    let stat = std::fs::read(format!("/proc/{process}/stat")).ok()?;
    // The name stands in parentheses and may contain anything, also parentheses; the state and the parent follow it.
    let after_name = stat.iter().rposition(|&byte| byte == b')')?;
    let fields = str::from_utf8(&stat[after_name + 1..]).ok()?;
    fields.split_whitespace().nth(1)?.parse().ok()
}
