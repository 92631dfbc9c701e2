//! Decoders that are accepted to answer differently from time to time.

use crate::record::baseline::accepted::Accepted;
use crate::record::baseline::decoder_cases::{DecoderCases, Outcome};
use crate::record::baseline::{Baseline, Day, Reason};
use crate::record::run_record::{Deviation, DeviationKind, UnstableRecord};
use illformed_judge::judge::VerdictKind;

/// What a baseline says of the stability of a decoder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unstable<'a> {
    reason: &'a Reason,
    /// Whether the reason's last day is over.
    expired: bool,
}

impl<'a> Unstable<'a> {
    /// That of `baseline` for `decoder` on that day; `None` if it is to answer the same each time.
    pub(super) fn of(baseline: &'a Baseline, cases: &DecoderCases<'_>, today: &Day) -> Option<Self> {
        let reason = baseline.reason(baseline.unstable.as_ref()?).filter(|reason| cases.holds(reason))?;
        Some(Self { reason, expired: reason.until.as_ref().is_some_and(|day| day < today) })
    }

    /// Whether differing answers are accepted.
    pub(super) fn is_accepted(&self) -> bool {
        !self.expired
    }

    /// The outcome of a case of an entry as it counts for the entry: what an unstable decoder gives in a listed case may
    /// differ, it may pass, and it may be something that cannot be compared without a documented policy.
    pub(super) fn is_as_listed(&self, accepted: &Accepted<'_>, profile: &str, outcome: Outcome<'_>) -> bool {
        match outcome {
            Outcome::Pass | Outcome::Unjudged { verdict: VerdictKind::NoPolicy } => self.is_accepted(),
            Outcome::Bad { verdict: VerdictKind::Flaky, .. } => self.is_accepted(),
            Outcome::Bad { verdict, .. } => self.is_accepted() && accepted.fails_by(profile, verdict),
            Outcome::Unjudged { .. } => false,
        }
    }

    /// What the record says of it. `flaky` are the cases that differ and are not listed, `line` is where it stands.
    pub(super) fn record(&self, is_seen: bool) -> UnstableRecord {
        UnstableRecord { reason: self.reason.reason.clone(), seen: is_seen }
    }

    /// The deviation of a reason that is over, where the decoder is unstable still.
    pub(super) fn deviation(&self, line: usize, is_seen: bool) -> Option<Deviation> {
        let day = self.reason.until.as_ref().filter(|_| self.expired && is_seen)?;
        Some(Deviation {
            kind: DeviationKind::Expired,
            case: None,
            entry: "unstable".to_owned(),
            line,
            pointer: "/unstable".to_owned(),
            detail: format!("still unstable, and was accepted until {day}: {}", self.reason.reason),
            patch: String::new(),
        })
    }
}
