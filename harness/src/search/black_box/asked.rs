//! What came of one input.

use crate::record::digest::fnv1a;
use crate::search::black_box::bucket::FailureClass;
use illformed_judge::claim::Claim;
use illformed_judge::expected::Expected;
use illformed_judge::judge::{Response, Verdict, judge_observation};
use std::fmt::Write;

/// How many bytes of an answer are kept: more than one to an input of the default length has.
const MOST_KEPT: usize = 4096;

/// What came of one input. Of a right answer nothing is kept, since an adapter may answer with megabytes.
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
    pub(super) detail: String,
    pub(super) expected: String,
    pub(super) observed: String,
    /// How many inputs that were asked later were outstanding when the adapter broke; any of them may have done it.
    pub(super) outstanding_after: usize,
}

impl Asked {
    /// `response`, judged by what is expected; `None` when nobody can say what that is.
    pub(super) fn judged(response: &Response, expected: Option<&Expected>, claim: &Claim) -> Self {
        let verdict = match response {
            Response::Observed(observation) => {
                expected.map(|expected| judge_observation(expected, claim, observation).verdict)
            }
            // How many inputs were under way is chance, and no part of what is wrong.
            Response::Crashed(how) | Response::CrashedAmong { how, .. } => {
                Some(Verdict::Crashed(how.clone()))
            }
            Response::TimedOut(limit) => Some(Verdict::TimedOut(*limit)),
            Response::ProtocolError(what) => Some(Verdict::ProtocolError(what.clone())),
            Response::Skipped(_) => None,
            Response::NotAsked(why) => return Self::Unanswered(why.clone()),
        };
        let Some(verdict) = verdict.filter(Verdict::is_judged) else { return Self::Unjudged };
        let Some(class) = FailureClass::of(&verdict) else { return Self::Right };
        Self::Wrong(Box::new(Wrong {
            class,
            detail: in_short(verdict.to_string()),
            expected: in_short(expected.map(ToString::to_string).unwrap_or_default()),
            observed: in_short(response.to_string()),
            outstanding_after: match response {
                Response::CrashedAmong { after, .. } => *after,
                _ => 0,
            },
        }))
    }

    pub(super) fn class(&self) -> Option<&FailureClass> {
        match self {
            Self::Wrong(wrong) => Some(&wrong.class),
            _ => None,
        }
    }
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
