//! What is in an input, looked at loosely: what a label may rightly name is more than what is well-formed.

use illformed_codec::{ErrorKind, Event};
use illformed_judge::expected::segments;
use illformed_judge::oracle::arithmetic::{Limits, events, shortest_len};
use illformed_vectors::{Call, Input, Script};

/// A lead with what follows it, decoded as if any number were allowed in any form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LooseForm {
    /// Its number; of a cut form, with zeros for the bits that are not there.
    pub value: u64,
    /// How many bytes the lead announces, 1 to 8.
    pub announced: u32,
    /// How many of them are there.
    pub have: u32,
    /// Where it begins in its segment.
    pub at: usize,
}

impl LooseForm {
    /// Whether it is `value`, or the beginning of it.
    pub fn may_be(&self, value: u64) -> bool {
        let unknown = 6 * (self.announced - self.have);
        self.value >> unknown == value >> unknown
    }

    /// Whether bytes that the lead announces are missing.
    pub fn is_cut(&self) -> bool {
        self.have < self.announced
    }
}

/// An input taken apart.
#[derive(Debug)]
pub struct LooseInput<'a> {
    /// The calls, if it is a script.
    pub script: Option<&'a Script>,
    /// The bytes of each segment.
    pub segments: Vec<Vec<u8>>,
    /// The events of each segment under RFC 3629, a cut end as an error.
    pub events: Vec<Vec<Event>>,
    /// The same under RFC 2279.
    pub old_events: Vec<Vec<Event>>,
    /// Every form in every segment.
    pub forms: Vec<Vec<LooseForm>>,
}

impl<'a> LooseInput<'a> {
    /// Takes `input` apart.
    pub fn of(input: &'a Input) -> Self {
        let script = match input {
            Input::Bytes(_) => None,
            Input::Calls(script) => Some(script),
        };
        let segments: Vec<Vec<u8>> = segments(input).into_iter().map(|(bytes, _)| bytes).collect();
        Self {
            script,
            events: segments.iter().map(|bytes| events(bytes, Limits::RFC3629)).collect(),
            old_events: segments.iter().map(|bytes| events(bytes, Limits::RFC2279)).collect(),
            forms: segments.iter().map(|bytes| forms(bytes)).collect(),
            segments,
        }
    }

    /// All bytes, in order.
    pub fn bytes(&self) -> Vec<u8> {
        self.segments.concat()
    }

    /// The events under RFC 3629, segment after segment.
    pub fn all_events(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().flatten()
    }

    /// The forms, segment after segment.
    pub fn all_forms(&self) -> impl Iterator<Item = &LooseForm> {
        self.forms.iter().flatten()
    }

    /// Whether RFC 3629 has an error of `kind` in it.
    pub fn has(&self, kind: ErrorKind) -> bool {
        self.all_events().any(|event| event.error_kind() == Some(kind))
    }

    /// Whether a well-formed character is in it that `wanted` holds for.
    pub fn has_code(&self, wanted: impl Fn(u32) -> bool) -> bool {
        self.all_events().filter_map(Event::value).any(wanted)
    }

    /// Whether two events stand directly one after the other that `wanted` holds for.
    pub fn has_pair(&self, wanted: impl Fn(&Event, &Event) -> bool) -> bool {
        self.events.iter().any(|events| events.windows(2).any(|pair| wanted(&pair[0], &pair[1])))
    }

    /// The chunks of each segment; an input of bytes is one chunk.
    pub fn chunks(&self) -> Vec<Vec<&[u8]>> {
        let Some(script) = self.script else {
            return self.segments.iter().map(|bytes| vec![bytes.as_slice()]).collect();
        };
        let fed = |call: &'a Call| match call {
            Call::Feed(chunk) => Some(chunk.as_slice()),
            Call::Finish | Call::Reset => None,
        };
        script.segments().map(|calls| calls.iter().filter_map(fed).collect()).collect()
    }

    /// Whether the number `value` is in it in some form, whole or cut, as a pair of surrogates too.
    pub fn has_value(&self, value: u64) -> bool {
        self.all_forms().any(|form| form.may_be(value)) || self.sloppy(value) || self.has_halves(value)
    }

    /// Whether the last bytes of `value` stand where no lead comes before.
    pub fn has_tail(&self, value: u64) -> bool {
        let form = shortest(value);
        self.segments.iter().zip(&self.events).any(|(bytes, events)| {
            events
                .iter()
                .filter(|event| event.error_kind() == Some(ErrorKind::UnexpectedContinuation))
                .any(|event| (1..form.len()).any(|from| bytes[event.at()..].starts_with(&form[from..])))
        })
    }

    /// Whether the form of `value` is in it with one of its bytes lost.
    pub fn has_damaged(&self, value: u64) -> bool {
        let form = shortest(value);
        (0..form.len()).filter(|_| form.len() > 1).any(|lost| {
            let left = [&form[..lost], &form[lost + 1..]].concat();
            self.bytes().windows(left.len()).any(|window| window == left)
        })
    }

    /// Whether a decoder that does not look at the two top bits of what follows a lead would get `value`.
    fn sloppy(&self, value: u64) -> bool {
        self.segments.iter().zip(&self.forms).any(|(bytes, forms)| {
            forms.iter().filter(|form| form.is_cut()).any(|form| {
                let rest = bytes.get(form.at + 1..form.at + form.announced as usize);
                rest.is_some_and(|rest| joined(bytes[form.at], form.announced, rest) == value)
            })
        })
    }

    fn has_halves(&self, value: u64) -> bool {
        self.forms.iter().any(|forms| {
            forms.windows(2).any(|pair| {
                let [leading, trailing] = [pair[0].value, pair[1].value];
                !pair[0].is_cut()
                    && leading >> 10 == 0x36
                    && trailing >> 10 == 0x37
                    && value == ((leading - 0xD800) << 10) + (trailing - 0xDC00) + 0x1_0000
            })
        })
    }
}

/// The shortest form of `value`, of at most six bytes.
fn shortest(value: u64) -> Vec<u8> {
    let len = shortest_len(value as u32) as u32;
    let lead = if len == 1 { 0 } else { 0xFF_u64 << (8 - len) & 0xFF };
    let rest = (0..len - 1).rev().map(|place| 0x80 | (value >> (6 * place)) & 0x3F);
    [lead | value >> (6 * (len - 1))].into_iter().chain(rest).map(|byte| byte as u8).collect()
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
        let value = joined(*lead, announced, &rest[..good]) << (6 * missing);
        forms.push(LooseForm { value, announced, have: 1 + good as u32, at });
    }
    forms
}

/// The payloads of a lead that announces so many bytes and of what follows, whatever its top bits are.
fn joined(lead: u8, announced: u32, rest: &[u8]) -> u64 {
    let payload = match announced {
        1 => u64::from(lead),
        7.. => 0,
        _ => u64::from(lead) & ((1 << (7 - announced)) - 1),
    };
    rest.iter().fold(payload, |value, byte| value << 6 | u64::from(byte & 0x3F))
}
