//! A game told in the words of its book: turns, moves and ends, whoever makes them and wherever.

use std::io::Write;

use duel::rulebook::Phrase;
use duel::speech::{Address, Remark, Role, Span};
use duel::{Move, Numbers, Position, Seat, Session, Side, Typed, Who};

use crate::failure::{Fallible, tell};
use crate::line::board;
use crate::line::dialogue::Dialogue;
use crate::store::settings::SettingsFile;
use crate::words::{self, language, say, sentence};

/// How turns are told.
#[derive(Clone, Default)]
pub(crate) struct Turns {
    /// In short: what changed and what is legal, and no more.
    pub(crate) are_brief: bool,
    /// Where it is remembered when people change that; in a file it is not.
    pub(crate) kept_in: Option<SettingsFile>,
}

/// Somebody who tells a game.
pub(crate) struct Teller<'a> {
    pub(super) talk: Dialogue<'a>,
    pub(super) turns: Turns,
    /// Who is spoken to.
    pub(super) address: Address,
    /// Whether something was shown already, so that the next block needs a gap before it.
    shown: bool,
    /// Whether it has been said what legal numbers are marked by.
    is_legend_told: bool,
}

impl<'a> Teller<'a> {
    pub(super) fn new(talk: Dialogue<'a>, turns: Turns, address: Address) -> Teller<'a> {
        Teller { talk, turns, address, shown: false, is_legend_told: false }
    }

    pub(super) fn into_talk(self) -> Dialogue<'a> {
        self.talk
    }

    /// Something was shown: the next block needs a gap before it.
    pub(super) fn has_shown(&mut self) {
        self.shown = true;
    }

    /// An empty line between blocks.
    pub(super) fn gap(&mut self) -> Fallible {
        if std::mem::replace(&mut self.shown, true) {
            self.talk.line("")?;
        }
        Ok(())
    }

    /// Short turns from now on, or whole ones; at a terminal that is remembered.
    pub(super) fn change_turns(&mut self) -> Fallible {
        let are_brief = !self.turns.are_brief;
        self.turns.are_brief = are_brief;
        let kept = self.turns.kept_in.as_ref().map(|file| file.remember(|settings| settings.brief = Some(are_brief)));
        if let Some(Err(error)) = kept {
            tell(&words::line().note(&words::both().settings_not_kept(&format!("{error:#}"))));
        }
        let told = if are_brief { words::line().turns_are_brief() } else { words::line().turns_are_whole() };
        Ok(self.talk.line(&told)?)
    }

    /// What the book says.
    fn say(&mut self, session: &Session, position: &Position, phrase: Phrase) -> Fallible {
        let words = session.book().say(phrase, position, &session.called_by_side(self.address), language());
        if self.talk.block(&words)? && !std::mem::replace(&mut self.is_legend_told, true) {
            self.talk.line(&words::line().legend())?;
        }
        Ok(())
    }

    /// What is said before the first move. Where moves stand on the board it has begun already.
    pub(super) fn welcome(&mut self, session: &Session) -> Fallible {
        let is_new = session.position().moves().is_empty();
        let called = session.called_by_side(self.address);
        let welcome = if is_new {
            session.book().say(Phrase::Welcome, session.position(), &called, language())
        } else {
            Vec::new()
        };
        // Where there is nothing to play there is nothing to know about playing.
        let notes = session.turn().map(|_| session.book().notes_at_the_start()).unwrap_or_default();
        let remarks = session.remarks_at_the_start(self.address);
        if !welcome.is_empty() || !notes.is_empty() || !remarks.is_empty() {
            self.gap()?;
            self.talk.block(&welcome)?;
            for line in notes.iter().map(say).chain(remarks.iter().map(say)) {
                self.talk.line(&line)?;
            }
        }
        Ok(())
    }

    /// Whose turn it is, and what can be done in it.
    pub(super) fn turn(&mut self, session: &Session, seat: Seat) -> Fallible {
        if self.turns.are_brief {
            return self.short_turn(session, seat);
        }
        self.gap()?;
        let position = session.position();
        self.say(session, position, if position.moves().is_empty() { Phrase::FirstTurn } else { Phrase::Turn })
    }

    /// A turn in few words: whose it is where that could be two, and what is legal. A computer's move says all there is.
    fn short_turn(&mut self, session: &Session, seat: Seat) -> Fallible {
        let position = session.position();
        if session.sitter(seat).who != Who::Person {
            return Ok(());
        }
        if session.only_person().is_none() {
            self.talk.line(&say(&Remark::ToMove(session.called(seat, self.address))))?;
        }
        if session.hides_legal() { Ok(()) } else { Ok(board::legal_in_short(&mut self.talk, position)?) }
    }

    /// What whoever has the turn is asked.
    pub(super) fn question(&self, session: &Session, position: &Position) -> Vec<Span> {
        let phrase = if position.moves().is_empty() { Phrase::FirstPrompt } else { Phrase::Prompt };
        session.book().say(phrase, position, &session.called_by_side(self.address), language())
    }

    /// A move that nobody has typed here, as if somebody had.
    pub(super) fn as_if_typed(&mut self, session: &Session, before: &Position, chosen: Move) -> Fallible {
        if !self.turns.are_brief {
            let question = self.question(session, before);
            self.talk.prompt(&question)?;
            self.talk.line(&match (chosen, before.numbers()) {
                (Move::Divide { by, .. }, Numbers::Table([_])) => by.to_string(),
                _ => chosen.to_string(),
            })?;
        }
        Ok(())
    }

    /// What came of the last move of this position: in the book's words, or who made it and no more.
    pub(super) fn played(&mut self, session: &Session, after: &Position) -> Fallible {
        match after.moves().split_last() {
            Some((&chosen, before)) if self.turns.are_brief => {
                let mover = session.called(session.seat(Side::of_ply(before.len())), self.address);
                Ok(self.talk.line(&say(&Remark::Played(mover, chosen)))?)
            }
            _ => self.say(session, after, Phrase::Played),
        }
    }

    /// Why a number was not legal.
    pub(super) fn refuse(&mut self, before: &Position, number: Typed) -> Fallible {
        let why = before.check(number).err().map(|illegal| sentence(&illegal));
        Ok(self.talk.line(&why.unwrap_or_default())?)
    }

    /// Who won and why.
    pub(super) fn end(&mut self, finished: &Session) -> Fallible {
        let (book, position, called) = (finished.book(), finished.position(), finished.called_by_side(self.address));
        let mut words = match self.turns.are_brief {
            true => book.say_end_beside_a_board(position, &called, language()),
            false => book.say_end(position, &called, language()),
        };
        for remark in finished.remarks_at_the_end(self.address) {
            words.push(Span { text: format!("\n{}", say(&remark)), role: Role::Text });
        }
        self.gap()?;
        self.talk.block(&words)?;
        Ok(self.talk.flush()?)
    }

    /// Who has won how often, where there was more than one round.
    pub(super) fn score(&mut self, finished: &Session) -> Fallible {
        if finished.rounds().is_none() && finished.round() == 1 {
            return Ok(());
        }
        let mut remarks = vec![finished.score_remark(self.address)];
        remarks.extend(finished.verdict_remark(self.address));
        self.gap()?;
        for remark in remarks {
            self.talk.line(&say(&remark))?;
        }
        Ok(())
    }
}
