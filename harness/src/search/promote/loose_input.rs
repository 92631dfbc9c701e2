//! What is in an input, looked at loosely: what a label may rightly name is more than what is well-formed.

use illformed_codec::{ErrorKind, Event};
use illformed_judge::expected::segments;
use illformed_judge::oracle::arithmetic::{Limits, events};
use illformed_vectors::{Input, Script};

/// A lead with what follows it, decoded as if any number were allowed in any form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LooseForm {
    /// Its number; of a cut form, with zeros for the bits that are not there.
    pub value: u64,
    /// How many bytes the lead announces, 1 to 8.
    pub announced: u32,
    /// How many of them are there.
    pub have: u32,
}

impl LooseForm {
    /// Whether bytes that the lead announces are missing.
    pub fn is_cut(&self) -> bool {
        self.have < self.announced
    }
}

#[derive(Debug)]
pub struct LooseInput<'a> {
    pub script: Option<&'a Script>,
    pub segments: Vec<Vec<u8>>,
    /// The events under RFC 3629, segment after segment, a cut end as an error.
    pub events: Vec<Event>,
    /// The same under RFC 2279.
    pub old_events: Vec<Event>,
    /// The forms, segment after segment.
    pub forms: Vec<LooseForm>,
}

impl<'a> LooseInput<'a> {
    pub fn of(input: &'a Input) -> Self {
        let script = match input {
            Input::Bytes(_) => None,
            Input::Calls(script) => Some(script),
        };
        let segments: Vec<Vec<u8>> = segments(input).map(|(bytes, _)| bytes.into_owned()).collect();
        Self {
            script,
            events: segments.iter().flat_map(|bytes| events(bytes, Limits::RFC3629)).collect(),
            old_events: segments.iter().flat_map(|bytes| events(bytes, Limits::RFC2279)).collect(),
            forms: segments.iter().flat_map(|bytes| forms(bytes)).collect(),
            segments,
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.segments.concat()
    }

    /// Whether RFC 3629 has an error of `kind` in it.
    pub fn has(&self, kind: ErrorKind) -> bool {
        self.events.iter().any(|event| event.error_kind() == Some(kind))
    }

    /// Whether a well-formed character is in it that `wanted` holds for.
    pub fn has_code(&self, wanted: impl Fn(u32) -> bool) -> bool {
        self.events.iter().filter_map(Event::value).any(wanted)
    }
}

/// Each byte that is no continuation byte, with the continuation bytes that belong to it.
fn forms(bytes: &[u8]) -> Vec<LooseForm> {
    let mut forms = Vec::new();
    for (at, lead) in bytes.iter().enumerate() {
        let announced = match lead.leading_ones() {
            0 => 1,
            1 => continue,
            ones => ones,
        };
        let rest = &bytes[at + 1..];
        let rest = &rest[..rest.len().min(announced as usize - 1)];
        let good = rest.iter().take_while(|byte| **byte >> 6 == 2).count();
        let missing = announced - 1 - good as u32;
        let value = payload(*lead, announced, &rest[..good]) << (6 * missing);
        forms.push(LooseForm { value, announced, have: 1 + good as u32 });
    }
    forms
}

/// The payloads of a lead that announces so many bytes and of what follows, whatever its top bits are.
fn payload(lead: u8, announced: u32, rest: &[u8]) -> u64 {
    let payload = match announced {
        1 => u64::from(lead),
        7.. => 0,
        _ => u64::from(lead) & ((1 << (7 - announced)) - 1),
    };
    rest.iter().fold(payload, |value, byte| value << 6 | u64::from(byte & 0x3F))
}
