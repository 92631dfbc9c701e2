//! What a run says of a decoder, and why it does not end with 0: headlines, badges and colours follow from it.

use crate::record::run_record::{BaselineRecord, CauseRecord, DecoderRecord, RunRecord};
use illformed_judge::cause::Severity;
use illformed_judge::named_enum;

named_enum! {
    /// What a run says of a decoder; the names stand in tables.
    pub enum Standing {
        /// It does not do what it claims, or fails otherwise than its baseline accepts.
        Failed = "FAIL",
        /// The same, but only offsets, lengths or the time of errors are wrong.
        Imprecise = "IMPRECISE",
        /// It fails nothing that its baseline does not accept, and the baseline is out of date, where that counts.
        Outdated = "STALE",
        /// It fails, less severely than what makes a run fail.
        Tolerated = "tolerated",
        /// Its baseline accepts all that fails.
        Accepted = "accepted",
        /// Everything that was judged is as claimed.
        Passed = "pass",
        /// The same, but it declined cases, was not asked all, or could be asked nothing of ill-formed or of well-formed input.
        PassedInPart = "part",
        /// It makes no claim that could be judged, and has no baseline.
        NoClaim = "none",
        /// Nothing could be judged, or it declined all well-formed or all ill-formed input.
        NotJudged = "-",
    }
}

impl Standing {
    /// Whether a run in which the decoder counts fails.
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Imprecise | Self::Outdated)
    }

    /// Whether the decoder was judged and nothing is wrong with it that its baseline does not accept.
    pub const fn conforms(self) -> bool {
        matches!(self, Self::Outdated | Self::Accepted | Self::Passed | Self::PassedInPart)
    }
}

impl RunRecord {
    pub fn standing(&self, decoder: &DecoderRecord) -> Standing {
        if decoder.claim.profile.is_none() && decoder.baseline.is_none() {
            return Standing::NoClaim;
        }
        let outcomes = decoder.judged_outcomes();
        let is_open = |cause: &&CauseRecord| cause.cases.iter().any(|case| !decoder.accepts(case));
        let open: Vec<Severity> =
            outcomes.causes.iter().filter(is_open).map(|cause| cause.severity).collect();
        let asked = &decoder.asked;
        // The severest is the least.
        match open.iter().min() {
            Some(worst) if *worst <= self.fail_on && *worst == Severity::Imprecise => Standing::Imprecise,
            Some(worst) if *worst <= self.fail_on => Standing::Failed,
            _ if decoder.baseline.as_ref().is_some_and(BaselineRecord::is_outdated) => Standing::Outdated,
            Some(_) => Standing::Tolerated,
            None if outcomes.tally.judged == 0 => Standing::NotJudged,
            None if !outcomes.causes.is_empty() => Standing::Accepted,
            None if asked.declined_part().is_some() => Standing::NotJudged,
            None if outcomes.tally.not_asked + asked.declined() > 0 => Standing::PassedInPart,
            None if asked.unaskable_part().is_some() => Standing::PassedInPart,
            None => Standing::Passed,
        }
    }

    pub fn is_failed_by(&self, decoder: &DecoderRecord) -> bool {
        self.can_be_failed_by(decoder) && self.standing(decoder).is_failure()
    }

    /// Whether what `decoder` fails can make the run fail: it has a baseline, or a claim and no survey that lets it be.
    pub fn can_be_failed_by(&self, decoder: &DecoderRecord) -> bool {
        let counts = || self.survey_of_all_but.as_ref().is_none_or(|own| decoder.implementation == *own);
        decoder.baseline.is_some() || decoder.claim.profile.is_some() && counts()
    }
}

impl DecoderRecord {
    /// Whether it was not judged on all that it was to be asked: the run does not end with 0, whatever a baseline accepts.
    pub fn is_unjudged(&self) -> bool {
        let tally = &self.rfc3629_outcomes().tally;
        let is_stopped = self.swept.as_ref().is_some_and(|swept| swept.stopped.is_some());
        tally.protocol_error + tally.not_asked > 0 || self.asked.declined_part().is_some() || is_stopped
    }
}

/// Why a run or a comparison does not end with 0. The numbers are an interface. Usage errors and invalid input files (2) come before
/// any run.
/// They are ordered: the first that applies decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitReason {
    /// An adapter could not be judged: no hello, given up, broken protocol, interrupted, or its decoder declined all
    /// well-formed or all ill-formed input, or was not swept to the end; or a baseline that the user named was not compared. In a
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
        let unjudged = record.decoders.iter().any(DecoderRecord::is_unjudged);
        let is_missed = !record.missed_baselines.is_empty();
        // What claims nothing may be held to a baseline.
        let is_held = |one: &DecoderRecord| one.baseline.is_some() && one.judged_outcomes().tally.judged > 0;
        if !record.broken.is_empty() || unjudged || !record.footer.complete || is_missed {
            reasons.push(Self::NotJudged);
        } else if record.footer.tally.judged == 0 && !record.decoders.iter().any(is_held) {
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
