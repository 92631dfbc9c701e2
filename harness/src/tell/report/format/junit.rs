//! JUnit XML, as CI servers read it: a suite for each decoder, and for each adapter that could not be asked.

use crate::record::date::moment;
use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::decoders::{RunFault, run_faults};
use crate::tell::report::finding::finding;
use crate::tell::report::issue::Issue;
use crate::tell::report::reproduce::instability;
use crate::tell::report::words::{counted, fitted};
use illformed_judge::judge::VerdictKind;
use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How long a text from outside may be, in characters.
const LONGEST: usize = 1000;

const MOST_VECTORS: usize = 20;

/// `record` as JUnit XML in UTF-8.
///
/// A decoder is a test suite. Each cause for which it fails is a test case, and each group of vectors. What counts is the
/// decoder's claim, and where it has a baseline what is not as listed there:
///
/// | in the run | in the report |
/// |---|---|
/// | it fails for a cause | a failure with the name of the cause, an example and the vectors |
/// | the adapter crashed, hung or broke the protocol | an error, likewise |
/// | all that was judged of a group is right | the group, passed |
/// | something of a group fails | the group, skipped, `fails: CAUSE` |
/// | it fails as its baseline lists | the group, skipped, `known: CAUSE` |
/// | it fails less severely than `--fail-on` | the group, skipped, `below --fail-on: CAUSE` |
/// | nothing of a group could be judged, or not all of it was asked | the group, skipped, with the reasons |
/// | a cause of its baseline passes or was not judged, where stale entries count | a failure for the entry |
/// | the decoder has no baseline, and claims no profile or is only surveyed | one case, skipped |
/// | the adapter is absent | a suite with one case, skipped |
/// | the adapter is broken, a decoder was given up or declined a part, the run was interrupted, or a baseline was not compared | a suite with one case for each, an error |
#[expect(clippy::missing_panics_doc, reason = "writing to memory does not fail")]
pub fn junit(record: &RunRecord) -> String {
    let mut report = Report::new("illformed");
    report.set_time(Duration::from_millis(record.took_ms));
    if let Some(began_at) = moment(record.began_at) {
        report.set_timestamp(began_at);
    }
    report.add_test_suites(record.decoders.iter().map(|one| of_decoder(record, one)));
    for faults in run_faults(record).chunk_by(|one, next| (one.of, one.is_error) == (next.of, next.is_error))
    {
        let mut suite = suite(faults[0].of, &[]);
        suite.add_test_cases(faults.iter().map(|RunFault { of, what, why, is_error }| {
            let error = TestCaseStatus::non_success(NonSuccessKind::Error);
            case(of, what, if *is_error { error } else { TestCaseStatus::skipped() }, why)
        }));
        report.add_test_suite(suite);
    }
    report.to_string().expect("writing to memory does not fail")
}

fn suite(name: &str, properties: &[(&str, &str)]) -> TestSuite {
    let mut suite = TestSuite::new(line(name));
    suite.add_properties(properties.iter().map(|(name, value)| Property::new(*name, line(value))));
    suite
}

/// A test case, with why it did not pass.
fn case(class: &str, name: &str, mut status: TestCaseStatus, why: &str) -> TestCase {
    if !why.is_empty() {
        status.set_message(line(why));
    }
    let mut case = TestCase::new(line(name), status);
    case.set_classname(line(class));
    case
}

/// One line of text from outside. XML 1.0 has no way to write most controls and two noncharacters, and a server may
/// obey others: all of these are escaped, such as `\u{1b}`.
fn line(text: &str) -> String {
    fitted(text, LONGEST)
}

fn lines(text: &str) -> String {
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn of_decoder(record: &RunRecord, decoder: &DecoderRecord) -> TestSuite {
    let stability = instability(decoder);
    let mut properties = vec![
        ("implementation", decoder.implementation.as_str()),
        ("version", &decoder.version),
        ("api", &decoder.api),
        ("profile", decoder.claim.profile_name()),
        ("policy", decoder.claim.policy_name()),
    ];
    properties.extend(stability.as_deref().map(|words| ("stability", words)));
    properties.extend(decoder.baseline.as_ref().map(|baseline| ("baseline", baseline.file.as_str())));
    let mut suite = suite(&decoder.name(), &properties);
    let class = line(&format!("{}.{}", decoder.adapter, decoder.decoder));
    if record.can_be_failed_by(decoder) {
        // Each issue that makes the run fail, the worst first.
        let issues = Issue::open(record, decoder);
        let failing = issues.iter().filter(|issue| issue.fails_run());
        suite.add_test_cases(failing.map(|issue| of_issue(issue, &class)));
        suite.add_test_cases(of_groups(record, decoder, &class));
        if let Some(baseline) = &decoder.baseline {
            let entries =
                baseline.deviations.iter().filter(|one| baseline.counts(one) && one.kind.is_stale());
            suite.add_test_cases(entries.map(|entry| {
                let name = format!("baseline: {}", entry.subject);
                let why = format!("{}: {}", entry.kind.name(), entry.detail);
                let failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
                case(&class, &name, failure, &why)
            }));
        }
    } else {
        let why = if decoder.claim.profile.is_some() {
            "surveyed: its failures do not fail the run"
        } else {
            "claims no profile: shown but not judged"
        };
        suite.add_test_case(case(&class, "claim", TestCaseStatus::skipped(), why));
    }
    if !decoder.diagnostics.is_empty() {
        suite.set_system_err(lines(&decoder.diagnostics));
    }
    suite
}

fn of_issue(issue: &Issue<'_>, class: &str) -> TestCase {
    let id = issue.cause.id;
    // An error in JUnit is a test that gave no result: no answer came.
    let kind = if id.is_without_answer() { NonSuccessKind::Error } else { NonSuccessKind::Failure };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(issue.cause.severity.name());
    status.set_description(in_full(issue));
    let why = format!("{}{} {}", issue.prefix(), id.page().says, issue.shown(60));
    let mut test_case = case(class, id.name(), status, &why);
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
        text = text + &line(record.vectors[vector].id.as_str()) + "\n";
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
    /// Whether cases were not asked that could be.
    is_broken_off: bool,
    /// The causes that make the run fail, those below `--fail-on`, and those that the baseline accepts.
    failed: [BTreeSet<&'static str>; 3],
}

/// A test case for each group, in the order of the suite. It passes if all that was judged is right; what fails is the test
/// case of its cause.
fn of_groups(record: &RunRecord, decoder: &DecoderRecord, class: &str) -> Vec<TestCase> {
    let mut groups: BTreeMap<&str, AskedGroup<'_>> = BTreeMap::new();
    let outcomes = decoder.judged_outcomes();
    for outcome in outcomes.groups.iter().filter(|outcome| !outcome.verdict.is_bad()) {
        for case in outcome.cases.iter() {
            let group = groups.entry(record.group(case)).or_default();
            if outcome.verdict == VerdictKind::Pass {
                group.right += 1;
            } else {
                let why = outcome.cause.as_deref().unwrap_or(outcome.verdict.name());
                *group.unjudged.entry(why).or_default() += 1;
                group.is_broken_off |= outcome.verdict == VerdictKind::NotAsked;
            }
        }
    }
    for cause in &outcomes.causes {
        for case in cause.cases.iter() {
            let kind = if decoder.accepts(case) { 2 } else { usize::from(cause.severity > record.fail_on) };
            groups.entry(record.group(case)).or_default().failed[kind].insert(cause.id.name());
        }
    }
    let in_order = record.suite.groups.iter().map(|group| group.name.as_str());
    in_order.filter_map(|name| Some(of_group(groups.get(name)?, class, name))).collect()
}

fn of_group(group: &AskedGroup<'_>, class: &str, name: &str) -> TestCase {
    let mut words = Vec::new();
    for (word, causes) in ["fails", "below --fail-on", "known"].iter().zip(&group.failed) {
        if !causes.is_empty() {
            words.push(format!("{word}: {}", causes.iter().copied().collect::<Vec<_>>().join(", ")));
        }
    }
    if words.is_empty() && (group.right == 0 || group.is_broken_off) {
        let mut reasons: Vec<_> = group.unjudged.iter().collect();
        reasons.sort_by_key(|(_, cases)| Reverse(**cases));
        words.extend(
            reasons.iter().map(|(why, cases)| format!("not judged: {}: {why}", counted(**cases, "case"))),
        );
    }
    let status = if words.is_empty() { TestCaseStatus::success() } else { TestCaseStatus::skipped() };
    let mut test_case = case(class, name, status, &words.join("; "));
    test_case.set_assertions(group.right);
    test_case
}
