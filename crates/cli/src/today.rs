//! The date, for records and for the puzzle of the day.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today's date in UTC, such as 2026-11-15.
pub(crate) fn today() -> String {
    date(day())
}

/// Today in UTC, as days since 1 January 1970.
pub(crate) fn day() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()) / 86_400
}

/// The date that many days after 1 January 1970.
pub(crate) fn date(days_since_1970: u64) -> String {
    let mut day = days_since_1970;
    let mut year = 1970;
    while day >= year_length(year) {
        day -= year_length(year);
        year += 1;
    }
    let february = year_length(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", day + 1)
}

fn year_length(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    365 + u64::from(leap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_around_the_ends_of_months_and_years() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (364, "1970-12-31"),
            (11_016, "2000-02-29"),
            (19_782, "2024-02-29"),
            (20_772, "2026-11-15"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}
