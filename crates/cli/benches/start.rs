//! How long the program takes to be there: `--version`, and the first prompt of a game.
//!
//! Starting any process costs something; the peer is `true`, which does nothing else.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 300;

fn main() -> io::Result<()> {
    let data = tempfile::tempdir()?;
    let program = env!("CARGO_BIN_EXE_divisor-duel");
    let game = |arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).env("XDG_DATA_HOME", data.path());
        command
    };
    let peer = median(|| until_the_end(Command::new("true")))?;
    let version = median(|| until_the_end(game(&["--version"])))?;
    let prompt = median(|| until_shown(game(&["play", "classic"]), "Player 1 selects: "))?;
    let menu = median(|| until_shown(game(&[]), "quit to leave): "))?;
    let mut out = io::stdout().lock();
    writeln!(out, "median of {RUNS} starts      time    against `true`")?;
    for (what, time) in [("true", peer), ("--version", version), ("first prompt", prompt), ("menu", menu)] {
        let ratio = time.as_secs_f64() / peer.as_secs_f64();
        writeln!(out, "{what:<22} {:>7.2} ms  {ratio:>6.2}", time.as_secs_f64() * 1e3)?;
    }
    Ok(())
}

fn median(run: impl Fn() -> io::Result<Duration>) -> io::Result<Duration> {
    let mut times = (0..RUNS).map(|_| run()).collect::<io::Result<Vec<_>>>()?;
    times.sort_unstable();
    Ok(times[RUNS / 2])
}

fn until_the_end(mut command: Command) -> io::Result<Duration> {
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    Ok(start.elapsed())
}

/// The time until the program has shown this text at the end of its output and waits.
fn until_shown(mut command: Command, text: &str) -> io::Result<Duration> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut stdout = child.stdout.take().expect("the output is piped");
    let mut shown = Vec::new();
    let mut chunk = [0; 4_096];
    while !shown.ends_with(text.as_bytes()) {
        let read = stdout.read(&mut chunk)?;
        assert!(read > 0, "the program ended before it showed {text:?}");
        shown.extend_from_slice(&chunk[..read]);
    }
    let time = start.elapsed();
    child.kill()?;
    child.wait()?;
    Ok(time)
}
