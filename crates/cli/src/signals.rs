//! Being told to stop: the game is saved, the way back is shown, and the exit code says what happened.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::failure::tell;
use crate::words;

/// Whether the program has been told to stop and is about to.
static STOPPING: AtomicBool = AtomicBool::new(false);

/// What is done before the end.
#[cfg(unix)]
static SAVE: std::sync::Mutex<Option<Box<dyn FnOnce() + Send>>> = std::sync::Mutex::new(None);

/// From now on Ctrl-C, a request to terminate and a closed terminal end the program, and this is done before: in the place of
/// what was to be done for a game that is left already.
#[cfg(unix)]
pub(crate) fn before_the_end(save: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let lock = || SAVE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if lock().replace(Box::new(save)).is_some() {
        return Ok(());
    }
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            STOPPING.store(true, Ordering::SeqCst);
            // The terminal shows ^C on the prompt's line; what follows begins on a line of its own.
            tell("");
            words::leave_the_menu();
            if let Some(save) = lock().take() {
                save();
            }
            process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Elsewhere a game is still saved after every move.
#[cfg(not(unix))]
pub(crate) fn before_the_end(_save: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    Ok(())
}

/// Waits for the end once the program has been told to stop: from then on nothing is said that looks as if the game went on.
pub(crate) fn hush() {
    while STOPPING.load(Ordering::SeqCst) {
        thread::park();
    }
}

/// Ctrl-Z, where it is a key like others. Everybody in the foreground is to be stopped, as the terminal would have done it:
/// whoever started the program, `cargo run` for one, waits with it.
#[cfg(unix)]
pub(crate) fn suspend_job() -> std::io::Result<()> {
    use nix::unistd::{getpgrp, getppid, getsid};
    use rustix::process::{Signal, kill_current_process_group};

    // Where no shell of this session started the program as a job nobody could continue it, and the terminal would
    // have ignored the key. `nix` asks because a session that began outside this container has the number 0,
    // which a `rustix` process number cannot be.
    let session = getsid(None)?;
    if getpgrp() == session || getsid(Some(getppid())) != Ok(session) {
        return Ok(());
    }
    Ok(kill_current_process_group(Signal::TSTP)?)
}

#[cfg(not(unix))]
pub(crate) fn suspend_job() -> std::io::Result<()> {
    Ok(())
}

/// A limit on the size of files is an error like a full disk, and not the end of the program.
#[cfg(unix)]
pub(crate) fn outlive_file_limits() -> std::io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn outlive_file_limits() -> std::io::Result<()> {
    Ok(())
}
