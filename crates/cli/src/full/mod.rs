//! The full screen: the game on a terminal that shows a whole board at once.
//!
//! It is state ([`app::App`]), `handle_key` and its like, and drawing from `&App`. The screens are one file each and hold
//! no rule of the game: they ask the position what is legal and the coach what is true.

mod app;
mod board;
mod canvas;
mod division;
mod grid;
mod history;
mod home;
mod home_view;
mod jobs;
mod keys;
mod large;
mod layout;
mod legend;
mod lesson;
mod list;
mod live;
mod longest;
mod manual;
mod measure;
mod play;
mod play_end;
mod play_on;
mod play_view;
mod players;
mod puzzle;
mod quiz;
mod remarks;
mod review;
mod run;
mod scene;
mod shelf;
mod skin;
#[cfg(test)]
pub(crate) mod tests;

use std::io::{self, IsTerminal};

use duel::lesson::Lesson;
use duel::longest::Size;
use duel::puzzle::Sort;
use duel::{Record, RuleBook};
use ratatui::crossterm::event::KeyCode;

use self::app::{App, Screen};
pub(crate) use self::home::Home;
use self::lesson::Steps;
use self::live::Live;
use self::longest::Longest;
pub use self::measure::Frames;
use self::play::Play;
use self::puzzle::Puzzles;
use self::review::Review;
use self::skin::Skin;
use crate::failure::Fallible;
use crate::live::Followed;
use crate::sitting::Sitting;
use crate::sitting::alone::Alone;
use crate::store::chains::ChainsFile;
use crate::store::posed::Posed;

/// How people want to be shown things.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Front {
    /// Line mode: a prompt at a time, without the full screen
    #[arg(long, global = true, display_order = 900)]
    plain: bool,
    /// Draw with ASCII signs only, in full screen and charts
    #[arg(long, global = true, display_order = 901, conflicts_with = "plain")]
    ascii: bool,
    /// Line mode in short turns, for those who listen: what changed and what is legal; remembered until --brief=no
    #[arg(long, global = true, display_order = 902, value_name = "yes|no", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "yes", value_parser = yes_or_no, conflicts_with = "ascii")]
    brief: Option<bool>,
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no".into()),
    }
}

impl Front {
    /// Whether the full screen is to be shown: on a terminal that can, unless somebody wants it plain.
    pub(crate) fn is_full_screen(&self) -> bool {
        let able = std::env::var_os("TERM").is_none_or(|term| term != "dumb" && !term.is_empty());
        let able = able && (cfg!(windows) || std::env::var_os("TERM").is_some());
        !self.plain && self.brief != Some(true) && able && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Whether to draw with ASCII signs only.
    pub(crate) fn is_ascii(&self) -> bool {
        self.ascii || !skin::shows_signs()
    }

    /// Whether turns of line mode are to be short, if somebody said so.
    pub(crate) fn brief(&self) -> Option<bool> {
        self.brief
    }

    /// The menu.
    pub(crate) fn show_home(&self, home: Home) -> Fallible {
        self.show(home, |_| {})
    }

    /// A game, new or taken up again, and what there is to say about it at first.
    pub(crate) fn show_game(&self, sitting: Sitting, note: Option<String>) -> Fallible {
        self.show_screen(Play::new(sitting).saying(note))
    }

    /// A live game, and what there is to say about it at first.
    pub(crate) fn show_live(&self, game: Followed, note: Option<String>) -> Fallible {
        self.show_screen(Live::new(game, note))
    }

    /// A game to look at.
    pub(crate) fn show_review(&self, record: &Record) -> Fallible {
        self.show_screen(Review::of(record.clone()))
    }

    /// A puzzle, and more of the same kind.
    pub(crate) fn show_puzzle(&self, posed: Posed, book: Option<RuleBook>, sort: Sort) -> Fallible {
        self.show_screen(Puzzles::showing(posed, book, sort))
    }

    /// The longest chain of so many numbers, to be made alone.
    pub(crate) fn show_longest(&self, size: Size) -> Fallible {
        self.show_screen(Longest::of(Alone::sit_down(size, ChainsFile::of_user())))
    }

    /// A lesson, or the list of them.
    pub(crate) fn show_lesson(&self, lesson: Option<Lesson>) -> Fallible {
        match lesson {
            Some(lesson) => self.show_screen(Steps::of(lesson)),
            None => self.show(Home::of_user(), |app| app.press(KeyCode::Char('l'))),
        }
    }

    /// The saved games and records; where there are none the menu says so.
    pub(crate) fn show_saved(&self) -> Fallible {
        self.show(Home::of_user(), |app| app.press(KeyCode::Char('r')))
    }

    fn show_screen(&self, screen: impl Screen + 'static) -> Fallible {
        self.show(Home::of_user(), |app| app.open(Box::new(screen)))
    }

    fn show(&self, home: Home, open: impl FnOnce(&mut App)) -> Fallible {
        let skin = Skin::of_terminal(self.ascii);
        run::show(|arrivals| {
            let mut app = App::new(skin, home, arrivals);
            open(&mut app);
            app
        })
    }
}
