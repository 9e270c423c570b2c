//! Work that is done on every core.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::failure::Fallible;

pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does so many pieces of work, whoever is free taking the next one, and gives each result on in the order of the pieces.
/// Where that fails nobody needs the rest, and the work is told to stop.
pub(super) fn in_order<T: Send>(
    pieces: u64,
    work: impl Fn(u64, &AtomicBool) -> T + Sync,
    mut each: impl FnMut(T) -> Fallible,
) -> Fallible {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..pieces.min(cores() as u64) {
            let (send, next, stop, work) = (send.clone(), &next, &stop, &work);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces || send.send((piece, work(piece, stop))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut given = 0;
        let result = receive.iter().try_for_each(|(piece, done)| {
            waiting.insert(piece, done);
            while let Some(done) = waiting.remove(&given) {
                each(done)?;
                given += 1;
            }
            Ok(())
        });
        stop.store(true, Ordering::Relaxed);
        result
    })
}
