//! Games to go on with, and records to look at.

use std::path::PathBuf;

use duel::Record;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::canvas::{Canvas, Click, from_column, from_row};
use super::keys::{self, enter, escape};
use super::play::Play;
use super::review::Review;
use super::say::say;
use super::skin::Ink;
use crate::commands::invocation;
use crate::failure::Failure;
use crate::store::resumption;
use crate::store::resumption::{Origin, Seating};
use crate::store::saves::Keeper;

/// More records than this in one folder are not for a menu.
const SHOWN_RECORDS: usize = 200;

/// Where a game is.
enum Place {
    /// An unfinished game of the user's.
    Unfinished(u32),
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
}

impl Shelf {
    pub(crate) fn open(desk: &Desk) -> Result<Shelf, String> {
        let store = desk.store().map_err(|error| format!("{error:#}"))?;
        let games = store.list().map_err(|error| format!("{error:#}"))?;
        let mut lines: Vec<Line> = games
            .iter()
            .map(|game| Line {
                place: Place::Unfinished(game.id),
                words: format!("{:>4}  {}", game.id, resumption::describe(game)),
                // One that was left just before its end was dealt with goes on to that.
                is_over: false,
            })
            .collect();
        let entries = std::fs::read_dir(&desk.here).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|kind| kind == "duel") && path.is_file()).collect();
        files.sort();
        files.truncate(SHOWN_RECORDS);
        lines.extend(files.into_iter().map(|path| {
            let record = invocation::read_record(&path);
            let is_over = record.as_ref().is_ok_and(is_over);
            let contents = match &record {
                Ok(record) if is_over => say!("{}, finished", resumption::summary(record)),
                Ok(record) => resumption::summary(record),
                Err(_) => say!("damaged"),
            };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Line { place: Place::File(path), words: format!("      {name}  {contents}"), is_over }
        }));
        if lines.is_empty() {
            return Err(say!("There is no unfinished game, and no record in this folder."));
        }
        Ok(Shelf { lines, chosen: 0, message: String::new() })
    }

    fn read(&self, desk: &Desk) -> Result<Record, String> {
        match &self.lines[self.chosen].place {
            Place::Unfinished(id) => {
                let store = desk.store().map_err(|error| format!("{error:#}"))?;
                store.read(*id).map_err(|error| format!("{error:#}"))
            }
            Place::File(path) => invocation::read_record(path).map_err(Failure::words),
        }
    }

    /// Goes on with the game; one that is over is looked at.
    fn take_up(&mut self, desk: &Desk) -> Next {
        let record = match self.read(desk) {
            Ok(_) if self.lines[self.chosen].is_over => return self.review(desk),
            Ok(record) => record,
            Err(problem) => return self.stay(problem),
        };
        match self.sit_down(record, desk) {
            Ok(play) => Next::Go(Box::new(play)),
            Err(problem) => self.stay(problem),
        }
    }

    fn sit_down(&self, record: Record, desk: &Desk) -> Result<Play, String> {
        let store = desk.store().map_err(|error| format!("{error:#}"))?;
        let (claim, origin) = match &self.lines[self.chosen].place {
            Place::Unfinished(id) => (Some(store.claim(*id).map_err(|error| format!("{error:#}"))?), Origin::OurStore),
            Place::File(_) => (None, Origin::Elsewhere),
        };
        let keeper = Keeper::new(Ok(store), claim);
        let (sitting, note) =
            resumption::sit_down(record, origin, keeper, Seating::default()).map_err(Failure::words)?;
        Ok(Play::new(sitting).saying(note))
    }

    fn review(&mut self, desk: &Desk) -> Next {
        match self.read(desk) {
            Ok(record) => Next::Look(Box::new(Review::of(record).leading_back_to(say!("the list")))),
            Err(problem) => self.stay(problem),
        }
    }

    fn stay(&mut self, problem: String) -> Next {
        self.message = problem;
        Next::Stay
    }
}

impl Screen for Shelf {
    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        self.message.clear();
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Esc | KeyCode::Char('m') | KeyCode::Left => return Next::Home(String::new()),
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(self.lines.len() - 1),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = self.lines.len() - 1,
            KeyCode::Enter => return self.take_up(desk),
            KeyCode::Char('v') => return self.review(desk),
            _ => {}
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        let Click::Line(line) = click else { return Next::Stay };
        if self.chosen == line {
            return self.take_up(desk);
        }
        self.chosen = line.min(self.lines.len() - 1);
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let window = canvas.area();
        let inner = Rect { x: window.x + 1, width: window.width.saturating_sub(2), ..window };
        let title = say!("Games to go on with, and records to look at");
        let used = canvas.prose(Rect { height: 2, ..inner }, &title, Ink::Title);
        canvas.rule(Rect { height: 1, ..from_row(inner, used) });
        let list = from_row(inner, used + 1);
        let list = Rect { height: list.height.saturating_sub(4), ..list };
        let top = (self.chosen + 1).saturating_sub(list.height.into());
        // At the right there is a column for the signs that there is more.
        let text = Rect { width: list.width.saturating_sub(2), ..list };
        let signs = &canvas.skin.signs;
        if top > 0 {
            canvas.right(Rect { height: 1, ..list }, signs.more_above, Ink::Key);
        }
        if top + usize::from(list.height) < self.lines.len() {
            canvas.right(from_row(list, list.height.saturating_sub(1)), signs.more_below, Ink::Key);
        }
        for (row, (at, line)) in self.lines.iter().enumerate().skip(top).take(list.height.into()).enumerate() {
            let area = Rect { height: 1, ..from_row(text, row as u16) };
            let chosen = at == self.chosen;
            let bar = if chosen { signs.bar } else { " " };
            canvas.text(area, bar, Ink::Open);
            canvas.fitted(from_column(area, 2), [(&*line.words, if chosen { Ink::Title } else { Ink::Plain })]);
            canvas.target(area, Click::Line(at));
        }
        canvas.prose(
            Rect { height: 2, ..from_row(inner, inner.height.saturating_sub(3)) },
            &self.message,
            Ink::Multiple,
        );
        let mut keys = if self.lines[self.chosen].is_over {
            vec![enter(say!("review"))]
        } else {
            vec![enter(say!("go on")), keys::review()]
        };
        keys.extend([escape(say!("menu")), keys::quit(), keys::help()]);
        canvas.keys(from_row(inner, inner.height.saturating_sub(1)), &keys);
    }
}

fn is_over(record: &Record) -> bool {
    record.position().outcome().is_some()
}
