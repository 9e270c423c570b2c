//! The time and the date, for games, records and the puzzle of the day.

#[cfg(not(test))]
use std::time::{SystemTime, UNIX_EPOCH};

use duel::Date;

/// Today's date in UTC.
pub(crate) fn today() -> Date {
    Date::from_days(day())
}

/// Today in UTC, as days since 1 January 1970.
pub(crate) fn day() -> u64 {
    now() / 86_400_000
}

/// Milliseconds since 1 January 1970 in UTC.
#[cfg(not(test))]
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// In tests it is always noon of a day.
#[cfg(test)]
pub(crate) fn now() -> u64 {
    1_794_744_000_000
}
