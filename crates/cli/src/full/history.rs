//! What somebody has done: the games that were finished, to search and look at again, and how they are counted.

use duel::tally::Tally;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::canvas::{Canvas, Click, from_row};
use super::keys::{self, Key, enter, escape, key, letter};
use super::list;
use super::review::Review;
use super::skin::Ink;
use crate::failure::{Failure, Fallible};
use crate::line::deeds::{counted, numbered};
use crate::store::history::{Kept, Listing};
use crate::store::progress;
use crate::words;

/// Nobody searches for more.
const LONGEST_SEARCH: usize = 60;

pub(crate) struct History {
    listing: Listing,
    /// What was counted, a line each.
    counted: Vec<String>,
    /// Whether that is shown instead of the games.
    is_counting: bool,
    searched: String,
    is_typing: bool,
    chosen: usize,
    message: String,
    /// Whether the question is asked if the chosen game is to go.
    is_deleting: bool,
}

impl History {
    pub(crate) fn open(desk: &Desk) -> Fallible<History> {
        let listing = desk.store()?.history().list()?;
        let is_counting = listing.games.is_empty();
        if is_counting && progress::known(&desk.streak()).is_new() {
            return Err(Failure::data(words::both().no_finished_game()));
        }
        let message = match listing.skipped.as_slice() {
            [] => words::both().games_kept(),
            [skipped, ..] => skipped.clone(),
        };
        let mut history = History {
            listing,
            counted: Vec::new(),
            is_counting,
            searched: String::new(),
            is_typing: false,
            chosen: 0,
            message,
            is_deleting: false,
        };
        history.count(desk);
        Ok(history)
    }

    fn count(&mut self, desk: &Desk) {
        self.counted = counted(&Tally::of(self.listing.finished()), &progress::known(&desk.streak()));
    }

    /// The games that were searched for, with their numbers.
    fn found(&self) -> impl Iterator<Item = (usize, &Kept)> {
        numbered(&self.listing).filter(|(_, kept)| kept.has(&self.searched))
    }

    fn lines(&self) -> Vec<String> {
        if self.is_counting {
            return self.counted.clone();
        }
        self.found().map(|(number, kept)| format!("{number:>4}  {:<10}  {}", kept.day(), kept.words())).collect()
    }

    fn chosen(&self) -> Option<&Kept> {
        if self.is_counting { None } else { self.found().nth(self.chosen).map(|(_, kept)| kept) }
    }

    fn review(&self) -> Next {
        match self.chosen() {
            Some(kept) => {
                let review = Review::of(kept.record.clone());
                Next::Look(Box::new(review.leading_back_to(words::full().the_list())))
            }
            None => Next::Stay,
        }
    }

    fn delete(&mut self, desk: &Desk) -> Fallible<Next> {
        let Some((name, game)) = self.chosen().map(|kept| (kept.name.clone(), kept.words())) else {
            return Ok(Next::Stay);
        };
        desk.store()?.history().forget(&name)?;
        self.listing.games.retain(|kept| kept.name != name);
        self.count(desk);
        self.chosen = self.chosen.min(self.lines().len().saturating_sub(1));
        self.message = words::full().deleted_game(&game);
        Ok(if self.listing.games.is_empty() { Next::Home(self.message.clone()) } else { Next::Stay })
    }

    /// A key while somebody types what is searched for.
    fn type_key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char(letter) if self.searched.len() < LONGEST_SEARCH => self.searched.push(letter),
            KeyCode::Backspace => drop(self.searched.pop()),
            KeyCode::Enter | KeyCode::Down | KeyCode::Tab => self.is_typing = false,
            KeyCode::Esc => (self.is_typing, self.searched) = (false, String::new()),
            _ => {}
        }
        self.chosen = 0;
        if self.found().next().is_none() {
            self.message = words::full().nothing_found();
        }
    }

    fn keys(&self) -> Vec<Key> {
        if self.is_typing {
            let typing = key(KeyCode::Null, words::full().letter_keys(), words::full().type_it());
            return vec![enter(words::full().done()), typing, escape(words::full().all_games())];
        }
        let mut keys = match self.chosen() {
            Some(_) => vec![
                enter(words::full().review()),
                letter('/', words::full().search()),
                letter('s', words::full().stats()),
                letter('d', words::full().delete()),
            ],
            None => vec![letter('/', words::full().search()), letter('s', words::full().games())],
        };
        keys.extend([escape(words::full().menu()), keys::quit(), keys::help()]);
        keys
    }
}

impl Screen for History {
    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        self.message.clear();
        if std::mem::take(&mut self.is_deleting) {
            let gone = if matches!(key, KeyCode::Char('y' | 'Y')) { self.delete(desk) } else { Ok(Next::Stay) };
            return gone.unwrap_or_else(|failure| {
                self.message = failure.words();
                Next::Stay
            });
        }
        if self.is_typing {
            self.type_key(key);
            return Next::Stay;
        }
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Esc if !self.searched.is_empty() && !self.is_counting => {
                (self.searched, self.chosen) = (String::new(), 0);
            }
            KeyCode::Esc | KeyCode::Char('m') | KeyCode::Left => return Next::Home(String::new()),
            KeyCode::Enter | KeyCode::Char('v') => return self.review(),
            KeyCode::Char('/') => (self.is_typing, self.is_counting, self.chosen) = (true, false, 0),
            KeyCode::Char('s') => (self.is_counting, self.chosen) = (!self.is_counting, 0),
            KeyCode::Char('d') | KeyCode::Delete => {
                if let Some(kept) = self.chosen() {
                    self.message = words::full().really_delete_game(&kept.words());
                    self.is_deleting = true;
                }
            }
            key => self.chosen = list::moved(key, self.chosen, self.lines().len()),
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, _desk: &mut Desk) -> Next {
        match click {
            Click::Line(line) if line == self.chosen => return self.review(),
            Click::Line(line) => self.chosen = line.min(self.lines().len().saturating_sub(1)),
            _ => {}
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let window = canvas.area();
        let inner = Rect { x: window.x + 1, width: window.width.saturating_sub(2), ..window };
        let title = match (self.is_typing, self.searched.is_empty()) {
            (true, _) => words::full().searching(&self.searched),
            (false, true) => words::full().what_you_have_done(),
            (false, false) => words::full().searched(&self.searched),
        };
        let used = canvas.prose(Rect { height: 2, ..inner }, &title, Ink::Title);
        canvas.rule(Rect { height: 1, ..from_row(inner, used) });
        let list = from_row(inner, used + 1);
        let list = Rect { height: list.height.saturating_sub(1), ..list };
        list::draw(canvas, list, &self.lines(), self.chosen, &self.message);
        canvas.keys(from_row(inner, inner.height.saturating_sub(1)), &self.keys());
    }
}
