//! The game and the position that a question is about. Whatever it comes from is read once.

use duel::solve::Watch;
use duel::speech::{Address, Called, Language};
use duel::{Move, Position, RuleBook, Seat, Session, Who};

use super::answer::{Drawn, Outcome};
use super::drawn::draw;
use super::question::{Replay, Scene};
use super::trouble::Trouble;
use crate::book::book_of;
use crate::problem::Problem;
use crate::wire;

/// How many moves of a game are followed. Nobody plays so many; a stranger's link or record can have a hundred thousand.
const FOLLOWED: usize = 1_000;

/// Refuses a game that is too long.
pub(crate) fn check_length(moves: usize) -> Result<(), Problem> {
    if moves <= FOLLOWED { Ok(()) } else { Err(Trouble::TooLong { moves, most: FOLLOWED }.into()) }
}

pub(crate) fn moves_of(moves: Option<&Vec<wire::Move>>) -> Vec<Move> {
    moves.into_iter().flatten().map(|wire::Move(each)| *each).collect()
}

/// The position that these moves lead to, perhaps with somebody's loss there.
pub(crate) fn position_of(book: &RuleBook, moves: &[Move], outcome: Option<&Outcome>) -> Result<Position, Problem> {
    check_length(moves.len())?;
    let mut position = book.game().replay(moves.iter().copied()).map_err(Problem::new)?;
    if let Some(outcome) = outcome {
        position.conclude(Some(&outcome.read()?)).map_err(Trouble::Contradiction)?;
    }
    Ok(position)
}

/// What there is to see in a scene.
pub(crate) struct Seen {
    pub(crate) book: RuleBook,
    pub(crate) position: Position,
    /// How many of the moves were made by chance before anybody played.
    pub(crate) opening: usize,
    pub(crate) names: [String; 2],
    pub(crate) called: [Called; 2],
    /// Whether people find the legal numbers themselves.
    pub(crate) hides_legal: bool,
    pub(crate) language: Language,
}

impl Seen {
    pub(crate) fn watch(&self) -> Watch<'static> {
        Watch::advice(self.book.game())
    }

    pub(crate) fn drawn(&self) -> Drawn {
        draw(&self.book, &self.position, &self.called, self.hides_legal, self.language)
    }
}

impl Seen {
    fn of(session: &Session, language: Language) -> Seen {
        Seen {
            book: session.book().clone(),
            position: session.position().clone(),
            opening: session.opening(),
            names: session.names(),
            called: session.called_by_side(Address::AsYou),
            hides_legal: session.hides_legal(),
            language,
        }
    }
}

impl Scene {
    /// The book alone: some games can be asked about that are too large to be played.
    pub(crate) fn book(&self) -> Result<RuleBook, Problem> {
        match self {
            Scene::Session(saved) => Ok(saved.session()?.book().clone()),
            Scene::Replay(Replay { game, rules, .. }) => book_of(game.as_deref(), rules.as_deref()),
        }
    }

    pub(crate) fn see(&self, language: Language) -> Result<Seen, Problem> {
        let replay = match self {
            Scene::Session(saved) => return Ok(Seen::of(&saved.session()?, language)),
            Scene::Replay(replay) => replay,
        };
        let book = self.book()?;
        let position = position_of(&book, &moves_of(replay.moves.as_ref()), replay.outcome.as_ref())?;
        let usual = || Seat::BOTH.map(|seat| Who::Person.usual_name(seat, language).to_string());
        let names = replay.names.clone().unwrap_or_else(usual);
        let called = Called::by_names(&names);
        Ok(Seen { book, position, opening: replay.opening.unwrap_or(0), names, called, hides_legal: false, language })
    }
}
