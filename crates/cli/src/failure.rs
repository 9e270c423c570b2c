//! How a command can fail, and what that means for the exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use duel::speech::Sentence;

use crate::visible::visible;
use crate::words::{self, say};

/// A command that did not do what it was asked to.
#[cfg_attr(test, derive(Debug))]
pub(crate) enum Failure {
    /// The arguments ask for something that does not exist: exit code 2.
    Usage(String),
    /// The data or the system did not allow it: exit code 1.
    Data(anyhow::Error),
    /// The budget ended before the answer was certain: exit code 3.
    OutOfBudget(String),
    /// Something failed, and the user has been told already: exit code 1.
    Silent,
    /// A signal said stop, and the user has been told how to go on: exit code 128 and the signal.
    Stopped(u8),
}

pub(crate) type Fallible<T = ()> = Result<T, Failure>;

impl Failure {
    pub(crate) fn usage(message: impl ToString) -> Failure {
        Failure::Usage(message.to_string())
    }

    pub(crate) fn data(message: impl ToString) -> Failure {
        Failure::Data(anyhow::Error::msg(message.to_string()))
    }

    /// The same for a reason that has words in every language.
    pub(crate) fn misused(reason: impl Sentence) -> Failure {
        Failure::usage(say(&reason))
    }

    pub(crate) fn refused(reason: impl Sentence) -> Failure {
        Failure::data(say(&reason))
    }

    /// What there is to say about it.
    pub(crate) fn words(self) -> String {
        match self {
            Failure::Usage(message) | Failure::OutOfBudget(message) => message,
            Failure::Data(error) => format!("{error:#}"),
            Failure::Silent | Failure::Stopped(_) => String::new(),
        }
    }

    /// Tells the user, and gives the exit code. A reader who has seen enough is no failure.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Usage(message) => (format!("{message}\n\nFor more information, try '--help'."), 2),
            Failure::OutOfBudget(message) => (message, 3),
            Failure::Silent => return ExitCode::FAILURE,
            Failure::Stopped(signal) => return ExitCode::from(128 + signal),
            Failure::Data(error) if is_broken_pipe(&error) => return ExitCode::SUCCESS,
            Failure::Data(error) => (format!("{error:#}"), 1),
        };
        // With standard error closed there is nobody left to tell.
        let _ = writeln!(anstream::stderr(), "{}", visible(&words::line().error(&shortened(message))));
        ExitCode::from(code)
    }
}

/// A message of which somebody else's file has made a long one, by its beginning and its end.
fn shortened(message: String) -> String {
    const BEGINNING: usize = 1_500;
    const END: usize = 500;
    let places: Vec<usize> = message.char_indices().map(|(at, _)| at).collect();
    match places.len().checked_sub(END).filter(|&end| end > BEGINNING) {
        Some(end) => format!("{} … {}", &message[..places[BEGINNING]], &message[places[end]..]),
        None => message,
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Data(error.into())
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    // What writes JSON wraps what the pipe said, and does not call it its source.
    let broken_json = |cause: &serde_json::Error| cause.io_error_kind() == Some(io::ErrorKind::BrokenPipe);
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(broken)
            || cause.downcast_ref::<serde_json::Error>().is_some_and(broken_json)
    })
}

/// Says something beside the program's output: a warning, or how to go on.
pub(crate) fn tell(message: &str) {
    #[cfg(test)]
    TOLD.with_borrow_mut(|told| told.push(message.into()));
    let _ = writeln!(anstream::stderr(), "{}", visible(message));
}

#[cfg(test)]
thread_local! {
    /// What was said beside the output of this test.
    pub(crate) static TOLD: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_is_shown_by_its_ends() {
        let message = format!("é{} at line 7", "x".repeat(5_000_000));
        let shown = shortened(message);
        assert_eq!(shown.chars().count(), 2_003);
        assert!(shown.starts_with("éxxx") && shown.contains("xx … xx") && shown.ends_with("xx at line 7"), "{shown}");
        let short = "é".repeat(2_000);
        assert_eq!(shortened(short.clone()), short);
    }
}
