//! The flags of a vector that follow from its bytes and its errors.

use crate::search::promote::loose_input::LooseInput;
use illformed_codec::ErrorKind;
use illformed_judge::completion::vector_of;
use illformed_judge::expected::segments;
use illformed_vectors::{Call, Expectation, Input, Reading, Vector, VectorId};

/// A flag that says something of the bytes. Its name means this in every suite.
#[derive(Debug)]
pub struct FlagRule {
    pub flag: &'static str,
    /// What must be in an input that has it, as a fragment after "there is no".
    pub means: &'static str,
    /// Whether that is in an input.
    pub holds: fn(&LooseInput<'_>) -> bool,
    /// An input must have the flag when this holds.
    pub demands: Option<fn(&LooseInput<'_>) -> bool>,
}

/// A rule that also demands the flag wherever it holds.
const fn always(flag: &'static str, means: &'static str, holds: fn(&LooseInput<'_>) -> bool) -> FlagRule {
    FlagRule { flag, means, holds, demands: Some(holds) }
}

/// The flags that an input must have where the bytes say so.
pub const DEMANDED_FLAGS: &[FlagRule] = &[
    FlagRule {
        flag: "above-10ffff",
        means: "value above 10FFFF",
        holds: |input| {
            input.has(ErrorKind::OutOfRange) || input.forms.iter().any(|form| form.value > 0x10_FFFF)
        },
        demands: Some(|input| input.has(ErrorKind::OutOfRange)),
    },
    FlagRule {
        flag: "empty-chunk",
        means: "empty chunk or text",
        holds: |input| empty_chunk(input) || input.segments.iter().any(Vec::is_empty),
        demands: Some(empty_chunk),
    },
    always("legacy-form", "byte in F8..FD", |input| {
        input.bytes().iter().any(|byte| (0xF8..=0xFD).contains(byte))
    }),
    always("never-valid", "byte FE or FF", |input| input.bytes().iter().any(|byte| *byte >= 0xFE)),
    always("noncharacter", "noncharacter", |input| {
        input.has_code(|code| (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE)
    }),
    always("nul", "byte 00", |input| input.bytes().contains(&0)),
    always("nul-smuggling", "zero in two bytes or more", |input| {
        input.forms.iter().any(|form| form.value == 0 && (2..=6).contains(&form.announced) && !form.is_cut())
    }),
    always("overlong", "overlong form", |input| input.has(ErrorKind::Overlong) || old_overlong(input)),
    FlagRule {
        flag: "replacement-literal",
        means: "U+FFFD",
        holds: |input| input.forms.iter().any(|form| form.value == 0xFFFD),
        demands: Some(|input| input.has_code(|code| code == 0xFFFD)),
    },
    always("surrogate", "encoded surrogate, whole or cut", |input| {
        input.has(ErrorKind::Surrogate) || input.forms.iter().any(|form| form.value >> 11 == 0x1B)
    }),
];

/// The flags that an input must have, by name.
pub fn demanded_flags(input: &Input) -> Vec<&'static str> {
    let input = LooseInput::of(input);
    let demanded = |rule: &&FlagRule| rule.demands.is_some_and(|demands| demands(&input));
    DEMANDED_FLAGS.iter().filter(demanded).map(|rule| rule.flag).collect()
}

fn empty_chunk(input: &LooseInput<'_>) -> bool {
    input.script.is_some_and(|script| script.calls().contains(&Call::Feed(Vec::new())))
}

fn old_overlong(input: &LooseInput<'_>) -> bool {
    input.old_events.iter().any(|event| event.error_kind() == Some(ErrorKind::Overlong))
}

/// The vector of that name, with its expectations, and the flags that follow from them and from the bytes, in order of
/// their names.
pub fn worked_out(id: VectorId, input: Input, comment: String, refs: Vec<String>) -> Vector {
    let flags = demanded_flags(&input).into_iter().map(str::to_owned).collect();
    let mut vector = Vector { comment, flags, refs, ..vector_of(id, input) };
    if let Expectation::Specified(readings) = &vector.rfc3629 {
        let found = readings.iter().zip(segments(&vector.input));
        vector.flags.extend(found.flat_map(|(reading, (bytes, _))| flags_of(reading, &bytes)));
    }
    vector.flags.sort_unstable();
    vector.flags.dedup();
    vector
}

/// The flags that follow from the errors, and that lint lets stand and does not demand.
fn flags_of(reading: &Reading, bytes: &[u8]) -> Vec<String> {
    let stands_between = |at: usize| !reading.errors.iter().any(|other| other.at + other.len == at);
    // Behind another error a continuation byte is that one's rest.
    let stray = reading
        .errors
        .iter()
        .any(|error| error.kind == ErrorKind::UnexpectedContinuation && stands_between(error.at));
    // A character stands right behind an error.
    let resync = reading.errors.iter().any(|error| {
        let end = error.at + error.len;
        end < bytes.len() && !reading.errors.iter().any(|other| other.at == end)
    });
    // An ASCII character stands behind what waits for more.
    let swallows = reading.errors.iter().any(|error| {
        let next = bytes.get(error.at + error.len);
        error.kind == ErrorKind::Truncated && next.is_some_and(u8::is_ascii)
    });
    let all = [
        ("end-of-input", reading.errors.iter().any(|error| error.kind == ErrorKind::Incomplete)),
        ("maximal-subpart", reading.errors.iter().any(|error| error.len > 1)),
        ("resync", resync),
        ("stray-continuation", stray),
        ("swallows-next", swallows),
    ];
    all.into_iter().filter(|(_, fits)| *fits).map(|(flag, _)| flag.to_owned()).collect()
}
