//! What there is to read, in front of everything else: the keys, and the rules of a book.

use duel::RuleBook;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::canvas::{Canvas, from_column, from_row, wrap};
use super::keys::{escape, key};
use super::say::say;
use super::skin::Ink;
use crate::line::board::standing;

/// Text to read, and how far it is scrolled.
pub(crate) struct Manual {
    title: String,
    lines: Vec<Line>,
    top: usize,
}

/// A line of it; one that is too long goes on below its words.
struct Line {
    label: &'static str,
    words: String,
    ink: Ink,
}

/// The columns that labels stand in.
const LABELS: u16 = 13;

const KEYS: [(&str, &str); 18] = [
    ("Arrow keys", "move over the legal numbers"),
    ("0-9 and /", "type a number; a division of several numbers is typed 84/7"),
    ("Enter", "take the number under the cursor, or the one you typed; a click does the same"),
    ("Esc", "wipe what was typed; stop a long computation"),
    ("u", "take the last move back"),
    ("h", "a hint: a good move, and why (hints are counted)"),
    ("e", "the exact verdict of every legal move (counts as a hint)"),
    ("p", "the pairing: every number with its partner (counts as a hint)"),
    ("i", "the rules of this book"),
    ("r", "resign"),
    ("s", "save the game; after the end, write its record to a file"),
    ("m", "back to the menu; the game is kept"),
    ("q", "leave; the game is saved and can be resumed"),
    ("Ctrl-Z", "suspend; fg comes back"),
    ("", ""),
    (
        "In the menu",
        "up and down choose a book, Enter twice plays; Tab for the settings; r has saved games and records to review",
    ),
    ("In a review", "left, right, home, end; t is the next turning point, Esc back"),
    ("In a puzzle", "h says what to look for, a shows the answer, n is another one"),
];

impl Manual {
    pub(crate) fn of_keys() -> Manual {
        let lines = KEYS.iter().map(|&(label, does)| Line { label, words: does.into(), ink: Ink::Plain }).collect();
        Manual { title: "Keys".into(), lines, top: 0 }
    }

    pub(crate) fn of_book(book: &RuleBook) -> Manual {
        let line = |text: &str, ink| Line { label: "", words: text.to_string(), ink };
        let prose = |text: &str| line(text, Ink::Plain);
        let gap = || prose("");
        let mut lines = vec![prose(book.summary()), gap()];
        if !book.rules().is_empty() {
            lines.extend([prose(book.rules()), gap()]);
        }
        let notes = book.notes();
        if !notes.is_empty() {
            lines.extend(notes.iter().map(|note| prose(note)));
            lines.push(gap());
        }
        if let Some((example, names)) = book.example_position() {
            let moves: Vec<String> = example.moves().iter().map(ToString::to_string).collect();
            lines.push(line("An example", Ink::Title));
            lines.extend([prose(&format!("{}. {}", moves.join(", "), standing(&example, &names))), gap()]);
        }
        if !book.tips().is_empty() {
            lines.push(line("Tips", Ink::Title));
            lines.extend(book.tips().iter().map(|tip| prose(tip)));
            lines.push(gap());
        }
        lines.push(line(&format!("Code: {}", book.code()), Ink::Faint));
        Manual { title: book.title().into(), lines, top: 0 }
    }

    /// False when it is to be closed.
    pub(crate) fn key(&mut self, key: KeyCode, window: Rect) -> bool {
        // The window may have grown since it was scrolled.
        let last = self.last_top(window);
        self.top = self.top.min(last);
        match key {
            KeyCode::Down | KeyCode::Char('j') => self.top += 1,
            KeyCode::Up | KeyCode::Char('k') => self.top = self.top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.top += 10,
            KeyCode::PageUp => self.top = self.top.saturating_sub(10),
            KeyCode::Home => self.top = 0,
            KeyCode::End => self.top = last,
            _ => return false,
        }
        self.top = self.top.min(last);
        true
    }

    /// Where the text stands, and how many columns of it the labels have.
    fn area(&self, window: Rect) -> (Rect, u16) {
        let area = Rect { x: window.x + 2, width: window.width.saturating_sub(4).min(96), ..window };
        let indent = if self.lines.iter().any(|line| !line.label.is_empty()) { LABELS } else { 0 };
        (Rect { height: area.height.saturating_sub(4), ..from_row(area, 2) }, indent)
    }

    /// The lines as they are broken in a window: a label, words, and how they look.
    fn broken(&self, window: Rect) -> Vec<(&'static str, String, Ink)> {
        let (text, indent) = self.area(window);
        let mut lines = Vec::new();
        for Line { label, words, ink } in &self.lines {
            let mut wrapped = wrap(words, text.width.saturating_sub(indent).into());
            wrapped.resize(wrapped.len().max(1), String::new());
            lines.extend(
                wrapped.into_iter().enumerate().map(|(at, words)| (if at == 0 { *label } else { "" }, words, *ink)),
            );
        }
        lines
    }

    /// The first line that is shown at the end.
    fn last_top(&self, window: Rect) -> usize {
        self.broken(window).len().saturating_sub(self.area(window).0.height.into())
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let window = canvas.area();
        canvas.clear(window);
        let (text, indent) = self.area(window);
        let area = Rect { y: window.y, height: window.height, ..text };
        canvas.text(Rect { height: area.height.min(1), ..area }, &self.title, Ink::Title);
        canvas.rule(Rect { height: 1, ..from_row(area, 1) });
        let (lines, last) = (self.broken(window), self.last_top(window));
        let top = self.top.min(last);
        for (at, (label, words, ink)) in lines.iter().skip(top).take(text.height.into()).enumerate() {
            let row = from_row(text, at as u16);
            canvas.text(row, label, Ink::Key);
            canvas.text(from_column(row, indent), words, *ink);
        }
        let mut keys = Vec::new();
        if top < last {
            keys.push(key(KeyCode::Down, say!("Down"), say!("more")));
        }
        if top > 0 {
            keys.push(key(KeyCode::Up, say!("Up"), say!("up")));
        }
        keys.push(escape(say!("back")));
        canvas.keys(from_row(area, area.height.saturating_sub(1)), &keys);
    }
}
