//! Puzzles one after the other, and the puzzle of the day.

use duel::challenge::{NoReply, Reply};
use duel::puzzle::{Grade, Sort, Theme};
use duel::speech::HowFar;
use duel::{Level, Position, RuleBook, Who};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next, Screen};
use super::board::Board;
use super::canvas::{Canvas, Click};
use super::jobs::Found;
use super::keys::{self, enter, letter};
use super::layout::Areas;
use super::play::Play;
use super::play_on::PlayOn;
use super::quiz::Quiz;
use super::skin::Ink;
use crate::failure::Failure;
use crate::sitting::here::Here;
use crate::store::posed::{Posed, Wanted};
use crate::store::progress;
use crate::store::saves::Keeper;
use crate::words::{self, say, together};

pub(crate) struct Puzzles {
    /// Which puzzles are wanted after this one.
    book: Option<RuleBook>,
    sort: Sort,
    /// The puzzle on the board; none while one is being made.
    posed: Option<(Quiz, Box<Posed>)>,
    /// The first puzzle, until the screen is shown.
    first: Option<Wanted>,
    /// What became of the puzzle of the day, to be shared.
    shared: Option<String>,
    /// The streak, or what is wrong.
    remark: String,
}

impl Puzzles {
    /// Puzzles of a book, or of any, the first of them being this.
    pub(crate) fn starting_with(wanted: Wanted) -> Puzzles {
        Puzzles {
            book: None,
            sort: Sort::default(),
            posed: None,
            first: Some(wanted),
            shared: None,
            remark: String::new(),
        }
    }

    /// Puzzles of this book, the first of them being this.
    pub(crate) fn of_book(book: RuleBook, wanted: Wanted) -> Puzzles {
        Puzzles { book: Some(book), ..Puzzles::starting_with(wanted) }
    }

    /// A puzzle that has been made already, and more like it.
    pub(crate) fn showing(posed: Posed, book: Option<RuleBook>, sort: impl Into<Sort>) -> Puzzles {
        let posed = Some((Quiz::of_puzzle(&posed), Box::new(posed)));
        Puzzles { book, sort: sort.into(), posed, first: None, shared: None, remark: String::new() }
    }

    fn ask_for(&mut self, wanted: Wanted, desk: &mut Desk) {
        (self.posed, self.shared) = (None, None);
        self.remark = words::full().looking_for_a_puzzle();
        let (book, sort) = (self.book.clone(), self.sort);
        desk.jobs.start(move |_| {
            Found::Puzzle(Posed::find(book.as_ref(), sort, wanted).map(Box::new).map_err(Failure::words))
        });
    }

    fn another(&mut self, desk: &mut Desk) {
        match Wanted::any() {
            Ok(wanted) => self.ask_for(wanted, desk),
            Err(failure) => self.remark = failure.words(),
        }
    }

    fn quiz(&mut self) -> Option<&mut Quiz> {
        self.posed.as_mut().map(|(quiz, _)| quiz)
    }

    /// What is left to win after the answer.
    fn left_to_win(&self) -> Option<Here> {
        self.posed
            .as_ref()
            .filter(|(quiz, _)| quiz.is_over())
            .and_then(|(_, posed)| Here::in_puzzle(&posed.puzzle, true))
    }

    /// The answer is made, and the best defence has the turn.
    fn win_it(&mut self, desk: &Desk) -> Next {
        let Some(here) = self.left_to_win() else { return Next::Stay };
        let keeper = Keeper::new(desk.store(), None);
        match here.sit_down(Who::Level(Level::Perfect), false, keeper) {
            Ok(sitting) => Next::Look(Box::new(Play::new(sitting).leading_back_to(words::full().the_puzzle()))),
            Err(failure) => {
                self.remark = failure.words();
                Next::Stay
            }
        }
    }

    /// Counts what came of an attempt before the next frame shows it.
    fn count(&mut self, came: Result<Reply, NoReply>, desk: &Desk) {
        let Some((quiz, posed)) = &mut self.posed else { return };
        let remark = &mut self.remark;
        quiz.take_in(came, desk, |challenge| {
            *remark = match progress::count(&desk.streak(), challenge) {
                Ok(progress) if challenge.standing().is_over() => {
                    let far = say(&HowFar { progress: &progress, is_daily: challenge.source().is_daily() });
                    self.shared = posed.shared(&progress);
                    together([posed.theme(), far])
                }
                Ok(_) => String::new(),
                Err(error) => words::full().streak_not_counted(&error),
            };
        });
    }
}

impl Screen for Puzzles {
    fn begin(&mut self, desk: &mut Desk) {
        if let Some(wanted) = self.first.take() {
            self.ask_for(wanted, desk);
        } else if let Some((quiz, posed)) = &mut self.posed {
            self.shared = posed.shared(&progress::known(&desk.streak()));
            self.remark = self.shared.as_ref().map(|_| words::both().tried_already()).unwrap_or_default();
            quiz.begin(desk);
        }
    }

    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        let is_told = self.quiz().is_none_or(|quiz| quiz.is_over());
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Esc if self.quiz().is_some_and(|quiz| quiz.board().0.wipe()) => {}
            KeyCode::Char('m') | KeyCode::Esc => return Next::Home(String::new()),
            KeyCode::Char('i') => {
                if let Some((_, posed)) = &self.posed {
                    return Next::Rules(Box::new(posed.puzzle.book.clone()));
                }
            }
            KeyCode::Char('w') if is_told => return self.win_it(desk),
            // Before that it would give the answer away.
            KeyCode::Char('o') if is_told => {
                let here = self.posed.as_ref().and_then(|(_, posed)| Here::in_puzzle(&posed.puzzle, false));
                let play_on = |here| Next::Look(Box::new(PlayOn::from(here, words::full().the_puzzle())));
                return here.map_or(Next::Stay, play_on);
            }
            KeyCode::Char('n') => self.another(desk),
            KeyCode::Char('s') => {
                if let (Some(shared), Some((quiz, _))) = (&self.shared, &mut self.posed) {
                    quiz.say(shared.clone());
                    self.remark.clear();
                }
            }
            KeyCode::Char('g') => {
                self.sort.grade = after(&Grade::ALL, self.sort.grade);
                self.another(desk);
            }
            KeyCode::Char('t') => {
                let themes = self.book.as_ref().map_or(&Theme::ALL[..], |book| Theme::of_game(book.game()));
                self.sort.theme = after(themes, self.sort.theme);
                self.another(desk);
            }
            KeyCode::Enter if is_told && !desk.jobs.is_working() => self.another(desk),
            key => {
                if let Some(came) = self.quiz().and_then(|quiz| quiz.key(key, desk)) {
                    self.count(came, desk);
                }
            }
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        if let Some(quiz) = self.quiz() {
            quiz.click(click, desk);
        }
        Next::Stay
    }

    fn board(&mut self) -> Option<(&mut Board, &Position)> {
        self.quiz().map(Quiz::board)
    }

    fn hear(&mut self, found: Found, desk: &mut Desk) {
        match found {
            Found::Puzzle(Ok(posed)) => {
                self.posed = Some((Quiz::of_puzzle(&posed), posed));
                self.begin(desk);
            }
            Found::Puzzle(Err(problem)) => self.remark = problem,
            Found::Judged(came) => self.count(came, desk),
            _ => {}
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let areas = Areas::of(canvas.area());
        let mut keys = Vec::new();
        match &self.posed {
            None => {
                canvas.text(areas.title, &words::full().puzzles(), Ink::Title);
                canvas.prose(areas.board, &self.remark, Ink::Plain);
            }
            Some((quiz, posed)) => {
                canvas.fitted(areas.title, [(&*posed.title(), Ink::Title)]);
                quiz.draw(canvas, &self.remark);
                if quiz.is_over() {
                    keys.extend(self.left_to_win().map(|_| letter('w', words::full().win_it())));
                    keys.extend([enter(words::full().another_one()), letter('o', words::full().play_on())]);
                } else {
                    keys.extend(Quiz::keys());
                    keys.push(letter('n', words::full().another_one()));
                }
            }
        }
        let words = words::full();
        keys.extend(self.shared.is_some().then(|| letter('s', words.share())));
        keys.push(letter('g', self.sort.grade.map_or_else(|| words.any_grade(), |grade| words.grade(&say(&grade)))));
        keys.push(letter('t', self.sort.theme.map_or_else(|| words.any_theme(), |theme| words.theme(&say(&theme)))));
        keys.extend([keys::menu(), keys::quit(), keys::rules(), keys::help()]);
        canvas.keys(areas.keys, &keys);
    }
}

/// What follows this among all of them; after the last it is any of them again.
fn after<T: Copy + PartialEq>(all: &[T], this: Option<T>) -> Option<T> {
    let next = this.map_or(0, |this| all.iter().position(|&other| other == this).map_or(0, |at| at + 1));
    all.get(next).copied()
}
