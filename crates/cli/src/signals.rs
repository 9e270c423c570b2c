//! Being told to stop: the game is saved, the way back is shown, and the exit code says what happened.

use std::process;
use std::thread;

use crate::failure::tell;
use crate::saves::Keeper;

/// From now on Ctrl-C, a request to terminate and a closed terminal save the game before the program ends.
#[cfg(unix)]
pub(crate) fn save_on_stop(keeper: Keeper) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // The terminal shows ^C on the prompt's line; what follows begins on a line of its own.
            tell("");
            keeper.leave();
            process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Elsewhere a game is still saved after every move.
#[cfg(not(unix))]
pub(crate) fn save_on_stop(_keeper: Keeper) -> std::io::Result<()> {
    Ok(())
}
