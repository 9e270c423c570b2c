//! A position in which somebody can win, to be found on the board: a puzzle, or the turning point of a game.

use duel::{Attempt, Challenge, NoReply, Reply, Stage, Watch, Went};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::Desk;
use super::board::Board;
use super::canvas::{Canvas, Click};
use super::jobs::Task;
use super::layout::Areas;
use super::legend::Legend;
use super::play_view::{below, draw_chain, draw_typed};
use super::skin::Ink;
use crate::line::riddle::{names, words};

/// The longest thing that can be typed: two numbers of twenty digits and a stroke.
const LONGEST: usize = 41;

pub(crate) struct Quiz {
    board: Board,
    challenge: Challenge,
    /// What is asked, above everything else.
    question: String,
    typed: String,
    message: String,
}

impl Quiz {
    pub(crate) fn new(challenge: Challenge, question: String) -> Quiz {
        let board = Board::new(challenge.position().clone());
        Quiz { board, challenge, question, typed: String::new(), message: String::new() }
    }

    pub(crate) fn challenge(&self) -> &Challenge {
        &self.challenge
    }

    /// Whether they know the answer now.
    pub(crate) fn is_over(&self) -> bool {
        self.challenge.standing().is_over()
    }

    fn area(&self, desk: &Desk) -> Rect {
        Areas::around(desk.window, &self.board).board
    }

    pub(crate) fn begin(&mut self, desk: &Desk) {
        let area = self.area(desk);
        self.board.follow_turn(area);
    }

    /// Wipes what was typed; false when nothing was.
    pub(crate) fn wipe(&mut self) -> bool {
        let was_typed = !self.typed.is_empty();
        self.typed.clear();
        was_typed
    }

    /// What a key does; what came of an attempt, if it was one, is to be settled.
    pub(crate) fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Option<Result<Reply, NoReply>> {
        if self.is_over() {
            return None;
        }
        let area = self.area(desk);
        match key {
            KeyCode::Char(digit @ ('0'..='9' | '/')) if self.typed.len() < LONGEST => {
                self.typed.push(digit);
                self.board.point_at_typed(&self.typed, area);
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Enter if self.typed.is_empty() && self.board.reveal_cursor(area) => {}
            KeyCode::Enter => {
                let cursor = || self.board.choice().map(|choice| choice.to_string()).unwrap_or_default();
                let answer = if self.typed.is_empty() { cursor() } else { std::mem::take(&mut self.typed) };
                self.try_answer(answer, desk);
            }
            KeyCode::Char('h') => return Some(self.help(Stage::Idea)),
            KeyCode::Char('a') => return Some(self.help(Stage::Answer)),
            key => {
                if self.board.step(key, area) {
                    self.typed.clear();
                }
            }
        }
        None
    }

    pub(crate) fn click(&mut self, click: Click, desk: &mut Desk) {
        let answer = match click {
            _ if self.is_over() => return,
            Click::Choice(choice) => choice.to_string(),
            Click::Number(number) => number.to_string(),
            Click::Key(_) | Click::Line(_) | Click::Setting(_) => return,
        };
        self.try_answer(answer, desk);
    }

    pub(crate) fn hover(&mut self, choice: duel::Move, desk: &Desk) {
        let area = self.area(desk);
        self.board.point_at(choice, area);
    }

    pub(crate) fn scroll(&mut self, down: bool, desk: &Desk) {
        let area = self.area(desk);
        self.board.scroll(down, area);
    }

    fn try_answer(&mut self, answer: String, desk: &mut Desk) {
        self.typed.clear();
        desk.jobs.start(Task::Judge(Box::new(self.challenge.clone()), answer));
    }

    fn help(&self, help: Stage) -> Result<Reply, NoReply> {
        self.challenge.answer(Attempt::Help(help), &mut Watch::advice(self.board.position().game()))
    }

    /// Takes in what came of an attempt, has it stored if it counts, and then shows it.
    pub(crate) fn settle(&mut self, came: Result<Reply, NoReply>, desk: &Desk, store: impl FnOnce(&Challenge)) {
        match came {
            // Whoever asked for the answer meanwhile has it.
            _ if self.is_over() => return,
            Ok(reply) => {
                self.challenge.take(&reply);
                store(&self.challenge);
                self.message = words(&reply);
            }
            Err(no_reply) => self.message = no_reply.to_string(),
        }
        if self.is_over() {
            let area = self.area(desk);
            self.show_answer(area);
        }
    }

    fn show_answer(&mut self, area: Rect) {
        let answer = self.challenge.solution().chosen;
        self.board.notes.hint = Some(answer);
        self.board.point_at(answer, area);
    }

    /// Draws everything between the title and the keys; `remark` stands below what is said.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, areas: &Areas, remark: &str) {
        self.board.draw(canvas, areas.board, true);
        areas.part(canvas);
        let area = areas.words;
        let line = Rect { height: area.height.min(1), ..area };
        draw_typed(canvas, line, &[(&*self.question, Ink::Title)], &self.typed);
        let is_found = self.challenge.standing().went().is_some_and(|went| went != Went::Told);
        let ink = if is_found { Ink::Wins } else { Ink::Plain };
        let message = if remark.is_empty() { self.message.clone() } else { format!("{}\n{remark}", self.message) };
        let message = message.trim_start();
        let names = names(self.board.position());
        let legend = Legend::of(&self.board, &names, canvas.skin.signs);
        let (words, chain, signs) = below(area, 1, message, &legend);
        canvas.prose(words, message, ink);
        draw_chain(canvas, chain, self.board.position());
        legend.draw(canvas, signs);
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The keys while it is asked.
    pub(crate) fn keys() -> [(&'static str, KeyCode, &'static str); 3] {
        [
            ("Enter", KeyCode::Enter, "answer with it"),
            ("h", KeyCode::Char('h'), "hint"),
            ("a", KeyCode::Char('a'), "show the answer"),
        ]
    }
}
