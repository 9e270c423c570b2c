//! The end of a game: what is kept of it, what can be learned from it, and what comes next.

use std::path::{Path, PathBuf};

use duel::Record;
use duel::challenge::Challenge;
use duel::coach::{Moral, moral};
use duel::session::{Action, May};
use duel::speech::Remark;
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next, Screen};
use super::board::Board;
use super::jobs::Found;
use super::lesson::{self, Lessons, Steps};
use super::play::Play;
use super::players::Players;
use super::quiz::Quiz;
use super::review::Review;
use crate::sitting::{Ending, Unwritten};
use crate::store::files;
use crate::store::saves::Keeper;
use crate::today::today;
use crate::words::{self, ADDRESS, say, sentence, together};

/// A game that is over.
pub(crate) struct End {
    pub(super) ending: Ending,
    /// The file that the record was written to by hand.
    written_to: Option<PathBuf>,
    /// Whether it has been found out and said what there is to learn.
    is_learned: bool,
    /// Where the game turned, to be found on the board.
    pub(super) turning_point: Option<Quiz>,
    /// Whether that is being asked now.
    pub(super) is_asking: bool,
}

impl End {
    /// The question on the board.
    pub(super) fn asked(&self) -> Option<&Quiz> {
        self.turning_point.as_ref().filter(|_| self.is_asking)
    }

    /// What became of a record that could not be written.
    pub(super) fn complaint(&self) -> Option<String> {
        self.ending.unwritten.as_ref().map(|Unwritten { error, kept }| match kept {
            Ok(id) => words::full().record_lost_game_kept(error, *id),
            Err(lost) => words::full().record_and_game_lost(error, lost),
        })
    }
}

impl Play {
    /// Writes the record of the finished game into the folder that the program was started in, under a new name.
    pub(super) fn write_record(&mut self, folder: &Path) -> String {
        let record = self.session().record();
        let Some(end) = &mut self.end else { return String::new() };
        if let Some(file) = end.ending.written_to.as_ref().or(end.written_to.as_ref()) {
            return words::full().record_is_already_in(&file.display());
        }
        match write_record(folder, &record) {
            Ok(name) => {
                let said = words::full().record_written(&name);
                end.written_to = Some(name.into());
                said
            }
            Err(error) => words::full().record_not_written(&error),
        }
    }

    /// The game is over: its record is written, and the match goes on or nothing is left to resume.
    pub(super) fn finish(&mut self, desk: &mut Desk) {
        let ending = self.sitting.end_round();
        match (&ending.unwritten, ending.is_last) {
            (Some(_), true) => self.sitting.keeper().let_go(),
            // Nobody has seen the end yet: until then the game is there.
            (None, true) => self.is_done_with = true,
            (_, false) => {}
        }
        if ending.learned.is_some() {
            // The room is needed for what was learned.
            self.message.clear();
        }
        self.end = Some(End { ending, written_to: None, is_learned: false, turning_point: None, is_asking: false });
        self.look_for_a_moral(desk);
    }

    /// What there is to learn is looked for whenever the end is shown, until it is known.
    pub(super) fn look_for_a_moral(&self, desk: &mut Desk) {
        let is_open = self.end.as_ref().is_some_and(|end| !end.is_learned);
        // Whoever has won the game of a lesson is told what they learned.
        let is_open = is_open && self.learned() != Some(true);
        if let Some(pupil) = self.session().pupil().filter(|_| is_open) {
            let (side, opening) = (self.session().side(pupil), self.session().opening());
            desk.jobs.think(self.position().clone(), move |end, watch| {
                Found::Moral(moral(end, opening, side, watch).ok().flatten())
            });
        }
    }

    /// What there is to learn from the game: where it turned is asked, everything else is said.
    pub(super) fn learn(&mut self, moral: Moral) {
        let session = self.sitting.session();
        let called = session.called_by_side(ADDRESS);
        let Some(end) = &mut self.end else { return };
        end.is_learned = true;
        // With two people at the board it must be clear who is meant.
        let pupil = session.pupil().filter(|_| session.only_person().is_none());
        let to_them = |sentence: String| match pupil {
            Some(pupil) => words::full().to_somebody(session.sitter(pupil).name.as_str(), &sentence),
            None => sentence,
        };
        self.message = match (Challenge::of_moral(&moral), moral) {
            (Some(challenge), Moral::TurningPoint { before, played, .. }) => {
                let number = before.moves().len() + 1;
                let question = to_them(words::full().find_it(number));
                end.turning_point =
                    Some(Quiz::new(challenge, Players::of(session, ADDRESS), (session.book(), &called), question));
                to_them(match played {
                    Some(played) => words::full().were_winning_and_played(number, played),
                    None => words::full().were_winning(number),
                })
            }
            (_, other) => to_them(say(&other)),
        };
    }

    /// A key that is meant for the question about the turning point; false when it is for something else.
    fn key_at_the_turning_point(&mut self, key: KeyCode, desk: &mut Desk) -> bool {
        let Some(end) = &mut self.end else { return false };
        let Some(quiz) = &mut end.turning_point else { return false };
        match (key, end.is_asking, quiz.is_over()) {
            (KeyCode::Enter | KeyCode::Char('t'), false, _) => {
                end.is_asking = true;
                self.message.clear();
                quiz.begin(desk);
            }
            (KeyCode::Esc | KeyCode::Enter, true, true) => {
                end.is_asking = false;
                end.turning_point = None;
            }
            // Whoever leaves it unsolved can come back to it.
            (KeyCode::Esc, true, false) => end.is_asking = quiz.board().0.wipe(),
            (KeyCode::Char('n' | 'v' | 'b' | 'o'), true, _) | (_, false, _) => return false,
            (_, true, _) => {
                if let Some(came) = quiz.key(key, desk) {
                    quiz.take_in(came, desk, |_| {});
                }
            }
        }
        true
    }

    pub(super) fn key_at_the_end(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        if self.key_at_the_turning_point(key, desk) {
            return Next::Stay;
        }
        if let Some(next) = self.key_after_a_lesson(key, desk) {
            return next;
        }
        match key {
            // Not Enter: whoever pressed it once too often in the game would never see the end.
            KeyCode::Char('n') if self.may().next_round || self.may().rematch => self.again(false, desk),
            KeyCode::Char('f') if self.may().fair_start => self.again(true, desk),
            KeyCode::Char('v') => {
                return Next::Look(Box::new(Review::of_session(self.session(), words::full().the_end())));
            }
            KeyCode::Char('o') if self.end.as_ref().is_some_and(|end| end.turning_point.is_some()) => {
                return self.play_on();
            }
            KeyCode::Char('b') | KeyCode::Esc => return self.way_out(String::new()),
            _ => {}
        }
        Next::Stay
    }

    /// Whether the game ended a lesson, and was won.
    pub(super) fn learned(&self) -> Option<bool> {
        self.end.as_ref()?.ending.learned.as_ref().map(|learned| learned.is_won)
    }

    /// After a lesson comes the next one; where the game was lost it is played again, or the steps are gone through once more.
    fn key_after_a_lesson(&mut self, key: KeyCode, desk: &Desk) -> Option<Next> {
        let (is_won, lesson) = (self.learned()?, self.sitting.lesson()?);
        let next: Box<dyn Screen> = match (key, is_won) {
            (KeyCode::Char('n'), true) => Box::new(Steps::of(lesson.next()?.clone())),
            (KeyCode::Char('n'), false) => match lesson::play(lesson, desk) {
                Ok(play) => Box::new(play),
                Err(failure) => {
                    self.message = failure.words();
                    return Some(Next::Stay);
                }
            },
            (KeyCode::Char('l'), true) => Box::new(Lessons::open(desk)),
            (KeyCode::Char('l'), false) => Box::new(Steps::of(lesson.clone())),
            (KeyCode::Char('f'), _) => return Some(Next::Stay),
            _ => return None,
        };
        self.is_seen();
        Some(Next::Go(next))
    }

    /// What the people at the board can do now.
    pub(super) fn may(&self) -> May {
        self.session().may(self.session().at_the_board())
    }

    /// The next round, or the same game again with the start changed.
    fn again(&mut self, fair: bool, desk: &mut Desk) {
        self.is_seen();
        let begun = if self.session().match_goes_on() {
            self.act_here(Action::NextRound { fair }, desk).map(|_| ())
        } else {
            self.sitting.rematch(Keeper::new(desk.store(), None), fair).map(|_| ())
        };
        if let Err(refusal) = begun {
            self.message = sentence(&refusal);
            return;
        }
        self.end = None;
        self.message.clear();
        let session = self.session();
        let starts = Remark::MovesFirst(session.called(session.starter(), ADDRESS));
        let starts = say(&session.round_remark(ADDRESS).unwrap_or(starts));
        self.notice = together(self.sitting.auto().map(|auto| say(&auto)).into_iter().chain([starts]));
        self.board = Board::hiding_legal(self.session().hides_legal());
        self.begin(desk);
    }
}

/// Writes a record into this folder under a new name, which it gives.
pub(super) fn write_record(folder: &Path, record: &Record) -> anyhow::Result<String> {
    let day = today();
    let names = (1..).map(|at: u32| if at == 1 { format!("{day}.duel") } else { format!("{day}-{at}.duel") });
    let name = names.into_iter().find(|name| !folder.join(name).exists()).unwrap_or_default();
    files::write_whole(&folder.join(&name), &record.to_string())?;
    Ok(name)
}
