//! A game looked at afterwards: forward and backward through it, what each move did, and where it turned.

use duel::{
    Mark, Move, OutOfBudget, Position, Record, Reviewed, RuleBook, Session, USUAL_NODES, Watch, review, turning_points,
    turning_points_in_words,
};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::board::Board;
use super::canvas::{Canvas, Click, from_column, from_row, width};
use super::jobs::Found;
use super::keys::{self, escape, key, letter};
use super::layout::Areas;
use super::remarks::with_emphasis;
use super::say::{say, together};
use super::skin::{Ink, Signs};
use crate::line::board::standing;
use crate::line::prompt::printable;

pub(crate) struct Review {
    title: String,
    record: Record,
    /// What Esc leads to, where that is not the menu.
    way_back: Option<String>,
    /// The position that is looked at.
    position: Position,
    board: Board,
    /// What each move did, as soon as it is found out.
    reviewed: Result<Option<Vec<Reviewed>>, OutOfBudget>,
}

impl Review {
    pub(crate) fn of(record: Record) -> Review {
        Review {
            title: RuleBook::find(record.code()).map_or(record.code().into(), |book| book.title().to_string()),
            way_back: None,
            position: record.position().clone(),
            record,
            board: Board::default(),
            reviewed: Ok(None),
        }
    }

    /// A game that has just been played, and where Esc leads back to.
    pub(crate) fn of_session(session: &Session, way_back: String) -> Review {
        let review = Review::of(session.record()).leading_back_to(way_back);
        Review { title: session.book().title().into(), ..review }
    }

    pub(crate) fn leading_back_to(self, place: String) -> Review {
        Review { way_back: Some(place), ..self }
    }

    fn end(&self) -> &Position {
        self.record.position()
    }

    /// How many moves have been made in what is shown.
    fn at(&self) -> usize {
        self.position.moves().len()
    }

    fn go_to(&mut self, at: usize, desk: &Desk) {
        // A game that somebody gave up ends only on its last page.
        let end = self.end();
        self.position = end.at_ply(at).filter(|_| at < end.moves().len()).unwrap_or_else(|| end.clone());
        self.board.follow_last(&self.position, desk.window);
        self.point_out();
    }

    /// At a turning point the better move stands out on the board.
    fn point_out(&mut self) {
        let shown = self.at().checked_sub(1).and_then(|at| self.marks().get(at));
        let hint = shown.and_then(|reviewed| reviewed.better.as_ref()).map(|better| better.chosen);
        self.board.insight_mut(&self.position).hint = hint;
    }

    fn marks(&self) -> &[Reviewed] {
        self.reviewed.as_ref().ok().and_then(Option::as_deref).unwrap_or_default()
    }

    /// After how many moves the game has just turned.
    fn turning_points(&self) -> Vec<usize> {
        turning_points(self.marks())
    }

    fn draw_words(&self, canvas: &mut Canvas<'_>, area: Rect, desk: &Desk) {
        let at = self.at();
        let mark = at.checked_sub(1).and_then(|at| self.marks().get(at));
        let words = at.checked_sub(1).map_or_else(|| say!("The start."), |at| self.described(at));
        let said = if width(&words) > area.width {
            // Long names: it goes on below.
            canvas.prose(Rect { height: area.height.min(2), ..area }, &words, Ink::Title)
        } else {
            let judged = mark.map(|reviewed| reviewed.mark.to_string()).unwrap_or_default();
            let ink = mark.map_or(Ink::Plain, |reviewed| ink_of(reviewed.mark));
            canvas.pieces(area, with_emphasis((&words, Ink::Title), (&judged, ink)));
            1
        };
        let is_beside = area.height >= 14;
        let list_lines = if is_beside { area.height / 2 } else { 1 };
        let rest = Rect { height: area.height.saturating_sub(said + 1 + list_lines), ..from_row(area, said) };
        let sentence = match (mark.and_then(|reviewed| reviewed.better.as_ref()), &self.reviewed) {
            (Some(better), _) => say!("Better: {better}"),
            (None, Err(_)) => say!("This game is too hard to review."),
            (None, Ok(None)) if desk.jobs.is_working() => say!("Looking at every move."),
            (None, Ok(None)) => String::new(),
            (None, Ok(Some(_))) if at == self.end().moves().len() => {
                let fault = self.record.fault().map(|fault| say!("The loser {}.", printable(fault)));
                let names = self.record.players().each_ref().map(ToString::to_string);
                let standing = standing(self.end(), &names);
                together([standing, fault.unwrap_or_default(), self.turned()])
            }
            (None, Ok(Some(_))) => String::new(),
        };
        canvas.prose(rest, &sentence, Ink::Plain);
        let list = from_row(area, area.height.saturating_sub(list_lines));
        if is_beside { self.list_moves(canvas, list) } else { self.draw_moves(canvas, list) }
    }

    /// A move, who made it, and what it did.
    fn described(&self, index: usize) -> String {
        let (at, played, name) = (index + 1, self.end().moves()[index], &self.record.players()[index % 2]);
        match self.marks().get(index) {
            Some(Reviewed { mark, .. }) => say!("{at}. {name}: {played}, {mark}"),
            None => say!("{at}. {name}: {played}"),
        }
    }

    /// Where the game turned, and what would have been better than giving up.
    fn turned(&self) -> String {
        let given_up = self.marks().get(self.end().moves().len()).and_then(|reviewed| reviewed.better.as_ref());
        let better = given_up.map(|better| say!("Better: {better}")).unwrap_or_default();
        together([turning_points_in_words(self.marks()), better])
    }

    /// The same one below the other, in words.
    fn list_moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let moves = self.end().moves();
        let rows = usize::from(area.height);
        let first = self.at().saturating_sub(rows / 2 + 1).min(moves.len().saturating_sub(rows));
        for (row, index) in (first..moves.len()).take(rows).enumerate() {
            let line = Rect { height: 1, ..from_row(area, row as u16) };
            let mark = self.marks().get(index).map(|reviewed| reviewed.mark);
            let ink = if index + 1 == self.at() { Ink::Cursor } else { mark.map_or(Ink::Plain, ink_of) };
            // The numbers of the moves stand below each other.
            let pad = if index < 9 { " " } else { "" };
            canvas.fitted(line, [(pad, ink), (&*self.described(index), ink)]);
            canvas.target(line, Click::Line(index + 1));
        }
    }

    /// The moves around the one that is shown, each to be clicked, with what it did.
    fn draw_moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let moves = self.end().moves();
        let signs = &canvas.skin.signs;
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

impl Screen for Review {
    fn begin(&mut self, desk: &mut Desk) {
        let record = self.record.clone();
        desk.jobs.start(move |stop| {
            let watch = &mut Watch::nodes(USUAL_NODES).stopped_by(stop);
            Found::Review(review(record.position(), record.opening(), watch))
        });
    }

    fn hear(&mut self, found: Found, _desk: &mut Desk) {
        if let Found::Review(reviewed) = found {
            self.reviewed = reviewed.map(Some);
            self.point_out();
        }
    }

    fn board(&mut self) -> Option<(&mut Board, &Position)> {
        Some((&mut self.board, &self.position))
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        if let Click::Line(at) = click {
            self.go_to(at, desk);
        }
        Next::Stay
    }

    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
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

    fn draw(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        let areas = Areas::of(canvas.area());
        let [first, second] = self.record.players();
        let who = say!("{first} against {second}");
        let page = say!("move {} of {}", self.at(), self.end().moves().len());
        let title = canvas.right(areas.title, &page, Ink::Plain);
        canvas.fitted(title, [(&*self.title, Ink::Title), ("  ", Ink::Faint), (&*who, Ink::Faint)]);
        self.board.draw(canvas, &self.position, false);
        self.draw_words(canvas, areas.words, desk);
        let mut keys =
            vec![key(KeyCode::Left, say!("Left"), say!("back")), key(KeyCode::Right, say!("Right"), say!("on"))];
        if !self.turning_points().is_empty() {
            keys.push(letter('t', say!("turning point")));
        }
        keys.extend(self.way_back.clone().map(escape));
        keys.extend([
            keys::menu(),
            key(KeyCode::Home, say!("Home"), say!("start")),
            key(KeyCode::End, say!("End"), say!("end")),
            keys::quit(),
            keys::help(),
        ]);
        canvas.keys(areas.keys, &keys);
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
