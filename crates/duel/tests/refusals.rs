//! What is refused, and in which words: typed moves, game codes, rule files and records.
//!
//! Tests called `fault_NN_…` are about a fault that has this number wherever a part of the project deals with it.

#[path = "refusals/codes.rs"]
mod codes;
#[path = "refusals/records.rs"]
mod records;
#[path = "refusals/rule_files.rs"]
mod rule_files;
#[path = "refusals/typed.rs"]
mod typed;
