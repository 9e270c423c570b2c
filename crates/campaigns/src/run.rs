//! Running a command while somebody types: into a pipe, or at a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::OpenptFlags;
use rustix::termios::{Winsize, tcsetwinsize};

/// How long anything may take on a busy machine before it counts as stuck.
const PATIENCE: Duration = Duration::from_secs(600);
const COLUMNS: u16 = 80;
const ROWS: u16 = 24;

/// What is typed.
#[derive(Clone)]
pub(crate) enum Typist {
    /// Everything at once, into a pipe.
    Everything(String),
    /// A line whenever the output ends with this prompt, through a pipe.
    Prompted { prompt: &'static str, lines: Vec<String> },
    /// Keys, each once the terminal shows the text before it.
    Keys(Vec<(String, String)>),
}

/// A signal from outside at some moment.
#[derive(Clone, Copy)]
pub(crate) struct Interruption {
    pub(crate) after: Duration,
    pub(crate) signal: Signal,
}

/// What a command showed, and how it ended.
pub(crate) struct Ran {
    /// Standard output or the terminal, as it came.
    pub(crate) chunks: Vec<Vec<u8>>,
    pub(crate) stderr: Vec<u8>,
    /// `None` when it did not end by itself.
    pub(crate) status: Option<ExitStatus>,
}

impl Ran {
    /// The exit code, or 128 and the signal as a shell has it.
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }

    pub(crate) fn killed_by(&self) -> Option<i32> {
        self.status.and_then(|status| status.signal())
    }

    /// Everything that was shown anywhere.
    pub(crate) fn everything(&self) -> String {
        let mut all = self.chunks.concat();
        all.extend_from_slice(&self.stderr);
        String::from_utf8_lossy(&all).into_owned()
    }

    /// The same for people: what a terminal would show of it.
    pub(crate) fn to_be_seen(&self) -> String {
        let all = self.everything();
        if !all.contains('\u{1b}') {
            return all;
        }
        let mut screen = new_screen();
        screen.process(all.as_bytes());
        screen.screen().contents()
    }
}

/// Runs a command to its end while somebody types.
pub(crate) fn run(command: Command, typist: &Typist, interruption: Option<Interruption>) -> anyhow::Result<Ran> {
    match typist {
        Typist::Keys(keys) => at_terminal(command, keys, interruption),
        _ => by_pipe(command, typist, interruption),
    }
}

fn by_pipe(mut command: Command, typist: &Typist, interruption: Option<Interruption>) -> anyhow::Result<Ran> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take();
    let mut stdout = child.stdout.take().context("no standard output")?;
    let mut complaints = child.stderr.take().context("no standard error")?;
    let mut lines = match typist {
        Typist::Prompted { lines, .. } => lines.iter(),
        _ => [].iter(),
    };
    if let (Typist::Everything(text), Some(mut stdin)) =
        (typist, stdin.take_if(|_| matches!(typist, Typist::Everything(_))))
    {
        // A program that is killed does not read everything.
        let _ = stdin.write_all(text.as_bytes());
    }
    let mut chunks = Vec::new();
    let (stderr, is_stuck) = thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut bytes = Vec::new();
            let _ = complaints.read_to_end(&mut bytes);
            bytes
        });
        interrupt(scope, &child, interruption);
        let mut text = Vec::new();
        let is_stuck = read_until_the_end(&mut stdout, |chunk| {
            text.extend_from_slice(chunk);
            chunks.push(chunk.to_vec());
            if let Typist::Prompted { prompt, .. } = typist
                && text.ends_with(prompt.as_bytes())
            {
                match (lines.next(), &mut stdin) {
                    (Some(line), Some(stdin)) => drop(stdin.write_all(format!("{line}\n").as_bytes())),
                    _ => stdin = None,
                }
            }
        });
        if is_stuck {
            let _ = child.kill();
        }
        (reader.join().unwrap_or_default(), is_stuck)
    });
    finish(child, chunks, stderr, is_stuck)
}

fn at_terminal(
    mut command: Command,
    keys: &[(String, String)],
    interruption: Option<Interruption>,
) -> anyhow::Result<Ran> {
    let (mut master, slave) = open_terminal()?;
    command.env("TERM", "xterm-256color");
    let child = on_terminal(&command, slave)?.spawn()?;
    let mut chunks = Vec::new();
    let mut screen = new_screen();
    let mut keys = keys.iter().peekable();
    let mut keyboard = master.try_clone()?;
    let is_stuck = thread::scope(|scope| {
        interrupt(scope, &child, interruption);
        read_until_the_end(&mut master, |chunk| {
            screen.process(chunk);
            chunks.push(chunk.to_vec());
            if let Some((_, typed)) = keys.next_if(|(shown, _)| screen.screen().contents().contains(shown)) {
                // Whoever is gone reads no keys.
                let _ = keyboard.write_all(typed.as_bytes());
            }
        })
    });
    finish(child, chunks, Vec::new(), is_stuck)
}

/// A screen as a person would see it.
pub(crate) fn new_screen() -> vt100::Parser {
    let [rows, columns] = [ROWS, COLUMNS].map(|side| side.try_into().unwrap_or(std::num::NonZero::<u16>::MIN));
    vt100::Parser::new(rows, columns, 0)
}

/// A new terminal: the side that types, and the side that the program has.
fn open_terminal() -> anyhow::Result<(File, OwnedFd)> {
    let master = rustix::pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    rustix::pty::grantpt(&master)?;
    rustix::pty::unlockpt(&master)?;
    let name = rustix::pty::ptsname(&master, Vec::new())?;
    let slave = File::options().read(true).write(true).open(name.to_str()?)?;
    tcsetwinsize(&slave, Winsize { ws_row: ROWS, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 })?;
    Ok((File::from(master), slave.into()))
}

/// The same command as the first of a session with this terminal.
fn on_terminal(command: &Command, slave: OwnedFd) -> anyhow::Result<Command> {
    let mut session = Command::new("setsid");
    session.arg("--ctty").arg(command.get_program()).args(command.get_args()).env_clear();
    session.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = command.get_current_dir() {
        session.current_dir(folder);
    }
    session.stdin(slave.try_clone()?).stdout(slave.try_clone()?).stderr(slave);
    Ok(session)
}

fn interrupt<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    child: &Child,
    interruption: Option<Interruption>,
) -> Option<thread::ScopedJoinHandle<'scope, ()>> {
    let Interruption { after, signal } = interruption?;
    let pid = Pid::from_raw(i32::try_from(child.id()).ok()?)?;
    Some(scope.spawn(move || {
        // The moment is what is random here; nothing is waited for. The child has not been waited for yet, so the number is its own.
        thread::sleep(after);
        let _ = kill_process(pid, signal);
    }))
}

/// Reads until there is no more; true when nothing came for too long.
fn read_until_the_end(source: &mut (impl Read + AsFd), mut see: impl FnMut(&[u8])) -> bool {
    let mut buffer = [0; 65_536];
    let deadline = Instant::now() + PATIENCE;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() };
        let mut waited = [PollFd::new(source, PollFlags::IN)];
        match poll(&mut waited, Some(&timeout)) {
            Ok(0) => return true,
            Err(rustix::io::Errno::INTR) => continue,
            _ => {}
        }
        // A terminal that nobody has open any more answers with an error.
        match source.read(&mut buffer) {
            Ok(read @ 1..) => see(&buffer[..read]),
            _ => return false,
        }
    }
}

fn finish(mut child: Child, chunks: Vec<Vec<u8>>, stderr: Vec<u8>, is_stuck: bool) -> anyhow::Result<Ran> {
    if is_stuck {
        let _ = child.kill();
    }
    let status = child.wait()?;
    Ok(Ran { chunks, stderr, status: (!is_stuck).then_some(status) })
}
