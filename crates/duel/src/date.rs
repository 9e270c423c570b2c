//! A day of the calendar, as it stands in a record: 2026-11-15.

use std::fmt::{self, Display};
use std::str::FromStr;

/// A day from 0001-01-01 to 9999-12-31. A text that is no such day cannot become one, so a date can be written anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADate;

const LAST_YEAR: u16 = 9999;

impl Date {
    /// The date that many days after 1 January 1970, at the latest the last day of 9999.
    pub fn from_days(days_since_1970: u64) -> Date {
        let mut left = days_since_1970;
        let mut date = Date { year: 1970, month: 1, day: 1 };
        while left >= year_length(date.year) {
            if date.year == LAST_YEAR {
                return Date { year: LAST_YEAR, month: 12, day: 31 };
            }
            left -= year_length(date.year);
            date.year += 1;
        }
        while left >= u64::from(month_length(date.year, date.month)) {
            left -= u64::from(month_length(date.year, date.month));
            date.month += 1;
        }
        date.day += left as u8;
        date
    }
}

fn year_length(year: u16) -> u64 {
    (1..=12).map(|month| u64::from(month_length(year, month))).sum()
}

fn month_length(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Date, NotADate> {
        let parts: Vec<&str> = text.trim().split('-').collect();
        let [year, month, day] = parts[..] else { return Err(NotADate) };
        let number = |digits: &str, length: usize| {
            let is_one = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u16>().ok().filter(|_| is_one).ok_or(NotADate)
        };
        let (year, month, day) = (number(year, 4)?, number(month, 2)? as u8, number(day, 2)? as u8);
        let is_day = year >= 1 && (1..=12).contains(&month) && (1..=month_length(year, month)).contains(&day);
        if is_day { Ok(Date { year, month, day }) } else { Err(NotADate) }
    }
}

impl Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Date { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
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
            (u64::MAX, "9999-12-31"),
        ] {
            assert_eq!(Date::from_days(days).to_string(), expected);
            assert_eq!(expected.parse(), Ok(Date::from_days(days)));
        }
    }

    #[test]
    fn what_is_no_day_of_the_calendar_is_no_date() {
        for text in [
            "",
            "today",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-11-31",
            "2026-11-00",
            "0000-01-01",
            "26-11-15",
            "2026-11-15-",
            "+026-11-15",
            "2026-1-15",
            "2026-11-15\n[RecordTo",
            "$(touch x)",
            "20266-11-15",
            "２０２６-11-15",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NotADate), "{text:?}");
        }
    }
}
