//! What the library is measured with: random games, a referee who knows the rules by himself, exhaustive search, and the two
//! checkers of proofs.
#![allow(dead_code, reason = "not every test file uses everything")]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

pub(crate) mod checkers;
pub(crate) mod codes;
pub(crate) mod exhaustive;
pub(crate) mod referee;
