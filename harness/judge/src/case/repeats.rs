//! A vector's bytes many times.

use crate::case::fields::{Fields, LONGEST_INPUT};
use crate::case::{Chunked, Snippet};
use illformed_vectors::{Input, hex};
use std::fmt;
use std::str::FromStr;

/// `times=256,end=e282,chunk=64`: the bytes this many times without anything between, then some other bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repeats {
    pub(super) times: usize,
    pub(super) end: Option<Snippet>,
    pub(super) chunked: Chunked,
}

impl Repeats {
    /// `times` is 2 at least, unless other bytes follow.
    pub fn new(times: usize, end: Option<Snippet>, chunked: Chunked) -> Result<Self, String> {
        if times < 2 {
            return Err("the bytes stand at least 2 times".to_owned());
        }
        Ok(Self { times, end, chunked })
    }

    /// `bytes` as the decoder is given them; `None` when there are none, too many, or not more than one chunk.
    pub(super) fn input(self, bytes: &[u8]) -> Option<Input> {
        let end = self.end.as_ref().map_or(&[][..], Snippet::bytes);
        let len = bytes.len().checked_mul(self.times)?.checked_add(end.len())?;
        if bytes.is_empty() || len > LONGEST_INPUT {
            return None;
        }
        self.chunked.input([&bytes.repeat(self.times), end].concat())
    }

    pub(super) fn words(self) -> String {
        let end = self.end.map_or(String::new(), |end| format!(", then {}", hex::encode_upper(end.bytes())));
        format!("{} times in a row{end}{}", self.times, self.chunked.words())
    }
}

impl fmt::Display for Repeats {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "times={}", self.times)?;
        if let Some(end) = self.end {
            write!(formatter, ",end={end}")?;
        }
        self.chunked.fmt(formatter)
    }
}

impl FromStr for Repeats {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut fields = Fields::new(text);
        let times = fields.number("times")?.unwrap_or(0);
        let end = fields.snippet("end")?;
        let repeats = Self::new(times, end, Chunked::field(&mut fields)?)?;
        fields.all_taken(repeats, "times=<number>,end=<bytes in hex>,chunk=<bytes>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_as_long_as_the_longest_and_no_longer() {
        let len = |text: &str, bytes: &[u8]| {
            let input = text.parse::<Repeats>().unwrap().input(bytes);
            input.map(|input| input.bytes().len())
        };
        assert_eq!(len("times=524288", b"a"), Some(LONGEST_INPUT));
        assert_eq!(len("times=524287,end=62", b"a"), Some(LONGEST_INPUT));
        assert_eq!(len("times=524288,end=62", b"a"), None);
    }
}
