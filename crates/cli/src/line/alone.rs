//! The longest chain in lines: somebody makes one alone.

use duel::longest::continuation;
use duel::solve::Watch;

use crate::failure::{Fallible, tell};
use crate::line::board;
use crate::line::dialogue::Dialogue;
use crate::line::prompt::{table, unknown};
use crate::sitting::alone::{Alone, Deed, hint};
use crate::words;

const WORDS: [&str; 9] = ["help", "undo", "redo", "turn", "hint", "board", "moves", "new", "quit"];

/// Asks for one number after the other until people have enough. What they did is kept.
pub(crate) fn play(talk: &mut Dialogue<'_>, mut alone: Alone) -> Fallible {
    talk.heading(&words::both().longest_chain(alone.solo().size().last()))?;
    talk.line(&words::both().about_longest_chain())?;
    if let Some(known) = alone.solo().known() {
        talk.line(&words::sentence(&known))?;
    }
    if !alone.solo().is_empty() {
        talk.line(&words::line().chain_was_left())?;
    }
    talk.line("")?;
    show(talk, &alone)?;
    let mut told = None;
    loop {
        if alone.unsaved() != told.as_deref() {
            told = alone.unsaved().map(String::from);
            told.iter().for_each(|why| tell(why));
        }
        let Some(line) = talk.ask(&words::both().next_number())? else { return Ok(()) };
        let word = line.trim().to_ascii_lowercase();
        let deed = match word.as_str() {
            "" => {
                talk.line(&words::line().type_a_number())?;
                continue;
            }
            "undo" | "u" => Deed::Undo,
            "redo" => Deed::Redo,
            "turn" | "t" => Deed::Turn,
            "new" => Deed::New,
            "help" | "?" => {
                talk.line(&help())?;
                continue;
            }
            "moves" => {
                board::legal(talk, alone.solo().position())?;
                continue;
            }
            "board" => {
                board::numbers(talk, alone.solo().position())?;
                show(talk, &alone)?;
                continue;
            }
            "hint" => {
                let follows = continuation(alone.solo(), &mut Watch::forever()).unwrap_or_default();
                talk.line(&hint(&follows).map_or_else(|| alone.remark(), |(_, words)| words))?;
                continue;
            }
            _ if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                talk.line(&unknown(&word, &WORDS))?;
                continue;
            }
            _ => Deed::Add(line),
        };
        match alone.act(&deed) {
            Ok(()) => show(talk, &alone)?,
            Err(why) if matches!(deed, Deed::Add(_)) => {
                talk.line(&format!("{why} {}", words::line().choose_again()))?;
            }
            Err(why) => talk.line(&why)?,
        }
    }
}

/// The chain, what may come next, and how it stands.
fn show(talk: &mut Dialogue<'_>, alone: &Alone) -> Fallible {
    let chain = alone.solo().chain().iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    if !chain.is_empty() {
        talk.line(&words::line().list(&words::line().chain(), &chain))?;
    }
    match alone.remark() {
        remark if remark.is_empty() => board::legal(talk, alone.solo().position())?,
        remark => talk.line(&remark)?,
    }
    Ok(talk.line(&alone.standing())?)
}

/// What can be typed here.
fn help() -> String {
    let words = words::line();
    table(&[
        ("12", words.help_next_number()),
        ("undo, redo", words.help_back_and_forth()),
        ("turn", words.help_turn()),
        ("hint", words.help_reach()),
        ("moves", words.help_legal()),
        ("board", words.help_board_alone()),
        ("new", words.help_new_chain()),
        ("quit", if words::is_at_the_menu() { words.help_leave_to_menu() } else { words.help_leave() }),
    ])
}
