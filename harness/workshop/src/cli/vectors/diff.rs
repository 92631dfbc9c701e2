//! `workshop vectors diff`: what changed between two versions of a suite, and what version that needs.

use illformed::cli::{CliError, output, text_of};
use illformed::record::digest::{content_hash, short_hash};
use illformed_vectors::{Profile, Suite, strict_json};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// What a change asks of the version; the greatest of all changes counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bump {
    Patch,
    Minor,
    Major,
    /// An id means its bytes for ever.
    Forbidden,
}

/// The keys of a vector that are its name and words.
const WORDS: [&str; 5] = ["id", "comment", "flags", "refs", "found"];
/// Those that say what is expected; the others are the input.
const EXPECTED: [&str; 7] = ["rfc3629", "as_rfc3629", "also", "detected", "at", "rfc", "whatwg"];

/// The vectors of one kind by their ids, and the ids that were removed.
#[derive(Default)]
struct Side {
    kind: String,
    vectors: BTreeMap<String, Value>,
    hashes: BTreeMap<String, String>,
    removed: BTreeSet<String>,
}

pub(crate) fn diff(old: &Path, new: &Path, major: bool) -> Result<ExitCode, CliError> {
    let (old, new) = of_one_kind(old, new)?;
    let ids: BTreeSet<&String> = old.vectors.keys().chain(new.vectors.keys()).chain(&old.removed).collect();
    let (mut text, mut changed, mut needed) = (String::new(), 0, None);
    for id in ids {
        let Some((bump, change)) = change(id, &old, &new) else { continue };
        let hash = |side: &Side| side.hashes.get(id).map_or("-", String::as_str).to_owned();
        let _ = writeln!(text, "{id} {} {} {change}", hash(&old), hash(&new));
        changed += 1;
        needed = needed.max(Some(bump));
    }
    let needs = match needed {
        None => "no vector changed".to_owned(),
        Some(Bump::Patch) => format!("{changed} ids changed; needed is a patch version"),
        Some(Bump::Minor) => format!("{changed} ids changed; needed is a minor version"),
        Some(Bump::Major) => {
            format!("{changed} ids changed; needed is a major version and a reason in the changelog")
        }
        Some(Bump::Forbidden) => format!("{changed} ids changed; needed is nothing: no version allows it"),
    };
    output::print(&format!("{text}{needs}\n"))?;
    let allowed = if major { Bump::Major } else { Bump::Minor };
    Ok(ExitCode::from(u8::from(needed > Some(allowed))))
}

/// What became of `id`. A vector that moved in its file, or a note that changed, is no change.
fn change(id: &String, old: &Side, new: &Side) -> Option<(Bump, String)> {
    let (bump, change) = match (old.vectors.get(id), new.vectors.get(id)) {
        (Some(old), Some(new)) => return changed(old, new),
        (Some(_), None) if new.removed.contains(id) => (Bump::Major, "removed"),
        (Some(_), None) => (Bump::Forbidden, "removed without a tombstone"),
        (None, Some(_)) if old.removed.contains(id) => (Bump::Forbidden, "used again after it was removed"),
        (None, Some(_)) => (Bump::Minor, "added"),
        (None, None) if new.removed.contains(id) => return None,
        (None, None) => (Bump::Forbidden, "its tombstone is gone"),
    };
    Some((bump, change.to_owned()))
}

fn changed(old: &Value, new: &Value) -> Option<(Bump, String)> {
    let input = |vector| without(vector, &[&WORDS[..], &EXPECTED].concat());
    if input(old) != input(new) {
        return Some((Bump::Forbidden, "another input".to_owned()));
    }
    // A profile that is not in `also` is in `as_rfc3629`.
    let under =
        |vector: &Value, profile: &str| vector["also"].get(profile).unwrap_or(&vector["rfc3629"]).clone();
    let profiles = Profile::ALL.iter().map(|profile| profile.name());
    let keys = EXPECTED[3..].iter().filter(|key| old[key] != new[key]).copied();
    let by: Vec<&str> =
        profiles.filter(|profile| under(old, profile) != under(new, profile)).chain(keys).collect();
    if !by.is_empty() {
        return Some((Bump::Major, format!("another expectation under {}", by.join(", "))));
    }
    ["comment", "flags", "refs"]
        .iter()
        .any(|key| old[key] != new[key])
        .then(|| (Bump::Patch, "other words".to_owned()))
}

/// The vector without `keys`.
fn without(vector: &Value, keys: &[&str]) -> Value {
    let entries = vector.as_object().into_iter().flatten();
    let kept = entries.filter(|(key, _)| !keys.contains(&key.as_str()));
    kept.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// What stands at the two paths. Fails if one is a folder and the other a file, or if they are files of different kinds:
/// then nothing of the one is in the other, and every id would be gone.
fn of_one_kind(old: &Path, new: &Path) -> Result<(Side, Side), CliError> {
    let sides = (read(old)?, read(new)?);
    if sides.0.kind == sides.1.kind {
        return Ok(sides);
    }
    let named = |path: &Path, side: &Side| {
        let form = if path.is_file() { "file" } else { "folder" };
        format!("{}: a {form} of vectors of the kind {}", path.display(), side.kind)
    };
    Err(CliError::Usage(format!(
        "{}\n{}\nwhat is compared is two folders, or two files of one kind",
        named(old, &sides.0),
        named(new, &sides.1)
    )))
}

/// The folder of a suite, or a file of another kind. A suite is read as strictly as ever; what is compared is its canonical
/// text. Of a file only what is compared is looked at: the tests hold the shipped ones to their form.
fn read(path: &Path) -> Result<Side, CliError> {
    let parsed = |name: &str, text: &str| strict_json::parse(name, text).map_err(|error| error.to_string());
    if path.is_file() {
        let name = path.display().to_string();
        let file: ComparedFile = parsed(&name, &text_of(path)?)?;
        if file.kind == "decode" {
            return Err(CliError::Usage(format!(
                "{name}: vectors of the kind decode are compared by folder"
            )));
        }
        let mut side = Side::of(vec![file]);
        let hash =
            |(id, vector): (&String, &Value)| (id.clone(), short_hash(&without(vector, &WORDS).to_string()));
        side.hashes = side.vectors.iter().map(hash).collect();
        return Ok(side);
    }
    let suite = Suite::read_dir(path)?;
    let files = suite.files().iter().map(|file| parsed(&file.group, &file.to_canonical()));
    let mut side = Side::of(files.collect::<Result<_, _>>()?);
    side.hashes = suite.vectors().map(|vector| (vector.id.to_string(), content_hash(vector))).collect();
    Ok(side)
}

/// What of a file is compared.
#[derive(Deserialize)]
struct ComparedFile {
    kind: String,
    vectors: Vec<Named>,
    #[serde(default)]
    tombstones: Vec<Named>,
}

/// A vector or a tombstone.
#[derive(Deserialize)]
struct Named {
    id: String,
    #[serde(flatten)]
    rest: Value,
}

impl Side {
    fn of(files: Vec<ComparedFile>) -> Self {
        let mut side = Self::default();
        for file in files {
            side.kind = file.kind;
            side.vectors.extend(file.vectors.into_iter().map(|one| (one.id, one.rest)));
            side.removed.extend(file.tombstones.into_iter().map(|one| one.id));
        }
        side
    }
}
