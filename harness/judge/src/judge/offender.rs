//! The first character or error whose text is not what it should be.

use crate::claim::OutputKind;
use crate::expected::{ExpectedPiece, Reach, expected_pieces};
use crate::judge::{AnswerToJudge, Failure, Reason, Verdict};
use crate::observation::{CallOutcome, Text};
use std::fmt;

/// Where a text is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offender {
    /// The offset in bytes since the last reset of what should have come out; `None` when nothing more should have.
    at: Option<usize>,
    /// Whether an error stands there.
    is_error: bool,
    /// The names of what should have come out; empty where an error is dropped.
    expected: String,
    /// The name of what came instead; `None` when nothing more did.
    observed: Option<String>,
    /// Since which reset, from 0 on; `None` when there was none.
    segment: Option<usize>,
}

/// The offender in a text that is wrong, which has to be one of code points.
pub(super) fn offender(verdict: &Verdict, answer: &AnswerToJudge<'_>) -> Option<Offender> {
    if !matches!(verdict, Verdict::Fail(Failure::WrongText) | Verdict::WrongReason(Reason::Prefix)) {
        return None;
    }
    let AnswerToJudge { fitted_input, events, profile, claim, observation, .. } = *answer;
    let counts: Vec<usize> = Reach::of_calls(fitted_input).iter().map(Vec::len).collect();
    let several = counts.len() > 1;
    let all = events.iter().zip(observation.segments(counts)).enumerate();
    for (number, (segment, (_, calls))) in all {
        let pieces = expected_pieces(segment, profile, claim);
        if let Some(offender) = first_wrong(&pieces, calls, claim.out) {
            return Some(Offender { segment: several.then_some(number), ..offender });
        }
    }
    None
}

/// The first of `pieces` that is not in the text of `calls`. What is missing at the end is no offender where a call failed.
fn first_wrong(pieces: &[ExpectedPiece], calls: &[CallOutcome], out: OutputKind) -> Option<Offender> {
    let mut text = Text::empty(out);
    calls.iter().filter_map(CallOutcome::text).for_each(|more| text.append(more));
    let failed = calls.iter().any(|call| matches!(call, CallOutcome::Failed(_)));
    let observed = text.units()?;
    let mut place = 0;
    for piece in pieces {
        let expected = piece.text.as_ref()?;
        let units = expected.units()?;
        let rest = observed.get(place..).unwrap_or_default();
        if !rest.starts_with(&units) {
            if failed && rest.is_empty() {
                return None;
            }
            let names = expected.characters(0).map(|character| expected.name(character));
            return Some(Offender {
                at: Some(piece.event.at()),
                is_error: piece.is_error,
                expected: names.collect::<Vec<_>>().join(" "),
                observed: name_at(&text, place),
                segment: None,
            });
        }
        place += units.len();
    }
    let observed = Some(name_at(&text, place)?);
    Some(Offender { at: None, is_error: false, expected: String::new(), observed, segment: None })
}

/// What stands at unit `at` of `text`, by name; `None` at its end.
fn name_at(text: &Text, at: usize) -> Option<String> {
    let character = text.characters(at).next()?;
    let article = if character.code.is_none() { "the " } else { "" };
    Some(format!("{article}{}", text.name(character)))
}

impl fmt::Display for Offender {
    /// `U+D7FF at offset 3069 came out as U+FFFD`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, observed) = (&self.expected, self.observed.as_deref().unwrap_or("nothing"));
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
