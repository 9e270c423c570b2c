//! Lessons: their steps, and what is learned when the game at the end is won.

use duel::lesson::Lesson;
use duel::speech::{self, Language};
use duel::{Session, lesson};
use serde_json::Value;

use super::answer::{self, Learned, LessonListed, Lessons, Step};
use super::challenged::read;
use super::question::AtStep;
use super::shelf::opponent;
use super::trouble::Trouble;
use crate::problem::Problem;
use crate::wire::Move;

pub(crate) fn find_lesson(id: &str) -> Result<&'static Lesson, Problem> {
    Lesson::find(id).ok_or_else(|| Trouble::NoLesson(id.into()).into())
}

pub(crate) fn find_step(AtStep { lesson, at }: &AtStep) -> Result<&'static lesson::Step, Problem> {
    let steps = find_lesson(lesson)?.steps();
    steps.get(*at).ok_or_else(|| Trouble::NoStep { steps: steps.len() }.into())
}

pub(crate) fn lessons(kept: Option<&Value>) -> Lessons {
    let progress = read(kept).unwrap_or_default();
    let listed = |lesson: &Lesson| LessonListed {
        id: lesson.id().into(),
        title: lesson.title().into(),
        learned: lesson.learned().into(),
        steps: lesson.steps().len(),
        is_done: progress.has_done(lesson),
    };
    Lessons { lessons: Lesson::built_in().iter().map(listed).collect(), next: progress.next_lesson().id().into() }
}

pub(crate) fn lesson(id: &str, language: Language) -> Result<answer::Lesson, Problem> {
    let lesson = find_lesson(id)?;
    let step = |step: &lesson::Step| Step {
        say: step.say().into(),
        game: step.book().code(),
        moves: step.position().moves().iter().copied().map(Move).collect(),
        ask: step.ask(),
    };
    Ok(answer::Lesson {
        title: lesson.title().into(),
        learned: lesson.learned().into(),
        steps: lesson.steps().iter().map(step).collect(),
        before_the_game: lesson.before_the_game().into(),
        opponent: opponent(lesson.opponent(), language),
    })
}

/// A lesson is done when the game at its end is won by whoever learns.
pub(crate) fn learned(session: &Session, kept: Option<&Value>, language: Language) -> Result<Learned, Problem> {
    let winner = session.position().outcome().map(|outcome| session.seat(outcome.winner));
    let is_won = winner.is_some() && winner == session.only_person();
    let lesson = Lesson::ended_by(session).filter(|_| is_won).ok_or(Trouble::NothingLearned)?;
    let mut progress = read(kept).unwrap_or_default();
    progress.count_lesson(lesson);
    Ok(Learned { words: language.say(&speech::Learned(lesson)), progress })
}
