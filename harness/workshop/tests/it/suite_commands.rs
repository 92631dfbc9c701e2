//! `workshop vectors stats` as its users meet it.

use crate::{stdout, workshop};
use illformed_judge::case::Plan;
use illformed_vectors::{OTHER_KINDS, Suite};
use serde_json::Value;

fn text(words: &[&str]) -> String {
    stdout(&workshop(&[&["vectors"], words].concat()).success().stderr_eq(""))
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
