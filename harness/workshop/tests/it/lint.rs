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
    for row in include_str!("lies.txt").lines().filter(|row| !row.starts_with("# ")) {
        let cells: Vec<&str> = row.split(" -> ").collect();
        let [from, to, code, pointer, said] = cells[..] else { panic!("{row}: five cells") };
        let folder = copy_with("overlong", from, to);
        let (printed, exit) = lint(folder.path());
        assert_eq!(exit, code.parse().ok(), "{to}: {printed}");
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
    let text =
        serde_json::to_string_pretty(&value).unwrap().replacen("\"U+FEFF, then U+0000\"", "\"U+FEFE\"", 1);
    let folder = copy_with("bom", "", "");
    fs::write(folder.path().join("bom.json"), &text).unwrap();
    let line = text.lines().position(|line| line.contains("\"comment\": \"U+FEFE\"")).unwrap() + 1;
    let (printed, _) = lint(folder.path());
    assert!(printed.contains(&format!("bom.json:{line} /vectors/7/comment: ")), "{printed}");
}
