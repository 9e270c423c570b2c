//! What an arena is to play: everything that must be the same when it is taken up again.

use std::time::Duration;

use duel::{Level, Meeting, Move, Name, Position, RuleBook, Schedule, openings};
use serde::{Deserialize, Serialize};

/// What is written into the file of records, and read from it when the arena goes on. Commands are not part of it, so that a
/// file from somebody else cannot run anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) bots: Vec<Entrant>,
    pub(crate) games: Vec<String>,
    /// How many games each pair plays of each game; even.
    pub(crate) count: usize,
    pub(crate) gauntlet: bool,
    /// How many moves of each game are made for the bots.
    pub(crate) opening: usize,
    pub(crate) seed: u64,
    pub(crate) move_ms: u64,
    pub(crate) start_ms: u64,
    pub(crate) prose: bool,
}

/// Somebody who plays: a program, or a computer player of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entrant {
    pub(crate) name: String,
    /// `None` for a program.
    pub(crate) level: Option<u8>,
}

/// A plan with everything worked out that follows from it.
pub(crate) struct Programme {
    pub(crate) plan: Plan,
    pub(crate) names: Vec<Name>,
    pub(crate) levels: Vec<Option<Level>>,
    pub(crate) events: Vec<Event>,
    pub(crate) schedule: Schedule,
}

/// One of the games that are played.
pub(crate) struct Event {
    pub(crate) code: String,
    pub(crate) book: RuleBook,
    pub(crate) start: Position,
    pub(crate) openings: Vec<Vec<Move>>,
}

impl Programme {
    /// Works a plan out, or says what is wrong with it.
    pub(crate) fn of(plan: Plan) -> Result<Programme, String> {
        if plan.bots.len() < 2 {
            return Err("an arena needs at least two bots: --bot NAME=COMMAND, or --bot NAME=level:3".into());
        }
        if plan.count == 0 || !plan.count.is_multiple_of(2) {
            return Err("each opening is played twice, so the number of games is even".into());
        }
        let mut names: Vec<Name> = Vec::new();
        let mut levels = Vec::new();
        for Entrant { name, level } in &plan.bots {
            let name: Name = name.parse().map_err(|error| format!("the name \"{name}\": {error}"))?;
            if names.contains(&name) {
                return Err(format!("there are two bots called {name}"));
            }
            names.push(name);
            levels.push(match level {
                None => None,
                Some(number) => Some(Level::from_number(*number).ok_or("levels go from 1 to 5")?),
            });
        }
        let mut events: Vec<Event> = Vec::new();
        for code in &plan.games {
            let event = Event::new(code, &plan)?;
            if events.iter().any(|other| other.book.game() == event.book.game()) {
                return Err(format!("the game {code} is there twice"));
            }
            events.push(event);
        }
        if events.is_empty() {
            return Err("an arena needs a game".into());
        }
        let meeting = if plan.gauntlet { Meeting::Gauntlet } else { Meeting::RoundRobin };
        let schedule = Schedule::new(plan.bots.len(), meeting, events.len(), plan.count / 2);
        Ok(Programme { plan, names, levels, events, schedule })
    }

    pub(crate) fn move_time(&self) -> Duration {
        Duration::from_millis(self.plan.move_ms)
    }

    pub(crate) fn start_time(&self) -> Duration {
        Duration::from_millis(self.plan.start_ms)
    }

    /// What the computer players' choices in this game come from: the two games of an opening have luck of their own.
    pub(crate) fn luck(&self, number: usize) -> u64 {
        self.plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64)
    }
}

impl Event {
    fn new(code: &str, plan: &Plan) -> Result<Event, String> {
        let book = RuleBook::find(code).map_err(|error| format!("the game {code}: {}", error.problem))?;
        let start = book.game().start().map_err(|error| format!("the game {code}: {error}"))?;
        if start.outcome().is_some() {
            return Err(format!("the game {code} is over before it begins"));
        }
        let openings = openings(&start, plan.opening, plan.count / 2, plan.seed);
        Ok(Event { code: book.code(), book, start, openings })
    }
}
