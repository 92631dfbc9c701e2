//! Right answers of strict decoders to one call, seen without the whole expectation: most answers are such.

use crate::claim::{Claim, OffsetMeaning, OutputKind};
use crate::judge::Checked;
use crate::observation::{Answer, CallOutcome, Observation, Text};
use illformed_codec::{ErrorKind, Event, utf16_units};

/// What is compared of an answer by RFC 3629 that is surely right; `None` if it may be wrong. The input has `error` as its first
/// error, if it has one, and before that the characters `codes`. `claim` is that of a strict decoder which refuses no character
/// of them, keeps U+FEFF, and is told where the input ends.
pub(super) fn checked(
    claim: &Claim,
    error: Option<Event>,
    codes: impl Iterator<Item = u32>,
    observation: &Observation,
) -> Option<Checked> {
    let Observation { answer, at, len, calls, .. } = observation;
    let [call] = calls.as_slice() else { return None };
    let is_right = match (error, call) {
        (None, CallOutcome::Done(text)) => {
            *answer == Answer::Accept && (*text == Text::None || is_text(text, claim.out(), codes))
        }
        (Some(Event::Error { kind, at: starts, len: covers }), CallOutcome::Failed(text)) => {
            *answer != Answer::Accept
                && (*answer != Answer::Incomplete || kind == ErrorKind::Incomplete)
                && at.is_none_or(|at| claim.at == OffsetMeaning::ValidUpTo && at == starts)
                && len.is_none_or(|len| len == covers)
                && text.as_ref().is_none_or(|text| is_text(text, claim.out(), codes))
        }
        _ => false,
    };
    let [at, len] = [at, len].map(|said| error.is_some() && said.is_some());
    let out = call.text().is_some_and(|text| *text != Text::None);
    is_right.then_some(Checked { answer: true, at, len, out, per_call: false })
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
