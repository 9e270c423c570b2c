//! Against whom somebody wants to play on from a position.

use duel::speech::{Opponent, sentence};
use duel::{Level, Position, Who};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next, Screen};
use super::board::Board;
use super::canvas::{Canvas, Click, from_row};
use super::keys::{self, enter, escape, key};
use super::layout::Areas;
use super::play::Play;
use super::players::Players;
use super::skin::Ink;
use crate::sitting::here::Here;
use crate::store::saves::Keeper;
use crate::words::{self, say};

pub(crate) struct PlayOn {
    here: Here,
    players: Players,
    board: Board,
    opponents: Vec<Who>,
    chosen: usize,
    /// Whether whoever plays on has the turn.
    has_the_turn: bool,
    /// What Esc leads to, and the end of the game.
    way_back: String,
    message: String,
}

impl PlayOn {
    /// From here, and then back to this place.
    pub(crate) fn from(here: Here, way_back: String) -> PlayOn {
        let players = Players::of_riddle(&here.position);
        let mut opponents: Vec<Who> = Level::ALL.into_iter().map(Who::Level).collect();
        opponents.push(Who::Person);
        // Who wants to know whether a position is won plays it against somebody who does not err.
        let chosen = opponents.len() - 2;
        let (board, message) = (Board::hiding_legal(here.hides_legal), String::new());
        PlayOn { here, players, board, opponents, chosen, has_the_turn: true, way_back, message }
    }

    fn play(&mut self, desk: &Desk) -> Next {
        let keeper = Keeper::new(desk.store(), None);
        let opponent = self.opponents[self.chosen];
        match self.here.clone().sit_down(opponent, self.has_the_turn, keeper) {
            Ok(sitting) => Next::Instead(Box::new(Play::new(sitting).leading_back_to(self.way_back.clone()))),
            Err(failure) => {
                self.message = sentence(failure.words());
                Next::Stay
            }
        }
    }

    fn described(who: Who) -> String {
        match who {
            Who::Level(level) => words::full().about_computer(&say(&Opponent(level)), &say(&level)),
            Who::Person | Who::Program => words::full().a_person(),
        }
    }
}

impl Screen for PlayOn {
    fn begin(&mut self, desk: &mut Desk) {
        self.board.follow_last(&self.here.position, desk.window);
    }

    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        let count = self.opponents.len();
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Char('m') => return Next::Home(String::new()),
            KeyCode::Char('i') => return Next::Rules(Box::new(self.here.book.clone())),
            KeyCode::Esc => return Next::Back,
            KeyCode::Up => self.chosen = (self.chosen + count - 1) % count,
            KeyCode::Down => self.chosen = (self.chosen + 1) % count,
            KeyCode::Left | KeyCode::Right | KeyCode::Char(' ') => self.has_the_turn = !self.has_the_turn,
            KeyCode::Enter => return self.play(desk),
            _ => {}
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        match click {
            Click::Line(at) if at == self.chosen => return self.play(desk),
            Click::Line(at) => self.chosen = at.min(self.opponents.len() - 1),
            _ => {}
        }
        Next::Stay
    }

    fn board(&mut self) -> Option<(&mut Board, &Position)> {
        Some((&mut self.board, &self.here.position))
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let areas = Areas::of(canvas.area());
        canvas.fitted(
            areas.title,
            [
                (&*words::full().play_on_from_here(), Ink::Title),
                ("  ", Ink::Faint),
                (self.here.book.title(), Ink::Faint),
            ],
        );
        self.board.draw(canvas, &self.here.position, &self.players, false);
        let turn = match self.opponents[self.chosen] {
            _ if self.has_the_turn => words::full().you_have_the_turn(),
            Who::Level(level) => words::full().they_have_the_turn(&say(&Opponent(level))),
            Who::Person | Who::Program => words::full().they_have_the_turn(&words::full().the_other_one_starts()),
        };
        let said = if self.message.is_empty() { sentence(turn) } else { self.message.clone() };
        let used = canvas.prose(areas.words, &said, Ink::Plain);
        let list = from_row(areas.words, used);
        // Where there is no room for all of them, those around the chosen one.
        let rows = usize::from(list.height).min(self.opponents.len());
        let first = self.chosen.saturating_sub(rows / 2).min(self.opponents.len() - rows);
        for (row, at) in (first..first + rows).enumerate() {
            let line = ratatui::layout::Rect { height: 1, ..from_row(list, row as u16) };
            let ink = if at == self.chosen { Ink::Cursor } else { Ink::Plain };
            let sign = if at == self.chosen { canvas.skin.signs.right } else { " " };
            canvas.fitted(line, [(sign, Ink::Key), (" ", Ink::Plain), (&*Self::described(self.opponents[at]), ink)]);
            canvas.target(line, Click::Line(at));
        }
        let keys = [
            enter(words::full().play()),
            key(KeyCode::Down, words::full().up_and_down_keys(), words::full().opponent()),
            key(KeyCode::Right, words::full().left_and_right_keys(), words::full().change_turn()),
            escape(self.way_back.clone()),
            keys::menu(),
            keys::quit(),
            keys::help(),
        ];
        canvas.keys(areas.keys, &keys);
    }
}
