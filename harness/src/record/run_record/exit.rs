//! The exit code of a run.

use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::Severity;

/// Why a run does not end with 0. The numbers are an interface. Usage errors and invalid input files (2) come before
/// any run.
/// They are ordered: the first that applies decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitReason {
    /// An adapter could not be judged: no hello, given up, broken protocol, interrupted, or its decoder declined all
    /// well-formed or all ill-formed input; or the decoder of a baseline that the user named was not asked.
    NotJudged,
    /// No answer could be held to a claim, although no adapter is broken.
    NothingJudged,
    /// A decoder failed its claim.
    Failed,
}

impl ExitReason {
    pub const fn code(self) -> u8 {
        match self {
            Self::NothingJudged => 4,
            Self::NotJudged => 3,
            Self::Failed => 1,
        }
    }

    /// All that apply to `record`, the decisive one first.
    pub fn of(record: &RunRecord) -> Vec<Self> {
        let mut reasons = Vec::new();
        let unjudged = record.decoders.iter().any(|decoder| {
            let tally = &decoder.shown().tally;
            tally.protocol_error + tally.not_asked > 0 || decoder.asked.declined_part().is_some()
        });
        let is_missed = !record.missed_baselines.is_empty();
        if !record.broken.is_empty() || unjudged || !record.footer.complete || is_missed {
            reasons.push(Self::NotJudged);
        } else if record.footer.tally.judged == 0 {
            reasons.push(Self::NothingJudged);
        }
        if record.decoders.iter().any(|decoder| record.is_failed_by(decoder)) {
            reasons.push(Self::Failed);
        }
        reasons
    }
}

impl RunRecord {
    /// Whether a failure of that implementation makes the run fail where no baseline has a say.
    pub fn counts(&self, implementation: &str) -> bool {
        self.survey_of_all_but.as_ref().is_none_or(|own| implementation == own)
    }

    /// Whether `decoder` makes the run fail.
    pub fn is_failed_by(&self, decoder: &DecoderRecord) -> bool {
        // What is accepted is written down in a baseline, whoever made the decoder.
        if let Some(baseline) = &decoder.baseline {
            return baseline.is_red(|case| !self.tolerates(decoder, case));
        }
        let by_claim = &decoder.by_claim;
        let tolerated = by_claim.causes.iter().filter(|cause| cause.severity > self.fail_on);
        let tolerated: usize = tolerated.map(|cause| cause.cases.len()).sum();
        self.counts(&decoder.implementation) && by_claim.tally.bad() > tolerated
    }

    /// Whether a case that counts against `decoder` is less severe than what makes the run fail.
    pub fn tolerates(&self, decoder: &DecoderRecord, case: usize) -> bool {
        self.fail_on < Severity::Imprecise && decoder.severity(case) > self.fail_on
    }

    /// Whether what `decoder` fails can make the run fail: it has a baseline, or a claim and no survey that lets it be.
    pub fn accuses(&self, decoder: &DecoderRecord) -> bool {
        decoder.baseline.is_some() || decoder.claim.is_judged() && self.counts(&decoder.implementation)
    }

    /// Writes its sum into the footer, and says why the run does not end with 0. Whatever changes a record does this last.
    pub fn finalize(&mut self) -> Vec<ExitReason> {
        let reasons = ExitReason::of(self);
        self.footer.exit_codes = reasons.iter().map(|reason| reason.code()).collect();
        self.footer.digest = self.digest();
        reasons
    }
}
