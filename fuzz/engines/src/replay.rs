//! Replays kept inputs through properties, without a fuzz engine: a whole corpus, as `make coverage` measures it, or files
//! through one property.

use illformed_fuzz::corpus_files;
use illformed_fuzz::property::{ALL, Property, Seeds};
use std::path::{Path, PathBuf};

/// Replays each folder of `corpus` through the properties that start from it, and the regressions through all, and returns how
/// many inputs there were. Fails when a property does not hold for one, or a folder has none.
pub(crate) fn replay_corpus(corpus: &Path) -> Result<usize, String> {
    let mut replayed = 0;
    for seeds in Seeds::ALL {
        replayed += replay_folder(&corpus.join(seeds.folder()), |property| property.seeds == seeds)?;
    }
    Ok(replayed + replay_folder(&corpus.join("regressions"), |_| true)?)
}

/// Replays every file that `paths` name, or that lies in a folder they name, through `property`, and returns how many there
/// were. All are replayed even if the property fails for some; the error names each of these. Fails also when a path cannot
/// be read, before any is replayed, or when there are no files.
pub(crate) fn replay_files(property: &Property, paths: &[PathBuf]) -> Result<usize, String> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(corpus_files(path).map_err(|unreadable| unreadable.to_string())?);
    }
    if files.is_empty() {
        return Err("no inputs: name files, or folders that have some".to_owned());
    }
    let broken: Vec<String> = files
        .iter()
        .filter(|file| !property.holds_for(&file.bytes))
        .map(|file| format!("{}: {} does not hold", file.path.display(), property.name))
        .collect();
    if broken.is_empty() { Ok(files.len()) } else { Err(broken.join("\n")) }
}

fn replay_folder(folder: &Path, is_for: impl Fn(&Property) -> bool) -> Result<usize, String> {
    let files = corpus_files(folder).map_err(|unreadable| unreadable.to_string())?;
    if files.is_empty() {
        return Err(format!("{}: no inputs", folder.display()));
    }
    for file in &files {
        let mut properties = ALL.iter().filter(|property| is_for(property));
        if let Some(broken) = properties.find(|property| !property.holds_for(&file.bytes)) {
            return Err(format!("{}: {} does not hold", file.path.display(), broken.name));
        }
    }
    Ok(files.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_folder_without_inputs_fails_whichever_it_is() {
        let corpus = tempfile::tempdir().unwrap();
        let folders = ["bytes", "text", "calls", "regressions"].map(|name| corpus.path().join(name));
        for folder in &folders {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("one"), "1").unwrap();
        }
        assert_eq!(replay_corpus(corpus.path()), Ok(4));
        for folder in folders {
            fs::rename(folder.join("one"), folder.join("README.md")).unwrap();
            assert_eq!(replay_corpus(corpus.path()), Err(format!("{}: no inputs", folder.display())));
            fs::rename(folder.join("README.md"), folder.join("one")).unwrap();
        }
    }
    const REFUSES_FF: Property =
        Property::new("refuses_ff", Seeds::Bytes, |bytes| assert_ne!(bytes, b"\xFF"));

    #[test]
    fn files_and_folders_are_replayed_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deeper")).unwrap();
        fs::write(folder.path().join("one"), b"\xC0\x80").unwrap();
        fs::write(folder.path().join("deeper/two"), b"").unwrap();
        fs::write(folder.path().join("README.md"), b"no input").unwrap();
        let paths = [folder.path().to_owned(), folder.path().join("one")];
        assert_eq!(replay_files(&REFUSES_FF, &paths), Ok(3));
    }

    #[test]
    fn each_file_for_which_the_property_fails_is_named() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in [("a", b"\xFF"), ("b", b"\xFE"), ("c", b"\xFF")] {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let line = |name| format!("{}: refuses_ff does not hold", folder.path().join(name).display());
        let broken = replay_files(&REFUSES_FF, &[folder.path().to_owned()]);
        assert_eq!(broken, Err(format!("{}\n{}", line("a"), line("c"))));
    }

    #[test]
    fn replaying_nothing_or_what_cannot_be_read_fails() {
        let folder = tempfile::tempdir().unwrap();
        let nothing = replay_files(&REFUSES_FF, &[folder.path().to_owned()]);
        assert_eq!(nothing, Err("no inputs: name files, or folders that have some".to_owned()));
        let missing = folder.path().join("missing");
        let unreadable = replay_files(&REFUSES_FF, std::slice::from_ref(&missing)).unwrap_err();
        assert!(unreadable.starts_with(missing.to_str().unwrap()), "{unreadable}");
    }
}
