//! The test cases of a decoder: the causes for which it fails, and the groups of vectors that it was asked.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::finding::finding;
use crate::tell::report::issue::Issue;
use crate::tell::report::words::{counted, fitted};
use illformed_judge::judge::VerdictKind;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus};
use std::collections::{BTreeMap, BTreeSet};

/// How long a text from outside may be, in characters.
const LONGEST: usize = 1000;

const MOST_VECTORS: usize = 20;

pub(super) fn case(class: &str, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(line(name), status);
    case.set_classname(line(class));
    case
}

/// A test case that did not pass, with why.
pub(super) fn case_because(class: &str, name: &str, mut status: TestCaseStatus, why: &str) -> TestCase {
    status.set_message(line(why));
    case(class, name, status)
}

/// One line of text from outside. XML 1.0 has no way to write most controls and two noncharacters, and a server may
/// obey others: all of these are escaped, such as `\u{1b}`.
pub(super) fn line(text: &str) -> String {
    fitted(text, LONGEST)
}

/// Several such lines.
pub(super) fn lines(text: &str) -> String {
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A test case for each issue that makes the run fail, the worst first.
pub(super) fn of_causes(record: &RunRecord, decoder: &DecoderRecord, class: &str) -> Vec<TestCase> {
    let issues = Issue::open(record, decoder);
    issues.iter().filter(|issue| issue.fails_run()).map(|issue| of_issue(issue, class)).collect()
}

fn of_issue(issue: &Issue<'_>, class: &str) -> TestCase {
    let id = issue.cause.id;
    // An error in JUnit is a test that gave no result: no answer came.
    let kind = if id.is_without_answer() { NonSuccessKind::Error } else { NonSuccessKind::Failure };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(issue.cause.severity.name());
    status.set_description(in_full(issue));
    let why = format!("{}{} {}", issue.prefix(), id.page().says, issue.shown(60));
    let mut test_case = case_because(class, id.name(), status, &why);
    test_case.set_assertions(issue.vectors.len());
    test_case
}

/// What is known of the issue: where it is specified, the example, how to reproduce it, and the vectors.
fn in_full(issue: &Issue<'_>) -> String {
    let Issue { record, decoder, vectors, .. } = issue;
    let mut text = format!("{}, {}\n", counted(vectors.len(), "vector"), counted(issue.cases.len(), "case"));
    for part in [issue.notes(), issue.background()].iter().filter(|part| !part.is_empty()) {
        text = text + &line(part) + "\n";
    }
    match (issue.finding(), issue.reproduce()) {
        (Some(known), _) => text.push_str(&lines(&finding(record, decoder, known, Style::Plain))),
        (None, Some(command)) => text = text + &line(&format!("reproduce: {command}")) + "\n",
        (None, None) => {}
    }
    text.push_str("\nvectors:\n");
    for vector in vectors.iter().take(MOST_VECTORS) {
        text = text + &line(&record.vectors[vector].id) + "\n";
    }
    if vectors.len() > MOST_VECTORS {
        text = text + "and " + &(vectors.len() - MOST_VECTORS).to_string() + " more\n";
    }
    text
}

/// What came of the cases of a group.
#[derive(Default)]
struct AskedGroup<'a> {
    right: usize,
    unjudged: BTreeMap<&'a str, usize>,
    /// The causes that make the run fail, those below `--fail-on`, and those that the baseline accepts.
    failed: BTreeSet<&'static str>,
    tolerated: BTreeSet<&'static str>,
    known: BTreeSet<&'static str>,
}

/// A test case for each group, in the order of the suite. It passes if all that was judged is right; what fails is the test
/// case of its cause.
pub(super) fn of_groups(record: &RunRecord, decoder: &DecoderRecord, class: &str) -> Vec<TestCase> {
    let mut groups: BTreeMap<&str, AskedGroup<'_>> = BTreeMap::new();
    let group_of = |case: usize| record.vectors[record.cases[case].vector].group();
    let outcomes = decoder.judged_outcomes();
    for outcome in outcomes.groups.iter().filter(|outcome| !outcome.verdict.is_bad()) {
        for case in outcome.cases.iter() {
            let group = groups.entry(group_of(case)).or_default();
            if outcome.verdict == VerdictKind::Pass {
                group.right += 1;
            } else {
                let why = outcome.cause.as_deref().unwrap_or(outcome.verdict.name());
                *group.unjudged.entry(why).or_default() += 1;
            }
        }
    }
    for cause in &outcomes.causes {
        for case in cause.cases.iter() {
            let group = groups.entry(group_of(case)).or_default();
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
    in_order.filter_map(|name| Some(of_group(groups.get(name)?, class, name))).collect()
}

fn of_group(group: &AskedGroup<'_>, class: &str, name: &str) -> TestCase {
    let mut words = Vec::new();
    for (word, causes) in
        [("fails", &group.failed), ("below --fail-on", &group.tolerated), ("known", &group.known)]
    {
        if !causes.is_empty() {
            words.push(format!("{word}: {}", causes.iter().copied().collect::<Vec<_>>().join(", ")));
        }
    }
    if words.is_empty() && group.right == 0 {
        let most = group.unjudged.iter().max_by_key(|(_, cases)| **cases);
        words.extend(most.map(|(why, cases)| format!("not judged: {}: {why}", counted(*cases, "case"))));
    }
    let mut test_case = if words.is_empty() {
        case(class, name, TestCaseStatus::success())
    } else {
        case_because(class, name, TestCaseStatus::skipped(), &words.join("; "))
    };
    test_case.set_assertions(group.right);
    test_case
}
