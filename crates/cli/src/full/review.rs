//! A game looked at afterwards: forward and backward through it, what each move did, and where it turned.

use duel::coach::{Mark, Reviewed, review, turning_points};
use duel::session::Origin;
use duel::solve::{OutOfBudget, USUAL_NODES, Watch};
use duel::speech::{Called, Remark, TurningPoints};
use duel::{Position, Record, RuleBook, Session, Side};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::board::{Board, Insight, ink_of, sign_of};
use super::canvas::{self, Canvas, Click, from_column, from_row, width};
use super::jobs::Found;
use super::keys::{self, escape, key, letter};
use super::layout::Areas;
use super::legend::Legend;
use super::play_on::PlayOn;
use super::players::Players;
use super::remarks::with_emphasis;
use super::skin::Ink;
use crate::line::prompt::printable;
use crate::sitting::here::Here;
use crate::words::{self, ADDRESS, language, lines_of_book, say, together};

pub(crate) struct Review {
    record: Record,
    book: RuleBook,
    players: Players,
    called: [Called; 2],
    /// What Esc leads to, where that is not the menu.
    way_back: Option<String>,
    /// The position that is looked at: that before a move, or the end.
    position: Position,
    board: Board,
    /// What each move did, as soon as it is found out.
    reviewed: Option<Result<Vec<Reviewed>, OutOfBudget>>,
    /// Why a key has changed nothing.
    message: String,
}

impl Review {
    pub(crate) fn of(record: Record) -> Review {
        let names = record.players().each_ref().map(ToString::to_string);
        match Session::from_record(record.clone()) {
            Ok(session) => {
                Review::with(record, session.book(), Players::of(&session, ADDRESS), session.called_by_side(ADDRESS))
            }
            // One that cannot be gone on with can be looked at all the same.
            Err(_) => {
                let book = RuleBook::general(record.position().game().clone());
                Review::with(record, &book, Players::by_name(names.clone()), Called::by_names(&names))
            }
        }
    }

    fn with(record: Record, book: &RuleBook, players: Players, called: [Called; 2]) -> Review {
        Review {
            position: record.position().clone(),
            record,
            book: book.clone(),
            players,
            called,
            way_back: None,
            board: Board::default(),
            reviewed: None,
            message: String::new(),
        }
    }

    /// A game that has just been played, and where Esc leads back to.
    pub(crate) fn of_session(session: &Session, way_back: String) -> Review {
        let (players, called) = (Players::of(session, ADDRESS), session.called_by_side(ADDRESS));
        Review::with(session.record(), session.book(), players, called).leading_back_to(way_back)
    }

    pub(crate) fn leading_back_to(self, place: String) -> Review {
        Review { way_back: Some(place), ..self }
    }

    fn end(&self) -> &Position {
        self.record.position()
    }

    /// How many moves have been made in what is shown; the next one is what is looked at.
    fn at(&self) -> usize {
        self.position.moves().len()
    }

    fn is_at_the_end(&self) -> bool {
        self.at() == self.end().moves().len()
    }

    fn go_to(&mut self, at: usize, desk: &Desk) {
        // A game that somebody gave up ends only on its last page.
        let end = self.end();
        self.position = end.at_ply(at).filter(|_| at < end.moves().len()).unwrap_or_else(|| end.clone());
        self.point_out();
        self.board.follow_last(&self.position, desk.window);
        if let Some(played) = self.end().moves().get(at) {
            self.board.point_at(*played, &self.position, desk.window);
        }
    }

    /// What was played stands out on the board, and what would have been better.
    fn point_out(&mut self) {
        let (at, shown) = (self.at(), self.shown());
        let hint = shown.and_then(|reviewed| reviewed.better.as_ref()).map(|better| better.chosen);
        let played = self.end().moves().get(at).map(|&played| (played, shown.map(|reviewed| reviewed.mark)));
        *self.board.insight_mut(&self.position) = Insight { hint, played, ..Insight::default() };
    }

    fn marks(&self) -> &[Reviewed] {
        if let Some(Ok(marks)) = &self.reviewed { marks } else { &[] }
    }

    /// What was done in the position that is shown: a move, or giving up.
    fn shown(&self) -> Option<&Reviewed> {
        self.marks().get(self.at())
    }

    /// From where it can be played on: here, or after the end from where the game turned last.
    fn here(&self) -> Option<Here> {
        let from = |at: usize| {
            let origin = Origin::Game { id: self.record.id().cloned(), at: at + 1 };
            // Where somebody gave up it can be played on, where nobody has a move it cannot.
            Here::at(&self.book, &self.end().at_ply(at)?, origin)
        };
        from(self.at()).or_else(|| from(turning_points(self.marks()).last()? - 1))
    }

    fn draw_words(&self, canvas: &mut Canvas<'_>, area: Rect, desk: &Desk) {
        let is_better_shown = self.shown().is_some_and(|it| it.better.is_some());
        let legend = Legend::of_review(self.marks(), is_better_shown, &self.players, &canvas.skin.signs);
        let is_beside = area.height >= 14;
        let (list_lines, legend_lines) =
            if is_beside { (area.height / 3, legend.lines_beside(area.height)) } else { (1, legend.lines(area.width)) };
        let said = if self.is_at_the_end() { self.draw_ending(canvas, area) } else { self.draw_move(canvas, area) };
        let better = self.shown().and_then(|it| it.better.as_ref()).map(|better| words::both().better(&say(better)));
        let sentence = match &self.reviewed {
            Some(Err(_)) => words::full().too_hard_to_review(),
            None if desk.jobs.is_working() => words::full().looking(),
            _ if self.is_at_the_end() => together([self.summary(), better.unwrap_or_default()]),
            _ => better.unwrap_or_default(),
        };
        let sentence = together([self.message.clone(), sentence]);
        let rest = from_row(area, said);
        let needed = canvas::lines(&sentence, area.width);
        // Long words take the place of the legend, and then of the strip.
        let strip_lines = u16::from(!self.marks().is_empty() && needed + list_lines < rest.height);
        let is_long = needed + strip_lines + list_lines + legend_lines > rest.height;
        let below = strip_lines + list_lines + if is_long { 0 } else { legend_lines };
        let kept = rest.height.saturating_sub(below);
        canvas.prose(Rect { height: kept, ..rest }, &sentence, Ink::Plain);
        self.draw_strip(canvas, Rect { height: strip_lines, ..from_row(rest, kept) });
        let kept = kept + strip_lines;
        let list = Rect { height: list_lines, ..from_row(rest, kept) };
        if is_beside {
            self.list_moves(canvas, list);
        } else {
            self.draw_moves(canvas, list);
        }
        legend.draw(canvas, from_row(rest, kept + list_lines));
    }

    /// The move that is looked at; gives the lines that it took.
    fn draw_move(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let words = self.described(self.at());
        if width(&words) > area.width {
            // Long names: it goes on below.
            return canvas.prose(Rect { height: area.height.min(2), ..area }, &words, Ink::Title);
        }
        let (judged, ink) = self.shown().map_or((String::new(), Ink::Plain), |it| (say(&it.mark), ink_of(it.mark)));
        canvas.pieces(area, with_emphasis((&words, Ink::Title), (&judged, ink)));
        1
    }

    /// Who won and why, in the words of the book, or whose turn it is; gives the lines that it took.
    fn draw_ending(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let end = self.end();
        let (said, ink) = if end.outcome().is_some() {
            (lines_of_book(self.book.say_end_beside_a_board(end, &self.called, language())).join("\n"), Ink::Wins)
        } else {
            (say(&Remark::ToMove(self.called[end.turn().index()].clone())), Ink::Title)
        };
        let most = area.height.saturating_sub(2);
        canvas.prose(Rect { height: most, ..area }, &said, ink)
    }

    /// What else is known of the end, and where the game turned.
    fn summary(&self) -> String {
        let fault = self.record.fault().map(|fault| words::full().the_loser(&printable(fault)));
        together([fault.unwrap_or_default(), say(&TurningPoints(self.marks()))])
    }

    /// A move, who made it, and what it did.
    fn described(&self, index: usize) -> String {
        let (at, played) = (index + 1, self.end().moves()[index]);
        let name = self.players.name(self.players.seat(Side::of_ply(index)));
        match self.marks().get(index) {
            Some(Reviewed { mark, .. }) => words::full().move_judged(at, name, played, &say(mark)),
            None => words::full().move_made(at, name, played),
        }
    }

    /// How a move looks in a list.
    fn ink(&self, index: usize) -> Ink {
        if index == self.at() {
            return Ink::Cursor;
        }
        self.marks().get(index).map_or(Ink::Plain, |reviewed| ink_of(reviewed.mark))
    }

    /// Who was winning before each move, a sign each, with a bar at every turning point; of a long game what is around the move that
    /// is shown.
    fn draw_strip(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let signs = &canvas.skin.signs;
        let label = format!("{} ", words::full().winning());
        let mut rest = from_column(area, canvas.text(area, &label, Ink::Faint));
        let fitting = usize::from(rest.width / 2);
        let first = self.at().saturating_sub(fitting / 2).min(self.marks().len().saturating_sub(fitting));
        for (index, Reviewed { winning, mark, .. }) in self.marks().iter().enumerate().skip(first) {
            let seat = winning.map(|side| self.players.seat(side));
            let sign = seat.map_or(signs.threw_it_away, |seat| signs.of(seat));
            let (text, ink) = match seat {
                _ if index == self.at() => (format!("[{sign}]"), Ink::Cursor),
                Some(seat) => (sign.into(), Ink::Player(seat)),
                None => (sign.into(), Ink::Faint),
            };
            let written = canvas.text(rest, &text, ink);
            canvas.target(Rect { width: written, height: area.height, ..rest }, Click::Line(index));
            rest = from_column(rest, written);
            if *mark == Mark::ThrewItAway {
                rest = from_column(rest, canvas.text(rest, signs.down, Ink::Loses));
            }
        }
    }

    /// The moves around the one that is shown one below the other, in words, each to be clicked.
    fn list_moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let moves = self.end().moves().len();
        let rows = usize::from(area.height);
        let first = self.at().saturating_sub(rows / 2).min(moves.saturating_sub(rows));
        for (row, index) in (first..moves).take(rows).enumerate() {
            let line = Rect { height: 1, ..from_row(area, row as u16) };
            // The numbers of the moves stand below each other.
            let pad = if index < 9 { " " } else { "" };
            let ink = self.ink(index);
            canvas.fitted(line, [(pad, ink), (&*self.described(index), ink)]);
            canvas.target(line, Click::Line(index));
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
        let shown = self.at().min(texts.len().saturating_sub(1));
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
            canvas.target(Rect { width: written, height: 1, ..rest }, Click::Line(index));
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
        self.message.clear();
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Char('m') => return Next::Home(String::new()),
            KeyCode::Esc => return Next::Back,
            KeyCode::Left => self.go_to(at.saturating_sub(1), desk),
            KeyCode::Right | KeyCode::Char(' ') => self.go_to(at + 1, desk),
            KeyCode::Home => self.go_to(0, desk),
            KeyCode::End => self.go_to(usize::MAX, desk),
            KeyCode::Char('i') => return Next::Rules(Box::new(self.book.clone())),
            KeyCode::Char('o') => {
                if let Some(here) = self.here() {
                    return Next::Look(Box::new(PlayOn::from(here, words::full().the_review())));
                }
            }
            KeyCode::Char('t') => {
                let turns = turning_points(self.marks());
                // Moves are counted from 1, and after the last one it begins again with the first.
                match turns.iter().find(|&&turn| turn > at + 1).or(turns.first()) {
                    Some(&turn) if turn == at + 1 => self.message = words::full().only_turning_point(),
                    Some(&turn) => self.go_to(turn - 1, desk),
                    None => {}
                }
            }
            _ => {}
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        let areas = Areas::of(canvas.area());
        let [first, second] = [Side::One, Side::Two].map(|side| self.players.name(self.players.seat(side)));
        let who = words::full().one_against_other(first, second);
        let page = match (self.is_at_the_end(), self.end().outcome()) {
            (true, Some(_)) => words::full().the_end(),
            (true, None) => words::full().so_far(),
            (false, _) => words::full().page(self.at() + 1, self.end().moves().len()),
        };
        let title = canvas.right(areas.title, &page, Ink::Plain);
        canvas.fitted(title, [(self.book.title(), Ink::Title), ("  ", Ink::Faint), (&*who, Ink::Faint)]);
        self.board.draw(canvas, &self.position, &self.players, false);
        self.draw_words(canvas, areas.words, desk);
        let mut keys = vec![
            key(KeyCode::Left, words::full().left_key(), words::full().back()),
            key(KeyCode::Right, words::full().right_key(), words::full().on()),
        ];
        keys.extend(self.way_back.clone().map(escape));
        if !turning_points(self.marks()).is_empty() {
            keys.push(letter('t', words::full().turning_point()));
        }
        keys.extend(self.here().map(|_| letter('o', words::full().play_on())));
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
