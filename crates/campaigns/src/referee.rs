//! The second referee's games on every surface: the tests that play a few of them play them all.

use std::process::Command;

use crate::hall::Hall;
use crate::report::Tally;

/// What runs the tests of the program's own surfaces, and of the page.
const TESTS: [(&str, &[&str]); 2] = [
    ("cargo", &["test", "--locked", "-p", "divisor-duel", "--test", "referee", "--", "--nocapture"]),
    ("scripts/test-page", &["referee::", "--nocapture"]),
];

pub(crate) fn campaign(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let mut findings = Vec::new();
    let mut held = Vec::new();
    for (program, arguments) in TESTS {
        let mut command = Command::new(program);
        command.args(arguments).env("REFEREE_GAMES", count.to_string()).env("REFEREE_SEED", hall.seed.to_string());
        let output = command.output()?;
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        held.extend(
            told.lines().filter_map(|line| Some(line.strip_prefix("referee: ")?.split_once(':')?.0.to_owned())),
        );
        let before = findings.len();
        findings.extend(told.split("difference: ").skip(1).map(|each| each.trim_end().to_owned()));
        if !output.status.success() && findings.len() == before {
            let lines: Vec<&str> = told.lines().collect();
            findings.push(format!("{program}: {}", lines[lines.len().saturating_sub(20)..].join("\n")));
        }
    }
    let besides = format!("seed {}; {}", hall.seed, held.join(", "));
    Ok(Tally { amount: format!("{count} games on each of {} surfaces", held.len()), findings, besides })
}

/// Why there is no second referee here, if so.
pub(crate) fn missing() -> Option<String> {
    let there = Command::new("python3").arg("--version").output();
    (!there.is_ok_and(|output| output.status.success())).then(|| "it needs python3".into())
}
