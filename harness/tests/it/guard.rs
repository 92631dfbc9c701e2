//! Decoders of this process before a page that cannot be read.

use crate::whole::is_whole;
use illformed::ask::native::OVER_READER;
use illformed::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::judge::VerdictKind;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use tempfile::TempDir;

/// The record of `illformed run` with these words, and its exit code.
fn recorded(words: &[&str]) -> (RunRecord, Option<i32>) {
    let folder = TempDir::new().expect("there is room for a folder");
    let files = ["run", "--format", "json", "--out", folder.path().to_str().expect("a plain path")];
    let run = Command::new(cargo_bin!("illformed")).args(files.iter().chain(words)).assert();
    let code = run.get_output().status.code();
    let text = fs::read_to_string(folder.path().join("report.json")).expect("the report was written");
    (serde_json::from_str(&text).expect("the report is a record"), code)
}

#[test]
fn a_decoder_that_reads_too_far_crashes_in_those_cases_and_kills_nothing_else() {
    let program = cargo_bin!("illformed").display().to_string();
    let (record, code) = recorded(&["--only", "truncated/e*", "--", &program, "worker", OVER_READER]);
    let tally = &record.decoders[0].by_claim.tally;
    assert_eq!(code, Some(1));
    assert!(tally.crashed > 0 && tally.pass > 0 && record.footer.complete, "{tally:?}");
    assert_eq!(tally.crashed + tally.pass, tally.judged, "{tally:?}");
    for group in
        record.decoders[0].by_claim.groups.iter().filter(|group| group.verdict == VerdictKind::Crashed)
    {
        for case in group.cases.iter() {
            let id = record.case_id(case);
            // What ends within a sequence, and a tail behind it completes the error.
            let ends = id.contains("at-end") || id.contains("-cut") || id.ends_with("tail=0");
            assert!(ends || !id.contains("tail="), "{id}");
        }
    }
}

#[test]
fn our_own_decoders_and_those_of_the_standard_library_read_no_further() {
    let truncated = if is_whole() { "truncated/*" } else { "truncated/e0*" };
    let (record, code) =
        recorded(&["--guard", "--only", truncated, "--adapter", "codec", "--adapter", "std"]);
    assert_eq!(code, Some(0));
    assert!(record.decoders.iter().any(|decoder| decoder.adapter == "std"));
    for decoder in &record.decoders {
        assert!(
            decoder.by_claim.tally.bad() == 0 && decoder.command[1].ends_with("illformed"),
            "{decoder:?}"
        );
    }
}

#[test]
fn guard_names_the_adapters_that_it_does_not_guard_and_fails_if_it_guards_none() {
    let foreign = ["--", "sh", "tests/adapters/accepts-everything.sh"];
    let run = |words: &[&str]| {
        let output = Command::new(cargo_bin!("illformed"))
            .args(["run", "--guard", "--survey", "--only", "standard/letter-a"])
            .args(words)
            .args(foreign)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .assert()
            .get_output()
            .clone();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, stderr) = run(&[]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.starts_with("illformed: --guard: ") && stderr.contains("none is selected"), "{stderr}");
    let (code, stderr) = run(&["--adapter", "std"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("--guard: not guarded") && stderr.lines().count() == 1, "{stderr}");
    assert!(!stderr.contains("std"), "{stderr}");
}

#[test]
fn an_unknown_worker_is_wrong_usage() {
    Command::new(cargo_bin!("illformed")).args(["worker", "no-such-adapter"]).assert().code(2);
}

#[test]
fn a_worker_s_decoders_are_judged_as_in_process() {
    let (standard, strays) =
        if is_whole() { ("standard/*", "stray/*") } else { ("standard/*@-", "stray/end-*") };
    let words =
        ["--survey", "--only", standard, "--only", strays, "--adapter", "bstr", "--adapter", "encoding-rs"];
    // A busy machine must not make the slowest decoder time out.
    let words = [&words[..], &["--timeout", "120"]].concat();
    let ((guarded, _), (free, _)) = (recorded(&[&words[..], &["--guard"]].concat()), recorded(&words));
    assert_eq!(guarded.decoders.len(), free.decoders.len());
    for (guarded, free) in guarded.decoders.iter().zip(&free.decoders) {
        assert_eq!(guarded.claim, free.claim);
        // A protocol does not tell an empty text before an error from none, so that less may be compared.
        let verdicts = |decoder: &DecoderRecord| {
            let findings = decoder.by_claim.findings.iter().map(|finding| (finding.case, finding.verdict));
            (decoder.by_claim.tally.clone(), findings.collect::<Vec<_>>())
        };
        assert_eq!(verdicts(guarded), verdicts(free), "{}", free.name());
    }
}
