//! The rooms of the program: each uses those below it, and none uses one above.

mod common;

/// From the top to the bottom. Whatever stands at the root, beside them, uses none of them.
const ROOMS: [&str; 7] = ["commands", "full", "line", "sitting", "live", "arena", "store"];
/// The doors of the program, and a test of all surfaces.
const DOORS: [&str; 3] = ["lib.rs", "main.rs", "same.rs"];

#[test]
fn no_room_uses_one_above_it() {
    let mut wrong = Vec::new();
    for (file, text) in common::source("") {
        if DOORS.contains(&file.as_str()) {
            continue;
        }
        let own = ROOMS.iter().position(|room| file.starts_with(&format!("{room}/"))).unwrap_or(ROOMS.len());
        for above in ROOMS[..own].iter().filter(|room| text.contains(&format!("crate::{room}::"))) {
            wrong.push(format!("{file} uses {above}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
