//! Where formats go, and what happens when they cannot.

use super::github::commands;
use crate::typed::{Folder, Said, illformed, typed};
use snapbox::cmd::Command;
use std::fs;
use std::os::unix::fs::symlink;

const ALL: &str = "terminal,json,html,junit,sarif,github,markdown,summary,shields";

const FILES: [&str; 7] =
    ["report.json", "report.html", "report.xml", "report.sarif", "report.md", "summary.md", "shields.json"];

fn run(formats: &str, out: &str) -> Command {
    let adapter = "-- sh tests/adapters/accepts-everything.sh";
    let what = "--only overlong/nul-* --decoder */blind";
    illformed(&format!("run --format {formats} --out {out} {what} {adapter}"))
}

#[test]
fn one_run_writes_all_formats_and_its_report_renders_to_the_same() {
    let folder = Folder::new();
    let (first, again) = (folder.at("first"), folder.at("again"));
    folder.write("step", "written before\n");
    let command = run(&format!("{ALL},jsonl"), &first).env("GITHUB_STEP_SUMMARY", folder.path("step"));
    let stdout = Said::of(command).ends(1).stdout;
    let found = commands(&stdout);
    assert!(!found.is_empty() && found.iter().all(|command| command.name == "error"), "{found:?}");
    assert_eq!(folder.read("step"), format!("written before\n{}", folder.read("first/summary.md")));
    assert!(folder.read("first/events.jsonl").ends_with("}\n"));

    let rendered = typed(&format!("render {first}/report.json --format {ALL} --out {again}")).ends(0);
    assert_eq!(rendered.stdout, stdout);
    for name in FILES {
        assert_eq!(folder.read(&format!("first/{name}")), folder.read(&format!("again/{name}")), "{name}");
    }
}

#[test]
fn what_cannot_be_opened_is_exit_2_before_anything_is_asked() {
    for (format, name) in [
        ("json", "report.json"),
        ("junit", "report.xml"),
        ("jsonl", "events.jsonl"),
        ("sarif", "report.sarif"),
    ] {
        let folder = Folder::new();
        fs::create_dir(folder.path(name)).expect("there is room for a folder");
        let said = Said::of(run(format, &folder.at(""))).ends(2).complains(&[name]);
        assert!(said.stdout.is_empty() && said.stderr.to_lowercase().contains("is a directory"), "{said:?}");
        assert_eq!(folder.names(), [name], "nothing temporary stays behind");
    }
    let folder = Folder::new();
    let command =
        run("github,json", &folder.at("")).env("GITHUB_STEP_SUMMARY", folder.path("no/such/folder"));
    assert_eq!(Said::of(command).ends(2).stdout, "");
    assert!(!folder.path("report.json").exists());
}

#[test]
fn what_cannot_be_written_is_exit_2_and_the_others_are_written() {
    let folder = Folder::new();
    let command = run("github,json", &folder.at("")).env("GITHUB_STEP_SUMMARY", "/dev/full");
    let said = Said::of(command).ends(2).complains(&["/dev/full"]);
    assert!(!said.stdout.is_empty(), "the annotations are there");
    assert!(folder.path("report.json").exists());

    let folder = Folder::new();
    symlink("/dev/full", folder.path("events.jsonl")).expect("there is room for a link");
    Said::of(run("jsonl,json", &folder.at(""))).ends(2);
    assert!(folder.path("report.json").exists());
}

#[test]
fn annotations_need_no_folder() {
    let only = "--only overlong/nul-* --decoder codec/events-rfc3629";
    assert_eq!(typed(&format!("run --format github {only}")).ends(0).stdout, "");
}
