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
        let properties: Vec<Property> =
            ALL.iter().filter(|property| property.seeds == seeds).copied().collect();
        replayed += replay_files(&properties, &[corpus.join(seeds.folder())])?;
    }
    Ok(replayed + replay_files(ALL, &[corpus.join("regressions")])?)
}

/// Replays every file that `paths` name, or that lies in a folder they name, through `properties`, and returns how many there
/// were. The error names each for which one fails; or a path that cannot be read, before any is replayed; or that there are none.
pub(crate) fn replay_files(properties: &[Property], paths: &[PathBuf]) -> Result<usize, String> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(corpus_files(path)?);
    }
    if files.is_empty() {
        let places: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(format!("{}: no inputs", places.join(", ")));
    }
    let mut broken = Vec::new();
    for file in &files {
        let failures = properties.iter().filter_map(|property| property.outcome(&file.bytes).err());
        let place = file.path.display();
        broken.extend(
            failures.map(|failure| format!("{place}: {} does not hold: {failure}", failure.property)),
        );
    }
    if broken.is_empty() { Ok(files.len()) } else { Err(broken.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_fuzz::PropertyFailure;
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

    #[test]
    fn files_and_folders_are_counted_and_each_file_that_fails_is_named() {
        let refuses = Property::new("refuses_ff", Seeds::Bytes, |bytes| match bytes {
            b"\xFF" => Err(PropertyFailure::new("nobody", "has FF", "")),
            _ => Ok(()),
        });
        let replay = |paths: &[PathBuf]| replay_files(&[refuses], paths);
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "deeper/two"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("deeper")).unwrap();
        fs::write(&one, b"\xC0\x80").unwrap();
        fs::write(&two, b"").unwrap();
        assert_eq!(replay(&[folder.path().to_owned(), one.clone()]), Ok(3));
        fs::write(&two, b"\xFF").unwrap();
        let broken = replay(&[folder.path().to_owned()]).unwrap_err();
        assert!(broken.starts_with(&format!("{}: refuses_ff does not hold: ", two.display())), "{broken}");
        assert_eq!(broken.lines().count(), 1);
        assert!(replay(&[folder.path().join("missing")]).is_err());
    }
}
