//! A person at the built page, `target/divisor-duel.html`, in a browser of their own. `scripts/test-page` brings in what is
//! needed and runs the tests.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod browser;
mod person;
mod server;

pub use browser::{Browser, Kind, PATIENCE, program, root};
pub use person::{Keys, Person, Rectangle, person, person_in_firefox};
pub use server::Server;
