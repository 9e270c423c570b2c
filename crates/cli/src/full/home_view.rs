//! How the menu looks.

use duel::session::First;
use duel::{Numbers, RuleBook, Seat, Who};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::canvas::{Canvas, Click, from_column, from_row, lines, width};
use super::home::{Home, Setting};
use super::skin::Ink;
use crate::sitting::contender::Contender;
use crate::store::history::called;
use crate::words::{self, say};

/// Where the settings stand beside the books instead of below them.
const WIDE: u16 = 116;
const SETTINGS_ROWS: u16 = 9;
/// The columns in front of the values, unless a label needs more.
const LABELS: u16 = 16;

impl Home {
    pub(super) fn draw_menu(&self, canvas: &mut Canvas<'_>) {
        let window = canvas.area();
        let inner = Rect { x: window.x + 1, width: window.width.saturating_sub(2), ..window };
        let title = Rect { height: 1, ..inner };
        let used = canvas.text(title, &words::full().divisor_duel(), Ink::Title);
        let (done, count) = self.progress.lessons();
        let learn = Click::Key(KeyCode::Char('l'));
        let beside =
            if self.progress.is_new() { words::full().motto() } else { words::full().lessons_done(done, count) };
        if used + 2 + width(&beside) <= title.width {
            canvas.right(title, &beside, Ink::Faint);
            canvas.target(from_column(title, title.width - width(&beside)), learn);
        }
        let keys = from_row(inner, inner.height - 1);
        let mut middle = Rect { height: inner.height - 2, ..from_row(inner, 1) };
        if self.progress.is_new() {
            let line = Rect { height: 1, ..middle };
            canvas.text(line, &words::full().new_here(), Ink::Notice);
            canvas.target(line, learn);
            middle = from_row(middle, 1);
        }
        let daily = Rect { height: 1, ..middle };
        let used = canvas.fitted(daily, [("d ", Ink::Key), (&self.daily_line, Ink::Plain)]);
        canvas.target(daily, Click::Key(KeyCode::Char('d')));
        let longest = words::full().longest_by_key();
        if used + 2 + width(&longest) <= daily.width {
            canvas.right(daily, &longest, Ink::Faint);
            canvas.target(from_column(daily, daily.width - width(&longest)), Click::Key(KeyCode::Char('c')));
        }
        middle = from_row(middle, 1);
        let middle = if middle.height > 22 { from_row(middle, 1) } else { middle };
        let (cards, settings) = if inner.width >= WIDE {
            // Half of the window has room for the longest value.
            let half = middle.width / 2;
            (Rect { width: middle.width - half - 4, ..middle }, from_column(middle, middle.width - half))
        } else {
            let settings = from_row(middle, middle.height - SETTINGS_ROWS);
            (Rect { height: middle.height - SETTINGS_ROWS, ..middle }, settings)
        };
        self.draw_cards(canvas, cards);
        self.draw_settings(canvas, settings);
        canvas.keys(keys, &self.keys());
    }

    /// The books, as many of them as fit around the chosen one. Where not all of them have room for what they are, only the chosen one
    /// says it.
    fn draw_cards(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let books = RuleBook::built_in();
        let columns = area.width.saturating_sub(2);
        let mut heights: Vec<u16> = books.iter().map(|book| 1 + lines(book.summary(), columns)).collect();
        if heights.iter().sum::<u16>() > area.height {
            heights.iter_mut().enumerate().filter(|(at, _)| *at != self.book).for_each(|(_, height)| *height = 1);
        }
        let all: u16 = heights.iter().sum();
        let gap = u16::from(all + books.len() as u16 - 1 <= area.height);
        let through = |from: usize| heights[from..=self.book].iter().map(|height| height + gap).sum::<u16>();
        let first = (0..=self.book).find(|&from| through(from) <= area.height + gap).unwrap_or(self.book);
        let mut row = 0;
        for (at, book) in books.iter().enumerate().skip(first) {
            if row + heights[at] > area.height {
                break;
            }
            let chosen = at == self.book;
            let card = Rect { height: heights[at], ..from_row(area, row) };
            for line in (0..card.height).filter(|_| chosen) {
                canvas.text(from_row(card, line), canvas.skin.signs.bar, Ink::Open);
            }
            let text = from_column(card, 2);
            let ink = if chosen { Ink::Open } else { Ink::Title };
            let title = canvas.right(text, book.id(), Ink::Faint);
            canvas.fitted(title, [(book.title(), ink)]);
            let summary = Rect { height: card.height - 1, ..from_row(text, 1) };
            canvas.prose(summary, book.summary(), if chosen { Ink::Plain } else { Ink::Faint });
            canvas.target(card, Click::Line(at));
            row += heights[at] + gap;
        }
        let last_row = from_row(area, area.height - 1);
        if first > 0 {
            canvas.text(area, canvas.skin.signs.more_above, Ink::Key);
        }
        if row < heights[first..].iter().map(|height| height + gap).sum() {
            canvas.text(last_row, canvas.skin.signs.more_below, Ink::Key);
        }
    }

    fn draw_settings(&self, canvas: &mut Canvas<'_>, area: Rect) {
        canvas.rule(Rect { height: 1, ..area });
        let settings: Vec<_> = self.offered().into_iter().map(|setting| (setting, self.described(setting))).collect();
        let widest = settings.iter().map(|(_, (label, _))| width(label)).max().unwrap_or(0);
        let mut message = self.message.clone();
        for (row, (setting, (label, value))) in settings.into_iter().enumerate() {
            let line = Rect { height: 1, ..from_row(area, 1 + row as u16) };
            canvas.target(line, Click::Setting(row));
            let is_focused = self.setting == Some(setting);
            let signs = &canvas.skin.signs;
            let (ink, value_ink, shown) = match (setting, is_focused) {
                (Setting::Play, true) => (Ink::Cursor, Ink::Plain, String::new()),
                (Setting::Play, false) => (Ink::Key, Ink::Plain, String::new()),
                (_, true) => (Ink::Title, Ink::Cursor, format!("{} {value} {}", signs.left, signs.right)),
                (_, false) if self.problem(setting).is_some() => (Ink::Faint, Ink::Loses, format!("  {value}")),
                (_, false) => (Ink::Faint, Ink::Plain, format!("  {value}")),
            };
            canvas.text(from_column(line, 2), &label, ink);
            let place = from_column(line, LABELS.max(2 + widest + 2));
            let used = canvas.fitted(place, [(&*shown, value_ink)]);
            // What does not fit here is said where there is room for it.
            let mut unsaid = Some(value).filter(|_| is_focused && width(&shown) > place.width);
            if let Some(problem) = self.problem(setting) {
                let beside = from_column(place, used + 2);
                let complaint = format!("{} {problem}", signs.loses);
                if width(&complaint) <= beside.width {
                    canvas.text(beside, &complaint, Ink::Loses);
                } else {
                    unsaid = Some(problem);
                }
            }
            unsaid = unsaid.or_else(|| self.warning(setting));
            if message.is_empty() {
                message = unsaid.unwrap_or_default();
            }
        }
        self.draw_message(canvas, area, &message);
    }

    /// What there is to say: on the line above the settings, or, when that is too short, below them or over the books.
    fn draw_message(&self, canvas: &mut Canvas<'_>, area: Rect, message: &str) {
        if message.is_empty() {
            return;
        }
        let on_the_line = format!(" {message} ");
        if width(&on_the_line) + 2 <= area.width {
            canvas.text(from_column(Rect { height: 1, ..area }, 2), &on_the_line, Ink::Notice);
            return;
        }
        let lines = lines(message, area.width).min(area.y);
        let place = if area.height > SETTINGS_ROWS + lines {
            from_row(area, SETTINGS_ROWS + 1)
        } else {
            Rect { y: area.y - lines, height: lines, ..area }
        };
        canvas.clear(place);
        canvas.prose(place, message, Ink::Notice);
    }

    fn described(&self, setting: Setting) -> (String, String) {
        let opponent = self.who()[1];
        match setting {
            Setting::Opponent => {
                let opponent = match opponent {
                    Who::Person => words::full().a_person(),
                    Who::Level(_) if self.players[1] == Contender::Auto => {
                        words::full().on_auto(&called(opponent, &""))
                    }
                    Who::Level(_) => called(opponent, &""),
                    Who::Program => words::full().a_program(),
                };
                (words::full().against(), opponent)
            }
            Setting::Names => {
                let names = self.names_as_typed();
                let names = if names.is_empty() { words::full().usual_names() } else { names };
                (words::full().names(), names)
            }
            Setting::First => {
                let who = match (self.first, opponent) {
                    (Some(First::Seat(Seat::One)), _) | (None, Who::Person) => words::full().you_start(),
                    (Some(First::Seat(Seat::Two)), Who::Person) => words::full().the_other_one_starts(),
                    (Some(First::Seat(Seat::Two)), Who::Level(_)) => words::full().the_computer_starts(),
                    (Some(First::Seat(Seat::Two)), Who::Program) => words::full().the_program_starts(),
                    (Some(First::Toss), _) => words::full().a_toss_decides(),
                    (None, _) if self.starter() == Seat::One => words::full().in_turns_you(),
                    (None, _) => words::full().in_turns_they(),
                };
                (words::full().first_move(), who)
            }
            Setting::Numbers => match self.book().game().numbers() {
                Numbers::Pool(pool) => (words::full().pool(), words::full().pool_range(pool.first(), self.numbers())),
                Numbers::Table(_) if self.problem(setting).is_some() => {
                    (words::full().numbers_on_the_table(), self.numbers().into())
                }
                Numbers::Table(_) => (words::full().numbers_on_the_table(), words::full().type_others(self.numbers())),
            },
            Setting::FairStart if self.fair_start => (words::full().fair_start_label(), words::full().fair_start_yes()),
            Setting::FairStart => (words::full().fair_start_label(), words::full().fair_start_no()),
            Setting::Rounds => {
                let rounds = self.rounds.map(|rounds| words::full().start_alternates(&say(&rounds)));
                (words::full().match_of_rounds(), rounds.unwrap_or_else(|| words::full().one_game()))
            }
            Setting::Help => {
                let advice = match (self.advice.0, opponent) {
                    ([true, true], _) | ([true, false], Who::Level(_) | Who::Program) => String::new(),
                    ([true, false], Who::Person) => words::full().advice_for_you(),
                    ([false, true], Who::Person) => words::full().advice_for_them(),
                    _ => words::full().no_advice(),
                };
                let legal = if self.find { words::full().legal_hidden() } else { String::new() };
                let told: Vec<String> = [legal, advice].into_iter().filter(|told| !told.is_empty()).collect();
                let told = if told.is_empty() { words::full().help_usual() } else { told.join(", ") };
                (words::full().help_given(), told)
            }
            Setting::Play => (words::full().play_button(), String::new()),
        }
    }
}
