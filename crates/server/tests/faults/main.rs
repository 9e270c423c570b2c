//! Faults and bad requests, and what must happen. The numbers are those of the list of faults.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod disk;
mod guests;
mod house;
mod requests;
mod seats;
mod streams;
mod world;
