//! JUnit XML, as a server reads it.

use crate::reports::{baselined, blind, small};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::junit;
use illformed_judge::cause::Severity;
use quick_junit::{NonSuccessKind, Report, TestCaseStatus, TestSuite};

fn parsed(record: &RunRecord) -> Report {
    Report::deserialize_from_str(&junit(record)).expect("it is JUnit XML")
}

#[track_caller]
fn suite<'a>(report: &'a Report, name: &str) -> &'a TestSuite {
    let suite = report.test_suites.iter().find(|suite| suite.name.as_str() == name);
    suite.unwrap_or_else(|| panic!("no suite {name}"))
}

#[track_caller]
fn outcome(suite: &TestSuite, name: &str) -> (&'static str, String) {
    let case = suite.test_cases.iter().find(|case| case.name.as_str() == name);
    match &case.unwrap_or_else(|| panic!("no case {name}")).status {
        TestCaseStatus::Success { .. } => ("passed", String::new()),
        TestCaseStatus::Skipped { message, .. } => {
            ("skipped", message.as_ref().map_or("", |text| text.as_str()).to_owned())
        }
        TestCaseStatus::NonSuccess { kind, message, .. } => {
            let word = if *kind == NonSuccessKind::Failure { "failure" } else { "error" };
            (word, message.as_ref().map_or("", |text| text.as_str()).to_owned())
        }
    }
}

#[test]
fn a_cause_is_a_failing_case_and_a_group_of_vectors_is_a_case() {
    let record = small();
    let report = parsed(&record);
    assert_eq!(report.test_suites.len(), record.decoders.len());
    let ours = suite(&report, "codec/events-rfc3629");
    assert_eq!((ours.failures, ours.errors), (0, 0));
    let groups: Vec<&str> = record.suite.groups.iter().map(|group| group.name.as_str()).collect();
    let names: Vec<&str> = ours.test_cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, groups);
    assert_eq!(outcome(ours, "overlong").0, "passed");
    let blind = suite(&report, "accepts-everything/blind");
    let causes = &record.decoders.last().expect("the blind decoder was asked").by_claim.causes;
    assert!(!causes.is_empty());
    assert_eq!(blind.failures, causes.len());
    for cause in causes {
        let (word, message) = outcome(blind, cause.id.name());
        assert_eq!(word, "failure");
        assert!(message.starts_with(&cause.id.page().says), "{message}");
    }
    assert_eq!(blind.test_cases.len(), groups.len() + causes.len());
    let (word, message) = outcome(blind, "overlong");
    assert!(word == "skipped" && message.starts_with("fails: accepts-"), "{message}");
    let (word, message) = outcome(blind, "script");
    assert!(word == "skipped" && message.starts_with("not judged: "), "it takes no chunks: {message}");
    // A failure names its vectors and how to reproduce it.
    let again = "illformed run --decoder accepts-everything/blind --only ";
    for part in ["vectors:\n", "got U+0041", "reproduce", again] {
        assert!(junit(&record).contains(part), "{part}");
    }
}

#[test]
fn what_is_less_severe_than_fail_on_is_skipped() {
    let mut record = small();
    record.fail_on = Severity::Critical;
    for cause in &mut blind(&mut record).by_claim.causes {
        cause.severity = Severity::Wrong;
    }
    let report = parsed(&record);
    let blind = suite(&report, "accepts-everything/blind");
    assert_eq!(blind.failures, 0);
    let (word, message) = outcome(blind, "overlong");
    assert!(word == "skipped" && message.starts_with("below --fail-on: "), "{message}");
    assert_eq!(record.finalize(), []);
}

#[test]
fn what_a_baseline_lists_is_skipped_and_what_is_otherwise_fails() {
    for stale_is_error in [false, true] {
        let record = baselined(stale_is_error);
        let report = parsed(&record);
        let blind = suite(&report, "accepts-everything/blind");
        let (word, message) = outcome(blind, "overlong");
        assert!(word == "skipped" && message.starts_with("known: accepts-"), "{message}");
        let (word, message) = outcome(blind, "accepts-surrogate");
        assert!(word == "failure" && message.starts_with("regressed: "), "{message}");
        assert_eq!(outcome(blind, "surrogate").0, "skipped");
        let entry = blind.test_cases.iter().any(|case| case.name.as_str() == "baseline: accepts-nothing");
        assert_eq!(entry, stale_is_error);
    }
}

#[test]
fn absent_is_skipped_broken_is_an_error_and_so_is_an_interrupt() {
    let mut record = baselined(false);
    record.footer.complete = false;
    let report = parsed(&record);
    let skipped = ("skipped", "absent: no `gone` on the PATH".to_owned());
    assert_eq!(outcome(suite(&report, "gone"), "adapter"), skipped);
    assert_eq!(outcome(suite(&report, "broken"), "adapter"), ("error", "broken: no hello".to_owned()));
    assert_eq!(outcome(suite(&report, "illformed"), "complete").0, "error");
}

#[test]
fn a_decoder_that_claims_nothing_has_one_skipped_case() {
    let mut record = small();
    let of_blind = blind(&mut record);
    of_blind.by_rfc3629 = Some(of_blind.by_claim.clone());
    of_blind.claim.profile = None;
    let report = parsed(&record);
    let blind = suite(&report, "accepts-everything/blind");
    assert_eq!((blind.tests, blind.skipped), (1, 1));
}
