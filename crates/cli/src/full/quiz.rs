//! A position and a question that is answered on the board: a puzzle, the turning point of a game, a step of a lesson.

use duel::challenge::{Attempt, Challenge, NoReply, Reply, Stage, Went};
use duel::coach::Advice;
use duel::rulebook::Phrase;
use duel::solve::Watch;
use duel::speech::Called;
use duel::{Move, Position, RuleBook};
use ratatui::crossterm::event::KeyCode;

use super::app::Desk;
use super::board::{Board, Offer};
use super::canvas::{Canvas, Click};
use super::jobs::Found;
use super::keys::{Key, enter, letter};
use super::players::Players;
use super::remarks::Said;
use super::skin::Ink;
use crate::line::riddle;
use crate::store::posed::Posed;
use crate::words::{self, language, lines_of_book, say};

pub(crate) struct Quiz {
    board: Board,
    challenge: Challenge,
    players: Players,
    /// What the book calls the list of what was taken, and how it asks for a number.
    list: String,
    prompt: String,
    /// What is asked, above everything else.
    question: String,
    message: String,
}

impl Quiz {
    /// Somebody is asked this, who is one of these players; the book calls its sides so.
    pub(crate) fn new(
        challenge: Challenge,
        players: Players,
        (book, called): (&RuleBook, &[Called; 2]),
        question: String,
    ) -> Quiz {
        let position = challenge.position();
        let phrase = if position.moves().is_empty() { Phrase::FirstPrompt } else { Phrase::Prompt };
        let prompt = lines_of_book(book.say_beside_a_board(phrase, position, called, language())).join(" ");
        let list = words::list_name(book, position, called);
        let (board, message) = (Board::default(), String::new());
        Quiz { board, challenge, players, list, prompt, question, message }
    }

    /// A puzzle, for whoever sits there alone.
    pub(crate) fn of_puzzle(posed: &Posed) -> Quiz {
        Quiz::alone(posed.challenge.clone(), &posed.puzzle.book, words::both().one_wins())
    }

    /// Whoever sits there alone is asked this.
    pub(crate) fn alone(challenge: Challenge, book: &RuleBook, question: String) -> Quiz {
        let position = challenge.position();
        let names = riddle::names(position);
        let mut called = Called::by_names(&names);
        let you = position.turn().index();
        called[you] = Called::You(names[you].clone());
        let players = Players::of_riddle(position);
        Quiz::new(challenge, players, (book, &called), question)
    }

    /// Says something else instead of what was said.
    pub(crate) fn say(&mut self, message: String) {
        self.message = message;
    }

    /// The position that is asked about.
    pub(crate) fn position(&self) -> &Position {
        self.challenge.position()
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
            // The answer is given away only by the key that says so.
            KeyCode::Char('h') => {
                return Some(self.help(Stage::after(self.challenge.standing().help()).min(Stage::Idea)));
            }
            KeyCode::Char('a') => return Some(self.help(Stage::Move)),
            key => {
                if self.board.is_too_early(key) {
                    self.message = words::both().choose_first();
                } else if let Some(offer) = self.board.key(key, self.challenge.position(), desk.window) {
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
            _ if self.is_over() => {}
            Ok(reply) => {
                self.challenge.take(&reply);
                store(&self.challenge);
                self.message = riddle::words(&reply);
                let advice = match reply {
                    Reply::Advice(advice) => Some(advice),
                    Reply::Right(hint) => Some(Advice::Move(hint)),
                    Reply::Wrong { .. } | Reply::Taught(_) => None,
                };
                if let Some(advice) = advice {
                    self.board.mark(&advice, self.challenge.position(), desk.window);
                }
            }
            Err(no_reply) => self.message = say(&no_reply),
        }
    }

    /// Draws everything between the title and the keys; `remark` stands below what is said.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, remark: &str) {
        let position = self.challenge.position();
        self.board.draw(canvas, position, &self.players, true);
        let is_found = self.challenge.standing().went().is_some_and(|went| went != Went::Told);
        let ink = if is_found { Ink::Wins } else { Ink::Plain };
        let message = if remark.is_empty() { self.message.clone() } else { format!("{}\n{remark}", self.message) };
        let said = Said {
            players: &self.players,
            side: None,
            heading: (vec![self.question.clone()], Ink::Title),
            prompt: if self.is_over() { String::new() } else { self.prompt.clone() },
            is_asked: true,
            message: (message.trim_start().into(), ink),
            list: self.list.clone(),
        };
        self.board.draw_said(canvas, position, &said);
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
