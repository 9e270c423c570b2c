//! The end of a game: what is kept of it, what can be learned from it, and what comes next.

use std::path::{Path, PathBuf};

use duel::{Challenge, Lesson, Match, Player, Record};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next};
use super::board::Board;
use super::jobs::Task;
use super::play::Play;
use super::quiz::Quiz;
use super::review::Review;
use crate::files;
use crate::players::{self, Who};
use crate::saves::Keeper;
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
    /// Whether the same game with a fair start is offered.
    pub(super) fair_start: bool,
    /// Whether more rounds of the match follow.
    pub(super) goes_on: bool,
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
        let position = self.position().clone();
        let loser = position.outcome().map(|outcome| outcome.winner.other());
        let people = self.setup.players.iter().all(|&who| who == Who::Human);
        let pupil = if people { loser } else { self.setup.person_against_computer() };
        let mut remarks: Vec<String> = self.setup.hints_line().into_iter().collect();
        let record = self.setup.finished_record(&position);
        let written = self.setup.write_record(&position);
        let (kept, aside) = (self.setup.kept(&position), self.setup.set_aside(&position));
        let fair_start = position.fair_offer().is_some();
        self.setup.count(&position);
        let champion = self.setup.rounds.as_ref().map(Match::champion);
        let goes_on = champion == Some(None);
        let mut complaint = None;
        match &written {
            Err(error) => {
                let (way, sentence) = ("divisor-duel resume", "The record could not be written");
                // The last game stays where it is; another one is set aside, because its place is the next one's.
                let kept_as = if goes_on {
                    self.keeper.set_aside(&aside)
                } else {
                    self.store(&kept);
                    self.keeper.save()
                };
                let said = match kept_as {
                    Ok(id) => format!("{sentence}: {error:#}. The game is kept: {way} {id} --record FILE"),
                    Err(lost) => format!("{sentence}: {error:#}. And the game is not kept: {lost:#}"),
                };
                remarks.push(said.clone());
                complaint = Some(said);
                self.keeper.let_go();
            }
            Ok(Some(path)) => remarks.push(format!("The record is in {}.", path.display())),
            Ok(None) => {}
        }
        if let Some(Some(champion)) = champion {
            remarks.push(format!("{} is the champion!", self.setup.people[champion.index()]));
        }
        if goes_on {
            // The score is worth keeping before the first move of the next round is made.
            if let Ok(start) = self.setup.book.game().start() {
                self.store(&self.setup.kept(&start));
            }
        } else if written.is_ok() {
            // Nobody has seen the end yet: until then the game is there.
            self.store(&kept);
            self.is_done_with = true;
        }
        self.end = Some(End {
            record,
            written_to: written.ok().flatten(),
            remarks,
            complaint,
            fair_start,
            goes_on,
            pupil,
            is_learned: false,
            turning_point: None,
            is_asking: false,
        });
        self.come_back(desk);
    }

    /// The end has been seen, or somebody has gone on from it: nothing is left to resume.
    pub(crate) fn put_away(&mut self) {
        if std::mem::take(&mut self.is_done_with) {
            self.keeper.finished();
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
        let people = self.setup.players.iter().all(|&who| who == Who::Human);
        let name = end.pupil.filter(|_| people).map(|pupil| format!("{}: ", self.names[pupil.index()]));
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
            KeyCode::Char('n') => self.again(desk),
            KeyCode::Char('f') if self.end.as_ref().is_some_and(|end| end.fair_start) => {
                if let Ok(book) = self.setup.book.clone().with_fair_start() {
                    self.setup.book = book;
                    self.again(desk);
                }
            }
            KeyCode::Char('v') => {
                let review = Review::new(self.setup.book.title(), self.position().clone(), self.names.clone());
                return Next::Look(Box::new(review));
            }
            KeyCode::Char('b') | KeyCode::Esc => return Next::Home(String::new()),
            _ => {}
        }
        Next::Stay
    }

    /// The next round, or the same game again with the start changed.
    fn again(&mut self, desk: &mut Desk) {
        let goes_on = self.end.as_ref().is_some_and(|end| end.goes_on);
        self.put_away();
        if !goes_on {
            self.keeper = Keeper::new(desk.store(), None);
            self.setup.seed = self.setup.seed.wrapping_add(1);
            self.setup.starter = self.setup.starter.other();
            let starter = self.setup.starter;
            let best_of = self.setup.rounds.as_ref().map(Match::best_of);
            if let Ok(id) = players::new_id() {
                self.setup.id = id;
            }
            self.setup.record = self.setup.record.as_ref().map(|file| file.for_another(best_of));
            self.setup.rounds = best_of.and_then(|best_of| Match::new(best_of, starter).ok());
        }
        let Ok(start) = self.setup.book.game().start() else { return };
        self.names = self.setup.names();
        self.end = None;
        self.message.clear();
        self.notice = format!("{} moves first.", self.names[Player::One.index()]);
        self.board = Board::new(start);
        self.begin(desk);
    }
}
