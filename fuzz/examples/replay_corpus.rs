//! Replays each folder of the corpus through the properties that start from it, and the regressions through all: the
//! program whose coverage `make coverage` measures. Its argument is the folder of the corpus.
//!
//! The exit code is 0 when everything was replayed and holds; 1 when it does not, or a folder has no inputs.

use illformed::property::{ALL, Property, Seeds, corpus_files};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program's whole main")]
fn main() -> ExitCode {
    let Some(corpus) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("the argument is the folder of the corpus");
        return ExitCode::FAILURE;
    };
    match replay(&corpus) {
        Ok(replayed) => {
            println!("{replayed} inputs replayed");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn replay(corpus: &Path) -> Result<usize, String> {
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
