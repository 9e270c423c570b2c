//! Divisor games by question and answer.

#![forbid(unsafe_code)]

pub mod answer;
pub mod question;
pub mod wire;

pub use answer::Answer;
pub use question::Question;
