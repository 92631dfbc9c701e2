//! Test cases of the groups of vectors that a decoder was asked.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, RunRecord};
use crate::tell::report::format::junit::case::{case, line};
use crate::tell::report::words::{counted, group_of};
use illformed_judge::judge::VerdictKind;
use quick_junit::{TestCase, TestCaseStatus};
use std::collections::{BTreeMap, BTreeSet};

/// What came of the cases of a group.
#[derive(Default)]
struct AskedGroup<'a> {
    right: usize,
    unjudged: BTreeMap<&'a str, usize>,
    /// The causes that make the run fail, those that the baseline accepts, and those below `--fail-on`.
    failed: BTreeSet<&'static str>,
    known: BTreeSet<&'static str>,
    tolerated: BTreeSet<&'static str>,
}

/// A test case for each group, in the order of the suite. It passes if all that was judged is right; what fails is the test
/// case of its cause.
pub(super) fn cases(record: &RunRecord, decoder: &DecoderRecord, class: &str) -> Vec<TestCase> {
    let mut groups: BTreeMap<&str, AskedGroup<'_>> = BTreeMap::new();
    let group_of_case = |case: usize| group_of(&record.vectors[record.cases[case].vector]);
    let outcomes = decoder.judged_outcomes();
    for outcome in outcomes.groups.iter().filter(|outcome| !outcome.verdict.is_bad()) {
        for case in outcome.cases.iter() {
            groups.entry(group_of_case(case)).or_default().count(outcome);
        }
    }
    for cause in &outcomes.causes {
        for case in cause.cases.iter() {
            let group = groups.entry(group_of_case(case)).or_default();
            let causes = if decoder.accepts(case) {
                &mut group.known
            } else if cause.severity <= record.fail_on {
                &mut group.failed
            } else {
                &mut group.tolerated
            };
            causes.insert(cause.id.name());
        }
    }
    let in_order = record.suite.groups.iter().map(|group| group.name.as_str());
    in_order.filter_map(|name| Some(groups.get(name)?.test_case(class, name))).collect()
}

impl<'a> AskedGroup<'a> {
    /// Counts a case that does not count against the decoder.
    fn count(&mut self, outcome: &'a OutcomeGroup) {
        if outcome.verdict == VerdictKind::Pass {
            self.right += 1;
        } else {
            let why = outcome.cause.as_deref().unwrap_or(outcome.verdict.name());
            *self.unjudged.entry(why).or_default() += 1;
        }
    }

    fn test_case(&self, class: &str, name: &str) -> TestCase {
        let parts =
            [("fails: ", &self.failed), ("below --fail-on: ", &self.tolerated), ("known: ", &self.known)];
        let words = parts
            .into_iter()
            .filter(|(_, causes)| !causes.is_empty())
            .map(|(word, causes)| word.to_owned() + &causes.iter().copied().collect::<Vec<_>>().join(", "));
        let mut words: Vec<String> = words.collect();
        if words.is_empty() && self.right == 0 {
            let most = self.unjudged.iter().max_by_key(|(_, cases)| **cases);
            words.extend(most.map(|(why, cases)| format!("not judged: {}: {why}", counted(*cases, "case"))));
        }
        let mut test_case = if words.is_empty() {
            let mut passed = TestCase::new(line(name), TestCaseStatus::success());
            passed.set_classname(line(class));
            passed
        } else {
            case(class, name, TestCaseStatus::skipped(), &words.join("; "), None)
        };
        test_case.set_assertions(self.right);
        test_case
    }
}
