//! The record as data in the page, with what the page's script cannot work out: the way of each vector through the
//! grammar, and the line that asks a case again.

use crate::explain::path;
use crate::record::{RunRecord, VectorRecord};
use crate::report::finding::{again_alone, segments};
use illformed_codec::{ErrorKind, Event, Profile, events};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct Data<'a> {
    record: &'a RunRecord,
    /// For each vector its segments.
    explained: Vec<Vec<Segment>>,
    /// For each decoder what stands before and after a case's id.
    again: Vec<[String; 2]>,
}

/// Bytes between two resets.
#[derive(Serialize)]
struct Segment {
    /// As hex.
    bytes: String,
    /// What RFC 3629 says of them.
    reading: String,
    /// The offset of each step, and the step.
    steps: Vec<(usize, String)>,
}

/// The data of `record` as JSON that may stand in a `script` element: nothing in it ends the element, opens a comment or
/// another one, or breaks a line.
pub(crate) fn data(record: &RunRecord) -> String {
    let data = Data {
        record,
        explained: record.vectors.iter().map(explained).collect(),
        again: record.decoders.iter().map(again_alone).collect(),
    };
    // A record has string keys and no number that JSON cannot hold, so this does not fail.
    let text = serde_json::to_string(&data).unwrap_or_default();
    // Outside of strings JSON has none of these.
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            other => safe.push(other),
        }
    }
    safe
}

fn explained(vector: &VectorRecord) -> Vec<Segment> {
    // Bytes alone are a whole input; a segment of a script may be left unfinished.
    let whole = vector.input.bytes().all(|byte| byte.is_ascii_hexdigit());
    let calls: Vec<&str> = vector.input.split('~').collect();
    let segment = |(number, bytes): (usize, Vec<u8>)| {
        let finished = whole || calls.get(number).is_some_and(|calls| calls.trim_end().ends_with('.'));
        let offsets = events(&bytes, Profile::Rfc3629).map(|event| event.at());
        Segment {
            bytes: const_hex::encode(&bytes),
            reading: reading(&bytes, finished),
            steps: offsets.zip(path(&bytes, Profile::Rfc3629)).collect(),
        }
    };
    segments(&vector.input).into_iter().enumerate().map(segment).collect()
}

/// What RFC 3629 says of `bytes`; of what stands at the end of unfinished input it says nothing yet.
fn reading(bytes: &[u8], finished: bool) -> String {
    let undecided = |event: &Event| !finished && event.error_kind() == Some(ErrorKind::Incomplete);
    let all: Vec<Event> = events(bytes, Profile::Rfc3629).collect();
    let errors: Vec<&Event> =
        all.iter().filter(|event| event.error_kind().is_some() && !undecided(event)).collect();
    let mut text = match errors.as_slice() {
        [] => "well-formed".to_owned(),
        [only] => format!("ill-formed at offset {}", only.at()),
        [first, ..] => format!("ill-formed from offset {}, {} errors", first.at(), errors.len()),
    };
    if let Some(last) = all.last().filter(|event| undecided(event)) {
        let _ = write!(text, ", {} at the end undecided", last.len());
    }
    text
}
