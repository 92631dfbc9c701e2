//! Functions of the table whose library is installed.

use illformed::ask::adapter::process::ABSENT_CODE;
use illformed::record::run_record::RunRecord;
use illformed_judge::cause::Cause;
use snapbox::cmd::{Command, cargo_bin};
use std::process::Stdio;
use std::{fs, process};
use tempfile::TempDir;

/// Why the library of the table that is called `name` cannot be asked here, if it cannot.
pub(crate) fn missing_library(name: &str) -> Option<String> {
    let mut worker = process::Command::new(cargo_bin!("illformed"));
    let status = worker
        .args(["worker", "--table", name])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let is_absent = status.is_ok_and(|status| status.code() == Some(ABSENT_CODE.into()));
    is_absent.then(|| format!("no {name}"))
}

/// The record of a run on a few vectors, and its exit code.
fn recorded(words: &[&str]) -> (RunRecord, Option<i32>) {
    let folder = TempDir::new().expect("there is room for a folder");
    let files =
        ["run", "--smoke", "--format", "json", "--out", folder.path().to_str().expect("a plain path")];
    let run = Command::new(cargo_bin!("illformed")).args(files.iter().chain(words)).assert();
    let code = run.get_output().status.code();
    let text = fs::read_to_string(folder.path().join("report.json")).expect("the report was written");
    (serde_json::from_str(&text).expect("the report is a record"), code)
}

pub(crate) fn a_function_of_an_installed_library_is_a_decoder_like_any_other() {
    let (record, code) = recorded(&["--decoder", "glib/g-utf8-validate"]);
    let [decoder] = record.decoders.as_slice() else { panic!("{:?}", record.decoders) };
    assert_eq!((decoder.adapter.as_str(), decoder.decoder.as_str()), ("glib", "g-utf8-validate"));
    assert_eq!(decoder.implementation, "GLib");
    // Its documentation says that it refuses U+0000.
    assert!(decoder.by_claim.tally.judged > 0 && decoder.by_claim.causes.is_empty(), "{decoder:?}");
    assert!(
        decoder
            .by_rfc3629
            .iter()
            .flat_map(|outcomes| &outcomes.causes)
            .any(|cause| cause.id == Cause::RefusesNul),
        "{decoder:?}"
    );
    assert_eq!(code, Some(0));
    assert!(decoder.command.is_empty(), "it is selected by its name: {:?}", decoder.command);
}
