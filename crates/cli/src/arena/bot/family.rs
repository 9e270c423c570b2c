//! The processes below us, and ending them where there is no namespace to do it.
//!
//! All are stopped before any is killed: what is stopped neither starts others nor brings back those that were killed. A child
//! keeps its process number until we have taken note of its end, and any other process is held by a handle, so that nobody
//! else is ever hit. A process that forks and ends all the time can be quicker than we are; that is why patience can end.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::thread;
use std::time::Duration;

use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, kill_process, pidfd_open, pidfd_send_signal, waitpid,
};

/// How long is waited for killed processes to end.
const GLANCE: Duration = Duration::from_millis(1);

/// What the system says about a process. Number and start together are nobody else's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    number: i32,
    parent: i32,
    start: u64,
}

/// Ends all children of ours but the spared ones, whatever is below them, and what becomes a child of ours by that. Whether
/// nothing is left; something can be where patience ended before. `has_ended` is told of every child.
pub(crate) fn end(
    is_spared: impl Fn(Pid) -> bool,
    mut has_ended: impl FnMut(Pid, WaitStatus),
    has_patience: impl Fn() -> bool,
) -> bool {
    let mut stopped = HashSet::new();
    let mut stopped_below = BTreeSet::new();
    loop {
        let mut is_still = true;
        for child in children().into_iter().filter(|&child| !is_spared(child)) {
            if let Ok(Some((_, status))) = waitpid(Some(child), WaitOptions::NOHANG) {
                has_ended(child, status);
                stopped.remove(&child);
            } else if stopped.insert(child) {
                let _ = kill_process(child, Signal::STOP);
                is_still = false;
            }
        }
        // A fork that was under way when its process was stopped either has not happened or is seen here.
        if is_still {
            let below = below(&stopped);
            for process in below.iter().filter(|&&process| stopped_below.insert(process)) {
                process.send(Signal::STOP);
                is_still = false;
            }
            if is_still || !has_patience() {
                below.iter().for_each(|process| process.send(Signal::KILL));
            }
        }
        if is_still || !has_patience() {
            for &child in &stopped {
                let _ = kill_process(child, Signal::KILL);
            }
            if stopped.is_empty() && is_still && children_looked_up().into_iter().all(&is_spared) {
                return true;
            }
            if !has_patience() {
                return false;
            }
            thread::sleep(GLANCE);
        }
    }
}

impl Known {
    /// Reads what there is to know about a process: a number, or `self`.
    fn read(process: &str) -> Option<Known> {
        let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
        // The name stands in parentheses and may contain anything, also parentheses; the state and the parent follow it.
        let after_name = stat.iter().rposition(|&byte| byte == b')')?;
        let number = str::from_utf8(stat.split(|&byte| byte == b' ').next()?).ok()?.parse().ok()?;
        let mut fields = str::from_utf8(&stat[after_name + 1..]).ok()?.split_whitespace();
        let parent = fields.nth(1)?.parse().ok()?;
        let start = fields.nth(17)?.parse().ok()?;
        Some(Known { number, parent, start })
    }

    /// Signals this process, and nobody who has been given its number since.
    fn send(self, signal: Signal) {
        let Some(number) = Pid::from_raw(self.number) else { return };
        let Ok(handle) = pidfd_open(number, PidfdFlags::empty()) else { return };
        if Known::read(&self.number.to_string()).is_some_and(|found| found.start == self.start) {
            let _ = pidfd_send_signal(handle, signal);
        }
    }
}

/// The parent of a process: a number, or `self`, as the /proc that is mounted counts.
pub(crate) fn parent(process: &str) -> Option<i32> {
    Known::read(process).map(|known| known.parent)
}

/// The processes whose parent we are, as quickly as can be; one that comes or goes meanwhile can be missing.
fn children() -> Vec<Pid> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let mut children = Vec::new();
    for thread in threads.flatten() {
        // Not every system has this list.
        let Ok(list) = fs::read_to_string(thread.path().join("children")) else { return children_looked_up() };
        children.extend(list.split_whitespace().filter_map(|number| Pid::from_raw(number.parse().ok()?)));
    }
    children
}

/// The processes whose parent we are, all of them.
fn children_looked_up() -> Vec<Pid> {
    let me = getpid().as_raw_nonzero().get();
    everybody().into_iter().filter(|known| known.parent == me).filter_map(|known| Pid::from_raw(known.number)).collect()
}

/// What is below these processes, and not they themselves.
fn below(parents: &HashSet<Pid>) -> Vec<Known> {
    let mut family: BTreeSet<i32> = parents.iter().map(|parent| parent.as_raw_nonzero().get()).collect();
    let mut others = everybody();
    let mut below = Vec::new();
    loop {
        let (found, rest): (Vec<Known>, Vec<Known>) =
            others.into_iter().partition(|known| family.contains(&known.parent) && !family.contains(&known.number));
        if found.is_empty() {
            return below;
        }
        family.extend(found.iter().map(|known| known.number));
        below.extend(found);
        others = rest;
    }
}

fn everybody() -> Vec<Known> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let names = processes.flatten().map(|entry| entry.file_name());
    let is_number = |name: &str| name.starts_with(|c: char| c.is_ascii_digit());
    names.filter_map(|name| Known::read(name.to_str().filter(|name| is_number(name))?)).collect()
}
