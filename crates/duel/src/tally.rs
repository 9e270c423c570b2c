//! What somebody has done: finished games counted, by book and opponent.
//!
//! *You* are the only person of a game. Where two people played, they count by their names.

use crate::computer::Level;
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

    /// The same where it was one of our computers.
    pub fn met_level(&self) -> Option<(Level, bool)> {
        match self.met()? {
            (Who::Level(level), won) => Some((level, won)),
            _ => None,
        }
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

/// Games played and won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// How many were played.
    pub played: u32,
    /// How many of them were won.
    pub won: u32,
}

impl Score {
    fn count(&mut self, won: bool) {
        self.played += 1;
        self.won += u32::from(won);
    }
}

/// Finished games, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Your games, by book and opponent, in the order in which they first came.
    pub yours: Vec<(String, Who, Score)>,
    /// The games of two people, by their names.
    pub people: Vec<(String, Score)>,
    /// How many of your games you have won in a row by now.
    pub streak: u32,
    /// The longest such row.
    pub best: u32,
}

impl Tally {
    /// Counts games, the oldest first.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Finished>) -> Tally {
        let mut tally = Tally::default();
        for game in games {
            tally.count(game);
        }
        tally
    }

    fn count(&mut self, game: &Finished) {
        let Some((opponent, won)) = game.met() else {
            for (side, name) in [Side::One, Side::Two].into_iter().zip(&game.players) {
                let at = self.people.iter().position(|(known, _)| known == name.as_str()).unwrap_or_else(|| {
                    self.people.push((name.to_string(), Score::default()));
                    self.people.len() - 1
                });
                self.people[at].1.count(game.winner == side);
            }
            return;
        };
        let is_it = |(book, who, _): &(String, Who, Score)| *book == game.book && *who == opponent;
        let at = self.yours.iter().position(is_it).unwrap_or_else(|| {
            self.yours.push((game.book.clone(), opponent, Score::default()));
            self.yours.len() - 1
        });
        self.yours[at].2.count(won);
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best = self.best.max(self.streak);
    }

    /// All of your games.
    pub fn all_yours(&self) -> Score {
        let add = |sum: Score, (_, _, score): &(String, Who, Score)| Score {
            played: sum.played + score.played,
            won: sum.won + score.won,
        };
        self.yours.iter().fold(Score::default(), add)
    }
}
