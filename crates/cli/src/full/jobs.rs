//! Long work beside the screen: each job on a thread of its own, so that no key ever waits, and every one can be stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use duel::{
    Attempt, Challenge, Grade, Hint, Lesson, Move, NoReply, OutOfBudget, Player, Position, Proof, Reply, Reviewed,
    RuleBook, Session, Solution, USUAL_NODES, Unproved, Watch,
};

use super::run::Event;
use crate::arena::programs::{Answer, Brake, Question};
use crate::failure::Failure;
use crate::store::posed::{Posed, Wanted};

/// Something to find out.
pub(crate) enum Task {
    /// What the computer player who has the turn does.
    Move(Box<Session>),
    /// What the program does that has been asked.
    Ask(Question),
    Hint(Position),
    Verdicts(Position),
    Pairing(Position),
    Review {
        end: Position,
        /// How many moves were made by chance.
        opening: usize,
    },
    /// What a side can learn from a finished game.
    Lesson(Position, Player),
    /// What comes of an answer to a challenge.
    Judge(Box<Challenge>, String),
    Puzzle {
        book: Option<Box<RuleBook>>,
        grade: Option<Grade>,
        wanted: Wanted,
    },
}

/// What was found out.
pub(crate) enum Found {
    Move(Option<Move>),
    Answer(Option<Answer>),
    Hint(Result<Option<Hint>, OutOfBudget>),
    Verdicts(Result<Solution, OutOfBudget>),
    Pairing(Result<Proof, Unproved>),
    Review(Result<Vec<Reviewed>, OutOfBudget>),
    Lesson(Option<Lesson>),
    Judged(Result<Reply, NoReply>),
    Puzzle(Result<Box<Posed>, String>),
}

/// What a job found, and which job it was.
pub(crate) struct Report {
    ticket: u64,
    pub(crate) found: Found,
}

/// One job at a time; a new one stops the one before.
pub(crate) struct Jobs {
    events: Sender<Event>,
    ticket: u64,
    running: Option<Running>,
}

/// How the job under way is stopped.
struct Running {
    stop: Arc<AtomicBool>,
    question: Option<Brake>,
}

impl Jobs {
    pub(crate) fn new(events: Sender<Event>) -> Jobs {
        Jobs { events, ticket: 0, running: None }
    }

    pub(crate) fn start(&mut self, task: Task) {
        self.stop();
        self.ticket += 1;
        let (ticket, events) = (self.ticket, self.events.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let question = if let Task::Ask(question) = &task { Some(question.brake()) } else { None };
        self.running = Some(Running { stop: Arc::clone(&stop), question });
        thread::spawn(move || {
            let event = match catch_unwind(AssertUnwindSafe(|| task.work(&stop))) {
                Ok(found) => Event::Report(Report { ticket, found }),
                Err(_) => Event::Broken,
            };
            // Where nobody listens any more nobody wants to know.
            let _ = events.send(event);
        });
    }

    /// Stops what is under way; its report will not be heard. False when there was nothing.
    pub(crate) fn stop(&mut self) -> bool {
        let running = self.running.take();
        if let Some(Running { stop, question }) = &running {
            stop.store(true, Ordering::Relaxed);
            question.iter().for_each(Brake::pull);
        }
        running.is_some()
    }

    pub(crate) fn is_working(&self) -> bool {
        self.running.is_some()
    }

    /// What a report says, if it is that of the job under way.
    pub(crate) fn hear(&mut self, report: Report) -> Option<Found> {
        if report.ticket != self.ticket {
            return None;
        }
        self.running.take().map(|_| report.found)
    }
}

impl Task {
    fn work(self, stop: &AtomicBool) -> Found {
        let watch = |position: &Position| Watch::advice(position.game()).stopped_by(stop);
        match self {
            Task::Move(session) => Found::Move(session.computer_move()),
            Task::Ask(question) => Found::Answer(question.answer()),
            Task::Hint(position) => Found::Hint(duel::hint(&position, &mut watch(&position))),
            Task::Verdicts(position) => Found::Verdicts(duel::solve(&position, &mut watch(&position))),
            Task::Pairing(position) => Found::Pairing(duel::prove(&position, &mut watch(&position))),
            Task::Review { end, opening } => {
                let watch = &mut Watch::nodes(USUAL_NODES).stopped_by(stop);
                Found::Review(duel::review(&end, opening, watch))
            }
            Task::Lesson(position, player) => {
                Found::Lesson(duel::lesson(&position, player, &mut watch(&position)).ok().flatten())
            }
            Task::Judge(challenge, typed) => {
                let watch = &mut watch(challenge.position());
                Found::Judged(challenge.answer(Attempt::Typed(&typed), watch))
            }
            Task::Puzzle { book, grade, wanted } => {
                Found::Puzzle(Posed::find(book.as_deref(), grade, wanted).map(Box::new).map_err(Failure::words))
            }
        }
    }
}
