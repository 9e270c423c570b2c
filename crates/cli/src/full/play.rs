//! A game on the screen: turns by key and mouse, the computer's turns, hints, verdicts, the pairing, and the end.

use duel::{Action, By, Deed, Help, Invalid, Move, Position, Proof, Refusal, Session, Unproved, Who, sentence};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next};
use super::board::{Board, Notes};
use super::canvas::Click;
use super::jobs::{Found, Task};
use super::layout::Areas;
use super::play_end::End;
use super::quiz::Quiz;
use crate::failure::tell;
use crate::sitting::{Sitting, why_illegal};
use crate::store::saves::Saving;

/// The longest thing that can be typed: two numbers of twenty digits and a stroke.
const LONGEST: usize = 41;

pub(crate) struct Play {
    pub(super) sitting: Sitting,
    pub(super) board: Board,
    /// The names by the side they play in this round.
    pub(super) names: [String; 2],
    pub(super) typed: String,
    pub(super) message: String,
    /// What is said before the message, and longer than until the computer has moved.
    pub(super) notice: String,
    /// Whether going to the menu has just failed, because the game could not be saved.
    is_unsaved: bool,
    /// Whether the game is over and is to be put away as soon as that has been seen.
    pub(super) is_done_with: bool,
    /// Whether the question is asked if somebody really resigns.
    pub(super) resigning: bool,
    pub(super) end: Option<End>,
}

impl Play {
    pub(crate) fn new(sitting: Sitting) -> Play {
        let session = sitting.session();
        let names = session.names();
        let board = Board::new(session.position().clone());
        let book = session.book();
        let mut notes = book.notes();
        // What the book itself says about it is on its page of rules, and that is too late for whoever tries a number.
        if [book.game(), book.own_game()].iter().all(|game| game.invalid() == Invalid::Loses) {
            notes.push("An illegal number loses this game at once.".into());
        }
        notes.extend(sitting.programs().note().map(sentence));
        Play {
            sitting,
            board,
            names,
            typed: String::new(),
            message: String::new(),
            notice: notes.join(" "),
            is_unsaved: false,
            is_done_with: false,
            resigning: false,
            end: None,
        }
    }

    /// The same, beginning with a remark.
    pub(crate) fn saying(mut self, remark: Option<String>) -> Play {
        let remarks: Vec<String> =
            remark.into_iter().chain([self.notice]).filter(|remark| !remark.is_empty()).collect();
        self.notice = remarks.join(" ");
        self
    }

    /// The screen is shown: the game begins, or goes on.
    pub(crate) fn begin(&mut self, desk: &mut Desk) {
        if self.session().is_worth_keeping() {
            self.sitting.note();
        }
        self.next_turn(desk);
    }

    pub(super) fn session(&self) -> &Session {
        self.sitting.session()
    }

    pub(super) fn position(&self) -> &Position {
        self.session().position()
    }

    /// Whether it is a person's turn.
    pub(super) fn is_asked(&self) -> bool {
        self.session().mover().is_some_and(|mover| mover.who == Who::Person)
    }

    /// Whether nobody plays who could be asked: then every move waits for a key, so that it can be seen.
    pub(super) fn is_watched(&self) -> bool {
        self.session().is_watched()
    }

    fn board_area(&self, desk: &Desk) -> Rect {
        Areas::around(desk.window, &self.board).board
    }

    pub(crate) fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        if std::mem::take(&mut self.resigning) {
            self.message.clear();
            if matches!(key, KeyCode::Char('y' | 'Y')) && self.act_here(Action::Resign, desk).is_ok() {
                self.next_turn(desk);
            }
            return Next::Stay;
        }
        let key = match key {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            other => other,
        };
        if is_deed(key) {
            self.notice.clear();
        }
        let is_unsaved = std::mem::take(&mut self.is_unsaved);
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('i') => return Next::Rules(Box::new(self.session().book().clone())),
            KeyCode::Char('q') if self.sitting.keeper().is_failing() && self.end.is_none() && !is_unsaved => {
                self.message = "The game is not saved. q again leaves without it.".into();
                self.is_unsaved = true;
            }
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Char('m') if is_unsaved => return Next::Home("The game was not saved.".into()),
            KeyCode::Char('m') => return self.back_to_the_menu(),
            KeyCode::Char('s') => self.save(desk),
            _ if self.end.is_some() => return self.key_at_the_end(key, desk),
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right if self.is_watched() => {
                // Whoever is thinking goes on.
                if !desk.jobs.is_working() {
                    self.computer_turn(desk);
                }
            }
            KeyCode::Esc => self.escape(desk),
            KeyCode::Char('u') => self.take_back(desk),
            _ if !self.is_asked() => {}
            KeyCode::Char(digit @ ('0'..='9' | '/')) if self.typed.len() < LONGEST => {
                self.typed.push(digit);
                let area = self.board_area(desk);
                self.board.point_at_typed(&self.typed, area);
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            // What nobody can see is shown before it is taken.
            KeyCode::Enter if self.typed.is_empty() && self.reveal_cursor(desk) => {}
            KeyCode::Enter => {
                let offered = if self.typed.is_empty() { self.chosen() } else { std::mem::take(&mut self.typed) };
                self.offer_here(Action::Type(offered), desk);
            }
            KeyCode::Char('r') => {
                self.resigning = true;
                self.message = format!("{}, do you resign? y for yes, any other key for no.", self.mover());
            }
            KeyCode::Char('h') => self.ask(Task::Hint, desk),
            KeyCode::Char('e') if self.board.notes.winning.is_some() => self.wipe(),
            KeyCode::Char('e') => self.ask(Task::Verdicts, desk),
            KeyCode::Char('p') if !self.board.notes.partners.is_empty() => self.wipe(),
            KeyCode::Char('p') => self.ask(Task::Pairing, desk),
            key => {
                let area = self.board_area(desk);
                if self.board.step(key, area) {
                    self.typed.clear();
                }
            }
        }
        Next::Stay
    }

    pub(crate) fn click(&mut self, click: Click, desk: &mut Desk) {
        if let Some(quiz) = self.quiz() {
            return quiz.click(click, desk);
        }
        if !self.is_asked() || self.resigning {
            return;
        }
        self.typed.clear();
        self.notice.clear();
        match click {
            Click::Choice(chosen) => self.offer_here(Action::Move(chosen), desk),
            // A click that misses is a slip of the hand: it gets its reason and costs nothing in any game.
            Click::Number(number) => {
                if let Err(illegal) = self.position().check(Move::Pick(number)) {
                    self.message = format!("{illegal}.");
                }
            }
            Click::Key(_) | Click::Line(_) | Click::Setting(_) => {}
        }
    }

    /// The question about the turning point, while it is asked.
    fn quiz(&mut self) -> Option<&mut Quiz> {
        let end = self.end.as_mut().filter(|end| end.is_asking)?;
        end.turning_point.as_mut()
    }

    /// The mouse is over a choice.
    pub(crate) fn hover(&mut self, choice: Move, desk: &Desk) {
        if let Some(quiz) = self.quiz() {
            return quiz.hover(choice, desk);
        }
        let area = self.board_area(desk);
        self.board.point_at(choice, area);
    }

    pub(crate) fn scroll(&mut self, down: bool, desk: &Desk) {
        if let Some(quiz) = self.quiz() {
            return quiz.scroll(down, desk);
        }
        let area = self.board_area(desk);
        self.board.scroll(down, area);
    }

    fn reveal_cursor(&mut self, desk: &Desk) -> bool {
        let area = self.board_area(desk);
        self.board.reveal_cursor(area)
    }

    fn chosen(&self) -> String {
        self.board.choice().map(|choice| choice.to_string()).unwrap_or_default()
    }

    pub(super) fn mover(&self) -> &str {
        &self.names[self.position().turn().index()]
    }

    /// Offers a move of whoever has the turn to the rules.
    fn offer_here(&mut self, action: Action, desk: &mut Desk) {
        if let Some(seat) = self.session().turn() {
            self.offer(By::Seat(seat), action, desk);
        }
    }

    /// Offers to the rules what somebody does in a turn.
    fn offer(&mut self, by: By, action: Action, desk: &mut Desk) {
        let (mover, before) = (self.mover().to_string(), self.position().clone());
        self.message = match self.act(by, action, desk) {
            Ok(deed) => {
                self.message = match deed {
                    Deed::Moved { chosen } => format!("{mover} played {chosen}."),
                    Deed::Slipped { number } => why_illegal(&before, number),
                    _ => String::new(),
                };
                return self.next_turn(desk);
            }
            Err(Refusal::Illegal(illegal)) => format!("{illegal}. Choose again."),
            Err(refusal) => sentence(refusal),
        };
    }

    /// Somebody does something. It is stored before the next frame shows it.
    fn act(&mut self, by: By, action: Action, desk: &mut Desk) -> Result<Deed, Refusal> {
        let done = self.sitting.act(by, action)?;
        match done.saving {
            Saving::Fails(complaint) => {
                self.notice = format!("The game goes on, but it is not saved: {complaint}.");
            }
            Saving::WorksAgain => self.notice = "The game is saved again.".into(),
            // The title says so as long as it is so.
            Saving::StillFails | Saving::Works => {}
        }
        if !matches!(done.deed, Deed::Helped { .. }) {
            desk.jobs.stop();
            self.typed.clear();
            self.board.change(|position| *position = self.sitting.session().position().clone());
        }
        Ok(done.deed)
    }

    /// Whoever is at the board does something.
    pub(super) fn act_here(&mut self, action: Action, desk: &mut Desk) -> Result<Deed, Refusal> {
        self.act(self.session().at_the_board(), action, desk)
    }

    fn next_turn(&mut self, desk: &mut Desk) {
        let area = self.board_area(desk);
        self.board.follow_turn(area);
        if self.position().outcome().is_some() {
            self.finish(desk);
        } else if !self.is_watched() {
            self.computer_turn(desk);
        }
    }

    fn computer_turn(&mut self, desk: &mut Desk) {
        match self.session().mover().map(|mover| mover.who) {
            Some(Who::Level(_)) => desk.jobs.start(Task::Move(Box::new(self.session().clone()))),
            Some(Who::Program) => {
                // A question that is still open is given up before the next is asked.
                desk.jobs.stop();
                if let Some(question) = self.sitting.programs().ask(self.session()) {
                    desk.jobs.start(Task::Ask(question));
                }
            }
            Some(Who::Person) | None => {}
        }
    }

    fn take_back(&mut self, desk: &mut Desk) {
        let before = self.position().moves().to_vec();
        self.message = match self.act_here(Action::TakeBack, desk) {
            Ok(_) => {
                let left = self.position().moves().len();
                self.message = format!("Taken back: {} by {}.", before[left], self.names[left % 2]);
                return self.next_turn(desk);
            }
            Err(_) => "There is no move to take back.".into(),
        };
    }

    fn escape(&mut self, desk: &mut Desk) {
        if !self.typed.is_empty() {
            self.typed.clear();
        } else if self.is_asked() && desk.jobs.stop() {
            self.message = "Stopped.".into();
        } else {
            self.wipe();
        }
    }

    /// Takes off the board what was found out about the position.
    fn wipe(&mut self) {
        self.board.notes = Notes::default();
        self.message.clear();
    }

    /// Asks for something about the position. What counts as help is counted when the answer is there.
    fn ask(&mut self, task: fn(Position) -> Task, desk: &mut Desk) {
        self.message = "Thinking. Esc stops it.".into();
        desk.jobs.start(task(self.position().clone()));
    }

    /// What a job found out.
    pub(crate) fn hear(&mut self, found: Found, desk: &mut Desk) {
        match found {
            Found::Move(chosen) => {
                if let Some(chosen) = chosen {
                    self.offer_here(Action::Move(chosen), desk);
                }
            }
            Found::Answer(answer) => {
                if let Some((by, action)) = answer {
                    self.offer(by, action, desk);
                }
            }
            Found::Hint(Ok(Some(hint))) if self.help(Help::Advice, desk) => {
                self.message = hint.to_string();
                self.board.notes.hint = Some(hint.chosen);
                let area = self.board_area(desk);
                self.board.point_at(hint.chosen, area);
            }
            Found::Verdicts(Ok(solution)) if self.help(Help::Verdicts, desk) => {
                // The only one may stand where it cannot be seen.
                self.message = match (&solution.winning[..], self.position().legal_count()) {
                    ([], _) => "Every move loses against best play.".into(),
                    ([only], _) => format!("One move wins: {only}."),
                    (winning, legal) if winning.len() == legal => "Every move wins.".into(),
                    (winning, legal) => format!("{} of {legal} moves win.", winning.len()),
                };
                self.board.notes = Notes { winning: Some(solution.winning), ..Notes::default() };
            }
            Found::Pairing(Ok(proof)) => {
                self.message = explained(&proof);
                if Help::of_proof(&proof).is_some_and(|help| self.help(help, desk)) {
                    self.show_pairing(&proof, desk);
                }
            }
            Found::Pairing(Err(Unproved::Searched)) => {
                self.message = "This position is decided by search: no pairing proves it.".into();
            }
            Found::Hint(_) | Found::Verdicts(_) | Found::Pairing(_) => {
                self.message = "This position is too hard for that.".into();
            }
            Found::Lesson(Some(lesson)) => self.learn(lesson),
            Found::Judged(came) => {
                if let Some(quiz) = self.end.as_mut().and_then(|end| end.turning_point.as_mut()) {
                    quiz.settle(came, desk, |_| {});
                }
            }
            Found::Lesson(None) | Found::Review(_) | Found::Puzzle(_) => {}
        }
    }

    /// Counts help before it is shown; whether it may be.
    fn help(&mut self, help: Help, desk: &mut Desk) -> bool {
        self.act_here(Action::Help(help), desk).is_ok()
    }

    /// Draws the pairing of a proof on the board. It is a largest one, or the proof would not stand.
    fn show_pairing(&mut self, proof: &Proof, desk: &Desk) {
        let pairs = proof.matching.iter().flatten().enumerate();
        let partners = pairs.flat_map(|(at, &[small, large])| [(small, (large, at)), (large, (small, at))]).collect();
        self.board.notes = Notes { partners, hint: proof.pick, ..Notes::default() };
        if let Some(pick) = proof.pick {
            let area = self.board_area(desk);
            self.board.point_at(pick, area);
        }
    }

    fn save(&mut self, desk: &Desk) {
        self.message = match &self.end {
            None => match self.sitting.save() {
                Ok(id) => format!("Saved. Take it up again with: divisor-duel resume {id}"),
                Err(error) => format!("It could not be saved: {error:#}. The game goes on."),
            },
            Some(_) => self.write_record(&desk.here),
        };
    }

    /// Back to the menu, the game kept.
    fn back_to_the_menu(&mut self) -> Next {
        if self.session().is_over() || !self.session().is_worth_keeping() {
            return Next::Home(String::new());
        }
        match self.sitting.save() {
            Ok(id) => Next::Home(format!("Game {id} is kept; r takes it up again.")),
            Err(error) => {
                self.message = format!("It could not be saved: {error:#}. m again goes to the menu without it.");
                self.is_unsaved = true;
                Next::Stay
            }
        }
    }

    /// Saves the game for people who leave, and tells them how to come back; false when that failed. Programs have a moment to
    /// end by themselves where nobody is in a hurry.
    pub(crate) fn leave(&self, in_a_hurry: bool) -> bool {
        let is_kept = self.sitting.keeper().leave();
        if in_a_hurry {
            self.sitting.programs().end();
        } else {
            self.sitting.programs().leave();
        }
        // What was only on the screen is gone with it.
        let complaint = self.end.as_ref().and_then(|end| end.complaint.as_ref());
        complaint.iter().for_each(|complaint| tell(&format!("error: {complaint}")));
        is_kept && complaint.is_none()
    }
}

/// Whether a key does something, other than moving the cursor, typing or reading.
fn is_deed(key: KeyCode) -> bool {
    !matches!(
        key,
        KeyCode::Up
            | KeyCode::Down
            | KeyCode::Left
            | KeyCode::Right
            | KeyCode::Home
            | KeyCode::End
            | KeyCode::Backspace
            | KeyCode::Char('0'..='9' | '/' | '?' | 'i')
    )
}

/// What a proof says, for the player to move.
fn explained(proof: &Proof) -> String {
    if let Some(factors) = &proof.factors {
        let heaps: Vec<String> =
            factors.iter().map(|(number, primes)| format!("{number} is {}", primes.len().saturating_sub(1))).collect();
        return format!(
            "A division game is Nim, and every number a heap: its prime factors less one. {}.",
            heaps.join(", ")
        );
    }
    let punished = match proof.punishers.as_deref() {
        Some([punisher, ..]) => format!(" Taking 1 is answered by {punisher}."),
        _ => String::new(),
    };
    match (&proof.matching, proof.pick, &proof.then) {
        (None, Some(pick), _) if pick.number() > 1 => format!("{pick} leaves them nothing but 1.{punished}"),
        (None, ..) => format!("1 is all that is left to take.{punished}"),
        (Some(_), Some(pick), _) => {
            format!("No pair has {pick}: take it, and whatever they take next has a partner to answer with.{punished}")
        }
        (Some(_), None, None) => format!("Whatever you take has a partner that answers it.{punished}"),
        (Some(_), None, Some(_)) => {
            format!(
                "Whatever you take has a partner that answers it, or leaves nothing but 1, which loses too.{punished}"
            )
        }
    }
}
