//! People in several lanes: in each of them one game after the other is played between two devices, and followed by others. They know
//! nothing of kills: whatever has no answer is asked again, and whoever loses a stream comes back.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::http::{Answer, Line, Message, Request, Stream};
use super::ledger::{Acknowledged, Ledger, Logged};
use super::serving::Door;

/// A question that has no answer for so long, whatever happens to the server, will never have one.
const PATIENCE: Duration = Duration::from_secs(300);
/// Somebody who follows is told within this time what has happened.
const SILENCE: Duration = Duration::from_secs(30);
/// Whoever waits for the other one looks up so often.
const LOOK_UP: Duration = Duration::from_millis(50);
const GAMES: [&str; 3] = ["evens", "take:1..60", "take:1..100,first=odd"];
/// A game is over after so many entries.
const ENTRIES: std::ops::Range<u64> = 15..60;

/// A game in a lane.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) id: String,
    tokens: [String; 2],
    pub(crate) ledger: Ledger,
    /// The newest state that anybody here knows.
    state: Mutex<Value>,
    changed: Condvar,
    /// After so many entries nobody begins anything.
    enough: u64,
    /// The last entry, once that is known.
    last: AtomicU64,
}

impl Game {
    fn state(&self) -> MutexGuard<'_, Value> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn see(&self, new: &Value) {
        let mut state = self.state();
        if new["seq"].as_u64() > state["seq"].as_u64() {
            *state = new.clone();
            self.changed.notify_all();
        }
    }

    fn path(&self, what: &str) -> String {
        format!("/api/games/{}{what}", self.id)
    }

    /// The whole log, from the first entry on.
    fn whole_log(&self) -> Request {
        Request { path: self.path("/events"), seen: Some(0), ..Request::default() }
    }
}

/// What was done in all lanes.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Questions that had no answer, and were asked again.
    pub(crate) unanswered: AtomicUsize,
    /// Questions that had been answered, and were asked again.
    pub(crate) asked_again: AtomicUsize,
    /// Streams that ended, and were resumed.
    pub(crate) resumed: AtomicUsize,
    /// Actions that came too late, or could not be done.
    pub(crate) refused: AtomicUsize,
    pub(crate) acknowledged: AtomicUsize,
}

/// All lanes.
#[derive(Default)]
pub(crate) struct Lanes {
    pub(crate) door: Door,
    pub(crate) counts: Counts,
    /// Nobody begins a game any more, and those that are played come to their end.
    is_enough: AtomicBool,
    /// Games that are played, and
    playing: Mutex<Vec<Arc<Game>>>,
    /// games that are over.
    over: Mutex<Vec<Arc<Game>>>,
    wrong: Mutex<Vec<String>>,
}

impl Lanes {
    pub(crate) fn finish(&self) {
        self.is_enough.store(true, Relaxed);
    }

    /// Lets people play until so much was done.
    pub(crate) fn play_until(&self, actions: usize) {
        while self.counts.acknowledged.load(Relaxed) < actions {
            self.door.wait_a_moment();
        }
        self.finish();
    }

    pub(crate) fn playing(&self) -> Vec<Arc<Game>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn over(&self) -> Vec<Arc<Game>> {
        self.over.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What went wrong in the lanes, beside what the ledgers say.
    pub(crate) fn wrong(&self) -> Vec<String> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn complain(&self, wrong: String) {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).push(wrong);
    }

    /// Plays one game after the other in a lane.
    pub(crate) fn sit_down(&self, mut chance: ChaCha8Rng) {
        let mut line = Line::default();
        while !self.is_enough.load(Relaxed) {
            let Some(game) = self.make(&mut line, &mut chance).map(Arc::new) else { continue };
            self.playing.lock().unwrap_or_else(PoisonError::into_inner).push(game.clone());
            self.play(&game, &mut chance);
            let over = game.clone();
            self.playing.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other.id != game.id);
            self.over.lock().unwrap_or_else(PoisonError::into_inner).push(over);
        }
    }

    /// Makes a game, and lets somebody take the other seat. A making has no key: without an answer it is another game that is made.
    fn make(&self, line: &mut Line, chance: &mut ChaCha8Rng) -> Option<Game> {
        let tokens = [(); 2].map(|()| format!("{:032x}", chance.random::<u128>()));
        let mut body = json!({
            "v": 1, "game": GAMES[chance.random_range(0..GAMES.len())], "first": "toss",
            "seats": [{"name": "Ada", "token": tokens[0]}, {}],
        });
        if chance.random_ratio(1, 4) {
            body["rounds"] = json!({"best_of": 3});
        }
        let making = Request { path: "/api/games".into(), body: Some(body.to_string()), ..Request::default() };
        let Answer { status, body } =
            self.door.address().and_then(|server| line.ask(server, &making)).inspect_err(|_| self.no_answer()).ok()?;
        if status != 201 {
            if !matches!(status, 429 | 503) {
                self.complain(format!("a game was not made: {status} {body}"));
            }
            self.door.wait_a_moment();
            return None;
        }
        let game = Game {
            id: body["id"].as_str().unwrap_or_default().into(),
            ledger: Ledger::default(),
            state: Mutex::new(body["state"].clone()),
            changed: Condvar::new(),
            enough: chance.random_range(ENTRIES),
            last: AtomicU64::new(u64::MAX),
            tokens,
        };
        let joining = json!({"v": 1, "secret": body["invitations"][1], "token": game.tokens[1], "name": "Bo"});
        let joining = Request { path: game.path("/seats"), body: Some(joining.to_string()), ..Request::default() };
        let Answer { status, body } = self.ask(line, &joining);
        if status != 201 {
            self.complain(format!("{}: the seat was not given: {status} {body}", game.id));
            return None;
        }
        self.acknowledge(
            &game,
            2,
            "2 sits down".into(),
            json!({"event": "sat", "by": 2, "name": "Bo"}),
            &body["state"],
        );
        Some(game)
    }

    fn no_answer(&self) {
        self.counts.unanswered.fetch_add(1, Relaxed);
        self.door.wait_a_moment();
    }

    /// Asks until there is an answer.
    fn ask(&self, line: &mut Line, request: &Request) -> Answer {
        let begin = Instant::now();
        loop {
            match self.door.address().and_then(|server| line.ask(server, request)) {
                // Nothing was done, or nobody knows.
                Ok(Answer { status: 429 | 503, .. }) if begin.elapsed() < PATIENCE => self.door.wait_a_moment(),
                Ok(answer) => return answer,
                Err(_) if begin.elapsed() < PATIENCE && !self.door.is_shut() => self.no_answer(),
                Err(error) => return Answer { status: 0, body: error.to_string().into() },
            }
        }
    }

    fn acknowledge(&self, game: &Game, seq: u64, key: String, parts: Value, state: &Value) {
        let record = state["record"].as_str().unwrap_or_default().to_string();
        game.ledger.acknowledge(seq, Acknowledged { key, parts, record });
        game.see(state);
        self.counts.acknowledged.fetch_add(1, Relaxed);
    }

    /// Two players and three who follow, one of them without a seat.
    fn play(&self, game: &Game, chance: &mut ChaCha8Rng) {
        let mut own_chance = || ChaCha8Rng::seed_from_u64(chance.next_u64());
        thread::scope(|scope| {
            for (seat, since) in [(Some(0), Some(0)), (Some(1), None), (None, Some(0))] {
                let chance = own_chance();
                scope.spawn(move || self.follow(game, seat, since, chance));
            }
            let players = [0, 1].map(|seat| {
                let chance = own_chance();
                scope.spawn(move || self.act(game, seat, chance))
            });
            for player in players {
                let _ = player.join();
            }
            let state = self.ask(&mut Line::default(), &Request { path: game.path(""), ..Request::default() });
            game.last.store(state.body["seq"].as_u64().unwrap_or(0), Relaxed);
        });
    }

    /// A player, until there has been enough.
    fn act(&self, game: &Game, seat: usize, mut chance: ChaCha8Rng) {
        let mut line = Line::default();
        for number in 0_u32.. {
            let state = game.state().clone();
            let seq = state["seq"].as_u64().unwrap_or(0);
            if seq >= game.enough || self.is_enough.load(Relaxed) {
                break;
            }
            let Some((wish, parts)) = wish(&state, seat, &mut chance) else {
                let waiting = game.changed.wait_timeout_while(game.state(), LOOK_UP, |state| state["seq"] == seq);
                drop(waiting);
                continue;
            };
            let request = Request {
                path: game.path("/actions"),
                token: Some(game.tokens[seat].clone()),
                key: Some(format!("key-{number:08}")),
                body: Some(json!({"v": 1, "seq": seq, "action": wish}).to_string()),
                ..Request::default()
            };
            let Answer { status, body } = self.ask(&mut line, &request);
            let key = format!("{} {number}", seat + 1);
            match (status, body["seq"].as_u64()) {
                (201, Some(done)) => {
                    self.acknowledge(game, done, key.clone(), parts.clone(), &body["state"]);
                    if done != seq + 1 {
                        game.ledger.complain(format!("{key} saw {seq} and became entry {done}"));
                    }
                    if chance.random_ratio(1, 8) {
                        // Whoever asks again is answered as before, after whatever has happened meanwhile.
                        let Answer { status, body } = self.ask(&mut line, &request);
                        match body["seq"].as_u64().filter(|_| status == 201) {
                            Some(seq) => self.acknowledge(game, seq, key, parts, &body["state"]),
                            None => {
                                game.ledger.complain(format!("{key}, asked again, was answered with {status} {body}"));
                            }
                        }
                        self.counts.asked_again.fetch_add(1, Relaxed);
                    }
                }
                (409 | 422, _) => {
                    self.counts.refused.fetch_add(1, Relaxed);
                    game.see(&body["state"]);
                }
                _ => {
                    game.ledger.complain(format!("{key} was answered with {status} {body}"));
                    break;
                }
            }
        }
    }

    /// Somebody who follows a game until its end, and comes back whenever the stream has ended.
    fn follow(&self, game: &Game, seat: Option<usize>, since: Option<u64>, mut chance: ChaCha8Rng) {
        let token = seat.map(|seat| game.tokens[seat].clone());
        let mut seen = since;
        // Since when nothing is missing but the end.
        let mut waiting = None;
        loop {
            let request = Request { path: game.path("/events"), token: token.clone(), seen, ..Request::default() };
            match self.door.address().and_then(|server| Stream::open(server, &request)) {
                Ok(Ok(mut stream)) => loop {
                    match stream.next() {
                        Ok(Some(message)) => hear(game, message, &mut seen),
                        Ok(None) => {}
                        Err(_) => break,
                    }
                    let last = game.last.load(Relaxed);
                    if seen.is_some_and(|seen| seen >= last) {
                        return;
                    }
                    let is_waiting = last < u64::MAX;
                    if is_waiting && waiting.get_or_insert_with(Instant::now).elapsed() > SILENCE {
                        game.ledger.complain(format!(
                            "somebody who has seen {seen:?} was never told of the rest, until {last}"
                        ));
                        return;
                    }
                    if chance.random_ratio(1, 100) {
                        break;
                    }
                },
                Ok(Err(Answer { status: 429 | 503, .. })) | Err(_) => self.door.wait_a_moment(),
                Ok(Err(Answer { status, body })) => {
                    game.ledger.complain(format!("it could not be followed: {status} {body}"));
                    return;
                }
            }
            if self.door.is_shut() {
                return;
            }
            self.counts.resumed.fetch_add(1, Relaxed);
        }
    }

    /// The whole log of a game; nothing if the server has gone meanwhile.
    pub(crate) fn log(&self, game: &Game) -> Option<Vec<Logged>> {
        let mut stream = match self.door.address().and_then(|server| Stream::open(server, &game.whole_log())).ok()? {
            Ok(stream) => stream,
            Err(Answer { status: 429 | 503, .. }) => return None,
            Err(Answer { status, body }) => {
                game.ledger.complain(format!("the log cannot be had: {status} {body}"));
                return Some(Vec::new());
            }
        };
        let begin = Instant::now();
        let mut log = Vec::new();
        // Who is there comes after all that was missed.
        while begin.elapsed() < PATIENCE {
            let Some(Message { id, event, data }) = stream.next().ok()? else { continue };
            match (event.as_str(), id) {
                ("happened", Some(seq)) => {
                    let record = data["state"]["record"].as_str().unwrap_or_default().into();
                    log.push(Logged { seq, happened: data["happened"].clone(), record });
                }
                _ => return Some(log),
            }
        }
        None
    }
}

/// Somebody who follows hears something: entry by entry, each once.
fn hear(game: &Game, Message { id, event, data }: Message, seen: &mut Option<u64>) {
    match (event.as_str(), id) {
        ("happened", Some(seq)) => {
            if seen.is_some_and(|seen| seen + 1 != seq) {
                game.ledger.complain(format!("somebody who has seen {seen:?} was told of entry {seq}"));
            }
            game.ledger.tell(seq, data["happened"].clone());
            game.see(&data["state"]);
            *seen = Some(seq);
        }
        ("state", Some(seq)) => {
            // Whoever has missed nothing gets the game as it stands.
            if seen.is_some_and(|seen| seen != seq) {
                game.ledger.complain(format!("somebody has seen {seen:?}, and the log ends at {seq}"));
            }
            game.see(&data);
            *seen = Some(seq);
        }
        ("presence", None) => {}
        other => game.ledger.complain(format!("it was told {other:?} {data}")),
    }
}

/// What somebody in a seat wants, as things stand, and what must be in the log then.
fn wish(state: &Value, seat: usize, chance: &mut ChaCha8Rng) -> Option<(Value, Value)> {
    let number = json!(seat + 1);
    let proposed = &state["proposed"];
    let by_me = proposed["by"] == number;
    if !proposed.is_null() && !by_me && chance.random_ratio(3, 4) {
        let agreed = match proposed["proposal"]["what"].as_str()? {
            "take-back" => "took-back",
            another => another,
        };
        return Some(match chance.random_ratio(1, 2) {
            true => (json!({"do": "agree"}), json!({"event": agreed})),
            false => (json!({"do": "decline"}), json!({"event": "declined", "by": number})),
        });
    }
    if by_me && chance.random_ratio(1, 8) {
        return Some((json!({"do": "decline"}), json!({"event": "declined", "by": number})));
    }
    let resigned = || (json!({"do": "resign"}), json!({"event": "resigned", "by": number}));
    if state["turn"].is_null() {
        return match chance.random_range(0..8) {
            0..3 if proposed.is_null() => Some((
                json!({"do": "propose-rematch", "fair": false}),
                json!({"event": "proposed", "by": number, "what": "rematch", "fair": false}),
            )),
            3..5 if proposed.is_null() => Some((
                json!({"do": "next-round", "fair": false}),
                json!({"event": "proposed", "by": number, "what": "next-round", "fair": false}),
            )),
            _ => None,
        };
    }
    if state["turn"] == number {
        let legal = state["position"]["legal"].as_array().filter(|legal| !legal.is_empty())?;
        let chosen = legal[chance.random_range(0..legal.len())].to_string();
        return Some(match chance.random_ratio(1, 20) {
            true => resigned(),
            false => (json!({"do": "move", "move": chosen}), json!({"event": "moved", "by": number, "move": chosen})),
        });
    }
    let take_back = || {
        let parts = json!({"event": "proposed", "by": number, "what": "take-back"});
        (json!({"do": "propose-take-back"}), parts)
    };
    (proposed.is_null() && chance.random_ratio(1, 4)).then(take_back)
}
