//! `workshop vectors generate`.

use crate::generate::generated;
use illformed::ask::temporary::beside;
use illformed::cli::CliError;
use illformed::cli::output;
use serde_json::Value;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

pub(crate) fn generate(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    let failed = |path: &Path, source| CliError::File { path: path.to_owned(), source };
    if !dir.is_dir() {
        return Err(failed(dir, ErrorKind::NotADirectory.into()));
    }
    let files = generated();
    let mut differ = 0;
    for file in &files {
        let path = dir.join(&file.path);
        match fs::read(&path) {
            Ok(text) if text == file.text.as_bytes() => continue,
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(&path, error)),
            _ => {}
        }
        differ += usize::from(check);
        if check {
            output::print(&format!("{}: not as generated\n", path.display()))?;
        } else {
            write(&path, &file.text).map_err(|error| failed(&path, error))?;
            output::print(&format!("{}: written\n", path.display()))?;
        }
    }
    let suite = dir.join("suite");
    for path in marked(&suite).map_err(|error| failed(&suite, error))? {
        if !files.iter().any(|file| dir.join(&file.path) == path) {
            differ += 1;
            output::print(&format!("{}: says that it is generated, and is not\n", path.display()))?;
        }
    }
    Ok(ExitCode::from(u8::from(differ > 0)))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(dir)?;
    let mut written = beside(dir)?;
    written.write_all(text.as_bytes())?;
    written.persist(path).map(drop).map_err(|error| error.error)
}

/// The files of `dir` that have the key `generated`, by name.
fn marked(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut marked = Vec::new();
    if !dir.is_dir() {
        return Ok(marked);
    }
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            // What is no JSON is for `lint` to refuse.
            let value: Option<Value> = serde_json::from_slice(&fs::read(&path)?).ok();
            if value.is_some_and(|value| value.get("generated").is_some()) {
                marked.push(path);
            }
        }
    }
    marked.sort();
    Ok(marked)
}
