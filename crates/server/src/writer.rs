//! The one who writes. What arrives while the disk is busy is gathered into the next transaction, and everybody gets their answer
//! after it is on disk.

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use tokio::sync::{mpsc, oneshot};

use crate::metrics::Metrics;
use crate::store::{Change, Store};

/// So many changes wait at most; whoever comes then is told to come again.
const WAITING: usize = 2_048;
/// So many go into one transaction at most.
const TOGETHER: usize = 512;

/// Why something was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// There is a row of this game and number, or one with this key.
    Lost,
    /// The disk is full or broken, or too much is waiting for it.
    Unavailable,
}

struct Wanted {
    change: Change,
    written: oneshot::Sender<Result<(), NotWritten>>,
}

/// The way to the one who writes.
#[derive(Debug)]
pub struct Writer {
    queue: Mutex<Option<mpsc::Sender<Wanted>>>,
    thread: Mutex<Option<JoinHandle<Store>>>,
}

impl std::fmt::Debug for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wanted").finish_non_exhaustive()
    }
}

impl Writer {
    /// Lets somebody write to this store.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub fn start(store: Store, metrics: Arc<Metrics>) -> std::io::Result<Writer> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let thread = std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || write_until_the_end(store, receiver, &metrics))?;
        Ok(Writer { queue: Mutex::new(Some(sender)), thread: Mutex::new(Some(thread)) })
    }

    /// Has something written, and waits until it is on disk.
    ///
    /// # Errors
    /// It was not written.
    pub async fn write(&self, change: Change) -> Result<(), NotWritten> {
        let (written, answer) = oneshot::channel();
        {
            let queue = self.queue.lock().expect("nobody panics with the queue");
            let queue = queue.as_ref().ok_or(NotWritten::Unavailable)?;
            queue.try_send(Wanted { change, written }).map_err(|_| NotWritten::Unavailable)?;
        }
        answer.await.unwrap_or(Err(NotWritten::Unavailable))
    }

    /// Writes what has arrived, and no more. Gives back the store.
    pub fn finish(&self) -> Option<Store> {
        drop(self.queue.lock().expect("nobody panics with the queue").take());
        let thread = self.thread.lock().expect("nobody panics with the thread").take()?;
        thread.join().ok()
    }
}

fn write_until_the_end(mut store: Store, mut queue: mpsc::Receiver<Wanted>, metrics: &Metrics) -> Store {
    let mut batch = Vec::new();
    let mut is_to_forget = false;
    while queue.blocking_recv_many(&mut batch, TOGETHER) > 0 {
        let (changes, answers): (Vec<Change>, Vec<_>) =
            batch.drain(..).map(|wanted| (wanted.change, wanted.written)).unzip();
        let began = std::time::Instant::now();
        let written = store.write(&changes);
        metrics.wrote(changes.len(), began.elapsed(), written.is_ok());
        if let Err(error) = &written {
            tracing::error!(%error, changes = changes.len(), "nothing was written");
        }
        let made = written.iter().flatten().zip(&changes);
        is_to_forget |= made.into_iter().any(|(made, change)| *made && matches!(change, Change::Delete(_)));
        if is_to_forget {
            match store.forget() {
                // Somebody reads: it is tried again after whatever is written next.
                Ok(has_forgotten) => is_to_forget = !has_forgotten,
                Err(error) => tracing::error!(%error, "what was deleted is still in the write-ahead log"),
            }
        }
        for (at, answer) in answers.into_iter().enumerate() {
            let answered = match &written {
                Ok(made) if made[at] => Ok(()),
                Ok(_) => Err(NotWritten::Lost),
                Err(_) => Err(NotWritten::Unavailable),
            };
            // Whoever has gone meanwhile finds it when they come again.
            let _ = answer.send(answered);
        }
    }
    store
}
