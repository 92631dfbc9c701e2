//! What is wrong with a text.

use crate::cause::comparison::{Comparison, is_within};
use crate::cause::deviation::Segment;
use crate::cause::reference::{Reference, units};
use crate::cause::{Cause, Deviation};
use crate::claim::{Claim, OutputKind};
use crate::expected::Replacements;
use crate::judge::AnswerToJudge;

/// What is wrong with the text of a decoder that replaces errors; `None` if nothing is.
pub(super) fn replaced(segment: &Segment<'_>, answer: &AnswerToJudge<'_>) -> Option<Deviation> {
    let AnswerToJudge { claim, replacements, .. } = *answer;
    let reference = &segment.reference;
    let Some(error) = reference.first_error() else { return well_formed(segment, claim) };
    let accepts = reference.accepts(error);
    if claim.out == OutputKind::Count {
        return Some(Deviation::new(Cause::CountsWrongly).with_kin([accepts.cause]));
    }
    let comparison = Comparison::of(segment, claim, replacements)?;
    let (observed, expected, divided) = (&comparison.observed, comparison.expected(), comparison.divided()?);
    let is_right = match claim.policy {
        Some(_) => expected.starts_with(observed) && (segment.is_open || observed.len() == expected.len()),
        None => divided.fault(observed).is_none(),
    };
    let deviation = || comparison.explained(&divided).unwrap_or_else(|| comparison.replaced_otherwise());
    (!is_right).then(deviation)
}

/// What is wrong with a decoder that accepts a segment with an error, as far as its text says more than that.
pub(super) fn accepted(segment: &Segment<'_>, answer: &AnswerToJudge<'_>) -> Option<Deviation> {
    let reference = &segment.reference;
    let comparison = Comparison::of(segment, answer.claim, answer.replacements)?;
    let divided = comparison.divided()?;
    let deviation = comparison.explained(&divided);
    if let Some(Deviation { cause: Cause::LosesText, .. }) = deviation
        && stops_at_cut(reference, &comparison.observed)
    {
        return Some(Deviation::new(Cause::AcceptsIncomplete).with_kin([Cause::LosesText]));
    }
    let accepts: Vec<Cause> =
        reference.first_error().map_or_else(Vec::new, |error| reference.accepts(error).all().collect());
    let is_replaced = divided.fault(&comparison.observed).is_none() && comparison.extra_is_replacement();
    let hides = (is_replaced || comparison.follows_a_policy()).then_some(Cause::HidesErrors);
    match deviation {
        Some(deviation) => Some(deviation.with_kin(hides)),
        // A policy that keeps bytes as they are leaves a character as it is that is refused for no fault of its bytes.
        None if !is_replaced && accepts.first() == Some(&Cause::AcceptsRefused) => {
            hides.map(|hides| Deviation::new(Cause::AcceptsRefused).with_kin([hides]))
        }
        None => hides.map(|hides| Deviation::new(hides).with_kin(accepts)),
    }
}

/// What is wrong with the text that a decoder gave before it reported an error; `None` if nothing is.
pub(super) fn before_error(segment: &Segment<'_>, claim: &Claim) -> Option<Deviation> {
    let reference = &segment.reference;
    let replacements = Replacements::default();
    let observed = Comparison::of(segment, claim, &replacements)?.observed;
    let before = reference.pieces.iter().take_while(|piece| !piece.is_error);
    let expected = units(before);
    if observed == expected {
        return None;
    }
    let mut kin =
        vec![Cause::DecodesWrongly, Cause::BomStripped, Cause::LosesText, Cause::BomKept, Cause::InventsText];
    if let Some(error) = reference.first_error() {
        let accepts = reference.accepts(error);
        if let Some(rest) = observed.strip_prefix(expected.as_slice())
            && reference.lax_texts(error, claim.out).iter().any(|text| rest.starts_with(text))
        {
            return Some(accepts);
        }
        kin.extend(accepts.all().chain([Cause::HidesErrors]));
    }
    Some(Deviation::new(Cause::WrongTextBeforeError).with_kin(kin))
}

/// What is wrong with the text of a segment without an error; `None` if nothing is.
pub(super) fn well_formed(segment: &Segment<'_>, claim: &Claim) -> Option<Deviation> {
    if claim.out == OutputKind::Count {
        return Some(Deviation::new(Cause::CountsWrongly));
    }
    let replacements = Replacements::default();
    let comparison = Comparison::of(segment, claim, &replacements)?;
    let (observed, expected) = (&comparison.observed, &comparison.expected());
    if observed == expected || segment.is_open && expected.starts_with(observed) {
        return None;
    }
    let plain = if is_within(observed, expected) {
        Cause::LosesText
    } else if is_within(expected, observed) {
        Cause::InventsText
    } else {
        Cause::DecodesWrongly
    };
    let invents = || comparison.is_ill_formed().then(|| Deviation::new(Cause::InventsText));
    let special = comparison.ends_at_nul().or_else(|| comparison.mark()).or_else(invents);
    Some(special.or_else(|| comparison.refused()).unwrap_or(Deviation::new(plain)))
}

/// Whether `observed` is what stands before a lead byte that announces more bytes than there are.
fn stops_at_cut(reference: &Reference, observed: &[u32]) -> bool {
    let Some(cut) = reference.pieces.iter().find(|piece| reference.is_cut(piece)) else { return false };
    let before = reference.pieces.iter().take_while(|piece| piece.event.at() < cut.event.at());
    units(before) == observed
}
