//! The exit code of a run, and of a comparison of two.

use crate::record::run_record::RunRecord;

/// Why a run or a comparison does not end with 0. The numbers are an interface. Usage errors and invalid input files (2) come before
/// any run.
/// They are ordered: the first that applies decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitReason {
    /// An adapter could not be judged: no hello, given up, broken protocol, interrupted, or its decoder declined all
    /// well-formed or all ill-formed input, or was not swept to the end; or the decoder of a baseline that the user named was not asked. In a
    /// comparison: the new report lacks a decoder of the old one.
    NotJudged,
    /// No answer could be held to a claim, although no adapter is broken.
    NothingJudged,
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
            let tally = &decoder.rfc3629_outcomes().tally;
            let is_swept = decoder.swept.as_ref().is_none_or(|swept| swept.stopped.is_none());
            tally.protocol_error + tally.not_asked > 0 || decoder.asked.declined_part().is_some() || !is_swept
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
    /// Writes its sum into the footer, and says why the run does not end with 0. Whatever changes a record does this last.
    pub fn finalize(&mut self) -> Vec<ExitReason> {
        let reasons = ExitReason::of(self);
        self.footer.exit_codes = reasons.iter().map(|reason| reason.code()).collect();
        self.footer.digest = self.digest();
        reasons
    }
}
