//! Failing inputs, sorted so that one fault is one finding.

use crate::place::root;
use crate::promote::decoded;
use illformed::search::black_box::same_fault;
use illformed_fuzz::PropertyFailure;
use illformed_fuzz::property::Property;
use illformed_judge::shown::quoted;
use illformed_vectors::Input;
use serde::Serialize;
use std::path::Path;

/// A fault, with the smallest input that shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct TargetFinding {
    #[serde(flatten)]
    pub(crate) failure: PropertyFailure,
    /// The smallest input, in hex.
    pub(crate) input: String,
    /// How many files show it.
    pub(crate) artifacts: usize,
    /// The smallest of them.
    pub(crate) file: String,
    /// How else it shows, also in other targets.
    pub(crate) also: Vec<PropertyFailure>,
    /// The command that replays the file.
    pub(crate) reproduce: String,
    /// The command that keeps it as a vector and a regression seed.
    pub(crate) keep: String,
    /// What a decoder is given.
    #[serde(skip)]
    decoded: Option<Input>,
}

impl TargetFinding {
    /// The finding that `file` shows, made small to `smallest`.
    pub(crate) fn new(property: &Property, failure: PropertyFailure, smallest: &[u8], file: &Path) -> Self {
        let file = file.strip_prefix(root()).unwrap_or(file).to_string_lossy().into_owned();
        let command = |command: &str| {
            let word = quoted(&file);
            format!("cargo run -q -p illformed-engines -- {command} --property {} {word}", property.name)
        };
        Self {
            failure,
            input: const_hex::encode(smallest),
            artifacts: 1,
            also: Vec::new(),
            reproduce: command("replay"),
            keep: command("promote"),
            decoded: decoded(property, smallest),
            file,
        }
    }
}

/// The same without those that show a decoder the fault of an earlier one: they are counted with it.
pub(crate) fn merged(found: impl IntoIterator<Item = TargetFinding>) -> Vec<TargetFinding> {
    let mut findings: Vec<TargetFinding> = Vec::new();
    for finding in found {
        let is_same = |known: &&mut TargetFinding| {
            known
                .decoded
                .as_ref()
                .zip(finding.decoded.as_ref())
                .is_some_and(|(one, other)| same_fault(one, other))
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
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(property: &str, bytes: &[u8]) -> TargetFinding {
        let property = Property::named(property).expect("there is one");
        let failure = PropertyFailure::new("std", "an event", "").of(property.name);
        TargetFinding::new(&property, failure, bytes, Path::new("crash-1"))
    }

    #[test]
    fn one_fault_of_several_targets_is_one_finding_and_others_stay_apart() {
        let findings = merged([
            finding("decoders_agree", b"\xC2\x80"),
            finding("policies_agree", b"\xC2\x80A"),
            finding("chunks_equal_whole", b"\xC2\x80\x02"),
            finding("decoders_agree", b"\xED\xA0\x80"),
            finding("vectors_are_read_strictly", b"\xC2\x80"),
            finding("vectors_are_read_strictly", b"\xC2\x80"),
        ]);
        let counts: Vec<_> = findings.iter().map(|finding| (&*finding.input, finding.artifacts)).collect();
        assert_eq!(counts, [("c280", 3), ("eda080", 1), ("c280", 1), ("c280", 1)]);
        let also: Vec<&str> = findings[0].also.iter().map(|failure| &*failure.property).collect();
        assert_eq!(also, ["policies_agree", "chunks_equal_whole"]);
    }
}
