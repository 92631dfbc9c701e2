//! Who accepts what RFC 3629 forbids, and who refuses what it allows: for each group the decoders, with the first
//! bytes of theirs.

use crate::record::run_record::{CaseRecord, DecoderRecord, OutcomeGroup, RunRecord, VectorRecord};
use crate::tell::report::input::{brings_bytes, case_input};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::capital_input;
use illformed_judge::shown::{escape_controls, fit};
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
            let Witness { adapter, decoders, input, count, .. } = witness;
            let input = fit(&capital_input(&input), 24);
            let line = format!(
                "{input:<14} {count:>3}  {}: {}",
                escape_controls(adapter),
                escape_controls(&decoders.join(" "))
            );
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
    /// Its input, or what is derived from it where other bytes are needed too.
    pub(crate) input: String,
    /// How many such vectors there are.
    pub(crate) count: usize,
}

/// Who fails vectors of `group` for that cause, by RFC 3629.
pub(crate) fn witnesses<'a>(record: &'a RunRecord, group: &str, cause: &str) -> Vec<Witness<'a>> {
    let mut witnesses: Vec<Witness<'_>> = Vec::new();
    for decoder in &record.decoders {
        let Some((vector, input, count)) = witness(record, decoder, group, cause) else { continue };
        let same = |other: &&mut Witness<'_>| {
            let same_input = other.vector.id == vector.id && other.input == input;
            other.adapter == decoder.adapter && same_input && other.count == count
        };
        if let Some(other) = witnesses.iter_mut().find(same) {
            other.decoders.push(&decoder.decoder);
        } else {
            let decoders = vec![decoder.decoder.as_str()];
            witnesses.push(Witness { adapter: &decoder.adapter, decoders, vector, input, count });
        }
    }
    witnesses
}

/// The first vector of the group that the decoder fails for that cause, its input, and how many there are. Vectors that
/// fail only beside other bytes count only if all that it fails for that cause are such: the others show the cause.
fn witness<'a>(
    record: &'a RunRecord,
    decoder: &DecoderRecord,
    group: &str,
    cause: &str,
) -> Option<(&'a VectorRecord, String, usize)> {
    let failed = |outcome: &&OutcomeGroup| {
        outcome.verdict == VerdictKind::Fail && outcome.cause.as_deref() == Some(cause)
    };
    let cases = || {
        let outcomes = decoder.shown().groups.iter().filter(failed);
        outcomes.flat_map(|outcome| outcome.cases.iter()).map(|case| &record.cases[case])
    };
    let all_bring_bytes = cases().all(brings_bytes);
    let in_group = |case: &&CaseRecord| record.vectors[case.vector].id.split('/').next() == Some(group);
    let mut of_group: Vec<&CaseRecord> =
        cases().filter(in_group).filter(|case| all_bring_bytes || !brings_bytes(case)).collect();
    // The cases of a vector stay in their order.
    of_group.sort_by_key(|case| case.vector);
    of_group.dedup_by_key(|case| case.vector);
    let first = of_group.first()?;
    let input = case_input(record, first).into_owned();
    Some((&record.vectors[first.vector], input, of_group.len()))
}
