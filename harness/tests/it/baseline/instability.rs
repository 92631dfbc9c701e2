//! A decoder of which it is accepted that its answers differ.

use crate::interpreters::path_with_python;
use illformed::record::baseline::Baseline;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn run(folder: &Path, words: &[&str], fault: &str) -> (Option<i32>, String) {
    let adapter = ["--", "python3", "tests/adapters/remembers.py", fault];
    let report = ["--format", "terminal,json", "--out", folder.to_str().expect("it is there")];
    let selection = ["--only", "standard/*", "--only", "overlong/nul-*"];
    told(&[&["run"], &report[..], &selection, words, &adapter].concat())
}

fn told(words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(cargo_bin!("illformed"))
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path_with_python())
        .output()
        .expect("it starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("it is there"))
}

/// The folder of a baseline that was written of a decoder that answers by chance.
fn written() -> TempDir {
    let folder = TempDir::new().expect("it is there");
    let (code, text) = run(folder.path(), &[], "random");
    assert_eq!(code, Some(1), "{text}");
    let report = folder.path().join("report.json");
    let out = folder.path().join("baselines");
    let words = [
        "baseline",
        "write",
        report.to_str().expect("it is there"),
        "--out",
        out.to_str().expect("it is there"),
    ];
    let (code, text) = told(&[&words[..], &["--reason", "It throws dice.", "--why", "dice"]].concat());
    assert_eq!(code, Some(0), "{text}");
    folder
}

#[test]
fn an_unstable_decoder_that_is_listed_so_is_green_each_time() {
    let folder = written();
    let file = folder.path().join("baselines/remembers/one.json");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"unstable\":\"dice\",\n"), "{text}");
    assert!(!text.contains("\"verdict\":\"flaky\""), "{text}");
    assert_eq!(Baseline::from_json("x", &text).unwrap().to_canonical(), text);
    let held = ["--stale", "error", "--baseline", file.to_str().unwrap()];
    for fault in ["random", "address"] {
        let (code, text) = run(folder.path(), &held, fault);
        assert_eq!(code, Some(0), "{fault}: {text}");
        assert!(text.contains("unstable as listed"), "{fault}: {text}");
        assert!(text.contains("unstable: "), "{fault}: {text}");
    }
    // No run is sure to see it.
    let (code, text) = run(folder.path(), &held, "nothing");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("listed as unstable (not seen in this run)"), "{text}");
    // What fails each time and is not listed is a failure of an unstable decoder too.
    let (code, text) = run(folder.path(), &held, "third");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("Regressed"), "{text}");
}

#[test]
fn an_instability_whose_reason_is_over_makes_the_run_fail() {
    let folder = written();
    let file = folder.path().join("baselines/remembers/one.json");
    let text = fs::read_to_string(&file).unwrap();
    let late = text
        .replace("\"reason\":\"It throws dice.\"", "\"reason\":\"It throws dice.\",\"until\":\"2020-01-01\"");
    assert_ne!(late, text);
    fs::write(&file, late).unwrap();
    let (code, text) = run(folder.path(), &["--baseline", file.to_str().unwrap()], "random");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("still unstable, and was accepted until 2020-01-01"), "{text}");
}

#[test]
fn an_instability_without_a_reason_is_refused() {
    let text = "{\n\"kind\":\"illformed-baseline\",\n\"schema\":3,\n\"decoder\":\"a/b\",\n\"unstable\":\"c\",\n\
                \"reasons\":[\n\n],\n\"entries\":[\n\n]\n}\n";
    let errors = Baseline::from_json("x", text).unwrap_err();
    assert!(errors[0].to_string().contains("no reason `c`"), "{errors:?}");
}
