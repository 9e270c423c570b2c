//! A game as a program reads it that was made for prose.

use super::{English, list};
use crate::position::Numbers;
use crate::speech::{BoardForBots, Language, LegalForBots, Rules, RulesForBots, Span};

impl English for RulesForBots<'_> {
    fn english(&self) -> String {
        let RulesForBots(book) = self;
        // The book's own words are for people on its own board: they name its numbers, and what an illegal one costs people.
        let illegal = "Whoever names an illegal number loses at once.";
        [book.title(), &Rules(book.game()).english(), illegal].join("\n")
    }
}

impl English for BoardForBots<'_> {
    fn english(&self) -> String {
        let BoardForBots(position) = self;
        let so_far = if position.moves().is_empty() { "nothing yet".into() } else { list(position.moves()) };
        match position.numbers() {
            Numbers::Pool(_) => {
                let free = text_of(Language::English.free(position));
                let last = position.last().map_or(String::new(), |last| format!("\nLast pick: {last}"));
                format!("Free: {free}\nPicked: {so_far}{last}")
            }
            Numbers::Table(table) => format!("On the table: {}\nDivided: {so_far}", list(table)),
        }
    }
}

impl English for LegalForBots<'_> {
    fn english(&self) -> String {
        let LegalForBots { position, you } = self;
        if let Some(outcome) = position.outcome() {
            let ended = if outcome.winner.number() == *you { "won" } else { "lost" };
            return format!("The game is over: you have {ended}.");
        }
        let legal = text_of(Language::English.legal(position));
        match position.numbers() {
            Numbers::Pool(_) => format!("You can pick: {legal}"),
            Numbers::Table([number]) => format!("You can divide {number} by: {legal}"),
            Numbers::Table(_) => {
                let example = position.nth_legal(0).map_or(String::new(), |first| format!("; write it like {first}"));
                format!("You can divide: {legal}{example}")
            }
        }
    }
}

fn text_of(spans: Vec<Span>) -> String {
    spans.into_iter().map(|span| span.text).collect()
}
