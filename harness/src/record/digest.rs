//! Digests: fast ones that guard against accidents, and SHA-256.

use std::io::{self, Write};

#[cfg(feature = "cli")]
pub use sha256::{content_hash, sha256, short_hash, suite_digest};

/// The hash of Fowler, Noll and Vo, variant 1a, of 64 bits, of what is written to it. It guards against chance, such as a
/// changed file or two long texts that differ, and not against somebody who wants two texts with the same hash.
#[derive(Debug)]
pub(crate) struct Fnv1a(pub(crate) u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Write for Fnv1a {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let one = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, one);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// That hash of `bytes`.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = Fnv1a::default();
    // It takes all that it is given.
    let _ = hash.write(bytes);
    hash.0
}

#[cfg(feature = "cli")]
mod sha256 {
    use illformed_judge::complete::complete_suite;
    use illformed_vectors::{Origin, Suite, Vector};
    use sha2::{Digest, Sha256};
    use std::borrow::Cow;
    use std::ptr;

    /// SHA-256 of the files in canonical form, in order, as hex. It does not depend on how a file is laid out. That of the built-in
    /// files, in whatever order and with whatever part of the complete suite, is that of all that a run has by default.
    pub fn suite_digest(suite: &Suite) -> String {
        // The built-in files are in canonical form as they are; to write them anew takes longer than to read them.
        let is_built_in = |source: &str| Suite::embedded_sources().any(|(_, text)| ptr::eq(text, source));
        let files = suite.files().iter().zip(suite.sources());
        let texts = files.filter(|(file, _)| file.origin != Origin::Complete).map(|(file, source)| {
            if is_built_in(source) { Cow::Borrowed(source) } else { Cow::Owned(file.to_canonical()) }
        });
        let texts: Vec<Cow<'_, str>> = texts.collect();
        let mut hasher = Sha256::new();
        if texts.len() == Suite::embedded_sources().count()
            && Suite::embedded_sources().all(|(_, text)| texts.iter().any(|one| one == text))
        {
            Suite::embedded_sources().for_each(|(_, text)| hasher.update(text));
            // Each is named by its bytes, and its answer is worked out.
            complete_suite().vectors().for_each(|vector| hasher.update(vector.id.as_str()));
        } else {
            for text in &texts {
                hasher.update(text.as_bytes());
            }
        }
        const_hex::encode(hasher.finalize())
    }

    /// SHA-256 of `bytes`, as lower-case hex.
    pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
        const_hex::encode(Sha256::digest(bytes))
    }

    /// The first 16 hex digits of the SHA-256 of what a vector means: its input and what is expected.
    pub fn content_hash(vector: &Vector) -> String {
        short_hash(&vector.content())
    }

    /// The first 16 hex digits of the SHA-256 of `content`.
    pub fn short_hash(content: &str) -> String {
        let mut hash = sha256(content);
        hash.truncate(16);
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[cfg(feature = "cli")]
    #[test]
    fn the_digest_of_a_suite_does_not_depend_on_how_a_file_is_laid_out_nor_on_what_is_selected() {
        use illformed_judge::complete::{default_part, default_suite};
        use illformed_vectors::Suite;

        let laid_out = Suite::embedded_sources().map(|(name, text)| (name, text.replacen(':', ": ", 1)));
        let laid_out: Vec<(&str, String)> = laid_out.collect();
        let again = laid_out.iter().rev().map(|(name, text)| (*name, text.as_str()));
        let again = Suite::from_sources(again).unwrap();
        let all = super::suite_digest(default_suite());
        assert_eq!(
            [&again, Suite::embedded(), &default_part(|group| group == "bom")].map(super::suite_digest),
            [(); 3].map(|()| all.clone())
        );
        assert_ne!(super::suite_digest(&again.with_files(|file| file.group != "bom")), all);
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // Three of the authors' test vectors for FNV-1a of 64 bits.
        let table =
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)];
        for (text, hash) in table {
            assert_eq!(fnv1a(text.as_bytes()), hash, "{text}");
        }
    }
}
