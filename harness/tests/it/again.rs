//! Failures that depend on what was asked before, and answers that differ from time to time: both are said, and whatever
//! line a report prints fails again in a fresh process.

use crate::interpreters::path_with_python;
use crate::whole::is_whole;
use illformed::record::run_record::RunRecord;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::process::Output;
use tempfile::TempDir;

/// More than 256 cases, with C0 80, E2 82 AC and ED A0 80 among them.
const SELECTION: [&str; 10] = [
    "--only",
    "standard/*@-",
    "--only",
    "standard/copyright-sign@*",
    "--only",
    "overlong/c0-alone@*",
    "--only",
    "overlong/*@-",
    "--only",
    "surrogate/*@-",
];

fn illformed(words: &[&str]) -> Output {
    Command::new(cargo_bin!("illformed"))
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path_with_python())
        .output()
        .expect("the command starts")
}

fn adapter(fault: &str) -> [&str; 5] {
    // It is started hundreds of times, and what is installed beside Python would be looked at each time.
    ["--", "python3", "-S", "tests/adapters/remembers.py", fault]
}

/// The report of a run, and what it printed.
fn judged(words: &[&str], fault: &str) -> (RunRecord, String) {
    let folder = TempDir::new().expect("there is room for a folder");
    let out = folder.path().to_str().expect("the path is UTF-8");
    let formats = ["run", "--format", "terminal,json,html,junit", "--out", out];
    let output = illformed(&[&formats, words, &adapter(fault)].concat());
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert_eq!(output.status.code(), Some(1), "{fault}: {text}");
    let path = folder.path().join("report.json");
    let report = fs::read_to_string(&path).expect("there is a report");
    (RunRecord::from_json("report.json", &report).expect("it is a record"), text)
}

/// The command lines that `text` prints, as words without the name of the program.
fn lines(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("reproduce "));
    let words = |line: &str| shlex::split(line.trim()).expect("the line is one of a shell");
    lines.map(|line| words(line).into_iter().skip(1).collect()).collect()
}

fn flaky(record: &RunRecord) -> usize {
    record.decoders.iter().map(|decoder| decoder.by_claim.tally.flaky).sum()
}

#[test]
fn what_goes_wrong_after_many_inputs_has_a_cause_of_its_own_and_fails_again_alone() {
    let selection = [
        "--only",
        "standard/*@-",
        "--only",
        "never-valid/*@-",
        "--only",
        "never-valid/ff-alone@*",
        "--findings",
        "1",
    ];
    let (record, text) = judged(&selection, "warm");
    let causes: Vec<&str> = record.decoders[0].by_claim.causes.iter().map(|one| one.id.name()).collect();
    assert_eq!(causes, ["changes-with-use"], "{text}");
    assert!(text.contains("derived   after 61 was decoded 100 times"), "{text}");
    let lines = lines(&text);
    assert!(!lines.is_empty(), "{text}");
    for line in lines {
        assert!(line.iter().any(|word| word == "never-valid/ff-alone@warm=100,with=61"), "{line:?}");
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        assert_eq!(illformed(&line).status.code(), Some(1), "{line:?}");
    }
}

#[test]
fn each_line_that_is_printed_fails_again_in_a_fresh_process() {
    let table = [
        ("after", "depends on earlier cases"),
        ("other", "depends on other decoders asked in the same process"),
        ("random", "unstable"),
        ("third", "depends on earlier cases"),
        // These take many cases, a crash, or chance of another kind.
        ("256th", "depends on earlier cases"),
        ("object", "depends on earlier cases"),
        ("crash", "depends on earlier cases"),
        ("address", "unstable"),
        ("clock", "unstable"),
    ];
    for (fault, words) in &table[..if is_whole() { table.len() } else { 3 }] {
        let (_, text) = judged(&[&SELECTION[..], &["--findings", "2"]].concat(), fault);
        assert!(text.contains(words), "{fault}: {text}");
        let lines = lines(&text);
        assert!(!lines.is_empty(), "{fault}: {text}");
        for line in lines {
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            let output = illformed(&line);
            assert_eq!(output.status.code(), Some(1), "{fault}: {line:?}");
        }
    }
}

#[test]
fn the_shortest_sequence_of_a_failure_is_in_the_record() {
    let table: [(&str, &[&str], &[&str]); 3] = [
        ("after", &["overlong/c0-alone@after=80", "surrogate/single-d800"], &[]),
        ("object", &["overlong/c0-alone@after=80", "surrogate/single-d800"], &[]),
        ("other", &["standard/euro-sign"], &["one"]),
    ];
    for (fault, sequence, decoders) in table {
        let (record, text) = judged(&SELECTION, fault);
        let decoder = record.decoders.last().expect("there is a decoder");
        let again = decoder.asked_again.as_ref().expect("it was asked again");
        let [dependence] = again.dependences.as_slice() else { panic!("{fault}: {again:?}, {text}") };
        let ids: Vec<String> = dependence.sequence.iter().map(|case| record.case_id(case)).collect();
        assert_eq!((ids.as_slice(), again.unstable), (&sequence.map_owned()[..], false), "{fault}");
        assert_eq!(dependence.decoders, decoders, "{fault}");
        assert_eq!(flaky(&record), 0, "{fault}: {text}");
        assert!(record.decoders.iter().rev().skip(1).all(|other| other.by_claim.tally.bad() == 0), "{fault}");
    }
}

/// Texts that own what they say.
trait MapOwned {
    fn map_owned(&self) -> Vec<String>;
}

impl MapOwned for [&str] {
    fn map_owned(&self) -> Vec<String> {
        self.iter().map(|text| (*text).to_owned()).collect()
    }
}

#[test]
fn what_differs_from_time_to_time_is_flaky_and_names_the_decoder() {
    for fault in ["random", "address", "clock"] {
        let (record, text) = judged(&SELECTION, fault);
        let again = record.decoders[0].asked_again.as_ref().expect("it was asked again");
        assert!(again.unstable && flaky(&record) > 0, "{fault}: {text}");
        assert_eq!(again.dependences, [], "{fault}");
        assert!(text.contains("remembers/one\n    unstable: "), "{fault}: {text}");
    }
}

#[test]
fn a_decoder_that_remembers_nothing_is_asked_again_without_a_word() {
    let output = illformed(&[&["run"], &SELECTION[..], &adapter("nothing")].concat());
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(!text.contains("Stability") && !text.contains("depends"), "{text}");
}

#[test]
fn the_settings_of_a_run_belong_to_the_line_and_to_its_selection() {
    let settings = ["--repeat", "2", "--timeout", "7", "--max-memory", "512"];
    let (record, text) = judged(&[&SELECTION[..], &settings[..]].concat(), "after");
    for words in ["--repeat 2", "--timeout 7", "--max-memory 512"] {
        assert!(record.selection.iter().any(|word| word == words), "{:?}", record.selection);
        let lines = lines(&text);
        assert!(lines.iter().all(|line| line.join(" ").contains(words)), "{words}: {text}");
    }
}

#[test]
fn the_report_does_not_depend_on_how_many_decoders_are_asked_at_a_time() {
    for fault in ["third", "other"] {
        let of = |jobs| {
            let (record, _) = judged(&[&SELECTION[..], &["--jobs", jobs]].concat(), fault);
            record.decoders
        };
        assert_eq!(of("1"), of("4"), "{fault}");
    }
}
