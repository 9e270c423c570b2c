//! The menu: the books as cards, against whom, who starts, and on which numbers.

use std::path::PathBuf;
use std::time::Duration;

use duel::session::{First, Rounds, Setup};
use duel::speech::sentence;
use duel::{Invalid, Level, Numbers, RuleBook, Seat, Who};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::app::{Desk, Next, Screen};
use super::canvas::{Canvas, Click, from_column, from_row, lines, width};
use super::keys::{self, Key, enter, escape, key, letter};
use super::play::Play;
use super::puzzle::Puzzles;
use super::shelf::Shelf;
use super::skin::Ink;
use crate::arena::programs::MOVE_TIME;
use crate::chance;
use crate::failure::Fallible;
use crate::names::Names;
use crate::sitting::contender::Contender;
use crate::sitting::{Around, Sitting};
use crate::store::posed::{Posed, Wanted};
use crate::store::record_file::RecordFile;
use crate::store::saves::Keeper;
use crate::words::{self, ADDRESS, say};

/// What people can set before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Opponent,
    First,
    Numbers,
    FairStart,
    Rounds,
    Play,
}

const SETTINGS: [Setting; 6] =
    [Setting::Opponent, Setting::First, Setting::Numbers, Setting::FairStart, Setting::Rounds, Setting::Play];
const ROUNDS: [Option<Rounds>; 8] = {
    use Rounds::{All, BestOf};
    [None, Some(BestOf(3)), Some(BestOf(5)), Some(BestOf(7)), Some(All(2)), Some(All(3)), Some(All(4)), Some(All(6))]
};
/// Where the settings stand beside the books instead of below them.
const WIDE: u16 = 116;
const SETTINGS_ROWS: u16 = 7;
/// The columns in front of the values, unless a label needs more.
const LABELS: u16 = 16;

/// The menu, and what is set in it. What the command line asked for is set already.
pub(crate) struct Home {
    book: usize,
    /// Which setting has the keys; `None` while a book is chosen.
    setting: Option<Setting>,
    /// The numbers as they were typed, of every book its own: where its pool ends, or what lies on its table.
    numbers: Vec<String>,
    /// Whether they are being typed: the first digit takes the place of what was there, the others follow it.
    is_typing: bool,
    players: [Contender; 2],
    /// The program that was named on the command line, which can be chosen again.
    program: Option<Contender>,
    bot_time: Duration,
    bot_log: Option<PathBuf>,
    pub(crate) names: Option<Names>,
    pub(crate) first: First,
    pub(crate) fair_start: bool,
    pub(crate) invalid: Option<Invalid>,
    pub(crate) rounds: Option<Rounds>,
    pub(crate) seed: Option<u64>,
    pub(crate) record: Option<RecordFile>,
    message: String,
    is_daily_solved: bool,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home {
            book: 0,
            setting: None,
            numbers: RuleBook::built_in().iter().map(usual_numbers).collect(),
            is_typing: false,
            players: [Contender::Person, Contender::Level(Level::DeadEnds)],
            program: None,
            bot_time: MOVE_TIME,
            bot_log: None,
            names: None,
            first: First::Seat(Seat::One),
            fair_start: false,
            invalid: None,
            rounds: None,
            seed: None,
            record: None,
            message: String::new(),
            is_daily_solved: false,
        }
    }

    /// Seats whoever was asked for on the command line.
    pub(crate) fn seat(&mut self, players: [Contender; 2], bot_time: Duration, bot_log: Option<PathBuf>) {
        self.program = Some(players[1].clone()).filter(|player| player.who() == Who::Program);
        (self.players, self.bot_time, self.bot_log) = (players, bot_time, bot_log);
    }

    /// Somebody comes here, perhaps from another screen: the books are what is chosen next.
    pub(crate) fn come_in(&mut self, message: String, desk: &Desk) {
        self.setting = None;
        self.message = message;
        self.is_daily_solved = Posed::is_todays_solved(&desk.streak());
    }

    fn choose_book(&mut self, at: usize) {
        self.book = at.min(RuleBook::built_in().len() - 1);
    }

    fn book(&self) -> &'static RuleBook {
        &RuleBook::built_in()[self.book]
    }

    /// The numbers of the chosen book.
    fn numbers(&self) -> &str {
        &self.numbers[self.book]
    }

    fn numbers_mut(&mut self) -> &mut String {
        &mut self.numbers[self.book]
    }

    fn is_offered(&self, setting: Setting) -> bool {
        setting != Setting::FairStart || self.book().clone().with_fair_start().is_ok()
    }

    /// What can be set for the chosen book.
    fn offered(&self) -> Vec<Setting> {
        SETTINGS.into_iter().filter(|&setting| self.is_offered(setting)).collect()
    }

    fn next_setting(&self, from: Setting, down: bool) -> Option<Setting> {
        let offered = self.offered();
        let at = offered.iter().position(|&setting| setting == from).unwrap_or(0);
        // Above the first setting are the books.
        if down { Some(offered[(at + 1) % offered.len()]) } else { at.checked_sub(1).map(|at| offered[at]) }
    }

    /// The next value of a setting, or the one before.
    fn turn(&mut self, setting: Setting, forward: bool) {
        fn beside<T: Clone + PartialEq>(values: &[T], value: &T, forward: bool) -> T {
            let at = values.iter().position(|other| other == value).unwrap_or(0);
            let step = if forward { 1 } else { values.len() - 1 };
            values[(at + step) % values.len()].clone()
        }
        match setting {
            Setting::Opponent => {
                let mut opponents = vec![Contender::Person];
                opponents.extend(Level::ALL.map(Contender::Level));
                opponents.extend(self.program.clone());
                self.players[1] = beside(&opponents, &self.players[1], forward);
            }
            Setting::First => {
                let ways = [First::Seat(Seat::One), First::Seat(Seat::Two), First::Toss];
                self.first = beside(&ways, &self.first, forward);
            }
            Setting::Numbers => {
                // Only a single number can be counted up and down; several are typed.
                if let Ok(number) = self.numbers().parse::<u64>() {
                    let step = self.book().game().pool().map_or(1, |pool| pool.step());
                    let next = if forward { number.saturating_add(step) } else { number.saturating_sub(step) };
                    *self.numbers_mut() = next.to_string();
                }
            }
            Setting::FairStart => self.fair_start = !self.fair_start,
            Setting::Rounds => self.rounds = beside(&ROUNDS, &self.rounds, forward),
            Setting::Play => {}
        }
    }

    /// The chosen book on the chosen numbers, if that can be played.
    fn varied(&self) -> Result<RuleBook, String> {
        // After a comma the next number is still to come.
        let numbers = self.numbers().trim_end_matches(',');
        let book = RuleBook::find(&format!("{}:{numbers}", self.book().id())).map_err(|error| say(&error))?;
        let book = if self.fair_start && self.is_offered(Setting::FairStart) {
            book.with_fair_start().map_err(|error| say(&error))?
        } else {
            book
        };
        book.game().check_playable().map_err(|error| say(&error))?;
        Ok(match self.invalid {
            Some(invalid) => book.with_invalid(invalid),
            None => book,
        })
    }

    /// What is wrong with the numbers.
    fn problem(&self) -> Option<String> {
        self.varied().err().map(sentence)
    }

    fn play(&mut self, desk: &Desk) -> Next {
        let Ok(book) = self.varied() else {
            // What is wrong stands beside them.
            self.setting = Some(Setting::Numbers);
            return Next::Stay;
        };
        let begun = self.sit_down(book, desk);
        if let (Ok(_), Some(file)) = (&begun, &mut self.record) {
            file.force = false;
        }
        self.go(begun.map(|play| Next::Go(Box::new(play))))
    }

    /// Goes where somebody wants to, or says why that cannot be.
    fn go(&mut self, next: Fallible<Next>) -> Next {
        next.unwrap_or_else(|failure| {
            self.message = sentence(failure.words());
            Next::Stay
        })
    }

    fn sit_down(&self, book: RuleBook, desk: &Desk) -> Fallible<Play> {
        let sitters = Names::seat(self.names.as_ref(), self.players.each_ref().map(Contender::who));
        let setup = Setup {
            id: Some(chance::new_id()?),
            first: self.first,
            seed: chance::seed(self.seed)?,
            rounds: self.rounds,
            ..Setup::new(book, sitters)
        };
        // The first game has the name that was asked for, every other one a name of its own.
        let record =
            self.record.as_ref().map(|file| if file.force { file.clone() } else { file.for_another(self.rounds) });
        let around = Around { record, ..Around::default() };
        let mut sitting = Sitting::begin(setup, Keeper::new(desk.store(), None), around)?;
        let orders = self.players.each_ref().map(|player| player.order(self.bot_time));
        sitting.start_programs(orders, self.bot_log.as_deref())?;
        let toss = sitting.session().toss_remark(ADDRESS).map(|toss| say(&toss));
        Ok(Play::new(sitting).saying(toss))
    }

    fn keys(&self) -> Vec<Key> {
        let mut keys = match self.setting {
            None => vec![
                enter(words::full().choose()),
                key(KeyCode::Tab, words::full().tab_key(), words::full().settings()),
            ],
            Some(Setting::Play) => {
                vec![enter(words::full().play()), key(KeyCode::Tab, words::full().tab_key(), words::full().settings())]
            }
            Some(_) => vec![
                enter(words::full().play()),
                key(KeyCode::Right, words::full().left_and_right_keys(), words::full().change()),
            ],
        };
        match self.setting {
            None | Some(Setting::Play) => {
                let daily =
                    if self.is_daily_solved { words::full().daily_solved() } else { words::full().daily_puzzle() };
                keys.extend([
                    letter('r', words::full().resume()),
                    letter('d', daily),
                    letter('p', words::full().puzzle()),
                ]);
            }
            // While something is set, how to set it needs the room.
            Some(setting) => {
                // Which digit is meant, only the keyboard can say.
                let typing =
                    (setting == Setting::Numbers).then(|| key(KeyCode::Null, "0-9".into(), words::full().type_it()));
                keys.extend(typing.into_iter().chain([escape(words::full().books())]));
            }
        }
        keys.extend([keys::quit(), keys::rules(), keys::help()]);
        keys
    }

    /// The books, as many of them as fit around the chosen one.
    fn draw_cards(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let books = RuleBook::built_in();
        let columns = area.width.saturating_sub(2);
        let heights: Vec<u16> = books.iter().map(|book| 1 + lines(book.summary(), columns)).collect();
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
            canvas.prose(from_row(text, 1), book.summary(), if chosen { Ink::Plain } else { Ink::Faint });
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
                (_, false) => (Ink::Faint, Ink::Plain, format!("  {value}")),
            };
            canvas.text(from_column(line, 2), &label, ink);
            let place = from_column(line, LABELS.max(2 + widest + 2));
            let used = canvas.fitted(place, [(&*shown, value_ink)]);
            // What does not fit here is said where there is room for it.
            let mut unsaid = Some(value).filter(|_| is_focused && width(&shown) > place.width);
            if let Some(problem) = self.problem().filter(|_| setting == Setting::Numbers) {
                let beside = from_column(place, used + 2);
                let complaint = format!("{} {problem}", signs.loses);
                let fits = width(&complaint) <= beside.width;
                canvas.text(beside, if fits { &complaint } else { signs.loses }, Ink::Loses);
                unsaid = Some(problem).filter(|_| !fits);
            }
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
        let opponent = self.players[1].who();
        match setting {
            Setting::Opponent => {
                let opponent = match opponent {
                    Who::Person => words::full().a_person(),
                    Who::Level(level) => words::full().the_computer(level.number(), &say(&level)),
                    Who::Program => words::full().a_program(),
                };
                (words::full().against(), opponent)
            }
            Setting::First => {
                let who = match (self.first, opponent) {
                    (First::Seat(Seat::One), _) => words::full().you_start(),
                    (First::Seat(Seat::Two), Who::Person) => words::full().the_other_one_starts(),
                    (First::Seat(Seat::Two), Who::Level(_)) => words::full().the_computer_starts(),
                    (First::Seat(Seat::Two), Who::Program) => words::full().the_program_starts(),
                    (First::Toss, _) => words::full().a_toss_decides(),
                };
                (words::full().first_move(), who)
            }
            Setting::Numbers => match self.book().game().numbers() {
                Numbers::Pool(pool) => (words::full().pool(), words::full().pool_range(pool.first(), self.numbers())),
                Numbers::Table(_) if self.problem().is_some() => (words::full().numbers(), self.numbers().into()),
                Numbers::Table(_) => (words::full().numbers(), words::full().type_others(self.numbers())),
            },
            Setting::FairStart if self.fair_start => (words::full().fair_start_label(), words::full().fair_start_yes()),
            Setting::FairStart => (words::full().fair_start_label(), words::full().fair_start_no()),
            Setting::Rounds => {
                let rounds = self.rounds.map(|rounds| words::full().start_alternates(&say(&rounds)));
                (words::full().match_of_rounds(), rounds.unwrap_or_else(|| words::full().one_game()))
            }
            Setting::Play => (words::full().play_button(), String::new()),
        }
    }
}

impl Screen for Home {
    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        self.message.clear();
        let was_typing = std::mem::take(&mut self.is_typing);
        let books = RuleBook::built_in().len();
        match (key, self.setting) {
            (KeyCode::Char('?'), _) => return Next::Help,
            (KeyCode::Char('i'), _) => return Next::Rules(Box::new(self.varied().unwrap_or(self.book().clone()))),
            (KeyCode::Char('q'), _) => return Next::Leave,
            (KeyCode::Char('r'), _) => return self.go(Shelf::open(desk).map(|shelf| Next::Go(Box::new(shelf)))),
            (KeyCode::Char('d'), _) => return puzzles(Wanted::today()),
            (KeyCode::Char('p'), _) => return self.go(Wanted::any().map(puzzles)),
            (KeyCode::Esc | KeyCode::BackTab, Some(_)) => self.setting = None,
            (KeyCode::Up, None) => self.choose_book((self.book + books - 1) % books),
            (KeyCode::Down, None) => self.choose_book((self.book + 1) % books),
            (KeyCode::Home, None) => self.choose_book(0),
            (KeyCode::End, None) => self.choose_book(books - 1),
            (KeyCode::Char(digit @ '1'..='9'), None) => self.choose_book(digit as usize - '1' as usize),
            (KeyCode::Enter | KeyCode::Right, None) => self.setting = Some(Setting::Play),
            (KeyCode::Tab, None) => self.setting = Some(Setting::Opponent),
            (KeyCode::Tab | KeyCode::Down, Some(setting)) => self.setting = self.next_setting(setting, true),
            (KeyCode::Up, Some(setting)) => self.setting = self.next_setting(setting, false),
            (KeyCode::Enter, Some(_)) => return self.play(desk),
            (KeyCode::Left, Some(Setting::Play)) => self.setting = None,
            (KeyCode::Left, Some(setting)) => self.turn(setting, false),
            (KeyCode::Right | KeyCode::Char(' '), Some(setting)) => self.turn(setting, true),
            (KeyCode::Backspace, Some(Setting::Numbers)) => {
                self.numbers_mut().pop();
                self.is_typing = true;
            }
            // A pool has one end.
            (KeyCode::Char(','), Some(Setting::Numbers))
                if matches!(self.book().game().numbers(), Numbers::Pool(_)) => {}
            (KeyCode::Char(digit @ ('0'..='9' | ',')), Some(Setting::Numbers)) if self.numbers().len() < 200 => {
                // A comma goes on with what is there: one more number on the table.
                if !was_typing && digit != ',' {
                    self.numbers_mut().clear();
                }
                self.numbers_mut().push(digit);
                self.is_typing = true;
            }
            _ => {}
        }
        Next::Stay
    }

    fn click(&mut self, click: Click, desk: &mut Desk) -> Next {
        self.message.clear();
        match click {
            // A second click on the same card does what a second Enter does.
            Click::Line(book) if book == self.book => return self.key(KeyCode::Enter, desk),
            Click::Line(book) => {
                self.choose_book(book);
                self.setting = None;
            }
            Click::Setting(at) => match self.offered().get(at).copied() {
                Some(Setting::Play) => return self.play(desk),
                Some(setting) => {
                    self.setting = Some(setting);
                    self.turn(setting, true);
                }
                None => {}
            },
            Click::Key(_) | Click::Number(_) | Click::Choice(_) => {}
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _desk: &Desk) {
        let window = canvas.area();
        let inner = Rect { x: window.x + 1, width: window.width.saturating_sub(2), ..window };
        let title = Rect { height: 1, ..inner };
        let used = canvas.text(title, &words::full().divisor_duel(), Ink::Title);
        let motto = words::full().motto();
        if used + 2 + width(&motto) <= title.width {
            canvas.right(title, &motto, Ink::Faint);
        }
        let keys = from_row(inner, inner.height - 1);
        let middle = Rect { height: inner.height - 2, ..from_row(inner, 1) };
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
}

/// The numbers that a book is played on if nobody wants others.
fn usual_numbers(book: &RuleBook) -> String {
    match book.game().numbers() {
        Numbers::Pool(pool) => pool.last().to_string(),
        Numbers::Table(numbers) => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
    }
}

fn puzzles(first: Wanted) -> Next {
    Next::Go(Box::new(Puzzles::starting_with(first)))
}
