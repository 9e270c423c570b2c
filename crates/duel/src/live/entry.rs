//! What happened in a live game, as it is kept.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::name::Name;
use crate::record::Record;
use crate::seats::{Id, NotAnId, Seat, Who};
use crate::session::{By, Event, NotAnEvent};

/// What needs the other one's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Proposal {
    /// To have one's last move taken back.
    TakeBack,
    /// To play the next round of the match.
    NextRound {
        /// With a fair start.
        fair: bool,
    },
    /// To play the same again.
    Rematch {
        /// With a fair start.
        fair: bool,
    },
}

impl Proposal {
    /// Whether whoever wants this has it in what the other one wants already.
    pub(super) fn is_in(self, other: Proposal) -> bool {
        match (self, other) {
            (Proposal::NextRound { fair }, Proposal::NextRound { fair: is_fair })
            | (Proposal::Rematch { fair }, Proposal::Rematch { fair: is_fair }) => is_fair || !fair,
            _ => false,
        }
    }
}

/// Something that happened in a live game.
///
/// Its form in JSON is that of an [`Event`], and it has the events of a session among its own.
///
/// ```
/// use duel::Seat;
/// use duel::live::{Entry, Proposal};
///
/// let entry = Entry::Proposed { at: 1_731_628_800_000, seat: Seat::Two, what: Proposal::TakeBack };
/// let json = r#"{"v":1,"at":1731628800000,"by":2,"event":"proposed","what":"take-back"}"#;
/// assert_eq!(entry.to_json(), json);
/// assert_eq!(Entry::from_json(json), Ok(entry));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entry {
    /// It was opened.
    Opened {
        /// When.
        at: u64,
        /// The session as it begins.
        record: Box<Record>,
        /// The rule file of a home-made book.
        rules: Option<String>,
        /// The seats that wait for somebody.
        open: [bool; 2],
        /// How many milliseconds a turn may take.
        limit: Option<u64>,
    },
    /// Something happened in the session.
    Happened(Event),
    /// Somebody took a seat.
    Sat {
        /// When.
        at: u64,
        /// Which.
        seat: Seat,
        /// Who.
        name: Name,
        /// A person or a program.
        who: Who,
    },
    /// Somebody has gone on with another device.
    OtherDevice {
        /// When.
        at: u64,
        /// Who.
        seat: Seat,
    },
    /// Somebody proposed something.
    Proposed {
        /// When.
        at: u64,
        /// Who.
        seat: Seat,
        /// What.
        what: Proposal,
    },
    /// What was proposed was declined, or withdrawn.
    Declined {
        /// When.
        at: u64,
        /// By whom.
        seat: Seat,
    },
    /// Somebody has made another game for the same two.
    WentOn {
        /// When.
        at: u64,
        /// Who.
        seat: Seat,
        /// What it is known by.
        to: Id,
        /// What is played there.
        title: String,
    },
    /// That game is not to be played after all.
    CalledOff {
        /// When.
        at: u64,
        /// By whom.
        seat: Seat,
    },
}

/// A text that is no entry of a log.
pub type NotAnEntry = NotAnEvent;

/// The entries that are no events of a session, as they are written.
#[derive(Serialize, Deserialize)]
struct Written {
    v: u32,
    at: u64,
    by: By,
    #[serde(flatten)]
    deed: LiveDeed,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum LiveDeed {
    Opened {
        /// As the session's own beginning has it.
        record: String,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        rules: Option<String>,
        open: [bool; 2],
        #[serde(skip_serializing_if = "Option::is_none", default)]
        limit: Option<u64>,
    },
    Sat {
        name: String,
        who: String,
    },
    OtherDevice,
    Proposed {
        #[serde(flatten)]
        what: Proposal,
    },
    Declined,
    WentOn {
        to: String,
        title: String,
    },
    CalledOff,
}

/// What the entries are called that are no events of a session.
const OURS: [&str; 7] = ["opened", "sat", "other-device", "proposed", "declined", "went-on", "called-off"];
const VERSION: u32 = 1;

impl Entry {
    /// When it happened, in milliseconds since 1970.
    pub fn at(&self) -> u64 {
        match self {
            Entry::Happened(event) => event.at,
            Entry::Opened { at, .. }
            | Entry::Sat { at, .. }
            | Entry::OtherDevice { at, .. }
            | Entry::Proposed { at, .. }
            | Entry::Declined { at, .. }
            | Entry::WentOn { at, .. }
            | Entry::CalledOff { at, .. } => *at,
        }
    }

    /// The entry as JSON, in one line.
    pub fn to_json(&self) -> String {
        let (by, deed) = match self {
            Entry::Happened(event) => return event.to_json(),
            Entry::Opened { record, rules, open, limit, .. } => {
                let (record, rules) = (record.to_string(), rules.clone());
                (By::Referee, LiveDeed::Opened { record, rules, open: *open, limit: *limit })
            }
            Entry::Sat { seat, name, who, .. } => {
                (By::Seat(*seat), LiveDeed::Sat { name: name.to_string(), who: who.to_string() })
            }
            Entry::OtherDevice { seat, .. } => (By::Seat(*seat), LiveDeed::OtherDevice),
            Entry::Proposed { seat, what, .. } => (By::Seat(*seat), LiveDeed::Proposed { what: *what }),
            Entry::Declined { seat, .. } => (By::Seat(*seat), LiveDeed::Declined),
            Entry::CalledOff { seat, .. } => (By::Seat(*seat), LiveDeed::CalledOff),
            Entry::WentOn { seat, to, title, .. } => {
                (By::Seat(*seat), LiveDeed::WentOn { to: to.to_string(), title: title.clone() })
            }
        };
        serde_json::to_string(&Written { v: VERSION, at: self.at(), by, deed }).expect("an entry has a form in JSON")
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// What is of another version or no entry.
    pub fn from_json(text: &str) -> Result<Entry, NotAnEntry> {
        let malformed = |error: serde_json::Error| NotAnEvent::Malformed(error.to_string());
        let value: Value = serde_json::from_str(text).map_err(malformed)?;
        let is_ours = value["event"].as_str().is_some_and(|name| OURS.contains(&name));
        if !is_ours {
            return Event::from_json(text).map(Entry::Happened);
        }
        let Written { v, at, by, deed } = serde_json::from_value(value).map_err(malformed)?;
        if v != VERSION {
            return Err(NotAnEvent::Version(VERSION));
        }
        let wrong = |what: &str| NotAnEvent::Malformed(what.into());
        let seat = || match by {
            By::Seat(seat) => Ok(seat),
            By::Referee => Err(wrong("somebody in a seat does that")),
        };
        Ok(match deed {
            LiveDeed::Opened { record, rules, open, limit } => {
                let record = record.parse().map_err(|error: crate::TextError| wrong(&error.to_string()))?;
                Entry::Opened { at, record: Box::new(record), rules, open, limit }
            }
            LiveDeed::Sat { name, who } => Entry::Sat {
                at,
                seat: seat()?,
                name: name.parse().map_err(|error: crate::NameError| wrong(&error.to_string()))?,
                who: who.parse().map_err(|error: crate::NobodyKnown| wrong(&error.to_string()))?,
            },
            LiveDeed::OtherDevice => Entry::OtherDevice { at, seat: seat()? },
            LiveDeed::Proposed { what } => Entry::Proposed { at, seat: seat()?, what },
            LiveDeed::Declined => Entry::Declined { at, seat: seat()? },
            LiveDeed::CalledOff => Entry::CalledOff { at, seat: seat()? },
            LiveDeed::WentOn { to, title } => {
                let to = to.parse().map_err(|error: NotAnId| wrong(&error.to_string()))?;
                Entry::WentOn { at, seat: seat()?, to, title }
            }
        })
    }
}
