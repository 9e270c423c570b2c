//! Positions: what can be played, and what becomes of it.

mod ending;
mod legal;
mod numbers;
mod replay;

use std::hash::{Hash, Hasher};

use crate::game::{Game, Invalid, Kind};
use crate::moves::{IllegalMove, IllegalReason, Move, Offered, Side};
use crate::outcome::{Loss, Outcome, Reason};
use crate::typed::{NotAMove, Typed};
use crate::{divide, take};

pub use ending::Contradiction;
pub use numbers::{Numbers, Relation};
pub use replay::{NotPlayable, ReplayError, WrongMove};

/// What a game is like now: the one place where its kind matters to how it is played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    Take(take::State),
    Divide(divide::State),
}

/// A position in a game: always legal, because only [`Game::start`] makes one, and
/// every way to change it looks at the rules first.
///
/// Two positions are equal when they are of equal games and the same can still happen in them: the same numbers are free
/// (or lie on the table), the same number was picked last, the same side is to move, and the game is over in the same way
/// or not at all. The order in which numbers were taken before does not count.
///
/// ```
/// use duel::{Game, Move};
///
/// let mut position = "classic".parse::<Game>()?.start()?;
/// position.play(Move::Pick(12))?;
/// let refused = position.play(Move::Pick(7)).unwrap_err();
/// assert_eq!(refused.to_string(), "7 is neither a divisor nor a multiple of 12");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    state: State,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

impl Position {
    pub(crate) fn start(game: Game) -> Position {
        let state = match &game.kind {
            Kind::Take(rules) => {
                let rules = rules.clone();
                State::Take(take::State::start(take::Prepared::new(game, rules)))
            }
            Kind::Divide(table) => {
                let table = table.clone();
                State::Divide(divide::State::start(game, table))
            }
        };
        let mut position = Position { state, moves: Vec::new(), outcome: None };
        position.see_the_end();
        position
    }

    /// What is played.
    pub fn game(&self) -> &Game {
        match &self.state {
            State::Take(state) => state.game(),
            State::Divide(state) => state.game(),
        }
    }

    /// The moves so far, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whose turn it is; at the end the side that could not move, or whose turn it was.
    pub fn turn(&self) -> Side {
        Side::of_ply(self.moves.len())
    }

    /// How the game ended; `None` while it runs.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The number picked last, in a pool game; `None` at the start.
    pub fn last(&self) -> Option<u64> {
        match self.moves.last() {
            Some(Move::Pick(number)) => Some(*number),
            _ => None,
        }
    }

    /// The numbers on the table, ascending, in a division game.
    pub fn on_table(&self) -> Option<&[u64]> {
        match &self.state {
            State::Take(_) => None,
            State::Divide(state) => Some(state.table()),
        }
    }

    /// The numbers still free, ascending; none in a division game.
    pub fn free(&self) -> Vec<u64> {
        match &self.state {
            State::Take(state) => state.free().collect(),
            State::Divide(_) => Vec::new(),
        }
    }

    /// Whether the number is still free in the pool.
    pub fn is_free(&self, number: u64) -> bool {
        match &self.state {
            State::Take(state) => state.is_free(number),
            State::Divide(_) => false,
        }
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, candidate: Move) -> bool {
        self.check(candidate).is_ok()
    }

    /// The legal move that this is: a move, or what somebody typed after this game has [understood](Position::understand) it.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn check(&self, attempt: impl Into<Typed>) -> Result<Move, IllegalMove> {
        let attempt = attempt.into();
        // Beside what is typed as it is meant, there is nothing that a bare number could be.
        let checked = match (&self.state, self.understand(attempt).unwrap_or(attempt)) {
            _ if self.outcome.is_some() => Err(IllegalReason::GameOver),
            (State::Take(state), Typed::Number(number)) => match u64::try_from(number) {
                Ok(number) => state.check(number).map(|_| Move::Pick(number)),
                Err(_) => Err(state.not_on_board()),
            },
            (State::Divide(state), Typed::Division { number, by }) => state.check(number, by),
            (State::Take(state), Typed::Division { .. }) => Err(state.not_on_board()),
            (State::Divide(state), Typed::Number(_)) => Err(state.not_on_table()),
        };
        checked.map_err(|reason| IllegalMove { attempt, reason })
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// An illegal move changes nothing, whatever it may cost in this game (for that see [`offer`](Position::offer)).
    #[inline]
    pub fn play(&mut self, chosen: Move) -> Result<(), IllegalMove> {
        let player = self.turn();
        let played = match (&mut self.state, chosen) {
            _ if self.outcome.is_some() => Err(IllegalReason::GameOver),
            (State::Take(state), Move::Pick(number)) => state.pick(number, player),
            (State::Divide(state), Move::Divide { number, by }) => state.divide(number, by),
            (State::Take(state), Move::Divide { .. }) => Err(state.not_on_board()),
            (State::Divide(state), Move::Pick(_)) => Err(state.not_on_table()),
        };
        played.map_err(|reason| IllegalMove { attempt: chosen.into(), reason })?;
        if self.moves.is_empty() {
            // Room for a usual game at once: a list that grows step by step costs a quick playout a tenth of its time.
            self.moves.reserve(16);
        }
        self.moves.push(chosen);
        self.see_the_end();
        Ok(())
    }

    /// The position after a legal move; `None` when it is not legal.
    pub(crate) fn after(&self, chosen: Move) -> Option<Position> {
        let mut after = self.clone();
        after.play(chosen).map(|()| after).ok()
    }

    /// Whether the game is over after this legal move.
    pub(crate) fn ends_by(&self, chosen: Move) -> bool {
        self.after(chosen).is_some_and(|after| after.outcome().is_some())
    }

    /// Does with what somebody typed what the rules say: plays it, or, where an illegal number loses, ends the game.
    pub fn offer_text(&mut self, text: &str) -> Offered {
        match text.parse::<Typed>() {
            Ok(typed) => self.offer(typed),
            Err(_) => Offered::NotAMove(self.expected()),
        }
    }

    /// The same with what is a number or a division already, or a move.
    pub fn offer(&mut self, attempt: impl Into<Typed>) -> Offered {
        let invalid = self.game().invalid;
        self.settle(attempt.into(), |illegal| invalid == Invalid::Loses && illegal.can_cost_the_game())
    }

    /// The same for programs, which are not asked twice: an illegal number loses, whatever it costs people in this game.
    pub fn offer_strictly(&mut self, attempt: impl Into<Typed>) -> Offered {
        self.settle(attempt.into(), |_| true)
    }

    fn settle(&mut self, typed: Typed, loses: impl FnOnce(&IllegalMove) -> bool) -> Offered {
        let attempt = match self.understand(typed) {
            Ok(attempt) => attempt,
            Err(not_a_move) => return Offered::NotAMove(not_a_move),
        };
        let played = self.check(attempt).and_then(|chosen| self.play(chosen).map(|()| chosen));
        match played {
            Ok(chosen) => Offered::Played(chosen),
            Err(illegal) if self.outcome.is_none() && loses(&illegal) => {
                self.end_with(self.turn(), Loss::IllegalNumber(attempt));
                Offered::Lost(illegal)
            }
            Err(illegal) => Offered::AskAgain(illegal),
        }
    }

    /// Takes back the last move, and with it the end of the game; `None` when there is none to take back.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.moves.pop()?;
        let before = self.last();
        match (&mut self.state, undone) {
            (State::Take(state), _) => state.undo(before),
            (State::Divide(state), Move::Divide { number, by }) => state.undo(number, by),
            // A division game has no picks to take back.
            (State::Divide(_), Move::Pick(_)) => {}
        }
        self.outcome = None;
        Some(undone)
    }

    /// The position after so many of the moves, as it was before anybody gave up; `None` when there were not so many.
    pub fn at_ply(&self, ply: usize) -> Option<Position> {
        let mut position = self.clone();
        while position.moves.len() > ply {
            position.undo();
        }
        if let Some(Outcome { reason: Reason::Lost(_), .. }) = position.outcome {
            position.outcome = None;
        }
        (position.moves.len() == ply).then_some(position)
    }

    /// What was typed, as this game understands it: with one number on the table a bare 7 divides that number.
    ///
    /// # Errors
    /// A pick where a division is needed, and the reverse, are not moves here.
    pub fn understand(&self, typed: Typed) -> Result<Typed, NotAMove> {
        match (self.numbers(), typed) {
            (Numbers::Pool(_), Typed::Number(_)) | (Numbers::Table(_), Typed::Division { .. }) => Ok(typed),
            (Numbers::Table(&[number]), Typed::Number(by)) => Ok(Typed::Division { number: number.into(), by }),
            _ => Err(self.expected()),
        }
    }

    /// What a move looks like here, to tell somebody who typed something else.
    pub fn expected(&self) -> NotAMove {
        match self.numbers() {
            Numbers::Pool(_) => NotAMove::NotANumber,
            Numbers::Table([_]) => NotAMove::DivisorExpected,
            Numbers::Table(_) => {
                let example = self.nth_legal(0).unwrap_or(Move::Divide { number: 60, by: 2 });
                NotAMove::DivisionExpected { example }
            }
        }
    }

    #[inline]
    fn see_the_end(&mut self) {
        let is_stuck = match &self.state {
            State::Take(state) => state.legal().is_empty(),
            State::Divide(state) => state.is_over(),
        };
        if is_stuck {
            let stuck = self.turn();
            let winner = if self.game().misere { stuck } else { stuck.other() };
            self.outcome = Some(Outcome { winner, reason: Reason::NoMove });
        }
    }

    /// What decides about equality, see [`Position`].
    fn essence(&self) -> (&Game, &State, Side, Option<&Outcome>) {
        (self.game(), &self.state, self.turn(), self.outcome.as_ref())
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.essence() == other.essence()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.essence().hash(state);
    }
}
