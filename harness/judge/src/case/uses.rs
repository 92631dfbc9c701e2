//! A vector several times on one object, with a reset after each, and what follows on the same object.

use crate::case::fields::{Fields, LONGEST_INPUT};
use crate::case::{PROBE, Snippet};
use illformed_vectors::{Call, Input, Script, hex};
use std::fmt;
use std::str::FromStr;

/// `uses=3`, `then=c080`, `uses=255,then=c080`, `reset=c080`: the bytes are decoded as often as it says, each time with
/// finish and reset; then the other bytes, with finish and reset; then the same well-formed text as by `reuse`. With
/// `reset` the object is reset without a finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uses {
    pub(super) times: usize,
    pub(super) finished: bool,
    pub(super) then: Option<Snippet>,
}

impl Uses {
    /// The bytes `uses` times, at least twice or before other bytes: once is [`reuse`](crate::case::Recipe::Reuse).
    pub fn new(uses: usize, then: Option<Snippet>) -> Result<Self, String> {
        if uses == 0 || uses == 1 && then.is_none() {
            return Err("the bytes are decoded at least 2 times, or once before others".to_owned());
        }
        Ok(Self { times: uses, finished: true, then })
    }

    /// The bytes once, not finished, and then these.
    pub const fn reset(then: Snippet) -> Self {
        Self { times: 1, finished: false, then: Some(then) }
    }

    /// The calls, or `None` when they have too many bytes.
    pub(super) fn input(self, bytes: &[u8]) -> Option<Input> {
        if bytes.len().checked_mul(self.times)? > LONGEST_INPUT {
            return None;
        }
        let mut calls = Vec::new();
        for _ in 0..self.times {
            calls.push(Call::Feed(bytes.to_vec()));
            calls.extend(self.finished.then_some(Call::Finish));
            calls.push(Call::Reset);
        }
        if let Some(then) = &self.then {
            calls.extend([Call::Feed(then.bytes().to_vec()), Call::Finish, Call::Reset]);
        }
        calls.extend([Call::Feed(PROBE.to_vec()), Call::Finish]);
        Script::new(calls).ok().map(Input::Calls)
    }

    pub(super) fn words(self) -> String {
        let times = match (self.times, self.finished) {
            (_, false) => "not finished".to_owned(),
            (1, _) => "once".to_owned(),
            (uses, _) => format!("{uses} times"),
        };
        let then =
            self.then.map_or(String::new(), |then| format!(", then {}", hex::encode_upper(then.bytes())));
        format!("{times}{then}, then well-formed text on the same object")
    }
}

impl fmt::Display for Uses {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.times, self.finished, self.then) {
            (_, false, Some(then)) => write!(formatter, "reset={then}"),
            (1, _, Some(then)) => write!(formatter, "then={then}"),
            (uses, _, Some(then)) => write!(formatter, "uses={uses},then={then}"),
            (uses, _, None) => write!(formatter, "uses={uses}"),
        }
    }
}

impl FromStr for Uses {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut fields = Fields::new(text);
        let uses = if let Some(then) = fields.snippet("reset")? {
            Self::reset(then)
        } else {
            Self::new(fields.number("uses")?.unwrap_or(1), fields.snippet("then")?)?
        };
        fields.all_taken(uses, "uses=<number>,then=<bytes in hex> or reset=<bytes in hex>")
    }
}
