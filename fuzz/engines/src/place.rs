//! Where things are in the checkout that this program was built from.

use illformed_fuzz::property::{Property, Seeds};
use illformed_fuzz::{CorpusFile, corpus_files};
use std::path::{Path, PathBuf};
use std::{fs, io};

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

/// Where AFL++ searches `property`.
pub(crate) fn afl_folder(property: &Property) -> PathBuf {
    target_folder("afl").join("searches").join(property.name)
}

/// What AFL++ found last that reaches something new.
pub(crate) fn afl_queue(property: &Property) -> PathBuf {
    afl_folder(property).join("default/queue")
}

/// The inputs below `folder`, none if it is not there.
pub(crate) fn inputs(folder: &Path) -> Result<Vec<CorpusFile>, String> {
    if folder.is_dir() { corpus_files(folder) } else { Ok(Vec::new()) }
}

/// Writes the file, and the folders in which it lies if they are not there.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(at(path))?;
    fs::write(path, bytes).map_err(at(path))
}

/// Makes `folder` if it is not there, and in it a file of each of `inputs`.
pub(crate) fn write_all<T: AsRef<[u8]>>(
    folder: &Path,
    inputs: impl IntoIterator<Item = T>,
) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(at(folder))?;
    let mut inputs = inputs.into_iter().enumerate();
    inputs.try_for_each(|(number, bytes)| write(&folder.join(format!("{number:06}")), bytes))
}

/// The file of words for the mutator, if there is one for what `property` reads.
pub(crate) fn dictionary(property: &Property) -> Option<PathBuf> {
    (property.seeds != Seeds::Text).then(|| root().join("fuzz/utf8.dict"))
}
