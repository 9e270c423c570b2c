//! Long work beside the screen: each job on a thread of its own, so that no key ever waits, and every one can be stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;

use duel::Position;
use duel::challenge::{Challenge, NoChallenge, NoReply, Reply};
use duel::coach::{Advice, Moral, Reviewed};
use duel::solve::{OutOfBudget, Proof, Solution, Unproved, Watch};

use super::run::Arrival;
use crate::arena::programs::{Answer, Brake, Question};
use crate::live::{Followed, News};
use crate::store::posed::Posed;

/// What was found out.
pub(crate) enum Found {
    /// What the computer or the program does that has the turn.
    Answer(Option<Answer>),
    Advice(Result<Option<Advice>, OutOfBudget>),
    Verdicts(Result<Solution, OutOfBudget>),
    Pairing(Result<Proof, Unproved>),
    Review(Result<Vec<Reviewed>, OutOfBudget>),
    /// What there is to learn from a finished game.
    Moral(Option<Moral>),
    /// What comes of an answer to a challenge.
    Judged(Result<Reply, NoReply>),
    Puzzle(Result<Box<Posed>, String>),
    /// What can follow a chain.
    Reach(Result<Vec<u64>, OutOfBudget>),
    /// A live game that somebody has come to with what there is to say about it, or why not.
    LiveGame(Box<Result<(Followed, Option<String>), String>>),
    /// A step of a lesson.
    Step(Result<Box<Challenge>, NoChallenge>),
}

/// What a job found, and which job it was.
pub(crate) struct Report {
    ticket: u64,
    pub(crate) found: Found,
}

/// One job at a time; a new one stops the one before.
pub(crate) struct Jobs {
    arrivals: SyncSender<Arrival>,
    ticket: u64,
    running: Option<Running>,
    /// The messenger who was asked for last: what others still bring is of a game that somebody has left.
    messenger: u64,
}

/// How the job under way is stopped.
struct Running {
    stop: Arc<AtomicBool>,
    question: Option<Brake>,
}

impl Jobs {
    pub(crate) fn new(arrivals: SyncSender<Arrival>) -> Jobs {
        Jobs { arrivals, ticket: 0, running: None, messenger: 0 }
    }

    /// Somebody who brings news from elsewhere, in the place of whoever did before.
    pub(crate) fn messenger(&mut self) -> impl Fn(News) + Send + Sync + 'static {
        self.messenger += 1;
        let (messenger, arrivals) = (self.messenger, self.arrivals.clone());
        move |news| {
            // Where nobody listens any more nobody wants to know.
            let _ = arrivals.send(Arrival::News(messenger, news));
        }
    }

    /// Whether somebody still waits for what this messenger brings.
    pub(crate) fn listens_to(&self, messenger: u64) -> bool {
        self.messenger == messenger
    }

    /// Starts something that looks at a flag from time to time, to see whether it is to stop.
    pub(crate) fn start(&mut self, work: impl FnOnce(&AtomicBool) -> Found + Send + 'static) {
        self.run(None, work);
    }

    /// Finds something out about a position, with the budget that advice has.
    pub(crate) fn think(
        &mut self,
        position: Position,
        work: impl FnOnce(&Position, &mut Watch<'_>) -> Found + Send + 'static,
    ) {
        self.start(move |stop| work(&position, &mut Watch::advice(position.game()).stopped_by(stop)));
    }

    /// Waits for the answer of a program.
    pub(crate) fn wait_for(&mut self, question: Question) {
        self.run(Some(question.brake()), move |_| Found::Answer(question.answer()));
    }

    fn run(&mut self, question: Option<Brake>, work: impl FnOnce(&AtomicBool) -> Found + Send + 'static) {
        self.stop();
        self.ticket += 1;
        let (ticket, arrivals) = (self.ticket, self.arrivals.clone());
        let stop = Arc::new(AtomicBool::new(false));
        self.running = Some(Running { stop: Arc::clone(&stop), question });
        thread::spawn(move || {
            let arrival = match catch_unwind(AssertUnwindSafe(|| work(&stop))) {
                Ok(found) => Arrival::Report(Report { ticket, found }),
                Err(_) => Arrival::Broken,
            };
            // Where nobody listens any more nobody wants to know.
            let _ = arrivals.send(arrival);
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
