//! A game on one pool after the other: who wins as the upper end grows. The pairing grows with it.

use super::openings::has_two_punishers;
use super::{Kinds, OutOfBudget, Pairing, Unsolved, Watch, WinningMoves, solve_game};
use crate::game::{Game, GameError, Kind, Take};
use crate::moves::{Move, Side};

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
    /// How many numbers of each kind there are, where pairings decide the game.
    pub kinds: Option<Kinds>,
    /// The smallest first pick that wins, and the largest; `None` where none wins, or the budget ended.
    pub ends: Option<[u64; 2]>,
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
        let Some(sized) = surveyed(game, upper) else { continue };
        let Kind::Take(take) = &sized.kind else { continue };
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
        each(row_by_pairs(take, pairing));
    }
    Ok(())
}

/// The game with this upper end, if a survey has a row for it: a number that is not in the pool leaves it as it was.
pub fn surveyed(game: &Game, upper: u64) -> Option<Game> {
    game.with_upper_end(upper).ok().filter(|sized| sized.pool().is_some_and(|pool| pool.last() == upper))
}

fn row_by_pairs(take: &Take, pairing: &Pairing) -> SurveyRow {
    let (mut first_picks, mut winning, mut ends) = (0, 0, None);
    for number in take.first_picks() {
        first_picks += 1;
        if pairing.is_missable(number) {
            winning += 1;
            ends = Some([ends.map_or(number, |[first, _]: [u64; 2]| first), number]);
        }
    }
    SurveyRow {
        upper: take.pool.last(),
        winner: Some(if winning > 0 { Side::One } else { Side::Two }),
        first_picks,
        winning: Some(winning),
        matching: Some(pairing.pairs() as u64),
        kinds: Some(pairing.kinds()),
        ends,
        out_of_budget: None,
    }
}

fn ends_of(winning: &WinningMoves) -> Option<[u64; 2]> {
    let mut picks = winning.iter().map(Move::number);
    let first = picks.next()?;
    Some([first, picks.last().unwrap_or(first)])
}

fn row_of(game: &Game, upper: u64, watch: &mut Watch<'_>) -> Result<SurveyRow, Unsolved> {
    match solve_game(game, &mut watch.share()) {
        Ok(solution) => Ok(SurveyRow {
            upper,
            winner: Some(solution.winner),
            first_picks: solution.first_moves,
            winning: Some(solution.winning.count()),
            matching: None,
            kinds: None,
            ends: ends_of(&solution.winning),
            out_of_budget: None,
        }),
        Err(Unsolved::OutOfBudget(ended)) if ended != OutOfBudget::Stopped => {
            let first_picks = game.start().map_or(0, |start| start.legal_count() as u64);
            let out_of_budget = Some(ended);
            Ok(SurveyRow {
                upper,
                winner: None,
                first_picks,
                winning: None,
                matching: None,
                kinds: None,
                ends: None,
                out_of_budget,
            })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::NumberKind;

    fn rows(code: &str, from: u64, to: u64) -> Vec<SurveyRow> {
        let mut rows = Vec::new();
        survey(&code.parse().unwrap(), from, to, &mut Watch::forever(), |row| rows.push(row)).unwrap();
        rows
    }

    #[test]
    fn a_pairing_that_grows_says_the_same_as_one_that_is_made_anew() {
        for (code, to) in [
            ("take:1..9", 260),
            ("take:2..9", 260),
            ("take:2..9,first=even", 120),
            ("take:2..9/2", 200),
            ("take:3..9/2", 151),
            ("take:7..9,first=composite", 150),
            ("last-resort", 120),
        ] {
            let grown = rows(code, 1, to);
            assert!(grown.len() > 40, "{code}");
            for row in grown {
                assert_eq!(rows(code, row.upper, row.upper), [row], "{code}");
                let game = code.parse::<Game>().unwrap().with_upper_end(row.upper).unwrap();
                let solution = solve_game(&game, &mut Watch::forever()).unwrap();
                let winning: Vec<u64> = solution.winning.iter().map(Move::number).collect();
                assert_eq!(row.ends, winning.first().zip(winning.last()).map(|(&first, &last)| [first, last]));
                assert_eq!(row.matching, solution.matching, "{code} {}", row.upper);
                assert_eq!(row.winning, Some(winning.len() as u64), "{code} {}", row.upper);
            }
        }
    }

    #[test]
    fn the_kinds_are_what_they_are_said_to_be() {
        for (code, from) in [("take:1..9", 1), ("take:2..9", 2), ("last-resort", 11)] {
            for row in rows(code, from, 150) {
                let game = code.parse::<Game>().unwrap().with_upper_end(row.upper).unwrap();
                let pool = game.pool().unwrap();
                let present = |number: u64| !(game.has_last_resort() && number == 1);
                let numbers: Vec<u64> = pool.numbers().filter(|&number| present(number)).collect();
                let pairing = Pairing::on(pool, present, &mut Watch::forever()).unwrap();
                let missable = |number: &u64| pairing.is_missable(*number);
                let d = numbers.iter().filter(|number| missable(number)).count() as u64;
                let goes_with_d = |number: u64| {
                    let related = |other: u64| other.is_multiple_of(number) || number.is_multiple_of(other);
                    numbers.iter().any(|other| missable(other) && related(*other))
                };
                let is_a = |number: &&u64| !missable(number) && goes_with_d(**number);
                let barrier: Vec<u64> = numbers.iter().filter(is_a).copied().collect();
                let a = barrier.len() as u64;
                assert_eq!(row.kinds, Some(Kinds { d, a, c: numbers.len() as u64 - d - a }), "{code} {}", row.upper);
                assert!(barrier.iter().all(|&number| pairing.kind(number) == NumberKind::A));
            }
        }
    }
}
