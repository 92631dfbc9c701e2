//! Where things are in the checkout that this program was built from.

use illformed_fuzz::property::Property;
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

/// The folders of inputs that a search of `property` starts from, those that are there: the corpus, and the inputs on which it
/// once failed.
pub(crate) fn seeds(property: &Property) -> Vec<PathBuf> {
    let corpus = root().join("corpus");
    let folders = [corpus.join(property.seeds.folder()), corpus.join("regressions").join(property.name)];
    folders.into_iter().filter(|folder| folder.is_dir()).collect()
}

/// Where AFL++ searches `property`.
pub(crate) fn afl_searches(property: &Property) -> PathBuf {
    target_folder("afl").join("searches").join(property.name)
}

/// What AFL++ found last of `property` that reaches something new, if it did.
pub(crate) fn afl_queue(property: &Property) -> Option<PathBuf> {
    Some(afl_searches(property).join("default/queue")).filter(|queue| queue.is_dir())
}

/// The file of words for the mutator, if there is one for what `property` reads.
pub(crate) fn dictionary(property: &Property) -> Option<PathBuf> {
    property.seeds.dictionary().map(|file| root().join("fuzz").join(file))
}
