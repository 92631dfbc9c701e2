//! The first character or error whose text is not what it should be.

use crate::expected::{Expected, ExpectedPiece, expected_pieces};
use crate::judge::{AnswerToJudge, Failure, Reason, Verdict};
use crate::observation::{CallOutcome, Text};

/// Where a text is wrong, which has to be one of code points: `U+D7FF at offset 3069 came out as U+FFFD after reset 1`. Offsets
/// are bytes since the last reset.
pub(super) fn offender(verdict: &Verdict, answer: &AnswerToJudge<'_>, expected: &Expected) -> Option<String> {
    if !matches!(verdict, Verdict::Fail(Failure::WrongText) | Verdict::WrongReason(Reason::Prefix)) {
        return None;
    }
    let AnswerToJudge { events, profile, claim, observation, .. } = *answer;
    let all = events.iter().zip(expected.with_calls(observation)).enumerate();
    all.into_iter().find_map(|(resets, (segment, (_, (_, calls))))| {
        let wrong = first_wrong(&expected_pieces(segment, profile, claim), calls)?;
        Some(if resets > 0 { format!("{wrong} after reset {resets}") } else { wrong })
    })
}

/// The first of `pieces` that is not in the text of `calls`. What is missing at the end is no offender where a call failed.
fn first_wrong(pieces: &[ExpectedPiece], calls: &[CallOutcome]) -> Option<String> {
    let mut text = Text::None;
    calls.iter().filter_map(CallOutcome::text).for_each(|more| text.append(more));
    let failed = calls.iter().any(|call| matches!(call, CallOutcome::Failed(_)));
    let observed = text.units()?;
    let mut place = 0;
    for piece in pieces {
        let expected = piece.text.as_ref()?;
        let units = expected.units()?;
        let rest = observed.get(place..).unwrap_or_default();
        if rest.starts_with(&units) {
            place += units.len();
            continue;
        }
        if failed && rest.is_empty() {
            return None;
        }
        let (at, came) = (piece.event.at(), name_at(&text, place).unwrap_or_else(|| "nothing".to_owned()));
        let names: Vec<String> = expected.characters(0).map(|character| expected.name(character)).collect();
        let names = names.join(" ");
        return Some(match (piece.is_error, names.as_str()) {
            (true, "") => format!("the error at offset {at} should add nothing, got {came}"),
            (true, _) => format!("the error at offset {at} came out as {came}, should be {names}"),
            (false, _) => format!("{names} at offset {at} came out as {came}"),
        });
    }
    Some(format!("{} comes after the end of the text", name_at(&text, place)?))
}

/// What stands at unit `at` of `text`, by name; `None` at its end.
fn name_at(text: &Text, at: usize) -> Option<String> {
    let character = text.characters(at).next()?;
    let article = if character.code.is_none() { "the " } else { "" };
    Some(format!("{article}{}", text.name(character)))
}
