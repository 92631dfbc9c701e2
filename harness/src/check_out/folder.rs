//! What lies in `$OUT`, sorted into targets and what belongs to each.

use crate::unreadable::Unreadable;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What may follow the name of a target in the name of a file that belongs to it. The last two are read by ClusterFuzz
/// alone, and nothing is asked of them.
const COMPANIONS: [&str; 5] = ["_seed_corpus.zip", ".dict", ".options", ".labels", ".owners"];

/// A program that their build puts beside the targets.
const SYMBOLIZER: &str = "llvm-symbolizer";

/// A file that may be a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutTarget {
    /// The name of its file.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Whether somebody may execute it.
    pub executable: bool,
}

/// A folder of targets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutFolder {
    /// What is, or is meant to be, a target, and whatever else has no ending that is known; in the order of their names.
    pub targets: Vec<OutTarget>,
    /// The other files, by name.
    pub companions: BTreeMap<String, PathBuf>,
    /// What is no file, by name, with what it is.
    pub others: BTreeMap<String, &'static str>,
}

impl OutFolder {
    /// Reads which files and folders there are in `folder`, links as what they lead to. Fails if it cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Unreadable> {
        let unreadable = |source| Unreadable { path: folder.to_owned(), source };
        let mut out = Self::default();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            let metadata = match fs::metadata(&path) {
                Ok(metadata) => metadata,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    out.others.insert(name, "a link to nothing");
                    continue;
                }
                Err(source) => return Err(Unreadable { path, source }),
            };
            if !metadata.is_file() {
                out.others.insert(name, if metadata.is_dir() { "a folder" } else { "no file" });
            } else if COMPANIONS.iter().any(|ending| name.ends_with(ending)) {
                out.companions.insert(name, path);
            } else if name != SYMBOLIZER {
                out.targets.push(OutTarget { name, path, executable: is_executable(&metadata) });
            }
        }
        out.targets.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(out)
    }

    /// The file that belongs to the target `name` and has this ending.
    pub(super) fn companion(&self, name: &str, ending: &str) -> Option<&Path> {
        self.companions.get(&format!("{name}{ending}")).map(PathBuf::as_path)
    }

    /// The companions of no target but for those that `named` has, such as a dictionary that several share.
    pub(super) fn without_target(&self, named: &[String]) -> impl Iterator<Item = &str> {
        let is_whose = |name: &str| {
            let mut stems = COMPANIONS.iter().filter_map(|ending| name.strip_suffix(ending));
            stems.any(|stem| self.targets.iter().any(|target| target.name == stem))
        };
        let companions = self.companions.keys().map(String::as_str);
        companions.filter(move |name| !is_whose(name) && !named.iter().any(|other| other == name))
    }
}

/// Whether a name is one that a target may have: with anything else in it, its archive or its runner loses it.
pub(super) fn is_good_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
}

/// Nothing is marked there.
#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::{OutFolder, is_good_name};
    use std::fs;

    #[test]
    fn files_are_sorted_into_targets_and_what_belongs_to_them() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "b",
            "a",
            "a.dict",
            "a_seed_corpus.zip",
            "c.options",
            "shared.dict",
            "llvm-symbolizer",
            "notes.txt",
        ] {
            fs::write(folder.path().join(name), b"").unwrap();
        }
        fs::create_dir(folder.path().join("src")).unwrap();
        let out = OutFolder::read(folder.path()).unwrap();
        assert_eq!(
            out.targets.iter().map(|target| &*target.name).collect::<Vec<_>>(),
            ["a", "b", "notes.txt"]
        );
        assert!(out.companion("a", ".dict").is_some() && out.companion("b", ".dict").is_none());
        assert_eq!(out.without_target(&["shared.dict".to_owned()]).collect::<Vec<_>>(), ["c.options"]);
        assert_eq!(out.others.into_iter().collect::<Vec<_>>(), [("src".to_owned(), "a folder")]);
        assert!(OutFolder::read(&folder.path().join("gone")).is_err());
    }

    #[test]
    fn names_have_letters_digits_and_two_marks() {
        for (name, expected) in
            [("decoders_agree", true), ("A-1", true), ("a.b", false), ("", false), ("é", false)]
        {
            assert_eq!(is_good_name(name), expected, "{name}");
        }
    }
}
