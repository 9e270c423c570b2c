//! Positions: what can be played, and what becomes of it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::game::{Game, Invalid, Kind};
use crate::list::{self, Span};
use crate::moves::{Answer, IllegalMove, IllegalReason, Move, Player};
use crate::outcome::{Loss, Outcome, Reason};
use crate::typed::{NotAMove, Typed};
use crate::{divide, take};

/// A game with what can be prepared once for all its positions.
#[derive(Debug)]
pub(crate) struct Board {
    game: Game,
    kind: BoardKind,
}

#[derive(Debug)]
enum BoardKind {
    Take(take::Board),
    Divide(divide::Board),
}

#[derive(Clone, Debug)]
enum State {
    Take(take::State),
    Divide(divide::State),
}

impl Board {
    pub(crate) fn new(game: Game) -> Board {
        let kind = match &game.kind {
            Kind::Take(rules) => BoardKind::Take(take::Board::new(rules)),
            Kind::Divide(table) => BoardKind::Divide(divide::Board::new(table)),
        };
        Board { game, kind }
    }
}

/// A position in a game: always legal, because only [`Game::start`] and [`Position::play`] make one.
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
    board: Arc<Board>,
    state: State,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

impl Position {
    pub(crate) fn start(board: Arc<Board>) -> Position {
        let state = match &board.kind {
            BoardKind::Take(board) => State::Take(board.start()),
            BoardKind::Divide(board) => State::Divide(board.start()),
        };
        let mut position = Position { board, state, moves: Vec::new(), outcome: None };
        position.see_the_end();
        position
    }

    /// What is played.
    pub fn game(&self) -> &Game {
        &self.board.game
    }

    /// The moves so far, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whose turn it is; at the end the side that could not move, or whose turn it was.
    pub fn turn(&self) -> Player {
        if self.moves.len().is_multiple_of(2) { Player::One } else { Player::Two }
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
    pub fn numbers(&self) -> Option<&[u64]> {
        match &self.state {
            State::Take(_) => None,
            State::Divide(table) => Some(table),
        }
    }

    /// The numbers still free, ascending; none in a division game.
    pub fn free(&self) -> Vec<u64> {
        match (&self.board.kind, &self.state) {
            (BoardKind::Take(board), State::Take(state)) => {
                state.free.iter().map(|index| board.rules.pool.number(index)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the number is still free in the pool.
    pub fn is_free(&self, number: u64) -> bool {
        match (&self.board.kind, &self.state) {
            (BoardKind::Take(board), State::Take(state)) => {
                let pool = &board.rules.pool;
                pool.contains(number) && state.free.contains(pool.index(number))
            }
            _ => false,
        }
    }

    /// The legal moves, ascending; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        match (&self.board.kind, &self.state) {
            (BoardKind::Take(board), State::Take(state)) => {
                state.legal.iter().map(|&index| Move::Pick(board.number(index))).collect()
            }
            (BoardKind::Divide(board), State::Divide(table)) => board.legal_moves(table),
            _ => unreachable!("a board and its state are of one kind"),
        }
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn legal_count(&self) -> usize {
        if self.outcome.is_some() {
            return 0;
        }
        match (&self.board.kind, &self.state) {
            (_, State::Take(state)) => state.legal.len(),
            (BoardKind::Divide(board), State::Divide(table)) => board.legal_count(table),
            _ => unreachable!("a board and its state are of one kind"),
        }
    }

    /// The legal move at this place in [`legal_moves`](Position::legal_moves).
    #[inline]
    pub fn nth_legal(&self, at: usize) -> Option<Move> {
        match (&self.board.kind, &self.state) {
            (BoardKind::Take(board), State::Take(state)) if self.outcome.is_none() => {
                state.legal.get(at).map(|&index| Move::Pick(board.number(index)))
            }
            _ => self.legal_moves().get(at).copied(),
        }
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, candidate: Move) -> bool {
        self.check(candidate).is_ok()
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// An illegal move changes nothing, whatever it may cost in this game (for that see [`answer`](Position::answer)).
    #[inline]
    pub fn play(&mut self, chosen: Move) -> Result<(), IllegalMove> {
        if let (BoardKind::Take(board), State::Take(state), Move::Pick(number), None) =
            (&self.board.kind, &mut self.state, chosen, &self.outcome)
        {
            let illegal = |reason| IllegalMove { attempt: chosen.into(), reason };
            let index = board.check(state, number).map_err(illegal)?;
            board.pick(state, index);
        } else {
            self.check(chosen)?;
            if let (State::Divide(table), Move::Divide { number, by }) = (&mut self.state, chosen) {
                divide::Board::divide(table, number, by);
            }
        }
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
    pub fn answer(&mut self, text: &str) -> Answer {
        let attempt = match text.parse().map_err(|_: NotAMove| self.expected()).and_then(|typed| self.understand(typed))
        {
            Ok(attempt) => attempt,
            Err(not_a_move) => return Answer::NotAMove(not_a_move),
        };
        let illegal = match attempt.as_move() {
            Some(chosen) => match self.play(chosen) {
                Ok(()) => return Answer::Played(chosen),
                Err(illegal) => illegal,
            },
            None => IllegalMove { attempt, reason: self.why_too_large(attempt) },
        };
        if self.outcome.is_none() && self.game().invalid == Invalid::Loses {
            self.lose(self.turn(), Loss::IllegalNumber(attempt));
            Answer::Lost(illegal)
        } else {
            Answer::AskAgain(illegal)
        }
    }

    /// Ends a running game with this player's loss.
    pub fn lose(&mut self, loser: Player, how: Loss) {
        if self.outcome.is_none() {
            self.outcome = Some(Outcome { winner: loser.other(), reason: Reason::Lost(how) });
        }
    }

    /// Takes back the last move, and with it the end of the game; `None` when there is none to take back.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.moves.pop()?;
        let before = self.last();
        match (&self.board.kind, &mut self.state, undone) {
            (BoardKind::Take(board), State::Take(state), Move::Pick(_)) => board.undo(state, before),
            (_, State::Divide(table), Move::Divide { number, by }) => divide::Board::undo(table, number, by),
            _ => unreachable!("a move and its board are of one kind"),
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
        match (&self.state, typed) {
            (State::Take(_), Typed::Number(_)) | (State::Divide(_), Typed::Division { .. }) => Ok(typed),
            (State::Take(_), Typed::Division { .. }) => Err(self.expected()),
            (State::Divide(table), Typed::Number(by)) => match table[..] {
                [number] => Ok(Typed::Division { number: number.into(), by }),
                _ => Err(self.expected()),
            },
        }
    }

    /// What a move looks like here, to tell somebody who typed something else.
    pub fn expected(&self) -> NotAMove {
        match self.numbers() {
            None => NotAMove::NotANumber,
            Some([_]) => NotAMove::DivisorExpected,
            Some(_) => {
                let example = self.nth_legal(0).unwrap_or(Move::Divide { number: 60, by: 2 });
                NotAMove::DivisionExpected { example }
            }
        }
    }

    /// The free numbers of a pool game as a list for people, the legal ones among them marked.
    pub fn free_spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        list::pool(self, &mut spans);
        spans
    }

    /// The legal moves as a list for people.
    pub fn legal_spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        list::legal(self, &mut spans);
        spans
    }

    /// Why the game is over, in a sentence; `names` are those of the side that moved first and of the other one.
    pub fn why_it_ended(&self, names: &[String; 2]) -> Option<String> {
        let Outcome { winner, reason } = self.outcome.as_ref()?;
        let (won, lost) = (&names[winner.index()], &names[winner.other().index()]);
        Some(match reason {
            Reason::NoMove if self.game().misere => format!("{won} cannot move, and in this game that wins."),
            Reason::NoMove => match (self.moves.is_empty(), self.numbers()) {
                (true, Some([prime])) => format!("{prime} is a prime number: {lost} has no move and loses at once."),
                (true, _) => format!("Only primes are on the table: {lost} has no move and loses at once."),
                (false, _) => format!("{lost} cannot move."),
            },
            Reason::Lost(Loss::IllegalNumber(attempt)) => {
                let typed = match (*attempt, self.numbers()) {
                    // With one number on the table the divisor alone is what people type.
                    (Typed::Division { number, by }, Some([only])) if number == u128::from(*only) => Typed::Number(by),
                    (attempt, _) => attempt,
                };
                format!("{lost} loses by the illegal number {typed}.")
            }
            Reason::Lost(Loss::Resigned) => format!("{lost} resigns."),
            Reason::Lost(Loss::Time) => format!("{lost} has run out of time."),
            Reason::Lost(Loss::Forfeit) => format!("{lost} forfeits the game."),
        })
    }

    /// The same game with a fair start, if this one was over after its first pick and a fair start would have helped.
    pub fn fair_offer(&self) -> Option<Game> {
        let is_over_at_once = matches!(self.moves(), [Move::Pick(_)])
            && matches!(self.outcome(), Some(Outcome { reason: Reason::NoMove, .. }));
        if !is_over_at_once || self.game().is_misere() || self.game().has_fair_start() {
            return None;
        }
        self.game().clone().with_fair_start().ok()
    }

    fn check(&self, candidate: Move) -> Result<(), IllegalMove> {
        let illegal = |reason| IllegalMove { attempt: candidate.into(), reason };
        if self.outcome.is_some() {
            return Err(illegal(IllegalReason::GameOver));
        }
        match (&self.board.kind, &self.state, candidate) {
            (BoardKind::Take(board), State::Take(state), Move::Pick(number)) => {
                board.check(state, number).map(|_| ()).map_err(illegal)
            }
            (_, State::Divide(table), Move::Divide { number, by }) => {
                divide::Board::check(table, number, by).map_err(illegal)
            }
            (BoardKind::Take(board), ..) => Err(illegal(IllegalReason::NotOnBoard { pool: board.rules.pool })),
            (_, State::Divide(table), _) => Err(illegal(IllegalReason::NotOnTable { table: table.clone() })),
            _ => unreachable!("a board and its state are of one kind"),
        }
    }

    /// Why a number beyond 64 bits is not legal.
    fn why_too_large(&self, attempt: Typed) -> IllegalReason {
        match (&self.board.kind, &self.state, attempt) {
            _ if self.outcome.is_some() => IllegalReason::GameOver,
            (BoardKind::Take(board), ..) => IllegalReason::NotOnBoard { pool: board.rules.pool },
            (_, State::Divide(table), Typed::Division { number, .. }) => match u64::try_from(number) {
                Ok(number) if table.contains(&number) => IllegalReason::NotProperDivisor { number },
                _ => IllegalReason::NotOnTable { table: table.clone() },
            },
            _ => unreachable!("a division game understands divisions only"),
        }
    }

    #[inline]
    fn see_the_end(&mut self) {
        let stuck = match (&self.board.kind, &self.state) {
            (_, State::Take(state)) => state.legal.is_empty(),
            (BoardKind::Divide(board), State::Divide(table)) => board.is_over(table),
            _ => unreachable!("a board and its state are of one kind"),
        };
        if stuck {
            let stuck = self.turn();
            let winner = if self.board.game.misere { stuck } else { stuck.other() };
            self.outcome = Some(Outcome { winner, reason: Reason::NoMove });
        }
    }

    /// What decides about equality, see [`Position`].
    fn essence(&self) -> (&Game, Essence<'_>, Player, Option<&Outcome>) {
        let essence = match &self.state {
            State::Take(state) => Essence::Take(&state.free, state.last),
            State::Divide(table) => Essence::Divide(table),
        };
        (&self.board.game, essence, self.turn(), self.outcome.as_ref())
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Essence<'a> {
    Take(&'a crate::bits::Bits, Option<u32>),
    Divide(&'a [u64]),
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
