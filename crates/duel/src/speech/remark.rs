//! What there is to say about the people in a game and how they stand.

use crate::moves::{Move, Side};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rulebook::Phrase;
use crate::seats::{Seat, Sitter, Who};
use crate::session::{Found, Origin, Rounds, Session, Verdict};
use crate::speech::{Language, Span, TheComputer};

/// How somebody is called in a sentence: the one that it is said to, or by a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// The one who reads it, and has this name.
    You(String),
    /// Somebody who is not spoken to, a computer, a program or a person at another board: by name, unless it is the only computer and
    /// nobody has given it any.
    Computer(Option<String>),
    /// Somebody of this name.
    Name(String),
}

impl Called {
    /// What a book calls them that speaks to nobody.
    pub(crate) fn name(&self, language: Language) -> String {
        match self {
            Called::You(name) | Called::Name(name) | Called::Computer(Some(name)) => name.clone(),
            Called::Computer(None) => language.say(&TheComputer),
        }
    }

    /// Two people of these names, neither of whom is spoken to.
    pub fn by_names(names: &[String; 2]) -> [Called; 2] {
        names.clone().map(Called::Name)
    }
}

/// How a program speaks of the people at its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// Everybody by name, as books do.
    ByName,
    /// The only person there, if there is only one, is *you*; everybody else has a name.
    AsYou,
    /// Whoever sits here is *you*; everybody else has a name. For a board that only one of them sees.
    To(Seat),
    /// Nobody: whoever only looks hears of all of them.
    Aside,
}

/// Something to be said about the people in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// A toss has decided that they move first.
    Toss(Called),
    /// They move first.
    MovesFirst(Called),
    /// It is their turn.
    ToMove(Called),
    /// They have made this move.
    Played(Called, Move),
    /// They have won.
    Wins(Called),
    /// They will win, if nobody errs.
    WinsWithBestPlay(Called),
    /// They have won the match, so many rounds to so many.
    Champion(Called, u32, u32),
    /// The match has ended level, with so many rounds for each.
    Tie(u32),
    /// Which round of a match it is, and that they move first in it.
    Round(u32, Rounds, Called),
    /// Who has won how often.
    Score([(Called, u32); 2]),
    /// Who was helped how often.
    Help(Vec<(Called, u32)>),
    /// How well they have found the legal numbers themselves.
    Found(Vec<(Called, Found)>),
    /// Where the position was taken from.
    Origin(Origin),
    /// People find the legal numbers themselves.
    FindThem,
    /// They play without advice.
    NoAdvice(Called),
    /// What a program of this name did that lost: a verb and what follows.
    Fault(String, String),
}

/// Why a game is over: its position, and how whoever moved first is called, then the other one.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    /// The end of the game.
    pub position: &'a Position,
    /// How the two sides are called.
    pub called: &'a [Called; 2],
}

impl Ending<'_> {
    /// Who has won; nobody has while the game runs.
    pub fn winner(&self) -> Option<Remark> {
        self.position.outcome().map(|Outcome { winner, .. }| Remark::Wins(self.called[winner.index()].clone()))
    }
}

impl Session {
    /// How whoever sits there is called.
    pub fn called(&self, seat: Seat, address: Address) -> Called {
        let Sitter { name, who } = self.sitter(seat);
        let has_usual_name = || Language::ALL.iter().any(|&language| *name == who.usual_name(seat, language));
        let you = match address {
            Address::ByName | Address::Aside => None,
            Address::AsYou => self.only_person(),
            Address::To(you) => Some(you),
        };
        match you {
            Some(you) if you == seat => Called::You(name.to_string()),
            Some(_) if matches!(who, Who::Level(_)) && has_usual_name() => Called::Computer(None),
            // Whoever sits at another board hears nothing of what is said here.
            _ if *who != Who::Person || matches!(address, Address::To(_) | Address::Aside) => {
                Called::Computer(Some(name.to_string()))
            }
            _ => Called::Name(name.to_string()),
        }
    }

    /// The same by side: who moved first in this round, then the other one.
    pub fn called_by_side(&self, address: Address) -> [Called; 2] {
        [Side::One, Side::Two].map(|side| self.called(self.seat(side), address))
    }

    /// Who won the toss, if one has decided who moves first.
    pub fn toss_remark(&self, address: Address) -> Option<Remark> {
        self.is_tossed().then(|| Remark::Toss(self.called(self.starter(), address)))
    }

    /// Who made the last move, and which.
    pub fn move_remark(&self, address: Address) -> Option<Remark> {
        let played = *self.position().moves().last()?;
        let mover = Side::of_ply(self.position().moves().len() - 1);
        Some(Remark::Played(self.called(self.seat(mover), address), played))
    }

    /// What is said beside a board of the move that was just made: by the book, or by us where all that the book says is on the board.
    pub fn say_played(&self, address: Address, language: Language) -> Vec<Span> {
        let called = self.called_by_side(address);
        let by_book = self.book().say_beside_a_board(Phrase::Played, self.position(), &called, language);
        match self.move_remark(address) {
            None => Vec::new(),
            Some(ours) if by_book.is_empty() => vec![Span::text(language.say(&ours))],
            Some(_) => by_book,
        }
    }

    /// How well people have found the legal numbers themselves, where they had to and have moved.
    pub fn found_remark(&self, address: Address) -> Option<Remark> {
        let found = |seat| Some((self.called(seat, address), self.found(seat).filter(|found| found.moves > 0)?));
        let found: Vec<_> = Seat::BOTH.into_iter().filter_map(found).collect();
        (!found.is_empty()).then_some(Remark::Found(found))
    }

    /// What there is to know beside how the round ended: what a program did, what people found, how they were helped.
    pub fn remarks_at_the_end(&self, address: Address) -> Vec<Remark> {
        [self.fault_remark(), self.found_remark(address), self.help_remark(address)].into_iter().flatten().collect()
    }

    /// What is to be known of this game before it begins: where its position was taken from, and what people have agreed on.
    pub fn remarks_at_the_start(&self, address: Address) -> Vec<Remark> {
        let without = |seat: &Seat| self.is_person(*seat) && !self.advice()[seat.index()];
        // Of two people who both have none it makes no difference.
        let is_uneven = !Seat::BOTH.iter().all(without);
        let without = Seat::BOTH.into_iter().filter(|seat| is_uneven && without(seat));
        let without = without.map(|seat| Remark::NoAdvice(self.called(seat, address)));
        // A lesson says itself where one is.
        let origin = self.origin().filter(|origin| !matches!(origin, Origin::Lesson(_)));
        let mut remarks: Vec<Remark> = origin.cloned().map(Remark::Origin).into_iter().collect();
        remarks.extend(self.hides_legal().then_some(Remark::FindThem));
        remarks.extend(without);
        remarks
    }

    /// Which round of the match it is, if there is a match.
    pub fn round_remark(&self, address: Address) -> Option<Remark> {
        self.rounds().map(|rounds| Remark::Round(self.round(), rounds, self.called(self.starter(), address)))
    }

    /// Who has won how often, this round counted when it is over.
    pub fn score_remark(&self, address: Address) -> Remark {
        Remark::Score(Seat::BOTH.map(|seat| (self.called(seat, address), self.score()[seat.index()])))
    }

    /// Who was helped how often, if anybody was; who moved first is named first.
    pub fn help_remark(&self, address: Address) -> Option<Remark> {
        let seats = [Side::One, Side::Two].map(|side| self.seat(side));
        let helped = seats.map(|seat| (self.called(seat, address), self.help()[seat.index()]));
        let helped: Vec<(Called, u32)> = helped.into_iter().filter(|(_, times)| *times > 0).collect();
        (!helped.is_empty()).then_some(Remark::Help(helped))
    }

    /// What a program did that lost the round.
    pub fn fault_remark(&self) -> Option<Remark> {
        let loser = self.seat(self.position().outcome()?.winner.other());
        self.fault().map(|fault| Remark::Fault(self.sitter(loser).name.to_string(), fault.into()))
    }

    /// How the match has ended.
    pub fn verdict_remark(&self, address: Address) -> Option<Remark> {
        let [one, two] = self.score();
        Some(match self.verdict()? {
            Verdict::Champion(champion) => Remark::Champion(self.called(champion, address), one.max(two), one.min(two)),
            Verdict::Tie => Remark::Tie(one),
        })
    }
}
