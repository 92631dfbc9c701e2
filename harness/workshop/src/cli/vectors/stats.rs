//! `workshop vectors stats`.

use crate::cli::vectors::sources::listed;
use illformed::cli::{CliError, TextFormat, load_suite};
use illformed_judge::case::Plan;
use illformed_vectors::{Importance, Input, OTHER_KINDS, Profile, Suite, Vector};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// The keys of a group's counts and the widths of their columns.
const COUNTS: [(&str, usize); 6] = [
    ("vectors", 8),
    ("scripts", 8),
    ("derived_cases", 8),
    ("bytes", 8),
    ("well_formed", 12),
    ("ill_formed", 12),
];

pub(crate) fn stats(dir: Option<&Path>, format: TextFormat) -> Result<ExitCode, CliError> {
    let mut stats = suite_stats(&*load_suite(dir)?);
    // A folder of somebody's own has decode vectors alone.
    if dir.is_none() {
        stats["kinds"] = OTHER_KINDS.iter().map(|(_, text)| kind_stats(text)).collect();
    }
    listed(format, &stats, table)
}

fn suite_stats(suite: &Suite) -> Value {
    let mut derived: HashMap<&str, usize> = HashMap::new();
    for case in &Plan::everything(suite).cases {
        *derived.entry(case.vector.id.as_str()).or_default() += usize::from(case.id.recipe.is_some());
    }
    let mut total = [0; COUNTS.len()];
    let mut groups = Vec::new();
    for file in suite.files() {
        let mut counts = [0; COUNTS.len()];
        for vector in &file.vectors {
            let derived = derived.get(vector.id.as_str()).copied().unwrap_or(0);
            counts.iter_mut().zip(counts_of(vector, derived)).for_each(|(sum, count)| *sum += count);
        }
        total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let mut group = object(counts);
        group["group"] = file.group.as_str().into();
        groups.push(group);
    }
    let mut notes: Vec<_> = suite.files().iter().flat_map(|file| &file.notes).collect();
    notes.sort_by_key(|(flag, _)| *flag);
    let count = |wanted: &dyn Fn(&Vector) -> bool| suite.vectors().filter(|vector| wanted(vector)).count();
    let importance = |one: Importance| {
        let vectors = count(&|vector| suite.importance(vector) == one);
        let flags = notes.iter().filter(|(_, note)| note.importance == one).count();
        json!({"importance": one.name(), "vectors": vectors, "flags": flags})
    };
    let profile = |profile: Profile| {
        let answers = |wanted| count(&|vector| vector.expectation(profile).well_formed() == wanted);
        json!({
            "profile": profile.name(),
            "differ": count(&|vector| *vector.expectation(profile) != vector.rfc3629),
            "well_formed": answers(Some(true)),
            "ill_formed": answers(Some(false)),
            "unspecified": answers(None),
        })
    };
    json!({
        "suite": suite.name(),
        "groups": groups,
        "total": object(total),
        "importances": Importance::ALL.iter().rev().map(|one| importance(*one)).collect::<Value>(),
        "flags": notes.iter().map(|(flag, note)| json!({
            "flag": flag,
            "importance": note.importance.name(),
            "vectors": count(&|vector| vector.flags.contains(flag)),
        })).collect::<Value>(),
        "profiles": Profile::ALL.iter().map(|one| profile(*one)).collect::<Value>(),
    })
}

/// The [counts](COUNTS) of one vector.
fn counts_of(vector: &Vector, derived: usize) -> [usize; COUNTS.len()] {
    let scripts = usize::from(matches!(vector.input, Input::Calls(_)));
    let bytes = vector.input.bytes().len();
    let answer = vector.rfc3629.well_formed();
    [1, scripts, derived, bytes, usize::from(answer == Some(true)), usize::from(answer == Some(false))]
}

fn object(counts: [usize; COUNTS.len()]) -> Value {
    COUNTS.into_iter().zip(counts).map(|((key, _), count)| (key.to_owned(), Value::from(count))).collect()
}

/// The counts of a file of another kind.
fn kind_stats(text: &str) -> Value {
    let file: Value = serde_json::from_str(text).expect("the tests read what is built in");
    let vectors = file["vectors"].as_array().map_or(&[][..], Vec::as_slice);
    let has = |vector: &Value, flag: &str| {
        vector["flags"].as_array().is_some_and(|flags| flags.iter().any(|one| one == flag))
    };
    let count = |flag: &String| vectors.iter().filter(|vector| has(vector, flag)).count();
    let flags: Vec<_> =
        file["notes"].as_object().into_iter().flatten().map(|(flag, _)| (flag, count(flag))).collect();
    json!({"kind": file["kind"], "vectors": vectors.len(), "flags": flags})
}

fn table(stats: &Value) -> String {
    let mut text = format!(
        "{:<24}{:>8}{:>8}{:>8}{:>8}{:>12}{:>12}\n",
        "group", "vectors", "scripts", "derived", "bytes", "well-formed", "ill-formed"
    );
    rows(&mut text, &stats["groups"], "group", &COUNTS);
    let mut total = stats["total"].clone();
    total["group"] = "all".into();
    rows(&mut text, &json!([total]), "group", &COUNTS);
    let _ = writeln!(text, "\n{:<24}{:>8}{:>8}", "importance", "vectors", "flags");
    rows(&mut text, &stats["importances"], "importance", &[("vectors", 8), ("flags", 8)]);
    let _ = writeln!(text, "\n{:<24}{:>8}  importance", "flag", "vectors");
    rows(&mut text, &stats["flags"], "flag", &[("vectors", 8), ("importance", 0)]);
    let _ = writeln!(
        text,
        "\n{:<24}{:>8}{:>12}{:>12}{:>12}",
        "profile", "differ", "well-formed", "ill-formed", "unspecified"
    );
    let widths = [("differ", 8), ("well_formed", 12), ("ill_formed", 12), ("unspecified", 12)];
    rows(&mut text, &stats["profiles"], "profile", &widths);
    for kind in stats["kinds"].as_array().into_iter().flatten() {
        let name = format!("kind {}", kind["kind"].as_str().unwrap_or_default());
        let _ = writeln!(text, "\n{name:<24}{:>8}", kind["vectors"].to_string());
        for flag in kind["flags"].as_array().into_iter().flatten() {
            let _ =
                writeln!(text, "  {:<22}{:>8}", flag[0].as_str().unwrap_or_default(), flag[1].to_string());
        }
    }
    text
}

/// A line for each object of `list`: its name, then its values, numbers to the right of their width.
fn rows(text: &mut String, list: &Value, name: &str, columns: &[(&str, usize)]) {
    for row in list.as_array().into_iter().flatten() {
        let _ = write!(text, "{:<24}", row[name].as_str().unwrap_or_default());
        for (key, width) in columns {
            let _ = match row[key].as_str() {
                Some(word) => write!(text, "  {word}"),
                None => write!(text, "{:>width$}", row[key].to_string()),
            };
        }
        text.push('\n');
    }
}
