//! Games to go on with, and records to look at.

use std::path::PathBuf;

use duel::Record;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::canvas::{Canvas, Click, from_row};
use super::keys::{self, enter, escape, letter};
use super::list;
use super::play::Play;
use super::review::Review;
use super::skin::Ink;
use crate::failure::{Failure, Fallible};
use crate::sitting::resumption;
use crate::sitting::resumption::{Custody, Seating};
use crate::store::games;
use crate::store::saves::Keeper;
use crate::store::seats;
use crate::words;

/// More records than this in one folder are not for a menu.
const SHOWN_RECORDS: usize = 200;

/// Where a game is.
enum Place {
    /// An unfinished game of the user's.
    Unfinished(u32),
    /// A live game, by its link.
    Live(String),
    /// A record in the folder that the program was started in.
    File(PathBuf),
}

struct Line {
    place: Place,
    words: String,
    /// Whether there is nothing to go on with.
    is_over: bool,
}

pub(crate) struct Shelf {
    lines: Vec<Line>,
    chosen: usize,
    message: String,
    /// Whether the question is asked if the chosen game is to go.
    is_deleting: bool,
}

impl Shelf {
    pub(crate) fn open(desk: &Desk) -> Fallible<Shelf> {
        let games = desk.store()?.list()?;
        let mut lines: Vec<Line> = games
            .iter()
            .map(|game| Line {
                place: Place::Unfinished(game.id),
                words: format!("{:>4}  {}", game.id, resumption::describe(game)),
                // One that was left just before its end was dealt with goes on to that.
                is_over: false,
            })
            .collect();
        lines.extend(seats::ongoing(&desk.live()?)?.into_iter().map(|ongoing| Line {
            words: format!("      {}", words::full().live(&resumption::describe_live(&ongoing))),
            place: Place::Live(ongoing.link),
            is_over: false,
        }));
        let entries = std::fs::read_dir(&desk.here).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|kind| kind == "duel") && path.is_file()).collect();
        files.sort();
        files.truncate(SHOWN_RECORDS);
        lines.extend(files.into_iter().map(|path| {
            let record = games::read_record(&path);
            let is_over = record.as_ref().is_ok_and(|record| record.position().outcome().is_some());
            let contents = match &record {
                Ok(record) if is_over => words::full().finished(&resumption::summary(record)),
                Ok(record) => resumption::summary(record),
                Err(_) => words::full().damaged(),
            };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Line { place: Place::File(path), words: format!("      {name}  {contents}"), is_over }
        }));
        if lines.is_empty() {
            return Err(Failure::data(words::full().nothing_to_go_on_with()));
        }
        Ok(Shelf { lines, chosen: 0, message: String::new(), is_deleting: false })
    }

    fn read(&self, desk: &Desk) -> Fallible<Record> {
        match &self.lines[self.chosen].place {
            Place::Unfinished(id) => Ok(desk.store()?.read(*id)?),
            Place::File(path) => games::read_record(path),
            Place::Live(link) => Err(Failure::data(words::full().go_on_live(link))),
        }
    }

    /// Goes on with the game; one that is over is looked at.
    fn take_up(&self, desk: &Desk) -> Fallible<Next> {
        if self.lines[self.chosen].is_over {
            return self.review(desk);
        }
        let (record, store) = (self.read(desk)?, desk.store()?);
        let (claim, custody) = match self.lines[self.chosen].place {
            Place::Unfinished(id) => (Some(store.claim(id)?), Custody::OurStore),
            Place::File(_) | Place::Live(_) => (None, Custody::Elsewhere),
        };
        let keeper = Keeper::new(Ok(store), claim);
        let (sitting, note) = resumption::take_up(record, custody, keeper, Seating::default())?;
        Ok(Next::Go(Box::new(Play::new(sitting).saying(note))))
    }

    fn review(&self, desk: &Desk) -> Fallible<Next> {
        Ok(Next::Look(Box::new(Review::of(self.read(desk)?).leading_back_to(words::full().the_list()))))
    }

    /// The number of the chosen game, if it is an unfinished one. A record is a file of the user's, and not ours to remove.
    fn unfinished(&self) -> Option<u32> {
        match self.lines[self.chosen].place {
            Place::Unfinished(id) => Some(id),
            Place::File(_) | Place::Live(_) => None,
        }
    }

    /// Removes the chosen game.
    fn delete(&mut self, desk: &Desk) -> Fallible<Next> {
        let Some(id) = self.unfinished() else { return Ok(Next::Stay) };
        // Not one that is being played in another window.
        let store = desk.store()?;
        drop(store.claim(id)?);
        store.forget(id)?;
        self.lines.remove(self.chosen);
        self.chosen = self.chosen.min(self.lines.len().saturating_sub(1));
        self.message = words::full().deleted(id);
        Ok(if self.lines.is_empty() { Next::Home(self.message.clone()) } else { Next::Stay })
    }

    /// Goes where somebody wants to, or says why that cannot be.
    fn go(&mut self, next: Fallible<Next>) -> Next {
        next.unwrap_or_else(|failure| {
            self.message = failure.words();
            Next::Stay
        })
    }
}

impl Screen for Shelf {
    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        self.message.clear();
        if std::mem::take(&mut self.is_deleting) {
            let gone = if matches!(key, KeyCode::Char('y' | 'Y')) { self.delete(desk) } else { Ok(Next::Stay) };
            return self.go(gone);
        }
        self.chosen = match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Esc | KeyCode::Char('m') | KeyCode::Left => return Next::Home(String::new()),
            KeyCode::Enter => return self.go(self.take_up(desk)),
            KeyCode::Char('v') => return self.go(self.review(desk)),
            KeyCode::Char('d') | KeyCode::Delete => {
                if let Some(id) = self.unfinished() {
                    self.is_deleting = true;
                    self.message = words::full().really_delete(id);
                }
                self.chosen
            }
            key => list::moved(key, self.chosen, self.lines.len()),
        };
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        match click {
            Click::Line(line) if line == self.chosen => return self.go(self.take_up(desk)),
            Click::Line(line) => self.chosen = line.min(self.lines.len() - 1),
            _ => {}
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let window = canvas.area();
        let inner = Rect { x: window.x + 1, width: window.width.saturating_sub(2), ..window };
        let title = words::full().games_and_records();
        let used = canvas.prose(Rect { height: 2, ..inner }, &title, Ink::Title);
        canvas.rule(Rect { height: 1, ..from_row(inner, used) });
        let list = from_row(inner, used + 1);
        let list = Rect { height: list.height.saturating_sub(1), ..list };
        let lines: Vec<String> = self.lines.iter().map(|line| line.words.clone()).collect();
        list::draw(canvas, list, &lines, self.chosen, &self.message);
        let mut keys = if self.lines[self.chosen].is_over {
            vec![enter(words::full().review())]
        } else {
            let may_be_looked_at = !matches!(self.lines[self.chosen].place, Place::Live(_));
            [enter(words::full().go_on())].into_iter().chain(may_be_looked_at.then(keys::review)).collect()
        };
        keys.extend(self.unfinished().map(|_| letter('d', words::full().delete())));
        keys.extend([escape(words::full().menu()), keys::quit(), keys::help()]);
        canvas.keys(from_row(inner, inner.height.saturating_sub(1)), &keys);
    }
}
