//! A pseudo-terminal with the program on it, and the screen as a person would see it.

use std::io::{Read, Write};
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use expectrl::Session;
use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use rustix::termios::LocalModes;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const DOWN: &str = "\x1b[B";

pub(crate) struct Terminal {
    session: OsSession,
    keyboard: std::fs::File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// How often it has rung.
    rings: usize,
}

/// How the terminal was left.
pub(crate) struct Left {
    pub(crate) contents: String,
    pub(crate) is_full_screen: bool,
    /// Whether it gives out what is typed in lines, as it did before.
    pub(crate) has_lines: bool,
}

impl Terminal {
    pub(crate) fn start(mut command: Command, columns: u16, rows: u16) -> Terminal {
        if !command.get_envs().any(|(name, _)| name == "TERM") {
            command.env("TERM", "xterm-256color");
        }
        let mut session = Session::spawn(command).unwrap();
        session.get_process_mut().set_window_size(columns, rows).unwrap();
        let keyboard = session.get_process().get_raw_handle().unwrap();
        let mut reader = session.get_process().get_raw_handle().unwrap();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 4_096];
            while let Ok(read @ 1..) = reader.read(&mut chunk) {
                if sender.send(chunk[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0);
        Terminal { session, keyboard, output, screen, rings: 0 }
    }

    pub(crate) fn contents(&self) -> String {
        self.screen.screen().contents()
    }

    pub(crate) fn is_full_screen(&self) -> bool {
        self.screen.screen().alternate_screen()
    }

    pub(crate) fn pid(&self) -> String {
        self.session.get_process().pid().to_string()
    }

    /// Every colour that the screen has now, but for the terminal's own.
    pub(crate) fn colours(&self) -> Vec<vt100::Color> {
        let screen = self.screen.screen();
        let (rows, columns) = screen.size();
        let cells =
            (0..rows.get()).flat_map(|row| (0..columns.get()).filter_map(move |column| screen.cell(row, column)));
        cells
            .flat_map(|cell| [cell.fgcolor(), cell.bgcolor()])
            .filter(|&colour| colour != vt100::Color::Default)
            .collect()
    }

    pub(crate) fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Presses and releases the left button on a cell, counted from 0.
    pub(crate) fn click(&mut self, column: usize, row: usize) {
        self.send(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.screen_mut().set_size(rows.try_into().unwrap(), columns.try_into().unwrap());
        self.session.get_process_mut().set_window_size(columns, rows).unwrap();
    }

    /// Waits until the screen is as wanted, and gives it.
    pub(crate) fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        while !wanted(&self.contents()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let chunk = self
                .output
                .recv_timeout(left)
                .unwrap_or_else(|error| panic!("{what} never came ({error}); the screen:\n{}", self.contents()));
            self.take(&chunk);
        }
        self.contents()
    }

    fn take(&mut self, chunk: &[u8]) {
        self.rings += chunk.iter().filter(|&&byte| byte == 7).count();
        self.screen.process(chunk);
    }

    /// How often it has rung since this was asked last.
    pub(crate) fn rings(&mut self) -> usize {
        std::mem::take(&mut self.rings)
    }

    /// Waits until the screen shows this text.
    pub(crate) fn see(&mut self, text: &str) {
        self.wait(&format!("{text:?}"), |screen| screen.contains(text));
    }

    /// Waits for the program to end: its exit code, and how it left the terminal.
    pub(crate) fn end(mut self) -> (i32, Left) {
        while let Ok(chunk) = self.output.recv_timeout(PATIENCE) {
            self.take(&chunk);
        }
        let code = match self.session.get_process().wait().unwrap() {
            WaitStatus::Exited(_, code) => code,
            other => panic!("the program did not exit by itself: {other:?}"),
        };
        let modes = rustix::termios::tcgetattr(&self.keyboard).unwrap().local_modes;
        let (contents, is_full_screen) = (self.contents(), self.is_full_screen());
        (code, Left { contents, is_full_screen, has_lines: modes.contains(LocalModes::ICANON) })
    }
}
