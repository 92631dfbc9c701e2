//! The digests of files: whether somebody changed one without knowing.

use crate::lint::LintFinding;
use illformed_vectors::{Origin, Suite, VectorFile};
use sha2::{Digest, Sha256};

/// The digest that `file` should have: SHA-256 of its canonical text without the digest's own line, as hex.
pub fn digest(file: &VectorFile) -> String {
    const_hex::encode(Sha256::digest(file.digested()))
}

/// The canonical text of `file` with the digest that it should have. Whatever writes a file writes this.
pub fn sealed(file: &VectorFile) -> String {
    VectorFile { digest: Some(digest(file)), ..file.clone() }.to_canonical()
}

/// Each file of `suite` without a digest, or with another than it should have.
pub fn digests(suite: &Suite) -> Vec<LintFinding> {
    let mut findings = Vec::new();
    // A complete suite is no file of vectors: it was made into one when it was read.
    let files = suite.files().iter().enumerate().filter(|(_, file)| file.origin != Origin::Complete);
    for (number, file) in files {
        let right = digest(file);
        let reason = match &file.digest {
            Some(digest) if *digest == right => continue,
            Some(_) => {
                format!("the contents have the digest {right}: changed by hand? then `vectors fmt` writes it")
            }
            None => "no digest: `vectors fmt` writes it".to_owned(),
        };
        let place = suite.place_of_key(number, "digest");
        findings.push(LintFinding { place, vector: None, profile: None, reason });
    }
    findings
}
