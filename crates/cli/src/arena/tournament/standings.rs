//! What the games of an arena come to.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use duel::{Position, Side};
use serde::Serialize;

use super::elo::{Rating, ratings};
use super::mistakes::{Decision, Tally, decisions};
use super::plan::Programme;

/// The ways to lose, in the order in which they are shown: by the rules, by a move, and then by faults.
pub(crate) const REASONS: [&str; 4] = ["no-move", "illegal-number", "time", "forfeit"];

/// How often who beat whom and how, and who gave away what.
pub(crate) struct Standings {
    /// How often the one beat the other.
    pub(crate) wins: Vec<Vec<u64>>,
    /// How often each bot lost for each of the reasons.
    pub(crate) losses: Vec<[u64; REASONS.len()]>,
    /// What each bot has of each game.
    pub(crate) by_game: Vec<Vec<Played>>,
    /// The decisions of each bot in each game, by ply (1 is the first).
    pub(crate) tallies: Vec<Vec<BTreeMap<usize, Tally>>>,
    pub(crate) games: u64,
    pub(crate) plies: u64,
}

/// How often somebody played a game, and won.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Played {
    pub(crate) games: u64,
    pub(crate) wins: u64,
}

/// What one game adds: worked out by whoever played it, counted when it is on disk.
pub(crate) struct Score {
    number: usize,
    winner: usize,
    loser: usize,
    reason: &'static str,
    opening: usize,
    decisions: Vec<Decision>,
}

impl Score {
    pub(crate) fn of(
        programme: &Programme,
        number: usize,
        position: &Position,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Score {
        let fixture = programme.schedule.fixture(number);
        let opening = programme.contests[fixture.game].openings[fixture.opening].len();
        let (winner, reason) = position.outcome().map_or((0, REASONS[0]), |outcome| {
            // In a misère game whoever cannot move wins, so that nobody loses by it; it is the same reason in the record.
            (outcome.winner.index(), outcome.reason.code())
        });
        Score {
            number,
            winner: fixture.players[winner],
            loser: fixture.players[1 - winner],
            reason,
            opening,
            decisions: decisions(position, opening, nodes, stop),
        }
    }

    /// Who lost, and for which reason.
    pub(crate) fn lost(&self) -> (usize, &'static str) {
        (self.loser, self.reason)
    }
}

impl Standings {
    pub(crate) fn new(programme: &Programme) -> Standings {
        let bots = programme.names.len();
        Standings {
            wins: vec![vec![0; bots]; bots],
            losses: vec![[0; REASONS.len()]; bots],
            by_game: vec![vec![Played::default(); programme.contests.len()]; bots],
            tallies: vec![vec![BTreeMap::new(); programme.contests.len()]; bots],
            games: 0,
            plies: 0,
        }
    }

    pub(crate) fn count(&mut self, programme: &Programme, score: &Score) {
        let fixture = programme.schedule.fixture(score.number);
        self.games += 1;
        self.plies += score.decisions.len() as u64;
        self.wins[score.winner][score.loser] += 1;
        self.by_game[score.winner][fixture.game].wins += 1;
        for bot in fixture.players {
            self.by_game[bot][fixture.game].games += 1;
        }
        if let Some(at) = REASONS.iter().position(|reason| *reason == score.reason) {
            self.losses[score.loser][at] += 1;
        }
        for (at, &decision) in score.decisions.iter().enumerate() {
            let ply = score.opening + at;
            let bot = fixture.players[Side::of_ply(ply).index()];
            self.tallies[bot][fixture.game].entry(ply + 1).or_default().count(decision);
        }
    }

    pub(crate) fn won(&self, bot: usize) -> u64 {
        self.wins[bot].iter().sum()
    }

    pub(crate) fn lost(&self, bot: usize) -> u64 {
        self.losses[bot].iter().sum()
    }

    /// Whether this bot has lost every game, and none by the rules or by a move: it may not be playing at all.
    pub(crate) fn has_lost_only_by_faults(&self, bot: usize) -> bool {
        let [no_move, illegal, ..] = self.losses[bot];
        self.won(bot) == 0 && self.lost(bot) > 0 && no_move + illegal == 0
    }

    pub(crate) fn ratings(&self) -> Option<Vec<Rating>> {
        ratings(&self.wins)
    }

    /// The decisions of a bot in one game.
    pub(crate) fn in_game(&self, bot: usize, game: usize) -> Tally {
        sum(self.tallies[bot][game].values())
    }

    /// All decisions of a bot.
    pub(crate) fn overall(&self, bot: usize) -> Tally {
        sum(self.tallies[bot].iter().flat_map(BTreeMap::values))
    }

    /// The decisions of a bot at these plies, in all games.
    pub(crate) fn at_plies(&self, bot: usize, plies: std::ops::RangeInclusive<usize>) -> Tally {
        sum(self.tallies[bot].iter().flat_map(|plied| plied.range(plies.clone()).map(|(_, tally)| tally)))
    }

    /// The last ply at which anybody decided anything.
    pub(crate) fn last_ply(&self) -> usize {
        let last = |plied: &BTreeMap<usize, Tally>| plied.last_key_value().map_or(0, |(&ply, _)| ply);
        self.tallies.iter().flatten().map(last).max().unwrap_or(0)
    }
}

fn sum<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Tally {
    let mut sum = Tally::default();
    tallies.for_each(|tally| sum.add(tally));
    sum
}
