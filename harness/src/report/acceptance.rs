//! Who accepts what RFC 3629 forbids, and who refuses what it allows: for each group the decoders, with the first
//! bytes of theirs.

use crate::record::{DecoderRecord, OutcomeGroup, RunRecord, VectorRecord};
use crate::report::style::{fit, tame};
use std::fmt::Write;

/// The lines of both sections, or nothing when nobody does either.
pub(crate) fn acceptance(record: &RunRecord) -> String {
    section(record, "Accepted", "accepts-ill-formed") + &section(record, "Refused", "refuses-well-formed")
}

fn section(record: &RunRecord, what: &str, cause: &str) -> String {
    let mut text = String::new();
    for group in &record.suite.groups {
        let witnesses = witnesses(record, &group.name, cause);
        if !witnesses.is_empty() {
            let _ = writeln!(text, "  {}", group.name);
        }
        for witness in witnesses {
            let Witness { adapter, decoders, vector, count } = witness;
            let first = &vector.input;
            let bytes = if first.contains([' ', '~', '.']) { first.clone() } else { first.to_uppercase() };
            let bytes = fit(&bytes, 24);
            let line = format!("{bytes:<14} {count:>3}  {}: {}", tame(adapter), tame(&decoders.join(" ")));
            let _ = writeln!(text, "    {}", fit(&line, 76));
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("\n{what} against RFC 3629 (the first such input, and how many there are):\n{text}")
}

/// Decoders of one adapter that fail for the same cause.
pub(crate) struct Witness<'a> {
    /// Their adapter.
    pub(crate) adapter: &'a str,
    /// Their names in it.
    pub(crate) decoders: Vec<&'a str>,
    /// The first such vector.
    pub(crate) vector: &'a VectorRecord,
    /// How many there are.
    pub(crate) count: usize,
}

/// Who fails vectors of `group` for that cause, by RFC 3629.
pub(crate) fn witnesses<'a>(record: &'a RunRecord, group: &str, cause: &str) -> Vec<Witness<'a>> {
    let mut witnesses: Vec<Witness<'_>> = Vec::new();
    for decoder in &record.decoders {
        let Some((vector, count)) = witness(record, decoder, group, cause) else { continue };
        let same = |other: &&mut Witness<'_>| {
            other.adapter == decoder.adapter && other.vector.id == vector.id && other.count == count
        };
        if let Some(other) = witnesses.iter_mut().find(same) {
            other.decoders.push(&decoder.decoder);
        } else {
            let decoders = vec![decoder.decoder.as_str()];
            witnesses.push(Witness { adapter: &decoder.adapter, decoders, vector, count });
        }
    }
    witnesses
}

/// The first vector of the group that the decoder fails for that cause, and how many there are.
fn witness<'a>(
    record: &'a RunRecord,
    decoder: &DecoderRecord,
    group: &str,
    cause: &str,
) -> Option<(&'a VectorRecord, usize)> {
    let failed =
        |outcome: &&OutcomeGroup| outcome.verdict == "fail" && outcome.cause.as_deref() == Some(cause);
    let outcomes = decoder.shown().groups.iter().filter(failed);
    let mut vectors: Vec<usize> =
        outcomes.flat_map(|outcome| outcome.cases.iter().map(|case| record.cases[case].vector)).collect();
    vectors.sort_unstable();
    vectors.dedup();
    vectors.retain(|vector| record.vectors[*vector].id.split('/').next() == Some(group));
    Some((&record.vectors[*vectors.first()?], vectors.len()))
}
