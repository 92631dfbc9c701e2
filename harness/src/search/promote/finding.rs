//! An input that fails, and its provenance.

use illformed_vectors::{Found, Input};
use sha2::{Digest, Sha256};

/// The provenance of `artifact`, the input before it was made small, on which `by` failed: a property, or
/// `<adapter>/<decoder>`.
pub fn provenance(by: &str, artifact: &[u8]) -> Found {
    let sha256 = const_hex::encode(Sha256::digest(artifact));
    Found { by: by.to_owned(), sha256, bytes: artifact.len() as u64 }
}

/// An input that fails and is as small as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Where it comes from.
    pub provenance: Found,
    /// What is wrong, in words.
    pub detail: String,
    /// What a decoder is given that shows it, or why there is no such thing.
    pub input: Result<Input, &'static str>,
    /// The folder of the corpus that a seed of it belongs into, parts separated by `/`.
    pub folder: String,
    /// The bytes of the seed, or why there is none.
    pub seed: Result<Vec<u8>, &'static str>,
}

impl Finding {
    /// A decoder failed its claim on `input`: it becomes a vector, and no seed.
    pub fn of_decoder(input: Input, provenance: Found, detail: String) -> Self {
        let seed = Err("a search starts from the vectors");
        Self { provenance, detail, input: Ok(input), folder: String::new(), seed }
    }
}
