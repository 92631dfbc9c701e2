//! Judges answers to inputs of one call, millions of them: nearly all are right, and that is seen quickly.

use crate::case::FittedInput;
use crate::cause::{Cause, without_answer};
use crate::claim::{Bom, Claim, Profile, Refusal, ScriptSupport};
use crate::expected::{Replacements, read_input};
use crate::judge::response::ruled;
use crate::judge::{AnswerToJudge, Response, Verdict, VerdictKind, glance};
use crate::observation::{Answer, CallOutcome, Observation, Text};
use illformed_codec::{Event, decode_lossy, events, validate};
use illformed_vectors::Input;
use serde::{Deserialize, Serialize};

/// How many bytes are looked at at a time for whether they are ASCII.
const BLOCK: usize = 16;

/// What a decoder that makes some claim should answer, read by the codec.
#[derive(Debug)]
pub struct Screen<'a> {
    claim: &'a Claim,
    profile: Profile,
    /// Whether right answers can be told without the judge.
    is_quick: bool,
}

/// How an answer fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ScreenedFailure {
    /// The verdict.
    pub verdict: VerdictKind,
    /// The cause, as far as one answer tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
}

impl ScreenedFailure {
    /// That of a verdict without an answer; `None` if it does not count against the decoder.
    pub fn without_answer(verdict: &Verdict) -> Option<Self> {
        let cause = without_answer(verdict)?.cause;
        Some(Self { verdict: verdict.kind(), cause: Some(cause) })
    }
}

impl<'a> Screen<'a> {
    /// `None` if `claim` names no profile, so that nothing can be judged.
    pub fn new(claim: &'a Claim) -> Option<Self> {
        let profile = claim.profile?;
        // What the others replace, refuse or drop is for the judge; a decoder that cannot be told the end leaves it open.
        let refuses_at_most_nul = claim.refuses.iter().all(|refusal| *refusal == Refusal::Nul);
        let is_plain = refuses_at_most_nul && claim.script != ScriptSupport::Feed;
        Some(Self { claim, profile, is_quick: is_plain && profile == Profile::Rfc3629 })
    }

    /// How `response` to `bytes` fails, if it does. What the decoder cannot be asked, did not answer or leaves undocumented
    /// does not.
    pub fn failure(&self, bytes: &[u8], response: &Response) -> Option<ScreenedFailure> {
        match response {
            Response::Observed(observation) if self.is_quick && self.is_right(bytes, observation) => None,
            _ => self.judged(&Input::Bytes(bytes.to_vec()), response),
        }
    }

    /// The same of an input that may be in chunks, with an end behind them and no reset.
    pub fn failure_of(&self, input: &Input, response: &Response) -> Option<ScreenedFailure> {
        match input {
            Input::Bytes(bytes) => self.failure(bytes, response),
            Input::Calls(_) => self.judged(input, response),
        }
    }

    /// Whether an answer is surely right; if not, it may be right all the same.
    fn is_right(&self, bytes: &[u8], observation: &Observation) -> bool {
        let Self { claim, profile, .. } = *self;
        if !claim.refuses.is_empty() && bytes.contains(&0) {
            return false;
        }
        if claim.bom == Bom::Strip && bytes.starts_with("\u{FEFF}".as_bytes()) {
            return false;
        }
        if claim.replaces_errors() {
            let (Some(policy), [CallOutcome::Done(text)]) = (claim.policy(), observation.calls.as_slice())
            else {
                return false;
            };
            return observation.answer == Answer::Accept
                && glance::is_text(text, claim.out(), decode_lossy(bytes, profile, policy));
        }
        if observation.calls.iter().filter_map(CallOutcome::text).any(|text| *text != Text::None) {
            return glance::checked(claim, events(bytes, profile), observation).is_some();
        }
        // ASCII is well-formed; to skip it saves half of the time.
        let ascii = bytes.chunks_exact(BLOCK).take_while(|block| block.is_ascii()).count() * BLOCK;
        let error = validate(&bytes[ascii..], profile).err().map(|error| {
            let at = ascii + error.valid_up_to();
            Event::Error { kind: error.kind(), at, len: error.error_len().unwrap_or(bytes.len() - at) }
        });
        glance::checked(claim, error.into_iter(), observation).is_some()
    }

    fn judged(&self, input: &Input, response: &Response) -> Option<ScreenedFailure> {
        let (profile, claim) = (self.profile, self.claim);
        let fitted_input = &FittedInput::new(input, claim).ok()?;
        let Response::Observed(observation) = response else {
            return ScreenedFailure::without_answer(&response.verdict_without_answer()?);
        };
        let replacements = &Replacements::default();
        let judgement = ruled(None, observation, |ruling| {
            let events = &read_input(input, profile, ruling)?;
            Ok(AnswerToJudge { fitted_input, events, profile, claim, replacements, observation }.judge())
        });
        let cause = Some(judgement.deviation?.cause);
        Some(ScreenedFailure { verdict: judgement.verdict.kind(), cause })
    }
}

#[cfg(test)]
mod tests {
    use super::Screen;
    use crate::claim::{Claim, Profile};
    use crate::observation::{Observation, Text};

    #[test]
    fn a_right_answer_of_a_plain_claim_is_seen_at_a_glance() {
        let claim = Claim::validate(Profile::Rfc3629);
        let screen = Screen::new(&claim).expect("it claims a profile");
        for bytes in
            [&b""[..], b"A", b"\xE2\x82\xACA", b"A\xC0\x80B", b"A\xE2\x82", b"\xED\xA0\x80", b"A\0\xFF"]
        {
            let observation = match str::from_utf8(bytes) {
                Ok(_) => Observation::accept(Text::None),
                Err(error) => Observation::reject(Some(error.valid_up_to()), error.error_len()),
            };
            assert!(screen.is_right(bytes, &observation), "{bytes:02X?}");
        }
    }
}
