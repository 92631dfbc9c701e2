//! Inputs for one decoder, and the judgement of each answer when it comes.

use crate::ask::adapter::Session;
use crate::record::digest::fnv1a;
use crate::search::black_box::findings::FailureClass;
use illformed_codec::Profile;
use illformed_judge::case::FittedInput;
use illformed_judge::cause::{Cause, JudgedAnswer, deviation, without_answer};
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::expected::{Expected, Replacements, Resolutions, Ruling, SegmentEvents, segments};
use illformed_judge::judge::{Response, Verdict, judge_observation};
use illformed_judge::oracle::Oracle;
use illformed_judge::oracle::arithmetic::{Limits, events};
use illformed_vectors::{Input, Question};
use std::fmt::Write;

/// How many inputs that the oracles read differently are kept.
const MOST_DISAGREEING: usize = 32;

/// What is needed to ask one decoder, in whichever session, and to judge its answers.
pub(super) struct Questions<'a> {
    /// The decoder's number in its adapter.
    pub(super) number: usize,
    pub(super) info: DecoderInfo,
    pub(super) resolutions: &'a Resolutions,
    /// Inputs that the oracles of this program read differently, in words.
    pub(super) oracles_disagree: Vec<String>,
}

impl Questions<'_> {
    /// Asks `inputs`; returns the outcome of each. An input that does not fit the claim is not asked, and not judged.
    pub(super) fn ask(&mut self, session: &mut dyn Session, inputs: &[Input]) -> Vec<Asked> {
        let mut answers: Vec<Asked> = inputs.iter().map(|_| Asked::Unjudged).collect();
        let (mut numbers, mut fitting, mut promised) = (Vec::new(), Vec::new(), Vec::new());
        let claim = &self.info.claim;
        for (number, input) in inputs.iter().enumerate() {
            let Ok(fitted_input) = FittedInput::new(input, claim) else { continue };
            promised.push(expectation(&fitted_input, claim, self.resolutions).unwrap_or_else(|how| {
                if self.oracles_disagree.len() < MOST_DISAGREEING && !self.oracles_disagree.contains(&how) {
                    self.oracles_disagree.push(how);
                }
                None
            }));
            numbers.push(number);
            fitting.push(fitted_input.input);
        }
        let fitting: Vec<&Input> = fitting.iter().map(AsRef::as_ref).collect();
        session.ask(self.number, &fitting, &mut |fitting, response| {
            let expected = promised[fitting].take();
            let input = &inputs[numbers[fitting]];
            answers[numbers[fitting]] = Asked::judged(input, &response, expected.as_ref(), claim);
        });
        answers
    }
}

/// What `claim` promises for `fitted_input`, by the arithmetic oracle; `None` where the claim has no profile, or its
/// standard is silent and no resolution is given. Fails, in words, if another oracle that knows the profile disagrees.
fn expectation(
    fitted_input: &FittedInput<'_>,
    claim: &Claim,
    resolutions: &Resolutions,
) -> Result<Option<Expected>, String> {
    let Some(profile) = claim.profile else { return Ok(None) };
    let mut read = Vec::new();
    for (bytes, _) in segments(&fitted_input.input) {
        let mut found = events(&bytes, Limits::of(profile));
        for oracle in [Oracle::REFERENCE, Oracle::AUTOMATON, Oracle::STANDARD_LIBRARY] {
            if (oracle.read)(&bytes, profile).is_some_and(|opinion| !opinion.agrees_with(&found)) {
                let name = oracle.name;
                let hex = const_hex::encode(&bytes);
                return Err(format!("{name} and arithmetic read {hex} differently under {profile}"));
            }
        }
        if profile == Profile::Rfc2279 {
            let refusing = events(&bytes, Limits::RFC2279_WITHOUT_SURROGATES);
            if refusing != found {
                match resolutions.ruling(Question::Rfc2279Surrogate) {
                    None => return Ok(None),
                    Some(Ruling::Accept) => {}
                    Some(Ruling::Reject) => found = refusing,
                }
            }
        }
        // What an unfinished segment leaves open, `Expected` takes away.
        read.push(SegmentEvents { bytes, events: found, pending: 0 });
    }
    Ok(Some(Expected::new(fitted_input, &read, profile, claim)))
}

/// How many bytes of an answer are kept: more than one to an input of the default length has.
const MOST_KEPT: usize = 4096;

/// The outcome of one input. Nothing of a right answer is kept, since an adapter may answer with megabytes.
#[derive(Debug)]
pub(super) enum Asked {
    Right,
    Wrong(Box<Wrong>),
    /// The standard, the documentation or the adapter does not say.
    Unjudged,
    Unanswered(String),
}

/// How an input fails, in words.
#[derive(Debug, Clone)]
pub(super) struct Wrong {
    pub(super) class: FailureClass,
    /// Why, as far as one answer tells.
    pub(super) cause: Option<Cause>,
    pub(super) detail: String,
    pub(super) expected: String,
    pub(super) observed: String,
    /// How many inputs that were asked later were outstanding when the adapter broke; any of them may have done it.
    pub(super) outstanding_after: usize,
}

impl Wrong {
    /// What a finding is keyed by: the verdict, and the cause of the judge. The cause of every crash is the same, so that what is
    /// wrong in words belongs to it too.
    pub(super) fn key(&self) -> (&FailureClass, Option<Cause>) {
        (&self.class, self.cause)
    }
}

impl Asked {
    /// `response`, judged by what is expected; `None` where that is not known.
    pub(super) fn judged(
        input: &Input,
        response: &Response,
        expected: Option<&Expected>,
        claim: &Claim,
    ) -> Self {
        let verdict = match response {
            Response::Observed(observation) => {
                expected.map(|expected| judge_observation(expected, claim, observation).verdict)
            }
            // How many inputs were under way is chance, and no part of what is wrong.
            Response::Crashed(how) | Response::CrashedAmong { how, .. } => {
                Some(Verdict::Crashed(how.clone()))
            }
            Response::TimedOut(limit) | Response::TimedOutAmong { limit, .. } => {
                Some(Verdict::TimedOut(*limit))
            }
            Response::ProtocolError(what) => Some(Verdict::ProtocolError(what.clone())),
            Response::Skipped(_) => None,
            Response::NotAsked(why) => return Self::Unanswered(why.clone()),
        };
        let Some(verdict) = verdict.filter(Verdict::is_judged) else { return Self::Unjudged };
        let Some(class) = FailureClass::of(&verdict) else { return Self::Right };
        Self::Wrong(Box::new(Wrong {
            class,
            cause: cause(input, &verdict, response, claim),
            detail: in_short(verdict.to_string()),
            expected: in_short(expected.map(ToString::to_string).unwrap_or_default()),
            observed: in_short(response.to_string()),
            outstanding_after: response.window().map_or(0, |(_, after)| after),
        }))
    }

    pub(super) fn class(&self) -> Option<&FailureClass> {
        match self {
            Self::Wrong(wrong) => Some(&wrong.class),
            _ => None,
        }
    }
}

/// Why `response` to `input` got a `verdict` that counts against the decoder, as far as one answer tells.
fn cause(input: &Input, verdict: &Verdict, response: &Response, claim: &Claim) -> Option<Cause> {
    let Response::Observed(observation) = response else {
        return without_answer(verdict).map(|deviation| deviation.cause);
    };
    let (profile, fitted_input) = (claim.profile?, FittedInput::new(input, claim).ok()?);
    let limits = Limits::of(profile);
    let read = segments(&fitted_input.input).into_iter();
    let events: Vec<SegmentEvents> =
        read.map(|(bytes, _)| SegmentEvents { events: events(&bytes, limits), bytes, pending: 0 }).collect();
    let replacements = Replacements::default();
    let answer = JudgedAnswer {
        fitted_input: &fitted_input,
        events: &events,
        profile,
        claim,
        replacements: &replacements,
        observation,
    };
    deviation(verdict, &answer).map(|deviation| deviation.cause)
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
