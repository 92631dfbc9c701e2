//! The fields of a recipe that has several: `times=256,end=e282,chunk=64`.

use crate::case::Snippet;
use std::fmt;

/// The longest input that a recipe makes, in bytes: as much as fits into a request of a mebibyte.
pub(super) const LONGEST_INPUT: usize = 1 << 19;

/// The fields, taken in the order in which they are written.
pub(super) struct Fields<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Fields<'a> {
    /// The fields of `text`.
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, rest: text }
    }

    /// The value of the next field if `key` is its name.
    pub(super) fn take(&mut self, key: &str) -> Option<&'a str> {
        let (field, rest) = self.rest.split_once(',').unwrap_or((self.rest, ""));
        let value = field.strip_prefix(key)?.strip_prefix('=')?;
        self.rest = rest;
        Some(value)
    }

    /// The number of the next field if `key` is its name; `Err` unless it is a number in its one spelling.
    pub(super) fn number(&mut self, key: &str) -> Result<Option<usize>, String> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let number = value.parse().ok().filter(|number: &usize| number.to_string() == value);
        let number = number.filter(|number| *number <= LONGEST_INPUT);
        let text = self.text;
        number
            .map(Some)
            .ok_or_else(|| format!("`{value}` in recipe `{text}` is not a number from 0 to {LONGEST_INPUT}"))
    }

    /// The bytes of the next field if `key` is its name.
    pub(super) fn snippet(&mut self, key: &str) -> Result<Option<Snippet>, String> {
        self.take(key).map(str::parse).transpose()
    }

    /// `made` if all fields were taken and it is written as it was read: one case has one id.
    pub(super) fn all_taken<T: fmt::Display>(&self, made: T, form: &str) -> Result<T, String> {
        if made.to_string() == self.text {
            Ok(made)
        } else {
            Err(format!("recipe `{}` does not have the form {form}", self.text))
        }
    }
}
