//! A survey of other people's decoders: what they fail is shown and is nobody's failure, unless a baseline says otherwise.

use crate::reports::{baselined, blind, small};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::{annotations, junit, sarif};
use quick_junit::Report;

fn failures(record: &RunRecord) -> [usize; 3] {
    let report = Report::deserialize_from_str(&junit(record)).expect("it is JUnit");
    let log: serde_json::Value = serde_json::from_str(&sarif(record, None)).expect("it is JSON");
    let results = log["runs"][0]["results"].as_array().expect("there are results").len();
    let annotations = annotations(record, None).lines().filter(|line| line.starts_with("::error")).count();
    [report.failures, results, annotations]
}

#[test]
fn what_a_surveyed_decoder_fails_is_no_failure_in_any_format_but_for_what_its_baseline_or_our_claim_says() {
    let surveyed = |record| RunRecord { survey_of_all_but: Some("illformed-codec".to_owned()), ..record };
    let mut record = surveyed(small());
    assert_eq!(failures(&record), [0, 0, 0]);
    assert!(junit(&record).contains("surveyed: its failures do not fail the run"));
    assert!(record.finalize().is_empty());
    let own = blind(&mut record).implementation.clone();
    let of_ours = RunRecord { survey_of_all_but: Some(own), ..small() };
    for (record, like) in [(surveyed(baselined(true)), baselined(true)), (of_ours, small())] {
        assert_eq!(failures(&record), failures(&like));
        assert!(failures(&record).iter().all(|failures| *failures > 0));
    }
}

#[test]
fn the_time_of_a_run_is_in_the_report_if_a_calendar_has_it() {
    let record = small();
    assert!(junit(&record).contains("timestamp=\"2023-11-14T22:13:20"), "{}", &junit(&record)[..400]);
    let times = |record: &RunRecord| {
        let log: serde_json::Value = serde_json::from_str(&sarif(record, None)).expect("it is JSON");
        let invocation = &log["runs"][0]["invocations"][0];
        ["startTimeUtc", "endTimeUtc"].map(|key| invocation[key].as_str().map(str::to_owned))
    };
    let [began, ended] = times(&record);
    assert_eq!(began.as_deref(), Some("2023-11-14T22:13:20Z"));
    assert_eq!(ended.as_deref(), Some("2023-11-14T22:13:21Z"));
    for never in [u64::MAX, 300_000_000_000, i64::MAX as u64] {
        let record = RunRecord { began_at: never, ..small() };
        assert_eq!(times(&record), [None, None]);
        assert!(!junit(&record).contains("timestamp"));
    }
}
