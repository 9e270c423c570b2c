//! Challenges and progress. Whoever asks keeps what they are given here, and gives it back with the next question to be checked.

use duel::challenge::{BadProgress, Challenge, Progress, Reply, Source};
use duel::coach::Advice;
use duel::puzzle::Puzzle;
use duel::solve::Watch;
use duel::speech::{HowFar, Language, Shared};
use duel::{Date, RuleBook};
use serde_json::Value;

use super::answer::{Judged, Known, Mark};
use super::question::{Attempt, Challenged, Posed};
use super::taught::find_step;
use super::trouble::Trouble;
use crate::problem::{Problem, say};
use crate::wire::Move;

pub(crate) fn challenge(asked: &Challenged, language: Language) -> Result<Judged, Problem> {
    let (book, challenge) = match (&asked.scene, &asked.step) {
        (Some(scene), None) => {
            let seen = scene.see(language)?;
            let source = match &asked.puzzle {
                Some(Posed { day }) => Source::puzzle(&seen.book, &seen.position, day.map(u64::from)),
                None => Source::TurningPoint,
            };
            let challenge = Challenge::new(seen.position.clone(), source, &mut seen.watch());
            (seen.book, challenge)
        }
        (None, Some(step)) if asked.puzzle.is_none() => {
            let step = find_step(step)?;
            (step.book().clone(), Challenge::of_step(step, &mut Watch::advice(step.book().game())))
        }
        _ => return Err(Trouble::OneChallenge.into()),
    };
    let (challenge, watch) = (challenge.map_err(Problem::new)?, &mut Watch::advice(book.game()));
    let mut challenge = challenge.resumed(asked.standing.unwrap_or_default());
    let attempt = match &asked.attempt {
        Attempt::Move(chosen) => duel::challenge::Attempt::Move(chosen.0),
        Attempt::Typed(typed) => duel::challenge::Attempt::Typed(typed),
        Attempt::Help(help) => duel::challenge::Attempt::Help(*help),
    };
    let (said, mark, progress) = match challenge.answer(attempt, watch) {
        Err(no_reply) => (language.say(&no_reply), None, None),
        Ok(reply) => {
            challenge.take(&reply);
            let progress = asked.puzzle.as_ref().map(|_| {
                let mut progress = read(asked.kept.as_ref()).unwrap_or_default();
                progress.count(challenge.source(), challenge.standing());
                progress
            });
            (language.say(&reply), mark(&reply), progress)
        }
    };
    let is_daily = challenge.source().is_daily();
    Ok(Judged {
        said,
        mark,
        standing: challenge.standing(),
        went: challenge.standing().went(),
        how_far: progress.as_ref().map(|progress| language.say(&HowFar { progress, is_daily })),
        share: progress.as_ref().and_then(|progress| share(&book, &challenge, progress, language)),
        progress,
    })
}

/// What became of the puzzle of a day, for others to read.
fn share(book: &RuleBook, challenge: &Challenge, progress: &Progress, language: Language) -> Option<String> {
    let Source::Puzzle { day: Some(day), .. } = *challenge.source() else { return None };
    let result = progress.result(challenge.source())?;
    let puzzle = &Puzzle::of(book, challenge.position())?;
    let (date, days) = (Date::from_days(day), progress.days_until(day));
    Some(language.say(&Shared { date, puzzle, result, days }))
}

fn mark(reply: &Reply) -> Option<Mark> {
    match reply {
        Reply::Right(hint) | Reply::Advice(Advice::Move(hint)) => Some(Mark { r#move: Move(hint.chosen), wins: true }),
        Reply::Wrong { chosen, .. } => Some(Mark { r#move: Move(*chosen), wins: false }),
        Reply::Advice(_) | Reply::Taught(_) => None,
    }
}

pub(crate) fn progress(kept: Option<&Value>, language: Language) -> Known {
    let (progress, problem) = match read(kept) {
        Ok(progress) => (progress, None),
        Err(problem) => (Progress::default(), Some(say(&Trouble::Streak(problem), language))),
    };
    Known { words: language.say(&HowFar { progress: &progress, is_daily: true }), progress, problem }
}

/// What was kept; nothing yet is no progress yet.
pub(crate) fn read(kept: Option<&Value>) -> Result<Progress, BadProgress> {
    kept.map_or_else(|| Ok(Progress::default()), |kept| Progress::read(&kept.to_string()))
}
