//! Which ill-formed sequences of a segment a text shows to be decoded.

use crate::cause::comparison::Comparison;
use crate::expected::{Element, Failure, Part, loose_sequence};
use std::collections::BTreeSet;

/// How many ill-formed sequences are looked at alone to find the one that is accepted: each takes a look at the whole text.
const MOST_ALONE: usize = 16;

/// The offsets of the ill-formed sequences, the first of those that are alike, of which each alone explains the text if it comes out
/// as what it encodes, or else of the first; whole ones before what a lax decoder makes of others.
pub(super) fn accepted_offsets(comparison: &Comparison<'_>) -> Option<Vec<usize>> {
    let divided = comparison.divided.as_ref()?;
    let elements = divided.parts.iter().filter_map(|part| match part {
        Part::Run(elements) => Some(elements),
        Part::Known(_) => None,
    });
    let mut offsets: Vec<usize> = elements.flatten().filter_map(|element| element.at).collect();
    let whole = |offset: usize| Some(loose_sequence(&comparison.segment.events.bytes[offset..])?.1);
    offsets.sort_by_key(|offset| whole(*offset).is_none());
    let mut seen = BTreeSet::new();
    offsets.retain(|offset| whole(*offset).is_none_or(|sequence| seen.insert(sequence)));
    let alone = |offset: &usize| {
        let mut divided = divided.clone();
        for part in &mut divided.parts {
            if let Part::Run(elements) = part {
                let is_same = |at: usize| at == *offset || whole(at).is_some() && whole(at) == whole(*offset);
                let others = elements.iter_mut().filter(|element| !element.at.is_some_and(is_same));
                others.for_each(|element| *element = Element::default());
            }
        }
        divided.fault(&comparison.observed) == Some(Failure::AcceptsIllFormed)
    };
    let found: Vec<usize> = offsets.iter().copied().take(MOST_ALONE).filter(alone).collect();
    Some(if found.is_empty() { offsets.into_iter().take(1).collect() } else { found })
}
