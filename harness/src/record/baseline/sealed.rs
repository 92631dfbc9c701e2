//! Entries that hold a decoder without telling what it fails.
//!
//! A fault that its authors do not know yet is no matter for a public file, and the decoder should be held all the same. So
//! the case and what is given stand there as digests. They keep a page from telling it to who
//! reads it; whoever has the decoder can ask it, and whoever hashes all ids finds those that are meant.

use crate::record::baseline::entry::{ANY, one_alone, one_or_more};
use crate::record::baseline::{CasePattern, Entry};
use crate::record::digest::fnv1a;
use crate::record::serialized_as_text::serialized_as_text;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::VectorId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What is accepted of a decoder, as digests.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a sealed entry object")]
pub struct SealedEntry {
    pub case: CaseDigest,
    /// Of vector, profile, verdict and observation, for all that it gives, sorted.
    #[serde(deserialize_with = "one_or_more", serialize_with = "one_alone")]
    pub observed: Vec<Digest>,
    /// The id of the reason why this is accepted.
    pub why: String,
}

impl SealedEntry {
    /// What tells of `entry` as little as can be.
    pub fn of(entry: &Entry) -> Self {
        let vector = entry.case.vector();
        let digest = |observed: &String| Digest::of_answer(vector, &entry.profile, entry.verdict, observed);
        let mut observed: Vec<Digest> = entry.observed.iter().map(digest).collect();
        observed.sort_unstable();
        Self { case: CaseDigest::of(&entry.case), observed, why: entry.why.clone() }
    }

    /// Whether that outcome of a case of `vector` is among what it lists.
    pub fn lists(&self, vector: &VectorId, profile: &str, verdict: VerdictKind, observed: &str) -> bool {
        let listed =
            |observed| self.observed.contains(&Digest::of_answer(vector, profile, verdict, observed));
        listed(observed) || listed(ANY)
    }
}

/// A digest of a case or pattern: one half tells the vector's id, the other all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CaseDigest(Digest);

impl CaseDigest {
    /// Of a case's id, or of a pattern.
    pub fn of(case: &CasePattern) -> Self {
        let Digest(whole) = Digest::of(&["case", &case.to_string()]);
        let vector = u64::from(VectorDigest::of(case.vector()).0) << 32;
        Self(Digest(vector | whole & u64::from(u32::MAX)))
    }

    /// What it has of the vector.
    pub fn vector(self) -> VectorDigest {
        VectorDigest::upper(self.0)
    }
}

/// What the digests of all cases of a vector have in common: two vectors share it with a chance of one in four milliards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VectorDigest(u32);

impl VectorDigest {
    pub fn of(vector: &VectorId) -> Self {
        Self::upper(Digest::of(&["vector", vector.as_str()]))
    }

    fn upper(Digest(digest): Digest) -> Self {
        let [first, second, third, fourth, ..] = digest.to_be_bytes();
        Self(u32::from_be_bytes([first, second, third, fourth]))
    }
}

impl fmt::Display for CaseDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// A digest of 64 bits: `#85944171f73967e8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(u64);

impl Digest {
    /// Of sorted lines, one for each case.
    pub fn of_lines(lines: &[String]) -> Self {
        Self(fnv1a(lines.join("\n").as_bytes()))
    }

    /// Of what a decoder gives in a case of `vector`.
    pub fn of_answer(vector: &VectorId, profile: &str, verdict: VerdictKind, observed: &str) -> Self {
        Self::of(&["answer", vector.as_str(), profile, verdict.name(), observed])
    }

    fn of(parts: &[&str]) -> Self {
        Self(fnv1a(parts.join("\n").as_bytes()))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{:016x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').and_then(|digits| u64::from_str_radix(digits, 16).ok()).map(Self);
        let digest = digits.filter(|digest| digest.to_string() == text);
        digest.ok_or_else(|| format!("`{}` is no digest, expected # and 16 hex digits", text.escape_debug()))
    }
}

serialized_as_text!(Digest);

#[cfg(test)]
mod tests {
    use super::{Digest, SealedEntry};
    use crate::record::baseline::Entry;
    use illformed_judge::judge::VerdictKind;

    #[test]
    fn a_sealed_entry_tells_neither_the_case_nor_the_answer() {
        let text = r#"{"case":"overlong/nul-two-bytes@split=*","profile":"rfc3629","verdict":"fail",
            "observed":["accept 00","accept 20"],"why":"untold"}"#;
        let entry: Entry = serde_json::from_str(text).unwrap();
        let sealed = serde_json::to_string(&SealedEntry::of(&entry)).unwrap();
        for told in ["overlong", "nul", "split", "rfc3629", "fail", "accept"] {
            assert!(!sealed.contains(told), "{told}: {sealed}");
        }
        assert_eq!(serde_json::from_str::<SealedEntry>(&sealed).unwrap(), SealedEntry::of(&entry));
    }

    #[test]
    fn equal_answers_in_different_vectors_have_different_digests() {
        let of = |vector: &str| {
            let vector = illformed_vectors::VectorId::new(vector).unwrap();
            Digest::of_answer(&vector, "rfc3629", VerdictKind::Fail, "accept -")
        };
        assert_ne!(of("a/b"), of("a/c"));
    }

    #[test]
    fn a_digest_has_one_form() {
        for good in ["#0000000000000000", "#85944171f73967e8"] {
            assert_eq!(good.parse::<Digest>().unwrap().to_string(), good);
        }
        for bad in
            ["", "#", "85944171f73967e8", "#85944171F73967E8", "#+5944171f73967e8", "#85944171f73967e80"]
        {
            assert!(bad.parse::<Digest>().is_err(), "{bad}");
        }
    }
}
