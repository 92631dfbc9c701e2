//! `workshop vectors complete`, `workshop vectors flat`, `workshop vectors fmt` and `workshop vectors generate`.

use crate::generate::{GeneratedFile, flat, generated};
use illformed::cli::{CliError, output, replace, text_of};
use illformed::search::promote::demanded_flags;
use illformed_judge::completion::differing;
use illformed_vectors::{Profile, Suite, VectorFile};
use serde_json::Value;
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
        let text = text_of(&path)?;
        // What is no JSON, or of another shape, is for the loader to refuse, with its line.
        let repaired = serde_json::from_str(&text).ok().and_then(with_what_follows);
        sources.push((path.display().to_string(), repaired.unwrap_or(text)));
    }
    if sources.is_empty() {
        return Ok(Suite::read_dir(dir)?);
    }
    let sources = sources.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    Ok(Suite::from_sources(sources)?)
}

/// The text of `file` with what follows from its vectors, or none if it is there.
fn with_what_follows(mut file: Value) -> Option<String> {
    let vectors = file.get_mut("vectors")?.as_array_mut()?;
    let mut changed = false;
    for vector in vectors.iter_mut().filter_map(Value::as_object_mut) {
        if !vector.contains_key("as_rfc3629") {
            let also = vector.get("also").and_then(Value::as_object).cloned().unwrap_or_default();
            let same = Profile::ALL[1..].iter().map(|profile| profile.name());
            let same: Vec<&str> = same.filter(|name| !also.contains_key(*name)).collect();
            vector.insert("as_rfc3629".to_owned(), same.into());
            changed = true;
        }
    }
    let number = Value::from(vectors.len());
    changed |= file["number_of_tests"] != number;
    file["number_of_tests"] = number;
    changed.then(|| file.to_string())
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
