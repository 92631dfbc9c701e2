//! The inputs that are kept as files: one file is one input, its bytes are the file's, its name is for
//! people.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// An input and where it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorpusFile {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

/// The inputs at `path`, in the order of their paths: the file itself, or every file in the folder and the
/// folders in it. In a folder, `README.md` and names that begin with a dot are no inputs. Fails with the
/// first path that cannot be read, which the error names, since a replay that leaves something out proves less than it says.
pub fn corpus_files(path: &Path) -> Result<Vec<CorpusFile>, String> {
    let unreadable = |error: io::Error| format!("{}: {error}", path.display());
    if !path.is_dir() {
        let bytes = fs::read(path).map_err(unreadable)?;
        return Ok(vec![CorpusFile { path: path.to_owned(), bytes }]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name();
        if name != "README.md" && !name.as_encoded_bytes().starts_with(b".") {
            files.extend(corpus_files(&entry.path())?);
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}
