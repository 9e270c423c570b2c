//! What can be done in a session, and what comes of it.

use super::{By, DAY, Deed, Event, Misses, Refusal, Session};
use crate::date::Date;
use crate::game::Invalid;
use crate::moves::{IllegalMove, Move, Side};
use crate::outcome::LostBy;
use crate::seats::{Seat, Who};
use crate::session::Action;
use crate::session::MOST_GAMES;
use crate::typed::Typed;

/// What somebody can do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct May {
    /// Make a move.
    pub play: bool,
    /// Take back.
    pub take_back: bool,
    /// Give up.
    pub resign: bool,
    /// Be helped.
    pub help: bool,
    /// Say that somebody loses who is late or gone.
    pub lose: bool,
    /// Play the next round of the match.
    pub next_round: bool,
    /// Play the same again.
    pub rematch: bool,
    /// Whichever of these two, with a fair start.
    pub fair_start: bool,
}

impl Session {
    /// What comes of it when somebody does something at this time (milliseconds since 1970). Nothing has changed yet: that is
    /// what [`apply`](Session::apply) does, when the event is stored.
    ///
    /// # Errors
    /// What cannot be done now, by them, with the reason.
    pub fn act(&self, by: By, action: Action, at: u64) -> Result<Event, Refusal> {
        let deed = match action {
            Action::Move(chosen) => self.check_move(by, chosen)?,
            Action::Type(text) => {
                self.check_turn(by)?;
                self.check_typed(by, text.parse().map_err(|_| Refusal::NotAMove(self.position.expected()))?)?
            }
            Action::Name(typed) => self.check_typed(by, typed)?,
            Action::TakeBack => {
                self.check_running()?;
                self.check_person(by)?;
                Deed::TookBack { moves: self.to_take_back().ok_or(Refusal::NothingToTakeBack)? }
            }
            Action::Resign => {
                self.check_running()?;
                self.check_person(by)?;
                Deed::Resigned
            }
            Action::Lose { seat, how, fault } => {
                self.check_running()?;
                self.check_referee(by)?;
                // As a record has it: in one line.
                let fault = fault.map(|fault| fault.replace(char::is_control, " "));
                Deed::Lost { seat, how, fault }
            }
            Action::Help(with) => {
                self.check_help(by)?;
                Deed::Helped { with }
            }
            Action::NextRound { fair } => {
                self.check_another(by, fair)?;
                if !self.match_goes_on() {
                    return Err(Refusal::NoMoreRounds);
                }
                Deed::NextRound { fair }
            }
            Action::Rematch { fair, id } => {
                self.check_another(by, fair)?;
                if self.match_goes_on() {
                    return Err(Refusal::MatchGoesOn);
                }
                Deed::Rematch { fair, id }
            }
        };
        Ok(Event { at, by, deed })
    }

    /// Lets something have happened. It is checked again: events may come from anywhere.
    ///
    /// # Errors
    /// What could not have come of any action here. Nothing has changed then.
    pub fn apply(&mut self, event: &Event) -> Result<(), Refusal> {
        let action = event.deed.action().ok_or(Refusal::BegunAlready)?;
        if self.act(event.by, action, event.at)? != *event {
            return Err(Refusal::DidNotHappen);
        }
        match &event.deed {
            Deed::Moved { chosen } => self.position.play(*chosen).map_err(Refusal::Illegal)?,
            Deed::Slipped { number } => {
                self.position.offer_strictly(*number);
            }
            Deed::Missed { .. } => {
                let at = self.position.moves().len();
                self.misses.iter_mut().for_each(|misses| misses.count(at));
            }
            Deed::TookBack { moves } => {
                for _ in 0..*moves {
                    self.position.undo();
                }
            }
            Deed::Resigned => {
                if let By::Seat(seat) = event.by {
                    self.position.lose(self.side(seat), LostBy::Resigning);
                }
            }
            Deed::Lost { seat, how, fault } => {
                self.position.lose(self.side(*seat), *how);
                self.fault.clone_from(fault);
            }
            Deed::Helped { .. } => {
                if let By::Seat(seat) = event.by {
                    let help = &mut self.help[seat.index()];
                    *help = help.saturating_add(1);
                }
            }
            Deed::NextRound { fair } => self.start_again(self.score(), *fair, event.at)?,
            Deed::Rematch { fair, id } => {
                let played = u64::from(self.round());
                let wins = if self.rounds.is_some() { [0, 0] } else { self.score() };
                self.start_again(wins, *fair, event.at)?;
                if self.rounds.is_some() {
                    // A new match has luck of its own.
                    self.seed = self.seed.map(|seed| seed.wrapping_add(played));
                }
                if id.is_some() {
                    self.id.clone_from(id);
                }
            }
            Deed::Began { .. } => return Err(Refusal::BegunAlready),
        }
        Ok(())
    }

    /// What somebody can do now.
    pub fn may(&self, by: By) -> May {
        let is_running = self.check_running().is_ok();
        let is_person = self.check_person(by).is_ok();
        let can_go_on = self.check_another(by, false).is_ok();
        May {
            play: self.check_turn(by).is_ok(),
            take_back: is_running && is_person && self.to_take_back().is_some(),
            resign: is_running && is_person,
            help: self.check_help(by).is_ok(),
            lose: is_running && self.check_referee(by).is_ok(),
            next_round: can_go_on && self.match_goes_on(),
            rematch: can_go_on && !self.match_goes_on(),
            fair_start: self.check_another(by, true).is_ok(),
        }
    }

    /// How many moves go when somebody takes back: the last one of a person, and what came after it.
    fn to_take_back(&self) -> Option<usize> {
        Some(self.position.moves().len() - self.last_of_a_person()?)
    }

    /// Whose move it is that would be taken back.
    pub(crate) fn to_be_taken_back(&self) -> Option<Seat> {
        self.last_of_a_person().map(|at| self.seat(Side::of_ply(at)))
    }

    fn last_of_a_person(&self) -> Option<usize> {
        (self.opening..self.position.moves().len()).rev().find(|&at| self.is_person(self.seat(Side::of_ply(at))))
    }

    fn start_again(&mut self, wins: [u32; 2], fair: bool, at: u64) -> Result<(), Refusal> {
        let book = self.book.clone();
        let book = if fair { book.with_fair_start().map_err(Refusal::CannotStart)? } else { book };
        // A position that was taken from somewhere is played again; an opening that was drawn by lot is not.
        let again = self.position.at_ply(self.opening).filter(|_| self.origin.is_some() && !fair);
        if again.is_none() {
            (self.origin, self.opening) = (None, 0);
        }
        self.position = again.map_or_else(|| book.game().start(), Ok).map_err(Refusal::CannotStart)?;
        self.book = book;
        self.wins = wins;
        self.starter = self.starter.other();
        self.is_tossed = false;
        self.help = [0, 0];
        self.misses = self.misses.take().map(|_| Misses::default());
        self.date = Some(Date::from_days(at / DAY));
        self.fault = None;
        self.headers.clear();
        Ok(())
    }

    fn check_move(&self, by: By, chosen: Move) -> Result<Deed, Refusal> {
        self.check_turn(by)?;
        match self.position.check(chosen) {
            Ok(chosen) => Ok(Deed::Moved { chosen }),
            Err(illegal) => self.missed(chosen.into(), illegal),
        }
    }

    /// A number that is not legal was tried: it counts where people find them themselves.
    fn missed(&self, number: Typed, illegal: IllegalMove) -> Result<Deed, Refusal> {
        // Where a number that is typed loses, one that is pointed at costs nothing.
        let is_free = self.position.game().invalid() == Invalid::Retry;
        let is_person = self.mover().is_some_and(|mover| mover.who == Who::Person);
        let is_a_move = self.position.understand(number) == Ok(number);
        let counts = self.hides_legal() && is_person && is_free && is_a_move && illegal.can_cost_the_game();
        if counts { Ok(Deed::Missed { number }) } else { Err(Refusal::Illegal(illegal)) }
    }

    fn check_typed(&self, by: By, typed: Typed) -> Result<Deed, Refusal> {
        self.check_turn(by)?;
        let attempt = self.position.understand(typed).map_err(Refusal::NotAMove)?;
        // A program has read the rules, and nobody asks it again.
        let is_program = self.mover().is_some_and(|mover| mover.who == Who::Program);
        match self.position.check(attempt) {
            Ok(chosen) => Ok(Deed::Moved { chosen }),
            Err(illegal) => {
                let loses = self.position.game().invalid() == Invalid::Loses && illegal.can_cost_the_game();
                if is_program || loses { Ok(Deed::Slipped { number: attempt }) } else { self.missed(attempt, illegal) }
            }
        }
    }

    fn check_running(&self) -> Result<(), Refusal> {
        if self.position.outcome().is_some() { Err(Refusal::Over) } else { Ok(()) }
    }

    fn check_turn(&self, by: By) -> Result<(), Refusal> {
        self.check_running()?;
        if by == By::Seat(self.seat(self.position.turn())) { Ok(()) } else { Err(Refusal::NotTheirTurn) }
    }

    fn check_person(&self, by: By) -> Result<(), Refusal> {
        match by {
            By::Seat(seat) if self.is_person(seat) => Ok(()),
            _ => Err(Refusal::ForPeople),
        }
    }

    fn check_help(&self, by: By) -> Result<(), Refusal> {
        self.check_person(by)?;
        self.check_turn(by)?;
        match by {
            By::Seat(seat) if !self.advice[seat.index()] => Err(Refusal::NoAdvice),
            _ => Ok(()),
        }
    }

    fn check_referee(&self, by: By) -> Result<(), Refusal> {
        if by == By::Referee { Ok(()) } else { Err(Refusal::ForTheReferee) }
    }

    /// Whether another round of any sort may begin.
    fn check_another(&self, by: By, fair: bool) -> Result<(), Refusal> {
        if self.position.outcome().is_none() {
            return Err(Refusal::NotOver);
        }
        self.check_referee(by).or_else(|_| self.check_person(by))?;
        if self.round() >= MOST_GAMES {
            return Err(Refusal::NoMoreRounds);
        }
        if fair && self.position.fair_offer().is_none() {
            return Err(Refusal::NoFairStart);
        }
        Ok(())
    }
}
