//! JUnit XML, as junitparser for Python reads it.

use crate::reports::{self, baselined, small};
use crate::typed::Folder;
use illformed::record::run_record::RunRecord;
use illformed::tell::report::junit;
use quick_junit::Report;
use serde_json::Value;
use std::process::Command;

pub(crate) fn python() -> Option<&'static str> {
    ["python3", "/usr/bin/python3"].into_iter().find(|python| {
        let output = Command::new(python).args(["-c", "import junitparser"]).output();
        output.is_ok_and(|output| output.status.success())
    })
}

fn parsed(record: &RunRecord) -> Report {
    Report::deserialize_from_str(&junit(record)).expect("it is JUnit XML")
}

/// Prints what junitparser sees: for each suite its counts, and each test case with what came of it.
const READER: &str = "
import json, sys
from junitparser import JUnitXml
suites = JUnitXml.fromfile(sys.argv[1])
print(json.dumps([
    [suite.name, suite.tests, suite.failures, suite.errors, suite.skipped,
     [[case.name, case.classname, [type(result).__name__ for result in case.result]] for case in suite]]
    for suite in suites
]))
";

pub(crate) fn junitparser_reads_every_suite_and_case() {
    let python = python().expect("a Python with junitparser");
    let folder = Folder::new();
    let mut hostile = reports::hostile();
    hostile.absent.clone_from(&baselined(false).absent);
    for record in [small(), baselined(true), hostile] {
        folder.write("report.xml", junit(&record));
        let seen = seen(python, &folder);
        let report = parsed(&record);
        let suites = seen.as_array().expect("a list");
        assert_eq!(suites.len(), report.test_suites.len());
        for (seen, ours) in suites.iter().zip(&report.test_suites) {
            assert_eq!(seen[0], ours.name.as_str());
            let counts = [ours.tests, ours.failures, ours.errors, ours.skipped];
            for (number, count) in counts.into_iter().enumerate() {
                assert_eq!(seen[number + 1], count, "{} of {}", number, ours.name.as_str());
            }
            let cases = seen[5].as_array().expect("a list");
            let of = |result: &str| cases.iter().filter(|case| case[2][0] == result).count();
            let found = [cases.len(), of("Failure"), of("Error"), of("Skipped")];
            assert_eq!(found, counts, "{}", ours.name.as_str());
        }
    }
}

fn seen(python: &str, folder: &Folder) -> Value {
    let command = Command::new(python).args(["-c", READER]).arg(folder.path("report.xml")).output();
    let output = command.expect("Python starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}\n{}", folder.read("report.xml"));
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}
