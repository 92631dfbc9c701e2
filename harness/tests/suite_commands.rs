//! `illformed vectors` as its users meet it: what is said of a suite, and what is made of it.

#![cfg(feature = "cli")]

use illformed_vectors::ClaimFile;
use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};

fn run(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("illformed"))
        .arg("vectors")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(run(arguments).success().stderr_eq("").get_output().stdout.clone())
        .expect("output is UTF-8")
}

#[track_caller]
fn assert_fits_80_columns(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80 && line == line.trim_end(), "{line}");
    }
}

#[test]
fn claims_are_printed_with_what_holds_them_and_counted() {
    let table = text(&["claims"]);
    assert_fits_80_columns(&table);
    assert!(table.starts_with("  1 held    U+0041 is the single byte 41.\n"), "{table}");
    assert!(table.ends_with("\n62 claims: 59 held, 1 partly, 2 open. 17 contradictions.\n"), "{table}");
    for claim in ClaimFile::embedded().claims() {
        assert!(claim.vectors.iter().all(|pattern| table.contains(&format!("\n  {pattern}"))), "{claim:?}");
    }
    assert!(
        table.contains("\n  overlong/nul-two-bytes\n") && table.contains("\n  never-valid/* (34 vectors)\n")
    );
    let json: Value = serde_json::from_str(&text(&["claims", "--format", "json"])).unwrap();
    assert_eq!(json, serde_json::from_str::<Value>(ClaimFile::embedded_source()).unwrap());
}
