//! Frames to be measured: the real screens, drawn to a terminal that nobody looks at.

use std::io;
use std::sync::mpsc::{self, Receiver};

use duel::session::Setup;
use duel::{RuleBook, Sitter, Who};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use super::app::App;
use super::home::Home;
use super::play::Play;
use super::run::{Arrival, WAITING};
use super::skin::{Colours, Skin};
use crate::sitting::{Around, Sitting};
use crate::store::saves::Keeper;

/// A game of two people in a window of some size.
pub struct Frames {
    app: App,
    terminal: Terminal<CrosstermBackend<io::Sink>>,
    /// Nothing listens to the jobs; it is only kept open.
    _events: Receiver<Arrival>,
}

impl Frames {
    /// A game of this code, nothing of which is saved.
    ///
    /// # Panics
    /// The code must be that of a game that can be played.
    pub fn of(code: &str, columns: u16, rows: u16) -> Frames {
        let book = RuleBook::find(code).expect("the code of a game");
        let person = |name: &str| Sitter { name: name.parse().expect("a name"), who: Who::Person };
        let setup = Setup::new(book, ["Ada", "Bo"].map(person));
        let keeper = Keeper::new(Err(anyhow::anyhow!("nothing is saved here")), None);
        let sitting = Sitting::begin(setup, keeper, Around::default()).expect("a game that can be played");
        let (sender, events) = mpsc::sync_channel(WAITING);
        let mut app = App::new(Skin::new(false, Colours::Many), Home::new(), sender);
        app.open(Box::new(Play::new(sitting)));
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, columns, rows)) };
        let terminal = Terminal::with_options(CrosstermBackend::new(io::sink()), options).expect("nothing can fail");
        Frames { app, terminal, _events: events }
    }

    /// Moves the cursor on, and draws the frame that shows it.
    ///
    /// # Panics
    /// Never: nothing can go wrong on a terminal that is not there.
    pub fn next(&mut self) {
        self.app.handle_key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
        super::run::draw(&mut self.terminal, &mut self.app).expect("nothing can fail");
    }
}
