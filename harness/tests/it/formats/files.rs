//! Where formats go. What happens when they cannot is in cli/sessions.txt.

use super::github::commands;
use crate::typed::{Folder, Said, illformed, typed};

const ALL: &str = "terminal,json,html,junit,sarif,github,markdown,summary,shields";

const FILES: [&str; 7] =
    ["report.json", "report.html", "report.xml", "report.sarif", "report.md", "summary.md", "shields.json"];

#[test]
fn one_run_writes_all_formats_and_its_report_renders_to_the_same() {
    let folder = Folder::new();
    let (first, again) = (folder.at("first"), folder.at("again"));
    folder.write("step", "written before\n");
    let what = "--only overlong/nul-* --decoder */blind -- sh tests/adapters/accepts-everything.sh";
    let command = illformed(&format!("run --format {ALL},jsonl --out {first} {what}"));
    let command = command.env("GITHUB_STEP_SUMMARY", folder.path("step"));
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
