//! Temporary files and folders. What a killed process left behind is removed when another one needs something of the same
//! kind in the same folder.
//!
//! A lock shows whether the process that made something still runs: it ends with the process in any case, and it works
//! between containers that share a folder, where process numbers are not comparable.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The prefix of the name of a file that will replace another.
const FILE_PREFIX: &str = ".illformed-";

const FILE_SUFFIX: &str = ".part";

/// The prefix of the name of a folder.
const FOLDER_PREFIX: &str = "illformed-";

/// The suffix of the file that is locked as long as the folder is needed. It is beside the folder, since programs expect
/// only their own files in a folder.
const LOCK_SUFFIX: &str = ".lock";

/// How often to try again when another process removed something as a leftover before it was locked.
const TRIES: usize = 16;

/// A file in `dir` that will replace another there. It has the permissions of an ordinary file, so that those who may read
/// the other one may read it.
pub fn beside(dir: &Path) -> io::Result<NamedTempFile> {
    for left in named(dir, FILE_PREFIX, FILE_SUFFIX) {
        // Another process may have removed it already.
        remove_leftover(&left, |_| Ok(()));
    }
    locked(dir, FILE_PREFIX, FILE_SUFFIX, 0o666)
}

/// A folder that is removed when this is dropped, or by the next process if this one is killed.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    /// Removed after the folder.
    _lock: NamedTempFile,
}

impl TemporaryFolder {
    /// A new folder where the system has such.
    pub fn new() -> io::Result<Self> {
        Self::new_in(&std::env::temp_dir())
    }

    /// A new folder in `dir`.
    pub fn new_in(dir: &Path) -> io::Result<Self> {
        for _ in 0..TRIES {
            let lock = locked(dir, FOLDER_PREFIX, LOCK_SUFFIX, 0o600)?;
            for left in named(dir, FOLDER_PREFIX, LOCK_SUFFIX) {
                // All users may write to the system's folder.
                if is_of_the_same_owner(lock.as_file(), &left) {
                    remove_leftover(&left, |left| remove_folder(lock.as_file(), &folder_of(left)));
                }
            }
            let path = folder_of(lock.path());
            match make_folder(&path) {
                Ok(()) => return Ok(Self { path, _lock: lock }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A later process may be able to remove the rest.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The folder to which a lock belongs.
fn folder_of(lock: &Path) -> PathBuf {
    lock.with_extension("")
}

/// The paths in `dir` whose names have this prefix and suffix.
fn named(dir: &Path, prefix: &str, suffix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let is_named = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(prefix) && name.ends_with(suffix))
    };
    entries.map(|entry| entry.path()).filter(is_named).collect()
}

/// Removes the file at `path`, and before it what `also` removes, unless a process has it locked.
fn remove_leftover(path: &Path, also: impl FnOnce(&Path) -> io::Result<()>) {
    let is_file = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
    let Some(file) = File::options().read(true).write(true).open(path).ok().filter(|_| is_file) else {
        return;
    };
    // Where files cannot be locked, everything stays.
    if file.try_lock().is_ok() && also(path).is_ok() {
        let _ = fs::remove_file(path);
    }
}

/// A new file that is locked for as long as it is open.
fn locked(dir: &Path, prefix: &str, suffix: &str, mode: u32) -> io::Result<NamedTempFile> {
    for _ in 0..TRIES {
        let mut builder = Builder::new();
        builder.prefix(prefix).suffix(suffix);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        #[cfg(not(unix))]
        let _ = mode;
        let file = builder.tempfile_in(dir)?;
        match file.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => {}
            // Where files cannot be locked, the file is used without a lock.
            Ok(()) | Err(TryLockError::Error(_)) if is_there(&file) => return Ok(file),
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Whether no other process removed it as a leftover before it was locked.
fn is_there(file: &NamedTempFile) -> bool {
    #[cfg(unix)]
    let has_name = |metadata: fs::Metadata| std::os::unix::fs::MetadataExt::nlink(&metadata) > 0;
    #[cfg(not(unix))]
    let has_name = |_| true;
    file.as_file().metadata().is_ok_and(has_name)
}

/// Removes a folder, if it exists, is not a link and has the same owner as `own`.
fn remove_folder(own: &File, path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(metadata) if metadata.is_dir() && is_of_the_same_owner(own, path) => fs::remove_dir_all(path),
        Ok(_) => Err(io::ErrorKind::NotADirectory.into()),
    }
}

#[cfg(unix)]
fn is_of_the_same_owner(own: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = own.metadata().map(|metadata| metadata.uid());
    owner.is_ok_and(|owner| path.symlink_metadata().is_ok_and(|metadata| metadata.uid() == owner))
}

#[cfg(not(unix))]
fn is_of_the_same_owner(_: &File, _: &Path) -> bool {
    true
}

/// Makes a folder for its owner alone.
fn make_folder(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::forget;
    use tempfile::TempDir;

    /// The names in a folder, sorted.
    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_process_left_goes_and_nothing_else() {
        let dir = TempDir::new().unwrap();
        for mine in ["report.json", ".illformed-notes", "x.part", "illformed-x", "data.lock", ".tmpAbCdEf"] {
            fs::write(dir.path().join(mine), "mine").unwrap();
        }
        fs::create_dir(dir.path().join(".illformed-folder.part")).unwrap();
        let mine = names(dir.path());
        // Left with and without a folder, by processes that were ended there.
        fs::write(dir.path().join(".illformed-aaaaaa.part"), "half").unwrap();
        fs::write(dir.path().join("illformed-bbbbbb.lock"), "").unwrap();
        fs::write(dir.path().join("illformed-cccccc.lock"), "").unwrap();
        fs::create_dir(dir.path().join("illformed-cccccc")).unwrap();
        fs::write(dir.path().join("illformed-cccccc/program"), "").unwrap();
        let file = beside(dir.path()).unwrap();
        let folder = TemporaryFolder::new_in(dir.path()).unwrap();
        fs::write(folder.path().join("program"), "").unwrap();
        assert_eq!(names(dir.path()).len(), mine.len() + 3, "{:?}", names(dir.path()));
        drop((file, folder));
        assert_eq!(names(dir.path()), mine);
    }

    #[test]
    fn what_is_still_needed_stays() {
        let dir = TempDir::new().unwrap();
        let (one, other) = (beside(dir.path()).unwrap(), beside(dir.path()).unwrap());
        let folders: Vec<TemporaryFolder> =
            (0..3).map(|_| TemporaryFolder::new_in(dir.path()).unwrap()).collect();
        assert!(one.path().exists() && other.path().exists());
        assert!(folders.iter().all(|folder| folder.path().is_dir()));
        // A lock that is never released belongs to a process that runs.
        forget(folders);
        let before = names(dir.path());
        drop(TemporaryFolder::new_in(dir.path()).unwrap());
        assert_eq!(names(dir.path()), before);
        assert!(one.persist(dir.path().join("report")).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_a_folder_is_not_followed() {
        let (dir, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        fs::write(other.path().join("mine"), "").unwrap();
        fs::write(dir.path().join("illformed-dddddd.lock"), "").unwrap();
        std::os::unix::fs::symlink(other.path(), dir.path().join("illformed-dddddd")).unwrap();
        drop(TemporaryFolder::new_in(dir.path()).unwrap());
        assert!(other.path().join("mine").exists());
    }
}
