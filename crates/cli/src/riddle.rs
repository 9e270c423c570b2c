//! Asks which move wins: a puzzle, or the turning point of a game.

use std::io::Write;

use duel::{Answer, Hint, Move, Position, Role, Span, Watch, did_you_mean, explain, sentence, solve};

use crate::board;
use crate::failure::Outcome;
use crate::input::Input;
use crate::prompt::printable;
use crate::screen::Screen;

/// How many positions a verdict may search: people wait for it.
const NODES: u64 = 1_000_000;

const WORDS: [&str; 7] = ["help", "hint", "answer", "moves", "board", "quit", "exit"];

/// A position in which somebody can win, and what there is to say about it.
pub(crate) struct Riddle<'a> {
    pub(crate) position: &'a Position,
    /// A move that wins, and why.
    pub(crate) solution: &'a Hint,
    /// The prompt.
    pub(crate) question: &'a str,
    /// Whether an empty line means that they do not care.
    pub(crate) can_be_skipped: bool,
}

/// What came of the asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// They found it.
    Found,
    /// They asked for the answer and got it.
    AnswerShown,
    /// They did not care.
    Skipped,
    /// They left without an answer.
    Left,
}

/// Something that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Hint,
    Wrong,
    Found,
    AnswerShown,
}

/// The names of the two sides as whoever is asked sees them.
pub(crate) fn names(position: &Position) -> [String; 2] {
    let mut names = ["they", "they"].map(String::from);
    names[position.turn().index()] = "you".into();
    names
}

impl Riddle<'_> {
    /// Shows the position and asks until it is solved or people have enough. What counts is noticed before it is said.
    pub(crate) fn ask<W: Write>(
        &self,
        screen: &mut Screen<W>,
        input: &mut Input,
        mut notice: impl FnMut(Event),
    ) -> Outcome<Told> {
        board::full(screen, self.position, &names(self.position))?;
        board::legal(screen, self.position)?;
        loop {
            screen.prompt(&[Span { text: self.question.into(), role: Role::Text }])?;
            let Some(line) = input.line()? else {
                screen.line("")?;
                return Ok(Told::Left);
            };
            if !input.is_terminal {
                screen.line(&printable(&line))?;
            }
            let word = line.trim().to_ascii_lowercase();
            match word.as_str() {
                "" if self.can_be_skipped => return Ok(Told::Skipped),
                "quit" | "q" | "exit" => return Ok(Told::Left),
                "answer" => {
                    notice(Event::AnswerShown);
                    screen.line(&self.solution.to_string())?;
                    return Ok(Told::AnswerShown);
                }
                "hint" => {
                    notice(Event::Hint);
                    screen.line(self.solution.why.idea())?;
                }
                "help" | "?" => screen.line(HELP)?,
                "moves" => board::legal(screen, self.position)?,
                "board" => board::full(screen, self.position, &names(self.position))?,
                _ if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    screen.line(&match did_you_mean(&word, WORDS) {
                        Some(meant) => format!("\"{}\" is no command; did you mean \"{meant}\"?", printable(&word)),
                        None => format!("\"{}\" is neither a move nor a command; type help.", printable(&word)),
                    })?;
                }
                _ => match judge(self.position, &line, &mut Watch::nodes(NODES)) {
                    Verdict::Right(why) => {
                        notice(Event::Found);
                        screen.line(&format!("Yes! {why}"))?;
                        return Ok(Told::Found);
                    }
                    Verdict::Wrong(why) => {
                        notice(Event::Wrong);
                        screen.line(&why)?;
                    }
                    Verdict::NoMove(why) => screen.line(&why)?,
                },
            }
        }
    }
}

/// What is to be said to an answer.
pub(crate) enum Verdict {
    /// It wins, and this is why.
    Right(String),
    /// It does not.
    Wrong(String),
    /// It is no legal move, or nobody knows.
    NoMove(String),
}

/// Whether what somebody typed wins the position.
pub(crate) fn judge(position: &Position, typed: &str, watch: &mut Watch<'_>) -> Verdict {
    let mut after = position.clone();
    let chosen = match after.answer(typed) {
        Answer::Played(chosen) => chosen,
        Answer::Lost(illegal) | Answer::AskAgain(illegal) => return Verdict::NoMove(format!("{illegal}.")),
        Answer::NotAMove(not_a_move) => return Verdict::NoMove(sentence(not_a_move)),
    };
    match explain(position, chosen, watch) {
        Ok(Some(why)) => Verdict::Right(why.to_string()),
        Ok(None) => Verdict::Wrong(refutation(&after, chosen, watch)),
        Err(_) => Verdict::NoMove(format!("{chosen} is too hard to judge here.")),
    }
}

/// Why a move is wrong: what it is answered with.
fn refutation(after: &Position, chosen: Move, watch: &mut Watch<'_>) -> String {
    if after.outcome().is_some() {
        return format!("{chosen} ends the game, and you lose it. Try again.");
    }
    match solve(after, watch).ok().and_then(|solution| solution.winning.first().copied()) {
        Some(answer) => format!("{chosen} loses: they answer {answer}. Try again."),
        None => format!("{chosen} does not win. Try again."),
    }
}

const HELP: &str = "  \
  12           your answer: the move you would make
  hint         what to look for
  answer       the answer and the reason
  moves        what is legal
  board        the position
  quit         leave it";
