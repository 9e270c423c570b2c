//! The server is killed while people play, and started again on the same folder: what was acknowledged or told is there, once.

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::Signal;

use super::lanes::{Game, Lanes};
use super::serving::{Server, complaints, owner};
use crate::hall::Hall;
use crate::report::Tally;
use crate::strace::{self, Point};
use crate::user::User;

/// So many games are played at a time.
const LANES: usize = 5;
/// A server lives for at most so many milliseconds after it can be reached.
const LIFE: u64 = 500;
/// One that is to be killed at a system call may never come to it.
const AT_A_CALL: Duration = Duration::from_secs(3);
/// What the server reads and writes with, and how often one of its threads does so in such a life.
const CALLS: [(&str, u32); 4] =
    [("pwrite64", 150), ("fsync,fdatasync", 40), ("write,writev,sendto,sendmsg", 60), ("recvfrom,read,readv", 60)];

/// What the one who kills has seen.
#[derive(Default)]
struct Seen {
    findings: BTreeSet<String>,
    /// Kills at a system call; the others came from outside at some moment.
    at_calls: usize,
    /// Logs that were read after a kill, while people went on playing.
    logs: usize,
}

/// Kills the server so many times.
pub(crate) fn campaign(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let owner = owner(hall)?;
    let folder = owner.path("games");
    let mut chance = hall.chance("kill-server");
    let lanes = Lanes::default();
    let mut seen = Seen::default();
    let last = thread::scope(|scope| {
        for _ in 0..LANES {
            let chance = ChaCha8Rng::seed_from_u64(chance.next_u64());
            scope.spawn(|| lanes.sit_down(chance));
        }
        let last = kill_often(&owner, &folder, count, &mut chance, &lanes, &mut seen);
        // Whatever has gone wrong, nobody waits for a server that does not come.
        match last.as_ref().ok().and_then(|last| last.address) {
            Some(address) => lanes.door.lead_to(Some(address)),
            None => lanes.door.shut(),
        }
        lanes.finish();
        last
    })?;
    let games = lanes.over();
    let (mut entries, mut told) = (0, 0);
    for game in &games {
        let promises = game.ledger.until_now();
        let log = lanes.log(game).context("the server is gone after all")?;
        seen.findings.extend(named(game, promises.broken(&log, true)));
        entries += promises.acknowledged();
        told += promises.told();
    }
    let end = last.stop()?;
    seen.findings.extend((!end.success()).then(|| format!("told to stop, it ended with {end}")));
    seen.findings.extend(lanes.wrong());
    seen.findings.extend(complaints(&owner));
    let counts = &lanes.counts;
    let [unanswered, again, resumed, refused] =
        [&counts.unanswered, &counts.asked_again, &counts.resumed, &counts.refused].map(|count| count.load(Relaxed));
    anyhow::ensure!(
        !seen.findings.is_empty() || (unanswered * 4 >= count && entries >= count && resumed >= count),
        "only {unanswered} unanswered, {entries} done, {resumed} resumed: that tests nothing"
    );
    let Seen { findings, at_calls, logs } = seen;
    Ok(Tally {
        amount: format!("{count} kills, {at_calls} at a system call"),
        findings: findings.into_iter().collect(),
        besides: format!(
            "{entries} actions acknowledged in {} games, {refused} refused, {unanswered} asked again without an answer and {again} \
             with one, {told} entries told, {resumed} streams resumed, {logs} logs read in between",
            games.len()
        ),
    })
}

/// Starts and kills, and gives the server that stays.
fn kill_often(
    owner: &User,
    folder: &Path,
    count: usize,
    chance: &mut ChaCha8Rng,
    lanes: &Lanes,
    seen: &mut Seen,
) -> anyhow::Result<Server> {
    let can_trace = strace::missing().is_none();
    for number in 1..=count {
        let point = (can_trace && chance.random_ratio(1, 2)).then(|| some_point(chance));
        let moment = Duration::from_millis(chance.random_range(0..=LIFE));
        let (command, life) = match &point {
            Some(point) => (strace::stopping(owner, point), AT_A_CALL),
            None => (owner.command(owner.program()), moment),
        };
        let mut server = Server::start(command, owner, folder)?;
        lanes.door.lead_to(server.address);
        let is_late = thread::scope(|scope| -> anyhow::Result<bool> {
            let (ended, end) = channel::<()>();
            let process = server.process()?;
            let killer = scope.spawn(move || {
                let is_late = end.recv_timeout(life) == Err(RecvTimeoutError::Timeout);
                if let Some(process) = process.filter(|_| is_late) {
                    process.signal(Signal::KILL);
                }
                is_late
            });
            if server.address.is_some() {
                audit(lanes, number, seen);
            }
            let status = server.wait()?;
            drop(ended);
            if status.signal() != Some(Signal::KILL.as_raw()) {
                seen.findings.insert(format!("start {number}: it ended by itself with {status}"));
            }
            Ok(killer.join().unwrap_or(true))
        })?;
        lanes.door.lead_to(None);
        seen.at_calls += usize::from(!is_late);
        anyhow::ensure!(
            server.address.is_some() || point.is_some(),
            "the server does not start: {:?}",
            complaints(owner)
        );
    }
    Server::start(owner.command(owner.program()), owner, folder)
}

fn some_point(chance: &mut ChaCha8Rng) -> Point {
    let (call, most) = CALLS[chance.random_range(0..CALLS.len())];
    Point::new(call, chance.random_range(1..=most), Signal::KILL)
}

/// Reads the logs of the games that are played, as long as the server lives.
fn audit(lanes: &Lanes, start: usize, seen: &mut Seen) {
    for game in lanes.playing() {
        let promises = game.ledger.until_now();
        let Some(log) = lanes.log(&game) else { return };
        let broken = named(&game, promises.broken(&log, false));
        if !broken.is_empty() {
            seen.findings.insert(format!("start {start}: {}", broken.join("; ")));
        }
        seen.logs += 1;
    }
}

fn named(game: &Game, wrong: Vec<String>) -> Vec<String> {
    wrong.into_iter().map(|wrong| format!("game {}: {wrong}", game.id)).collect()
}
