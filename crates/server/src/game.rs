//! A game in memory: whoever does something in it waits for the one before, and whoever follows it hears of it when it is on disk.

mod following;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use api::live::{Deleted, Doing, Done, Happening, LiveState, Made, Making, Seated};
use duel::live::{Entry, Live, Next};
use duel::session::{Deed, Event};
use duel::{Id, Name, Seat};
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;

pub(crate) use self::following::{Followed, Follower, Following, LastFor, News, Place};
use crate::hall::Hall;
use crate::kept::{Before, Kept, Secrets, entries};
use crate::limits::Allowance;
use crate::secret::{Hash, new_secret};
use crate::store::{Change, Key, Row};
use crate::writer::NotWritten;
use crate::wrong::NotDone;

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Game {
    id: Id,
    /// Whoever does something holds it until that is on disk.
    kept: tokio::sync::Mutex<Option<Kept>>,
    /// Whoever looks sees the last of it; nobody has to hear of everybody who came and went.
    following: watch::Sender<Following>,
    news: broadcast::Sender<News>,
    allowances: Mutex<[Allowance; 2]>,
    hand_overs: Mutex<HashMap<Seat, (Hash, Instant)>>,
    /// The entry after which a computer is thinking already.
    thinking: Mutex<Option<u64>>,
    pub(crate) last_used: Mutex<Instant>,
}

/// A game that nobody else does anything in; nothing if it was let go of.
type Held<'a> = tokio::sync::MutexGuard<'a, Option<Kept>>;

impl Game {
    pub(crate) fn new(kept: Kept, hall: &Hall) -> Arc<Game> {
        let rate = hall.limits.actions;
        Arc::new(Game {
            id: kept.id.clone(),
            kept: tokio::sync::Mutex::new(Some(kept)),
            following: watch::Sender::default(),
            news: broadcast::channel(hall.limits.behind).0,
            allowances: Mutex::new([Allowance::new(rate), Allowance::new(rate)]),
            hand_overs: Mutex::default(),
            thinking: Mutex::default(),
            last_used: Mutex::new(Instant::now()),
        })
    }

    fn used(&self) {
        *self.last_used.lock().expect("nobody panics with the time") = Instant::now();
    }

    /// Whether nobody has followed or used it for a while.
    pub(crate) fn is_idle(&self, hall: &Hall) -> bool {
        let last_used = *self.last_used.lock().expect("nobody panics with the time");
        !self.is_needed() && last_used.elapsed() >= hall.limits.in_memory
    }

    /// Whether somebody follows it, or another device may take a seat: that is known in memory alone.
    pub(crate) fn is_needed(&self) -> bool {
        let hand_overs = self.hand_overs.lock().expect("nobody panics with the hand-overs");
        self.is_followed() || hand_overs.values().any(|(_, until)| Instant::now() < *until)
    }

    fn state(&self, live: &Live, seq: u64, hall: &Hall) -> LiveState {
        LiveState::of(live, &self.id, seq, hall.around(), &self.presence())
    }

    /// The game, held for whoever has the seat of this token: until it is given back no other device can take that over.
    async fn held_by(&self, token: &str) -> Result<(Held<'_>, Seat), NotDone> {
        self.used();
        let guard = self.kept.lock().await;
        let kept = guard.as_ref().ok_or_else(let_go)?;
        let seat = kept.seat_of(token).ok_or_else(NotDone::no_seat)?;
        Ok((guard, seat))
    }

    /// The game, held for whoever asks, with a token or without.
    async fn held_for(&self, token: Option<&str>) -> Result<(Held<'_>, Follower), NotDone> {
        if let Some(token) = token {
            let (guard, seat) = self.held_by(token).await?;
            return Ok((guard, Follower::Seat(seat)));
        }
        self.used();
        Ok((self.kept.lock().await, Follower::Other))
    }

    /// The game as it stands.
    pub(crate) async fn snapshot(
        self: &Arc<Game>,
        hall: &Arc<Hall>,
        token: Option<&str>,
    ) -> Result<LiveState, NotDone> {
        let (guard, _) = self.held_for(token).await?;
        let kept = guard.as_ref().ok_or_else(let_go)?;
        // Whoever only asks now and then waits for it, too.
        self.let_computer_move(&guard, hall);
        Ok(self.state(&kept.live, kept.seq, hall))
    }

    /// Somebody takes the seat that a secret is for, and is known by a token from now on. Whoever asks again, with the same token,
    /// is answered again.
    pub(crate) async fn sit(
        self: Arc<Game>,
        hall: Arc<Hall>,
        (secret, token): (String, String),
        name: Option<Name>,
        is_program: bool,
    ) -> Result<Seated, NotDone> {
        self.used();
        let is_expected = self.is_expected(&hall, &secret).await?;
        let mut guard = self.kept.lock().await;
        let kept = guard.as_mut().ok_or_else(let_go)?;
        let seated =
            |kept: &Kept, seat| Seated { seat: api::wire::Seat(seat), state: self.state(&kept.live, kept.seq, &hall) };
        let handed_over = self.handed_over(&secret);
        let known = kept.seat_of(&token);
        // A hand-over that was used is none any more, but whoever has lost the answer to it sits there already.
        let open = Seat::BOTH.into_iter().find(|seat| is_expected && kept.live.open()[seat.index()]);
        let Some(seat) = kept.invited(&secret).or(open).or(handed_over).or(known) else {
            return Err(NotDone::not_found());
        };
        if known == Some(seat) {
            return Ok(seated(kept, seat));
        }
        if kept.seq >= hall.limits.entries {
            return Err(full());
        }
        let at = hall.clock.now();
        let entry = if handed_over.is_some() {
            Entry::OtherDevice { at, seat }
        } else {
            let name = name.unwrap_or_else(|| kept.live.session().sitter(seat).name.clone());
            // An invitation that has been used is none.
            kept.live.sit(seat, name, is_program, at).map_err(|_| NotDone::not_found())?
        };
        if known.is_some() {
            return Err(NotDone::malformed(
                "token: the other seat of this game has it; make another one for this seat.",
            ));
        }
        let mut secrets = Secrets::default();
        secrets.tokens[seat.index()] = Some(Hash::of(&token));
        self.store(&mut guard, &hall, entry, Some(secrets), None).await?;
        if handed_over.is_some() {
            self.hand_overs.lock().expect("nobody panics with the hand-overs").remove(&seat);
            self.part_with(LastFor::Seat(seat));
        }
        self.let_computer_move(&guard, &hall);
        let kept = guard.as_ref().ok_or_else(let_go)?;
        Ok(seated(kept, seat))
    }

    /// Whether this is the token of somebody in the game before for whom there is a seat here. Nobody holds two games at a time.
    async fn is_expected(&self, hall: &Arc<Hall>, secret: &str) -> Result<bool, NotDone> {
        let before = self.kept.lock().await.as_ref().ok_or_else(let_go)?.secrets.before.clone();
        let Some(Before { game, seat }) = before else { return Ok(false) };
        // Where that is gone there is still the invitation.
        let Ok(game) = hall.find(&game).await else { return Ok(false) };
        let known = game.kept.lock().await.as_ref().and_then(|kept| kept.seat_of(secret));
        Ok(known.is_some_and(|known| known.number() == seat))
    }

    /// Whoever has this token makes another game, in which the other one of this game takes the open seat by what they are known by here.
    pub(crate) async fn go_on(
        &self,
        hall: &Arc<Hall>,
        token: Option<&str>,
        making: Making,
        from: Option<IpAddr>,
    ) -> Result<Made, NotDone> {
        let (mut guard, by) = self.held_by(token.ok_or_else(NotDone::no_seat)?).await?;
        self.allow(by)?;
        // Where what the other one has made is gone, and that could not be written here, it is written now.
        let next = guard.as_ref().and_then(|kept| kept.live.next()).map(|next| next.id.clone());
        if let Some(next) = next
            && hall.read(&next).await?.is_empty()
        {
            self.note_gone(&mut guard, hall, &next).await;
        }
        let kept = guard.as_ref().ok_or_else(let_go)?;
        let with_state = |wrong: NotDone| wrong.in_state(self.state(&kept.live, kept.seq, hall));
        let going_on = |id: &Id, title: String| {
            let next = Next { by, id: id.clone(), title };
            kept.live.go_on(next, hall.clock.now()).map_err(|refusal| with_state(NotDone::refused(&refusal)))
        };
        // Nothing is made that nobody can go on to.
        going_on(&self.id, String::new())?;
        if kept.seq >= hall.limits.entries {
            return Err(with_state(full()));
        }
        let before = Before { game: self.id.to_string(), seat: by.other().number() };
        let (made, title) = hall.begin(making, from, Some(before)).await?;
        let entry = going_on(&made.id.0, title)?;
        self.store(&mut guard, hall, entry, None, None).await?;
        Ok(made)
    }

    /// A secret with which another device can take a seat over, once.
    pub(crate) async fn hand_over(&self, hall: &Hall, token: &str) -> Result<String, NotDone> {
        let (_held, seat) = self.held_by(token).await?;
        self.allow(seat)?;
        let secret = new_secret().map_err(|_| NotDone::unavailable("There is no luck to be had."))?;
        let until = Instant::now() + hall.limits.hand_over;
        let mut hand_overs = self.hand_overs.lock().expect("nobody panics with the hand-overs");
        hand_overs.insert(seat, (Hash::of(&secret), until));
        Ok(secret)
    }

    fn handed_over(&self, secret: &str) -> Option<Seat> {
        let hand_overs = self.hand_overs.lock().expect("nobody panics with the hand-overs");
        let fits = |(hash, until): &(Hash, Instant)| hash.is_of(secret) && Instant::now() < *until;
        hand_overs.iter().find(|(_, hand_over)| fits(hand_over)).map(|(seat, _)| *seat)
    }

    /// Lets somebody in this seat do something, unless that is too much at a time.
    fn allow(&self, seat: Seat) -> Result<(), NotDone> {
        let is_allowed = self.allowances.lock().expect("nobody panics with the allowances")[seat.index()].take();
        let too_many = || NotDone::too_many("That is too much at a time from one seat. Wait a moment.");
        is_allowed.then_some(()).ok_or_else(too_many)
    }

    /// Somebody does something: it is checked, stored, then told. Once it has begun it goes on whoever waits for it.
    pub(crate) async fn act(
        self: Arc<Game>,
        hall: Arc<Hall>,
        token: String,
        Doing { seq: seen, action: wish, .. }: Doing,
        key: Key,
    ) -> Result<Done, NotDone> {
        let (mut guard, seat) = self.held_by(&token).await?;
        self.allow(seat)?;
        // Each seat has its own.
        let key = Key { name: format!("{} {}", seat.number(), key.name), ..key };
        let kept = guard.as_ref().ok_or_else(let_go)?;
        let with_state = |wrong: NotDone| wrong.in_state(self.state(&kept.live, kept.seq, &hall));
        if seen != kept.seq {
            return self.done_before(&hall, &key).await?.ok_or_else(|| with_state(NotDone::stale()));
        }
        let acted = kept.live.act(seat, wish.into(), hall.around());
        let entry = acted.map_err(|refusal| with_state(NotDone::refused(&refusal)))?;
        if kept.seq >= hall.limits.entries && !leads_to_the_end(&entry) {
            return Err(with_state(full()));
        }
        let called_off = kept.live.next().filter(|_| matches!(entry, Entry::CalledOff { .. })).cloned();
        let state = self.store(&mut guard, &hall, entry, None, Some(key)).await?;
        self.let_computer_move(&guard, &hall);
        drop(guard);
        // Nobody comes any more who was asked there.
        if let Some(Next { id, .. }) = called_off
            && let Ok(game) = hall.find(&id.to_string()).await
        {
            game.delete_if_open(&hall, seat).await;
        }
        Ok(Done { seq: state.seq, state })
    }

    /// What came of it when the same was asked for before, if it was.
    async fn done_before(&self, hall: &Arc<Hall>, key: &Key) -> Result<Option<Done>, NotDone> {
        let rows = hall.read(&self.id).await?;
        let is_same_key = |row: &Row| row.key.as_ref().is_some_and(|known| known.name == key.name);
        let Some(at) = rows.iter().position(is_same_key) else { return Ok(None) };
        if rows[at].key.as_ref() != Some(key) {
            return Err(NotDone::key_reused());
        }
        let seq = rows[at].seq;
        // A log can be long, and everybody else is to be answered meanwhile.
        let replayed = tokio::task::spawn_blocking(move || anyhow::Ok(Live::replay(&entries(&rows[..=at])?)?));
        let live = replayed.await.map_err(|_| let_go())?.map_err(|_| let_go())?;
        Ok(Some(Done { seq, state: self.state(&live, seq, hall) }))
    }

    /// Puts an entry on disk, lets it have happened and tells everybody.
    async fn store(
        &self,
        guard: &mut Option<Kept>,
        hall: &Arc<Hall>,
        entry: Entry,
        secrets: Option<Secrets>,
        key: Option<Key>,
    ) -> Result<LiveState, NotDone> {
        let kept = guard.as_mut().ok_or_else(let_go)?;
        let wrong = |error: anyhow::Error| {
            tracing::error!(%error, "an entry that was made here does not fit");
            NotDone::unavailable("The server has made a mistake.")
        };
        let (row, after) = kept.next(&entry, secrets.as_ref(), key).map_err(wrong)?;
        if let Err(not_written) = hall.writer.write(Change::Add(row.clone())).await {
            if let (NotWritten::Lost, Some(key)) = (not_written, &row.key) {
                // Nothing has happened if it was only the key that is there already.
                self.done_before(hall, key).await?;
            }
            // Whether it is on disk nobody knows now: whoever comes next reads what is.
            self.end(guard, hall);
            return Err(not_written.into());
        }
        kept.add(&row, after).map_err(wrong)?;
        let state = self.state(&kept.live, kept.seq, hall);
        let happening = Happening { happened: entry, state };
        self.tell(Some(row.seq), "happened", &happening);
        Ok(happening.state)
    }

    /// Lets go of the game in memory, and of everybody who follows it.
    fn end(&self, guard: &mut Option<Kept>, hall: &Hall) {
        hall.let_go(&self.id);
        *guard = None;
        self.part_with(LastFor::Everybody);
    }

    /// If it is a computer's turn, lets it think, outside of any request.
    pub(crate) fn let_computer_move(self: &Arc<Game>, kept: &Option<Kept>, hall: &Arc<Hall>) {
        let Some(kept) = kept else { return };
        let session = kept.live.session();
        let is_computers = session.turn().is_some_and(|seat| session.level(seat).is_some());
        if !is_computers || !kept.live.is_complete() {
            return;
        }
        let (game, hall, seq) = (self.clone(), hall.clone(), kept.seq);
        let before = self.thinking.lock().expect("nobody panics while thinking").replace(seq);
        if before == Some(seq) {
            return;
        }
        tokio::spawn(async move {
            let Ok(_thinker) = hall.thinkers.acquire().await else { return };
            // What it was to think about may have been taken back before its turn came.
            let same = |kept: &&Kept| kept.seq == seq;
            let session = game.kept.lock().await.as_ref().filter(same).map(|kept| kept.live.session().clone());
            let Some(session) = session else { return };
            let Ok(Some(chosen)) = tokio::task::spawn_blocking(move || session.computer_move()).await else { return };
            let mut guard = game.kept.lock().await;
            // Something else may have happened meanwhile: whoever did it has let the computer think again, if it was its turn.
            let Some(kept) = guard.as_ref().filter(|kept| kept.seq == seq) else { return };
            let Ok(entry) = kept.live.computer(chosen, hall.clock.now()) else { return };
            if game.store(&mut guard, &hall, entry, None, None).await.is_ok() {
                game.let_computer_move(&guard, &hall);
            }
        });
    }

    /// Lets the game be gone: from disk, from memory, and for everybody who follows it.
    pub(crate) async fn delete(&self, hall: &Arc<Hall>, token: &str) -> Result<(), NotDone> {
        let (mut guard, seat) = self.held_by(token).await?;
        let before = guard.as_ref().and_then(|kept| kept.secrets.before.clone());
        self.delete_held(hall, &mut guard, Some(seat)).await?;
        drop(guard);
        // Where it was to be played next nobody is to be asked to it any more.
        if let Some(Before { game, .. }) = before
            && let Ok(game) = hall.find(&game).await
        {
            game.call_off(hall, &self.id).await;
        }
        Ok(())
    }

    /// Lets the game be gone if it still waits for whoever was asked in the game before. Somebody there does not want it, in that seat.
    async fn delete_if_open(&self, hall: &Hall, by: Seat) {
        let mut guard = self.kept.lock().await;
        let Some(kept) = guard.as_ref() else { return };
        let open = Seat::BOTH.into_iter().find(|seat| kept.live.open()[seat.index()]);
        if let (Some(open), Some(Before { seat, .. })) = (open, &kept.secrets.before) {
            let by = if by.number() == *seat { open } else { open.other() };
            // Where that cannot be written it waits until its time is over.
            let _ = self.delete_held(hall, &mut guard, Some(by)).await;
        }
    }

    async fn call_off(&self, hall: &Arc<Hall>, next: &Id) {
        let mut guard = self.kept.lock().await;
        self.note_gone(&mut guard, hall, next).await;
    }

    /// What was to be played next is gone, if it was that one.
    async fn note_gone(&self, guard: &mut Option<Kept>, hall: &Arc<Hall>, next: &Id) {
        let gone = guard.as_ref().and_then(|kept| kept.live.is_gone(next, hall.clock.now()));
        if let Some(entry) = gone {
            // Where that cannot be written whoever goes there hears that it is gone.
            let _ = self.store(guard, hall, entry, None, None).await;
        }
    }

    async fn delete_held(&self, hall: &Hall, guard: &mut Option<Kept>, by: Option<Seat>) -> Result<(), NotDone> {
        hall.writer.write(Change::Delete(self.id.to_string())).await?;
        hall.deleted();
        self.tell(None, "deleted", &Deleted { by: by.map(api::wire::Seat) });
        self.end(guard, hall);
        Ok(())
    }

    /// The same, if nothing has happened since then and nobody follows it; whether it is gone.
    pub(crate) async fn delete_if_old(&self, hall: &Hall, before: u64) -> Result<bool, NotDone> {
        let mut guard = self.kept.lock().await;
        if self.is_followed() || guard.as_ref().is_none_or(|kept| kept.at > before) {
            return Ok(false);
        }
        self.delete_held(hall, &mut guard, None).await.map(|()| true)
    }

    /// The record of the round that is played, or was.
    pub(crate) async fn record(&self) -> Result<String, NotDone> {
        self.used();
        let kept = self.kept.lock().await;
        Ok(kept.as_ref().ok_or_else(let_go)?.live.session().record().to_string())
    }
}

/// Whether this happens in a full game, too: nobody can keep the other one from playing it to its end, and a round has only so many moves.
fn leads_to_the_end(entry: &Entry) -> bool {
    use Deed::{Lost, Moved, Resigned, Slipped};
    matches!(entry, Entry::Happened(Event { deed: Moved { .. } | Slipped { .. } | Resigned | Lost { .. }, .. }))
}

fn full() -> NotDone {
    NotDone::too_many("More has happened in this game than one game can hold. Make a new one.")
}

/// Somebody else has just let go of the game: it is gone, or it has to be read again.
fn let_go() -> NotDone {
    NotDone::unavailable("This game has just been let go of. Ask again.")
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};
    use std::time::Duration;

    use axum::Router;
    use axum::body::Body;
    use axum::http::Request;
    use axum::response::Response;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::http::{Known, Public, public};
    use crate::limits::Limits;
    use crate::page::Page;
    use crate::store::Store;

    /// A game between two people, of whom the first one is about to go on with another device.
    struct HandedOver {
        game: Arc<Game>,
        router: Router,
        secret: String,
        _folder: tempfile::TempDir,
    }

    fn token(who: char) -> String {
        who.to_string().repeat(32)
    }

    impl HandedOver {
        async fn new() -> HandedOver {
            let folder = tempfile::tempdir().unwrap();
            let hall = Hall::open(Store::open(folder.path()).unwrap(), Limits::default()).unwrap();
            let seats = serde_json::json!([{"token": token('a')}, {"token": token('b')}]);
            let making = serde_json::json!({"v": 1, "game": "evens", "first": 1, "seats": seats});
            let id = hall.make(serde_json::from_value(making).unwrap(), None, None).await.unwrap().id.0;
            let game = hall.find(&id.to_string()).await.unwrap();
            let secret = game.hand_over(&hall, &token('a')).await.unwrap();
            let (known, page) = (Arc::new(Known::default()), Arc::new(Page::new().unwrap()));
            HandedOver { game, router: public(Public { hall, known, page }), secret, _folder: folder }
        }

        async fn ask(&self, method: &str, path: &str, body: String) -> Response {
            let request = Request::builder()
                .method(method)
                .uri(format!("/api/games/{}{path}", self.game.id))
                .header("Host", "localhost")
                .header("Authorization", format!("Bearer {}", token('a')))
                .header("Idempotency-Key", "12345678");
            self.router.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap()
        }

        /// The first device asks for something, and before that is done, the other one takes its seat.
        async fn crossing(&self, method: &str, path: &str, body: &str) -> [Response; 2] {
            let held = self.game.kept.lock().await;
            let mut first = pin!(self.ask(method, path, body.into()));
            let joining = serde_json::json!({"v": 1, "secret": self.secret, "token": token('c')});
            let mut other = pin!(self.ask("POST", "/seats", joining.to_string()));
            let context = &mut Context::from_waker(Waker::noop());
            assert!(first.as_mut().poll(context).is_pending() && other.as_mut().poll(context).is_pending());
            // What they began waits for the game now, too.
            tokio::task::yield_now().await;
            drop(held);
            tokio::join!(first, other).into()
        }
    }

    #[tokio::test]
    async fn who_has_lost_a_seat_does_nothing_with_it_that_was_on_its_way() {
        // An action that would be right only after the seat was taken over.
        let action = r#"{"v":1,"seq":2,"action":{"do":"resign"}}"#;
        for (method, path, body) in [("POST", "/actions", action), ("POST", "/handover", ""), ("DELETE", "", "")] {
            let answers = HandedOver::new().await.crossing(method, path, body).await;
            let done = answers.iter().filter(|answer| answer.status().is_success()).count();
            assert_eq!(done, 1, "{method} {path}: {answers:?}");
        }
    }

    #[tokio::test]
    async fn who_has_lost_a_seat_follows_no_longer_from_it() {
        let [followed, taken] = HandedOver::new().await.crossing("GET", "/events", "").await;
        assert_eq!([followed.status().as_u16(), taken.status().as_u16()], [200, 201]);
        tokio::time::pause();
        let stream = tokio::time::timeout(Duration::from_secs(3_600), followed.into_body().collect()).await;
        let told = stream.expect("the stream has an end").unwrap().to_bytes();
        assert!(String::from_utf8_lossy(&told).contains("other-device"));
    }
}
