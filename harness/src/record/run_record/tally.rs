//! How many cases got which verdict.

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

    pub fn add(&mut self, verdict: VerdictKind) {
        self.judged += usize::from(verdict.is_judged());
        *self.of(verdict) += 1;
    }

    pub fn remove(&mut self, verdict: VerdictKind) {
        self.judged = self.judged.saturating_sub(usize::from(verdict.is_judged()));
        let count = self.of(verdict);
        *count = count.saturating_sub(1);
    }

    pub fn merge(&mut self, other: &Self) {
        let mut other = other.clone();
        self.judged += other.judged;
        for verdict in VerdictKind::ALL {
            *self.of(verdict) += *other.of(verdict);
        }
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
    use illformed_judge::judge::VerdictKind;

    #[test]
    fn a_verdict_that_is_removed_leaves_what_was_there_before() {
        for verdict in VerdictKind::ALL {
            let mut tally = Tally::default();
            tally.add(verdict);
            assert_ne!(tally, Tally::default());
            tally.remove(verdict);
            assert_eq!(tally, Tally::default(), "{verdict:?}");
        }
    }
}
