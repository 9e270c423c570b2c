//! An arena of programs, as far as it can be worked out without running any: who meets whom, from which openings, what the
//! results say about strength, and which decisions were mistakes.

pub(crate) mod elo;
pub(crate) mod mistakes;

use rustc_hash::FxHashSet;

use crate::luck;
use crate::moves::Move;
use crate::position::Position;
use crate::wander;

/// How often a new opening is looked for before one comes a second time.
const TRIES: usize = 100;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets all the others.
    Gauntlet,
}

/// One game of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The bots by number: the one that is player 1, and the other.
    pub players: [usize; 2],
    /// Which of the games is played.
    pub game: usize,
    /// Which opening of that game.
    pub opening: usize,
}

/// All games of an arena in their order: pair by pair, game by game, each opening twice with the sides swapped. It takes no
/// more room for many than for few.
#[derive(Clone, Debug)]
pub struct Schedule {
    bots: usize,
    games: usize,
    openings: usize,
    count: usize,
}

impl Schedule {
    /// The games of so many bots: every pair that meets plays so many openings of so many games. `None` where those are more
    /// than can be counted.
    pub fn new(bots: usize, meeting: Meeting, games: usize, openings: usize) -> Option<Schedule> {
        let others = bots.saturating_sub(1);
        let pairs = match meeting {
            Meeting::RoundRobin => bots.checked_mul(others)? / 2,
            Meeting::Gauntlet => others,
        };
        let count = pairs.checked_mul(games)?.checked_mul(openings)?.checked_mul(2)?;
        Some(Schedule { bots, games, openings, count })
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The game at this place, which is below [`count`](Schedule::count).
    pub fn fixture(&self, at: usize) -> Fixture {
        let (swapped, at) = (at % 2 == 1, at / 2);
        let (opening, at) = (at % self.openings, at / self.openings);
        let (game, mut pair) = (at % self.games, at / self.games);
        // The pairs of the first bot come first, then those of the second with the bots after it, and so on.
        let mut one = 0;
        while pair >= self.bots - one - 1 {
            pair -= self.bots - one - 1;
            one += 1;
        }
        let two = one + 1 + pair;
        Fixture { players: if swapped { [two, one] } else { [one, two] }, game, opening }
    }
}

/// So many openings of the game that begins here, each at most so many moves long, after which the game still runs. Where
/// there are not that many different ones they come again, in the same order.
pub fn openings(start: &Position, plies: usize, count: usize, seed: u64) -> Vec<Vec<Move>> {
    let mut rng = luck::of_openings(seed);
    let mut seen = FxHashSet::default();
    let mut found: Vec<Vec<Move>> = Vec::new();
    let mut misses = 0;
    let mut position = start.clone();
    while found.len() < count && misses < TRIES {
        for _ in 0..plies {
            let Some(chosen) = wander::step(&position, &mut rng) else { break };
            if position.play(chosen).is_err() || position.outcome().is_some() {
                position.undo();
                break;
            }
        }
        let opening = position.moves()[start.moves().len()..].to_vec();
        // Back to the start: that is less than another board.
        while position.moves().len() > start.moves().len() {
            position.undo();
        }
        if seen.insert(opening.clone()) {
            found.push(opening);
            misses = 0;
        } else {
            misses += 1;
        }
    }
    let different = found.len();
    for at in different..count {
        found.push(found[at % different].clone());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn each_pair_plays_each_opening_of_each_game_from_both_sides() {
        for (meeting, bots, pairs) in
            [(Meeting::RoundRobin, 4, 6), (Meeting::Gauntlet, 4, 3), (Meeting::RoundRobin, 2, 1)]
        {
            let schedule = Schedule::new(bots, meeting, 3, 5).unwrap();
            assert_eq!(schedule.count(), pairs * 3 * 5 * 2);
            let all: Vec<Fixture> = (0..schedule.count()).map(|at| schedule.fixture(at)).collect();
            for fixture in &all {
                let [one, two] = fixture.players;
                assert!(one != two && one.max(two) < bots && fixture.game < 3 && fixture.opening < 5);
                assert!(meeting == Meeting::RoundRobin || one.min(two) == 0);
                assert_eq!(all.iter().filter(|other| *other == fixture).count(), 1, "{fixture:?}");
                let swapped = Fixture { players: [two, one], ..*fixture };
                assert!(all.contains(&swapped), "{swapped:?}");
            }
        }
    }

    #[test]
    fn more_games_than_can_be_counted_are_no_schedule_and_many_take_no_room() {
        assert_eq!(Schedule::new(2, Meeting::RoundRobin, 1, usize::MAX / 2).unwrap().count(), usize::MAX - 1);
        assert!(Schedule::new(2, Meeting::RoundRobin, 1, usize::MAX / 2 + 1).is_none());
        assert!(Schedule::new(usize::MAX, Meeting::RoundRobin, 1, 1).is_none());
        let last = |meeting, bots| {
            let schedule = Schedule::new(bots, meeting, 1, 1).unwrap();
            schedule.fixture(schedule.count() - 1).players
        };
        assert_eq!(last(Meeting::RoundRobin, 20_000), [19_999, 19_998]);
        assert_eq!(last(Meeting::Gauntlet, usize::MAX / 2), [usize::MAX / 2 - 1, 0]);
        for bots in [0, 1] {
            assert_eq!(Schedule::new(bots, Meeting::RoundRobin, 1, 1).unwrap().count(), 0);
        }
    }

    #[test]
    fn openings_are_different_leave_a_game_to_play_and_come_from_the_seed() {
        for code in ["classic", "evens", "divider:60,84,90", "last-resort", "take:2..30,misere"] {
            let start = code.parse::<Game>().unwrap().start().unwrap();
            let some = openings(&start, 2, 20, 5);
            for (at, opening) in some.iter().enumerate() {
                assert!(!some[..at].contains(opening), "{code}: {opening:?} twice");
                let position = start.game().replay(opening.iter().copied()).unwrap();
                assert!(position.outcome().is_none(), "{code}: {opening:?} is a whole game");
            }
            assert_eq!(some, openings(&start, 2, 20, 5));
            assert_ne!(some, openings(&start, 2, 20, 6), "{code}");
            assert_eq!(some[..7], openings(&start, 2, 7, 5), "more openings begin with the same ones");
        }
    }

    #[test]
    fn openings_come_again_where_there_are_few() {
        let start = "divider:12".parse::<Game>().unwrap().start().unwrap();
        let some = openings(&start, 2, 5, 1);
        assert_eq!(some.len(), 5);
        assert_eq!(some[0], some[2]);
        let none = openings(&start, 0, 3, 1);
        assert_eq!(none, vec![Vec::new(); 3]);
    }
}
