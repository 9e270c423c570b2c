//! What a server is asked about a game, and what its answers mean.

use std::io;

use api::live::{Doing, Done, HandOver, Happening, Joining, LiveState, LiveWish, Presence, Seated, VERSION, Wrong};
use api::wire;
use duel::{Name, Record, Seat};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::followed::Standing;
use super::link::Link;
use super::net::{Answered, Asked, Events, Limits, Server, Streamed};
use super::wire::Hold;
use crate::chance;
use crate::failure::{Failure, Fallible};
use crate::store::seats::{SeatsFile, Taken};
use crate::visible::visible;
use crate::words;

/// No sentence of a server is longer; the rest of a longer one is dropped.
const LONGEST_WORDS: usize = 300;

const FORBIDDEN: u16 = 403;
const NOT_FOUND: u16 = 404;

/// A game at a server, and who we are in it.
#[derive(Clone)]
pub(crate) struct Remote {
    server: Server,
    link: Link,
    /// What the server knows us by, and the seat that is ours; nobody who only watches has one.
    own: Option<(String, Seat)>,
    /// What this device keeps of the game.
    kept: Option<SeatsFile>,
}

/// A place in a game, to play or to watch from, and what there is to say about it.
pub(crate) struct Admission {
    pub(super) remote: Remote,
    pub(crate) standing: Standing,
    pub(super) note: Option<String>,
}

/// What came of something that we wanted to do.
pub(crate) enum Came {
    Done(Box<Standing>),
    /// It was not done, with the reason, and the game as it stands if the server has said it.
    Refused(String, Option<Box<Standing>>),
}

/// Something that a server tells.
pub(super) enum Message {
    Standing(Box<Standing>),
    Presence(Presence),
    /// The game is no more.
    Deleted,
    /// Nothing that anybody needs to know.
    SignOfLife,
}

/// Whether a stream of messages has begun.
pub(super) enum Following {
    Events(Events),
    /// Another device has our seat now, in these words: here it can be watched.
    SeatIsGone(String),
    /// It never will, with the reason.
    Refused(String),
}

impl Remote {
    /// The game of a link as everybody may see it, before anybody sits down.
    pub(crate) fn look(link: Link) -> Fallible<Standing> {
        let server = Server { place: link.place.clone(), limits: Limits::default() };
        Remote { server, link, own: None, kept: None }.go_on(false).map(|place| place.standing)
    }

    /// The game in which a link offers somebody at this device a seat, before they sit down.
    pub(crate) fn invitation(link: &Link) -> Fallible<Option<Standing>> {
        let Some(secret) = &link.secret else { return Ok(None) };
        let taken = SeatsFile::of_user(&link.place.to_string(), &link.id)?.read()?;
        if taken.iter().any(|taken| taken.secret == *secret) {
            return Ok(None);
        }
        Ok(Some(Remote::look(link.clone())?).filter(|standing| !standing.is_complete()))
    }

    /// A link by which another device goes on, once, in the seat that this one has.
    pub(crate) fn hand_over(link: Link) -> Fallible<String> {
        let file = SeatsFile::of_user(&link.place.to_string(), &link.id)?;
        let is_meant = |taken: &Taken| link.secret.as_ref().is_none_or(|secret| taken.secret == *secret);
        let taken = file.read()?.into_iter().rev().filter(is_meant).find_map(|taken| Some((taken.token, taken.seat?)));
        let own @ (_, seat) = taken.ok_or_else(|| Failure::data(words::line().no_seat_to_hand_over()))?;
        let server = Server { place: link.place.clone(), limits: Limits::default() };
        let remote = Remote { server, link, own: Some(own), kept: Some(file) };
        let answer = remote.ask("POST", "/handover", &[], None::<&()>).map_err(|error| remote.unreachable(&error))?;
        let HandOver { secret, .. } = read_first(&answer)?;
        let link = format!("{}/{secret}/{}", remote.link, seat.number());
        // What is no link here is nothing to be pasted into a shell.
        link.parse::<Link>().map_err(|_| Failure::data(words::line().server_strange(&shown(&secret))))?;
        Ok(link)
    }

    /// Takes the seat that a link is for, goes on in one that this device has, or watches.
    pub(super) fn sit_down(link: Link, name: Option<Name>, is_program: bool) -> Fallible<Admission> {
        let file = SeatsFile::of_user(&link.place.to_string(), &link.id)?;
        let server = Server { place: link.place.clone(), limits: Limits::default() };
        let mut remote = Remote { server, link, own: None, kept: Some(file.clone()) };
        let mut kept = file.read()?;
        let known = match &remote.link.secret {
            Some(secret) => kept.into_iter().find(|taken| taken.secret == *secret),
            None => kept.pop(),
        };
        let taken = match (known, &remote.link.secret) {
            (Some(Taken { token, seat: Some(seat), .. }), _) => {
                remote.own = Some((token, seat));
                return remote.go_on(!is_program);
            }
            (Some(taken), _) => taken,
            (None, Some(secret)) => {
                let taken = Taken { token: chance::new_token()?, secret: secret.clone(), seat: None };
                // Once the server has heard the token nobody else can have the seat: it must not be lost.
                file.keep(&taken)?;
                taken
            }
            (None, None) => return remote.go_on(false),
        };
        let joining = Joining {
            v: VERSION,
            secret: taken.secret.clone(),
            token: taken.token.clone(),
            name: name.map(wire::Name),
            program: is_program.then_some(true),
        };
        let answer = remote.ask("POST", "/seats", &[], Some(&joining)).map_err(|error| remote.unreachable(&error))?;
        if answer.status == NOT_FOUND {
            // The seat is somebody else's, and whoever has the link can watch.
            file.forget(&taken)?;
            if !is_program && let Ok(place) = remote.clone().go_on(false) {
                // Nobody knows whether the secret was another one or has been used.
                let is_free = !place.standing.is_complete();
                let note = if is_free { words::line().a_seat_is_free() } else { words::line().seat_is_taken() };
                return Ok(Admission { note: Some(note), ..place });
            }
        }
        let Seated { seat, state } = read_first(&answer)?;
        file.keep(&Taken { seat: Some(seat.0), ..taken.clone() })?;
        remote.own = Some((taken.token, seat.0));
        let standing = remote.standing(state).map_err(Failure::data)?;
        Ok(Admission { remote, standing, note: None })
    }

    /// The game as it stands, for somebody who has a seat, or who watches.
    fn go_on(mut self, may_watch: bool) -> Fallible<Admission> {
        let answer = self.ask("GET", "", &[], None::<&()>).map_err(|error| self.unreachable(&error))?;
        if answer.status == FORBIDDEN && self.own.is_some() && may_watch {
            self.own = None;
            self.gone(answer.status);
            return Ok(Admission { note: Some(words_of(&answer)), ..self.go_on(false)? });
        }
        self.gone(answer.status);
        let state = read_first(&answer)?;
        let standing = self.standing(state).map_err(Failure::data)?;
        Ok(Admission { remote: self, standing, note: None })
    }

    /// The seat that is ours.
    pub(crate) fn seat(&self) -> Option<Seat> {
        self.own.as_ref().map(|(_, seat)| *seat)
    }

    /// The same game for somebody who only watches.
    pub(super) fn without_a_seat(&self) -> Remote {
        Remote { own: None, ..self.clone() }
    }

    /// What the server knows us by.
    pub(super) fn token(&self) -> Option<String> {
        self.own.as_ref().map(|(token, _)| token.clone())
    }

    /// The link for whoever wants to come back, or to watch.
    pub(crate) fn link(&self) -> &Link {
        &self.link
    }

    /// Keeps how the game stands; nothing of one that is over.
    pub(super) fn saw(&self, ongoing: Option<&Record>) -> anyhow::Result<()> {
        self.kept.as_ref().map_or(Ok(()), |kept| kept.saw(ongoing))
    }

    /// By an answer of this status there may be nothing here to go on with.
    fn gone(&self, status: u16) {
        if [FORBIDDEN, NOT_FOUND].contains(&status) {
            // A game too many in a list is no reason to stop.
            let _ = self.saw(None);
        }
    }

    /// Where nobody answers the first time the link may be wrong.
    fn unreachable(&self, error: &io::Error) -> Failure {
        Failure::data(words::line().server_unreachable(&self.server.place, error))
    }

    /// Does something, or says why not.
    ///
    /// # Errors
    /// Nobody knows whether it was done: the same is to be asked again, with the same key.
    pub(super) fn act(&self, key: &str, seq: u64, wish: &LiveWish) -> io::Result<Came> {
        let doing = Doing { v: VERSION, seq, action: wish.clone() };
        let answer = self.ask("POST", "/actions", &[("Idempotency-Key", key)], Some(&doing))?;
        if (200..300).contains(&answer.status) {
            let done = read(&answer.body).and_then(|Done { state, .. }| self.standing(state));
            return Ok(done.map_or_else(|words| Came::Refused(words, None), |standing| Came::Done(Box::new(standing))));
        }
        let state = serde_json::from_slice::<Wrong>(&answer.body).ok().and_then(|wrong| wrong.state);
        // It is busy, or going down. With the game comes what waiting does not change.
        if state.is_none() && (answer.status == 429 || answer.status >= 500) {
            return Err(io::Error::other(words_of(&answer)));
        }
        let standing = state.and_then(|state| self.standing(state).ok());
        Ok(Came::Refused(words_of(&answer), standing.map(Box::new)))
    }

    /// Follows the game from the entry on that was seen last.
    pub(super) fn follow(&self, since: u64, hold: impl FnOnce(Hold)) -> io::Result<Following> {
        let since = since.to_string();
        let headers = [("Accept", "text/event-stream"), ("Last-Event-ID", &*since)];
        let path = self.path("/events");
        let bearer = self.bearer();
        let headers: Vec<(&str, &str)> =
            headers.into_iter().chain(bearer.as_deref().map(|bearer| ("Authorization", bearer))).collect();
        let asked = Asked { method: "GET", path: &path, headers: &headers, body: None };
        match self.server.stream(&asked, hold)? {
            Streamed::Events(events) => Ok(Following::Events(events)),
            Streamed::Not(answer) if answer.status == 429 || answer.status >= 500 => {
                Err(io::Error::other(words_of(&answer)))
            }
            Streamed::Not(answer) => {
                self.gone(answer.status);
                let words = words_of(&answer);
                let is_elsewhere = answer.status == FORBIDDEN && self.own.is_some();
                Ok(if is_elsewhere { Following::SeatIsGone(words) } else { Following::Refused(words) })
            }
        }
    }

    /// What an event means.
    ///
    /// # Errors
    /// What nobody here understands, in words.
    pub(super) fn message(&self, kind: &str, data: &str) -> Result<Message, String> {
        let standing = |state| self.standing(state).map(|standing| Message::Standing(Box::new(standing)));
        match kind {
            "state" => standing(read(data.as_bytes())?),
            "happened" => standing(read::<Happening>(data.as_bytes())?.state),
            "presence" => Ok(Message::Presence(read(data.as_bytes())?)),
            "deleted" => {
                self.gone(NOT_FOUND);
                Ok(Message::Deleted)
            }
            _ => Ok(Message::SignOfLife),
        }
    }

    fn standing(&self, state: LiveState) -> Result<Standing, String> {
        Standing::read(state, &self.link.id)
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.link.id)
    }

    fn bearer(&self) -> Option<String> {
        self.own.as_ref().map(|(token, _)| format!("Bearer {token}"))
    }

    fn ask(
        &self,
        method: &'static str,
        rest: &str,
        headers: &[(&str, &str)],
        body: Option<&impl Serialize>,
    ) -> io::Result<Answered> {
        let path = self.path(rest);
        let bearer = self.bearer();
        let own = bearer.as_deref().map(|bearer| ("Authorization", bearer));
        let headers: Vec<(&str, &str)> = headers.iter().copied().chain(own).collect();
        let body = body.map(serde_json::to_string).transpose()?;
        self.server.ask(&Asked { method, path: &path, headers: &headers, body: body.as_deref() })
    }
}

#[cfg(test)]
impl Remote {
    /// Somebody in the first seat of the game ab12 there.
    pub(super) fn at(port: u16) -> Remote {
        let link: Link = format!("http://127.0.0.1:{port}/#/live/ab12").parse().unwrap();
        let server = Server { place: link.place.clone(), limits: Limits::default() };
        Remote { server, link, own: Some(("0123456789abcdef0123456789abcdef".into(), Seat::One)), kept: None }
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|error| words::line().server_strange(&shown(&error.to_string())))
}

/// What the first answer says; it must be a good one.
fn read_first<T: DeserializeOwned>(answer: &Answered) -> Fallible<T> {
    if !(200..300).contains(&answer.status) {
        return Err(Failure::data(words_of(answer)));
    }
    read(&answer.body).map_err(Failure::data)
}

/// Why something was not done, as the server says it.
fn words_of(answer: &Answered) -> String {
    match serde_json::from_slice::<Wrong>(&answer.body) {
        Ok(wrong) if !wrong.words.trim().is_empty() => shown(&wrong.words),
        _ => words::line().server_answers(answer.status),
    }
}

/// Somebody else's words, as they may be shown: not too many, in one line, and nothing that a terminal would obey.
pub(super) fn shown(text: &str) -> String {
    let line: String = text.chars().take(LONGEST_WORDS).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    visible(&line).into_owned()
}
