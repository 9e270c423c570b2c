//! A book as somebody reads it: how it is played, what counts, its tips under its own heading.

use duel::RuleBook;

use crate::failure::Fallible;
use crate::line::board::{self, usual_names};
use crate::line::output::Output;
use crate::text;
use crate::words::{self, language, say};

/// Explains a book.
pub(crate) fn print(out: &mut Output<'_>, book: &RuleBook) -> Fallible {
    out.heading(book.title())?;
    out.line(&format!("{}\n", text::prose(book.summary(), "")))?;
    // A game that no book describes is explained by itself.
    let rules = if book.is_general() { book.rules_as_played(language()) } else { book.rules().into() };
    if !rules.is_empty() {
        out.line(&format!("{}\n", text::prose(&rules, "")))?;
    }
    let mut notes: Vec<String> = book.notes().iter().map(say).collect();
    if book.game() != book.own_game() && !book.rules().is_empty() {
        notes.insert(0, words::line().played_here(&book.rules_as_played(language())));
    }
    for note in &notes {
        out.line(&text::prose(note, ""))?;
    }
    if !notes.is_empty() {
        out.line("")?;
    }
    if !book.scoring().is_empty() {
        out.heading(&words::both().scoring())?;
        out.line(&format!("{}\n", text::prose(book.scoring(), "")))?;
    }
    if let Some((example, _)) = book.example_position() {
        let names = usual_names();
        out.heading(&words::both().an_example())?;
        board::moves_so_far(out, &example, &names)?;
        out.line(&format!("{}\n", board::standing(&example, &names)))?;
    }
    if !book.tips().is_empty() {
        out.heading(&book.tips_title().map_or_else(|| words::both().tips(), String::from))?;
        for tip in book.tips() {
            let text = tip.name.as_ref().map_or_else(|| tip.text.clone(), |name| words::both().tip(name, &tip.text));
            out.line(&text::prose(&text, "  "))?;
            if let Some(truth) = &tip.truth {
                out.line(&text::prose(&words::both().to_be_exact(truth), "    "))?;
            }
        }
        out.line("")?;
    }
    Ok(out.line(&words::both().code(&book.plain_code()))?)
}
