//! A game looked at afterwards: forward and backward through it, what each move did, and where it turned.

use duel::{Mark, Move, OutOfBudget, Position, Record, Reviewed, RuleBook, turning_points, turning_points_in_words};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next};
use super::board::Board;
use super::canvas::{Canvas, Click, from_column, from_row, width};
use super::jobs::Task;
use super::layout::Areas;
use super::skin::{Ink, Signs};
use crate::line::board::standing;
use crate::line::prompt::printable;

pub(crate) struct Review {
    title: String,
    names: [String; 2],
    end: Position,
    /// How many moves were made by chance.
    opening: usize,
    /// What a bot did that lost by anything but the rules.
    fault: Option<String>,
    board: Board,
    /// What each move did, as soon as it is found out.
    reviewed: Result<Option<Vec<Reviewed>>, OutOfBudget>,
}

impl Review {
    pub(crate) fn new(title: &str, end: Position, names: [String; 2]) -> Review {
        let board = Board::new(end.clone());
        Review { title: title.into(), names, end, opening: 0, fault: None, board, reviewed: Ok(None) }
    }

    pub(crate) fn of(record: &Record) -> Review {
        let title = RuleBook::find(record.code()).map_or(record.code().into(), |book| book.title().to_string());
        let names = record.players().clone().map(|name| name.to_string());
        Review {
            opening: record.opening(),
            fault: record.fault().map(printable),
            ..Review::new(&title, record.position().clone(), names)
        }
    }

    pub(crate) fn begin(&mut self, desk: &mut Desk) {
        desk.jobs.start(Task::Review { end: self.end.clone(), opening: self.opening });
    }

    pub(crate) fn hear(&mut self, reviewed: Result<Vec<Reviewed>, OutOfBudget>) {
        self.reviewed = reviewed.map(Some);
        self.point_out();
    }

    /// How many moves have been made in what is shown.
    fn at(&self) -> usize {
        self.board.position().moves().len()
    }

    pub(crate) fn go_to(&mut self, at: usize, desk: &mut Desk) {
        let at = at.min(self.end.moves().len());
        let end = &self.end;
        self.board.change(|position| {
            while position.moves().len() > at {
                position.undo();
            }
            // Its moves were legal when they were made.
            let _ = position.play_all(end.moves()[position.moves().len()..at].iter().copied());
            // A game that somebody gave up ends only on its last page.
            if at == end.moves().len() {
                position.clone_from(end);
            }
        });
        let area = Areas::around(desk.window, &self.board).board;
        self.board.follow_last(area);
        self.point_out();
    }

    /// At a turning point the better move stands out on the board.
    fn point_out(&mut self) {
        let shown = self.at().checked_sub(1).and_then(|at| self.marks().get(at));
        self.board.notes.hint = shown.and_then(|reviewed| reviewed.better.as_ref()).map(|better| better.chosen);
    }

    pub(crate) fn scroll(&mut self, down: bool, desk: &Desk) {
        let area = Areas::around(desk.window, &self.board).board;
        self.board.scroll(down, area);
    }

    pub(crate) fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        let at = self.at();
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Char('m') => return Next::Home(String::new()),
            KeyCode::Esc => return Next::Back,
            KeyCode::Left => self.go_to(at.saturating_sub(1), desk),
            KeyCode::Right | KeyCode::Char(' ') => self.go_to(at + 1, desk),
            KeyCode::Home => self.go_to(0, desk),
            KeyCode::End => self.go_to(usize::MAX, desk),
            KeyCode::Char('t') => {
                let turns = self.turning_points();
                // After the last one it begins again with the first.
                if let Some(&turn) = turns.iter().find(|&&turn| turn > at).or(turns.first()) {
                    self.go_to(turn, desk);
                }
            }
            _ => {}
        }
        Next::Stay
    }

    fn marks(&self) -> &[Reviewed] {
        self.reviewed.as_ref().ok().and_then(Option::as_deref).unwrap_or_default()
    }

    /// After how many moves the game has just turned.
    fn turning_points(&self) -> Vec<usize> {
        turning_points(self.marks())
    }

    /// Draws the review; `way_back` is what Esc leads to, where that is not the menu.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, desk: &Desk, way_back: Option<&'static str>) {
        let areas = Areas::around(canvas.area(), &self.board);
        let [first, second] = &self.names;
        let who = format!("  {first} against {second}");
        let page = format!("move {} of {}", self.at(), self.end.moves().len());
        let used = canvas.right(areas.title, &page, Ink::Plain);
        let title = Rect { width: areas.title.width.saturating_sub(used + 2), ..areas.title };
        canvas.fitted(title, [(&*self.title, Ink::Title), (&*who, Ink::Faint)]);
        self.board.draw(canvas, areas.board, false);
        areas.part(canvas);
        self.draw_words(canvas, areas.words, desk);
        let letter = KeyCode::Char;
        let mut keys = vec![("Left", KeyCode::Left, "back"), ("Right", KeyCode::Right, "on")];
        if !self.turning_points().is_empty() {
            keys.push(("t", letter('t'), "turning point"));
        }
        keys.extend(way_back.map(|place| ("Esc", KeyCode::Esc, place)));
        keys.extend([
            ("m", letter('m'), "menu"),
            ("Home", KeyCode::Home, "start"),
            ("End", KeyCode::End, "end"),
            ("q", letter('q'), "quit"),
            ("?", letter('?'), "help"),
        ]);
        canvas.keys(areas.keys, &keys);
    }

    fn draw_words(&self, canvas: &mut Canvas<'_>, area: Rect, desk: &Desk) {
        let at = self.at();
        let played = at.checked_sub(1).and_then(|at| self.end.moves().get(at));
        let words = match played {
            None => "The start.".to_string(),
            Some(played) => format!("{}. {}: {played}", at, self.names[(at - 1) % 2]),
        };
        let mark = at.checked_sub(1).and_then(|at| self.marks().get(at));
        let judged = mark.map(|reviewed| format!(", {}", reviewed.mark)).unwrap_or_default();
        let said = if width(&words) + width(&judged) > area.width {
            // Long names: it goes on below.
            canvas.prose(Rect { height: area.height.min(2), ..area }, &format!("{words}{judged}"), Ink::Title)
        } else {
            let ink = mark.map_or(Ink::Plain, |reviewed| ink_of(reviewed.mark));
            canvas.pieces(area, [(&*words, Ink::Title), (&*judged, ink)]);
            1
        };
        let is_beside = area.height >= 14;
        let list_lines = if is_beside { area.height / 2 } else { 1 };
        let rest = Rect { height: area.height.saturating_sub(said + 1 + list_lines), ..from_row(area, said) };
        let sentence = match (mark.and_then(|reviewed| reviewed.better.as_ref()), &self.reviewed) {
            (Some(better), _) => format!("Better: {better}"),
            (None, Err(_)) => "This game is too hard to review.".into(),
            (None, Ok(None)) if desk.jobs.is_working() => "Looking at every move.".into(),
            (None, Ok(None)) => String::new(),
            (None, Ok(Some(_))) if at == self.end.moves().len() => {
                let fault = self.fault.as_ref().map(|fault| format!(" The loser {fault}.")).unwrap_or_default();
                format!("{}{fault} {}", standing(&self.end, &self.names), self.turned())
            }
            (None, Ok(Some(_))) => String::new(),
        };
        canvas.prose(rest, &sentence, Ink::Plain);
        let list = from_row(area, area.height.saturating_sub(list_lines));
        if is_beside { self.list_moves(canvas, list) } else { self.draw_moves(canvas, list) }
    }

    /// Where the game turned, and what would have been better than giving up.
    fn turned(&self) -> String {
        let given_up = self.marks().get(self.end.moves().len()).and_then(|reviewed| reviewed.better.as_ref());
        let better = given_up.map(|better| format!(" Better: {better}")).unwrap_or_default();
        format!("{}{better}", turning_points_in_words(self.marks()))
    }

    /// The same one below the other, in words.
    fn list_moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let moves = self.end.moves();
        let rows = usize::from(area.height);
        let first = self.at().saturating_sub(rows / 2 + 1).min(moves.len().saturating_sub(rows));
        for (row, (index, played)) in moves.iter().enumerate().skip(first).take(rows).enumerate() {
            let line = Rect { height: 1, ..from_row(area, row as u16) };
            let mark = self.marks().get(index).map(|reviewed| reviewed.mark);
            let words = mark.map(|mark| format!(", {mark}")).unwrap_or_default();
            let text = format!("{:>2}. {}: {played}{words}", index + 1, self.names[index % 2]);
            let ink = if index + 1 == self.at() { Ink::Cursor } else { mark.map_or(Ink::Plain, ink_of) };
            canvas.fitted(line, [(&*text, ink)]);
            canvas.target(line, Click::Line(index + 1));
        }
    }

    /// The moves around the one that is shown, each to be clicked, with what it did.
    fn draw_moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let moves = self.end.moves();
        let signs = canvas.skin.signs;
        let text = |at: usize, played: &Move| format!("{played}{} ", sign_of(self.marks().get(at), signs));
        let at = self.at();
        // The shown move in the middle, as far as there is something on both sides.
        let mut first = at.saturating_sub(1);
        let mut room = area.width / 2;
        while first > 0 && width(&text(first - 1, &moves[first - 1])) <= room {
            first -= 1;
            room -= width(&text(first, &moves[first]));
        }
        // What is left over after the end shows more of the beginning.
        let wide = |from: usize| moves.iter().enumerate().skip(from).map(|(at, played)| width(&text(at, played)));
        while first > 0 && wide(first - 1).fold(0, u16::saturating_add) <= area.width {
            first -= 1;
        }
        let mut used = 0;
        for (index, played) in moves.iter().enumerate().skip(first) {
            let text = text(index, played);
            if used + width(&text) > area.width {
                break;
            }
            let ink = match self.marks().get(index) {
                _ if index + 1 == at => Ink::Cursor,
                Some(reviewed) => ink_of(reviewed.mark),
                None => Ink::Plain,
            };
            let start = from_column(area, used);
            let written = canvas.text(start, text.trim_end(), ink);
            canvas.target(Rect { width: written, height: 1, ..start }, Click::Line(index + 1));
            used += width(&text);
        }
    }
}

fn ink_of(mark: Mark) -> Ink {
    match mark {
        Mark::KeptTheWin => Ink::Wins,
        Mark::ThrewItAway => Ink::Loses,
        Mark::OnlyMove | Mark::LostAnyway | Mark::NotKnown | Mark::ByChance => Ink::Faint,
    }
}

fn sign_of(reviewed: Option<&Reviewed>, signs: &Signs) -> &'static str {
    match reviewed.map(|reviewed| reviewed.mark) {
        Some(Mark::KeptTheWin) => signs.wins,
        Some(Mark::ThrewItAway) => "?",
        Some(Mark::LostAnyway) => signs.lost_anyway,
        Some(Mark::OnlyMove | Mark::NotKnown | Mark::ByChance) | None => "",
    }
}
