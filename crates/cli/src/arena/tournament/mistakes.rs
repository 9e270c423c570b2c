//! Which decisions of a game were mistakes, exactly.

use std::sync::atomic::{AtomicBool, Ordering};

use duel::Position;
use duel::solve::{Watch, solve};
use serde::Serialize;

/// What a decision was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// There was nothing to give away: the position was lost, or every move kept the win.
    Harmless,
    /// The position was won, some legal move would have lost it, and this one did not.
    Kept,
    /// The position was won, and this move gave it away.
    GaveAway,
    /// The budget ended before it was certain what the position was worth.
    Unsettled,
}

/// The decisions of a game from this ply on (0 is the first), in the order in which they were made. Each may cost so many
/// positions where a search is needed; what is looked at after `stop` is unsettled.
pub(crate) fn decisions(game: &Position, from: usize, nodes: u64, stop: &AtomicBool) -> Vec<Decision> {
    let mut position = game.clone();
    let mut decisions = Vec::new();
    while position.moves().len() > from {
        let Some(played) = position.undo() else { break };
        if stop.load(Ordering::Relaxed) {
            decisions.push(Decision::Unsettled);
            continue;
        }
        decisions.push(match solve(&position, &mut Watch::nodes(nodes).stopped_by(stop)) {
            Err(_) => Decision::Unsettled,
            Ok(solution) if solution.winning.is_empty() => Decision::Harmless,
            Ok(solution) if solution.winning.len() == position.legal_count() => Decision::Harmless,
            Ok(solution) if solution.winning.contains(&played) => Decision::Kept,
            Ok(_) => Decision::GaveAway,
        });
    }
    decisions.reverse();
    decisions
}

/// A count of decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Tally {
    /// All decisions.
    pub(crate) decisions: u64,
    /// Those in won positions in which some legal move loses.
    pub(crate) critical: u64,
    /// Those among the critical ones that gave the win away.
    pub(crate) mistakes: u64,
    /// Those that could not be settled; they are not among the critical ones.
    pub(crate) unsettled: u64,
}

impl Tally {
    /// Counts a decision.
    pub(crate) fn count(&mut self, decision: Decision) {
        self.decisions += 1;
        self.critical += u64::from(matches!(decision, Decision::Kept | Decision::GaveAway));
        self.mistakes += u64::from(decision == Decision::GaveAway);
        self.unsettled += u64::from(decision == Decision::Unsettled);
    }

    /// Adds another count.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.decisions += other.decisions;
        self.critical += other.critical;
        self.mistakes += other.mistakes;
        self.unsettled += other.unsettled;
    }

    /// The share of mistakes among the critical decisions; `None` when there were none.
    pub(crate) fn share(&self) -> Option<f64> {
        (self.critical > 0).then(|| self.mistakes as f64 / self.critical as f64)
    }
}

#[cfg(test)]
mod tests {
    use duel::{Game, LostBy, Move, Side};

    use super::*;

    fn played(code: &str, moves: &[u64]) -> Position {
        code.parse::<Game>().unwrap().replay(moves.iter().copied().map(Move::Pick)).unwrap()
    }

    fn judged(position: &Position, nodes: u64) -> Vec<Decision> {
        decisions(position, 0, nodes, &AtomicBool::new(false))
    }

    /// Whether the side to move wins, by trying everything.
    fn wins(position: &Position) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == position.turn();
        }
        position.legal_moves().into_iter().any(|legal| {
            let mut after = position.clone();
            after.play(legal).unwrap();
            !wins(&after)
        })
    }

    #[test]
    fn a_mistake_is_a_win_given_away_and_nothing_else() {
        for (code, moves) in [
            ("chain", &[14, 7][..]),
            ("chain", &[12, 4, 16, 8, 2, 6, 18, 9, 3, 15, 5, 10, 20]),
            ("evens", &[12, 6, 18, 2, 4, 8, 16]),
            ("take:2..16,misere", &[2, 8, 4, 12, 3]),
            ("take:1..12,first=2..,resort=1", &[5, 10, 2, 8, 4, 12]),
        ] {
            let game = played(code, moves);
            let mut position = game.game().start().unwrap();
            for (at, (&number, decision)) in moves.iter().zip(judged(&game, u64::MAX)).enumerate() {
                let won = wins(&position);
                let losing = position.legal_moves().into_iter().any(|legal| {
                    let mut after = position.clone();
                    after.play(legal).unwrap();
                    wins(&after)
                });
                position.play(Move::Pick(number)).unwrap();
                let expected = match (won && losing, wins(&position)) {
                    (false, _) => Decision::Harmless,
                    (true, false) => Decision::Kept,
                    (true, true) => Decision::GaveAway,
                };
                assert_eq!(decision, expected, "{code}: move {}", at + 1);
            }
        }
    }

    #[test]
    fn what_cannot_be_settled_is_counted_apart() {
        let game = played("take:2..50,misere", &[2, 50, 25]);
        let found = judged(&game, 10);
        assert_eq!(found[0], Decision::Unsettled);
        let mut tally = Tally::default();
        found.iter().for_each(|&decision| tally.count(decision));
        assert_eq!(tally.decisions, 3);
        assert!(tally.unsettled >= 1 && tally.critical + tally.unsettled <= 3);
    }

    #[test]
    fn a_game_that_was_lost_otherwise_has_the_decisions_that_were_made() {
        let mut game = played("chain", &[14, 7]);
        let before = judged(&game, u64::MAX);
        game.lose(Side::One, LostBy::Time);
        assert_eq!(judged(&game, u64::MAX), before);
        assert_eq!(decisions(&game, 1, u64::MAX, &AtomicBool::new(false)), before[1..]);
    }
}
