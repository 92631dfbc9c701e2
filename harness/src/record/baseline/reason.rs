//! Why a divergence is accepted.

use crate::record::baseline::Condition;
use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

/// A reason that entries of a baseline share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a reason object")]
pub struct AcceptedReason {
    /// The word by which entries name it, in lower case, digits and hyphens.
    pub id: String,
    pub reason: String,
    /// Where it is told at length: an issue, documentation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The last day on which it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Where it counts.
    #[serde(default, skip_serializing_if = "is_everywhere")]
    pub only: Condition,
}

fn is_everywhere(condition: &Condition) -> bool {
    *condition == Condition::default()
}

impl AcceptedReason {
    /// What is wrong with it by itself, if anything.
    pub fn fault(&self) -> Option<String> {
        let sentence = self.reason.trim();
        let link = self.link.as_deref().unwrap_or("https://example.org");
        if !is_slug(&self.id) {
            Some(format!("id `{}` is not lower case, digits and hyphens", self.id.escape_debug()))
        } else if sentence.split_whitespace().count() < 2 || self.reason.chars().any(char::is_control) {
            Some("a reason has two words or more, on one line".to_owned())
        } else if sentence != self.reason {
            Some("a reason has no space around it".to_owned())
        } else if !is_address(link) {
            Some(format!("link `{}` is no http address", link.escape_debug()))
        } else if let Some(Err(fault)) = self.until.as_deref().map(day) {
            Some(fault)
        } else {
            self.only.fault()
        }
    }
}

/// Whether a browser could go there: a scheme, a host, and nothing that an address cannot have.
fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let has_host = |rest: &str| rest.starts_with(|first: char| first.is_alphanumeric() || first == '[');
    rest.is_some_and(has_host) && !text.chars().any(|one| one.is_whitespace() || one.is_control())
}

fn is_slug(text: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty()
        && text.len() <= 64
        && text.bytes().all(legal)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// `text`, if it is a day as `2027-06-30`: such days compare as texts do.
pub fn day(text: &str) -> Result<String, String> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
    let is_day = day.is_some_and(|day| (1970..=9999).contains(&day.year()) && day.to_string() == text);
    is_day
        .then(|| text.to_owned())
        .ok_or_else(|| format!("invalid date `{}`, expected YYYY-MM-DD", text.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::{day, is_address};
    use crate::record::date::day_of;

    #[test]
    fn a_link_has_a_host_and_no_space() {
        assert!(["https://example.org/1#a", "http://[::1]/"].into_iter().all(is_address));
        for bad in ["https://", "https:///a", "https://not a url", "ftp://a", "https://a\n", "https://a\0"] {
            assert!(!is_address(bad), "{bad:?}");
        }
    }

    #[test]
    fn a_day_is_one_of_the_calendar() {
        for good in ["2024-02-29", "2027-06-30", "1970-01-01", "2000-02-29"] {
            assert_eq!(day(good).as_deref(), Ok(good));
        }
        for bad in [
            "2023-02-29",
            "1900-02-29",
            "2027-06-31",
            "2027-13-01",
            "2027-6-30",
            "27-06-30",
            "",
            "2027-06-30x",
        ] {
            assert!(day(bad).is_err(), "{bad}");
        }
        assert_eq!(day_of(1_798_761_599), "2026-12-31");
        assert!(day_of(0) < day_of(86_400));
        assert!(day_of(86_400) < day_of(u64::MAX));
    }
}
