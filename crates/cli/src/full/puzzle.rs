//! Puzzles one after the other, and the puzzle of the day.

use duel::{Grade, RuleBook};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next};
use super::canvas::{Canvas, Click};
use super::jobs::{Found, Task};
use super::layout::Areas;
use super::quiz::Quiz;
use super::skin::Ink;
use crate::posed::{Posed, Which};
use crate::riddle::Event;

pub(crate) struct Puzzles {
    /// Which puzzles are wanted after this one.
    book: Option<Box<RuleBook>>,
    grade: Option<Grade>,
    /// The puzzle on the board; none while one is being made.
    shown: Option<(Box<Posed>, Quiz)>,
    /// The first puzzle, until the screen is shown.
    first: Option<Which>,
    /// The streak, or what is wrong.
    remark: String,
}

impl Puzzles {
    /// Puzzles of a book, or of any, the first of them being this.
    pub(crate) fn starting_with(which: Which) -> Puzzles {
        Puzzles { book: None, grade: None, shown: None, first: Some(which), remark: String::new() }
    }

    /// A puzzle that has been made already, and more like it.
    pub(crate) fn showing(posed: Posed, book: Option<RuleBook>, grade: Option<Grade>) -> Puzzles {
        let mut puzzles = Puzzles { book: book.map(Box::new), grade, shown: None, first: None, remark: String::new() };
        puzzles.pose(Box::new(posed));
        puzzles
    }

    pub(crate) fn begin(&mut self, desk: &mut Desk) {
        match self.first.take() {
            Some(which) => self.ask_for(which, desk),
            None => {
                if let Some((posed, quiz)) = &mut self.shown {
                    self.remark = posed.greeting(&desk.streak()).unwrap_or_default().into();
                    quiz.begin(desk);
                }
            }
        }
    }

    fn ask_for(&mut self, which: Which, desk: &mut Desk) {
        self.shown = None;
        self.remark = "Looking for a puzzle.".into();
        desk.jobs.start(Task::Puzzle { book: self.book.clone(), grade: self.grade, which });
    }

    fn another(&mut self, desk: &mut Desk) {
        match Which::any() {
            Ok(which) => self.ask_for(which, desk),
            Err(failure) => self.remark = failure.words(),
        }
    }

    fn pose(&mut self, posed: Box<Posed>) {
        let question = "Your move: one of them wins. Which?".to_string();
        let quiz = Quiz::new(posed.puzzle.position.clone(), posed.solution.clone(), question);
        self.shown = Some((posed, quiz));
    }

    pub(crate) fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        let is_told = self.shown.as_ref().is_none_or(|(_, quiz)| quiz.told().is_some());
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Esc if self.shown.as_mut().is_some_and(|(_, quiz)| quiz.wipe()) => {}
            KeyCode::Char('m') | KeyCode::Esc => return Next::Home(String::new()),
            KeyCode::Char('i') => {
                if let Some((posed, _)) = &self.shown {
                    return Next::Rules(Box::new(posed.puzzle.book.clone()));
                }
            }
            KeyCode::Char('n') => self.another(desk),
            KeyCode::Enter if is_told && !desk.jobs.is_working() => self.another(desk),
            key => {
                let Some((_, quiz)) = &mut self.shown else { return Next::Stay };
                let event = quiz.key(key, desk);
                self.count(event, desk);
            }
        }
        Next::Stay
    }

    pub(crate) fn click(&mut self, click: Click, desk: &mut Desk) {
        if let Some((_, quiz)) = &mut self.shown {
            quiz.click(click, desk);
        }
    }

    pub(crate) fn quiz(&mut self) -> Option<&mut Quiz> {
        self.shown.as_mut().map(|(_, quiz)| quiz)
    }

    pub(crate) fn hear(&mut self, found: Found, desk: &mut Desk) {
        match (found, &mut self.shown) {
            (Found::Puzzle(Ok(posed)), _) => {
                self.pose(posed);
                self.begin(desk);
            }
            (Found::Puzzle(Err(problem)), _) => self.remark = problem,
            (Found::Judged(verdict), Some((_, quiz))) => {
                let event = quiz.hear(verdict, desk);
                self.count(event, desk);
            }
            _ => {}
        }
    }

    /// Counts what has just happened, before the next frame shows it.
    fn count(&mut self, event: Option<Event>, desk: &Desk) {
        let (Some(event), Some((posed, quiz))) = (event, &mut self.shown) else { return };
        self.remark = match posed.notice(event, &desk.streak()) {
            Ok(streak) if quiz.told().is_some() => streak.line(posed.is_daily()),
            Ok(_) => String::new(),
            Err(error) => format!("The streak is not counted: {error:#}"),
        };
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
            Some((posed, quiz)) => {
                let areas = Areas::around(window, quiz.board());
                canvas.text(areas.title, &posed.title(), Ink::Title);
                quiz.draw(canvas, &areas, &self.remark);
                if quiz.told().is_some() {
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
