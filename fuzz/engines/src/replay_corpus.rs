//! Replays each folder of the corpus through the properties that start from it, and the regressions through all: the
//! command whose coverage `make coverage` measures.

use illformed_fuzz::corpus_files;
use illformed_fuzz::property::{ALL, Property, Seeds};
use std::path::Path;

/// Replays all of `corpus`, and returns how many inputs there were. Fails when a property does not hold for one, or a
/// folder has none.
pub(crate) fn replay(corpus: &Path) -> Result<usize, String> {
    let mut replayed = 0;
    for seeds in Seeds::ALL {
        replayed += replay_folder(&corpus.join(seeds.folder()), |property| property.seeds == seeds)?;
    }
    Ok(replayed + replay_folder(&corpus.join("regressions"), |_| true)?)
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
        assert_eq!(replay(corpus.path()), Ok(4));
        for folder in folders {
            fs::rename(folder.join("one"), folder.join("README.md")).unwrap();
            assert_eq!(replay(corpus.path()), Err(format!("{}: no inputs", folder.display())));
            fs::rename(folder.join("README.md"), folder.join("one")).unwrap();
        }
    }
}
