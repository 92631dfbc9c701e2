//! What each flag says of the bytes.

use crate::search::promote::loose_input::LooseInput;
use illformed_codec::{ErrorKind, Event};
use illformed_vectors::{Call, Input, Script};

/// A flag that says something of the bytes. Its name means this in every suite.
#[derive(Debug)]
pub struct FlagRule {
    /// The flag.
    pub flag: &'static str,
    /// What must be in an input that has it, as a fragment after "there is no".
    pub means: &'static str,
    holds: fn(&LooseInput<'_>) -> bool,
    /// An input must have the flag when this holds.
    demands: Option<fn(&LooseInput<'_>) -> bool>,
}

impl FlagRule {
    /// What is wrong with an input that has the flag, or not.
    pub fn fault(&self, input: &LooseInput<'_>, flagged: bool) -> Option<String> {
        if flagged && !(self.holds)(input) {
            return Some(format!("flag `{}`, but there is no {}", self.flag, self.means));
        }
        if !flagged && self.demands.is_some_and(|demands| demands(input)) {
            return Some(format!("there is a {}, but no flag `{}`", self.means, self.flag));
        }
        None
    }
}

/// A rule that also demands the flag wherever it holds.
const fn always(flag: &'static str, means: &'static str, holds: fn(&LooseInput<'_>) -> bool) -> FlagRule {
    FlagRule { flag, means, holds, demands: Some(holds) }
}

/// A rule for the flag where it stands.
const fn only(flag: &'static str, means: &'static str, holds: fn(&LooseInput<'_>) -> bool) -> FlagRule {
    FlagRule { flag, means, holds, demands: None }
}

/// The flags that say something of the bytes.
pub const FLAGS: &[FlagRule] = &[
    FlagRule {
        flag: "above-10ffff",
        means: "value above 10FFFF",
        holds: |input| {
            input.has(ErrorKind::OutOfRange) || input.all_forms().any(|form| form.value > 0x10_FFFF)
        },
        demands: Some(|input| input.has(ErrorKind::OutOfRange)),
    },
    only("bom", "U+FEFF, nor anything like one", like_a_mark),
    only("cesu-8", "encoded pair of surrogates", |input| {
        input.forms.iter().any(|forms| {
            forms.windows(2).any(|pair| pair[0].value >> 10 == 0x36 && pair[1].value >> 10 == 0x37)
        })
    }),
    only("chunk-split", "second chunk, nor an open end", |input| {
        let open = |script: &Script| script.segments().any(|calls| !Script::segment_bytes(calls).1);
        input.chunks().iter().map(Vec::len).sum::<usize>() > 1 || input.script.is_some_and(open)
    }),
    only("declared-length", "ill-formed piece", has_error),
    only("double-encoding", "character in 80..FF", |input| {
        input.has_code(|code| (0x80..=0xFF).contains(&code))
    }),
    FlagRule {
        flag: "empty-chunk",
        means: "empty chunk or text",
        holds: |input| empty_chunk(input) || input.segments.iter().any(Vec::is_empty),
        demands: Some(empty_chunk),
    },
    only("end-of-input", "ill-formed piece at the end", |input| {
        let at_end = |events: &Vec<Event>| events.last().is_some_and(|event| event.error_kind().is_some());
        input.events.iter().any(at_end)
    }),
    only("java-surrogate", "encoded surrogate, whole or cut", |input| input.has(ErrorKind::Surrogate)),
    only("late-report", "ill-formed piece", has_error),
    always("legacy-form", "byte in F8..FD", |input| {
        input.bytes().iter().any(|byte| (0xF8..=0xFD).contains(byte))
    }),
    only("maximal-subpart", "ill-formed piece", has_error),
    always("never-valid", "byte FE or FF", |input| input.bytes().iter().any(|byte| *byte >= 0xFE)),
    always("noncharacter", "noncharacter", |input| {
        input.has_code(|code| (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE)
    }),
    always("nul", "byte 00", |input| input.bytes().contains(&0)),
    always("nul-smuggling", "zero in two bytes or more", |input| {
        input.all_forms().any(|form| form.value == 0 && (2..=6).contains(&form.announced) && !form.is_cut())
    }),
    always("overlong", "overlong form", |input| input.has(ErrorKind::Overlong) || old_overlong(input)),
    only("path-traversal", "full stop, slash or backslash in any form", |input| {
        input.all_forms().any(|form| matches!(form.value, 0x2E | 0x2F | 0x5C))
    }),
    only("quote-swallowing", "quotation mark or apostrophe after an ill-formed piece", |input| {
        input.events.iter().any(|events| {
            let quote = |event: &Event| matches!(event.value(), Some(0x22 | 0x27));
            events.iter().skip_while(|event| event.error_kind().is_none()).any(quote)
        })
    }),
    FlagRule {
        flag: "replacement-literal",
        means: "U+FFFD",
        holds: |input| input.all_forms().any(|form| form.value == 0xFFFD),
        demands: Some(|input| input.has_code(|code| code == 0xFFFD)),
    },
    only("resync", "ill-formed piece before another piece or a character", |input| {
        input.has_pair(|one, _| one.error_kind().is_some())
    }),
    only("state-leak", "reset", |input| input.segments.len() > 1),
    only("stray-continuation", "continuation byte without a lead", |input| {
        input.has(ErrorKind::UnexpectedContinuation)
    }),
    always("surrogate", "encoded surrogate, whole or cut", |input| {
        input.has(ErrorKind::Surrogate) || input.all_forms().any(|form| form.value >> 11 == 0x1B)
    }),
    only("swallows-next", "ill-formed piece before a character", |input| {
        input.has_pair(|one, other| one.error_kind().is_some() && other.value().is_some())
    }),
    only("value-cut", "character above U+FFFF", |input| input.has_code(|code| code > 0xFFFF)),
];

/// The flags of the built-in suite that say what can go wrong, or where the bytes come from, and nothing of the bytes that
/// can be checked.
pub const FREE_FLAGS: &[&str] = &[
    "block-probe",
    "byte-escape",
    "data-bits",
    "filter-bypass",
    "over-read",
    "range-edge",
    "simd-block",
    "standard-example",
    "unvalidated",
    "wrong-boundary",
];

/// The flags that an input must have, by name.
pub fn demanded_flags(input: &Input) -> Vec<&'static str> {
    let input = LooseInput::of(input);
    FLAGS.iter().filter(|rule| rule.fault(&input, false).is_some()).map(|rule| rule.flag).collect()
}

fn empty_chunk(input: &LooseInput<'_>) -> bool {
    input.script.is_some_and(|script| script.calls().contains(&Call::Feed(Vec::new())))
}

fn has_error(input: &LooseInput<'_>) -> bool {
    input.all_events().any(|event| event.error_kind().is_some())
}

fn old_overlong(input: &LooseInput<'_>) -> bool {
    input.old_events.iter().flatten().any(|event| event.error_kind() == Some(ErrorKind::Overlong))
}

/// U+FEFF in any form, its first or last bytes, its neighbours, itself in UTF-16, or taken for Latin-1.
fn like_a_mark(input: &LooseInput<'_>) -> bool {
    let bytes = input.bytes();
    let any = |wanted: &[u8]| bytes.windows(wanted.len()).any(|window| window == wanted);
    input.has_value(0xFEFF)
        || [&b"\xEF"[..], b"\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"].iter().any(|wanted| any(wanted))
        || bytes.starts_with(b"\xBF")
        || input.has_pair(|one, other| (one.value(), other.value()) == (Some(0xEF), Some(0xBB)))
}
