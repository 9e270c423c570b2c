//! The full screen on a terminal: taking it, giving it back whatever happens, and the loop of events.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};
use std::{io, iter};

use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use ratatui::crossterm::style::{Print, force_color_output};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;

use super::app::App;
use super::jobs::Report;
use crate::failure::{Failure, Fallible};
use crate::live::News;
use crate::signals::suspend_job;
use crate::text;

/// So much may wait to be dealt with; whoever brings more waits. A server can tell faster than anybody can look.
pub(crate) const WAITING: usize = 64;

/// Something that has come.
pub(crate) enum Arrival {
    /// A key, the mouse, a new size.
    Terminal(Event),
    /// A job is done.
    Report(Report),
    /// Something has happened in a live game.
    News(u64, News),
    /// A job has panicked.
    Broken,
    /// Somebody sent this signal.
    Signal(i32),
    /// The terminal is gone.
    Closed(io::Error),
    /// A bug, for a test of what happens then.
    #[cfg(test)]
    Panic,
}

/// How the screen is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parting {
    ByKey,
    /// Told to stop by this signal.
    Stopped(i32),
}

/// Takes the terminal, shows the screens that `open` makes until people leave, gives the terminal back, and says how to
/// come back to a game that is not over.
pub(crate) fn show(open: impl FnOnce(SyncSender<Arrival>) -> App) -> Fallible {
    let (sender, arrivals) = mpsc::sync_channel(WAITING);
    watch_signals(sender.clone())?;
    let mut app = open(sender.clone());
    force_color_output(app.skin.has_colours());
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        give_back();
        hook(panic);
    }));
    take()?;
    read_terminal(sender);
    let shown = panic::catch_unwind(AssertUnwindSafe(|| event_loop(&mut app, &arrivals)));
    give_back();
    let kept = app.part();
    match shown {
        Err(panic) => panic::resume_unwind(panic),
        Ok(Err(failure)) => Err(failure),
        Ok(Ok(Parting::Stopped(signal))) => std::process::exit(128 + signal),
        Ok(Ok(Parting::ByKey)) if kept => Ok(()),
        Ok(Ok(Parting::ByKey)) => Err(Failure::Silent),
    }
}

fn event_loop(app: &mut App, arrivals: &Receiver<Arrival>) -> Fallible<Parting> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    start_afresh(&mut terminal)?;
    loop {
        draw(&mut terminal, app)?;
        let first = match app.changes_in() {
            None => arrivals.recv().map_err(RecvTimeoutError::from),
            Some(time) => arrivals.recv_timeout(time),
        };
        let first = match first {
            Ok(first) => first,
            // A clock has gone on.
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(Parting::ByKey),
        };
        // What else has come meanwhile is dealt with before the next frame.
        for (at, arrival) in iter::once(first).chain(arrivals.try_iter().take(WAITING)).enumerate() {
            match arrival {
                Arrival::Terminal(Event::Key(key)) if key.kind != KeyEventKind::Release => app.handle_key(key),
                Arrival::Terminal(Event::Mouse(mouse)) => {
                    // The mouse hits what is shown, so that must be up to date.
                    if at > 0 {
                        draw(&mut terminal, app)?;
                    }
                    app.handle_mouse(mouse);
                }
                Arrival::Terminal(_) => {}
                Arrival::Report(report) => app.handle_report(report),
                Arrival::News(messenger, news) if app.listens_to(messenger) => app.handle_news(news),
                Arrival::News(..) => {}
                Arrival::Broken => return Err(Failure::Silent),
                Arrival::Closed(error) => return Err(error.into()),
                #[cfg(test)]
                Arrival::Panic => panic!("a planted panic"),
                Arrival::Signal(signal) if is_a_stop(signal) => return Ok(Parting::Stopped(signal)),
                Arrival::Signal(signal) => {
                    suspend(signal)?;
                    start_afresh(&mut terminal)?;
                }
            }
            if app.suspends() {
                suspend_job()?;
            }
            if app.rings() {
                execute!(io::stdout(), Print(text::BELL))?;
            }
            if app.redraws() {
                start_afresh(&mut terminal)?;
            }
            if let Some(left) = app.leaves() {
                return Ok(left);
            }
        }
    }
}

/// Forgets what the terminal shows, so that the next frame is drawn whole. `Terminal::clear` would ask the terminal where
/// its cursor is, and not every terminal answers.
fn start_afresh<B: Backend<Error = io::Error>>(terminal: &mut Terminal<B>) -> io::Result<()> {
    let size = terminal.size()?;
    terminal.resize(Rect::new(0, 0, size.width, size.height))
}

pub(super) fn draw<B: Backend<Error = io::Error>>(terminal: &mut Terminal<B>, app: &mut App) -> io::Result<()> {
    let mut targets = Vec::new();
    app.it_is(Instant::now());
    let drawn = terminal.draw(|frame| targets = app.draw(frame.buffer_mut()))?;
    app.shown(targets, drawn.area);
    Ok(())
}

/// Whether the terminal is ours now. Giving it back twice would move its cursor to where it once was.
static TAKEN: AtomicBool = AtomicBool::new(false);

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Gives the terminal back as it was. A terminal that is gone needs nothing.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

fn read_terminal(arrivals: SyncSender<Arrival>) {
    // New sizes are heard from the first question on, and that must come before the first frame: many windows get their
    // size just after the program has started. What is wrong with the terminal is heard by the thread.
    let _ = event::poll(Duration::ZERO);
    watch_for_the_end(arrivals.clone());
    thread::spawn(move || {
        loop {
            let read = event::read();
            let is_closed = read.is_err();
            let sent = arrivals.send(read.map_or_else(Arrival::Closed, Arrival::Terminal));
            if sent.is_err() || is_closed {
                break;
            }
        }
    });
}

#[cfg(unix)]
mod job_control {
    use std::sync::mpsc::SyncSender;
    use std::{io, thread};

    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{Arrival, give_back, take};

    pub(crate) const INTERRUPT: i32 = SIGINT;

    pub(super) fn watch_signals(arrivals: SyncSender<Arrival>) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
        thread::spawn(move || {
            for signal in signals.forever() {
                if arrivals.send(Arrival::Signal(signal)).is_err() {
                    break;
                }
            }
        });
        Ok(())
    }

    pub(super) fn is_a_stop(signal: i32) -> bool {
        matches!(signal, SIGINT | SIGTERM | SIGHUP)
    }

    /// Notices that the terminal is gone. A shell is told by a signal, and tells its jobs; a program that belongs to no shell
    /// would never hear of it, and whoever reads the terminal for us reads nothing then, again and again.
    pub(super) fn watch_for_the_end(arrivals: SyncSender<Arrival>) {
        thread::spawn(move || {
            let stdin = io::stdin();
            let mut gone = [PollFd::new(&stdin, PollFlags::empty())];
            while !matches!(poll(&mut gone, None), Ok(1..)) {}
            let _ = arrivals.send(Arrival::Closed(io::ErrorKind::UnexpectedEof.into()));
        });
    }

    /// Gives the terminal back, stops, and takes the terminal again when the program is continued. Whoever was stopped in
    /// another way notices only when it is continued, and takes the terminal afresh then.
    pub(super) fn suspend(signal: i32) -> io::Result<()> {
        give_back();
        if signal == SIGTSTP {
            emulate_default_handler(SIGTSTP)?;
        }
        take()
    }
}

#[cfg(not(unix))]
mod job_control {
    use std::io;
    use std::sync::mpsc::SyncSender;

    use super::Arrival;

    pub(crate) const INTERRUPT: i32 = 2;

    pub(super) fn watch_signals(_arrivals: SyncSender<Arrival>) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn is_a_stop(_signal: i32) -> bool {
        false
    }

    pub(super) fn watch_for_the_end(_arrivals: SyncSender<Arrival>) {}

    pub(super) fn suspend(_signal: i32) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) use job_control::INTERRUPT;
use job_control::{is_a_stop, suspend, watch_for_the_end, watch_signals};

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;
    use std::process::Command;

    use expectrl::Session;
    use expectrl::process::unix::WaitStatus;

    use super::*;
    use crate::full::Home;
    use crate::full::skin::{Colours, Skin};

    /// The full screen with a bug in it.
    #[test]
    #[ignore = "needs a terminal; the test below gives it one"]
    fn planted_panic() {
        let shown = show(|arrivals| {
            let planted = arrivals.send(Arrival::Panic);
            assert!(planted.is_ok());
            App::new(Skin::new(true, Colours::None), Home::new(), arrivals)
        });
        assert!(shown.is_err(), "nobody comes here");
    }

    #[test]
    fn fault_05_a_panic_gives_the_terminal_back() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "full::run::tests::planted_panic", "--ignored", "--nocapture"]);
        command.env("TERM", "xterm-256color").env("RUST_BACKTRACE", "0");
        let session = Session::spawn(command).unwrap();
        let terminal = session.get_process();
        let mut shown = Vec::new();
        // Reading from a terminal whose last user is gone is an error.
        let _ = terminal.get_raw_handle().unwrap().read_to_end(&mut shown);
        let shown = String::from_utf8_lossy(&shown);
        let at = |text: &str| shown.find(text).unwrap_or_else(|| panic!("{text:?} is not in {shown:?}"));
        let (taken, given_back, said) = (at("\x1b[?1049h"), at("\x1b[?1049l"), at("a planted panic"));
        assert!(taken < given_back && given_back < said, "the words come when the screen is back: {shown:?}");
        assert!(at("\x1b[?25l") < at("\x1b[?25h") && at("\x1b[?1000h") < at("\x1b[?1000l"), "cursor and mouse");
        assert_eq!(shown.matches("\x1b[?1049l").count(), 1, "once: {shown:?}");
        assert!(matches!(terminal.wait().unwrap(), WaitStatus::Exited(_, 101)));
    }
}
