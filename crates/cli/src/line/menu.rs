//! The menu of the books: one key and Enter, and what else there is to choose, a word each.

use duel::factor::{GOOD_TO_DIVIDE, composite_beside, is_prime};
use duel::session::{First, Rounds};
use duel::speech::{Called, Remark, did_you_mean, sentence};
use duel::tally::Tally;
use duel::{Level, Numbers, RuleBook, Seat, Who};

use crate::failure::Fallible;
use crate::line::deeds::{self, Deeds};
use crate::line::dialogue::Dialogue;
use crate::line::lesson;
use crate::line::prompt::printable;
use crate::names::Names;
use crate::sitting::contender::Contender;
use crate::store::posed::{Posed, Wanted};
use crate::store::progress::ProgressFile;
use crate::store::settings::{Advised, Settings, Written};
use crate::words::{self, say};

/// Everything that can be typed besides a game.
const WORDS: [&str; 26] = [
    "level:1", "level:2", "level:3", "level:4", "level:5", "auto", "mole", "hare", "fox", "owl", "euclid", "human",
    "names", "first", "toss", "turns", "best", "rounds", "single", "find", "show", "advice", "learn", "history",
    "stats", "quit",
];

/// What is chosen here.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) book: RuleBook,
    pub(crate) players: [Contender; 2],
    pub(crate) names: Option<Names>,
    /// Who moves first; in turns without it.
    pub(crate) first: Option<First>,
    pub(crate) rounds: Option<Rounds>,
    pub(crate) advice: Advised,
    pub(crate) find: bool,
}

impl Choice {
    /// What was chosen the last time, and what people usually want. A file that is typed from means the same everywhere, so nothing
    /// is found out for it about whoever has started the program.
    pub(crate) fn of(settings: &Settings, is_at_a_terminal: bool) -> Choice {
        let usual = if is_at_a_terminal { Contender::Auto } else { Contender::Person };
        let opponent = settings.opponent.and_then(Contender::remembered).unwrap_or(usual);
        Choice {
            book: settings.book.clone().unwrap_or_else(|| RuleBook::built_in()[0].clone()),
            players: [Contender::Person, opponent],
            names: settings.names.clone(),
            first: settings.first.or_else(|| (!is_at_a_terminal).then(First::default)),
            rounds: settings.rounds,
            advice: settings.advice.unwrap_or(Advised::BOTH),
            find: settings.find.unwrap_or(false),
        }
    }

    /// Keeps it for the next time.
    pub(crate) fn remember(&self, settings: &mut Settings) {
        settings.book = Some(self.book.clone());
        if self.players[0] == Contender::Person {
            settings.opponent = self.players[1].to_remember().or(settings.opponent);
        }
        settings.names = self.names.clone();
        settings.first = self.first;
        settings.rounds = self.rounds;
        settings.advice = Some(self.advice);
        settings.find = Some(self.find);
    }

    /// Takes in a line: words that set something, and perhaps a game; true when there was one.
    fn take(&mut self, line: &str) -> Result<bool, String> {
        let mut game = None;
        let mut typed = line.split_whitespace();
        while let Some(word) = typed.next() {
            let mut next = || typed.next().unwrap_or_default();
            match word.to_ascii_lowercase().as_str() {
                "toss" => self.first = Some(First::Toss),
                "turns" => self.first = None,
                "first" => self.first = Some(First::read(next())?),
                "best" if next() == "of" => self.rounds = Some(Rounds::read(&format!("best of {}", next()))?),
                "best" => return Err(words::both().no_such_rounds()),
                "rounds" => self.rounds = Some(Rounds::read(next())?),
                "single" => self.rounds = None,
                "find" => self.find = true,
                "show" => self.find = false,
                "advice" => self.advice = Advised::read(next())?,
                // A name may have several words.
                "names" => match typed.by_ref().collect::<Vec<_>>().join(" ").as_str() {
                    "" => self.names = None,
                    names => self.names = Some(names.parse()?),
                },
                "human" => self.players[1] = Contender::Person,
                opponent
                    if opponent == "auto" || opponent.starts_with("level") || Level::from_word(opponent).is_some() =>
                {
                    self.players[1] = opponent.parse().map_err(|_| words::both().no_such_opponent())?;
                }
                _ if game.is_some() => return Err(words::line().two_games(&printable(line))),
                _ => game = Some(find(word)?),
            }
        }
        let has_game = game.is_some();
        self.book = game.unwrap_or_else(|| self.book.clone());
        Ok(has_game)
    }

    /// How it stands.
    fn words(&self, deeds: &Deeds) -> String {
        let auto = deeds.listing.auto(&self.book);
        let who = self.players.each_ref().map(|player| player.who(auto.level));
        let [one, two] = Names::seat(self.names.as_ref(), who);
        let is_alone = who.contains(&Who::Person) && who != [Who::Person; 2];
        let first = match self.first {
            Some(First::Toss) => words::line().toss_decides(),
            None if is_alone => words::line().first_in_turns(),
            None => say(&Remark::MovesFirst(Called::Name(one.name.to_string()))),
            Some(First::Seat(seat)) => {
                let starter = if seat == Seat::One { &one } else { &two };
                say(&Remark::MovesFirst(Called::Name(starter.name.to_string())))
            }
        };
        let rounds = match self.rounds {
            Some(rounds) => words::line().a_match(&say(&rounds)),
            None => words::line().a_single_game(),
        };
        let opponent = match self.players.contains(&Contender::Auto) {
            true => words::line().plays_on_auto(&one.name, &self.book.code(), &say(&auto)),
            false => words::line().who_will_play(&one.name, &two.name),
        };
        let mut told = vec![opponent, first, rounds];
        told.extend(self.find.then(|| say(&Remark::FindThem)));
        for (sitter, _) in
            [one, two].into_iter().zip(self.advice.0).filter(|(sitter, may)| sitter.who == Who::Person && !may)
        {
            told.push(say(&Remark::NoAdvice(Called::Name(sitter.name.to_string()))));
        }
        told.join(" ")
    }
}

/// What stands behind a word with which a line begins.
fn said_after<'a>(word: &str, line: &'a str) -> Option<&'a str> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    first.eq_ignore_ascii_case(word).then_some(rest.trim())
}

/// The game that a word names: a book by its number, or whatever has a name or a code.
fn find(word: &str) -> Result<RuleBook, String> {
    let books = RuleBook::built_in();
    match word.parse::<usize>() {
        Ok(number @ 1..) if number <= books.len() => Ok(books[number - 1].clone()),
        Ok(_) => Err(words::line().no_such_book(books.len())),
        Err(_) => {
            let book = <RuleBook as Written>::read(word).map_err(|why| match did_you_mean(word, WORDS) {
                Some(meant) => words::line().no_command_but(&printable(word), meant),
                None => why,
            })?;
            Ok(book)
        }
    }
}

/// What people want who have come to the menu.
#[derive(Debug)]
pub(crate) enum Wish {
    Play(Box<Choice>),
    Learn,
}

/// Asks which game to play, with whom and how, or whether to learn; `None` when people leave.
pub(crate) fn choose(talk: &mut Dialogue<'_>, mut choice: Choice, deeds: &Deeds) -> Fallible<Option<Wish>> {
    talk.heading("Divisor Duel")?;
    talk.line("")?;
    for (at, book) in RuleBook::built_in().iter().enumerate() {
        talk.line(&format!("  {}  {:<14} {}", at + 1, book.id(), book.summary()))?;
    }
    talk.line(&lesson::in_the_menu(&deeds.progress))?;
    talk.line("")?;
    // Nobody reads a script's menu, and it says the same every day.
    if talk.is_at_a_terminal()
        && let Ok(posed) = Posed::find(None, None, Wanted::today())
    {
        talk.line(&posed.in_a_line(&ProgressFile::of_user()))?;
        talk.line(&words::line().daily_by())?;
        talk.line("")?;
    }
    talk.line(&words::line().what_to_choose())?;
    talk.line(&choice.words(deeds))?;
    loop {
        let Some(line) = talk.ask(&words::line().which_game(&choice.book.code()))? else { return Ok(None) };
        if matches!(line.trim().to_ascii_lowercase().as_str(), "l" | "learn" | "lessons") {
            talk.line("")?;
            return Ok(Some(Wish::Learn));
        }
        let mut chosen = choice.clone();
        if let Some(rest) = said_after("history", &line) {
            deeds::list(talk, &deeds.listing, rest)?;
            continue;
        }
        if said_after("stats", &line) == Some("") {
            deeds::count(talk, &Tally::of(deeds.listing.finished()), &deeds.progress)?;
            continue;
        }
        match chosen.take(&line) {
            Ok(has_game) if has_game || line.trim().is_empty() => {
                if has_game && !choose_number(talk, &mut chosen)? {
                    return Ok(None);
                }
                talk.line("")?;
                return Ok(Some(Wish::Play(Box::new(chosen))));
            }
            Ok(_) => {
                talk.line(&chosen.words(deeds))?;
                choice = chosen;
            }
            Err(problem) => talk.line(&sentence(problem))?,
        }
    }
}

/// At a terminal whoever has chosen to divide the usual number can say another one, and is told which ones are good; false when
/// they leave. In a file the next line is meant for the game.
fn choose_number(talk: &mut Dialogue<'_>, choice: &mut Choice) -> Fallible<bool> {
    let usual = match choice.book.game().numbers() {
        Numbers::Table(&[usual]) if choice.book.game() == choice.book.own_game() => usual,
        _ => return Ok(true),
    };
    if !talk.is_at_a_terminal() {
        return Ok(true);
    }
    let offered = GOOD_TO_DIVIDE.map(|number| number.to_string()).join(", ");
    loop {
        let Some(line) = talk.ask(&words::line().which_number(&offered, usual))? else { return Ok(false) };
        let typed = line.trim();
        if typed.is_empty() {
            return Ok(true);
        }
        if let Ok(prime) = typed.parse()
            && prime > 2
            && is_prime(prime)
        {
            let beside = [false, true].into_iter().filter_map(|above| composite_beside(prime, above));
            let beside: Vec<String> = beside.map(|number| number.to_string()).collect();
            talk.line(&words::line().is_prime(prime, &beside.join(", ")))?;
            continue;
        }
        match <RuleBook as Written>::read(&format!("{}:{typed}", choice.book.id())) {
            Ok(book) => {
                choice.book = book;
                return Ok(true);
            }
            Err(problem) => talk.line(&sentence(problem))?,
        }
    }
}
