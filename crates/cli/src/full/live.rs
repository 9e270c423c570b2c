//! A live game on the screen: the other one's moves come from a server, and ours are shown when it has them.

use std::time::{Duration, Instant};

use api::live::LiveWish;
use api::wire;
use duel::speech::{Remark, sentence as as_sentence};
use duel::{Move, Position, Seat, Session, Typed};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next, Screen};
use super::board::{Board, Offer};
use super::canvas::{Canvas, Click};
use super::jobs::Found;
use super::keys::{self, Key, enter, letter};
use super::layout::Areas;
use super::play_end::write_record;
use super::review::Review;
use super::scene::Scene;
use crate::failure::{Failure, tell};
use crate::line::board::names_in_a_list;
use crate::live::{Followed, Heard, News, Standing, clock};
use crate::words::{self, language, lines_of_book, say, sentence, together};

pub(crate) struct Live {
    game: Followed,
    board: Board,
    /// What just happened in the game,
    message: String,
    /// and around it: who has come, what was proposed.
    notice: String,
    /// Whether the question is asked if somebody really resigns.
    is_resigning: bool,
    /// What was tried as a move, until it is known what comes of it.
    tried: Option<Typed>,
    /// Why no more news will come.
    ended: Option<String>,
    /// The game that comes after this one, as soon as it is reached.
    reached: Option<Box<Live>>,
}

impl Live {
    pub(crate) fn new(game: Followed, note: Option<String>) -> Live {
        let board = Board::hiding_legal(game.session().hides_legal());
        // Whoever comes back is still asked what they were asked before.
        let notice = together(note.map(as_sentence).into_iter().chain(game.proposed_words()));
        let message = String::new();
        let mut live =
            Live { game, board, message, notice, is_resigning: false, tried: None, ended: None, reached: None };
        live.message = live.beginning();
        live
    }

    fn session(&self) -> &Session {
        self.game.session()
    }

    /// Who moves first, and in which round.
    fn beginning(&self) -> String {
        let (session, address) = (self.session(), self.game.address());
        let first = session.called(session.starter(), address);
        let first = if session.is_tossed() { Remark::Toss(first) } else { Remark::MovesFirst(first) };
        let is_new = session.position().moves().is_empty();
        let starts = is_new.then(|| say(&session.round_remark(address).unwrap_or(first)));
        let remarks = session.remarks_at_the_start(address);
        together(starts.into_iter().chain(remarks.iter().map(say)))
    }

    /// Whether whoever is at this board is asked for a move.
    fn is_asked(&self) -> bool {
        self.game.is_our_turn() && !self.game.is_doing() && self.ended.is_none()
    }

    /// Whether somebody here can do anything at all.
    fn is_playing(&self) -> bool {
        self.game.seat().is_some() && self.ended.is_none()
    }

    /// Does something; what comes of it is heard later.
    fn act(&mut self, wish: LiveWish) {
        if self.is_playing() && !self.game.is_doing() {
            self.message.clear();
            self.notice.clear();
            self.game.act(wish);
        }
    }

    fn offer(&mut self, offer: Offer) {
        if !self.is_asked() {
            let waits_for = self.game.waits_for().filter(|_| !self.game.is_doing() && self.is_playing());
            if let Some(name) = waits_for {
                self.message = words::both().not_your_turn(name);
            }
            return;
        }
        let wish = match offer {
            Offer::Move(chosen) => LiveWish::Move { r#move: wire::Move(chosen) },
            Offer::Typed(text) => LiveWish::Type { text },
        };
        let tried = match &wish {
            LiveWish::Move { r#move: wire::Move(chosen) } => Some(Typed::from(*chosen)),
            LiveWish::Type { text } => text.parse().ok(),
            _ => None,
        };
        self.act(wish);
        self.tried = tried;
    }

    /// What is shown is kept before; what is wrong with that.
    fn keep(&mut self, desk: &Desk) -> String {
        self.game.keep(desk.store().map(|store| store.history())).unwrap_or_default()
    }

    /// Shows how the game came from there to here.
    fn show(&mut self, before: &Standing, desk: &Desk) {
        let complaint = self.keep(desk);
        let now = self.game.now();
        let tidings = together(self.game.tidings(before));
        let (session, address) = (&now.session, self.game.address());
        let (was, position) = (before.session.position(), session.position());
        let tried = self.tried.take();
        let (old, new) = (was.moves(), position.moves());
        let message = if now.is_another_round(before) {
            self.beginning()
        } else if new.len() > old.len() {
            lines_of_book(session.say_played(address, language())).join(" ")
        } else if new.len() < old.len() {
            words::both().taken_back(old[new.len()], &names_in_a_list(session, address)[new.len() % 2])
        } else {
            // A try that was none: it is ours, or nobody says anything.
            let illegal = tried.and_then(|tried| was.check(tried).err());
            illegal.map(|illegal| sentence(&illegal)).unwrap_or_default()
        };
        // Whatever happens comes before the question: a key that answers it could be meant for that.
        if std::mem::take(&mut self.is_resigning) {
            self.message.clear();
        }
        if now.is_another_round(before) {
            self.board = Board::hiding_legal(session.hides_legal());
        }
        if before.session != now.session || !message.is_empty() {
            self.message = message;
        }
        self.notice = together([tidings, complaint]);
        // What somebody is about to choose stays as long as it is asked for.
        if was != position || now.is_another_round(before) {
            self.board.turn(self.game.session().position(), desk.window);
        }
    }

    /// What stands in the place of a prompt where nobody is asked.
    fn instead(&self, instant: Instant) -> String {
        let now = self.game.now();
        let mover = now.session.turn().filter(|_| now.is_complete());
        let late = self.late(instant);
        match mover {
            _ if self.game.is_doing() => words::full().sending(),
            _ if self.game.seat().is_none() => words::full().you_watch(),
            None => words::full().seat_is_open(),
            Some(_) if late.is_some() => late.unwrap_or_default(),
            Some(mover) if now.here[mover.index()] => words::full().is_waited_for(&now.session.sitter(mover).name),
            Some(mover) => words::full().is_away(&now.session.sitter(mover).name),
        }
    }

    /// That we need not wait for the other one any longer.
    fn late(&self, instant: Instant) -> Option<String> {
        let (now, late) = (self.game.now(), self.game.now().awaited.filter(|_| self.game.may_claim(instant))?);
        let name = &now.session.sitter(late.seat).name;
        Some(match now.session.turn() {
            None => words::full().is_late_for_the_next_round(name),
            Some(_) if now.is_limited => words::full().is_late(name),
            Some(_) => words::full().has_not_moved(name),
        })
    }

    fn keys(&self, instant: Instant) -> Vec<Key> {
        let session = self.session();
        let is_over = session.turn().is_none();
        let may = self.game.may().filter(|_| self.is_playing());
        let mut keys = Vec::new();
        keys.extend(self.is_asked().then(|| enter(words::full().take())));
        if self.is_playing() && self.game.is_asked_to_agree() {
            keys.push(letter('y', words::full().agree()));
        }
        if let Some((by, _)) = self.game.now().proposed.filter(|_| self.is_playing()) {
            let is_ours = Some(by) == self.game.seat();
            keys.push(letter('d', if is_ours { words::full().withdraw() } else { words::full().decline() }));
        }
        if let Some(may) = may {
            keys.extend(may.next_round.then(|| letter('n', words::full().next_round())));
            keys.extend(may.rematch.then(|| letter('n', words::full().rematch())));
            keys.extend(may.fair_start.then(|| letter('f', words::full().fair_start())));
            keys.extend(may.take_back.then(|| letter('u', words::full().propose_take_back())));
            keys.extend(self.game.may_claim(instant).then(|| letter('c', words::full().claim())));
            keys.extend(may.resign.then(|| letter('r', words::full().resign())));
        }
        if self.game.way_on().is_some() {
            keys.push(letter('g', words::full().go_there()));
            keys.extend(self.game.now().proposed.is_none().then(|| letter('d', words::full().decline())));
        }
        keys.extend(is_over.then(keys::review));
        keys.extend([
            keys::quit(),
            keys::menu(),
            letter('s', words::full().save_record()),
            keys::rules(),
            keys::help(),
        ]);
        keys
    }

    /// What whoever leaves is told as long as there is something to come back to.
    fn way_back(&self) -> Option<String> {
        (!self.game.now().is_over() && self.ended.is_none()).then(|| self.game.way_back())
    }

    /// Another round of the match, or the same again, if the other one wants it, too.
    fn again(&mut self, fair: bool) {
        self.act(match self.session().match_goes_on() {
            true => LiveWish::NextRound { fair },
            false => LiveWish::ProposeRematch { fair },
        });
    }

    /// Goes to what the other one would like to play next.
    fn go_on(&mut self, desk: &mut Desk) {
        let Some(link) = self.game.way_on() else { return };
        let name = self.game.own_name();
        self.message = words::full().on_the_way_there();
        desk.jobs.start(move |_| Found::LiveGame(Box::new(Followed::join(link, name, false).map_err(Failure::words))));
    }

    fn save(&mut self, desk: &Desk) {
        self.message = match write_record(&desk.here, &self.session().record()) {
            Ok(name) => words::full().record_written(&name),
            Err(error) => words::full().record_not_written(&error),
        };
    }
}

impl Screen for Live {
    fn begin(&mut self, desk: &mut Desk) {
        self.notice = together([std::mem::take(&mut self.notice), self.keep(desk)]);
        self.board.turn(self.game.session().position(), desk.window);
        if let Err(failure) = self.game.follow(desk.jobs.messenger()) {
            self.ended = Some(failure.words());
        }
    }

    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        if std::mem::take(&mut self.is_resigning) {
            self.message.clear();
            if matches!(key, KeyCode::Char('y' | 'Y')) {
                self.act(LiveWish::Resign { fault: None });
            }
            return Next::Stay;
        }
        let key = match key {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            other => other,
        };
        let is_over = self.session().turn().is_none();
        match key {
            KeyCode::Char('?') => return Next::LiveHelp,
            KeyCode::Char('i') => return Next::Rules(Box::new(self.session().book().clone())),
            KeyCode::Char('q') => return Next::Leave,
            KeyCode::Char('m') => {
                let is_on = self.way_back().is_some() && self.game.seat().is_some();
                return Next::Home(if is_on { words::full().live_goes_on() } else { String::new() });
            }
            KeyCode::Char('s') => self.save(desk),
            KeyCode::Char('v') if is_over => {
                return Next::Look(Box::new(Review::of_session(self.session(), words::full().the_end())));
            }
            KeyCode::Esc => {
                if !self.board.wipe() {
                    self.message.clear();
                }
            }
            _ if !self.is_playing() => {}
            KeyCode::Char('y') => self.act(LiveWish::Agree {}),
            KeyCode::Char('d') => self.act(LiveWish::Decline {}),
            KeyCode::Char('u') if let Some(name) = self.game.would_rather_not() => {
                self.message = words::both().would_rather_not(name);
            }
            KeyCode::Char('u') => self.act(LiveWish::ProposeTakeBack {}),
            KeyCode::Char('c') if self.game.may_claim(desk.now) => self.act(LiveWish::Claim {}),
            KeyCode::Char('h' | 'e' | 'p') => {
                let own = self.game.seat().unwrap_or(Seat::One);
                self.message = say(&Remark::NoAdvice(self.session().called(own, self.game.address())));
            }
            KeyCode::Char('g') if is_over && !desk.jobs.is_working() => self.go_on(desk),
            KeyCode::Char('n') if is_over => self.again(false),
            KeyCode::Char('f') if is_over => self.again(true),
            // The answer would go nowhere while something else is on its way.
            KeyCode::Char('r') if !is_over && !self.game.is_doing() => {
                self.is_resigning = true;
                self.message = words::full().really_resign();
            }
            _ if is_over => {}
            key => {
                // A move that comes in front of Enter was not chosen.
                if self.board.is_too_early(key) && self.is_asked() {
                    self.message = words::both().choose_first();
                    return Next::Stay;
                }
                let position = self.game.session().position();
                // Whoever waits can look around on the board.
                if let Some(offer) = self.board.key(key, position, desk.window) {
                    self.offer(offer);
                }
            }
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, _desk: &mut Desk) -> Next {
        if self.is_asked() && !self.is_resigning {
            self.board.wipe();
            match click {
                Click::Choice(chosen) => self.offer(Offer::Move(chosen)),
                // A click that misses is a slip of the hand: it gets its reason and costs nothing in any game.
                Click::Number(number) if self.session().hides_legal() => self.offer(Offer::Move(Move::Pick(number))),
                Click::Number(number) => {
                    if let Err(illegal) = self.session().position().check(Move::Pick(number)) {
                        self.message = sentence(&illegal);
                    }
                }
                Click::Key(_) | Click::Line(_) | Click::Setting(_) => {}
            }
        }
        Next::Stay
    }

    fn board(&mut self) -> Option<(&mut Board, &Position)> {
        Some((&mut self.board, self.game.session().position()))
    }

    fn news(&mut self, news: News, desk: &mut Desk) -> Option<News> {
        match self.game.hear(news) {
            Heard::Changed(before) => {
                desk.rings |= self.game.calls_us(&before);
                self.show(&before, desk);
            }
            Heard::Refused(words, before) => {
                self.tried = None;
                // The words take the place of the question.
                if std::mem::take(&mut self.is_resigning) {
                    self.message.clear();
                }
                if let Some(before) = before {
                    self.show(&before, desk);
                }
                // It is not true any longer when something else has happened.
                self.notice = words;
            }
            Heard::SeatIsGone(words) => {
                self.is_resigning = false;
                self.message.clear();
                self.notice = words;
            }
            Heard::Ended(reason) => self.ended = Some(reason),
            // The title says whether there is a connection, and the prompt who is there.
            Heard::Presence(_) | Heard::Lost | Heard::Back | Heard::Done | Heard::Nothing => {}
        }
        None
    }

    fn hear(&mut self, found: Found, _desk: &mut Desk) {
        let Found::LiveGame(reached) = found else { return };
        match *reached {
            Ok((game, note)) => self.reached = Some(Box::new(Live::new(game, note))),
            Err(why) => self.message = as_sentence(&why),
        }
    }

    fn next(&mut self, _desk: &Desk) -> Next {
        self.reached.take().map_or(Next::Stay, |live| Next::Go(live))
    }

    fn changes_in(&self, desk: &Desk) -> Option<Duration> {
        self.game.changes_in(desk.now).filter(|_| self.ended.is_none())
    }

    fn draw(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        let areas = Areas::of(canvas.area());
        let scene = Scene {
            session: self.session(),
            board: &self.board,
            address: self.game.address(),
            you: self.game.seat(),
            is_asked: self.is_asked(),
        };
        let lost = if self.game.is_lost() { words::full().no_connection() } else { String::new() };
        let time_left = self.game.time_left(desk.now).filter(|_| self.ended.is_none());
        let time_left = time_left.map(|left| words::full().time_left(&clock::face(left))).unwrap_or_default();
        scene.draw_title(canvas, areas.title, None, &time_left, &lost);
        let ended = self.ended.as_ref().map(|reason| words::full().ended(&as_sentence(reason)));
        let late = self.session().turn().is_none().then(|| self.late(desk.now)).flatten();
        let hurry = self.game.may_be_claimed_by(desk.now).filter(|_| self.is_asked());
        let hurry = hurry.map(|name| words::both().your_time_is_up(name));
        let said: Vec<String> =
            ended.into_iter().chain(hurry).chain([self.notice.clone(), self.message.clone()]).chain(late).collect();
        match self.session().turn() {
            Some(_) => scene.draw_turn(canvas, &self.instead(desk.now), together(said)),
            None => scene.draw_end(canvas, said, Vec::new()),
        }
        canvas.keys(areas.keys, &self.keys(desk.now));
    }

    /// The server has the game; whoever leaves it in the middle is told how to come back.
    fn leave(&self, _in_a_hurry: bool) -> bool {
        self.way_back().iter().for_each(|way_back| tell(way_back));
        true
    }
}
