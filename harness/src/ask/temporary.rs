//! Temporary files and folders, which are removed when they are dropped. A process that is killed leaves its own behind.

use std::io;
use std::path::Path;
use tempfile::{Builder, NamedTempFile, TempDir};

/// A file in `dir` that will replace another there. It has the permissions of an ordinary file, so that those who may read
/// the other one may read it.
pub fn beside(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".illformed-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(dir)
}

/// A folder in `dir` for its owner alone.
pub fn folder_in(dir: &Path) -> io::Result<TempDir> {
    let mut builder = Builder::new();
    builder.prefix("illformed-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(dir)
}
