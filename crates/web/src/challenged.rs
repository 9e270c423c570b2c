//! Challenges and progress on the page. It keeps what it is given here, and gives it back with the next question to be checked.

use duel::{Attempt, Challenge, Move, Progress, Reply, Source, Stage, Standing, Watch, Went};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ask::{Problem, in_words};
use crate::scene::Scene;

/// Somebody does something with a challenge.
#[derive(Debug, Deserialize)]
pub(crate) struct Challenged {
    /// The position.
    #[serde(flatten)]
    scene: Scene,
    /// What counts is a puzzle.
    puzzle: Option<Posed>,
    /// How they stood with it; null at first.
    standing: Option<Standing>,
    attempt: Tried,
    /// The progress that was kept, if any.
    #[serde(default)]
    kept: Value,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Posed {
    /// The day whose puzzle it is.
    day: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Tried {
    Move(Move),
    Typed(String),
    Help(Stage),
}

/// What came of it, to be kept before it is shown.
#[derive(Serialize)]
pub(crate) struct Came {
    said: String,
    /// The move that was judged or told, and whether it wins.
    mark: Option<Mark>,
    standing: Standing,
    /// How it ended, if it did.
    went: Option<Went>,
    /// The progress to keep; null when nothing counted.
    progress: Option<Progress>,
}

#[derive(Serialize)]
struct Mark {
    r#move: Move,
    wins: bool,
}

pub(crate) fn challenge(asked: &Challenged) -> Result<Came, Problem> {
    let book = asked.scene.book()?;
    let position = asked.scene.position(&book)?;
    let source = match &asked.puzzle {
        Some(Posed { day }) => Source::puzzle(&book, &position, *day),
        None => Source::TurningPoint,
    };
    let watch = &mut Watch::advice(book.game());
    let challenge = Challenge::new(position, source, watch).map_err(Problem::new)?;
    let mut challenge = challenge.resumed(asked.standing.unwrap_or_default());
    let attempt = match &asked.attempt {
        Tried::Move(chosen) => Attempt::Move(*chosen),
        Tried::Typed(typed) => Attempt::Typed(typed),
        Tried::Help(help) => Attempt::Help(*help),
    };
    let came = challenge.answer(attempt, watch);
    let (said, mark, progress) = match &came {
        Err(no_reply) => (no_reply.to_string(), None, None),
        Ok(reply) => {
            challenge.take(reply);
            let progress = asked.puzzle.as_ref().map(|_| {
                let mut progress = read(&asked.kept).unwrap_or_default();
                progress.count(challenge.source(), challenge.standing());
                progress
            });
            (reply.to_string(), mark(reply), progress)
        }
    };
    Ok(Came { said, mark, standing: challenge.standing(), went: challenge.standing().went(), progress })
}

fn mark(reply: &Reply) -> Option<Mark> {
    match reply {
        Reply::Right(hint) | Reply::Told(hint) => Some(Mark { r#move: hint.chosen, wins: true }),
        Reply::Wrong { chosen, .. } => Some(Mark { r#move: *chosen, wins: false }),
        Reply::Idea(_) => None,
    }
}

/// How far somebody is.
#[derive(Serialize)]
pub(crate) struct Known {
    progress: Progress,
    /// Why it begins anew.
    problem: Option<String>,
}

pub(crate) fn progress(kept: &Value) -> Known {
    match read(kept) {
        Ok(progress) => Known { progress, problem: None },
        Err(problem) => {
            let problem =
                in_words(&format!("what was kept of your streak cannot be read, so it begins anew: {problem}"));
            Known { progress: Progress::default(), problem: Some(problem) }
        }
    }
}

/// What the page kept; nothing yet is no progress yet.
fn read(kept: &Value) -> Result<Progress, duel::BadProgress> {
    if kept.is_null() { Ok(Progress::default()) } else { Progress::read(&kept.to_string()) }
}
