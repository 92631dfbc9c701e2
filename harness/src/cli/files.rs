//! The files that reports are written to.

use crate::cli::error::CliError;
use crate::cli::format::Format;
use crate::cli::output;
use clap::ValueEnum;
use illformed::record::RunRecord;
use illformed_vectors::KindFile;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The files of a report, open before there is anything to write.
pub(crate) struct OutputFiles {
    files: Vec<(Format, PathBuf, NamedTempFile)>,
}

impl OutputFiles {
    /// Opens a file in `out` for each of `formats` that is one. Nothing is seen of it before it is written.
    pub(crate) fn create(formats: &[Format], out: Option<&Path>) -> Result<Self, CliError> {
        let mut named: Vec<(Format, &str)> = Vec::new();
        for format in formats {
            let Some(name) = format.file_name() else { continue };
            if !named.contains(&(*format, name)) {
                named.push((*format, name));
            }
        }
        let Some(dir) = out else {
            return match named.first().and_then(|(format, _)| format.to_possible_value()) {
                None => Ok(Self { files: Vec::new() }),
                Some(format) => Err(CliError::Usage(format!(
                    "--format {} is a file and needs --out DIR",
                    format.get_name()
                ))),
            };
        };
        if named.is_empty() {
            return Err(CliError::Usage(
                "--out DIR needs a --format that is a file, such as json".to_owned(),
            ));
        }
        fs::create_dir_all(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })?;
        let files = named.into_iter().map(|(format, name)| create_one(dir, format, name));
        Ok(Self { files: files.collect::<Result<_, _>>()? })
    }

    /// Writes `record` in each format, puts the files in their place, and says where that is. A file that fails does not
    /// keep the others from being written; the first failure is returned.
    pub(crate) fn write(self, record: &RunRecord) -> Result<(), CliError> {
        let mut outcome = Ok(());
        for (format, path, file) in self.files {
            let Some(text) = format.rendered(record) else { continue };
            match write_one(&path, file, &text) {
                Ok(()) => output::hint(&format!("written: {}", path.display())),
                Err(source) => outcome = outcome.and(Err(CliError::File { path, source })),
            }
        }
        outcome
    }
}

fn write_one(path: &Path, mut file: NamedTempFile, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

fn create_one(dir: &Path, format: Format, name: &str) -> Result<(Format, PathBuf, NamedTempFile), CliError> {
    let path = dir.join(name);
    if path.is_dir() {
        return Err(CliError::File { path, source: io::ErrorKind::IsADirectory.into() });
    }
    let file = beside(dir).map_err(|source| CliError::File { path: path.clone(), source })?;
    Ok((format, path, file))
}

/// The vectors of another kind than `decode` in the file at `path`.
pub(crate) fn kind_file(path: &Path) -> Result<KindFile, CliError> {
    let text = fs::read_to_string(path).map_err(|source| CliError::File { path: path.to_owned(), source })?;
    KindFile::from_source(&path.display().to_string(), &text).map_err(CliError::Load)
}

/// A file in `dir` that will be put in the place of another there. Whoever may read the other one may read it: a temporary
/// file is for its owner alone unless told otherwise.
pub(crate) fn beside(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(dir)
}
