//! Asks which move wins, a line at a time: a puzzle, or the turning point of a game.

use std::io::Write;

use duel::{Attempt, Challenge, Position, Reply, Role, Span, Stage, Watch, did_you_mean};

use crate::failure::Outcome;
use crate::line::board;
use crate::line::input::Input;
use crate::line::output::Output;
use crate::line::prompt::printable;

const WORDS: [&str; 7] = ["help", "hint", "answer", "moves", "board", "quit", "exit"];

/// How somebody is asked.
pub(crate) struct Riddle<'a> {
    /// The prompt.
    pub(crate) question: &'a str,
    /// Whether an empty line means that they do not care.
    pub(crate) can_be_skipped: bool,
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
    let mut names = ["they", "they"].map(String::from);
    names[position.turn().index()] = "you".into();
    names
}

/// What is said at a keyboard.
pub(crate) fn words(reply: &Reply) -> String {
    match reply {
        Reply::Wrong { .. } => format!("{reply} Try again."),
        Reply::Right(_) | Reply::Idea(_) | Reply::Told(_) => reply.to_string(),
    }
}

impl Riddle<'_> {
    /// Shows the position and asks until it is solved or people have enough. What counts is stored before it is said.
    pub(crate) fn ask<W: Write>(
        &self,
        out: &mut Output<W>,
        input: &mut Input,
        challenge: &mut Challenge,
        mut store: impl FnMut(&Challenge),
    ) -> Outcome<Told> {
        board::full(out, challenge.position(), &names(challenge.position()))?;
        board::legal(out, challenge.position())?;
        while !challenge.standing().is_over() {
            out.prompt(&[Span { text: self.question.into(), role: Role::Text }])?;
            let Some(line) = input.line()? else {
                out.line("")?;
                return Ok(Told::Left);
            };
            if !input.is_terminal {
                out.line(&printable(&line))?;
            }
            let word = line.trim().to_ascii_lowercase();
            let attempt = match word.as_str() {
                "" if self.can_be_skipped => return Ok(Told::Skipped),
                "quit" | "q" | "exit" => return Ok(Told::Left),
                "answer" => Attempt::Help(Stage::Answer),
                "hint" => Attempt::Help(Stage::Idea),
                "help" | "?" => {
                    out.line(HELP)?;
                    continue;
                }
                "moves" => {
                    board::legal(out, challenge.position())?;
                    continue;
                }
                "board" => {
                    board::full(out, challenge.position(), &names(challenge.position()))?;
                    continue;
                }
                _ if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    out.line(&match did_you_mean(&word, WORDS) {
                        Some(meant) => format!("\"{}\" is no command; did you mean \"{meant}\"?", printable(&word)),
                        None => format!("\"{}\" is neither a move nor a command; type help.", printable(&word)),
                    })?;
                    continue;
                }
                _ => Attempt::Typed(&line),
            };
            match challenge.answer(attempt, &mut Watch::advice(challenge.position().game())) {
                Ok(reply) => {
                    challenge.take(&reply);
                    store(challenge);
                    out.line(&words(&reply))?;
                }
                Err(no_reply) => out.line(&no_reply.to_string())?,
            }
        }
        Ok(Told::Answer)
    }
}

const HELP: &str = "  \
  12           your answer: the move you would make
  hint         what to look for
  answer       the answer and the reason
  moves        what is legal
  board        the position
  quit         leave it";
