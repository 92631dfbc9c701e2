//! `engines search` over real engines: it builds the targets of this checkout, so it needs cargo-fuzz and, for one test,
//! cargo-afl. `make fuzz-smoke` installs them and runs this.

use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Takes surrogates, which any search with the dictionary finds within some thousand inputs.
const FAULT: &str = "m10";

fn fuzz(out: &Path, arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("engines"))
        .arg("search")
        .args(["--jobs", "1", "--out"])
        .arg(out)
        .args(arguments)
        .env("ILLFORMED_FAULT", FAULT)
        .env("NO_COLOR", "1")
        .assert()
}

fn text(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stdout).into_owned()
}

fn record(asserted: &OutputAssert) -> Value {
    serde_json::from_str(&text(asserted)).expect("it is JSON")
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).map(Iterator::count).unwrap_or_default()
}

#[test]
fn a_planted_fault_is_one_finding_and_the_next_target_is_searched_all_the_same() {
    let out = TempDir::new().unwrap();
    let arguments =
        ["--target", "planted_fault", "--target", "labels_agree", "--seed", "1", "--runs", "60000"];
    let asserted = fuzz(out.path(), &arguments).code(1);
    let text = text(&asserted);
    let row = |target: &str| {
        let row = text.lines().find(|line| line.starts_with(target)).expect("each target has a row");
        row.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("planted_fault").last().unwrap(), "1", "{text}");
    let clean = row("labels_agree");
    assert_eq!((&*clean[1], &*clean[2], &*clean[6]), ("libfuzzer", "60000", "0"), "{text}");
    assert_eq!(text.matches("FAILS planted_fault  m10").count(), 1, "{text}");
    assert!(text.contains("ED A0 80") && text.contains("surrogate"), "{text}");
    assert!(text.contains("cargo run -q -p illformed-engines -- replay --property planted_fault "), "{text}");
    assert!(text.contains("engines -- promote "), "{text}");
    let table = text.lines().take_while(|line| !line.is_empty());
    assert!(table.clone().count() >= 3 && table.into_iter().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn many_crash_files_of_one_fault_are_one_finding() {
    let out = TempDir::new().unwrap();
    for seed in ["1", "2"] {
        // Another corpus each time, so that the second search finds files of its own.
        let _ = fs::remove_dir_all(out.path().join("corpus"));
        let arguments =
            ["--target", "planted_fault", "--runs", "100000000", "--seed", seed, "--format", "json"];
        let record = record(&fuzz(out.path(), &arguments).code(1));
        assert_eq!(record["findings"].as_array().map(Vec::len), Some(1), "{record:#}");
        assert!(record["searches"][0]["stopped"].is_string(), "{record:#}");
    }
    let folder = out.path().join("artifacts");
    let crashes = files(&folder.join("planted_fault"));
    assert!(crashes > 1, "{crashes}");
    let sorted = |folder: &Path| {
        let folder = folder.to_string_lossy().into_owned();
        let arguments = ["search", "--target", "planted_fault", "--format", "json", "--replay", &folder];
        let command = Command::new(cargo_bin!("engines")).args(arguments).env("ILLFORMED_FAULT", FAULT);
        record(&command.assert().code(1))
    };
    for folder in [&folder, &folder.join("planted_fault")] {
        let record = sorted(folder);
        assert_eq!(record["artifacts"], crashes as u64);
        let [finding] = &record["findings"].as_array().unwrap()[..] else { panic!("{record:#}") };
        assert_eq!(
            (&finding["input"], &finding["artifacts"]),
            (&"eda080".into(), &crashes.into()),
            "{finding:#}"
        );
        assert_eq!((&finding["decoder"], &finding["kind"]), (&"m10".into(), &"fails".into()));
    }
}

#[test]
fn forks_go_on_after_failures_and_find_one_fault() {
    let out = TempDir::new().unwrap();
    let arguments = ["--target", "planted_fault", "--fork", "1", "--seconds", "8", "--format", "json"];
    let record = record(&fuzz(out.path(), &arguments).code(1));
    assert_eq!(record["findings"].as_array().map(Vec::len), Some(1), "{record:#}");
}

#[test]
fn a_target_that_holds_is_exit_0() {
    let out = TempDir::new().unwrap();
    let arguments = ["--target", "detection_agrees", "--runs", "5000", "--format", "json"];
    let record = record(&fuzz(out.path(), &arguments).success());
    assert_eq!(record["searches"][0]["executions"], 5000, "{record:#}");
    assert_eq!((&record["complete"], &record["schema"]), (&true.into(), &1.into()));
}

#[test]
fn a_seed_that_fails_is_a_finding_and_not_the_end_of_the_search() {
    let out = TempDir::new().unwrap();
    let corpus = out.path().join("corpus/planted_fault");
    fs::create_dir_all(&corpus).unwrap();
    fs::write(corpus.join("kept-from-better-days"), b"\xED\xA0\x80").unwrap();
    let arguments = ["--target", "planted_fault", "--runs", "100000", "--seed", "1", "--format", "json"];
    let record = record(&fuzz(out.path(), &arguments).code(1));
    assert_eq!(record["findings"].as_array().map(Vec::len), Some(1), "{record:#}");
    assert!(record["searches"][0]["features"].as_u64() > Some(0), "{record:#}");
    assert!(!corpus.join("kept-from-better-days").exists(), "it is an artifact now");
}

#[test]
fn afl_finds_the_same_fault() {
    let out = TempDir::new().unwrap();
    let arguments = ["--target", "planted_fault", "--engine", "afl", "--seconds", "15", "--seed", "1"];
    let asserted = fuzz(out.path(), &arguments).code(1);
    let text = text(&asserted);
    assert_eq!(text.matches("FAILS planted_fault  m10").count(), 1, "{text}");
    assert!(text.lines().any(|line| line.starts_with("planted_fault") && line.contains(" afl ")), "{text}");
}
