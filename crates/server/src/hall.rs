//! All the games there are: those in memory, and the way to those on disk.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{
    AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::{Arc, Mutex};

use api::live::{Made, Making, Presence};
use duel::Id;
use duel::live::Around;
use tokio::sync::{Semaphore, watch};
use tokio::time::Instant;

use crate::clock::Clock;
use crate::game::Game;
use crate::kept::{Before, Kept, Secrets};
use crate::limits::{Allowance, Limits, Shared};
use crate::metrics::Metrics;
use crate::secret::{Hash, is_token, new_id, new_secret, seed};
use crate::store::{Change, Reader, Row, Store};
use crate::writer::Writer;
use crate::wrong::NotDone;

/// All the games there are.
#[derive(Debug)]
pub struct Hall {
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) writer: Writer,
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) thinkers: Semaphore,
    /// Told when the server goes down.
    pub(crate) closing: watch::Sender<bool>,
    games: Mutex<HashMap<Id, Arc<Game>>>,
    /// How often a game was let go of because it is another one on disk now, or none.
    changed: AtomicUsize,
    /// A reader each for so many who read at a time.
    readers: Mutex<Vec<Reader>>,
    reads: Arc<Semaphore>,
    /// How many games are on disk.
    count: AtomicUsize,
    /// When it was last seen whether the disk can be written to.
    seen_ready: tokio::sync::Mutex<Option<(Instant, bool)>>,
    makings: Mutex<Shared>,
    guesses: Mutex<Allowance>,
}

impl Hall {
    /// The games of a store.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn open(store: Store, limits: Limits) -> anyhow::Result<Arc<Hall>> {
        let metrics = Arc::new(Metrics::default());
        let readers = (0..limits.reads).map(|_| store.reader()).collect::<Result<Vec<Reader>, _>>()?;
        let count = store.reader()?.count()?;
        Ok(Arc::new(Hall {
            clock: Clock::start(),
            writer: Writer::start(store, metrics.clone())?,
            metrics,
            streams: Arc::new(Semaphore::new(limits.streams)),
            thinkers: Semaphore::new(limits.thinkers),
            closing: watch::Sender::new(false),
            games: Mutex::default(),
            changed: AtomicUsize::new(0),
            readers: Mutex::new(readers),
            reads: Arc::new(Semaphore::new(limits.reads)),
            count: AtomicUsize::new(count),
            seen_ready: tokio::sync::Mutex::default(),
            makings: Mutex::new(Shared::new(limits.makings, limits.makings_of_an_address)),
            guesses: Mutex::new(Allowance::new(limits.guesses)),
            limits,
        }))
    }

    /// How things stand outside of a game, with these people there.
    pub(crate) fn around(&self) -> Around {
        Around { at: self.clock.now(), up_since: self.clock.started() }
    }

    /// Makes a game, for somebody who asks from this address, if that says anything, and who has this token where it comes after another
    /// one.
    ///
    /// # Errors
    /// What cannot be played, and when there are too many.
    pub async fn make(
        self: &Arc<Hall>,
        making: Making,
        from: Option<IpAddr>,
        token: Option<&str>,
    ) -> Result<Made, NotDone> {
        match &making.after {
            None => Ok(self.begin(making, from, None).await?.0),
            Some(before) => self.find(&before.0.to_string()).await?.go_on(self, token, making, from).await,
        }
    }

    /// Makes a game, and says what is played there. Whoever has that seat in the game before can take the open one.
    pub(crate) async fn begin(
        &self,
        making: Making,
        from: Option<IpAddr>,
        before: Option<Before>,
    ) -> Result<(Made, String), NotDone> {
        if self.count.load(Relaxed) >= self.limits.games {
            return Err(NotDone::unavailable("There are too many games here already. Old ones go after 30 days."));
        }
        if !self.makings.lock().expect("nobody panics with the allowances").take(from) {
            return Err(NotDone::too_many("Too many games are being made here just now."));
        }
        let no_luck = |_| NotDone::unavailable("There is no luck to be had.");
        let id = new_id().map_err(no_luck)?;
        let seed = seed().map_err(|_| NotDone::unavailable("There is no luck to be had."))?;
        let opened = making.open(id.clone(), self.clock.now(), seed);
        let entry = opened.map_err(|problem| NotDone::malformed(problem.to_string()))?;
        let mut secrets = Secrets::default();
        let mut invitations = [None, None];
        for (at, place) in making.seats.iter().enumerate() {
            match &place.token {
                Some(token) if is_token(token) => secrets.tokens[at] = Some(Hash::of(token)),
                Some(_) => return Err(NotDone::malformed(format!("seats[{at}].token: {WHAT_A_TOKEN_IS}"))),
                None if place.who.as_ref().is_some_and(|who| matches!(who.0, duel::Who::Level(_))) => {}
                None => {
                    let secret = new_secret().map_err(no_luck)?;
                    secrets.invitations[at] = Some(Hash::of(&secret));
                    invitations[at] = Some(secret);
                }
            }
        }
        if let [Some(one), Some(other)] = &making.seats.each_ref().map(|place| place.token.as_ref())
            && one == other
        {
            return Err(NotDone::malformed("seats[1].token: the other seat has it; make another one for this seat."));
        }
        secrets.before = before;
        if secrets.before.is_some() && invitations.iter().flatten().count() != 1 {
            return Err(NotDone::malformed("after: one of the seats is yours, by a token, and the other one is open."));
        }
        let secrets = serde_json::to_string(&secrets).expect("hashes have a form in JSON");
        let (game, body) = (id.to_string(), entry.to_json());
        let row = Row { game, seq: 1, at: entry.at(), body, secrets: Some(secrets), key: None };
        let kept =
            Kept::of_rows(&id, std::slice::from_ref(&row)).map_err(|error| NotDone::malformed(error.to_string()))?;
        self.writer.write(Change::Add(row)).await?;
        self.count.fetch_add(1, Relaxed);
        let state = api::live::LiveState::of(&kept.live, &id, 1, self.around(), &Presence::default());
        let title = kept.live.session().book().title().to_string();
        Ok((Made { id: api::wire::Id(id), invitations, state }, title))
    }

    /// The game of this id.
    ///
    /// # Errors
    /// There is none, or the disk cannot be read.
    pub(crate) async fn find(self: &Arc<Hall>, id: &str) -> Result<Arc<Game>, NotDone> {
        let Ok(id) = id.parse::<Id>() else { return Err(self.guessed()) };
        if let Some(game) = self.games().get(&id) {
            return Ok(game.clone());
        }
        let changed = self.changed.load(SeqCst);
        let rows = self.read(&id).await?;
        if rows.is_empty() {
            return Err(self.guessed());
        }
        let kept = Kept::of_rows(&id, &rows).map_err(|error| {
            tracing::error!(%error, "a log on disk cannot be read");
            NotDone::unavailable("This game cannot be read.")
        })?;
        let mut games = self.games();
        if games.len() >= self.limits.loaded {
            // Those that nobody looks at come back from disk when somebody does.
            games.retain(|_, game| Arc::strong_count(game) > 1 || game.is_needed());
        }
        if games.len() >= self.limits.loaded {
            return Err(NotDone::unavailable("Too many games are being played here just now."));
        }
        // It may have been deleted since it was read.
        if self.changed.load(SeqCst) != changed {
            return Err(NotDone::unavailable("This game has just been changed. Ask again."));
        }
        // Somebody else may have been quicker.
        let game = games.entry(id).or_insert_with(|| Game::new(kept, self)).clone();
        self.metrics.games.store(games.len() as i64, Relaxed);
        Ok(game)
    }

    fn games(&self) -> std::sync::MutexGuard<'_, HashMap<Id, Arc<Game>>> {
        self.games.lock().expect("nobody panics with the games")
    }

    /// The log of a game on disk.
    pub(crate) async fn read(self: &Arc<Hall>, id: &Id) -> Result<Vec<Row>, NotDone> {
        let id = id.to_string();
        self.with_reader(move |reader| reader.read(&id)).await
    }

    /// Reads from disk. Whoever would have to wait too long for that is told to come again.
    async fn with_reader<T: Send + 'static>(
        self: &Arc<Hall>,
        read: impl FnOnce(&Reader) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, NotDone> {
        let busy = || NotDone::unavailable("Too many games are being read just now.");
        let turn = tokio::time::timeout(self.limits.read_time, self.reads.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;
        let hall = self.clone();
        // Whoever breaks off leaves the reader with its turn until it is back.
        let read = tokio::task::spawn_blocking(move || {
            let reader = hall.readers.lock().expect("nobody panics with the readers").pop()?;
            let found = read(&reader);
            hall.readers.lock().expect("nobody panics with the readers").push(reader);
            drop(turn);
            Some(found)
        });
        match read.await {
            Ok(Some(Ok(found))) => Ok(found),
            Ok(Some(Err(error))) => {
                tracing::error!(%error, "the disk cannot be read");
                Err(NotDone::unavailable("The server cannot read its disk."))
            }
            Ok(None) | Err(_) => Err(busy()),
        }
    }

    /// Somebody named what is not there.
    pub(crate) fn guessed(&self) -> NotDone {
        if self.guesses.lock().expect("nobody panics with the allowance").take() {
            NotDone::not_found()
        } else {
            NotDone::too_many("Too many games are asked for here that do not exist.")
        }
    }

    /// Lets go of a game in memory; what is on disk stays.
    pub(crate) fn let_go(&self, id: &Id) {
        let mut games = self.games();
        games.remove(id);
        self.changed.fetch_add(1, SeqCst);
        self.metrics.games.store(games.len() as i64, Relaxed);
    }

    /// Lets go of games in memory in which nothing happens.
    pub fn tidy(&self) {
        let mut games = self.games();
        // Whoever has one just now keeps it there.
        games.retain(|_, game| Arc::strong_count(game) > 1 || !game.is_idle(self));
        self.metrics.games.store(games.len() as i64, Relaxed);
    }

    /// Deletes the games in which nothing has happened for as long as games are kept, but for those that somebody follows. Gives how
    /// many.
    ///
    /// # Errors
    /// The disk cannot be read.
    pub async fn expire(self: &Arc<Hall>) -> anyhow::Result<usize> {
        let before = self.clock.now().saturating_sub(u64::try_from(self.limits.kept.as_millis())?);
        let due = self.with_reader(move |reader| reader.untouched_since(before)).await;
        let due = due.map_err(|_| anyhow::anyhow!("the disk cannot be read"))?;
        let mut deleted = 0;
        for id in due {
            // Something may have happened in it meanwhile.
            let Ok(game) = self.find(&id).await else { continue };
            deleted += usize::from(game.delete_if_old(self, before).await.unwrap_or(false));
        }
        Ok(deleted)
    }

    /// There is a game less on disk.
    pub(crate) fn deleted(&self) {
        self.count.fetch_sub(1, Relaxed);
    }

    /// What can be counted from outside.
    pub fn metrics_text(&self) -> String {
        self.metrics.text()
    }

    /// Lets nobody in any more, and everybody go who follows a game.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Writes what has arrived, and no more. Gives back the store.
    pub fn finish(&self) -> Option<Store> {
        self.writer.finish()
    }

    /// Whether what is written gets to the disk, as was seen a moment ago at most.
    pub async fn is_ready(&self) -> bool {
        let mut seen = self.seen_ready.lock().await;
        let is_ready = match *seen {
            Some((at, is_ready)) if at.elapsed() < self.limits.seen_ready => is_ready,
            _ => self.writer.write(Change::Probe).await.is_ok(),
        };
        if seen.is_none_or(|(at, _)| at.elapsed() >= self.limits.seen_ready) {
            *seen = Some((Instant::now(), is_ready));
        }
        is_ready && !*self.closing.borrow()
    }
}

/// What somebody can be known by.
pub(crate) const WHAT_A_TOKEN_IS: &str = "a token has 32 to 64 letters and digits, made by chance";

#[cfg(test)]
mod tests {
    use std::pin::{Pin, pin};
    use std::sync::mpsc;
    use std::task::{Context, Waker};
    use std::time::Duration;

    use super::*;

    /// A hall with one reader, for which everybody waits as long as it takes.
    fn hall(folder: &std::path::Path) -> Arc<Hall> {
        let limits = Limits { reads: 1, read_time: Duration::MAX, ..Limits::default() };
        Hall::open(Store::open(folder).unwrap(), limits).unwrap()
    }

    /// Lets something begin, up to where it waits.
    fn begin(something: Pin<&mut impl Future>) {
        assert!(something.poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }

    #[tokio::test]
    async fn a_game_that_is_deleted_while_somebody_finds_it_does_not_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let making = r#"{"v":1,"game":"evens","first":1,"seats":[{"token":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},{}]}"#;
        let id = hall.make(serde_json::from_str(making).unwrap(), None, None).await.unwrap().id.0.to_string();
        let mut late = pin!(hall.find(&id));
        {
            let _readers = hall.readers.lock().unwrap();
            begin(late.as_mut());
        }
        // It has read when the turn to read is free again, and then somebody else deletes the game.
        drop(hall.reads.acquire().await.unwrap());
        hall.find(&id).await.unwrap().delete(&hall, &"a".repeat(32)).await.unwrap();
        assert!(late.await.is_err());
        assert!(hall.games().is_empty());
    }

    #[tokio::test]
    async fn who_breaks_off_in_the_middle_of_a_read_keeps_nobody_else_from_reading() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let (begun, has_begun) = mpsc::channel();
        let (go_on, told_to) = mpsc::channel();
        {
            let read = move |_: &Reader| Ok((begun.send(()), told_to.recv()));
            let mut breaks_off = pin!(hall.with_reader(read));
            begin(breaks_off.as_mut());
            has_begun.recv().unwrap();
        }
        assert!(hall.reads.try_acquire().is_err(), "its reader is still away");
        let mut next = pin!(hall.with_reader(Reader::count));
        begin(next.as_mut());
        go_on.send(()).unwrap();
        assert_eq!(next.await.unwrap(), 0);
    }
}
