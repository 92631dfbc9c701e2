//! Test cases of the causes for which a decoder fails.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::finding::finding;
use crate::tell::report::format::junit::case::{case, line, lines};
use crate::tell::report::issue::Issue;
use crate::tell::report::words::counted;
use illformed_judge::cause::Cause;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus};

/// How many ids of failing vectors a test case names.
const NAMED: usize = 20;

/// A test case for each issue that makes the run fail, the worst first.
pub(super) fn cases(record: &RunRecord, decoder: &DecoderRecord, class: &str) -> Vec<TestCase> {
    let issues = Issue::open(record, decoder);
    issues.iter().filter(|issue| issue.fails_run()).map(|issue| of_issue(issue, class)).collect()
}

fn of_issue(issue: &Issue<'_>, class: &str) -> TestCase {
    let id = issue.cause.id;
    // An error in JUnit is a test that gave no result: no answer came.
    let is_error = matches!(id, Cause::Crashes | Cause::Hangs | Cause::BreaksProtocol);
    let kind = if is_error { NonSuccessKind::Error } else { NonSuccessKind::Failure };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(issue.cause.severity.name());
    let why = format!("{}{} {}", issue.prefix(), id.page().says, issue.shown(60));
    let mut test_case = case(class, id.name(), status, &why, Some(&in_full(issue)));
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
    for vector in vectors.iter().take(NAMED) {
        text = text + &line(&record.vectors[vector].id) + "\n";
    }
    if vectors.len() > NAMED {
        text = text + "and " + &(vectors.len() - NAMED).to_string() + " more\n";
    }
    text
}
