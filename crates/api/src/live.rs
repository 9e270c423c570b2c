//! Games between people at several devices: what is sent to a server, and what it answers. The server keeps the games; what a game
//! is made of, and how it is shown, is decided here.

use duel::json::PositionView;
use duel::live::{Action, Around, Entry, LIMITS, Live, MOST_NUMBERS, Next, Proposal};
use duel::session::{May, Setup};
use duel::speech::{English, Language};
use duel::{Seat, Session, Who};
use serde::{Deserialize, Serialize};

use crate::book::book_of;
use crate::problem::Problem;
use crate::wire::{self, First, Id, Move, Name, Rounds};

/// The version of what is sent and answered here.
pub const VERSION: u32 = 1;

/// The longest rule file that a game can be made of.
pub const MOST_RULES: usize = 20_000;

contract! {
    /// A game to be made.
    #[serde(deny_unknown_fields)]
    pub struct Making {
        /// The version of the contract.
        pub v: u32,
        /// The code of the game.
        pub game: Option<String>,
        /// The rule file, if the book is home-made.
        pub rules: Option<String>,
        /// Who is to play.
        pub seats: [Place; 2],
        /// Who moves first.
        pub first: First,
        /// How many rounds the match has at most, if it is to be one.
        pub rounds: Option<Rounds>,
        /// How many seconds a turn may take, if there is to be a limit.
        pub limit: Option<u32>,
        /// Whether people find the legal numbers themselves.
        pub find: Option<bool>,
        /// The game after which it is played, by the same two: whoever makes it has a seat there and says by which token, and the other one
        /// takes the open seat with theirs for a secret.
        pub after: Option<Id>,
    }

    /// A seat of a game that is made. A person's is taken by whoever makes the game if they say a token; otherwise somebody is invited.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct Place {
        /// What they are called; by the usual name if nothing is said.
        pub name: Option<Name>,
        /// A person if nothing is said, a program, or a computer player.
        pub who: Option<wire::Who>,
        /// The token of whoever makes the game, if they sit here.
        pub token: Option<String>,
    }

    /// A game was made.
    pub struct Made {
        /// What it is known by. Whoever knows it can watch.
        pub id: Id,
        /// The secrets for the open seats, each to be used once.
        pub invitations: [Option<String>; 2],
        /// The game.
        pub state: LiveState,
    }

    /// Somebody takes the seat that a secret is for.
    #[serde(deny_unknown_fields)]
    pub struct Joining {
        /// The version of the contract.
        pub v: u32,
        /// The secret of an invitation, or of a hand-over.
        pub secret: String,
        /// What they will be known by from now on: 32 to 64 letters and digits of their own, made by chance.
        pub token: String,
        /// What they are called; as the seat is if nothing is said.
        pub name: Option<Name>,
        /// Whether it is a program that plays.
        pub program: Option<bool>,
    }

    /// A seat was taken.
    pub struct Seated {
        /// Which.
        pub seat: wire::Seat,
        /// The game.
        pub state: LiveState,
    }

    /// Somebody in a seat wants to do something.
    #[serde(deny_unknown_fields)]
    pub struct Doing {
        /// The version of the contract.
        pub v: u32,
        /// The last thing that they have seen happen.
        #[cfg_attr(test, ts(type = "number"))]
        pub seq: u64,
        /// What they want to do.
        pub action: LiveWish,
    }

    /// What somebody in a seat wants to do.
    #[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum LiveWish {
        /// To make this move. An illegal one costs nothing.
        Move { r#move: Move },
        /// To make the move that was typed. Where an illegal number loses, this one does.
        Type { text: String },
        /// To give the game up. Whoever runs a program may say what it did, as a verb and what follows.
        Resign {
            #[serde(skip_serializing_if = "Option::is_none", default)]
            fault: Option<String>,
        },
        /// To play the next round of the match, if the other one wants it, too.
        NextRound { fair: bool },
        /// To have one's last move taken back, if the other one agrees.
        ProposeTakeBack {},
        /// To play the same again, if the other one agrees.
        ProposeRematch { fair: bool },
        /// To agree to what the other one proposes,
        Agree {},
        /// to decline it, or to withdraw what one has proposed oneself.
        Decline {},
        /// To have won, because the other one is late; or to begin the next round without them.
        Claim {},
    }

    /// It was done, and is on disk.
    pub struct Done {
        /// Which entry of the log it is.
        #[cfg_attr(test, ts(type = "number"))]
        pub seq: u64,
        /// The game after it.
        pub state: LiveState,
    }

    /// Another device is to go on.
    pub struct HandOver {
        /// The version of the contract.
        pub v: u32,
        /// The secret for it, to be used once, within ten minutes.
        pub secret: String,
    }

    /// It was not done.
    pub struct Wrong {
        /// The version of the contract.
        pub v: u32,
        /// What sort of wrong it is.
        pub error: WrongBy,
        /// What was wrong, for a person.
        pub words: String,
        /// The game as it stands, where that helps.
        pub state: Option<LiveState>,
    }

    /// What sort of wrong something is.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum WrongBy {
        /// The request is not as it should be.
        Malformed,
        /// It is of another version of the contract.
        Version,
        /// It is too long.
        TooLarge,
        /// There is no such game, or nothing in it for whoever asks.
        NotFound,
        /// Whoever asks may not do that: they have no seat here, or another device has it now.
        Forbidden,
        /// It was asked under a name that is not this server's, or by another site's page.
        Foreign,
        /// Something has happened that whoever asks had not seen.
        Stale,
        /// It cannot be done now.
        Refused,
        /// The key was used for something else.
        KeyReused,
        /// Too much at a time from one seat, for one game or in all.
        TooMany,
        /// The server cannot do it now: it is full, its disk is, or it is going down.
        Unavailable,
    }

    /// A game as everybody may see it.
    pub struct LiveState {
        /// The version of the contract.
        pub v: u32,
        /// What it is known by.
        pub id: Id,
        /// How many things have happened in it.
        #[cfg_attr(test, ts(type = "number"))]
        pub seq: u64,
        /// The session as a record, and
        pub record: String,
        /// the rule file of a home-made book.
        pub rules: Option<String>,
        /// The position as programs read it; what is legal is left out where people find that themselves.
        #[cfg_attr(test, ts(type = "unknown"))]
        pub position: serde_json::Value,
        /// The seat that has the turn; null when the round is over.
        pub turn: Option<wire::Seat>,
        /// Which round it is, of the match or of games one after the other.
        pub round: u32,
        /// The rounds won, by seat, this one included when it is over.
        pub score: [u32; 2],
        /// Who sits where.
        pub seats: [LiveSeat; 2],
        /// How many others watch.
        pub watching: u32,
        /// What was proposed.
        pub proposed: Option<Proposed>,
        /// How many seconds a turn may take.
        pub limit: Option<u32>,
        /// Who is waited for, as far as the game could be claimed from them.
        pub waiting: Option<Waiting>,
        /// What each can do now.
        #[cfg_attr(test, ts(type = "[May, May]"))]
        pub may: [May; 2],
        /// The game that these two are to play after this one.
        pub next: Option<NextGame>,
    }

    /// Another game for the same two.
    pub struct NextGame {
        /// Who has made it.
        pub by: wire::Seat,
        /// What it is known by.
        pub id: Id,
        /// What is played there.
        pub title: String,
    }

    /// A seat of a live game.
    pub struct LiveSeat {
        /// Who sits there.
        pub name: Name,
        /// What sort of player it is.
        pub who: wire::Who,
        /// Whether it waits for somebody.
        pub open: bool,
        /// Whether they are there now.
        pub here: bool,
    }

    /// Something that needs consent.
    pub struct Proposed {
        /// Who proposes it.
        pub by: wire::Seat,
        /// What it is.
        #[cfg_attr(test, ts(type = "Proposal"))]
        pub proposal: Proposal,
    }

    /// Somebody is waited for.
    pub struct Waiting {
        /// Whose turn it is, or who is asked for the next round.
        pub seat: wire::Seat,
        /// For how many milliseconds it has been, and
        #[cfg_attr(test, ts(type = "number"))]
        pub spent: u64,
        /// how many it may be before the other one can claim the game, or begin the next round.
        #[cfg_attr(test, ts(type = "number"))]
        pub allowed: u64,
    }

    /// Something happened in a game.
    pub struct Happening {
        /// What.
        #[serde(with = "entry")]
        #[cfg_attr(test, ts(type = "LiveEvent"))]
        pub happened: Entry,
        /// The game after it.
        pub state: LiveState,
    }

    /// Who is there has changed.
    #[derive(Copy, Default)]
    pub struct Presence {
        /// Who is there, by seat.
        pub here: [bool; 2],
        /// How many others watch.
        pub watching: u32,
    }

    /// The game is no more.
    pub struct Deleted {
        /// The seat that has deleted it; null when its time was over.
        pub by: Option<wire::Seat>,
    }
}

/// An entry of the log with its own version, as it is stored.
mod entry {
    use duel::live::Entry;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    pub(super) fn serialize<S: Serializer>(entry: &Entry, serializer: S) -> Result<S::Ok, S::Error> {
        let value: Value = serde_json::from_str(&entry.to_json()).map_err(serde::ser::Error::custom)?;
        value.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        Entry::from_json(&Value::deserialize(deserializer)?.to_string()).map_err(D::Error::custom)
    }
}

/// Why a game cannot be played from two places.
enum Trouble {
    LongRules,
    LargeGame,
    NoSuchLimit,
    NobodyPlays,
    ComputersToken,
}

impl English for Trouble {
    fn english(&self) -> String {
        match self {
            Trouble::LongRules => format!("a rule file for a game from two places has up to {MOST_RULES} bytes"),
            Trouble::LargeGame => {
                format!("a game from two places has up to {MOST_NUMBERS} numbers, and as many moves to choose from")
            }
            Trouble::NoSuchLimit => "the limit for a turn is from 10 seconds to a week, in seconds".into(),
            Trouble::NobodyPlays => "one of the seats has to be somebody's: two computer players need no server".into(),
            Trouble::ComputersToken => "a computer player has no token: nobody moves for it".into(),
        }
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        Problem::new(trouble)
    }
}

impl Making {
    /// The first entry of the game's log: it is known by `id`, opened at `at`, and its luck comes from `seed`.
    ///
    /// # Errors
    /// What cannot be played from two places.
    pub fn open(&self, id: duel::Id, at: u64, seed: u64) -> Result<Entry, Problem> {
        if self.rules.as_ref().is_some_and(|rules| rules.len() > MOST_RULES) {
            return Err(Trouble::LongRules.into());
        }
        let book = book_of(self.game.as_deref(), self.rules.as_deref())?;
        if book.game().pool().is_some_and(|pool| pool.count() > MOST_NUMBERS) {
            return Err(Trouble::LargeGame.into());
        }
        let limit = self.limit.map(|seconds| u64::from(seconds) * 1_000);
        if limit.is_some_and(|limit| !LIMITS.contains(&limit)) {
            return Err(Trouble::NoSuchLimit.into());
        }
        let who = |place: &Place| place.who.as_ref().map_or(Who::Person, |who| who.0);
        let sitter = |seat: Seat| {
            let place = &self.seats[seat.index()];
            let name = place.name.clone().map(|Name(name)| name);
            let who = who(place);
            duel::Sitter { name: name.unwrap_or_else(|| who.usual_name(seat, Language::English)), who }
        };
        if self.seats.iter().all(|place| matches!(who(place), Who::Level(_))) {
            return Err(Trouble::NobodyPlays.into());
        }
        if self.seats.iter().any(|place| place.token.is_some() && matches!(who(place), Who::Level(_))) {
            return Err(Trouble::ComputersToken.into());
        }
        let rules = book.rule_file().map(String::from);
        let setup = Setup {
            id: Some(id),
            first: self.first.0,
            seed,
            rounds: self.rounds.clone().map(Into::into),
            hides_legal: self.find.unwrap_or(false),
            // Every page carries a solver: this is courtesy.
            advice: [false; 2],
            ..Setup::new(book, Seat::BOTH.map(sitter))
        };
        let (session, _) = Session::begin(setup, at).map_err(Problem::new)?;
        // What can be divided in many ways at the start can be divided in fewer ways later.
        if session.position().legal_count() as u64 > MOST_NUMBERS {
            return Err(Trouble::LargeGame.into());
        }
        let open = [0, 1].map(|at| self.seats[at].token.is_none() && !matches!(who(&self.seats[at]), Who::Level(_)));
        Ok(Entry::Opened { at, record: Box::new(session.record()), rules, open, limit })
    }
}

impl From<LiveWish> for Action {
    fn from(wish: LiveWish) -> Action {
        use duel::session::Action as Played;
        match wish {
            LiveWish::Move { r#move } => Action::Play(Played::Move(r#move.0)),
            LiveWish::Type { text } => Action::Play(Played::Type(text)),
            LiveWish::Resign { fault: None } => Action::Play(Played::Resign),
            LiveWish::Resign { fault: Some(fault) } => Action::Fail(fault),
            LiveWish::NextRound { fair } => Action::Propose(Proposal::NextRound { fair }),
            LiveWish::ProposeTakeBack {} => Action::Propose(Proposal::TakeBack),
            LiveWish::ProposeRematch { fair } => Action::Propose(Proposal::Rematch { fair }),
            LiveWish::Agree {} => Action::Agree,
            LiveWish::Decline {} => Action::Decline,
            LiveWish::Claim {} => Action::Claim,
        }
    }
}

impl LiveState {
    /// The game as it stands after `seq` entries, with whoever is there.
    pub fn of(live: &Live, id: &duel::Id, seq: u64, around: Around, presence: &Presence) -> LiveState {
        let session = live.session();
        let mut position = serde_json::to_value(PositionView::new(session.book().code(), session.position()))
            .expect("a position has a form in JSON");
        if session.hides_legal() {
            position["legal"] = serde_json::Value::Null;
        }
        LiveState {
            v: VERSION,
            id: Id(id.clone()),
            seq,
            record: session.record().to_string(),
            rules: session.book().rule_file().map(String::from),
            position,
            turn: session.turn().map(wire::Seat),
            round: session.round(),
            score: session.score(),
            seats: Seat::BOTH.map(|seat| {
                let sitter = session.sitter(seat);
                LiveSeat {
                    name: Name(sitter.name.clone()),
                    who: wire::Who(sitter.who),
                    open: live.open()[seat.index()],
                    here: presence.here[seat.index()] || session.level(seat).is_some(),
                }
            }),
            watching: presence.watching,
            proposed: live.proposal().map(|(by, proposal)| Proposed { by: wire::Seat(by), proposal }),
            limit: live.limit().map(|limit| (limit / 1_000) as u32),
            waiting: live.waiting(around).map(|waiting| Waiting {
                seat: wire::Seat(waiting.seat),
                spent: waiting.spent,
                allowed: waiting.allowed,
            }),
            may: Seat::BOTH.map(|seat| live.may(seat)),
            next: live.next().map(|Next { by, id, title }| NextGame {
                by: wire::Seat(*by),
                id: Id(id.clone()),
                title: title.clone(),
            }),
        }
    }
}
