//! Who accepts what RFC 3629 forbids, and who refuses what it allows: for each group the decoders, with the first
//! bytes of theirs.

use crate::record::{DecoderRecord, RunRecord};
use crate::report::style::{fit, tame};
use std::fmt::Write;

/// The lines of both sections, or nothing when nobody does either.
pub(crate) fn acceptance(record: &RunRecord) -> String {
    section(record, "Accepted", "accepts-ill-formed") + &section(record, "Refused", "refuses-well-formed")
}

fn section(record: &RunRecord, what: &str, cause: &str) -> String {
    let mut text = String::new();
    for group in &record.suite.groups {
        let mut witnesses: Vec<Witness<'_>> = Vec::new();
        for decoder in &record.decoders {
            let Some((bytes, count)) = witness(record, decoder, &group.name, cause) else { continue };
            let same = |other: &&mut Witness<'_>| {
                other.adapter == decoder.adapter && other.bytes == bytes && other.count == count
            };
            if let Some(other) = witnesses.iter_mut().find(same) {
                other.decoders.push(&decoder.decoder);
            } else {
                let decoders = vec![decoder.decoder.as_str()];
                witnesses.push(Witness { adapter: &decoder.adapter, decoders, bytes, count });
            }
        }
        if !witnesses.is_empty() {
            let _ = writeln!(text, "  {}", group.name);
        }
        for witness in witnesses {
            let Witness { adapter, decoders, bytes, count } = witness;
            let line = format!("{bytes:<14} {count:>3}  {}: {}", tame(adapter), tame(&decoders.join(" ")));
            let _ = writeln!(text, "    {}", fit(&line, 76));
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("\n{what} against RFC 3629 (the first such input, and how many there are):\n{text}")
}

/// Decoders of one adapter that accept or refuse the same.
struct Witness<'a> {
    adapter: &'a str,
    decoders: Vec<&'a str>,
    bytes: String,
    count: usize,
}

/// The first vector of the group that the decoder fails for that cause, and how many there are.
fn witness(record: &RunRecord, decoder: &DecoderRecord, group: &str, cause: &str) -> Option<(String, usize)> {
    let outcomes = decoder
        .shown()
        .groups
        .iter()
        .filter(|outcome| outcome.verdict == "fail" && outcome.cause.as_deref() == Some(cause));
    let mut vectors: Vec<usize> =
        outcomes.flat_map(|outcome| outcome.cases.iter().map(|case| record.cases[case].vector)).collect();
    vectors.sort_unstable();
    vectors.dedup();
    vectors.retain(|vector| record.vectors[*vector].id.split('/').next() == Some(group));
    let first = &record.vectors[*vectors.first()?].input;
    let bytes = if first.contains([' ', '~', '.']) { first.clone() } else { first.to_uppercase() };
    Some((fit(&bytes, 24), vectors.len()))
}
