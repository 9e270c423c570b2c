//! The game alone: a chain that one person makes as long as they can.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::Size;
use super::known::{Known, known};
use crate::code::shorten;
use crate::game::Game;
use crate::moves::{IllegalMove, IllegalReason, Move};
use crate::number::parse_number;
use crate::position::{NotPlayable, Position, Relation, WrongMove};
use crate::typed::Typed;

/// A chain of some of the numbers 1 to N, each next to a divisor or a multiple of it, none twice. It grows at its end, and can be turned
/// round to grow at the other one.
///
/// ```
/// use duel::longest::Solo;
///
/// let mut solo: Solo = "1..10: 5 10 2 6".parse()?;
/// assert_eq!(solo.legal(), [1, 3]);
/// assert_eq!(solo.add(4).unwrap_err().to_string(), "4 is neither a divisor nor a multiple of 6");
/// solo.add(3)?;
/// assert_eq!(solo.to_string(), "1..10: 5 10 2 6 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two are equal when they have the same numbers in the same order; what was taken back does not count.
#[derive(Clone, Debug)]
pub struct Solo {
    size: Size,
    /// The rules are those of the game for two. Here nobody loses, and a chain that has ended can be turned round.
    position: Position,
    /// What was taken back, the number that comes back next at the end.
    taken_back: Vec<u64>,
}

/// Where a chain cannot grow, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Nothing goes after these: its end, and its beginning where that is another number and nothing goes there either.
    pub ends: Vec<u64>,
    /// All that goes with them, ascending. It is taken.
    pub taken: Vec<u64>,
    /// Where it can grow when it is turned round, if it can.
    pub grows_at: Option<u64>,
}

/// A text that is no chain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAChain {
    /// It does not begin like `1..100:`.
    NoSize {
        /// Enough of it to recognise it.
        text: String,
    },
    /// There is no board with so many numbers.
    TooLarge,
    /// It has more numbers than there are.
    TooLong,
    /// One of its numbers is none, or cannot stand there.
    Number {
        /// Which, counted from 1.
        at: usize,
        /// What is wrong with it.
        why: NotPlayable,
    },
}

impl Solo {
    /// No number yet.
    pub fn new(size: Size) -> Solo {
        Solo { size, position: start(size), taken_back: Vec::new() }
    }

    /// A chain of these numbers.
    ///
    /// # Errors
    /// The first one that cannot stand where it stands.
    pub fn of(size: Size, chain: impl IntoIterator<Item = u64>) -> Result<Solo, WrongMove> {
        let mut solo = Solo::new(size);
        for number in chain {
            solo.add(number).map_err(|illegal| WrongMove { number: solo.len() + 1, illegal })?;
        }
        Ok(solo)
    }

    /// How many numbers there are to choose from.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The numbers of the chain, the one that it grows from last.
    pub fn chain(&self) -> Vec<u64> {
        self.position.moves().iter().map(|pick| pick.number()).collect()
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.position.moves().len()
    }

    /// Whether there is none yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same as a position of the game for two, to be drawn as that one is.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What may come next, ascending.
    pub fn legal(&self) -> Vec<u64> {
        self.position.legal().map(Move::number).collect()
    }

    /// Puts a number at the end of the chain.
    ///
    /// # Errors
    /// Why it cannot stand there. Nothing has changed.
    pub fn add(&mut self, number: u64) -> Result<(), IllegalMove> {
        self.position.play(Move::Pick(number)).map_err(|illegal| self.why_not(illegal))?;
        self.taken_back.clear();
        Ok(())
    }

    /// The same with what somebody typed.
    ///
    /// # Errors
    /// What is no number, or cannot stand there, changes nothing.
    pub fn add_text(&mut self, text: &str) -> Result<u64, NotPlayable> {
        let not_a_number = |why| NotPlayable::NotAMove { text: shorten(text), why };
        let typed: Typed = text.parse().map_err(not_a_number)?;
        let typed = self.position.understand(typed).map_err(not_a_number)?;
        let pick = self.position.check(typed).map_err(|illegal| self.why_not(illegal))?;
        self.add(pick.number())?;
        Ok(pick.number())
    }

    /// Nothing is over here: a number that comes where the chain cannot grow is refused for what it is.
    fn why_not(&self, illegal: IllegalMove) -> IllegalMove {
        let reason = match (illegal.reason, illegal.attempt.as_move(), self.position.last()) {
            (IllegalReason::GameOver, attempt, Some(last)) => {
                match attempt.map(|pick| self.position.relation(pick.number())) {
                    Some(Relation::Last(_) | Relation::Taken(_)) => IllegalReason::Taken,
                    Some(Relation::Elsewhere) | None => match self.position.game().pool() {
                        Some(pool) => IllegalReason::NotOnBoard { pool },
                        None => IllegalReason::GameOver,
                    },
                    Some(_) => IllegalReason::Unrelated { last },
                }
            }
            (reason, _, _) => reason,
        };
        IllegalMove { reason, ..illegal }
    }

    /// Takes the last number back, and says which it was; `None` when there is none.
    pub fn undo(&mut self) -> Option<u64> {
        let number = self.position.undo()?.number();
        self.taken_back.push(number);
        Some(number)
    }

    /// Puts the number that was taken back last where it was; `None` when there is none, or something else has been done since.
    pub fn redo(&mut self) -> Option<u64> {
        let number = self.taken_back.pop()?;
        self.position.play(Move::Pick(number)).ok()?;
        Some(number)
    }

    /// Turns the chain round, so that it grows at its other end.
    pub fn turn_around(&mut self) {
        let mut turned = start(self.size);
        // Whatever stands next to each other may do so in the other direction, too.
        let _ = turned.play_all(self.position.moves().iter().rev().copied());
        self.position = turned;
        self.taken_back.clear();
    }

    /// Where the chain cannot grow, if it cannot at its end.
    pub fn stuck(&self) -> Option<Stuck> {
        let (beginning, end) = (self.position.moves().first()?.number(), self.position.last()?);
        if self.position.legal_count() > 0 {
            return None;
        }
        let goes_with =
            |end: u64| move |&number: &u64| number != end && (number.is_multiple_of(end) || end.is_multiple_of(number));
        let grows_at = self.position.free().iter().any(goes_with(beginning)).then_some(beginning);
        let mut ends = vec![end];
        ends.extend((grows_at.is_none() && beginning != end).then_some(beginning));
        let taken = (1..=self.size.last()).filter(|number| ends.iter().any(|&end| goes_with(end)(number))).collect();
        Some(Stuck { ends, taken, grows_at })
    }

    /// How long the longest chain is, where that is known.
    pub fn known(&self) -> Option<Known> {
        known(self.size)
    }
}

fn start(size: Size) -> Position {
    let game: Game = format!("take:1..{}", size.last()).parse().expect("a pool that begins with 1");
    game.start().expect("few enough numbers for a board")
}

impl PartialEq for Solo {
    fn eq(&self, other: &Solo) -> bool {
        self.size == other.size && self.position.moves() == other.position.moves()
    }
}

impl Eq for Solo {}

/// The numbers there are and the chain: `1..100: 4 8 2`.
impl Display for Solo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1..{}:", self.size.last())?;
        self.position.moves().iter().try_for_each(|pick| write!(f, " {pick}"))
    }
}

/// Reads what is written like that. White space may be of any kind and length.
impl FromStr for Solo {
    type Err = NotAChain;

    fn from_str(text: &str) -> Result<Solo, NotAChain> {
        let no_size = || NotAChain::NoSize { text: shorten(text.trim()) };
        let (numbers, chain) = text.split_once(':').ok_or_else(no_size)?;
        let (first, last) = numbers.split_once("..").ok_or_else(no_size)?;
        let last = parse_number(last.trim()).filter(|_| first.trim() == "1").ok_or_else(no_size)?;
        let size = u64::try_from(last).ok().and_then(|last| Size::new(last).ok()).ok_or(NotAChain::TooLarge)?;
        let mut solo = Solo::new(size);
        for (at, number) in chain.split_whitespace().enumerate() {
            if at >= size.count() {
                return Err(NotAChain::TooLong);
            }
            solo.add_text(number).map_err(|why| NotAChain::Number { at: at + 1, why })?;
        }
        Ok(solo)
    }
}
