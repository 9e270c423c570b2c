//! The game in progress. It travels as its record, with the rule file of a home-made book: whoever asks keeps nothing else, and
//! what they send is read like any stranger's file.

use duel::lesson::Lesson;
use duel::session::{Action, By, Deed, Event, Refusal, Setup};
use duel::{Record, Seat, Session, Who};

use duel::speech::{Address, InShort, Language, Remark};

use super::answer::{Came, InProgress, Mover, Pupil, Remarks, SessionView};
use super::drawn::{draw, words};
use super::question::{Beginning, Saved, Sitter, Wish};
use super::scene::{check_length, moves_of};
use super::taught::find_lesson;
use super::trouble::Trouble;
use crate::book::book_of;
use crate::problem::{Problem, say};
use crate::wire::{self, Id, Moment, Name, Numeral, Side};

/// The longest record that is gone on with. A thousand of the longest moves are half of it; a stranger's headers can be longer.
pub(crate) const MOST_BYTES: usize = 100_000;

/// Refuses what nobody could go on with here: what comes in, and what would be kept.
fn check_bytes(record: &str) -> Result<(), Trouble> {
    let bytes = record.len();
    if bytes <= MOST_BYTES { Ok(()) } else { Err(Trouble::TooLarge { bytes, most: MOST_BYTES }) }
}

impl Saved {
    pub(crate) fn session(&self) -> Result<Session, Problem> {
        self.session_known_by(None)
    }

    fn session_known_by(&self, id: Option<&Id>) -> Result<Session, Problem> {
        check_bytes(&self.record)?;
        let mut record: Record = self.record.parse().map_err(Problem::new)?;
        check_length(record.position().moves().len())?;
        if let Some(Id(id)) = id {
            record.set_id(id.clone());
        }
        let deed = Deed::Began { record: Box::new(record), rules: self.rules.clone() };
        Session::replay([&Event { at: 0, by: By::Referee, deed }]).map_err(Problem::new)
    }
}

pub(crate) fn begin(beginning: &Beginning, language: Language) -> Result<InProgress, Problem> {
    let setup = Setup {
        id: beginning.id.clone().map(|Id(id)| id),
        seed: beginning.seed.0,
        advice: beginning.advice.unwrap_or([true; 2]),
        hides_legal: beginning.find.unwrap_or(false),
        ..match &beginning.lesson {
            Some(id) => taught(beginning, id)?,
            None => chosen(beginning)?,
        }
    };
    let (session, _) = Session::begin(setup, beginning.at.0).map_err(Problem::new)?;
    Ok(in_progress(&session, Seen::ByAll, language))
}

/// A game as it was chosen.
fn chosen(beginning: &Beginning) -> Result<Setup, Problem> {
    let opening = moves_of(beginning.opening.as_ref());
    check_length(opening.len())?;
    let sitter = |Sitter { name, who }| duel::Sitter { name: name.0, who: who.0 };
    let book = book_of(beginning.game.as_deref(), beginning.rules.as_deref())?;
    Ok(Setup {
        first: beginning.first.0,
        rounds: beginning.rounds.clone().map(Into::into),
        opening,
        origin: beginning.origin.clone().map(|wire::Origin(origin)| origin),
        ..Setup::new(book, beginning.seats.clone().map(sitter))
    })
}

/// The game at the end of a lesson, which nobody else sets up.
fn taught(beginning: &Beginning, id: &str) -> Result<Setup, Problem> {
    let Beginning { game, rules, rounds, opening, origin, .. } = beginning;
    if game.is_some() || rules.is_some() || rounds.is_some() || opening.is_some() || origin.is_some() {
        return Err(Trouble::TaughtOtherwise.into());
    }
    let lesson = find_lesson(id)?;
    let [one, two] = beginning.seats.clone().map(|Sitter { name: Name(name), .. }| name);
    let learner = duel::Sitter { name: one, who: Who::Person };
    Ok(lesson.game([learner, duel::Sitter { name: two, who: Who::Level(lesson.opponent()) }]))
}

/// The session that a record is of, whoever kept or brought it.
pub(crate) fn session(
    saved: &Saved,
    id: Option<&Id>,
    seed: Option<&Numeral>,
    seen: Seen,
    language: Language,
) -> Result<InProgress, Problem> {
    let session = saved.session_known_by(id)?;
    let session = match seed {
        Some(Numeral(seed)) => session.with_luck(*seed),
        None => session,
    };
    Ok(in_progress(&session, seen, language))
}

pub(crate) fn act(saved: &Saved, by: By, wish: &Wish, at: &Moment, language: Language) -> Result<Came, Problem> {
    come(saved.session()?, by, wish.action(), at, language)
}

pub(crate) fn computer(saved: &Saved, at: &Moment, language: Language) -> Result<Came, Problem> {
    let session = saved.session()?;
    match (session.turn(), session.computer_move()) {
        (Some(seat), Some(chosen)) => come(session, By::Seat(seat), Action::Move(chosen), at, language),
        _ => Ok(Came::Refused { why: say(&Refusal::NotTheirTurn, language) }),
    }
}

fn come(mut session: Session, by: By, action: Action, at: &Moment, language: Language) -> Result<Came, Problem> {
    let event = match session.act(by, action, at.0) {
        Ok(event) => event,
        Err(refusal) => return Ok(Came::Refused { why: say(&refusal, language) }),
    };
    session.apply(&event).map_err(Problem::new)?;
    check_length(session.position().moves().len())?;
    let InProgress { record, view } = in_progress(&session, Seen::ByAll, language);
    check_bytes(&record)?;
    let missed = match event.deed {
        Deed::Missed { number } => session.position().check(number).err().map(|illegal| say(&illegal, language)),
        _ => None,
    };
    Ok(Came::Happened { event, record, view, missed })
}

impl Wish {
    fn action(&self) -> Action {
        match self.clone() {
            Wish::Move { r#move } => Action::Move(r#move.0),
            Wish::Type { text } => Action::Type(text),
            Wish::TakeBack {} => Action::TakeBack,
            Wish::Resign {} => Action::Resign,
            Wish::Lose { seat, how, fault } => Action::Lose { seat: seat.0, how, fault },
            Wish::Help { with } => Action::Help(with),
            Wish::NextRound { fair } => Action::NextRound { fair },
            Wish::Rematch { fair, id } => Action::Rematch { fair, id: id.map(|Id(id)| id) },
        }
    }
}

/// Who sees the board.
#[derive(Clone, Copy)]
pub(super) enum Seen {
    /// Everybody who plays.
    ByAll,
    /// Whoever sits here.
    From(Seat),
    /// Somebody who only looks.
    Aside,
}

impl Seen {
    pub(super) fn by(seat: Option<&wire::Seat>, looks: bool) -> Seen {
        match seat {
            Some(seat) => Seen::From(seat.0),
            None if looks => Seen::Aside,
            None => Seen::ByAll,
        }
    }
}

fn in_progress(session: &Session, seen: Seen, language: Language) -> InProgress {
    InProgress { record: session.record().to_string(), view: Box::new(view(session, seen, language)) }
}

fn view(session: &Session, seen: Seen, language: Language) -> SessionView {
    let (by, address) = match seen {
        Seen::ByAll => (session.at_the_board(), Address::AsYou),
        Seen::From(seat) => (By::Seat(seat), Address::To(seat)),
        Seen::Aside => (session.at_the_board(), Address::Aside),
    };
    let called = session.called_by_side(address);
    SessionView {
        id: session.id().cloned().map(Id),
        position: draw(session.book(), session.position(), &called, session.hides_legal(), language),
        names: session.names(),
        seats: Seat::BOTH.map(|seat| {
            let duel::Sitter { name, who } = session.sitter(seat).clone();
            Sitter { name: Name(name), who: wire::Who(who) }
        }),
        first: wire::Seat(session.seat(duel::Side::One)),
        turn: session.turn().map(wire::Seat),
        mover: session.mover().map(|mover| match mover.who {
            Who::Person => Mover::Person,
            Who::Level(_) => Mover::Computer,
            Who::Program => Mover::Program,
        }),
        by,
        may: session.may(by),
        score: session.score(),
        round: session.round(),
        rounds: session.rounds().map(Into::into),
        verdict: session.verdict().map(Into::into),
        help: session.help(),
        is_tossed: session.is_tossed(),
        date: session.date().map(|date| date.to_string()),
        pupil: session.pupil().map(|seat| {
            let is_clear = session.only_person().is_some();
            let name = (!is_clear).then(|| session.sitter(seat).name.to_string());
            Pupil { player: Side(session.side(seat)), name }
        }),
        opening: session.opening(),
        origin: session.origin().cloned().map(wire::Origin),
        lesson: Lesson::ended_by(session).map(|lesson| lesson.id().into()),
        hides_legal: session.hides_legal(),
        advice: session.advice(),
        remarks: remarks(session, address, language),
    }
}

fn remarks(session: &Session, address: Address, language: Language) -> Remarks {
    let say = |remark: Option<Remark>| remark.map(|remark| language.say(&remark));
    let has_score = session.score() != [0, 0];
    let called = session.called_by_side(address);
    let played = words(session.say_played(address, language));
    Remarks {
        start: session.remarks_at_the_start(address).iter().map(|remark| language.say(remark)).collect(),
        found: say(session.found_remark(address)),
        toss: say(session.toss_remark(address)),
        played: Some(played).filter(|played| !played.is_empty()),
        rules: language.say(&InShort(session.book().game())),
        round: say(session.round_remark(address)),
        score: say(has_score.then(|| session.score_remark(address))),
        verdict: say(session.verdict_remark(address)),
        help: say(session.help_remark(address)),
        fault: say(session.fault_remark()),
        called: called.map(|called| language.say(&called)),
    }
}

/// Whether there is something to go on with.
pub(crate) fn is_unfinished(session: &Session) -> bool {
    session.is_worth_keeping() && !session.is_over()
}
