//! Who meets whom in an arena, and in which order.

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets all the others.
    Gauntlet,
}

/// One game of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    /// The bots by number: the one that is player 1, and the other.
    pub(crate) players: [usize; 2],
    /// Which of the games is played.
    pub(crate) game: usize,
    /// Which opening of that game.
    pub(crate) opening: usize,
}

/// All games of an arena in their order: pair by pair, game by game, each opening twice with the sides swapped. It takes no
/// more room for many than for few.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    bots: usize,
    games: usize,
    openings: usize,
    count: usize,
}

impl Schedule {
    /// The games of so many bots: every pair that meets plays so many openings of so many games. `None` where those are more
    /// than can be counted.
    pub(crate) fn new(bots: usize, meeting: Meeting, games: usize, openings: usize) -> Option<Schedule> {
        let others = bots.saturating_sub(1);
        let pairs = match meeting {
            Meeting::RoundRobin => bots.checked_mul(others)? / 2,
            Meeting::Gauntlet => others,
        };
        let count = pairs.checked_mul(games)?.checked_mul(openings)?.checked_mul(2)?;
        Some(Schedule { bots, games, openings, count })
    }

    /// How many games there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The game at this place, which is below [`count`](Schedule::count).
    pub(crate) fn fixture(&self, at: usize) -> Fixture {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
