//! Divisor games between people at several devices.
//!
//! A log on disk is the only truth ([`store`]). One thread writes to it, and gathers what arrives into one transaction ([`writer`]); a game in
//! memory is the fold of its log, and nothing is acknowledged or told to anybody before it is on disk. What a game is, and what is sent and
//! answered, is decided elsewhere: in `duel::live` and `api::live`.

#![forbid(unsafe_code)]

pub mod clock;
pub mod config;
mod game;
pub mod hall;
pub mod http;
mod kept;
pub mod lan;
pub mod limits;
pub mod metrics;
pub mod page;
pub mod run;
mod secret;
pub mod store;
pub mod writer;
mod wrong;
