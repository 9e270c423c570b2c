//! Killed and told to stop, at every system call and at any moment: what was shown as done is there, and it goes on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::seq::SliceRandom;
use rustix::process::Signal;

use crate::hall::{Hall, each};
use crate::report::Tally;
use crate::run::{Interruption, Ran, run};
use crate::strace::{self, Point, SIGNALS, signal_name};
use crate::surface::{KINDS, Surface, surfaces};
use crate::user::{Files, User, files_below};

/// How often points are chosen until as many kills as are wanted came about.
const ROUNDS: usize = 8;

/// Kills at the system calls of one kind of surface.
pub(crate) fn at_calls(hall: &Hall, kind: &str, count: usize) -> anyhow::Result<Tally> {
    let surfaces = surfaces(kind, &hall.program)?;
    let [mut kills, mut stops] = [Vec::new(), Vec::new()];
    for (at, surface) in surfaces.iter().enumerate() {
        let trace = undisturbed(hall, surface.as_ref())?;
        kills.extend(strace::points(&trace, &[Signal::KILL]).into_iter().map(|point| (at, point)));
        stops.extend(strace::points(&trace, &SIGNALS).into_iter().map(|point| (at, point)));
    }
    let there_are = kills.len() + stops.len();
    let mut chance = hall.chance(kind);
    kills.shuffle(&mut chance);
    stops.shuffle(&mut chance);
    // As many kills as other signals, until there are no more of one of them.
    let half = count / 2;
    let (few, many) = (half.min(kills.len()), (count - half).min(stops.len()));
    let wanted = few.max(count.saturating_sub(many)).min(kills.len());
    stops.truncate(many.max(count.saturating_sub(few)));
    let reached = AtomicUsize::new(0);
    let try_all = |points: &[(usize, Point)]| {
        each(hall, points, |(at, point)| {
            let surface = surfaces[*at].as_ref();
            let user = User::new(&hall.program)?;
            surface.prepare(&user)?;
            let mut command = strace::stopping(&user, point);
            command.args(surface.arguments());
            let ran = run(command, &surface.typist(), None)?;
            if point.signal == Signal::KILL && ran.killed_by() == Some(Signal::KILL.as_raw()) {
                reached.fetch_add(1, Ordering::Relaxed);
            }
            judge(surface, &user, &ran, point.signal, &point.to_string())
        })
    };
    let mut findings = try_all(&stops)?;
    let mut tried = stops.len();
    // On a busy machine the undisturbed run has waited more often than others do, and has calls that they never come to: those
    // points are made up for by others.
    for _ in 0..ROUNDS {
        let missing = wanted.saturating_sub(reached.load(Ordering::Relaxed)).min(kills.len());
        let points = kills.split_off(kills.len() - missing);
        findings.extend(try_all(&points)?);
        tried += points.len();
    }
    let killed = reached.into_inner();
    anyhow::ensure!(killed * 2 >= wanted, "only {killed} of {wanted} kills came about: that tests nothing");
    Ok(Tally {
        amount: format!("{tried} points"),
        findings,
        besides: format!("of {there_are} in {} ways to play", surfaces.len()),
    })
}

/// The whole thing without any signal, and its trace. It must go well: otherwise nothing is tested.
fn undisturbed(hall: &Hall, surface: &dyn Surface) -> anyhow::Result<String> {
    let user = User::new(&hall.program)?;
    surface.prepare(&user)?;
    let trace = tempfile::NamedTempFile::new()?;
    let mut command = strace::counting(&user, trace.path());
    command.args(surface.arguments());
    let ran = run(command, &surface.typist(), None)?;
    let name = surface.name();
    anyhow::ensure!(ran.code() == Some(0), "{name}, undisturbed: {:?} {}", ran.status, ran.to_be_seen());
    anyhow::ensure!(surface.has_ended(&ran), "{name}, undisturbed, did not come to its end: {}", ran.to_be_seen());
    Ok(String::from_utf8_lossy(&std::fs::read(trace.path())?).into_owned())
}

/// Kills at any moment of any surface.
pub(crate) fn at_random(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let mut all = Vec::new();
    for kind in KINDS {
        for surface in surfaces(kind, &hall.program)? {
            let user = User::new(&hall.program)?;
            surface.prepare(&user)?;
            let mut command = user.command(&hall.program);
            command.args(surface.arguments());
            let start = Instant::now();
            run(command, &surface.typist(), None)?;
            all.push((surface, start.elapsed()));
        }
    }
    let mut chance = hall.chance("random");
    let moment = |at: usize| {
        let at = at % all.len();
        // A little longer than it takes: some come to their end.
        let longest = u64::try_from(all[at].1.as_micros()).unwrap_or(u64::MAX).saturating_mul(5) / 4;
        let signals = [Signal::KILL, Signal::INT, Signal::KILL, Signal::TERM, Signal::KILL, Signal::HUP];
        let after = Duration::from_micros(chance.random_range(0..=longest));
        (at, Interruption { after, signal: signals[chance.random_range(0..signals.len())] })
    };
    let moments: Vec<(usize, Interruption)> = (0..count).map(moment).collect();
    let findings = each(hall, &moments, |(at, interruption)| {
        let surface = all[*at].0.as_ref();
        let user = User::new(&hall.program)?;
        surface.prepare(&user)?;
        let mut command = user.command(&hall.program);
        command.args(surface.arguments());
        let ran = run(command, &surface.typist(), Some(*interruption))?;
        let when = format!("{} after {:?}", signal_name(interruption.signal), interruption.after);
        judge(surface, &user, &ran, interruption.signal, &when)
    })?;
    Ok(Tally { amount: format!("{count} moments"), findings, besides: format!("in {} ways to use it", all.len()) })
}

/// What is wrong after a signal.
fn judge(surface: &dyn Surface, user: &User, ran: &Ran, signal: Signal, when: &str) -> anyhow::Result<Vec<String>> {
    let files = files_below(user.home());
    let mut wrong = Vec::new();
    wrong.extend(surface.lost(ran, &files));
    wrong.extend(wrong_end(surface, ran, signal, &files));
    wrong.extend(surface.go_on(user, ran)?);
    Ok(wrong.into_iter().map(|wrong| format!("{}, {when}: {wrong}", surface.name())).collect())
}

/// Whether the program ended as it must after this signal.
fn wrong_end(surface: &dyn Surface, ran: &Ran, signal: Signal, files: &Files) -> Option<String> {
    if ran.status.is_none() {
        return Some(format!("it did not end: {}", ran.to_be_seen()));
    }
    let shown = ran.everything();
    if ran.code() == Some(101) || shown.contains("panicked") {
        return Some(format!("it panicked: {}", ran.to_be_seen()));
    }
    if signal == Signal::KILL || (ran.code() == Some(0) && surface.has_ended(ran)) {
        return None;
    }
    let number = signal.as_raw();
    match (ran.code(), ran.killed_by()) {
        // Before it listens to signals there is nothing to save yet.
        (_, Some(by)) if by == number && !(surface.listens() && surface.has_promised(ran)) => None,
        (Some(code), _) if code == 128 + number => {
            let back = surface.way_back(files).filter(|words| !shown.contains(words))?;
            Some(format!("it ended with {code} and did not say {back:?}: {}", ran.to_be_seen()))
        }
        (code, by) => Some(format!("it ended with {code:?} or by signal {by:?}: {}", ran.to_be_seen())),
    }
}
