//! Faults that show in long inputs, in odd company, or on an object that was used before: by the company, length or use that
//! shows each.

use super::Shown::{self, At, Code, End, Nothing, Right};
use super::{Fault, Made, Shows};
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed_codec::{ErrorKind, Event, Policy, Profile};
use illformed_judge::claim::{Claim, ScriptSupport};

/// When it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    Usual,
    Deep,
}

#[derive(Clone, Copy)]
pub(crate) struct BlindSpot {
    pub(crate) name: &'static str,
    pub(crate) does: &'static str,
    pub(crate) lossy: bool,
    pub(crate) seen: Seen,
    pub(crate) shows: Shows,
}

impl BlindSpot {
    pub(crate) fn decoder(&self) -> InProcessDecoder {
        let claim =
            if self.lossy { Claim::lossy(Policy::MaximalSubpart) } else { Claim::strict(Profile::Rfc3629) };
        let claim = Claim { script: ScriptSupport::Reset, ..claim };
        Made::new(claim, Fault::None, self.shows, true).decoder(self.name, self.does)
    }
}

pub(crate) const fn lossy(name: &'static str, does: &'static str, shows: Shows) -> BlindSpot {
    BlindSpot { name, does, lossy: true, seen: Seen::Usual, shows }
}

pub(crate) const fn strict(name: &'static str, does: &'static str, shows: Shows) -> BlindSpot {
    BlindSpot { lossy: false, ..lossy(name, does, shows) }
}

const fn deep(spot: BlindSpot) -> BlindSpot {
    BlindSpot { seen: Seen::Deep, ..spot }
}

fn is(kind: ErrorKind, event: Event) -> bool {
    event.error_kind() == Some(kind)
}

fn is_error(event: Event) -> bool {
    event.error_kind().is_some()
}

/// `changed` if `when`.
fn if_(when: bool, changed: Shown) -> Shown {
    if when { changed } else { Right }
}

pub(crate) const FAULTS: &[BlindSpot] = &[
    lossy("row-256", "drops what follows 256 errors in a row", |h, e, _| {
        if_(is_error(e) && h.row >= 256, Nothing)
    }),
    lossy("row-500", "gives up after 500 errors in a row", |h, e, _| if_(is_error(e) && h.row == 500, End)),
    lossy("error-256", "counts errors in a byte, and 0 is none", |h, e, _| {
        if_(is_error(e) && h.errors % 256 == 255, Nothing)
    }),
    lossy("error-1000", "replaces at most 1,000 errors", |h, e, _| {
        if_(is_error(e) && h.errors >= 1000, Nothing)
    }),
    lossy("truncated-255", "sees at most 254 truncated sequences", |h, e, _| {
        if_(is(ErrorKind::Truncated, e) && h.row >= 254, Code(u32::from('?')))
    }),
    lossy("surrogates-in-row", "errs at the 301st error in a row if it is a surrogate", |h, e, _| {
        if_(is(ErrorKind::Surrogate, e) && h.row > 300, Code(0xD800))
    }),
    lossy("incomplete-late", "forgets what is incomplete after 200 errors", |h, e, _| {
        if_(is(ErrorKind::Incomplete, e) && h.errors >= 200, Nothing)
    }),
    lossy("incomplete-after-text", "forgets what is incomplete after 250 bytes", |_, e, _| {
        if_(is(ErrorKind::Incomplete, e) && e.at() >= 250, Nothing)
    }),
    lossy("buffer-1000", "has room for 1,000 code points", |h, _, _| if_(h.events >= 1000, Nothing)),
    strict("buffer-4096", "errs after 4,096 characters", |h, _, _| if_(h.characters >= 4096, Code(0x3F))),
    strict("straddles-256", "errs where a character straddles byte 256", |_, e, _| {
        if_(e.at() < 256 && e.end() > 256, Code(0xFFFD))
    }),
    strict("straddles-500", "errs where a character of three bytes stands across byte 500", |_, e, b| {
        if_(e.at() < 500 && e.end() > 500 && b.len() == 3, Code(0xFFFD))
    }),
    strict("straddles-1000", "passes an error right at byte 1,000", |_, e, _| {
        if_(is_error(e) && e.at() == 1000, Nothing)
    }),
    strict("straddles-4096", "loses four bytes across byte 4,096", |_, e, b| {
        if_(e.at() < 4096 && e.end() > 4096 && b.len() == 4, Nothing)
    }),
    strict("wraps-16", "counts bytes in 16 bits", |_, e, _| if_(is_error(e), At(e.at() & 0xFFFF))),
    lossy("wraps-text", "starts over after 65,536 bytes", |_, e, _| if_(e.at() >= 65_536, End)),
    strict("straddles-65536", "errs where a character straddles byte 65,536", |_, e, _| {
        if_(e.at() < 65_536 && e.end() > 65_536, Code(0xFFFD))
    }),
    lossy("call-256", "loses what the 256th call brings", |h, _, _| if_(h.calls == 255, Nothing)),
    lossy("chunk-256", "loses the first event of a chunk of 256 bytes but in the first call", |h, e, _| {
        if_(h.chunk == 256 && h.calls > 0 && e.at() % 256 < 3, Nothing)
    }),
    lossy("chunk-4096", "loses an error in a chunk of 4,096 bytes", |h, e, _| {
        if_(is_error(e) && h.chunk == 4096 && e.at() % 4096 == 7, Nothing)
    }),
    lossy("out-of-range-4096", "drops an error above U+10FFFF after 4,096 errors in a row", |h, e, _| {
        if_(is(ErrorKind::OutOfRange, e) && h.row >= 4096, Nothing)
    }),
    strict("after-500", "passes an error after 500 characters of three bytes", |h, e, _| {
        if_(is_error(e) && h.characters >= 500 && h.last_bytes().len() == 3, Nothing)
    }),
    strict("cut-256", "loses what ends a character of two bytes in the 512th call", |h, _, b| {
        if_(h.calls >= 511 && h.chunk == 1 && b.len() == 2, Nothing)
    }),
    lossy("after-cut", "drops U+1FFFF after a truncated sequence", |h, e, _| {
        if_(e.value() == Some(0x1_FFFF) && h.last_kind() == Some(ErrorKind::Truncated), Nothing)
    }),
    strict("after-space", "passes F5 to F7 after a space", |h, e, b| {
        if_(is(ErrorKind::OutOfRange, e) && b[0] >= 0xF5 && h.last_value() == Some(0x20), Nothing)
    }),
    lossy("del-after-cut", "swallows DEL after E0 A0", |h, e, _| {
        if_(e.value() == Some(0x7F) && h.last_bytes() == b"\xE0\xA0", Nothing)
    }),
    lossy("tab-after-fe", "swallows TAB after FE", |h, e, _| {
        if_(e.value() == Some(0x09) && h.last_bytes() == b"\xFE", Nothing)
    }),
    strict(
        "same-middle",
        "errs where two characters of three bytes share the second byte alone",
        |h, e, b| {
            let last = h.last_bytes();
            let alike =
                b.len() == 3 && last.len() == 3 && b[1] == last[1] && b[0] != last[0] && b[2] != last[2];
            if_(alike && !is_error(e) && h.events == 1, Code(0xFFFD))
        },
    ),
    strict("c0-after-fe", "passes C0 on an object that saw FE or FF last", |h, e, b| {
        if_(h.before == Some(ErrorKind::NeverValid) && h.events == 0 && b == b"\xC0" && is_error(e), Nothing)
    }),
    lossy("after-crlf", "drops an error directly after CR LF", |h, e, _| {
        let crlf =
            h.last_value() == Some(0x0A) && h.last.get(1).and_then(|(event, _)| event.value()) == Some(0x0D);
        if_(is_error(e) && crlf, Nothing)
    }),
    lossy("ffff-after-error", "drops U+FFFF directly after an error of three bytes", |h, e, _| {
        if_(e.value() == Some(0xFFFF) && h.last_kind().is_some() && h.last_bytes().len() == 3, Nothing)
    }),
    strict("nul-ends", "takes NUL before a non-shortest form for the end", |h, e, _| {
        if_(is(ErrorKind::Overlong, e) && h.last_value() == Some(0), End)
    }),
    lossy("sub-ends", "takes SUB after a byte that is never valid for the end", |h, e, _| {
        if_(e.value() == Some(0x1A) && h.last_kind() == Some(ErrorKind::NeverValid), End)
    }),
    lossy("mark-after-error", "swallows U+FEFF in the middle after an error of three bytes", |h, e, _| {
        if_(e.value() == Some(0xFEFF) && h.last_kind().is_some() && h.last_bytes().len() == 3, Nothing)
    }),
    lossy("mark-before-error", "swallows an out-of-range error after U+FEFF", |h, e, _| {
        if_(is(ErrorKind::OutOfRange, e) && h.last_value() == Some(0xFEFF), Nothing)
    }),
    lossy("one-replacement", "drops an error after U+FFFD in the text", |h, e, _| {
        if_(is_error(e) && h.last_value() == Some(0xFFFD), Nothing)
    }),
    lossy("noncharacter", "replaces U+FFFE before which a surrogate stands", |h, e, _| {
        if_(e.value() == Some(0xFFFE) && h.errors > 0 && h.last_kind().is_some(), Code(0xFFFD))
    }),
    strict("fdd0", "passes a stray continuation byte after U+FDD0", |h, e, _| {
        if_(is(ErrorKind::UnexpectedContinuation, e) && h.last_value() == Some(0xFDD0), Nothing)
    }),
    strict("after-last", "passes F5 after U+10FFFF", |h, _, b| {
        if_(b.first() == Some(&0xF5) && h.last_value() == Some(0x10_FFFF), Nothing)
    }),
    lossy("lf-legacy", "drops a legacy form after LF", |h, e, _| {
        if_(is(ErrorKind::LegacyForm, e) && h.last_value() == Some(0x0A), Nothing)
    }),
    strict("same-lead", "confuses two characters that differ in the second of three bytes", |h, e, b| {
        let last = h.last_bytes();
        let same = b.len() == 3 && last.len() == 3 && (b[0], b[2]) == (last[0], last[2]) && b[1] != last[1];
        if_(e.value().is_some() && same, h.last_value().map_or(Right, Code))
    }),
    strict("same-lead-four", "confuses two characters that differ in the third of four bytes", |h, e, b| {
        let last = h.last_bytes();
        let same = b.len() == 4 && last.len() == 4 && b[..2] == last[..2] && b[2] != last[2];
        if_(e.value().is_some() && same, h.last_value().map_or(Right, Code))
    }),
    strict("third-use", "passes a byte that is never valid in the third use", |h, e, _| {
        if_(is(ErrorKind::NeverValid, e) && h.uses == 2, Nothing)
    }),
    strict("use-256", "errs in the 256th use and later", |h, e, _| {
        if_(e.value() == Some(0x41) && h.uses >= 255, Code(0x42))
    }),
    lossy("use-256-error", "replaces otherwise in the 256th use alone", |h, e, _| {
        if_(is_error(e) && h.uses == 255, Code(0x3F))
    }),
    lossy("kind-after-kind", "drops FF in the use after one with a non-shortest form", |h, e, _| {
        if_(is(ErrorKind::NeverValid, e) && h.before == Some(ErrorKind::Overlong), Nothing)
    }),
    lossy("surrogate-after-stray", "drops a surrogate in the use after one with stray bytes", |h, e, _| {
        if_(is(ErrorKind::Surrogate, e) && h.before == Some(ErrorKind::UnexpectedContinuation), Nothing)
    }),
    lossy("mark-of-third-use", "drops U+FEFF at the start of the third use and later", |h, e, _| {
        if_(e.value() == Some(0xFEFF) && h.events == 0 && h.uses > 1, Nothing)
    }),
    lossy("one-surrogate", "drops the end of DB55 among all surrogates", |h, e, b| {
        if_(e.at() > 2000 && b == b"\x95" && h.last_bytes() == b"\xAD", Nothing)
    }),
    deep(strict("one-scalar", "takes U+1F9D1 for the character before it", |_, e, _| {
        if_(e.value() == Some(0x1_F9D1), Code(0x1_F9D0))
    })),
    deep(strict("one-scalar-lost", "loses U+3A7C", |_, e, _| if_(e.value() == Some(0x3A7C), Nothing))),
];
