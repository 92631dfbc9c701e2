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
fn a_vector_is_a_case_and_what_is_derived_is_part_of_it() {
    let record = small();
    let report = parsed(&record);
    assert_eq!(report.test_suites.len(), record.decoders.len());
    for suite in &report.test_suites {
        assert_eq!(suite.test_cases.len(), record.vectors.len(), "{}", suite.name.as_str());
        assert_eq!(suite.tests, record.vectors.len());
    }
    let ours = suite(&report, "codec/events-rfc3629");
    assert_eq!((ours.failures, ours.errors), (0, 0));
    let blind = suite(&report, "accepts-everything/blind");
    let place = "at code point 0: expected an error, got U+0041";
    assert_eq!(
        outcome(blind, "overlong/nul-two-bytes"),
        ("failure", format!("accepts ill-formed bytes; {place}"))
    );
    assert_eq!(outcome(blind, "script/known-eda0").0, "skipped");
}

#[test]
fn a_failure_names_the_cases_and_how_to_ask_again() {
    let xml = junit(&small());
    for part in [
        "cases: - ",
        "expected  ",
        "observed  accept",
        "illformed run --decoder accepts-everything/blind --only overlong/",
    ] {
        assert!(xml.contains(part), "{part}");
    }
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
        let regressed = vector(baseline.regressed.iter().next().expect("some regressed"));
        let (word, message) = outcome(blind, &regressed);
        assert_eq!(word, "failure");
        assert!(message.contains(": accepts"), "{message}");
        assert!(junit(&record).contains("baselines/blind.json:7: changed-wrong: the reason, in words"));
        let fixed = outcome(blind, &vector(baseline.deviations[2].case.expect("it has a case")));
        assert_eq!(fixed.0, if stale_is_error { "failure" } else { "passed" });
        let entry = blind.test_cases.iter().any(|case| case.name.as_str() == "baseline: overlong/entry-10");
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
    assert_eq!(outcome(blind, "overlong/nul-two-bytes").0, "failure", "its details are known");
    assert!(ours.test_cases.len() < 10 && all < one * record.decoders.len(), "{all}");
}
