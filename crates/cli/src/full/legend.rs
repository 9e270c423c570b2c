//! What the signs on the board mean, and which of them is whose.

use duel::coach::{Mark, Reviewed};
use duel::{Numbers, Position};
use ratatui::layout::Rect;

use super::board::{Insight, ink_of, sign_of};
use super::canvas::{Canvas, from_column, from_row, width};
use super::players::Players;
use super::skin::{Ink, Signs};
use crate::words::{self, say};

/// Between two entries on one line.
const GAP: u16 = 2;
/// Two names in fewer columns than this would tell nothing.
const WORTH_CUTTING: u16 = 28;

struct Entry {
    sign: &'static str,
    ink: Ink,
    meaning: String,
}

fn entry(sign: &'static str, ink: Ink, meaning: String) -> Entry {
    Entry { sign, ink, meaning }
}

impl Entry {
    fn columns(&self) -> u16 {
        width(self.sign) + 1 + width(&self.meaning)
    }

    /// Gives the columns that it took.
    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        canvas.fitted(area, [(self.sign, self.ink), (" ", Ink::Plain), (&self.meaning, Ink::Faint)])
    }
}

/// The players in the order of their seats, which does not change.
fn player_entries(players: &Players, signs: &Signs) -> Vec<Entry> {
    players.taken_seats().map(|seat| entry(signs.of(seat), Ink::Player(seat), players.name(seat).into())).collect()
}

pub(super) struct Legend {
    signs: Vec<Entry>,
    players: Vec<Entry>,
}

impl Legend {
    /// Of what is seen on a board; what is legal has no sign where it is to be found.
    pub(super) fn of(
        insight: &Insight,
        position: &Position,
        players: &Players,
        signs: &Signs,
        hides_legal: bool,
        is_asked: bool,
    ) -> Legend {
        let mut entries = Vec::new();
        if let Numbers::Pool(_) = position.numbers() {
            // After the end nothing can be picked.
            match (position.outcome(), position.last()) {
                _ if hides_legal => {}
                (None, None) => entries.push(entry(signs.open, Ink::Open, words::full().can_be_picked())),
                (None, Some(_)) => entries.extend([
                    entry(signs.divisor, Ink::Divisor, words::full().divisor()),
                    entry(signs.multiple, Ink::Multiple, words::full().multiple()),
                ]),
                (Some(_), _) => {}
            }
            entries.extend(position.last().map(|_| entry(signs.last, Ink::Last, words::full().last())));
        }
        if !insight.partners.is_empty() {
            entries.push(entry(signs.pair, Ink::Plain, words::full().partner()));
        }
        if insight.winning.is_some() {
            entries.push(entry(signs.wins, Ink::Wins, words::full().wins()));
            entries.push(entry(signs.loses, Ink::Loses, words::full().loses()));
        } else if insight.hint.is_some() {
            entries.push(entry(signs.better, Ink::Wins, words::full().hint()));
            entries
                .extend((!insight.letters.is_empty()).then(|| entry("A A", Ink::Group(0), words::full().answered())));
        } else if !insight.weighed.is_empty() {
            entries.push(entry(signs.weighed, Ink::Notice, words::full().matters()));
        }
        entries.extend(is_asked.then(|| entry(signs.brackets, Ink::Plain, words::full().chosen())));
        Legend { signs: entries, players: player_entries(players, signs) }
    }

    /// What the marks of a review mean.
    pub(super) fn of_review(marks: &[Reviewed], is_better_shown: bool, players: &Players, signs: &Signs) -> Legend {
        let mark = |mark: Mark| entry(sign_of(mark, signs), ink_of(mark), say(&mark));
        let mut entries = vec![entry(signs.brackets, Ink::Plain, words::full().was_played())];
        entries.extend(is_better_shown.then(|| entry(signs.better, Ink::Wins, words::full().would_win())));
        let made = |mark: &Mark| marks.iter().any(|reviewed| reviewed.mark == *mark);
        entries.extend([Mark::KeptTheWin, Mark::ThrewItAway, Mark::LostAnyway].into_iter().filter(made).map(mark));
        entries.extend(made(&Mark::ThrewItAway).then(|| entry(signs.down, Ink::Loses, words::full().it_turned())));
        Legend { signs: entries, players: player_entries(players, signs) }
    }

    /// The lines that it takes beside a board: one for every sign where there is room for that.
    pub(super) fn lines_beside(&self, height: u16) -> u16 {
        let all = (self.signs.len() + self.players.len()) as u16;
        if all <= height / 3 { all } else { 5 }
    }

    /// The lines that it takes below a board: the names have one of their own where they do not fit beside the signs.
    pub(super) fn lines(&self, columns: u16) -> u16 {
        let last = self.places(columns).last();
        let (row, used) = last.map_or((0, 0), |(entry, row, column)| (row, column + entry.columns() + GAP));
        let players = self.players.iter().map(|entry| entry.columns() + GAP).sum::<u16>();
        if used + players <= columns + GAP { row + 1 } else { row + 2 }
    }

    /// The signs, each with the row and the column that it stands in.
    fn places(&self, columns: u16) -> impl Iterator<Item = (&Entry, u16, u16)> {
        let (mut row, mut used) = (0, 0);
        self.signs.iter().map(move |entry| {
            if used > 0 && used + entry.columns() > columns {
                (row, used) = (row + 1, 0);
            }
            let column = used;
            used += entry.columns() + GAP;
            (entry, row, column)
        })
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if usize::from(area.height) >= self.signs.len() + self.players.len() {
            for (row, entry) in self.signs.iter().chain(&self.players).enumerate() {
                entry.draw(canvas, from_row(area, row as u16));
            }
            return;
        }
        let (mut row, mut used) = (0, 0);
        for (entry, at, column) in self.places(area.width) {
            (row, used) = (at, column + GAP + entry.draw(canvas, from_column(from_row(area, at), column)));
        }
        let has_its_own_line = self.lines(area.width) > row + 1 && row + 1 < area.height;
        let players = if has_its_own_line { from_row(area, row + 1) } else { from_column(from_row(area, row), used) };
        self.draw_players(canvas, players);
    }

    /// Long names are cut. Where hardly anything would be left of them they go: whose turn it is stands above.
    fn draw_players(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let [first, second] = &*self.players else {
            for alone in &self.players {
                alone.draw(canvas, area);
            }
            return;
        };
        let is_cut = first.columns() + GAP + second.columns() > area.width;
        if is_cut && area.width < WORTH_CUTTING {
            return;
        }
        // The longer one makes room for the other, down to half of the line.
        let room = area.width.saturating_sub(GAP + second.columns().min(area.width / 2));
        let used = GAP + first.draw(canvas, Rect { width: room, ..area });
        second.draw(canvas, from_column(area, used));
    }
}
