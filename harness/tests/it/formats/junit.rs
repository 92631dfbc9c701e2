//! JUnit XML, as a server reads it.

use crate::reports::{baselined, blind, small};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::junit;
use illformed_judge::cause::Severity;
use quick_junit::{NonSuccessKind, Report, TestCaseStatus, TestSuite};

fn parsed(record: &RunRecord) -> Report {
    Report::deserialize_from_str(&junit(record)).expect("it is JUnit XML")
}

fn suite<'a>(report: &'a Report, name: &str) -> &'a TestSuite {
    let suite = report.test_suites.iter().find(|suite| suite.name.as_str() == name);
    suite.unwrap_or_else(|| panic!("no suite {name}"))
}

/// What came of a case, with its message; nothing where there is no such case.
fn outcome(suite: &TestSuite, name: &str) -> String {
    let Some(case) = suite.test_cases.iter().find(|case| case.name.as_str() == name) else {
        return String::new();
    };
    let (word, message) = match &case.status {
        TestCaseStatus::Success { .. } => return "passed".to_owned(),
        TestCaseStatus::Skipped { message, .. } => ("skipped", message),
        TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, message, .. } => ("failure", message),
        TestCaseStatus::NonSuccess { message, .. } => ("error", message),
    };
    format!("{word}: {}", message.as_deref().unwrap_or_default())
}

#[test]
fn a_cause_is_a_failing_case_and_a_group_of_vectors_is_a_case() {
    let mut record = small();
    let report = parsed(&record);
    assert_eq!(report.test_suites.len(), record.decoders.len());
    let ours = suite(&report, "codec/events-rfc3629");
    assert_eq!((ours.failures, ours.errors), (0, 0));
    let groups: Vec<&str> = record.suite.groups.iter().map(|group| group.name.as_str()).collect();
    assert!(ours.test_cases.iter().map(|case| case.name.as_str()).eq(groups.iter().copied()));
    let of_blind = suite(&report, "accepts-everything/blind");
    let causes = blind(&mut record.clone()).by_claim.causes.clone();
    assert_eq!((of_blind.failures, of_blind.test_cases.len()), (causes.len(), groups.len() + causes.len()));
    for cause in causes {
        let outcome = outcome(of_blind, cause.id.name());
        assert!(outcome.starts_with(&format!("failure: {}", cause.id.page().says)), "{outcome}");
    }
    // A failure names its vectors and how to reproduce it.
    let again = "illformed run --decoder accepts-everything/blind --only ";
    for part in ["vectors:\n", "got U+0041", "reproduce", again] {
        assert!(junit(&record).contains(part), "{part}");
    }
    // One that claims nothing has one case.
    let silent = blind(&mut record);
    silent.by_rfc3629 = Some(silent.by_claim.clone());
    silent.claim.profile = None;
    let report = parsed(&record);
    let silent = suite(&report, "accepts-everything/blind");
    assert_eq!((silent.tests, silent.skipped), (1, 1));
}

#[test]
fn what_is_accepted_absent_or_not_severe_is_skipped_and_what_is_otherwise_fails() {
    let mut below = RunRecord { fail_on: Severity::Critical, ..small() };
    blind(&mut below).by_claim.causes.iter_mut().for_each(|cause| cause.severity = Severity::Wrong);
    let mut interrupted = small();
    interrupted.footer.complete = false;
    let (known, stale) = (baselined(false), baselined(true));
    for (record, suite, case, begins) in [
        (&small(), "codec/events-rfc3629", "overlong", "passed"),
        (&small(), "accepts-everything/blind", "overlong", "skipped: fails: accepts-"),
        // It takes no chunks.
        (&small(), "accepts-everything/blind", "script", "skipped: not judged: "),
        (&below, "accepts-everything/blind", "overlong", "skipped: below --fail-on: "),
        (&known, "accepts-everything/blind", "overlong", "skipped: known: accepts-"),
        (&known, "accepts-everything/blind", "accepts-surrogate", "failure: regressed: "),
        (&known, "accepts-everything/blind", "surrogate", "skipped: "),
        (&stale, "accepts-everything/blind", "surrogate", "skipped: "),
        (&stale, "accepts-everything/blind", "baseline: accepts-nothing", "failure: "),
        (&known, "gone", "adapter", "skipped: absent: no `gone` on the PATH"),
        (&known, "broken", "adapter", "error: broken: no hello"),
        (&interrupted, "illformed", "complete", "error: "),
    ] {
        let outcome = outcome(self::suite(&parsed(record), suite), case);
        assert!(outcome.starts_with(begins), "{suite} {case}: {outcome}");
    }
    assert_eq!(suite(&parsed(&below), "accepts-everything/blind").failures, 0);
    assert_eq!(outcome(suite(&parsed(&known), "accepts-everything/blind"), "baseline: accepts-nothing"), "");
}
