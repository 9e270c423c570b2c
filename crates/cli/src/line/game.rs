//! Line mode: people at one keyboard, a prompt at a time, in the words of the book.

use std::io::Write;

use duel::coach::Stage;
use duel::session::{Action, By, Deed, Refusal};
use duel::speech::{Opponent, Remark};
use duel::{Position, Seat, Session, Side, Who};

use crate::arena::programs::Question;
use crate::failure::{Failure, Fallible, tell};
use crate::line::board;
use crate::line::dialogue::Dialogue;
use crate::line::manual;
use crate::line::prompt::{self, Request};
use crate::line::riddle::Told;
use crate::line::teller::{Teller, Turns};
use crate::signals::{before_the_end, hush};
use crate::sitting::{Ending, Sitting, Unwritten};
use crate::store::saves::{Keeper, Saving, Store};
use crate::words::{self, ADDRESS, say, sentence};

/// What came of a turn, a round or a whole game.
#[derive(PartialEq, Eq)]
pub(crate) enum Course {
    Over,
    /// People left in the middle, and may come back.
    Left,
}

/// Plays a game, or all rounds of a match, until it is over or people leave. Whatever ends it, it is kept as far as it came.
pub(crate) fn play(talk: Dialogue<'_>, sitting: Sitting, turns: Turns) -> Fallible {
    let (keeper, programs) = (sitting.keeper().clone(), sitting.programs().clone());
    if let Some(note) = programs.note() {
        tell(&words::line().note(&note));
    }
    let (left_game, left_programs) = (keeper.clone(), programs.clone());
    before_the_end(move || {
        left_game.leave();
        left_programs.end();
    })?;
    let played = LineGame::new(talk, sitting, turns).play();
    // Also when nobody reads any more, or the input fails: what was played is not lost.
    let is_kept = matches!(played, Ok(Course::Over)) || keeper.leave();
    programs.leave();
    match played {
        Ok(_) if !is_kept => Err(Failure::Silent),
        played => played.map(drop),
    }
}

/// Where a game is kept, also when the program is told to stop.
pub(crate) fn kept_till_the_end() -> Fallible<Keeper> {
    let keeper = Keeper::new(Store::of_user(), None);
    let left = keeper.clone();
    before_the_end(move || {
        left.leave();
    })?;
    Ok(keeper)
}

/// A session at a prompt.
pub(crate) struct LineGame<'a> {
    pub(super) teller: Teller<'a>,
    pub(super) sitting: Sitting,
    /// How far advice has gone, and in which position.
    pub(super) advised: Option<(Position, Stage)>,
    /// The games that were left for one that is played on, by their numbers.
    pub(super) left: Vec<u32>,
}

impl<'a> LineGame<'a> {
    pub(crate) fn new(talk: Dialogue<'a>, sitting: Sitting, turns: Turns) -> LineGame<'a> {
        LineGame { teller: Teller::new(talk, turns, ADDRESS), sitting, advised: None, left: Vec::new() }
    }

    /// Whoever has talked here can go on talking, about what was played.
    pub(crate) fn into_parts(self) -> (Dialogue<'a>, Sitting) {
        (self.teller.into_talk(), self.sitting)
    }

    pub(super) fn session(&self) -> &Session {
        self.sitting.session()
    }

    pub(super) fn position(&self) -> &Position {
        self.session().position()
    }

    /// Plays the game, or all rounds of the match.
    pub(crate) fn play(&mut self) -> Fallible<Course> {
        let mut is_whole = true;
        loop {
            if self.round()? == Course::Left {
                return Ok(Course::Left);
            }
            let ending = self.sitting.end_round();
            let finished = self.session().clone();
            if !ending.is_last {
                // The next round is stored before anybody hears of the score.
                self.act(self.session().at_the_board(), Action::NextRound { fair: false }).map_err(Failure::refused)?;
            }
            self.tell_end(&finished, &ending)?;
            is_whole &= ending.unwritten.is_none();
            // What is asked from here on is no part of the game: whoever leaves then has finished it.
            match (ending.is_last, &ending.unwritten) {
                (false, _) => {}
                (true, None) => self.sitting.keeper().finished(),
                (true, Some(_)) => self.sitting.keeper().let_go(),
            }
            // Whoever has won the game of a lesson has been told what they learned.
            let is_learned = ending.learned.as_ref().is_some_and(|learned| learned.is_won);
            let told = match finished.pupil().filter(|_| !is_learned) {
                // Between people it is asked at a terminal only: the next line of a file is meant for the next round.
                Some(pupil) if finished.only_person().is_some() || self.teller.talk.is_at_a_terminal() => {
                    self.moral(&finished, pupil)?
                }
                _ => Told::Skipped,
            };
            self.teller.score(&finished)?;
            if ending.is_last {
                for id in std::mem::take(&mut self.left) {
                    self.teller.talk.line(&words::line().other_game_kept(id))?;
                }
            }
            match (ending.is_last, told) {
                (true, _) if !is_whole => return Err(Failure::Silent),
                (true, Told::Answer | Told::Skipped) if self.goes_on()? => {}
                (true, _) => return Ok(Course::Over),
                (false, Told::Left) => return Ok(Course::Left),
                (false, _) => {}
            }
        }
    }

    /// One round from here to its end, unless people leave before.
    fn round(&mut self) -> Fallible<Course> {
        self.sitting.note();
        self.open()?;
        while let Some(seat) = self.session().turn() {
            self.teller.turn(self.sitting.session(), seat)?;
            let turn = match self.session().sitter(seat).who {
                Who::Person => self.turn(seat)?,
                Who::Level(_) => self.computer_turn(seat)?,
                Who::Program => self.program_turn()?,
            };
            if turn == Course::Left {
                return Ok(Course::Left);
            }
        }
        Ok(Course::Over)
    }

    /// Somebody does something: it is checked and stored, and nobody is told of anything that has not been through here.
    pub(super) fn act(&mut self, by: By, action: Action) -> Result<Deed, Refusal> {
        let done = self.sitting.act(by, action)?;
        match done.saving {
            Saving::Works => {}
            Saving::WorksAgain => tell(&words::both().saved_again()),
            Saving::Fails(complaint) => tell(&words::line().not_saved(&complaint)),
            Saving::StillFails => tell(&words::line().still_not_saved()),
        }
        // The same position in another turn begins anew.
        if !matches!(done.deed, Deed::Helped { .. } | Deed::Missed { .. }) {
            self.advised = None;
        }
        Ok(done.deed)
    }

    /// Who won and why, and what became of the record.
    fn tell_end(&mut self, finished: &Session, ending: &Ending) -> Fallible {
        self.teller.end(finished)?;
        if let Some(Unwritten { error, kept }) = &ending.unwritten {
            tell(&match kept {
                Ok(id) => words::line().record_not_written(&format!("{error:#}"), *id),
                Err(lost) => words::line().record_and_game_lost(&format!("{error:#}"), &format!("{lost:#}")),
            });
        }
        match &ending.learned {
            Some(learned) => Ok(self.teller.talk.line(&learned.words)?),
            None => self.offer_fair_start(finished),
        }
    }

    /// At a terminal: whether people go on from here, by another game or by one from a position of this one. In a file nobody is
    /// there to be asked, and after a lesson its next one is.
    fn goes_on(&mut self) -> Fallible<bool> {
        if !self.teller.talk.is_at_a_terminal() || self.session().is_watched() || self.sitting.lesson().is_some() {
            return Ok(false);
        }
        loop {
            self.teller.talk.line("")?;
            let Some(line) = self.teller.talk.ask(&words::line().play_again())? else { return Ok(false) };
            let typed = line.trim().to_ascii_lowercase();
            match typed.split_once(' ').unwrap_or((&typed, "")) {
                ("y" | "yes", "") => {
                    // The last one is put away, so its place is free.
                    let keeper = self.sitting.keeper().clone();
                    self.sitting.rematch(keeper, false).map_err(Failure::refused)?;
                    return Ok(true);
                }
                ("review", "") => self.review()?,
                ("from", from) if self.play_on(from)? => return Ok(true),
                ("" | "n" | "no", "") => return Ok(false),
                ("from", _) => {}
                _ => self.teller.talk.line(&words::line().type_one_of("yes, no, review, from 3 fox"))?,
            }
        }
    }

    /// Whom somebody plays who plays alone, or plays on.
    fn introduce(&mut self) -> Fallible {
        let session = self.session();
        let level = session.only_person().and_then(|you| session.level(you.other()));
        let line = match (level, session.origin()) {
            (Some(level), _) => words::line().you_play(&say(&Opponent(level)), level.number(), &say(&level)),
            // Whoever plays on may not know any more who sits where.
            (None, Some(_)) => {
                let [one, two] = Seat::BOTH.map(|seat| &session.sitter(seat).name);
                words::line().who_will_play(one, two)
            }
            (None, None) => return Ok(()),
        };
        self.teller.gap()?;
        Ok(self.teller.talk.line(&line)?)
    }

    pub(super) fn open(&mut self) -> Fallible {
        let session = self.session();
        let auto = self.sitting.auto().filter(|_| session.rounds().is_none() || session.round() == 1);
        if let Some(auto) = auto {
            self.teller.gap()?;
            self.teller.talk.line(&say(&auto))?;
        }
        let session = self.session();
        if (session.round() == 1 || auto.is_some()) && !self.sitting.is_resumed() && session.turn().is_some() {
            self.introduce()?;
        }
        let session = self.session();
        if session.rounds().is_none() && session.round() > 1 && !self.sitting.is_resumed() {
            let first = Remark::MovesFirst(session.called(session.starter(), ADDRESS));
            self.teller.gap()?;
            self.teller.talk.line(&say(&first))?;
        }
        let session = self.session();
        if let Some(round) = session.round_remark(ADDRESS) {
            self.teller.gap()?;
            self.teller.talk.line(&say(&round))?;
        }
        let session = self.sitting.session();
        if self.sitting.is_resumed() {
            let title = session.book().title();
            self.teller.talk.line(&match session.only_person() {
                Some(you) => words::line().you_go_on(title, &session.sitter(you.other()).name),
                None => words::line().they_go_on(title, &session.names()[0], &session.names()[1]),
            })?;
            if session.round() > 1 && session.turn().is_some() {
                self.teller.talk.line(&say(&session.score_remark(ADDRESS)))?;
            }
            board::moves_so_far(&mut self.teller.talk, session, ADDRESS)?;
            self.teller.has_shown();
        } else {
            self.teller.welcome(session)?;
        }
        Ok(())
    }

    /// A computer player moves, and the transcript reads as if it had typed.
    fn computer_turn(&mut self, seat: Seat) -> Fallible<Course> {
        let Some(chosen) = self.session().computer_move() else {
            return Err(Failure::data("the computer has no move where it has the turn"));
        };
        self.take(By::Seat(seat), Action::Move(chosen))
    }

    /// A program is asked, and the transcript reads as if it had typed.
    fn program_turn(&mut self) -> Fallible<Course> {
        // Whoever waits is to see for whom.
        self.teller.talk.flush()?;
        let question = self.sitting.programs().ask(self.session());
        match question.and_then(Question::answer) {
            Some((by, action)) => self.take(by, action),
            // The programs are gone because the game is left.
            None => {
                hush();
                Ok(Course::Left)
            }
        }
    }

    /// Something that nobody has typed happens, and is shown as if somebody had.
    fn take(&mut self, by: By, action: Action) -> Fallible<Course> {
        let before = self.session().clone();
        match self.act(by, action).map_err(Failure::refused)? {
            Deed::Moved { chosen } => {
                self.teller.as_if_typed(&before, before.position(), chosen)?;
                self.tell_move()?;
            }
            Deed::Slipped { number } => {
                let question = self.teller.question(&before, before.position());
                self.teller.talk.prompt(&question)?;
                self.teller.talk.line(&number.to_string())?;
                self.teller.refuse(before.position(), number)?;
            }
            // The end says why.
            _ => {}
        }
        Ok(Course::Over)
    }

    /// Takes the last move back; false when there is none.
    fn take_back(&mut self, seat: Seat) -> Fallible<bool> {
        let before = self.session().clone();
        let names = board::names_in_a_list(&before, ADDRESS);
        let Ok(Deed::TookBack { moves }) = self.act(By::Seat(seat), Action::TakeBack) else { return Ok(false) };
        for (at, undone) in before.position().moves().iter().enumerate().rev().take(moves) {
            self.teller.talk.line(&words::both().taken_back(*undone, &names[Side::of_ply(at).index()]))?;
        }
        Ok(true)
    }

    /// One player's turn: asks until a move is made or taken back, the game ends, or people leave.
    fn turn(&mut self, seat: Seat) -> Fallible<Course> {
        loop {
            let question = self.teller.question(self.session(), self.position());
            let Some(line) = self.teller.talk.ask_in(&question)? else { return Ok(Course::Left) };
            let session = self.sitting.session();
            match prompt::understand(&line) {
                Request::Move(text) => {
                    if self.offer(seat, text)? {
                        return Ok(Course::Over);
                    }
                }
                Request::Unknown(answer) => self.teller.talk.line(&answer)?,
                Request::Resign => {
                    // In a file whoever wrote it has thought about it.
                    if self.teller.talk.is_at_a_terminal()
                        && !self.teller.talk.confirm(&words::line().really_resign())?
                    {
                        continue;
                    }
                    self.act(By::Seat(seat), Action::Resign).map_err(Failure::refused)?;
                    return Ok(Course::Over);
                }
                Request::Undo => {
                    if self.take_back(seat)? {
                        return Ok(Course::Over);
                    }
                    self.teller.talk.line(&words::line().nothing_to_take_back())?;
                }
                Request::Help => self.teller.talk.line(&prompt::help(session))?,
                Request::Moves if session.hides_legal() => self.teller.talk.line(&say(&Remark::FindThem))?,
                Request::Moves => board::legal(&mut self.teller.talk, session.position())?,
                Request::Board => board::of_game(&mut self.teller.talk, session, ADDRESS)?,
                Request::Hint(_) | Request::Explain | Request::Pairing if !session.may(By::Seat(seat)).help => {
                    self.teller.talk.line(&say(&Remark::NoAdvice(session.called(seat, ADDRESS))))?;
                }
                Request::Hint(stage) => self.hint(seat, stage)?,
                Request::Explain => self.explain(seat)?,
                Request::Pairing => self.pairing(seat)?,
                Request::Chain => board::chain(&mut self.teller.talk, session, ADDRESS)?,
                Request::Rules => manual::print(&mut self.teller.talk, session.book())?,
                Request::Brief => self.teller.change_turns()?,
                Request::Save(file) => self.save(file)?,
                Request::PlayOn(from) => {
                    if self.play_on(from)? {
                        self.sitting.note();
                        self.open()?;
                        return Ok(Course::Over);
                    }
                }
            }
        }
    }

    /// Offers what was typed to the rules, and says what came of it; true when the turn is over.
    fn offer(&mut self, seat: Seat, text: &str) -> Fallible<bool> {
        let before = self.position().clone();
        match self.act(By::Seat(seat), Action::Type(text.into())) {
            Ok(Deed::Slipped { number }) => {
                self.teller.refuse(&before, number)?;
                Ok(true)
            }
            Ok(Deed::Missed { number }) => {
                self.teller.refuse(&before, number)?;
                Ok(false)
            }
            Ok(_) => {
                self.tell_move()?;
                Ok(true)
            }
            Err(Refusal::Illegal(illegal)) => {
                self.teller.talk.line(&format!("{} {}", sentence(&illegal), words::line().choose_again()))?;
                Ok(false)
            }
            Err(refusal) => {
                self.teller.talk.line(&sentence(&refusal))?;
                Ok(false)
            }
        }
    }

    /// What came of a move.
    fn tell_move(&mut self) -> Fallible {
        let session = self.sitting.session();
        self.teller.played(session, session.position())
    }
}
