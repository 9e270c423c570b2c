//! A position in which somebody can win, to be found on the board: a puzzle, or the turning point of a game.

use duel::challenge::{Attempt, Challenge, NoReply, Reply, Stage, Went};
use duel::solve::Watch;
use duel::{Move, Position};
use ratatui::crossterm::event::KeyCode;

use super::app::Desk;
use super::board::{Board, Offer};
use super::canvas::{Canvas, Click};
use super::jobs::Found;
use super::keys::{Key, enter, letter};
use super::layout::Areas;
use super::skin::Ink;
use crate::line::riddle::{self, names};
use crate::words::{self, say};

pub(crate) struct Quiz {
    board: Board,
    challenge: Challenge,
    /// What is asked, above everything else.
    question: String,
    message: String,
}

impl Quiz {
    pub(crate) fn new(challenge: Challenge, question: String) -> Quiz {
        Quiz { board: Board::default(), challenge, question, message: String::new() }
    }

    pub(crate) fn challenge(&self) -> &Challenge {
        &self.challenge
    }

    /// Whether they know the answer now.
    pub(crate) fn is_over(&self) -> bool {
        self.challenge.standing().is_over()
    }

    pub(crate) fn board(&mut self) -> (&mut Board, &Position) {
        (&mut self.board, self.challenge.position())
    }

    pub(crate) fn begin(&mut self, desk: &Desk) {
        self.board.follow_turn(self.challenge.position(), desk.window);
    }

    /// What a key does; what came of an attempt, if it was one, is to be taken in.
    pub(crate) fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Option<Result<Reply, NoReply>> {
        match key {
            _ if self.is_over() => {}
            KeyCode::Char('h') => return Some(self.help(Stage::Idea)),
            KeyCode::Char('a') => return Some(self.help(Stage::Answer)),
            key => {
                if let Some(offer) = self.board.key(key, self.challenge.position(), desk.window) {
                    self.judge(offer, desk);
                }
            }
        }
        None
    }

    pub(crate) fn click(&mut self, click: Click, desk: &mut Desk) {
        match click {
            _ if self.is_over() => {}
            Click::Choice(choice) => self.judge(Offer::Move(choice), desk),
            Click::Number(number) => self.judge(Offer::Move(Move::Pick(number)), desk),
            Click::Key(_) | Click::Line(_) | Click::Setting(_) => {}
        }
    }

    fn judge(&mut self, offer: Offer, desk: &mut Desk) {
        self.board.wipe();
        let challenge = self.challenge.clone();
        desk.jobs.think(challenge.position().clone(), move |_, watch| {
            Found::Judged(challenge.answer(
                match &offer {
                    Offer::Move(chosen) => Attempt::Move(*chosen),
                    Offer::Typed(text) => Attempt::Typed(text),
                },
                watch,
            ))
        });
    }

    fn help(&self, help: Stage) -> Result<Reply, NoReply> {
        self.challenge.answer(Attempt::Help(help), &mut Watch::advice(self.challenge.position().game()))
    }

    /// Takes in what came of an attempt, has it stored if it counts, and then shows it.
    pub(crate) fn take_in(&mut self, came: Result<Reply, NoReply>, desk: &Desk, store: impl FnOnce(&Challenge)) {
        match came {
            // Whoever asked for the answer meanwhile has it.
            _ if self.is_over() => return,
            Ok(reply) => {
                self.challenge.take(&reply);
                store(&self.challenge);
                self.message = riddle::words(&reply);
            }
            Err(no_reply) => self.message = say(&no_reply),
        }
        if self.is_over() {
            let (position, answer) = (self.challenge.position(), self.challenge.solution().chosen);
            self.board.insight_mut(position).hint = Some(answer);
            self.board.point_at(answer, position, desk.window);
        }
    }

    /// Draws everything between the title and the keys; `remark` stands below what is said.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, remark: &str) {
        let position = self.challenge.position();
        self.board.draw(canvas, position, true);
        let words = Areas::of(canvas.area()).words;
        let used = self.board.draw_typed(canvas, words, &[(&*self.question, Ink::Title)]);
        let is_found = self.challenge.standing().went().is_some_and(|went| went != Went::Told);
        let ink = if is_found { Ink::Wins } else { Ink::Plain };
        let message = if remark.is_empty() { self.message.clone() } else { format!("{}\n{remark}", self.message) };
        self.board.draw_words(canvas, position, &names(position), used, (message.trim_start(), ink));
    }

    /// The keys while it is asked.
    pub(crate) fn keys() -> [Key; 3] {
        [
            enter(words::full().answer_with_it()),
            letter('h', words::full().hint()),
            letter('a', words::full().show_the_answer()),
        ]
    }
}
