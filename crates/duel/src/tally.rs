//! What somebody has done: finished games counted, by book and opponent.
//!
//! *You* are the only person of a game. Where two people played, they count by their names.

use serde::{Deserialize, Serialize, Serializer};

use crate::computer::{Level, Showed};
use crate::moves::Side;
use crate::name::Name;
use crate::record::Record;
use crate::rulebook::RuleBook;
use crate::seats::Who;

/// A finished game as it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The book by its name, whatever its numbers were; a game that is in no book by its code.
    pub book: String,
    /// Who played, the one who moved first before the other.
    pub players: [Name; 2],
    /// What sort of player each was.
    pub who: [Who; 2],
    /// Who won.
    pub winner: Side,
    /// Whether it began at the start, and not at a position that was taken from somewhere: only such a game counts.
    pub is_whole: bool,
    /// Who was helped.
    pub helped: [bool; 2],
    /// Whether it was over before both had made a move of their own.
    pub is_at_once: bool,
}

impl Finished {
    /// What counts of a record; nothing where the game is not over or no person played.
    pub fn of(record: &Record) -> Option<Finished> {
        let winner = record.position().outcome()?.winner;
        let who = record.who();
        who.contains(&Who::Person).then(|| Finished {
            book: book_of(record),
            players: record.players().clone(),
            who,
            winner,
            is_whole: record.origin().is_none(),
            helped: record.help().map(|times| times > 0),
            is_at_once: record.position().moves().len() < record.opening() + 2,
        })
    }

    /// Whom the only person met, and whether they won; `None` where two people played.
    pub fn met(&self) -> Option<(Who, bool)> {
        match self.who {
            [Who::Person, Who::Person] => None,
            [Who::Person, other] => Some((other, self.winner == Side::One)),
            [other, _] => Some((other, self.winner == Side::Two)),
        }
    }

    /// What it showed of whoever met one of our computers; nothing where it is no whole game.
    pub fn met_level(&self) -> Option<(Level, Showed)> {
        let (Who::Level(level), won) = self.met().filter(|_| self.is_whole)? else { return None };
        let showed = match won {
            false => Showed::Lost,
            true if self.helped[self.winner.index()] => Showed::WonWithHelp,
            true if self.is_at_once => Showed::WonAtOnce,
            true => Showed::Won,
        };
        Some((level, showed))
    }
}

/// The name under which the games of a book count.
pub fn name_of(book: &RuleBook) -> String {
    if book.is_general() { book.code() } else { book.id().into() }
}

/// The same of the book that a record names.
pub fn book_of(record: &Record) -> String {
    RuleBook::find(record.code()).map_or_else(|_| record.code().into(), |book| name_of(&book))
}

/// Games played and won, or puzzles tried and solved at the first try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// How many were played.
    pub played: u32,
    /// How many of them were won.
    pub won: u32,
}

impl Score {
    pub(crate) fn count(&mut self, won: bool) {
        self.played = self.played.saturating_add(1);
        self.won = self.won.saturating_add(won.into());
    }
}

/// Your games of a book against an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Met {
    /// The book, as in [`Finished`].
    pub book: String,
    /// The opponent.
    #[serde(serialize_with = "as_written")]
    pub opponent: Who,
    /// The games.
    #[serde(flatten)]
    pub score: Score,
}

/// The games of somebody against other people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    /// What they are called.
    pub name: String,
    /// Their games.
    #[serde(flatten)]
    pub score: Score,
}

/// Finished games, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All of your games.
    #[serde(flatten)]
    pub yours: Score,
    /// How many of them you have won in a row by now.
    pub streak: u32,
    /// The longest such row.
    pub best: u32,
    /// The same games by book and opponent, in the order in which they first came.
    pub books: Vec<Met>,
    /// The games of two people, by their names.
    pub people: Vec<Person>,
}

impl Tally {
    /// Counts whole games, the oldest first.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Finished>) -> Tally {
        let mut tally = Tally::default();
        for game in games.into_iter().filter(|game| game.is_whole) {
            match game.met() {
                Some((opponent, won)) => tally.count_yours(&game.book, opponent, won),
                None => {
                    let sides = [Side::One, Side::Two].into_iter().zip(&game.players);
                    sides.for_each(|(side, name)| tally.count_person(name, game.winner == side));
                }
            }
        }
        tally
    }

    fn count_yours(&mut self, book: &str, opponent: Who, won: bool) {
        self.yours.count(won);
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best = self.best.max(self.streak);
        let at = self.books.iter().position(|met| met.book == book && met.opponent == opponent);
        let at = at.unwrap_or_else(|| {
            self.books.push(Met { book: book.into(), opponent, score: Score::default() });
            self.books.len() - 1
        });
        self.books[at].score.count(won);
    }

    fn count_person(&mut self, name: &Name, won: bool) {
        let at = self.people.iter().position(|person| person.name == name.as_str());
        let at = at.unwrap_or_else(|| {
            self.people.push(Person { name: name.to_string(), score: Score::default() });
            self.people.len() - 1
        });
        self.people[at].score.count(won);
    }
}

fn as_written<S: Serializer>(who: &Who, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(who)
}
