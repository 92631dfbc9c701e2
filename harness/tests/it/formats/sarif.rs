//! SARIF, held to the schema of OASIS.

use crate::reports::{baselined, baselined_each, blind, hostile, small, with_more};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::{SourceLocation, sarif};
use illformed_judge::cause::Cause;
use illformed_judge::shown::shown_input;
use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeSet;

/// The schema of OASIS. Two of its patterns, for the names of languages, have a bracket that none opens, which a strict
/// reader of ECMA's expressions refuses; a log names no language.
fn validator() -> Validator {
    let mut schema: Value =
        serde_json::from_str(include_str!("../../fixtures/sarif-2.1.0.schema.json")).expect("it is JSON");
    for definition in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][definition]["properties"]["language"];
        language.as_object_mut().and_then(|keys| keys.remove("pattern")).expect("it has a pattern");
    }
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

#[track_caller]
fn log(record: &RunRecord) -> Value {
    log_at(record, None)
}

#[track_caller]
fn log_at(record: &RunRecord, source: Option<&SourceLocation>) -> Value {
    let log: Value = serde_json::from_str(&sarif(record, source)).expect("the log is JSON");
    let errors: Vec<String> =
        validator().iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    log
}

fn results(log: &Value) -> &[Value] {
    log["runs"][0]["results"].as_array().expect("there are results")
}

#[test]
fn every_log_keeps_to_the_official_schema() {
    for record in [small(), baselined(false), baselined(true), hostile()] {
        assert!(!results(&log(&record)).is_empty());
    }
    let noted = log(&baselined_each())["runs"][0]["invocations"][0]["toolExecutionNotifications"].to_string();
    assert_eq!(noted.matches(": its baseline is out of date: 1 entry is stale").count(), 1, "{noted}");
    let nothing = log(&RunRecord { decoders: Vec::new(), ..small() });
    assert!(results(&nothing).is_empty());
    let address = Some(env!("CARGO_PKG_REPOSITORY")).filter(|address| !address.is_empty());
    assert_eq!(nothing["runs"][0]["tool"]["driver"]["informationUri"].as_str(), address);
}

#[test]
fn the_schema_notices_a_log_that_is_none() {
    let validator = validator();
    let source: SourceLocation = "decoder.py".parse().expect("a place");
    let sound = log_at(&small(), Some(&source));
    for (pointer, wrong) in [
        ("/version", Value::from("2.2.0")),
        ("/runs/0/tool/driver/name", Value::Null),
        ("/runs/0/results/0/level", Value::from("loud")),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", Value::from(0)),
    ] {
        let mut log = sound.clone();
        *log.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = wrong;
        assert!(!validator.is_valid(&log), "{pointer}");
    }
}

#[test]
fn a_result_is_a_cause_of_a_decoder_with_its_rule_and_what_was_seen() {
    let mut record = small();
    let log = log(&record);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("there are rules");
    let causes = blind(&mut record).by_claim.causes.clone();
    assert_eq!(results(&log).len(), causes.len());
    for result in results(&log) {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("a small one");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let location = &result["locations"][0];
        assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "accepts-everything/blind");
        assert_eq!(location.get("physicalLocation"), None, "no file of the user is known");
    }
    let is_overlong = |result: &&Value| result["ruleId"] == "accepts-overlong-2";
    let overlong = results(&log).iter().find(is_overlong).expect("it fails");
    assert_eq!(overlong["level"], "error");
    let cause = causes.iter().find(|cause| cause.id == Cause::AcceptsOverlong2).expect("it fails");
    let properties = &overlong["properties"];
    assert_eq!(properties["case"], record.case_id(cause.example));
    assert_eq!(properties["input"], shown_input(&record.input(cause.example)));
    assert!(properties["observed"].as_str().is_some_and(|seen| seen.starts_with("accept")));
    let rule = rules.iter().find(|rule| rule["id"] == "accepts-overlong-2").expect("there is that rule");
    assert!(rule["properties"]["tags"].to_string().contains("external/cwe/cwe-180"), "{rule}");
}

#[test]
fn what_a_baseline_does_not_accept_is_in_its_file_and_with_a_source_every_result_is_in_that() {
    let source: SourceLocation = "src/my decoder#1.py:12".parse().expect("a place");
    for (record, source, file) in [
        (baselined(false), None, "baselines/blind.json"),
        (baselined(false), Some(&source), "src/my%20decoder%231.py"),
        (small(), Some(&source), "src/my%20decoder%231.py"),
    ] {
        let log = log_at(&record, source);
        assert!(!results(&log).is_empty());
        for result in results(&log) {
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], file);
            assert_eq!(place["artifactLocation"].get("uriBaseId"), None);
            assert!(source.is_none() || place["region"]["startLine"] == 12, "{result}");
            assert!(result["partialFingerprints"]["decoderAndCause/v1"].is_string(), "{result}");
        }
    }
    let log = log(&baselined(false));
    assert!(results(&log).len() <= 4, "what is accepted is no result: {log}");
    assert!(results(&log).iter().any(|result| result["properties"]["baseline"] == "regressed"));
}

#[test]
fn fingerprints_are_those_of_the_last_run_and_differ_within_one() {
    let prints = |log: &Value| -> Vec<String> {
        let print = |result: &Value| result["partialFingerprints"]["decoderAndCause/v1"].to_string();
        results(log).iter().map(print).collect()
    };
    let mut later = small();
    later.began_at += 86_400;
    blind(&mut later).version = "2".to_owned();
    let first = prints(&log(&small()));
    assert_eq!(first, prints(&log(&later)));
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), first.len());
}

#[test]
fn of_too_many_results_the_worst_stay_and_a_notification_counts_the_rest() {
    let each = results(&log(&small())).len();
    let copies = 5_000 / each + 2;
    let record = with_more(small(), copies - 1);
    let log = log(&record);
    assert_eq!(results(&log).len(), 5_000);
    let left_out = each * copies - 5_000;
    let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    let text = notes[0]["message"]["text"].as_str().expect("it says so");
    assert!(text.starts_with(&format!("{left_out} results are left out")), "{text}");
    assert!(sarif(&record, None).len() < 10_000_000, "GitHub takes 10 MB");
}
