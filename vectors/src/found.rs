//! Where a vector comes from that a search found.

use crate::file::is_digest;
use serde::{Deserialize, Deserializer, de};

/// Who failed on an input before it was a vector, and what the input was before it was made small. It says nothing of
/// what is expected, which comes from the standards as everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with by, sha256 and bytes")]
pub struct Found {
    /// A fuzz property, or `<adapter>/<decoder>`.
    pub by: String,
    /// SHA-256 of the input as it was found, as lower-case hex; of calls, of the script's text.
    #[serde(deserialize_with = "digest")]
    pub sha256: String,
    /// How many bytes that were.
    pub bytes: u64,
}

fn digest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let digest = String::deserialize(deserializer)?;
    if is_digest(&digest) {
        return Ok(digest);
    }
    Err(de::Error::custom(format!("`{digest}` is no digest: expected 64 lower-case hex digits")))
}
