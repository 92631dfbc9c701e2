//! Decoders by implementation, in the order in which reports list them.

use crate::record::run_record::{DecoderRecord, RunRecord, Standing};
use crate::tell::report::words::counted;

/// The implementation that every list has last: ours.
const OWN: &str = "illformed-codec";

/// With more decoders than these, those of an implementation are folded.
const MOST_UNFOLDED: usize = 16;

/// Whether `record` has more decoders than a reader wants to see at once.
pub(crate) const fn is_large(record: &RunRecord) -> bool {
    record.decoders.len() > MOST_UNFOLDED
}

/// The decoders of `record`, ours last.
pub(crate) fn listed(record: &RunRecord) -> Vec<&DecoderRecord> {
    let mut decoders: Vec<&DecoderRecord> = record.decoders.iter().collect();
    decoders.sort_by_key(|decoder| decoder.implementation == OWN);
    decoders
}

/// `decoders` by adapter and implementation, in the order of the first of each.
pub(crate) fn families<'a>(decoders: &[&'a DecoderRecord]) -> Vec<Vec<&'a DecoderRecord>> {
    let of = |decoder: &'a DecoderRecord| (&decoder.adapter, &decoder.implementation);
    let mut families: Vec<Vec<&DecoderRecord>> = Vec::new();
    for decoder in decoders {
        match families.iter_mut().find(|family| of(family[0]) == of(decoder)) {
            Some(family) => family.push(decoder),
            None => families.push(vec![decoder]),
        }
    }
    families
}

/// The decoders of `family` that have a row in a matrix without folds, and how many of how many pass without one, in words.
/// Where many were asked, those that pass have none; ours have none where all of them pass.
pub(crate) fn rows<'a>(record: &RunRecord, family: &[&'a DecoderRecord]) -> (Vec<&'a DecoderRecord>, String) {
    let passes = |decoder: &&DecoderRecord| record.standing(decoder) == Standing::Passed;
    let (passing, others): (Vec<&DecoderRecord>, Vec<_>) = family.iter().copied().partition(passes);
    let is_own = || family[0].implementation == OWN && others.is_empty();
    if family.len() < 2 || !(is_large(record) || is_own()) {
        return (family.to_vec(), String::new());
    }
    let of = if others.is_empty() { String::new() } else { format!("{} of ", passing.len()) };
    (others, format!("{of}{} pass", counted(family.len(), "decoder")))
}
