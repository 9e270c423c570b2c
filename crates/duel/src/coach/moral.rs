//! What a player can learn from a game that is over: where it turned, or why there was nothing to find.

use crate::coach::{Hint, hint};
use crate::moves::{Move, Side};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::solve::{OutOfBudget, Watch, solve};

/// What one player can learn from a finished game. In words it speaks to that player.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Moral {
    /// The player was winning here and did not find it: the last time that this happened.
    TurningPoint {
        /// The position, with the player to move.
        before: Position,
        /// What was played instead; `None` when the player gave up or named an illegal number.
        played: Option<Move>,
        /// What wins, and why.
        better: Box<Hint>,
    },
    /// The player could win from the start, and no move let it go.
    WonFromTheStart,
    /// The opponent threw a win away with this move, and no answer let it go.
    TookTheChance {
        /// The opponent's mistake.
        mistake: Move,
    },
    /// The player gave up a position in which every move wins.
    GaveUpAWin,
    /// The player gave up when it was the opponent's turn, and no move of theirs won.
    GaveUpAhead,
    /// The opponent gave a winning position up.
    GivenAway,
    /// The player moved first in a game that is lost for whoever moves first.
    LostForTheFirst,
    /// The opponent moved first in a game that is won for whoever does, and did not slip.
    LostForTheSecond,
    /// The position was lost where the game began, which was not its start.
    LostFromHere,
    /// The opponent's first move ended the game.
    NeverToMove,
}

/// What this player can learn from a game that is over, of whose moves the first ones, as many as `opening` says, were nobody's choice; `None`
/// while it runs, or when it was won without a
/// move.
///
/// # Errors
/// Where the budget ends before an answer is certain there is no moral.
pub fn moral(
    end: &Position,
    opening: usize,
    player: Side,
    watch: &mut Watch<'_>,
) -> Result<Option<Moral>, OutOfBudget> {
    let Some(Outcome { winner, reason }) = end.outcome() else { return Ok(None) };
    let Some(mut position) = end.at_ply(end.moves().len()) else { return Ok(None) };
    if *reason != Reason::NoMove {
        let winning = solve(&position, watch)?.winning.len();
        let mover_wins = winning > 0;
        if *winner == player && (position.turn() == player) != mover_wins {
            return Ok(Some(Moral::GivenAway));
        }
        match (position.turn() == player, mover_wins) {
            _ if *winner == player => {}
            (true, true) if winning == position.legal_count() => return Ok(Some(Moral::GaveUpAWin)),
            (true, true) => return turning_point(position, None, watch),
            (false, false) => return Ok(Some(Moral::GaveUpAhead)),
            (true, false) | (false, true) => {}
        }
    }
    // Backwards, because what was decided last is the moral, and because the last positions are the quickest to solve.
    let mut mistake = None;
    while position.moves().len() > opening {
        let Some(played) = position.undo() else { break };
        // Whoever was winning before a mistake of the other side is of no interest to somebody who won after it.
        if mistake.is_some() && position.turn() != player {
            continue;
        }
        let winning = solve(&position, watch)?.winning;
        if winning.is_empty() || winning.contains(&played) {
            continue;
        }
        if position.turn() == player {
            return turning_point(position, Some(played), watch);
        }
        mistake = Some(played);
    }
    Ok(match (*winner == player, mistake) {
        (true, Some(mistake)) => Some(Moral::TookTheChance { mistake }),
        (true, None) if end.moves().len() <= opening => None,
        (true, None) => Some(Moral::WonFromTheStart),
        (false, _) if opening > 0 => Some(Moral::LostFromHere),
        (false, _) if player == Side::One => Some(Moral::LostForTheFirst),
        (false, _) if end.moves().len() == 1 && *reason == Reason::NoMove => Some(Moral::NeverToMove),
        (false, _) => Some(Moral::LostForTheSecond),
    })
}

fn turning_point(before: Position, played: Option<Move>, watch: &mut Watch<'_>) -> Result<Option<Moral>, OutOfBudget> {
    let better = hint(&before, watch)?;
    Ok(better.map(|better| Moral::TurningPoint { before, played, better: Box::new(better) }))
}
