//! The program held against a second referee, which was written from the texts of the five rule books and knows nothing of this program
//! (`referee.py`): random games with rubbish typed in between.
//!
//! `REFEREE_SEED` and `REFEREE_GAMES` choose other games and more of them; `scripts/soak referee` plays 1,000 on every surface.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
mod full;
mod games;
mod line;
mod show;
