//! Judges answers to inputs of one call, millions of them: nearly all are right, and that is seen quickly.

use crate::case::FittedInput;
use crate::cause::{Cause, without_answer};
use crate::claim::{Bom, Claim, OffsetMeaning, OutputKind, Profile, Refusal, ScriptSupport};
use crate::expected::{Replacements, SegmentEvents};
use crate::judge::{AnswerToJudge, Response, Verdict, VerdictKind};
use crate::lint::raises_question;
use crate::observation::{Answer, CallOutcome, Observation, Text};
use illformed_codec::{ErrorKind, decode_lossy, events, utf16_units, validate};
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
        if self.passes(bytes, response) { None } else { self.judged(&Input::Bytes(bytes.to_vec()), response) }
    }

    /// Whether `response` to `bytes` is surely right, as the codec reads them; if not, it may be right all the same.
    pub fn passes(&self, bytes: &[u8], response: &Response) -> bool {
        matches!(response, Response::Observed(observation) if self.is_quick && self.is_right(bytes, observation))
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
        let Observation { answer, at, len, calls, .. } = observation;
        let [call] = calls.as_slice() else { return false };
        if !self.claim.refuses.is_empty() && bytes.contains(&0) {
            return false;
        }
        if self.claim.bom == Bom::Strip && bytes.starts_with("\u{FEFF}".as_bytes()) {
            return false;
        }
        if self.claim.replaces_errors() {
            let (Some(policy), CallOutcome::Done(text)) = (self.claim.policy(), call) else { return false };
            return *answer == Answer::Accept
                && self.is_text(text, decode_lossy(bytes, self.profile, policy));
        }
        let codes = || events(bytes, self.profile).map_while(|event| event.value());
        // ASCII is well-formed; to skip it saves half of the time.
        let ascii = bytes.chunks_exact(BLOCK).take_while(|block| block.is_ascii()).count() * BLOCK;
        match (validate(&bytes[ascii..], self.profile), call) {
            (Ok(()), CallOutcome::Done(text)) => {
                *answer == Answer::Accept && (*text == Text::None || self.is_text(text, codes()))
            }
            (Err(error), CallOutcome::Failed(text)) => {
                let says_cut = *answer == Answer::Incomplete;
                let is_cut = error.kind() == ErrorKind::Incomplete;
                let is_offset = |at: usize| {
                    self.claim.at == OffsetMeaning::ValidUpTo && at == ascii + error.valid_up_to()
                };
                *answer != Answer::Accept
                    && (!says_cut || is_cut)
                    && at.is_none_or(is_offset)
                    && len.is_none_or(|len| Some(len) == error.error_len())
                    && text.as_ref().is_none_or(|text| self.is_text(text, codes()))
            }
            _ => false,
        }
    }

    fn judged(&self, input: &Input, response: &Response) -> Option<ScreenedFailure> {
        let bytes = &*input.bytes();
        let (profile, claim) = (self.profile, self.claim);
        let fitted_input = &FittedInput::new(input, claim).ok()?;
        let observation = match response {
            Response::Observed(observation) if !raises_question(input, profile) => observation,
            _ => return ScreenedFailure::without_answer(&response.verdict_without_answer()?),
        };
        let read = events(bytes, profile).collect();
        let events = &[SegmentEvents { bytes: bytes.to_vec(), events: read, pending: 0 }];
        let replacements = &Replacements::default();
        let answer = AnswerToJudge { fitted_input, events, profile, claim, replacements, observation };
        let judgement = answer.judge();
        let cause = Some(judgement.deviation?.cause);
        Some(ScreenedFailure { verdict: judgement.verdict.kind(), cause })
    }

    /// Whether `text` has the form that is claimed, and is that of `codes`.
    fn is_text(&self, text: &Text, mut codes: impl Iterator<Item = u32>) -> bool {
        let mut place = 0;
        match (text, self.claim.out()) {
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
