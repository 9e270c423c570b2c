//! Files that a stranger made to do harm. Whatever they say, nothing is opened for writing outside the store, nothing grows, and
//! Ctrl-C works.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rand::seq::SliceRandom;
use rustix::process::{Pid, Signal, kill_process};

use crate::disk::{joined, named};
use crate::hall::{Hall, each};
use crate::measured::measure;
use crate::report::Tally;
use crate::run::{Typist, run};
use crate::samples::TENS;
use crate::strace::{self, Call};
use crate::user::{User, files_below};

/// How long a program that was told to stop may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// One attack.
enum Attack {
    /// A file with this name and content, and a command: watched for what it opens.
    Write { file: &'static str, content: String, arguments: Vec<&'static str>, typist: Typist },
    /// A command that could take everything: measured.
    Grow { file: &'static str, content: String, arguments: Vec<&'static str> },
    /// A command that waits for a pipe: told to stop.
    Wait { arguments: Vec<&'static str>, has_writer: bool, signal: Signal },
}

pub(crate) fn campaign(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let mut attacks: Vec<Attack> = writers().into_iter().chain(growers()).chain(waiters()).collect();
    attacks.shuffle(&mut hall.chance("strangers"));
    attacks.truncate(count);
    let slowest = Mutex::new(Duration::ZERO);
    let findings = each(hall, &attacks, |attack| {
        let start = Instant::now();
        let user = User::new(&hall.program)?;
        let found = match attack {
            Attack::Write { file, content, arguments, typist } => {
                let finding = write(&user, file, content, arguments, typist)?;
                finding.map(|found| format!("{file}, {}: {found}\n{content}", arguments.join(" ")))
            }
            Attack::Grow { file, content, arguments } => {
                user.write(file, content)?;
                let beginning: String = content.chars().take(200).collect();
                let found = measure(&user, arguments, "")?.wrong();
                found.map(|found| format!("{}: {found}; {beginning}", arguments.join(" ")))
            }
            Attack::Wait { arguments, has_writer, signal } => {
                let kind = if *has_writer { "with a silent writer" } else { "without a writer" };
                let found = wait(&user, arguments, *has_writer, *signal)?;
                found.map(|found| format!("{}, {kind}: {found}", arguments.join(" ")))
            }
        };
        let mut slowest = slowest.lock().unwrap_or_else(PoisonError::into_inner);
        *slowest = slowest.max(start.elapsed());
        Ok(found.into_iter().collect())
    })?;
    let slowest = slowest.into_inner().unwrap_or_else(PoisonError::into_inner).as_secs_f32();
    Ok(Tally { amount: format!("{} attacks", attacks.len()), findings, besides: format!("slowest {slowest:.1} s") })
}

/// A game of two computers, with one header more. One move is left, so that it comes to its end by itself.
fn game(header: &str) -> String {
    format!(
        "[Format \"1\"]\n[Game \"take:4..8/4\"]\n[Player1 \"Ada\"]\n[Player2 \"Bo\"]\n[Type1 \"level:1\"]\n\
         [Type2 \"level:2\"]\n[Seed \"4\"]\n[Result \"*\"]\n{header}\n\n4\n"
    )
}

fn writers() -> Vec<Attack> {
    let mut attacks = Vec::new();
    let headers = [
        "[RecordTo \".bashrc\"]\n[Date \"$(touch stolen)\"]",
        "[RecordTo \"new.duel\"]",
        "[RecordTo \"HOME/.bashrc\"]",
        "[RecordTo \"HOME/new.duel\"]",
        "[RecordTo \"../new.duel\"]",
        "[RecordTo \"data/divisor-duel/../../.bashrc\"]",
        "[RecordTo \"link\"]",
        "[RecordTo \"/dev/tty\"]\n[Date \"\\\"; rm -rf .\"]",
        "[RecordTo \"\"]",
        "[RecordTo \"folder\"]",
        "[RecordTo \"folder/none/new.duel\"]",
        "[RecordTo \"new.duel\"]\n[BestOf \"3\"]\n[Score \"1-0\"]\n[Seat1 \"Ada\"]",
        "[Rules \".bashrc\"]\n[RecordTo \"new.duel\"]",
        "[Rules \"tens.toml\"]\n[RecordTo \"new.duel\"]",
        "[Rules \"/dev/zero\"]",
        "[Rules \"pipe\"]",
        "[Date \"2026-11-15\\n[RecordTo \\\"new.duel\\\"]\"]",
        "[Date \"9999999999-01-01\"]",
        "[ID \"../../.bashrc\"]\n[Id \"../new\"]\n[GameId \"../new\"]",
    ];
    for header in headers {
        for arguments in [&["resume", "game.duel"][..], &["show", "game.duel"], &["review", "game.duel"]] {
            let typist = Typist::Everything("\n".into());
            attacks.push(Attack::Write {
                file: "game.duel",
                content: game(header),
                arguments: arguments.into(),
                typist,
            });
        }
        // People, so that somebody has to leave; and a terminal, on which the computers play by themselves.
        let people = game(header).replace("level:1", "human").replace("level:2", "human");
        let arguments = vec!["resume", "game.duel"];
        let keys = |key: &str| Typist::Keys(vec![("Move 2".into(), key.into()), ("wins!".into(), "q".into())]);
        for (content, typist) in [
            (people.clone(), Typist::Everything("save\n8\n".into())),
            (people.clone(), Typist::Everything("save\nresign\n".into())),
            (people.clone(), Typist::Everything("save\n".into())),
            (people, keys("8\r")),
            (game(header), keys("\r")),
        ] {
            attacks.push(Attack::Write { file: "game.duel", content, arguments: arguments.clone(), typist });
        }
    }
    for (file, arguments) in [
        ("my.toml", &["rules", "check", "my.toml"][..]),
        ("my.toml", &["play", "--rules", "my.toml"]),
        ("my.toml", &["show", "my.toml"]),
    ] {
        let content = TENS.replace("id = \"tens\"", "id = \"../../new\"");
        let typist = Typist::Everything("20\n40\n".into());
        attacks.push(Attack::Write { file, content, arguments: arguments.into(), typist: typist.clone() });
        attacks.push(Attack::Write { file, content: TENS.into(), arguments: arguments.into(), typist });
    }
    let proof = r#"{"format":1,"game":"take:1..12,first=even","moves":[],"winner":1,"pick":2,"file":"new.duel","matching":[[1,11]]}"#;
    let typist = Typist::Everything(String::new());
    attacks.push(Attack::Write { file: "p.json", content: proof.into(), arguments: vec!["verify", "p.json"], typist });
    for arguments in [&["arena", "--show", "a.duel"][..], &["review", "a.duel"], &["show", "a.duel", "--round", "1"]] {
        for name in ["../new", "/etc/passwd", "a; touch new"] {
            let content = plan(
                &format!("[{{\"name\":{name:?},\"level\":1}},{{\"name\":\"b\",\"level\":2}}]"),
                "[\"evens\"]",
                "2",
            );
            let typist = Typist::Everything(String::new());
            attacks.push(Attack::Write { file: "a.duel", content, arguments: arguments.into(), typist });
        }
    }
    attacks
}

/// The first line of an arena's file.
fn plan(bots: &str, games: &str, count: &str) -> String {
    format!(
        "# divisor-duel arena 1 {{\"bots\":{bots},\"games\":{games},\"count\":{count},\"gauntlet\":false,\"opening\":2,\"seed\":1,\
         \"move_ms\":1000,\"start_ms\":5000,\"prose\":false}}\n"
    )
}

/// Every command that reads a file which somebody names.
const READERS: [&[&str]; 12] = [
    &["show", "FILE"],
    &["review", "FILE"],
    &["review", "FILE", "--round", "1"],
    &["analyze", "FILE"],
    &["resume", "FILE"],
    &["rules", "FILE"],
    &["rules", "check", "FILE"],
    &["play", "--rules", "FILE"],
    &["verify", "FILE"],
    &["arena", "--show", "FILE"],
    &["arena", "--resume", "FILE"],
    &["solve", "FILE"],
];

fn growers() -> Vec<Attack> {
    let mut attacks = Vec::new();
    let reading = |file: &'static str, name: &'static str, content: &str| {
        let with_name = move |words: &&[&'static str]| -> Vec<&'static str> {
            words.iter().map(|&word| if word == "FILE" { name } else { word }).collect()
        };
        let content = content.to_string();
        let attack = move |arguments| Attack::Grow { file, content: content.clone(), arguments };
        READERS.iter().map(with_name).map(attack).collect::<Vec<_>>()
    };
    for device in ["/dev/zero", "/dev/urandom", "/dev/full", "/dev/null", "/proc/self/mem", "/"] {
        attacks.extend(reading("nothing", device, ""));
    }
    let bots = "[{\"name\":\"a\",\"level\":1},{\"name\":\"b\",\"level\":2}]";
    let swarm: Vec<String> = (0..20_000).map(|n| format!("{{\"name\":\"b{n}\",\"level\":1}}")).collect();
    let games: Vec<String> = (2..20_000).map(|n| format!("\"take:1..{n}\"")).collect();
    let large = [
        plan(bots, "[\"evens\"]", "1000000000000"),
        plan(bots, "[\"evens\"]", "18446744073709551614"),
        plan(&format!("[{}]", swarm.join(",")), "[\"evens\"]", "2"),
        plan(bots, &format!("[{}]", games.join(",")), "2"),
        plan(bots, "[\"evens\"]", "2").replace("\"opening\":2", "\"opening\":1000000000000"),
        plan(bots, "[\"take:1..100000000\"]", "2"),
        plan(bots, "[\"take:1..1000000\"]", "1000000"),
        plan(bots, "[\"evens\"]", "2").replace("1000,", "18446744073709551615,"),
        "[".repeat(1_000_000),
        "{\"a\":".repeat(500_000),
        format!(
            "{{\"format\":1,\"game\":\"take:1..100000000\",\"moves\":[],\"winner\":1,\"pick\":2,\"matching\":[{}]}}",
            "[1,2],".repeat(100_000)
        ),
        game("[BestOf \"1000000000000\"]\n[Score \"0-0\"]\n[Seat1 \"Ada\"]"),
        game("[BestOf \"3\"]\n[Score \"1000000000000-0\"]\n[Seat1 \"Ada\"]"),
        game("[Hints1 \"1000000000000\"]\n[Hints2 \"18446744073709551616\"]"),
        game(&format!("[Date \"{}\"]", "9".repeat(1_000_000))),
        game("").replace("4..8/4", "1..1000000000000"),
        game("").replace("4..8/4", "1..100000000"),
        game("").replace("\n4\n", &"\n4 8".repeat(200_000)),
        game(&"[Unknown \"header\"]\n".repeat(100_000)),
        TENS.replace("10..100/10", "1..1000000000000"),
        TENS.replace("Hop!", &"{pool}".repeat(100_000)),
        TENS.replace("20 40 10 70", &"20 40 ".repeat(100_000)),
        format!("{TENS}a = {}", "[".repeat(1_000_000)),
        format!("tips = [\"0\"tens\"{}", "y = \"{m} h: {c".repeat(70_000)),
    ];
    for content in &large {
        attacks.extend(reading("large", "large", content));
    }
    attacks
}

fn waiters() -> Vec<Attack> {
    let mut attacks = Vec::new();
    for words in READERS {
        let arguments: Vec<&str> = words.iter().map(|&word| if word == "FILE" { "pipe" } else { word }).collect();
        for has_writer in [false, true] {
            for signal in [Signal::INT, Signal::TERM] {
                attacks.push(Attack::Wait { arguments: arguments.clone(), has_writer, signal });
            }
        }
    }
    attacks
}

/// Runs a command on a file, and looks for what it opened for writing outside the store.
fn write(
    user: &User,
    file: &str,
    content: &str,
    arguments: &[&str],
    typist: &Typist,
) -> anyhow::Result<Option<String>> {
    let home = user.home().to_string_lossy().into_owned();
    user.write(file, content.replace("HOME", &home))?;
    user.write(".bashrc", "alias ls='ls -l'\n")?;
    user.write("tens.toml", TENS)?;
    std::fs::create_dir(user.path("folder"))?;
    std::os::unix::fs::symlink(user.path(".bashrc"), user.path("link"))?;
    if content.contains("\"pipe\"") {
        // Somebody writes to it, so that nobody waits for ever: whether it is read at all is another question.
        user.write("pipe", "")?;
    }
    let outside = |user: &User| {
        let mut files = files_below(user.home());
        files.retain(|path, _| !path.starts_with("data"));
        files
    };
    let before = outside(user);
    let trace = tempfile::NamedTempFile::new()?;
    let mut command = strace::watching(user, trace.path());
    command.args(arguments);
    let ran = run(command, typist, None)?;
    if ran.status.is_none() {
        return Ok(Some(format!("it did not end: {}", ran.to_be_seen())));
    }
    if ran.code() == Some(101) || ran.code().is_none() {
        return Ok(Some(format!("it ended with {:?}: {}", ran.status, ran.to_be_seen())));
    }
    let trace = String::from_utf8_lossy(&std::fs::read(trace.path())?).into_owned();
    let calls = strace::calls(&trace);
    anyhow::ensure!(!calls.is_empty(), "nothing was watched");
    let harm = calls.iter().filter(|call| call.result.is_some()).find_map(|call| changed(call, &user.data()));
    if let Some(path) = harm {
        return Ok(Some(format!("it would change {}", path.display())));
    }
    Ok((before != outside(user)).then(|| "files outside the store are not what they were".into()))
}

/// The file outside the store that a call changes, or tries to.
fn changed(call: &Call, store: &Path) -> Option<PathBuf> {
    let argument = |at: usize| call.arguments.get(at).map_or("", String::as_str);
    let here = |at: usize| joined("", argument(at));
    let paths = match call.name.as_str() {
        "open" | "openat" => {
            let flags = call.arguments.join(" ");
            let is_writing = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].iter().any(|flag| flags.contains(flag));
            let path = if call.name == "open" { here(0) } else { joined(argument(0), argument(1)) };
            if is_writing { vec![path] } else { Vec::new() }
        }
        "ftruncate" | "fchmod" => named(argument(0)).into_iter().collect(),
        "creat" | "truncate" | "unlink" | "mkdir" | "chmod" => vec![here(0)],
        "rename" | "link" | "symlink" => vec![here(0), here(1)],
        "renameat" | "renameat2" | "linkat" => vec![joined(argument(0), argument(1)), joined(argument(2), argument(3))],
        "unlinkat" | "mkdirat" | "fchmodat" => vec![joined(argument(0), argument(1))],
        _ => Vec::new(),
    };
    let is_allowed = |path: &PathBuf| {
        let is_inside = path.starts_with(store) && !path.components().any(|part| part.as_os_str() == "..");
        let is_device = path.starts_with("/dev/null") || path.starts_with("/dev/pts") || path.starts_with("/dev/tty");
        is_inside || is_device || path.starts_with("/proc/self/task")
    };
    paths.into_iter().find(|path| !is_allowed(path))
}

/// Lets a command wait for a pipe, and tells it to stop.
fn wait(user: &User, arguments: &[&str], has_writer: bool, signal: Signal) -> anyhow::Result<Option<String>> {
    let pipe = user.path("pipe");
    anyhow::ensure!(std::process::Command::new("mkfifo").arg(&pipe).status()?.success(), "mkfifo");
    // Open for both, it can be had at once, and whoever else opens it for reading waits for a word.
    let _writer = if has_writer { Some(File::options().read(true).write(true).open(&pipe)?) } else { None };
    let mut command = user.command(user.program());
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let pid = pid.ok_or_else(|| anyhow::anyhow!("a child has a number"))?;
    let deadline = Instant::now() + PATIENCE;
    // Whoever refuses pipes ends by itself.
    while child.try_wait()?.is_none() && !is_waiting_for_a_pipe(pid) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
    // Not waited for yet, so the number is its own; one that has ended feels nothing.
    let _ = kill_process(pid, signal);
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok((status.code() == Some(101)).then(|| "a panic".into()));
        }
        thread::sleep(Duration::from_millis(1));
    }
    child.kill()?;
    child.wait()?;
    Ok(Some(format!("it waits on after {}", strace::signal_name(signal))))
}

/// Whether any thread of a process waits for a pipe to be opened or written to.
fn is_waiting_for_a_pipe(pid: Pid) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero()));
    threads.into_iter().flatten().flatten().any(|thread| {
        let place = std::fs::read_to_string(thread.path().join("wchan")).unwrap_or_default();
        place.contains("pipe_read") || place.contains("wait_for_partner") || place.contains("fifo_open")
    })
}
