//! Lessons: the list of them, and the steps of one. The game at the end is a game like any other.

use duel::Position;
use duel::challenge::{Challenge, NoReply, Progress, Reply};
use duel::lesson::Lesson;
use duel::session::Origin;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::board::Board;
use super::canvas::{Canvas, Click, from_column, from_row};
use super::jobs::Found;
use super::keys::{self, enter, escape, letter};
use super::layout::Areas;
use super::play::Play;
use super::play_on::PlayOn;
use super::quiz::Quiz;
use super::skin::Ink;
use crate::failure::Fallible;
use crate::sitting::here::Here;
use crate::sitting::taught::Taught;
use crate::store::progress;
use crate::store::saves::Keeper;
use crate::words::{self, of_lesson, sentence};

/// The list of lessons.
pub(crate) struct Lessons {
    chosen: usize,
    progress: Progress,
}

impl Lessons {
    /// The list, at the first lesson that is not done.
    pub(crate) fn open(desk: &Desk) -> Lessons {
        let progress = progress::known(&desk.streak());
        let next = progress.next_lesson().id();
        let chosen = Lesson::built_in().iter().position(|lesson| lesson.id() == next).unwrap_or(0);
        Lessons { chosen, progress }
    }

    fn learn(&self) -> Next {
        Next::Go(Box::new(Steps::of(Lesson::built_in()[self.chosen].clone())))
    }
}

impl Screen for Lessons {
    fn key(&mut self, key: KeyCode, _desk: &mut Desk) -> Next {
        let last = Lesson::built_in().len() - 1;
        self.chosen = match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Esc | KeyCode::Char('m') | KeyCode::Left => return Next::Home(String::new()),
            KeyCode::Enter | KeyCode::Right => return self.learn(),
            KeyCode::Up => self.chosen.saturating_sub(1),
            KeyCode::Down => (self.chosen + 1).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Char(digit @ '1'..='9') => (digit as usize - '1' as usize).min(last),
            _ => self.chosen,
        };
        Next::Stay
    }

    fn click(&mut self, click: Click, _desk: &mut Desk) -> Next {
        match click {
            Click::Line(line) if line == self.chosen => return self.learn(),
            Click::Line(line) => self.chosen = line,
            _ => {}
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let window = canvas.area();
        let inner = Rect { x: window.x + 1, width: window.width.saturating_sub(2), ..window };
        let (done, count) = self.progress.lessons();
        let title = Rect { height: 1, ..inner };
        let title = canvas.right(title, &words::full().how_many_lessons(done, count), Ink::Faint);
        canvas.fitted(title, [(&*words::full().lessons(), Ink::Title)]);
        canvas.rule(Rect { height: 1, ..from_row(inner, 1) });
        let signs = &canvas.skin.signs;
        for (at, lesson) in Lesson::built_in().iter().enumerate() {
            let line = Rect { height: 1, ..from_row(inner, 2 + at as u16) };
            let (bar, ink) = if at == self.chosen { (signs.bar, Ink::Open) } else { (" ", Ink::Plain) };
            canvas.text(line, bar, Ink::Open);
            let mark = if self.progress.has_done(lesson) { signs.wins } else { " " };
            canvas.text(from_column(line, 2), mark, Ink::Wins);
            let title = of_lesson(&format!("{}. {}", at + 1, lesson.title()));
            canvas.fitted(from_column(line, 4), [(&*title, ink)]);
            canvas.target(line, Click::Line(at));
        }
        let lesson = &Lesson::built_in()[self.chosen];
        let about = match self.progress.has_done(lesson) {
            true => of_lesson(lesson.learned()),
            false => words::full().steps_and_a_game(lesson.steps().len()),
        };
        canvas.prose(Rect { height: 2, ..from_row(inner, inner.height.saturating_sub(4)) }, &about, Ink::Plain);
        let keys = [enter(words::full().learn()), escape(words::full().menu()), keys::quit(), keys::help()];
        canvas.keys(from_row(inner, inner.height.saturating_sub(1)), &keys);
    }
}

/// The steps of a lesson, one after the other.
pub(crate) struct Steps {
    lesson: Lesson,
    /// The step that is asked, and the board that it is asked on as soon as that is ready.
    at: usize,
    quiz: Option<Quiz>,
    /// What is wrong.
    remark: String,
}

impl Steps {
    pub(crate) fn of(lesson: Lesson) -> Steps {
        Steps { lesson, at: 0, quiz: None, remark: String::new() }
    }

    /// Takes in what came of an attempt; a right move leads to the next step.
    fn take_in(&mut self, came: Result<Reply, NoReply>, desk: &mut Desk) {
        let Some(quiz) = &mut self.quiz else { return };
        quiz.take_in(came, desk, |_| {});
        if quiz.is_over() {
            self.at += 1;
            self.begin(desk);
        }
    }
}

impl Screen for Steps {
    fn begin(&mut self, desk: &mut Desk) {
        if let Some(step) = self.lesson.steps().get(self.at).cloned() {
            let position = step.position().clone();
            desk.jobs.think(position, move |_, watch| Found::Step(Challenge::of_step(&step, watch).map(Box::new)));
        }
    }

    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Char('m') => return Next::Home(String::new()),
            KeyCode::Char('i') => {
                let step = self.lesson.steps().get(self.at);
                return step.map_or(Next::Stay, |step| Next::Rules(Box::new(step.book().clone())));
            }
            KeyCode::Char('o') => {
                let step = self.lesson.steps().get(self.at);
                let origin = Origin::Lesson(self.lesson.id().into());
                let here = step.and_then(|step| Here::at(step.book(), step.position(), origin));
                let play_on = |here| Next::Look(Box::new(PlayOn::from(here, words::full().the_lesson())));
                return here.map_or(Next::Stay, play_on);
            }
            KeyCode::Esc if self.quiz.as_mut().is_some_and(|quiz| quiz.board().0.wipe()) => {}
            KeyCode::Esc => return Next::Go(Box::new(Lessons::open(desk))),
            key => {
                if let Some(came) = self.quiz.as_mut().and_then(|quiz| quiz.key(key, desk)) {
                    self.take_in(came, desk);
                }
            }
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        if let Some(quiz) = &mut self.quiz {
            quiz.click(click, desk);
        }
        Next::Stay
    }

    fn board(&mut self) -> Option<(&mut Board, &Position)> {
        self.quiz.as_mut().map(Quiz::board)
    }

    fn hear(&mut self, found: Found, desk: &mut Desk) {
        match (found, self.lesson.steps().get(self.at)) {
            (Found::Step(Ok(challenge)), Some(step)) => {
                let mut quiz = Quiz::alone(*challenge, step.book(), of_lesson(step.say()));
                quiz.begin(desk);
                self.quiz = Some(quiz);
            }
            (Found::Step(Err(problem)), _) => self.remark = sentence(&problem),
            (Found::Judged(came), _) => self.take_in(came, desk),
            _ => {}
        }
    }

    fn next(&mut self, desk: &Desk) -> Next {
        if self.at < self.lesson.steps().len() {
            return Next::Stay;
        }
        match play(&self.lesson, desk) {
            Ok(play) => Next::Go(Box::new(play)),
            Err(failure) => {
                self.remark = failure.words();
                Next::Stay
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let areas = Areas::of(canvas.area());
        let count = self.lesson.steps().len();
        let title = words::both().lesson_step(&of_lesson(self.lesson.title()), (self.at + 1).min(count), count);
        canvas.fitted(areas.title, [(&*title, Ink::Title)]);
        match &self.quiz {
            Some(quiz) => quiz.draw(canvas, &self.remark),
            None => {
                canvas.prose(areas.board, &self.remark, Ink::Plain);
            }
        }
        let mut keys = Quiz::keys().to_vec();
        keys.extend([
            escape(words::full().the_lessons()),
            letter('o', words::full().play_on()),
            keys::menu(),
            keys::quit(),
            keys::rules(),
            keys::help(),
        ]);
        canvas.keys(areas.keys, &keys);
    }
}

/// The game at the end of a lesson.
pub(super) fn play(lesson: &Lesson, desk: &Desk) -> Fallible<Play> {
    let taught = Taught { lesson: lesson.clone(), kept: desk.streak() };
    let sitting = taught.sit_down(Keeper::new(desk.store(), None))?;
    Ok(Play::new(sitting).saying(Some(of_lesson(lesson.before_the_game()))))
}
