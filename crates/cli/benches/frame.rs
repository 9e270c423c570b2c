//! How long a frame takes, from the key that changes it to the bytes for the terminal, and whether memory stays flat.

use std::hint::black_box;
use std::io::{self, Write};

use criterion::Criterion;
use divisor_duel::Frames;

fn main() -> io::Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    for (name, code, (columns, rows)) in [
        ("100 numbers, 80x24", "juniper-green", (80, 24)),
        ("100 numbers, 300x100", "juniper-green", (300, 100)),
        ("1,000 numbers, 80x24", "take:1..1000", (80, 24)),
        ("1,000,000 numbers, 80x24", "take:1..1000000", (80, 24)),
        ("divider:60,84,90, 80x24", "divider:60,84,90", (80, 24)),
    ] {
        let mut frames = Frames::of(code, columns, rows);
        criterion.bench_function(name, |bencher| bencher.iter(|| black_box(&mut frames).next()));
    }
    criterion.final_summary();

    let mut frames = Frames::of("juniper-green", 80, 24);
    for _ in 0..1_000 {
        frames.next();
    }
    let before = resident_memory()?;
    for _ in 0..10_000 {
        frames.next();
    }
    let after = resident_memory()?;
    writeln!(io::stdout(), "resident memory: {before} kB, ten thousand frames later {after} kB")
}

/// What the process holds in memory, in kB, as Linux tells it.
fn resident_memory() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| io::Error::other("no VmRSS in /proc/self/status"))
}
