//! The codec against the second source on all vectors in a row, as one text, which shows faults far from the start. A
//! difference belongs to no single vector; [`lint_texts`](crate::lint::lint_texts) names the vectors that show it.

use crate::lint::vectors::segment_fault;
use illformed_codec::{Decoder, ErrorKind, Event, Profile};
use illformed_judge::codec_check::{code_fault, stream_fault, whole_text_fault};
use illformed_judge::expected::SegmentEvents;
use illformed_judge::lint::LintFinding;
use illformed_judge::oracle::arithmetic::{self, Limits};
use illformed_judge::second_source::TextSource;
use illformed_vectors::{Input, Place, Suite};
use std::collections::BTreeSet;

/// How often each error follows itself in the row.
const RUN: usize = 300;

/// How many characters of a reason are shown.
const REASON: usize = 300;

const LONGEST_END: usize = 5;

/// A leading surrogate, and a trailing one in an input of its own: the one must not be remembered at the other.
const SURROGATES: [&[u8]; 2] = [b"\xED\xA0\x80", b"\xED\xB0\x80"];

/// What the codec says otherwise than `source` whatever the vectors are: every code point in every form.
pub fn lint_codec(source: &TextSource) -> Option<LintFinding> {
    Some(finding("the codec", None, code_fault(0..=0x10_FFFF, source)?))
}

fn finding(file: &str, profile: Option<Profile>, reason: String) -> LintFinding {
    let place = Place { file: file.to_owned(), line: None, pointer: String::new() };
    LintFinding { place, vector: None, profile, reason: shortened(reason) }
}

/// What the codec says otherwise than `source`: all vectors in a row, and the ends of inputs.
pub(super) fn row_fault(suite: &Suite, source: &TextSource) -> Option<LintFinding> {
    let row = row(suite);
    let ends = ends(suite);
    Profile::ALL.iter().find_map(|&profile| {
        let mut decoder = Decoder::new(profile);
        let open_ends = ends.iter().copied().filter(|bytes| ends_open(bytes, profile));
        let mut inputs = [row.as_slice()].into_iter().chain(SURROGATES).chain(open_ends);
        let reason = inputs.find_map(|bytes| input_fault(bytes, &mut decoder, profile, source))?;
        Some(finding("all vectors in a row", Some(profile), reason))
    })
}

/// The bytes of all vectors, and long runs of errors, with a character between.
fn row(suite: &Suite) -> Vec<u8> {
    let mut row = Vec::new();
    for vector in suite.vectors() {
        if let Input::Bytes(bytes) = &vector.input {
            row.extend(bytes);
            row.push(b'!');
        }
    }
    let runs: [&[u8]; 6] =
        [b"\x80", b"\xFF", b"\xC3", b"\xED\xA0\x80", b"\xE2\x82", b"\xFD\x80\x80\x80\x80\x80"];
    for run in runs {
        row.extend(run.repeat(RUN));
        row.push(b'!');
    }
    row
}

/// What the vectors end with, from the last lead on, each once.
fn ends(suite: &Suite) -> BTreeSet<&[u8]> {
    let inputs = suite.vectors().filter_map(|vector| match &vector.input {
        Input::Bytes(bytes) => Some(bytes.as_slice()),
        Input::Calls(_) => None,
    });
    inputs
        .filter_map(|bytes| {
            let from_lead = bytes.iter().rev().take(LONGEST_END).position(|byte| *byte >= 0xC0)?;
            bytes.get(bytes.len() - 1 - from_lead..)
        })
        .collect()
}

/// Whether more bytes could complete the end of `bytes`. What ends in something else is in the row.
fn ends_open(bytes: &[u8], profile: Profile) -> bool {
    let events = arithmetic::events(bytes, Limits::of(profile));
    matches!(events.last(), Some(Event::Error { kind: ErrorKind::Incomplete, .. }))
}

fn input_fault(bytes: &[u8], decoder: &mut Decoder, profile: Profile, source: &TextSource) -> Option<String> {
    let events = arithmetic::events(bytes, Limits::of(profile));
    let segment = SegmentEvents { bytes: bytes.to_vec(), events, pending: 0 };
    let fault = stream_fault(bytes, decoder, profile).or_else(|| whole_text_fault(&segment, profile, source));
    // What a policy makes of errors is judged for the RFCs' sequences alone.
    if fault.is_some() || !matches!(profile, Profile::Rfc3629 | Profile::Rfc2279) {
        return fault;
    }
    segment_fault(&segment, profile, source)
}

/// The start of a long reason.
fn shortened(reason: String) -> String {
    match reason.char_indices().nth(REASON) {
        Some((end, _)) => format!("{} ...", &reason[..end]),
        None => reason,
    }
}
