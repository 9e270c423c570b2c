//! A bot's warden: a small process of our own between the referee and a bot, which sees to it that nothing of the bot is
//! left when the bot is done.
//!
//! Where the system allows it the bot lives in a cell, and the warden has only to end the cell's first process. Elsewhere on
//! Linux it is a child subreaper: whatever the bot starts, in whatever session or process group, becomes the warden's child
//! when its own parent is gone, and the warden ends its family. On other systems it kills the bot's process group.
//!
//! The warden shares the bot's standard input without ever reading it. When the referee closes the other end the bot has a
//! short time to end by itself. A request to terminate ends it at once, and so does the end of the referee, in whatever way.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getrlimit, getuid, kill_process, kill_process_group,
    setrlimit, setsid, wait,
};
use signal_hook::consts::{SIGCHLD, SIGTERM};

#[cfg(target_os = "linux")]
use super::{cell, family};

/// How long a bot may take to end by itself once its input has ended.
pub(crate) const GRACE: Duration = Duration::from_secs(1);
/// How long it is tried to end a bot that has no cell.
const PATIENCE: Duration = Duration::from_secs(2);
/// The exit code of a warden that could not start its bot, as shells have it.
const NOT_STARTED: u8 = 126;
const MIB: u64 = 1 << 20;
const LARGEST_FILE: u64 = 1 << 30;
const OPEN_FILES: u64 = 1_024;

/// The name under which this program is started as a warden: one that nobody types, so that there is no command for it.
const NAME: &str = "divisor-duel-warden";

/// How a bot is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Custody {
    /// In namespaces of its own, which nothing can leave or outlive.
    Cell,
    /// Among all other processes.
    Open,
}

impl Custody {
    /// The best that this system allows, with everything done that is done before bots are started.
    pub(crate) fn prepare() -> io::Result<Custody> {
        keep_environment_to_ourselves();
        become_reaper();
        Custody::find()
    }

    /// What it cannot promise.
    pub(crate) fn note(self) -> Option<String> {
        let as_root = if getuid().is_root() { ", and as root they can read this program's environment" } else { "" };
        (self == Custody::Open).then(|| {
            format!(
                "this system gives bots no namespaces of their own: their processes are not counted, and those of one that \
                 forks without end may outlive this program{as_root}"
            )
        })
    }

    /// The best that this system allows, found out by trying.
    fn find() -> io::Result<Custody> {
        if !cfg!(target_os = "linux") {
            return Ok(Custody::Open);
        }
        let mut trial = Custody::Cell.command(0, ":")?;
        let trial = trial.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        Ok(if trial.success() { Custody::Cell } else { Custody::Open })
    }

    /// A warden with a bot, not started yet: the memory that each process may allocate in MiB, and the bot's command.
    pub(crate) fn command(self, memory_mib: u64, command: &str) -> io::Result<Command> {
        let custody = if self == Custody::Cell { "cell" } else { "open" };
        let mut warden = Command::new(ourselves()?);
        let numbers = [std::process::id().to_string(), memory_mib.to_string()];
        warden.arg0(NAME).arg(custody).args(numbers).arg(command);
        Ok(warden)
    }
}

/// This program, even if its file has been replaced while it runs.
fn ourselves() -> io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    if running.exists() { Ok(running.into()) } else { std::env::current_exe() }
}

/// As a warden, or as the first process of a cell: runs the bot to its end. Its exit code, or `None` where this program was
/// started for something else.
pub(crate) fn run_if_named() -> Option<ExitCode> {
    let mut arguments = std::env::args_os();
    let name = arguments.next()?;
    let ran = if name == NAME {
        close_inherited();
        Warden::start(arguments).and_then(Warden::watch)
    } else {
        #[cfg(target_os = "linux")]
        if name == cell::NAME {
            return Some(told(cell::run(arguments)).into());
        } else if name == cell::INMATE {
            return Some(told(cell::become_bot(arguments)).into());
        }
        return None;
    };
    Some(told(ran).into())
}

/// The exit code, and a word about what went wrong where the referee finds a bot's last words.
fn told(ran: io::Result<u8>) -> u8 {
    ran.unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "the bot could not be put under a warden: {error}");
        NOT_STARTED
    })
}

struct Warden {
    custody: Custody,
    /// The bot's own process, or the first one of its cell.
    bot: Pid,
    /// How that ended.
    ended: Option<WaitStatus>,
    /// Readable whenever a signal has come.
    signals: UnixStream,
    is_to_end: Arc<AtomicBool>,
}

impl Warden {
    fn start(mut arguments: impl Iterator<Item = OsString>) -> io::Result<Warden> {
        let custody = match arguments.next() {
            Some(word) if word == "cell" => Custody::Cell,
            _ => Custody::Open,
        };
        let ([referee, memory_mib], command) = orders(arguments)?;
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
        let bot = match custody {
            #[cfg(target_os = "linux")]
            Custody::Cell => cell::open(&command, memory_mib)?,
            _ => {
                set_limits(memory_mib);
                shell(&command).process_group(0).spawn()?
            }
        };
        let warden = Warden { custody, bot: Pid::from_child(&bot), ended: None, signals, is_to_end };
        warden.die_with(referee)?;
        let_go_of_output()?;
        Ok(warden)
    }

    /// A bot that keeps its own input open cannot keep us from noticing that the referee is gone.
    fn die_with(&self, referee: u64) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            // A cell dies with us; without one there is something to do first.
            let signal = if self.custody == Custody::Cell { Signal::KILL } else { Signal::TERM };
            rustix::process::set_parent_process_death_signal(Some(signal))?;
        }
        let parent = rustix::process::getppid().map(|parent| parent.as_raw_nonzero().get() as u64);
        if parent != Some(referee) {
            self.is_to_end.store(true, Ordering::SeqCst);
        }
        Ok(())
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

    /// Ends whatever is left of the bot.
    fn sweep(&mut self) {
        if self.ended.is_none() {
            match self.custody {
                // It is gone only when everything else in its cell is.
                Custody::Cell => {
                    let _ = kill_process(self.bot, Signal::KILL);
                    while self.ended.is_none() && self.reap(WaitOptions::empty()) {}
                    return;
                }
                // Nobody can leave a group while it is being stopped.
                Custody::Open => {
                    let _ = kill_process_group(self.bot, Signal::STOP);
                }
            }
        }
        self.sweep_family();
    }

    #[cfg(target_os = "linux")]
    fn sweep_family(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        let (bot, ended) = (self.bot, &mut self.ended);
        let note = |pid, status| {
            if pid == bot {
                *ended = Some(status);
            }
        };
        family::end(|_| false, note, || Instant::now() < deadline);
    }

    #[cfg(not(target_os = "linux"))]
    fn sweep_family(&mut self) {
        let _ = kill_process_group(self.bot, Signal::KILL);
        while self.ended.is_none() && self.reap(WaitOptions::empty()) {}
    }
}

/// What one process of ours tells the next: some numbers, and the bot's command.
pub(crate) fn orders<const N: usize>(mut told: impl Iterator<Item = OsString>) -> io::Result<([u64; N], OsString)> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        let word = told.next().ok_or(Errno::INVAL)?;
        *number = word.to_str().and_then(|word| word.parse().ok()).ok_or(Errno::INVAL)?;
    }
    Ok((numbers, told.next().ok_or(Errno::INVAL)?))
}

/// A bot's command, not started yet.
pub(crate) fn shell(command: &OsStr) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command);
    shell
}

/// Lets go of whatever whoever started the arena has left open: it is not for bots. Nothing of our own is open yet.
fn close_inherited() {
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers: Vec<i32> = open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // The one through which they were listed is closed already.
        let _ = nix::unistd::close(number);
    }
}

/// The referee is to see the end of the bot's output although we are still there.
pub(crate) fn let_go_of_output() -> io::Result<()> {
    let nowhere = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    rustix::stdio::dup2_stderr(&nowhere)?;
    Ok(())
}

/// As a shell has it: the exit code, or 128 and the signal.
pub(crate) fn exit_code(status: Option<WaitStatus>) -> u8 {
    let code =
        status.and_then(|status| status.exit_status().or(status.terminating_signal().map(|signal| 128 + signal)));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(0)
}

/// Other processes of the same user, which bots are, cannot look into ours. That costs us nothing but a core dump.
fn keep_environment_to_ourselves() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
}

/// From now on orphans below us become our children.
fn become_reaper() {
    // Where the system has no such thing, a process group is what can be killed.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Sets the limits of each process of a bot, in our own process before it is started.
pub(crate) fn set_limits(memory_mib: u64) {
    set_limit(Resource::Core, 0);
    set_limit(Resource::Fsize, LARGEST_FILE);
    set_limit(Resource::Nofile, OPEN_FILES);
    if memory_mib > 0 {
        // What is allocated, not what is merely set aside: many runtimes reserve far more addresses than they use.
        set_limit(Resource::Data, memory_mib.saturating_mul(MIB));
    }
}

pub(crate) fn set_limit(resource: Resource, most: u64) {
    let most = getrlimit(resource).maximum.map_or(most, |allowed| allowed.min(most));
    // A limit that the system does not know is one that it cannot keep.
    let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
}
