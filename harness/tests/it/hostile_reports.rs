//! Reports of some kilobytes that claim to be large: each command that reads one refuses it with the place, at once and in
//! little memory.

use illformed::record::run_record::{
    BaselineRecord, Finding, ObservedGroup, OutcomeGroup, Ranges, RunRecord,
};
use illformed_judge::judge::VerdictKind;
use snapbox::cmd::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// The most address space that a command may take, in KiB: the program itself is a fourth of it.
const MOST_KIB: usize = 200_000;

/// The most seconds that it may compute, however many others do.
const MOST_SECONDS: usize = 20;

/// Runs the command with no more address space and time of a processor than that.
fn limited(arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {MOST_KIB}; ulimit -t {MOST_SECONDS}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).arg(cargo_bin!("illformed")).args(arguments);
    command.output().expect("`sh` can be started")
}

/// A small report with one finding and a baseline, as it was written.
fn small(folder: &Path) -> RunRecord {
    let run = ["run", "--only", "overlong/nul-*", "--decoder", "*/blind", "--format", "json", "--out"];
    let status = Command::new(cargo_bin!("illformed"))
        .args(run)
        .arg(folder)
        .args(["--", "sh", "tests/adapters/accepts-everything.sh"])
        .output()
        .expect("the command starts")
        .status;
    assert_eq!(status.code(), Some(1));
    let text = fs::read_to_string(folder.join("report.json")).expect("there is a report");
    let mut record: RunRecord = serde_json::from_str(&text).expect("it is a record");
    record.decoders[0].baseline = Some(BaselineRecord { file: "b".to_owned(), ..BaselineRecord::default() });
    record
}

fn many(text: &str) -> Vec<Ranges> {
    vec![text.parse().expect("it is a set"); 40]
}

fn group(cases: Ranges) -> OutcomeGroup {
    let cause = Some("accepts-ill-formed".to_owned());
    OutcomeGroup { verdict: VerdictKind::Fail, cause, checked: vec!["answer".to_owned()], cases }
}

/// Puts sets into a report.
type Fill = fn(&mut RunRecord, Vec<Ranges>);

#[test]
fn a_set_that_claims_more_than_there_is_ends_every_command_with_its_place() {
    let folder = TempDir::new().expect("there is room for a folder");
    let small = small(folder.path());
    let good = folder.path().join("report.json").display().to_string();
    let fills: [(&str, Fill); 5] = [
        ("/by_claim/groups/0/cases", |record, sets| {
            record.decoders[0].by_claim.groups = sets.into_iter().map(group).collect();
        }),
        ("/by_claim/observed/0/cases", |record, sets| {
            let observed = |cases| ObservedGroup { observed: "accept".to_owned(), cases };
            record.decoders[0].by_claim.observed = sets.into_iter().map(observed).collect();
        }),
        ("/by_claim/findings/0/window", |record, sets| {
            let first = record.decoders[0].by_claim.findings[0].clone();
            let finding = |window| Finding { window, ..first.clone() };
            record.decoders[0].by_claim.findings = sets.into_iter().map(finding).collect();
        }),
        ("/baseline/known", |record, sets| {
            let known = sets.into_iter().next().expect("there is one");
            record.decoders[0].baseline.as_mut().expect("it was put there").known = known;
        }),
        ("/baseline/new", |record, sets| {
            let new = sets.into_iter().next().expect("there is one");
            record.decoders[0].baseline.as_mut().expect("it was put there").new = new;
        }),
    ];
    let written = folder.path().join("hostile.json").display().to_string();
    let out = folder.path().join("out").display().to_string();
    let formats = "terminal,json,html,junit,sarif,github,markdown,summary,shields";
    let baselines = folder.path().join("baselines").display().to_string();
    let commands: [&[&str]; 4] = [
        &["render", &written, "--format", formats, "--out", &out],
        &["diff", &good, &written],
        &["diff", &written, &good],
        &["baseline", "write", &written, "--out", &baselines, "--reason", "because"],
    ];
    for text in ["0-33554430/2", "0-3999999999"] {
        for (place, fill) in fills {
            let mut record = small.clone();
            fill(&mut record, many(text));
            record.finalize();
            let json = serde_json::to_string_pretty(&record).expect("it is JSON");
            assert!(json.len() < 50_000, "it is small: {}", json.len());
            fs::write(&written, json).expect("there is room for a file");
            for command in commands {
                let output = limited(command);
                let stderr = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{command:?}: {stderr}");
                assert!(stderr.contains("hostile.json") && stderr.contains(place), "{command:?}: {stderr}");
            }
        }
    }
}

#[test]
fn cases_that_several_groups_name_are_refused_before_anything_goes_by_them() {
    let folder = TempDir::new().expect("there is room for a folder");
    let mut record = small(folder.path());
    let all = format!("0-{}", record.cases.len() - 1);
    record.decoders[0].by_claim.groups = many(&all).into_iter().map(group).collect();
    record.finalize();
    let refused = record.check().expect_err("each case is in one group");
    assert!(refused.contains("/by_claim/groups/1/cases: a case is named twice"), "{refused}");
}

#[test]
fn a_good_report_is_read_in_as_little_memory() {
    let folder = TempDir::new().expect("there is room for a folder");
    small(folder.path());
    let good = folder.path().join("report.json").display().to_string();
    let out = folder.path().join("out").display().to_string();
    let output = limited(&["render", &good, "--format", "terminal,json,html,junit,sarif", "--out", &out]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
