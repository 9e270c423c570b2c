//! What can be played now, without a list of it in memory.

use std::slice;

use super::{Position, State};
use crate::game::Pool;
use crate::moves::Move;

/// The legal moves of a game of either kind.
enum Legal<'a, D> {
    Picks { pool: Pool, indices: slice::Iter<'a, u32> },
    Divisions { divisions: D, left: usize },
}

impl<D: Iterator<Item = Move>> Iterator for Legal<'_, D> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self {
            Legal::Picks { pool, indices } => indices.next().map(|&index| Move::Pick(pool.number(index as usize))),
            Legal::Divisions { left: 0, .. } => None,
            Legal::Divisions { divisions, left } => {
                *left -= 1;
                divisions.next()
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match self {
            Legal::Picks { indices, .. } => indices.len(),
            Legal::Divisions { left, .. } => *left,
        };
        (left, Some(left))
    }
}

impl<D: Iterator<Item = Move>> ExactSizeIterator for Legal<'_, D> {}

impl Position {
    /// The legal moves, ascending; none when the game is over. A list of them is not made.
    ///
    /// ```
    /// use duel::{Game, Move};
    ///
    /// let mut position = "classic".parse::<Game>()?.start()?;
    /// position.play(Move::Pick(14))?;
    /// assert_eq!(position.legal().len(), 4);
    /// assert!(position.legal().map(Move::number).eq([2, 7, 28, 42]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        match &self.state {
            State::Take(state) => Legal::Picks { pool: state.pool(), indices: self.legal_indices().iter() },
            State::Divide(state) => Legal::Divisions { divisions: state.legal(), left: self.legal_count() },
        }
    }

    /// The legal moves, ascending; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.legal_count());
        match &self.state {
            _ if self.outcome.is_some() => {}
            State::Take(_) => moves.extend(self.legal()),
            // From within: a number can have a hundred thousand divisors, and asking for each costs more than having it.
            State::Divide(state) => state.legal().for_each(|division| moves.push(division)),
        }
        moves
    }

    /// The legal picks as bits: the first bit of the first word, the lowest, is the first number of the pool, and a word
    /// has 64. A division game has no pool, and so no words.
    ///
    /// ```
    /// use duel::{Game, Move};
    ///
    /// let mut position = "take:1..100".parse::<Game>()?.start()?;
    /// position.play(Move::Pick(33))?;
    /// let mask: Vec<u64> = position.legal_mask().collect();
    /// assert_eq!(mask, [1 << 0 | 1 << 2 | 1 << 10, 1 << (65 - 64) | 1 << (98 - 64)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_mask(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        let words = match &self.state {
            State::Take(state) => (state.pool().count() as usize).div_ceil(64),
            State::Divide(_) => 0,
        };
        let mut rest = self.legal_indices();
        (0..words).map(move |word| {
            let (here, after) = rest.split_at(rest.partition_point(|&index| index as usize / 64 <= word));
            rest = after;
            here.iter().fold(0, |bits, &index| bits | 1 << (index % 64))
        })
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn legal_count(&self) -> usize {
        match &self.state {
            _ if self.outcome.is_some() => 0,
            State::Take(state) => state.legal().len(),
            State::Divide(state) => state.legal_count(),
        }
    }

    /// The legal move at this place among [all of them](Position::legal).
    #[inline]
    pub fn nth_legal(&self, at: usize) -> Option<Move> {
        match &self.state {
            _ if self.outcome.is_some() => None,
            State::Take(state) => state.nth_legal(at),
            State::Divide(state) => state.legal().nth(at),
        }
    }

    /// The places of the legal picks in the pool, ascending; none in a division game.
    fn legal_indices(&self) -> &[u32] {
        match &self.state {
            State::Take(state) if self.outcome.is_none() => state.legal(),
            _ => &[],
        }
    }
}
