//! The programs that play at this board, each with an attendant of its own.
//!
//! A game with people in it must not wait for a program, and a program must be gone when the game is. So each has an attendant,
//! which starts it, asks it, tells it how a game ended and ends it, by the rules of the arena. A question can be given up: then
//! the program is ended, because it may still answer, and a new one of it is started for the next question.

#[cfg(unix)]
mod attendant;
#[cfg(not(unix))]
#[path = "nobody.rs"]
mod attendant;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use duel::session::{Action, By};
use duel::{Seat, Session};

use self::attendant::Attendant;
pub(crate) use self::attendant::{Brake, Question};
use crate::failure::{Failure, Fallible};

/// How long a program has for a move, unless somebody says otherwise.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(1);
/// The longest time that anybody has for a move.
pub(crate) const MOST_SECONDS: u64 = 86_400;

/// How a program is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// For the shell.
    pub(crate) command: String,
    /// The folder in which the command was given: it means something there.
    pub(crate) folder: PathBuf,
    /// How long it has for a move.
    pub(crate) move_time: Duration,
}

/// What a program does when it was asked: an action, and whose it is.
pub(crate) type Answer = (By, Action);

/// The programs of a game: shared with whoever has to end them when the process is told to stop.
#[derive(Clone, Default)]
pub(crate) struct Programs {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    places: [Option<Place>; 2],
    note: Option<String>,
}

struct Place {
    order: Order,
    attendant: Attendant,
}

impl Programs {
    /// Starts the programs of a game. What they write to their standard error goes to this file, if anywhere.
    pub(crate) fn start(orders: [Option<Order>; 2], session: &Session, log: Option<&Path>) -> Fallible<Programs> {
        let mut state = State::default();
        if orders.iter().any(Option::is_some) {
            let house = attendant::prepare(log)?;
            state.note = house.note();
            for (order, seat) in orders.into_iter().zip(Seat::BOTH) {
                let Some(order) = order else { continue };
                let name = session.sitter(seat).name.to_string();
                let attendant = Attendant::start(seat, &name, &order, &house)
                    .map_err(|problem| Failure::data(format!("{name} cannot be started: {problem}")))?;
                state.places[seat.index()] = Some(Place { order, attendant });
            }
        }
        Ok(Programs { state: Arc::new(Mutex::new(state)) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What this system cannot promise about them.
    pub(crate) fn note(&self) -> Option<String> {
        self.state().note.clone()
    }

    /// How the program in this seat is started.
    pub(crate) fn order(&self, seat: Seat) -> Option<Order> {
        self.state().places[seat.index()].as_ref().map(|place| place.order.clone())
    }

    /// Asks the program that has the turn; `None` where none has it, or all are gone.
    pub(crate) fn ask(&self, session: &Session) -> Option<Question> {
        let mut state = self.state();
        let place = state.places[session.turn()?.index()].as_mut()?;
        Some(place.attendant.ask(session))
    }

    /// Tells the programs how the round ended.
    pub(crate) fn tell(&self, session: &Session) {
        for place in self.state().places.iter().flatten() {
            place.attendant.tell(session);
        }
    }

    /// Lets them go, and waits until they are gone.
    pub(crate) fn leave(&self) {
        self.close(false);
    }

    /// Ends them at once, and waits until they are gone.
    pub(crate) fn end(&self) {
        self.close(true);
    }

    fn close(&self, at_once: bool) {
        let mut state = self.state();
        let places: Vec<Place> = state.places.iter_mut().filter_map(Option::take).collect();
        drop(state);
        // All of them are told before any is waited for.
        let leaving: Vec<_> = places.into_iter().map(|place| place.attendant.dismiss(at_once)).collect();
        leaving.into_iter().for_each(attendant::Leaving::wait);
    }
}
