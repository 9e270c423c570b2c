//! Solves the game `take:2..N` once, with our solver or with a peer, and prints what it took as one line; or makes a
//! table of such lines. `scripts/bench-peers` runs it: every measurement is a process of its own, because the peak
//! memory of a process never falls.

mod measurement;
mod table;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs, io};

use duel::Game;
use duel::solve::{Watch, solve_game};
use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use rustix::time::{ClockId, clock_gettime};

use measurement::{Answer, Measurement, Missable};

const USAGE: &str = "usage: divisor-duel-peers ours N | petgraph N | edges N | table <LINES";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match answer(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(answer) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("divisor-duel-peers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    match arguments {
        ["ours", n] => Ok(ours(n.parse()?)?.to_string()),
        ["petgraph", n] => Ok(petgraph(n.parse()?)?.to_string()),
        ["edges", n] => Ok(edges(n.parse()?)?.to_string()),
        ["table"] => Ok(table::markdown(&measurement::read(io::stdin().lock())?)?),
        _ => Err(USAGE.into()),
    }
}

/// No graph is built: all the time is solving, the sieve included.
fn ours(n: u64) -> Result<Measurement, Box<dyn Error>> {
    let game: Game = format!("take:2..{n}").parse()?;
    let start = cpu_time();
    let solution = solve_game(&game, &mut Watch::forever())?;
    let solve = cpu_time() - start;
    let memory = peak_memory()?;
    let missable = Missable::of(solution.winning.iter().map(duel::Move::number));
    let answer = Answer { matching: solution.matching, missable: Some(missable) };
    Ok(Measurement { peer: "ours".into(), n, build: Duration::ZERO, solve, memory, answer })
}

/// Gabow's algorithm. It finds a maximum matching only, so it does less than the others. The numbers become nodes in
/// descending order because it is the quicker way round: its searches then begin with the largest.
fn petgraph(n: u64) -> Result<Measurement, Box<dyn Error>> {
    let upper = u32::try_from(n)?;
    let start = cpu_time();
    let edges = (2..=upper).map(|divisor| (upper / divisor - 1) as usize).sum();
    let mut graph = UnGraph::<(), ()>::with_capacity(upper as usize - 1, edges);
    for _ in 2..=upper {
        graph.add_node(());
    }
    let node = |number: u32| NodeIndex::new((upper - number) as usize);
    for divisor in 2..=upper / 2 {
        for multiple in (2 * divisor..=upper).step_by(divisor as usize) {
            graph.add_edge(node(divisor), node(multiple), ());
        }
    }
    let build = cpu_time() - start;
    let matching = maximum_matching(&graph).len() as u64;
    let solve = cpu_time() - start - build;
    let memory = peak_memory()?;
    let answer = Answer { matching: Some(matching), missable: None };
    Ok(Measurement { peer: "petgraph".into(), n, build, solve, memory, answer })
}

/// No solver: it goes from each number to each of its multiples once and changes a word there, which is the least that anything can
/// do that looks at every edge.
fn edges(n: u64) -> Result<Measurement, Box<dyn Error>> {
    let upper = usize::try_from(n)?;
    let start = cpu_time();
    let mut divisors = vec![0u32; upper + 1];
    for divisor in 2..=upper / 2 {
        for multiple in divisors[2 * divisor..].iter_mut().step_by(divisor) {
            *multiple += 1;
        }
    }
    std::hint::black_box(&divisors);
    let (solve, memory) = (cpu_time() - start, peak_memory()?);
    let answer = Answer { matching: None, missable: None };
    Ok(Measurement { peer: "edges".into(), n, build: Duration::ZERO, solve, memory, answer })
}

/// What this process has computed so far. Unlike the time on the wall it does not count what other programs do.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The most memory this process has ever had, in KiB.
fn peak_memory() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("the system tells no peak memory")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
