//! The way to a server that has a game: one thread hears what happens there, another one brings it what is done here. Both go on
//! until they are answered, however often the connection is lost.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use api::live::{LiveWish, Presence};

use super::followed::Standing;
use super::net::{Events, Hold};
use super::table::{Came, Following, Message, Table};
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
    /// Who is there has changed.
    Presence(Presence),
    /// What we did has come to something.
    Came(Came),
    /// The server cannot be reached; it is tried again and again.
    Lost,
    /// It can be again.
    Back,
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
    table: Table,
    tell: Box<dyn Fn(News) + Send + Sync>,
    is_lost: AtomicBool,
    is_over: AtomicBool,
    /// The stream that is being read.
    hold: Mutex<Option<Hold>>,
    /// What all keys of this connection begin with: each request has one of its own.
    name: String,
}

impl Connection {
    /// Begins to tell what happens after this entry.
    pub(super) fn begin(table: Table, since: u64, tell: impl Fn(News) + Send + Sync + 'static) -> Fallible<Connection> {
        let line = Arc::new(Line {
            table,
            tell: Box::new(tell),
            is_lost: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            hold: Mutex::new(None),
            name: chance::new_token()?,
        });
        let (wishes, errands) = channel();
        let (follower, carrier) = (Arc::clone(&line), Arc::clone(&line));
        thread::Builder::new().spawn(move || follower.follow(since))?;
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
    fn follow(&self, mut since: u64) {
        let mut pause = SOON;
        while !self.is_over() {
            match self.table.follow(since, |hold| self.hold(Some(hold))) {
                Ok(Following::Events(events)) => {
                    self.back();
                    match self.listen(events, &mut since) {
                        Ok(again) => pause = again,
                        Err(reason) => return (self.tell)(News::Ended(reason)),
                    }
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

    /// Listens until the stream ends; after this time somebody may come back.
    fn listen(&self, mut events: Events, since: &mut u64) -> Result<Duration, String> {
        let mut pause = SOON;
        while let Ok(Some(told)) = events.next() {
            if let Some(retry) = told.retry {
                pause = Duration::from_millis(retry).clamp(SOON, LATEST);
            }
            match self.table.message(&told.kind, &told.data)? {
                Message::Standing(standing) => {
                    *since = standing.seq;
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
            match self.table.act(key, errand.seq, &errand.wish) {
                Ok(came) => {
                    self.back();
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
