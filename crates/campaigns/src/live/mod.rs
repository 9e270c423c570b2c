//! Campaigns against the server: it is killed, its system calls are put in order, it is loaded.

mod http;
mod kill;
mod lanes;
mod ledger;
mod load;
mod order;
mod serving;

pub(crate) use kill::campaign as kill;
pub(crate) use load::load;
pub(crate) use order::campaign as order;
