//! Cases that are judged otherwise after they were recorded.

use crate::record::run_record::outcomes::{Finding, OutcomeGroup, Outcomes};
use crate::record::run_record::{ObservedGroup, Ranges};
use illformed_judge::judge::{Judgement, VerdictKind};
use std::collections::{HashMap, HashSet};

/// How many corrected cases of one decoder are kept with their details, beside those that were kept before.
const MOST: usize = 200;

/// Another judgement of a recorded case.
pub(super) struct Correction<'a> {
    pub(super) case: usize,
    pub(super) was: VerdictKind,
    pub(super) judgement: &'a Judgement,
}

impl Outcomes {
    /// Puts each case, in ascending order, where its judgement belongs. With `keeps_observed`, what was given is kept of what
    /// counts against the decoder. All cases come at once: a decoder may have as many corrections as groups.
    pub(super) fn correct(&mut self, corrected: &[Correction<'_>], keeps_observed: bool) {
        let all: HashSet<usize> = corrected.iter().map(|one| one.case).collect();
        self.groups.iter_mut().for_each(|group| remove(&mut group.cases, &all));
        self.observed.iter_mut().for_each(|group| remove(&mut group.cases, &all));
        let right = corrected.iter().filter(|one| !one.judgement.verdict.is_bad());
        let right: HashSet<usize> = right.map(|one| one.case).collect();
        self.findings.retain(|finding| !right.contains(&finding.case));
        let mut observed: HashMap<String, usize> =
            self.observed.iter().enumerate().map(|(at, group)| (group.observed.clone(), at)).collect();
        let mut kept: HashMap<VerdictKind, usize> = HashMap::new();
        for finding in &self.findings {
            *kept.entry(finding.verdict).or_default() += 1;
        }
        for Correction { case, was, judgement } in corrected {
            let (verdict, kind) = (&judgement.verdict, judgement.verdict.kind());
            self.tally.remove(*was);
            self.tally.add(kind);
            self.put(*case, judgement);
            if !verdict.is_bad() {
                continue;
            }
            if keeps_observed {
                let at = *observed.entry(kind.name().to_owned()).or_insert_with(|| {
                    let observed = kind.name().to_owned();
                    self.observed.push(ObservedGroup { observed, cases: Ranges::default() });
                    self.observed.len() - 1
                });
                self.observed[at].cases.insert(*case);
            }
            let finding = Finding {
                case: *case,
                verdict: kind,
                detail: verdict.to_string(),
                expected: "the same answer whenever it is asked".to_owned(),
                observed: "different answers".to_owned(),
                around: None,
                window: Ranges::default(),
            };
            let kept = kept.entry(kind).or_default();
            match self.findings.binary_search_by_key(case, |finding| finding.case) {
                Ok(at) => {
                    *kept += usize::from(self.findings[at].verdict != kind);
                    self.findings[at] = finding;
                }
                Err(at) if *kept < MOST => {
                    *kept += 1;
                    self.findings.insert(at, finding);
                }
                Err(_) => {}
            }
        }
        self.groups.retain(|group| !group.cases.is_empty());
        self.observed.retain(|group| !group.cases.is_empty());
    }

    /// Puts `case` into the group of its judgement.
    fn put(&mut self, case: usize, judgement: &Judgement) {
        let (kind, why) = (judgement.verdict.kind(), judgement.verdict.cause());
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
    }
}

/// Takes out of `cases` what is in `those`.
fn remove(cases: &mut Ranges, those: &HashSet<usize>) {
    if cases.iter().any(|case| those.contains(&case)) {
        *cases = cases.iter().filter(|case| !those.contains(case)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::run_record::Tally;
    use illformed_judge::judge::Verdict;

    #[test]
    fn corrected_cases_leave_their_groups_and_share_one() {
        let mut outcomes = Outcomes { tally: Tally::default(), ..Outcomes::default() };
        // Each case gave something else, and case 5 did not fail.
        for case in 0..6 {
            let verdict = if case == 5 { VerdictKind::Pass } else { VerdictKind::Fail };
            let cases: Ranges = [case].into_iter().collect();
            outcomes.tally.add(verdict);
            outcomes.groups.push(OutcomeGroup {
                verdict,
                cause: Some(case.to_string()),
                checked: Vec::new(),
                cases: cases.clone(),
            });
            outcomes.observed.push(ObservedGroup { observed: case.to_string(), cases });
        }
        let flaky = Judgement::unchecked(Verdict::Flaky("now so, now so".to_owned()));
        let declined = Judgement::unchecked(Verdict::Declined("no".to_owned()));
        let judgements = [
            (1, VerdictKind::Fail, &flaky),
            (3, VerdictKind::Fail, &declined),
            (5, VerdictKind::Pass, &flaky),
        ];
        let corrected = judgements.map(|(case, was, judgement)| Correction { case, was, judgement });
        outcomes.correct(&corrected, true);
        let groups: Vec<_> =
            outcomes.groups.iter().map(|group| (group.verdict.name(), group.cases.to_string())).collect();
        let left = ["0", "2", "4"].map(|case| ("fail", case.to_owned()));
        let moved = [("flaky", "1,5".to_owned()), ("declined", "3".to_owned())];
        assert_eq!(groups, [&left[..], &moved].concat());
        let observed: Vec<_> =
            outcomes.observed.iter().map(|group| (&*group.observed, group.cases.to_string())).collect();
        let seen = [("0", "0"), ("2", "2"), ("4", "4"), ("flaky", "1,5")];
        assert_eq!(observed, seen.map(|(observed, cases)| (observed, cases.to_owned())));
        assert_eq!(outcomes.findings.iter().map(|finding| finding.case).collect::<Vec<_>>(), [1, 5]);
        assert_eq!((outcomes.tally.flaky, outcomes.tally.pass, outcomes.tally.bad()), (2, 0, 5));
    }
}
