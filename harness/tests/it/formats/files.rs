//! Where formats go, and what happens when they cannot.

use super::github::commands;
use super::records::{illformed, read, temporary};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

const ALL: &str = "terminal,json,html,junit,sarif,github,markdown,summary,shields,jsonl";

/// The files of all formats, but for the lines of events.
const FILES: [&str; 7] =
    ["report.json", "report.html", "report.xml", "report.sarif", "report.md", "summary.md", "shields.json"];

/// The words of a short run that fails, in these formats.
fn run<'a>(formats: &'a str, out: &'a Path) -> Vec<&'a str> {
    let out = out.to_str().expect("a plain path");
    let what = ["run", "--format", formats, "--out", out, "--only", "overlong/nul-*", "--decoder", "*/blind"];
    [what.as_slice(), &["--", "sh", "tests/adapters/accepts-everything.sh"]].concat()
}

#[test]
fn one_run_writes_all_formats_and_its_report_renders_to_the_same() {
    let folder = temporary();
    let (first, again) = (folder.path().join("first"), folder.path().join("again"));
    let summary = folder.path().join("step");
    fs::write(&summary, "written before\n").expect("there is room for a file");
    let output = illformed(&run(ALL, &first)).env("GITHUB_STEP_SUMMARY", &summary).assert().code(1);
    let stdout = String::from_utf8(output.get_output().stdout.clone()).expect("it is UTF-8");
    let found = commands(&stdout);
    assert!(!found.is_empty() && found.iter().all(|command| command.name == "error"), "{found:?}");
    assert_eq!(read(&summary), format!("written before\n{}", read(&first.join("summary.md"))));
    assert!(read(&first.join("events.jsonl")).ends_with("}\n"));

    let report = first.join("report.json");
    let formats = ALL.strip_suffix(",jsonl").expect("it is the last");
    illformed(&["render", report.to_str().expect("a plain path"), "--format", formats, "--out"])
        .arg(&again)
        .assert()
        .success()
        .stdout_eq(stdout);
    for name in FILES {
        assert_eq!(read(&first.join(name)), read(&again.join(name)), "{name}");
    }
}

#[test]
fn what_cannot_be_opened_is_exit_2_before_anything_is_asked() {
    for (format, name) in [("junit", "report.xml"), ("jsonl", "events.jsonl"), ("sarif", "report.sarif")] {
        let folder = temporary();
        fs::create_dir(folder.path().join(name)).expect("there is room for a folder");
        let output = illformed(&run(format, folder.path())).assert().code(2).stdout_eq("");
        let stderr = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(stderr.contains(name), "{stderr}");
    }
    let folder = temporary();
    illformed(&run("github,json", folder.path()))
        .env("GITHUB_STEP_SUMMARY", folder.path().join("no/such/folder"))
        .assert()
        .code(2)
        .stdout_eq("");
    assert!(!folder.path().join("report.json").exists());
}

#[test]
fn what_cannot_be_written_is_exit_2_and_the_others_are_written() {
    let folder = temporary();
    let output = illformed(&run("github,json", folder.path()))
        .env("GITHUB_STEP_SUMMARY", "/dev/full")
        .assert()
        .code(2);
    let stderr = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(stderr.contains("/dev/full"), "{stderr}");
    assert!(!output.get_output().stdout.is_empty(), "the annotations are there");
    assert!(folder.path().join("report.json").exists());

    let folder = temporary();
    symlink("/dev/full", folder.path().join("events.jsonl")).expect("there is room for a link");
    illformed(&run("jsonl,json", folder.path())).assert().code(2);
    assert!(folder.path().join("report.json").exists());
}

#[test]
fn events_are_not_rendered_from_a_report() {
    let output = illformed(&["render", "no-such-file", "--format", "jsonl", "--out", "x"]).assert().code(2);
    let stderr = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(stderr.contains("--format jsonl is written while a run goes on"), "{stderr}");
}

#[test]
fn annotations_need_no_folder_and_files_do() {
    let words =
        ["run", "--format", "github", "--only", "overlong/nul-*", "--decoder", "codec/events-rfc3629"];
    illformed(&words).assert().success().stdout_eq("");
    for format in ["junit", "jsonl", "sarif", "markdown", "shields", "summary"] {
        illformed(&["run", "--format", format]).assert().code(2);
    }
}
