//! `divisor-duel learn`: the lessons, and those that people write.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use duel::lesson::{EXAMPLE, Lesson};
use duel::solve::Watch;
use serde::Serialize;

use crate::commands::remembered;
use crate::failure::{Failure, Fallible, tell};
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::game::kept_till_the_end;
use crate::line::lesson;
use crate::line::output::stdout;
use crate::store::games;
use crate::store::progress::{self, ProgressFile};
use crate::words::{self, say};

/// Learn to play and to win, in lessons of a few minutes
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel learn                    choose a lesson
  divisor-duel learn first-game         a first game of two minutes
  divisor-duel learn 6                  the sixth of them
  divisor-duel learn --list             all lessons, and which are done
  divisor-duel learn my-lesson.toml     a lesson that somebody wrote
  divisor-duel learn --example > my-lesson.toml
  divisor-duel learn --check my-lesson.toml",
    after_help = "\
A lesson is done when the game at its end is won. docs/lessons.md says how to write one, --example prints one; --check has the solver look at every answer and \
every claim of it.
JSON: a list of {\"id\", \"title\", \"steps\", \"learned\", \"done\"}."
)]
pub(crate) struct Args {
    /// A lesson by its name or its number, or a file with one; without it there is a list to choose from
    #[arg(value_name = "LESSON", conflicts_with_all = ["list", "json", "check", "example"])]
    lesson: Option<String>,
    /// List the lessons and which of them are done
    #[arg(long)]
    list: bool,
    /// Print that list as JSON
    #[arg(long)]
    json: bool,
    /// Check a lesson that somebody wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "json"])]
    check: Option<PathBuf>,
    /// Print a small lesson, to write one after it
    #[arg(long, conflicts_with_all = ["list", "json", "check"])]
    example: bool,
}

#[derive(Serialize)]
struct Listed {
    id: &'static str,
    title: &'static str,
    steps: usize,
    learned: &'static str,
    done: bool,
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        if let Some(path) = &self.check {
            return check(path);
        }
        if self.example {
            return Ok(stdout().line(EXAMPLE.trim_end())?);
        }
        let progress = progress::known(&ProgressFile::of_user());
        if self.json {
            let listed = |lesson: &'static Lesson| Listed {
                id: lesson.id(),
                title: lesson.title(),
                steps: lesson.steps().len(),
                learned: lesson.learned(),
                done: progress.has_done(lesson),
            };
            return stdout().json(&Lesson::built_in().iter().map(listed).collect::<Vec<_>>());
        }
        let is_choosing = self.lesson.is_none() && !self.list && std::io::stdin().is_terminal();
        let chosen = match &self.lesson {
            Some(name) if name.contains(['.', '/', '\\']) => Some(games::read_lesson(Path::new(name))?),
            Some(name) => Some(lesson::find(name).map_err(Failure::usage)?.clone()),
            None if !is_choosing => {
                let mut out = stdout();
                lesson::list(&mut out, &progress)?;
                return Ok(out.line(&words::line().learn_one())?);
            }
            None => None,
        };
        if front.is_full_screen() {
            return front.show_lesson(chosen);
        }
        let mut talk = Dialogue::with_user();
        let chosen = match chosen {
            Some(lesson) => lesson,
            None => match lesson::choose(&mut talk, &progress)? {
                Some(lesson) => lesson.clone(),
                None => return Ok(()),
            },
        };
        teach(talk, &chosen, front)
    }
}

/// Teaches a lesson in lines.
pub(super) fn teach(talk: Dialogue<'_>, chosen: &Lesson, front: &Front) -> Fallible {
    let settings = remembered::settings(&talk);
    let turns = remembered::turns(&talk, front, &settings);
    lesson::learn(talk, chosen, (&kept_till_the_end()?, ProgressFile::of_user), &turns)
}

fn check(path: &Path) -> Fallible {
    let lesson = games::read_lesson(path)?;
    let wrong = |problem: String| Failure::data(words::line().lesson_is_wrong(&path.display(), &problem));
    lesson.check(&mut Watch::nodes(CHECKED)).map_err(|problem| wrong(say(&problem)))?;
    let (title, steps) = (words::of_lesson(lesson.title()), lesson.steps().len());
    stdout().line(&words::line().good_lesson(&path.display(), &title, steps))?;
    for (at, _) in lesson.steps().iter().enumerate().filter(|(_, step)| !step.has_claims()) {
        tell(&words::line().nothing_claimed(&path.display(), at + 1));
    }
    if lesson.can_be_won(&mut Watch::nodes(CHECKED)) == Some(false) {
        tell(&words::line().end_is_lost(&path.display()));
    }
    Ok(())
}

/// How much is searched for a lesson, which may be anybody's.
const CHECKED: u64 = 20_000_000;
