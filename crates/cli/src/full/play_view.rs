//! How a game looks.

use duel::{Position, Seat, View};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::Desk;
use super::canvas::{Canvas, from_column, from_row, width, wrap};
use super::layout::Areas;
use super::legend::Legend;
use super::play::Play;
use super::play_end::End;
use super::quiz::Quiz;
use super::skin::Ink;

/// Words that have this many lines stand beside the board and not below it.
const BESIDE: u16 = 12;

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
        let session = self.session();
        if session.best_of().is_some() || session.round() > 1 {
            let [one, two] = session.score();
            let [first, second] = Seat::BOTH.map(|seat| &session.sitter(seat).name);
            let round = session.best_of().map(|best_of| format!("   round {} of {best_of}", session.round()));
            let score = format!("{first} {one} : {two} {second}{}", round.unwrap_or_default());
            area.width -= (canvas.right(area, &score, Ink::Plain) + 2).min(area.width);
        }
        if self.sitting.keeper().is_failing() {
            area.width -= (canvas.right(area, "not saved", Ink::Loses) + 2).min(area.width);
        }
        let (title, code) = (session.book().title(), session.book().code());
        let mut pieces = vec![(title, Ink::Title)];
        // A game that no book describes has its code for a title.
        if title != session.book().plain_code() {
            pieces.extend([("  ", Ink::Plain), (&*code, Ink::Faint)]);
        }
        canvas.fitted(area, pieces);
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
        let pieces = [(&*turn, Ink::Faint), (&*side, Ink::Title), (" ", Ink::Plain), (state, Ink::Plain)];
        draw_typed(canvas, line, &pieces, if self.is_asked() { &self.typed } else { "" });
        let mut used = 2;
        if self.is_asked() {
            // Beside the board there is room for a gap.
            used = 1 + self.draw_choices(canvas, from_row(area, 1)) + u16::from(area.height >= BESIDE);
        }
        let said = format!("{} {}", self.notice, self.message);
        let legend = Legend::of(&self.board, &self.names, canvas.skin.signs);
        let (words, chain, signs) = below(area, used, &said, &legend);
        canvas.prose(words, &said, Ink::Plain);
        draw_chain(canvas, chain, position);
        legend.draw(canvas, signs);
    }

    /// What can be picked, on one line or, beside the board, on a few; gives how many.
    fn draw_choices(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let position = self.board.position();
        let label = match position.view() {
            View::Pool(_) => "You can pick: ",
            View::Table([_]) => "You can divide by: ",
            View::Table(_) => "You can divide: ",
        };
        let lines = if area.height >= BESIDE { 4 } else { 1 };
        // Lines break between numbers, so none of them is quite full.
        let room = lines * area.width - (lines - 1) * 8 - width(label);
        let list = format!("{label}{}", legal_list(position, room));
        let used = canvas.prose(Rect { height: area.height.min(lines), ..area }, &list, Ink::Plain);
        canvas.text(area, label, Ink::Faint);
        used
    }

    /// Who won and why.
    fn draw_end(&self, canvas: &mut Canvas<'_>, area: Rect, end: &End) {
        let position = self.board.position();
        let Some(outcome) = position.outcome() else { return };
        let won = format!("{} wins!", self.names[outcome.winner.index()]);
        let why = position.why_it_ended(&self.names).unwrap_or_default();
        let mut words = vec![self.notice.clone(), self.message.clone()];
        let used = canvas.text(area, &won, Ink::Wins);
        if used + 2 + width(&why) <= area.width {
            canvas.text(from_column(area, used + 2), &why, Ink::Plain);
        } else {
            words.insert(0, why);
        }
        words.extend(end.remarks.iter().cloned());
        if self.may().fair_start {
            let rule = position.fair_offer().and_then(|game| game.first_pick_rule()).unwrap_or_default();
            words.push(format!("Over after one pick? With a fair start (f) the first pick must be {rule}."));
        }
        words.retain(|line| !line.is_empty());
        let words = words.join("\n");
        let legend = Legend::of(&self.board, &self.names, canvas.skin.signs);
        let (middle, chain, signs) = below(area, 1, &words, &legend);
        canvas.prose(middle, &words, Ink::Plain);
        draw_chain(canvas, chain, position);
        legend.draw(canvas, signs);
    }

    fn keys(&self) -> Vec<(&'static str, KeyCode, &'static str)> {
        let letter = KeyCode::Char;
        if let Some(end) = &self.end {
            let may = self.may();
            let words = if may.next_round { "next round" } else { "rematch" };
            let again = (may.next_round || may.rematch).then_some(("n", letter('n'), words));
            let mut keys = match end.asked().map(Quiz::is_over) {
                Some(false) => {
                    let mut keys = Quiz::keys().to_vec();
                    keys.push(("Esc", KeyCode::Esc, "leave it"));
                    keys
                }
                Some(true) => [("Enter", KeyCode::Enter, "go on")].into_iter().chain(again).collect(),
                None if end.turning_point.is_some() => {
                    [("Enter", KeyCode::Enter, "turning point")].into_iter().chain(again).collect()
                }
                None => again.into_iter().collect(),
            };
            if may.fair_start {
                keys.push(("f", letter('f'), "fair start"));
            }
            keys.extend([("v", letter('v'), "review"), ("s", letter('s'), "save record")]);
            // While the turning point is asked, Esc only leaves that.
            if !end.is_asking {
                keys.push(("Esc", KeyCode::Esc, "menu"));
            }
            keys.extend([("q", letter('q'), "quit"), ("?", letter('?'), "help")]);
            return keys;
        }
        let mut keys = vec![
            ("Enter", KeyCode::Enter, "take"),
            ("u", letter('u'), "undo"),
            ("h", letter('h'), "hint"),
            ("e", letter('e'), "exact"),
        ];
        if let View::Pool(_) = self.position().view() {
            keys.push(("p", letter('p'), "pairs"));
        }
        keys.extend([
            ("q", letter('q'), "quit"),
            ("m", letter('m'), "menu"),
            ("r", letter('r'), "resign"),
            ("s", letter('s'), "save"),
            ("i", letter('i'), "rules"),
            ("?", letter('?'), "help"),
        ]);
        keys
    }
}

/// What is left of the words' area after this many lines: for the message, for the chain, and for the legend. A long message
/// takes the place of the legend, and if need be of the chain.
pub(super) fn below(area: Rect, lines: u16, message: &str, legend: &Legend<'_>) -> (Rect, Rect, Rect) {
    // Beside the board there is room for a long chain and for signs one below the other.
    let (chain_lines, legend_lines) = if area.height >= BESIDE {
        (area.height / 3, legend.lines_beside(area.height))
    } else {
        (1, legend.lines(area.width))
    };
    let rest = from_row(area, lines);
    let legend = from_row(area, area.height.saturating_sub(legend_lines));
    let chain_top = legend.y.saturating_sub(chain_lines).max(rest.y);
    let chain = Rect { y: chain_top, height: legend.y.saturating_sub(chain_top), ..rest };
    let words = Rect { height: chain.y.saturating_sub(rest.y), ..rest };
    let needed = wrap(message, rest.width.into()).len() as u16;
    if needed <= words.height {
        return (words, chain, legend);
    }
    let words = Rect { height: needed.min(rest.height), ..rest };
    let chain = from_row(rest, words.height);
    (words, Rect { height: chain.height.min(1), ..chain }, from_row(chain, 1))
}

/// A line, and at its end what was typed. A long number takes the place of the line, and is cut only where it begins.
pub(super) fn draw_typed(canvas: &mut Canvas<'_>, line: Rect, before: &[(&str, Ink)], typed: &str) {
    const LABEL: &str = "your number: ";
    let used = canvas.fitted(line, before.iter().copied());
    if typed.is_empty() {
        return;
    }
    let needed = width(LABEL) + width(typed) + 1;
    let is_beside = used + 3 + needed <= line.width;
    if !is_beside {
        canvas.clear(line);
    }
    let place = if is_beside { from_column(line, used + 3) } else { line };
    let cut = usize::from(needed.saturating_sub(place.width));
    let shown =
        if cut == 0 { format!("{typed}_") } else { format!("...{}_", typed.get(cut + 3..).unwrap_or_default()) };
    canvas.pieces(place, [(LABEL, Ink::Faint), (&*shown, Ink::Title)]);
}

/// The legal moves as a list that fits.
fn legal_list(position: &Position, columns: u16) -> String {
    // More than a line of them is never wanted, and a large board has a million.
    const LOOKED_AT: usize = 100;
    let mut list = String::new();
    let count = position.legal().len();
    for choice in position.legal().take(LOOKED_AT) {
        let text = match (choice, position.view()) {
            (duel::Move::Divide { by, .. }, View::Table([_])) => by.to_string(),
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

/// The moves so far, each with the sign of who made it, on the last lines of an area; of a long chain the end.
pub(super) fn draw_chain(canvas: &mut Canvas<'_>, area: Rect, position: &Position) {
    let signs = canvas.skin.signs;
    let moves = position.moves();
    let label = match position.view() {
        View::Pool(_) => "Chain: ",
        View::Table(_) => "Divided: ",
    };
    let text = |at: usize| format!("{}{}", moves[at], signs.sides[at % 2]);
    let then = format!(" {}", signs.then);
    // Lines of moves from the last one backwards, as many as there is room for.
    let mut lines: Vec<Vec<usize>> = vec![Vec::new()];
    let mut room = area.width.saturating_sub(width(label) + 4);
    for at in (0..moves.len()).rev() {
        let needed = width(&text(at)) + width(&then) + 1;
        if needed > room {
            if lines.len() >= usize::from(area.height) {
                break;
            }
            lines.push(Vec::new());
            room = area.width.saturating_sub(width(label) + 4);
        }
        room = room.saturating_sub(needed);
        if let Some(line) = lines.last_mut() {
            line.push(at);
        }
    }
    let top = from_row(area, area.height.saturating_sub(lines.len() as u16));
    let used = canvas.text(top, label, Ink::Faint);
    let start = from_column(top, used);
    if moves.is_empty() {
        canvas.text(start, "nothing yet", Ink::Faint);
    }
    for (row, line) in lines.iter().rev().enumerate() {
        let mut column = from_column(from_row(area, top.y - area.y + row as u16), used);
        for &at in line.iter().rev() {
            if row == 0 && at > 0 && line.last() == Some(&at) {
                column = from_column(column, canvas.text(column, "... ", Ink::Faint));
            }
            let is_last = at + 1 == moves.len();
            let written = canvas.text(column, &text(at), if is_last { Ink::Last } else { Ink::Plain });
            column = from_column(column, written);
            if !is_last {
                column = from_column(column, canvas.text(column, &then, Ink::Faint) + 1);
            }
        }
    }
}
