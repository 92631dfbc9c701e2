//! `workshop vectors` over the files of a suite.

use crate::workshop;
use illformed_vectors::Suite;
use std::fs;
use tempfile::TempDir;

/// The files of the suite but the largest, which programs have written: to look through all takes seconds each time.
fn copied() -> TempDir {
    let folder = TempDir::new().expect("there is room for a folder");
    for (name, text) in Suite::embedded_sources().filter(|(_, text)| text.len() < 150_000) {
        let name = name.trim_start_matches("suite/");
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    folder
}

#[test]
fn vectors_are_linted_and_in_one_form() {
    // The shipped suite with its labels and texts, and the codec beside it.
    workshop(&["vectors", "lint"]).success();
    workshop(&["vectors", "fmt", "--check", "../../vectors/suite"]).success().stdout_eq("");
}

#[test]
fn what_other_profiles_expect_and_flags_that_the_bytes_demand_are_worked_out_and_written_once() {
    workshop(&["vectors", "complete", "--check", "../../vectors/suite"]).success().stdout_eq("");
    let folder = copied();
    let dir = folder.path().to_str().unwrap();
    let file = folder.path().join("overlong.json");
    let whole = fs::read_to_string(&file).unwrap();
    let (before, after) = whole.split_once(",\"also\":").expect("some vector differs");
    let (_, after) = after.split_once("}}}").expect("`also` ends");
    let (start, same) = before.rsplit_once(",\"as_rfc3629\":").expect("each vector has it");
    // As it is written by hand: with nothing but the expectation under RFC 3629.
    fs::write(&file, format!("{start}}}{after}")).unwrap();
    workshop(&["vectors", "lint", dir]).code(2);
    let all = r#"["rfc2279","ucs2","cesu8","mutf8","wtf8","generalized"]"#;
    assert_ne!(same, all, "some profile differs");
    fs::write(&file, format!("{start},\"as_rfc3629\":{all}}}{after}")).unwrap();
    workshop(&["vectors", "lint", dir]).code(1);
    let count = "\"number_of_tests\":";
    let demanded = ",\"nul-smuggling\"],";
    let bare = format!("{start}}}{after}");
    assert!(bare.contains(demanded));
    let bare = bare.replace(demanded, "],");
    fs::write(&file, bare.replace(count, &format!("{count}1"))).unwrap();
    workshop(&["vectors", "complete", "--check", dir])
        .code(1)
        .stdout_eq(format!("{}: not complete\n", file.display()));
    workshop(&["vectors", "complete", dir]).success().stdout_eq(format!("{}: written\n", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
}
