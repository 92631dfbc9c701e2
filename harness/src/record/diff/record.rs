//! The record of a comparison. Its JSON is an interface: `schema` changes when the meaning of anything in it does.

use crate::record::diff::{CaseChange, Counts};
use crate::record::run_record::{
    AdapterNote, CaseRecord, DecoderRecord, Ranges, RunRecord, Tool, VectorRecord, cases,
};
use illformed_judge::cause::Cause;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiffRecord {
    pub kind: String,
    pub schema: u32,
    pub tool: Tool,
    pub old: ComparedReport,
    pub new: ComparedReport,
    /// What else differs of the runs as a whole.
    pub differences: Differences,
    pub counts: Counts,
    /// The decoders of both reports, those of the new one first.
    pub decoders: Vec<DecoderDiff>,
    pub vectors: Vec<VectorRecord>,
    /// The cases that changed for some decoder, in the form of a run's record: for each vector its number, and its recipes
    /// with a space between, `-` for the vector itself.
    #[serde(with = "cases")]
    pub cases: Vec<CaseRecord>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparedReport {
    /// The file, as it was named.
    pub file: String,
    /// When its run began, in seconds since 1970.
    pub began_at: u64,
    pub complete: bool,
    /// What differs between the runs and may explain a change: the program, the platform, the suite, the selection, and why
    /// adapters are absent or broken.
    pub facts: Value,
}

impl ComparedReport {
    pub(super) fn of(file: &str, record: &RunRecord) -> Self {
        let reasons = |notes: &[AdapterNote]| -> BTreeMap<String, String> {
            notes.iter().map(|note| (note.adapter.clone(), note.why.clone())).collect()
        };
        let facts = json!({
            "absent": reasons(&record.absent),
            "broken": reasons(&record.broken),
            "platform": record.platform,
            "selection": record.selection,
            "suite": {"digest": record.suite.digest, "name": record.suite.name},
            "tool": record.tool,
        });
        let complete = record.footer.complete;
        Self { file: file.to_owned(), began_at: record.began_at, complete, facts }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecoderDiff {
    /// As the old report has it; `null` if it does not.
    pub old: Option<ComparedDecoder>,
    /// As the new one has it; `null` if it does not. At least one does.
    pub new: Option<ComparedDecoder>,
    /// What else differs of the decoder, if both reports have it.
    pub differences: Differences,
    pub counts: Counts,
    /// The causes in either report, the worst first; nothing, if only one has the decoder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseChange>,
    /// All changes, sorted by their kind and then by the first case.
    pub changes: Vec<CaseChange>,
}

impl DecoderDiff {
    /// Its name in the new report, or in the old one if it is gone.
    pub fn name(&self) -> &str {
        self.new.as_ref().or(self.old.as_ref()).map_or("", |facts| &facts.name)
    }

    pub fn both(&self) -> Option<(&ComparedDecoder, &ComparedDecoder)> {
        self.old.as_ref().zip(self.new.as_ref())
    }

    /// Whether it passes a case in both reports with answers that may differ: its claims ask for other answers. A record
    /// does not keep the answer to a case that passes.
    pub fn may_pass_differently(&self) -> bool {
        // What a claim says of the questions does not change the answers.
        let of_questions = ["claim.cannot", "claim.max_bytes", "claim.script"];
        self.differences.keys().any(|key| key.starts_with("claim.") && !of_questions.contains(&key.as_str()))
    }
}

/// What became of the cases that count against a decoder for one cause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CauseChange {
    pub cause: Cause,
    /// How many are put down to it in the old report, and in the new one.
    pub old: usize,
    pub new: usize,
    /// How many of the old ones pass now, and how many are not judged now.
    pub fixed: usize,
    pub gone: usize,
    /// How many of the new ones did not count against the decoder before; the others were put down to another cause.
    pub added: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparedDecoder {
    pub name: String,
    /// Why compared cases count against it, each for one cause, and how many do.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub causes: BTreeMap<Cause, usize>,
    /// What differs between the decoders and may explain a change, such as its version and its claim.
    pub facts: Value,
}

impl ComparedDecoder {
    /// That of `decoder`; `places` are those of its cases in the list of what is compared.
    pub(super) fn of(decoder: &DecoderRecord, places: &[Option<usize>]) -> Self {
        let count = |cases: &Ranges| cases.iter().filter(|case| places[*case].is_some()).count();
        let causes = decoder.judged_outcomes().causes.iter().map(|cause| (cause.id, count(&cause.cases)));
        let facts = json!({
            "api": decoder.api,
            "claim": decoder.claim,
            "command": decoder.command,
            "implementation": decoder.implementation,
            "replacement": decoder.replacement.as_ref().map(|replacement| &replacement.policies),
            "version": decoder.version,
        });
        Self { name: decoder.name(), causes: causes.filter(|(_, count)| *count > 0).collect(), facts }
    }

    /// How many of the compared cases count against it.
    pub fn failing(&self) -> usize {
        self.causes.values().sum()
    }
}

/// The old and the new value of each key that is not the same in both, by its path (`claim.policy`); `null` where one of them
/// has no such key.
pub type Differences = BTreeMap<String, [Value; 2]>;

pub(super) fn differences(old: &Value, new: &Value) -> Differences {
    let mut differences = Differences::new();
    collect("", old, new, &mut differences);
    differences
}

fn collect(path: &str, old: &Value, new: &Value, differences: &mut Differences) {
    let objects = [old, new].map(Value::as_object);
    if objects == [None, None] {
        if old != new {
            differences.insert(path.to_owned(), [old.clone(), new.clone()]);
        }
        return;
    }
    let keys: BTreeSet<&String> = objects.into_iter().flatten().flat_map(Map::keys).collect();
    for key in keys {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        collect(&path, &old[key], &new[key], differences);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_named_by_the_path_of_its_key() {
        let old =
            json!({"version": "1", "claim": {"kind": "lossy", "max_bytes": 5}, "command": ["a"], "api": "f"});
        let new = json!({"version": "2", "claim": {"kind": "lossy"}, "command": ["a", "b"], "api": "f", "broken": {"x": "y"}});
        let expected = json!({
            "broken.x": [null, "y"],
            "claim.max_bytes": [5, null],
            "command": [["a"], ["a", "b"]],
            "version": ["1", "2"],
        });
        assert_eq!(json!(differences(&old, &new)), expected);
    }
}
