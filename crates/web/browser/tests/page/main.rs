//! The page in a browser: `scripts/test-page`.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod alone;
mod books;
mod bounds;
mod engine;
mod faults;
mod firefox;
#[path = "../../../../cli/tests/referee/games.rs"]
mod games;
mod keyboard;
mod language;
mod learning;
mod live;
mod looks;
mod places;
mod playing;
mod referee;
mod session;
mod sharing;
mod stage;
mod steps;
#[path = "../../../../cli/tests/common/terminal.rs"]
#[allow(dead_code, reason = "the terminal is looked at less closely here")]
mod terminal;
mod views;
mod waiting;
