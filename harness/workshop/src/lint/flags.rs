//! The flags of vectors, and what each says of the bytes.

use crate::lint::quote::has_number;
use illformed::search::promote::{DEMANDED_FLAGS, FlagRule, LooseInput};
use illformed_codec::{ErrorKind, Event};
use illformed_vectors::{Call, Script};

/// A rule for the flag where it stands.
const fn only(flag: &'static str, means: &'static str, holds: fn(&LooseInput<'_>) -> bool) -> FlagRule {
    FlagRule { flag, means, holds, demands: None }
}

/// The flags that say something of the bytes.
pub fn byte_flags() -> impl Iterator<Item = &'static FlagRule> {
    DEMANDED_FLAGS.iter().chain(ALLOWED_FLAGS)
}

/// Those that no input must have.
const ALLOWED_FLAGS: &[FlagRule] = &[
    only("bom", "U+FEFF, nor anything like one", like_a_mark),
    only("cesu-8", "encoded pair of surrogates", |input| {
        input.forms.iter().any(|forms| {
            forms.windows(2).any(|pair| pair[0].value >> 10 == 0x36 && pair[1].value >> 10 == 0x37)
        })
    }),
    only("chunk-split", "second chunk, nor an open end", |input| {
        let is_open = |script: &Script| script.segments().any(|calls| !Script::segment_bytes(calls).1);
        chunks(input) > 1 || input.script.is_some_and(is_open)
    }),
    only("declared-length", "ill-formed piece", has_error),
    only("double-encoding", "character in 80..FF", |input| {
        input.has_code(|code| (0x80..=0xFF).contains(&code))
    }),
    only("end-of-input", "ill-formed piece at the end", |input| {
        let at_end = |events: &Vec<Event>| events.last().is_some_and(|event| event.error_kind().is_some());
        input.events.iter().any(at_end)
    }),
    only("java-surrogate", "encoded surrogate, whole or cut", |input| input.has(ErrorKind::Surrogate)),
    only("late-report", "ill-formed piece", has_error),
    only("maximal-subpart", "ill-formed piece", has_error),
    only("path-traversal", "full stop, slash or backslash in any form", |input| {
        input.all_forms().any(|form| matches!(form.value, 0x2E | 0x2F | 0x5C))
    }),
    only("quote-swallowing", "quotation mark or apostrophe after an ill-formed piece", |input| {
        input.events.iter().any(|events| {
            let quote = |event: &Event| matches!(event.value(), Some(0x22 | 0x27));
            events.iter().skip_while(|event| event.error_kind().is_none()).any(quote)
        })
    }),
    only("resync", "ill-formed piece before another piece or a character", |input| {
        has_pair(input, |one, _| one.error_kind().is_some())
    }),
    only("state-leak", "reset", |input| input.segments.len() > 1),
    only("stray-continuation", "continuation byte without a lead", |input| {
        input.has(ErrorKind::UnexpectedContinuation)
    }),
    only("swallows-next", "ill-formed piece before a character", |input| {
        has_pair(input, |one, other| one.error_kind().is_some() && other.value().is_some())
    }),
    only("value-cut", "character above U+FFFF", |input| input.has_code(|code| code > 0xFFFF)),
];

/// What is wrong with an input that has the flag of `rule`, or not.
pub(crate) fn fault(rule: &FlagRule, input: &LooseInput<'_>, flagged: bool) -> Option<String> {
    if flagged && !(rule.holds)(input) {
        return Some(format!("flag `{}`, but there is no {}", rule.flag, rule.means));
    }
    if !flagged && rule.demands.is_some_and(|demands| demands(input)) {
        return Some(format!("there is a {}, but no flag `{}`", rule.means, rule.flag));
    }
    None
}

fn has_error(input: &LooseInput<'_>) -> bool {
    input.all_events().any(|event| event.error_kind().is_some())
}

/// Whether two neighbours satisfy `wanted`.
fn has_pair(input: &LooseInput<'_>, wanted: impl Fn(&Event, &Event) -> bool) -> bool {
    input.events.iter().any(|events| events.windows(2).any(|pair| wanted(&pair[0], &pair[1])))
}

/// U+FEFF in any form, its first or last bytes, its neighbours, itself in UTF-16, or taken for Latin-1.
fn like_a_mark(input: &LooseInput<'_>) -> bool {
    let bytes = input.bytes();
    let any = |wanted: &[u8]| bytes.windows(wanted.len()).any(|window| window == wanted);
    has_number(input, 0xFEFF)
        || [&b"\xEF"[..], b"\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"].iter().any(|wanted| any(wanted))
        || bytes.starts_with(b"\xBF")
        || has_pair(input, |one, other| (one.value(), other.value()) == (Some(0xEF), Some(0xBB)))
}

/// How many chunks are fed; an input of bytes is one chunk.
fn chunks(input: &LooseInput<'_>) -> usize {
    let is_chunk = |call: &&Call| matches!(call, Call::Feed(_));
    input.script.map_or(1, |script| script.calls().iter().filter(is_chunk).count())
}
