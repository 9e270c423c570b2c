//! What there is to read, in front of everything else: the keys, and the rules of a book.

use std::iter;

use duel::RuleBook;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::canvas::{Canvas, from_column, from_row, width};
use super::keys::{Key, escape, key, letter};
use super::skin::Ink;
use crate::line::board::standing;
use crate::text::wrap;
use crate::words::{self, language, say};

/// Text to read, and how far it is scrolled.
pub(crate) struct Manual {
    title: String,
    lines: Vec<Line>,
    top: usize,
}

/// A line of it; one that is too long goes on below its words.
struct Line {
    label: String,
    words: String,
    ink: Ink,
}

fn line(words: String, ink: Ink) -> Line {
    Line { label: String::new(), words, ink }
}

/// The keys that choose on a board.
fn on_a_board() -> [Key; 4] {
    [
        key(KeyCode::Null, words::full().arrow_keys(), words::full().about_arrows()),
        key(KeyCode::Null, words::full().digit_keys(), words::full().about_digits()),
        key(KeyCode::Enter, words::full().enter_key(), words::full().about_enter()),
        escape(words::full().about_escape()),
    ]
}

/// The keys of every screen.
fn everywhere() -> [Key; 2] {
    [
        key(KeyCode::Null, words::full().suspend_key(), words::full().about_suspend()),
        key(KeyCode::Null, words::full().redraw_key(), words::full().about_redraw()),
    ]
}

impl Manual {
    /// The keys; those of the menu come first where somebody asks from there.
    pub(crate) fn of_keys(is_in_the_menu: bool) -> Manual {
        let in_a_game = on_a_board().into_iter().chain([
            letter('u', words::full().about_undo()),
            letter('h', words::full().about_hint()),
            letter('e', words::full().about_exact()),
            letter('p', words::full().about_pairs()),
            letter('i', words::full().about_rules()),
            letter('r', words::full().resign()),
            letter('o', words::full().about_play_on()),
            letter('s', words::full().about_save()),
            letter('m', words::full().about_menu()),
            letter('q', words::full().about_quit()),
        ]);
        let in_the_menu = (words::full().in_the_menu(), words::full().keys_in_the_menu());
        let gap = (String::new(), String::new());
        let mut lines = if is_in_the_menu { vec![in_the_menu.clone(), gap.clone()] } else { Vec::new() };
        lines.extend(in_a_game.chain(everywhere()).map(|key| (key.name, key.does)));
        let elsewhere = [
            gap,
            (words::full().at_the_end(), words::full().keys_at_the_end()),
            (words::full().in_a_live_game(), words::full().keys_in_a_live_game()),
            in_the_menu,
            (words::full().in_the_list(), words::full().keys_in_the_list()),
            (words::full().in_a_review(), words::full().keys_in_a_review()),
            (words::full().in_a_lesson(), words::full().keys_in_a_lesson()),
            (words::full().in_a_puzzle(), words::full().keys_in_a_puzzle()),
            (words::full().in_a_chain(), words::full().keys_in_a_chain()),
        ];
        lines.extend(elsewhere);
        Manual::of_lines(words::full().keys(), lines)
    }

    /// The keys of a live game, in which there is no advice and nothing is on this device alone.
    pub(crate) fn of_keys_of_a_live_game() -> Manual {
        let keys = on_a_board().into_iter().chain([
            letter('i', words::full().about_rules()),
            letter('s', words::full().about_live_save()),
            letter('m', words::full().about_live_menu()),
            letter('q', words::full().about_live_quit()),
        ]);
        let mut lines: Vec<_> = keys.chain(everywhere()).map(|key| (key.name, key.does)).collect();
        lines.extend([
            (String::new(), String::new()),
            (words::full().in_a_live_game(), words::full().keys_in_a_live_game()),
            (words::full().in_a_review(), words::full().keys_in_a_review()),
        ]);
        Manual::of_lines(words::full().keys(), lines)
    }

    fn of_lines(title: String, lines: Vec<(String, String)>) -> Manual {
        let lines = lines.into_iter().map(|(label, words)| Line { label, words, ink: Ink::Plain }).collect();
        Manual { title, lines, top: 0 }
    }

    pub(crate) fn of_book(book: &RuleBook) -> Manual {
        let example = book.example_position().map(|(example, names)| {
            let moves: Vec<String> = example.moves().iter().map(ToString::to_string).collect();
            format!("{}. {}", moves.join(", "), standing(&example, &names))
        });
        let rules = if book.is_general() { book.rules_as_played(language()) } else { book.rules().into() };
        let rules = Some(rules).filter(|rules| !rules.is_empty());
        let scoring = Some(book.scoring().to_string()).filter(|scoring| !scoring.is_empty());
        let mut lines = Vec::new();
        for (heading, texts) in [
            (None, vec![book.summary().to_string()]),
            (None, Vec::from_iter(rules)),
            (None, book.notes().iter().map(say).collect()),
            (Some(words::both().scoring()), Vec::from_iter(scoring)),
            (Some(words::both().an_example()), Vec::from_iter(example)),
        ] {
            if !texts.is_empty() {
                lines.extend(heading.map(|heading| line(heading, Ink::Title)));
                lines.extend(texts.into_iter().map(|text| line(text, Ink::Plain)));
                lines.push(line(String::new(), Ink::Plain));
            }
        }
        if !book.tips().is_empty() {
            lines.push(line(book.tips_title().map_or_else(|| words::both().tips(), String::from), Ink::Title));
            for tip in book.tips() {
                let name = tip.name.as_ref();
                let text = name.map_or_else(|| tip.text.clone(), |name| words::both().tip(name, &tip.text));
                lines.push(line(text, Ink::Plain));
                // Beside what a book says stands what is true of it.
                lines.extend(tip.truth.iter().map(|truth| line(words::both().to_be_exact(truth), Ink::Faint)));
            }
            lines.push(line(String::new(), Ink::Plain));
        }
        lines.push(line(words::both().code(&book.code()), Ink::Faint));
        Manual { title: book.title().into(), lines, top: 0 }
    }

    /// False when it is to be closed.
    pub(crate) fn key(&mut self, key: KeyCode, window: Rect) -> bool {
        // The window may have grown since it was scrolled.
        let last = self.last_top(window);
        let top = self.top.min(last);
        let top = match key {
            KeyCode::Down | KeyCode::Char('j') => top + 1,
            KeyCode::Up | KeyCode::Char('k') => top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => top + 10,
            KeyCode::PageUp => top.saturating_sub(10),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        };
        self.top = top.min(last);
        true
    }

    /// Where the text stands, and how many columns of it the labels have.
    fn area(&self, window: Rect) -> (Rect, u16) {
        let area = Rect { x: window.x + 2, width: window.width.saturating_sub(4).min(96), ..window };
        let widest = self.lines.iter().map(|line| width(&line.label)).max().unwrap_or(0);
        let indent = if widest == 0 { 0 } else { widest + 2 };
        (Rect { height: area.height.saturating_sub(4), ..from_row(area, 2) }, indent.min(area.width / 2))
    }

    /// The lines as they are broken in a window: a label, words, and how they look.
    fn broken(&self, window: Rect) -> Vec<(&str, String, Ink)> {
        let (text, indent) = self.area(window);
        let mut lines = Vec::new();
        for Line { label, words, ink } in &self.lines {
            let mut wrapped = wrap(words, text.width.saturating_sub(indent).into());
            wrapped.resize(wrapped.len().max(1), String::new());
            let labels = iter::once(&**label).chain(iter::repeat(""));
            lines.extend(labels.zip(wrapped).map(|(label, words)| (label, words, *ink)));
        }
        lines
    }

    /// The first line that is shown at the end.
    fn last_top(&self, window: Rect) -> usize {
        self.broken(window).len().saturating_sub(self.area(window).0.height.into())
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let window = canvas.area();
        let (text, indent) = self.area(window);
        let area = Rect { y: window.y, height: window.height, ..text };
        canvas.fitted(Rect { height: area.height.min(1), ..area }, [(&*self.title, Ink::Title)]);
        canvas.rule(Rect { height: 1, ..from_row(area, 1) });
        let (lines, last) = (self.broken(window), self.last_top(window));
        let top = self.top.min(last);
        for (at, (label, words, ink)) in lines.iter().skip(top).take(text.height.into()).enumerate() {
            let row = from_row(text, at as u16);
            canvas.text(Rect { width: indent, ..row }, label, Ink::Key);
            canvas.text(from_column(row, indent), words, *ink);
        }
        let mut keys = Vec::new();
        keys.extend((top < last).then(|| key(KeyCode::Down, words::full().down_key(), words::full().more())));
        keys.extend((top > 0).then(|| key(KeyCode::Up, words::full().up_key(), words::full().up())));
        keys.push(escape(words::full().back()));
        canvas.keys(from_row(area, area.height.saturating_sub(1)), &keys);
    }
}
