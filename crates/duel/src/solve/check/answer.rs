//! Checking the proof of a whole answer while it is read: docs/proof-format.md says what must hold, docs/theory.md why it is enough.

mod decomposition;

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use self::decomposition::Decomposition;
use super::{Broken, Check, broken, ensure};
use crate::game::{Game, Kind};
use crate::solve::{Watch, WinningMoves};

/// The version of the form.
const ANSWER: u64 = 1;

/// What the proof of a whole answer has shown.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The code of the game.
    pub game: String,
    /// How many first picks are allowed.
    pub first_picks: u64,
    /// Those of them that win.
    pub winning: WinningMoves,
    /// How many pairs a largest pairing has.
    pub pairs: u64,
}

/// Checks the proof of a whole answer about a pool of at most so many numbers. A file can be small and its pool large, so whoever asks
/// says how much memory it may take: some five bytes a number.
///
/// # Errors
/// Where it breaks, or cannot be read.
pub fn check_answer<'de, D: Deserializer<'de>>(
    from: D,
    most: u64,
    watch: &mut Watch<'_>,
) -> Result<Answered, D::Error> {
    from.deserialize_map(Answer { most, watch })
}

struct Answer<'a, 'w> {
    most: u64,
    watch: &'a mut Watch<'w>,
}

impl<'de> Visitor<'de> for Answer<'_, '_> {
    type Value = Answered;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the proof of a whole answer, which is a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<Answered, A::Error> {
        let version: u64 = value(&mut keys, "answer")?;
        hold(ensure(version == ANSWER, || {
            format!("this answer has format version {version}, and this program reads {ANSWER}")
        }))?;
        let code: String = value(&mut keys, "game")?;
        let game = hold(game_of(&code, self.most))?;
        let Kind::Take(take) = &game.kind else { return Err(Error::custom("a division game has no pairs")) };
        let winning: u64 = value(&mut keys, "winning")?;
        let pairs: u64 = value(&mut keys, "pairs")?;
        let mut parts = Decomposition::of(take);
        if take.resort {
            let punishers = value(&mut keys, "punishers")?;
            hold(parts.check_punishers(punishers))?;
        }
        rows(&mut keys, "rest", 2, |row| match *row {
            [one, other] => parts.rest(one, other),
            _ => broken("a row of the rest is a pair of numbers"),
        })?;
        rows(&mut keys, "cycles", take.pool.count(), |row| parts.cycle(row))?;
        rows(&mut keys, "barrier", 3, |row| match *row {
            [number, partner, from] => parts.barrier(number, partner, from),
            _ => broken("a row of the barrier is three numbers"),
        })?;
        if let Some(more) = keys.next_key::<String>()? {
            return Err(Error::custom(format!("the key {more:?} has no place here")));
        }
        let shown = hold(parts.finish(self.watch))?;
        hold(ensure(shown.pairs == pairs, || {
            format!("a largest pairing has {} pairs by what is shown, and not {pairs}", shown.pairs)
        }))?;
        let (first_picks, found) = shown.first_picks(take);
        hold(ensure(found.count() == winning, || {
            format!("{} first picks win by what is shown, and not {winning}", found.count())
        }))?;
        Ok(Answered { game: code, first_picks, winning: found, pairs })
    }
}

/// The game that an answer may be about.
fn game_of(code: &str, most: u64) -> Check<Game> {
    let game: Game = code.parse().map_err(|error| Broken(format!("the game: {error}")))?;
    ensure(crate::code::plain_code(&game) == code, || "the game is not given by its plain code".into())?;
    ensure(!game.misere, || "no pairing proves anything about a misère game".into())?;
    let count = game.pool().map_or(0, |pool| pool.count());
    ensure(count <= most, || {
        format!("its pool has {count} numbers, and at most {most} are checked unless --numbers allows more")
    })?;
    Ok(game)
}

fn hold<T, E: Error>(checked: Check<T>) -> Result<T, E> {
    checked.map_err(Error::custom)
}

/// Reads the next key, which must be this one.
fn key<'de, A: MapAccess<'de>>(keys: &mut A, expected: &str) -> Result<(), A::Error> {
    match keys.next_key::<String>()? {
        Some(found) if found == expected => Ok(()),
        Some(found) => Err(Error::custom(format!("the key {found:?} stands where {expected:?} belongs"))),
        None => Err(Error::custom(format!("the key {expected:?} is missing"))),
    }
}

fn value<'de, A: MapAccess<'de>, T: serde::Deserialize<'de>>(keys: &mut A, expected: &str) -> Result<T, A::Error> {
    key(keys, expected)?;
    keys.next_value()
}

/// Reads the next key, which must be this one, and the list that it has: rows of at most so many numbers, each checked as it comes.
fn rows<'de, A: MapAccess<'de>>(
    keys: &mut A,
    expected: &str,
    longest: u64,
    check: impl FnMut(&[u64]) -> Check,
) -> Result<(), A::Error> {
    key(keys, expected)?;
    keys.next_value_seed(Rows { longest, check })
}

struct Rows<F> {
    longest: u64,
    check: F,
}

impl<'de, F: FnMut(&[u64]) -> Check> DeserializeSeed<'de> for Rows<F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(&[u64]) -> Check> Visitor<'de> for Rows<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut rows: A) -> Result<(), A::Error> {
        let mut row = Vec::new();
        while rows.next_element_seed(Row { longest: self.longest, row: &mut row })?.is_some() {
            hold((self.check)(&row))?;
        }
        Ok(())
    }
}

/// Reads the numbers of a row into the place of those of the last one.
struct Row<'a> {
    longest: u64,
    row: &'a mut Vec<u64>,
}

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<(), A::Error> {
        self.row.clear();
        while let Some(number) = numbers.next_element()? {
            self.row.push(number);
            hold(ensure(self.row.len() as u64 <= self.longest, || {
                format!("a row has more than {} numbers", self.longest)
            }))?;
        }
        Ok(())
    }
}
