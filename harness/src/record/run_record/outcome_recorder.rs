//! Records the outcomes of one decoder, judged one way.

use crate::record::digest::fnv1a;
use crate::record::run_record::cut::{MOST_OF_WORD, cut};
use crate::record::run_record::finding_choice::FindingChoice;
use crate::record::run_record::{Finding, ObservedGroup, OutcomeGroup, Outcomes, Ranges, Tally};
use illformed_judge::case::CaseId;
use illformed_judge::cause::FoundCause;
use illformed_judge::judge::{Checked, Judgement, Response, Verdict, VerdictKind};
use illformed_judge::shown::FailureWords;
use illformed_vectors::Suite;
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// How many different causes of one verdict have groups of their own. They are words of an adapter, which may give another
/// for each case.
const MOST_CAUSES: usize = 100;

const OTHER_CAUSES: &str = "another reason, after 100 different ones";

/// How many cases that were answered otherwise when they were asked again are kept with their details, beside the findings
/// of the same verdict that were kept before.
const MOST_CORRECTED: usize = 200;

/// Takes the cases of one decoder in the plan's order.
#[derive(Debug)]
pub(super) struct OutcomeRecorder<'a> {
    groups: IndexMap<(VerdictKind, Option<String>, Checked), Ranges>,
    /// What the last case came to, with the place of its group: mostly the next comes to the same.
    last: Option<(Verdict, Checked, usize)>,
    /// The causes of each verdict that have groups.
    causes: HashMap<VerdictKind, BTreeSet<String>>,
    /// What the decoder gave where it counts against it; `None` if another judgement of it is the one that counts.
    observed: Option<IndexMap<String, Ranges>>,
    choice: FindingChoice<'a>,
    findings: Vec<Finding>,
    /// The cases that are flaky although they were judged otherwise at first.
    corrected: BTreeSet<usize>,
}

impl<'a> OutcomeRecorder<'a> {
    /// With `keeps_observed`, what was given is kept of each case that counts against the decoder.
    pub(super) fn new(suite: &'a Suite, keeps_observed: bool) -> Self {
        Self {
            groups: IndexMap::new(),
            last: None,
            causes: HashMap::new(),
            observed: keeps_observed.then(IndexMap::new),
            choice: FindingChoice::new(suite),
            findings: Vec::new(),
            corrected: BTreeSet::new(),
        }
    }

    /// Takes the next case: its number and its id, and what came of it.
    pub(super) fn push(
        &mut self,
        (case, id): (usize, &CaseId),
        judgement: &Judgement,
        response: Option<&Response>,
        window: &[usize],
    ) {
        let Judgement { verdict, checked, .. } = judgement;
        let kind = verdict.kind();
        let same = self.last.as_ref().filter(|(last, compared, _)| last == verdict && compared == checked);
        let place = if let Some((.., place)) = same {
            *place
        } else {
            let cause = self.kept_cause(verdict);
            let group = self.groups.entry((kind, cause, *checked));
            let place = group.index();
            group.or_default();
            self.last = Some((verdict.clone(), *checked, place));
            place
        };
        let Some(((_, cause, _), cases)) = self.groups.get_index_mut(place) else { return };
        cases.push(case);
        if !kind.is_bad() {
            return;
        }
        if let Some(observed) = &mut self.observed {
            observed.entry(kept_observation(verdict, response)).or_default().push(case);
        }
        if self.choice.keeps(id, kind, cause.clone()) {
            let FailureWords { detail, expected, observed, around } = FailureWords::of(judgement, response);
            let expected = expected.unwrap_or_else(|| "an answer".to_owned());
            self.findings.push(Finding {
                case,
                verdict: kind,
                detail,
                expected,
                observed,
                around,
                window: window.iter().copied().collect(),
            });
        }
    }

    /// What is kept of the cause of `verdict`: the same for the same cause.
    fn kept_cause(&mut self, verdict: &Verdict) -> Option<String> {
        let cause = cut(&verdict.cause()?, MOST_OF_WORD).into_owned();
        let known = self.causes.entry(verdict.kind()).or_default();
        if !known.contains(&cause) {
            if known.len() == MOST_CAUSES {
                return Some(OTHER_CAUSES.to_owned());
            }
            known.insert(cause.clone());
        }
        Some(cause)
    }

    /// The case of that number, which was taken with another verdict, is flaky, as `why` says.
    pub(super) fn correct(&mut self, case: usize, why: &str) {
        self.corrected.insert(case);
        let finding = Finding {
            case,
            verdict: VerdictKind::Flaky,
            detail: why.to_owned(),
            expected: "the same answer whenever it is asked".to_owned(),
            observed: "different answers".to_owned(),
            around: None,
            window: Ranges::default(),
        };
        match self.findings.binary_search_by_key(&case, |finding| finding.case) {
            Ok(at) => self.findings[at] = finding,
            Err(at) if self.corrected.len() <= MOST_CORRECTED => self.findings.insert(at, finding),
            Err(_) => {}
        }
    }

    /// The outcomes with these causes.
    pub(super) fn finish(mut self, causes: &[FoundCause]) -> Outcomes {
        // All flaky cases leave their groups at once: a decoder may have as many of them as groups.
        if !self.corrected.is_empty() {
            let flaky = Judgement::unchecked(Verdict::Flaky(String::new()));
            let cause = self.kept_cause(&flaky.verdict);
            move_to((VerdictKind::Flaky, cause, flaky.checked), &self.corrected, &mut self.groups);
            if let Some(observed) = &mut self.observed {
                move_to(VerdictKind::Flaky.name().to_owned(), &self.corrected, observed);
            }
        }
        let of_groups = self.groups.values_mut();
        of_groups.chain(self.observed.iter_mut().flat_map(IndexMap::values_mut)).for_each(Ranges::shrink);
        let group = |((verdict, cause, checked), cases): ((VerdictKind, _, Checked), _)| OutcomeGroup {
            verdict,
            cause,
            checked: checked.names().into_iter().map(str::to_owned).collect(),
            cases,
        };
        let observed = self.observed.into_iter().flatten();
        let groups: Vec<OutcomeGroup> = self.groups.into_iter().map(group).collect();
        Outcomes {
            tally: Tally::of_groups(&groups),
            groups,
            causes: causes.iter().map(Into::into).collect(),
            observed: observed.map(|(observed, cases)| ObservedGroup { observed, cases }).collect(),
            findings: self.findings,
        }
    }
}

/// Puts `cases` under `key`, wherever they are in `sets`.
fn move_to<K: Eq + Hash>(key: K, cases: &BTreeSet<usize>, sets: &mut IndexMap<K, Ranges>) {
    for set in sets.values_mut() {
        if set.iter().any(|case| cases.contains(&case)) {
            *set = set.iter().filter(|case| !cases.contains(case)).collect();
        }
    }
    let set = sets.entry(key).or_default();
    let all: BTreeSet<usize> = set.iter().chain(cases.iter().copied()).collect();
    *set = all.into_iter().collect();
    sets.retain(|_, set| !set.is_empty());
}

/// How long a text may be, in hex digits, to stand in full: 64 bytes.
const IN_FULL: usize = 128;

/// What is kept of what was given in a case that counts against a decoder.
fn kept_observation(verdict: &Verdict, response: Option<&Response>) -> String {
    // Which of several answers came first, how long was waited, and in which words a process died differ from run to run.
    if let Some(Response::Observed(observation)) = response
        && verdict.kind() != VerdictKind::Flaky
    {
        shortened(&observation.to_string())
    } else {
        verdict.name().to_owned()
    }
}

/// The words of an observation, with `#` and sixteen hex digits in the place of a text that is too long.
///
/// `accept #85944171f73967e8`: the digits are FNV-1a of 64 bits over all of the words. It guards against chance, which is all
/// that can make two wrong texts of one decoder alike.
fn shortened(words: &str) -> String {
    let end = words.find([' ', ':']).unwrap_or(words.len());
    if words.len() - end <= IN_FULL + 1 {
        return words.to_owned();
    }
    format!("{} #{:016x}", &words[..end], fnv1a(words.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of cases with these judgements, the first of the plan, and of corrections.
    fn recorded(judgements: &[Judgement], corrected: &[usize]) -> Outcomes {
        let mut recorder = OutcomeRecorder::new(Suite::embedded(), true);
        for (case, judgement) in judgements.iter().enumerate() {
            recorder.push((case, &format!("a/v{case}").parse().unwrap()), judgement, None, &[]);
        }
        for case in corrected {
            recorder.correct(*case, "now so");
        }
        recorder.finish(&[])
    }

    fn groups(outcomes: &Outcomes) -> Vec<(&str, String)> {
        outcomes.groups.iter().map(|group| (group.verdict.name(), group.cases.to_string())).collect()
    }

    #[test]
    fn many_different_causes_are_a_hundred_groups_and_one() {
        const CASES: usize = 2_500;
        let declined = |number: usize| {
            Judgement::unchecked(Verdict::Declined(format!("{number}{}", "x".repeat(10_000))))
        };
        let mut judgements: Vec<Judgement> = (0..CASES).map(declined).collect();
        // Known ones go on to be told apart, and so does another verdict.
        judgements.push(declined(7));
        judgements.push(Judgement::unchecked(Verdict::Crashed("signal 9".to_owned())));
        let groups = recorded(&judgements, &[]).groups;
        assert_eq!(groups.len(), MOST_CAUSES + 2);
        assert_eq!(groups.iter().map(|group| group.cases.len()).sum::<usize>(), CASES + 2);
        assert_eq!(groups[MOST_CAUSES].cause.as_deref(), Some(OTHER_CAUSES));
        assert!(groups.iter().all(|group| group.cause.as_ref().is_some_and(|cause| cause.len() < 600)));
        assert_eq!(groups[7].cases.to_string(), format!("7,{CASES}"));
        assert_eq!(groups[MOST_CAUSES + 1].cause.as_deref(), Some("signal 9"));
    }

    #[test]
    fn what_was_compared_tells_groups_apart() {
        let none = Judgement::unchecked(Verdict::Pass);
        let more = Judgement { checked: Checked { answer: true, ..Checked::default() }, ..none.clone() };
        let outcomes = recorded(&[none.clone(), more, none], &[]);
        assert_eq!(groups(&outcomes), [("pass", "0,2".to_owned()), ("pass", "1".to_owned())]);
    }

    #[test]
    fn corrected_cases_leave_their_groups_and_share_one() {
        // Each case failed in another way, and case 5 did not fail.
        let crashed = |case: usize| Verdict::Crashed(format!("signal {case}"));
        let verdicts = (0..6).map(|case| if case == 5 { Verdict::Pass } else { crashed(case) });
        let judgements: Vec<Judgement> = verdicts.map(Judgement::unchecked).collect();
        let outcomes = recorded(&judgements, &[1, 5]);
        let left = ["0", "2", "3", "4"].map(|case| ("crashed", case.to_owned()));
        assert_eq!(groups(&outcomes), [&left[..], &[("flaky", "1,5".to_owned())]].concat());
        let observed: Vec<_> =
            outcomes.observed.iter().map(|group| (&*group.observed, group.cases.to_string())).collect();
        assert_eq!(observed, [("crashed", "0,2-4".to_owned()), ("flaky", "1,5".to_owned())]);
        let flaky = outcomes.findings.iter().filter(|finding| finding.detail == "now so");
        assert_eq!(flaky.map(|finding| finding.case).collect::<Vec<_>>(), [1, 5]);
        assert_eq!((outcomes.tally.flaky, outcomes.tally.pass, outcomes.tally.bad()), (2, 0, 6));
    }

    #[test]
    fn a_text_of_at_most_64_bytes_stands_in_full() {
        let text = |bytes: usize| format!("accept {}", "ab".repeat(bytes));
        assert_eq!(shortened(&text(64)), text(64));
        assert_eq!(shortened("reject@1+1"), "reject@1+1");
        let cut = shortened(&text(65));
        assert_eq!((cut.len(), cut.starts_with("accept #")), (24, true), "{cut}");
        assert_ne!(cut, shortened(&format!("{}cd", text(64))));
        let calls = format!("reject@7 call 2: {} ! x", "ab".repeat(64));
        assert!(shortened(&calls).starts_with("reject@7 #"), "{}", shortened(&calls));
    }
}
