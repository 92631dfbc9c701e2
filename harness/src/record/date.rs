//! A moment, as people write it.

use chrono::{DateTime, Datelike, Utc};

/// The moment so many `seconds` after 1970 began, if it is before the year 10000, which nothing writes in four digits.
pub(crate) fn moment(seconds: u64) -> Option<DateTime<Utc>> {
    let moment = DateTime::from_timestamp_secs(i64::try_from(seconds).ok()?)?;
    Some(moment).filter(|moment| moment.year() <= 9999)
}

/// The day of a moment, as `2026-03-01` in UTC; the last that has four digits of a year for those after it.
pub(crate) fn day_of(seconds: u64) -> String {
    moment(seconds).map_or_else(|| "9999-12-31".to_owned(), |moment| moment.format("%F").to_string())
}

/// `seconds` since 1970 as `2026-03-01 12:00:05 UTC`.
#[cfg(any(feature = "cli", test))]
pub(crate) fn date(seconds: u64) -> String {
    moment(seconds)
        .map_or_else(|| "after the year 9999".to_owned(), |moment| moment.format("%F %T UTC").to_string())
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn a_moment_is_told_in_utc_up_to_the_year_9999() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (253_402_300_799, "9999-12-31 23:59:59 UTC"),
            (253_402_300_800, "after the year 9999"),
            (u64::MAX, "after the year 9999"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
