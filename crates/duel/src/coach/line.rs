//! A win that is short enough to be told: every answer to a move, and what is played then, to the end.

use crate::moves::Move;
use crate::position::Position;
use crate::solve::{OutOfBudget, Watch, solve};

/// How many positions are solved to find a line, where the pool has up to [`LARGE`] numbers; in a larger one fewer.
const SOLVED: usize = 600;
const LARGE: usize = 1_000;
/// How many positions all of them together may take where no theorem helps.
const SEARCHED: u64 = 200_000;

/// A move that wins, and all that can follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move.
    pub chosen: Move,
    /// Every answer to it, with the line that goes on; without one where the answer ends the game, and loses it. None when there is
    /// no answer.
    pub answers: Vec<(Move, Option<Line>)>,
}

impl Line {
    /// How many moves must be thought of to be certain of the win: one's own, and in a misère game those that end it.
    pub fn length(&self) -> usize {
        1 + self.answers.iter().map(|(_, then)| then.as_ref().map_or(1, Line::length)).sum::<usize>()
    }
}

/// The shortest line that begins with this move, of at most this length; `None` when there is none, or when too
/// much must be solved to find it.
///
/// ```
/// use duel::{Game, Move};
/// use duel::coach::line;
/// use duel::solve::Watch;
///
/// let position = "chain".parse::<Game>()?.replay([Move::Pick(14)])?;
/// let line = line(&position, Move::Pick(7), 4, &Watch::forever())?.expect("it wins at once");
/// assert_eq!((line.length(), &line.answers[..]), (1, &[][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the work is stopped there is no answer.
pub fn line(position: &Position, chosen: Move, most: usize, watch: &Watch<'_>) -> Result<Option<Line>, OutOfBudget> {
    shortest_line(position, &[chosen], most, watch)
}

/// The shortest line that begins with one of these moves; where one is as short as another, the first.
pub(super) fn shortest_line(
    position: &Position,
    moves: &[Move],
    most: usize,
    watch: &Watch<'_>,
) -> Result<Option<Line>, OutOfBudget> {
    let solves = (SOLVED * LARGE / position.free().len().max(LARGE)).max(4);
    Reader { mind: position.clone(), solves, watch: watch.at_most(SEARCHED) }.shortest(moves, most)
}

/// Somebody who thinks a line through.
struct Reader<'a> {
    mind: Position,
    solves: usize,
    watch: Watch<'a>,
}

impl Reader<'_> {
    /// The shortest line that begins with one of these moves.
    fn shortest(&mut self, moves: &[Move], most: usize) -> Result<Option<Line>, OutOfBudget> {
        let (mut shortest, mut most) = (None, most);
        // What ends the game at once is the shortest, and quickly found.
        for is_quick in [true, false] {
            for &chosen in moves {
                if most == 0 {
                    return Ok(shortest);
                }
                if let Some(line) = self.from(chosen, if is_quick { 1 } else { most })? {
                    most = line.length() - 1;
                    shortest = Some(line);
                }
            }
        }
        Ok(shortest)
    }

    /// The shortest line that begins with this move.
    fn from(&mut self, chosen: Move, most: usize) -> Result<Option<Line>, OutOfBudget> {
        let winner = self.mind.turn();
        if self.mind.play(chosen).is_err() {
            return Ok(None);
        }
        let wins = self.mind.outcome().is_none_or(|outcome| outcome.winner == winner);
        let is_short = self.mind.legal_count() < most;
        let line = if wins && is_short { self.after(chosen, most - 1) } else { Ok(None) };
        self.mind.undo();
        line
    }

    /// The same where the move is made: every answer is met, with at most so many moves.
    fn after(&mut self, chosen: Move, most: usize) -> Result<Option<Line>, OutOfBudget> {
        let (mut answers, mut left) = (Vec::new(), most);
        for answer in self.mind.legal_moves() {
            if self.mind.play(answer).is_err() {
                continue;
            }
            let is_over = self.mind.outcome().is_some();
            let then = if is_over { None } else { self.reply(left)? };
            self.mind.undo();
            if left == 0 || then.is_none() && !is_over {
                return Ok(None);
            }
            left -= then.as_ref().map_or(1, Line::length);
            answers.push((answer, then));
        }
        Ok(Some(Line { chosen, answers }))
    }

    /// The shortest line with which whoever is to move wins.
    fn reply(&mut self, most: usize) -> Result<Option<Line>, OutOfBudget> {
        if most == 0 || self.solves == 0 {
            return Ok(None);
        }
        self.solves -= 1;
        match solve(&self.mind, &mut self.watch) {
            Ok(solution) => self.shortest(&solution.winning, most),
            Err(OutOfBudget::Stopped) => Err(OutOfBudget::Stopped),
            Err(_) => Ok(None),
        }
    }
}
