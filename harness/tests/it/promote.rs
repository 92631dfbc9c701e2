//! `illformed promote`: what a search of a decoder found becomes a vector.

use super::program::program;
use super::promotion_folder::{FAULT, PromotionFolder, stderr, stdout};
use serde_json::Value;
use snapbox::cmd::OutputAssert;
use std::fs;

fn promote(folder: &PromotionFolder, arguments: &[&str]) -> OutputAssert {
    folder.run("illformed", &[&["promote", "--suite", "suite"], arguments].concat())
}

/// The ids of the vectors in these lines.
fn ids(lines: &str) -> Vec<String> {
    let id = |line: &str| {
        let vector: Value = serde_json::from_str(line).expect("a line is JSON");
        vector["id"].as_str().expect("a vector has an id").to_owned()
    };
    lines.lines().map(id).collect()
}

#[test]
fn what_does_not_fail_or_cannot_be_asked_is_refused_and_nothing_is_written() {
    let folder = PromotionFolder::new();
    let before = folder.files();
    let long = ["--keep-size", "--bytes", "ff*4097", "--command", "true"];
    for (arguments, code, why) in [
        (&["--decoder", "std/from-utf8", "--bytes", "c080"][..], 1, "std/from-utf8 does not fail on it"),
        (&[&long[..], &["--reject-code", "9"]].concat(), 1, "fails on 4097 bytes, and at most 4096 are kept"),
        (&["--decoder", "std/from-utf8"], 2, "nothing to promote"),
        (&["--bytes", "41"], 2, "which decoder failed?"),
        (&["--decoder", "std/from-utf8", "--bytes", "4"], 2, "--bytes 4"),
        (&["--decoder", "gone/gone", "--bytes", "41"], 2, "no adapter of that name"),
        (&["--decoder", "std/gone", "--bytes", "41"], 2, "no decoder of that name"),
        (&["--bytes", "41", "--", "false"], 3, "could not be asked"),
    ] {
        let asserted = promote(&folder, arguments).code(code);
        let complaint = stderr(&asserted);
        assert!(complaint.contains(why), "{arguments:?}: {complaint}");
        assert_eq!(stdout(&asserted), "", "{arguments:?}");
    }
    assert_eq!(folder.files(), before);
}

#[test]
fn the_printed_line_put_where_it_says_fails_the_decoder_by_name() {
    let program = program("workshop");
    let mutants = illformed_workshop::mutants::mutants();
    let of_calls = mutants.iter().find(|mutant| mutant.witness_calls.is_some()).unwrap();
    for (name, input, key) in [
        (FAULT, &["--bytes", "736f6d6520eda0802074657874"][..], "bytes"),
        (FAULT, &["--keep-size", "--bytes", "736f6d6520eda0802074657874"], "bytes"),
        (of_calls.name, &["--calls", of_calls.witness_calls.unwrap()], "calls"),
    ] {
        let folder = PromotionFolder::new();
        let before = folder.files();
        let name = format!("mutants/{name}");
        let decoder = ["--decoder", &*name, "--", &*program, "serve"];
        let asserted = promote(&folder, &[input, &decoder].concat()).success();
        let (line, said) = (stdout(&asserted), stderr(&asserted));
        assert_eq!(folder.files(), before, "{input:?}");
        for words in
            ["add the line to the vectors of suite/found.json", "then: illformed vectors lint suite", &name]
        {
            assert!(said.contains(words), "{words}: {said}");
        }
        let vector: Value = serde_json::from_str(&line).unwrap();
        assert!(vector.get(key).is_some() && vector["found"]["by"] == *name, "{line}");

        folder.insert(&line);
        let file = fs::read_to_string(folder.path("suite/found.json")).unwrap();
        assert!(file.contains(&format!("\n\"vectors\":[\n{line}]\n")), "{file}");
        folder.lint().success();
        let id = &ids(&line)[0];
        let run = |decoder: &[&str]| {
            folder.run("illformed", &[&["run", "--suite", "suite", "--only", id], decoder].concat())
        };
        run(&decoder).code(1);
        run(&["--decoder", "codec/decoder-rfc3629"]).success();

        // The line is in the suite now.
        let asserted = promote(&folder, &[input, &decoder].concat()).success();
        let said = stderr(&asserted);
        assert!(said.contains(&format!("no new vector: {id} has this input")), "{said}");
        assert_eq!(stdout(&asserted), "");
    }
}

#[test]
fn several_inputs_have_a_line_for_each_that_is_new() {
    let folder = PromotionFolder::new();
    let program = program("workshop");
    fs::write(folder.path("crash-1"), b"with \xED\xA0\x80").unwrap();
    fs::write(folder.path("crash-2"), b"\xED\xBF\xBF").unwrap();
    let decoder = format!("mutants/{FAULT}");
    // This decoder takes no calls, and does not fail on the last.
    let inputs = ["crash-1", "crash-2", "--calls", "ed a0 80 .", "--bytes", "eda181", "--bytes", "41"];
    let keep = ["--keep-size", "--decoder", &*decoder, "--", &*program, "serve"];
    let asserted = promote(&folder, &[&inputs[..], &keep].concat()).code(3);
    let (lines, said) = (stdout(&asserted), stderr(&asserted));
    assert_eq!(lines.lines().count(), 3, "{lines}");
    for words in [
        "--calls ed a0 80 .: mutants/m10 could not be asked: ",
        "--bytes 41: mutants/m10 does not fail on it",
        "add the lines to the vectors of suite/found.json",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    folder.insert(&lines);
    folder.lint().success();
    // All become the same when they are shrunk.
    let asserted = promote(&folder, &[&["crash-1", "crash-2", "--bytes", "eda181"], &keep[1..]].concat());
    assert_eq!(ids(&stdout(&asserted.success())), ["found/surrogate-ed-a0-80"]);
}

#[test]
fn a_vector_of_the_built_in_suite_goes_into_the_checkout() {
    let folder = PromotionFolder::new();
    let program = program("workshop");
    let decoder = format!("mutants/{FAULT}");
    let promote = |bytes| {
        let words = ["promote", "--keep-size", "--bytes", bytes, "--decoder", &*decoder, "--", &*program];
        folder.run("illformed", &[&words[..], &["serve"]].concat()).success()
    };
    // No shipped vector has these twice.
    let asserted = promote("eda181*2");
    assert_eq!(ids(&stdout(&asserted)), ["found/surrogate-ed-a1-81-ed-a1-81"]);
    let words = "add the line to the vectors of vectors/suite/found.json, then: make fmt lint";
    assert!(stderr(&asserted).contains(words), "{}", stderr(&asserted));
    let asserted = promote("eda080");
    assert_eq!(stdout(&asserted), "");
    assert!(stderr(&asserted).contains("no new vector: surrogate/"), "{}", stderr(&asserted));
}

#[test]
fn an_id_that_was_removed_is_not_used_again_and_a_new_group_has_its_file_printed() {
    let folder = PromotionFolder::new();
    let program = program("workshop");
    let decoder = format!("mutants/{FAULT}");
    let arguments = ["--bytes", "eda080", "--decoder", &*decoder, "--", &*program, "serve"];
    let id = || ids(&stdout(&promote(&folder, &arguments).success())).concat();
    assert_eq!(id(), "found/surrogate-ed-a0-80");
    let path = folder.path("suite/found.json");
    let file = fs::read_to_string(&path).unwrap();
    let tombstone =
        r#""tombstones":[{"id":"found/surrogate-ed-a0-80","removed_in":"0.1.0","why":"a test"}],"#;
    fs::write(&path, file.replace("\"vectors\"", &format!("{tombstone}\n\"vectors\""))).unwrap();
    assert_eq!(id(), "found/surrogate-ed-a0-80-no2");

    fs::remove_file(&path).unwrap();
    let asserted = promote(&folder, &arguments).success();
    let said = stderr(&asserted);
    let envelope = said.lines().find_map(|line| line.strip_prefix("write suite/found.json first: "));
    fs::write(&path, envelope.unwrap_or_else(|| panic!("{said}"))).unwrap();
    folder.insert(&stdout(&asserted));
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
    let unasked = promote(&folder, &["--from-report", "report.json"]).code(3);
    assert!(stderr(&unasked).contains("give its command again"), "{}", stderr(&unasked));
    assert_eq!(stdout(&unasked), "");
    let asserted = promote(&folder, &[&["--from-report", "report.json"][..], &own].concat()).success();
    let (lines, said) = (stdout(&asserted), stderr(&asserted));
    assert!(!lines.is_empty() && said.contains(&decoder), "{lines}{said}");
    folder.insert(&lines);
    folder.lint().success();
    let again = promote(&folder, &[&["--from-report", "report.json"][..], &own].concat()).success();
    assert_eq!(stdout(&again), "");
    for (text, why) in [
        ("{}", "it has no `kind`"),
        ("nonsense", "not a file of illformed"),
        (&report[..report.len() / 2], "truncated at line "),
        (&report.replacen("illformed-fuzz", "illformed-engines", 1), "its kind is `illformed-engines`"),
        (&report.replacen("\"schema\": 1", "\"schema\": 2", 1), "a newer illformed wrote it"),
    ] {
        assert_ne!(text, report, "{why}");
        fs::write(folder.path("report.json"), text).unwrap();
        let said = stderr(&promote(&folder, &["--from-report", "report.json"]).code(2));
        assert!(said.contains("report.json: ") && said.contains(why), "{why}: {said}");
    }
}
