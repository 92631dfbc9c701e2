//! The digests of files of the other kinds.

use illformed::search::promote::{digest_fault, sha256};
use illformed_judge::lint::LintFinding;
use illformed_vectors::KindFile;

/// The canonical text of `file` with the digest that it should have. Whatever writes a file writes this.
pub fn sealed_kind(file: &KindFile) -> String {
    let mut file = file.clone();
    file.set_digest(sha256(file.digested()));
    file.to_canonical()
}

/// What is wrong with the digest of `file`.
pub fn digest_of_kind(file: &KindFile) -> Option<LintFinding> {
    let reason = digest_fault(file.digest(), &sha256(file.digested()))?;
    Some(LintFinding { place: file.place_of_key("digest"), vector: None, profile: None, reason })
}
