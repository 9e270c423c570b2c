//! Searches under limits of the system: they end by their own budget, or in words.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(target_os = "linux")]

mod common;

use std::process::Command;

use common::{Ran, User, program, run};

/// Runs the program with so many KiB to address and no more.
fn confined(user: &User, kibibytes: u64, arguments: &[&str]) -> Ran {
    let mut command = Command::new("sh");
    user.prepare(&mut command);
    command.args(["-c", &format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"")]).arg(program()).args(arguments);
    run(command, "")
}

#[test]
fn fault_51_a_search_ends_by_its_memory_and_not_by_the_system() {
    let user = User::new();
    let ran = confined(&user, 40_000, &["solve", "take:1..1000,misere", "--memory", "6M"]);
    let said = "error: the memory of 6 MiB was full before the answer was certain; this game is too large to be searched, \
                and a larger budget would not help\n";
    assert_eq!((ran.code, ran.stderr.lines().last().map(|line| format!("{line}\n"))), (Some(3), Some(said.into())));
    let ran = confined(&user, 40_000, &["analyze", "take:2..80,misere", "--memory", "6M", "--json"]);
    assert!(ran.stderr.ends_with("try a larger --memory\n"), "{}", ran.stderr);
    assert_eq!(ran.code, Some(3));
    let no_answer = "\"winner\":null,\"winning\":null,\"method\":\"search\",\"distance\":null,\"distances\":null}\n";
    assert!(ran.stdout.ends_with(no_answer), "{}", ran.stdout);
}

#[test]
fn fault_51_a_system_with_less_memory_than_was_allowed_is_no_crash() {
    let user = User::new();
    for code in ["take:2..80,misere", "take:1..1000,misere"] {
        let ran = confined(&user, 40_000, &["solve", code]);
        let said = "error: there was no more memory to be had before the answer was certain; try it on a machine that has more\n";
        assert!(ran.stderr.ends_with(said), "{code}: {}", ran.stderr);
        assert_eq!(ran.code, Some(3), "{code}");
    }
}
