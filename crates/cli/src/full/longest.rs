//! The longest chain: somebody makes one alone.

use duel::longest::{Size, continuation};
use duel::{Move, Position};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next, Screen};
use super::board::{Board, Offer};
use super::canvas::{Canvas, Click};
use super::jobs::Found;
use super::keys::{self, enter, letter};
use super::layout::Areas;
use super::players::Players;
use super::remarks::Said;
use super::skin::Ink;
use crate::sitting::alone::{Alone, Deed, hint};
use crate::words;

/// The sizes that one key goes through.
const SIZES: [u64; 7] = [10, 20, 30, 50, 100, 150, 200];

pub(crate) struct Longest {
    alone: Alone,
    board: Board,
    players: Players,
    message: String,
}

impl Longest {
    pub(crate) fn of(alone: Alone) -> Longest {
        Longest { alone, board: Board::default(), players: Players::alone(), message: String::new() }
    }

    /// A chain of so many numbers, kept where this desk keeps it.
    pub(crate) fn at(size: Size, desk: &Desk) -> Longest {
        Longest::of(Alone::sit_down(size, desk.chains()))
    }

    fn position(&self) -> &Position {
        self.alone.solo().position()
    }

    fn act(&mut self, deed: &Deed, desk: &mut Desk) {
        desk.jobs.stop();
        match self.alone.act(deed) {
            Ok(()) => self.show(desk),
            Err(why) => self.message = why,
        }
    }

    /// The board of another chain, or of the same after something was done.
    fn show(&mut self, desk: &Desk) {
        self.message = self.alone.remark();
        self.board.turn(self.alone.solo().position(), desk.window);
    }

    fn offer(&mut self, offer: Offer, desk: &mut Desk) {
        self.board.wipe();
        let text = match offer {
            Offer::Move(chosen) => chosen.number().to_string(),
            Offer::Typed(text) => text,
        };
        self.act(&Deed::Add(text), desk);
    }

    fn resize(&mut self, desk: &mut Desk) {
        let now = self.alone.solo().size().last();
        let next = SIZES.into_iter().find(|&size| size > now).unwrap_or(SIZES[0]);
        if let Ok(size) = Size::new(next) {
            desk.jobs.stop();
            self.alone = Alone::sit_down(size, desk.chains());
            self.show(desk);
        }
    }
}

impl Screen for Longest {
    fn begin(&mut self, desk: &mut Desk) {
        self.show(desk);
    }

    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Esc if self.board.wipe() => {}
            KeyCode::Char('m') | KeyCode::Esc => return Next::Home(String::new()),
            KeyCode::Char('u') => self.act(&Deed::Undo, desk),
            KeyCode::Char('y') => self.act(&Deed::Redo, desk),
            KeyCode::Char('t') => self.act(&Deed::Turn, desk),
            KeyCode::Char('n') => self.act(&Deed::New, desk),
            KeyCode::Char('g') => self.resize(desk),
            KeyCode::Char('h') => {
                self.message = words::full().looking_ahead();
                let solo = self.alone.solo().clone();
                desk.jobs.think(self.position().clone(), move |_, watch| Found::Reach(continuation(&solo, watch)));
            }
            key => {
                if let Some(offer) = self.board.key(key, self.alone.solo().position(), desk.window) {
                    self.offer(offer, desk);
                }
            }
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        match click {
            Click::Choice(choice) => self.offer(Offer::Move(choice), desk),
            Click::Number(number) => self.offer(Offer::Move(Move::Pick(number)), desk),
            Click::Key(_) | Click::Line(_) | Click::Setting(_) => {}
        }
        Next::Stay
    }

    fn board(&mut self) -> Option<(&mut Board, &Position)> {
        Some((&mut self.board, self.alone.solo().position()))
    }

    fn hear(&mut self, found: Found, desk: &mut Desk) {
        let Found::Reach(Ok(follows)) = found else { return };
        let Some((next, words)) = hint(&follows) else {
            self.message = self.alone.remark();
            return;
        };
        self.message = words;
        let (position, next) = (self.alone.solo().position(), Move::Pick(next));
        self.board.insight_mut(position).hint = Some(next);
        self.board.point_at(next, position, desk.window);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let areas = Areas::of(canvas.area());
        let title = words::both().longest_chain(self.alone.solo().size().last());
        canvas.fitted(areas.title, [(&*title, Ink::Title)]);
        let is_stuck = self.alone.solo().stuck().is_some();
        self.board.draw(canvas, self.position(), &self.players, true);
        let message = match (&*self.message, self.alone.unsaved()) {
            ("", None) if self.alone.solo().is_empty() => words::both().about_longest_chain(),
            (message, None) => message.into(),
            (message, Some(why)) => format!("{message}\n{why}").trim_start().into(),
        };
        let said = Said {
            players: &self.players,
            side: None,
            heading: (vec![self.alone.standing()], Ink::Title),
            prompt: if is_stuck { String::new() } else { words::both().next_number() },
            is_asked: !is_stuck,
            message: (message, Ink::Plain),
            list: words::full().chain(),
        };
        self.board.draw_said(canvas, self.position(), &said);
        let words = words::full();
        let mut keys = Vec::new();
        keys.extend((!is_stuck).then(|| enter(words.take())));
        keys.extend([
            letter('u', words.undo()),
            letter('y', words.redo()),
            letter('t', words.turn_around()),
            letter('h', words.hint()),
            letter('n', words.new_chain()),
            letter('g', words.other_size()),
            keys::menu(),
            keys::quit(),
            keys::help(),
        ]);
        canvas.keys(areas.keys, &keys);
    }
}
