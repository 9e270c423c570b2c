//! What a lesson claims about a position, in a few words that can be checked.

use std::fmt;

use crate::factor::is_prime;
use crate::position::{NotPlayable, Position};
use crate::solve::{Watch, heap, solve};

/// All that can be claimed: the word, how many numbers or moves stand behind it at least, and how many at most.
const WORDS: [(&str, Word, usize, usize); 13] = [
    ("legal", Word::Legal, 1, MANY),
    ("only", Word::Only, 1, MANY),
    ("illegal", Word::Illegal, 1, MANY),
    ("ends", Word::Ends, 1, MANY),
    ("wins", Word::Wins, 1, MANY),
    ("loses", Word::Loses, 1, MANY),
    ("answered", Word::Answered, 2, 2),
    ("leaves", Word::Leaves, 2, MANY),
    ("pair", Word::Pair, 2, 2),
    ("alone", Word::Alone, 1, MANY),
    ("prime", Word::Prime, 1, MANY),
    ("factors", Word::Factors, 2, 2),
    ("heap", Word::Heap, 2, 2),
];
const MANY: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// These moves are legal.
    Legal,
    /// These moves are legal, and no others.
    Only,
    Illegal,
    /// After each of these moves the game is over.
    Ends,
    Wins,
    /// Each of these moves is legal and loses.
    Loses,
    /// The first move loses, because the second answers it.
    Answered,
    /// After the first move the others are legal, and nothing else.
    Leaves,
    /// The one number divides the other.
    Pair,
    /// These numbers of the pool have no divisor and no multiple in it.
    Alone,
    Prime,
    /// The first number has so many prime factors.
    Factors,
    /// The first number stands for a heap of this size.
    Heap,
}

/// Something that can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    word: Word,
    behind: Vec<String>,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(_, word, ..)| *word == self.word).map_or("", |(name, ..)| name);
        write!(f, "{word} {}", self.behind.join(" "))
    }
}

impl Claim {
    /// The claim that this text is.
    pub(super) fn read(text: &str) -> Option<Claim> {
        let mut tokens = text.split_whitespace();
        let first = tokens.next()?;
        let &(_, word, least, most) = WORDS.iter().find(|(name, ..)| *name == first)?;
        let behind: Vec<String> = tokens.map(String::from).collect();
        let is_number = |token: &String| token.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/');
        let is_good = (least..=most).contains(&behind.len()) && behind.iter().all(is_number);
        is_good.then_some(Claim { word, behind })
    }

    /// Whether it is so in this position; `None` when that is too hard to find out.
    pub(super) fn holds(&self, position: &Position, watch: &mut Watch<'_>) -> Option<bool> {
        let after = |text: &String| {
            let mut after = position.clone();
            after.play_written(text).map(|_| after)
        };
        let are_all = |position: &Position, moves: &[String]| {
            let is_legal = |text: &String| position.clone().play_written(text).is_ok();
            moves.len() == position.legal_count() && moves.iter().all(is_legal)
        };
        let mut wins = |position: &Position, text: &String| {
            let winning = solve(position, watch).ok()?.winning;
            Some(position.clone().play_written(text).is_ok_and(|chosen| winning.contains(&chosen)))
        };
        let numbers: Vec<u64> = self.behind.iter().filter_map(|text| text.parse().ok()).collect();
        let are_numbers = numbers.len() == self.behind.len();
        let is_related = |one: u64, two: u64| one != two && (one.is_multiple_of(two) || two.is_multiple_of(one));
        let mut all = self.behind.iter();
        Some(match self.word {
            Word::Legal => all.all(|text| after(text).is_ok()),
            Word::Only => are_all(position, &self.behind),
            Word::Leaves => after(&self.behind[0]).is_ok_and(|after| are_all(&after, &self.behind[1..])),
            Word::Illegal => all.all(|text| matches!(after(text), Err(NotPlayable::Illegal(_)))),
            Word::Ends => all.all(|text| after(text).is_ok_and(|after| after.outcome().is_some())),
            Word::Wins | Word::Loses => {
                for text in all {
                    if after(text).is_err() || wins(position, text)? != (self.word == Word::Wins) {
                        return Some(false);
                    }
                }
                true
            }
            Word::Answered => match after(&self.behind[0]) {
                Ok(after) => wins(&after, &self.behind[1])?,
                Err(_) => false,
            },
            Word::Pair => matches!(numbers[..], [one, two] if one > 0 && two > 0 && is_related(one, two)),
            Word::Alone => {
                let Some(pool) = position.game().pool() else { return Some(false) };
                let is_alone = |&number: &u64| pool.contains(number) && !pool.numbers().any(|n| is_related(n, number));
                are_numbers && numbers.iter().all(is_alone)
            }
            Word::Prime => are_numbers && numbers.iter().all(|&number| is_prime(number)),
            Word::Heap => matches!(numbers[..], [number, size] if number > 1 && u64::from(heap(number)) == size),
            Word::Factors => {
                matches!(numbers[..], [number, count] if number > 1 && u64::from(heap(number)) + 1 == count)
            }
        })
    }
}

/// What a claim begins with.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(name, ..)| *name)
}
