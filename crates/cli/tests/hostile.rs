//! Bots that mean no good: each is judged right every time, and nothing of it is left.
//!
//! A bot is a line for the shell. One that is merely wrong has all the time it wants, so that a slow machine changes nothing;
//! one that hangs has little.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(target_os = "linux")]

#[path = "arena/bell.rs"]
mod bell;
mod common;

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use bell::{Bell, signal};
use common::{Ran, User};
use duel::Record;
use duel::record::split_records;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);
const PATIENT: [&str; 4] = ["--time", "60", "--start-time", "60"];
const STRICT: [&str; 4] = ["--time", "0.2", "--start-time", "0.3"];

/// Answers every position with its first legal move, as an honest bot does.
const HONEST: &str = r#"sed -un 's/.*"legal":\[\([^],]*\).*"outcome":null.*/\1/p'"#;

/// An arena with this bot in it, called "hostile", against a computer player called "honest".
struct Trial {
    user: User,
    mark: String,
    keeping: Keeping,
}

/// What the system gives to bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeping {
    /// Whatever there is: namespaces, unless we are ourselves where none can be made.
    Best,
    /// No namespaces: we are in one that allows no others.
    Open,
}

/// What came of it.
struct Verdict {
    ran: Ran,
    report: serde_json::Value,
    faults: Vec<String>,
}

impl Trial {
    fn new() -> Trial {
        Trial::kept(Keeping::Best)
    }

    fn kept(keeping: Keeping) -> Trial {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Trial { user: User::new(), mark: format!("hostile-{}-{number}", std::process::id()), keeping }
    }

    /// The program, in surroundings that give bots no more than they are to have here.
    fn command(&self) -> Command {
        if self.keeping == Keeping::Best || !has_namespaces() {
            return self.user.command();
        }
        let mut command = Command::new("unshare");
        self.user.prepare(&mut command);
        let forbid = "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\"";
        command.args(["--user", "--map-root-user", "sh", "-c", forbid]).arg(common::program());
        command
    }

    fn run(&self, bot: &str, games: u32, options: &[&str]) -> Verdict {
        let (bot, mark, games) = (format!("hostile={bot}"), format!("MARK={}", self.mark), games.to_string());
        let mut arguments = vec!["arena", "--bot", &bot, "--bot", "honest=level:1", "--games", &games, "--env", &mark];
        arguments.push("--json");
        if !options.contains(&"--game") {
            arguments.extend(["--game", "juniper-green:30"]);
        }
        // From the start: a chance opening can leave the computer a move that wins before the bot is asked at all.
        if !options.contains(&"--opening") {
            arguments.extend(["--opening", "0"]);
        }
        arguments.extend(options);
        let mut command = self.command();
        command.args(&arguments);
        let ran = common::run(command, "");
        assert_eq!(ran.code, Some(0), "{bot}: {}", ran.stderr);
        if self.keeping == Keeping::Open {
            assert!(ran.stderr.contains("no namespaces of their own"), "{}", ran.stderr);
        }
        assert_eq!(self.survivors(), Vec::<String>::new(), "{bot}");
        let report = serde_json::from_str(&ran.stdout).unwrap();
        let text = fs::read_to_string(self.user.path("arena.duel")).unwrap();
        let records = split_records(&text).records;
        let faults = records.iter().filter_map(|record| {
            let record: Record = record.text.parse().unwrap();
            record.fault().map(String::from)
        });
        Verdict { ran, report, faults: faults.collect() }
    }

    /// An arena with a bot that does this, rings, and never answers. When it is over everybody who had a part in it is gone.
    fn ring(&self, deed: &str, on_ring: impl FnMut(u32) + Send) -> bell::Rung {
        let bell = Bell::new(&self.user.path(""));
        let fifo = self.user.path("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        // The bot and whatever it starts hold the pipe open as long as they live, and so does the referee.
        let bot = format!("hostile=exec 9>{}; {deed}; {}; exec sleep 1000", fifo.display(), bell.ring());
        let mark = format!("MARK={}", self.mark);
        let arguments = ["arena", "--bot", &bot, "--bot", "honest=level:1", "--opening", "0", "--env", &mark];
        let mut inner = self.command();
        inner.args(arguments).args(PATIENT);
        let mut command = Command::new("sh");
        self.user.prepare(&mut command);
        command.args(["-c", "fifo=$0; exec \"$@\" 9>$fifo"]).arg(&fifo).arg(inner.get_program()).args(inner.get_args());
        let listener = std::thread::spawn(move || fs::read(fifo).unwrap());
        let ran = bell.run(command, on_ring);
        assert_eq!(listener.join().unwrap(), b"", "the end of the file is the end of everybody but the warden");
        // That follows its bot, and nobody can wait for it.
        let deadline = Instant::now() + PATIENCE;
        while !self.survivors().is_empty() && Instant::now() < deadline {
            std::thread::yield_now();
        }
        assert_eq!(self.survivors(), Vec::<String>::new(), "{deed}");
        ran
    }

    /// The wardens of this arena.
    fn wardens(&self) -> Vec<u32> {
        let marked = self.marked();
        let is_warden = |path: &std::path::PathBuf| {
            fs::read(path.join("cmdline")).is_ok_and(|line| line.starts_with(b"divisor-duel-warden"))
        };
        let number = |path: std::path::PathBuf| path.file_name()?.to_str()?.parse().ok();
        marked.into_iter().filter(is_warden).filter_map(number).collect()
    }

    /// The processes that have this arena's mark in their environment.
    fn survivors(&self) -> Vec<String> {
        let marked = self.marked().into_iter();
        marked.map(|path| fs::read_to_string(path.join("cmdline")).unwrap_or_default()).collect()
    }

    fn marked(&self) -> Vec<std::path::PathBuf> {
        let mark = format!("MARK={}", self.mark);
        let has_mark = |path: &std::path::Path| {
            let environment = fs::read(path.join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
        };
        let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
        processes.filter(|path| has_mark(path)).collect()
    }
}

impl Verdict {
    /// The hostile bot lost all games, all of them for this reason; the honest one lost none.
    fn lost_by(&self, reason: &str, fault: &str) {
        let [hostile, honest] = [0, 1].map(|at| &self.report["bots"][at]);
        assert_eq!(hostile["name"], "hostile");
        assert_eq!(hostile["losses"][reason], hostile["games"], "{}{}", self.report, self.ran.stderr);
        assert_eq!((&honest["wins"], &hostile["wins"]), (&hostile["games"], &serde_json::json!(0)));
        assert!(self.faults.iter().all(|told| told.contains(fault)), "{:?}", self.faults);
        assert_eq!(serde_json::json!(self.faults.len()), hostile["games"]);
    }
}

#[test]
fn an_honest_bot_is_not_taken_for_a_hostile_one() {
    let verdict = Trial::new().run(HONEST, 20, &PATIENT);
    assert_eq!(verdict.faults, Vec::<String>::new());
    for reason in ["illegal-number", "time", "forfeit"] {
        assert_eq!(verdict.report["bots"][0]["losses"][reason], 0);
    }
    assert_eq!(verdict.report["games"], 20);
}

#[test]
fn fault_13_garbage_loses() {
    for said in ["hello", "", "twelve", "12.5", "-2", "[2]", "null", "I win", r#"{"legal":[2]}"#, "2 4"] {
        let bot = format!("while read -r l; do echo '{said}'; done");
        Trial::new().run(&bot, 4, &PATIENT).lost_by("forfeit", "is not a move");
    }
}

#[test]
fn fault_13_bytes_that_are_no_text_lose() {
    let bot = r"while read -r l; do printf '\377\000\376\n'; done";
    Trial::new().run(bot, 4, &PATIENT).lost_by("forfeit", "is not a move");
}

#[test]
fn fault_13_an_illegal_move_loses_in_every_book() {
    // It says nothing when a game is over, and goes on to the next.
    let bot = r#"sed -un 's/.*"outcome":null.*/99/p'"#;
    let verdict = Trial::new().run(bot, 6, &PATIENT);
    verdict.lost_by("illegal-number", "99 is not on this board");
    for code in ["classic", "last-resort", "chain", "chain,invalid=loses", "take:2..30,misere"] {
        let trial = Trial::new();
        trial.run(bot, 4, &[&PATIENT[..], &["--game", code]].concat()).lost_by("illegal-number", "99 is not");
    }
    let bot = r#"sed -un 's/.*"outcome":null.*/60\/7/p'"#;
    for code in ["divider:60,84,90", "divider:60,84,90,invalid=retry"] {
        let trial = Trial::new();
        trial.run(bot, 4, &[&PATIENT[..], &["--game", code]].concat()).lost_by("illegal-number", "answered:");
    }
}

#[test]
fn fault_13_two_lines_at_once_lose() {
    let bot = r#"sed -un 's/.*"legal":\[\([^],]*\).*"outcome":null.*/\1\n\1/p'"#;
    Trial::new().run(bot, 6, &PATIENT).lost_by("forfeit", "answered with more than one line");
}

#[test]
fn fault_13_whoever_does_not_stop_speaking_loses() {
    Trial::new().run("yes 2", 6, &PATIENT).lost_by("forfeit", "answered with more than one line");
}

#[test]
fn fault_14_silence_loses_on_time() {
    let told = "had no answer after 0.5 s; if it wrote one, it did not flush its output";
    Trial::new().run("cat >/dev/null", 4, &STRICT).lost_by("time", told);
}

#[test]
fn fault_14_a_slow_start_loses_on_time() {
    Trial::new().run(&format!("sleep 100; {HONEST}"), 4, &STRICT).lost_by("time", "had no answer after 0.5 s");
}

#[test]
fn fault_14_a_slow_start_within_the_time_to_start_is_fair() {
    // Whoever begins divides 6 down to a prime, and has won: there is one answer to give, the first of its process.
    let options = ["--time", "0.05", "--start-time", "60", "--game", "divider:6", "--opening", "0"];
    let verdict = Trial::new().run(&format!("sleep 0.3; {HONEST}"), 2, &options);
    assert_eq!(verdict.faults, Vec::<String>::new());
    assert_eq!(verdict.report["bots"][0]["wins"], 1);
}

#[test]
fn fault_14_hanging_at_a_later_move_loses_on_time() {
    let bot = format!("{HONEST} | {{ read -r m; echo $m; sleep 100; }}");
    let verdict = Trial::new().run(&bot, 4, &["--time", "0.2", "--start-time", "60"]);
    let losses = &verdict.report["bots"][0]["losses"];
    assert_eq!(verdict.report["bots"][0]["games"], 4);
    assert!(losses["time"].as_u64().unwrap() >= 1, "{losses}");
    assert_eq!((&losses["forfeit"], &losses["illegal-number"]), (&serde_json::json!(0), &serde_json::json!(0)));
    assert!(verdict.faults.iter().all(|fault| fault == "had no answer after 0.2 s"), "{:?}", verdict.faults);
}

#[test]
fn fault_14_whoever_does_not_read_does_not_hold_anybody_up() {
    // The first line is larger than a pipe: a referee that waits for it to be read waits for ever.
    let large = ["--game", "take:1..40000"];
    Trial::new().run("sleep 100", 2, &[&STRICT[..], &large].concat()).lost_by("time", "had no answer");
    let options = ["--game", "take:1..40000", "--opening", "0", "--time", "0.2", "--start-time", "60"];
    let answers = Trial::new().run("echo 2; sleep 100", 2, &options);
    assert_eq!(
        answers.faults[0],
        "wrote out of turn: \"2\" (one line for each question, and none for the last line of a game)",
        "an answer before the question has been read"
    );
}

#[test]
fn fault_14_hanging_at_the_end_holds_nobody_up() {
    let bot = format!("{HONEST}; trap '' TERM INT HUP; sleep 1000 & wait; sleep 1000");
    let verdict = Trial::new().run(&bot, 4, &PATIENT);
    assert_eq!(verdict.faults, Vec::<String>::new());
}

#[test]
fn fault_15_a_crash_loses_that_game_and_the_bot_is_started_again() {
    let trial = Trial::new();
    let started = trial.user.path("started");
    let bot = format!("echo x >>{}; read -r l; echo 'no luck' >&2; exit 3", started.display());
    let verdict = trial.run(&bot, 6, &PATIENT);
    verdict.lost_by("forfeit", "ended with exit code 3 instead of answering; its last words: \"no luck\"");
    assert_eq!(fs::read_to_string(started).unwrap().lines().count(), 6);
    let log = fs::read_to_string(trial.user.path("arena.log")).unwrap();
    assert_eq!(log, "hostile: no luck\n".repeat(6));
    assert!(verdict.ran.stderr.contains("hostile lost game 1: it ended with exit code 3"), "{}", verdict.ran.stderr);
}

#[test]
fn fault_15_dying_by_a_signal_or_not_existing_at_all_loses() {
    Trial::new().run("read -r l; kill -SEGV $$", 2, &PATIENT).lost_by("forfeit", "ended with exit code 139 (SIGSEGV)");
    Trial::new().run("no-such-program-anywhere", 2, &PATIENT).lost_by("forfeit", "ended with exit code 127");
    Trial::new()
        .run("read -r l; printf 2", 2, &PATIENT)
        .lost_by("forfeit", "ended with exit code 0 after \"2\", which has no end of a line");
    Trial::new().run("exec >&-; sleep 100", 2, &PATIENT).lost_by("forfeit", "closed its output instead of answering");
    Trial::new().run("exec >&-; cat >&2", 2, &PATIENT).lost_by("forfeit", "closed its output instead of answering");
}

#[test]
fn whoever_ends_well_after_a_game_is_started_again_for_the_next() {
    let trial = Trial::new();
    let started = trial.user.path("started");
    let bot = format!(
        "echo x >>{}; while read -r l; do case $l in *'\"outcome\":null'*) echo \"$l\" | {HONEST};; *) exit 0;; esac; done",
        started.display()
    );
    let verdict = trial.run(&bot, 6, &PATIENT);
    assert_eq!(verdict.faults, Vec::<String>::new());
    assert_eq!(fs::read_to_string(started).unwrap().lines().count(), 6);
}

#[test]
fn whoever_answers_the_end_of_a_game_is_told_so_and_does_not_stay_behind() {
    // It has no legal number to name at the end, and writes something nevertheless.
    let bot = r#"while read -r l; do m=$(echo "$l" | sed -n 's/.*"legal":\[\([0-9]*\).*/\1/p'); echo "${m:-99}"; done"#;
    let verdict = Trial::new().run(bot, 8, &PATIENT);
    let explanations = ["none for the last line of a game", "its last line needs no answer", "more than one line"];
    let explained = |fault: &String| explanations.iter().any(|words| fault.contains(words));
    assert!(!verdict.faults.is_empty() && verdict.faults.iter().all(explained), "{:?}", verdict.faults);
    // After each fault it begins anew, so that every second game is in step.
    assert!(verdict.faults.len() <= 4, "{:?}", verdict.faults);
}

#[test]
fn fault_16_floods_and_lines_without_end_lose() {
    Trial::new().run("yes", 4, &PATIENT).lost_by("forfeit", "more than one line: \"y\\ny\\ny");
    Trial::new().run("cat /dev/zero", 4, &PATIENT).lost_by("forfeit", "more than 64 KiB");
    Trial::new()
        .run("read -r l; head -c 65537 /dev/zero; echo; cat", 4, &PATIENT)
        .lost_by("forfeit", "more than 64 KiB");
    let unfinished = Trial::new().run("printf 12; sleep 100", 2, &["--time", "0.2", "--start-time", "4"]);
    unfinished.lost_by("time", "had written \"12\" after 4.2 s, and not the end of a line");
}

#[test]
fn fault_16_a_line_of_exactly_64_kib_is_a_line() {
    // All of it but the last character is white space in front of a move.
    let bot = r#"while read -r l; do m=$(echo "$l" | sed -n 's/.*"legal":\[\([^],]*\).*"outcome":null.*/\1/p'); [ "$m" ] && printf '%65536s\n' "$m"; done"#;
    let verdict = Trial::new().run(bot, 2, &PATIENT);
    assert_eq!(verdict.faults, Vec::<String>::new());
}

#[test]
fn fault_16_a_flood_of_standard_error_holds_nobody_up_and_does_not_fill_the_disk() {
    let trial = Trial::new();
    let verdict = trial.run(&format!("echo scream >&2; yes scream >&2 & {HONEST}"), 4, &PATIENT);
    assert_eq!(verdict.faults, Vec::<String>::new(), "its moves are good");
    let log = trial.user.path("arena.log");
    assert!(fs::metadata(log).unwrap().len() < 4 << 20);
    Trial::new().run("yes scream >&2", 2, &STRICT).lost_by("time", "had no answer");
}

#[test]
fn fault_17_children_sessions_and_orphans_do_not_survive() {
    for keeping in [Keeping::Best, Keeping::Open] {
        let trial = Trial::kept(keeping);
        let started = trial.user.path("started");
        // A child, a grandchild without a parent, one in a session of its own, and one in a session without a parent. The
        // pipe that they hold open ends with the last of them, also of those without the mark in their environment.
        let fifo = trial.user.path("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let bot = format!(
            "exec 9>{fifo}; echo x >>{started}; sleep 1000 & (sleep 1001 &); setsid sh -c 'trap \"\" TERM HUP; sleep 1002 & wait' & \
             env -i setsid sh -c 'exec sleep 1003' & {HONEST}",
            fifo = fifo.display(),
            started = started.display()
        );
        let listener = std::thread::spawn(move || fs::read(fifo).unwrap());
        let verdict = trial.run(&bot, 6, &PATIENT);
        assert_eq!(verdict.faults, Vec::<String>::new(), "its moves are good");
        assert_eq!(listener.join().unwrap(), b"", "the end of the file is the end of everybody");
        assert_eq!(fs::read_to_string(started).unwrap(), "x\n");
    }
}

/// Processes that fork and end, each in a session of its own, so many at a time: for the shell. They end with the folder of
/// the test, so that one that fails leaves nothing behind.
fn swarm(trial: &Trial, count: u32) -> String {
    let source = r#"
        unsafe extern "C" { safe fn fork() -> i32; safe fn setsid() -> i32; safe fn _exit(code: i32) -> !; }
        fn main() {
            let mut arguments = std::env::args().skip(1);
            let (count, here) = (arguments.next().unwrap().parse().unwrap(), arguments.next().unwrap());
            for _ in 0..count {
                if fork() == 0 {
                    while std::path::Path::new(&here).exists() {
                        setsid();
                        if fork() > 0 { _exit(0) }
                    }
                    _exit(0)
                }
            }
        }"#;
    let (source, swarm) = (trial.user.write("swarm.rs", source), trial.user.path("swarm"));
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(compiler).args(["--edition", "2024", "-O", "-o"]).arg(&swarm).arg(&source).status();
    assert!(compiled.unwrap().success());
    format!("{} {count} {}", swarm.display(), source.display())
}

/// Whether bots can have namespaces where the tests run.
fn has_namespaces() -> bool {
    let tried = ["--user", "--map-root-user", "--pid", "--mount", "--fork", "--mount-proc", "true"];
    Command::new("unshare").args(tried).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[test]
fn fault_17_a_process_that_forks_and_ends_for_ever_is_caught() {
    for keeping in [Keeping::Best, Keeping::Open] {
        let trial = Trial::kept(keeping);
        let verdict = trial.run(&format!("{}; {HONEST}", swarm(&trial, 1)), 4, &PATIENT);
        assert_eq!(verdict.faults, Vec::<String>::new(), "its moves are good");
    }
}

#[test]
fn fault_52_a_swarm_that_forks_and_ends_for_ever_is_caught_and_the_arena_goes_on() {
    // Only a namespace is certain to hold it; where there is none that is said at the start.
    if !has_namespaces() {
        return;
    }
    let trial = Trial::new();
    trial.run(&format!("{}; exec sleep 1000", swarm(&trial, 200)), 2, &STRICT).lost_by("time", "had no answer");
    let trial = Trial::new();
    let verdict = trial.run(&format!("{}; exec {HONEST}", swarm(&trial, 50)), 4, &PATIENT);
    assert_eq!(verdict.faults, Vec::<String>::new(), "its moves are good");
}

#[test]
fn fault_52_nothing_of_a_swarm_survives_a_signal_or_the_end_of_referee_or_warden() {
    if !has_namespaces() {
        return;
    }
    for (name, code) in [("INT", Some(130)), ("TERM", Some(143)), ("KILL", None)] {
        let trial = Trial::new();
        let ran = trial.ring(&swarm(&trial, 50), |referee| signal(name, referee));
        assert_eq!(ran.code, code, "{name}: {}", ran.stderr);
    }
    // Without its warden a bot has left, and is started again: the test ends the arena the second time.
    let trial = Trial::new();
    let mut rings = 0;
    let ran = trial.ring(&swarm(&trial, 50), |referee| {
        rings += 1;
        if rings == 1 {
            trial.wardens().into_iter().for_each(|warden| signal("KILL", warden));
        } else {
            signal("TERM", referee);
        }
    });
    assert_eq!((ran.code, rings), (Some(143), 2), "{}", ran.stderr);
}

#[test]
fn fault_52_a_limited_number_of_processes_is_all_that_a_bot_can_have() {
    if !has_namespaces() {
        return;
    }
    let trial = Trial::new();
    let count = trial.user.path("count");
    let many = format!(
        "import os
count = 0
try:
    while count < 3000:
        if os.fork() == 0:
            os.read(os.pipe()[0], 1)
        count += 1
except OSError: pass
open('{}', 'w').write(str(count))",
        count.display()
    );
    trial.user.write("many.py", many);
    trial.run("python3 many.py; exit 1", 2, &PATIENT).lost_by("forfeit", "ended with exit code 1");
    let count: u32 = fs::read_to_string(count).unwrap().parse().unwrap();
    // A system before 6.14 does not limit what root has.
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse::<u32>().unwrap());
    let is_new = (numbers.next(), numbers.next()) >= (Some(6), Some(14));
    assert!(count > 500 && (count < 1_400 || !is_new), "{count}");
}

#[test]
fn fault_17_whoever_kills_or_stops_the_warden_does_not_survive_either() {
    for keeping in [Keeping::Best, Keeping::Open] {
        for signal in ["KILL", "STOP"] {
            let bot = format!("kill -{signal} $PPID; (setsid sleep 1000 &); {HONEST}");
            let verdict = Trial::kept(keeping).run(&bot, 2, &PATIENT);
            assert_eq!(verdict.faults, Vec::<String>::new(), "its moves are good");
        }
    }
}

#[test]
fn fault_17_nothing_survives_a_referee_that_is_killed() {
    for keeping in [Keeping::Best, Keeping::Open] {
        let trial = Trial::kept(keeping);
        // A bot that holds its own input open is not told that the referee is gone.
        let ran = trial.ring("exec 8>/proc/self/fd/0; (setsid sleep 1000 &)", |referee| signal("KILL", referee));
        assert_eq!(ran.code, None, "{}", ran.stderr);
    }
}

#[test]
fn fault_18_a_claim_is_ignored() {
    let claim = r#"{"outcome":{"winner":1,"reason":"no-move"},"winner":2}"#;
    let bot = format!("while read -r l; do echo '{claim}'; done");
    Trial::new().run(&bot, 4, &PATIENT).lost_by("forfeit", "is not a move");
    // Beside a move it changes nothing: the game is played to its end.
    let with_move = r#"sed -un 's/.*"legal":\[\([^],]*\).*"outcome":null.*/{"move":\1,"outcome":{"winner":1}}/p'"#;
    let honest = Trial::new().run(HONEST, 10, &PATIENT);
    let claiming = Trial::new().run(with_move, 10, &PATIENT);
    assert_eq!(claiming.faults, Vec::<String>::new());
    assert_eq!(claiming.report["pairs"], honest.report["pairs"]);
}

#[test]
fn no_file_descriptor_is_left_open_and_none_is_handed_to_bots() {
    let trial = Trial::new();
    let theirs = trial.user.path("theirs");
    // Lists its own open files, and leaves, so that it is started again for each game.
    let bot = format!("hostile=ls /proc/$$/fd >>{}; exit 1", theirs.display());
    let arguments = ["arena", "--bot", &bot, "--bot", "honest=level:1", "--games", "40", "--opening", "0", "--json"];
    // A referee that kept one open for each start would soon have too many.
    let mut command = Command::new("sh");
    trial.user.prepare(&mut command);
    command.args(["-c", "ulimit -n 30; exec \"$0\" \"$@\""]).arg(common::program()).args(arguments).args(PATIENT);
    let ran = common::run(command, "");
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(report["bots"][0]["losses"]["forfeit"], 40, "{}", ran.stderr);
    // The three that every process has, and the one that its shell keeps while it lists them.
    assert_eq!(fs::read_to_string(theirs).unwrap(), "0\n1\n10\n2\n".repeat(40));
}

#[test]
fn fault_53_the_environment_of_the_arena_is_nothing_that_a_bot_can_read() {
    if !has_namespaces() {
        return;
    }
    let trial = Trial::new();
    let seen = trial.user.path("seen");
    let bot =
        format!("hostile=umount /proc; cat /proc/[0-9]*/environ >{}; ls -d /proc/[0-9]* >&2; exit 1", seen.display());
    let mut command = trial.command();
    command.env("SECRET", "the key to everything");
    command.args(["arena", "--bot", &bot, "--bot", "honest=level:1", "--games", "2", "--opening", "0"]).args(PATIENT);
    let ran = common::run(command, "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let seen = fs::read(seen).unwrap();
    let seen = String::from_utf8_lossy(&seen);
    assert!(seen.contains("PATH=") && !seen.contains("the key to everything"), "{seen}");
    let log = fs::read_to_string(trial.user.path("arena.log")).unwrap();
    assert!(log.contains("hostile: /proc/1\n") && !log.contains(&std::process::id().to_string()), "{log}");
}

#[test]
fn fault_53_whoever_touches_the_records_is_noticed() {
    let harm = [
        (": >arena.duel", "bytes instead of"),
        ("rm arena.duel", "it was removed"),
        ("cp arena.duel x; mv x arena.duel", "there is another file"),
        ("sed -n 1p arena.duel >>arena.duel", "bytes instead of"),
        // In its place, and of the same length: the first game's, which is the last one written only when it is the only one.
        ("sed '0,/Round \"1/s//Round \"2/' arena.duel >x; cat x >arena.duel", "is not what was written"),
    ];
    for (deed, what) in harm {
        // Between two games, and before the last one.
        for games in [1, 3] {
            let trial = Trial::new();
            let bot = format!(
                "hostile=while read -r l; do case $l in *outcome\\\":null*) [ $((n)) != {games} ] || [ -e done ] || {{ \
                 until [ $(grep -c Round arena.duel) = {games} ]; do :; done; touch done; {deed}; }};; *) n=$((n + 1));; esac; \
                 echo \"$l\"; done | {HONEST}"
            );
            let arguments = ["arena", "--bot", &bot, "--bot", "honest=level:1", "--games", "4", "--game", "evens"];
            let mut command = trial.command();
            command.args(arguments).args(["--opening", "0"]).args(PATIENT);
            let ran = common::run(command, "");
            assert_eq!(ran.code, Some(1), "{deed}: {}", ran.stderr);
            let told = "arena.duel was changed while the arena ran, by a bot or by somebody else: ";
            assert!(ran.stderr.contains(told) && ran.stderr.contains(what), "{deed}: {}", ran.stderr);
            // What had been on disk has been counted.
            assert!(ran.stdout.starts_with("Results, and how games were lost\n"), "{deed}: {}", ran.stdout);
        }
    }
}

#[test]
fn a_bot_has_a_small_environment_limits_and_a_session_of_its_own() {
    let trial = Trial::new();
    let seen = trial.user.path("seen");
    let bot =
        format!("hostile={{ env; ulimit -c; ulimit -n; cut -d' ' -f5-8 /proc/$$/stat; echo $$; }} >{}", seen.display());
    let mut command = trial.user.command();
    command.env("SECRET", "x").env("LANG", "C.UTF-8").env("WANTED", "yes");
    command.args([
        "arena",
        "--bot",
        &bot,
        "--bot",
        "honest=level:1",
        "--games",
        "1",
        "--env",
        "WANTED",
        "--env",
        "SET=it",
    ]);
    assert_eq!(common::run(command, "").code, Some(0));
    let seen = fs::read_to_string(seen).unwrap();
    for expected in ["\nWANTED=yes\n", "\nSET=it\n", "\nLANG=C.UTF-8\n", "\nHOME=", "\nPATH=", "\n0\n1024\n"] {
        assert!(format!("\n{seen}").contains(expected), "{expected:?} in {seen}");
    }
    assert!(!seen.contains("SECRET") && !seen.contains("XDG_DATA_HOME"), "{seen}");
    let mut lines = seen.lines().rev();
    let pid = lines.next().unwrap();
    let [group, session, terminal, _] = lines.next().unwrap().split(' ').collect::<Vec<_>>()[..] else {
        panic!("{seen}")
    };
    assert_eq!((group, terminal), (pid, "0"), "a process group of its own, and no terminal: {seen}");
    assert_ne!(session, fs::read_to_string("/proc/self/sessionid").unwrap_or_default());
}

#[test]
fn a_bot_that_wants_too_much_memory_does_not_get_it() {
    let bot = "python3 -c 'x = bytearray(200 << 20); input(); print(2); input()'";
    let refused = Trial::new().run(bot, 2, &[&PATIENT[..], &["--memory", "100"]].concat());
    refused.lost_by("forfeit", "MemoryError");
}

#[test]
fn fault_12_clocks_do_not_know_the_time_of_day() {
    for (file, source) in common::source("arena") {
        assert!(!source.contains("SystemTime"), "{file}: only monotonic clocks measure a bot's time");
    }
}

#[test]
fn fault_52_the_first_process_of_a_cell_and_the_settings_of_the_system_are_nobodys() {
    if !has_namespaces() {
        return;
    }
    let trial = Trial::new();
    let bot = format!(
        "(exec 5<>/proc/1/mem) 2>/dev/null && touch seized; (echo 99999 >/proc/sys/kernel/pid_max) 2>/dev/null && touch lifted; \
         (exec 5>>/proc/sys/kernel/core_pattern) 2>/dev/null && touch set; touch tried; exec {HONEST}"
    );
    let verdict = trial.run(&bot, 2, &PATIENT);
    assert_eq!(verdict.faults, Vec::<String>::new());
    for (name, is_there) in [("tried", true), ("seized", false), ("lifted", false), ("set", false)] {
        assert_eq!(trial.user.path(name).exists(), is_there, "{name}");
    }
}

#[test]
fn fault_53_what_whoever_started_the_arena_has_open_is_not_for_bots() {
    let user = User::new();
    user.write("secret", "a secret");
    let arena = format!(
        "exec 7<secret; exec '{}' arena --bot 'a=cat <&7 >found 2>&1; exec {}' --bot b=level:1 --games 2 --game evens",
        common::program().display(),
        HONEST.replace('\'', "\"'\"'").replace("\"'\"'", "'\\''")
    );
    let mut command = Command::new("sh");
    user.prepare(&mut command);
    command.args(["-c", &arena]);
    let ran = common::run(command, "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let found = fs::read_to_string(user.path("found")).unwrap_or_default();
    assert!(!found.contains("a secret"), "{found}");
}

#[test]
fn a_log_is_a_file_and_no_link_is_followed_to_it() {
    let user = User::new();
    user.write("victim", "mine");
    std::os::unix::fs::symlink("victim", user.path("arena.log")).unwrap();
    let bots =
        ["arena", "--bot", "a=echo hello >&2; exec cat", "--bot", "b=level:1", "--games", "2", "--game", "evens"];
    let refused = user.run(&[&bots[..], &["--record", "arena.duel"]].concat(), "");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("arena.log, where the log would go, is there already"), "{}", refused.stderr);
    fs::remove_file(user.path("arena.log")).unwrap();
    user.run(&[&bots[..], &["--time", "0.2", "--start-time", "0"]].concat(), "");
    assert!(fs::read_to_string(user.path("arena.log")).unwrap().contains("a: hello"));
    // Going on writes into the log that is there, if it is one.
    fs::remove_file(user.path("arena.log")).unwrap();
    std::os::unix::fs::symlink("victim", user.path("arena.log")).unwrap();
    let refused = user.run(&["arena", "--resume", "arena.duel"], "");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("arena.log, where the log would go, is not a file"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(user.path("victim")).unwrap(), "mine");
}
