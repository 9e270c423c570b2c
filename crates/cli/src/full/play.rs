//! A game on the screen: turns by key and mouse, the computer's turns, hints, verdicts, the pairing, and the end.

use duel::coach::{advise, plan};
use duel::rulebook::Phrase;
use duel::session::{Action, By, Deed, Help, Refusal};
use duel::solve::{Watch, solve};
use duel::{Move, Position, Session, Who};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next, Screen};
use super::board::{Board, Insight};
use super::canvas::{Canvas, Click};
use super::jobs::Found;
use super::play_end::End;
use super::play_on::PlayOn;
use super::quiz::Quiz;
use crate::failure::tell;
use crate::line::board::names_in_a_list;
use crate::proved;
use crate::sitting::Sitting;
use crate::sitting::here::Here;
use crate::store::saves::Saving;
use crate::words::{self, ADDRESS, language, lines_of_book, say, sentence, together};

pub(crate) struct Play {
    pub(super) sitting: Sitting,
    pub(super) board: Board,
    pub(super) message: String,
    /// What is said before the message, and longer than until the computer has moved.
    pub(super) notice: String,
    /// Whether going to the menu has just failed, because the game could not be saved.
    is_unsaved: bool,
    /// Whether the game is over and is to be put away as soon as that has been seen.
    pub(super) is_done_with: bool,
    /// Whether the question is asked if somebody really resigns.
    is_resigning: bool,
    /// What it is that the game was opened from, if there is a way back to it.
    pub(super) way_back: Option<String>,
    pub(super) end: Option<End>,
}

impl Play {
    pub(crate) fn new(sitting: Sitting) -> Play {
        let session = sitting.session();
        let mut notes = Vec::from_iter(sitting.auto().map(|auto| say(&auto)));
        // Where there is nothing to play there is nobody to welcome: the end says it all.
        if session.turn().is_some() {
            let (book, called) = (session.book(), session.called_by_side(ADDRESS));
            if session.position().moves().is_empty() {
                let welcome = book.say_beside_a_board(Phrase::Welcome, session.position(), &called, language());
                notes.extend(lines_of_book(welcome));
            }
            notes.extend(book.notes_at_the_start().iter().map(say));
        }
        notes.extend(session.remarks_at_the_start(ADDRESS).iter().map(say));
        notes.extend(sitting.programs().note().map(duel::speech::sentence));
        Play {
            board: Board::hiding_legal(sitting.session().hides_legal()),
            sitting,
            message: String::new(),
            notice: notes.join("\n"),
            is_unsaved: false,
            is_done_with: false,
            is_resigning: false,
            way_back: None,
            end: None,
        }
    }

    /// The same, with a way back to this place.
    pub(crate) fn leading_back_to(self, place: String) -> Play {
        Play { way_back: Some(place), ..self }
    }

    /// The same, beginning with a remark.
    pub(crate) fn saying(self, remark: Option<String>) -> Play {
        Play { notice: together(remark.into_iter().chain([self.notice])), ..self }
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

    /// The question about the turning point, while it is asked.
    fn quiz(&mut self) -> Option<&mut Quiz> {
        let end = self.end.as_mut().filter(|end| end.is_asking)?;
        end.turning_point.as_mut()
    }

    /// Who has the turn.
    fn mover(&self) -> &str {
        self.session().sitter(self.session().seat(self.position().turn())).name.as_str()
    }

    /// Offers a move of whoever has the turn to the rules.
    fn offer_here(&mut self, action: Action, desk: &mut Desk) {
        if let Some(seat) = self.session().turn() {
            self.offer(By::Seat(seat), action, desk);
        }
    }

    /// Offers to the rules what somebody does in a turn.
    fn offer(&mut self, by: By, action: Action, desk: &mut Desk) {
        match self.act(by, action, desk) {
            Ok(deed) => {
                self.message = match deed {
                    Deed::Missed { number } => {
                        let illegal = self.position().check(number).err();
                        self.message = illegal.map(|illegal| sentence(&illegal)).unwrap_or_default();
                        return;
                    }
                    Deed::Moved { .. } => self.played(),
                    Deed::Slipped { number } => {
                        let before = self.position().at_ply(self.position().moves().len());
                        let illegal = before.and_then(|before| before.check(number).err());
                        // It stays when there is something to learn from the game.
                        self.notice = illegal.map(|illegal| sentence(&illegal)).unwrap_or_default();
                        String::new()
                    }
                    _ => String::new(),
                };
                self.next_turn(desk);
            }
            Err(Refusal::Illegal(illegal)) => self.message = words::full().choose_again(&sentence(&illegal)),
            Err(refusal) => self.message = sentence(&refusal),
        }
    }

    /// What the book says of the move that was just made. Between two people it says so to the one who made it, and they have turned the
    /// board round to the other: then what it says of the turn is enough.
    fn played(&self) -> String {
        match self.session().only_person() {
            Some(_) => lines_of_book(self.session().say_played(ADDRESS, language())).join(" "),
            None => String::new(),
        }
    }

    /// Somebody does something. It is stored before the next frame shows it.
    fn act(&mut self, by: By, action: Action, desk: &mut Desk) -> Result<Deed, Refusal> {
        let done = self.sitting.act(by, action)?;
        match done.saving {
            Saving::Fails(complaint) => self.notice = words::full().goes_on_unsaved(&complaint),
            Saving::WorksAgain => self.notice = words::both().saved_again(),
            // The title says so as long as it is so.
            Saving::StillFails | Saving::Works => {}
        }
        if !matches!(done.deed, Deed::Helped { .. }) {
            desk.jobs.stop();
        }
        Ok(done.deed)
    }

    /// Whoever is at the board does something.
    pub(super) fn act_here(&mut self, action: Action, desk: &mut Desk) -> Result<Deed, Refusal> {
        self.act(self.session().at_the_board(), action, desk)
    }

    fn next_turn(&mut self, desk: &mut Desk) {
        self.board.turn(self.sitting.session().position(), desk.window);
        if self.position().outcome().is_some() {
            self.finish(desk);
        } else if !self.session().is_watched() {
            self.computer_turn(desk);
        }
    }

    fn computer_turn(&mut self, desk: &mut Desk) {
        match self.session().mover().map(|mover| mover.who) {
            Some(Who::Level(_)) => {
                let session = self.session().clone();
                desk.jobs.start(move |_| {
                    let chosen = session.turn().zip(session.computer_move());
                    Found::Answer(chosen.map(|(seat, chosen)| (By::Seat(seat), Action::Move(chosen))))
                });
            }
            Some(Who::Program) => {
                // A question that is still open is given up before the next is asked.
                desk.jobs.stop();
                if let Some(question) = self.sitting.programs().ask(self.session()) {
                    desk.jobs.wait_for(question);
                }
            }
            Some(Who::Person) | None => {}
        }
    }

    fn take_back(&mut self, desk: &mut Desk) {
        let before = self.position().moves().to_vec();
        if self.act_here(Action::TakeBack, desk).is_err() {
            self.message = sentence(&Refusal::NothingToTakeBack);
            return;
        }
        let left = self.position().moves().len();
        self.message = words::both().taken_back(before[left], &names_in_a_list(self.session(), ADDRESS)[left % 2]);
        self.next_turn(desk);
    }

    fn escape(&mut self, desk: &mut Desk) {
        if self.board.wipe() {
            return;
        }
        if self.is_asked() && desk.jobs.stop() {
            self.message = words::full().stopped();
        } else {
            self.forget();
        }
    }

    /// Takes off the board what was found out about the position.
    fn forget(&mut self) {
        self.board.forget();
        self.message.clear();
    }

    /// Asks for something about the position. What counts as help is counted when the answer is there.
    fn ask(&mut self, desk: &mut Desk, find: impl FnOnce(&Position, &mut Watch<'_>) -> Found + Send + 'static) {
        self.message = words::full().thinking();
        desk.jobs.think(self.position().clone(), find);
    }

    /// Counts help before it is shown; whether it may be.
    fn help(&mut self, help: Help, desk: &mut Desk) -> bool {
        self.act_here(Action::Help(help), desk).is_ok()
    }

    /// Points at a good move and keeps what else is known of the position, or shows all of this instead.
    fn point_out(&mut self, hint: Option<Move>, instead: Option<Insight>, desk: &Desk) {
        let position = self.sitting.session().position();
        let insight = self.board.insight_mut(position);
        *insight = Insight { hint, ..instead.unwrap_or(std::mem::take(insight)) };
        if let Some(hint) = hint {
            self.board.point_at(hint, position, desk.window);
        }
    }

    fn save(&mut self, desk: &Desk) {
        self.message = match &self.end {
            None => match self.sitting.save() {
                Ok(id) => words::both().saved(id),
                Err(error) => words::full().could_not_save(&error),
            },
            Some(_) => self.write_record(&desk.here),
        };
    }

    /// Where whoever leaves the game comes to.
    pub(super) fn way_out(&self, message: String) -> Next {
        if self.way_back.is_some() { Next::Back } else { Next::Home(message) }
    }

    /// Another game from this position, or from where this one turned.
    pub(super) fn play_on(&self) -> Next {
        let turned = self.end.as_ref().and_then(|end| end.turning_point.as_ref());
        let at = turned.map_or(self.position(), |quiz| quiz.position()).moves().len();
        let rule_file = self.sitting.rule_file().cloned();
        match Here::in_game(self.session(), Some(at)).map(|here| here.in_the_words_of(rule_file)) {
            Some(here) => Next::Look(Box::new(PlayOn::from(here, words::full().the_game()))),
            None => Next::Stay,
        }
    }

    /// Back to the menu, the game kept.
    fn back_to_the_menu(&mut self) -> Next {
        if self.session().is_over() || !self.session().is_worth_keeping() {
            return self.way_out(String::new());
        }
        match self.sitting.save() {
            Ok(id) => self.way_out(words::full().kept(id)),
            Err(error) => {
                self.message = words::full().could_not_keep(&error);
                self.is_unsaved = true;
                Next::Stay
            }
        }
    }
}

impl Screen for Play {
    /// The game begins, or goes on.
    fn begin(&mut self, desk: &mut Desk) {
        if self.session().is_worth_keeping() {
            self.sitting.note();
        }
        self.next_turn(desk);
    }

    fn come_back(&mut self, desk: &mut Desk) {
        self.look_for_a_moral(desk);
    }

    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        if std::mem::take(&mut self.is_resigning) {
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
        let position = self.sitting.session().position();
        match key {
            KeyCode::Char('?') => return Next::Help,
            KeyCode::Char('i') => return Next::Rules(Box::new(self.session().book().clone())),
            KeyCode::Char('q') if self.sitting.keeper().is_failing() && self.end.is_none() && !is_unsaved => {
                self.message = words::full().leave_unsaved();
                self.is_unsaved = true;
            }
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Char('m') if is_unsaved => return self.way_out(words::full().game_not_saved()),
            KeyCode::Char('m') => return self.back_to_the_menu(),
            KeyCode::Char('s') => self.save(desk),
            _ if self.end.is_some() => return self.key_at_the_end(key, desk),
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right if self.session().is_watched() => {
                // Whoever is thinking goes on.
                if !desk.jobs.is_working() {
                    self.computer_turn(desk);
                }
            }
            KeyCode::Esc => self.escape(desk),
            KeyCode::Char('u') => self.take_back(desk),
            _ if !self.is_asked() => {}
            KeyCode::Char('o') => return self.play_on(),
            KeyCode::Char('r') => {
                self.is_resigning = true;
                self.message = match self.session().only_person() {
                    Some(_) => words::full().really_resign(),
                    None => words::full().really_resign_by_name(self.mover()),
                };
            }
            KeyCode::Char('h' | 'e' | 'p') if !self.may().help => self.message = sentence(&Refusal::NoAdvice),
            KeyCode::Char('h') => {
                let stage = self.board.next_stage();
                self.ask(desk, move |position, watch| Found::Advice(advise(position, stage, watch)));
            }
            KeyCode::Char('e') if self.board.insight(position).winning.is_some() => self.forget(),
            KeyCode::Char('e') => self.ask(desk, |position, watch| Found::Verdicts(solve(position, watch))),
            KeyCode::Char('p') if !self.board.insight(position).partners.is_empty() => self.forget(),
            KeyCode::Char('p') => self.ask(desk, |position, watch| Found::Pairing(plan(position, watch))),
            key => {
                if let Some(offer) = self.board.key(key, position, desk.window) {
                    self.offer_here(offer.into(), desk);
                }
            }
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        if let Some(quiz) = self.quiz() {
            quiz.click(click, desk);
            return Next::Stay;
        }
        if self.is_asked() && !self.is_resigning {
            self.board.wipe();
            self.notice.clear();
            match click {
                Click::Choice(chosen) => self.offer_here(Action::Move(chosen), desk),
                // A click that misses is a slip of the hand: it gets its reason and costs nothing in any game.
                Click::Number(number) if self.session().hides_legal() => {
                    self.offer_here(Action::Move(Move::Pick(number)), desk);
                }
                Click::Number(number) => {
                    if let Err(illegal) = self.position().check(Move::Pick(number)) {
                        self.message = sentence(&illegal);
                    }
                }
                Click::Key(_) | Click::Line(_) | Click::Setting(_) => {}
            }
        }
        Next::Stay
    }

    fn board(&mut self) -> Option<(&mut Board, &Position)> {
        match &mut self.end {
            Some(End { is_asking: true, turning_point: Some(quiz), .. }) => Some(quiz.board()),
            _ => Some((&mut self.board, self.sitting.session().position())),
        }
    }

    fn hear(&mut self, found: Found, desk: &mut Desk) {
        match found {
            Found::Answer(Some((by, action))) => self.offer(by, action, desk),
            // What was said before costs nothing more.
            Found::Advice(Ok(Some(advice))) if self.board.has_had(&advice) || self.help(Help::Advice, desk) => {
                self.message = say(&advice);
                let position = self.sitting.session().position();
                self.board.mark(&advice, position, desk.window);
            }
            Found::Verdicts(Ok(solution)) if self.help(Help::Verdicts, desk) => {
                // The only one may stand where it cannot be seen.
                self.message = match (&solution.winning[..], self.position().legal_count()) {
                    ([], _) => words::full().every_move_loses(),
                    ([only], _) => words::full().one_move_wins(*only),
                    (winning, legal) if winning.len() == legal => words::full().every_move_wins(),
                    (winning, legal) => words::full().some_moves_win(winning.len(), legal),
                };
                let verdicts = Insight { winning: Some(solution.winning), ..Insight::default() };
                self.point_out(None, Some(verdicts), desk);
            }
            Found::Pairing(Ok(proof)) => {
                self.message = proved::in_words(&proof);
                if Help::of_proof(&proof).is_some_and(|help| self.help(help, desk)) {
                    // It is a largest one, or the proof would not stand.
                    let pairs = proof.matching.iter().flatten().enumerate();
                    let partners = pairs.flat_map(|(at, &[one, two])| [(one, (two, at)), (two, (one, at))]).collect();
                    self.point_out(proof.pick, Some(Insight { partners, ..Insight::default() }), desk);
                }
            }
            Found::Advice(_) | Found::Verdicts(_) | Found::Pairing(_) => {
                self.message = words::full().too_hard();
            }
            Found::Moral(Some(moral)) => self.learn(moral),
            Found::Judged(came) => {
                if let Some(quiz) = self.end.as_mut().and_then(|end| end.turning_point.as_mut()) {
                    quiz.take_in(came, desk, |_| {});
                }
            }
            Found::Answer(None)
            | Found::Moral(None)
            | Found::Review(_)
            | Found::Puzzle(_)
            | Found::Step(_)
            | Found::LiveGame(_)
            | Found::Reach(_) => {}
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        self.draw_game(canvas, desk);
    }

    /// The end has been seen, or somebody has gone on from it: nothing is left to resume.
    fn is_seen(&mut self) {
        if std::mem::take(&mut self.is_done_with) {
            self.sitting.keeper().finished();
        }
    }

    /// Saves the game for people who leave, and tells them how to come back. Programs have a moment to end by themselves where
    /// nobody is in a hurry.
    fn leave(&self, in_a_hurry: bool) -> bool {
        let is_kept = self.sitting.keeper().leave();
        if in_a_hurry {
            self.sitting.programs().end();
        } else {
            self.sitting.programs().leave();
        }
        // What was only on the screen is gone with it.
        let complaint = self.end.as_ref().and_then(End::complaint);
        complaint.iter().for_each(|complaint| tell(&format!("error: {complaint}")));
        is_kept && complaint.is_none()
    }
}

/// Whether a key does something, other than moving the cursor, typing or reading.
fn is_deed(key: KeyCode) -> bool {
    use KeyCode::{Backspace, Char, Down, End, Home, Left, Right, Up};
    !matches!(
        key,
        Up | Down | Left | Right | Home | End | Backspace | Char('0'..='9' | '/' | '-' | '+' | '.' | ',' | '?' | 'i')
    )
}
