//! How many cases got which verdict.

use illformed_judge::judge::{Verdict, is_judged_name};
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
    /// The adapter declined.
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
    /// Counts one more.
    pub fn add(&mut self, verdict: &Verdict) {
        self.judged += usize::from(verdict.is_judged());
        *match verdict {
            Verdict::Pass => &mut self.pass,
            Verdict::Fail(_) => &mut self.fail,
            Verdict::WrongReason(_) => &mut self.wrong_reason,
            Verdict::LateError { .. } => &mut self.late_error,
            Verdict::Declined(_) => &mut self.declined,
            Verdict::NotAsked(_) => &mut self.not_asked,
            Verdict::NotApplicable(_) => &mut self.not_applicable,
            Verdict::Unspecified(_) => &mut self.unspecified,
            Verdict::NoPolicy => &mut self.no_policy,
            Verdict::Crashed(_) => &mut self.crashed,
            Verdict::TimedOut(_) => &mut self.timed_out,
            Verdict::ProtocolError(_) => &mut self.protocol_error,
            Verdict::Flaky(_) => &mut self.flaky,
        } += 1;
    }

    /// Counts one less of the verdict of that name.
    pub fn remove(&mut self, verdict: &str) {
        let count = match verdict {
            "pass" => &mut self.pass,
            "fail" => &mut self.fail,
            "wrong-reason" => &mut self.wrong_reason,
            "late-error" => &mut self.late_error,
            "declined" => &mut self.declined,
            "not-asked" => &mut self.not_asked,
            "not-applicable" => &mut self.not_applicable,
            "unspecified" => &mut self.unspecified,
            "no-policy" => &mut self.no_policy,
            "crashed" => &mut self.crashed,
            "timed-out" => &mut self.timed_out,
            "protocol-error" => &mut self.protocol_error,
            "flaky" => &mut self.flaky,
            _ => return,
        };
        *count = count.saturating_sub(1);
        if is_judged_name(verdict) {
            self.judged = self.judged.saturating_sub(1);
        }
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
        self.declined += other.declined;
        self.not_asked += other.not_asked;
        self.not_applicable += other.not_applicable;
        self.unspecified += other.unspecified;
        self.no_policy += other.no_policy;
    }

    /// How many cases were not judged, for whatever reason.
    pub fn unjudged(&self) -> usize {
        self.declined + self.not_asked + self.not_applicable + self.unspecified + self.no_policy
    }

    /// How many judged cases count against the decoder.
    pub fn bad(&self) -> usize {
        self.judged - self.pass
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;
    use illformed_judge::judge::{Failure, Reason, Verdict};
    use illformed_vectors::Question;
    use std::time::Duration;

    #[test]
    fn a_verdict_that_is_removed_leaves_what_was_there_before() {
        let text = String::new;
        let all = [
            Verdict::Pass,
            Verdict::Fail(Failure::WrongText),
            Verdict::WrongReason(Reason::Prefix),
            Verdict::LateError { decided: 1, reported: None },
            Verdict::Declined(text()),
            Verdict::NotAsked(text()),
            Verdict::NoPolicy,
            Verdict::NotApplicable(text()),
            Verdict::Unspecified(Question::ALL[0]),
            Verdict::Crashed(text()),
            Verdict::TimedOut(Duration::ZERO),
            Verdict::ProtocolError(text()),
            Verdict::Flaky(text()),
        ];
        for verdict in all {
            let mut tally = Tally::default();
            tally.add(&verdict);
            assert_ne!(tally, Tally::default());
            tally.remove(verdict.name());
            assert_eq!(tally, Tally::default(), "{verdict:?}");
        }
    }
}
