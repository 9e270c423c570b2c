//! The page in a browser: `scripts/test-page`.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod books;
mod bounds;
mod engine;
mod faults;
mod keyboard;
mod language;
mod learning;
mod looks;
mod playing;
mod session;
mod sharing;
mod steps;
mod views;
