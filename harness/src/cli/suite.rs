//! Which vectors a command works on.

use crate::cli::args::SuiteArguments;
use crate::cli::error::CliError;
use illformed_judge::complete::default_suite;
use illformed_vectors::{CompleteFile, Origin, Suite, Vector};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// The suite that was asked for, or the built-in one with the complete suite.
pub fn load(arguments: &SuiteArguments) -> Result<Cow<'static, Suite>, CliError> {
    match &arguments.suite {
        Some(dir) => Suite::read_dir(dir).map(Cow::Owned).map_err(CliError::Load),
        None => Ok(Cow::Borrowed(default_suite())),
    }
}

/// SHA-256 of the files in canonical form, in order, as hex. It does not depend on how a file is laid out.
pub fn digest(suite: &Suite) -> String {
    let mut hasher = Sha256::new();
    for file in suite.files() {
        hasher.update(match file.origin {
            Origin::Complete => CompleteFile::embedded().to_canonical(),
            _ => file.to_canonical(),
        });
    }
    const_hex::encode(hasher.finalize())
}

/// The first 16 hex digits of the SHA-256 of what a vector means: its input and what is expected.
pub fn content_hash(vector: &Vector) -> String {
    short_hash(&vector.content())
}

/// The first 16 hex digits of the SHA-256 of `content`.
pub fn short_hash(content: &str) -> String {
    let mut hash = const_hex::encode(Sha256::digest(content));
    hash.truncate(16);
    hash
}
