//! The first character or error whose text is not what it should be.

use crate::cause::JudgedAnswer;
use crate::claim::OutputKind;
use crate::expected::{ExpectedPiece, expected_pieces};
use crate::judge::{Failure, Reason, Verdict};
use crate::observation::{CallOutcome, Text};
use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::Event;
use illformed_vectors::Input;
use std::fmt;

/// Where a text is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offender {
    /// The offset in bytes since the last reset of what should have come out; `None` when nothing more should have.
    at: Option<usize>,
    /// Whether an error stands there.
    is_error: bool,
    /// What should have come out; nothing where an error is dropped.
    expected: Vec<u32>,
    /// What came instead, as a code point or a byte that is part of none; `None` when nothing more did.
    observed: Option<Result<u32, u8>>,
    /// Since which reset, from 0 on; `None` when there was none.
    segment: Option<usize>,
}

/// The offender in a text that is wrong, which has to be one of code points.
pub(super) fn offender(verdict: &Verdict, answer: &JudgedAnswer<'_>) -> Option<Offender> {
    if !matches!(verdict, Verdict::Fail(Failure::WrongText) | Verdict::WrongReason(Reason::Prefix)) {
        return None;
    }
    let JudgedAnswer { fitted_input, events, profile, claim, observation, .. } = *answer;
    let lengths: Vec<usize> = match &*fitted_input.input {
        Input::Bytes(_) => vec![1],
        Input::Calls(script) => script.segments().map(<[_]>::len).collect(),
    };
    let several = lengths.len() > 1;
    let mut first_call = 0;
    for (number, (segment, calls)) in events.iter().zip(lengths).enumerate() {
        let made = observation.calls.get(first_call..).unwrap_or_default();
        let made = &made[..calls.min(made.len())];
        // The reset after the segment is a call too.
        first_call += calls + 1;
        let pieces = expected_pieces(segment, profile, claim);
        if let Some(offender) = first_wrong(&pieces, made, claim.out) {
            return Some(Offender { segment: several.then_some(number), ..offender });
        }
    }
    None
}

/// The first of `pieces` that is not in the text of `calls`. What is missing at the end is no offender where a call failed.
fn first_wrong(pieces: &[ExpectedPiece], calls: &[CallOutcome], out: OutputKind) -> Option<Offender> {
    let mut text = Text::empty(out);
    let mut failed = false;
    for call in calls {
        match call {
            CallOutcome::Done(done) => text.append(done),
            CallOutcome::Failed(before) => {
                failed = true;
                if let Some(before) = before {
                    text.append(before);
                }
            }
            CallOutcome::NotMade => break,
        }
    }
    let observed = text.units()?;
    let mut place = 0;
    for piece in pieces {
        let expected = piece.text.as_ref()?.units()?;
        let rest = observed.get(place..).unwrap_or_default();
        if !rest.starts_with(&expected) {
            if failed && rest.is_empty() {
                return None;
            }
            return Some(Offender {
                at: Some(piece.at),
                is_error: piece.is_error,
                expected: codes(&expected, out).filter_map(Result::ok).collect(),
                observed: codes(rest, out).next(),
                segment: None,
            });
        }
        place += expected.len();
    }
    let more = codes(observed.get(place..)?, out).next()?;
    Some(Offender { at: None, is_error: false, expected: Vec::new(), observed: Some(more), segment: None })
}

/// The code points of `units`, and the bytes that are part of none.
fn codes(units: &[u32], out: OutputKind) -> Box<dyn Iterator<Item = Result<u32, u8>> + '_> {
    match out {
        OutputKind::Utf8 => {
            // A few characters are enough, and the whole may be long.
            let bytes: Vec<u8> = units.iter().take(64).filter_map(|unit| u8::try_from(*unit).ok()).collect();
            let read = arithmetic::events(&bytes, Limits::RFC2279).into_iter();
            Box::new(read.map(move |event| match event {
                Event::Code { value, .. } => Ok(value),
                Event::Error { at, .. } => Err(bytes[at]),
            }))
        }
        OutputKind::Utf16 => {
            let units = units.iter().take(64).filter_map(|unit| u16::try_from(*unit).ok());
            let decoded = char::decode_utf16(units);
            Box::new(
                decoded.map(|code| Ok(code.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from))),
            )
        }
        OutputKind::None | OutputKind::Utf32 | OutputKind::Count => Box::new(units.iter().copied().map(Ok)),
    }
}

impl fmt::Display for Offender {
    /// `U+D7FF at offset 3069 came out as U+FFFD`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let observed = match self.observed {
            None => "nothing".to_owned(),
            Some(Ok(code)) => format!("U+{code:04X}"),
            Some(Err(byte)) => format!("the byte {byte:02X}"),
        };
        let expected: Vec<String> = self.expected.iter().map(|code| format!("U+{code:04X}")).collect();
        let expected = expected.join(" ");
        match (self.at, self.is_error, expected.is_empty()) {
            (None, ..) => write!(formatter, "{observed} comes after the end of the text")?,
            (Some(at), true, true) => {
                write!(formatter, "the error at offset {at} should add nothing, got {observed}")?;
            }
            (Some(at), true, false) => {
                write!(formatter, "the error at offset {at} came out as {observed}, should be {expected}")?;
            }
            (Some(at), false, _) => write!(formatter, "{expected} at offset {at} came out as {observed}")?,
        }
        match self.segment {
            None | Some(0) => Ok(()),
            Some(resets) => write!(formatter, " after reset {resets}"),
        }
    }
}
