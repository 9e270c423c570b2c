//! Whoever follows a game: what they have missed, what they are told, and how many there are.

use std::sync::Arc;

use api::live::{Happening, Presence};
use axum::body::Bytes;
use duel::Seat;
use duel::live::{Entry, Live};
use tokio::sync::{broadcast, watch};

use super::{Game, let_go};
use crate::hall::Hall;
use crate::kept::entries;
use crate::store::Row;
use crate::wrong::NotDone;

/// More entries than this nobody catches up with one by one: they get the game as it stands;
const MOST_MISSED: u64 = 256;
/// and more bytes than this neither: somebody may take them slowly, and others do the same.
const MUCH: usize = 256 * 1_024;

/// Something to be sent to everybody who follows a game.
#[derive(Clone, Debug)]
pub(crate) struct News {
    /// Which entry it is; what is not kept has none.
    pub(crate) seq: Option<u64>,
    /// As it goes over the line.
    pub(crate) text: Bytes,
    /// For whom nothing comes after it: they ask again.
    pub(crate) last_for: LastFor,
}

/// For whom something is the last that they hear here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastFor {
    Nobody,
    /// Whoever has followed from this seat: another device has it now.
    Seat(Seat),
    Everybody,
}

impl News {
    fn new(seq: Option<u64>, kind: &str, what: &impl serde::Serialize) -> News {
        News { seq, text: told(seq, kind, what), last_for: LastFor::Nobody }
    }
}

/// Who follows a game, counted by streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Following {
    seats: [usize; 2],
    others: usize,
}

impl Following {
    fn count(&mut self, follower: Follower) -> &mut usize {
        match follower {
            Follower::Seat(seat) => &mut self.seats[seat.index()],
            Follower::Other => &mut self.others,
        }
    }

    fn presence(self) -> Presence {
        Presence { here: self.seats.map(|streams| streams > 0), watching: self.others as u32 }
    }

    /// As it goes over the line.
    pub(crate) fn told(self) -> Bytes {
        told(None, "presence", &self.presence())
    }
}

/// Who follows: a seat, or somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follower {
    Seat(Seat),
    Other,
}

/// What somebody gets who follows a game.
#[derive(Debug)]
pub(crate) struct Followed {
    /// What they have missed,
    pub(crate) missed: Vec<News>,
    /// what happens from now on,
    pub(crate) news: broadcast::Receiver<News>,
    /// and who is there.
    pub(crate) following: watch::Receiver<Following>,
    pub(crate) place: Place,
}

/// Somebody who follows a game, counted.
#[derive(Debug)]
pub(crate) struct Place {
    game: Arc<Game>,
    hall: Arc<Hall>,
    follower: Follower,
    in_all: Option<tokio::sync::OwnedSemaphorePermit>,
}

impl Place {
    pub(crate) fn follower(&self) -> Follower {
        self.follower
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.game.used();
        // Whoever hears of it can have the place at once.
        drop(self.in_all.take());
        self.hall.metrics.streams.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        self.game.following.send_modify(|following| *following.count(self.follower) -= 1);
    }
}

impl Game {
    pub(crate) fn is_followed(&self) -> bool {
        *self.following.borrow() != Following::default()
    }

    pub(super) fn presence(&self) -> Presence {
        self.following.borrow().presence()
    }

    pub(super) fn tell(&self, seq: Option<u64>, kind: &str, what: &impl serde::Serialize) {
        // Nobody may be there to hear it.
        let _ = self.news.send(News::new(seq, kind, what));
    }

    /// For whoever follows like this nothing more comes from here.
    pub(super) fn part_with(&self, who: LastFor) {
        let _ = self.news.send(News { seq: None, text: Bytes::new(), last_for: who });
    }

    /// Follows the game: what has happened since this entry, or the game as it stands, and whatever comes after it.
    pub(crate) async fn follow(
        self: &Arc<Game>,
        hall: &Arc<Hall>,
        token: Option<&str>,
        since: Option<u64>,
    ) -> Result<Followed, NotDone> {
        let (guard, follower) = self.held_for(token).await?;
        let kept = guard.as_ref().ok_or_else(let_go)?;
        let place = self.clone().place(hall, follower)?;
        let receiver = self.news.subscribe();
        // After a crash nobody else lets it think.
        self.let_computer_move(&guard, hall);
        let (seq, following) = (kept.seq, self.following.subscribe());
        let missed = match since {
            Some(since) if since < seq && seq - since <= MOST_MISSED => {
                drop(guard);
                self.missed(hall, since, seq).await?
            }
            // Whoever has missed nothing learns how much time there is now. What somebody has seen that never happened was seen in
            // another log.
            _ => vec![News::new(Some(seq), "state", &self.state(&kept.live, seq, hall))],
        };
        Ok(Followed { missed, news: receiver, following, place })
    }

    /// What has happened after one entry, up to another one, each with the game after it; where that is much, the game as it stands.
    async fn missed(self: &Arc<Game>, hall: &Arc<Hall>, since: u64, seq: u64) -> Result<Vec<News>, NotDone> {
        let rows = hall.read(&self.id).await?;
        let (game, hall) = (self.clone(), hall.clone());
        // A long game takes a while.
        let told = tokio::task::spawn_blocking(move || game.told_after(&rows, since, seq, &hall));
        told.await.unwrap_or_else(|_| Err(let_go()))
    }

    fn told_after(&self, rows: &[Row], since: u64, seq: u64, hall: &Hall) -> Result<Vec<News>, NotDone> {
        let log = entries(rows).map_err(|_| let_go())?;
        let [first, later @ ..] = &log[..] else { return Err(let_go()) };
        let mut live = Live::replay([first]).map_err(|_| let_go())?;
        let mut news = Vec::new();
        let mut bytes = 0;
        let mut tell = |at: u64, happened: &Entry, live: &Live| {
            if at > since && bytes <= MUCH {
                let happening = Happening { happened: happened.clone(), state: self.state(live, at, hall) };
                let told = News::new(Some(at), "happened", &happening);
                bytes += told.text.len();
                news.push(told);
            }
        };
        tell(1, first, &live);
        for (entry, at) in later.iter().zip(2..=seq) {
            live.apply(entry).map_err(|_| let_go())?;
            tell(at, entry, &live);
        }
        Ok(if bytes <= MUCH { news } else { vec![News::new(Some(seq), "state", &self.state(&live, seq, hall))] })
    }

    /// Counts somebody who follows, as long as they do.
    fn place(self: Arc<Game>, hall: &Arc<Hall>, follower: Follower) -> Result<Place, NotDone> {
        let limits = &hall.limits;
        let in_all = hall.streams.clone().try_acquire_owned();
        let in_all = in_all.map_err(|_| NotDone::unavailable("Too many people follow games here now."))?;
        let most = match follower {
            Follower::Seat(_) => limits.streams_of_a_seat,
            Follower::Other => limits.watchers,
        };
        let mut is_let_in = false;
        self.following.send_if_modified(|following| {
            let count = following.count(follower);
            is_let_in = *count < most;
            *count += usize::from(is_let_in);
            is_let_in
        });
        if !is_let_in {
            return Err(NotDone::too_many("This game is open in too many places already."));
        }
        hall.metrics.streams.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(Place { game: self, hall: hall.clone(), follower, in_all: Some(in_all) })
    }
}

/// As it goes over the line.
fn told(seq: Option<u64>, kind: &str, what: &impl serde::Serialize) -> Bytes {
    let data = serde_json::to_string(what).expect("what is told has a form in JSON");
    let id = seq.map(|seq| format!("id: {seq}\n")).unwrap_or_default();
    format!("{id}event: {kind}\ndata: {data}\n\n").into()
}
