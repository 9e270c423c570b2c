//! A prompt, and what somebody answers: the one place where a line is asked for.

use std::io;
use std::ops::{Deref, DerefMut};

use duel::speech::{Role, Span};

use crate::failure::Fallible;
use crate::line::input::Input;
use crate::line::output::{Output, stdout};
use crate::line::prompt::printable;
use crate::words;

/// Somebody who reads and types.
pub(crate) struct Dialogue<'a> {
    out: Output<'a>,
    input: Input,
}

impl<'a> Dialogue<'a> {
    pub(crate) fn new(out: Output<'a>, input: Input) -> Dialogue<'a> {
        Dialogue { out, input }
    }

    /// With whoever has started the program.
    pub(crate) fn with_user() -> Dialogue<'static> {
        Dialogue::new(stdout(), Input::stdin())
    }

    /// Whether it is a terminal that is typed at, and not a file or a pipe.
    pub(crate) fn is_at_a_terminal(&self) -> bool {
        self.input.is_terminal
    }

    /// Asks in plain words; `None` when they leave, by a word or because there is no more input.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        self.ask_in(&[Span { text: format!("{question} "), role: Role::Text }])
    }

    /// Asks until the answer is one of these or Enter, which is empty; `None` when they leave.
    pub(crate) fn ask_for(&mut self, question: &str, answers: &[&'static str]) -> Fallible<Option<&'static str>> {
        loop {
            let Some(line) = self.ask(question)? else { return Ok(None) };
            let typed = match line.trim().to_ascii_lowercase().as_str() {
                "y" => "yes".to_string(),
                "n" => "no".into(),
                typed => typed.into(),
            };
            match answers.iter().find(|&&answer| answer == typed) {
                Some(answer) => return Ok(Some(answer)),
                None if typed.is_empty() => return Ok(Some("")),
                None => self.line(&words::line().type_one_of(&answers.join(", ")))?,
            }
        }
    }

    /// Asks for a yes; Enter means no.
    pub(crate) fn confirm(&mut self, question: &str) -> Fallible<bool> {
        Ok(self.ask_for(question, &["yes", "no"])? == Some("yes"))
    }

    /// Asks in words and numbers; `None` when they leave.
    pub(crate) fn ask_in(&mut self, question: &[Span]) -> io::Result<Option<String>> {
        self.out.prompt(question)?;
        let Some(line) = self.input.line()? else {
            self.out.line("")?;
            return Ok(None);
        };
        self.echo(&line)?;
        Ok((!is_farewell(&line)).then_some(line))
    }

    /// Shows what was typed: a terminal does that itself, a transcript needs it from us.
    pub(crate) fn echo(&mut self, line: &str) -> io::Result<()> {
        if self.input.is_terminal { Ok(()) } else { self.out.line(&printable(line)) }
    }
}

/// Whether somebody leaves by this word.
pub(crate) fn is_farewell(line: &str) -> bool {
    matches!(line.trim().to_ascii_lowercase().as_str(), "quit" | "q" | "exit")
}

impl<'a> Deref for Dialogue<'a> {
    type Target = Output<'a>;

    fn deref(&self) -> &Output<'a> {
        &self.out
    }
}

impl DerefMut for Dialogue<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.out
    }
}
