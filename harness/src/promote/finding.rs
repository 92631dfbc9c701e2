//! What was found, by whom, and from what.

use crate::promote::meaning::meaning;
use crate::property::{Property, Seeds};
use illformed_vectors::{Found, Input, Script};
use sha2::{Digest, Sha256};

/// The input that failed, before it was made small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    found: Found,
}

impl Provenance {
    /// `artifact` on which `by` failed: a property, or `<adapter>/<decoder>`.
    pub fn new(by: &str, artifact: &[u8]) -> Self {
        let sha256 = const_hex::encode(Sha256::digest(artifact));
        Self { found: Found { by: by.to_owned(), sha256, bytes: artifact.len() as u64 } }
    }

    /// As a vector says it.
    pub fn found(&self) -> &Found {
        &self.found
    }
}

/// An input that fails and is as small as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Where it comes from.
    pub provenance: Provenance,
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
    /// `property` does not hold for `bytes`.
    pub fn of_property(property: &Property, bytes: Vec<u8>, provenance: Provenance, detail: String) -> Self {
        Self {
            provenance,
            detail,
            input: meaning(property, &bytes),
            folder: format!("regressions/{}", property.name),
            seed: Ok(bytes),
        }
    }

    /// A decoder failed its claim on `input`. No property has failed, so that its seed is one of those that all searches
    /// start from.
    pub fn of_decoder(input: Input, provenance: Provenance, detail: String) -> Self {
        let (seeds, seed) = match &input {
            Input::Bytes(bytes) => (Seeds::Bytes, Ok(bytes.clone())),
            Input::Calls(script) => (Seeds::Calls, structured(script).ok_or("this build writes no calls")),
        };
        Self { provenance, detail, input: Ok(input), folder: seeds.folder().to_owned(), seed }
    }
}

/// The bytes that the property `call_scripts_follow_the_model` reads as `script`, under RFC 3629; `None` without the
/// feature `structured`.
#[cfg_attr(not(feature = "structured"), expect(unused_variables, reason = "there are no such bytes"))]
pub fn structured(script: &Script) -> Option<Vec<u8>> {
    #[cfg(feature = "structured")]
    return Some(crate::property::write_calls(0, script.calls()));
    #[cfg(not(feature = "structured"))]
    None
}
