//! The whole program on the screen: which screen is shown, and what keys, clicks and reports do to it.

use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use duel::{Position, RuleBook};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::board::Board;
use super::canvas::{Canvas, Click, Target, hit};
use super::home::Home;
use super::jobs::{Found, Jobs, Report};
use super::layout::{SMALLEST, is_too_small};
use super::manual::Manual;
use super::run::{Arrival, INTERRUPT, Parting};
use super::skin::{Ink, Skin};
use crate::live::News;
use crate::store::chains::ChainsFile;
use crate::store::progress::ProgressFile;
use crate::store::saves::Store;
use crate::store::seats;
use crate::store::settings::SettingsFile;
use crate::words;

/// One of the screens. What it has no use for it leaves out.
pub(crate) trait Screen {
    /// It is shown for the first time.
    fn begin(&mut self, _desk: &mut Desk) {}

    /// It is shown again, after what was looked at from here.
    fn come_back(&mut self, _desk: &mut Desk) {}

    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next;

    fn click(&mut self, _click: Click, _desk: &mut Desk) -> Next {
        Next::Stay
    }

    /// The board on it, and the position there.
    fn board(&mut self) -> Option<(&mut Board, &Position)> {
        None
    }

    /// What a job found out.
    fn hear(&mut self, _found: Found, _desk: &mut Desk) {}

    /// What has happened in a live game; given back by whoever follows none.
    fn news(&mut self, news: News, _desk: &mut Desk) -> Option<News> {
        Some(news)
    }

    /// Where it leads by itself, after what was found out.
    fn next(&mut self, _desk: &Desk) -> Next {
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, desk: &Desk);

    /// After how long it looks different by itself.
    fn changes_in(&self, _desk: &Desk) -> Option<Duration> {
        None
    }

    /// Somebody has seen what was drawn last.
    fn is_seen(&mut self) {}

    /// Everybody leaves; false when something was lost by it.
    fn leave(&self, _in_a_hurry: bool) -> bool {
        true
    }
}

/// What is to happen after a screen has dealt with a key.
pub(crate) enum Next {
    Stay,
    /// To another screen.
    Go(Box<dyn Screen>),
    /// To another screen, from which there is a way back to this one.
    Look(Box<dyn Screen>),
    /// To another screen in the place of this one: its way back leads where this one's does.
    Instead(Box<dyn Screen>),
    /// Back to the screen that this one was opened from, or else to the menu.
    Back,
    /// To the menu, which says this.
    Home(String),
    Help,
    /// The same in a live game.
    LiveHelp,
    Rules(Box<RuleBook>),
    Leave,
}

/// What the screens work with.
pub(crate) struct Desk {
    pub(crate) jobs: Jobs,
    /// The window as it was last drawn.
    pub(crate) window: Rect,
    /// When that was: whoever presses a key has seen the clocks stand like this.
    pub(crate) now: Instant,
    /// Whether somebody is to look here, who may be looking elsewhere.
    pub(crate) rings: bool,
    /// A folder for everything that is kept, instead of the user's own.
    #[cfg(test)]
    folder: Option<PathBuf>,
    /// The folder that records are looked for and written in: where the program was started.
    pub(crate) here: PathBuf,
}

impl Desk {
    pub(crate) fn store(&self) -> anyhow::Result<Store> {
        #[cfg(test)]
        if let Some(folder) = &self.folder {
            return Ok(Store::at(folder.join("games")));
        }
        Store::of_user()
    }

    /// Where it is kept what was chosen.
    pub(crate) fn settings(&self) -> anyhow::Result<SettingsFile> {
        #[cfg(test)]
        if let Some(folder) = &self.folder {
            return Ok(SettingsFile::at(folder));
        }
        SettingsFile::of_user()
    }

    /// Where long chains are kept.
    pub(crate) fn chains(&self) -> anyhow::Result<ChainsFile> {
        #[cfg(test)]
        if let Some(folder) = &self.folder {
            return Ok(ChainsFile::at(folder));
        }
        ChainsFile::of_user()
    }

    /// The folder of the seats in live games.
    pub(crate) fn live(&self) -> anyhow::Result<PathBuf> {
        #[cfg(test)]
        if let Some(folder) = &self.folder {
            return Ok(folder.join("live"));
        }
        seats::folder_of_user()
    }

    /// Where the streak of solved puzzles is kept.
    pub(crate) fn streak(&self) -> anyhow::Result<ProgressFile> {
        #[cfg(test)]
        if let Some(folder) = &self.folder {
            return Ok(ProgressFile::at(folder));
        }
        ProgressFile::of_user()
    }
}

/// What is shown: a screen, or else the menu, which is always there.
struct Shown {
    screen: Option<Box<dyn Screen>>,
    home: Home,
}

impl Shown {
    fn front(&mut self) -> &mut dyn Screen {
        match &mut self.screen {
            Some(screen) => &mut **screen,
            None => &mut self.home,
        }
    }
}

pub(crate) struct App {
    pub(super) skin: Skin,
    shown: Shown,
    /// The screens that there is a way back to, the nearest last.
    behind: Vec<Box<dyn Screen>>,
    /// Something to read, on top of the screen.
    manual: Option<Manual>,
    desk: Desk,
    /// What can be clicked in the last frame.
    targets: Vec<Target>,
    /// Whether somebody is wanted in the live game behind what they are looking at.
    is_called: bool,
    suspends: bool,
    redraws: bool,
    leaves: Option<Parting>,
}

impl App {
    /// The program at its menu.
    pub(crate) fn new(skin: Skin, mut home: Home, arrivals: SyncSender<Arrival>) -> App {
        let desk = Desk {
            jobs: Jobs::new(arrivals),
            window: Rect::new(0, 0, 80, 24),
            now: Instant::now(),
            rings: false,
            #[cfg(test)]
            folder: None,
            here: ".".into(),
        };
        home.come_in(String::new(), &desk);
        App {
            skin,
            shown: Shown { screen: None, home },
            behind: Vec::new(),
            manual: None,
            desk,
            targets: Vec::new(),
            is_called: false,
            suspends: false,
            redraws: false,
            leaves: None,
        }
    }

    /// The same program, its games and records kept in this folder.
    #[cfg(test)]
    pub(crate) fn at_home_in(mut self, folder: &std::path::Path) -> App {
        self.desk.folder = Some(folder.into());
        self.desk.here = folder.into();
        self.shown.home.come_in(String::new(), &self.desk);
        self
    }

    /// Goes to a screen.
    pub(crate) fn open(&mut self, screen: Box<dyn Screen>) {
        self.desk.jobs.stop();
        self.behind.clear();
        self.shown.screen.insert(screen).begin(&mut self.desk);
    }

    pub(crate) fn handle_key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.leaves = Some(Parting::Stopped(INTERRUPT)),
                KeyCode::Char('z') => self.suspends = true,
                // Somebody else has written on the terminal.
                KeyCode::Char('l') => self.redraws = true,
                _ => {}
            }
            return;
        }
        if is_too_small(self.desk.window) {
            // Nobody obeys what nobody can see the effect of.
            if matches!(key.code, KeyCode::Char('q' | 'Q')) {
                self.leaves = Some(Parting::ByKey);
            }
            return;
        }
        self.press(key.code);
    }

    pub(crate) fn press(&mut self, key: KeyCode) {
        if let Some(manual) = &mut self.manual {
            if !manual.key(key, self.desk.window) {
                self.manual = None;
            }
            return;
        }
        let next = self.shown.front().key(key, &mut self.desk);
        self.follow(next);
    }

    pub(crate) fn handle_mouse(&mut self, mouse: MouseEvent) {
        if is_too_small(self.desk.window) {
            return;
        }
        let under = hit(&self.targets, mouse.column, mouse.row);
        let window = self.desk.window;
        let board = self.shown.front().board().filter(|_| self.manual.is_none());
        match (mouse.kind, under, board) {
            (MouseEventKind::ScrollDown, _, Some((board, position))) => board.scroll(true, position, window),
            (MouseEventKind::ScrollUp, _, Some((board, position))) => board.scroll(false, position, window),
            (MouseEventKind::ScrollDown, _, None) => self.press(KeyCode::Down),
            (MouseEventKind::ScrollUp, _, None) => self.press(KeyCode::Up),
            (MouseEventKind::Moved, Some(Click::Choice(choice)), Some((board, position))) => {
                board.point_at(choice, position, window);
            }
            (MouseEventKind::Down(MouseButton::Left), Some(Click::Key(key)), _) => self.press(key),
            (MouseEventKind::Down(MouseButton::Left), Some(_), _) if self.manual.is_some() => self.manual = None,
            (MouseEventKind::Down(MouseButton::Left), Some(click), _) => {
                let next = self.shown.front().click(click, &mut self.desk);
                self.follow(next);
            }
            _ => {}
        }
    }

    pub(crate) fn handle_report(&mut self, report: Report) {
        if let Some(found) = self.desk.jobs.hear(report) {
            self.shown.front().hear(found, &mut self.desk);
            let next = self.shown.front().next(&self.desk);
            self.follow(next);
        }
    }

    /// Whether anybody here waits for what this messenger brings.
    pub(crate) fn listens_to(&self, messenger: u64) -> bool {
        self.desk.jobs.listens_to(messenger)
    }

    /// A live game goes on behind whatever is looked at from there.
    pub(crate) fn handle_news(&mut self, news: News) {
        let mut screens = self.shown.screen.iter_mut().chain(&mut self.behind);
        // Where nobody follows a game any more nobody wants to know.
        let _ = screens.try_fold(news, |news, screen| screen.news(news, &mut self.desk));
        // Who is wanted there is told above what they look up meanwhile. Taken away it is not: the key that closes it leaves a game.
        self.is_called |= self.desk.rings;
    }

    /// Whether something is looked at in front of a game.
    fn is_looking_up(&self) -> bool {
        self.manual.is_some() || !self.behind.is_empty()
    }

    fn follow(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Go(screen) => self.open(screen),
            Next::Look(screen) => {
                self.behind.extend(self.shown.screen.take());
                self.follow(Next::Instead(screen));
            }
            Next::Instead(screen) => {
                self.desk.jobs.stop();
                self.shown.screen.insert(screen).begin(&mut self.desk);
            }
            Next::Back => match self.behind.pop() {
                Some(screen) => {
                    self.desk.jobs.stop();
                    self.shown.screen.insert(screen).come_back(&mut self.desk);
                }
                None => self.follow(Next::Home(String::new())),
            },
            Next::Home(message) => {
                self.desk.jobs.stop();
                self.shown.screen = None;
                self.behind.clear();
                self.shown.home.come_in(message, &self.desk);
            }
            Next::LiveHelp => self.manual = Some(Manual::of_keys_of_a_live_game()),
            Next::Help => self.manual = Some(Manual::of_keys(self.shown.screen.is_none())),
            Next::Rules(book) => self.manual = Some(Manual::of_book(&book)),
            Next::Leave => self.leaves = Some(Parting::ByKey),
        }
    }

    #[cfg(test)]
    pub(crate) fn is_working(&self) -> bool {
        self.desk.jobs.is_working()
    }

    /// The clocks stand like this from now on.
    pub(crate) fn it_is(&mut self, now: Instant) {
        self.desk.now = now;
    }

    /// After how long what is shown looks different by itself; where nothing does there is nothing to wait for.
    pub(crate) fn changes_in(&self) -> Option<Duration> {
        match (&self.manual, &self.shown.screen) {
            (None, Some(screen)) => screen.changes_in(&self.desk),
            _ => None,
        }
    }

    /// Draws the screen; gives what can be clicked in it.
    pub(crate) fn draw(&self, buffer: &mut Buffer) -> Vec<Target> {
        let mut canvas = Canvas::new(buffer, &self.skin);
        let window = canvas.area();
        if is_too_small(window) {
            let (columns, rows) = SMALLEST;
            let words = words::full().too_small(columns, rows);
            canvas.prose(window, &words, Ink::Plain);
            return canvas.targets;
        }
        match (&self.manual, &self.shown) {
            (Some(manual), _) => manual.draw(&mut canvas),
            (None, Shown { screen: Some(screen), .. }) => screen.draw(&mut canvas, &self.desk),
            (None, Shown { screen: None, home }) => home.draw(&mut canvas, &self.desk),
        }
        if self.is_called && self.is_looking_up() {
            let line = Rect { height: 1, ..window };
            canvas.clear(line);
            canvas.fitted(line, [(&*words::full().called(), Ink::Notice)]);
        }
        canvas.targets
    }

    /// Remembers what was drawn, for the mouse and the arrow keys.
    pub(crate) fn shown(&mut self, targets: Vec<Target>, window: Rect) {
        self.targets = targets;
        self.desk.window = window;
        self.is_called &= self.is_looking_up();
        self.shown.front().is_seen();
    }

    /// Whether somebody wants to suspend the program; asked once.
    pub(crate) fn suspends(&mut self) -> bool {
        std::mem::take(&mut self.suspends)
    }

    /// Whether the terminal is to ring; asked once.
    pub(crate) fn rings(&mut self) -> bool {
        std::mem::take(&mut self.desk.rings)
    }

    /// Whether somebody wants everything to be drawn anew; asked once.
    pub(crate) fn redraws(&mut self) -> bool {
        std::mem::take(&mut self.redraws)
    }

    /// Whether to leave.
    pub(crate) fn leaves(&self) -> Option<Parting> {
        self.leaves
    }

    /// Saves the game that is being played, and says how to come back to it; false when that failed. For when the terminal
    /// has been given back.
    pub(crate) fn part(&mut self) -> bool {
        self.desk.jobs.stop();
        let in_a_hurry = self.leaves != Some(Parting::ByKey);
        // A match may go on behind the review of its last round, and a game behind another one.
        let screens = self.shown.screen.iter().chain(&self.behind);
        let lost = screens.filter(|screen| !screen.leave(in_a_hurry));
        lost.count() == 0
    }
}
