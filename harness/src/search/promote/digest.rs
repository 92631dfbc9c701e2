//! The digests of files: whether somebody changed one without knowing.

use illformed_judge::lint::LintFinding;
use illformed_vectors::{KindFile, Origin, Suite, VectorFile};
use sha2::{Digest, Sha256};

/// The digest that `file` should have: SHA-256 of its canonical text without the digest's own line, as hex.
pub fn digest(file: &VectorFile) -> String {
    sha256(&file.digested())
}

/// The canonical text of `file` with the digest that it should have. Whatever writes a file writes this.
pub fn sealed(file: &VectorFile) -> String {
    VectorFile { digest: Some(digest(file)), ..file.clone() }.to_canonical()
}

/// The canonical text of a file of another kind, likewise.
pub fn sealed_kind(file: &KindFile) -> String {
    let mut file = file.clone();
    file.set_digest(sha256(&file.digested()));
    file.to_canonical()
}

/// What is wrong with the digest of a file of another kind.
pub fn digest_of_kind(file: &KindFile) -> Option<LintFinding> {
    let reason = fault(file.digest(), &sha256(&file.digested()))?;
    Some(LintFinding { place: file.place_of_key("digest"), vector: None, profile: None, reason })
}

/// Each file of `suite` without a digest, or with another than it should have.
pub fn digests(suite: &Suite) -> Vec<LintFinding> {
    let mut findings = Vec::new();
    // A complete suite is no file of vectors: it was made into one when it was read.
    let files = suite.files().iter().enumerate().filter(|(_, file)| file.origin != Origin::Complete);
    for (number, file) in files {
        let Some(reason) = fault(file.digest.as_deref(), &digest(file)) else { continue };
        let place = suite.place_of_key(number, "digest");
        findings.push(LintFinding { place, vector: None, profile: None, reason });
    }
    findings
}

fn sha256(text: &str) -> String {
    const_hex::encode(Sha256::digest(text))
}

/// What is wrong with the digest that stands there.
fn fault(stands: Option<&str>, right: &str) -> Option<String> {
    match stands {
        Some(digest) if digest == right => None,
        Some(_) => Some(format!(
            "the contents have the digest {right}: changed by hand? then `vectors fmt` writes it"
        )),
        None => Some("no digest: `vectors fmt` writes it".to_owned()),
    }
}
