//! `workshop vectors complete`, `workshop vectors flat`, `workshop vectors fmt` and `workshop vectors generate`.

use crate::generate::{GeneratedFile, flat, generated};
use illformed::cli::{CliError, output, replace, text_of};
use illformed::search::promote::demanded_flags;
use illformed_judge::completion::differing;
use illformed_vectors::{Profile, Suite, VectorFile};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn complete(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    let suite = repaired(dir)?;
    // A suite that does not know the flag need not use it.
    let is_known = |flag: &&str| suite.note(flag).is_some();
    let completed = suite.files().iter().map(|file| {
        let mut file = VectorFile::clone(file);
        for vector in &mut file.vectors {
            vector.also = differing(vector);
            for flag in demanded_flags(&vector.input).into_iter().filter(is_known) {
                if !vector.flags.iter().any(|there| there == flag) {
                    vector.flags.push(flag.to_owned());
                }
            }
        }
        in_folder(dir, &file)
    });
    let changed = put(completed, check, "not complete")?;
    Ok(ExitCode::from(u8::from(check && changed)))
}

pub(crate) fn fmt(paths: &[PathBuf], check: bool) -> Result<ExitCode, CliError> {
    let mut changed = false;
    for path in paths {
        let suite = repaired(path)?;
        let files = suite.files().iter().map(|file| in_folder(path, file));
        changed |= put(files, check, "not in canonical form")?;
    }
    Ok(ExitCode::from(u8::from(check && changed)))
}

pub(crate) fn generate(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    if !dir.is_dir() {
        return Err(CliError::of_file(dir)(ErrorKind::NotADirectory.into()));
    }
    let files = generated();
    let mut wrong = check & put(files.iter().map(|file| joined(dir, file)), check, "not as generated")?;
    let suite = dir.join("suite");
    let paths = if suite.is_dir() { json_files(&suite)? } else { Vec::new() };
    for path in paths.into_iter().filter(|path| !files.iter().any(|file| dir.join(&file.path) == *path)) {
        // What is no JSON is for `lint` to refuse.
        let value = serde_json::from_str(&text_of(&path)?).unwrap_or(Value::Null);
        if value.get("generated").is_some() {
            wrong = true;
            output::print(&format!("{}: says that it is generated, and is not\n", path.display()))?;
        }
    }
    Ok(ExitCode::from(u8::from(wrong)))
}

pub(crate) fn flat_files(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    let suite = Suite::read_dir(&dir.join("suite"))?;
    let fault = "not what the suite says, run `make fmt`";
    let changed = put(flat(&suite).iter().map(|file| joined(dir, file)), check, fault)?;
    Ok(ExitCode::from(u8::from(check && changed)))
}

/// Where `file` of the suite in `dir` is, and its canonical text. The loader holds a file's name equal to its group.
fn in_folder(dir: &Path, file: &VectorFile) -> (PathBuf, String) {
    (dir.join(format!("{}.json", file.group)), file.to_canonical())
}

fn joined(dir: &Path, file: &GeneratedFile) -> (PathBuf, String) {
    (dir.join(&file.path), file.text.clone())
}

/// Writes the files that have another text than they should have, or with `check` names them; returns whether there are any.
fn put(
    files: impl IntoIterator<Item = (PathBuf, String)>,
    check: bool,
    fault: &str,
) -> Result<bool, CliError> {
    let mut changed = false;
    for (path, text) in files {
        match fs::read(&path) {
            Ok(there) if there == text.as_bytes() => continue,
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(CliError::of_file(&path)(error)),
            _ => changed = true,
        }
        if !check {
            replace(&path, &text)?;
        }
        let says = if check { fault } else { "written" };
        output::print(&format!("{}: {says}\n", path.display()))?;
    }
    Ok(changed)
}

/// The suite in `dir` after a vector was added or taken away by hand: `number_of_tests` is counted anew, and a vector that has
/// its expectation under RFC 3629 alone gets the list of the other profiles.
fn repaired(dir: &Path) -> Result<Suite, CliError> {
    let mut sources = Vec::new();
    for path in json_files(dir)? {
        sources.push((path.display().to_string(), with_what_follows(text_of(&path)?)));
    }
    if sources.is_empty() {
        return Ok(Suite::read_dir(dir)?);
    }
    let sources = sources.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    Ok(Suite::from_sources(sources)?)
}

/// The text of a file with what follows from its vectors. All else stands where it stood: what is wrong with it is for the loader to
/// refuse, with its line.
fn with_what_follows(text: String) -> String {
    #[derive(Deserialize)]
    struct Vectors<'a> {
        #[serde(borrow)]
        vectors: Vec<&'a RawValue>,
    }
    let Ok(Vectors { vectors }) = serde_json::from_str(&text) else { return text };
    let mut repaired = text.clone();
    for vector in vectors.iter().rev().map(|vector| vector.get()) {
        let keys: Map<String, Value> = serde_json::from_str(vector).unwrap_or_default();
        if keys.is_empty() || keys.contains_key("as_rfc3629") {
            continue;
        }
        let differs = |name: &&str| keys.get("also").is_some_and(|also| also.get(name).is_some());
        let names = Profile::ALL[1..].iter().map(|profile| profile.name());
        let same: Vec<&str> = names.filter(|name| !differs(name)).collect();
        let end = vector.as_ptr().addr() - text.as_ptr().addr() + vector.len() - 1;
        repaired.insert_str(end, &format!(",\"as_rfc3629\":{}", Value::from(same)));
    }
    if let Some((before, number)) = repaired.split_once("\"number_of_tests\":") {
        let behind = number.trim_start().trim_start_matches(|digit: char| digit.is_ascii_digit());
        repaired = format!("{before}\"number_of_tests\":{}{behind}", vectors.len());
    }
    repaired
}

/// The `.json` files of `dir`, by name.
fn json_files(dir: &Path) -> Result<Vec<PathBuf>, CliError> {
    let listed = fs::read_dir(dir)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
    let mut paths = listed.map_err(CliError::of_file(dir))?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    Ok(paths)
}
