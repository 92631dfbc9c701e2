//! `illformed promote`: what a search of a decoder found becomes a vector.

use super::program::program;
use super::promotion_folder::{FAULT, PromotionFolder};
use crate::typed::{Said, illformed};
use serde_json::Value;
use std::fs;

#[track_caller]
fn typed(folder: &PromotionFolder, line: &str) -> Said {
    Said::of(illformed(line).current_dir(folder.root()))
}

#[track_caller]
fn promote(folder: &PromotionFolder, words: &str) -> Said {
    typed(folder, &format!("promote --suite suite {words}"))
}

/// The words that bring in a faulty decoder of the workshop.
fn mutant(name: &str) -> String {
    format!("--decoder mutants/{name} -- '{}' serve", program("workshop"))
}

fn ids(said: &Said) -> Vec<String> {
    let id = |line: &str| {
        let vector: Value = serde_json::from_str(line).expect("a line is JSON");
        vector["id"].as_str().expect("a vector has an id").to_owned()
    };
    said.stdout.lines().map(id).collect()
}

#[test]
fn the_printed_line_put_where_it_says_fails_the_decoder_by_name() {
    let mutants = illformed_workshop::mutants::mutants();
    let of_calls = mutants.iter().find(|mutant| mutant.witness_calls.is_some()).unwrap();
    let calls = format!("--calls '{}'", of_calls.witness_calls.unwrap());
    for (name, input, key) in [
        (FAULT, "--bytes 736f6d6520eda0802074657874", "bytes"),
        (FAULT, "--keep-size --bytes 736f6d6520eda0802074657874", "bytes"),
        (of_calls.name, &calls, "calls"),
    ] {
        let folder = PromotionFolder::new();
        let before = folder.files();
        let (decoder, name) = (mutant(name), format!("mutants/{name}"));
        let said = promote(&folder, &format!("{input} {decoder}")).ends(0);
        assert_eq!(folder.files(), before, "{input}");
        let added = "add the line to the vectors of suite/found.json";
        let said = said.complains(&[added, "then: illformed vectors lint suite", &name]);
        let line = &said.stdout;
        let vector: Value = serde_json::from_str(line).unwrap();
        assert!(vector.get(key).is_some() && vector["found"]["by"] == *name, "{line}");

        folder.insert(line);
        let file = fs::read_to_string(folder.path("suite/found.json")).unwrap();
        assert!(file.contains(&format!("\n\"vectors\":[\n{line}]\n")), "{file}");
        folder.lint().success();
        let id = &ids(&said)[0];
        for (decoder, code) in [(&decoder, 1), (&"--decoder codec/decoder-rfc3629".to_owned(), 0)] {
            typed(&folder, &format!("run --suite suite --only {id} {decoder}")).ends(code);
        }
        // The line is in the suite now.
        let again = promote(&folder, &format!("{input} {decoder}")).ends(0);
        assert_eq!(again.complains(&[&format!("no new vector: {id} has this input")]).stdout, "");
    }
}

#[test]
fn several_inputs_have_a_line_for_each_that_is_new() {
    let folder = PromotionFolder::new();
    fs::write(folder.path("crash-1"), b"with \xED\xA0\x80").unwrap();
    fs::write(folder.path("crash-2"), b"\xED\xBF\xBF").unwrap();
    // This decoder takes no calls, and does not fail on the last.
    let inputs = "crash-1 crash-2 --calls 'ed a0 80 .' --bytes eda181 --bytes 41";
    let said = promote(&folder, &format!("{inputs} --keep-size {}", mutant(FAULT))).ends(3);
    let said = said.complains(&[
        "--calls ed a0 80 .: mutants/m10 could not be asked: ",
        "--bytes 41: mutants/m10 does not fail on it",
        "add the lines to the vectors of suite/found.json",
    ]);
    assert_eq!(said.stdout.lines().count(), 3, "{said:?}");
    folder.insert(&said.stdout);
    folder.lint().success();
    // All become the same when they are shrunk.
    let said = promote(&folder, &format!("crash-1 crash-2 --bytes eda181 {}", mutant(FAULT))).ends(0);
    assert_eq!(ids(&said), ["found/surrogate-ed-a0-80"]);
}

#[test]
fn an_id_that_was_removed_is_not_used_again_and_a_new_group_has_its_file_printed() {
    let folder = PromotionFolder::new();
    let promoted = || promote(&folder, &format!("--bytes eda080 {}", mutant(FAULT))).ends(0);
    assert_eq!(ids(&promoted()), ["found/surrogate-ed-a0-80"]);
    let path = folder.path("suite/found.json");
    let file = fs::read_to_string(&path).unwrap();
    let tombstone =
        r#""tombstones":[{"id":"found/surrogate-ed-a0-80","removed_in":"0.1.0","why":"a test"}],"#;
    fs::write(&path, file.replace("\"vectors\"", &format!("{tombstone}\n\"vectors\""))).unwrap();
    assert_eq!(ids(&promoted()), ["found/surrogate-ed-a0-80-no2"]);

    fs::remove_file(&path).unwrap();
    let said = promoted();
    let envelope = said.stderr.lines().find_map(|line| line.strip_prefix("write suite/found.json first: "));
    fs::write(&path, envelope.unwrap_or_else(|| panic!("{said:?}"))).unwrap();
    folder.insert(&said.stdout);
    folder.lint().success();
}

#[test]
fn every_finding_of_a_report_is_promoted_and_no_command_of_a_report_is_started() {
    let folder = PromotionFolder::new();
    let own = format!("-- '{}' serve", program("workshop"));
    let fuzz = format!("fuzz --seed 1 --runs 3000 --format json {}", mutant(FAULT));
    let report = typed(&folder, &fuzz).ends(1).stdout;
    fs::write(folder.path("report.json"), &report).unwrap();
    let unasked = promote(&folder, "--from-report report.json").ends(3);
    assert_eq!(unasked.complains(&["give its command again"]).stdout, "");
    let promoted = || promote(&folder, &format!("--from-report report.json {own}")).ends(0);
    let said = promoted().complains(&[&format!("mutants/{FAULT}")]);
    assert_ne!(said.stdout, "");
    folder.insert(&said.stdout);
    folder.lint().success();
    assert_eq!(promoted().stdout, "");
    let dependent = report.replacen("\"hits\"", "\"earlier\": [{\"bytes\": \"41\"}], \"hits\"", 1);
    fs::write(folder.path("report.json"), dependent).unwrap();
    let said = promote(&folder, &format!("--from-report report.json {own}")).ends(1);
    said.complains(&["fails on it only after other inputs, and a vector is asked alone"]);
    // What else is no report is refused as those of runs are.
    for (from, to, why) in [
        ("illformed-fuzz", "illformed-engines", "its kind is `illformed-engines`"),
        ("\"schema\": 2", "\"schema\": 3", "a newer illformed wrote it"),
    ] {
        fs::write(folder.path("report.json"), report.replacen(from, to, 1)).unwrap();
        promote(&folder, "--from-report report.json").ends(2).complains(&["report.json: ", why]);
    }
}
