//! The inputs that recipes make.

use crate::case::fields::LONGEST_INPUT;
use crate::case::surroundings::PAD;
use crate::case::{Beside, Chunked, PROBE, Repeats, Snippet, Surrogates, Surroundings, Uses};
use illformed_vectors::{Call, Input, Script};

impl Beside {
    /// `bytes` as the decoder is given them; `None` when there are none, or not more than one chunk.
    pub(super) fn input(self, bytes: &[u8]) -> Option<Input> {
        if bytes.is_empty() {
            return None;
        }
        let [before, after] =
            [&self.before, &self.after].map(|snippet| snippet.as_ref().map_or(&[][..], Snippet::bytes));
        self.chunked.input([before, bytes, after].concat())
    }
}

impl Chunked {
    /// `bytes` as an input, or `None` when they do not fill more than one chunk.
    pub(super) fn input(self, bytes: Vec<u8>) -> Option<Input> {
        let Some(len) = self.0 else { return Some(Input::Bytes(bytes)) };
        if bytes.len() <= len.get() {
            return None;
        }
        let feeds = bytes.chunks(len.get()).map(|chunk| Call::Feed(chunk.to_vec()));
        Script::new(feeds.chain([Call::Finish]).collect()).ok().map(Input::Calls)
    }
}

impl Repeats {
    /// `bytes` as the decoder is given them; `None` when there are none, too many, or not more than one chunk.
    pub(super) fn input(self, bytes: &[u8]) -> Option<Input> {
        let end = self.end.as_ref().map_or(&[][..], Snippet::bytes);
        let len = bytes.len().checked_mul(self.times)?.checked_add(end.len())?;
        if bytes.is_empty() || len > LONGEST_INPUT {
            return None;
        }
        self.chunked.input([&bytes.repeat(self.times), end].concat())
    }
}

impl Surrogates {
    /// The bytes.
    pub(super) fn input(self) -> Input {
        Input::Bytes(match self {
            Self::Half(first) => (first..first + 0x400).flat_map(three_bytes).collect(),
            Self::One { code, before, after } => {
                let [before, after] =
                    [&before, &after].map(|snippet| snippet.as_ref().map_or(&[][..], Snippet::bytes));
                [before, &three_bytes(code), after].concat()
            }
        })
    }
}

impl Surroundings {
    /// The bytes before the vector.
    pub fn prefix(self) -> Vec<u8> {
        let mut filler = [0; 4];
        let filler = self.fill.encode_utf8(&mut filler).as_bytes();
        let mut prefix = vec![PAD; self.at % filler.len()];
        prefix.extend(filler.iter().cycle().take(self.at - prefix.len()));
        prefix
    }

    /// The bytes after the vector.
    pub fn tail(self) -> Vec<u8> {
        vec![PAD; self.tail]
    }

    /// `bytes` with the prefix and the tail.
    pub fn around(self, bytes: &[u8]) -> Vec<u8> {
        [&self.prefix(), bytes, &self.tail()].concat()
    }

    /// `bytes` as the decoder is given them; `None` when there are too many, or not more than one chunk.
    pub(super) fn input(self, bytes: &[u8]) -> Option<Input> {
        let around = self.around(bytes);
        if around.len() <= LONGEST_INPUT { self.chunked.input(around) } else { None }
    }
}

impl Uses {
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
}

/// `code`, which has 16 bits, as if it were a character.
fn three_bytes(code: u16) -> [u8; 3] {
    [0xE0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3F) as u8, 0x80 | (code & 0x3F) as u8]
}
