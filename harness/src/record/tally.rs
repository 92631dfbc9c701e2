//! How many cases got which verdict.

use crate::judge::Verdict;
use serde::{Deserialize, Serialize};

/// Counts of verdicts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tally {
    /// Cases whose answer counts; the sum of those down to `flaky`.
    pub judged: usize,
    /// As expected.
    pub pass: usize,
    /// Wrong answer or text.
    pub fail: usize,
    /// Right for a wrong reason.
    pub wrong_reason: usize,
    /// Right, but late.
    pub late_error: usize,
    /// The adapter died.
    pub crashed: usize,
    /// No answer in time.
    pub timed_out: usize,
    /// No answer at all.
    pub protocol_error: usize,
    /// Different answers.
    pub flaky: usize,
    /// The adapter declined or was given up.
    pub skipped: usize,
    /// The decoder cannot be asked this.
    pub not_applicable: usize,
    /// The standard does not say.
    pub unspecified: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, verdict: &Verdict) {
        self.judged += usize::from(verdict.is_judged());
        *match verdict {
            Verdict::Pass => &mut self.pass,
            Verdict::Fail(_) => &mut self.fail,
            Verdict::WrongReason(_) => &mut self.wrong_reason,
            Verdict::LateError { .. } => &mut self.late_error,
            Verdict::Skipped(_) => &mut self.skipped,
            Verdict::NotApplicable(_) => &mut self.not_applicable,
            Verdict::Unspecified(_) => &mut self.unspecified,
            Verdict::Crashed(_) => &mut self.crashed,
            Verdict::TimedOut(_) => &mut self.timed_out,
            Verdict::ProtocolError(_) => &mut self.protocol_error,
            Verdict::Flaky(_) => &mut self.flaky,
        } += 1;
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.judged += other.judged;
        self.pass += other.pass;
        self.fail += other.fail;
        self.wrong_reason += other.wrong_reason;
        self.late_error += other.late_error;
        self.crashed += other.crashed;
        self.timed_out += other.timed_out;
        self.protocol_error += other.protocol_error;
        self.flaky += other.flaky;
        self.skipped += other.skipped;
        self.not_applicable += other.not_applicable;
        self.unspecified += other.unspecified;
    }

    /// How many judged cases count against the decoder.
    pub fn bad(&self) -> usize {
        self.judged - self.pass
    }
}
