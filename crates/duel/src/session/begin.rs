//! How a session begins: anew, or from a record.

use super::{DAY, Refusal, Session};
use crate::date::Date;
use crate::game::GameError;
use crate::luck::toss;
use crate::moves::{Move, Side};
use crate::outcome::Reason;
use crate::position::WrongMove;
use crate::record::{Details, Record};
use crate::rulebook::RuleBook;
use crate::seats::{Id, Seat, Sitter, Who};
use crate::session::{MatchError, Misses, Origin, Rounds};
use crate::text::{CodeError, TextError};

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Whoever sits here.
    Seat(Seat),
    /// A toss decides.
    Toss,
}

/// The first seat.
impl Default for First {
    fn default() -> First {
        First::Seat(Seat::One)
    }
}

/// Everything that is settled before a game begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What the game is to be known by.
    pub id: Option<Id>,
    /// What is played.
    pub book: RuleBook,
    /// Who plays.
    pub sitters: [Sitter; 2],
    /// Who moves first.
    pub first: First,
    /// Where the toss and the computer players' luck come from.
    pub seed: u64,
    /// How many rounds the match has, if it is to be one.
    pub rounds: Option<Rounds>,
    /// The moves that stand on the board already. Nobody takes them back.
    pub opening: Vec<Move>,
    /// Where they were taken from, if it is a position to be played on.
    pub origin: Option<Origin>,
    /// Who may be helped, by seat.
    pub advice: [bool; 2],
    /// Whether people find the legal numbers themselves.
    pub hides_legal: bool,
}

/// A game that cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no such game to be played.
    Game(GameError),
    /// There is no such match.
    Match(MatchError),
    /// A move on the board is not legal.
    Opening(WrongMove),
}

impl Setup {
    /// A game of this book, the first seat moving first.
    pub fn new(book: RuleBook, sitters: [Sitter; 2]) -> Setup {
        Setup {
            id: None,
            book,
            sitters,
            first: First::Seat(Seat::One),
            seed: 0,
            rounds: None,
            opening: Vec::new(),
            origin: None,
            advice: [true; 2],
            hides_legal: false,
        }
    }

    /// The record of the game as it begins, and its book.
    pub(super) fn record(self, at: u64) -> Result<(Record, RuleBook), SetupError> {
        let Setup { id, book, sitters, first, seed, rounds, opening, origin, advice, hides_legal } = self;
        rounds.map_or(Ok(()), |rounds| rounds.check([0, 0]))?;
        let mut position = book.game().start()?;
        position.play_all(opening.iter().copied())?;
        let (starter, is_tossed) = match first {
            First::Seat(seat) => (seat, false),
            First::Toss => (toss(seed), true),
        };
        let needs_luck = is_tossed || sitters.iter().any(|sitter| matches!(sitter.who, Who::Level(_)));
        let [one, two] = sitters;
        let sides = if starter == Seat::One { [one, two] } else { [two, one] };
        let who = [sides[0].who, sides[1].who];
        let mut record = Record::new(&book, position, sides.map(|sitter| sitter.name));
        record.set_date(Date::from_days(at / DAY));
        record.details = Details {
            id,
            who,
            seed: needs_luck.then_some(seed),
            is_tossed,
            rounds,
            first_seat: if starter == Seat::One { Side::One } else { Side::Two },
            opening: opening.len(),
            origin,
            advice: if starter == Seat::One { advice } else { [advice[1], advice[0]] },
            misses: hides_legal.then(Misses::default),
            ..Details::default()
        };
        Ok((record, book))
    }
}

/// The session that a record is of; its words are in a rule file, or in a built-in book.
pub(super) fn taken_up(record: Record, rules: Option<&str>) -> Result<Session, Refusal> {
    if let Some(problem) = record.problem() {
        return Err(Refusal::Record(problem.clone()));
    }
    let book = match rules {
        None => {
            let wrong = |error: CodeError| Refusal::Rules(TextError::at(record.code(), error.at.start, error.problem));
            RuleBook::find(record.code()).map_err(wrong)?
        }
        Some(text) => RuleBook::read(text)
            .map_err(Refusal::Rules)?
            .varied_to(record.position().game())
            .ok_or(Refusal::OtherRules)?,
    };
    Ok(of_record(record, book))
}

/// The session that a record of a game of this book is of.
pub(super) fn of_record(record: Record, book: RuleBook) -> Session {
    let position = record.position().clone();
    let is_lost = position.outcome().is_some_and(|outcome| outcome.reason != Reason::NoMove);
    let headers = record.headers().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let Details { id, who, seed, is_tossed, help, rounds, score, first_seat, opening, fault, advice, misses, origin } =
        record.details.clone();
    let starter = if first_seat == Side::One { Seat::One } else { Seat::Two };
    let [first, second] = record.players().clone();
    let sides = [Sitter { name: first, who: who[0] }, Sitter { name: second, who: who[1] }];
    let [one, two] = sides;
    let sitters = if starter == Seat::One { [one, two] } else { [two, one] };
    Session {
        id,
        book: book.hiding_legal(misses.is_some()),
        sitters,
        starter,
        is_tossed,
        seed,
        rounds,
        wins: by_seat(starter, score),
        opening,
        position,
        help: by_seat(starter, help),
        advice: by_seat(starter, advice),
        misses,
        origin,
        date: record.date(),
        // What a program did that has not lost is nobody's fault.
        fault: fault.filter(|_| is_lost),
        headers,
    }
}

/// What is by side, by seat.
fn by_seat<T: Copy>(starter: Seat, [first, second]: [T; 2]) -> [T; 2] {
    if starter == Seat::One { [first, second] } else { [second, first] }
}
