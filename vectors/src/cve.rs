//! CVE numbers, and how sure they are.

use crate::notation::text_of_form;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A number of the CVE list, such as `CVE-2006-2313`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cve(String);

impl Cve {
    /// The number `text`, or what is wrong with it.
    pub fn new(text: impl Into<String>) -> Result<Self, String> {
        let text = text.into();
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        match text.strip_prefix("CVE-").and_then(|numbers| numbers.split_once('-')) {
            Some((year, number))
                if year.len() == 4 && number.len() >= 4 && digits(year) && digits(number) =>
            {
                Ok(Self(text))
            }
            _ => Err(format!("`{text}` is no CVE number: expected CVE-<year>-<at least four digits>")),
        }
    }
}

text_of_form!(Cve);

/// A number that nobody has looked up. It is shown as such and never as a fact.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an unverified CVE number: an object")]
pub struct UnverifiedCve {
    /// The number.
    pub cve: Cve,
    /// Where it is said, or why it is not sure.
    pub why: String,
}

impl fmt::Display for UnverifiedCve {
    /// The only way it is written for a reader: with the word and the reason.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (unverified: {})", self.cve, self.why)
    }
}
