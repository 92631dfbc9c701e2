//! `illformed promote`: what a search of a decoder found becomes a vector.

use super::program::program;
use super::promotion_folder::{FAULT, PromotionFolder, stderr, stdout};
use snapbox::cmd::OutputAssert;
use std::fs;

fn promote(folder: &PromotionFolder, arguments: &[&str]) -> OutputAssert {
    folder.run("illformed", &[&["promote", "--suite", "suite"], arguments].concat())
}

#[test]
fn what_does_not_fail_or_cannot_be_asked_is_refused_and_nothing_is_written() {
    let folder = PromotionFolder::new();
    let before = folder.files();
    let right = promote(&folder, &["--decoder", "std/from-utf8", "--bytes", "c080"]).code(1);
    assert!(stdout(&right).contains("std/from-utf8 keeps its claim"), "{}", stdout(&right));
    for (arguments, why) in [
        (&["--decoder", "std/from-utf8"][..], "nothing to promote"),
        (&["--bytes", "41"], "which decoder failed?"),
        (&["--decoder", "std/from-utf8", "--bytes", "4"], "--bytes 4"),
        (&["--decoder", "gone/gone", "--bytes", "41"], "no adapter of that name"),
        (&["--decoder", "std/gone", "--bytes", "41"], "no decoder of that name"),
        (&["--decoder", "std/from-utf8", "--bytes", "41", "--bytes", "42", "--name", "two"], "of one input"),
    ] {
        let complaint = stderr(&promote(&folder, arguments).code(2));
        assert!(complaint.contains(why), "{arguments:?}: {complaint}");
    }
    assert_eq!(folder.files(), before);
}

#[test]
fn a_script_on_which_a_decoder_fails_is_a_vector_of_calls() {
    let folder = PromotionFolder::new();
    let program = program("workshop");
    let mutants = illformed_workshop::mutants::mutants();
    let of_calls = mutants.iter().find(|mutant| mutant.witness_calls.is_some()).unwrap();
    let (name, calls) = (format!("mutants/{}", of_calls.name), of_calls.witness_calls.unwrap());
    let own = ["--", &*program, "serve"];
    promote(&folder, &[&["--decoder", &*name, "--calls", calls][..], &own].concat()).success();
    let file = fs::read_to_string(folder.path("suite/found.json")).unwrap();
    assert!(file.contains("\"calls\":") && file.contains(&format!("\"by\":\"{name}\"")), "{file}");
    folder.lint().success();
}

#[test]
fn every_finding_of_a_report_is_promoted_and_no_command_of_a_report_is_started() {
    let folder = PromotionFolder::new();
    let program = program("workshop");
    let own = ["--", &*program, "serve"];
    let decoder = format!("mutants/{FAULT}");
    let fuzz = ["fuzz", "--seed", "1", "--runs", "3000", "--format", "json", "--decoder", &*decoder];
    let report = stdout(&folder.run("illformed", &[&fuzz[..], &own].concat()).code(1));
    fs::write(folder.path("report.json"), &report).unwrap();
    let unasked = stdout(&promote(&folder, &["--from-report", "report.json"]).code(3));
    assert!(unasked.contains("give its command again"), "{unasked}");
    assert!(!folder.path("suite/found.json").exists());
    let asserted = promote(&folder, &[&["--from-report", "report.json"][..], &own].concat());
    let text = stdout(&asserted);
    assert!(text.contains(", new\n") && text.contains(&decoder), "{text}");
    folder.lint().success();
    promote(&folder, &[&["--from-report", "report.json"][..], &own].concat());
    for (text, why) in [
        ("{}", "it has no `kind`"),
        ("nonsense", "no file of illformed"),
        (&report[..report.len() / 2], "ends in the middle"),
        (&report.replacen("illformed-fuzz", "illformed-engines", 1), "its kind is `illformed-engines`"),
        (&report.replacen("\"schema\": 1", "\"schema\": 2", 1), "a newer illformed wrote it"),
    ] {
        assert_ne!(text, report, "{why}");
        fs::write(folder.path("report.json"), text).unwrap();
        let said = promote(&folder, &["--from-report", "report.json"]).code(2).get_output().clone();
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(said.contains("report.json: ") && said.contains(why), "{why}: {said}");
    }
}
