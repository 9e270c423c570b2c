//! Asks for a move, a line at a time: a puzzle, the turning point of a game, or a step of a lesson.

use duel::Position;
use duel::challenge::{Attempt, Challenge, Refutation, Reply, Source, Stage};
use duel::solve::Watch;
use duel::speech::Remark;

use crate::failure::Fallible;
use crate::line::board;
use crate::line::dialogue::Dialogue;
use crate::line::prompt::{table, unknown};
use crate::words::{self, say};

const WORDS: [&str; 7] = ["help", "hint", "answer", "moves", "board", "quit", "exit"];

/// How somebody is asked.
pub(crate) struct Riddle {
    /// What is said below the position, unless the prompt is enough.
    pub(crate) task: Option<String>,
    /// The prompt.
    pub(crate) question: String,
    /// Whether an empty line means that they do not care.
    pub(crate) can_be_skipped: bool,
    /// Whether what is legal is to be found as well.
    pub(crate) hides_legal: bool,
}

/// What came of the asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// They know the answer now.
    Answer,
    /// They did not care.
    Skipped,
    /// They left without an answer.
    Left,
}

/// The names of the two sides as whoever is asked sees them.
pub(crate) fn names(position: &Position) -> [String; 2] {
    let mut names = [words::line().by_them(), words::line().by_them()];
    names[position.turn().index()] = words::line().by_you();
    names
}

/// What is said at a keyboard.
pub(crate) fn words(reply: &Reply) -> String {
    match reply {
        // A lesson says itself what to do now.
        Reply::Wrong { because: Refutation::Said(_), .. } => say(reply),
        Reply::Wrong { .. } => format!("{} {}", say(reply), words::line().try_again()),
        Reply::Right(_) | Reply::Advice(_) | Reply::Taught(_) => say(reply),
    }
}

impl Riddle {
    /// Shows the position and asks until it is solved or people have enough. What counts is stored before it is said.
    pub(crate) fn ask(
        &self,
        talk: &mut Dialogue<'_>,
        challenge: &mut Challenge,
        mut store: impl FnMut(&Challenge),
    ) -> Fallible<Told> {
        board::full(talk, challenge.position(), &names(challenge.position()))?;
        if !self.hides_legal {
            board::legal(talk, challenge.position())?;
        }
        self.say_task(talk)?;
        while !challenge.standing().is_over() {
            let Some(line) = talk.ask(&self.question)? else { return Ok(Told::Left) };
            let word = line.trim().to_ascii_lowercase();
            let attempt = match word.as_str() {
                "" if self.can_be_skipped => return Ok(Told::Skipped),
                "" => {
                    talk.line(&words::line().type_a_number())?;
                    continue;
                }
                "answer" => Attempt::Help(Stage::Move),
                // The answer is given away only by the word that says so.
                "hint" => Attempt::Help(Stage::after(challenge.standing().help()).min(Stage::Idea)),
                "help" | "?" => {
                    talk.line(&help())?;
                    continue;
                }
                "moves" if self.hides_legal => {
                    talk.line(&say(&Remark::FindThem))?;
                    continue;
                }
                "moves" => {
                    board::legal(talk, challenge.position())?;
                    continue;
                }
                "board" => {
                    board::full(talk, challenge.position(), &names(challenge.position()))?;
                    self.say_task(talk)?;
                    continue;
                }
                _ if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    talk.line(&unknown(&word, &WORDS))?;
                    continue;
                }
                _ => Attempt::Typed(&line),
            };
            match challenge.answer(attempt, &mut Watch::advice(challenge.position().game())) {
                Ok(reply) => {
                    challenge.take(&reply);
                    store(challenge);
                    // In a lesson the next step begins with what just happened.
                    if !matches!((&reply, challenge.source()), (Reply::Right(_), Source::Step(_))) {
                        talk.line(&words(&reply))?;
                    }
                }
                Err(no_reply) => talk.line(&say(&no_reply))?,
            }
        }
        Ok(Told::Answer)
    }

    fn say_task(&self, talk: &mut Dialogue<'_>) -> Fallible {
        Ok(self.task.iter().try_for_each(|task| talk.line(task))?)
    }
}

/// What can be typed here.
fn help() -> String {
    let words = words::line();
    table(&[
        ("12", words.help_answer_with()),
        ("hint", words.help_idea()),
        ("answer", words.help_answer()),
        ("moves", words.help_legal()),
        ("board", words.help_position()),
        ("quit", if words::is_at_the_menu() { words.help_leave_to_menu() } else { words.help_leave() }),
    ])
}
