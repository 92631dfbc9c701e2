//! `illformed vectors export`.

use crate::ask::temporary::{beside, folder_in};
use crate::cli::error::CliError;
use crate::cli::files::folder_of;
use crate::cli::{output, suite};
use crate::tell::export::{
    COMPLETE_LIST, RAW_INDEX, RawFile, c_header, complete_list, is_raw_index, jsonl, kinds_jsonl, raw,
};
use clap::ValueEnum;
use illformed_vectors::{CompleteFile, Kinds, Suite};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io::ErrorKind};

/// The crates have one version, and it is the suite's.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One C header.
    C,
    /// The complete suite: a line for each test.
    Complete,
    /// One vector a line.
    Jsonl,
    /// A folder: a file for each vector that is bytes, and index.json.
    Raw,
}

pub(crate) fn export(
    dir: Option<&Path>,
    format: ExportFormat,
    out: &Path,
    force: bool,
) -> Result<ExitCode, CliError> {
    // The tests of the complete suite are a file of their own.
    let suite = match dir {
        Some(dir) => suite::load(Some(dir))?,
        None => Cow::Borrowed(Suite::embedded()),
    };
    if let (ExportFormat::Complete, Some(dir)) = (format, dir) {
        let reason = "the complete suite is built in and in no folder of vectors";
        return Err(CliError::Usage(format!("{}: {reason}", dir.display())));
    }
    // A folder of the user has no known version.
    let version = if *suite == *Suite::embedded() { VERSION } else { "unknown" };
    let complete = || complete_list(CompleteFile::embedded(), VERSION);
    if !force && out.symlink_metadata().is_ok() {
        return Err(CliError::Usage(format!("{}: there already; --force replaces it", out.display())));
    }
    let failed = |source| CliError::File { path: out.to_owned(), source };
    match format {
        ExportFormat::C => write_file(out, &c_header(&suite, version), force).map_err(failed)?,
        ExportFormat::Complete => write_file(out, &complete(), force).map_err(failed)?,
        ExportFormat::Jsonl => write_file(out, &lines(dir, &suite), force).map_err(failed)?,
        ExportFormat::Raw => {
            let mut files = raw(&suite, version);
            if dir.is_none() {
                files.push(RawFile { path: COMPLETE_LIST.to_owned(), bytes: complete().into_bytes() });
            }
            write_folder(out, &files).map_err(failed)?;
        }
    }
    output::hint(&format!("written: {}", out.display()));
    Ok(ExitCode::SUCCESS)
}

/// The vectors of `suite`, and of the built-in ones also those of the other kinds.
fn lines(dir: Option<&Path>, suite: &Suite) -> String {
    let kinds = if dir.is_none() { kinds_jsonl(Kinds::embedded()) } else { String::new() };
    jsonl(suite) + &kinds
}

fn write_file(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let mut file = beside(folder_of(path))?;
    file.write_all(text.as_bytes())?;
    let persisted = if replace { file.persist(path) } else { file.persist_noclobber(path) };
    persisted.map(drop).map_err(|error| error.error)
}

/// Writes all `files` beside `path` and puts them there at once. A folder that is there is replaced if such an export is
/// in it; any other stays as it is.
fn write_folder(path: &Path, files: &[RawFile]) -> io::Result<()> {
    let is_there = path.symlink_metadata().is_ok();
    if is_there && !fs::read_to_string(path.join(RAW_INDEX)).is_ok_and(|text| is_raw_index(&text)) {
        let reason = "no folder that this command wrote, and not replaced";
        return Err(io::Error::new(ErrorKind::AlreadyExists, reason));
    }
    let work = folder_in(folder_of(path))?;
    let (new, old) = (work.path().join("new"), work.path().join("old"));
    fs::create_dir(&new)?;
    for file in files {
        let to = new.join(&file.path);
        fs::create_dir_all(folder_of(&to))?;
        fs::write(to, &file.bytes)?;
    }
    if is_there {
        fs::rename(path, &old)?;
    }
    let moved = fs::rename(&new, path);
    if moved.is_err() && is_there {
        // What was there is better than nothing; the first error is the one to tell.
        let _ = fs::rename(&old, path);
    }
    moved
}
