//! The parts of a segment whose text is not documented, and what its ill-formed bytes encode.

use crate::claim::{Bom, Claim, Kind, OutputKind};
use crate::expected::lax::{LooseSequence, loose_sequence, texts_of};
use crate::expected::segment::{as_shown, is_stripped};
use crate::expected::undocumented::{Element, Part, Replacements, Undocumented};
use crate::expected::{SegmentEvents, answer};
use illformed_codec::{Event, Policy, Profile};
use std::ops::Range;

/// The parts of `segment` for a decoder with `claim` that was seen to replace errors by `replacements`, as if it documented
/// no policy; `None` where a text has no parts: if nothing in it is replaced, or if the form of text has none.
pub(crate) fn divided(
    segment: &SegmentEvents,
    profile: Profile,
    claim: &Claim,
    replacements: &Replacements,
) -> Option<Undocumented> {
    let documented = claim.policy.filter(|policy| *policy != Policy::Fatal);
    let silent = Claim { kind: Kind::Lossy, policy: None, ..claim.clone() };
    let divided = undocumented(segment, profile, &silent, documented)?;
    Some(Undocumented { replacements: replacements.clone(), ..divided })
}

/// `segment` as it is known without a replacement policy; `None` if nothing in it is replaced, or if the decoder's text
/// cannot be divided. `documented` is the policy that the decoder documents, whether or not it says what is expected.
pub(super) fn undocumented(
    segment: &SegmentEvents,
    profile: Profile,
    claim: &Claim,
    documented: Option<Policy>,
) -> Option<Undocumented> {
    let is_compared = claim.kind == Kind::Lossy
        && claim.policy.is_none()
        && !matches!(claim.out, OutputKind::None | OutputKind::Count);
    if !is_compared {
        return None;
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut codes = Vec::new();
    let mut errors: Vec<Event> = Vec::new();
    for event in &segment.events {
        match as_shown(*event, claim) {
            Event::Code { value, .. } => {
                parts.extend(run(&mut errors, segment, claim, documented));
                if claim.bom != Bom::Strip || !is_stripped(*event, claim) {
                    codes.push(value);
                }
            }
            // The event as it was read tells a refused character from an error.
            Event::Error { .. } => {
                parts.extend(known(&mut codes, profile, claim.out)?);
                errors.push(*event);
            }
        }
    }
    parts.extend(run(&mut errors, segment, claim, documented));
    parts.extend(known(&mut codes, profile, claim.out)?);
    let has_errors = parts.iter().any(|part| matches!(part, Part::Run(_)));
    has_errors.then(|| Undocumented {
        parts,
        replacements: Replacements::default(),
        may_drop: documented == Some(Policy::Drop),
    })
}

/// The part that `codes` are, which are taken; the outer option is empty if the form of text cannot hold them.
#[expect(clippy::option_option, reason = "no part is something else than no way to write it")]
fn known(codes: &mut Vec<u32>, profile: Profile, out: OutputKind) -> Option<Option<Part>> {
    if codes.is_empty() {
        return Some(None);
    }
    let units = answer::text(codes, profile, out)?.units()?;
    codes.clear();
    Some(Some(Part::Known(units)))
}

/// The part that `errors` are, which are taken.
fn run(
    errors: &mut Vec<Event>,
    segment: &SegmentEvents,
    claim: &Claim,
    documented: Option<Policy>,
) -> Option<Part> {
    let (first, last) = (errors.first()?.at(), errors.last()?.end());
    let mut elements = Vec::new();
    let mut ill_formed: Option<usize> = None;
    for event in errors.drain(..) {
        match event {
            Event::Error { at, .. } => ill_formed = ill_formed.or(Some(at)),
            // A character that the decoder documents to refuse.
            Event::Code { at, .. } => {
                if let Some(start) = ill_formed.take() {
                    elements.extend(read(&segment.bytes, start..at, claim.out, documented));
                }
                elements.push(Element::Nothing);
            }
        }
    }
    if let Some(start) = ill_formed {
        elements.extend(read(&segment.bytes, start.max(first)..last, claim.out, documented));
    }
    Some(Part::Run(elements))
}

/// What ill-formed bytes encode if a lead byte and as many continuation bytes as it announces are read as a number. Where a
/// documented policy replaces an ASCII byte by its own character, that is no sign that the byte was accepted.
fn read(bytes: &[u8], range: Range<usize>, out: OutputKind, documented: Option<Policy>) -> Vec<Element> {
    let bytes = &bytes[..range.end];
    let mut elements = Vec::new();
    let keeps_ascii = matches!(documented, Some(Policy::Latin1 | Policy::Cp1252));
    let mut at = range.start;
    while at < bytes.len() {
        let sequence = loose_sequence(&bytes[at..]).filter(|read| !keeps_ascii || read.bytes.len() > 1);
        let Some(LooseSequence { value, bytes: read }) = sequence else {
            // A byte that encodes nothing is not UTF-8 when it is copied. A decoder with a documented policy is held to that.
            if documented.is_none() && out == OutputKind::Utf8 {
                elements.push(Element::Encodes { at, texts: vec![vec![u32::from(bytes[at])]] });
            } else if elements.last() != Some(&Element::Nothing) {
                elements.push(Element::Nothing);
            }
            at += 1;
            continue;
        };
        let start = at;
        at += read.len();
        let mut texts = texts_of(value, read, out);
        // A leading surrogate and a trailing one may come out as one character; then the second leaves nothing.
        let next = loose_sequence(&bytes[at..]).map(|next| next.value);
        if let (0xD800..=0xDBFF, Some(next @ 0xDC00..=0xDFFF)) = (value, next) {
            let pair = 0x1_0000 + ((value - 0xD800) << 10) + (next - 0xDC00);
            texts.extend(texts_of(pair, &[], out));
        }
        elements.push(Element::Encodes { at: start, texts });
    }
    elements
}
