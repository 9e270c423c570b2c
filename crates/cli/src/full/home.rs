//! The menu: the books as cards, against whom, who starts, and on which numbers.

use std::path::PathBuf;
use std::time::Duration;

use duel::challenge::Progress;
use duel::computer::Auto;
use duel::factor::{composite_beside, is_prime};
use duel::longest::Size;
use duel::session::{First, Rounds, Setup};
use duel::speech::{Opponent, sentence};
use duel::{Invalid, Numbers, RuleBook, Seat, Who};
use ratatui::crossterm::event::KeyCode;

use super::app::{Desk, Next, Screen};
use super::canvas::{Canvas, Click};
use super::history::History;
use super::keys::{self, Key, enter, escape, key, letter};
use super::lesson::Lessons;
use super::longest::Longest;
use super::play::Play;
use super::puzzle::Puzzles;
use super::shelf::Shelf;
use crate::arena::programs::MOVE_TIME;
use crate::chance;
use crate::failure::Fallible;
use crate::names::Names;
use crate::sitting::contender::Contender;
use crate::sitting::{Around, Sitting};
use crate::store::history::Listing;
use crate::store::posed::{Posed, Wanted};
use crate::store::progress;
use crate::store::record_file::RecordFile;
use crate::store::saves::Keeper;
use crate::store::settings::{Advised, Settings};
use crate::words::{self, ADDRESS, say, together};

/// What people can set before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Opponent,
    Names,
    First,
    Numbers,
    FairStart,
    Rounds,
    Help,
    Play,
}

const SETTINGS: [Setting; 8] = {
    use Setting::{FairStart, First, Help, Names, Numbers, Opponent, Play, Rounds};
    [Opponent, Names, First, Numbers, FairStart, Rounds, Help, Play]
};
/// How many rounds a match has before somebody says how many.
const USUAL_ROUNDS: u32 = 3;
const MOST_ROUNDS: u32 = 999;
/// Two names and a comma.
const LONGEST_NAMES: usize = 80;

/// The menu, and what is set in it. What the command line asked for is set already.
pub(crate) struct Home {
    pub(super) book: usize,
    /// Which setting has the keys; `None` while a book is chosen.
    pub(super) setting: Option<Setting>,
    /// The numbers as they were typed, of every book its own: where its pool ends, or what lies on its table.
    numbers: Vec<String>,
    /// Whether they are being typed: the first digit takes the place of what was there, the others follow it.
    is_typing: bool,
    pub(super) players: [Contender; 2],
    /// The program that was named on the command line, which can be chosen again.
    program: Option<Contender>,
    bot_time: Duration,
    bot_log: Option<PathBuf>,
    pub(crate) names: Option<Names>,
    /// The names as they were typed, if they were.
    typed_names: Option<String>,
    /// Who moves first; in turns without it.
    pub(crate) first: Option<First>,
    pub(crate) fair_start: bool,
    pub(crate) invalid: Option<Invalid>,
    pub(crate) rounds: Option<Rounds>,
    /// How many rounds a match would have.
    most_rounds: u32,
    pub(crate) advice: Advised,
    /// Whether people find the legal numbers themselves.
    pub(crate) find: bool,
    pub(crate) seed: Option<u64>,
    pub(crate) record: Option<RecordFile>,
    pub(super) message: String,
    pub(super) progress: Progress,
    /// The games that were finished.
    finished: Listing,
    /// The puzzle of a day, and how it stands in the menu.
    daily: Option<Posed>,
    pub(super) daily_line: String,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home {
            book: 0,
            setting: None,
            numbers: RuleBook::built_in().iter().map(usual_numbers).collect(),
            is_typing: false,
            players: [Contender::Person, Contender::Auto],
            program: None,
            bot_time: MOVE_TIME,
            bot_log: None,
            names: None,
            typed_names: None,
            first: None,
            fair_start: false,
            invalid: None,
            rounds: None,
            most_rounds: USUAL_ROUNDS,
            advice: Advised::BOTH,
            find: false,
            seed: None,
            record: None,
            message: String::new(),
            progress: Progress::default(),
            finished: Listing::default(),
            daily: None,
            daily_line: String::new(),
        }
    }

    /// The menu as this user left it.
    pub(crate) fn of_user() -> Home {
        let (settings, complaint) = Settings::of_user();
        let mut home = Home::new();
        home.begin_with(settings);
        home.message = complaint.map(sentence).unwrap_or_default();
        home
    }

    /// Sets what was chosen the last time.
    pub(crate) fn begin_with(&mut self, settings: Settings) {
        if let Some(book) = settings.book
            && let Some(at) = RuleBook::built_in().iter().position(|other| other.id() == book.id())
        {
            self.book = at;
            self.numbers[at] = usual_numbers(&book);
        }
        if let Some(opponent) = settings.opponent.and_then(Contender::remembered) {
            self.players[1] = opponent;
        }
        self.names = settings.names;
        self.first = settings.first;
        self.fair_start = settings.fair.unwrap_or(self.fair_start);
        self.set_rounds(settings.rounds);
        self.advice = settings.advice.unwrap_or(self.advice);
        self.find = settings.find.unwrap_or(self.find);
    }

    /// A match of so many rounds, or one game.
    pub(crate) fn set_rounds(&mut self, rounds: Option<Rounds>) {
        (self.rounds, self.most_rounds) = (rounds, rounds.map_or(USUAL_ROUNDS, Rounds::most));
    }

    /// Keeps what is chosen for the next time.
    fn remember(&self, desk: &Desk) -> Option<String> {
        let book = RuleBook::find(&format!("{}:{}", self.book().id(), self.numbers().trim_end_matches(',')));
        let kept = desk.settings().and_then(|file| {
            file.remember(|settings| {
                settings.book = book.ok();
                if self.players[0] == Contender::Person {
                    settings.opponent = self.players[1].to_remember().or(settings.opponent);
                }
                settings.names = self.names.clone();
                settings.first = self.first;
                settings.fair = Some(self.fair_start);
                settings.rounds = self.rounds;
                settings.advice = Some(self.advice);
                settings.find = Some(self.find);
            })
        });
        kept.err().map(|error| sentence(words::both().settings_not_kept(&format!("{error:#}"))))
    }

    /// The names as they were typed.
    pub(super) fn names_as_typed(&self) -> String {
        self.typed_names.clone().or(self.names.as_ref().map(Names::to_string)).unwrap_or_default()
    }

    fn type_names(&mut self, typed: String) {
        self.names = read_names(&typed).ok().flatten();
        self.typed_names = Some(typed);
    }

    /// A match of so many rounds, typed a digit after the other.
    fn type_rounds(&mut self, digit: u32, was_typing: bool) {
        let longer = if was_typing { self.most_rounds * 10 + digit } else { digit };
        self.most_rounds = if longer > MOST_ROUNDS { digit } else { longer };
        if self.most_rounds == 0 {
            (self.rounds, self.most_rounds) = (None, USUAL_ROUNDS);
            return;
        }
        self.rounds = Some(match self.rounds {
            Some(Rounds::All(_)) => Rounds::All(self.most_rounds),
            Some(Rounds::BestOf(_)) | None => Rounds::BestOf(self.most_rounds),
        });
        self.is_typing = true;
    }

    /// Seats whoever was asked for on the command line.
    pub(crate) fn seat(&mut self, players: [Contender; 2], bot_time: Duration, bot_log: Option<PathBuf>) {
        self.program = Some(players[1].clone()).filter(|player| matches!(player, Contender::Program(_)));
        (self.players, self.bot_time, self.bot_log) = (players, bot_time, bot_log);
    }

    /// Somebody comes here, perhaps from another screen: the books are what is chosen next.
    pub(crate) fn come_in(&mut self, message: String, desk: &Desk) {
        self.setting = None;
        if !message.is_empty() {
            self.message = message;
        }
        self.finished = desk.store().and_then(|store| store.history().list()).unwrap_or_default();
        self.progress = progress::known(&desk.streak());
        let wanted = Wanted::today();
        if self.daily.as_ref().is_none_or(|posed| Wanted::This(posed.which) != wanted) {
            self.daily = Posed::find(None, None, wanted).ok();
        }
        self.daily_line = self.daily.as_ref().map(|posed| posed.in_a_line(&desk.streak())).unwrap_or_default();
    }

    /// Whom somebody meets on auto in the chosen book.
    pub(super) fn auto(&self) -> Auto {
        self.finished.auto(&self.varied().unwrap_or_else(|_| self.book().clone()))
    }

    /// What sort of players there are.
    pub(super) fn who(&self) -> [Who; 2] {
        let auto = self.auto();
        self.players.each_ref().map(|player| player.who(auto.level))
    }

    /// Who moves first where that is not chosen.
    pub(super) fn starter(&self) -> Seat {
        self.finished.starter(self.book(), self.who())
    }

    fn choose_book(&mut self, at: usize) {
        self.book = at.min(RuleBook::built_in().len() - 1);
    }

    pub(super) fn book(&self) -> &'static RuleBook {
        &RuleBook::built_in()[self.book]
    }

    /// The numbers of the chosen book.
    pub(super) fn numbers(&self) -> &str {
        &self.numbers[self.book]
    }

    fn numbers_mut(&mut self) -> &mut String {
        &mut self.numbers[self.book]
    }

    fn is_offered(&self, setting: Setting) -> bool {
        setting != Setting::FairStart || self.book().clone().with_fair_start().is_ok()
    }

    /// What can be set for the chosen book.
    pub(super) fn offered(&self) -> Vec<Setting> {
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
                let mut opponents = vec![Contender::Auto, Contender::Person];
                let book = self.varied().unwrap_or_else(|_| self.book().clone());
                opponents.extend(book.opponents().iter().copied().map(Contender::Level));
                opponents.extend(self.program.clone());
                self.players[1] = beside(&opponents, &self.players[1], forward);
            }
            Setting::First => {
                let ways = [None, Some(First::Seat(Seat::One)), Some(First::Seat(Seat::Two)), Some(First::Toss)];
                // Two people take turns by themselves, from one game to the next.
                let ways = if self.who() == [Who::Person; 2] { &ways[1..] } else { &ways };
                self.first = beside(ways, &self.first, forward);
            }
            Setting::Numbers => {
                // Only a single number can be counted up and down; several are typed.
                if let Ok(number) = self.numbers().parse::<u64>() {
                    let next = match self.book().game().pool() {
                        Some(pool) if forward => number.saturating_add(pool.step()),
                        Some(pool) => number.saturating_sub(pool.step()),
                        // From a prime there is nothing to divide.
                        None => composite_beside(number, forward).unwrap_or(number),
                    };
                    *self.numbers_mut() = next.to_string();
                }
            }
            Setting::FairStart => self.fair_start = !self.fair_start,
            Setting::Rounds => {
                let most = self.most_rounds;
                let ways = [None, Some(Rounds::BestOf(most)), Some(Rounds::All(most))];
                self.rounds = beside(&ways, &self.rounds, forward);
            }
            Setting::Help => {
                let mut ways = vec![(Advised::BOTH, false), (Advised::BOTH, true)];
                if self.players[1] == Contender::Person {
                    ways.extend([[true, false], [false, true]].map(|advice| (Advised(advice), false)));
                }
                ways.push((Advised([false, false]), false));
                (self.advice, self.find) = beside(&ways, &(self.advice, self.find), forward);
            }
            Setting::Names | Setting::Play => {}
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

    /// What is wrong with the value of a setting.
    pub(super) fn problem(&self, setting: Setting) -> Option<String> {
        let problem = match setting {
            Setting::Numbers => self.varied().err(),
            Setting::Names => read_names(&self.names_as_typed()).err(),
            _ => None,
        };
        problem.map(sentence)
    }

    /// What is worth knowing of a value that can be played.
    pub(super) fn warning(&self, setting: Setting) -> Option<String> {
        if let (Setting::Opponent, Some(Setting::Opponent), Who::Level(level)) = (setting, self.setting, self.who()[1])
        {
            let auto = (self.players[1] == Contender::Auto).then(|| say(&self.auto()));
            let about = words::full().about_computer(&say(&Opponent(level)), &say(&level));
            return Some(together(auto.into_iter().chain([about])));
        }
        let is_table = setting == Setting::Numbers && self.book().game().pool().is_none();
        let number = self.numbers().parse().ok().filter(|&number| is_table && is_prime(number))?;
        Some(words::full().prime_start(number))
    }

    fn play(&mut self, desk: &Desk) -> Next {
        let Ok(book) = self.varied() else {
            // What is wrong stands beside them.
            self.setting = Some(Setting::Numbers);
            return Next::Stay;
        };
        if self.problem(Setting::Names).is_some() {
            self.setting = Some(Setting::Names);
            return Next::Stay;
        }
        let complaint = self.remember(desk);
        let begun = self.sit_down(book, complaint, desk);
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

    fn sit_down(&self, book: RuleBook, complaint: Option<String>, desk: &Desk) -> Fallible<Play> {
        let who = self.who();
        let names = self.names.as_ref().map(|names| names.of_people(who.map(|who| who == Who::Person)));
        let sitters = Names::seat(names.as_ref(), who);
        let setup = Setup {
            id: Some(chance::new_id()?),
            first: self.first.unwrap_or_else(|| First::Seat(self.starter())),
            seed: chance::seed(self.seed)?,
            rounds: self.rounds,
            advice: self.advice.0,
            hides_legal: self.find,
            ..Setup::new(book, sitters)
        };
        // The first game has the name that was asked for, every other one a name of its own.
        let record =
            self.record.as_ref().map(|file| if file.force { file.clone() } else { file.for_another(self.rounds) });
        let auto = self.players.contains(&Contender::Auto).then(|| self.auto());
        let around = Around { record, auto, ..Around::default() };
        let mut sitting = Sitting::begin(setup, Keeper::new(desk.store(), None), around)?;
        let orders = self.players.each_ref().map(|player| player.order(self.bot_time));
        sitting.start_programs(orders, self.bot_log.as_deref())?;
        let toss = sitting.session().toss_remark(ADDRESS).map(|toss| say(&toss));
        Ok(Play::new(sitting).saying(toss).saying(complaint))
    }

    pub(super) fn keys(&self) -> Vec<Key> {
        let mut keys = match self.setting {
            None => vec![
                enter(words::full().choose()),
                key(KeyCode::Tab, words::full().tab_key(), words::full().settings()),
            ],
            Some(Setting::Play) => {
                vec![enter(words::full().play()), key(KeyCode::Tab, words::full().tab_key(), words::full().settings())]
            }
            Some(Setting::Names) => vec![
                enter(words::full().play()),
                key(KeyCode::Null, words::full().letter_keys(), words::full().type_it()),
            ],
            Some(_) => vec![
                enter(words::full().play()),
                key(KeyCode::Right, words::full().left_and_right_keys(), words::full().change()),
            ],
        };
        match self.setting {
            None | Some(Setting::Play) => {
                keys.extend([
                    letter('l', words::full().learn()),
                    letter('p', words::full().puzzle()),
                    letter('r', words::full().resume()),
                    letter('h', words::full().games()),
                ]);
            }
            // While something is set, how to set it needs the room.
            Some(setting) => {
                // Which digit is meant, only the keyboard can say.
                let is_a_number = matches!(setting, Setting::Numbers | Setting::Rounds);
                let typing = is_a_number.then(|| key(KeyCode::Null, "0-9".into(), words::full().type_it()));
                keys.extend(typing.into_iter().chain([escape(words::full().books())]));
            }
        }
        // While names are typed every letter is one of them.
        if self.setting != Some(Setting::Names) {
            keys.extend([keys::quit(), keys::rules(), keys::help()]);
        }
        keys
    }
}

impl Screen for Home {
    fn key(&mut self, key: KeyCode, desk: &mut Desk) -> Next {
        self.message.clear();
        let was_typing = std::mem::take(&mut self.is_typing);
        let books = RuleBook::built_in().len();
        match (key, self.setting) {
            (KeyCode::Char(letter), Some(Setting::Names)) => {
                let names = self.names_as_typed();
                if names.len() + letter.len_utf8() <= LONGEST_NAMES {
                    self.type_names(names + &letter.to_string());
                }
            }
            (KeyCode::Backspace, Some(Setting::Names)) => {
                let mut names = self.names_as_typed();
                names.pop();
                self.type_names(names);
            }
            (KeyCode::Char('?'), _) => return Next::Help,
            (KeyCode::Char('i'), _) => return Next::Rules(Box::new(self.varied().unwrap_or(self.book().clone()))),
            (KeyCode::Char('q'), _) => return Next::Leave,
            (KeyCode::Char('r'), _) => return self.go(Shelf::open(desk).map(|shelf| Next::Go(Box::new(shelf)))),
            (KeyCode::Char('l'), _) => return Next::Go(Box::new(Lessons::open(desk))),
            (KeyCode::Char('h'), _) => return self.go(History::open(desk).map(|history| Next::Go(Box::new(history)))),
            (KeyCode::Char('c'), _) => return Next::Go(Box::new(Longest::at(Size::USUAL, desk))),
            (KeyCode::Char('d'), _) => return puzzles(Puzzles::starting_with(Wanted::today())),
            (KeyCode::Char('p'), _) => {
                let book = self.varied().unwrap_or(self.book().clone());
                return self.go(Wanted::any().map(|wanted| puzzles(Puzzles::of_book(book, wanted))));
            }
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
            (KeyCode::Char(digit @ '0'..='9'), Some(Setting::Rounds)) => {
                self.type_rounds(digit as u32 - '0' as u32, was_typing);
            }
            (KeyCode::Backspace, Some(Setting::Rounds)) => {
                let (most, last) = (self.most_rounds / 100, self.most_rounds / 10 % 10);
                self.most_rounds = most;
                self.type_rounds(last, true);
            }
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
        self.draw_menu(canvas);
    }
}

/// The numbers that a book is played on if nobody wants others.
fn usual_numbers(book: &RuleBook) -> String {
    match book.game().numbers() {
        Numbers::Pool(pool) => pool.last().to_string(),
        Numbers::Table(numbers) => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
    }
}

/// The names in what somebody has typed; none in nothing.
fn read_names(typed: &str) -> Result<Option<Names>, String> {
    let names: Vec<&str> = typed.split(',').map(str::trim).collect();
    if names == [""] { Ok(None) } else { names.join(",").parse().map(Some) }
}

fn puzzles(puzzles: Puzzles) -> Next {
    Next::Go(Box::new(puzzles))
}
