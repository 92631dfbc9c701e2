//! Right answers of strict decoders to one call, seen without the whole expectation: most answers are such.

use crate::case::FittedInput;
use crate::claim::{Bom, Claim, OffsetMeaning, OutputKind};
use crate::judge::Checked;
use crate::observation::{Answer, CallOutcome, Observation, Text};
use illformed_codec::{ErrorKind, Event, Profile, utf16_units};
use illformed_vectors::Input;

/// The bytes of an input to one call, if right answers to it can be told here from a decoder with `claim` under `profile`.
pub(super) fn plain_bytes<'a>(
    fitted_input: &'a FittedInput<'_>,
    profile: Profile,
    claim: &Claim,
) -> Option<&'a [u8]> {
    let Input::Bytes(bytes) = &*fitted_input.input else { return None };
    let is_plain = profile == Profile::Rfc3629 && !claim.replaces_errors() && claim.refuses.is_empty();
    let strips = claim.bom == Bom::Strip && bytes.starts_with("\u{FEFF}".as_bytes());
    (is_plain && !strips && fitted_input.finishes).then_some(bytes)
}

/// What is compared of an answer by RFC 3629 that is surely right; `None` if it may be wrong. The input has these `events`; none
/// behind the first error is looked at, and of an answer without text nothing but that error. `claim` is that of a strict decoder
/// which refuses no character of them, keeps U+FEFF, and is told where the input ends.
pub(super) fn checked(
    claim: &Claim,
    events: impl Iterator<Item = Event>,
    observation: &Observation,
) -> Option<Checked> {
    let Observation { answer, at, len, calls, .. } = observation;
    let [call] = calls.as_slice() else { return None };
    let mut error = None;
    let codes = events.map_while(|event| {
        error = event.error_kind().map(|kind| (kind, event.at(), event.len()));
        event.value()
    });
    let text = call.text().filter(|text| **text != Text::None);
    let is_text = match text {
        None => {
            codes.for_each(drop);
            true
        }
        Some(text) => is_text(text, claim.out(), codes),
    };
    let is_right = match (error, call) {
        (None, CallOutcome::Done(_)) => *answer == Answer::Accept,
        (Some((kind, starts, covers)), CallOutcome::Failed(_)) => {
            *answer != Answer::Accept
                && (*answer != Answer::Incomplete || kind == ErrorKind::Incomplete)
                && at.is_none_or(|at| claim.at == OffsetMeaning::ValidUpTo && at == starts)
                && len.is_none_or(|len| len == covers)
        }
        _ => false,
    };
    let [at, len] = [at, len].map(|said| error.is_some() && said.is_some());
    (is_right && is_text).then_some(Checked { answer: true, at, len, out: text.is_some(), per_call: false })
}

/// Whether `text` has the form `out`, and is that of `codes`.
pub(super) fn is_text(text: &Text, out: OutputKind, mut codes: impl Iterator<Item = u32>) -> bool {
    let mut place = 0;
    match (text, out) {
        (Text::Count(count), OutputKind::Count) => {
            usize::try_from(*count).is_ok_and(|count| codes.count() == count)
        }
        (Text::Utf32(text), OutputKind::Utf32) => text.iter().copied().eq(codes),
        (Text::Utf16(text), OutputKind::Utf16) => {
            let is_next = |code: u32| {
                let Ok(units) = utf16_units(code) else { return false };
                place += units.len();
                text.get(place - units.len()..place) == Some(&*units)
            };
            codes.all(is_next) && place == text.len()
        }
        (Text::Utf8(text), OutputKind::Utf8) => {
            let is_next = |code: u32| {
                let Some(character) = char::from_u32(code) else { return false };
                let mut buffer = [0; 4];
                let bytes = character.encode_utf8(&mut buffer).as_bytes();
                place += bytes.len();
                text.get(place - bytes.len()..place) == Some(bytes)
            };
            codes.all(is_next) && place == text.len()
        }
        _ => false,
    }
}
