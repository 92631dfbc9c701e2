//! Where things are in the checkout that this program was built from.

use illformed_fuzz::property::Property;
use illformed_fuzz::{CorpusFile, corpus_files};
use std::io;
use std::path::{Path, PathBuf};

/// Makes a message of an error of the file system: `path: error`.
pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// The folder with the workspace's `Cargo.toml`.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this package lies two folders down")
}

/// Where Cargo builds what is built for engine `engine`, apart from all else: its flags differ.
pub(crate) fn target_folder(engine: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    root().join(target).join(engine)
}

/// The folders of inputs that a search of `property` starts from: the corpus, and the inputs on which it once failed.
pub(crate) fn seeds(property: &Property) -> Vec<PathBuf> {
    let corpus = root().join("corpus");
    vec![corpus.join(property.seeds.folder()), corpus.join("regressions").join(property.name)]
}

/// Where AFL++ searches `property`. What it found last that reaches something new is in the folder [`AFL_QUEUE`] there.
pub(crate) fn afl_searches(property: &Property) -> PathBuf {
    target_folder("afl").join("searches").join(property.name)
}

pub(crate) const AFL_QUEUE: &str = "default/queue";

/// The inputs below `folder`, none if it is not there.
pub(crate) fn inputs(folder: &Path) -> Result<Vec<CorpusFile>, String> {
    if folder.is_dir() { corpus_files(folder) } else { Ok(Vec::new()) }
}

/// The file of words for the mutator, if there is one for what `property` reads.
pub(crate) fn dictionary(property: &Property) -> Option<PathBuf> {
    property.seeds.dictionary().map(|file| root().join("fuzz").join(file))
}
