//! What is wrong with a text.

use crate::cause::comparison::Comparison;
use crate::cause::segment::{Segment, is_within, units};
use crate::cause::{Cause, Deviation, refused};
use crate::claim::OutputKind;
use crate::expected::{ExpectedPiece, defined};
use crate::observation::{CallOutcome, Text};
use illformed_codec::ErrorKind;

/// What is wrong with the text of a decoder that replaces errors; `None` if nothing is.
pub(super) fn replaced(segment: &Segment<'_>) -> Option<Deviation> {
    let Some(error) = segment.first_error() else { return well_formed(segment) };
    if segment.claim.out() == OutputKind::Count {
        let accepts = segment.accepts(error).cause;
        return Some(counted(segment, &segment.pieces)?.with_kin([accepts]));
    }
    let comparison = Comparison::of(segment)?;
    comparison.divided.as_ref()?;
    let is_right = match defined(segment.profile, segment.claim.policy()) {
        Some(_) => comparison.is_right(),
        None => comparison.fault.is_none(),
    };
    if is_right {
        return None;
    }
    let otherwise = || comparison.explained().or_else(|| comparison.replaced_otherwise());
    if comparison.decodes_bytes() {
        // Behind an error a character may have been taken into it; one before it was not.
        let is_before = segment.before_error().any(|piece| piece.event.len() > 1);
        let swallowed = if is_before { None } else { otherwise() };
        let decoded = Deviation::new(Cause::DecodesWrongly);
        return Some(swallowed.map_or(decoded, |swallowed| swallowed.with_kin([Cause::DecodesWrongly])));
    }
    // Where bytes are to become characters, a character for each is no sign that they were decoded.
    if comparison.claims_characters() && !comparison.extra_is_replacement() && comparison.is_of_bytes(false) {
        return Some(Deviation { at: error.kind(), ..Deviation::new(Cause::ReplacesOtherwise) });
    }
    otherwise()
}

/// What is wrong with a decoder that accepts a segment with an error, as far as its text says more than that.
pub(super) fn accepted(segment: &Segment<'_>, error: &ExpectedPiece) -> Option<Deviation> {
    let comparison = Comparison::of(segment)?;
    comparison.divided.as_ref()?;
    let deviation = comparison.explained();
    let is_loss = deviation.as_ref().is_some_and(|deviation| deviation.cause == Cause::LosesText);
    // The text ends before a lead byte that announces more bytes than there are, or before half a pair.
    let is_cut =
        |piece: &&ExpectedPiece| piece.kind() == Some(ErrorKind::Incomplete) || segment.is_cut(piece);
    if is_loss
        && let Some(cut) = segment.pieces.iter().find(is_cut)
        && units(segment.before(cut.event.at())) == comparison.observed
    {
        return Some(Deviation::new(Cause::AcceptsIncomplete).with_kin([Cause::LosesText]));
    }
    let is_replaced = comparison.fault.is_none() && comparison.extra_is_replacement();
    let hides = (is_replaced || comparison.follows_a_policy()).then_some(Cause::HidesErrors);
    if let Some(deviation) = deviation {
        return Some(deviation.with_kin(hides));
    }
    let (hides, accepts) = (hides?, segment.accepts(error));
    // A policy that keeps bytes as they are leaves a character as it is that is refused for no fault of its bytes.
    Some(if !is_replaced && accepts.cause == Cause::AcceptsRefused {
        accepts.with_kin([hides])
    } else {
        Deviation::new(hides).with_kin(accepts.all())
    })
}

/// What is wrong with the text that a decoder gave before it reported an error; `None` if nothing is. What `is_placed`, the error at
/// its offset, was not decoded.
pub(super) fn before_error(segment: &Segment<'_>, is_placed: bool) -> Option<Deviation> {
    if segment.claim.out() == OutputKind::Count {
        return counted(segment, segment.before_error());
    }
    let observed = segment.observed()?;
    let expected = units(segment.before_error());
    if observed == expected {
        return None;
    }
    // The text may end before a character that is refused.
    let mut rest = observed.as_slice();
    let next = segment
        .before_error()
        .find(|piece| rest.strip_prefix(piece.units().as_slice()).map(|left| rest = left).is_none());
    let next = next.filter(|_| rest.is_empty() && !is_placed);
    let refuses = next.map(|piece| refused::of_any([piece.event]));
    let refuses = || refuses.iter().flat_map(Deviation::all);
    let len = segment.before_error().count();
    if let Some(mark) = segment.mark(&segment.pieces[..len], &observed) {
        return Some(mark.with_kin(refuses().chain([Cause::WrongTextBeforeError])));
    }
    let wrong = Deviation::new(Cause::WrongTextBeforeError).with_kin([
        Cause::DecodesWrongly,
        Cause::BomStripped,
        Cause::LosesText,
        Cause::BomKept,
        Cause::InventsText,
    ]);
    let Some(error) = segment.first_error() else { return Some(wrong) };
    let accepts = segment.accepts(error);
    if let Some(rest) = observed.strip_prefix(expected.as_slice()).filter(|_| !is_placed)
        && segment.lax_texts(error).iter().any(|text| rest.starts_with(text))
    {
        return Some(accepts.with_kin(wrong.all()));
    }
    Some(wrong.with_kin(accepts.all().chain([Cause::HidesErrors]).chain(refuses())))
}

/// What is wrong with the number of characters that a segment has, which should be that of `pieces`; `None` if nothing is.
fn counted<'a>(
    segment: &Segment<'_>,
    pieces: impl IntoIterator<Item = &'a ExpectedPiece> + Clone,
) -> Option<Deviation> {
    let texts = segment.calls.iter().filter_map(CallOutcome::text);
    let told = texts.filter(|text| **text != Text::None).map(Text::len).reduce(usize::saturating_add)?;
    let number = |piece: &ExpectedPiece| piece.text.as_ref().map_or(0, Text::len);
    let expected: usize = pieces.clone().into_iter().map(number).sum();
    if told == expected || segment.is_open && told < expected {
        return None;
    }
    let before_nul = pieces.into_iter().take_while(|piece| piece.event.value() != Some(0));
    let ends_at = before_nul.map(number).sum::<usize>();
    Some(if ends_at < expected && [ends_at, ends_at + 1].contains(&told) {
        Deviation::new(Cause::EndsAtNul).with_kin([Cause::CountsWrongly])
    } else {
        Deviation::new(Cause::CountsWrongly)
    })
}

/// What is wrong with the text of a segment without an error; `None` if nothing is.
pub(super) fn well_formed(segment: &Segment<'_>) -> Option<Deviation> {
    if segment.claim.out() == OutputKind::Count {
        return counted(segment, &segment.pieces);
    }
    let comparison = Comparison::of(segment)?;
    if comparison.is_right() {
        return None;
    }
    let (observed, expected) = (&comparison.observed, &comparison.expected);
    if segment.pending_lead().is_some() && observed.starts_with(expected) && comparison.mark().is_none() {
        // What the next byte decides is told before it comes.
        return Some(if comparison.extra_is_replacement() {
            refused::deviation(segment, None)
        } else {
            Deviation::new(Cause::Early).with_kin([Cause::InventsText, Cause::WrongTextBeforeError])
        });
    }
    let plain = if is_within(observed, expected) {
        Cause::LosesText
    } else if is_within(expected, observed) && !comparison.decodes_bytes() {
        Cause::InventsText
    } else {
        Cause::DecodesWrongly
    };
    let invents = || comparison.is_ill_formed().then(|| Deviation::new(Cause::InventsText));
    let special = comparison.ends_at_nul().or_else(|| comparison.mark()).or_else(invents);
    // Who reports errors refuses nothing by a replacement.
    let decodes = |refused: Deviation| {
        if segment.claim.replaces_errors() {
            return refused;
        }
        Deviation::new(Cause::DecodesWrongly).with_kin(refused.all())
    };
    let decodes = |refused| {
        let invents = (plain == Cause::InventsText).then_some(plain);
        decodes(refused).with_kin(invents)
    };
    Some(special.or_else(|| comparison.refused().map(decodes)).unwrap_or_else(|| {
        // What is left of a character may be another one.
        let divides = comparison.divides_characters().then_some(Cause::DecodesWrongly);
        Deviation::new(plain).with_kin(divides)
    }))
}
