//! How a game looks.

use duel::Position;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::Desk;
use super::canvas::{Canvas, from_column, from_row, width};
use super::layout::Areas;
use super::play::{End, Play};
use super::quiz::Quiz;
use super::skin::Ink;

impl Play {
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        if let Some(quiz) = self.end.as_ref().and_then(End::asked) {
            let areas = Areas::around(canvas.area(), quiz.board());
            self.draw_title(canvas, areas.title);
            quiz.draw(canvas, &areas, "");
            return canvas.keys(areas.keys, &self.keys());
        }
        let areas = Areas::around(canvas.area(), &self.board);
        self.draw_title(canvas, areas.title);
        self.board.draw(canvas, areas.board, self.is_asked());
        areas.part(canvas);
        match &self.end {
            None => self.draw_turn(canvas, areas.words, desk),
            Some(end) => self.draw_end(canvas, areas.words, end),
        }
        canvas.keys(areas.keys, &self.keys());
    }

    fn draw_title(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let mut area = area;
        if let Some(rounds) = &self.setup.rounds {
            let [one, two] = rounds.score();
            let [first, second] = &self.setup.people;
            let round = rounds.round().min(rounds.best_of());
            let score = format!("{first} {one} : {two} {second}   round {round} of {}", rounds.best_of());
            area.width -= (canvas.right(area, &score, Ink::Plain) + 2).min(area.width);
        }
        let (title, code) = (self.setup.book.title(), self.setup.book.code());
        canvas.pieces(area, [(title, Ink::Title), ("  ", Ink::Plain)]);
        // A game that no book describes has its code for a title.
        if title != self.setup.book.plain_code() {
            canvas.text(from_column(area, width(title) + 2), &code, Ink::Faint);
        }
    }

    /// Whose turn it is, what was typed, what just happened, and how it came to this.
    fn draw_turn(&self, canvas: &mut Canvas<'_>, area: Rect, desk: &Desk) {
        let position = self.board.position();
        let turn = format!("Move {}  ", position.moves().len() + 1);
        let side = format!("{} {}", canvas.skin.signs.sides[position.turn().index()], self.mover());
        let state = match (self.is_asked(), desk.jobs.is_working()) {
            (true, _) => "to move",
            (false, true) => "is thinking",
            (false, false) => "to move: Enter shows the move",
        };
        let line = Rect { height: area.height.min(1), ..area };
        let mut pieces = vec![(&*turn, Ink::Faint), (&*side, Ink::Title), (" ", Ink::Plain), (state, Ink::Plain)];
        let typed = format!("{}_", self.typed);
        if self.is_asked() && !self.typed.is_empty() {
            pieces.extend([("   your number: ", Ink::Faint), (&*typed, Ink::Title)]);
        }
        canvas.pieces(line, pieces);
        let legal = from_row(area, 1);
        if self.is_asked() {
            let label = match position.numbers() {
                None => "You can pick: ",
                Some([_]) => "You can divide by: ",
                Some(_) => "You can divide: ",
            };
            let used = canvas.text(legal, label, Ink::Faint);
            canvas.text(from_column(legal, used), &legal_list(position, legal.width.saturating_sub(used)), Ink::Plain);
        }
        let last_lines = area.height.saturating_sub(2);
        let words = Rect { height: last_lines.saturating_sub(2), ..from_row(area, 2) };
        canvas.prose(words, &self.message, Ink::Plain);
        draw_chain(canvas, from_row(area, last_lines), position);
        draw_legend(canvas, from_row(area, last_lines + 1), position, &self.names);
    }

    /// Who won and why.
    fn draw_end(&self, canvas: &mut Canvas<'_>, area: Rect, end: &End) {
        let position = self.board.position();
        let Some(outcome) = position.outcome() else { return };
        let won = format!("{} wins!", self.names[outcome.winner.index()]);
        let why = position.why_it_ended(&self.names).unwrap_or_default();
        canvas.pieces(
            Rect { height: area.height.min(1), ..area },
            [(&*won, Ink::Wins), ("  ", Ink::Plain), (&*why, Ink::Plain)],
        );
        let mut words = vec![self.message.clone()];
        words.extend(end.remarks.iter().cloned());
        if end.fair_start {
            let rule = crate::setup::fair_offer(position).and_then(|game| game.first_pick_rule()).unwrap_or_default();
            words.push(format!("Over after one pick? With a fair start (f) the first pick must be {rule}."));
        }
        words.retain(|line| !line.is_empty());
        let last_lines = area.height.saturating_sub(2);
        let middle = Rect { height: last_lines.saturating_sub(1), ..from_row(area, 1) };
        canvas.prose(middle, &words.join("\n"), Ink::Plain);
        draw_chain(canvas, from_row(area, last_lines), position);
        draw_legend(canvas, from_row(area, last_lines + 1), position, &self.names);
    }

    fn keys(&self) -> Vec<(&'static str, KeyCode, &'static str)> {
        let letter = KeyCode::Char;
        if let Some(end) = &self.end {
            let again = if end.goes_on { "next round" } else { "rematch" };
            let mut keys = match end.asked().map(Quiz::told) {
                Some(None) => {
                    let mut keys = Quiz::keys().to_vec();
                    keys.push(("Esc", KeyCode::Esc, "leave it"));
                    keys
                }
                Some(Some(_)) => vec![("Enter", KeyCode::Enter, "go on"), ("n", letter('n'), again)],
                None if end.turning_point.is_some() => {
                    vec![("Enter", KeyCode::Enter, "turning point"), ("n", letter('n'), again)]
                }
                None => vec![("Enter", KeyCode::Enter, again)],
            };
            if end.fair_start {
                keys.push(("f", letter('f'), "fair start"));
            }
            keys.extend([
                ("v", letter('v'), "review"),
                ("b", letter('b'), "another book"),
                ("s", letter('s'), "save record"),
                ("q", letter('q'), "quit"),
                ("?", letter('?'), "help"),
            ]);
            return keys;
        }
        vec![
            ("Enter", KeyCode::Enter, "take"),
            ("u", letter('u'), "undo"),
            ("h", letter('h'), "hint"),
            ("e", letter('e'), "exact"),
            ("p", letter('p'), "pairs"),
            ("q", letter('q'), "quit"),
            ("m", letter('m'), "menu"),
            ("r", letter('r'), "resign"),
            ("s", letter('s'), "save"),
            ("i", letter('i'), "rules"),
            ("?", letter('?'), "help"),
        ]
    }
}

/// The legal moves as a list that fits.
fn legal_list(position: &Position, columns: u16) -> String {
    // More than a line of them is never wanted, and a large board has a million.
    const LOOKED_AT: usize = 100;
    let mut list = String::new();
    let count = position.legal_count();
    for at in 0..count.min(LOOKED_AT) {
        let Some(choice) = position.nth_legal(at) else { break };
        let text = match (choice, position.numbers()) {
            (duel::Move::Divide { by, .. }, Some([_])) => by.to_string(),
            _ => choice.to_string(),
        };
        let separator = if list.is_empty() { "" } else { ", " };
        let more = format!(" ... ({count})");
        if width(&list) + width(separator) + width(&text) + width(&more) > columns {
            list.push_str(&more);
            break;
        }
        list.push_str(separator);
        list.push_str(&text);
    }
    list
}

/// The moves so far, each with the sign of who made it; of a long chain the end.
pub(super) fn draw_chain(canvas: &mut Canvas<'_>, area: Rect, position: &Position) {
    let signs = canvas.skin.signs;
    let label = if position.numbers().is_some() { "Divided: " } else { "Chain: " };
    let mut shown: Vec<(String, Ink)> = Vec::new();
    let mut room = area.width.saturating_sub(width(label) + 4);
    for (at, played) in position.moves().iter().enumerate().rev() {
        let is_last = at + 1 == position.moves().len();
        let then = if is_last { String::new() } else { format!(" {} ", signs.then) };
        let text = format!("{played}{}", signs.sides[at % 2]);
        let needed = width(&text) + width(&then);
        if needed > room {
            shown.push(("... ".into(), Ink::Faint));
            break;
        }
        room -= needed;
        shown.push((then, Ink::Faint));
        shown.push((text, if is_last { Ink::Last } else { Ink::Plain }));
    }
    if position.moves().is_empty() {
        shown.push(("nothing yet".into(), Ink::Faint));
    }
    let used = canvas.text(area, label, Ink::Faint);
    canvas.pieces(from_column(area, used), shown.iter().rev().map(|(text, ink)| (&**text, *ink)));
}

/// What the signs on the board mean.
pub(super) fn draw_legend(canvas: &mut Canvas<'_>, area: Rect, position: &Position, names: &[String; 2]) {
    let signs = canvas.skin.signs;
    let [first, second] = names;
    let mut pieces: Vec<(&str, Ink)> = Vec::new();
    match (position.numbers(), position.last()) {
        (Some(_), _) => {}
        (None, None) => pieces.extend([(signs.open, Ink::Open), (" can be picked  ", Ink::Faint)]),
        (None, Some(_)) => pieces.extend([
            (signs.divisor, Ink::Divisor),
            (" divisor  ", Ink::Faint),
            (signs.multiple, Ink::Multiple),
            (" multiple  ", Ink::Faint),
            (signs.last, Ink::Last),
            (" last  ", Ink::Faint),
        ]),
    }
    let [one, two] = signs.sides.map(|sign| format!("{sign} "));
    pieces.extend([(&*one, Ink::Plain), (first, Ink::Faint), ("  ", Ink::Plain)]);
    pieces.extend([(&*two, Ink::Plain), (second, Ink::Faint)]);
    canvas.pieces(area, pieces);
}
