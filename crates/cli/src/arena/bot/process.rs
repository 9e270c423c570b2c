//! A bot that is a process: started under a warden, asked, told, and ended so that nothing of it is left.
//!
//! Everything that is read or written goes through one loop that waits for whatever happens first, with a deadline. A bot that
//! does not read, does not write or writes too much can make nobody wait longer than that.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use duel::bot::BOT_LINE_BYTES;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal, kill_process};

use super::log::Log;
use super::stop::Stop;
use super::warden::{Custody, GRACE};

/// How much longer than the bot's own time a warden may take to end it.
const WARDEN_TIME: Duration = Duration::from_secs(3);
/// How long it is tried to end what a bot without a warden has left.
const STRAY_TIME: Duration = Duration::from_secs(1);
/// How often it is looked whether a warden has ended.
const GLANCE: Duration = Duration::from_millis(2);
/// How much is read at a time.
const CHUNK: usize = 1 << 16;

/// How much memory each process of a bot may allocate, unless somebody says otherwise.
pub(crate) const MEMORY_MIB: u64 = 4_096;

/// What every bot is started with.
pub(crate) struct Surroundings {
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) memory_mib: u64,
    pub(crate) custody: Custody,
    /// The folder that it is started in; without one, that in which we were.
    pub(crate) folder: Option<PathBuf>,
}

/// The small environment of a bot.
pub(crate) fn usual_environment() -> Vec<(String, String)> {
    let ours = |name: &str| std::env::var(name).ok().map(|value| (name.to_string(), value));
    ["PATH", "HOME", "LANG"].into_iter().filter_map(ours).collect()
}

/// Why no answer came.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The time was over. What it had written by then, without the end of a line.
    Late(Vec<u8>),
    /// It closed its output, or ended. What it had written by then, without the end of a line.
    Left(Vec<u8>),
    /// It wrote a line that is longer than a line may be.
    Flooded,
    /// It wrote something when it had not been asked.
    OutOfTurn(Vec<u8>),
    /// It wrote more than one line.
    SeveralLines(Vec<u8>),
}

/// Why a question has no answer: because of the bot, or because we were told to stop.
#[derive(Debug)]
pub(crate) enum AskError {
    Trouble(Trouble),
    Stopped,
}

impl From<Trouble> for AskError {
    fn from(trouble: Trouble) -> AskError {
        AskError::Trouble(trouble)
    }
}

/// What is waited for, besides the bot's standard error, which is always read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// Something to read.
    Output,
    /// Room to write.
    Room,
    OutputAndRoom,
}

/// A bot's process.
pub(crate) struct BotProcess {
    warden: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What it has written and nobody has looked at yet.
    unread: Vec<u8>,
    chunk: Box<[u8]>,
    log: Log,
    /// It has not answered yet.
    pub(crate) is_fresh: bool,
}

/// How a bot ended.
pub(crate) struct Ended {
    /// Its exit status, if it ended by itself.
    pub(crate) by_itself: Option<ExitStatus>,
    /// The last line that it wrote to its standard error.
    pub(crate) last_words: Option<String>,
}

/// The wardens that are at work. Any other child of ours was left behind by a bot that killed its warden.
static WARDENS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

impl BotProcess {
    pub(crate) fn start(command: &str, surroundings: &Surroundings, log: Log) -> io::Result<BotProcess> {
        let mut warden = surroundings.custody.command(surroundings.memory_mib, command)?;
        warden.env_clear().envs(surroundings.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &surroundings.folder {
            warden.current_dir(folder);
        }
        warden.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut wardens = WARDENS.lock().unwrap_or_else(PoisonError::into_inner);
        let mut warden = warden.spawn()?;
        wardens.insert(warden.id());
        drop(wardens);
        let (stdin, stdout, stderr) = (warden.stdin.take(), warden.stdout.take(), warden.stderr.take());
        let pipes =
            [stdin.as_ref().map(AsFd::as_fd), stdout.as_ref().map(AsFd::as_fd), stderr.as_ref().map(AsFd::as_fd)];
        for pipe in pipes.into_iter().flatten() {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        let chunk = vec![0; CHUNK].into_boxed_slice();
        Ok(BotProcess { warden, stdin, stdout, stderr, unread: Vec::new(), chunk, log, is_fresh: true })
    }

    /// Writes a line to the bot and waits for its answer, a line without its end.
    pub(crate) fn ask(&mut self, line: &[u8], limit: Duration, stop: &Stop) -> Result<Vec<u8>, AskError> {
        let deadline = Instant::now() + limit;
        // A bot that has just been started was started to be asked: whether we or it are quicker must not matter.
        if !self.is_fresh {
            self.read_stdout();
        }
        if !self.unread.is_empty() {
            return Err(Trouble::OutOfTurn(std::mem::take(&mut self.unread)).into());
        }
        let mut unwritten = line;
        loop {
            self.write(&mut unwritten);
            self.read_stdout();
            self.read_stderr();
            if let Some(answer) = self.take_line(unwritten.is_empty())? {
                self.is_fresh = false;
                return Ok(answer);
            }
            if self.stdout.is_none() {
                return Err(Trouble::Left(std::mem::take(&mut self.unread)).into());
            }
            if stop.is_set() {
                return Err(AskError::Stopped);
            }
            // Looked at only after everything has been read: if we ourselves were kept waiting, that is not the bot's fault.
            let now = Instant::now();
            if now >= deadline {
                return Err(Trouble::Late(std::mem::take(&mut self.unread)).into());
            }
            let awaited = if unwritten.is_empty() { Awaited::Output } else { Awaited::OutputAndRoom };
            self.wait(awaited, Some(stop), deadline - now);
        }
    }

    /// The one line that the bot has written, if its end is there.
    fn take_line(&mut self, is_asked: bool) -> Result<Option<Vec<u8>>, Trouble> {
        let end = self.unread.iter().position(|&byte| byte == b'\n');
        if end.unwrap_or(self.unread.len()) > BOT_LINE_BYTES {
            return Err(Trouble::Flooded);
        }
        let Some(end) = end else { return Ok(None) };
        let mut answer = std::mem::take(&mut self.unread);
        if !is_asked {
            return Err(Trouble::OutOfTurn(answer));
        }
        if answer.len() > end + 1 {
            return Err(Trouble::SeveralLines(answer));
        }
        answer.truncate(end);
        Ok(Some(answer))
    }

    /// Writes a line that needs no answer. Whether the bot has taken it.
    pub(crate) fn tell(&mut self, line: &[u8], limit: Duration, stop: &Stop) -> bool {
        let deadline = Instant::now() + limit;
        let mut unwritten = line;
        loop {
            self.write(&mut unwritten);
            if self.stdin.is_none() {
                return false;
            }
            if unwritten.is_empty() {
                return true;
            }
            let now = Instant::now();
            if stop.is_set() || now >= deadline {
                return false;
            }
            self.read_stderr();
            self.wait(Awaited::Room, Some(stop), deadline - now);
        }
    }

    /// Waits for a bot that has closed its output to end by itself, which it mostly has: then its exit code can be told.
    pub(crate) fn await_end(&mut self, stop: &Stop) {
        let deadline = Instant::now() + GRACE;
        while !stop.is_set() && matches!(self.warden.try_wait(), Ok(None)) && Instant::now() < deadline {
            self.read_stderr();
            self.wait(Awaited::Output, None, GLANCE);
        }
    }

    /// Ends the bot. Politely: its input ends, and it has a short time to do so too. Otherwise at once, and so does whoever
    /// is told to stop.
    pub(crate) fn end(mut self, politely: bool, stop: &Stop) -> Ended {
        // Before its input ends, because that makes many bots end.
        let ended_before = self.warden.try_wait().ok().flatten();
        self.stdin = None;
        let deadline = Instant::now() + if politely { GRACE } else { Duration::ZERO } + WARDEN_TIME;
        let mut is_told = false;
        let mut status = ended_before;
        while status.is_none() && Instant::now() < stop.at_most(deadline) {
            if !is_told && (!politely || stop.is_set()) {
                is_told = true;
                if let Some(warden) = Pid::from_raw(self.warden.id() as i32) {
                    // It has not been waited for, so the number is still its own.
                    let _ = kill_process(warden, Signal::TERM);
                }
            }
            self.read_stdout();
            // Nobody looks at that any more.
            self.unread.clear();
            self.read_stderr();
            status = self.warden.try_wait().ok().flatten();
            if status.is_none() {
                self.wait(Awaited::Output, None, GLANCE);
            }
        }
        let status = status.or_else(|| {
            let _ = self.warden.kill();
            self.warden.wait().ok()
        });
        // The last words of a bot are often the ones that matter.
        self.read_stderr();
        let mut wardens = WARDENS.lock().unwrap_or_else(PoisonError::into_inner);
        wardens.remove(&self.warden.id());
        // Somebody who kills the warden does not get away either.
        if status.is_none_or(|status| status.signal().is_some()) {
            end_strays(&wardens, stop);
        }
        Ended { by_itself: ended_before, last_words: self.log.finish() }
    }

    /// Waits until there is something to do, but not longer than this.
    fn wait(&self, what: Awaited, stop: Option<&Stop>, limit: Duration) {
        let mut awaited = Vec::with_capacity(4);
        if what != Awaited::Output {
            awaited.extend(self.stdin.as_ref().map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        }
        if what != Awaited::Room {
            awaited.extend(self.stdout.as_ref().map(|stdout| PollFd::new(stdout, PollFlags::IN)));
        }
        awaited.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        let woken = stop.map(Stop::woken);
        awaited.extend(woken.as_ref().map(|woken| PollFd::new(woken, PollFlags::IN)));
        // Interrupted or not, whoever waits looks at everything again.
        let _ = poll(&mut awaited, limit.try_into().ok().as_ref());
    }

    fn write(&mut self, unwritten: &mut &[u8]) {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| !unwritten.is_empty()) {
            match stdin.write(unwritten) {
                Ok(written) => *unwritten = &unwritten[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => {
                    // It does not want to know; that alone is no reason not to wait for its answer.
                    self.stdin = None;
                    *unwritten = &[];
                }
            }
        }
    }

    /// Takes what the bot has written, up to a little more than a line may have.
    fn read_stdout(&mut self) {
        while let Some(stdout) = self.stdout.as_mut().filter(|_| self.unread.len() <= BOT_LINE_BYTES) {
            match stdout.read(&mut self.chunk) {
                Ok(0) => self.stdout = None,
                Ok(read) => {
                    self.unread.extend_from_slice(&self.chunk[..read]);
                    // A pipe that gave less than it was asked for is empty.
                    if read < CHUNK {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.stdout = None,
            }
        }
    }

    /// Takes some of what the bot has written to its standard error, so that it never has to wait for that.
    fn read_stderr(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        match stderr.read(&mut self.chunk) {
            Ok(0) => self.stderr = None,
            Ok(read) => self.log.write(&self.chunk[..read]),
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
            Err(_) => self.stderr = None,
        }
    }
}

/// Ends children of ours that are no wardens, and what becomes a child of ours by that.
fn end_strays(wardens: &BTreeSet<u32>, stop: &Stop) {
    #[cfg(target_os = "linux")]
    {
        let is_warden = |child: Pid| wardens.contains(&(child.as_raw_nonzero().get() as u32));
        let deadline = Instant::now() + STRAY_TIME;
        super::family::end(is_warden, |_, _| (), || Instant::now() < stop.at_most(deadline));
    }
}
