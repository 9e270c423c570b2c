//! The game as it stands, as far as the server has told it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use api::live::{LiveState, LiveWish, Presence, VERSION};
use duel::live::{MOST_NUMBERS, Next, Proposal};
use duel::session::{By, Deed, Event, May};
use duel::speech::Address;
use duel::{Id, Name, Record, Seat, Session};

use super::clock::{self, Awaited};
use super::connection::{Connection, News};
use super::link::Link;
use super::remote::{Admission, Came, Remote, shown};
use super::tidings;
use crate::failure::Fallible;
use crate::store::history::History;
use crate::words::{self, say};

/// So many rounds of a game are kept in one sitting, the newest: a server can make up rounds as fast as it likes, and they are not to
/// push out what somebody has played elsewhere.
const MOST_ROUNDS: usize = 20;

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// How many things have happened in it.
    pub(crate) seq: u64,
    pub(crate) session: Session,
    /// The seats that wait for somebody.
    pub(crate) open: [bool; 2],
    /// Who is there.
    pub(crate) here: [bool; 2],
    /// What was proposed, and who proposed it.
    pub(crate) proposed: Option<(Seat, Proposal)>,
    /// Whether a turn may take only so long.
    pub(crate) is_limited: bool,
    /// Who is waited for, as far as anybody could claim the game from them.
    pub(crate) awaited: Option<Awaited>,
    /// What each can do.
    pub(crate) may: [May; 2],
    /// The game that these two are to play after this one.
    pub(crate) next: Option<Next>,
}

impl Standing {
    /// Reads what a server sends, like any stranger's record.
    pub(super) fn read(state: LiveState, id: &Id) -> Result<Standing, String> {
        let strange = |why: &str| words::line().server_strange(&shown(why));
        if state.v != VERSION {
            return Err(words::line().server_of_another_version());
        }
        if state.id.0 != *id {
            return Err(strange("another game"));
        }
        let record: Record = state.record.parse().map_err(|error: duel::TextError| strange(&say(&error)))?;
        let deed = Deed::Began { record: Box::new(record), rules: state.rules };
        let session = Session::replay([&Event { at: 0, by: By::Referee, deed }]);
        let session = session.map_err(|refusal| strange(&say(&refusal)))?;
        // What is kept of it is kept by that.
        if session.id() != Some(id) {
            return Err(strange("the record of another game"));
        }
        if session.book().game().pool().is_some_and(|pool| pool.count() > MOST_NUMBERS) {
            return Err(strange("a game that is too large"));
        }
        Ok(Standing {
            seq: state.seq,
            session,
            open: state.seats.each_ref().map(|seat| seat.open),
            here: state.seats.each_ref().map(|seat| seat.here),
            proposed: state.proposed.map(|proposed| (proposed.by.0, proposed.proposal)),
            is_limited: state.limit.is_some(),
            awaited: state.waiting.map(|waiting| Awaited::new(&waiting, Instant::now())),
            may: state.may,
            next: state.next.map(|next| Next { by: next.by.0, id: next.id.0, title: shown(&next.title) }),
        })
    }

    /// Whether everybody is here who is to play.
    pub(crate) fn is_complete(&self) -> bool {
        self.open == [false, false]
    }

    /// Whose turn it is, once everybody is here.
    pub(crate) fn turn(&self) -> Option<Seat> {
        self.session.turn().filter(|_| self.is_complete())
    }

    /// Whether nothing is to come any more, as far as anybody has said.
    pub(crate) fn is_over(&self) -> bool {
        self.session.is_over() && self.proposed.is_none()
    }

    /// Whether another round, or another game, is played than before.
    pub(crate) fn is_another_round(&self, before: &Standing) -> bool {
        let round = |standing: &Standing| (standing.session.round(), standing.session.starter());
        round(self) != round(before)
    }
}

/// A game that is followed.
pub(crate) struct Followed {
    remote: Remote,
    now: Standing,
    connection: Option<Connection>,
    /// Whether we have done something of which nobody knows yet what comes of it,
    is_doing: bool,
    /// what we did last,
    last: Option<LiveWish>,
    /// and how many things had happened when we did.
    wished_at: Option<u64>,
    is_lost: bool,
    /// The rounds that were kept in this sitting, the oldest first.
    kept: VecDeque<String>,
    /// Why it could not be kept the last time.
    complaint: Option<String>,
}

/// What is new.
pub(crate) enum Heard {
    /// The game stood like this before.
    Changed(Box<Standing>),
    /// Something was not done, for this reason; and the game stood like this before, if it has changed.
    Refused(String, Option<Box<Standing>>),
    /// What we did was done, and is known already.
    Done,
    /// Who is there has changed; before it was them.
    Presence([bool; 2]),
    Lost,
    Back,
    /// Another device has our seat now, in these words; here the game is watched.
    SeatIsGone(String),
    /// There will be no more news, for this reason.
    Ended(String),
    Nothing,
}

impl Followed {
    /// Takes the seat that a link is for, goes on in one that this device has, or watches; with what there is to say about that.
    pub(crate) fn join(link: Link, name: Option<Name>, is_program: bool) -> Fallible<(Followed, Option<String>)> {
        let Admission { remote, standing, note } = Remote::sit_down(link, name, is_program)?;
        Ok((Followed::new(remote, standing), note))
    }

    fn new(remote: Remote, now: Standing) -> Followed {
        Followed {
            remote,
            now,
            connection: None,
            is_doing: false,
            last: None,
            wished_at: None,
            is_lost: false,
            kept: VecDeque::new(),
            complaint: None,
        }
    }

    /// Begins to follow it; news go to `tell`.
    pub(crate) fn follow(&mut self, tell: impl Fn(News) + Send + Sync + 'static) -> Fallible {
        self.connection = Some(Connection::begin(self.remote.clone(), self.now.seq, tell)?);
        Ok(())
    }

    pub(crate) fn now(&self) -> &Standing {
        &self.now
    }

    pub(crate) fn session(&self) -> &Session {
        &self.now.session
    }

    /// How whoever leaves comes back.
    pub(crate) fn way_back(&self) -> String {
        match self.seat() {
            Some(_) => words::line().way_back(self.remote.link()),
            None => words::line().way_back_to_watch(self.remote.link()),
        }
    }

    /// The link for whoever comes back.
    pub(crate) fn link(&self) -> &Link {
        self.remote.link()
    }

    /// The seat that is ours.
    pub(crate) fn seat(&self) -> Option<Seat> {
        self.remote.seat()
    }

    /// Who is spoken to.
    pub(crate) fn address(&self) -> Address {
        self.seat().map_or(Address::Aside, Address::To)
    }

    /// Whether it is our turn.
    pub(crate) fn is_our_turn(&self) -> bool {
        self.now.turn().is_some() && self.now.turn() == self.seat()
    }

    /// What the other one is called who has the turn, where we have a seat.
    pub(crate) fn waits_for(&self) -> Option<&Name> {
        let turn = self.now.turn().filter(|&turn| self.seat() == Some(turn.other()))?;
        Some(&self.now.session.sitter(turn).name)
    }

    /// Who would rather not have our last move taken back, and was asked that already.
    pub(crate) fn would_rather_not(&self) -> Option<&Name> {
        let own = self.seat()?;
        let could = self.now.session.may(By::Seat(own)).take_back && !self.now.may[own.index()].take_back;
        self.waits_for().filter(|_| could && self.now.proposed.is_none())
    }

    /// Who can claim the game from us, because our time is up.
    pub(crate) fn may_be_claimed_by(&self, now: Instant) -> Option<&Name> {
        let own = self.seat().filter(|_| self.is_our_turn())?;
        let is_up = self.now.awaited.is_some() && self.until_time_is_up(now).is_none();
        is_up.then(|| &self.now.session.sitter(own.other()).name)
    }

    /// What we can do now, where we sit.
    pub(crate) fn may(&self) -> Option<May> {
        self.seat().map(|own| self.now.may[own.index()])
    }

    /// How much time whoever is waited for still has, where turns have a limit.
    pub(crate) fn time_left(&self, now: Instant) -> Option<Duration> {
        self.now.awaited.filter(|_| self.now.is_limited).map(|awaited| awaited.left(now))
    }

    /// Whether something has come that we wait for, since the game stood like this: our turn, a question, or the end.
    pub(crate) fn calls_us(&self, before: &Standing) -> bool {
        let Some(own) = self.seat() else { return false };
        let waits_for_us = |standing: &Standing| standing.turn() == Some(own);
        let asks_us = |standing: &Standing| {
            let is_wanted_elsewhere = standing.next.as_ref().is_some_and(|next| next.by != own);
            standing.proposed.is_some_and(|(by, _)| by != own) || is_wanted_elsewhere
        };
        let is_new = |holds: &dyn Fn(&Standing) -> bool| holds(&self.now) && !holds(before);
        let has_ended = before.turn() == Some(own.other()) && self.now.turn().is_none();
        is_new(&waits_for_us) || is_new(&asks_us) || has_ended
    }

    /// Whether the other one asks for something.
    pub(crate) fn is_asked_to_agree(&self) -> bool {
        self.now.proposed.is_some_and(|(by, _)| Some(by.other()) == self.seat())
    }

    /// Whether we can claim the game, or begin the next round: the other one has let their time pass.
    pub(crate) fn may_claim(&self, now: Instant) -> bool {
        let other = self.seat().map(Seat::other);
        self.now.awaited.is_some_and(|Awaited { seat, .. }| Some(seat) == other) && self.until_time_is_up(now).is_none()
    }

    /// After how long the time of whoever is waited for is up, if it is not yet.
    pub(crate) fn until_time_is_up(&self, now: Instant) -> Option<Duration> {
        self.now.awaited.map(|awaited| awaited.left(now)).filter(|left| !left.is_zero())
    }

    /// After how long something of this has changed by itself, for whoever looks at it.
    pub(crate) fn changes_in(&self, now: Instant) -> Option<Duration> {
        let until_up = self.until_time_is_up(now)?;
        if self.now.is_limited { clock::until_it_changes(until_up) } else { Some(until_up) }
    }

    /// Whether something that we did is on its way.
    pub(crate) fn is_doing(&self) -> bool {
        self.is_doing
    }

    /// How many things had happened when we did something last.
    pub(crate) fn wished_at(&self) -> Option<u64> {
        self.wished_at
    }

    /// Whether the server cannot be reached.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Wants to do something. What comes of it is news.
    pub(crate) fn act(&mut self, wish: LiveWish) {
        if let Some(connection) = self.connection.as_ref().filter(|_| !self.is_doing) {
            connection.act(self.now.seq, wish.clone());
            (self.is_doing, self.last, self.wished_at) = (true, Some(wish), Some(self.now.seq));
        }
    }

    /// Takes news in.
    pub(crate) fn hear(&mut self, news: News) -> Heard {
        match news {
            News::Standing(standing) => self.take_in(*standing).map_or(Heard::Nothing, Heard::Changed),
            News::Restored(standing) => Heard::Changed(self.replace(*standing)),
            News::Presence(Presence { here, .. }) => Heard::Presence(std::mem::replace(&mut self.now.here, here)),
            News::Came(came) => {
                self.is_doing = false;
                match came {
                    Came::Done(standing) => self.take_in(*standing).map_or(Heard::Done, Heard::Changed),
                    Came::Refused(words, standing) => {
                        Heard::Refused(words, standing.and_then(|standing| self.take_in(*standing)))
                    }
                }
            }
            News::Lost => {
                self.is_lost = true;
                Heard::Lost
            }
            News::Back => {
                self.is_lost = false;
                Heard::Back
            }
            News::SeatIsGone(words) => {
                self.remote = self.remote.without_a_seat();
                self.is_doing = false;
                Heard::SeatIsGone(words)
            }
            News::Ended(words) => Heard::Ended(words),
        }
    }

    /// How the game stood before, if this is newer.
    fn take_in(&mut self, standing: Standing) -> Option<Box<Standing>> {
        // A server that was started again counts anew.
        if standing.seq == self.now.seq {
            self.now.awaited = standing.awaited;
        }
        (standing.seq > self.now.seq).then(|| self.replace(standing))
    }

    /// How the game stood before.
    fn replace(&mut self, standing: Standing) -> Box<Standing> {
        // What is proposed now is not what we have declined.
        if standing.proposed.is_some() {
            self.last = None;
        }
        Box::new(std::mem::replace(&mut self.now, standing))
    }

    /// Keeps what this device has of it, before anybody sees it: a round that is over among the finished games, and how a game stands that
    /// is not over. Says what is wrong with that, once.
    pub(crate) fn keep(&mut self, history: anyhow::Result<History>) -> Option<String> {
        self.seat()?;
        let is_over = self.now.session.turn().is_none();
        let finished = if is_over { history.and_then(|history| self.keep_round(&history)) } else { Ok(()) };
        let ongoing = (!self.now.is_over()).then(|| self.now.session.record());
        let kept = finished.and_then(|()| self.remote.saw(ongoing.as_ref()));
        let before = std::mem::replace(&mut self.complaint, kept.err().map(|error| format!("{error:#}")));
        self.complaint.clone().filter(|now| before.as_ref() != Some(now)).map(|why| words::both().live_not_kept(&why))
    }

    fn keep_round(&mut self, history: &History) -> anyhow::Result<()> {
        self.kept.extend(history.keep(&self.now.session)?);
        if self.kept.len() > MOST_ROUNDS
            && let Some(oldest) = self.kept.pop_front()
        {
            history.forget(&oldest)?;
        }
        Ok(())
    }

    /// What is proposed, for whoever has just come.
    pub(crate) fn proposed_words(&self) -> Option<String> {
        tidings::proposed(&self.now, self.seat()).or_else(|| tidings::next(&self.now, self.seat()))
    }

    /// The way to what the other one would like to play next: there we are known by the token that we have here.
    pub(crate) fn way_on(&self) -> Option<Link> {
        let next = self.now.next.as_ref().filter(|next| self.seat() == Some(next.by.other()))?;
        Some(Link { id: next.id.clone(), secret: self.remote.token(), ..self.remote.link().clone() })
    }

    /// What we are called here.
    pub(crate) fn own_name(&self) -> Option<Name> {
        self.seat().map(|own| self.now.session.sitter(own).name.clone())
    }

    /// What there is to say about it that the game stood like this before, beside what its book says.
    pub(crate) fn tidings(&self, before: &Standing) -> Vec<String> {
        let is_ours = matches!(self.last, Some(LiveWish::Decline {}));
        tidings::between(before, &self.now, self.seat(), is_ours)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Read;
    use std::net::TcpStream;

    use api::live::Making;
    use duel::live::{Around, Entry, Live};
    use duel::session::{Action, Setup};
    use serde_json::json;

    use super::*;
    use crate::store::history::Kept;
    use crate::store::saves::Store;

    /// A game of Ada, who moves first, and Bo, whose seat is open.
    pub(in crate::live) fn state() -> LiveState {
        let seats = json!([{"name": "Ada", "token": "t"}, {"name": "Bo"}]);
        let making: Making =
            serde_json::from_value(json!({"v": 1, "game": "evens", "seats": seats, "first": 1})).unwrap();
        let id: Id = "ab12".parse().unwrap();
        let live = Live::replay([&making.open(id.clone(), 0, 1).unwrap()]).unwrap();
        LiveState::of(&live, &id, 1, Around { at: 0, up_since: 0 }, &Presence { here: [true, false], watching: 0 })
    }

    pub(crate) fn standing() -> Standing {
        Standing::read(state(), &"ab12".parse().unwrap()).unwrap()
    }

    /// The same with what each can do then, as a server says it.
    pub(crate) fn told(standing: Standing) -> Standing {
        let record = Box::new(standing.session.record());
        let opened = Entry::Opened { at: 0, record, rules: None, open: standing.open, limit: None };
        let proposed = standing.proposed.map(|(seat, what)| Entry::Proposed { at: 0, seat, what });
        let live = Live::replay([&opened].into_iter().chain(&proposed)).unwrap();
        Standing { may: Seat::BOTH.map(|seat| live.may(seat)), ..standing }
    }

    /// A game that stands like this, seen from the first seat; its server is at this port.
    pub(crate) fn followed_at(port: u16, standing: Standing) -> Followed {
        Followed::new(Remote::at(port), told(standing))
    }

    /// Everything that somebody asks: the head, then the body.
    pub(crate) fn heard(stream: &mut TcpStream) -> String {
        let mut heard = Vec::new();
        let mut byte = [0];
        while !heard.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() > 0 {
            heard.push(byte[0]);
        }
        let text = String::from_utf8(heard).unwrap();
        let length = text.split_once("Content-Length: ").map(|(_, rest)| rest.split("\r\n").next().unwrap());
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        stream.read_exact(&mut body).unwrap();
        text + &String::from_utf8(body).unwrap()
    }

    #[test]
    fn what_a_server_sends_is_read_like_any_strangers_record() {
        let now = standing();
        assert_eq!((now.seq, now.open, now.here, now.turn()), (1, [false, true], [true, false], None));
        assert_eq!(now.session.turn(), Some(Seat::One));
        let id = "ab12".parse().unwrap();
        let wrong = |change: fn(&mut LiveState)| {
            let mut state = state();
            change(&mut state);
            Standing::read(state, &id).unwrap_err()
        };
        for words in [
            wrong(|state| state.id.0 = "ab13".parse().unwrap()),
            wrong(|state| state.record = state.record.replace("ab12", "ab13")),
            wrong(|state| state.record = "\u{1b}[2J".into()),
            wrong(|state| state.record = state.record.replace("Ada", "A\u{7}da")),
            wrong(|state| state.record.push_str("\n1. 7\n")),
            wrong(|state| state.rules = Some("id = 1".into())),
            wrong(|state| state.record = state.record.replace("evens", "take:1..1001")),
        ] {
            assert!(words.starts_with("the server has sent something strange: "), "{words}");
            assert!(!words.contains(char::is_control) && words.chars().count() < 400, "{words}");
        }
        assert!(wrong(|state| state.v = 2).contains("another version"));
    }

    #[test]
    fn a_game_that_comes_back_from_a_backup_is_taken_as_it_is() {
        let at = |seq| Box::new(Standing { seq, ..standing() });
        let mut game = followed_at(1, *at(7));
        assert!(matches!(game.hear(News::Standing(at(5))), Heard::Nothing));
        assert!(matches!(game.hear(News::Restored(at(5))), Heard::Changed(before) if before.seq == 7));
        assert!(matches!(game.hear(News::Standing(at(6))), Heard::Changed(before) if before.seq == 5));
    }

    #[test]
    fn what_was_declined_once_is_not_what_is_withdrawn_later() {
        let proposed = Some((Seat::Two, Proposal::Rematch { fair: false }));
        let at = |seq, proposed| Standing { seq, proposed, open: [false, false], ..standing() };
        let mut game = followed_at(1, at(2, proposed));
        game.follow(|_| ()).unwrap();
        let hear = |game: &mut Followed, standing| {
            let Heard::Changed(before) = game.hear(News::Standing(Box::new(standing))) else {
                panic!("it has changed")
            };
            game.tidings(&before).join(" ")
        };
        game.act(LiveWish::Decline {});
        assert_eq!(hear(&mut game, at(3, None)), "You have declined.");
        assert_eq!(hear(&mut game, at(4, proposed)), "Bo would like to play again.");
        assert_eq!(hear(&mut game, at(5, None)), "Bo has changed their mind.");
    }

    #[test]
    fn of_the_rounds_that_a_server_tells_of_the_newest_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("games"));
        let mut game = followed_at(1, standing());
        let sitters = Seat::BOTH.map(|seat| game.session().sitter(seat).clone());
        for day in 0..25 {
            let at = day * 86_400_000;
            let Standing { session: first, .. } = standing();
            let setup = Setup { id: first.id().cloned(), ..Setup::new(first.book().clone(), sitters.clone()) };
            let mut session = Session::begin(setup, at).unwrap().0;
            for action in [Action::Type("14".into()), Action::Resign] {
                let event = session.act(By::Seat(session.turn().unwrap()), action, at).unwrap();
                session.apply(&event).unwrap();
            }
            let standing = Standing { seq: day + 2, session, ..standing() };
            assert!(matches!(game.hear(News::Standing(Box::new(standing))), Heard::Changed(_)));
            // However often it is kept.
            assert_eq!(game.keep(Ok(store.history())), None);
            assert_eq!(game.keep(Ok(store.history())), None);
        }
        let kept = store.history().list().unwrap().games;
        let mut days: Vec<String> = kept.iter().map(Kept::day).collect();
        days.sort();
        assert_eq!((days.len(), &*days[0], &*days[19]), (20, "1970-01-06", "1970-01-25"));
    }

    #[test]
    fn what_happens_around_the_board_is_said_once_and_to_whom_it_concerns() {
        let before = standing();
        let come = Standing { open: [false, false], ..before.clone() };
        let asked = Standing { proposed: Some((Seat::One, Proposal::TakeBack)), ..come.clone() };
        let [one, two] = [Some(Seat::One), Some(Seat::Two)];
        let said =
            |before: &Standing, now: &Standing, own, is_ours| tidings::between(before, now, own, is_ours).join(" ");
        assert_eq!(said(&before, &come, one, false), "Bo has come.");
        assert_eq!(said(&before, &come, two, false), "");
        assert_eq!(said(&come, &asked, one, false), "Bo is asked whether your last move may be taken back.");
        assert_eq!(said(&come, &asked, two, false), "Ada would like to take the last move back.");
        assert_eq!(said(&asked, &asked, two, false), "");
        assert_eq!(said(&asked, &come, two, true), "You have declined.");
        assert_eq!(said(&asked, &come, one, true), "You ask for it no more.");
        assert_eq!(said(&asked, &come, one, false), "Bo has declined.");
        assert_eq!(said(&asked, &come, two, false), "Ada has changed their mind.");
        assert_eq!(said(&asked, &come, None, false), "Nothing is asked for any more.");
    }
}
