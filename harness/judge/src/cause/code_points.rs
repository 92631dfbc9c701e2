//! An answer in UTF-8 as one in code points.

use crate::claim::{Claim, OutputKind};
use crate::expected::Replacements;
use crate::judge::AnswerToJudge;
use crate::observation::{CallOutcome, Observation, Text};

/// An answer whose text is looked at by characters: of two characters in UTF-8 some bytes may be the same, as of U+FFFD and U+FFFF.
pub(super) struct InCodePoints {
    claim: Claim,
    replacements: Replacements,
    observation: Observation,
}

impl InCodePoints {
    /// `None` if the text is in another form, or has bytes in it that are part of no character.
    pub(super) fn of(answer: &AnswerToJudge<'_>) -> Option<Self> {
        if answer.claim.out() != OutputKind::Utf8 {
            return None;
        }
        let call = |call: &CallOutcome| {
            Some(match call {
                CallOutcome::Done(text) => CallOutcome::Done(in_code_points(text)?),
                CallOutcome::Failed(Some(text)) => CallOutcome::Failed(Some(in_code_points(text)?)),
                CallOutcome::Failed(None) | CallOutcome::NotMade => call.clone(),
            })
        };
        let calls = answer.observation.calls.iter().map(call).collect::<Option<_>>()?;
        Some(Self {
            claim: Claim { kind: answer.claim.kind.returning(OutputKind::Utf32), ..answer.claim.clone() },
            replacements: answer.replacements.in_code_points(),
            observation: Observation { calls, ..answer.observation.clone() },
        })
    }

    pub(super) fn answer<'a>(&'a self, answer: &AnswerToJudge<'a>) -> AnswerToJudge<'a> {
        let Self { claim, replacements, observation } = self;
        AnswerToJudge { claim, replacements, observation, ..*answer }
    }
}

fn in_code_points(text: &Text) -> Option<Text> {
    match text {
        Text::Utf8(_) => Some(Text::Utf32(text.characters(0).map(|one| one.code).collect::<Option<_>>()?)),
        other => Some(other.clone()),
    }
}
