//! A lesson a line at a time: its steps, the game at its end, and the next one.

use duel::challenge::{Challenge, Progress};
use duel::lesson::Lesson;
use duel::solve::Watch;
use duel::speech::{did_you_mean, sentence};

use crate::failure::{Failure, Fallible};
use crate::line::dialogue::Dialogue;
use crate::line::game::{Course, LineGame};
use crate::line::output::Output;
use crate::line::prompt::printable;
use crate::line::riddle::{Riddle, Told};
use crate::line::teller::Turns;
use crate::sitting::taught::Taught;
use crate::store::progress::ProgressFile;
use crate::store::saves::Keeper;
use crate::words::{self, of_lesson};

/// The lessons, and which of them are done.
pub(crate) fn list(out: &mut Output<'_>, progress: &Progress) -> Fallible {
    for (at, lesson) in Lesson::built_in().iter().enumerate() {
        let (id, title) = (lesson.id(), of_lesson(lesson.title()));
        out.line(&match progress.has_done(lesson) {
            true => words::line().lesson_listed_done(at + 1, id, &title),
            false => words::line().lesson_listed(at + 1, id, &title),
        })?;
    }
    Ok(())
}

/// The lesson of this name, or of this number in the list.
pub(crate) fn find(name: &str) -> Result<&'static Lesson, String> {
    let by_number = || Lesson::built_in().get(name.parse::<usize>().ok()?.checked_sub(1)?);
    Lesson::find(name).or_else(by_number).ok_or_else(|| {
        let shown = printable(name);
        match did_you_mean(name, Lesson::built_in().iter().map(Lesson::id)) {
            Some(meant) => words::line().no_such_lesson_but(&shown, meant),
            None => words::line().no_such_lesson(&shown),
        }
    })
}

/// Asks which lesson it is to be; the usual one is the first that is not done. `None` when people leave.
pub(crate) fn choose(talk: &mut Dialogue<'_>, progress: &Progress) -> Fallible<Option<&'static Lesson>> {
    list(talk, progress)?;
    talk.line("")?;
    let usual = progress.next_lesson();
    loop {
        let Some(line) = talk.ask(&words::line().which_lesson(usual.id()))? else { return Ok(None) };
        match line.trim() {
            "" => return Ok(Some(usual)),
            name => match find(name) {
                Ok(lesson) => return Ok(Some(lesson)),
                Err(problem) => talk.line(&sentence(problem))?,
            },
        }
    }
}

/// Teaches a lesson, and whatever people want after it. All games have one place, one after the other: what is over is put away.
pub(crate) fn learn(
    mut talk: Dialogue<'_>,
    lesson: &Lesson,
    (keeper, kept): (&Keeper, impl Fn() -> anyhow::Result<ProgressFile>),
    turns: &Turns,
) -> Fallible {
    let mut lesson = lesson.clone();
    let mut is_with_steps = true;
    loop {
        if is_with_steps && !steps(&mut talk, &lesson)? {
            return Ok(());
        }
        talk.line("")?;
        talk.line(&of_lesson(lesson.before_the_game()))?;
        talk.line("")?;
        let taught = Taught { lesson: lesson.clone(), kept: kept() };
        let mut game = LineGame::new(talk, taught.sit_down(keeper.clone())?, turns.clone());
        let played = game.play();
        if !matches!(played, Ok(Course::Over)) {
            keeper.leave();
            return played.map(drop);
        }
        let sitting;
        (talk, sitting) = game.into_parts();
        let is_won = sitting.is_won();
        talk.line("")?;
        let question = match (is_won, lesson.next()) {
            (true, None) => return Ok(()),
            (true, Some(next)) => words::line().next_lesson(&of_lesson(next.title())),
            (false, _) => words::line().lesson_again(),
        };
        let answers: &[&str] = if is_won { &["yes", "no"] } else { &["yes", "no", "steps"] };
        let Some(answer @ ("" | "yes" | "steps")) = talk.ask_for(&question, answers)? else { return Ok(()) };
        is_with_steps = is_won || answer == "steps";
        if let Some(next) = lesson.next().filter(|_| is_won) {
            lesson = next.clone();
        }
    }
}

/// Goes through the steps; false when people leave.
fn steps(talk: &mut Dialogue<'_>, lesson: &Lesson) -> Fallible<bool> {
    let count = lesson.steps().len();
    for (at, step) in lesson.steps().iter().enumerate() {
        talk.line("")?;
        talk.heading(&words::both().lesson_step(&of_lesson(lesson.title()), at + 1, count))?;
        if at == 0 {
            talk.line(&words::line().type_a_move())?;
        }
        let watch = &mut Watch::advice(step.position().game());
        let mut challenge = Challenge::of_step(step, watch).map_err(Failure::refused)?;
        let riddle = Riddle {
            task: Some(of_lesson(step.say())),
            question: words::line().your_move(),
            can_be_skipped: false,
            hides_legal: false,
        };
        if riddle.ask(talk, &mut challenge, |_| {})? == Told::Left {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What the menu says of lessons.
pub(crate) fn in_the_menu(progress: &Progress) -> String {
    if progress.is_new() {
        return words::line().first_game_line();
    }
    let (done, count) = progress.lessons();
    words::line().lessons_line(done, count)
}
