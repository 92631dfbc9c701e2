//! How many cases got which verdict.

use crate::record::run_record::OutcomeGroup;
use illformed_judge::judge::VerdictKind;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tally {
    /// Cases whose answer counts; the sum of those down to `flaky`.
    pub judged: usize,
    pub pass: usize,
    pub fail: usize,
    pub wrong_reason: usize,
    pub late_error: usize,
    pub crashed: usize,
    pub timed_out: usize,
    /// No answer at all.
    pub protocol_error: usize,
    pub flaky: usize,
    pub declined: usize,
    /// Not asked: the adapter was given up, or the run was interrupted.
    pub not_asked: usize,
    /// The decoder cannot be asked this.
    pub not_applicable: usize,
    /// The standard does not say.
    pub unspecified: usize,
    /// No replacement policy is documented, so that the text has no expectation.
    pub no_policy: usize,
}

impl Tally {
    const fn of(&mut self, verdict: VerdictKind) -> &mut usize {
        match verdict {
            VerdictKind::Pass => &mut self.pass,
            VerdictKind::Fail => &mut self.fail,
            VerdictKind::WrongReason => &mut self.wrong_reason,
            VerdictKind::LateError => &mut self.late_error,
            VerdictKind::Declined => &mut self.declined,
            VerdictKind::NotAsked => &mut self.not_asked,
            VerdictKind::NotApplicable => &mut self.not_applicable,
            VerdictKind::Unspecified => &mut self.unspecified,
            VerdictKind::NoPolicy => &mut self.no_policy,
            VerdictKind::Crashed => &mut self.crashed,
            VerdictKind::TimedOut => &mut self.timed_out,
            VerdictKind::ProtocolError => &mut self.protocol_error,
            VerdictKind::Flaky => &mut self.flaky,
        }
    }

    /// How many cases of `groups` got which verdict.
    pub(super) fn of_groups<'a>(groups: impl IntoIterator<Item = &'a OutcomeGroup>) -> Self {
        let mut tally = Self::default();
        for OutcomeGroup { verdict, cases, .. } in groups {
            tally.judged += if verdict.is_judged() { cases.len() } else { 0 };
            *tally.of(*verdict) += cases.len();
        }
        tally
    }

    /// How many cases were not judged, for whatever reason.
    pub fn unjudged(&self) -> usize {
        self.declined + self.not_asked + self.not_applicable + self.unspecified + self.no_policy
    }

    /// How many judged cases count against the decoder.
    pub fn bad(&self) -> usize {
        // A report may say that more pass than are judged.
        self.judged.saturating_sub(self.pass)
    }
}
