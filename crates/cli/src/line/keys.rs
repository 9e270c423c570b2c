//! The keys of a terminal one by one. The terminal's own way with lines is put aside for as long, but for the keys that end a program.

use std::io;

pub(super) use terminal::{give_back, read};

use crate::signals::suspend_job;

/// Held as long as keys are read.
pub(super) struct Keys(());

impl Keys {
    /// `None` where a terminal has lines alone.
    pub(super) fn take() -> io::Result<Option<Keys>> {
        Ok(terminal::take()?.then_some(Keys(())))
    }

    /// Stops until somebody continues the program; the terminal is everybody else's meanwhile.
    pub(super) fn pause(&self) -> io::Result<()> {
        give_back();
        suspend_job()?;
        terminal::take()?;
        Ok(())
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        give_back();
    }
}

#[cfg(unix)]
mod terminal {
    use std::io::{self, BufRead};
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

    /// How the terminal was before.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// A character that no key sends, for what no key is to do.
    const NO_KEY: u8 = 0;

    pub(super) fn take() -> io::Result<bool> {
        let before = tcgetattr(io::stdin())?;
        let mut now = before.clone();
        now.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN;
        now.special_codes[SpecialCodeIndex::VMIN] = 1;
        now.special_codes[SpecialCodeIndex::VTIME] = 0;
        // Before a pause the terminal is given back.
        now.special_codes[SpecialCodeIndex::VSUSP] = NO_KEY;
        // Whoever ends the program meanwhile finds what to give back.
        BEFORE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(before);
        tcsetattr(io::stdin(), OptionalActions::Now, &now)?;
        Ok(true)
    }

    pub(in crate::line) fn give_back() {
        if let Some(before) = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // A terminal that is gone needs nothing.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        }
    }

    /// What was typed since, at most to the end of a line; `None` when there is no more to come.
    pub(in crate::line) fn read() -> io::Result<Option<Vec<u8>>> {
        let mut input = io::stdin().lock();
        loop {
            let typed = match input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let end = typed.iter().position(|byte| matches!(byte, b'\n' | b'\r')).map_or(typed.len(), |at| at + 1);
            let typed = typed[..end].to_vec();
            input.consume(end);
            return Ok((!typed.is_empty()).then_some(typed));
        }
    }
}

#[cfg(not(unix))]
mod terminal {
    use std::io;

    pub(super) fn take() -> io::Result<bool> {
        Ok(false)
    }

    pub(in crate::line) fn give_back() {}

    pub(in crate::line) fn read() -> io::Result<Option<Vec<u8>>> {
        Ok(None)
    }
}
