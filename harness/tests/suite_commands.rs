//! `illformed vectors` as its users meet it: what is said of a suite, and what is made of it.

#![cfg(feature = "cli")]

use illformed::case::Plan;
use illformed::stats::SuiteStats;
use illformed_vectors::{ClaimFile, Suite};
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

#[test]
fn stats_count_every_vector_once_and_every_profile_in_full() {
    let stats = SuiteStats::of(Suite::embedded());
    let vectors = Suite::embedded().vectors().count();
    assert_eq!(stats.total.vectors, vectors);
    assert_eq!(stats.groups.iter().map(|group| group.counts.vectors).sum::<usize>(), vectors);
    assert_eq!(stats.groups.iter().map(|group| group.counts.bytes).sum::<usize>(), stats.total.bytes);
    assert_eq!(stats.total.well_formed + stats.total.ill_formed, vectors);
    assert_eq!(vectors + stats.total.derived_cases, Plan::everything(Suite::embedded()).cases.len());
    for profile in &stats.profiles {
        assert_eq!(profile.well_formed + profile.ill_formed + profile.unspecified, vectors, "{profile:?}");
        assert_eq!(profile.differ == 0, profile.profile == "rfc3629", "{profile:?}");
    }
    let standard = stats.groups.iter().find(|group| group.group == "standard").unwrap();
    assert_eq!((standard.counts.ill_formed, standard.counts.scripts), (2, 0));
}

#[test]
fn stats_are_printed_as_a_table_and_as_json() {
    let table = text(&["stats"]);
    assert_fits_80_columns(&table);
    let stats = SuiteStats::of(Suite::embedded());
    let names =
        stats.groups.iter().map(|group| &group.group).chain(stats.flags.iter().map(|flag| &flag.flag));
    for name in names.map(String::as_str).chain(["all", "generalized"]) {
        assert!(table.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
    let json: Value =
        serde_json::from_str(&text(&["stats", "../vectors/suite", "--format", "json"])).unwrap();
    assert_eq!(json["total"], serde_json::to_value(stats.total).unwrap(), "a folder is counted as well");
}
