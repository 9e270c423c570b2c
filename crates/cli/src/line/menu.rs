//! The menu of the books: one key and Enter, and what else there is to choose, a word each.

use duel::factor::{GOOD_TO_DIVIDE, composite_beside, is_prime};
use duel::puzzle::{Grade, Theme};
use duel::session::{First, Rounds};
use duel::speech::{Called, Remark, did_you_mean, sentence};
use duel::{Level, Numbers, RuleBook, Seat, Who};

use crate::failure::{Failure, Fallible};
use crate::line::deeds::Deeds;
use crate::line::dialogue::Dialogue;
use crate::line::lesson;
use crate::line::prompt::{printable, table};
use crate::names::Names;
use crate::sitting::contender::Contender;
use crate::store::posed::{Posed, Wanted};
use crate::store::progress::ProgressFile;
use crate::store::settings::{Advised, Settings, Written};
use crate::words::{self, say, together};

/// What sets something for the games to come.
const SETTINGS: [&str; 29] = [
    "level:1", "level:2", "level:3", "level:4", "level:5", "auto", "mole", "hare", "fox", "owl", "euclid", "human",
    "names", "first", "toss", "turns", "best", "rounds", "single", "find", "show", "advice", "fair", "unfair", "brief",
    "help", "lessons", "settings", "quit",
];

/// What is a command of its own, and the same as after the name of the program.
const COMMANDS: [&str; 10] =
    ["play", "puzzle", "daily", "longest", "resume", "review", "rules", "learn", "history", "stats"];

/// Those that people stay at for a while, and come back from.
const LEADING_AWAY: [&str; 6] = ["play", "puzzle", "longest", "resume", "review", "learn"];

/// Everything that can be typed besides a game.
fn words_of_the_menu() -> impl Iterator<Item = &'static str> {
    SETTINGS.into_iter().chain(COMMANDS)
}

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
    /// A fair start, where there is one.
    pub(crate) fair: bool,
    pub(crate) is_brief: bool,
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
            fair: settings.fair.unwrap_or(false),
            is_brief: settings.brief.unwrap_or(false),
        }
    }

    /// The names for this choice of players.
    pub(crate) fn names(&self) -> Option<Names> {
        let are_people = self.players.each_ref().map(|player| *player == Contender::Person);
        self.names.as_ref().map(|names| names.of_people(are_people))
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
        settings.fair = Some(self.fair);
        if self.is_brief != settings.brief.unwrap_or(false) {
            settings.brief = Some(self.is_brief);
        }
    }

    /// Takes in a line: words that set something, and perhaps a game; true when it is to be played.
    fn take(&mut self, line: &str) -> Result<bool, String> {
        let (mut game, mut is_played) = (None, line.trim().is_empty());
        let mut typed = line.split_whitespace().peekable();
        while let Some(word) = typed.next() {
            let mut next = || typed.next().unwrap_or_default();
            match word.to_ascii_lowercase().as_str() {
                "play" => is_played = true,
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
                "fair" => self.fair = true,
                "unfair" => self.fair = false,
                "brief" => self.is_brief = !self.is_brief,
                // A name may have several words, and ends where one of ours follows.
                "names" => {
                    let mut names = String::new();
                    while let Some(word) =
                        typed.next_if(|word| names.is_empty() || names.ends_with(',') || !is_ours(word))
                    {
                        names += if names.is_empty() { "" } else { " " };
                        names += word;
                    }
                    self.names = if names.is_empty() { None } else { Some(names.parse()?) };
                }
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
        is_played |= game.is_some();
        self.book = game.unwrap_or_else(|| self.book.clone());
        Ok(is_played)
    }

    /// How it stands, a sentence each, and whether that is told to everybody who comes: the rest is as it usually is.
    fn told(&self, deeds: &Deeds) -> Vec<(String, bool)> {
        let auto = deeds.listing.auto(&self.book);
        let who = self.players.each_ref().map(|player| player.who(auto.level));
        let [one, two] = Names::seat(self.names().as_ref(), who);
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
        let words = words::line();
        let find = if self.find { say(&Remark::FindThem) } else { words.legal_is_shown() };
        let fair = if self.fair { words.a_fair_start() } else { words.any_first_pick() };
        let turns = if self.is_brief { words.turns_are_brief() } else { words.turns_are_whole() };
        let mut told = vec![(opponent, true), (first, true), (rounds, true), (find, self.find), (fair, self.fair)];
        if self.advice == Advised::BOTH {
            told.push((words.all_may_ask(), false));
        } else {
            let people = [one, two].into_iter().zip(self.advice.0).filter(|(sitter, _)| sitter.who == Who::Person);
            told.extend(people.map(|(sitter, may)| match may {
                true => (words.may_ask(&sitter.name), true),
                false => (say(&Remark::NoAdvice(Called::Name(sitter.name.to_string()))), true),
            }));
        }
        told.push((turns, false));
        told
    }
}

/// The command that a line is, as it stands after the name of the program. What sorts puzzles needs no dashes here.
fn command(line: &str) -> Option<String> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    // A game is played in the words of the menu, unless somebody knows those of the command.
    if word.eq_ignore_ascii_case("play") && !rest.contains("--") {
        return None;
    }
    let command = COMMANDS.into_iter().find(|command| word.eq_ignore_ascii_case(command))?;
    let mut words = vec![match command {
        "daily" => "puzzle --daily".into(),
        "longest" => "longest --play".into(),
        command => command.to_string(),
    }];
    words.extend(rest.split_whitespace().map(|word| match (word.parse::<Grade>(), word.parse::<Theme>()) {
        (Ok(_), _) if command == "puzzle" => format!("--grade={word}"),
        (_, Ok(_)) if command == "puzzle" => format!("--theme={word}"),
        _ => word.to_string(),
    }));
    Some(words.join(" "))
}

/// How a command is typed that was typed in another way.
pub(crate) fn goes_like(line: &str) -> String {
    let word = |text: &str| text.split_whitespace().next().map(str::to_string);
    let meant = commands().into_iter().find(|(example, _)| word(example) == word(line));
    meant.map(|(example, about)| words::line().goes_like(example, &about)).unwrap_or_default()
}

/// What a game is begun with, and everything else that is a command of its own.
fn commands() -> [(&'static str, String); 12] {
    let words = words::line();
    [
        ("3", words.menu_play()),
        ("learn 2", words.menu_learn()),
        ("puzzle easy", words.menu_puzzle()),
        ("daily", words.menu_daily()),
        ("longest 50", words.menu_longest()),
        ("resume 2", words.menu_resume()),
        ("history fox", words.menu_history()),
        ("review 2", words.menu_review()),
        ("stats", words.menu_stats()),
        ("rules chain", words.menu_rules()),
        ("settings", words.menu_settings()),
        ("quit", words.menu_quit()),
    ]
}

/// What can be typed here.
fn help() -> String {
    let words = words::line();
    let set = table(&[
        ("fox", words.menu_opponent()),
        ("first 2", words.menu_first()),
        ("best of 3", words.menu_rounds()),
        ("fair", words.menu_fair()),
        ("find", words.menu_find()),
        ("advice 1", words.menu_advice()),
        ("names Ada,Bo", words.menu_names()),
        ("brief", words.help_brief()),
    ]);
    format!("{}\n{}\n{set}", table(&commands()), words.menu_with_a_game())
}

/// Whether a word sets something, is a command or names a book.
fn is_ours(word: &str) -> bool {
    let books = RuleBook::built_in().iter().map(RuleBook::id);
    words_of_the_menu().chain(books).any(|ours| ours.eq_ignore_ascii_case(word))
}

/// The game that a word names: a book by its number, or whatever has a name or a code.
fn find(word: &str) -> Result<RuleBook, String> {
    let books = RuleBook::built_in();
    match word.parse::<usize>() {
        Ok(number @ 1..) if number <= books.len() => Ok(books[number - 1].clone()),
        Ok(_) => Err(words::line().no_such_book(books.len())),
        Err(_) => {
            let book =
                <RuleBook as Written>::read(word).map_err(|why| match did_you_mean(word, words_of_the_menu()) {
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
    Play,
    Learn,
}

/// Shows what there is to those who come.
pub(crate) fn greet(talk: &mut Dialogue<'_>, choice: &Choice, deeds: &Deeds) -> Fallible {
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
    Ok(talk.line(&together(choice.told(deeds).into_iter().filter(|(_, is_told)| *is_told).map(|(told, _)| told)))?)
}

/// Asks which game to play, with whom and how, or whether to learn; `None` when people leave. A command is run, in short turns or
/// whole ones, and gives what has been done since.
pub(crate) fn choose(
    talk: &mut Dialogue<'_>,
    choice: &mut Choice,
    deeds: &mut Deeds,
    run: &dyn Fn(&str, bool) -> Fallible<Deeds>,
) -> Fallible<Option<Wish>> {
    loop {
        let Some(line) = talk.ask(&words::line().which_game(&choice.book.code()))? else { return Ok(None) };
        match line.trim().to_ascii_lowercase().as_str() {
            "l" | "learn" | "lessons" => {
                talk.line("")?;
                return Ok(Some(Wish::Learn));
            }
            "help" | "?" => {
                talk.line(&help())?;
                continue;
            }
            "settings" => {
                choice.told(deeds).iter().try_for_each(|(told, _)| talk.line(told))?;
                continue;
            }
            _ => {}
        }
        if let Some(command) = command(&line) {
            match run(&command, choice.is_brief) {
                Ok(done) => {
                    *deeds = done;
                    if LEADING_AWAY.iter().any(|away| command.starts_with(away)) {
                        talk.line(&words::line().back_at_the_menu())?;
                    }
                }
                Err(stopped @ Failure::Stopped(_)) => return Err(stopped),
                Err(Failure::Silent) => {}
                Err(failure) => talk.line(&sentence(failure.words()))?,
            }
            continue;
        }
        let mut chosen = choice.clone();
        match chosen.take(&line) {
            Ok(true) => {
                if line.trim().is_empty() || choose_number(talk, &mut chosen)? {
                    *choice = chosen;
                    talk.line("")?;
                    return Ok(Some(Wish::Play));
                }
            }
            Ok(false) => {
                let before = choice.told(deeds);
                let changed =
                    chosen.told(deeds).into_iter().filter(|told| !before.iter().any(|(old, _)| *old == told.0));
                let changed = together(changed.map(|(told, _)| told));
                talk.line(&if changed.is_empty() { words::line().so_already() } else { changed })?;
                *choice = chosen;
            }
            Err(problem) => talk.line(&sentence(problem))?,
        }
    }
}

/// At a terminal whoever has chosen to divide the usual number can say another one, and is told which ones are good; false when
/// they go back to the menu. In a file the next line is meant for the game.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_a_word_of_the_menu_follows() {
        for (line, named, has_game) in [
            ("names Ada,Bo human", Some("Ada,Bo"), false),
            ("names Ada Lovelace, Fox level:2", Some("Ada Lovelace,Fox"), false),
            ("names Ada,Player 2 chain", Some("Ada,Player 2"), true),
            ("names", None, false),
        ] {
            let mut choice = Choice::of(&Settings::default(), false);
            assert_eq!(choice.take(line), Ok(has_game), "{line}");
            assert_eq!(choice.names.map(|names| names.to_string()).as_deref(), named, "{line}");
        }
    }

    #[test]
    fn who_may_ask_for_advice_is_told_also_against_a_computer() {
        let told = |line: &str| {
            let mut choice = Choice::of(&Settings::default(), false);
            choice.take(line).unwrap();
            together(choice.told(&Deeds::default()).into_iter().filter(|told| told.1).map(|told| told.0))
        };
        assert!(told("fox advice 1").ends_with("Player 1 may ask for advice."), "{}", told("fox advice 1"));
        assert!(told("fox advice 2").ends_with("Player 1 plays without advice."));
        assert!(!told("fox advice both").contains("advice"));
    }
}
