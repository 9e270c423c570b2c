//! Reading a lesson, and saying where one is wrong.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::claim::Claim;
use super::{Ask, Asked, End, Lesson, Step, Task};
use crate::computer::Level;
use crate::moves::Move;
use crate::position::Position;
use crate::rulebook::RuleBook;
use crate::rulefile::{Reader, parsed};
use crate::seats::Seat;
use crate::text::{LessonProblem, TextError};

pub use crate::rulefile::RULE_FILE_BYTES as LESSON_BYTES;

/// A lesson that is longer teaches more than one idea.
const MOST_STEPS: usize = 20;
/// Nobody learns on a larger board, and what is claimed of one takes no time to check.
const MOST_NUMBERS: u64 = 1_000;
/// What stands before a move is read in a moment, in the smallest window.
const COLUMNS: usize = 58;
const LINES: usize = 2;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    format: Spanned<i64>,
    id: Spanned<String>,
    title: Spanned<String>,
    learned: Spanned<String>,
    step: Spanned<Vec<StepEntry>>,
    end: EndEntry,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Who {
    You,
    Them,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepEntry {
    game: Option<Spanned<String>>,
    moves: Option<Spanned<String>>,
    say: Spanned<String>,
    ask: Spanned<Ask>,
    right: Option<Spanned<String>>,
    other: Option<Spanned<String>>,
    hint: Option<Spanned<String>>,
    #[serde(default)]
    wrong: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    claims: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndEntry {
    say: Spanned<String>,
    game: Spanned<String>,
    moves: Option<Spanned<String>>,
    first: Who,
    opponent: Spanned<toml::Value>,
}

pub(super) fn read(text: &str) -> Result<Lesson, TextError> {
    let (text, file) = parsed::<LessonFile>(text)?;
    let reader = Reader { text: &text };
    if *file.format.get_ref() != 1 {
        return Err(reader.wrong(file.format.span().start, LessonProblem::Version { version: *file.format.get_ref() }));
    }
    if !(1..=MOST_STEPS).contains(&file.step.get_ref().len()) {
        return Err(reader.wrong(file.step.span().start, LessonProblem::Steps { most: MOST_STEPS }));
    }
    let mut steps: Vec<Step> = Vec::new();
    for entry in file.step.get_ref() {
        let before = steps.last().map(|step| &step.book);
        steps.push(reader.step(entry, before)?);
    }
    Ok(Lesson {
        id: reader.id(&file.id)?,
        title: reader.line_of_text(&file.title, "title")?,
        learned: reader.short(&file.learned)?,
        steps,
        end: reader.end(&file.end)?,
        is_built_in: false,
    })
}

impl Reader<'_> {
    /// A text of two lines at most.
    fn short(&self, field: &Spanned<String>) -> Result<String, TextError> {
        let text = self.prose(field)?.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut lines = vec![0];
        for word in text.split(' ').map(|word| word.chars().count()) {
            match lines.last_mut() {
                Some(line) if *line + 1 + word <= COLUMNS || *line == 0 => *line += 1 + word,
                _ => lines.push(1 + word),
            }
        }
        if text.is_empty() || lines.len() > LINES || lines.iter().any(|&line| line > COLUMNS + 1) {
            return Err(self.wrong(field.span().start, LessonProblem::NotShort { lines: LINES, columns: COLUMNS }));
        }
        Ok(text)
    }

    /// A game with these moves made, in which there is something to do.
    fn position(
        &self,
        game: &Spanned<String>,
        moves: Option<&Spanned<String>>,
    ) -> Result<(RuleBook, Position), TextError> {
        let book = RuleBook::find(game.get_ref()).map_err(|error| {
            let at = self.locate(&game.span(), game.get_ref(), error.at.start);
            self.wrong(at, error.problem)
        })?;
        let position = self.played(&book, game.span().start, moves)?;
        match position.outcome() {
            Some(_) => Err(self.wrong(moves.unwrap_or(game).span().start, LessonProblem::Over)),
            None => Ok((book, position)),
        }
    }

    fn played(&self, book: &RuleBook, game: usize, moves: Option<&Spanned<String>>) -> Result<Position, TextError> {
        let at = moves.map_or(game, |moves| moves.span().start);
        if book.game().pool().is_some_and(|pool| pool.count() > MOST_NUMBERS) {
            return Err(self.wrong(at, LessonProblem::LargeBoard { most: MOST_NUMBERS }));
        }
        let mut position = book.game().start().map_err(|error| self.wrong(at, error))?;
        for token in moves.map_or("", |moves| moves.get_ref()).split_whitespace() {
            position.play_written(token).map_err(|why| self.wrong(at, LessonProblem::Move(why)))?;
        }
        Ok(position)
    }

    fn legal(&self, position: &Position, token: &str, at: usize) -> Result<Move, TextError> {
        position.clone().play_written(token).map_err(|why| self.wrong(at, LessonProblem::Move(why)))
    }

    /// A step, on the board of the step before unless it says another.
    fn step(&self, entry: &StepEntry, before: Option<&RuleBook>) -> Result<Step, TextError> {
        let ask = entry.ask.span().start;
        let (book, position) = match (&entry.game, before) {
            (Some(game), _) => self.position(game, entry.moves.as_ref())?,
            (None, Some(book)) => (book.clone(), self.played(book, ask, entry.moves.as_ref())?),
            (None, None) => return Err(self.wrong(ask, LessonProblem::NoGame)),
        };
        if position.outcome().is_some() {
            return Err(self.wrong(ask, LessonProblem::Over));
        }
        let needs = |key| self.wrong(ask, LessonProblem::Needs { key });
        let asked = match (entry.ask.get_ref(), &entry.right, &entry.other) {
            (Ask::Legal, None, None) => Asked::Legal,
            (Ask::Win, None, None) => Asked::Win,
            (Ask::Move, Some(right), Some(other)) => {
                let moves = right.get_ref().split_whitespace();
                let legal = moves.map(|token| self.legal(&position, token, right.span().start));
                Asked::Moves { right: legal.collect::<Result<_, _>>()?, other: self.short(other)? }
            }
            (Ask::Move, ..) => return Err(needs("right and other")),
            (_, Some(field), _) | (_, _, Some(field)) => {
                return Err(self.wrong(field.span().start, LessonProblem::OnlyOfMoves));
            }
        };
        if matches!(&asked, Asked::Moves { right, .. } if right.is_empty()) {
            return Err(needs("a move in right"));
        }
        if entry.hint.is_none() && asked != Asked::Win {
            return Err(needs("hint"));
        }
        let wrong = |(token, reply): (&String, &Spanned<String>)| {
            let at = reply.span().start;
            let chosen = self.legal(&position, token, at)?;
            if asked == Asked::Legal || asked.right().contains(&chosen) {
                return Err(self.wrong(at, LessonProblem::IsRight(chosen)));
            }
            Ok((chosen, self.short(reply)?))
        };
        let claim = |claim: &Spanned<String>| {
            Claim::read(claim.get_ref()).ok_or_else(|| self.wrong(claim.span().start, LessonProblem::NotAClaim))
        };
        Ok(Step {
            say: self.short(&entry.say)?,
            claims: entry.claims.iter().map(claim).collect::<Result<_, _>>()?,
            task: Arc::new(Task {
                hint: entry.hint.as_ref().map(|hint| self.short(hint)).transpose()?,
                wrong: entry.wrong.iter().map(wrong).collect::<Result<_, _>>()?,
                asked,
            }),
            book,
            position,
        })
    }

    fn end(&self, entry: &EndEntry) -> Result<End, TextError> {
        let (book, position) = self.position(&entry.game, entry.moves.as_ref())?;
        let first = match entry.first {
            Who::You => Seat::One,
            Who::Them => Seat::Two,
        };
        let level =
            entry.opponent.get_ref().as_integer().and_then(|number| Level::from_number(number.try_into().ok()?));
        let level = level.ok_or_else(|| self.wrong(entry.opponent.span().start, LessonProblem::Opponent))?;
        Ok(End { book, opening: position.moves().to_vec(), first, level, say: self.short(&entry.say)? })
    }
}
