//! A large pool, solved by one process and checked by another as it is told.

use std::process::Stdio;

use anyhow::Context;
use nix::sys::resource::{UsageWho, getrusage};
use serde::Deserialize;

use crate::hall::Hall;
use crate::report::Tally;
use crate::user::User;

/// What `verify --json` says of a whole answer.
#[derive(Deserialize)]
struct Proved {
    first_picks: u64,
    winning_count: u64,
    matching: u64,
}

/// The pool 2 to this number.
pub(crate) fn campaign(hall: &Hall, largest: usize) -> anyhow::Result<Tally> {
    let user = User::new(&hall.program)?;
    let (pool, numbers) = (format!("take:2..{largest}"), largest.to_string());
    let before = cpu_seconds()?;
    let mut solver = user
        .command(user.program())
        .args(["solve", &pool, "--proof-all", "-"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let proof = solver.stdout.take().context("the proof comes through a pipe")?;
    let checker = user
        .command(user.program())
        .args(["verify", "/dev/stdin", "--json", "--numbers", &numbers])
        .stdin(proof)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let checked = checker.wait_with_output()?;
    let solved = solver.wait()?;
    let cpu = cpu_seconds()? - before;
    let mut findings = Vec::new();
    if !solved.success() {
        findings.push(format!("{pool}: the solver ended with {solved}"));
    }
    let besides = match serde_json::from_slice(&checked.stdout) {
        Ok(Proved { first_picks, winning_count, matching }) if checked.status.success() => format!(
            "{winning_count} of {first_picks} first picks win, {matching} pairs; {cpu} s of CPU time for both processes",
        ),
        _ => {
            findings.push(format!("{pool}: {}", String::from_utf8_lossy(&checked.stderr)));
            String::new()
        }
    };
    Ok(Tally { amount: format!("2 to {largest}"), findings, besides })
}

/// What all processes have taken that were started here and have ended.
fn cpu_seconds() -> anyhow::Result<i64> {
    let taken = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    Ok(taken.user_time().tv_sec() + taken.system_time().tv_sec())
}
