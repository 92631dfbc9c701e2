//! SARIF, held to the schema of OASIS.

use super::records::{baselined, hostile, small};
use illformed::record::run_record::{DecoderRecord, RunRecord};
use illformed::tell::report::{SourceLocation, sarif};
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

/// The log, which keeps to the schema.
#[track_caller]
fn log(record: &RunRecord) -> Value {
    log_at(record, None)
}

/// The same with results that point at `source`.
#[track_caller]
fn log_at(record: &RunRecord, source: Option<&SourceLocation>) -> Value {
    let validator = validator();
    let log: Value = serde_json::from_str(&sarif(record, source)).expect("the log is JSON");
    let errors: Vec<String> =
        validator.iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    log
}

fn results(log: &Value) -> &[Value] {
    log["runs"][0]["results"].as_array().expect("there are results")
}

#[test]
fn every_log_keeps_to_the_official_schema() {
    let hostile = hostile();
    for record in [small(), baselined(false), baselined(true), hostile] {
        assert!(!results(&log(&record)).is_empty());
    }
    let nothing = RunRecord { decoders: Vec::new(), ..small() };
    assert!(results(&log(&nothing)).is_empty());
}

#[test]
fn the_schema_notices_a_log_that_is_none() {
    let validator = validator();
    let sound = log(&small());
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
fn a_result_has_its_rule_its_place_and_what_was_seen() {
    let record = small();
    let log = log(&record);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("there are rules");
    let of_blind = record.decoders.last().expect("the blind decoder was asked");
    let vectors: BTreeSet<usize> = of_blind
        .by_claim
        .bad()
        .flat_map(|group| group.cases.iter().map(|case| record.cases[case].vector))
        .collect();
    assert_eq!(results(&log).len(), vectors.len(), "one for each vector that fails");
    for result in results(&log) {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("a small one");
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    let nul = results(&log).iter().find(|result| result["properties"]["case"] == "overlong/nul-two-bytes");
    let nul = nul.expect("it fails");
    assert_eq!(nul["ruleId"], "accepts-overlong-2");
    assert_eq!(nul["level"], "error");
    let place = &nul["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(
        (place["uri"].as_str(), place["uriBaseId"].as_str()),
        (Some("vectors/suite/overlong.json"), Some("ILLFORMED"))
    );
    assert_eq!(nul["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "accepts-everything/blind");
    assert_eq!(nul["properties"]["input"], "c080");
    assert!(nul["properties"]["observed"].as_str().is_some_and(|seen| seen.starts_with("accept")));
    assert!(
        rules[index_of(rules, "accepts-overlong-2")]["properties"]["tags"]
            .to_string()
            .contains("external/cwe/cwe-180")
    );
}

fn index_of(rules: &[Value], id: &str) -> usize {
    rules.iter().position(|rule| rule["id"] == id).expect("there is that rule")
}

#[test]
fn what_a_baseline_accepts_is_no_result_and_the_rest_stands_in_its_file() {
    let log = log(&baselined(false));
    let found = results(&log);
    assert!((1..=4).contains(&found.len()), "{}", found.len());
    for result in found {
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "baselines/blind.json");
    }
    let marks: BTreeSet<&str> =
        found.iter().filter_map(|result| result["properties"]["baseline"].as_str()).collect();
    assert!(marks.contains("regressed"), "{marks:?}");
}

#[test]
fn with_a_source_every_result_is_in_that_file() {
    let source: SourceLocation = "src/my decoder#1.py:12".parse().expect("a place");
    for record in [small(), baselined(false)] {
        let log = log_at(&record, Some(&source));
        assert!(!results(&log).is_empty());
        for result in results(&log) {
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "src/my%20decoder%231.py");
            assert_eq!(place["artifactLocation"].get("uriBaseId"), None);
            assert_eq!(place["region"]["startLine"], 12);
            assert!(result["partialFingerprints"]["decoderAndCause/v1"].is_string(), "{result}");
        }
        // One for each decoder and cause, which counts its vectors.
        let name = |result: &Value| {
            let place = &result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"];
            (place.to_string(), result["ruleId"].to_string())
        };
        let names: BTreeSet<_> = results(&log).iter().map(name).collect();
        assert_eq!(names.len(), results(&log).len());
        let count = |result: &Value| {
            let vectors = result["properties"]["vectors"].as_str().map(str::parse::<usize>);
            vectors.expect("a count").expect("a number")
        };
        assert_eq!(results(&log).iter().map(count).sum::<usize>(), results(&log_at(&record, None)).len());
    }
}

#[test]
fn the_tool_has_the_address_of_the_project_where_there_is_one() {
    let address = Some(env!("CARGO_PKG_REPOSITORY")).filter(|address| !address.is_empty());
    assert_eq!(log(&small())["runs"][0]["tool"]["driver"]["informationUri"].as_str(), address);
}

#[test]
fn fingerprints_are_those_of_the_last_run_and_differ_within_one() {
    let prints = |log: &Value| -> Vec<String> {
        let print = |result: &Value| result["partialFingerprints"]["decoderAndVector/v1"].to_string();
        results(log).iter().map(print).collect()
    };
    let mut later = small();
    later.began_at += 86_400;
    let blind = later.decoders.last_mut().expect("the blind decoder was asked");
    blind.version = "2".to_owned();
    let first = prints(&log(&small()));
    assert_eq!(first, prints(&log(&later)));
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), first.len());
}

#[test]
fn of_too_many_results_the_worst_stay_and_a_notification_counts_the_rest() {
    let mut record = small();
    let blind = record.decoders.last().expect("the blind decoder was asked").clone();
    let each = results(&log(&record)).len();
    let copies = 5_000 / each + 2;
    for number in 1..copies {
        let decoder = format!("blind-{number}");
        record.decoders.push(DecoderRecord { decoder, ..blind.clone() });
    }
    let log = log(&record);
    assert_eq!(results(&log).len(), 5_000);
    let left_out = each * copies - 5_000;
    let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    let text = notes[0]["message"]["text"].as_str().expect("it says so");
    assert!(text.starts_with(&format!("{left_out} results are left out")), "{text}");
    assert!(sarif(&record, None).len() < 10_000_000, "GitHub takes 10 MB");
}
