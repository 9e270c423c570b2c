//! The way to a server that has a game: one thread hears what happens there, another one brings it what is done here. Both go on
//! until they are answered, however often the connection is lost.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use api::live::{LiveWish, Presence};

use super::followed::Standing;
use super::net::Events;
use super::remote::{Came, Following, Message, Remote};
use super::wire::Hold;
use crate::chance;
use crate::failure::Fallible;
use crate::words;

/// After a failure it is tried again in this time, then in twice as much,
const SOON: Duration = Duration::from_millis(500);
/// and at last in this.
const LATEST: Duration = Duration::from_secs(8);

/// Something new.
pub(crate) enum News {
    Standing(Box<Standing>),
    /// The server knows less than it has told us: it has come back from a backup, and what it says now counts.
    Restored(Box<Standing>),
    /// Who is there has changed.
    Presence(Presence),
    /// What we did has come to something.
    Came(Came),
    /// The server cannot be reached; it is tried again and again.
    Lost,
    /// It can be again.
    Back,
    /// Another device has our seat now, in these words. News go on for somebody who watches.
    SeatIsGone(String),
    /// There will be no more news, for this reason.
    Ended(String),
}

/// The way to a server. It ends when this is dropped.
pub(crate) struct Connection {
    wishes: Sender<Errand>,
    line: Arc<Line>,
}

/// Something to be done, by somebody who has seen this entry last.
struct Errand {
    seq: u64,
    wish: LiveWish,
}

/// What both threads share.
struct Line {
    remote: Remote,
    tell: Box<dyn Fn(News) + Send + Sync>,
    is_lost: AtomicBool,
    is_over: AtomicBool,
    /// The last entry that was told us, by whichever thread.
    seen: AtomicU64,
    /// The stream that is being read.
    hold: Mutex<Option<Hold>>,
    /// What all keys of this connection begin with: each request has one of its own.
    name: String,
}

impl Connection {
    /// Begins to tell what happens after this entry.
    pub(super) fn begin(
        remote: Remote,
        since: u64,
        tell: impl Fn(News) + Send + Sync + 'static,
    ) -> Fallible<Connection> {
        let line = Arc::new(Line {
            remote,
            tell: Box::new(tell),
            is_lost: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            seen: AtomicU64::new(since),
            hold: Mutex::new(None),
            name: chance::new_token()?,
        });
        let (wishes, errands) = channel();
        let (follower, carrier) = (Arc::clone(&line), Arc::clone(&line));
        thread::Builder::new().spawn(move || follower.follow())?;
        thread::Builder::new().spawn(move || carrier.carry(&errands))?;
        Ok(Connection { wishes, line })
    }

    /// Does something, as somebody who has seen this entry last.
    pub(super) fn act(&self, seq: u64, wish: LiveWish) {
        // The thread is there as long as we are.
        let _ = self.wishes.send(Errand { seq, wish });
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.line.is_over.store(true, Ordering::SeqCst);
        self.line.hold(None);
    }
}

impl Line {
    /// Holds another stream, and ends the one before.
    fn hold(&self, hold: Option<Hold>) {
        let mut held = self.hold.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = std::mem::replace(&mut *held, hold) {
            before.end();
        }
        // Somebody may have left in the meantime.
        if self.is_over()
            && let Some(late) = held.take()
        {
            late.end();
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    fn lost(&self) {
        if !self.is_lost.swap(true, Ordering::SeqCst) {
            (self.tell)(News::Lost);
        }
    }

    fn back(&self) {
        if self.is_lost.swap(false, Ordering::SeqCst) {
            (self.tell)(News::Back);
        }
    }

    /// Tells what happens, until that is of no use any more.
    fn follow(&self) {
        let mut pause = SOON;
        let mut remote = self.remote.clone();
        while !self.is_over() {
            let since = self.seen.load(Ordering::SeqCst);
            match remote.follow(since, |hold| self.hold(Some(hold))) {
                Ok(Following::Events(events)) => {
                    self.back();
                    match self.listen(events, since) {
                        Ok(again) => pause = again,
                        Err(reason) => return (self.tell)(News::Ended(reason)),
                    }
                }
                Ok(Following::SeatIsGone(words)) => {
                    remote = remote.without_a_seat();
                    (self.tell)(News::SeatIsGone(words));
                }
                Ok(Following::Refused(reason)) => return (self.tell)(News::Ended(reason)),
                Err(_) if self.is_over() => return,
                Err(_) => {
                    self.lost();
                    pause = (pause * 2).min(LATEST);
                }
            }
            thread::sleep(pause);
        }
    }

    /// Listens until the stream ends; after this time somebody may come back. We have said that we had seen this entry.
    fn listen(&self, mut events: Events, since: u64) -> Result<Duration, String> {
        let mut pause = SOON;
        while let Ok(Some(told)) = events.next() {
            if let Some(retry) = told.retry {
                pause = Duration::from_millis(retry).clamp(SOON, LATEST);
            }
            match self.remote.message(&told.kind, &told.data)? {
                Message::Standing(standing) if standing.seq < since => {
                    self.seen.store(standing.seq, Ordering::SeqCst);
                    (self.tell)(News::Restored(standing));
                }
                Message::Standing(standing) => {
                    self.seen.fetch_max(standing.seq, Ordering::SeqCst);
                    (self.tell)(News::Standing(standing));
                }
                Message::Presence(presence) => (self.tell)(News::Presence(presence)),
                Message::Deleted => return Err(words::line().game_deleted()),
                Message::SignOfLife => {}
            }
        }
        Ok(pause)
    }

    /// Brings the server what is done here, one thing after the other, each until it is answered.
    fn carry(&self, errands: &Receiver<Errand>) {
        for (number, errand) in errands.iter().enumerate() {
            let key = format!("{}-{number}", &self.name[..16]);
            let came = self.bring(&key, &errand);
            if self.is_over() {
                return;
            }
            if let Some(came) = came {
                (self.tell)(News::Came(came));
            }
        }
    }

    /// The same request again and again until it is answered; `None` when nobody wants to know any more.
    fn bring(&self, key: &str, errand: &Errand) -> Option<Came> {
        let mut pause = SOON;
        loop {
            match self.remote.act(key, errand.seq, &errand.wish) {
                Ok(came) => {
                    self.back();
                    if let Came::Done(standing) | Came::Refused(_, Some(standing)) = &came {
                        self.seen.fetch_max(standing.seq, Ordering::SeqCst);
                    }
                    return Some(came);
                }
                Err(_) if self.is_over() => return None,
                Err(error) => {
                    // Whoever says that it is busy is there.
                    if error.kind() != io::ErrorKind::Other {
                        self.lost();
                    }
                    thread::sleep(pause);
                    pause = (pause * 2).min(LATEST);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use api::live::LiveState;

    use super::super::followed::tests::{heard, state};
    use super::*;

    /// News of a game at a server that answers like this, until it answers no more.
    fn connected(answer: impl Fn(&str) -> Option<String> + Send + 'static) -> (Connection, Receiver<News>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let remote = Remote::at(listener.local_addr().unwrap().port());
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let asked = heard(&mut stream);
                if let Some(answer) = answer(&asked) {
                    // Whoever has gone does not listen.
                    let _ = stream.write_all(answer.as_bytes());
                }
            }
        });
        let (sender, news) = channel();
        let connection = Connection::begin(remote, 1, move |what| drop(sender.send(what)));
        (connection.unwrap(), news)
    }

    fn answered(status: &str, body: &str) -> Option<String> {
        Some(format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{body}", body.len()))
    }

    #[test]
    fn what_is_done_is_sent_again_with_the_same_key_until_it_is_answered() {
        let (asked, requests) = channel();
        let tries = std::sync::atomic::AtomicUsize::new(0);
        let (connection, news) = connected(move |request| {
            if request.starts_with("GET ") {
                return answered("503 Unavailable", "");
            }
            asked.send(request.to_string()).unwrap();
            match tries.fetch_add(1, Ordering::SeqCst) {
                0 => None,
                1 => answered("503 Unavailable", "<html>"),
                _ => answered(
                    "409 Conflict",
                    r#"{"v":1,"error":"refused","words":"It is not their turn.","state":null}"#,
                ),
            }
        });
        connection.act(7, LiveWish::Resign { fault: None });
        let came = news.iter().find_map(|news| match news {
            News::Came(Came::Refused(words, None)) => Some(words),
            News::Lost | News::Back => None,
            _ => panic!("nothing else has happened"),
        });
        assert_eq!(came.as_deref(), Some("It is not their turn."));
        let requests: Vec<String> = requests.try_iter().collect();
        assert_eq!((requests.len(), &requests[0], &requests[0]), (3, &requests[1], &requests[2]));
        assert!(requests[0].ends_with(r#"{"v":1,"seq":7,"action":{"do":"resign"}}"#), "{}", requests[0]);
        assert!(requests[0].contains("\r\nAuthorization: Bearer 0123456789abcdef"), "{}", requests[0]);
    }

    #[test]
    fn a_stream_is_followed_from_what_was_seen_last_and_nonsense_ends_it() {
        let (asked, requests) = channel();
        let tries = std::sync::atomic::AtomicUsize::new(0);
        let (_connection, news) = connected(move |request| {
            let seen = request.split_once("Last-Event-ID: ").unwrap().1.split("\r\n").next().unwrap();
            asked.send(seen.to_string()).unwrap();
            let event = match tries.fetch_add(1, Ordering::SeqCst) {
                0 => {
                    let mut state = state();
                    state.seq = 5;
                    format!("retry: 1\n\nevent: state\ndata: {}\n\n", serde_json::to_string(&state).unwrap())
                }
                1 => return answered("503 Unavailable", ""),
                2 => "event: presence\ndata: {\"here\":[true,true],\"watching\":0}\n\nevent: unheard-of\ndata: x\n\n"
                    .into(),
                _ => "event: state\ndata: {\"v\":\"\u{1b}[2J\"}\n\n".into(),
            };
            Some(format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n{event}"))
        });
        let next = || news.recv().unwrap();
        assert!(matches!(next(), News::Standing(standing) if standing.seq == 5));
        assert!(matches!(next(), News::Lost));
        assert!(matches!(next(), News::Back));
        assert!(matches!(next(), News::Presence(Presence { here: [true, true], .. })));
        let News::Ended(words) = next() else { panic!("it goes on") };
        assert!(words.starts_with("the server has sent something strange: "), "{words}");
        assert!(!words.contains(char::is_control), "{words}");
        assert_eq!(requests.try_iter().collect::<Vec<_>>(), ["1", "5", "5", "5"]);
    }

    #[test]
    fn a_server_that_knows_less_than_it_has_said_counts_and_an_answer_counts_as_seen() {
        let (asked, requests) = channel();
        let tries = std::sync::atomic::AtomicUsize::new(0);
        let (connection, news) = connected(move |request| {
            let at = |seq| serde_json::to_string(&LiveState { seq, ..state() }).unwrap();
            if request.starts_with("POST ") {
                return answered("201 Created", &format!(r#"{{"seq":7,"state":{}}}"#, at(7)));
            }
            let seen = request.split_once("Last-Event-ID: ").unwrap().1.split("\r\n").next().unwrap();
            asked.send(seen.to_string()).unwrap();
            // Nobody is let in before something is done.
            let seq = match tries.fetch_add(1, Ordering::SeqCst) {
                0 => 1,
                _ if seen == "1" => return answered("503 Unavailable", ""),
                _ => 4,
            };
            let event = format!("event: state\ndata: {}\n\n", at(seq));
            Some(format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n{event}"))
        });
        let next = || news.iter().find(|news| !matches!(news, News::Lost | News::Back)).unwrap();
        assert!(matches!(next(), News::Standing(standing) if standing.seq == 1));
        connection.act(1, LiveWish::Resign { fault: None });
        assert!(matches!(next(), News::Came(Came::Done(standing)) if standing.seq == 7));
        assert!(matches!(next(), News::Restored(standing) if standing.seq == 4));
        assert!(matches!(next(), News::Standing(standing) if standing.seq == 4));
        let requests: Vec<String> = requests.try_iter().filter(|seen| seen != "1").collect();
        assert_eq!(requests[..2], ["7", "4"]);
    }

    #[test]
    fn what_waiting_does_not_change_is_refused_at_once() {
        let (connection, news) = connected(move |request| {
            if request.starts_with("GET ") {
                return answered("503 Unavailable", "");
            }
            let state = serde_json::to_string(&LiveState { seq: 8, ..state() }).unwrap();
            let words = "This game has come to its end.";
            answered(
                "429 Too Many Requests",
                &format!(r#"{{"v":1,"error":"too-many","words":"{words}","state":{state}}}"#),
            )
        });
        connection.act(7, LiveWish::Resign { fault: None });
        let came = news.iter().find(|news| !matches!(news, News::Lost | News::Back)).unwrap();
        let News::Came(Came::Refused(words, Some(standing))) = came else { panic!("it was not refused") };
        assert_eq!((words.as_str(), standing.seq), ("This game has come to its end.", 8));
    }

    #[test]
    fn whoever_has_lost_their_seat_is_told_and_asks_on_without_it() {
        let refused = r#"{"v":1,"error":"forbidden","words":"Another device has it now.","state":null}"#;
        let gone = r#"{"v":1,"error":"not-found","words":"It is gone.","state":null}"#;
        let (_connection, news) = connected(move |asked| match asked.contains("Authorization") {
            true => answered("403 Forbidden", refused),
            false => answered("404 Not Found", gone),
        });
        assert!(matches!(news.recv().unwrap(), News::SeatIsGone(words) if words == "Another device has it now."));
        assert!(matches!(news.recv().unwrap(), News::Ended(words) if words == "It is gone."));
    }
}
