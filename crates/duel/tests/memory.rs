//! How much memory a search takes from the system, against what it was allowed. Alone in its process, so that nobody
//! else's memory is counted.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use duel::Game;
use duel::solve::{OutOfBudget, Watch, solve};

/// What the system says about this process, in bytes.
fn status(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1_024
}

/// Each search is larger than those before it, because the most that was ever taken is all that the system remembers.
#[test]
fn fault_51_a_search_takes_the_memory_it_was_allowed_and_not_much_more() {
    for (code, allowed) in
        [("take:1..1000,misere", 16 << 20), ("take:2..120,misere", 28 << 20), ("take:2..64,misere", 44 << 20)]
    {
        let start = code.parse::<Game>().unwrap().start().unwrap();
        let before = status("VmRSS");
        let solved = solve(&start, &mut Watch::nodes(u64::MAX).memory(allowed));
        assert!(
            matches!(solved, Err(OutOfBudget::Memory { allowed: said, .. }) if said == allowed),
            "{code}: {solved:?}"
        );
        let taken = status("VmHWM").saturating_sub(before);
        assert!(taken < allowed + allowed / 2, "{code}: {taken} bytes of {allowed}");
        assert!(taken > allowed / 2, "{code}: only {taken} bytes of {allowed}");
    }
}
