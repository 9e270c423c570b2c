//! Line mode: a prompt at a time, at a terminal or through a pipe; and what every command prints.

pub(crate) mod alone;
mod aside;
pub(crate) mod board;
pub(crate) mod deeds;
pub(crate) mod dialogue;
pub(crate) mod game;
pub(crate) mod input;
mod keys;
pub(crate) mod lesson;
pub(crate) mod live;
pub(crate) mod live_program;
mod live_prompt;
pub(crate) mod manual;
pub(crate) mod menu;
pub(crate) mod output;
pub(crate) mod prompt;
pub(crate) mod review;
pub(crate) mod riddle;
pub(crate) mod teller;
mod typing;
