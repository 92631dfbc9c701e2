//! `engines search` over real engines: it builds the targets of this checkout, so it needs cargo-fuzz and, for one test,
//! cargo-afl. `make fuzz-smoke` installs them and runs this.

use crate::fuzz_targets::record;
use crate::promotion_folder::{FAULT, stdout};
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The planted fault takes surrogates, which any search with the dictionary finds within some thousand inputs.
fn search(out: &Path, arguments: &[&str]) -> OutputAssert {
    let command = Command::new(cargo_bin!("engines")).args(["search", "--jobs", "1", "--out"]).arg(out);
    command.args(arguments).env("ILLFORMED_FAULT", FAULT).env("NO_COLOR", "1").assert()
}

#[test]
fn a_planted_fault_is_one_finding_and_the_next_target_is_searched_all_the_same() {
    let out = TempDir::new().unwrap();
    let arguments = ["--target", "planted_fault", "--target", "boundaries_are_found", "--seconds", "8"];
    let text = stdout(&search(out.path(), &arguments).code(1));
    let row = |target: &str| {
        let row = text.lines().find(|line| line.starts_with(target)).expect("each target has a row");
        row.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("planted_fault").last().unwrap(), "1", "{text}");
    assert_eq!(row("boundaries_are_found").last().unwrap(), "0", "{text}");
    assert_eq!(text.matches("FAILS planted_fault: m10: accepts what is ill-formed").count(), 1, "{text}");
    assert!(text.contains("ED A0 80") && text.contains("surrogate"), "{text}");
    assert!(text.contains("cargo run -q -p illformed-engines -- replay --property planted_fault "), "{text}");
    assert!(text.contains("engines -- promote "), "{text}");
    let table = text.lines().take_while(|line| !line.is_empty());
    assert!(table.clone().count() >= 3 && table.into_iter().all(|line| line.chars().count() <= 80), "{text}");
    let crashes = fs::read_dir(out.path().join("artifacts/planted_fault")).unwrap().count();
    assert!(crashes > 1, "it goes on after the first");
}

#[test]
fn a_target_that_holds_is_exit_0_and_a_budget_of_executions_is_kept() {
    let out = TempDir::new().unwrap();
    let arguments = ["--target", "boundaries_are_found", "--format", "json", "--", "-fork=0", "-runs=5000"];
    let record = record(&search(out.path(), &arguments).success());
    assert_eq!(record["searches"][0]["executions"], 5000, "{record:#}");
    assert_eq!((&record["complete"], &record["schema"]), (&true.into(), &2.into()));
}

#[test]
fn a_seed_that_fails_is_a_finding_and_not_the_end_of_the_search() {
    let out = TempDir::new().unwrap();
    let corpus = out.path().join("corpus/planted_fault");
    fs::create_dir_all(&corpus).unwrap();
    fs::write(corpus.join("kept-from-better-days"), b"\xED\xA0\x80").unwrap();
    let arguments = ["--target", "planted_fault", "--seconds", "4", "--format", "json"];
    let record = record(&search(out.path(), &arguments).code(1));
    assert_eq!(record["findings"].as_array().map(Vec::len), Some(1), "{record:#}");
    assert!(record["searches"][0]["features"].as_u64() > Some(0), "{record:#}");
}

#[test]
fn afl_finds_the_same_fault() {
    let out = TempDir::new().unwrap();
    let arguments = ["--target", "planted_fault", "--engine", "afl", "--seconds", "15", "--", "-s", "1"];
    let text = stdout(&search(out.path(), &arguments).code(1));
    assert_eq!(text.matches("FAILS planted_fault: ").count(), 1, "{text}");
    assert!(text.contains("FAILS planted_fault: m10"), "{text}");
}
