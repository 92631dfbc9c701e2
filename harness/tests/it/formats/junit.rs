//! JUnit XML, as a server reads it.

use super::records::{baselined, small};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::junit;
use quick_junit::{NonSuccessKind, Report, TestCaseStatus, TestSuite};

fn parsed(record: &RunRecord) -> Report {
    Report::deserialize_from_str(&junit(record)).expect("it is JUnit XML")
}

#[track_caller]
fn suite<'a>(report: &'a Report, name: &str) -> &'a TestSuite {
    let suite = report.test_suites.iter().find(|suite| suite.name.as_str() == name);
    suite.unwrap_or_else(|| panic!("no suite {name}"))
}

/// What came of a test case: a word and the message.
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
fn a_cause_is_a_failing_case_and_a_vector_that_does_not_fail_is_a_case() {
    let record = small();
    let report = parsed(&record);
    assert_eq!(report.test_suites.len(), record.decoders.len());
    let ours = suite(&report, "codec/events-rfc3629");
    assert_eq!((ours.failures, ours.errors), (0, 0));
    assert_eq!(ours.test_cases.len(), record.vectors.len());
    let blind = suite(&report, "accepts-everything/blind");
    let of_blind = record.decoders.last().expect("the blind decoder was asked");
    let causes = &of_blind.by_claim.causes;
    assert!(!causes.is_empty());
    assert_eq!(blind.failures, causes.len());
    for cause in causes {
        let (word, message) = outcome(blind, cause.id.name());
        assert_eq!(word, "failure");
        assert!(message.starts_with(&cause.id.page().says), "{message}");
    }
    let bad: std::collections::BTreeSet<usize> = of_blind
        .by_claim
        .bad()
        .flat_map(|group| group.cases.iter())
        .map(|case| record.cases[case].vector)
        .collect();
    assert_eq!(blind.test_cases.len(), record.vectors.len() - bad.len() + causes.len());
    assert_eq!(outcome(blind, "script/known-eda0").0, "skipped");
}

#[test]
fn a_failure_names_its_vectors_and_how_to_reproduce_it() {
    let xml = junit(&small());
    for part in
        ["vectors:\n", "got U+0041", "reproduce", "illformed run --decoder accepts-everything/blind --only "]
    {
        assert!(xml.contains(part), "{part}");
    }
}

#[test]
fn what_is_less_severe_than_fail_on_is_skipped() {
    let mut record = small();
    record.fail_on = illformed_judge::cause::Severity::Critical;
    let blind = record.decoders.last_mut().expect("the blind decoder was asked");
    for cause in &mut blind.by_claim.causes {
        cause.severity = illformed_judge::cause::Severity::Wrong;
    }
    let report = parsed(&record);
    let blind = suite(&report, "accepts-everything/blind");
    assert_eq!(blind.failures, 0);
    let (word, message) = outcome(blind, "overlong/nul-two-bytes");
    assert!(word == "skipped" && message.starts_with("below --fail-on: "), "{message}");
    assert_eq!(record.finalize(), []);
}

#[test]
fn what_a_baseline_lists_is_skipped_and_what_is_otherwise_fails() {
    for stale_is_error in [false, true] {
        let record = baselined(stale_is_error);
        let report = parsed(&record);
        let blind = suite(&report, "accepts-everything/blind");
        let baseline =
            record.decoders.last().and_then(|blind| blind.baseline.clone()).expect("it has a baseline");
        let vector = |case: usize| record.vectors[record.cases[case].vector].id.clone();
        let first_known = baseline.known.iter().next().expect("some are known");
        assert_eq!(outcome(blind, &vector(first_known)), ("skipped", "known: accepts-ill-formed".to_owned()));
        assert!(!baseline.new.is_empty());
        assert!(blind.failures > 0, "what regressed fails for its cause");
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
    let blind = record.decoders.last_mut().expect("the blind decoder was asked");
    blind.by_rfc3629 = Some(blind.by_claim.clone());
    blind.claim.profile = "none".to_owned();
    let report = parsed(&record);
    let blind = suite(&report, "accepts-everything/blind");
    assert_eq!((blind.tests, blind.skipped), (1, 1));
}

#[test]
fn in_a_large_run_vectors_that_came_to_the_same_share_a_case() {
    let mut record = small();
    let blind = record.decoders.last().expect("the blind decoder was asked").clone();
    while record.decoders.len() * record.vectors.len() <= 20_000 {
        record.decoders.push(blind.clone());
    }
    let (one, all) = (junit(&small()).len(), junit(&record).len());
    let report = parsed(&record);
    let ours = suite(&report, "codec/events-rfc3629");
    assert_eq!(outcome(ours, "overlong: right").0, "passed");
    let blind = suite(&report, "accepts-everything/blind");
    assert!(blind.failures > 0);
    assert!(ours.test_cases.len() < 10 && all < one * record.decoders.len(), "{all}");
}
