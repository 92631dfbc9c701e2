//! Test cases of the causes of a decoder's failures.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::causes::{OpenCause, open_causes};
use crate::tell::report::finding::finding;
use crate::tell::report::format::junit::case::{case, line, lines};
use crate::tell::report::reproduce::reproduce;
use crate::tell::report::words::counted;
use illformed_judge::cause::Cause;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus};
use std::collections::BTreeSet;

/// How many ids of failing vectors a test case names.
const NAMED: usize = 20;

/// A test case for each cause that makes the run fail, the worst first.
pub(super) fn cases(record: &RunRecord, decoder: &DecoderRecord, class: &str) -> Vec<TestCase> {
    let causes = open_causes(record, decoder, decoder.accountable());
    let counting = causes.iter().filter(|open| open.cause.severity <= record.fail_on);
    counting.map(|open| of_cause(record, decoder, class, open)).collect()
}

fn of_cause(record: &RunRecord, decoder: &DecoderRecord, class: &str, open: &OpenCause<'_>) -> TestCase {
    let id = open.cause.id;
    // An error in JUnit is a test that gave no result: no answer came.
    let is_error = matches!(id, Cause::Crashes | Cause::Hangs | Cause::BreaksProtocol);
    let kind = if is_error { NonSuccessKind::Error } else { NonSuccessKind::Failure };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(open.cause.severity.name());
    let why = format!("{} {}: {}", id.page().says, open.input(record, 60), open.answers());
    let mut test_case = case(class, id.name(), status, &why, Some(&in_full(record, decoder, open)));
    test_case.set_assertions(open.vectors);
    test_case
}

/// What is known of the cause: where it is specified, the vectors, the example, and how to reproduce it.
fn in_full(record: &RunRecord, decoder: &DecoderRecord, open: &OpenCause<'_>) -> String {
    let mut text = format!("{}, {}\n", counted(open.vectors, "vector"), counted(open.cases, "case"));
    for part in [open.notes(), open.background()].iter().filter(|part| !part.is_empty()) {
        text = text + &line(part) + "\n";
    }
    let outcomes = decoder.accountable();
    match outcomes.findings.iter().find(|known| known.case == open.example) {
        Some(known) => text.push_str(&lines(&finding(record, decoder, known, Style::Plain))),
        None => text.push_str(&line(&format!("reproduce: {}", reproduce(record, decoder, open.example)))),
    }
    let left = open.cause.cases.iter().filter(|case| !decoder.accepts(*case));
    let vectors: BTreeSet<usize> = left.map(|case| record.cases[case].vector).collect();
    text.push_str("\nvectors:\n");
    for vector in vectors.iter().take(NAMED) {
        text = text + &line(&record.vectors[*vector].id) + "\n";
    }
    if vectors.len() > NAMED {
        text = text + "and " + &(vectors.len() - NAMED).to_string() + " more\n";
    }
    text
}
