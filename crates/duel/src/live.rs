//! A session whose seats are at several devices: who has taken a seat, what one proposes to the other, and when a game against
//! somebody who is gone can be claimed.
//!
//! It is a session with a little around it, and goes the same way: [`Live::act`] says what comes of something, an [`Entry`] or a
//! refusal; the entry is stored, then [applied](Live::apply). A log of entries is all it takes to have the game again.

mod entry;

pub use entry::{Entry, NotAnEntry, Proposal};

use crate::name::Name;
use crate::outcome::LostBy;
use crate::seats::{Id, Seat, Sitter, Who};
use crate::session::{self, By, Deed, Event, May, Session};

/// Where no limit was agreed on, somebody is waited for so long, in milliseconds: three days.
pub const FAIR_TIME: u64 = 3 * 86_400_000;

/// The shortest and the longest limit for a turn, in milliseconds: ten seconds and a week.
pub const LIMITS: std::ops::RangeInclusive<u64> = 10_000..=7 * 86_400_000;

/// The most numbers that a pool may have, so that many games fit into one machine.
pub const MOST_NUMBERS: u64 = 1_000;

/// No more letters are kept of what a program is said to have done, or of a title.
const MOST_OF_A_TEXT: usize = 200;

/// A session whose seats are at several devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    session: Session,
    /// The seats that wait for somebody.
    open: [bool; 2],
    proposal: Option<(Seat, Proposal)>,
    /// When that was.
    proposed: u64,
    /// Whether the last move was asked back already, and the other one would rather not.
    is_final: bool,
    /// How many milliseconds a turn may take.
    limit: Option<u64>,
    /// When the turn began.
    since: u64,
    next: Option<Next>,
}

/// Another game for the same two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// Who has made it.
    pub by: Seat,
    /// What it is known by.
    pub id: Id,
    /// What is played there.
    pub title: String,
}

/// What somebody in a seat wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Something that is the session's: a move, to give up. The next round of the match is proposed.
    Play(session::Action),
    /// What needs the other one's consent. A computer consents at once.
    Propose(Proposal),
    /// To consent to what the other one proposes.
    Agree,
    /// To decline it; or to withdraw what one has proposed oneself. Where nothing is, that is the game to be played next.
    Decline,
    /// To have won, because the other one is late; or to begin the next round without them.
    Claim,
    /// A program cannot go on, and this is what it did: a verb and what follows. For a person it is to give up.
    Fail(String),
}

/// How things stand outside of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// Since when people can reach the game without a break: what lies before it is charged to nobody.
    pub up_since: u64,
}

/// Who is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Whose turn it is, or who is asked for the next round.
    pub seat: Seat,
    /// For how long it has been, in milliseconds,
    pub spent: u64,
    /// and for how long it may be before the other one can claim the game, or begin the next round without them.
    pub allowed: u64,
}

/// Why something cannot be done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The session does not allow it.
    Session(session::Refusal),
    /// A seat is still empty.
    SeatIsOpen,
    /// Somebody sits there.
    SeatIsTaken,
    /// What needs the other one's consent was asked for as if it did not, or is for somebody else to do.
    NotForASeat,
    /// One's last move can be taken back as long as the other one has not answered it.
    Answered,
    /// Something was proposed already.
    ProposedAlready,
    /// The same move was asked back before, and that was declined.
    DeclinedBefore,
    /// Nothing was proposed.
    NothingProposed,
    /// Nobody is waited for whom one could claim the game from.
    NobodyWaitedFor,
    /// The other one has time left.
    StillTime,
    /// There is nobody to play another game with who would have to be asked.
    NobodyToAsk,
    /// The other one has made another game.
    WentOnAlready,
    /// A log that does not begin as one.
    NotOpened,
}

impl Live {
    /// The game that a log is of.
    ///
    /// # Errors
    /// Entries that cannot have followed each other.
    pub fn replay<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<Live, Refusal> {
        let mut entries = entries.into_iter();
        let Some(Entry::Opened { at, record, rules, open, limit }) = entries.next() else {
            return Err(Refusal::NotOpened);
        };
        let began = Deed::Began { record: record.clone(), rules: rules.clone() };
        let session = Session::replay([&Event { at: *at, by: By::Referee, deed: began }])?;
        let mut live = Live {
            session,
            open: *open,
            proposal: None,
            proposed: *at,
            is_final: false,
            limit: *limit,
            since: *at,
            next: None,
        };
        for entry in entries {
            live.apply(entry)?;
        }
        Ok(live)
    }

    /// The game itself.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The seats that wait for somebody.
    pub fn open(&self) -> [bool; 2] {
        self.open
    }

    /// What was proposed, and who proposed it.
    pub fn proposal(&self) -> Option<(Seat, Proposal)> {
        self.proposal
    }

    /// How many milliseconds a turn may take.
    pub fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// The game that these two are to play after this one.
    pub fn next(&self) -> Option<&Next> {
        self.next.as_ref()
    }

    /// Whether everybody is here who is to play.
    pub fn is_complete(&self) -> bool {
        self.open == [false, false]
    }

    /// Who is waited for, as far as the other one could go on without them: whoever has the turn, or is asked for the next round. While a
    /// move is asked back the clock stands still.
    pub fn waiting(&self, around: Around) -> Option<Waiting> {
        let asked = match self.proposal {
            Some((by, Proposal::NextRound { .. })) => Some(by.other()),
            // Whoever is asked for a move back need not make one meanwhile.
            Some((_, Proposal::TakeBack)) => return None,
            _ => None,
        };
        let seat = self.session.turn().or(asked).filter(|_| self.is_complete())?;
        let is_somebody = |seat| self.session.level(seat).is_none();
        if !is_somebody(seat) || !is_somebody(seat.other()) {
            return None;
        }
        let spent = around.at.saturating_sub(self.since.max(around.up_since));
        Some(Waiting { seat, spent, allowed: self.limit.unwrap_or(FAIR_TIME) })
    }

    /// What somebody in this seat can do now; [`waiting`](Live::waiting) says whether they can claim the game. While something is proposed
    /// nothing else can be, and nobody is helped in a live game.
    pub fn may(&self, seat: Seat) -> May {
        let is_playing = self.is_complete() && self.session.level(seat).is_none();
        let is_free = is_playing && self.proposal.is_none();
        let may = self.session.may(By::Seat(seat));
        let another = self.session.may(self.another(seat));
        May {
            play: is_playing && may.play,
            take_back: is_free && !self.is_final && may.take_back && self.session.to_be_taken_back() == Some(seat),
            resign: is_playing && self.session.turn().is_some(),
            help: false,
            lose: false,
            next_round: is_free && another.next_round,
            rematch: is_free && another.rematch,
            fair_start: is_free && another.fair_start,
        }
    }

    /// What comes of it when somebody takes an open seat.
    ///
    /// # Errors
    /// Somebody sits there.
    pub fn sit(&self, seat: Seat, name: Name, is_program: bool, at: u64) -> Result<Entry, Refusal> {
        if !self.open[seat.index()] {
            return Err(Refusal::SeatIsTaken);
        }
        Ok(Entry::Sat { at, seat, name, who: if is_program { Who::Program } else { Who::Person } })
    }

    /// What comes of it when somebody has made another game for the same two, after this one. Until the other one has made one they
    /// can make yet another: of that one nobody may have heard.
    ///
    /// # Errors
    /// This one is not over, there is nobody else to play with, or the other one was quicker.
    pub fn go_on(&self, Next { by, id, title }: Next, at: u64) -> Result<Entry, Refusal> {
        if !self.is_complete() {
            return Err(Refusal::SeatIsOpen);
        }
        if self.session.turn().is_some() || self.session.match_goes_on() {
            return Err(Refusal::Session(session::Refusal::NotOver));
        }
        if self.session.level(by.other()).is_some() {
            return Err(Refusal::NobodyToAsk);
        }
        match &self.next {
            Some(next) if next.by != by => Err(Refusal::WentOnAlready),
            _ => Ok(Entry::WentOn { at, seat: by, to: id, title: title.chars().take(MOST_OF_A_TEXT).collect() }),
        }
    }

    /// What comes of it when the game is gone that was to be played next: nothing where it was another one.
    pub fn is_gone(&self, id: &Id, at: u64) -> Option<Entry> {
        let next = self.next.as_ref().filter(|next| next.id == *id)?;
        Some(Entry::CalledOff { at, seat: next.by })
    }

    /// What comes of it when somebody does something. Nothing has changed yet.
    ///
    /// # Errors
    /// What cannot be done now, by them, with the reason.
    pub fn act(&self, seat: Seat, action: Action, around: Around) -> Result<Entry, Refusal> {
        if !self.is_complete() {
            return Err(Refusal::SeatIsOpen);
        }
        let at = around.at;
        match action {
            Action::Play(session::Action::Resign) => self.give_up(seat, None, at),
            Action::Play(action) => self.play(seat, action, at),
            Action::Fail(fault) => self.give_up(seat, Some(fault.chars().take(MOST_OF_A_TEXT).collect()), at),
            Action::Propose(what) => self.propose(seat, what, at),
            Action::Agree => match self.proposal {
                Some((by, what)) if by != seat => self.carried_out(by, what, at),
                _ => Err(Refusal::NothingProposed),
            },
            Action::Decline if self.proposal.is_some() => Ok(Entry::Declined { at, seat }),
            Action::Decline => match self.next {
                Some(_) => Ok(Entry::CalledOff { at, seat }),
                None => Err(Refusal::NothingProposed),
            },
            Action::Claim => {
                let waiting = self.waiting(around).filter(|waiting| waiting.seat != seat);
                let waiting = waiting.ok_or(Refusal::NobodyWaitedFor)?;
                if waiting.spent < waiting.allowed {
                    return Err(Refusal::StillTime);
                }
                // Who does not come to the next round can be late in it.
                if let Some((by, next_round)) = self.proposal.filter(|_| self.session.turn().is_none()) {
                    return self.carried_out(by, next_round, at);
                }
                let how = if self.limit.is_some() { LostBy::Time } else { LostBy::Forfeit };
                let lose = session::Action::Lose { seat: waiting.seat, how, fault: None };
                Ok(Entry::Happened(self.session.act(By::Referee, lose, at)?))
            }
        }
    }

    /// The computer player whose turn it is makes this move, which it was asked for when the game stood as it does.
    ///
    /// # Errors
    /// It is not its turn.
    pub fn computer(&self, chosen: crate::Move, at: u64) -> Result<Entry, Refusal> {
        let turn = self.session.turn().filter(|&seat| self.is_complete() && self.session.level(seat).is_some());
        let seat = turn.ok_or(Refusal::Session(session::Refusal::NotTheirTurn))?;
        Ok(Entry::Happened(self.session.act(By::Seat(seat), session::Action::Move(chosen), at)?))
    }

    /// Lets something have happened.
    ///
    /// # Errors
    /// What could not have come of anything here. Nothing has changed then.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        match entry {
            Entry::Opened { .. } => return Err(Refusal::Session(session::Refusal::BegunAlready)),
            Entry::Happened(event) => {
                self.session.apply(event)?;
                // A wrong try changes nothing on the board: what was proposed about it still stands.
                if !matches!(event.deed, Deed::Missed { .. }) {
                    self.proposal = None;
                    self.is_final = false;
                    self.next = None;
                    self.since = event.at;
                }
            }
            Entry::Sat { at, seat, name, who } => {
                if !self.open[seat.index()] {
                    return Err(Refusal::SeatIsTaken);
                }
                self.open[seat.index()] = false;
                self.session.seat_now(*seat, Sitter { name: name.clone(), who: *who });
                self.since = *at;
            }
            // Another device is as good as the last one.
            Entry::OtherDevice { .. } => {}
            Entry::Proposed { at, seat, what } => {
                self.proposal = Some((*seat, *what));
                self.proposed = *at;
                // Nobody's turn goes on then.
                if matches!(what, Proposal::NextRound { .. }) {
                    self.since = *at;
                }
            }
            Entry::Declined { at, seat } => {
                if let Some((by, Proposal::TakeBack)) = self.proposal.take() {
                    self.is_final |= by != *seat;
                    self.since += at.saturating_sub(self.proposed);
                }
            }
            Entry::CalledOff { .. } => self.next = None,
            Entry::WentOn { seat, to, title, .. } => {
                self.next = Some(Next { by: *seat, id: to.clone(), title: title.clone() });
            }
        }
        Ok(())
    }

    fn play(&self, seat: Seat, action: session::Action, at: u64) -> Result<Entry, Refusal> {
        use session::Action::{Help, Lose, Move, Name, NextRound, Rematch, Resign, TakeBack, Type};
        let by = match action {
            Move(_) | Type(_) | Name(_) | Resign | Help(_) => By::Seat(seat),
            TakeBack | Lose { .. } | Rematch { .. } | NextRound { .. } => return Err(Refusal::NotForASeat),
        };
        Ok(Entry::Happened(self.session.act(by, action, at)?))
    }

    /// A program has nothing to give up by, and whoever runs it may see that it cannot go on.
    fn give_up(&self, seat: Seat, fault: Option<String>, at: u64) -> Result<Entry, Refusal> {
        let (by, action) = match self.session.is_person(seat) {
            true => (By::Seat(seat), session::Action::Resign),
            false => (By::Referee, session::Action::Lose { seat, how: LostBy::Forfeit, fault }),
        };
        Ok(Entry::Happened(self.session.act(by, action, at)?))
    }

    /// Who begins another round when somebody in this seat wants it: a session lets people do that, and programs play matches too.
    fn another(&self, seat: Seat) -> By {
        if self.session.is_person(seat) { By::Seat(seat) } else { By::Referee }
    }

    /// What comes of it when somebody wants what needs the other one's consent. Whoever wants what the other one wants has agreed; to a
    /// fair start, too, if they have not said how to begin.
    fn propose(&self, seat: Seat, what: Proposal, at: u64) -> Result<Entry, Refusal> {
        match self.proposal {
            Some((by, known)) if by != seat && what.is_in(known) => self.carried_out(by, known, at),
            Some(_) => Err(Refusal::ProposedAlready),
            None if self.is_final && what == Proposal::TakeBack => Err(Refusal::DeclinedBefore),
            None => {
                let agreed = self.carried_out(seat, what, at)?;
                let is_asked = self.session.level(seat.other()).is_none();
                Ok(if is_asked { Entry::Proposed { at, seat, what } } else { agreed })
            }
        }
    }

    /// What comes of a proposal when both want it.
    fn carried_out(&self, by: Seat, what: Proposal, at: u64) -> Result<Entry, Refusal> {
        let event: Event = match what {
            Proposal::TakeBack => {
                let event = self.session.act(By::Seat(by), session::Action::TakeBack, at)?;
                if self.session.to_be_taken_back() != Some(by) {
                    return Err(Refusal::Answered);
                }
                event
            }
            Proposal::NextRound { fair } => {
                self.session.act(self.another(by), session::Action::NextRound { fair }, at)?
            }
            Proposal::Rematch { fair } => {
                self.session.act(self.another(by), session::Action::Rematch { fair, id: None }, at)?
            }
        };
        Ok(Entry::Happened(event))
    }
}
