//! All tests of the targets and the corpus.

mod allocations;
#[cfg(unix)]
mod build_script;
mod corpus;
mod dictionary;
mod lists;
mod properties;

use std::path::{Path, PathBuf};

/// The file or folder of that name beside the manifest of the package.
fn beside_manifest(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The folder of that name in the corpus.
fn corpus(folder: &str) -> PathBuf {
    beside_manifest("../corpus").join(folder)
}
