//! Chance, as the system has it.

use duel::Id;
use rand::TryRng;
use rand::rngs::SysRng;

use crate::failure::{Failure, Fallible};

/// What a new game is known by.
#[cfg(not(test))]
pub(crate) fn new_id() -> Fallible<Id> {
    format!("{:016x}", seed(None)?).parse().map_err(Failure::data)
}

/// Luck that can be had again: the seed that was given, or a new one.
pub(crate) fn seed(given: Option<u64>) -> Fallible<u64> {
    match given {
        Some(seed) => Ok(seed),
        None => SysRng.try_next_u64().map_err(|error| Failure::data(format!("no luck to be had: {error}"))),
    }
}

/// What a server knows us by from now on: nobody can guess it.
pub(crate) fn new_token() -> Fallible<String> {
    Ok(format!("{:016x}{:016x}", seed(None)?, seed(None)?))
}

/// In tests it is always this.
#[cfg(test)]
pub(crate) fn new_id() -> Fallible<Id> {
    "5c1397".parse().map_err(Failure::data)
}
