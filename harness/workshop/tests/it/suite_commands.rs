//! `workshop vectors` as its users meet it: what is said of a suite, and what is made of it.

use crate::{stdout, workshop};
use illformed_judge::case::Plan;
use illformed_vectors::{OTHER_KINDS, Suite};
use serde_json::Value;
use snapbox::cmd::OutputAssert;
use std::fs;
use tempfile::TempDir;

fn run(words: &[&str]) -> OutputAssert {
    workshop(&[&["vectors"], words].concat())
}

fn text(words: &[&str]) -> String {
    stdout(&run(words).success().stderr_eq(""))
}

const FOLDER: &str = "../../vectors/suite";

fn stats(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[&["stats", "--format", "json"], arguments].concat())).expect("it is JSON")
}

#[test]
fn stats_count_every_vector_once_and_every_profile_in_full() {
    let stats = stats(&[FOLDER]);
    let sum = |list: &str, key: &str| -> u64 {
        stats[list].as_array().unwrap().iter().map(|one| one[key].as_u64().unwrap()).sum()
    };
    let vectors = Suite::embedded().vectors().count() as u64;
    assert_eq!((sum("groups", "vectors"), sum("importances", "vectors")), (vectors, vectors));
    for key in ["vectors", "scripts", "derived_cases", "bytes", "well_formed", "ill_formed"] {
        assert_eq!(stats["total"][key], sum("groups", key), "{key}");
    }
    assert_eq!(sum("groups", "well_formed") + sum("groups", "ill_formed"), vectors);
    let cases = Plan::everything(Suite::embedded()).cases.len() as u64;
    assert_eq!(vectors + sum("groups", "derived_cases"), cases);
    let in_profiles = ["well_formed", "ill_formed", "unspecified"].map(|key| sum("profiles", key));
    assert_eq!(in_profiles.iter().sum::<u64>(), 7 * vectors);
    for profile in stats["profiles"].as_array().unwrap() {
        assert_eq!(profile["differ"] == 0, profile["profile"] == "rfc3629", "{profile}");
    }
    assert_eq!(sum("importances", "flags"), stats["flags"].as_array().unwrap().len() as u64);
    let mut groups = stats["groups"].as_array().unwrap().iter();
    let standard = groups.find(|group| group["group"] == "standard").unwrap();
    assert_eq!((&standard["ill_formed"], &standard["scripts"]), (&2.into(), &0.into()));
    assert_eq!(stats.get("kinds"), None, "a folder has decode vectors alone");
}

#[test]
fn stats_are_printed_as_a_table_with_a_row_for_each_count() {
    let table = text(&["stats", FOLDER]);
    let stats = stats(&[FOLDER]);
    for (list, name) in
        [("groups", "group"), ("importances", "importance"), ("flags", "flag"), ("profiles", "profile")]
    {
        for row in stats[list].as_array().unwrap() {
            let start = format!(
                "{:<24}{:>8}",
                row[name].as_str().unwrap(),
                row.get("vectors").unwrap_or(&row["differ"]).to_string()
            );
            assert!(table.lines().any(|line| line.starts_with(&start)), "{start}");
        }
    }
    let table = text(&["stats"]);
    assert!(table.lines().all(|line| line.chars().count() <= 80 && line == line.trim_end()), "{table}");
    let file: Value = serde_json::from_str(OTHER_KINDS[0].1).unwrap();
    let encode = format!("\nkind encode{:>21}\n", file["number_of_tests"].to_string());
    assert!(table.contains(&encode), "{table}");
}

#[test]
fn a_diff_says_what_changed_and_what_version_that_needs() {
    let file = |tombstones: &str, vectors: &[&str]| {
        let head =
            r#"{"kind":"decode","schema":2,"suite":"test","group":"good","about":"a test","notes":{},"#;
        format!(
            "{head}\"number_of_tests\":{},\"tombstones\":[{tombstones}],\"vectors\":[{}]}}",
            vectors.len(),
            vectors.join(",")
        )
    };
    let a = r#"{"id":"good/a","bytes":"41","comment":"c","flags":[],"refs":["r"],"rfc3629":{"well_formed":true,"errors":[],"text":["0041"]},"as_rfc3629":["rfc2279","ucs2","cesu8","mutf8","wtf8","generalized"]}"#;
    let b = &a.replace("good/a", "good/b").replace("\"41\"", "\"42\"").replace("0041", "0042");
    let grave = r#"{"id":"good/b","removed_in":"2.0.0","why":"wrong"}"#;
    let other_input = &a.replace("\"41\"", "\"43\"");
    let other_text = &a.replace("0041", "0043");
    let other_profile = &a.replace(r#""rfc2279","#, "").replace(
        r#""generalized"]"#,
        r#""generalized"],"also":{"rfc2279":{"unspecified":"rfc2279-surrogate"}}"#,
    );
    let other_words = &a.replace("\"c\"", "\"d\"");
    let every = "rfc3629, rfc2279, ucs2, cesu8, mutf8, wtf8, generalized";
    let every = &format!("another expectation under {every}");
    let both = &file("", &[a, b]);
    let (one, buried) = (&file("", &[a]), &file(grave, &[a]));
    // Old, new, what is said of the id, what is needed, the exit code, and that with --major.
    let table: [(&str, &str, &str, &str, i32, i32); 10] = [
        (both, &file("", &[b, a]), "", "no vector changed", 0, 0),
        (one, &file("", &[other_words]), "other words", "a patch version", 0, 0),
        (one, both, "added", "a minor version", 0, 0),
        (both, buried, "removed", "a major version and a reason", 1, 0),
        (both, one, "removed without a tombstone", "nothing: no version allows it", 1, 1),
        (buried, both, "used again after it was removed", "nothing", 1, 1),
        (buried, one, "its tombstone is gone", "nothing", 1, 1),
        (one, &file("", &[other_input]), "another input", "nothing", 1, 1),
        (one, &file("", &[other_text]), every, "a major version", 1, 0),
        (one, &file("", &[other_profile]), "another expectation under rfc2279", "a major version", 1, 0),
    ];
    let folder = TempDir::new().unwrap();
    let dirs = ["old", "new"].map(|name| folder.path().join(name));
    for dir in &dirs {
        fs::create_dir(dir).unwrap();
    }
    let [old_dir, new_dir] = [&dirs[0], &dirs[1]].map(|dir| dir.to_str().unwrap());
    for (old, new, said, needed, code, code_of_major) in table {
        fs::write(dirs[0].join("good.json"), old).unwrap();
        fs::write(dirs[1].join("good.json"), new).unwrap();
        let printed = stdout(&run(&["diff", old_dir, new_dir]).code(code));
        let first = printed.lines().next().unwrap();
        assert!(said.is_empty() || first.ends_with(&format!(" {said}")), "{printed}");
        assert!(printed.lines().last().unwrap().contains(needed), "{printed}");
        run(&["diff", "--major", old_dir, new_dir]).code(code_of_major);
    }
}
