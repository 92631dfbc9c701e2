//! What users meet of the kinds beside `decode`: a run, and the commands on files.

use illformed::record::run_record::{ExitReason, PeerFinding, PeerRecord, Recorder, RunFacts, RunRecord};
use illformed::tell::report::{Style, TerminalOptions, terminal};
use illformed_judge::case::Plan;
use illformed_vectors::Suite;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use tempfile::TempDir;

fn run(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("illformed")).args(arguments).assert()
}

fn stdout(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).expect("it is text")
}

#[test]
fn a_run_asks_those_of_its_adapters_and_keeps_what_came_of_it() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let wanted =
        ["encode-*", "detect", "label-*", "validate-rfc3629"].map(|name| format!("--decoder=codec/{name}"));
    let arguments: Vec<&str> =
        ["run", "--adapter", "codec"].into_iter().chain(wanted.iter().map(String::as_str)).collect();
    let formats = ["--format", "terminal", "--format", "json", "--out", out];
    let text = stdout(&run(&[&arguments[..], &formats].concat()).success());
    assert!(text.contains("\nEncoders: 8 asked, "), "{text}");
    assert!(text.contains("\nDetectors: 1 asked, 67 replies, 67 passed, 0 failed.\n"), "{text}");
    assert!(text.contains("\nLabels: 2 asked, 66 replies, 66 passed, 0 failed.\n"), "{text}");
    let report = folder.path().join("report.json");
    let record: RunRecord = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    assert_eq!(record.kinds.len(), 11);
    let again = stdout(&run(&["render", report.to_str().unwrap()]).success());
    assert!(again.contains("\nLabels: 2 asked, 66 replies"), "{again}");
}

#[test]
fn a_run_of_named_cases_or_of_somebodys_own_asks_no_encoder() {
    for arguments in [
        &["run", "--adapter", "codec", "--only", "standard/nul"][..],
        &["run", "--adapter", "codec", "--from", "standard/nul", "--to", "standard/nul"],
    ] {
        assert!(!stdout(&run(arguments).success()).contains("Encoders"), "{arguments:?}");
    }
}

/// A record in which an encoder of `implementation` failed and a decoder was judged, with its exit codes.
fn failed(implementation: &str, survey: bool) -> (RunRecord, Vec<ExitReason>) {
    let plan = Plan::selected(Suite::embedded(), |_| false);
    let facts = RunFacts {
        suite_digest: String::new(),
        selection: Vec::new(),
        fail_on: None,
        survey_of_all_but: survey.then(|| "ours".to_owned()),
        began_at: 0,
    };
    let mut recorder = Recorder::new(&plan, facts);
    recorder.take_kinds(vec![PeerRecord {
        kind: "encode".to_owned(),
        name: "a/b".to_owned(),
        implementation: implementation.to_owned(),
        api: "b".to_owned(),
        claim: "rfc3629, stops".to_owned(),
        passed: 1,
        not_applicable: 0,
        unspecified: 0,
        findings: vec![PeerFinding {
            vector: "encode/surrogate-first".to_owned(),
            detail: "expected surrogate at 0 after nothing, got eda080".to_owned(),
        }],
    }]);
    recorder.finish(0)
}

#[test]
fn one_that_fails_its_claim_counts_as_a_decoder_does_and_is_shown() {
    for (implementation, survey, fails) in
        [("theirs", false, true), ("theirs", true, false), ("ours", true, true)]
    {
        let (_, reasons) = failed(implementation, survey);
        assert_eq!(reasons.contains(&ExitReason::Failed), fails, "{implementation} {survey}");
    }
    let options = TerminalOptions { style: Style::Plain, findings: 3, matrix: true };
    let text = terminal(&failed("theirs", false).0, options);
    assert!(text.contains("Encoders: 1 asked, 2 replies, 1 passed, 1 failed."), "{text}");
    assert!(
        text.contains(
            "  FAIL a/b  encodes-wrongly: 1 vector\n    encode/surrogate-first: expected surrogate at 0"
        ),
        "{text}"
    );
}
