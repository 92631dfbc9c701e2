//! Which well-formed characters are refused.

use crate::cause::segment::Segment;
use crate::cause::{Cause, Deviation};
use crate::claim::{Claim, OffsetMeaning, Refusal};
use crate::observation::{CallOutcome, Text};
use illformed_codec::{Event, Profile};

/// What is wrong with a decoder that refuses something of `segment` and reports that offset. Where it does not say what, any
/// character may be the one; the rarest class is named, and the others would explain it, too.
pub(super) fn deviation(segment: &Segment<'_>, at: Option<usize>) -> Deviation {
    let refuses = of_any(segment.characters().map(|piece| piece.event));
    if let Some(event) = refused(segment, at) {
        // The offset may be wrong, too.
        return of_any([event]).with_kin(refuses.all());
    }
    match segment.pending_lead() {
        // What is not decided yet was taken for an error: the end of a chunk for that of the input, or the character that a lead
        // byte begins is refused.
        Some(lead) => {
            Deviation::new(Cause::CutSensitive).with_kin(refuses.all().chain(of_lead(lead, segment.claim)))
        }
        None => refuses,
    }
}

/// What a decoder with that claim may do that refuses characters that `lead` begins.
pub(super) fn of_lead(lead: u8, claim: &Claim) -> impl Iterator<Item = Cause> + use<> {
    let of_len = match lead {
        0..=0xDF => Cause::RefusesTwoByte,
        0xE0..=0xEF => Cause::RefusesThreeByte,
        _ => Cause::RefusesSupplementary,
    };
    let has_own_forms = !matches!(claim.profile, None | Some(Profile::Rfc3629));
    let of_profile = has_own_forms.then_some(Cause::RefusesProfileForm);
    [of_len, Cause::RefusesWellFormed].into_iter().chain(of_profile)
}

/// What is wrong with a decoder that refuses one of these characters.
pub(super) fn of_any(events: impl IntoIterator<Item = Event>) -> Deviation {
    let mut classes: Vec<Cause> = events.into_iter().flat_map(classes).collect();
    // The list of causes goes from the rarest class to the most frequent, save that nothing is as frequent as ASCII.
    classes.sort_unstable_by_key(|class| (*class == Cause::RefusesAscii, *class));
    match classes.as_slice() {
        [] => Deviation::new(Cause::RefusesWellFormed),
        [first, others @ ..] => {
            Deviation::new(*first).with_kin(others.iter().copied().chain([Cause::RefusesWellFormed]))
        }
    }
}

/// What a decoder may do that reports an error at that offset of `segment`: refuse the character there.
pub(super) fn causes_at(segment: &Segment<'_>, at: usize) -> Vec<Cause> {
    event_at(segment, at).into_iter().flat_map(classes).collect()
}

/// What a decoder may do that reports an error too early: refuse a character that stands before it.
pub(super) fn causes_before_error(segment: &Segment<'_>) -> Vec<Cause> {
    of_any(segment.before_error().map(|piece| piece.event)).all().collect()
}

/// The character that is refused, if the offset of the error or the text before it says so.
fn refused(segment: &Segment<'_>, at: Option<usize>) -> Option<Event> {
    if let Some(at) = at.filter(|_| segment.claim.at != OffsetMeaning::None) {
        return event_at(segment, at);
    }
    // Calls that were not made may stand behind the one that failed.
    let failed = segment.calls.iter().position(|call| matches!(call, CallOutcome::Failed(_)))?;
    let CallOutcome::Failed(Some(text)) = &segment.calls[failed] else { return None };
    let before: usize = segment.calls[..failed].iter().filter_map(CallOutcome::text).map(Text::len).sum();
    let mut units = before + text.units()?.len();
    let next = segment.pieces.iter().find(|piece| match units.checked_sub(piece.units().len()) {
        Some(left) if left > 0 || units > 0 => {
            units = left;
            false
        }
        _ => true,
    })?;
    Some(next.event)
}

/// The character or error that covers that offset.
fn event_at(segment: &Segment<'_>, at: usize) -> Option<Event> {
    let mut events = segment.pieces.iter().map(|piece| piece.event);
    events.find(|event| (event.at()..event.end()).contains(&at))
}

/// The classes that the character of `event` is in; none for an error.
pub(super) fn classes(event: Event) -> Vec<Cause> {
    let Event::Code { value, len, .. } = event else { return Vec::new() };
    let is_usual = char::from_u32(value).map(char::len_utf8) == Some(len);
    let of_len = match len {
        _ if !is_usual => Cause::RefusesProfileForm,
        1 => Cause::RefusesAscii,
        2 => Cause::RefusesTwoByte,
        3 => Cause::RefusesThreeByte,
        _ => Cause::RefusesSupplementary,
    };
    let rare = match value {
        0 if is_usual => Some(Cause::RefusesNul),
        0xFEFF => Some(Cause::RefusesBom),
        0xFFFD => Some(Cause::RefusesReplacementCharacter),
        _ if Refusal::Noncharacters.covers(value) => Some(Cause::RefusesNoncharacter),
        _ => None,
    };
    rare.into_iter().chain([of_len]).collect()
}
