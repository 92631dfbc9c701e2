//! Who accepts what RFC 3629 forbids: for each group the decoders, with the first bytes of theirs.

use crate::record::{DecoderRecord, RunRecord, VectorRecord};
use crate::report::style::{fit, tame};
use std::fmt::Write;

/// The lines of the section, or nothing when nobody does.
pub(crate) fn acceptance(record: &RunRecord) -> String {
    let mut text = String::new();
    for group in &record.suite.groups {
        let witnesses = witnesses(record, &group.name);
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
    format!("\nAccepted against RFC 3629 (the first such input, and how many there are):\n{text}")
}

/// Decoders of one adapter that accept the same.
pub(crate) struct Witness<'a> {
    /// Their adapter.
    pub(crate) adapter: &'a str,
    /// Their names in it.
    pub(crate) decoders: Vec<&'a str>,
    /// The first vector that they accept.
    pub(crate) vector: &'a VectorRecord,
    /// How many there are.
    pub(crate) count: usize,
}

/// Who accepts something of `group` that RFC 3629 forbids.
pub(crate) fn witnesses<'a>(record: &'a RunRecord, group: &str) -> Vec<Witness<'a>> {
    let mut witnesses: Vec<Witness<'_>> = Vec::new();
    for decoder in &record.decoders {
        let Some((vector, count)) = witness(record, decoder, group) else { continue };
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

/// The first vector of the group that the decoder accepts, and how many there are.
fn witness<'a>(
    record: &'a RunRecord,
    decoder: &DecoderRecord,
    group: &str,
) -> Option<(&'a VectorRecord, usize)> {
    let accepts = |cause: Option<&str>| cause == Some("accepts-ill-formed");
    let outcomes = decoder.shown().groups.iter().filter(|outcome| accepts(outcome.cause.as_deref()));
    let mut vectors: Vec<usize> =
        outcomes.flat_map(|outcome| outcome.cases.iter().map(|case| record.cases[case].vector)).collect();
    vectors.sort_unstable();
    vectors.dedup();
    vectors.retain(|vector| record.vectors[*vector].id.split('/').next() == Some(group));
    Some((&record.vectors[*vectors.first()?], vectors.len()))
}
