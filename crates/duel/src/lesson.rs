//! A lesson: one idea, taught in steps. Each step is a position, a word or two, and a question that is answered by a move; at the end
//! stands a whole game against a computer that is beaten by the idea. A lesson is a file, like a rule book, and whatever it says of a
//! position is checked by the solver.
//!
//! ```
//! use duel::challenge::{Attempt, Challenge, Reply};
//! use duel::lesson::Lesson;
//! use duel::solve::Watch;
//!
//! let lesson = Lesson::find("pairs").expect("it is built in");
//! let watch = &mut Watch::forever();
//! lesson.check(watch)?;
//! let challenge = Challenge::of_step(&lesson.steps()[0], watch)?;
//! assert!(matches!(challenge.answer(Attempt::Typed("8"), watch)?, Reply::Right(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod claim;
mod file;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use crate::challenge::{Challenge, NoChallenge, Refutation, Reply};
use crate::coach::{Hint, Why};
use crate::computer::Level;
use crate::moves::Move;
use crate::position::Position;
use crate::rulebook::RuleBook;
use crate::seats::{Seat, Sitter};
use crate::session::{First, Origin, Session, Setup};
use crate::solve::{Watch, solve};
use crate::text::TextError;
use claim::Claim;

pub(crate) use claim::words as claims;
pub use file::LESSON_BYTES;

/// A small lesson to begin with, for those who write one.
pub const EXAMPLE: &str = include_str!("lesson/example.toml");

static BUILT_IN: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    [
        include_str!("lessons/first-game.toml"),
        include_str!("lessons/moves.toml"),
        include_str!("lessons/dead-ends.toml"),
        include_str!("lessons/one-ahead.toml"),
        include_str!("lessons/pairs.toml"),
        include_str!("lessons/largest.toml"),
        include_str!("lessons/last-resort.toml"),
        include_str!("lessons/factors.toml"),
        include_str!("lessons/nim.toml"),
    ]
    .into_iter()
    .map(|text| match Lesson::read(text) {
        Ok(lesson) => Lesson { is_built_in: true, ..lesson },
        Err(error) => panic!("a lesson of our own is wrong: {error}\n{text}"),
    })
    .collect()
});

/// One idea, taught in steps.
#[derive(Clone, Debug)]
pub struct Lesson {
    id: String,
    title: String,
    learned: String,
    steps: Vec<Step>,
    end: End,
    is_built_in: bool,
}

/// A position, and what is asked about it.
#[derive(Clone, Debug)]
pub struct Step {
    book: RuleBook,
    position: Position,
    say: String,
    task: Arc<Task>,
    claims: Vec<Claim>,
}

/// What is asked in a step, and what is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    asked: Asked,
    /// What to look for; without it the coach speaks.
    hint: Option<String>,
    /// Answers of their own to moves that are not right.
    wrong: Vec<(Move, String)>,
}

/// What sort of move a step asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// Any legal one.
    Legal,
    /// One that wins.
    Win,
    /// One that the lesson has in mind.
    Move,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// Any legal move is right.
    Legal,
    /// A move is right that wins.
    Win,
    /// One of these is right, and this is said to any other.
    Moves { right: Vec<Move>, other: String },
}

/// The whole game at the end of a lesson.
#[derive(Clone, Debug)]
struct End {
    book: RuleBook,
    opening: Vec<Move>,
    first: Seat,
    level: Level,
    say: String,
}

/// What a lesson says that is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfounded {
    /// In which step, counted from 1; the game at the end is one more.
    pub step: usize,
    /// What it is.
    pub what: Baseless,
}

/// What is not so in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Baseless {
    /// This claim.
    Claim(String),
    /// That a move wins.
    NothingWins,
    /// That this move is not right.
    IsRight(Move),
    /// It speaks of this number, and no claim is about it.
    NoClaim(u64),
    /// Nobody knows.
    TooHard,
}

impl Lesson {
    /// The lessons that are built in, the first game first.
    pub fn built_in() -> &'static [Lesson] {
        &BUILT_IN
    }

    /// The built-in lesson of this name.
    pub fn find(id: &str) -> Option<&'static Lesson> {
        BUILT_IN.iter().find(|lesson| lesson.id == id)
    }

    /// The built-in lesson after this one.
    pub fn next(&self) -> Option<&'static Lesson> {
        let at = BUILT_IN.iter().position(|lesson| self.is_built_in && lesson.id == self.id)?;
        BUILT_IN.get(at + 1)
    }

    /// Whether it is built in, so that it counts.
    pub fn is_built_in(&self) -> bool {
        self.is_built_in
    }

    /// Reads a lesson that somebody wrote.
    ///
    /// # Errors
    /// What is wrong with it, by line and column. Whether what it says is so, [`check`](Lesson::check) finds out.
    pub fn read(text: &str) -> Result<Lesson, TextError> {
        file::read(text)
    }

    /// What it is called by programs.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it is called by people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What whoever has won the game at its end has learned.
    pub fn learned(&self) -> &str {
        &self.learned
    }

    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What is said before the game at the end.
    pub fn before_the_game(&self) -> &str {
        &self.end.say
    }

    /// Who plays the game at the end against whoever learns.
    pub fn opponent(&self) -> Level {
        self.end.level
    }

    /// The game at the end; whoever learns sits in the first seat.
    pub fn game(&self, sitters: [Sitter; 2]) -> Setup {
        let End { book, opening, first, .. } = &self.end;
        let (first, opening) = (First::Seat(*first), opening.clone());
        let origin = Some(Origin::Lesson(self.id.clone()));
        Setup { first, opening, origin, ..Setup::new(book.clone(), sitters) }
    }

    /// Our own lesson that something comes from.
    pub fn of(origin: Option<&Origin>) -> Option<&'static Lesson> {
        match origin {
            Some(Origin::Lesson(id)) => Lesson::find(id),
            _ => None,
        }
    }

    /// Our own lesson that this session is the game at the end of. What was played on from a step comes from the lesson, too, and is
    /// not that game.
    pub fn ended_by(session: &Session) -> Option<&'static Lesson> {
        let opening = &session.position().moves()[..session.opening()];
        Lesson::of(session.origin())
            .filter(|Lesson { end, .. }| end.book.code() == session.book().code() && end.opening == opening)
    }

    /// Whether whoever learns wins the game at the end, if nobody errs; `None` when that is too hard to find out.
    pub fn can_be_won(&self, watch: &mut Watch<'_>) -> Option<bool> {
        let End { book, opening, first, .. } = &self.end;
        let mut position = book.game().start().ok()?;
        for &played in opening {
            position.play(played).ok()?;
        }
        let is_learner_to_move = (*first == Seat::One) == opening.len().is_multiple_of(2);
        Some(is_learner_to_move != solve(&position, watch).ok()?.winning.is_empty())
    }

    /// Checks everything that it says.
    ///
    /// # Errors
    /// The first thing that is not so.
    pub fn check(&self, watch: &mut Watch<'_>) -> Result<(), Unfounded> {
        let mut known = BTreeSet::new();
        for (at, step) in self.steps.iter().enumerate() {
            // What just happened may be spoken of as well.
            known = step.check(known, watch).map_err(|what| Unfounded { step: at + 1, what })?;
        }
        let End { book, opening, say, .. } = &self.end;
        known.extend(numbers(&book.code()));
        known.extend(opening.iter().map(|played| played.number()));
        let what = |number| Unfounded { step: self.steps.len() + 1, what: Baseless::NoClaim(number) };
        numbers(say).find(|number| !known.contains(number)).map_or(Ok(()), |number| Err(what(number)))
    }
}

impl Step {
    /// What is played.
    pub fn book(&self) -> &RuleBook {
        &self.book
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is said before the move.
    pub fn say(&self) -> &str {
        &self.say
    }

    /// Whether it claims anything that can be checked, beside its answer.
    pub fn has_claims(&self) -> bool {
        !self.claims.is_empty()
    }

    /// What it asks for.
    pub fn ask(&self) -> Ask {
        match self.task.asked {
            Asked::Legal => Ask::Legal,
            Asked::Win => Ask::Win,
            Asked::Moves { .. } => Ask::Move,
        }
    }

    pub(crate) fn task(&self) -> &Arc<Task> {
        &self.task
    }

    /// Checks it, for somebody who knows these numbers from the step before; the numbers that it has itself.
    fn check(&self, before: BTreeSet<u64>, watch: &mut Watch<'_>) -> Result<BTreeSet<u64>, Baseless> {
        let Task { asked, hint, wrong } = &*self.task;
        for claim in &self.claims {
            if !claim.holds(&self.position, watch).ok_or(Baseless::TooHard)? {
                return Err(Baseless::Claim(claim.to_string()));
            }
        }
        let challenge = Challenge::of_step(self, watch).map_err(|why| match why {
            NoChallenge::NothingWins => Baseless::NothingWins,
            NoChallenge::TooHard(_) => Baseless::TooHard,
        })?;
        if *asked == Asked::Win {
            let winning = solve(challenge.position(), watch).map_err(|_| Baseless::TooHard)?.winning;
            if let Some((chosen, _)) = wrong.iter().find(|(chosen, _)| winning.contains(chosen)) {
                return Err(Baseless::IsRight(*chosen));
            }
        }
        let mut own: BTreeSet<u64> = numbers(&self.book.code()).collect();
        own.extend(self.position.moves().iter().chain(asked.right()).map(|played| played.number()));
        own.extend(wrong.iter().map(|(chosen, _)| chosen.number()));
        own.extend(self.claims.iter().flat_map(|claim| numbers(&claim.to_string()).collect::<Vec<_>>()));
        let said = [Some(&self.say), hint.as_ref(), asked.other()].into_iter().flatten();
        let mut said = said.chain(wrong.iter().map(|(_, reply)| reply)).flat_map(|text| numbers(text));
        match said.find(|number| !own.contains(number) && !before.contains(number)) {
            Some(number) => Err(Baseless::NoClaim(number)),
            None => Ok(own),
        }
    }
}

impl Asked {
    fn right(&self) -> &[Move] {
        if let Asked::Moves { right, .. } = self { right } else { &[] }
    }

    fn other(&self) -> Option<&String> {
        if let Asked::Moves { other, .. } = self { Some(other) } else { None }
    }
}

impl Task {
    /// What is said to this legal move, where it is not the solver who decides.
    pub(crate) fn judge(&self, chosen: Move) -> Option<Reply> {
        let said = |said: &String| Some(Reply::Wrong { chosen, because: Refutation::Said(said.clone()) });
        if let Some((_, reply)) = self.wrong.iter().find(|(wrong, _)| *wrong == chosen) {
            return said(reply);
        }
        match &self.asked {
            Asked::Win => None,
            Asked::Moves { right, other } if !right.contains(&chosen) => said(other),
            Asked::Legal | Asked::Moves { .. } => Some(Reply::Right(self.because(chosen))),
        }
    }

    /// What to look for, if the lesson says it.
    pub(crate) fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// A right move with the reason that the lesson gives; `None` where only the solver knows one.
    pub(crate) fn answer(&self, position: &Position) -> Option<Hint> {
        let right = match &self.asked {
            Asked::Win => return None,
            Asked::Legal => position.nth_legal(0),
            Asked::Moves { right, .. } => right.first().copied(),
        };
        right.map(|right| self.because(right))
    }

    fn because(&self, chosen: Move) -> Hint {
        Hint { chosen, why: Why::Taught(self.hint().unwrap_or_default().into()), is_any: false }
    }
}

/// The numbers in a text.
fn numbers(text: &str) -> impl Iterator<Item = u64> + '_ {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}
