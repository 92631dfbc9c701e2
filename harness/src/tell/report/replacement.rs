//! How errors are replaced, as it was seen: for each policy the decoders that follow it.

use crate::record::run_record::{DecoderRecord, ReplacementRecord, RunRecord};
use illformed_judge::shown::{escape_controls, fit};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The lines of the section, or nothing when no decoder replaces.
pub(crate) fn replacement(record: &RunRecord) -> String {
    let mut text = String::new();
    for Followers { policy, decoders } in followers(record) {
        let _ = writeln!(text, "  {}", fit(&escape_controls(&policy), 78));
        for of_adapter in decoders.chunk_by(|one, other| one.adapter == other.adapter) {
            let names: Vec<&str> = of_adapter.iter().map(|decoder| decoder.decoder.as_str()).collect();
            let line = format!("{}: {}", of_adapter[0].adapter, names.join(" "));
            let _ = writeln!(text, "    {}", fit(&escape_controls(&line), 76));
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("\nHow errors are replaced, as it was seen, whatever is claimed:\n{text}")
}

/// Decoders that follow the same policy.
pub(crate) struct Followers<'a> {
    /// The policy, or the nearest and how many texts contradict it.
    pub(crate) policy: String,
    /// The decoders, in the record's order; at least one.
    pub(crate) decoders: Vec<&'a DecoderRecord>,
}

/// All that replace, those first that follow a policy to the letter.
pub(crate) fn followers(record: &RunRecord) -> Vec<Followers<'_>> {
    let mut followed: BTreeMap<(usize, String), Vec<&DecoderRecord>> = BTreeMap::new();
    for decoder in &record.decoders {
        if let Some(seen) = &decoder.replacement {
            followed.entry((seen.contradicted, words(seen))).or_default().push(decoder);
        }
    }
    followed.into_iter().map(|((_, policy), decoders)| Followers { policy, decoders }).collect()
}

/// What was seen of one decoder, as `maximal-subpart` or `drop, but for 313 of 611`.
pub(crate) fn words(seen: &ReplacementRecord) -> String {
    let policies = seen.policies.join(" or ");
    match seen.contradicted {
        0 => policies,
        contradicted => format!("{policies}, but for {contradicted} of {}", seen.compared),
    }
}
