//! Programs play each other, and an exact judge looks on.
//!
//! Workers play games, each with the two bots of the present pair; this thread writes the games down and counts them.

pub(crate) mod competitor;
mod elo;
pub(crate) mod journal;
mod mistakes;
mod openings;
pub(crate) mod plan;
pub(crate) mod referee;
mod schedule;
pub(crate) mod standings;

pub(crate) use self::mistakes::Tally;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use self::journal::Journal;
use self::referee::{Finished, Hall, Seated};
use self::standings::{Score, Standings};
use crate::arena::bot::program::Interrupted;
use crate::arena::bot::stop::Stop;
use crate::meter::Meter;

/// How many games may wait to be written. Workers that are much faster than the disk wait for it.
const WAITING: usize = 4_096;
/// How often it is looked whether somebody has said stop.
const GLANCE: Duration = Duration::from_millis(50);

/// A game that has been played and judged, and has not been written yet.
struct Judged {
    number: usize,
    finished: Finished,
    score: Score,
}

/// Plays all games that have not been played yet, counting them one by one. Comes back early when told to stop, and waits for
/// nobody then: whoever is still thinking ends with the program.
pub(crate) fn play(
    hall: &Arc<Hall>,
    journal: &mut Journal,
    standings: &mut Standings,
    is_played: Vec<bool>,
    concurrency: usize,
    nodes: u64,
) -> anyhow::Result<()> {
    let queue = Arc::new(Queue { next: AtomicUsize::new(0), is_played, nodes });
    let (sender, receiver) = sync_channel(WAITING);
    let workers: Vec<_> = (0..concurrency)
        .map(|_| {
            let (hall, queue, sender) = (Arc::clone(hall), Arc::clone(&queue), sender.clone());
            thread::spawn(move || work(&hall, &queue, sender))
        })
        .collect();
    drop(sender);
    let written = write_down(hall, journal, standings, &receiver).and_then(|()| journal.check_all(&hall.stop));
    if written.is_err() {
        // Without a place for the games there is no point in playing them.
        hall.stop.set();
        let are_gone = || matches!(receiver.recv_timeout(GLANCE), Err(RecvTimeoutError::Disconnected));
        while hall.stop.is_patient() && !are_gone() {}
    }
    if !hall.stop.is_set() {
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    }
    written
}

/// What the workers share.
struct Queue {
    next: AtomicUsize,
    is_played: Vec<bool>,
    nodes: u64,
}

/// Plays one game after the other until there are no more.
fn work(hall: &Hall, queue: &Queue, sender: SyncSender<Judged>) {
    let programme = &hall.programme;
    let mut seated: Option<([usize; 2], [Seated; 2])> = None;
    while !hall.stop.is_set() {
        let number = queue.next.fetch_add(1, Ordering::Relaxed);
        match queue.is_played.get(number) {
            None => break,
            Some(true) => continue,
            Some(false) => {}
        }
        let fixture = programme.schedule.fixture(number);
        let pair = [fixture.players[0].min(fixture.players[1]), fixture.players[0].max(fixture.players[1])];
        if seated.as_ref().is_some_and(|(others, _)| *others != pair) {
            leave(seated.take(), &hall.stop);
        }
        let (_, [one, two]) = seated.get_or_insert_with(|| (pair, pair.map(|bot| hall.seat(bot))));
        let seats = if fixture.players == pair { [one, two] } else { [two, one] };
        let contest = &programme.contests[fixture.game];
        let Ok(finished) =
            hall.play(number, contest, &contest.openings[fixture.opening], seats).map_err(|Interrupted| ())
        else {
            break;
        };
        let score = Score::of(programme, number, &finished.position, queue.nodes, hall.stop.flag());
        // A judge who was told to stop has not looked at everything: the game is played again.
        if hall.stop.is_set() {
            break;
        }
        if sender.send(Judged { number, finished, score }).is_err() {
            break;
        }
    }
    leave(seated, &hall.stop);
    // Only now: whoever waits for the last of us waits for our bots too.
    drop(sender);
}

fn leave(seated: Option<([usize; 2], [Seated; 2])>, stop: &Stop) {
    for seat in seated.into_iter().flat_map(|(_, seats)| seats) {
        seat.leave(stop);
    }
}

/// Writes games down as they come, as many at a time as there are, and counts them when they are on disk.
fn write_down(
    hall: &Hall,
    journal: &mut Journal,
    standings: &mut Standings,
    receiver: &Receiver<Judged>,
) -> anyhow::Result<()> {
    let programme = &hall.programme;
    let total = programme.schedule.count() as f64;
    let mut meter = Meter::new("arena");
    let mut told = BTreeSet::new();
    loop {
        let first = match receiver.recv_timeout(GLANCE) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) if hall.stop.is_patient() => continue,
            Err(_) => return Ok(()),
        };
        let batch: Vec<Judged> = [first].into_iter().chain(receiver.try_iter().take(WAITING)).collect();
        let text: String =
            batch.iter().map(|judged| journal.entry(programme, judged.number, &judged.finished)).collect();
        journal.append(&text)?;
        for Judged { number, finished, score } in batch {
            standings.count(programme, &score);
            // Once for each bot and reason: whoever writes a bot wants to know at once what is wrong with it.
            if let Some(fault) = &finished.fault
                && told.insert(score.lost())
            {
                meter.aside(&format!("{} lost game {}: it {fault}", programme.names[score.lost().0], number + 1));
            }
        }
        meter.tell(standings.games as f64 / total);
    }
}
