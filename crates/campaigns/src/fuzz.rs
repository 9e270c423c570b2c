//! The fuzz targets, each for so many seconds.

use std::process::Command;

use crate::hall::Hall;
use crate::report::Tally;

const TARGETS: [&str; 7] = ["code", "rule_file", "record", "typed_move", "events", "bot_line", "long_chain"];

pub(crate) fn campaign(_: &Hall, seconds: usize) -> anyhow::Result<Tally> {
    let mut findings = Vec::new();
    let mut executions = 0;
    for target in TARGETS {
        // New inputs go to a scratch folder: the corpus in fuzz/corpus stays small and chosen by hand.
        let scratch = tempfile::tempdir()?;
        let mut command = Command::new("cargo");
        command.args(["+nightly", "fuzz", "run", target]).arg(scratch.path()).arg(format!("fuzz/corpus/{target}"));
        let output = command.args(["--", &format!("-max_total_time={seconds}"), "-print_final_stats=1"]).output()?;
        let told = String::from_utf8_lossy(&output.stderr);
        let runs =
            told.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok());
        executions += runs.unwrap_or(0_u64);
        if !output.status.success() {
            let lines: Vec<&str> = told.lines().collect();
            let last = lines[lines.len().saturating_sub(20)..].join("\n");
            findings.push(format!("{target}: {last}\nthe input is in fuzz/artifacts/{target}"));
        }
    }
    let amount = format!("{} targets, {seconds} s each", TARGETS.len());
    Ok(Tally { amount, findings, besides: format!("{executions} executions") })
}

/// Why there can be no fuzzing here, if so.
pub(crate) fn missing() -> Option<String> {
    let there = Command::new("cargo").args(["+nightly", "fuzz", "--version"]).output();
    let is_there = there.is_ok_and(|output| output.status.success());
    (!is_there).then(|| "it needs a nightly toolchain and cargo-fuzz".into())
}
