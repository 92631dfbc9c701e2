//! `workshop vectors complete`, `workshop vectors flat`, `workshop vectors fmt` and `workshop vectors generate`.

use crate::generate::{GeneratedFile, flat, generated};
use illformed::ask::temporary::beside;
use illformed::cli::{CliError, kind_file, output};
use illformed::search::promote::demanded_flags;
use illformed_judge::completion::differing;
use illformed_vectors::{Profile, Suite, VectorFile};
use serde_json::Value;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

pub(crate) fn complete(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    let changed = rewrite(dir, check, "not complete", |file, suite| {
        let mut file = file.clone();
        for vector in &mut file.vectors {
            vector.also = differing(vector);
            // A suite that does not know the flag need not use it.
            let is_known = |flag: &&str| suite.files().iter().any(|file| file.notes.contains_key(*flag));
            for flag in demanded_flags(&vector.input).into_iter().filter(is_known) {
                if !vector.flags.iter().any(|there| there == flag) {
                    vector.flags.push(flag.to_owned());
                }
            }
        }
        file.to_canonical()
    })?;
    Ok(ExitCode::from(u8::from(check && changed)))
}

pub(crate) fn fmt(paths: &[PathBuf], check: bool) -> Result<ExitCode, CliError> {
    let fault = "not in canonical form";
    let mut changed = false;
    for path in paths {
        changed |= if path.is_file() {
            let text = kind_file(path)?.to_canonical().concat();
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            put(folder.unwrap_or(Path::new(".")), path, &text, check, fault)?
        } else {
            rewrite(path, check, fault, |file, _| file.to_canonical())?
        };
    }
    Ok(ExitCode::from(u8::from(check && changed)))
}

/// Writes, or with `check` finds, the files whose text is not what it should be; returns whether there are any.
fn rewrite(
    dir: &Path,
    check: bool,
    fault: &str,
    should_be: impl Fn(&VectorFile, &Suite) -> String,
) -> Result<bool, CliError> {
    let suite = repaired(dir)?;
    let mut changed = false;
    for file in suite.files() {
        // The loader holds a file's name equal to its group.
        let path = dir.join(format!("{}.json", file.group));
        changed |= put(dir, &path, &should_be(file, &suite), check, fault)?;
    }
    Ok(changed)
}

/// The suite in `dir` after a vector was added or taken away by hand: `number_of_tests` is counted anew, and a vector that has
/// its expectation under RFC 3629 alone gets the list of the other profiles.
fn repaired(dir: &Path) -> Result<Suite, CliError> {
    let mut sources = Vec::new();
    for path in json_files(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })? {
        let text =
            fs::read_to_string(&path).map_err(|source| CliError::File { path: path.clone(), source })?;
        // What is no JSON, or of another shape, is for the loader to refuse, with its line.
        let repaired = serde_json::from_str(&text).ok().and_then(with_what_follows);
        sources.push((path.display().to_string(), repaired.unwrap_or(text)));
    }
    if sources.is_empty() {
        return Suite::read_dir(dir).map_err(CliError::Load);
    }
    let sources = sources.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    Suite::from_sources(sources).map_err(CliError::Load)
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

/// Writes `text` into the file at `path` in `dir`, or with `check` prints that the file has another; returns whether it
/// had.
fn put(dir: &Path, path: &Path, text: &str, check: bool, fault: &str) -> Result<bool, CliError> {
    let failed = |source| CliError::File { path: path.to_owned(), source };
    match fs::read(path) {
        Ok(there) if there == text.as_bytes() => return Ok(false),
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    if check {
        output::print(&format!("{}: {fault}\n", path.display()))?;
    } else {
        let mut written = beside(dir).map_err(failed)?;
        written.write_all(text.as_bytes()).map_err(failed)?;
        written.persist(path).map_err(|error| failed(error.error))?;
        output::print(&format!("{}: written\n", path.display()))?;
    }
    Ok(true)
}

pub(crate) fn generate(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    let failed = |path: &Path, source| CliError::File { path: path.to_owned(), source };
    if !dir.is_dir() {
        return Err(failed(dir, ErrorKind::NotADirectory.into()));
    }
    let files = generated();
    let mut differ = put_all(dir, &files, check, "not as generated")?;
    let suite = dir.join("suite");
    for path in marked(&suite).map_err(|error| failed(&suite, error))? {
        if !files.iter().any(|file| dir.join(&file.path) == path) {
            differ += 1;
            output::print(&format!("{}: says that it is generated, and is not\n", path.display()))?;
        }
    }
    Ok(ExitCode::from(u8::from(differ > 0)))
}

pub(crate) fn flat_files(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    let suite = Suite::read_dir(&dir.join("suite")).map_err(CliError::Load)?;
    let fault = "not what the suite says, run `make fmt`";
    let differ = put_all(dir, &flat(&suite), check, fault)?;
    Ok(ExitCode::from(u8::from(differ > 0)))
}

/// Writes `files` into `dir`, or with `check` counts those that are not there as they should be.
fn put_all(dir: &Path, files: &[GeneratedFile], check: bool, fault: &str) -> Result<usize, CliError> {
    let mut differ = 0;
    for file in files {
        let path = dir.join(&file.path);
        let folder = path.parent().unwrap_or(dir);
        if !check {
            fs::create_dir_all(folder)
                .map_err(|source| CliError::File { path: folder.to_owned(), source })?;
        }
        let changed = put(folder, &path, &file.text, check, fault)?;
        differ += usize::from(check && changed);
    }
    Ok(differ)
}

/// The files of `dir` that have the key `generated`, by name.
fn marked(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut marked = Vec::new();
    if !dir.is_dir() {
        return Ok(marked);
    }
    for path in json_files(dir)? {
        // What is no JSON is for `lint` to refuse.
        let value: Option<Value> = serde_json::from_slice(&fs::read(&path)?).ok();
        if value.is_some_and(|value| value.get("generated").is_some()) {
            marked.push(path);
        }
    }
    Ok(marked)
}

/// The `.json` files of `dir`, by name.
fn json_files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    let mut files: Vec<PathBuf> = paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    Ok(files)
}
