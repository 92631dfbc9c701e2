//! `workshop vectors lint` finds each lie in a file, and says where it is.

use illformed::search::promote::sealed;
use illformed_vectors::Suite;
use illformed_workshop::lint::{FREE_FLAGS, byte_flags, labels};
use snapbox::cmd::{Command, cargo_bin};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// What it prints of the folder, and its exit code.
fn lint(folder: &Path) -> (String, Option<i32>) {
    let arguments = ["vectors", "lint", folder.to_str().expect("a name of ours")];
    let output = Command::new(cargo_bin!("workshop")).args(arguments).assert().get_output().clone();
    (
        String::from_utf8([output.stdout, output.stderr].concat()).expect("output is UTF-8"),
        output.status.code(),
    )
}

#[test]
fn nothing_is_said_of_the_shipped_labels() {
    let findings: Vec<String> = labels(Suite::embedded()).iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn every_flag_of_the_suite_is_checked_or_free_and_none_is_both() {
    let checked: BTreeSet<&str> = byte_flags().map(|rule| rule.flag).collect();
    let free: BTreeSet<&str> = FREE_FLAGS.iter().copied().collect();
    assert!(checked.is_disjoint(&free));
    let defined: BTreeSet<&str> = Suite::embedded()
        .files()
        .iter()
        .flat_map(|file| &file.notes)
        .map(|(flag, _)| flag.as_str())
        .collect();
    assert_eq!(checked.union(&free).copied().collect::<BTreeSet<_>>(), defined);
}

/// A copy of the shipped suite, the file of `group` changed.
fn copy_with(group: &str, from: &str, to: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in Suite::embedded_sources() {
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
        (
            "\"errors\":[[0,1,\"overlong\"],[1,1,",
            "\"errors\":[[0,1,\"surrogate\"],[1,1,",
            "/vectors/0/rfc3629",
            "reference reads",
            1,
        ),
        ("\"bytes\":\"c080\"", "\"bytes\":\"c081\"", "/vectors/0/comment", "says number 0000", 1),
        ("\"U+0000 in two bytes", "\"U+0001 in two bytes", "/vectors/0/comment", "says number 0001", 1),
        (
            "\"overlong\",\"nul-smuggling\",",
            "\"overlong\",\"nul-smuggling\",\"surrogate\",",
            "/vectors/0/flags/2",
            "flag `surrogate`, but there is no",
            1,
        ),
        ("\"nul-smuggling\",\"st", "\"st", "/vectors/0/flags", "but no flag `nul-smuggling`", 1),
        (id, "\"id\":\"overlong/c1-two-bytes\"", "/vectors/0/id", "says bytes C1", 1),
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
        if code == 1 {
            let digest = format!("overlong.json:{} /digest: ", line_of("overlong", "\"digest\":"));
            assert!(printed.lines().any(|line| line.contains(&digest)), "{printed}");
        }
    }
}

#[test]
fn a_digest_that_is_wrong_or_missing_is_named() {
    let (_, text) = Suite::embedded_sources().find(|(name, _)| *name == "suite/bom.json").unwrap();
    let digest = text.lines().find(|line| line.starts_with("\"digest\":")).unwrap();
    let other = format!("\"digest\":\"{}\",", "0".repeat(64));
    let table = [
        (digest, other.as_str(), "bom.json:6 /digest: the contents have the digest "),
        (&*format!("{digest}\n"), "", "bom.json:1 /digest: no digest"),
    ];
    for (from, to, said) in table {
        let folder = copy_with("bom", from, to);
        let (printed, exit) = lint(folder.path());
        assert_eq!(exit, Some(1));
        assert!(printed.lines().next().unwrap().contains(said), "{printed}");
        let run = |check: &[&str]| {
            let arguments = [&["vectors", "fmt"], check, &[folder.path().to_str().unwrap()]].concat();
            Command::new(cargo_bin!("workshop")).args(arguments).assert().get_output().status.code()
        };
        assert_eq!(run(&["--check"]), Some(1), "fmt --check sees it");
        assert_eq!(run(&[]), Some(0));
        assert_eq!(run(&["--check"]), Some(0), "fmt repairs it");
        assert_eq!(lint(folder.path()).1, Some(0));
    }
}

#[test]
fn lies_of_public_test_data_are_found() {
    // A comment, the bytes, and what is said; each is wrong in a set of test data that somebody published.
    let missing_last: Vec<String> = (0x80..0xBF).map(|byte: u32| format!("{byte:02x}")).collect();
    let missing_last = missing_last.concat();
    let leads = |from: u32, to: u32| -> String {
        let spaced: Vec<String> = (from..to).map(|byte| format!("{byte:02x}20")).collect();
        spaced.concat()
    };
    let table: [(&str, &str, &str); 14] = [
        ("U+FDEF, the last of the block", "efb79f", "says number FDEF"),
        ("U+03FFFFFF", "f7bfbfbfbf", "says number 3FFFFFF"),
        ("U+7FFFFFFF", "f7bfbfbfbfbf", "says number 7FFFFFFF"),
        ("7FFFFFFF, the last six-byte value", "f7bfbfbfbfbf", "there is no six-byte form"),
        ("E0 A0, then U+0061", "e08061", "says bytes E0 A0"),
        ("all continuation bytes 80..BF", &missing_last, "says bytes 80 to BF"),
        ("all leads C0..DF, each before a space", &leads(0xC0, 0xDF), "says bytes C0 to DF"),
        ("all leads E0..EF, each before a space", &leads(0xE0, 0xEF), "says bytes E0 to EF"),
        ("all leads F0..F7, each before a space", &leads(0xF0, 0xF7), "says bytes F0 to F7"),
        ("all leads F8..FB, each before a space", &leads(0xF8, 0xFB), "says bytes F8 to FB"),
        ("all leads FC..FD, each before a space", &leads(0xFC, 0xFD), "says bytes FC to FD"),
        ("an overlong slash", "2f", "there is no overlong form"),
        ("U+002F in three bytes", "c0af", "002F is not in it in three bytes"),
        ("the last under C2", "c2be", "the last under C2 is not in it"),
    ];
    for (comment, bytes, said) in table {
        let vector = format!(
            r#"{{"id":"lie/one","bytes":"{bytes}","comment":"{comment}","flags":[],"refs":["a test"],"rfc3629":{{"well_formed":true,"errors":[],"text":[]}}}}"#
        );
        let file = format!(
            "{{\n\"kind\":\"decode\",\"schema\":1,\"suite\":\"lies\",\"group\":\"lie\",\"about\":\"a test\",\"notes\":{{}},\n\"vectors\":[\n{vector}\n]\n}}\n"
        );
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("lie.json"), file).unwrap();
        let (printed, exit) = lint(folder.path());
        assert_eq!(exit, Some(1));
        let found = printed.lines().find(|line| line.contains("lie.json:4 /vectors/0/comment: lie/one: "));
        assert!(found.is_some(), "{comment}: {printed}");
        assert!(printed.contains(said), "{comment}: {printed}");
    }
}

#[test]
fn a_file_that_is_laid_out_otherwise_has_its_lines_named_too() {
    let file = Suite::embedded().files().iter().find(|file| file.group == "bom").unwrap();
    let value: serde_json::Value = serde_json::from_str(&sealed(file)).unwrap();
    let text = serde_json::to_string_pretty(&value).unwrap().replacen(
        "\"U+FEFF and nothing else\"",
        "\"U+FEFE\"",
        1,
    );
    let folder = copy_with("bom", "", "");
    fs::write(folder.path().join("bom.json"), &text).unwrap();
    let line = text.lines().position(|line| line.contains("\"id\": \"bom/alone\"")).unwrap() + 1;
    let (printed, _) = lint(folder.path());
    assert!(printed.contains(&format!("bom.json:{line} /vectors/0/comment: ")), "{printed}");
}
