//! The menu of the books: one key and Enter, and what else there is to choose, a word each.

use duel::factor::{GOOD_TO_DIVIDE, composite_beside, is_prime};
use duel::session::{First, Rounds};
use duel::speech::{Called, Remark, did_you_mean, sentence};
use duel::{Numbers, RuleBook, Seat};

use crate::failure::Fallible;
use crate::line::dialogue::Dialogue;
use crate::line::prompt::printable;
use crate::names::Names;
use crate::sitting::contender::Contender;
use crate::store::posed::{Posed, Wanted};
use crate::store::progress::ProgressFile;
use crate::store::settings::{Settings, Written};
use crate::words::{self, say};

/// Everything that can be typed besides a game.
const WORDS: [&str; 13] = [
    "level:1", "level:2", "level:3", "level:4", "level:5", "human", "names", "first", "toss", "best", "rounds",
    "single", "quit",
];

/// What is chosen here.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) book: RuleBook,
    pub(crate) players: [Contender; 2],
    pub(crate) names: Option<Names>,
    pub(crate) first: First,
    pub(crate) rounds: Option<Rounds>,
}

impl Choice {
    /// What was chosen the last time, and what people usually want.
    pub(crate) fn of(settings: &Settings) -> Choice {
        let opponent = settings.opponent.and_then(Contender::of_ours).unwrap_or_default();
        Choice {
            book: settings.book.clone().unwrap_or_else(|| RuleBook::built_in()[0].clone()),
            players: [Contender::Person, opponent],
            names: settings.names.clone(),
            first: settings.first.unwrap_or_default(),
            rounds: settings.rounds,
        }
    }

    /// Keeps it for the next time.
    pub(crate) fn remember(&self, settings: &mut Settings) {
        settings.book = Some(self.book.clone());
        if self.players[0] == Contender::Person && !matches!(self.players[1], Contender::Program(_)) {
            settings.opponent = Some(self.players[1].who());
        }
        settings.names = self.names.clone();
        settings.first = Some(self.first);
        settings.rounds = self.rounds;
    }

    /// Takes in a line: words that set something, and perhaps a game; true when there was one.
    fn take(&mut self, line: &str) -> Result<bool, String> {
        let mut game = None;
        let mut typed = line.split_whitespace();
        while let Some(word) = typed.next() {
            let mut next = || typed.next().unwrap_or_default();
            match word.to_ascii_lowercase().as_str() {
                "toss" => self.first = First::Toss,
                "first" => self.first = First::read(next())?,
                "best" if next() == "of" => self.rounds = Some(Rounds::read(&format!("best of {}", next()))?),
                "best" => return Err(words::both().no_such_rounds()),
                "rounds" => self.rounds = Some(Rounds::read(next())?),
                "single" => self.rounds = None,
                // A name may have several words.
                "names" => match typed.by_ref().collect::<Vec<_>>().join(" ").as_str() {
                    "" => self.names = None,
                    names => self.names = Some(names.parse()?),
                },
                "human" => self.players[1] = Contender::Person,
                level if level.starts_with("level") => {
                    let level = Contender::of_ours(duel::Who::read(level)?);
                    self.players[1] = level.unwrap_or_default();
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
    fn words(&self) -> String {
        let [one, two] = Names::seat(self.names.as_ref(), self.players.each_ref().map(Contender::who));
        let first = match self.first {
            First::Toss => words::line().toss_decides(),
            First::Seat(seat) => {
                let starter = if seat == Seat::One { &one } else { &two };
                say(&Remark::MovesFirst(Called::Name(starter.name.to_string())))
            }
        };
        let rounds = match self.rounds {
            Some(rounds) => words::line().a_match(&say(&rounds)),
            None => words::line().a_single_game(),
        };
        [words::line().who_will_play(&one.name, &two.name), first, rounds].join(" ")
    }
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

/// Asks which game to play, with whom and how; `None` when people leave.
pub(crate) fn choose(talk: &mut Dialogue<'_>, mut choice: Choice) -> Fallible<Option<Choice>> {
    talk.heading("Divisor Duel")?;
    talk.line("")?;
    for (at, book) in RuleBook::built_in().iter().enumerate() {
        talk.line(&format!("  {}  {:<14} {}", at + 1, book.id(), book.summary()))?;
    }
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
    talk.line(&choice.words())?;
    loop {
        let Some(line) = talk.ask(&words::line().which_game(&choice.book.code()))? else { return Ok(None) };
        let mut chosen = choice.clone();
        match chosen.take(&line) {
            Ok(has_game) if has_game || line.trim().is_empty() => {
                if has_game && !choose_number(talk, &mut chosen)? {
                    return Ok(None);
                }
                talk.line("")?;
                return Ok(Some(chosen));
            }
            Ok(_) => {
                talk.line(&chosen.words())?;
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
