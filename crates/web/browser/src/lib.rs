//! A person at the built page, `target/divisor-duel.html`, in a Chromium of their own. `scripts/test-page` brings in what is
//! needed and runs the tests.
#![cfg(feature = "browser")]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod chromium;
mod person;

pub use chromium::{Chromium, PATIENCE, program, root};
pub use person::{Keys, Person, person};
