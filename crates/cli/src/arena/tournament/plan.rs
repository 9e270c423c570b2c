//! What an arena is to play: everything that must be the same when it is taken up again.

use std::time::Duration;

use duel::{Level, Move, Name, PLAYABLE_NUMBERS, Position, RuleBook};
use serde::{Deserialize, Serialize};

use super::openings::openings;
use super::schedule::{Meeting, Schedule};
use crate::arena::programs::MOST_SECONDS;

/// What an arena may have at most. The same holds for a plan from a file, whoever wrote that, before any memory is taken.
pub(crate) const MOST_BOTS: usize = 256;
pub(crate) const MOST_CODES: usize = 64;
/// How many games a pair plays of each game.
pub(crate) const MOST_OF_A_PAIR: usize = 1_000_000;
pub(crate) const MOST_GAMES: usize = 10_000_000;
pub(crate) const MOST_PLIES: usize = 1_000;
/// How many openings there are, of all games together, and how many moves they have together.
const MOST_OPENINGS: usize = 500_000;
const MOST_OPENING_MOVES: usize = 1_000_000;
/// How many numbers all boards have together.
const MOST_NUMBERS: u64 = 2_000_000;
/// How many first moves are looked at to find the openings.
const MOST_FIRST_MOVES: u64 = 50_000_000;
/// How long a plan is as text.
pub(crate) const MOST_BYTES: usize = 1 << 18;

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
    pub(crate) contests: Vec<Contest>,
    pub(crate) schedule: Schedule,
}

/// One of the games that are played.
pub(crate) struct Contest {
    pub(crate) code: String,
    pub(crate) book: RuleBook,
    pub(crate) start: Position,
    pub(crate) openings: Vec<Vec<Move>>,
}

impl Programme {
    /// Works a plan out, or says what is wrong with it.
    pub(crate) fn of(plan: Plan) -> Result<Programme, String> {
        let schedule = plan.check()?;
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
        let contests = plan.contests()?;
        Ok(Programme { plan, names, levels, contests, schedule })
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

impl Plan {
    /// Everything that can be said about a plan without working any of it out.
    fn check(&self) -> Result<Schedule, String> {
        if self.bots.len() < 2 {
            return Err("an arena needs at least two bots: --bot NAME=COMMAND, or --bot NAME=level:3".into());
        }
        if self.games.is_empty() {
            return Err("an arena needs a game".into());
        }
        if self.count == 0 || !self.count.is_multiple_of(2) {
            return Err("each opening is played twice, so the number of games is even".into());
        }
        at_most("bots", self.bots.len(), MOST_BOTS)?;
        at_most("different games", self.games.len(), MOST_CODES)?;
        at_most("games of a pair", self.count, MOST_OF_A_PAIR)?;
        at_most("moves in an opening", self.opening, MOST_PLIES)?;
        let is_possible = (1..=MOST_SECONDS * 1_000).contains(&self.move_ms) && self.start_ms <= MOST_SECONDS * 1_000;
        if !is_possible {
            return Err(format!(
                "a move has from 0.001 to {MOST_SECONDS} seconds, and a start has at most as many more"
            ));
        }
        let openings = self.games.len() * (self.count / 2);
        at_most("openings, half as many as a pair has games", openings, MOST_OPENINGS)?;
        at_most("moves in all its openings", openings * self.opening, MOST_OPENING_MOVES)?;
        let meeting = if self.gauntlet { Meeting::Gauntlet } else { Meeting::RoundRobin };
        let schedule = Schedule::new(self.bots.len(), meeting, self.games.len(), self.count / 2);
        let schedule = schedule.ok_or("these are more games than can be counted")?;
        at_most("games", schedule.count(), MOST_GAMES)?;
        Ok(schedule)
    }

    /// The games that are played, with their openings.
    fn contests(&self) -> Result<Vec<Contest>, String> {
        let mut contests: Vec<Contest> = Vec::new();
        let (mut numbers, mut first_moves) = (0, 0);
        for code in &self.games {
            let book = RuleBook::find(code).map_err(|error| format!("the game {code}: {error}"))?;
            if contests.iter().any(|other| other.book.game() == book.game()) {
                return Err(format!("the game {code} is there twice"));
            }
            // Before the board is made: a larger one is refused in the words that it has for that.
            numbers += book.game().pool().map_or(0, |pool| pool.count().min(PLAYABLE_NUMBERS));
            if numbers > MOST_NUMBERS {
                return Err(format!("the boards of an arena have at most {MOST_NUMBERS} numbers together"));
            }
            let start = book.game().start().map_err(|error| format!("the game {code}: {error}"))?;
            if start.outcome().is_some() {
                return Err(format!("the game {code} is over before it begins"));
            }
            first_moves += start.legal_count() as u64 * (self.count / 2) as u64;
            if self.opening > 0 && first_moves > MOST_FIRST_MOVES {
                return Err(format!(
                    "the game {code} has a board too large for {} games of a pair: play fewer of them",
                    self.count
                ));
            }
            let openings = openings(&start, self.opening, self.count / 2, self.seed);
            contests.push(Contest { code: book.code(), book, start, openings });
        }
        Ok(contests)
    }
}

fn at_most(what: &str, number: usize, most: usize) -> Result<(), String> {
    if number <= most { Ok(()) } else { Err(format!("an arena has at most {most} {what}, and this is {number}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let bot = |name: &str| Entrant { name: name.into(), level: Some(1) };
        Plan {
            bots: vec![bot("a"), bot("b")],
            games: vec!["evens".into()],
            count: 2,
            gauntlet: false,
            opening: 2,
            seed: 1,
            move_ms: 1,
            start_ms: 0,
            prose: false,
        }
    }

    #[test]
    fn fault_47_a_plan_has_limits_whoever_wrote_it() {
        let bots = |count: usize| (0..count).map(|at| Entrant { name: format!("b{at}"), level: Some(1) }).collect();
        assert!(Programme::of(plan()).is_ok());
        assert!(Programme::of(Plan { bots: bots(MOST_BOTS), ..plan() }).is_ok());
        let large = || vec!["take:1..999999".into(), "take:1..1000000".into(), "take:1..999998".into()];
        for (plan, complaint) in [
            (Plan { bots: bots(MOST_BOTS + 1), ..plan() }, "at most 256 bots, and this is 257"),
            (Plan { bots: bots(20_000), ..plan() }, "at most 256 bots"),
            (Plan { count: 1_000_002, ..plan() }, "at most 1000000 games of a pair"),
            (Plan { count: 1_000_000_000_000, ..plan() }, "at most 1000000 games of a pair"),
            (Plan { count: usize::MAX - 1, ..plan() }, "at most 1000000 games of a pair"),
            (Plan { bots: bots(256), count: 1_000_000, ..plan() }, "at most 10000000 games"),
            (Plan { games: vec!["evens".into(); 65], ..plan() }, "at most 64 different games"),
            (Plan { games: vec!["evens".into(); 2], count: 1_000_000, ..plan() }, "at most 500000 openings"),
            (Plan { opening: 1_001, ..plan() }, "at most 1000 moves in an opening"),
            (Plan { opening: 1_000, count: 10_000, ..plan() }, "at most 1000000 moves in all its openings"),
            (Plan { games: large(), ..plan() }, "at most 2000000 numbers together"),
            (
                Plan { games: vec!["take:1..1000000".into()], count: 1_000, ..plan() },
                "a board too large for 1000 games",
            ),
            (Plan { games: vec!["take:1..100000000".into()], ..plan() }, "a board has at most 1,000,000 numbers"),
            (Plan { move_ms: 86_400_001, ..plan() }, "from 0.001 to 86400 seconds"),
            (Plan { start_ms: u64::MAX, ..plan() }, "from 0.001 to 86400 seconds"),
            (Plan { move_ms: 0, ..plan() }, "from 0.001 to 86400 seconds"),
        ] {
            let refused = Programme::of(plan).err().unwrap_or_else(|| panic!("{complaint}"));
            assert!(refused.contains(complaint), "{refused}");
        }
    }
}
