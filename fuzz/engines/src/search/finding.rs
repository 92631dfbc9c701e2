//! Failing inputs, sorted so that one fault is one finding.

use crate::place::root;
use crate::promote::{PropertySearch, decoded};
use illformed::search::black_box::same_fault;
use illformed_fuzz::property::Property;
use illformed_fuzz::{CorpusFile, Failure};
use illformed_judge::shown::quoted;
use illformed_vectors::Input;
use serde::Serialize;

/// A fault, with the smallest input that shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    #[serde(flatten)]
    pub(crate) failure: Failure,
    /// The smallest input, in hex.
    pub(crate) input: String,
    /// How many files show it.
    pub(crate) artifacts: usize,
    /// The smallest of them.
    pub(crate) file: String,
    /// How else it shows, also in other targets.
    pub(crate) also: Vec<Failure>,
    /// The command that replays the file.
    pub(crate) reproduce: String,
    /// The command that keeps it as a vector and a regression seed.
    pub(crate) keep: String,
    /// What a decoder is given.
    #[serde(skip)]
    decoded: Option<Input>,
}

/// The findings in `files`, on which `property` is said to fail: one for each bucket of failures, by the smallest input. What
/// holds in `search`'s process is tried with `elsewhere`, in the program that failed. Fails if the property cannot be asked.
pub(crate) fn findings(
    property: &Property,
    mut files: Vec<CorpusFile>,
    search: &mut PropertySearch,
    elsewhere: &dyn Fn(&CorpusFile) -> Option<Failure>,
) -> Result<Vec<Finding>, String> {
    files.sort_by(|one, other| (one.bytes.len(), &one.bytes).cmp(&(other.bytes.len(), &other.bytes)));
    // The first of a bucket is its smallest.
    let mut buckets: Vec<(Failure, &CorpusFile, usize)> = Vec::new();
    for file in &files {
        let Some(failure) = search.failure(&file.bytes)?.or_else(|| elsewhere(file)) else { continue };
        match buckets.iter_mut().find(|(known, ..)| known.bucket() == failure.bucket()) {
            Some((.., count)) => *count += 1,
            None => buckets.push((failure, file, 1)),
        }
    }
    let mut findings = Vec::new();
    for (failure, file, artifacts) in buckets {
        let (smallest, failure) = search.smallest(&file.bytes, failure);
        let path = file.path.strip_prefix(root()).unwrap_or(&file.path).to_string_lossy().into_owned();
        let engines = "cargo run -q -p illformed-engines --";
        let word = quoted(&path);
        let finding = Finding {
            failure,
            input: const_hex::encode(&smallest),
            artifacts,
            reproduce: format!("{engines} replay --property {} {word}", property.name),
            keep: format!("{engines} promote --property {} {word}", property.name),
            file: path,
            also: Vec::new(),
            decoded: decoded(property, &smallest),
        };
        add(&mut findings, finding);
    }
    Ok(findings)
}

/// Adds a finding, to one that is there if what a decoder is given shows the same fault.
pub(crate) fn add(findings: &mut Vec<Finding>, finding: Finding) {
    let is_same = |known: &&mut Finding| match (&known.decoded, &finding.decoded) {
        (Some(one), Some(other)) => same_fault(one, other),
        _ => false,
    };
    match findings.iter_mut().find(is_same) {
        None => findings.push(finding),
        Some(known) => {
            known.artifacts += finding.artifacts;
            known.also.push(finding.failure);
            known.also.extend(finding.also);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(property: &str, bytes: &[u8]) -> Finding {
        let property = Property::named(property).expect("there is one");
        Finding {
            failure: Failure::new("std", "an event", "").of(property.name),
            input: const_hex::encode(bytes),
            artifacts: 1,
            file: String::new(),
            also: Vec::new(),
            reproduce: String::new(),
            keep: String::new(),
            decoded: decoded(&property, bytes),
        }
    }

    #[test]
    fn one_fault_of_several_targets_is_one_finding_and_others_stay_apart() {
        let mut findings = Vec::new();
        for (property, bytes) in [
            ("decoders_agree", &b"\xC2\x80"[..]),
            ("policies_agree", b"\xC2\x80A"),
            ("chunks_equal_whole", b"\xC2\x80\x02"),
            ("decoders_agree", b"\xED\xA0\x80"),
            ("labels_agree", b"\xC2\x80"),
            ("labels_agree", b"\xC2\x80"),
        ] {
            add(&mut findings, finding(property, bytes));
        }
        let counts: Vec<_> = findings.iter().map(|finding| (&*finding.input, finding.artifacts)).collect();
        assert_eq!(counts, [("c280", 3), ("eda080", 1), ("c280", 1), ("c280", 1)]);
        let also: Vec<&str> = findings[0].also.iter().map(|failure| &*failure.property).collect();
        assert_eq!(also, ["policies_agree", "chunks_equal_whole"]);
    }
}
