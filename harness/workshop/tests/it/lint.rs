//! `workshop vectors lint` finds each lie in a file, and says where it is.

use crate::workshop;
use illformed_vectors::Suite;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// What it prints of the folder, and its exit code.
fn lint(folder: &Path) -> (String, Option<i32>) {
    let output =
        workshop(&["vectors", "lint", folder.to_str().expect("a name of ours")]).get_output().clone();
    let printed = [output.stdout, output.stderr].concat();
    (String::from_utf8(printed).expect("output is UTF-8"), output.status.code())
}

/// A copy of the shipped groups that are written by hand, the file of `group` changed.
fn copy_with(group: &str, from: &str, to: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let by_hand = |(_, text): &(&str, &str)| !text.contains("\n\"generated\":");
    for (name, text) in Suite::embedded_sources().filter(by_hand) {
        let here = name == format!("suite/{group}.json");
        let text = if here { text.replacen(from, to, 1) } else { text.to_owned() };
        assert!(!here || text.contains(to), "{from} is not in it");
        let file = name.trim_start_matches("suite/");
        fs::write(folder.path().join(file), text).expect("a file of ours");
    }
    folder
}

/// The line of the first `needle` in the shipped file.
fn line_of(group: &str, needle: &str) -> usize {
    let (_, text) =
        Suite::embedded_sources().find(|(name, _)| *name == format!("suite/{group}.json")).expect(group);
    text.lines().position(|line| line.contains(needle)).expect(needle) + 1
}

#[test]
fn whatever_is_corrupted_is_named_with_its_file_line_and_pointer() {
    // The file, where it is changed, from what, to what; where the pointer leads, what is said, the exit code.
    let id = "\"id\":\"overlong/nul-two-bytes\"";
    let table = [
        ("\"overlong\"},", "\"surrogate\"},", "/vectors/0/rfc3629", "reference reads [0,1,overlong]", 1),
        ("\"bytes\":\"c080\"", "\"bytes\":\"c081\"", "/vectors/0/comment", "quotes U+0000", 1),
        ("\"U+0000 in two bytes", "\"U+0001 in two bytes", "/vectors/0/comment", "quotes U+0001", 1),
        (
            "\"overlong\",\"nul-smuggling\",",
            "\"overlong\",\"nul-smuggling\",\"surrogate\",",
            "/vectors/0/flags/2",
            "flag `surrogate`, but there is no",
            1,
        ),
        ("\"nul-smuggling\",\"st", "\"st", "/vectors/0/flags", "but no flag `nul-smuggling`", 1),
        (id, "\"id\":\"overlong/c1-two-bytes\"", "/vectors/0/id", "quotes C1", 1),
        (id, "\"id\":\"overlong/line-feed-two-bytes\"", "/vectors/1/id", "duplicate id", 2),
        (id, "\"id\":\"bom/nul-two-bytes\"", "/vectors/0/id", "in group `overlong`", 2),
        (id, "\"id\":\"overlong/NUL\"", "/vectors/0/id", "is no id", 2),
    ];
    for (from, to, pointer, said, code) in table {
        let folder = copy_with("overlong", from, to);
        let (printed, exit) = lint(folder.path());
        assert_eq!(exit, Some(code), "{to}: {printed}");
        let line = line_of("overlong", "\"id\":") + usize::from(pointer.starts_with("/vectors/1"));
        let place = format!("overlong.json:{line} {pointer}: ");
        let found = printed.lines().any(|line| line.contains(&place) && line.contains(said));
        assert!(found, "{place}{said}\n{printed}");
    }
}

#[test]
fn a_file_that_is_laid_out_otherwise_has_its_lines_named_too() {
    let file = Suite::embedded().files().iter().find(|file| file.group == "bom").unwrap();
    let value: serde_json::Value = serde_json::from_str(&file.to_canonical()).unwrap();
    let text = serde_json::to_string_pretty(&value).unwrap().replacen(
        "\"U+FEFF and nothing else\"",
        "\"U+FEFE\"",
        1,
    );
    let folder = copy_with("bom", "", "");
    fs::write(folder.path().join("bom.json"), &text).unwrap();
    let line = text.lines().position(|line| line.contains("\"comment\": \"U+FEFE\"")).unwrap() + 1;
    let (printed, _) = lint(folder.path());
    assert!(printed.contains(&format!("bom.json:{line} /vectors/0/comment: ")), "{printed}");
}
