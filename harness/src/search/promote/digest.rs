//! The digests of files, which show accidental changes.

use illformed_judge::lint::LintFinding;
use illformed_vectors::{Origin, Suite, VectorFile};
use sha2::{Digest, Sha256};

/// The digest that `file` should have: SHA-256 of its canonical text without the digest's own line, as hex.
fn digest(file: &VectorFile) -> String {
    sha256(file.digested())
}

/// The canonical text of `file` with the digest that it should have. Whatever writes a file writes this.
pub fn sealed(file: &VectorFile) -> String {
    VectorFile { digest: Some(digest(file)), ..file.clone() }.to_canonical()
}

/// Each file of `suite` with another digest than it should have. Those of the built-in suite have one; others may.
pub fn digests(suite: &Suite) -> Vec<LintFinding> {
    let mut findings = Vec::new();
    // A complete suite is converted into vectors when it is read, and has no digest.
    let files = suite.files().iter().enumerate().filter(|(_, file)| file.origin != Origin::Complete);
    for (number, file) in files {
        if file.digest.is_none() && suite.name() != Suite::embedded().name() {
            continue;
        }
        let Some(reason) = digest_fault(file.digest.as_deref(), &digest(file)) else { continue };
        let place = suite.place_of_key(number, "digest");
        findings.push(LintFinding { place, vector: None, profile: None, reason });
    }
    findings
}

pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    const_hex::encode(Sha256::digest(bytes))
}

/// What is wrong with the digest in the file, if anything.
pub fn digest_fault(stands: Option<&str>, right: &str) -> Option<String> {
    match stands {
        Some(digest) if digest == right => None,
        Some(_) => Some(format!(
            "the contents have the digest {right}: changed by hand? then write this one; a suite of your own may have none"
        )),
        None => Some("no digest: `workshop vectors fmt` writes it".to_owned()),
    }
}
