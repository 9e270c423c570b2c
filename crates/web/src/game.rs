//! The game in progress. It travels as its record, with the rule file of a home-made book: whoever asks keeps nothing else, and
//! what they send is read like any stranger's file.

use duel::{
    Action, By, Deed, Event, First, Help, Id, Level, LostBy, May, Move, Name, Record, Seat, Session, Setup, Sitter, Who,
};
use serde::{Deserialize, Serialize};

use crate::ask::{Problem, in_words};
use crate::drawn::{self, Drawn};
use crate::opened::LostView;
use crate::scene::{book_of, check_length};

/// The longest record that is gone on with. A thousand of the longest moves are half of it; a stranger's headers can be longer.
pub(crate) const MOST_BYTES: usize = 100_000;

/// A game as whoever asks has it.
#[derive(Debug, Deserialize)]
pub(crate) struct Game {
    pub(crate) record: String,
    /// The rule file, if the book is home-made.
    #[serde(default)]
    pub(crate) rules: Option<String>,
}

impl Game {
    pub(crate) fn session(&self) -> Result<Session, Problem> {
        session_of(read_record(&self.record)?, self.rules.as_deref())
    }
}

/// Refuses what nobody could go on with here: what comes in, and what would be kept.
fn check_bytes(record: &str) -> Result<(), Problem> {
    if record.len() <= MOST_BYTES {
        return Ok(());
    }
    let problem = format!("this record has {} bytes, and up to {MOST_BYTES} can be gone on with here", record.len());
    Err(Problem::new(problem))
}

fn read_record(text: &str) -> Result<Record, Problem> {
    check_bytes(text)?;
    let record: Record = text.parse().map_err(Problem::new)?;
    check_length(record.position().moves().len())?;
    Ok(record)
}

fn session_of(record: Record, rules: Option<&str>) -> Result<Session, Problem> {
    let deed = Deed::Began { record: Box::new(record), rules: rules.map(String::from) };
    Session::replay([&Event { at: 0, by: By::Referee, deed }]).map_err(Problem::new)
}

/// How a game is to begin.
#[derive(Debug, Deserialize)]
pub(crate) struct Beginning {
    game: Option<String>,
    rules: Option<String>,
    seats: [Chair; 2],
    /// 1, 2 or "toss".
    first: serde_json::Value,
    /// As text, because it has 64 bits.
    seed: String,
    best_of: Option<u32>,
    #[serde(default)]
    opening: Vec<Move>,
    id: Option<String>,
    at: u64,
}

/// Who is to sit there.
#[derive(Debug, Deserialize)]
struct Chair {
    name: Option<String>,
    /// The level of a computer player; 0 for a person.
    level: u8,
}

fn first_of(first: &serde_json::Value) -> Result<First, Problem> {
    match (first.as_u64(), first.as_str()) {
        (Some(1), _) => Ok(First::Seat(Seat::One)),
        (Some(2), _) => Ok(First::Seat(Seat::Two)),
        (_, Some("toss")) => Ok(First::Toss),
        _ => Err(Problem::new("who moves first is 1, 2 or \"toss\"")),
    }
}

fn seed_of(seed: &str) -> Result<u64, Problem> {
    let no_seed = |_| Problem::new(format!("the seed is a whole number up to {}, and this is \"{seed}\"", u64::MAX));
    seed.parse().map_err(no_seed)
}

fn seat_of(number: u8) -> Result<Seat, Problem> {
    let seat = Seat::BOTH.into_iter().find(|seat| seat.number() == number);
    seat.ok_or_else(|| Problem::new(format!("the seats are 1 and 2, not {number}")))
}

impl Chair {
    fn sitter(&self, seat: Seat) -> Result<Sitter, Problem> {
        let who = match self.level {
            0 => Who::Person,
            level => Who::Level(Level::from_number(level).ok_or_else(|| Problem::new("the levels are 1 to 5"))?),
        };
        let name = self.name.as_deref().map(str::parse::<Name>).transpose().map_err(Problem::new)?;
        Ok(Sitter { name: name.unwrap_or_else(|| who.usual_name(seat)), who })
    }
}

pub(crate) fn begin(beginning: Beginning) -> Result<Answer, Problem> {
    let Beginning { game, rules, seats: [one, two], first, seed, best_of, opening, id, at } = beginning;
    check_length(opening.len())?;
    let setup = Setup {
        id: id.map(|id| id.parse()).transpose().map_err(Problem::new)?,
        book: book_of(game.as_deref(), rules.as_deref())?,
        sitters: [one.sitter(Seat::One)?, two.sitter(Seat::Two)?],
        first: first_of(&first)?,
        seed: seed_of(&seed)?,
        best_of,
        opening,
    };
    let (session, _) = Session::begin(setup, at).map_err(Problem::new)?;
    Ok(answer(&session))
}

/// The session that a record is of, whoever kept or brought it. `id` is what it is to be known by from now on, and `seed` where luck
/// comes from if the record does not say that.
pub(crate) fn session(game: &Game, id: Option<&str>, seed: Option<&str>) -> Result<Answer, Problem> {
    let mut record = read_record(&game.record)?;
    if let Some(id) = id {
        record.set_id(id.parse().map_err(Problem::new)?);
    }
    let session = session_of(record, game.rules.as_deref())?;
    Ok(answer(&match seed.map(seed_of).transpose()? {
        Some(seed) => session.with_luck(seed),
        None => session,
    }))
}

/// What somebody wants to do.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum Wish {
    Move {
        r#move: Move,
    },
    Type {
        text: String,
    },
    TakeBack,
    Resign,
    Lose {
        seat: u8,
        how: LostBy,
        #[serde(default)]
        fault: Option<String>,
    },
    Help {
        with: Help,
    },
    NextRound {
        fair: bool,
    },
    Rematch {
        fair: bool,
        #[serde(default)]
        id: Option<Id>,
    },
}

impl Wish {
    fn action(self) -> Result<Action, Problem> {
        Ok(match self {
            Wish::Move { r#move } => Action::Move(r#move),
            Wish::Type { text } => Action::Type(text),
            Wish::TakeBack => Action::TakeBack,
            Wish::Resign => Action::Resign,
            Wish::Lose { seat, how, fault } => Action::Lose { seat: seat_of(seat)?, how, fault },
            Wish::Help { with } => Action::Help(with),
            Wish::NextRound { fair } => Action::NextRound { fair },
            Wish::Rematch { fair, id } => Action::Rematch { fair, id },
        })
    }
}

/// What comes of a wish.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Came {
    /// It happened: to be kept, then shown.
    Happened { event: serde_json::Value, record: String, view: Box<View> },
    /// It cannot be done, and why.
    Refused { refused: String },
}

pub(crate) fn act(game: &Game, by: By, wish: Wish, at: u64) -> Result<Came, Problem> {
    let mut session = game.session()?;
    let event = match session.act(by, wish.action()?, at) {
        Ok(event) => event,
        Err(refusal) => return Ok(Came::Refused { refused: in_words(&refusal.to_string()) }),
    };
    session.apply(&event).map_err(Problem::new)?;
    check_length(session.position().moves().len())?;
    let Answer { record, view } = answer(&session);
    check_bytes(&record)?;
    let event = serde_json::from_str(&event.to_json()).map_err(Problem::new)?;
    Ok(Came::Happened { event, record, view })
}

pub(crate) fn computer(game: &Game) -> Result<Option<Move>, Problem> {
    Ok(game.session()?.computer_move())
}

/// A game as it is to be kept, and what is to be seen of it.
#[derive(Serialize)]
pub(crate) struct Answer {
    record: String,
    view: Box<View>,
}

fn answer(session: &Session) -> Answer {
    Answer { record: session.record().to_string(), view: Box::new(View::of(session)) }
}

/// What is to be seen of a game in progress. Pairs are by seat, except for `names`.
#[derive(Serialize)]
pub(crate) struct View {
    id: Option<String>,
    position: Drawn,
    /// Who moved first in this round, then the other one.
    names: [String; 2],
    seats: [SeatView; 2],
    /// The seat that has the turn, and what sort of player sits there; null when the round is over.
    turn: Option<u8>,
    mover: Option<Sort>,
    /// Who acts for the people at this board, and what they can do now.
    by: By,
    may: May,
    score: [u32; 2],
    round: u32,
    best_of: Option<u32>,
    /// The seat that has won the match.
    champion: Option<u8>,
    help: [u32; 2],
    is_tossed: bool,
    date: Option<String>,
    /// Who can learn something from the round.
    pupil: Option<Pupil>,
    /// How many moves stood on the board before anybody played, and how the game ended if not by its moves: for addresses.
    opening: usize,
    lost: Option<LostView>,
}

#[derive(Serialize)]
struct SeatView {
    name: String,
    /// As in a record: human, level:3, bot.
    who: String,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Sort {
    Person,
    Computer,
    Program,
}

#[derive(Serialize)]
struct Pupil {
    /// The side that they played.
    player: u8,
    /// What they are called, where it would not be clear who is meant.
    name: Option<String>,
}

impl View {
    fn of(session: &Session) -> View {
        let names = session.names();
        let by = session.at_the_board();
        View {
            id: session.id().map(ToString::to_string),
            position: drawn::draw(session.book(), session.position(), &names),
            seats: Seat::BOTH.map(|seat| {
                let Sitter { name, who } = session.sitter(seat);
                SeatView { name: name.to_string(), who: who.to_string() }
            }),
            turn: session.turn().map(Seat::number),
            mover: session.mover().map(|mover| match mover.who {
                Who::Person => Sort::Person,
                Who::Level(_) => Sort::Computer,
                Who::Program => Sort::Program,
            }),
            by,
            may: session.may(by),
            score: session.score(),
            round: session.round(),
            best_of: session.best_of(),
            champion: session.champion().map(Seat::number),
            help: session.help(),
            is_tossed: session.is_tossed(),
            date: session.date().map(|date| date.to_string()),
            pupil: session.pupil().map(|seat| {
                let is_clear = session.only_person().is_some();
                let name = (!is_clear).then(|| session.sitter(seat).name.to_string());
                Pupil { player: session.side(seat).number(), name }
            }),
            opening: session.opening(),
            lost: LostView::of(session.position()),
            names,
        }
    }
}

/// Whether there is something to go on with.
pub(crate) fn is_unfinished(session: &Session) -> bool {
    session.is_worth_keeping() && !session.is_over()
}
