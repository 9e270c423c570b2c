//! Computer players, from one who knows the rules to one who never errs.
//!
//! The lower levels see what people see. They look at the obvious moves first, a double or a half before a seventeenth,
//! and only at a few of them; so they miss quiet moves, their own and their opponent's. What sets the levels apart is how
//! many moves they look at and how far. The highest level knows: it wins whatever can be won, and where nothing can it sets
//! the problem with the fewest right answers.

use rand::Rng;

use crate::luck::{below, shuffle};
use crate::moves::Move;
use crate::position::Position;
use crate::solve::{Watch, solve};

pub use crate::luck::computer_move;

/// How well a computer player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Knows the rules, and takes what comes to mind.
    Rules,
    /// Sees a dead end when it is near.
    DeadEnds,
    /// Thinks of the answer, and of the answer to that.
    Answers,
    /// Thinks many moves ahead.
    FarAhead,
    /// Never loses what can be won.
    Perfect,
}

impl Level {
    /// All levels, from the weakest.
    pub const ALL: [Level; 5] = [Level::Rules, Level::DeadEnds, Level::Answers, Level::FarAhead, Level::Perfect];

    /// The level of this number, 1 to 5.
    pub fn from_number(number: u8) -> Option<Level> {
        Level::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// 1 to 5.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The name as it is typed, the same in every language.
    pub fn word(self) -> &'static str {
        ["mole", "hare", "fox", "owl", "euclid"][self as usize]
    }

    /// The level that somebody names so, however they write its first letter.
    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word().eq_ignore_ascii_case(word))
    }

    /// How a player of this level looks ahead.
    fn sight(self) -> Sight {
        match self {
            Level::Rules => Sight { depth: 0, width: 3, nodes: 0 },
            Level::DeadEnds => Sight { depth: 2, width: 3, nodes: 50 },
            Level::Answers => Sight { depth: 4, width: 4, nodes: 400 },
            Level::FarAhead | Level::Perfect => Sight { depth: 16, width: 9, nodes: 6_000 },
        }
    }
}

/// Whom somebody meets next who wants an opponent that they beat about half the time, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auto {
    /// The opponent.
    pub level: Level,
    /// Why it is that one.
    pub why: WhyThem,
}

/// Why somebody meets an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyThem {
    /// They have met nobody yet.
    Beginning,
    /// They won the last game, and go one up.
    Won,
    /// They lost it, and go one down.
    Lost,
    /// They lost to the first one: so many more wins in a row, and the next one comes.
    Owes(u8),
    /// They won against the strongest.
    Strongest,
    /// They won with help, which moves nobody up.
    Helped,
    /// They won before a first opponent had a turn.
    AtOnce,
    /// They met somebody else, and it said nothing.
    AsBefore,
}

/// What a game showed of a person who met one of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showed {
    /// They lost.
    Lost,
    /// They won.
    Won,
    /// They won before the opponent had a turn.
    WonAtOnce,
    /// They won with help.
    WonWithHelp,
}

/// Whom somebody meets next: one up after a win, one down after a loss, beginning with the first. Whoever lost to the first
/// beats it twice before the next one comes, because somebody who loses to that one too would lose nearly always.
///
/// Of the games so far, the oldest first, each is whom they met and what it showed. To have lost against somebody stronger than
/// whom they would have met says nothing, nor does a win over somebody weaker, nor one at once by somebody of whom nothing is known:
/// a lucky first pick is no reason to face a stronger one. Later it counts, or those who know such picks would win nearly always.
pub fn auto(offered: &[Level], games: impl IntoIterator<Item = (Level, Showed)>) -> Auto {
    let (mut at, mut owes_a_win, mut is_known, mut why) = (0, false, false, WhyThem::Beginning);
    for (level, showed) in games {
        let met = offered.iter().rposition(|&other| other <= level).unwrap_or(0);
        why = match showed {
            Showed::WonWithHelp => WhyThem::Helped,
            Showed::WonAtOnce if !is_known => WhyThem::AtOnce,
            Showed::Won | Showed::WonAtOnce if met == at && owes_a_win => {
                owes_a_win = false;
                WhyThem::Owes(1)
            }
            Showed::Won | Showed::WonAtOnce if met >= at => {
                let next = (met + 1).min(offered.len().saturating_sub(1));
                let is_last = next == at;
                (at, owes_a_win, is_known) = (next, false, true);
                if is_last { WhyThem::Strongest } else { WhyThem::Won }
            }
            Showed::Lost if met <= at => {
                (at, owes_a_win, is_known) = (met.saturating_sub(1), met == 0, true);
                if met == 0 { WhyThem::Owes(2) } else { WhyThem::Lost }
            }
            _ if is_known => WhyThem::AsBefore,
            _ => WhyThem::Beginning,
        };
    }
    Auto { level: offered.get(at).copied().unwrap_or(Level::Rules), why }
}

/// How many moves a player looks ahead, how many it looks at each time, and how much of that it can keep in mind.
#[derive(Clone, Copy)]
struct Sight {
    depth: u32,
    width: usize,
    nodes: u32,
}

/// How much the perfect player searches where no theorem helps: enough to be perfect on small boards, and on larger ones
/// no longer than people like to wait.
fn searched(position: &Position) -> u64 {
    if position.game().pool().is_some_and(|pool| pool.count() <= 60) { 400_000 } else { 5_000 }
}

/// How much there is to look at each time: the free numbers of a pool, or what can be divided.
fn size(position: &Position) -> usize {
    position.free().len().max(position.legal_count()).max(1)
}

/// How many moves the perfect player weighs in a lost position, times its [`size`], so that it answers in time.
const WEIGHED: usize = 160_000;
/// How many positions it solves to choose between equals, times the size.
const LOOKED_AHEAD: usize = 20_000;
/// How many of the opponent's turns it thinks of there.
const LOOK_AHEAD_TURNS: u32 = 2;
/// How many moves a player thinks of at most, times the size: on a large board each takes longer.
const THOUGHT: u32 = 20_000_000;
/// From how many first picks a player chooses.
const OPENINGS: usize = 60;

/// The move that a player of this level makes; `None` when the game is over. The same generator in the same state makes
/// the same move on every machine.
pub fn choose(position: &Position, level: Level, rng: &mut impl Rng) -> Option<Move> {
    if position.legal_count() < 2 {
        return position.nth_legal(0);
    }
    let mut watch = Watch::nodes(searched(position));
    if level == Level::Perfect
        && let Ok(solution) = solve(position, &mut watch)
    {
        let mut winning = solution.winning;
        if winning.is_empty() {
            return Some(hardest_problem(position, &mut watch, rng));
        }
        if position.moves().is_empty() {
            keep_going(position, &mut winning);
        }
        return Some(winning[below(rng, winning.len())]);
    }
    let appealing = look_ahead(position, candidates(position, rng), level.sight());
    Some(appealing[first_that_appeals(appealing.len(), rng)])
}

/// What is certain, as a likelihood.
pub(crate) const CERTAIN: u32 = 1024;

/// How likely a player who is not perfect makes this move, out of [`CERTAIN`], where something lies there to go on from.
pub(crate) fn likelihood(position: &Position, level: Level, chosen: Move) -> u32 {
    let appealing = look_ahead(position, most_obvious(position, usize::MAX), level.sight());
    let Some(at) = appealing.iter().position(|&other| other == chosen) else { return 0 };
    // The last place has what is left of the chances: as much as the one before it.
    let halvings = if at + 1 == appealing.len() { at } else { at + 1 };
    CERTAIN >> halvings
}

/// How many moves are more obvious than this one.
pub(crate) fn hidden_behind(position: &Position, chosen: Move) -> usize {
    most_obvious(position, usize::MAX).iter().position(|&other| other == chosen).unwrap_or(0)
}

/// The moves a player thinks of, the obvious ones first.
fn candidates(position: &Position, rng: &mut impl Rng) -> Vec<Move> {
    if position.last().is_some() || position.on_table().is_some() {
        return most_obvious(position, usize::MAX);
    }
    let mut moves = position.legal_moves();
    // On an empty board nothing is obvious. Any number will do, only not one that ends the game at once.
    shuffle(&mut moves, rng);
    let mut openings: Vec<Move> = moves.into_iter().take(OPENINGS).collect();
    keep_going(position, &mut openings);
    openings
}

/// Leaves out the moves after which the game is over, unless there are no others.
fn keep_going(position: &Position, moves: &mut Vec<Move>) {
    if moves.iter().any(|&candidate| !position.ends_by(candidate)) {
        moves.retain(|&candidate| !position.ends_by(candidate));
    }
}

/// The first so many moves that people think of, in that order: doubling and halving before anything by 17.
pub(crate) fn most_obvious(position: &Position, count: usize) -> Vec<Move> {
    let mut moves = position.legal_moves();
    let Some(last) = position.last().filter(|_| position.on_table().is_none()) else {
        moves.sort_by_key(|&candidate| match candidate {
            Move::Divide { number, by } => (by, number),
            Move::Pick(number) => (number, number),
        });
        moves.truncate(count);
        return moves;
    };
    if last == 1 {
        // Everything is a multiple of 1. People who have seen it before think of large numbers, which have few relatives.
        moves.reverse();
        moves.truncate(count);
        return moves;
    }
    // The moves ascend, so the nearest divisors stand before the nearest multiples, and both get further from there.
    let (divisors, multiples) = moves.split_at(moves.partition_point(|divisor| divisor.number() < last));
    let (mut divisors, mut multiples) = (divisors.iter().rev().peekable(), multiples.iter().peekable());
    let next = || match (divisors.peek(), multiples.peek()) {
        (Some(divisor), Some(multiple)) if last / divisor.number() > multiple.number() / last => multiples.next(),
        (None, _) => multiples.next(),
        _ => divisors.next(),
    };
    std::iter::from_fn(next).copied().take(count).collect()
}

/// Looks at the obvious moves as far as this player can, and gives those that seem to win; if none does, those that do
/// not seem to lose. What appeals most comes first.
fn look_ahead(position: &Position, mut candidates: Vec<Move>, sight: Sight) -> Vec<Move> {
    // After 1 anything goes, and whoever thinks ahead at all looks for a number that nothing can follow.
    if position.last() == Some(1) && sight.depth > 0 {
        candidates.sort_by_key(|&candidate| !position.ends_by(candidate));
    }
    let seen = &candidates[..candidates.len().min(sight.width.max(1))];
    let mut mind = position.clone();
    let mut nodes = sight.nodes.min(THOUGHT / size(position) as u32);
    let mut open = seen.to_vec();
    // A little further each time: what is near is seen first, and a mind that is full stops at what it has.
    for depth in 1..=sight.depth {
        let verdicts: Vec<(Move, Option<bool>)> =
            open.iter().map(|&candidate| (candidate, after(&mut mind, candidate, sight, depth, &mut nodes))).collect();
        let with = |verdict| verdicts.iter().filter(move |(_, seen)| *seen == verdict).map(|&(candidate, _)| candidate);
        let winning: Vec<Move> = with(Some(true)).collect();
        if !winning.is_empty() {
            return winning;
        }
        open = with(None).collect();
        if open.is_empty() || nodes == 0 {
            break;
        }
    }
    // Where everything that comes to mind loses, something that did not come to mind is worth a try.
    let unseen = &candidates[seen.len()..];
    let choice = [&open[..], unseen, seen].into_iter().find(|moves| !moves.is_empty());
    choice.unwrap_or(&candidates).to_vec()
}

/// Whether the player who makes this move wins, as far as they can see; `None` when they cannot tell.
fn after(mind: &mut Position, candidate: Move, sight: Sight, depth: u32, nodes: &mut u32) -> Option<bool> {
    if depth == 0 || *nodes == 0 {
        return None;
    }
    *nodes -= 1;
    let mover = mind.turn();
    mind.play(candidate).ok()?;
    let seen = match mind.outcome() {
        Some(outcome) => Some(outcome.winner == mover),
        None => {
            // The opponent is thought to have no other answers than those that come to mind.
            let mut verdict = Some(true);
            for answer in most_obvious(mind, sight.width) {
                match after(mind, answer, sight, depth - 1, nodes) {
                    Some(true) => {
                        verdict = Some(false);
                        break;
                    }
                    None => verdict = None,
                    Some(false) => {}
                }
            }
            verdict
        }
    };
    mind.undo();
    seen
}

/// In a lost position: the move after which the fewest of the opponent's answers win. Among equals the one after which
/// somebody who answers at random is the least likely to keep the win through this turn and the next, and then the one
/// whose right answer is the least obvious.
fn hardest_problem(position: &Position, watch: &mut Watch<'_>, rng: &mut impl Rng) -> Move {
    let mut moves = position.legal_moves();
    shuffle(&mut moves, rng);
    let size = size(position);
    moves.truncate((WEIGHED / size).clamp(2, 64));
    let mut problems: Vec<(Move, Problem)> =
        moves.iter().filter_map(|&candidate| Some((candidate, Problem::after(position, candidate, watch)?))).collect();
    let fewest = problems.iter().map(|(_, problem)| problem.right.len()).min();
    problems.retain(|(_, problem)| Some(problem.right.len()) == fewest);
    let mut solves = LOOKED_AHEAD / size;
    let difficulty = |(_, problem): &&(Move, Problem)| {
        let survival = problem.survival(LOOK_AHEAD_TURNS, &mut solves, watch);
        (survival, usize::MAX - problem.hidden_behind())
    };
    let hardest = problems.iter().min_by_key(difficulty);
    hardest.map_or(moves[0], |&(candidate, _)| candidate)
}

/// A position that the player to move can win, and must find how.
struct Problem {
    position: Position,
    /// The answers that win.
    right: Vec<Move>,
}

impl Problem {
    /// The problem that a move in a lost position sets; `None` when it ends the game, or when it cannot be told in time.
    fn after(position: &Position, candidate: Move, watch: &mut Watch<'_>) -> Option<Problem> {
        let after = position.after(candidate)?;
        let right = solve(&after, watch).ok()?.winning;
        (!right.is_empty()).then_some(Problem { position: after, right })
    }

    /// How likely, in millionths, somebody who answers at random is still winning after so many turns.
    fn survival(&self, turns: u32, solves: &mut usize, watch: &mut Watch<'_>) -> u64 {
        let answers = self.position.legal_count() as u64;
        let survival: u64 = self.right.iter().map(|&answer| self.survival_after(answer, turns, solves, watch)).sum();
        survival / answers
    }

    fn survival_after(&self, answer: Move, turns: u32, solves: &mut usize, watch: &mut Watch<'_>) -> u64 {
        const CERTAIN: u64 = 1_000_000;
        let mut lost = self.position.clone();
        if turns <= 1 || lost.play(answer).is_err() {
            return CERTAIN;
        }
        let mut least = CERTAIN;
        for next in lost.legal_moves() {
            let Some(left) = solves.checked_sub(1) else { break };
            *solves = left;
            if let Some(problem) = Problem::after(&lost, next, watch) {
                least = least.min(problem.survival(turns - 1, solves, watch));
            }
        }
        least
    }

    /// How many wrong answers are more obvious than the first right one.
    fn hidden_behind(&self) -> usize {
        most_obvious(&self.position, usize::MAX).iter().position(|answer| self.right.contains(answer)).unwrap_or(0)
    }
}

/// The first place with a good chance, the next with half of it, and so on.
fn first_that_appeals(count: usize, rng: &mut impl Rng) -> usize {
    (rng.next_u32().trailing_ones() as usize).min(count - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_large_as_what_can_be_divided_there() {
        let size = |code: &str| size(&code.parse::<crate::Game>().unwrap().start().unwrap());
        assert_eq!(size("take:1..1000,first=even"), 1_000);
        assert_eq!(size("divide:720720,942480,1053360,1275120"), 952);
    }
}
