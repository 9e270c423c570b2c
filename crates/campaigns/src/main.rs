//! Campaigns against the built program, from outside: kills at every system call, hostile files, hostile bots.
#![allow(clippy::print_stderr, reason = "this is a tool that tells what it does")]

mod disk;
mod hall;
mod kill;
mod order;
mod report;
mod run;
mod strace;
mod surface;
mod user;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Parser;

use hall::Hall;
use report::Tally;

/// So many findings are shown; all of them are in a file.
const SHOWN: usize = 10;
const LONGEST: usize = 600;

/// A campaign, how large it usually is, and how large in the tests.
struct Campaign {
    name: &'static str,
    usual: usize,
    small: usize,
    what: &'static str,
    run: fn(&Hall, usize) -> anyhow::Result<Tally>,
}

const CAMPAIGNS: &[Campaign] = &[
    Campaign {
        name: "kill-line",
        usual: 1_000,
        small: 60,
        what: "kills and signals at the system calls of line mode",
        run: |hall, count| kill::at_calls(hall, "line", count),
    },
    Campaign {
        name: "kill-match",
        usual: 1_000,
        small: 60,
        what: "the same in a match",
        run: |hall, count| kill::at_calls(hall, "match", count),
    },
    Campaign {
        name: "kill-full",
        usual: 1_000,
        small: 40,
        what: "the same on the full screen",
        run: |hall, count| kill::at_calls(hall, "full", count),
    },
    Campaign {
        name: "kill-streak",
        usual: 1_000,
        small: 40,
        what: "the same with puzzles",
        run: |hall, count| kill::at_calls(hall, "streak", count),
    },
    Campaign {
        name: "kill-arena",
        usual: 1_000,
        small: 40,
        what: "the same in an arena",
        run: |hall, count| kill::at_calls(hall, "arena", count),
    },
    Campaign {
        name: "kill-random",
        usual: 3_000,
        small: 100,
        what: "kills and signals at random moments of all of them",
        run: kill::at_random,
    },
    Campaign {
        name: "order",
        usual: 150,
        small: 15,
        what: "the order of system calls: what is shown would survive a power cut",
        run: order::campaign,
    },
];

/// Campaigns against the built program.
#[derive(Parser)]
struct Args {
    /// The campaign; all of them without it
    campaign: Option<String>,
    /// How much of it
    count: Option<usize>,
    /// The program
    #[arg(long, default_value = "target/release/divisor-duel")]
    program: PathBuf,
    /// How many runs at a time
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    jobs: usize,
    /// Where chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The table that the results go to
    #[arg(long)]
    report: Option<PathBuf>,
    /// A little of everything, as the tests do it
    #[arg(long)]
    small: bool,
}

fn main() -> ExitCode {
    match run_all(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("soak: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs what was asked for; true when nothing was found.
fn run_all(args: &Args) -> anyhow::Result<bool> {
    let program = args.program.canonicalize().with_context(|| format!("cannot find {}", args.program.display()))?;
    anyhow::ensure!(strace::is_installed(), "strace is needed");
    let hall = Hall { program, jobs: args.jobs.max(1), seed: args.seed };
    let is_wanted = |campaign: &&Campaign| args.campaign.as_deref().is_none_or(|name| name == campaign.name);
    let wanted: Vec<&Campaign> = CAMPAIGNS.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let known: Vec<String> = CAMPAIGNS.iter().map(|it| format!("  {:14}{}", it.name, it.what)).collect();
        anyhow::bail!("there is no such campaign; there are:\n{}", known.join("\n"));
    }
    let mut is_clean = true;
    for campaign in wanted {
        let usual = if args.small { campaign.small } else { campaign.usual };
        let start = Instant::now();
        let tally = (campaign.run)(&hall, args.count.unwrap_or(usual)).with_context(|| campaign.name)?;
        let Tally { amount, findings, besides } = &tally;
        let seconds = start.elapsed().as_secs_f32();
        eprintln!("soak: {}: {amount}, {} findings, {besides} ({seconds:.0} s)", campaign.name, findings.len());
        for finding in findings.iter().take(SHOWN) {
            let short: String = finding.chars().take(LONGEST).collect();
            eprintln!("  {}", short.escape_debug().to_string().replace("\\n", "\n    "));
        }
        if findings.len() > SHOWN {
            let all = std::env::temp_dir().join(format!("soak-{}.txt", campaign.name));
            std::fs::write(&all, findings.join("\n"))?;
            eprintln!("  all of them are in {}", all.display());
        }
        is_clean &= findings.is_empty();
        if let Some(report) = &args.report {
            report::write_row(report, campaign.name, &tally)?;
        }
    }
    Ok(is_clean)
}
