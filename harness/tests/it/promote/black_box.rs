//! What a search of a decoder found.

use super::workshop::{FAULT, Workshop, stdout};
use snapbox::cmd::cargo_bin;
use std::fs;

#[test]
fn a_script_on_which_a_decoder_fails_is_a_vector_of_calls_and_a_seed_of_calls() {
    let workshop = Workshop::new();
    let program = cargo_bin!("illformed").display().to_string();
    let mutants = illformed::zoo::mutants();
    let of_calls = mutants.iter().find(|mutant| mutant.witness_calls.is_some()).unwrap();
    let (name, calls) = (format!("zoo/{}", of_calls.name), of_calls.witness_calls.unwrap());
    let own = ["--", &*program, "worker", "zoo"];
    workshop.promote(&[&["--decoder", &*name, "--calls", calls][..], &own].concat()).success();
    let file = fs::read_to_string(workshop.path("suite/found.json")).unwrap();
    assert!(file.contains("\"calls\":") && file.contains(&format!("\"by\":\"{name}\"")), "{file}");
    assert_eq!(fs::read_dir(workshop.path("corpus/calls")).unwrap().count(), 1);
    workshop.run(&["vectors", "lint", "suite"]).success();
}

#[test]
fn every_finding_of_a_report_is_promoted_and_no_command_of_a_report_is_started() {
    let workshop = Workshop::new();
    let program = cargo_bin!("illformed").display().to_string();
    let own = ["--", &*program, "worker", "zoo"];
    let decoder = format!("zoo/{FAULT}");
    let fuzz = ["fuzz", "--seed", "1", "--runs", "3000", "--format", "json", "--decoder", &*decoder];
    let report = stdout(&workshop.run(&[&fuzz[..], &own].concat()).code(1));
    fs::write(workshop.path("report.json"), &report).unwrap();
    let unasked = stdout(&workshop.promote(&["--from-report", "report.json"]).code(3));
    assert!(unasked.contains("give its command again"), "{unasked}");
    assert!(!workshop.path("suite/found.json").exists());
    let asserted = workshop.promote(&[&["--from-report", "report.json"][..], &own].concat());
    let text = stdout(&asserted);
    assert!(text.contains(", new\n") && text.contains(&decoder), "{text}");
    workshop.run(&["vectors", "lint", "suite"]).success();
    workshop.promote(&[&["--from-report", "report.json"][..], &own].concat());
    for (text, why) in [
        ("{}", "it has no `kind`"),
        ("nonsense", "no file of illformed"),
        (&report[..report.len() / 2], "ends in the middle"),
        (&report.replacen("illformed-fuzz", "illformed-engines", 1), "its kind is `illformed-engines`"),
        (&report.replacen("\"schema\": 1", "\"schema\": 2", 1), "a newer illformed wrote it"),
    ] {
        assert_ne!(text, report, "{why}");
        fs::write(workshop.path("report.json"), text).unwrap();
        let said = workshop.promote(&["--from-report", "report.json"]).code(2).get_output().clone();
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(said.contains("report.json: ") && said.contains(why), "{why}: {said}");
    }
}
