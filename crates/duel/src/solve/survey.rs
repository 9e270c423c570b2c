//! A game on one pool after the other: who wins as the upper end grows. The pairing grows with it.

use super::openings::{from_pairing, has_two_punishers};
use super::{Method, OutOfBudget, Pairing, Unsolved, Watch, solve_game};
use crate::game::{Game, GameError, Kind};
use crate::moves::Side;

/// One size of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurveyRow {
    /// The pool's upper end.
    pub upper: u64,
    /// Who wins with best play; `None` where the budget ended.
    pub winner: Option<Side>,
    /// How many first picks are allowed.
    pub first_picks: u64,
    /// How many of them win; `None` where the budget ended.
    pub winning: Option<u64>,
    /// How many pairs a largest pairing has, where pairings decide the game.
    pub matching: Option<u64>,
    /// What ended before there was a winner.
    pub out_of_budget: Option<OutOfBudget>,
}

/// Solves a pool game for every upper end from `from` to `to`, the rows going to `each` as they are found. Upper ends for
/// which there is no such game are left out: a pool without numbers, or without any first pick.
///
/// # Errors
/// Division games have no upper end. A `watch` that says stop ends it.
pub fn survey(
    game: &Game,
    from: u64,
    to: u64,
    watch: &mut Watch<'_>,
    mut each: impl FnMut(SurveyRow),
) -> Result<(), Unsolved> {
    let mut growing: Option<Pairing> = None;
    let Kind::Take(any_size) = &game.kind else { return Err(GameError::NoUpperEnd.into()) };
    for upper in from..=to {
        watch.look((upper - from) as f64 / (to - from + 1) as f64)?;
        let Ok(sized) = game.with_upper_end(upper) else { continue };
        let Kind::Take(take) = &sized.kind else { continue };
        // A number that is not in the pool leaves it as it was.
        if take.pool.last() != upper {
            continue;
        }
        if sized.misere || (take.resort && !has_two_punishers(&take.pool)) {
            each(row_of(&sized, upper, watch)?);
            continue;
        }
        let in_play = |number| number <= upper && !(take.resort && number == 1);
        let pairing = match &mut growing {
            Some(pairing) => {
                pairing.insert_up_to(upper);
                pairing
            }
            none => {
                let whole = any_size.with_upper_end(to).map_or(take.pool, |largest| largest.pool);
                none.insert(Pairing::on(whole, in_play, watch)?)
            }
        };
        let method = if take.resort { Method::LastResort } else { Method::Matching };
        let solution = from_pairing(take, pairing, method);
        each(SurveyRow {
            upper,
            winner: Some(solution.winner),
            first_picks: solution.first_moves,
            winning: Some(solution.winning.count()),
            matching: solution.matching,
            out_of_budget: None,
        });
    }
    Ok(())
}

fn row_of(game: &Game, upper: u64, watch: &mut Watch<'_>) -> Result<SurveyRow, Unsolved> {
    match solve_game(game, &mut watch.share()) {
        Ok(solution) => Ok(SurveyRow {
            upper,
            winner: Some(solution.winner),
            first_picks: solution.first_moves,
            winning: Some(solution.winning.count()),
            matching: solution.matching,
            out_of_budget: None,
        }),
        Err(Unsolved::OutOfBudget(ended)) if ended != OutOfBudget::Stopped => {
            let first_picks = game.start().map_or(0, |start| start.legal_count() as u64);
            let out_of_budget = Some(ended);
            Ok(SurveyRow { upper, winner: None, first_picks, winning: None, matching: None, out_of_budget })
        }
        Err(unsolved) => Err(unsolved),
    }
}

impl Game {
    /// The same pool game with another upper end.
    ///
    /// # Errors
    /// Division games have no upper end, and some pools have no first pick.
    pub fn with_upper_end(&self, upper: u64) -> Result<Game, GameError> {
        let Kind::Take(take) = &self.kind else { return Err(GameError::NoUpperEnd) };
        let take = take.with_upper_end(upper).ok_or(GameError::NoNumbers(upper))?;
        take.check_first_pick()?;
        Ok(Game { kind: Kind::Take(take), ..self.clone() })
    }
}
