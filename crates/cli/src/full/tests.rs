//! Keys are pressed and frames looked at, without a terminal.

mod chance;
mod coach;
mod endings;
mod frames;
mod history;
mod lessons;
mod live;
pub(crate) mod longer;
mod longest;
mod menu;
mod puzzles;
mod saves;
mod turns;
mod windows;

use std::sync::mpsc::{self, Receiver};

use duel::puzzle::Which;
use duel::session::{Rounds, Setup};
use duel::{RuleBook, Seat, Sitter, Who};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use tempfile::TempDir;

use super::app::App;
use super::home::Home;
use super::play::Play;
use super::puzzle::Puzzles;
use super::run::{Arrival, WAITING};
use super::skin::{Colours, Skin};
use crate::sitting::{Around, Sitting};
use crate::store::posed::{Posed, Wanted};
use crate::store::record_file::RecordFile;
use crate::store::saves::{Keeper, Store};

/// Somebody at the keyboard.
pub(crate) struct Hand {
    app: App,
    events: Receiver<Arrival>,
    buffer: Buffer,
    pub(crate) folder: TempDir,
}

impl Hand {
    fn at_home() -> Hand {
        let (sender, events) = mpsc::sync_channel(WAITING);
        let folder = tempfile::tempdir().unwrap();
        let mut home = Home::new();
        home.seed = Some(7);
        let app = App::new(Skin::new(true, Colours::None), home, sender).at_home_in(folder.path());
        let mut hand = Hand { app, events, buffer: Buffer::default(), folder };
        hand.resize(80, 24);
        hand
    }

    /// In a game of this book against this player.
    fn playing(code: &str, opponent: &str) -> Hand {
        Hand::playing_as(set_up(code, ["human", opponent]))
    }

    pub(crate) fn playing_as(setup: Setup) -> Hand {
        Hand::playing_with(setup, None)
    }

    fn playing_with(setup: Setup, record: Option<RecordFile>) -> Hand {
        let mut hand = Hand::at_home();
        let keeper = Keeper::new(Ok(Store::at(hand.folder.path().join("games"))), None);
        let around = Around { record, ..Around::default() };
        hand.app.open(Box::new(Play::new(Sitting::begin(setup, keeper, around).unwrap())));
        hand.wait();
        hand
    }

    /// At the puzzle of this number.
    fn at_puzzle(seed: u64) -> Hand {
        let mut hand = Hand::at_home();
        let book = RuleBook::find("juniper-green").unwrap();
        let posed = Posed::find(Some(&book), None, Wanted::This(Which::Seed(seed))).ok().unwrap();
        hand.app.open(Box::new(Puzzles::showing(posed, Some(book), None)));
        hand.wait();
        hand
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.buffer.resize(Rect::new(0, 0, width, height));
        self.draw();
    }

    fn draw(&mut self) {
        self.buffer.reset();
        let targets = self.app.draw(&mut self.buffer);
        self.app.shown(targets, self.buffer.area);
    }

    /// Waits until nothing is being found out any more.
    fn wait(&mut self) {
        while self.app.is_working() {
            match self.events.recv().unwrap() {
                Arrival::Report(report) => self.app.handle_report(report),
                _ => panic!("only reports are expected here"),
            }
        }
        self.draw();
    }

    pub(crate) fn press(&mut self, key: KeyCode) -> &mut Hand {
        self.app.handle_key(KeyEvent::new(key, KeyModifiers::NONE));
        self.wait();
        self
    }

    pub(crate) fn type_in(&mut self, text: &str) -> &mut Hand {
        for letter in text.chars() {
            self.press(if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) });
        }
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.app.handle_mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        self.wait();
    }

    /// Clicks on the first place where this text stands.
    fn click_on(&mut self, text: &str) {
        let frame = self.frame();
        let found = frame.lines().enumerate().find_map(|(row, line)| line.find(text).map(|column| (row, column)));
        let (row, column) = found.unwrap_or_else(|| panic!("{text:?} is not in\n{frame}"));
        self.mouse(MouseEventKind::Down(MouseButton::Left), column as u16, row as u16);
    }

    pub(crate) fn frame(&self) -> String {
        let width = usize::from(self.buffer.area.width.max(1));
        let line = |cells: &[ratatui::buffer::Cell]| {
            cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_string()
        };
        self.buffer.content.chunks(width).map(line).collect::<Vec<_>>().join("\n")
    }

    fn sees(&self, text: &str) {
        assert!(self.frame().contains(text), "{text:?} is not in\n{}", self.frame());
    }
}

fn set_up(code: &str, players: [&str; 2]) -> Setup {
    let sitter = |(player, name): (&str, &str)| match player.parse().unwrap() {
        Who::Person => Sitter { name: name.parse().unwrap(), who: Who::Person },
        who => Sitter::usual(who, Seat::Two, crate::words::language()),
    };
    let sitters = [sitter((players[0], "Ada")), sitter((players[1], "Bo"))];
    let id = Some("test".parse().unwrap());
    Setup { id, seed: 1, ..Setup::new(RuleBook::find(code).unwrap(), sitters) }
}
