//! The end of a game: what is kept of it, what can be learned from it, and what comes next.

use std::path::{Path, PathBuf};

use duel::{Action, Challenge, Lesson, May, Player, Record, sentence};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next};
use super::board::Board;
use super::jobs::Task;
use super::play::Play;
use super::quiz::Quiz;
use super::review::Review;
use crate::sitting::{Unwritten, fault_line, help_line};
use crate::store::files;
use crate::store::saves::Keeper;
use crate::today::today;

/// A game that is over.
pub(crate) struct End {
    record: Record,
    /// The file that the record is in, once it was written.
    written_to: Option<PathBuf>,
    /// The score of the match, hints that were had, and where the record is.
    pub(super) remarks: Vec<String>,
    /// What became of a record that could not be written.
    pub(super) complaint: Option<String>,
    /// Who is to learn something from it, if anybody.
    pub(super) pupil: Option<Player>,
    /// Whether that has been found out and said.
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
}

impl Play {
    /// Writes the record of the finished game into the folder that the program was started in, under a new name.
    pub(super) fn write_record(&mut self, folder: &Path) -> String {
        let Some(end) = &mut self.end else { return String::new() };
        if let Some(file) = &end.written_to {
            return format!("The record is in {} already.", file.display());
        }
        let day = today();
        let names = (1..).map(|at| if at == 1 { format!("{day}.duel") } else { format!("{day}-{at}.duel") });
        let Some(name) = names.into_iter().find(|name| !folder.join(name).exists()) else {
            return String::new();
        };
        match files::write_whole(&folder.join(&name), &end.record.to_string()) {
            Ok(()) => {
                let said = format!("The record is in {name}. Look at it with: divisor-duel review {name}");
                end.written_to = Some(name.into());
                said
            }
            Err(error) => format!("The record could not be written: {error:#}"),
        }
    }

    /// The game is over: its record is written, and the match goes on or nothing is left to resume.
    pub(super) fn finish(&mut self, desk: &mut Desk) {
        let ending = self.sitting.end_round();
        let session = self.sitting.session();
        let mut remarks: Vec<String> = [fault_line(session), help_line(session)].into_iter().flatten().collect();
        let complaint = ending.unwritten.as_ref().map(|Unwritten { error, kept }| {
            let sentence = "The record could not be written";
            match kept {
                Ok(id) => {
                    format!("{sentence}: {error:#}. The game is kept: divisor-duel resume {id} --record FILE")
                }
                Err(lost) => format!("{sentence}: {error:#}. And the game is not kept: {lost:#}"),
            }
        });
        remarks.extend(complaint.clone());
        remarks.extend(ending.written_to.as_ref().map(|path| format!("The record is in {}.", path.display())));
        remarks
            .extend(session.champion().map(|champion| format!("{} is the champion!", session.sitter(champion).name)));
        match (&ending.unwritten, ending.is_last) {
            (Some(_), true) => self.sitting.keeper().let_go(),
            // Nobody has seen the end yet: until then the game is there.
            (None, true) => self.is_done_with = true,
            (_, false) => {}
        }
        self.end = Some(End {
            record: session.record(),
            written_to: ending.written_to,
            remarks,
            complaint,
            pupil: session.pupil().map(|pupil| session.side(pupil)),
            is_learned: false,
            turning_point: None,
            is_asking: false,
        });
        self.come_back(desk);
    }

    /// The end has been seen, or somebody has gone on from it: nothing is left to resume.
    pub(crate) fn put_away(&mut self) {
        if std::mem::take(&mut self.is_done_with) {
            self.sitting.keeper().finished();
        }
    }

    /// The screen is shown, perhaps again: what there is to learn is looked for until it is known.
    pub(crate) fn come_back(&mut self, desk: &mut Desk) {
        let pupil = self.end.as_ref().filter(|end| !end.is_learned).and_then(|end| end.pupil);
        if let Some(pupil) = pupil {
            desk.jobs.start(Task::Lesson(self.position().clone(), pupil));
        }
    }

    /// What there is to learn from the game: where it turned is asked, everything else is said.
    pub(super) fn learn(&mut self, lesson: Lesson) {
        let Some(end) = &mut self.end else { return };
        end.is_learned = true;
        // With two people at the board it must be clear who is meant.
        let alone = self.sitting.session().only_person().is_some();
        let name = end.pupil.filter(|_| !alone).map(|pupil| format!("{}: ", self.names[pupil.index()]));
        let name = name.unwrap_or_default();
        match (Challenge::of_lesson(&lesson), lesson) {
            (Some(challenge), Lesson::TurningPoint { before, played, .. }) => {
                let number = before.moves().len() + 1;
                let instead = played.map(|played| format!(", and played {played}")).unwrap_or_default();
                self.message =
                    format!("{name}You were winning at move {number}{instead}. Enter: find it on the board.");
                let question = format!("{name}Move {number}, and you were winning. Find it.");
                end.turning_point = Some(Quiz::new(challenge, question));
            }
            (_, other) => self.message = format!("{name}{other}"),
        }
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
            (KeyCode::Esc, true, false) => end.is_asking = quiz.wipe(),
            (KeyCode::Char('n' | 'v' | 'b'), true, _) | (_, false, _) => return false,
            (_, true, _) => {
                if let Some(came) = quiz.key(key, desk) {
                    quiz.settle(came, desk, |_| {});
                }
            }
        }
        true
    }

    pub(super) fn key_at_the_end(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        if self.key_at_the_turning_point(key, desk) {
            return Next::Stay;
        }
        match key {
            // Not Enter: whoever pressed it once too often in the game would never see the end.
            KeyCode::Char('n') if self.may().next_round || self.may().rematch => self.again(false, desk),
            KeyCode::Char('f') if self.may().fair_start => self.again(true, desk),
            KeyCode::Char('v') => {
                let review = Review::new(self.session().book().title(), self.position().clone(), self.names.clone());
                return Next::Look(Box::new(review));
            }
            KeyCode::Char('b') | KeyCode::Esc => return Next::Home(String::new()),
            _ => {}
        }
        Next::Stay
    }

    /// What the people at the board can do now.
    pub(super) fn may(&self) -> May {
        self.session().may(self.session().at_the_board())
    }

    /// The next round, or the same game again with the start changed.
    fn again(&mut self, fair: bool, desk: &mut Desk) {
        let goes_on = self.session().match_goes_on();
        self.put_away();
        let begun = if goes_on {
            self.act_here(Action::NextRound { fair }, desk).map(|_| ())
        } else {
            self.sitting.rematch(Keeper::new(desk.store(), None), fair).map(|_| ())
        };
        if let Err(refusal) = begun {
            self.message = sentence(refusal);
            return;
        }
        self.names = self.session().names();
        self.end = None;
        self.message.clear();
        self.notice = format!("{} moves first.", self.names[Player::One.index()]);
        self.board = Board::new(self.position().clone());
        self.begin(desk);
    }
}
