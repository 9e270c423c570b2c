//! A position of a game, a review, a puzzle or a lesson that somebody wants to play on from.

use std::path::PathBuf;

use duel::puzzle::Puzzle;
use duel::session::{First, Origin, Setup};
use duel::{Name, Position, RuleBook, Seat, Session, Side, Sitter, Who};

use crate::chance;
use crate::failure::{Failure, Fallible};
use crate::names::Names;
use crate::sitting::{Around, Sitting};
use crate::store::saves::Keeper;

/// A position that can be played on.
#[derive(Clone)]
pub(crate) struct Here {
    pub(crate) book: RuleBook,
    pub(crate) position: Position,
    origin: Origin,
    /// Whether people find the legal numbers themselves, as they did there.
    pub(crate) hides_legal: bool,
    /// Whether there is advice: where one of two people plays without, nobody gets it by a detour.
    has_advice: bool,
    /// What the people there are called, by side.
    people: [Option<Name>; 2],
    rule_file: Option<PathBuf>,
}

impl Here {
    /// A position in which somebody has the turn; `None` where nobody has.
    pub(crate) fn at(book: &RuleBook, position: &Position, origin: Origin) -> Option<Here> {
        let is_running = position.outcome().is_none();
        let (book, position) = (book.clone(), position.clone());
        is_running.then_some(Here {
            book,
            position,
            origin,
            hides_legal: false,
            has_advice: true,
            people: [None, None],
            rule_file: None,
        })
    }

    /// The position of this game after so many moves, or the last one of it that can be played.
    pub(crate) fn in_game(session: &Session, at: Option<usize>) -> Option<Here> {
        let end = session.position();
        let moves = end.moves().len();
        let last =
            || end.at_ply(moves).filter(|last| last.outcome().is_none()).or_else(|| end.at_ply(moves.checked_sub(1)?));
        let position = at.map_or_else(last, |at| end.at_ply(at))?;
        let origin = Origin::Game { id: session.id().cloned(), at: position.moves().len() + 1 };
        let here = Here::at(session.book(), &position, origin)?;
        let person = |side| Some(session.sitter(session.seat(side))).filter(|sitter| sitter.who == Who::Person);
        let may_ask = |seat: Seat| session.sitter(seat).who != Who::Person || session.advice()[seat.index()];
        Some(Here {
            hides_legal: session.hides_legal(),
            has_advice: session.turn().is_none() || Seat::BOTH.into_iter().all(may_ask),
            people: [Side::One, Side::Two].map(|side| person(side).map(|sitter| sitter.name.clone())),
            ..here
        })
    }

    /// A puzzle, or what is left to win after its answer; `None` where nothing is.
    pub(crate) fn in_puzzle(puzzle: &Puzzle, is_answered: bool) -> Option<Here> {
        let mut position = puzzle.position.clone();
        if is_answered {
            position.play(puzzle.answer).ok()?;
        }
        Here::at(&puzzle.book, &position, Origin::Puzzle)
    }

    /// The same, in a book whose words are in this file.
    pub(crate) fn in_the_words_of(self, rule_file: Option<PathBuf>) -> Here {
        Here { rule_file, ..self }
    }

    /// A new game from here between these two; the first of them has the turn, or the other one has. People keep their names.
    pub(crate) fn setup(self, who: [Who; 2], has_the_turn: bool) -> Setup {
        let mover = if has_the_turn { Seat::One } else { Seat::Two };
        let first = if self.position.turn() == Side::One { mover } else { mover.other() };
        let usual = Names::seat(None, who);
        let named = Seat::BOTH.map(|seat| {
            let side = if seat == first { Side::One } else { Side::Two };
            let Sitter { name, who } = usual[seat.index()].clone();
            let known = self.people[side.index()].clone().filter(|_| who == Who::Person);
            Sitter { name: known.unwrap_or(name), who }
        });
        let sitters = if named[0].name == named[1].name { usual } else { named };
        Setup {
            first: First::Seat(first),
            advice: [self.has_advice; 2],
            opening: self.position.moves().to_vec(),
            origin: Some(self.origin),
            hides_legal: self.hides_legal,
            ..Setup::new(self.book, sitters)
        }
    }

    /// The same of a person against this player, kept here.
    pub(crate) fn sit_down(self, opponent: Who, has_the_turn: bool, keeper: Keeper) -> Fallible<Sitting> {
        let around = Around { rule_file: self.rule_file.clone(), ..Around::default() };
        let setup = self.setup([Who::Person, opponent], has_the_turn);
        let setup = Setup { id: Some(chance::new_id()?), seed: chance::seed(None)?, ..setup };
        Sitting::begin(setup, keeper, around).map_err(Failure::misused)
    }
}
