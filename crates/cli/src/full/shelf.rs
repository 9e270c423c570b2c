//! Games to go on with, and records to look at.

use std::path::PathBuf;

use duel::Record;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::canvas::{Canvas, Click, from_row};
use super::jobs::Found;
use super::keys::{self, enter, escape, letter};
use super::list;
use super::live::Live;
use super::play::Play;
use super::review::Review;
use super::skin::Ink;
use crate::failure::{Failure, Fallible};
use crate::live::Followed;
use crate::live::link::Link;
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
    /// A live game: what it is called here, and its link.
    Live(String, String),
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
    /// A live game that was reached.
    reached: Option<Live>,
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
        lines.extend(seats::ongoing(&desk.live()?)?.into_iter().enumerate().map(|(at, ongoing)| Line {
            words: format!("{:>4}  {}", seats::label(at), words::full().live(&resumption::describe_live(&ongoing))),
            place: Place::Live(seats::label(at), ongoing.link),
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
        Ok(Shelf { lines, chosen: 0, message: String::new(), is_deleting: false, reached: None })
    }

    fn read(&self, desk: &Desk) -> Fallible<Record> {
        match &self.lines[self.chosen].place {
            Place::Unfinished(id) => Ok(desk.store()?.read(*id)?),
            Place::File(path) => games::read_record(path),
            Place::Live(_, link) => Err(Failure::data(words::full().go_on_live(link))),
        }
    }

    /// Goes to a live game. Nobody waits for a server without being able to do something else.
    fn go_there(&mut self, link: &str, desk: &mut Desk) -> Fallible<Next> {
        let link: Link = link.parse().map_err(|why: String| Failure::data(why))?;
        self.message = words::full().on_the_way_there();
        desk.jobs.start(move |_| Found::LiveGame(Box::new(Followed::join(link, None, false).map_err(Failure::words))));
        Ok(Next::Stay)
    }

    /// Goes on with the game; one that is over is looked at.
    fn take_up(&mut self, desk: &mut Desk) -> Fallible<Next> {
        if let Place::Live(_, link) = &self.lines[self.chosen].place {
            return self.go_there(&link.clone(), desk);
        }
        if self.lines[self.chosen].is_over {
            return self.review(desk);
        }
        let (record, store) = (self.read(desk)?, desk.store()?);
        let (claim, custody) = match self.lines[self.chosen].place {
            Place::Unfinished(id) => (Some(store.claim(id)?), Custody::OurStore),
            Place::File(_) | Place::Live(..) => (None, Custody::Elsewhere),
        };
        let keeper = Keeper::new(Ok(store), claim);
        let (sitting, note) = resumption::take_up(record, custody, keeper, Seating::default())?;
        Ok(Next::Go(Box::new(Play::new(sitting).saying(note))))
    }

    fn review(&self, desk: &Desk) -> Fallible<Next> {
        Ok(Next::Look(Box::new(Review::of(self.read(desk)?).leading_back_to(words::full().the_list()))))
    }

    /// What is asked before the chosen game goes. A record is a file of the user's, and not ours to remove.
    fn question(&self) -> Option<String> {
        match &self.lines[self.chosen].place {
            Place::Unfinished(id) => Some(words::full().really_delete(*id)),
            Place::Live(label, _) => Some(words::full().really_forget(label)),
            Place::File(_) => None,
        }
    }

    /// Removes the chosen game.
    fn delete(&mut self, desk: &Desk) -> Fallible<Next> {
        self.message = match &self.lines[self.chosen].place {
            Place::Unfinished(id) => {
                // Not one that is being played in another window.
                let store = desk.store()?;
                drop(store.claim(*id)?);
                store.forget(*id)?;
                words::full().deleted(*id)
            }
            Place::Live(label, link) => {
                seats::forget(&desk.live()?, link)?;
                words::full().forgotten(label)
            }
            Place::File(_) => return Ok(Next::Stay),
        };
        self.lines.remove(self.chosen);
        self.chosen = self.chosen.min(self.lines.len().saturating_sub(1));
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
            KeyCode::Enter => {
                let next = self.take_up(desk);
                return self.go(next);
            }
            KeyCode::Char('v') => return self.go(self.review(desk)),
            KeyCode::Char('d') | KeyCode::Delete => {
                let question = self.question();
                self.is_deleting = question.is_some();
                self.message = question.unwrap_or_default();
                self.chosen
            }
            key => list::moved(key, self.chosen, self.lines.len()),
        };
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        match click {
            Click::Line(line) if line == self.chosen => {
                let next = self.take_up(desk);
                return self.go(next);
            }
            Click::Line(line) => self.chosen = line.min(self.lines.len() - 1),
            _ => {}
        }
        Next::Stay
    }

    fn hear(&mut self, found: Found, _desk: &mut Desk) {
        let Found::LiveGame(reached) = found else { return };
        match *reached {
            Ok((game, note)) => self.reached = Some(Live::new(game, note)),
            Err(words) => self.message = words,
        }
    }

    fn next(&mut self, _desk: &Desk) -> Next {
        self.reached.take().map_or(Next::Stay, |live| Next::Go(Box::new(live)))
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
            let may_be_looked_at = !matches!(self.lines[self.chosen].place, Place::Live(..));
            [enter(words::full().go_on())].into_iter().chain(may_be_looked_at.then(keys::review)).collect()
        };
        let is_ours = !matches!(self.lines[self.chosen].place, Place::File(_));
        keys.extend(is_ours.then(|| letter('d', words::full().delete())));
        keys.extend([escape(words::full().menu()), keys::quit(), keys::help()]);
        canvas.keys(from_row(inner, inner.height.saturating_sub(1)), &keys);
    }
}
