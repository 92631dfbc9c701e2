//! Inputs for one decoder, and the judgement of each answer when it comes.

use crate::ask::adapter::Session;
use crate::record::digest::fnv1a;
use crate::search::black_box::finding::{FailedInput, FailureClass};
use illformed_codec::Profile;
use illformed_judge::case::FittedInput;
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::expected::{Expected, Replacements, SegmentEvents, segments};
use illformed_judge::judge::{AnswerToJudge, Judgement, Response};
use illformed_judge::oracle::Oracle;
use illformed_judge::oracle::arithmetic::{Limits, events};
use illformed_vectors::Input;
use std::fmt::Write;

/// How many inputs that the oracles read differently are kept.
const MOST_DISAGREEING: usize = 32;

/// What is needed to ask one decoder, in whichever session, and to judge its answers.
pub(super) struct Questions {
    /// The decoder's number in its adapter.
    pub(super) number: usize,
    pub(super) info: DecoderInfo,
    /// Inputs that the oracles of this program read differently, in words.
    pub(super) oracles_disagree: Vec<String>,
}

impl Questions {
    /// Asks `inputs`; returns the outcome of each. An input that does not fit the claim is not asked, and not judged; without
    /// a profile no answer can be judged.
    pub(super) fn ask(&mut self, session: &mut dyn Session, inputs: &[Input]) -> Vec<AskedInput> {
        let mut answers: Vec<AskedInput> = inputs.iter().map(|_| AskedInput::Unjudged).collect();
        let claim = &self.info.claim;
        let Some(profile) = claim.profile else { return answers };
        let mut fitting = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            let Ok(fitted_input) = FittedInput::new(input, claim) else { continue };
            let events = read(&fitted_input.input, profile).unwrap_or_else(|how| {
                if self.oracles_disagree.len() < MOST_DISAGREEING && !self.oracles_disagree.contains(&how) {
                    self.oracles_disagree.push(how);
                }
                None
            });
            fitting.push((number, fitted_input, events));
        }
        let asked: Vec<&Input> = fitting.iter().map(|(_, fitted_input, _)| &*fitted_input.input).collect();
        session.ask(self.number, &asked, &mut |place, response| {
            let (number, fitted_input, events) = &fitting[place];
            answers[*number] = judged(fitted_input, events.as_deref(), profile, claim, &response);
        });
        answers
    }
}

/// The events of each segment of `input` under `profile`, by the arithmetic oracle; `None` where the standard is silent. Fails,
/// in words, if another oracle that knows the profile disagrees.
fn read(input: &Input, profile: Profile) -> Result<Option<Vec<SegmentEvents>>, String> {
    let mut read = Vec::new();
    for (bytes, _) in segments(input) {
        let found = events(&bytes, Limits::of(profile));
        let disagrees = |oracle: &Oracle| {
            (oracle.read)(&bytes, profile).is_some_and(|opinion| !opinion.agrees_with(&found))
        };
        // The reference is read as it comes: a search reads millions of inputs.
        let is_of_reference = illformed_codec::events(&bytes, profile).eq(found.iter().copied());
        let others =
            if is_of_reference { &[Oracle::AUTOMATON, Oracle::STANDARD_LIBRARY][..] } else { &Oracle::ALL };
        if let Some(Oracle { name, .. }) = others.iter().find(|oracle| disagrees(oracle)) {
            let hex = const_hex::encode(&bytes);
            return Err(format!("{name} and arithmetic read {hex} differently under {profile}"));
        }
        // RFC 2279 leaves open whether surrogates are well-formed.
        if profile == Profile::Rfc2279 && events(&bytes, Limits::RFC2279_WITHOUT_SURROGATES) != found {
            return Ok(None);
        }
        // What an unfinished segment leaves open, `Expected` takes away.
        read.push(SegmentEvents { bytes: bytes.into_owned(), events: found, pending: 0 });
    }
    Ok(Some(read))
}

/// How many bytes of an answer are kept: more than one to an input of the default length has.
const MOST_KEPT: usize = 4096;

/// The outcome of one input. Nothing of a right answer is kept, since an adapter may answer with megabytes.
#[derive(Debug)]
pub(super) enum AskedInput {
    Right,
    Wrong(Box<FailedInput>),
    /// The standard, the documentation or the adapter does not say.
    Unjudged,
    Unanswered(String),
}

impl AskedInput {
    pub(super) fn class(&self) -> Option<&FailureClass> {
        match self {
            Self::Wrong(wrong) => Some(&wrong.class),
            _ => None,
        }
    }
}

/// `response` to `fitted_input`, which holds `events`; `None` where what is right is not known.
fn judged(
    fitted_input: &FittedInput<'_>,
    events: Option<&[SegmentEvents]>,
    profile: Profile,
    claim: &Claim,
    response: &Response,
) -> AskedInput {
    let judgement = match (response, events, response.verdict_without_answer()) {
        (Response::Observed(observation), Some(events), _) => {
            let replacements = &Replacements::default();
            let answer = AnswerToJudge { fitted_input, events, profile, claim, replacements, observation };
            answer.judge()
        }
        (Response::NotAsked(why), ..) => return AskedInput::Unanswered(why.clone()),
        (_, _, Some(verdict)) => Judgement::unchecked(verdict),
        (_, _, None) => return AskedInput::Unjudged,
    };
    let verdict = &judgement.verdict;
    if !verdict.is_judged() {
        return AskedInput::Unjudged;
    }
    let Some(class) = FailureClass::of(verdict) else { return AskedInput::Right };
    let expected = events.map(|events| Expected::new(fitted_input, events, profile, claim).to_string());
    AskedInput::Wrong(Box::new(FailedInput {
        class,
        cause_id: judgement.deviation.as_ref().map(|deviation| deviation.cause),
        detail: in_short(verdict.to_string()),
        expected: in_short(expected.unwrap_or_default()),
        observed: in_short(response.to_string()),
        outstanding_after: response.window().map_or(0, |(_, after)| after),
    }))
}

/// `text`, or how it begins and a digest of all of it.
fn in_short(mut text: String) -> String {
    if text.len() > MOST_KEPT {
        let digest = fnv1a(text.as_bytes());
        text.truncate(text.floor_char_boundary(MOST_KEPT));
        text.shrink_to_fit();
        let _ = write!(text, "\u{2026} #{digest:016x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_its_start_and_a_digest() {
        assert_eq!(in_short("\u{E9}".repeat(MOST_KEPT / 2)).len(), MOST_KEPT);
        let short = |text: String| in_short(format!("a{}{text}", "\u{E9}".repeat(MOST_KEPT)));
        assert!(short("1".to_owned()).len() < MOST_KEPT + 32);
        assert_ne!(short("1".to_owned()), short("2".to_owned()));
    }
}
