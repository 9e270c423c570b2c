//! A game looked at afterwards: forward and backward through it, what each move did, and where it turned.

use duel::coach::{Mark, Reviewed, review, turning_points};
use duel::solve::{OutOfBudget, USUAL_NODES, Watch};
use duel::speech::TurningPoints;
use duel::{Position, Record, RuleBook, Session};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::board::Board;
use super::canvas::{Canvas, Click, from_column, from_row, width};
use super::jobs::Found;
use super::keys::{self, escape, key, letter};
use super::layout::Areas;
use super::remarks::with_emphasis;
use super::skin::{Ink, Signs};
use crate::line::board::standing;
use crate::line::prompt::printable;
use crate::words::{self, say, together};

pub(crate) struct Review {
    title: String,
    record: Record,
    /// What Esc leads to, where that is not the menu.
    way_back: Option<String>,
    /// The position that is looked at.
    position: Position,
    board: Board,
    /// What each move did, as soon as it is found out.
    reviewed: Option<Result<Vec<Reviewed>, OutOfBudget>>,
}

impl Review {
    pub(crate) fn of(record: Record) -> Review {
        Review {
            title: RuleBook::find(record.code()).map_or(record.code().into(), |book| book.title().to_string()),
            way_back: None,
            position: record.position().clone(),
            record,
            board: Board::default(),
            reviewed: None,
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
        let better = self.shown().and_then(|reviewed| reviewed.better.as_ref());
        let hint = better.map(|better| better.chosen);
        self.board.insight_mut(&self.position).hint = hint;
    }

    fn marks(&self) -> &[Reviewed] {
        if let Some(Ok(marks)) = &self.reviewed { marks } else { &[] }
    }

    /// What the move did that is shown.
    fn shown(&self) -> Option<&Reviewed> {
        self.marks().get(self.at().checked_sub(1)?)
    }

    fn draw_words(&self, canvas: &mut Canvas<'_>, area: Rect, desk: &Desk) {
        let (at, shown) = (self.at(), self.shown());
        let words = at.checked_sub(1).map_or_else(|| words::full().the_start(), |at| self.described(at));
        let said = if width(&words) > area.width {
            // Long names: it goes on below.
            canvas.prose(Rect { height: area.height.min(2), ..area }, &words, Ink::Title)
        } else {
            let (judged, ink) = shown.map_or((String::new(), Ink::Plain), |it| (say(&it.mark), ink_of(it.mark)));
            canvas.pieces(area, with_emphasis((&words, Ink::Title), (&judged, ink)));
            1
        };
        let is_beside = area.height >= 14;
        let list_lines = if is_beside { area.height / 2 } else { 1 };
        let sentence = match (&self.reviewed, shown.and_then(|it| it.better.as_ref())) {
            (_, Some(better)) => words::both().better(&say(better)),
            (Some(Err(_)), None) => words::full().too_hard_to_review(),
            (Some(Ok(_)), None) if at == self.end().moves().len() => self.summary(),
            (None, None) if desk.jobs.is_working() => words::full().looking(),
            _ => String::new(),
        };
        let rest = Rect { height: area.height.saturating_sub(said + list_lines), ..from_row(area, said) };
        canvas.prose(rest, &sentence, Ink::Plain);
        let list = from_row(area, area.height.saturating_sub(list_lines));
        if is_beside { self.list_moves(canvas, list) } else { self.draw_moves(canvas, list) }
    }

    /// Who won and why, where the game turned, and what would have been better than giving up.
    fn summary(&self) -> String {
        let names = self.record.players().each_ref().map(ToString::to_string);
        let fault = self.record.fault().map(|fault| words::full().the_loser(&printable(fault)));
        let given_up = self.marks().get(self.end().moves().len()).and_then(|reviewed| reviewed.better.as_ref());
        let better = given_up.map(|better| words::both().better(&say(better)));
        let turned = say(&TurningPoints(self.marks()));
        together([standing(self.end(), &names), fault.unwrap_or_default(), turned, better.unwrap_or_default()])
    }

    /// A move, who made it, and what it did.
    fn described(&self, index: usize) -> String {
        let (at, played, name) = (index + 1, self.end().moves()[index], &self.record.players()[index % 2]);
        match self.marks().get(index) {
            Some(Reviewed { mark, .. }) => words::full().move_judged(at, name.as_str(), played, &say(mark)),
            None => words::full().move_made(at, name.as_str(), played),
        }
    }

    /// How a move looks in a list.
    fn ink(&self, index: usize) -> Ink {
        if index + 1 == self.at() {
            return Ink::Cursor;
        }
        self.marks().get(index).map_or(Ink::Plain, |reviewed| ink_of(reviewed.mark))
    }

    /// The moves around the one that is shown one below the other, in words, each to be clicked.
    fn list_moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let moves = self.end().moves().len();
        let rows = usize::from(area.height);
        let first = self.at().saturating_sub(rows / 2 + 1).min(moves.saturating_sub(rows));
        for (row, index) in (first..moves).take(rows).enumerate() {
            let line = Rect { height: 1, ..from_row(area, row as u16) };
            // The numbers of the moves stand below each other.
            let pad = if index < 9 { " " } else { "" };
            let ink = self.ink(index);
            canvas.fitted(line, [(pad, ink), (&*self.described(index), ink)]);
            canvas.target(line, Click::Line(index + 1));
        }
    }

    /// The same on one line, with signs for what they did.
    fn draw_moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let signs = &canvas.skin.signs;
        let sign = |index: usize| self.marks().get(index).map_or("", |reviewed| sign_of(reviewed.mark, signs));
        let moves = self.end().moves().iter().enumerate();
        let texts: Vec<String> = moves.map(|(index, played)| format!("{played}{}", sign(index))).collect();
        let wide = |texts: &[String]| texts.iter().map(|text| width(text) + 1).fold(0, u16::saturating_add);
        // The shown move in the middle; what is left over after the end shows more of the beginning.
        let shown = self.at().saturating_sub(1);
        let fits = |from: usize| wide(&texts[from..shown]) <= area.width / 2 || wide(&texts[from..]) <= area.width;
        let mut first = shown;
        while first > 0 && fits(first - 1) {
            first -= 1;
        }
        let mut rest = area;
        for (index, text) in texts.iter().enumerate().skip(first) {
            if width(text) + 1 > rest.width {
                break;
            }
            let written = canvas.text(rest, text, self.ink(index));
            canvas.target(Rect { width: written, height: 1, ..rest }, Click::Line(index + 1));
            rest = from_column(rest, written + 1);
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
            self.reviewed = Some(reviewed);
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
                let turns = turning_points(self.marks());
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
        let who = words::full().one_against_other(first.as_str(), second.as_str());
        let page = words::full().page(self.at(), self.end().moves().len());
        let title = canvas.right(areas.title, &page, Ink::Plain);
        canvas.fitted(title, [(&*self.title, Ink::Title), ("  ", Ink::Faint), (&*who, Ink::Faint)]);
        self.board.draw(canvas, &self.position, false);
        self.draw_words(canvas, areas.words, desk);
        let mut keys = vec![
            key(KeyCode::Left, words::full().left_key(), words::full().back()),
            key(KeyCode::Right, words::full().right_key(), words::full().on()),
        ];
        if !turning_points(self.marks()).is_empty() {
            keys.push(letter('t', words::full().turning_point()));
        }
        keys.extend(self.way_back.clone().map(escape));
        keys.extend([
            keys::menu(),
            key(KeyCode::Home, words::full().home_key(), words::full().to_the_start()),
            key(KeyCode::End, words::full().end_key(), words::full().to_the_end()),
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

fn sign_of(mark: Mark, signs: &Signs) -> &'static str {
    match mark {
        Mark::KeptTheWin => signs.wins,
        Mark::ThrewItAway => "?",
        Mark::LostAnyway => signs.lost_anyway,
        Mark::OnlyMove | Mark::NotKnown | Mark::ByChance => "",
    }
}
