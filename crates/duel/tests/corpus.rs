//! Every file of the fuzzers' corpus, replayed through the checks that the fuzzers make.
//!
//! What a fuzzer once found is put into the corpus, and is then tried at every test run without one.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/checks.rs"]
pub mod checks;

fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut replayed = 0;
    for file in files {
        let path = file.expect("an entry of the corpus").path();
        let data = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // A check that panics should say which file it was.
        if let Err(panic) = std::panic::catch_unwind(|| check(&data)) {
            panic!("{}: {:?}", path.display(), panic.downcast_ref::<String>());
        }
        replayed += 1;
    }
    assert!(replayed > 0, "{} is empty", folder.display());
}

#[test]
fn codes() {
    replay("code", checks::code);
}

#[test]
fn long_chains() {
    replay("long_chain", checks::long_chain);
}

#[test]
fn rule_files() {
    replay("rule_file", checks::rule_file);
}

#[test]
fn lessons() {
    replay("lesson", checks::lesson);
}

#[test]
fn records() {
    replay("record", checks::record);
}

#[test]
fn events() {
    replay("events", checks::events);
}

#[test]
fn bot_lines() {
    replay("bot_line", checks::bot_line);
}

#[test]
fn typed_moves() {
    replay("typed_move", checks::typed_move);
}
