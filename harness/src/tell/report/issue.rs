//! What is wrong with a decoder, cause by cause. All formats show issues.

use crate::record::run_record::{
    BaselineDeviation, CauseRecord, DecoderRecord, Finding, OutcomeGroup, Ranges, RunRecord, Standing,
};
use crate::record::security::repeated_by;
use crate::tell::report::SourceLocation;
use crate::tell::report::reproduce::{depends_on, reproduce};
use crate::tell::report::words::{counted, grouped, sent};
use illformed_judge::expected::Failure;
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::fit;

/// Cases of a decoder that fail for one cause.
pub(crate) struct Issue<'a> {
    pub(crate) record: &'a RunRecord,
    pub(crate) decoder: &'a DecoderRecord,
    pub(crate) cause: &'a CauseRecord,
    /// Those that the baseline does not accept, or all.
    pub(crate) cases: Ranges,
    pub(crate) vectors: Ranges,
    /// A case that shows it. `None` where the baseline accepts some of the cases: counts do not tell which.
    pub(crate) example: Option<usize>,
}

impl<'a> Issue<'a> {
    /// The issues of `decoder` as far as its baseline does not accept them, the worst first. A decoder that makes no claim has
    /// some only where it has a baseline.
    pub(crate) fn open(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Vec<Self> {
        if decoder.claim.profile.is_none() && decoder.baseline.is_none() {
            return Vec::new();
        }
        let undecided = decoder.baseline.as_ref().map(|baseline| &baseline.undecided);
        let is_certain = |case| undecided.is_none_or(|undecided| !undecided.contains(case));
        let causes = decoder.judged_outcomes().causes.iter();
        let open = causes.map(|cause| {
            let cases = cause.cases.iter().filter(|case| !decoder.accepts(*case));
            Self::with(record, decoder, cause, cases.collect(), is_certain)
        });
        open.filter(|issue| !issue.cases.is_empty()).collect()
    }

    /// All issues of `decoder`, whatever its baseline accepts.
    pub(crate) fn all(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Vec<Self> {
        let causes = decoder.judged_outcomes().causes.iter();
        causes.map(|cause| Self::with(record, decoder, cause, cause.cases.clone(), |_| true)).collect()
    }

    /// What a reader is told of `decoder`: its open issues, or all where the baseline accepts them or it makes no claim.
    pub(crate) fn shown_of(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Vec<Self> {
        match record.standing(decoder) {
            Standing::Outdated | Standing::Accepted | Standing::NoClaim => Self::all(record, decoder),
            Standing::Failed | Standing::Imprecise | Standing::Tolerated => Self::open(record, decoder),
            Standing::Passed | Standing::PassedInPart | Standing::NotJudged => Vec::new(),
        }
    }

    /// The issues that make the run fail, or the open ones that do not: the worst of each decoder before the second of any, in
    /// the order of the record.
    pub(crate) fn of_run(record: &'a RunRecord, fails_run: bool) -> Vec<Self> {
        let is_meant = |issue: &Self| issue.fails_run() == fails_run;
        let of_decoder = |decoder| Self::open(record, decoder).into_iter().filter(is_meant).enumerate();
        let mut issues: Vec<(usize, Self)> = record.decoders.iter().flat_map(of_decoder).collect();
        issues.sort_by_key(|(place, issue)| (*place, issue.cause.severity));
        issues.into_iter().map(|(_, issue)| issue).collect()
    }

    fn with(
        record: &'a RunRecord,
        decoder: &'a DecoderRecord,
        cause: &'a CauseRecord,
        cases: Ranges,
        is_certain: impl Fn(usize) -> bool,
    ) -> Self {
        let detailed = decoder.judged_outcomes().findings.iter().map(|finding| finding.case);
        let is_meant = |case: &usize| cases.contains(*case) && is_certain(*case);
        // What was seen again, alone or after others, shows more than what was not.
        let again = decoder.asked_again.as_ref();
        let again =
            again.filter(|one| !one.alone.contains(cause.example) && one.dependence(cause.example).is_none());
        let repeats = again.into_iter().flat_map(|again| again.dependences.iter().map(|one| one.case));
        let example = repeats.chain([cause.example]).chain(detailed).chain(cases.iter()).find(is_meant);
        let mut vectors: Vec<usize> = cases.iter().map(|case| record.cases[case].vector).collect();
        vectors.sort_unstable();
        vectors.dedup();
        Self { record, decoder, cause, cases, vectors: vectors.into_iter().collect(), example }
    }

    pub(crate) fn fails_run(&self) -> bool {
        self.record.can_be_failed_by(self.decoder) && self.cause.severity <= self.record.fail_on
    }

    /// What the baseline says against it.
    pub(crate) fn deviations(&self) -> impl Iterator<Item = &'a BaselineDeviation> {
        let baseline = self.decoder.baseline.iter();
        let name = self.cause.id.name();
        let is_own = move |deviation: &&BaselineDeviation| {
            !deviation.kind.is_stale() && deviation.subject.split(' ').next() == Some(name)
        };
        baseline.flat_map(|baseline| &baseline.deviations).filter(is_own)
    }

    /// `regressed: `, or nothing where the baseline says nothing against it.
    pub(crate) fn prefix(&self) -> String {
        self.deviations().next().map_or_else(String::new, |deviation| format!("{}: ", deviation.kind))
    }

    /// `480 vectors; depends on earlier cases`.
    pub(crate) fn extent(&self) -> String {
        let history = self.history().map_or_else(String::new, |history| format!("; {history}"));
        format!("{}{history}", counted(self.vectors.len(), "vector"))
    }

    /// What the example depends on beside its input, in a few words.
    pub(crate) fn history(&self) -> Option<&'static str> {
        self.decoder.asked_again.as_ref()?.dependence(self.example?).map(depends_on)
    }

    pub(crate) fn reproduce(&self) -> Option<String> {
        Some(reproduce(self.record, self.decoder, self.example?))
    }

    /// The file and the line that it is shown at: `source`, or the decoder's baseline and what that says against the issue, the
    /// first line if there is nothing.
    pub(crate) fn place(&self, source: Option<&'a SourceLocation>) -> Option<(&'a str, usize)> {
        if let Some(SourceLocation { file, line }) = source {
            return Some((file, *line));
        }
        let baseline = self.decoder.baseline.as_ref()?;
        let line = self.deviations().next().map_or(1, |deviation| deviation.line.max(1));
        Some((&baseline.file, line))
    }

    /// The details of the example, if the record has them.
    pub(crate) fn finding(&self) -> Option<&'a Finding> {
        self.decoder.judged_outcomes().findings.iter().find(|finding| Some(finding.case) == self.example)
    }

    /// The input of the example as it was sent, at most `width` columns wide, what is expected, and what came. Without an
    /// example, what the baseline says.
    pub(crate) fn shown(&self, width: usize) -> String {
        let Some(example) = self.example else {
            let said = self.deviations().map(|one| format!("{}: {}", one.subject, one.detail));
            return said.collect::<Vec<_>>().join("; ");
        };
        let (input, answers) = (fit(&sent(self.record, example), width), self.answers());
        if answers.is_empty() { input } else { format!("{input}: {answers}") }
    }

    /// What is expected of the example and what came, in words; empty where the record does not say it.
    pub(crate) fn answers(&self) -> String {
        let CauseRecord { expected, observed, example, .. } = self.cause;
        match self.finding() {
            _ if Some(*example) == self.example && !observed.is_empty() => match expected.as_str() {
                "" => observed.clone(),
                expected => format!("expected {expected}; got {observed}"),
            },
            Some(finding) => finding.detail.clone(),
            None => String::new(),
        }
    }

    /// What else is known of the cause: classes, the relation of an offset, kinds of errors.
    pub(crate) fn notes(&self) -> String {
        let CauseRecord { classes, relation, errors, .. } = self.cause;
        let mut notes = Vec::new();
        let (refused, all) = (self.refused_well_formed(), self.decoder.asked.well_formed.answered);
        if !classes.is_empty() && refused * 10 >= all * 9 {
            // Hardly a decoder does that; a call with a wrong result, or an adapter that errs, does.
            let [refused, all] = [refused, all].map(grouped);
            notes.push(format!(
                "{refused} of {all} well-formed cases are refused: check how the decoder is called"
            ));
        } else if !classes.is_empty() {
            let classes: Vec<&str> =
                classes.iter().map(|class| class.name().trim_start_matches("refuses-")).collect();
            notes.push(format!("refused: {}", classes.join(", ")));
        }
        notes.extend(relation.map(|relation| format!("where it is wrong, it is {}", relation.name())));
        if !errors.is_empty() {
            notes.push(format!("input: {}", errors.join(", ")));
        }
        notes.join("; ")
    }

    /// How many of its cases are well-formed input that is refused; others have an error behind what is refused.
    fn refused_well_formed(&self) -> usize {
        let is_refused = |group: &&OutcomeGroup| {
            group.verdict == VerdictKind::Fail
                && group.cause.as_deref() == Some(Failure::RefusesWellFormed.name())
        };
        let groups = self.decoder.judged_outcomes().groups.iter().filter(is_refused);
        groups.flat_map(|group| group.cases.iter()).filter(|case| self.cause.cases.contains(*case)).count()
    }

    /// `480 of 19,031 vectors`.
    pub(crate) fn share(&self) -> String {
        let [some, all] = [self.vectors.len(), self.record.vectors.len()].map(grouped);
        let accepted = match self.cause.cases.len().saturating_sub(self.cases.len()) {
            0 => String::new(),
            cases => format!(", and {} accepted by the baseline", counted(cases, "case")),
        };
        format!("{some} of {all} vectors{accepted}")
    }

    /// `RFC 3629 section 3; CWE-176; 4 known incidents`.
    pub(crate) fn background(&self) -> String {
        let page = self.cause.id.page();
        let incidents = repeated_by(self.cause.id).len();
        let standard = Some(page.standard.clone()).filter(|standard| !standard.starts_with("no standard"));
        let mut all: Vec<String> = standard.into_iter().chain(page.cwe.iter().cloned()).collect();
        if incidents > 0 {
            all.push(counted(incidents, "known incident"));
        }
        all.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::Issue;
    use crate::record::run::{AskedAgain, Dependence};
    use crate::record::run_record::test_record::{lax, record_of};

    #[test]
    fn the_example_is_one_that_was_seen_again_if_any_was() {
        let mut record = record_of(lax, |id| id.vector.group() == "surrogate");
        let cause = &record.decoders[0].by_claim.causes[0];
        let (first, last) = (cause.example, cause.cases.iter().last().unwrap());
        assert_ne!(first, last);
        let dependence =
            Dependence { case: last, sequence: [first, last].into_iter().collect(), decoders: Vec::new() };
        let again = AskedAgain { dependences: vec![dependence], ..AskedAgain::default() };
        let alone = AskedAgain { alone: [first].into_iter().collect(), ..again.clone() };
        for (again, example) in [(None, first), (Some(again), last), (Some(alone), first)] {
            record.decoders[0].asked_again = again;
            assert_eq!(Issue::all(&record, &record.decoders[0])[0].example, Some(example));
        }
    }
}
