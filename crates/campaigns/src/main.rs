//! Campaigns against the built programs, from outside: kills at every system call, hostile files, hostile bots.
#![allow(clippy::print_stderr, reason = "this is a tool that tells what it does")]

mod bots;
mod disk;
mod escapes;
mod fuzz;
mod hall;
mod kill;
mod live;
mod measured;
mod mutate;
mod order;
mod referee;
mod report;
mod run;
mod samples;
mod strace;
mod strangers;
mod surface;
mod user;
mod whole;

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

/// A campaign.
struct Campaign {
    name: &'static str,
    /// How large it usually is, and in the tests; what is 0 there is not in the tests.
    usual: usize,
    small: usize,
    what: &'static str,
    /// Why it cannot be done here, if so.
    missing: fn() -> Option<String>,
    run: fn(&Hall, usize) -> anyhow::Result<Tally>,
}

const CAMPAIGNS: &[Campaign] = &[
    Campaign {
        name: "kill-line",
        usual: 1_000,
        small: 60,
        what: "kills and signals at the system calls of line mode",
        missing: strace::missing,
        run: |hall, count| kill::at_calls(hall, "line", count),
    },
    Campaign {
        name: "kill-match",
        usual: 1_000,
        small: 60,
        what: "the same in a match",
        missing: strace::missing,
        run: |hall, count| kill::at_calls(hall, "match", count),
    },
    Campaign {
        name: "kill-full",
        usual: 1_000,
        small: 40,
        what: "the same on the full screen",
        missing: strace::missing,
        run: |hall, count| kill::at_calls(hall, "full", count),
    },
    Campaign {
        name: "kill-streak",
        usual: 1_000,
        small: 40,
        what: "the same with puzzles",
        missing: strace::missing,
        run: |hall, count| kill::at_calls(hall, "streak", count),
    },
    Campaign {
        name: "kill-arena",
        usual: 1_000,
        small: 40,
        what: "the same in an arena",
        missing: strace::missing,
        run: |hall, count| kill::at_calls(hall, "arena", count),
    },
    Campaign {
        name: "kill-random",
        usual: 3_000,
        small: 100,
        what: "kills and signals at random moments of all of them",
        missing: || None,
        run: kill::at_random,
    },
    Campaign {
        name: "order",
        usual: 150,
        small: 15,
        what: "the order of system calls: what is shown would survive a power cut",
        missing: strace::missing,
        run: order::campaign,
    },
    Campaign {
        name: "kill-server",
        usual: 1_000,
        small: 25,
        what: "kills of the server while people play from two places",
        missing: || None,
        run: live::kill,
    },
    Campaign {
        name: "order-server",
        usual: 50,
        small: 3,
        what: "the order of the server's system calls: what it says of a game would survive a power cut",
        missing: strace::missing,
        run: live::order,
    },
    Campaign {
        name: "load",
        usual: 60,
        small: 0,
        what: "the server with 5,000 streams and 2,000 moves a second, for so many seconds",
        missing: || None,
        run: live::load,
    },
    Campaign {
        name: "evening",
        usual: 3_600,
        small: 0,
        what: "the same for an hour: its memory must not grow",
        missing: || None,
        run: live::load,
    },
    Campaign {
        name: "mutate",
        usual: 10_000,
        small: 200,
        what: "damaged files of every kind through every command that reads them",
        missing: || None,
        run: mutate::campaign,
    },
    Campaign {
        name: "strangers",
        usual: 1_000,
        small: 100,
        what: "files made to do harm: paths, dates, devices, pipes, 10^12 of anything",
        missing: strace::missing,
        run: strangers::campaign,
    },
    Campaign {
        name: "escapes",
        usual: 10_000,
        small: 400,
        what: "control characters in every text from outside",
        missing: || None,
        run: escapes::campaign,
    },
    Campaign {
        name: "hostile-bots",
        usual: 100,
        small: 100,
        what: "bots that mean no good, in a process namespace",
        missing: bots::missing,
        run: bots::campaign,
    },
    Campaign {
        name: "referee",
        usual: 1_000,
        small: 0,
        what: "the second referee's games on every surface",
        missing: referee::missing,
        run: referee::campaign,
    },
    Campaign {
        name: "whole",
        usual: 100_000_000,
        small: 200_000,
        what: "a pool up to this number, solved and its proof checked by another process",
        missing: || None,
        run: whole::campaign,
    },
    Campaign {
        name: "fuzz",
        usual: 60,
        small: 0,
        what: "every fuzz target for so many seconds",
        missing: fuzz::missing,
        run: fuzz::campaign,
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
    let mut words = std::env::args_os().skip(1).peekable();
    if words.next_if(|word| word == measured::NAME).is_some() {
        return measured::stand_in_between(words).unwrap_or_else(|error| {
            eprintln!("soak: {error:#}");
            ExitCode::from(2)
        });
    }
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
        if usual == 0 {
            continue;
        }
        if let Some(reason) = (campaign.missing)() {
            let name = campaign.name;
            anyhow::ensure!(std::env::var_os("CI").is_none() && args.campaign.is_none(), "{name}: {reason}");
            eprintln!("soak: LEFT OUT: {name}: {reason}");
            continue;
        }
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
        if let Some(report) = args.report.as_ref().filter(|_| !args.small) {
            report::write_row(report, campaign.name, &tally)?;
        }
    }
    Ok(is_clean)
}
