//! The order of system calls of the server, without any kill: whatever it says of a game would survive a power cut at that moment.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use anyhow::Context;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::http::find;
use super::lanes::Lanes;
use super::serving::{Server, complaints, owner};
use crate::hall::{Hall, each};
use crate::report::Tally;
use crate::strace::{self, Call, strings, unquoted};

/// So many games are played at a time, and
const LANES: usize = 4;
/// so many things are done in them in one run: enough for the write-ahead log to be begun again.
const ACTIONS: usize = 500;

/// What is looked at.
const CALLS: &str = "trace=pwrite64,pwritev,write,writev,sendto,sendmsg,fdatasync,fsync";

/// What came of a run.
struct Run {
    /// How often an entry was answered or told, and
    said: usize,
    /// how often the write-ahead log was begun again.
    restarts: usize,
    findings: Vec<String>,
}

/// Follows the server so many times.
pub(crate) fn campaign(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let mut chance = hall.chance("order-server");
    let seeds: Vec<u64> = (0..count).map(|_| chance.next_u64()).collect();
    let runs = each(hall, &seeds, |seed| Ok(vec![follow(hall, *seed)?]))?;
    let said: usize = runs.iter().map(|run| run.said).sum();
    let restarts: usize = runs.iter().map(|run| run.restarts).sum();
    Ok(Tally {
        amount: format!("{count} runs"),
        findings: runs.into_iter().flat_map(|run| run.findings).collect(),
        besides: format!("{said} times an entry was answered or told; the write-ahead log was begun {restarts} times"),
    })
}

/// Lets people play while the server is watched, and looks at what was written when.
fn follow(hall: &Hall, seed: u64) -> anyhow::Result<Run> {
    let owner = owner(hall)?;
    let trace = tempfile::NamedTempFile::new()?;
    let mut command = owner.command("strace");
    command
        .args(["-f", "-y", "-qq", "-s", "1000000", "-e", CALLS, "-o"])
        .arg(trace.path())
        .arg("--")
        .arg(owner.program());
    let server = Server::start(command, &owner, &owner.path("games"))?;
    let lanes = Lanes::default();
    lanes.door.lead_to(Some(server.address.context("the server did not start")?));
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    thread::scope(|scope| {
        for _ in 0..LANES {
            let chance = ChaCha8Rng::seed_from_u64(chance.next_u64());
            scope.spawn(|| lanes.sit_down(chance));
        }
        lanes.play_until(ACTIONS);
    });
    let mut entries = BTreeMap::new();
    let mut findings = lanes.wrong();
    for game in lanes.over() {
        let promises = game.ledger.until_now();
        let log = lanes.log(&game).context("the server is gone")?;
        findings.extend(promises.broken(&log, true));
        for entry in log {
            let at = entry.happened["at"].as_u64().context("an entry has a time")?;
            entries.insert((game.id.clone(), entry.seq), at);
        }
    }
    server.stop()?;
    findings.extend(complaints(&owner));
    let trace = String::from_utf8_lossy(&std::fs::read(trace.path())?).into_owned();
    let mut disk = Log::default();
    let mut said = Said::default();
    for call in &strace::calls(&trace) {
        findings.extend(disk.follow(call));
        if call.result.is_none() {
            for (game, seq) in said.follow(call) {
                let Some(at) = entries.get(&(game.clone(), seq)) else { continue };
                if !disk.has(&game, seq, *at) {
                    findings.push(format!("entry {seq} of game {game} was said, and is not on disk: {}", call.name));
                }
            }
        }
    }
    anyhow::ensure!(
        said.answers >= ACTIONS && said.told >= ACTIONS,
        "only {} answers and {} messages were seen: that tests nothing",
        said.answers,
        said.told
    );
    Ok(Run { said: said.answers + said.told, restarts: disk.restarts, findings })
}

/// The write-ahead log of SQLite, as far as it is on disk: frames of a head and a page, of which the last one of a transaction says so.
#[derive(Default)]
struct Log {
    /// Pages of a transaction that has no end yet, with whether its end comes with the next one.
    open: Vec<Vec<u8>>,
    is_end: bool,
    /// Pages of whole transactions that were written, and
    written: Vec<Vec<u8>>,
    /// how many there were when a thread began to sync.
    syncing: BTreeMap<String, usize>,
    /// What is on disk: the beginnings of rows.
    certain: BTreeSet<Vec<u8>>,
    /// Whether the database has something that is not on disk.
    is_database_ahead: bool,
    restarts: usize,
}

/// The bytes of a frame's head, of a page, and of the head of the whole log.
const FRAME: usize = 24;
const PAGE: usize = 4_096;
const HEAD: usize = 32;
/// An id has so many letters.
const ID: usize = 24;

impl Log {
    /// Follows a call; gives what is wrong with it.
    fn follow(&mut self, call: &Call) -> Option<String> {
        let file = call.arguments.first().map_or("", String::as_str);
        let is_log = file.ends_with("games.sqlite-wal>");
        let is_database = file.ends_with("games.sqlite>");
        match call.name.as_str() {
            "fsync" | "fdatasync" if is_log && call.result.is_none() => {
                self.syncing.insert(call.thread.clone(), self.written.len());
            }
            "fsync" | "fdatasync" if is_log && call.has_succeeded() => {
                let count = self.syncing.remove(&call.thread).unwrap_or(0);
                let pages: Vec<Vec<u8>> = self.written.drain(..count.min(self.written.len())).collect();
                self.certain.extend(pages.iter().flat_map(|page| beginnings(page)));
            }
            "fsync" | "fdatasync" if is_database && call.has_succeeded() => self.is_database_ahead = false,
            "pwrite64" if is_database && call.has_succeeded() => self.is_database_ahead = true,
            "pwrite64" if is_log && call.has_succeeded() => {
                let bytes = unquoted(call.arguments.get(1).map_or("", String::as_str));
                match bytes.len() {
                    FRAME => self.is_end = bytes[4..8] != [0; 4],
                    PAGE => {
                        self.open.push(bytes);
                        if std::mem::take(&mut self.is_end) {
                            self.written.append(&mut self.open);
                        }
                    }
                    HEAD => {
                        self.restarts += 1;
                        if self.is_database_ahead {
                            return Some("the write-ahead log is begun again before the database is on disk".into());
                        }
                    }
                    other => return Some(format!("{other} bytes are written to the write-ahead log")),
                }
            }
            "pwritev" if is_log => return Some("the write-ahead log is written in another way".into()),
            _ => {}
        }
        None
    }

    fn has(&self, game: &str, seq: u64, at: u64) -> bool {
        self.certain.contains(&beginning(game, seq, at))
    }
}

/// How a row of the log begins in a page: game, number and time, as SQLite writes text and whole numbers.
fn beginning(game: &str, seq: u64, at: u64) -> Vec<u8> {
    let mut bytes = game.as_bytes().to_vec();
    match seq {
        // The number one takes no byte.
        0..=1 => {}
        2..=127 => bytes.extend(&seq.to_be_bytes()[7..]),
        _ => bytes.extend(&seq.to_be_bytes()[6..]),
    }
    bytes.extend(&at.to_be_bytes()[2..]);
    bytes
}

/// The beginnings of all rows in a page. Where text looks like an id but is none, there are some more that nobody asks for.
fn beginnings(page: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(window) = page.get(at..at + ID) {
        match window.iter().rposition(|byte| !byte.is_ascii_hexdigit()) {
            Some(other) => at += other + 1,
            None => {
                found.extend([6, 7, 8].into_iter().filter_map(|rest| page.get(at..at + ID + rest)).map(<[u8]>::to_vec));
                at += 1;
            }
        }
    }
    found
}

/// What is said over the line.
#[derive(Default)]
struct Said {
    /// The end of what was sent over each line: something may be sent in two pieces.
    ends: BTreeMap<String, Vec<u8>>,
    answers: usize,
    told: usize,
}

impl Said {
    /// The states that a call sends: the game and how many entries it has. Each is as good as a promise that these are there.
    fn follow(&mut self, call: &Call) -> Vec<(String, u64)> {
        let line = call.arguments.first().filter(|line| line.contains("<socket:") || line.contains("<TCP"));
        let Some(line) = line.filter(|_| ["write", "writev", "sendto", "sendmsg"].contains(&call.name.as_str())) else {
            return Vec::new();
        };
        let sent = strings(call.arguments.get(1).map_or("", String::as_str)).concat();
        self.answers += count(&sent, b"HTTP/1.1 201");
        self.told += count(&sent, b"event: happened");
        let bytes = [self.ends.remove(line).unwrap_or_default(), sent].concat();
        let (states, rest) = states(&bytes);
        self.ends.insert(line.clone(), bytes[rest..].to_vec());
        states
    }
}

fn count(bytes: &[u8], what: &[u8]) -> usize {
    bytes.windows(what.len()).filter(|window| window == &what).count()
}

/// Every `"id":"…","seq":N,`, and where the bytes begin that may be the beginning of another one.
fn states(bytes: &[u8]) -> (Vec<(String, u64)>, usize) {
    const BEFORE: &[u8] = b"\"id\":\"";
    const BETWEEN: &[u8] = b"\",\"seq\":";
    const LONGEST: usize = BEFORE.len() + ID + BETWEEN.len() + 20;
    let mut states = Vec::new();
    let mut at = 0;
    while let Some(next) = find(&bytes[at..], BEFORE) {
        let begin = at + next;
        let text = String::from_utf8_lossy(&bytes[begin + BEFORE.len()..bytes.len().min(begin + LONGEST)]).into_owned();
        let number =
            text.get(ID..).and_then(|rest| rest.strip_prefix("\",\"seq\":")).and_then(|rest| rest.split_once(','));
        if let Some(seq) = number.and_then(|(number, _)| number.parse().ok()) {
            states.push((text[..ID].to_string(), seq));
        } else if begin + LONGEST > bytes.len() {
            return (states, begin);
        }
        at = begin + BEFORE.len();
    }
    (states, at.max(bytes.len().saturating_sub(BEFORE.len() - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "0123456789abcdef01234567";

    /// A page with a row in it, as strace writes it.
    fn page(seq: u64) -> String {
        let mut page = vec![0; PAGE];
        let row = beginning(GAME, seq, 1_731_628_800_000);
        page[100..100 + row.len()].copy_from_slice(&row);
        page.iter().map(|byte| format!("\\{byte:03o}")).collect()
    }

    fn has_after(lines: &[String], seq: u64) -> bool {
        let mut log = Log::default();
        for line in lines {
            for call in strace::calls(&format!("1 {line}\n")) {
                assert_eq!(log.follow(&call), None);
            }
        }
        log.has(GAME, seq, 1_731_628_800_000)
    }

    #[test]
    fn a_row_is_on_disk_when_its_transaction_is_whole_and_synced() {
        let file = "12</h/games.sqlite-wal>";
        let write = |seq, is_end: bool| {
            let size = if is_end { "\\0\\0\\0\\3" } else { "\\0\\0\\0\\0" };
            let head = format!("pwrite64({file}, \"\\0\\0\\0\\2{size}{}\", 24, 32) = 24", "\\0".repeat(16));
            [head, format!("pwrite64({file}, \"{}\", 4096, 56) = 4096", page(seq))]
        };
        let sync = [format!("fsync({file}) = 0")];
        for seq in [1, 2, 127, 128, 700] {
            assert!(has_after(&[&write(seq, true)[..], &sync].concat(), seq), "{seq}");
            assert!(!has_after(&[&write(seq, true)[..], &sync].concat(), seq + 1), "{seq}");
            assert!(!has_after(&write(seq, true), seq), "not synced");
            assert!(!has_after(&[&write(seq, false)[..], &sync].concat(), seq), "not whole");
            assert!(!has_after(&[&sync[..], &write(seq, true)].concat(), seq), "synced before");
        }
        let mut log = Log::default();
        let begun = [
            "pwrite64(11</h/games.sqlite>, \"x\", 1, 0) = 1".to_string(),
            format!("pwrite64({file}, \"{}\", 32, 0) = 32", "x".repeat(32)),
        ];
        let wrong =
            begun.iter().flat_map(|line| strace::calls(&format!("1 {line}\n"))).filter_map(|call| log.follow(&call));
        assert_eq!(wrong.count(), 1, "the database is not on disk when the log is begun again");
    }

    #[test]
    fn a_state_is_seen_in_whatever_pieces_it_is_sent() {
        let whole = format!(
            "{{\"seq\":3,\"state\":{{\"v\":1,\"id\":\"{GAME}\",\"seq\":3,\"record\":\"[Id \\\"{GAME}\\\"]\"}}}}"
        );
        for cut in 0..whole.len() {
            let (first, second) = whole.split_at(cut);
            let mut said = Said::default();
            let mut seen = Vec::new();
            for piece in [first, second] {
                let quoted = piece.replace('\\', "\\\\").replace('"', "\\\"");
                let line = format!("1 writev(22<socket:[1]>, [{{iov_base=\"{quoted}\", iov_len=1}}], 1) = 1\n");
                seen.extend(
                    strace::calls(&line).iter().filter(|call| call.result.is_none()).flat_map(|call| said.follow(call)),
                );
            }
            assert_eq!(seen, [(GAME.to_string(), 3)], "{first} {second}");
        }
    }
}
