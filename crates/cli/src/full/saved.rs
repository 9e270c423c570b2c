//! Games to go on with, and records to look at.

use std::path::PathBuf;

use duel::Record;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::canvas::{Canvas, Click, from_column, from_row};
use super::play::Play;
use super::review::Review;
use super::skin::Ink;
use crate::failure::Failure;
use crate::sitting::resumption;
use crate::sitting::resumption::{Origin, Seating};
use crate::store::games;
use crate::store::saves::Keeper;

/// More records than this in one folder are not for a menu.
const SHOWN_RECORDS: usize = 200;

enum Kept {
    /// An unfinished game of the user's.
    Unfinished(u32),
    /// A record in the folder that the program was started in.
    File(PathBuf),
}

struct Line {
    kept: Kept,
    words: String,
    /// Whether there is nothing to go on with.
    is_over: bool,
}

pub(crate) struct Saved {
    lines: Vec<Line>,
    chosen: usize,
    message: String,
}

impl Saved {
    pub(crate) fn open(desk: &Desk) -> Result<Saved, String> {
        let store = desk.store().map_err(|error| format!("{error:#}"))?;
        let games = store.list().map_err(|error| format!("{error:#}"))?;
        let mut lines: Vec<Line> = games
            .iter()
            .map(|game| Line {
                kept: Kept::Unfinished(game.id),
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
            let record = games::read_record(&path);
            let is_over = record.as_ref().is_ok_and(is_over);
            let contents = match &record {
                Ok(record) if is_over => format!("{}, finished", resumption::summary(record)),
                Ok(record) => resumption::summary(record),
                Err(_) => "damaged".into(),
            };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Line { kept: Kept::File(path), words: format!("      {name}  {contents}"), is_over }
        }));
        if lines.is_empty() {
            return Err("There is no unfinished game, and no record in this folder.".into());
        }
        Ok(Saved { lines, chosen: 0, message: String::new() })
    }

    pub(crate) fn key(&mut self, key: KeyCode, desk: &Desk) -> Next {
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

    pub(crate) fn click(&mut self, line: usize, desk: &Desk) -> Next {
        if self.chosen == line {
            return self.take_up(desk);
        }
        self.chosen = line.min(self.lines.len() - 1);
        Next::Stay
    }

    fn read(&self, desk: &Desk) -> Result<Record, String> {
        match &self.lines[self.chosen].kept {
            Kept::Unfinished(id) => {
                let store = desk.store().map_err(|error| format!("{error:#}"))?;
                store.read(*id).map_err(|error| format!("{error:#}"))
            }
            Kept::File(path) => games::read_record(path).map_err(Failure::words),
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
            Ok(play) => Next::Go(Screen::Play(Box::new(play))),
            Err(problem) => self.stay(problem),
        }
    }

    fn sit_down(&self, record: Record, desk: &Desk) -> Result<Play, String> {
        let store = desk.store().map_err(|error| format!("{error:#}"))?;
        let (claim, origin) = match &self.lines[self.chosen].kept {
            Kept::Unfinished(id) => (Some(store.claim(*id).map_err(|error| format!("{error:#}"))?), Origin::OurStore),
            Kept::File(_) => (None, Origin::Elsewhere),
        };
        let keeper = Keeper::new(Ok(store), claim);
        let (sitting, note) =
            resumption::take_up(record, origin, keeper, Seating::default()).map_err(Failure::words)?;
        Ok(Play::new(sitting).saying(note))
    }

    fn review(&mut self, desk: &Desk) -> Next {
        match self.read(desk) {
            Ok(record) => Next::Look(Box::new(Review::of(&record))),
            Err(problem) => self.stay(problem),
        }
    }

    fn stay(&mut self, problem: String) -> Next {
        self.message = problem;
        Next::Stay
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let window = canvas.area();
        let inner = Rect { x: window.x + 1, width: window.width.saturating_sub(2), ..window };
        canvas.text(Rect { height: 1, ..inner }, "Games to go on with, and records to look at", Ink::Title);
        canvas.rule(Rect { height: 1, ..from_row(inner, 1) });
        let list = Rect { height: inner.height.saturating_sub(6), ..from_row(inner, 2) };
        let top = (self.chosen + 1).saturating_sub(list.height.into());
        // At the right there is a column for the signs that there is more.
        let text = Rect { width: list.width.saturating_sub(2), ..list };
        let signs = canvas.skin.signs;
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
        let letter = KeyCode::Char;
        let mut keys = if self.lines[self.chosen].is_over {
            vec![("Enter", KeyCode::Enter, "review")]
        } else {
            vec![("Enter", KeyCode::Enter, "go on"), ("v", letter('v'), "review")]
        };
        keys.extend([("Esc", KeyCode::Esc, "menu"), ("q", letter('q'), "quit"), ("?", letter('?'), "help")]);
        canvas.keys(from_row(inner, inner.height.saturating_sub(1)), &keys);
    }
}

fn is_over(record: &Record) -> bool {
    record.position().outcome().is_some()
}
