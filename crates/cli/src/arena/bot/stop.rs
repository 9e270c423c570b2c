//! Being told to stop. While games are played everybody who waits for a bot wakes up; before and after that there is nothing
//! to bring to an end, and the program ends there and then, whatever it is doing.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// How long after somebody has said stop it is waited for anybody, all waits together.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);

/// Set by Ctrl-C, a request to terminate, a closed terminal, or by ourselves when nobody waits for an answer any more.
pub(crate) struct Stop {
    signal: Arc<AtomicUsize>,
    is_set: Arc<AtomicBool>,
    /// Readable as soon as somebody has said stop. Nobody ever reads it, so that it wakes everybody.
    woken: UnixStream,
    waker: UnixStream,
    noticed: OnceLock<Instant>,
    /// Nothing is to be brought to an end.
    is_idle: Arc<AtomicBool>,
}

impl Stop {
    /// For whoever says stop by hand.
    pub(crate) fn by_hand() -> io::Result<Stop> {
        let (woken, waker) = UnixStream::pair()?;
        waker.set_nonblocking(true)?;
        let is_idle = Arc::new(AtomicBool::new(true));
        Ok(Stop { signal: Arc::default(), is_set: Arc::default(), woken, waker, noticed: OnceLock::new(), is_idle })
    }

    pub(crate) fn on_signals() -> io::Result<Stop> {
        let stop = Stop::by_hand()?;
        for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal)) {
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop.is_idle))?;
            signal_hook::flag::register_usize(signal, Arc::clone(&stop.signal), signal as usize)?;
            signal_hook::flag::register(signal, Arc::clone(&stop.is_set))?;
            // Last, so that whoever is woken finds the rest set.
            signal_hook::low_level::pipe::register(signal, stop.waker.try_clone()?)?;
        }
        Ok(stop)
    }

    /// From now on there is something to bring to an end first.
    pub(crate) fn await_games(&self) {
        self.is_idle.store(false, Ordering::SeqCst);
    }

    /// From now on there is nothing any more.
    pub(crate) fn games_are_over(&self) {
        self.is_idle.store(true, Ordering::SeqCst);
    }

    /// Stops everybody without a signal.
    pub(crate) fn set(&self) {
        self.is_set.store(true, Ordering::SeqCst);
        // A full pipe has woken everybody already.
        let _ = io::Write::write(&mut &self.waker, b"!");
    }

    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }

    /// Until when something may be waited for that may be waited for until then. Once somebody has said stop that is soon.
    pub(crate) fn at_most(&self, deadline: Instant) -> Instant {
        if !self.is_set() {
            return deadline;
        }
        deadline.min(*self.noticed.get_or_init(Instant::now) + PATIENCE)
    }

    /// Whether somebody may still be waited for.
    pub(crate) fn is_patient(&self) -> bool {
        let now = Instant::now();
        !self.is_set() || now < self.at_most(now + PATIENCE)
    }

    /// For a solver that is to stop too.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.is_set
    }

    /// The signal that said stop.
    pub(crate) fn signal(&self) -> Option<u8> {
        u8::try_from(self.signal.load(Ordering::SeqCst)).ok().filter(|&signal| signal > 0)
    }

    /// What to wait for besides a bot.
    pub(crate) fn woken(&self) -> BorrowedFd<'_> {
        self.woken.as_fd()
    }
}

/// Whether whoever started us wants a signal to be ignored, as `nohup` does. Where the system does not tell, nobody does.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
