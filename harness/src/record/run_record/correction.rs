//! A case that is judged otherwise after it was recorded.

use crate::record::run_record::outcomes::{Finding, OutcomeGroup, Outcomes};
use crate::record::run_record::{ObservedGroup, Ranges};
use illformed_judge::judge::{Judgement, VerdictKind};

/// How many corrected cases of one decoder are kept with their details, beside those that were kept before.
const MOST: usize = 200;

impl Outcomes {
    /// Puts `case`, which had the verdict `was`, where `judgement` belongs. With `keeps_observed`, what was
    /// given is kept of what counts against the decoder.
    pub(super) fn correct(
        &mut self,
        case: usize,
        was: VerdictKind,
        judgement: &Judgement,
        keeps_observed: bool,
    ) {
        let verdict = &judgement.verdict;
        self.tally.remove(was);
        self.tally.add(verdict.kind());
        remove(&mut self.groups, case, |group| &mut group.cases);
        remove(&mut self.observed, case, |group| &mut group.cases);
        let (kind, why) = (verdict.kind(), verdict.cause());
        let checked = judgement.checked.names();
        let is_of = |group: &&mut OutcomeGroup| {
            group.verdict == kind && group.cause.as_deref() == why.as_deref() && group.checked == checked
        };
        match self.groups.iter_mut().find(is_of) {
            Some(group) => group.cases.insert(case),
            None => self.groups.push(OutcomeGroup {
                verdict: kind,
                cause: why.map(Into::into),
                checked: checked.into_iter().map(str::to_owned).collect(),
                cases: [case].into_iter().collect(),
            }),
        }
        if !verdict.is_bad() {
            return self.findings.retain(|finding| finding.case != case);
        }
        if keeps_observed {
            if let Some(group) = self.observed.iter_mut().find(|group| group.observed == kind.name()) {
                group.cases.insert(case);
            } else {
                let cases = [case].into_iter().collect();
                self.observed.push(ObservedGroup { observed: kind.name().to_owned(), cases });
            }
        }
        let corrected = Finding {
            case,
            verdict: kind,
            detail: verdict.to_string(),
            expected: "the same answer whenever it is asked".to_owned(),
            observed: "different answers".to_owned(),
            around: None,
            window: Ranges::default(),
        };
        match self.findings.binary_search_by_key(&case, |finding| finding.case) {
            Ok(at) => self.findings[at] = corrected,
            Err(at) => {
                if self.findings.iter().filter(|finding| finding.verdict == kind).count() < MOST {
                    self.findings.insert(at, corrected);
                }
            }
        }
    }
}

/// Takes `case` out of its group, and the group away if that is empty then.
fn remove<T>(groups: &mut Vec<T>, case: usize, cases: impl Fn(&mut T) -> &mut Ranges) {
    if let Some(at) = groups.iter_mut().position(|group| cases(group).remove(case))
        && cases(&mut groups[at]).is_empty()
    {
        groups.remove(at);
    }
}
