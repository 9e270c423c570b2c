//! The whole program on the screen: which screen is shown, and what keys, clicks and reports do to it.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use duel::RuleBook;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::canvas::{Canvas, Click, Target, hit};
use super::home::Home;
use super::jobs::{Found, Jobs, Report};
use super::layout::{SMALLEST, is_too_small};
use super::pages::Page;
use super::play::Play;
use super::puzzle::Puzzles;
use super::review::Review;
use super::run::{Event, INTERRUPT};
use super::saved::Saved;
use super::skin::{Ink, Skin};
use crate::store::posed::Posed;
use crate::store::progress::ProgressFile;
use crate::store::saves::Store;

pub(crate) enum Screen {
    Home,
    Play(Box<Play>),
    Review(Box<Review>),
    Saved(Saved),
    Puzzles(Box<Puzzles>),
}

/// What is to happen after a screen has dealt with a key.
pub(crate) enum Next {
    Stay,
    /// To another screen.
    Go(Screen),
    /// To a review, from which there is a way back to this screen.
    Look(Box<Review>),
    /// Back to the screen that the review was opened from, or else to the menu.
    Back,
    /// To the menu, which says this.
    Home(String),
    Help,
    Rules(Box<RuleBook>),
    Leave,
}

/// What the screens work with.
pub(crate) struct Desk {
    pub(crate) jobs: Jobs,
    /// The window as it was last drawn.
    pub(crate) window: Rect,
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

    /// Where the streak of solved puzzles is kept.
    pub(crate) fn streak(&self) -> anyhow::Result<ProgressFile> {
        #[cfg(test)]
        if let Some(folder) = &self.folder {
            return Ok(ProgressFile::at(folder));
        }
        ProgressFile::of_user()
    }

    /// Whether the puzzle of the day is solved already, as far as anybody knows.
    pub(crate) fn is_daily_solved(&self) -> bool {
        Posed::is_todays_solved(&self.streak())
    }
}

pub(crate) struct App {
    pub(super) skin: Skin,
    screen: Screen,
    /// The screen that the review was opened from.
    behind: Option<Screen>,
    /// Something to read, on top of the screen.
    page: Option<Page>,
    home: Home,
    desk: Desk,
    /// What can be clicked in the last frame.
    targets: Vec<Target>,
    suspends: bool,
    leaves: Option<i32>,
}

impl App {
    /// The program at its menu.
    pub(crate) fn new(skin: Skin, mut home: Home, events: Sender<Event>) -> App {
        let desk = Desk {
            jobs: Jobs::new(events),
            window: Rect::new(0, 0, 80, 24),
            #[cfg(test)]
            folder: None,
            here: ".".into(),
        };
        home.begin(String::new(), &desk);
        App {
            skin,
            screen: Screen::Home,
            behind: None,
            page: None,
            home,
            desk,
            targets: Vec::new(),
            suspends: false,
            leaves: None,
        }
    }

    /// The same program, its games and records kept in this folder.
    #[cfg(test)]
    pub(crate) fn at_home_in(mut self, folder: &std::path::Path) -> App {
        self.desk.folder = Some(folder.into());
        self.desk.here = folder.into();
        self.home.begin(String::new(), &self.desk);
        self
    }

    /// Goes to the list of saved games and records, or says at the menu that there are none.
    pub(crate) fn open_saved(&mut self) {
        let next = self.home.key(KeyCode::Char('r'), &self.desk);
        self.follow(next);
    }

    /// Goes to a screen.
    pub(crate) fn open(&mut self, screen: Screen) {
        self.desk.jobs.stop();
        self.screen = screen;
        self.behind = None;
        match &mut self.screen {
            Screen::Play(play) => play.begin(&mut self.desk),
            Screen::Review(review) => review.begin(&mut self.desk),
            Screen::Puzzles(puzzles) => puzzles.begin(&mut self.desk),
            Screen::Home | Screen::Saved(_) => {}
        }
    }

    pub(crate) fn handle_key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.leaves = Some(INTERRUPT),
                KeyCode::Char('z') => self.suspends = true,
                _ => {}
            }
            return;
        }
        if is_too_small(self.desk.window) {
            // Nobody obeys what nobody can see the effect of.
            if matches!(key.code, KeyCode::Char('q' | 'Q')) {
                self.leaves = Some(0);
            }
            return;
        }
        self.press(key.code);
    }

    fn press(&mut self, key: KeyCode) {
        if let Some(page) = &mut self.page {
            if !page.key(key, self.desk.window) {
                self.page = None;
            }
            return;
        }
        let next = match &mut self.screen {
            Screen::Home => self.home.key(key, &self.desk),
            Screen::Play(play) => play.key(key, &mut self.desk),
            Screen::Review(review) => review.key(key, &mut self.desk),
            Screen::Saved(saved) => saved.key(key, &self.desk),
            Screen::Puzzles(puzzles) => puzzles.key(key, &mut self.desk),
        };
        self.follow(next);
    }

    pub(crate) fn handle_mouse(&mut self, mouse: MouseEvent) {
        if is_too_small(self.desk.window) {
            return;
        }
        let under = hit(&self.targets, mouse.column, mouse.row);
        let click = match (mouse.kind, under) {
            (MouseEventKind::ScrollDown | MouseEventKind::ScrollUp, _) => {
                return self.wheel(mouse.kind == MouseEventKind::ScrollDown);
            }
            (MouseEventKind::Moved, Some(Click::Choice(choice))) => {
                match (&mut self.screen, &self.page) {
                    (Screen::Play(play), None) => play.hover(choice, &self.desk),
                    (Screen::Puzzles(puzzles), None) => {
                        if let Some(quiz) = puzzles.quiz() {
                            quiz.hover(choice, &self.desk);
                        }
                    }
                    _ => {}
                }
                return;
            }
            (MouseEventKind::Down(MouseButton::Left), Some(click)) => click,
            _ => return,
        };
        match (click, &mut self.screen) {
            (Click::Key(key), _) => self.press(key),
            _ if self.page.is_some() => self.page = None,
            (Click::Line(_) | Click::Setting(_), Screen::Home) => {
                let next = self.home.click(click, &self.desk);
                self.follow(next);
            }
            (Click::Line(line), Screen::Saved(saved)) => {
                let next = saved.click(line, &self.desk);
                self.follow(next);
            }
            (Click::Choice(_) | Click::Number(_), Screen::Play(play)) => play.click(click, &mut self.desk),
            (Click::Choice(_) | Click::Number(_), Screen::Puzzles(puzzles)) => puzzles.click(click, &mut self.desk),
            (Click::Line(line), Screen::Review(review)) => review.go_to(line, &mut self.desk),
            _ => {}
        }
    }

    fn wheel(&mut self, down: bool) {
        match (&mut self.page, &mut self.screen) {
            (None, Screen::Play(play)) => play.scroll(down, &self.desk),
            (None, Screen::Review(review)) => review.scroll(down, &self.desk),
            (None, Screen::Puzzles(puzzles)) => {
                if let Some(quiz) = puzzles.quiz() {
                    quiz.scroll(down, &self.desk);
                }
            }
            _ => self.press(if down { KeyCode::Down } else { KeyCode::Up }),
        }
    }

    pub(crate) fn handle_report(&mut self, report: Report) {
        let Some(found) = self.desk.jobs.hear(report) else { return };
        match (&mut self.screen, found) {
            (Screen::Review(review), Found::Review(reviewed)) => review.hear(reviewed),
            (Screen::Play(play), found) => play.hear(found, &mut self.desk),
            (Screen::Puzzles(puzzles), found) => puzzles.hear(found, &mut self.desk),
            _ => {}
        }
    }

    fn follow(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Go(screen) => self.open(screen),
            Next::Look(review) => {
                let behind = std::mem::replace(&mut self.screen, Screen::Home);
                self.open(Screen::Review(review));
                self.behind = Some(behind);
            }
            Next::Back => match self.behind.take() {
                Some(screen) => self.return_to(screen),
                None => self.follow(Next::Home(String::new())),
            },
            Next::Home(message) => {
                self.home.begin(message, &self.desk);
                self.open(Screen::Home);
            }
            Next::Help => self.page = Some(Page::help()),
            Next::Rules(book) => self.page = Some(Page::rules(&book)),
            Next::Leave => self.leaves = Some(0),
        }
    }

    /// Goes back to a screen that has been begun before.
    fn return_to(&mut self, screen: Screen) {
        self.desk.jobs.stop();
        self.screen = screen;
        if let Screen::Play(play) = &mut self.screen {
            play.come_back(&mut self.desk);
        }
    }

    #[cfg(test)]
    pub(crate) fn is_working(&self) -> bool {
        self.desk.jobs.is_working()
    }

    /// Draws the screen; gives what can be clicked in it.
    pub(crate) fn draw(&self, buffer: &mut Buffer) -> Vec<Target> {
        let mut canvas = Canvas::new(buffer, &self.skin);
        let window = canvas.area();
        if is_too_small(window) {
            let (columns, rows) = SMALLEST;
            let words = format!("Please make the window larger: {columns} columns and {rows} rows will do.");
            canvas.prose(window, &words, Ink::Plain);
            return canvas.targets;
        }
        match &self.screen {
            Screen::Home => self.home.draw(&mut canvas),
            Screen::Play(play) => play.draw(&mut canvas, &self.desk),
            Screen::Review(review) => review.draw(&mut canvas, &self.desk, self.way_back()),
            Screen::Saved(saved) => saved.draw(&mut canvas),
            Screen::Puzzles(puzzles) => puzzles.draw(&mut canvas),
        }
        if let Some(page) = &self.page {
            page.draw(&mut canvas);
        }
        canvas.targets
    }

    /// Where a review leads back to, if it was opened from somewhere.
    fn way_back(&self) -> Option<&'static str> {
        match self.behind {
            Some(Screen::Play(_)) => Some("the end"),
            Some(_) => Some("the list"),
            None => None,
        }
    }

    /// Remembers what was drawn, for the mouse and the arrow keys.
    pub(crate) fn shown(&mut self, targets: Vec<Target>, window: Rect) {
        self.targets = targets;
        self.desk.window = window;
        if let Screen::Play(play) = &mut self.screen {
            play.put_away();
        }
    }

    /// Whether somebody wants to suspend the program; asked once.
    pub(crate) fn suspends(&mut self) -> bool {
        std::mem::take(&mut self.suspends)
    }

    /// Whether to leave: by key (0), or as after this signal.
    pub(crate) fn leaves(&self) -> Option<i32> {
        self.leaves
    }

    /// Saves the game that is being played, and says how to come back to it; false when that failed. For when the terminal
    /// has been given back.
    pub(crate) fn part(&mut self) -> bool {
        self.desk.jobs.stop();
        let in_a_hurry = self.leaves != Some(0);
        // A match may go on behind the review of its last round.
        match (&self.screen, &self.behind) {
            (Screen::Play(play), _) | (_, Some(Screen::Play(play))) => play.leave(in_a_hurry),
            _ => true,
        }
    }
}
