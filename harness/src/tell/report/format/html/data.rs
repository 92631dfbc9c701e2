//! The record as data in the page, with what the page's script cannot work out: the way of each vector through the
//! grammar, the line that asks a case again, what was sent in a derived case, and what the field has seen of a vector.

use crate::record::run_record::{Ranges, RunRecord, VectorRecord};
use crate::record::security::{Replayed, is_security, replayed};
use crate::tell::case_text::reading;
use crate::tell::report::reproduce::{reproduce_any, reproduce_exactly};
use crate::tell::report::words::sent;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use illformed_codec::{ErrorKind, Event, Profile, events};
use illformed_judge::expected::segments;
use illformed_judge::explain::path;
use illformed_vectors::{IncidentFile, Suite};
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

#[derive(Serialize)]
struct Data<'a> {
    record: &'a RunRecord,
    /// For each vector its segments, the bytes between two resets.
    explained: Vec<Vec<Value>>,
    /// For each decoder what stands before and after a case's id.
    again: Vec<[String; 2]>,
    /// For each decoder the lines of cases that need another one.
    again_exactly: Vec<BTreeMap<usize, String>>,
    /// The inputs of derived cases that fail, for a reader.
    inputs: BTreeMap<usize, String>,
    /// The incidents that vectors of the record replay, by number.
    stories: Vec<Value>,
    security: Ranges,
}

/// The data of `record`: JSON in UTF-8, compressed as RFC 1950 says, in base64. A survey of all decoders has an eighth of its size then, and nothing in it could
/// end the element it stands in.
pub(crate) fn data(record: &RunRecord) -> String {
    let data = Data {
        record,
        explained: record.vectors.iter().map(explained).collect(),
        again: record.decoders.iter().map(|decoder| reproduce_any(record, decoder)).collect(),
        again_exactly: record.decoders.iter().map(|decoder| reproduce_exactly(record, decoder)).collect(),
        inputs: inputs(record),
        stories: stories(record),
        security: critical(record),
    };
    let json =
        serde_json::to_vec(&data).expect("a record has string keys and no number that JSON cannot hold");
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let compressed = encoder.write_all(&json).and_then(|()| encoder.finish());
    BASE64_STANDARD.encode(compressed.expect("writing to memory does not fail"))
}

fn inputs(record: &RunRecord) -> BTreeMap<usize, String> {
    let outcomes = record.decoders.iter().flat_map(|one| [Some(&one.by_claim), one.by_rfc3629.as_ref()]);
    let failed =
        outcomes.flatten().flat_map(|outcomes| &outcomes.groups).filter(|group| group.verdict.is_bad());
    let derived =
        failed.flat_map(|group| group.cases.iter()).filter(|case| record.cases[*case].recipe.is_some());
    let cases: BTreeSet<usize> = derived.collect();
    cases.into_iter().map(|case| (case, sent(record, case))).collect()
}

/// The segments of `vector`, each with what RFC 3629 says of it, and the steps through it with their offsets.
fn explained(vector: &VectorRecord) -> Vec<Value> {
    let segment = |(bytes, finished): (Cow<'_, [u8]>, bool)| {
        let mut all: Vec<Event> = events(&bytes, Profile::Rfc3629).collect();
        let steps: Vec<_> = all.iter().map(Event::at).zip(path(&bytes, Profile::Rfc3629)).collect();
        // A segment of a script may be left unfinished.
        let is_undecided = |last: &mut Event| !finished && last.error_kind() == Some(ErrorKind::Incomplete);
        let pending = all.pop_if(is_undecided).map_or(0, |last| last.len());
        json!({ "bytes": const_hex::encode(&bytes), "reading": reading(&all, pending), "steps": steps })
    };
    segments(&vector.input).map(segment).collect()
}

fn stories(record: &RunRecord) -> Vec<Value> {
    let mut replayed = replayed(record, IncidentFile::embedded());
    replayed.sort_by_key(|one| one.incident.number);
    let story = |one: Replayed<'static>| {
        let vectors: Ranges = one.vectors.into_iter().collect();
        json!({ "incident": one.incident, "vectors": vectors, "repeated_by": one.repeated_by })
    };
    replayed.into_iter().map(story).collect()
}

/// The numbers of the vectors that are about attacks; of those of another suite than the built-in one nothing is known.
fn critical(record: &RunRecord) -> Ranges {
    let suite = Suite::embedded();
    if record.suite.name != suite.name() {
        return Ranges::default();
    }
    let is_critical = |vector: &VectorRecord| {
        suite.vector(vector.id.as_str()).is_some_and(|vector| is_security(suite, vector))
    };
    let vectors = record.vectors.iter().enumerate();
    vectors.filter(|(_, vector)| is_critical(vector)).map(|(number, _)| number).collect()
}
