//! A game in progress.

mod act;
mod begin;
mod event;
mod match_play;
mod misses;
mod origin;
mod refusal;

pub use crate::luck::toss;
pub use act::May;
pub use begin::{First, Setup, SetupError};
pub use event::{Action, By, Deed, Event, Help, NotAnEvent};
pub(crate) use match_play::MOST_GAMES;
pub use match_play::{MatchError, Rounds, Verdict};
pub use misses::{Found, Misses, NoMisses};
pub use origin::{NoOrigin, Origin};
pub use refusal::Refusal;

use crate::computer::Level;
use crate::date::Date;
use crate::luck::computer_move;
use crate::moves::{Move, Side};
use crate::position::Position;
use crate::record::Record;
use crate::rulebook::RuleBook;
use crate::seats::{Id, Seat, Sitter, Who};

const DAY: u64 = 86_400_000;

/// A game in progress: what is played, by whom, how it stands, and what can be done now.
///
/// There is one of it, whatever it is played on. A front end turns a key, a click or a line into an [`Action`]; the session says
/// what comes of it, an [`Event`] or a [`Refusal`]; the event is stored, then applied, then shown. Everything else (whose turn
/// it is, what is taken back, where a computer's luck comes from, what counts as help, who starts the next round) is asked
/// here.
///
/// ```
/// use duel::{RuleBook, Seat, Session, Sitter, Who};
/// use duel::session::{Action, By, Setup};
/// use duel::speech::Language;
///
/// let book = RuleBook::find("evens")?;
/// let sitters = Seat::BOTH.map(|seat| Sitter::usual(Who::Person, seat, Language::English));
/// let (mut session, began) = Session::begin(Setup::new(book, sitters), 0)?;
///
/// let moved = session.act(By::Seat(Seat::One), Action::Type("12".into()), 1_000)?;
/// session.apply(&moved)?;
/// assert_eq!(session.turn(), Some(Seat::Two));
/// let refused = session.act(By::Seat(Seat::One), Action::Type("6".into()), 2_000).unwrap_err();
/// assert_eq!(refused.to_string(), "it is not their turn");
///
/// // The record is all it takes to go on somewhere else.
/// assert_eq!(Session::from_record(session.record().to_string().parse()?)?, session);
/// assert_eq!(Session::replay([&began, &moved])?, session);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two sessions are equal when the same has happened in them as far as it matters for anything that can still happen: their
/// records are.
#[derive(Clone, Debug)]
pub struct Session {
    id: Option<Id>,
    book: RuleBook,
    sitters: [Sitter; 2],
    /// Who moves first in this round.
    starter: Seat,
    is_tossed: bool,
    /// Where luck comes from, if any is needed.
    seed: Option<u64>,
    rounds: Option<Rounds>,
    /// The rounds won before this one.
    wins: [u32; 2],
    /// How many moves stood on the board before anybody played.
    opening: usize,
    position: Position,
    /// How often each seat was helped in this round.
    help: [u32; 2],
    /// Who may be helped.
    advice: [bool; 2],
    /// Where people find the legal numbers themselves: how often they missed.
    misses: Option<Misses>,
    /// Where the position was taken from that stood there before anybody played.
    origin: Option<Origin>,
    date: Option<Date>,
    fault: Option<String>,
    /// Headers of the record that nobody here understands.
    headers: Vec<(String, String)>,
}

impl Session {
    /// A new session, and the event with which it begins, at this time (milliseconds since 1970).
    ///
    /// # Errors
    /// What cannot be played.
    pub fn begin(setup: Setup, at: u64) -> Result<(Session, Event), SetupError> {
        let (record, book) = setup.record(at)?;
        let rules = book.rule_file().map(String::from);
        let session = begin::of_record(record.clone(), book);
        Ok((session, Event { at, by: By::Referee, deed: Deed::Began { record: Box::new(record), rules } }))
    }

    /// The session in which all this happened, the beginning first.
    ///
    /// # Errors
    /// Events that cannot have followed each other.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Session, Refusal> {
        let mut events = events.into_iter();
        let Some(Event { deed: Deed::Began { record, rules }, by: By::Referee, .. }) = events.next() else {
            return Err(Refusal::NotBegun);
        };
        let mut session = begin::taken_up((**record).clone(), rules.as_deref())?;
        for event in events {
            session.apply(event)?;
        }
        Ok(session)
    }

    /// The session that a record is of, in the words of a built-in book.
    ///
    /// # Errors
    /// A record with a [problem](Record::problem) can be looked at, and not gone on with.
    pub fn from_record(record: Record) -> Result<Session, Refusal> {
        begin::taken_up(record, None)
    }

    /// The same session in the words of another book of the same game.
    #[must_use]
    pub fn in_the_words_of(self, book: RuleBook) -> Session {
        if book.game() != self.position.game() {
            return self;
        }
        let book = book.hiding_legal(self.hides_legal());
        Session { book, ..self }
    }

    /// The same session with somebody else in a seat from now on. Where nobody has needed luck so far, it comes from here.
    #[must_use]
    pub fn seating(mut self, seat: Seat, sitter: Sitter, luck: u64) -> Session {
        self.seat_now(seat, sitter);
        self.with_luck(luck)
    }

    pub(crate) fn seat_now(&mut self, seat: Seat, sitter: Sitter) {
        self.sitters[seat.index()] = sitter;
    }

    /// The same session, in which luck comes from here if somebody needs it and nobody has said where it comes from.
    #[must_use]
    pub fn with_luck(mut self, luck: u64) -> Session {
        if Seat::BOTH.into_iter().any(|seat| self.level(seat).is_some()) {
            self.seed.get_or_insert(luck);
        }
        self
    }

    /// The game as text, with all it takes to go on with it anywhere.
    pub fn record(&self) -> Record {
        let mut record = Record::new(&self.book, self.position.clone(), self.names_by_side());
        if let Some(date) = self.date {
            record.set_date(date);
        }
        record.details = crate::record::Details {
            id: self.id.clone(),
            who: [Side::One, Side::Two].map(|side| self.sitter(self.seat(side)).who),
            seed: self.seed,
            is_tossed: self.is_tossed,
            help: self.by_side(self.help),
            rounds: self.rounds,
            score: self.by_side(self.wins),
            first_seat: self.side(Seat::One),
            opening: self.opening,
            fault: self.fault.clone(),
            advice: self.by_side(self.advice),
            misses: self.misses.clone(),
            origin: self.origin.clone(),
        };
        for (name, value) in &self.headers {
            record.set_header(name, value);
        }
        record
    }

    /// What the game is known by.
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// What is played, and in whose words.
    pub fn book(&self) -> &RuleBook {
        &self.book
    }

    /// How the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who sits there.
    pub fn sitter(&self, seat: Seat) -> &Sitter {
        &self.sitters[seat.index()]
    }

    /// Who moves first in this round.
    pub fn starter(&self) -> Seat {
        self.starter
    }

    /// Whether a toss decided who moves first.
    pub fn is_tossed(&self) -> bool {
        self.is_tossed
    }

    /// The day on which this round began.
    pub fn date(&self) -> Option<Date> {
        self.date
    }

    /// How many moves stood on the board before anybody played.
    pub fn opening(&self) -> usize {
        self.opening
    }

    /// How often each seat was helped in this round.
    pub fn help(&self) -> [u32; 2] {
        self.help
    }

    /// Who may be helped.
    pub fn advice(&self) -> [bool; 2] {
        self.advice
    }

    /// Where the position was taken from that stood there before anybody played.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// What a program did that lost the round by time or forfeit: a verb and what follows.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Who plays this side in this round.
    pub fn seat(&self, side: Side) -> Seat {
        match side {
            Side::One => self.starter,
            Side::Two => self.starter.other(),
        }
    }

    /// The side that this seat plays in this round.
    pub fn side(&self, seat: Seat) -> Side {
        if seat == self.starter { Side::One } else { Side::Two }
    }

    /// Who has the turn; nobody when the round is over.
    pub fn turn(&self) -> Option<Seat> {
        self.position.outcome().is_none().then(|| self.seat(self.position.turn()))
    }

    /// Whose turn it is and what sort of player that is; nobody when the round is over.
    pub fn mover(&self) -> Option<&Sitter> {
        self.turn().map(|seat| self.sitter(seat))
    }

    /// The names by the side that they play: who moves first, then the other one.
    pub fn names(&self) -> [String; 2] {
        self.names_by_side().map(|name| name.to_string())
    }

    fn by_side<T: Copy>(&self, pair: [T; 2]) -> [T; 2] {
        [pair[self.starter.index()], pair[self.starter.other().index()]]
    }

    fn names_by_side(&self) -> [crate::name::Name; 2] {
        [Side::One, Side::Two].map(|side| self.sitter(self.seat(side)).name.clone())
    }

    /// The only person, where there is one beside a computer or a program.
    pub fn only_person(&self) -> Option<Seat> {
        let mut people = Seat::BOTH.into_iter().filter(|&seat| self.is_person(seat));
        let first = people.next();
        if people.next().is_some() { None } else { first }
    }

    /// Whether nobody plays who could be asked.
    pub fn is_watched(&self) -> bool {
        !Seat::BOTH.into_iter().any(|seat| self.is_person(seat))
    }

    /// Who acts when a key is pressed at this board: whoever has the turn, or else the only person; where there is no person the
    /// referee.
    pub fn at_the_board(&self) -> By {
        let mover = self.seat(self.position.turn());
        let people = Seat::BOTH.into_iter().filter(|&seat| self.is_person(seat));
        people.max_by_key(|&seat| seat == mover).map_or(By::Referee, By::Seat)
    }

    /// The move that a computer player makes now; `None` when it is not the turn of one. It depends on the seed, the round, the
    /// position and how many moves were made, and on nothing else.
    pub fn computer_move(&self) -> Option<Move> {
        match self.mover()?.who {
            Who::Level(level) => computer_move(&self.position, level, self.luck()),
            Who::Person | Who::Program => None,
        }
    }

    /// Where the luck of this round comes from: each has its own.
    pub fn luck(&self) -> u64 {
        self.seed.unwrap_or(0).wrapping_add(u64::from(self.round()) - 1)
    }

    /// The level that sits there.
    pub fn level(&self, seat: Seat) -> Option<Level> {
        match self.sitter(seat).who {
            Who::Level(level) => Some(level),
            Who::Person | Who::Program => None,
        }
    }

    /// The round, counted from 1, of the match or of games one after the other.
    pub fn round(&self) -> u32 {
        self.wins[0] + self.wins[1] + 1
    }

    /// How many rounds the match has; `None` where it is no match.
    pub fn rounds(&self) -> Option<Rounds> {
        self.rounds
    }

    /// The rounds won by each seat, this one included when it is over.
    pub fn score(&self) -> [u32; 2] {
        let mut score = self.wins;
        if let Some(outcome) = self.position.outcome() {
            score[self.seat(outcome.winner).index()] += 1;
        }
        score
    }

    /// How the match has ended, this round counted when it is over.
    pub fn verdict(&self) -> Option<Verdict> {
        self.rounds?.verdict(self.score())
    }

    /// Who can learn something from the round when it is over: the person against a computer, or of two people the loser.
    pub fn pupil(&self) -> Option<Seat> {
        let outcome = self.position.outcome()?;
        let loser = self.seat(outcome.winner.other());
        self.only_person().or_else(|| (!self.is_watched()).then_some(loser))
    }

    /// Whether nothing is left to play: the round is over, and no other one of a match follows.
    pub fn is_over(&self) -> bool {
        self.turn().is_none() && !self.match_goes_on()
    }

    /// Whether there is something that it would be a pity to lose: moves that were made in it, whoever made them, or a round before
    /// this one. A game in which nothing has happened is begun again as quickly.
    pub fn is_worth_keeping(&self) -> bool {
        self.position.moves().len() > self.opening || self.round() > 1
    }

    /// Whether the match is not decided yet, with this round counted if it is over.
    pub fn match_goes_on(&self) -> bool {
        self.rounds.is_some() && self.verdict().is_none()
    }

    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.sitter(seat).who == Who::Person
    }
}

impl PartialEq for Session {
    fn eq(&self, other: &Session) -> bool {
        self.record() == other.record() && self.book.rule_file() == other.book.rule_file()
    }
}

impl Eq for Session {}
