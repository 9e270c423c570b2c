//! Puzzles one after the other, and the puzzle of the day.

use duel::{Grade, NoReply, Reply, RuleBook};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next};
use super::canvas::{Canvas, Click};
use super::jobs::{Found, Task};
use super::layout::Areas;
use super::quiz::Quiz;
use super::skin::Ink;
use crate::store::posed::{Posed, QUESTION, SOLVED, Wanted};
use crate::store::progress;

pub(crate) struct Puzzles {
    /// Which puzzles are wanted after this one.
    book: Option<Box<RuleBook>>,
    grade: Option<Grade>,
    /// The puzzle on the board; none while one is being made.
    shown: Option<Shown>,
    /// The first puzzle, until the screen is shown.
    first: Option<Wanted>,
    /// The streak, or what is wrong.
    remark: String,
}

/// A puzzle on the board.
struct Shown {
    title: String,
    book: RuleBook,
    quiz: Quiz,
}

impl Puzzles {
    /// Puzzles of a book, or of any, the first of them being this.
    pub(crate) fn starting_with(wanted: Wanted) -> Puzzles {
        Puzzles { book: None, grade: None, shown: None, first: Some(wanted), remark: String::new() }
    }

    /// A puzzle that has been made already, and more like it.
    pub(crate) fn showing(posed: Posed, book: Option<RuleBook>, grade: Option<Grade>) -> Puzzles {
        let mut puzzles = Puzzles { book: book.map(Box::new), grade, shown: None, first: None, remark: String::new() };
        puzzles.pose(posed);
        puzzles
    }

    pub(crate) fn begin(&mut self, desk: &mut Desk) {
        match self.first.take() {
            Some(wanted) => self.ask_for(wanted, desk),
            None => {
                if let Some(Shown { quiz, .. }) = &mut self.shown {
                    let is_solved = progress::has_solved(&desk.streak(), quiz.challenge());
                    self.remark = if is_solved { SOLVED.into() } else { String::new() };
                    quiz.begin(desk);
                }
            }
        }
    }

    fn ask_for(&mut self, wanted: Wanted, desk: &mut Desk) {
        self.shown = None;
        self.remark = "Looking for a puzzle.".into();
        desk.jobs.start(Task::Puzzle { book: self.book.clone(), grade: self.grade, wanted });
    }

    fn another(&mut self, desk: &mut Desk) {
        match Wanted::any() {
            Ok(wanted) => self.ask_for(wanted, desk),
            Err(failure) => self.remark = failure.words(),
        }
    }

    fn pose(&mut self, posed: Posed) {
        let title = posed.title();
        let quiz = Quiz::new(posed.challenge, QUESTION.into());
        self.shown = Some(Shown { title, book: posed.puzzle.book, quiz });
    }

    pub(crate) fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        let is_told = self.shown.as_ref().is_none_or(|shown| shown.quiz.is_over());
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Esc if self.shown.as_mut().is_some_and(|shown| shown.quiz.wipe()) => {}
            KeyCode::Char('m') | KeyCode::Esc => return Next::Home(String::new()),
            KeyCode::Char('i') => {
                if let Some(Shown { book, .. }) = &self.shown {
                    return Next::Rules(Box::new(book.clone()));
                }
            }
            KeyCode::Char('n') => self.another(desk),
            KeyCode::Enter if is_told && !desk.jobs.is_working() => self.another(desk),
            key => {
                if let Some(came) = self.quiz().and_then(|quiz| quiz.key(key, desk)) {
                    self.settle(came, desk);
                }
            }
        }
        Next::Stay
    }

    pub(crate) fn click(&mut self, click: Click, desk: &mut Desk) {
        if let Some(quiz) = self.quiz() {
            quiz.click(click, desk);
        }
    }

    pub(crate) fn quiz(&mut self) -> Option<&mut Quiz> {
        self.shown.as_mut().map(|shown| &mut shown.quiz)
    }

    pub(crate) fn hear(&mut self, found: Found, desk: &mut Desk) {
        match found {
            Found::Puzzle(Ok(posed)) => {
                self.pose(*posed);
                self.begin(desk);
            }
            Found::Puzzle(Err(problem)) => self.remark = problem,
            Found::Judged(came) => self.settle(came, desk),
            _ => {}
        }
    }

    /// Counts what came of an attempt before the next frame shows it.
    fn settle(&mut self, came: Result<Reply, NoReply>, desk: &Desk) {
        let Some(Shown { quiz, .. }) = &mut self.shown else { return };
        let remark = &mut self.remark;
        quiz.settle(came, desk, |challenge| {
            *remark = match progress::count(&desk.streak(), challenge) {
                Ok(progress) if challenge.standing().is_over() => progress.line(challenge.source().is_daily()),
                Ok(_) => String::new(),
                Err(error) => format!("The streak is not counted: {error:#}"),
            };
        });
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let letter = KeyCode::Char;
        let mut keys = Vec::new();
        let window = canvas.area();
        match &self.shown {
            None => {
                let areas = Areas::of(window);
                canvas.text(areas.title, "Puzzles", Ink::Title);
                canvas.prose(areas.board, &self.remark, Ink::Plain);
            }
            Some(Shown { title, quiz, .. }) => {
                let areas = Areas::around(window, quiz.board());
                canvas.text(areas.title, title, Ink::Title);
                quiz.draw(canvas, &areas, &self.remark);
                if quiz.is_over() {
                    keys.push(("Enter", KeyCode::Enter, "another one"));
                } else {
                    keys.extend(Quiz::keys());
                    keys.push(("n", letter('n'), "another one"));
                }
            }
        }
        keys.extend([
            ("m", letter('m'), "menu"),
            ("q", letter('q'), "quit"),
            ("i", letter('i'), "rules"),
            ("?", letter('?'), "help"),
        ]);
        canvas.keys(Areas::of(window).keys, &keys);
    }
}
