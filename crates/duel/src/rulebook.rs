//! Rule books: a game plus its title, words, tips and example; the built-in ones and those that people write.

use std::sync::{Arc, LazyLock};

use crate::code::{named_code, parse_with_book, plain_code};
use crate::computer::Level;
use crate::game::{FirstPickRule, Game, GameError, Invalid, Kind};
use crate::moves::Move;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rulefile;
use crate::speech::{Called, Ending, Language, Remark, Rules, Span};
use crate::text::{CodeError, TextError};
use crate::words::{Speaker, Words};

pub use crate::rulefile::RULE_FILE_BYTES;
pub use crate::words::Phrase;

static BUILT_IN: LazyLock<Vec<RuleBook>> = LazyLock::new(|| {
    [
        include_str!("rulebooks/classic.toml"),
        include_str!("rulebooks/last-resort.toml"),
        include_str!("rulebooks/chain.toml"),
        include_str!("rulebooks/evens.toml"),
        include_str!("rulebooks/divider.toml"),
        include_str!("rulebooks/juniper-green.toml"),
        include_str!("rulebooks/classroom.toml"),
    ]
    .into_iter()
    .map(|text| shipped(text, Provenance::BuiltIn))
    .collect()
});

/// The words of games that no book describes.
static GENERAL_TAKE: LazyLock<RuleBook> =
    LazyLock::new(|| shipped(include_str!("rulebooks/general-take.toml"), Provenance::General));
static GENERAL_DIVIDE: LazyLock<RuleBook> =
    LazyLock::new(|| shipped(include_str!("rulebooks/general-divide.toml"), Provenance::General));

fn shipped(text: &str, source: Provenance) -> RuleBook {
    rulefile::read(text, source, &[]).unwrap_or_else(|error| panic!("a rule book of our own is wrong: {error}\n{text}"))
}

/// A game with everything there is to say about it.
///
/// ```
/// use duel::RuleBook;
///
/// let book = RuleBook::find("juniper-green:40")?;
/// assert_eq!(book.id(), "juniper-green");
/// assert_eq!(book.game().to_string(), "juniper-green:40");
/// # Ok::<(), duel::CodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleBook {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) rules: String,
    pub(crate) scoring: String,
    pub(crate) tips_title: Option<String>,
    pub(crate) tips: Vec<Tip>,
    pub(crate) example: Vec<Move>,
    pub(crate) opponents: Vec<Level>,
    pub(crate) words: Words,
    /// The words for several numbers on the table.
    pub(crate) several: Words,
    /// The game as the book has it.
    pub(crate) own_game: Game,
    /// The game as it is played: perhaps on another pool, or with further clauses.
    pub(crate) game: Game,
    pub(crate) source: Provenance,
    /// The rule file of a home-made book, as it was read.
    pub(crate) text: Option<Arc<str>>,
    /// Whether people find the legal numbers themselves, so that nothing lists them.
    pub(crate) hides_legal: bool,
}

/// Advice for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tip {
    /// What the book calls it.
    pub name: Option<String>,
    /// The advice.
    pub text: String,
    /// What is true of it, where it is not quite true.
    pub truth: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provenance {
    BuiltIn,
    General,
    HomeMade,
}

/// A rule in force that a book's own words do not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// What the first pick must be.
    FirstPick {
        /// The rule.
        rule: FirstPickRule,
        /// Whether it is that of a fair start.
        is_fair: bool,
    },
    /// 1 is a last resort.
    LastResort,
    /// Whoever cannot move wins.
    Misere,
    /// An illegal number loses.
    IllegalLoses,
    /// An illegal number costs nothing.
    IllegalIsAskedAgain,
}

impl RuleBook {
    /// The built-in books, the five rule books first.
    pub fn built_in() -> &'static [RuleBook] {
        &BUILT_IN
    }

    /// The book for a game code: a built-in one where the code begins with its name, general words otherwise.
    ///
    /// # Errors
    /// What is wrong with the code.
    pub fn find(code: &str) -> Result<RuleBook, CodeError> {
        let (game, book) = parse_with_book(code, RuleBook::built_in())?;
        Ok(match book {
            Some(book) => RuleBook { game, ..book.clone() },
            None => RuleBook::general(game),
        })
    }

    /// A book of general words for any game.
    pub fn general(game: Game) -> RuleBook {
        let book = general_book(&game);
        let title = plain_code(&game);
        RuleBook { title, rules: String::new(), example: Vec::new(), game, ..book.clone() }
    }

    /// Reads a rule file that somebody wrote.
    ///
    /// # Errors
    /// What is wrong with the file, with line and column.
    pub fn read(text: &str) -> Result<RuleBook, TextError> {
        let book = rulefile::read(text, Provenance::HomeMade, RuleBook::built_in())?;
        Ok(RuleBook { text: Some(text.into()), ..book })
    }

    /// The rule file that a home-made book was read from.
    pub fn rule_file(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The name, as it stands in game codes.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The game in one sentence.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// How it is played, in the book's own words; empty where it has none.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The same of the game as it is played: a book's own words name its own numbers.
    pub fn rules_as_played(&self, language: Language) -> String {
        if self.game == self.own_game && self.source != Provenance::General {
            self.rules.clone()
        } else {
            language.say(&Rules(&self.game))
        }
    }

    /// How it is scored, in the book's own words; empty where it has none, and where it is played with other numbers.
    pub fn scoring(&self) -> &str {
        if self.has_its_own_numbers() { &self.scoring } else { "" }
    }

    /// What a book says about its numbers is true of no others.
    fn has_its_own_numbers(&self) -> bool {
        self.game.numbers() == self.own_game.numbers()
    }

    /// What the book calls its advice for players.
    pub fn tips_title(&self) -> Option<&str> {
        self.tips_title.as_deref()
    }

    /// Advice for players; none where it is played with other numbers, of which nobody knows whether it holds.
    pub fn tips(&self) -> &[Tip] {
        if self.has_its_own_numbers() { &self.tips } else { &[] }
    }

    /// The moves of a sample game; they are legal in [`own_game`](RuleBook::own_game).
    pub fn example(&self) -> &[Move] {
        &self.example
    }

    /// The computer players worth playing against, the weakest first: those that differ in the game as the book has it, and in a
    /// varied one all of them, because nobody has measured that.
    pub fn opponents(&self) -> &[Level] {
        if self.game == self.own_game { &self.opponents } else { &Level::ALL }
    }

    /// What is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as the book itself has it, before a parameter or further clauses changed it.
    pub fn own_game(&self) -> &Game {
        &self.own_game
    }

    /// The code that names this game and, for a built-in book, the book: what records store.
    pub fn code(&self) -> String {
        let named = if self.source == Provenance::BuiltIn { named_code(self, &self.game) } else { None };
        named.unwrap_or_else(|| plain_code(&self.game))
    }

    /// The code of the game without any name.
    pub fn plain_code(&self) -> String {
        plain_code(&self.game)
    }

    /// The position at the end of the sample game and the names of two players, where the book has a sample game and is
    /// played by its own rules.
    pub fn example_position(&self) -> Option<(Position, [String; 2])> {
        if self.example.is_empty() || self.game != self.own_game {
            return None;
        }
        let position = self.own_game.replay(self.example.iter().copied()).ok()?;
        Some((position, ["Player 1", "Player 2"].map(String::from)))
    }

    /// The same book with its game varied by a fair start and by what an illegal number costs, if that gives `game`.
    pub fn varied_to(self, game: &Game) -> Option<RuleBook> {
        let book = self.with_invalid(game.invalid);
        let book = if game.has_fair_start() { book.with_fair_start().ok()? } else { book };
        (book.game() == game).then_some(book)
    }

    /// Whether somebody wrote this book: a code does not bring its words back.
    pub fn is_home_made(&self) -> bool {
        self.source == Provenance::HomeMade
    }

    /// Whether this is no book at all, but general words for any game.
    pub fn is_general(&self) -> bool {
        self.source == Provenance::General
    }

    /// The same book with a fair start.
    ///
    /// # Errors
    /// See [`Game::with_fair_start`].
    pub fn with_fair_start(self) -> Result<RuleBook, GameError> {
        Ok(RuleBook { game: self.game.with_fair_start()?, ..self })
    }

    /// The same book, which lists no legal numbers where people find them themselves.
    #[must_use]
    pub(crate) fn hiding_legal(self, hides_legal: bool) -> RuleBook {
        RuleBook { hides_legal, ..self }
    }

    /// The same book in which an illegal number costs this.
    #[must_use]
    pub fn with_invalid(self, invalid: Invalid) -> RuleBook {
        RuleBook { game: self.game.with_invalid(invalid), ..self }
    }

    /// The same book with other numbers on the table; a pool game stays as it is.
    pub(crate) fn with_table(mut self, numbers: Vec<u64>) -> RuleBook {
        if let Kind::Divide(table) = &mut self.game.kind {
            *table = numbers;
        }
        self
    }

    /// Rules in force that the book's own rules do not tell.
    pub fn notes(&self) -> Vec<Note> {
        let (game, own) = (&self.game, &self.own_game);
        // What somebody wrote about their own game is theirs: whether it tells the rules nobody knows.
        let is_told = |is_own: bool| is_own && !self.is_home_made();
        let mut notes = Vec::new();
        if let Some(rule) = game.first_pick_rule().filter(|rule| !is_told(own.first_pick_rule().as_ref() == Some(rule)))
        {
            notes.push(Note::FirstPick { rule, is_fair: game.has_fair_start() && !own.has_fair_start() });
        }
        if game.has_last_resort() && !is_told(own.has_last_resort()) {
            notes.push(Note::LastResort);
        }
        if game.misere && !is_told(own.misere) {
            notes.push(Note::Misere);
        }
        match game.invalid {
            // The rules of the game as it is played do not say it, see [`Rules`].
            Invalid::Loses if !is_told(game == own) => notes.push(Note::IllegalLoses),
            Invalid::Retry if own.invalid == Invalid::Loses => notes.push(Note::IllegalIsAskedAgain),
            Invalid::Loses | Invalid::Retry => {}
        }
        notes
    }

    /// What players are told before the first move: the same, and always what an illegal number costs if it costs the game, since a
    /// book's screen does not say it.
    pub fn notes_at_the_start(&self) -> Vec<Note> {
        let mut notes = self.notes();
        if self.game.invalid == Invalid::Loses && !notes.contains(&Note::IllegalLoses) {
            notes.push(Note::IllegalLoses);
        }
        notes
    }

    /// What the book says at this moment. `called` is the side that moved first and the other one; where one of them is *you*, it speaks to
    /// them. The language is that of the few words in lists of numbers, which the book leaves to us.
    pub fn say(&self, phrase: Phrase, position: &Position, called: &[Called; 2], language: Language) -> Vec<Span> {
        self.speaker(position, called, language).say(phrase, false)
    }

    /// The same beside a board, without the lines that list what the board shows.
    ///
    /// ```
    /// use duel::rulebook::Phrase;
    /// use duel::speech::{Called, Language};
    /// use duel::{Move, RuleBook};
    ///
    /// let book = RuleBook::find("evens")?;
    /// let position = book.game().replay([Move::Pick(12)])?;
    /// let called = ["Ada", "Bo"].map(|name| Called::Name(name.into()));
    /// let said = book.say_beside_a_board(Phrase::Turn, &position, &called, Language::English);
    /// let said: String = said.into_iter().map(|span| span.text).collect();
    /// assert_eq!(said, "Bo, it's your turn.\nLast number removed: 12\nValid choices are multiples or divisors of 12.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn say_beside_a_board(
        &self,
        phrase: Phrase,
        position: &Position,
        called: &[Called; 2],
        language: Language,
    ) -> Vec<Span> {
        self.speaker(position, called, language).say(phrase, true)
    }

    /// How a game ended: the book's words where it has some, ours where no book does.
    pub fn say_end(&self, position: &Position, called: &[Called; 2], language: Language) -> Vec<Span> {
        self.ending(position, called, language, false)
    }

    /// The same beside a board, without the lines that list what the board shows.
    pub fn say_end_beside_a_board(&self, position: &Position, called: &[Called; 2], language: Language) -> Vec<Span> {
        self.ending(position, called, language, true)
    }

    fn ending(&self, position: &Position, called: &[Called; 2], language: Language, beside_a_board: bool) -> Vec<Span> {
        let Some(Outcome { winner, reason }) = position.outcome() else {
            return Vec::new();
        };
        if *reason == Reason::NoMove && !self.game.misere {
            return self.speaker(position, called, language).say(Phrase::End, beside_a_board);
        }
        let why = language.say(&Ending { position, called });
        let wins = language.say(&Remark::Wins(called[winner.index()].clone()));
        vec![Span::text(format!("{why}\n{wins}"))]
    }

    fn speaker<'a>(&'a self, position: &'a Position, called: &'a [Called; 2], language: Language) -> Speaker<'a> {
        let several = matches!(&self.game.kind, Kind::Divide(table) if table.len() > 1);
        let words = |book: &'a RuleBook| if several { &book.several } else { &book.words };
        // Only the general books define every phrase; they fall back on nothing.
        let (own, general) = (words(self), words(general_book(&self.game)));
        Speaker { own, general, position, called, language, hides_legal: self.hides_legal }
    }
}

fn general_book(game: &Game) -> &'static RuleBook {
    match game.kind {
        Kind::Take(_) => &GENERAL_TAKE,
        Kind::Divide(_) => &GENERAL_DIVIDE,
    }
}
