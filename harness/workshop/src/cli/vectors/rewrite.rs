//! `workshop vectors complete` and `workshop vectors fmt`.

use crate::lint::sealed_kind;
use illformed::ask::temporary::beside;
use illformed::cli::CliError;
use illformed::cli::kind_file;
use illformed::cli::output;
use illformed::search::promote::sealed;
use illformed_judge::completion::differing;
use illformed_vectors::{Suite, VectorFile};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn complete(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    let changed = rewrite(dir, check, "not complete", |file| {
        let mut file = file.clone();
        file.vectors.iter_mut().for_each(|vector| vector.also = differing(vector));
        sealed(&file)
    })?;
    Ok(ExitCode::from(u8::from(check && changed)))
}

pub(crate) fn fmt(paths: &[PathBuf], check: bool) -> Result<ExitCode, CliError> {
    let fault = "not in canonical form";
    let mut changed = false;
    for path in paths {
        changed |= if path.is_file() {
            let text = sealed_kind(&kind_file(path)?);
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            put(folder.unwrap_or(Path::new(".")), path, &text, check, fault)?
        } else {
            rewrite(path, check, fault, sealed)?
        };
    }
    Ok(ExitCode::from(u8::from(check && changed)))
}

/// Writes, or finds, the files whose text is not what it should be; whether there are any.
fn rewrite(
    dir: &Path,
    check: bool,
    fault: &str,
    should_be: impl Fn(&VectorFile) -> String,
) -> Result<bool, CliError> {
    let suite = Suite::read_dir(dir).map_err(CliError::Load)?;
    let mut changed = false;
    for file in suite.files() {
        // The loader holds a file's name equal to its group.
        let path = dir.join(format!("{}.json", file.group));
        changed |= put(dir, &path, &should_be(file), check, fault)?;
    }
    Ok(changed)
}

/// Writes `text` into the file at `path` in `dir`, or with `check` says that it is not there; whether it was not.
fn put(dir: &Path, path: &Path, text: &str, check: bool, fault: &str) -> Result<bool, CliError> {
    let failed = |source| CliError::File { path: path.to_owned(), source };
    if fs::read_to_string(path).map_err(failed)? == text {
        return Ok(false);
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
