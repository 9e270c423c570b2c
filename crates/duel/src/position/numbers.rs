//! What can be drawn of a position, for front ends that hold no rule.

use super::{Position, State};
use crate::game::{Game, Kind, Pool};
use crate::moves::{Move, Side};
use crate::outcome::Reason;

/// The numbers of a board, by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers<'a> {
    /// Numbers are picked from this pool; [`Position::relation`] says how each of them stands.
    Pool(Pool),
    /// These numbers lie on the table, ascending, and are divided.
    Table(&'a [u64]),
}

/// How a number stands to the board now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It was picked last, by this side.
    Last(Side),
    /// It was picked before that, by this side.
    Taken(Side),
    /// It may be picked as the first number of the game.
    First,
    /// It may be picked, as a divisor of the last pick; in a division game something on the table may be divided by it.
    Divisor,
    /// It may be picked, as a multiple of the last pick.
    Multiple,
    /// It is 1, free, and has to wait until nothing else may be picked.
    LastResort,
    /// It is free and may not be picked now.
    Free,
    /// It is not on this board.
    Elsewhere,
}

impl Relation {
    /// Whether it may be picked, or divided by, now.
    pub fn is_legal(self) -> bool {
        matches!(self, Relation::First | Relation::Divisor | Relation::Multiple)
    }

    /// Who has taken it.
    pub fn taker(self) -> Option<Side> {
        match self {
            Relation::Last(player) | Relation::Taken(player) => Some(player),
            _ => None,
        }
    }
}

impl Game {
    /// What there is to see at the start, on a board of any size.
    pub fn numbers(&self) -> Numbers<'_> {
        match &self.kind {
            Kind::Take(take) => Numbers::Pool(take.pool),
            Kind::Divide(table) => Numbers::Table(table),
        }
    }
}

impl Position {
    /// What there is to see.
    pub fn numbers(&self) -> Numbers<'_> {
        match &self.state {
            State::Take(state) => Numbers::Pool(state.pool()),
            State::Divide(state) => Numbers::Table(state.table()),
        }
    }

    /// How a number stands to the board now. When the game is over no number may be picked.
    ///
    /// ```
    /// use duel::{Game, Move, Relation, Side};
    ///
    /// let position = "last-resort".parse::<Game>()?.replay([4, 8].map(Move::Pick))?;
    /// assert_eq!(position.relation(8), Relation::Last(Side::Two));
    /// assert_eq!(position.relation(4), Relation::Taken(Side::One));
    /// assert_eq!(position.relation(2), Relation::Divisor);
    /// assert_eq!(position.relation(1), Relation::LastResort);
    /// assert_eq!(position.relation(3), Relation::Free);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn relation(&self, number: u64) -> Relation {
        let is_over = self.outcome.is_some();
        match &self.state {
            State::Take(state) => match state.relation(number) {
                relation if is_over && relation.is_legal() => Relation::Free,
                Relation::LastResort if is_over => Relation::Free,
                relation => relation,
            },
            State::Divide(state) => {
                let divides = |&on_table: &u64| state.check(on_table.into(), number.into()).is_ok();
                let is_divisor = !is_over && state.table().iter().any(divides);
                if is_divisor { Relation::Divisor } else { Relation::Elsewhere }
            }
        }
    }

    /// Where somebody could not move in a pool game: every divisor and multiple that the last pick has in the pool, all of them taken.
    pub fn all_gone(&self) -> Option<Vec<u64>> {
        let (last, pool) = (self.last()?, self.game().pool()?);
        self.outcome().filter(|outcome| outcome.reason == Reason::NoMove)?;
        let goes_with = |&number: &u64| number != last && (number.is_multiple_of(last) || last.is_multiple_of(number));
        Some(pool.numbers().filter(goes_with).collect())
    }

    /// The numbers on the table, each where the number lay that it was made of; none in a pool game.
    pub fn in_their_places(&self) -> Vec<u64> {
        let Numbers::Table(start) = self.game().numbers() else { return Vec::new() };
        let mut places = start.to_vec();
        for played in &self.moves {
            if let &Move::Divide { number, by } = played
                && let Some(place) = places.iter_mut().find(|place| **place == number)
            {
                *place /= by;
            }
        }
        places
    }
}
