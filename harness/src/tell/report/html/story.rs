//! What the field has seen of the vectors of a record.

use crate::record::run_record::{Ranges, RunRecord};
use crate::record::security::{Replayed, is_security, replayed};
use illformed_vectors::{Incident, IncidentFile, Suite};
use serde::Serialize;
use std::collections::HashSet;

/// An incident that vectors of a record replay.
#[derive(Debug, Serialize)]
pub(super) struct Story<'a> {
    incident: &'a Incident,
    /// Numbers of those vectors.
    vectors: Ranges,
    /// The decoders that would repeat it, by name.
    repeated_by: Vec<String>,
}

/// The incidents that vectors of `record` replay, by number.
pub(super) fn stories(record: &RunRecord) -> Vec<Story<'static>> {
    let replayed = replayed(record, IncidentFile::embedded());
    let story = |one: Replayed<'static>| {
        let Replayed { incident, vectors, failed: _, repeated_by } = one;
        Story { incident, vectors: vectors.into_iter().collect(), repeated_by }
    };
    replayed.into_iter().map(story).collect()
}

/// The numbers of the vectors that are about attacks; of those of another suite than the built-in one nothing is known.
pub(super) fn critical(record: &RunRecord) -> Ranges {
    let suite = Suite::embedded();
    if record.suite.name != suite.name() {
        return Ranges::default();
    }
    let critical: HashSet<&str> = suite
        .vectors()
        .filter(|vector| is_security(suite, vector))
        .map(|vector| vector.id.as_str())
        .collect();
    let vectors = record.vectors.iter().enumerate();
    vectors.filter(|(_, vector)| critical.contains(vector.id.as_str())).map(|(number, _)| number).collect()
}
