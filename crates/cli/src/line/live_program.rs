//! A program in a seat of a live game: it is asked when it is its turn, and a line is said for every move.

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Instant;

use api::live::LiveWish;
use api::wire;
use duel::live::Proposal;
use duel::session::Action;
use duel::speech::Address;
use duel::{Name, Seat, Session, Side, Sitter, Who};

use crate::arena::programs::{Order, Programs, Question};
use crate::failure::{Failure, Fallible, tell};
use crate::line::dialogue::Dialogue;
use crate::line::live::WAITING;
use crate::line::teller::{Teller, Turns};
use crate::live::{Followed, Heard, Standing};
use crate::signals::{before_the_end, hush};
use crate::text::quoted;
use crate::words;

/// Asks a program for a move in this game before it sits down: nobody is to lose their seat by a slip of the pen in a command.
pub(crate) fn try_out(session: Session, name: Option<Name>, order: &Order, log: Option<&Path>) -> Fallible {
    let Some(seat) = session.turn() else { return Ok(()) };
    // It may be the other one's seat: that is not who is tried.
    let name = name.or_else(|| words::line().your_program().parse().ok());
    let sitter = Sitter { name: name.unwrap_or_else(|| session.sitter(seat).name.clone()), who: Who::Program };
    let session = session.seating(seat, sitter, 0);
    let mut orders = [None, None];
    orders[seat.index()] = Some(order.clone());
    let programs = Programs::start(orders, &session, log)?;
    let answer = programs.ask(&session).and_then(Question::answer);
    programs.end();
    match answer {
        Some((_, Action::Lose { fault, .. })) => {
            Err(Failure::data(words::line().program_does_not_play(&fault.unwrap_or_default())))
        }
        // What an illegal number costs the game says.
        _ => Ok(()),
    }
}

/// Lets a program play to the end of the game, or of the match.
pub(crate) fn play(talk: Dialogue<'_>, mut game: Followed, order: Order, log: Option<&Path>) -> Fallible {
    let seat = game.seat().ok_or_else(|| Failure::data(words::line().no_seat_for_a_program()))?;
    let mut orders = [None, None];
    orders[seat.index()] = Some(order.clone());
    let programs = Programs::start(orders, game.session(), log)?;
    if let Some(note) = programs.note() {
        tell(&words::line().note(&note));
    }
    let way_back = words::line().way_back_with_a_program(game.link(), &quoted(&order.command));
    let left = programs.clone();
    before_the_end(move || {
        left.end();
        tell(&way_back);
    })?;
    let (sender, news) = sync_channel(WAITING);
    game.follow(move |what| {
        // Where nobody listens any more nobody wants to know.
        let _ = sender.send(what);
    })?;
    let teller = Teller::new(talk, Turns::default(), Address::ByName);
    let mut played = LiveProgram {
        teller,
        game,
        programs,
        seat,
        refused_at: None,
        is_claiming: false,
        claimed_in_vain: None,
        fault: None,
    };
    let course = played.begin().and_then(|()| {
        while !played.game.session().is_over() {
            played.take_turn()?;
            let what = match played.game.until_time_is_up(Instant::now()) {
                None => news.recv().map_err(RecvTimeoutError::from),
                Some(time) => news.recv_timeout(time),
            };
            match what {
                // Somebody's time is up.
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(what) => {
                    let heard = played.game.hear(what);
                    played.hear(heard)?;
                }
            }
        }
        Ok(())
    });
    played.programs.leave();
    course
}

struct LiveProgram<'a> {
    teller: Teller<'a>,
    game: Followed,
    programs: Programs,
    seat: Seat,
    /// Where the game stood when something was refused: there it is not asked for again.
    refused_at: Option<u64>,
    /// Whether it has just claimed the game,
    is_claiming: bool,
    /// and where that was refused for another reason than the time.
    claimed_in_vain: Option<u64>,
    /// What the program has done by which it loses, until the server knows.
    fault: Option<String>,
}

impl LiveProgram<'_> {
    /// What is played, and what has been so far.
    fn begin(&mut self) -> Fallible {
        let session = self.game.session();
        let [own, other] = [self.seat, self.seat.other()].map(|seat| &session.sitter(seat).name);
        self.teller.talk.line(&words::line().your_program_plays(session.book().title(), own, other))?;
        if session.turn().is_none() {
            self.teller.end(session)?;
        }
        self.tell_moves(0)
    }

    fn hear(&mut self, heard: Heard) -> Fallible {
        match heard {
            Heard::Changed(before) => self.show(&before),
            Heard::Refused(words, before) => {
                self.refused_at = self.game.wished_at();
                self.fault = None;
                // Where the other one is not late after all, they may be later; where it is not that, asking again changes nothing.
                let is_still_due = self.game.may_claim(Instant::now());
                self.claimed_in_vain = self.refused_at.filter(|_| self.is_claiming && is_still_due);
                // Where something else came first, what is to be done then is another question.
                if self.refused_at == Some(self.game.now().seq) {
                    tell(&words::line().note(&words));
                }
                before.map_or(Ok(()), |before| self.show(&before))
            }
            Heard::Lost => {
                tell(&words::line().no_connection());
                Ok(())
            }
            Heard::Back => {
                tell(&words::line().connected_again());
                Ok(())
            }
            Heard::SeatIsGone(reason) | Heard::Ended(reason) => Err(Failure::data(reason)),
            Heard::Presence(_) | Heard::Done | Heard::Nothing => Ok(()),
        }
    }

    fn show(&mut self, before: &Standing) -> Fallible {
        let now = self.game.now();
        let (session, is_another) = (&now.session, now.is_another_round(before));
        for tidings in self.game.tidings(before) {
            self.teller.talk.line(&tidings)?;
        }
        if let Some(fault) = self.fault.take_if(|_| session.turn().is_none()) {
            tell(&words::line().note(&words::line().program_failed(&fault)));
        }
        let known = if is_another { 0 } else { before.session.position().moves().len() };
        let has_ended = session.turn().is_none() && (is_another || before.session.turn().is_some());
        self.tell_moves(known)?;
        if has_ended {
            let session = self.game.session();
            self.teller.has_shown();
            self.teller.end(session)?;
            self.teller.score(session)?;
            self.programs.tell(session);
        }
        Ok(())
    }

    /// The moves after those that are known, a line each.
    fn tell_moves(&mut self, known: usize) -> Fallible {
        let session = self.game.session();
        for (at, chosen) in session.position().moves().iter().enumerate().skip(known) {
            let name = &session.sitter(session.seat(Side::of_ply(at))).name;
            self.teller.talk.line(&words::line().made_the_move(at + 1, name, *chosen))?;
        }
        Ok(())
    }

    /// Asks the program where it is its turn, and for the next round where nobody else will.
    fn take_turn(&mut self) -> Fallible {
        let session = self.game.session();
        let is_refused = self.refused_at == Some(self.game.now().seq);
        if self.game.is_doing() || !self.game.now().is_complete() {
            return Ok(());
        }
        // A program waits for nobody longer than it has to. Where the server's clock says otherwise, it says so, too, and that one counts.
        self.is_claiming = self.game.may_claim(Instant::now()) && self.claimed_in_vain != Some(self.game.now().seq);
        if self.is_claiming {
            self.game.act(LiveWish::Claim {});
            return Ok(());
        }
        if is_refused {
            return Ok(());
        }
        let other = self.seat.other();
        // The protocol has no answer to it, and nobody is to wait for one.
        if let Some((by, Proposal::TakeBack | Proposal::Rematch { .. })) = self.game.now().proposed
            && by == other
        {
            self.game.act(LiveWish::Decline {});
            return Ok(());
        }
        if session.turn().is_none() {
            match self.game.now().proposed {
                Some((by, Proposal::NextRound { .. })) if by == other => self.game.act(LiveWish::Agree {}),
                // A person wants to see how a round ended before the next one begins.
                None if session.sitter(other).who != Who::Person => {
                    self.game.act(LiveWish::NextRound { fair: false });
                }
                _ => {}
            }
            return Ok(());
        }
        if !self.game.is_our_turn() {
            return Ok(());
        }
        let Some((_, action)) = self.programs.ask(session).and_then(Question::answer) else {
            // The program is gone because somebody has said stop.
            hush();
            return Ok(());
        };
        match action {
            Action::Move(chosen) => self.game.act(LiveWish::Move { r#move: wire::Move(chosen) }),
            // The server says what an illegal number costs a program. In the seat of a person it would be asked for another one for ever.
            Action::Name(number) if session.sitter(self.seat).who == Who::Program => {
                self.game.act(LiveWish::Type { text: number.to_string() });
            }
            Action::Name(number) => self.give_up(&words::line().named_illegally(&number)),
            Action::Lose { fault, .. } => self.give_up(&fault.unwrap_or_default()),
            // A program does nothing else.
            _ => {}
        }
        Ok(())
    }

    /// The program has done something by which it loses.
    fn give_up(&mut self, fault: &str) {
        self.fault = Some(fault.into());
        self.game.act(LiveWish::Resign { fault: self.fault.clone() });
    }
}
