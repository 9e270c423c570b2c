//! A program's attendant: a thread that starts it, asks it, tells it and ends it. It is one thread for as long as the program
//! runs, because a warden ends its program when the thread is gone that started it.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use duel::session::{Action, By};
use duel::{Move, Position, Seat, Session, Side};

use super::{Answer, Order};
use crate::arena::bot::log::LogFile;
use crate::arena::bot::process::{MEMORY_MIB, Surroundings, usual_environment};
use crate::arena::bot::program::{Fault, House, Instead, Program, START_TIME, Telling};
use crate::arena::bot::stop::Stop;
use crate::arena::bot::warden::Custody;
use crate::failure::{Failure, Fallible};
use crate::store::files;

/// What the programs of a game have in common.
pub(super) struct Lodging {
    custody: Custody,
    log: Option<Arc<LogFile>>,
}

/// Finds out how programs can be kept here, and whether their log can be written.
pub(super) fn prepare(log: Option<&Path>) -> Fallible<Lodging> {
    if let Some(log) = log {
        if log.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return Err(Failure::data(format!("{}, where the bots' log would go, is not a file", log.display())));
        }
        files::check_writable(log)?;
    }
    Ok(Lodging { custody: Custody::prepare()?, log: log.map(|log| LogFile::new(log.into())) })
}

impl Lodging {
    pub(super) fn note(&self) -> Option<String> {
        self.custody.note()
    }

    fn house(&self, order: &Order) -> House {
        let surroundings = Surroundings {
            environment: usual_environment(),
            memory_mib: MEMORY_MIB,
            custody: self.custody,
            folder: Some(order.folder.clone()),
        };
        House { surroundings, log: self.log.clone(), move_time: order.move_time, start_time: START_TIME }
    }
}

pub(super) struct Attendant {
    post: Arc<Post>,
    errands: Sender<Errand>,
    stop: Arc<Stop>,
    /// None when another one has taken over.
    thread: Option<JoinHandle<()>>,
}

/// Where an attendant serves.
struct Post {
    seat: Seat,
    name: String,
    command: String,
    house: House,
}

/// Something to ask or to tell about a position of this game.
struct Errand {
    code: String,
    position: Position,
    what: What,
}

enum What {
    Ask(Sender<Answer>),
    /// How it ended for this side.
    Tell(Side),
}

/// A question that is being asked.
pub(crate) struct Question {
    answer: Receiver<Answer>,
    stop: Arc<Stop>,
}

/// An attendant that has been dismissed.
pub(super) struct Leaving(Option<JoinHandle<()>>);

/// Gives a question up.
#[derive(Clone)]
pub(crate) struct Brake(Arc<Stop>);

impl Attendant {
    /// Starts a program, or says why it cannot be started.
    pub(super) fn start(seat: Seat, name: &str, order: &Order, lodging: &Lodging) -> Result<Attendant, String> {
        let house = lodging.house(order);
        check_command(order, &house).map_err(|problem| format!("{problem} ({})", order.command))?;
        let post = Arc::new(Post { seat, name: name.into(), command: order.command.clone(), house });
        let (ready, is_ready) = channel();
        let attendant = Attendant::at(post, None, Some(ready)).map_err(|error| error.to_string())?;
        match is_ready.recv() {
            Ok(Err(error)) => Err(error.to_string()),
            // One that is gone has said so itself.
            Ok(Ok(())) | Err(_) => Ok(attendant),
        }
    }

    /// An attendant who begins when the one before has gone.
    fn at(
        post: Arc<Post>,
        before: Option<JoinHandle<()>>,
        ready: Option<Sender<io::Result<()>>>,
    ) -> io::Result<Attendant> {
        let stop = Arc::new(Stop::by_hand()?);
        let (errands, to_do) = channel();
        let (own_post, own_stop) = (Arc::clone(&post), Arc::clone(&stop));
        let thread = Builder::new().spawn(move || {
            if let Some(before) = before {
                // Whatever became of it, it is gone.
                let _ = before.join();
            }
            own_post.attend(&to_do, ready, &own_stop);
        })?;
        Ok(Attendant { post, errands, stop, thread: Some(thread) })
    }

    /// Asks the program.
    pub(super) fn ask(&mut self, session: &Session) -> Question {
        if self.stop.is_set() {
            self.begin_anew();
        }
        let (answer, question) = channel();
        // An attendant that is gone does not answer, and that is noticed by whoever waits.
        let _ = self.errands.send(Errand::of(session, What::Ask(answer)));
        Question { answer: question, stop: Arc::clone(&self.stop) }
    }

    /// The last question was given up: another attendant takes over, with a new process.
    fn begin_anew(&mut self) {
        if let Ok(next) = Attendant::at(Arc::clone(&self.post), self.thread.take(), None) {
            *self = next;
        }
    }

    pub(super) fn tell(&self, session: &Session) {
        let side = session.side(self.post.seat);
        let _ = self.errands.send(Errand::of(session, What::Tell(side)));
    }

    /// Lets the program go; at once, or when it has ended by itself for a short time.
    pub(super) fn dismiss(self, at_once: bool) -> Leaving {
        if at_once {
            self.stop.set();
        }
        Leaving(self.thread)
    }
}

impl Leaving {
    pub(super) fn wait(self) {
        // One that has panicked has left too, and its program with it.
        let _ = self.0.map(JoinHandle::join);
    }
}

impl Post {
    /// Serves until nobody wants anything any more, or a question is given up.
    fn attend(&self, to_do: &Receiver<Errand>, ready: Option<Sender<io::Result<()>>>, stop: &Stop) {
        let mut program = Program::new(self.name.as_str(), self.command.as_str());
        // It gets ready while people think. What is wrong with it is told to whoever waits now, or when it is asked.
        let started = program.start(&self.house).map(|_| ());
        if let Some(ready) = ready {
            let _ = ready.send(started);
        }
        while let Ok(Errand { code, position, what }) = to_do.recv() {
            let telling = Telling { code: &code, prose: None };
            match what {
                What::Ask(answer) => {
                    let Ok(said) = program.ask(&self.house, &telling, &position, stop) else { break };
                    let _ = answer.send(self.judged(said));
                }
                What::Tell(side) => program.tell(&self.house, &telling, &position, side, stop),
            }
        }
        program.leave(stop);
    }

    /// What comes of an answer.
    fn judged(&self, said: Result<Move, Fault>) -> Answer {
        let seat = self.seat;
        let lost = |how, story| (By::Referee, Action::Lose { seat, how, fault: Some(story) });
        match said {
            Ok(chosen) => (By::Seat(seat), Action::Move(chosen)),
            // The rules themselves say what that costs.
            Err(Fault { instead: Instead::Named(number), .. }) => (By::Seat(seat), Action::Name(number)),
            Err(Fault { instead: Instead::Lost(how), story, .. }) => lost(how, story),
        }
    }
}

impl Errand {
    fn of(session: &Session, what: What) -> Errand {
        Errand { code: session.book().code(), position: session.position().clone(), what }
    }
}

impl Question {
    /// Waits for the answer; `None` when the question was given up.
    pub(crate) fn answer(self) -> Option<Answer> {
        self.answer.recv().ok()
    }

    pub(crate) fn brake(&self) -> Brake {
        Brake(Arc::clone(&self.stop))
    }
}

impl Brake {
    pub(crate) fn pull(&self) {
        self.0.set();
    }
}

/// Whether the shell knows what the command begins with. What else is wrong with it, only running it can show.
fn check_command(order: &Order, house: &House) -> Result<(), String> {
    let Some(word) = order.command.split_whitespace().next().filter(|word| is_plain(word)) else { return Ok(()) };
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "command -v -- \"$0\"", word]).current_dir(&order.folder);
    shell.env_clear().envs(house.surroundings.environment.iter().map(|(name, value)| (name, value)));
    let known = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    match known {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("there is no command {word}")),
        Err(error) => Err(format!("{error} in {}", order.folder.display())),
    }
}

/// Whether a word means itself to the shell.
fn is_plain(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+".contains(c))
}
