//! The first moves of an arena's games, which are made by chance for the bots.

use std::collections::HashSet;

use duel::wander::Wanderer;
use duel::{Move, Position};

/// How often a new opening is looked for before one comes a second time.
const TRIES: usize = 100;

/// So many openings of the game that begins here, each at most so many moves long, after which the game still runs. Where
/// there are not that many different ones they come again, in the same order.
pub(crate) fn openings(start: &Position, plies: usize, count: usize, seed: u64) -> Vec<Vec<Move>> {
    let mut wanderer = Wanderer::new(seed);
    let mut seen = HashSet::new();
    let mut found: Vec<Vec<Move>> = Vec::new();
    let mut misses = 0;
    let mut position = start.clone();
    while found.len() < count && misses < TRIES {
        for _ in 0..plies {
            let Some(chosen) = wanderer.choose(&position) else { break };
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
    use duel::Game;

    use super::*;

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
